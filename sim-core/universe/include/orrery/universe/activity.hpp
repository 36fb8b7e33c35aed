// What a universe manager spends a step on, in nanoseconds. The activities of a step add up to its duration.
//
//   update    telling entities and managers to update (pooled: the updates that it runs itself)
//   state     taking state updates and forwarding them
//   manager   starting the managers (pooled: running them) and taking their answers
//   wait      a slave's, for the master's next step
//   idle      polling and blocked, for entities, managers or slaves
//   migration packing, taking and constructing entities that move, and deciding about them
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "orrery/base/clock.hpp"

namespace orrery::universe {

enum class Activity : std::uint8_t { update, state, manager, wait, idle, migration };
inline constexpr std::size_t all_activities = 6;
// Those of systems in which nobody migrates.
inline constexpr std::size_t activity_count = 5;
std::string_view to_string(Activity activity);
std::string_view title_of(Activity activity);

using ActivityTimes = std::array<std::int64_t, all_activities>;

// Cuts a step into activities. Laps<false> compiles to nothing: that is how a step goes that is not recorded.
template <bool timed>
class Laps {
 public:
  explicit Laps(const base::CycleClock&) {}
  void lap(Activity) {}
  void own_part_done() {}
};

template <>
class Laps<true> {
 public:
  explicit Laps(const base::CycleClock& clock) : clock_(clock), last_(clock.now()) {
    started_ = last_;
  }
  // The time since the last lap belonged to this activity.
  void lap(Activity activity) {
    const std::int64_t now = clock_.now();
    times_[static_cast<std::size_t>(activity)] += now - last_;
    last_ = now;
  }
  // The node's own entities and managers are done; what follows is waiting for other nodes.
  void own_part_done() {
    busy_ = last_ - started_ - times_[static_cast<std::size_t>(Activity::wait)];
  }
  [[nodiscard]] const ActivityTimes& times() const { return times_; }
  [[nodiscard]] std::int64_t duration() const { return last_ - started_; }
  [[nodiscard]] std::int64_t busy() const { return busy_; }
  [[nodiscard]] std::int64_t ended_at() const { return last_; }

 private:
  const base::CycleClock& clock_;
  std::int64_t started_ = 0;
  std::int64_t last_ = 0;
  std::int64_t busy_ = 0;
  ActivityTimes times_{};
};

}  // namespace orrery::universe
