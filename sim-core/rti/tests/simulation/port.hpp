// A best-effort port on the simulated network: what it sends may be lost, come twice or be overtaken.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "orrery/transport/port.hpp"

namespace orrery::rti::testing {

class SimulatedNetwork;

struct Datagram {
  transport::PartyId from = 0;
  transport::StreamId stream = 0;
  std::vector<std::byte> bytes;
};

class SimulatedPort final : public transport::Port {
 public:
  // The group of all nodes, and more groups.
  static constexpr const char* group = "sim:all";
  static std::string group_endpoint(std::uint32_t number) {
    return "sim:group-" + std::to_string(number);
  }

  SimulatedPort(SimulatedNetwork& network, std::uint32_t self);
  ~SimulatedPort() override;
  static std::string endpoint_of(std::uint32_t node) { return "sim:" + std::to_string(node); }

  // Dropped if the port has not joined the stream.
  void arrive(Datagram datagram) {
    if (has_joined(datagram.stream)) arrived_.push_back(std::move(datagram));
  }

  using Port::open;
  base::Status open(transport::StreamId stream, std::span<const std::string> endpoints) override;
  base::Status join(transport::StreamId stream, const std::string&) override {
    joined_.insert(stream);
    return {};
  }
  base::Status leave(transport::StreamId stream) override {
    joined_.erase(stream);
    return {};
  }
  [[nodiscard]] bool has_joined(transport::StreamId stream) const {
    return (stream & transport::direct_bit) != 0 || joined_.contains(stream);
  }
  transport::Reserved reserve(transport::StreamId stream, std::size_t bytes) override;
  void commit(std::size_t bytes) override;
  transport::Io flush() override;
  transport::Arrived peek() override;
  void release() override;
  void close() override { is_over_ = true; }
  void forget() override { is_over_ = true; }

  bool readable() override { return !is_over_ && !arrived_.empty(); }
  bool writable() override { return true; }
  bool pump() override { return readable(); }
  bool alive() override { return !is_over_; }
  void want_writable(bool) override {}
  [[nodiscard]] base::Doorbell& bell() const override;
  [[nodiscard]] std::string_view layer() const override { return "simulated"; }
  [[nodiscard]] bool reliable() const override { return false; }
  [[nodiscard]] transport::PartyId self() const override { return self_; }
  [[nodiscard]] std::string endpoint() const override { return endpoint_of(self_); }
  [[nodiscard]] std::uint32_t max_message_bytes() const override { return 1U << 20; }
  [[nodiscard]] const transport::PortCounters& counters() const override { return counters_; }
  [[nodiscard]] std::string why() const override { return "this end was closed"; }

 private:
  SimulatedNetwork& network_;
  const std::uint32_t self_;
  std::map<transport::StreamId, std::vector<std::uint32_t>> receivers_;
  std::set<transport::StreamId> joined_;
  transport::StreamId stream_ = 0;  // of what is reserved
  std::vector<std::byte> reserved_;
  std::vector<Datagram> unsent_;
  std::deque<Datagram> arrived_;
  bool is_over_ = false;
  transport::PortCounters counters_;
};

}  // namespace orrery::rti::testing
