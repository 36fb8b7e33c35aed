// The telemetry of a node: step times, activities, messages, and what the node carries: entities and their workload.
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

namespace orrery::workloads::universe_migration {

// Kinds of messages that this system can have: the columns, the same on all its nodes.
std::vector<universe::MessageKind> kinds_of(const universe::System& system);

contracts::FrameSchema window_schema(const universe::System& system);
contracts::FrameSchema samples_schema();

// Called by the telemetry thread alone, and by its owner when that has ended.
class MigrationFrames final : public telemetry::FrameSource {
 public:
  MigrationFrames(const universe::System& system, const telemetry::Board& board,
                  const std::vector<int>& child_pids);

  void record(std::span<const std::uint64_t> words) override;
  void sample_row(std::span<const std::uint64_t> words,
                  std::vector<telemetry::Cell>& cells) override;
  bool window_row(std::uint64_t window_ns, bool last, std::vector<telemetry::Cell>& cells) override;
  [[nodiscard]] std::uint64_t done() const override { return board_.done(); }

  // Durations of all recorded steps.
  [[nodiscard]] const base::Histogram& step_times() const { return all_; }

 private:
  struct Sums {
    std::array<std::uint64_t, universe::all_activities> activity_ns{};
    std::uint64_t workload_ns = 0;
    std::uint64_t greatest_workload_ns = 0;
    std::uint64_t entities = 0;  // in the last step
  };
  void summarise();

  const std::vector<universe::MessageKind> kinds_;
  std::vector<std::uint64_t> message_bytes_;
  const telemetry::Board& board_;
  telemetry::ProcessMeter meter_;
  base::Histogram all_;
  base::Histogram window_;
  Sums sums_;
  std::vector<telemetry::Cell> summary_;  // of the last window in which a step ended
  std::uint64_t done_before_ = 0;
  std::vector<std::uint64_t> messages_before_;
};

}  // namespace orrery::workloads::universe_migration
