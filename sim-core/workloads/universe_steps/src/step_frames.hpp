// The telemetry of a node: its schemas, and the rows of its frames from recorded steps and exact totals.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "orrery/base/histogram.hpp"
#include "orrery/contracts/contracts.hpp"
#include "orrery/telemetry/board.hpp"
#include "orrery/telemetry/process_meter.hpp"
#include "orrery/telemetry/publisher.hpp"
#include "orrery/universe/message.hpp"
#include "orrery/universe/step_record.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::workloads::universe_steps {

// Kinds of messages that occur anywhere in this system: the columns, the same on all its nodes.
std::vector<universe::MessageKind> kinds_in_use(const universe::System& system);

contracts::FrameSchema window_schema(const universe::System& system);
contracts::FrameSchema samples_schema();

// Called by the telemetry thread alone, and by its owner when that has ended.
class StepFrames final : public telemetry::FrameSource {
 public:
  StepFrames(const universe::System& system, universe::NodeIndex node,
             const telemetry::Board& board, const std::vector<int>& child_pids);

  void record(std::span<const std::uint64_t> words) override;
  void sample_row(std::span<const std::uint64_t> words,
                  std::vector<telemetry::Cell>& cells) override;
  bool window_row(std::uint64_t window_ns, bool last, std::vector<telemetry::Cell>& cells) override;
  [[nodiscard]] std::uint64_t done() const override { return board_.done(); }

  // Durations of all recorded steps.
  [[nodiscard]] const base::Histogram& step_times() const { return all_; }

 private:
  void summarise();

  const std::vector<universe::MessageKind> kinds_;
  std::vector<std::uint64_t> message_bytes_;
  const std::uint64_t entities_;
  const telemetry::Board& board_;
  telemetry::ProcessMeter meter_;

  base::Histogram all_;
  base::Histogram window_;
  std::array<std::uint64_t, universe::activity_count> window_activity_{};
  std::vector<telemetry::Cell> summary_;  // of the last window in which a step ended
  std::uint64_t done_before_ = 0;
  std::vector<std::uint64_t> messages_before_;
};

}  // namespace orrery::workloads::universe_steps
