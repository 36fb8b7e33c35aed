// The sequential oracle: the same users, links and shadows in the simplest code, without nodes and rings.
#pragma once

#include <array>
#include <functional>

#include "scenario.hpp"
#include "totals.hpp"

namespace orrery::workloads::networked {

struct Truth {
  std::uint64_t checksum = 0;
  std::array<std::uint64_t, most_systems> updates{};  // by system
  std::array<std::uint64_t, most_lanes> lanes{};      // messages on each lane
};

// `cancelled` is called before every step. Once it has returned true, the result is invalid.
Truth ask_oracle(const Scenario& scenario, const std::function<bool()>& cancelled);

}  // namespace orrery::workloads::networked
