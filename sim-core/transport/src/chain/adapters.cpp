#include "adapters.hpp"

#include <utility>

namespace orrery::transport {
namespace {

base::Status only_one_stream() {
  return base::Error{base::ErrorCode::unsupported, "a channel has one stream, which is open"};
}

}  // namespace

base::Status ChannelPort::open(StreamId /*stream*/, std::span<const std::string> /*endpoints*/) {
  return only_one_stream();
}
base::Status ChannelPort::join(StreamId /*stream*/, const std::string& /*endpoint*/) {
  return only_one_stream();
}
base::Status ChannelPort::leave(StreamId /*stream*/) { return only_one_stream(); }

const PortCounters& ChannelPort::counters() const {
  const ChannelCounters& counters = channel_->counters();
  counters_.messages_sent = counters.messages_sent;
  counters_.bytes_sent = counters.bytes_sent;
  counters_.messages_received = counters.messages_received;
  counters_.bytes_received = counters.bytes_received;
  counters_.would_block = counters.would_block;
  counters_.system_calls = counters.system_calls;
  return counters_;
}

PortChannel::PortChannel(std::unique_ptr<Port> port, Channel& bottom,
                         std::uint32_t max_message_bytes)
    : port_(std::move(port)), bottom_(&bottom), options_(bottom.options()) {
  options_.max_message_bytes = max_message_bytes;
}

Reserved PortChannel::reserve(std::size_t bytes) {
  if (closed_) return {Io::closed, {}};
  if (bytes > options_.max_message_bytes) return {Io::too_big, {}};
  const Reserved reserved = port_->reserve(0, bytes);
  if (reserved.io == Io::full) ++counters_.would_block;
  return reserved;
}

void PortChannel::commit(std::size_t bytes) {
  port_->commit(bytes);
  ++counters_.messages_sent;
  counters_.bytes_sent += bytes;
}

Peeked PortChannel::peek() {
  if (closed_) return {Io::closed, {}};
  const Arrived arrived = port_->peek();
  shown_bytes_ = arrived.bytes.size();
  return {arrived.io, arrived.bytes};
}

void PortChannel::release() {
  ++counters_.messages_received;
  counters_.bytes_received += shown_bytes_;
  port_->release();
}

void PortChannel::close() {
  if (std::exchange(closed_, true)) return;
  port_->close();
}

// What the modules above hold would have to wait for the peer.
void PortChannel::abandon() {
  if (std::exchange(closed_, true)) return;
  bottom_->abandon();
}

void PortChannel::forget() {
  closed_ = true;
  port_->forget();
}

const ChannelCounters& PortChannel::counters() const {
  counters_.wake_ups = bottom_->counters().wake_ups;
  counters_.system_calls = bottom_->counters().system_calls;
  return counters_;
}

}  // namespace orrery::transport
