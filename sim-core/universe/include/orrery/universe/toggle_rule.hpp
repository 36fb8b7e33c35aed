// The rule of the benchmark entity: the initial values of its components, and their values after a change. Pure, so the
// oracle can compute it without the engine. A component depends on all changes before, so a lost change alters all later
// states.
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
