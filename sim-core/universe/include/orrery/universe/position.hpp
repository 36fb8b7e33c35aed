// The position of an entity, for behaviours that have positions: in a square of 2^32 by 2^32 whose opposite edges are
// joined. Differences wrap by themselves, and all arithmetic is exact on any machine.
#pragma once

#include <bit>
#include <cstdint>

namespace orrery::universe {

struct Position {
  std::uint32_t x = 0;
  std::uint32_t y = 0;

  friend bool operator==(const Position&, const Position&) = default;
};

// Both coordinates in one word, as a component of state carries them.
constexpr std::uint64_t position_word(Position at) { return std::bit_cast<std::uint64_t>(at); }

// A coordinate as a share of the side, from 0 to below 1.
constexpr double share_of_side(std::uint32_t coordinate) {
  return static_cast<double>(coordinate) * 0x1.0p-32;
}

}  // namespace orrery::universe
