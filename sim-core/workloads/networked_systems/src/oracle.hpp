// The sequential oracle: the same users, links and shadows in the plainest code there is, without nodes, rings and lanes of
// its own kind.
#pragma once

#include <array>
#include <functional>

#include "scenario.hpp"
#include "totals.hpp"

namespace orrery::workloads::networked {

struct Truth {
  std::uint64_t checksum = 0;
  std::array<std::uint64_t, most_systems> updates{};  // by system
  std::array<std::uint64_t, most_lanes> lanes{};      // messages
};

// `cancelled` is asked after every step; once true, the answer is worthless.
Truth ask_oracle(const Scenario& scenario, const std::function<bool()>& cancelled);

}  // namespace orrery::workloads::networked
