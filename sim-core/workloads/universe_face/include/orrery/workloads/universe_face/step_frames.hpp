// Telemetry of a universe node: schemas, and rows of frames from step records and the exact totals of the board.
//
// A workload with more columns derives from StepFrames, adds its columns to StepColumns, and computes their cells from a
// record. The words of its records begin with those of a StepRecord.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "orrery/base/histogram.hpp"
#include "orrery/contracts/contracts.hpp"
#include "orrery/telemetry/board.hpp"
#include "orrery/telemetry/process_meter.hpp"
#include "orrery/telemetry/publisher.hpp"
#include "orrery/universe/message.hpp"
#include "orrery/universe/step_record.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::workloads {

// The columns of a run's frames, the same on all nodes.
struct StepColumns {
  std::vector<universe::MessageKind> kinds;  // kinds of messages that the system can have
  std::size_t activities = universe::activity_count;
  std::vector<contracts::Column> window;   // added to times, activities, messages and use
  std::vector<contracts::Column> samples;  // added to times and activities
};

contracts::FrameSchema window_schema(const StepColumns& columns);
contracts::FrameSchema samples_schema(const StepColumns& columns);

// Used by the telemetry thread, and by its owner after the thread has ended.
class StepFrames : public telemetry::FrameSource {
 public:
  StepFrames(const universe::System& system, StepColumns columns, const telemetry::Board& board,
             const std::vector<int>& child_pids);

  void record(std::span<const std::uint64_t> words) final;
  void sample_row(std::span<const std::uint64_t> words, std::vector<telemetry::Cell>& cells) final;
  bool window_row(std::uint64_t window_ns, bool last, std::vector<telemetry::Cell>& cells) final;
  [[nodiscard]] std::uint64_t done() const final { return board_.done(); }

  [[nodiscard]] const StepColumns& columns() const { return columns_; }
  // Number of words of a record.
  [[nodiscard]] std::size_t words() const;
  // Durations of all recorded steps, ns.
  [[nodiscard]] const base::Histogram& step_times() const { return all_; }

 protected:
  // Called for each recorded step of this window.
  virtual void note(std::span<const std::uint64_t> /*words*/) {}
  // Appends the cells of the columns that the workload has added. Not called for a window without a recorded step, which
  // repeats the previous cells.
  virtual void add_window_cells(std::vector<telemetry::Cell>& cells) = 0;
  virtual void add_sample_cells(std::span<const std::uint64_t> /*words*/,
                                std::vector<telemetry::Cell>& /*cells*/) {}
  // Number of steps recorded in this window.
  [[nodiscard]] std::uint64_t recorded() const { return window_.count(); }

 private:
  void summarise();

  const StepColumns columns_;
  std::vector<std::uint64_t> message_bytes_;
  const telemetry::Board& board_;
  telemetry::ProcessMeter meter_;

  base::Histogram all_;
  base::Histogram window_;
  std::array<std::uint64_t, universe::all_activities> window_activity_{};
  std::vector<telemetry::Cell> summary_;  // of the last window in which a step ended
  std::uint64_t done_before_ = 0;
  std::vector<std::uint64_t> messages_before_;
};

}  // namespace orrery::workloads
