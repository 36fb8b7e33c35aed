// How a user moves: the truth that shadows approximate. Every node works it out for every user, from the seed alone, so
// that an error is known where it is seen, without a clock that hosts share.
//
// Speed is constant. A leg lasts one to five seconds: straight on in a direction of chance, or in a curve with a rate of
// turn of chance. Only + - * / and sqrt: equal to the last bit on every machine.
#pragma once

#include <cstdint>

#include "orrery/base/random.hpp"
#include "orrery/contracts/contracts.hpp"

namespace orrery::workloads::networked {

// In metres and seconds.
struct Vector {
  double x = 0;
  double y = 0;
};

double length(Vector vector);

// Of curves: radians a second, either way.
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
  double turn_ = 0;  // radians a second
  double cosine_ = 1;
  double sine_ = 0;
  std::uint64_t steps_left_ = 0;  // of the leg
};

}  // namespace orrery::workloads::networked
