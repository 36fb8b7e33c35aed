// The loop over a run's steps: the warm-up, then the measured steps. RecordingStride decides which of these are recorded.
#pragma once

#include <functional>

#include "orrery/base/clock.hpp"
#include "orrery/universe/entity_rows.hpp"
#include "orrery/universe/node.hpp"
#include "orrery/universe/recording_stride.hpp"

#include "universe_manager.hpp"

namespace orrery::universe {

struct LoopTotals {
  std::int64_t elapsed_ns = 0;  // of the measured part
  std::uint64_t recorded_steps = 0;
  std::int64_t recorded_ns = 0;
  ActivityTimes activity_ns{};
  std::int64_t busy_ns = 0;
};

struct LoopHooks {
  const std::function<bool()>& stopped;
  const std::function<void()>& measuring;
};

template <class Parties>
class StepLoop {
 public:
  StepLoop(const System& system, NodeIndex node, UniverseManager<Parties>& manager,
           const Recording& recording, const base::CycleClock& clock)
      : system_(system),
        node_(node),
        manager_(manager),
        recording_(recording),
        clock_(clock),
        stride_(record_cost_ns(clock)) {}

  // Returns false if the run was stopped or the universe manager has failed.
  bool run(const LoopHooks& hooks);
  [[nodiscard]] const LoopTotals& totals() const { return totals_; }

 private:
  // A recorded step reads the clock at about seven places, and moves a record of one cache line.
  static double record_cost_ns(const base::CycleClock& clock) {
    return 7 * base::measure(clock).read_cost_ns + 40;
  }

  bool plain_step(Step step) {
    Laps<false> laps(clock_);
    return manager_.template step<false>(step, laps);
  }
  bool recorded_step(std::uint64_t measured);
  void show(std::uint64_t done);
  void show_entities(Step after);

  const System& system_;
  const NodeIndex node_;
  UniverseManager<Parties>& manager_;
  const Recording recording_;
  const base::CycleClock& clock_;
  RecordingStride stride_;
  std::uint64_t last_recorded_ = 0;
  std::int64_t last_recorded_at_ = 0;
  LoopTotals totals_;
};

template <class Parties>
bool StepLoop<Parties>::run(const LoopHooks& hooks) {
  const std::int64_t warmup_started = base::now_ns();
  for (Step step = 0; step < system_.warmup_steps; ++step) {
    if (hooks.stopped() || !plain_step(step)) return false;
  }
  if (system_.warmup_steps > 0) {
    stride_.observe(static_cast<double>(base::now_ns() - warmup_started) /
                    static_cast<double>(system_.warmup_steps));
  }
  manager_.begin_totals();
  hooks.measuring();

  const std::int64_t started = base::now_ns();
  last_recorded_at_ = clock_.now();
  std::uint64_t next_recorded = recording_.ring != nullptr ? 0 : system_.measured_steps;
  for (std::uint64_t measured = 0; measured < system_.measured_steps; ++measured) {
    if (hooks.stopped()) return false;
    if (measured != next_recorded) {
      if (!plain_step(system_.warmup_steps + measured)) return false;
    } else {
      if (!recorded_step(measured)) return false;
      next_recorded = measured + stride_.value();
    }
    if (recording_.entities != nullptr && recording_.entities->wanted()) {
      show_entities(system_.warmup_steps + measured);
    }
  }
  totals_.elapsed_ns = base::now_ns() - started;
  manager_.settle();
  show(system_.measured_steps);
  if (recording_.entities != nullptr) {
    recording_.entities->claim_last();
    show_entities(system_.total_steps() - 1);
  }
  return true;
}

template <class Parties>
void StepLoop<Parties>::show_entities(Step after) {
  recording_.entities->begin();
  universe::show_entities(*recording_.entities, system_, node_, manager_.parties().entity_class(),
                          after);
  recording_.entities->publish();
}

template <class Parties>
bool StepLoop<Parties>::recorded_step(std::uint64_t measured) {
  Laps<true> laps(clock_);
  if (!manager_.template step<true>(system_.warmup_steps + measured, laps)) return false;
  StepRecord record;
  record.measured_step = measured;
  record.duration_ns = static_cast<std::uint64_t>(laps.duration());
  record.busy_ns = static_cast<std::uint64_t>(laps.busy());
  for (std::size_t i = 0; i < all_activities; ++i) totals_.activity_ns[i] += laps.times()[i];
  for (std::size_t i = 0; i < activity_count; ++i) {
    record.activity_ns[i] = static_cast<std::uint64_t>(laps.times()[i]);
  }
  ++totals_.recorded_steps;
  totals_.recorded_ns += laps.duration();
  totals_.busy_ns += laps.busy();
  if constexpr (Parties::migrates) {
    const Parties& parties = manager_.parties();
    const auto migration = laps.times()[static_cast<std::size_t>(Activity::migration)];
    recording_.ring->push(MigrationStepRecord{record, static_cast<std::uint64_t>(migration),
                                              parties.entities(),
                                              static_cast<std::uint64_t>(parties.workload_ns())}
                              .pack());
  } else {
    recording_.ring->push(record.pack());
  }
  show(measured + 1);
  if (measured > last_recorded_) {
    stride_.observe(static_cast<double>(laps.ended_at() - last_recorded_at_) /
                    static_cast<double>(measured - last_recorded_));
  }
  last_recorded_ = measured;
  last_recorded_at_ = laps.ended_at();
  return true;
}

template <class Parties>
void StepLoop<Parties>::show(std::uint64_t done) {
  if (recording_.board == nullptr) return;
  const MessageCounts& counted = manager_.counted();
  for (std::size_t i = 0; i < counted_kinds; ++i) recording_.board->show(i, counted.by_kind[i]);
  recording_.board->show_done(done);
}

}  // namespace orrery::universe
