// The activities of a universe manager in a step, in nanoseconds. The times of a step's activities add up to its duration.
//
//   update    notifying entities and managers (pooled: the entity updates that it runs itself)
//   state     receiving and forwarding state updates
//   manager   starting the managers and taking their answers (pooled: running them)
//   wait      a slave waits for the master's next step
//   idle      polling or blocked, while it waits for entities, managers or slaves
//   migration packing, taking and constructing entities that move, and deciding about moves
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "orrery/base/clock.hpp"

namespace orrery::universe {

enum class Activity : std::uint8_t { update, state, manager, wait, idle, migration };
inline constexpr std::size_t all_activities = 6;
// Activities of a system without migration.
inline constexpr std::size_t activity_count = 5;
std::string_view to_string(Activity activity);
std::string_view title_of(Activity activity);

using ActivityTimes = std::array<std::int64_t, all_activities>;

// Splits a step into activities. Laps<false> compiles to nothing; steps that are not recorded use it.
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
  // Adds the time since the last lap to this activity.
  void lap(Activity activity) {
    const std::int64_t now = clock_.now();
    times_[static_cast<std::size_t>(activity)] += now - last_;
    last_ = now;
  }
  // Called when the node's own entities and managers are done; the rest of the step waits for other nodes.
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
