// How a user moves: the truth that shadows approximate. Every node computes every user's motion from the seed alone, so it
// knows the error of its shadows without a clock shared by hosts.
//
// The speed is constant. A leg lasts one to five seconds: straight ahead in a random direction, or a curve with a random turn
// rate. Uses only + - * / and sqrt, so the motion is equal to the last bit on every machine.
#pragma once

#include <cstdint>

#include "orrery/base/random.hpp"
#include "orrery/contracts/contracts.hpp"

namespace orrery::workloads::networked {

// In m, m/s or m/s^2.
struct Vector {
  double x = 0;
  double y = 0;
};

double length(Vector vector);

// Greatest turn rate of a curve, in radians per second, in either direction.
inline constexpr double fastest_turn = 1.0;

class User {
 public:
  User(std::uint64_t seed, std::uint32_t id, contracts::UserMotion motion, double fastest,
       double step_s);

  void advance();  // by a step

  [[nodiscard]] Vector position() const { return position_; }
  [[nodiscard]] Vector velocity() const { return velocity_; }
  [[nodiscard]] Vector acceleration() const { return {-turn_ * velocity_.y, turn_ * velocity_.x}; }

 private:
  void begin_leg();

  base::Random random_;
  contracts::UserMotion motion_;
  double step_s_;
  double speed_;
  Vector position_;
  Vector velocity_;
  double turn_ = 0;  // radians per second
  double cosine_ = 1;
  double sine_ = 0;
  std::uint64_t steps_left_ = 0;  // of the leg
};

}  // namespace orrery::workloads::networked
