#include "migration_frames.hpp"

#include <algorithm>

#include "orrery/telemetry/use_columns.hpp"
#include "orrery/universe/activity.hpp"
#include "orrery/universe/message_model.hpp"

namespace orrery::workloads::universe_migration {

namespace {

using contracts::Column;
using contracts::ColumnRole;
using contracts::ColumnType;
using telemetry::Cell;
using telemetry::integer_cell;
using telemetry::real_cell;
using universe::Activity;
using universe::MessageKind;

constexpr std::int32_t window_schema_id = 1;
constexpr std::int32_t samples_schema_id = 2;

void add_activities(std::vector<Column>& columns, ColumnType type) {
  for (std::size_t i = 0; i < universe::all_activities; ++i) {
    const auto activity = static_cast<Activity>(i);
    const std::string series(universe::to_string(activity));
    columns.push_back({"activity." + series, std::string(universe::title_of(activity)), type, "ns",
                       ColumnRole::activity, series});
  }
}

Cell real(std::uint64_t value) { return real_cell(static_cast<double>(value)); }

}  // namespace

std::vector<MessageKind> kinds_of(const universe::System& system) {
  std::vector<MessageKind> kinds{MessageKind::update_notify, MessageKind::update_complete};
  if (system.nodes() > 1) {
    kinds.insert(kinds.end(),
                 {MessageKind::node_notify, MessageKind::node_complete, MessageKind::load_report,
                  MessageKind::migration_order, MessageKind::entity_state});
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

contracts::FrameSchema window_schema(const universe::System& system) {
  contracts::FrameSchema schema;
  schema.schema_id = window_schema_id;
  schema.kind = contracts::FrameKind::window;
  auto& columns = schema.columns;
  columns = {
      {"first_step", "First step", ColumnType::u64, "count", ColumnRole::index, "first_step"},
      {"window_ns", "Length of the window", ColumnType::u64, "ns", ColumnRole::time, "window_ns"},
      {"steps", "Steps", ColumnType::u64, "count", ColumnRole::counter, "steps"},
  };
  const std::array<std::pair<const char*, const char*>, 6> times{{{"mean", "Step time, mean"},
                                                                  {"min", "Step time, least"},
                                                                  {"max", "Step time, greatest"},
                                                                  {"p50", "Step time, median"},
                                                                  {"p90", "Step time, p90"},
                                                                  {"p99", "Step time, p99"}}};
  for (const auto& [name, title] : times) {
    columns.push_back({std::string("step_time.") + name, title, ColumnType::f64, "ns",
                       ColumnRole::duration, "step_time"});
  }
  add_activities(columns, ColumnType::f64);
  columns.push_back({"workload.mean", "CPU time of the node's entities in a step, mean",
                     ColumnType::f64, "ns", ColumnRole::gauge, "workload"});
  columns.push_back({"workload.max", "CPU time of the node's entities in a step, greatest",
                     ColumnType::f64, "ns", ColumnRole::gauge, "workload"});
  columns.push_back(
      {"entities", "Entities", ColumnType::u64, "count", ColumnRole::gauge, "entities"});
  for (const MessageKind kind : kinds_of(system)) {
    const std::string name(universe::to_string(kind));
    const std::string title(universe::title_of(kind));
    columns.push_back(
        {"messages." + name, title, ColumnType::u64, "count", ColumnRole::messages, name});
    columns.push_back(
        {"bytes." + name, title + ", bytes", ColumnType::u64, "B", ColumnRole::bytes, name});
  }
  telemetry::add_use_columns(columns);
  return schema;
}

contracts::FrameSchema samples_schema() {
  contracts::FrameSchema schema;
  schema.schema_id = samples_schema_id;
  schema.kind = contracts::FrameKind::samples;
  schema.columns = {
      {"step", "Step", ColumnType::u64, "count", ColumnRole::index, "step"},
      {"step_time", "Step time", ColumnType::f32, "ns", ColumnRole::duration, "step_time"},
  };
  add_activities(schema.columns, ColumnType::f32);
  schema.columns.push_back({"workload", "CPU time of the node's entities in a step",
                            ColumnType::f32, "ns", ColumnRole::gauge, "workload"});
  schema.columns.push_back(
      {"entities", "Entities", ColumnType::u32, "count", ColumnRole::gauge, "entities"});
  return schema;
}

MigrationFrames::MigrationFrames(const universe::System& system, const telemetry::Board& board,
                                 const std::vector<int>& child_pids)
    : kinds_(kinds_of(system)),
      board_(board),
      meter_(child_pids),
      summary_(6 + universe::all_activities + 2, real_cell(0)),
      messages_before_(kinds_.size()) {
  summary_.push_back(integer_cell(0));
  for (const MessageKind kind : kinds_) {
    message_bytes_.push_back(universe::message_bytes(system, kind));
  }
}

void MigrationFrames::record(std::span<const std::uint64_t> words) {
  const auto record = universe::MigrationStepRecord::unpack(words);
  window_.record(record.step.duration_ns);
  for (std::size_t i = 0; i < universe::activity_count; ++i) {
    sums_.activity_ns[i] += record.step.activity_ns[i];
  }
  sums_.activity_ns[universe::activity_count] += record.migration_ns;
  sums_.workload_ns += record.workload_ns;
  sums_.greatest_workload_ns = std::max(sums_.greatest_workload_ns, record.workload_ns);
  sums_.entities = record.entities;
}

void MigrationFrames::sample_row(std::span<const std::uint64_t> words, std::vector<Cell>& cells) {
  const auto record = universe::MigrationStepRecord::unpack(words);
  cells.push_back(integer_cell(record.step.measured_step));
  cells.push_back(real(record.step.duration_ns));
  for (const std::uint64_t ns : record.step.activity_ns) cells.push_back(real(ns));
  cells.push_back(real(record.migration_ns));
  cells.push_back(real(record.workload_ns));
  cells.push_back(integer_cell(record.entities));
}

void MigrationFrames::summarise() {
  const auto steps = static_cast<double>(window_.count());
  summary_ = {real_cell(window_.mean()), real(window_.min()), real(window_.max())};
  for (const double fraction : {0.5, 0.9, 0.99})
    summary_.push_back(real(window_.quantile(fraction)));
  for (const std::uint64_t ns : sums_.activity_ns) {
    summary_.push_back(real_cell(static_cast<double>(ns) / steps));
  }
  summary_.push_back(real_cell(static_cast<double>(sums_.workload_ns) / steps));
  summary_.push_back(real(sums_.greatest_workload_ns));
  summary_.push_back(integer_cell(sums_.entities));
}

bool MigrationFrames::window_row(std::uint64_t window_ns, bool last, std::vector<Cell>& cells) {
  if (window_.count() == 0 && !last) return false;
  const std::uint64_t done = board_.done();
  cells.push_back(integer_cell(done_before_));
  cells.push_back(integer_cell(window_ns));
  cells.push_back(integer_cell(done - done_before_));
  // A last window in which no step ended repeats what was before it: zero would be a lie.
  if (window_.count() > 0) summarise();
  cells.insert(cells.end(), summary_.begin(), summary_.end());
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    const std::uint64_t total = board_.total(static_cast<std::size_t>(kinds_[i]));
    const std::uint64_t messages = total - messages_before_[i];
    messages_before_[i] = total;
    cells.push_back(integer_cell(messages));
    cells.push_back(integer_cell(messages * message_bytes_[i]));
  }
  telemetry::add_use_cells(meter_.read(), cells);

  done_before_ = done;
  all_.merge(window_);
  window_.clear();
  sums_ = Sums{};
  return true;
}

}  // namespace orrery::workloads::universe_migration
