#include "migration_frames.hpp"

#include <algorithm>

namespace orrery::workloads::universe_migration {

using contracts::ColumnRole;
using contracts::ColumnType;
using telemetry::integer_cell;
using telemetry::real_cell;
using universe::MessageKind;
using universe::MigrationStepRecord;

std::vector<MessageKind> kinds_of(const universe::NodeConfig& config) {
  const universe::System& system = config.system;
  std::vector<MessageKind> kinds{MessageKind::update_notify, MessageKind::update_complete};
  if (system.nodes() > 1) {
    kinds.insert(kinds.end(),
                 {MessageKind::node_notify, MessageKind::node_complete, MessageKind::load_report,
                  MessageKind::migration_order, MessageKind::entity_state});
  }
  if (config.resource_manager_apart) {
    kinds.insert(kinds.end(), {MessageKind::usage_request, MessageKind::usage_report});
    if (system.nodes() > 1) {
      kinds.insert(kinds.end(), {MessageKind::decision_request, MessageKind::decision});
    }
  }
  if (system.monitored()) {
    kinds.insert(kinds.end(), {MessageKind::state_from_entity, MessageKind::state_to_manager,
                               MessageKind::manager_process, MessageKind::manager_complete});
    if (system.nodes() > 1) {
      kinds.insert(kinds.end(), {MessageKind::state_relay, MessageKind::state_complete});
    }
  }
  return kinds;
}

StepColumns columns_of(const universe::NodeConfig& config) {
  StepColumns columns;
  columns.kinds = kinds_of(config);
  columns.activities = universe::all_activities;
  columns.window = {
      {"workload.mean", "CPU time of the node's entities in a step, mean", ColumnType::f64, "ns",
       ColumnRole::gauge, "workload"},
      {"workload.max", "CPU time of the node's entities in a step, greatest", ColumnType::f64, "ns",
       ColumnRole::gauge, "workload"},
      {"entities", "Entities", ColumnType::u64, "count", ColumnRole::gauge, "entities"},
  };
  columns.samples = {
      {"workload", "CPU time of the node's entities in a step", ColumnType::f32, "ns",
       ColumnRole::gauge, "workload"},
      {"entities", "Entities", ColumnType::u32, "count", ColumnRole::gauge, "entities"},
  };
  return columns;
}

void MigrationFrames::note(std::span<const std::uint64_t> words) {
  const auto record = MigrationStepRecord::unpack(words);
  workload_ns_ += record.workload_ns;
  greatest_workload_ns_ = std::max(greatest_workload_ns_, record.workload_ns);
  entities_ = record.entities;
}

void MigrationFrames::add_window_cells(std::vector<telemetry::Cell>& cells) {
  cells.push_back(real_cell(static_cast<double>(workload_ns_) / static_cast<double>(recorded())));
  cells.push_back(real_cell(static_cast<double>(greatest_workload_ns_)));
  cells.push_back(integer_cell(entities_));
  workload_ns_ = greatest_workload_ns_ = 0;
}

void MigrationFrames::add_sample_cells(std::span<const std::uint64_t> words,
                                       std::vector<telemetry::Cell>& cells) {
  const auto record = MigrationStepRecord::unpack(words);
  cells.push_back(real_cell(static_cast<double>(record.workload_ns)));
  cells.push_back(integer_cell(record.entities));
}

}  // namespace orrery::workloads::universe_migration
