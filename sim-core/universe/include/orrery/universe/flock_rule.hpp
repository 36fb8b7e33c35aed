// The rule of a bird in a flock. A bird turns to where its neighbours fly (alignment) and are (cohesion), and away from
// neighbours that are too near (separation). Pure, and in integers apart from a square root, which IEEE 754 rounds alike
// everywhere. The next state of a bird follows from its own state and its neighbours' after the step before, in any order
// of computation and on any machine.
//
// Space consists of square cells as wide as a bird sees, with about two birds in each, so all neighbours are in nine cells.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "orrery/base/random.hpp"
#include "orrery/universe/position.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::universe {

struct FlockState {
  Position at;
  std::int32_t vx = 0;  // distance per step
  std::int32_t vy = 0;

  friend bool operator==(const FlockState&, const FlockState&) = default;
};

// A bird as others see it.
struct FlockSeen {
  FlockState state;
  EntityId id = 0;
};

struct FlockScale {
  explicit FlockScale(std::uint64_t birds)
      : cells(std::max(3U, static_cast<std::uint32_t>(std::sqrt(static_cast<double>(birds) / 2)))),
        sight(static_cast<std::uint32_t>((std::uint64_t{1} << 32) / cells)),
        top_speed(sight / 32) {
    while (sight >> shift >= 2048) ++shift;
  }

  [[nodiscard]] std::uint32_t cell(std::uint32_t coordinate) const {
    return static_cast<std::uint32_t>(std::uint64_t{coordinate} * cells >> 32);
  }

  std::uint32_t cells;  // cells per row
  std::uint32_t sight;  // how far a bird sees
  int shift = 0;        // distances are compared in units of 2^shift; sight is 1024 to 2047 units
  std::int64_t top_speed;
};

// Greatest number of neighbours that a bird looks at: first those in its own cell, then those in the cells around, which
// begin with a different cell in each step. This bounds the work of a step for any density of the flock.
inline constexpr int greatest_neighbours = 16;

struct FlockView {
  int count = 0;
  std::int64_t dx = 0, dy = 0;          // sums, in units of 2^shift
  std::int64_t vx = 0, vy = 0;          // sums
  std::int64_t away_x = 0, away_y = 0;  // away from neighbours that are too near

  template <class Cell>
  void look(const FlockScale& scale, EntityId self, const FlockState& own, const Cell& cell) {
    const auto sight = static_cast<std::int32_t>(scale.sight >> scale.shift);
    const std::int32_t sees = sight * sight;
    const std::int32_t too_near = sees / 9;
    for (const FlockSeen& other : cell) {
      const auto x = static_cast<std::int32_t>(other.state.at.x - own.at.x) >> scale.shift;
      const auto y = static_cast<std::int32_t>(other.state.at.y - own.at.y) >> scale.shift;
      const std::int64_t distance = std::int64_t{x} * x + std::int64_t{y} * y;
      if (distance > sees || other.id == self) continue;
      dx += x;
      dy += y;
      vx += other.state.vx;
      vy += other.state.vy;
      if (distance < too_near) {
        away_x -= x;
        away_y -= y;
      }
      if (++count == greatest_neighbours) return;
    }
  }
};

// Sets the velocity of `state` to (vx, vy), with a speed of at least half of the top speed and at most the top speed.
inline void hold_speed(const FlockScale& scale, std::int64_t vx, std::int64_t vy,
                       FlockState& state) {
  const auto speed = static_cast<std::int64_t>(std::sqrt(static_cast<double>(vx * vx + vy * vy)));
  if (speed == 0) vx = scale.top_speed;
  const std::int64_t wanted = std::clamp(speed, scale.top_speed / 2, scale.top_speed);
  state.vx = static_cast<std::int32_t>(speed == 0 ? vx : vx * wanted / speed);
  state.vy = static_cast<std::int32_t>(speed == 0 ? vy : vy * wanted / speed);
}

inline FlockState flock_initial(const FlockScale& scale, std::uint64_t seed, EntityId id) {
  const std::uint64_t place = base::mix64(base::mix64(seed) ^ id);
  const std::uint64_t heading = base::mix64(place);
  FlockState state;
  state.at = {static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(place >> 32)};
  hold_speed(scale, static_cast<std::int16_t>(heading), static_cast<std::int16_t>(heading >> 16),
             state);
  return state;
}

// Returns the state of a bird after `step`. cells(x, y) gives the birds in this cell after the step before, as FlockSeen in
// the order of their ids.
template <class Cells>
FlockState flock_next(const FlockScale& scale, std::uint64_t seed, EntityId id, Step step,
                      const FlockState& own, const Cells& cells) {
  struct Offset {
    std::uint32_t x, y;
  };
  static constexpr std::uint32_t back = ~std::uint32_t{0};
  static constexpr std::array<Offset, 8> around{
      {{1, 0}, {1, 1}, {0, 1}, {back, 1}, {back, 0}, {back, back}, {0, back}, {1, back}}};
  const std::uint64_t draw = base::mix64(base::mix64(seed + id) ^ base::mix64(step));
  const auto wrapped = [&](std::uint32_t cell) {
    return cell == back ? scale.cells - 1 : cell == scale.cells ? 0 : cell;
  };
  const std::uint32_t x = scale.cell(own.at.x);
  const std::uint32_t y = scale.cell(own.at.y);
  FlockView view;
  view.look(scale, id, own, cells(x, y));
  for (std::size_t i = 0; i < around.size() && view.count < greatest_neighbours; ++i) {
    const Offset offset = around[(i + draw) % around.size()];
    view.look(scale, id, own, cells(wrapped(x + offset.x), wrapped(y + offset.y)));
  }

  const std::int64_t unit = std::int64_t{1} << scale.shift;
  const std::int64_t whim = scale.top_speed / 16;
  std::int64_t vx = own.vx + whim * (static_cast<std::int64_t>(draw >> 8 & 255) - 128) / 128;
  std::int64_t vy = own.vy + whim * (static_cast<std::int64_t>(draw >> 16 & 255) - 128) / 128;
  if (view.count > 0) {
    vx += (view.vx / view.count - own.vx) / 8 + view.dx * unit / view.count / 512;
    vy += (view.vy / view.count - own.vy) / 8 + view.dy * unit / view.count / 512;
    vx += view.away_x * unit / 32;
    vy += view.away_y * unit / 32;
  }
  FlockState next;
  hold_speed(scale, vx, vy, next);
  next.at = {own.at.x + static_cast<std::uint32_t>(next.vx),
             own.at.y + static_cast<std::uint32_t>(next.vy)};
  return next;
}

// The monitored components: position, velocity, then values derived from the position.
inline std::uint64_t flock_component(const FlockState& state, std::uint32_t component) {
  if (component == 0) return position_word(state.at);
  if (component == 1) {
    return position_word(
        {static_cast<std::uint32_t>(state.vx), static_cast<std::uint32_t>(state.vy)});
  }
  return base::mix64(position_word(state.at) + component);
}

}  // namespace orrery::universe
