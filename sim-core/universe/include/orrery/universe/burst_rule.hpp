// The rule of the bursting entity: from time to time the cost of its update rises step by step to a peak, then falls as it
// rose. A pure function of seed, id and step: the oracle can compute it, and placement does not matter.
#pragma once

#include <cstdint>

#include "orrery/base/random.hpp"
#include "orrery/universe/system.hpp"
#include "orrery/universe/toggle_rule.hpp"

namespace orrery::universe {

struct BurstRules {
  std::uint64_t every_steps = 800;  // chance of a burst in a calm step: 1 / every_steps; 0: never
  std::uint64_t rise_steps = 20;    // mean number of steps from calm to peak, and back
  double peak = 12;                 // greatest extra cost, as a multiple of the plain update's
};

struct BurstState {
  std::uint64_t value = 0;        // the monitored component
  std::uint32_t level_mille = 0;  // current extra cost, in thousandths of the plain update's
  std::uint32_t slope_mille = 0;  // 0: calm
  std::uint32_t peak_mille = 0;
  std::uint32_t falling = 0;
};

inline void burst_next(const BurstRules& rules, std::uint64_t seed, EntityId id, Step step,
                       BurstState& state) {
  if (state.slope_mille == 0) {
    const std::uint64_t draw = base::mix64(base::mix64(seed + id) ^ base::mix64(step));
    if (rules.every_steps > 0 && draw % rules.every_steps == 0) {
      const std::uint64_t shape = base::mix64(draw);
      // A burst's peak is 50 % to 100 % of rules.peak; it rises in 50 % to 150 % of rules.rise_steps.
      const auto greatest = static_cast<std::uint64_t>(rules.peak * 1000);
      state.peak_mille = static_cast<std::uint32_t>(greatest / 2 + shape % (greatest / 2 + 1));
      const std::uint64_t steps = 1 + rules.rise_steps / 2 + (shape >> 32) % (rules.rise_steps + 1);
      state.slope_mille = 1 + static_cast<std::uint32_t>(state.peak_mille / steps);
    }
  } else if (state.falling == 0) {
    state.level_mille += state.slope_mille;
    if (state.level_mille >= state.peak_mille) state.falling = 1;
  } else if (state.level_mille > state.slope_mille) {
    state.level_mille -= state.slope_mille;
  } else {
    state.level_mille = state.slope_mille = state.falling = 0;
  }
  state.value = toggle_next(state.value ^ state.level_mille, step);
}

}  // namespace orrery::universe
