// The rule of a walk-through town. Most entities are houses and stand still. The others walk the streets from crossing to
// crossing and turn there at random. A pure function of seed, id and the steps in which the change schedule moves the
// entity.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "orrery/base/random.hpp"
#include "orrery/universe/position.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::universe {

struct WalkState {
  Position at;
  std::uint16_t column = 0;  // the crossing that it comes from
  std::uint16_t row = 0;
  std::uint16_t heading = 0;  // 0 to 3: right, down, left, up
  std::uint16_t way = 0;      // distance from this crossing, in parts of a block

  friend bool operator==(const WalkState&, const WalkState&) = default;
};

struct WalkScale {
  static constexpr std::uint16_t way_parts = 96;  // parts of a block's side

  explicit WalkScale(std::uint64_t entities)
      : blocks(static_cast<std::uint16_t>(
            std::clamp(std::sqrt(static_cast<double>(entities) / 64), 2.0, 512.0))),
        block(static_cast<std::uint32_t>((std::uint64_t{1} << 32) / blocks)) {}

  std::uint16_t blocks;  // blocks per row
  std::uint32_t block;   // length of a side
};

constexpr std::uint64_t walk_draw(std::uint64_t seed, EntityId id, Step step) {
  return base::mix64(base::mix64(seed + id) ^ base::mix64(step));
}

// Sets the position from crossing, heading and way, on a lane of the entity's own.
inline void walk_place(const WalkScale& scale, std::uint64_t seed, EntityId id, WalkState& state) {
  const std::uint64_t lane = base::mix64(seed ^ base::mix64(id));
  const std::uint32_t street = scale.block / 10;
  const std::uint32_t part =
      static_cast<std::uint32_t>(std::uint64_t{scale.block} * state.way / WalkScale::way_parts);
  std::uint32_t x = state.column * scale.block + static_cast<std::uint32_t>(lane) % street;
  std::uint32_t y = state.row * scale.block + static_cast<std::uint32_t>(lane >> 32) % street;
  if (state.heading == 0) x += part;
  if (state.heading == 1) y += part;
  if (state.heading == 2) x -= part;
  if (state.heading == 3) y -= part;
  state.at = {x, y};
}

inline WalkState walk_initial(const WalkScale& scale, std::uint64_t seed, EntityId id, bool walks) {
  const std::uint64_t draw = base::mix64(base::mix64(seed) ^ id);
  WalkState state;
  state.column = static_cast<std::uint16_t>((draw & 0xffff) % scale.blocks);
  state.row = static_cast<std::uint16_t>((draw >> 16 & 0xffff) % scale.blocks);
  if (walks) {
    state.heading = draw >> 32 & 3;
    state.way = static_cast<std::uint16_t>((draw >> 34 & 0xffff) % WalkScale::way_parts);
    walk_place(scale, seed, id, state);
    return state;
  }
  // A house: inside its block, clear of the streets.
  const std::uint64_t plot = base::mix64(draw);
  const std::uint32_t margin = scale.block / 7;
  const std::uint32_t ground = scale.block - 2 * margin;
  state.at = {state.column * scale.block + margin + static_cast<std::uint32_t>(plot) % ground,
              state.row * scale.block + margin + static_cast<std::uint32_t>(plot >> 32) % ground};
  return state;
}

inline void walk_next(const WalkScale& scale, std::uint64_t seed, EntityId id, Step step,
                      WalkState& state) {
  const auto pace = static_cast<std::uint16_t>(1 + base::mix64(seed - id) % 3);
  state.way = static_cast<std::uint16_t>(state.way + pace);
  if (state.way >= WalkScale::way_parts) {
    const auto next = [&](std::uint16_t at, bool forward) {
      return static_cast<std::uint16_t>((at + (forward ? 1 : scale.blocks - 1)) % scale.blocks);
    };
    if (state.heading % 2 == 0) {
      state.column = next(state.column, state.heading == 0);
    } else {
      state.row = next(state.row, state.heading == 1);
    }
    // Straight on, or to a side; never back.
    const std::uint64_t turn = walk_draw(seed, id, step) % 4;
    state.heading = static_cast<std::uint16_t>((state.heading + (turn == 1   ? 1
                                                                 : turn == 2 ? 3
                                                                             : 0)) %
                                               4);
    state.way = 0;
  }
  walk_place(scale, seed, id, state);
}

// The monitored components: position; crossing, heading and way; then values derived from the position.
inline std::uint64_t walk_component(const WalkState& state, std::uint32_t component) {
  if (component == 0) return position_word(state.at);
  if (component == 1) {
    return std::uint64_t{state.column} | std::uint64_t{state.row} << 16 |
           std::uint64_t{state.heading} << 32 | std::uint64_t{state.way} << 48;
  }
  return base::mix64(position_word(state.at) + component);
}

}  // namespace orrery::universe
