#include "entity_frames.hpp"

#include "orrery/universe/message_model.hpp"

namespace orrery::workloads::universe_steps {

std::vector<universe::MessageKind> kinds_in_use(const universe::System& system) {
  universe::MessageCounts all;
  for (universe::NodeIndex node = 0; node < system.nodes(); ++node) {
    all += universe::MessageModel(system, node).expected_over(0, system.total_steps());
  }
  std::vector<universe::MessageKind> kinds;
  for (std::size_t i = 0; i < universe::counted_kinds; ++i) {
    if (all.by_kind[i] > 0) kinds.push_back(static_cast<universe::MessageKind>(i));
  }
  return kinds;
}

StepColumns columns_of(const universe::System& system) {
  StepColumns columns;
  columns.kinds = kinds_in_use(system);
  columns.window = {{"entities", "Entities", contracts::ColumnType::u64, "count",
                     contracts::ColumnRole::gauge, "entities"}};
  return columns;
}

}  // namespace orrery::workloads::universe_steps
