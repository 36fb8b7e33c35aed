// The rule of the entity that bursts: from time to time its update grows dearer step by step, peaks, and falls back as it
// rose. Pure: a function of seed, id and step, so that the oracle can follow it and placement cannot matter.
#pragma once

#include <cstdint>

#include "orrery/base/random.hpp"
#include "orrery/universe/system.hpp"
#include "orrery/universe/toggle_rule.hpp"

namespace orrery::universe {

struct BurstRules {
  std::uint64_t every_steps =
      800;  // a calm entity begins one with probability 1 / every_steps; 0: never
  std::uint64_t rise_steps = 20;  // on average; it falls for as long
  double peak = 12;               // greatest extra cost, as a multiple of the plain update's
};

struct BurstState {
  std::uint64_t value = 0;        // its monitored component
  std::uint32_t level_mille = 0;  // extra cost now, thousandths of the plain update's
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
      // Half of the peak to all of it, in half of the steps to one and a half times as many.
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
