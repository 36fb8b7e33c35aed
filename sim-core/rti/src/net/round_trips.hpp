// Measures the round trip to each node by echoes: network delay, and how often the node makes progress.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "orrery/rti/clock.hpp"

#include "net/channels.hpp"

namespace orrery::rti {

class RoundTrips {
 public:
  RoundTrips(Channels& channels, std::uint32_t nodes, Clock clock)
      : channels_(channels), clock_(clock), trips_(nodes) {}

  // Asks the node for an echo, unless one is under way. flush() of the channels follows.
  void ask(std::uint32_t node) {
    if (std::exchange(trips_[node].under_way, true)) return;
    send(node, {{.kind = MessageKind::echo}, clock_.now_ns()});
  }
  // Answers an echo, or takes its answer. Returns false if nobody asked for it.
  bool take(std::uint32_t sender, EchoMessage echo) {
    if (echo.head.detail == 0) {
      echo.head.detail = 1;
      send(sender, echo);
      return true;
    }
    Trip& trip = trips_[sender];
    const std::int64_t took = clock_.now_ns() - echo.sent_ns;
    if (!std::exchange(trip.under_way, false) || took < 0) return false;
    trip.smoothed_ns += (took - trip.smoothed_ns) / (trip.smoothed_ns == 0 ? 1 : 8);  // as in TCP
    return true;
  }
  // Smoothed; 0: not yet measured.
  [[nodiscard]] std::int64_t smoothed_ns(std::uint32_t node) const {
    return trips_[node].smoothed_ns;
  }

 private:
  struct Trip {
    bool under_way = false;
    std::int64_t smoothed_ns = 0;
  };
  void send(std::uint32_t target, const EchoMessage& echo) {
    channels_.send(target, std::as_bytes(std::span(&echo, 1)));
  }

  Channels& channels_;
  const Clock clock_;
  std::vector<Trip> trips_;
};

}  // namespace orrery::rti
