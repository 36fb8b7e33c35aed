// The update that a user sends, and the extrapolation that a shadow makes from it.
//
// Dead reckoning as in IEEE 1278.1. Both ends extrapolate the last update from the step in which it was sent, so its delay
// causes no error while the user moves as extrapolated.
#pragma once

#include <cstdint>

#include "motion.hpp"

namespace orrery::workloads::networked {

using Step = std::uint32_t;

// Nodes send it to each other as its bytes in memory.
struct Update {
  std::uint32_t user = 0;
  Step sent = 0;         // step in which the user sent it
  Step due = 0;          // step in which it reaches the end of its lane
  std::uint32_t to = 0;  // destination system
  Vector position;
  Vector velocity;
  Vector acceleration;  // 0 except in dead reckoning of second order
};
static_assert(sizeof(Update) == 64);

// Size on a link, in bytes: 4 for each of user, step, destination and kind, and 8 for each number.
constexpr std::uint32_t wire_bytes(contracts::Approximation approximation) {
  return 16 + (approximation == contracts::Approximation::second_order ? 6 : 4) * 8;
}

inline Update update_of(std::uint32_t id, const User& user, Step now,
                        contracts::Approximation approximation) {
  Update update{id, now, 0, 0, user.position(), user.velocity(), {}};
  if (approximation == contracts::Approximation::second_order) {
    update.acceleration = user.acceleration();
  }
  return update;
}

inline Vector velocity_after(const Update& update, double seconds) {
  return {update.velocity.x + update.acceleration.x * seconds,
          update.velocity.y + update.acceleration.y * seconds};
}

inline Vector position_after(const Update& update, double seconds) {
  return {update.position.x + (update.velocity.x + update.acceleration.x * seconds / 2) * seconds,
          update.position.y + (update.velocity.y + update.acceleration.y * seconds / 2) * seconds};
}

inline double distance(Vector a, Vector b) { return length({a.x - b.x, a.y - b.y}); }

}  // namespace orrery::workloads::networked
