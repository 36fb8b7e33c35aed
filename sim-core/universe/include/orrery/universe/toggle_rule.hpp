// The rule of the benchmark entity: what its components are at first, and what a change makes of
// them. Pure, so that the oracle can follow it without the engine. A component depends on all
// changes before: a lost one is seen for ever.
#pragma once

#include "orrery/base/random.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::universe {

constexpr std::uint64_t toggle_initial(std::uint64_t seed, EntityId id, std::uint32_t component) {
  return base::mix64(base::mix64(seed) ^ (std::uint64_t{id} << 8 | component));
}

constexpr std::uint64_t toggle_next(std::uint64_t value, Step step) {
  return base::mix64(value ^ step);
}

}  // namespace orrery::universe
