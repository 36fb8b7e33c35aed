// Telemetry of a node whose entities do not migrate.
#pragma once

#include <vector>

#include "orrery/universe/system.hpp"
#include "orrery/workloads/universe_face/step_frames.hpp"

namespace orrery::workloads::universe_steps {

// Kinds of messages that occur anywhere in the system.
std::vector<universe::MessageKind> kinds_in_use(const universe::System& system);

StepColumns columns_of(const universe::System& system);

class EntityFrames final : public StepFrames {
 public:
  EntityFrames(const universe::System& system, universe::NodeIndex node,
               const telemetry::Board& board, const std::vector<int>& child_pids)
      : StepFrames(system, columns_of(system), board, child_pids),
        entities_(system.entities_by_node[node]) {}

 protected:
  void add_window_cells(std::vector<telemetry::Cell>& cells) override {
    cells.push_back(telemetry::integer_cell(entities_));
  }

 private:
  const std::uint64_t entities_;
};

}  // namespace orrery::workloads::universe_steps
