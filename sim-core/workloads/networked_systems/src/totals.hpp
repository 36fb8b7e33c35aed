// Totals of a node's systems, or of all nodes together.
#pragma once

#include <array>
#include <cstdint>

#include "orrery/base/histogram.hpp"
#include "orrery/pdes/channel_exchange.hpp"

#include "tree.hpp"

namespace orrery::workloads::networked {

// The greatest number of systems that the contract allows.
inline constexpr std::size_t most_systems = 64;
inline constexpr std::size_t most_lanes = 2 * (most_systems - 1);

struct Totals {
  std::uint64_t checksum = 0;
  std::array<std::uint64_t, most_systems> updates{};  // by the system of the users that sent them
  std::array<std::uint64_t, most_systems> handled{};  // messages sent, passed on and received
  std::array<std::uint64_t, most_lanes> lanes{};      // messages on each lane
  std::uint64_t arrived = 0;                          // updates that reached a shadow
  std::uint64_t way_steps = 0;                        // sum over these updates
  std::uint64_t longest_way_steps = 0;
  base::Histogram error_um;  // of each shadow after each step, in um
  std::uint64_t beyond_bound = 0;
  double widest_bound_m = 0;
  double nearest_bound = 0;  // greatest ratio of an error to its bound
  std::uint64_t overflows = 0;
  pdes::ExchangeCounters exchanged;
  std::int64_t elapsed_ns = 0;

  [[nodiscard]] std::uint64_t all_updates() const;
  void add(const Totals& other);
};

}  // namespace orrery::workloads::networked
