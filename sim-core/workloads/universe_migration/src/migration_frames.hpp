// Telemetry of a node whose entities migrate: its steps, and the number and CPU time of its entities.
#pragma once

#include <vector>

#include "orrery/universe/node.hpp"
#include "orrery/workloads/universe_face/step_frames.hpp"

namespace orrery::workloads::universe_migration {

// Kinds of messages that the node can have.
std::vector<universe::MessageKind> kinds_of(const universe::NodeConfig& config);

StepColumns columns_of(const universe::NodeConfig& config);

class MigrationFrames final : public StepFrames {
 public:
  MigrationFrames(const universe::NodeConfig& config, const telemetry::Board& board,
                  const std::vector<int>& child_pids)
      : StepFrames(config.system, columns_of(config), board, child_pids) {}

 protected:
  void note(std::span<const std::uint64_t> words) override;
  void add_window_cells(std::vector<telemetry::Cell>& cells) override;
  void add_sample_cells(std::span<const std::uint64_t> words,
                        std::vector<telemetry::Cell>& cells) override;

 private:
  // Sum and greatest value in this window.
  std::uint64_t workload_ns_ = 0;
  std::uint64_t greatest_workload_ns_ = 0;
  std::uint64_t entities_ = 0;  // in the last recorded step
};

}  // namespace orrery::workloads::universe_migration
