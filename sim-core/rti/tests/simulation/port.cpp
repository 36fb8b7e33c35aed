#include "port.hpp"

#include "network.hpp"

namespace orrery::rti::testing {

using transport::Io;

SimulatedPort::SimulatedPort(SimulatedNetwork& network, std::uint32_t self)
    : network_(network), self_(self) {}

SimulatedPort::~SimulatedPort() { network_.detach_port(self_); }

base::Doorbell& SimulatedPort::bell() const { return *network_.bell(self_); }

base::Status SimulatedPort::open(transport::StreamId stream,
                                 std::span<const std::string> endpoints) {
  std::vector<std::uint32_t>& to = receivers_[stream];
  to.clear();
  for (std::uint32_t node = 0; node < network_.count(); ++node) {
    for (const std::string& each : endpoints) {
      const bool direct = (stream & transport::direct_bit) != 0;
      if (node != self_ && (!direct || each == endpoint_of(node))) to.push_back(node);
    }
  }
  return {};
}

transport::Reserved SimulatedPort::reserve(transport::StreamId stream, std::size_t bytes) {
  if (is_over_ || !receivers_.contains(stream)) return {Io::closed, {}};
  if (bytes > max_message_bytes()) return {Io::too_big, {}};
  stream_ = stream;
  reserved_.resize(bytes);
  return {Io::ok, reserved_};
}

void SimulatedPort::commit(std::size_t bytes) {
  reserved_.resize(bytes);
  ++counters_.messages_sent;
  counters_.bytes_sent += bytes;
  unsent_.push_back({self_, stream_, std::exchange(reserved_, {})});
}

Io SimulatedPort::flush() {
  if (is_over_) return Io::closed;
  for (const Datagram& each : std::exchange(unsent_, {})) {
    for (const std::uint32_t to : receivers_[each.stream]) {
      if (network_.has_joined(to, each.stream)) network_.send(to, each);
    }
  }
  return Io::ok;
}

transport::Arrived SimulatedPort::peek() {
  if (is_over_) return {Io::closed, 0, 0, {}};
  if (arrived_.empty()) return {};
  const Datagram& first = arrived_.front();
  return {Io::ok, first.from, first.stream, first.bytes};
}

void SimulatedPort::release() {
  ++counters_.messages_received;
  counters_.bytes_received += arrived_.front().bytes.size();
  arrived_.pop_front();
}

}  // namespace orrery::rti::testing
