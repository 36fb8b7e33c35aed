#include "motion.hpp"

#include <cmath>

namespace orrery::workloads::networked {

namespace {

constexpr double world_m = 1'000;
constexpr double shortest_leg_s = 1;
constexpr double longest_leg_s = 5;

// A random direction of length 1, drawn within the unit circle so that no sine or cosine is needed.
Vector direction(base::Random& random) {
  for (;;) {
    const Vector at{random.uniform(-1, 1), random.uniform(-1, 1)};
    const double far = length(at);
    if (far > 0.1 && far <= 1) return {at.x / far, at.y / far};
  }
}

}  // namespace

double length(Vector vector) { return std::sqrt(vector.x * vector.x + vector.y * vector.y); }

User::User(std::uint64_t seed, std::uint32_t id, contracts::UserMotion motion, double fastest,
           double step_s)
    : random_(seed, id),
      motion_(motion),
      step_s_(step_s),
      speed_(random_.uniform(fastest / 2, fastest)),
      position_{random_.uniform(0, world_m), random_.uniform(0, world_m)} {
  const Vector ahead = direction(random_);
  velocity_ = {speed_ * ahead.x, speed_ * ahead.y};
  begin_leg();
}

void User::begin_leg() {
  const double lasts_s = random_.uniform(shortest_leg_s, longest_leg_s);
  steps_left_ = static_cast<std::uint64_t>(lasts_s / step_s_) + 1;
  if (motion_ == contracts::UserMotion::straight) {
    const Vector ahead = direction(random_);
    velocity_ = {speed_ * ahead.x, speed_ * ahead.y};
    return;
  }
  turn_ = random_.uniform(-fastest_turn, fastest_turn);
  // A rotation by 2 atan(t): cosine (1 - t^2) / (1 + t^2), sine 2 t / (1 + t^2).
  const double t = turn_ * step_s_ / 2;
  cosine_ = (1 - t * t) / (1 + t * t);
  sine_ = 2 * t / (1 + t * t);
}

void User::advance() {
  const Vector before = velocity_;
  velocity_ = {cosine_ * before.x - sine_ * before.y, sine_ * before.x + cosine_ * before.y};
  position_.x += (before.x + velocity_.x) / 2 * step_s_;
  position_.y += (before.y + velocity_.y) / 2 * step_s_;
  if (--steps_left_ == 0) begin_leg();
}

}  // namespace orrery::workloads::networked
