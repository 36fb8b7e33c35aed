// What a user sends, and what a shadow makes of it.
//
// Dead reckoning as in IEEE 1278.1: both ends extrapolate from the last update by the step in which it was sent, so that
// the way it took costs nothing while the user goes on as it said.
#pragma once

#include <cstdint>

#include "motion.hpp"

namespace orrery::workloads::networked {

using Step = std::uint32_t;

// As it lies in memory and goes from node to node.
struct Update {
  std::uint32_t user = 0;
  Step sent = 0;         // by the user
  Step due = 0;          // at the end of the lane that it is on
  std::uint32_t to = 0;  // the system that it is for
  Vector position;
  Vector velocity;
  Vector acceleration;  // 0 but in dead reckoning of second order
};
static_assert(sizeof(Update) == 64);

// On a link: user, step, destination and kind take 4 bytes each, a number 8.
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
