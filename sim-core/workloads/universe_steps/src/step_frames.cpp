#include "step_frames.hpp"

#include "orrery/telemetry/use_columns.hpp"
#include "orrery/universe/activity.hpp"
#include "orrery/universe/message_model.hpp"

namespace orrery::workloads::universe_steps {

namespace {

using contracts::Column;
using contracts::ColumnRole;
using contracts::ColumnType;
using telemetry::integer_cell;
using telemetry::real_cell;
using universe::Activity;
using universe::MessageKind;

constexpr std::int32_t window_schema_id = 1;
constexpr std::int32_t samples_schema_id = 2;

void add_activities(std::vector<Column>& columns, ColumnType type) {
  for (std::size_t i = 0; i < universe::activity_count; ++i) {
    const auto activity = static_cast<Activity>(i);
    const std::string series(universe::to_string(activity));
    columns.push_back({"activity." + series, std::string(universe::title_of(activity)), type, "ns",
                       ColumnRole::activity, series});
  }
}

}  // namespace

std::vector<MessageKind> kinds_in_use(const universe::System& system) {
  universe::MessageCounts all;
  for (universe::NodeIndex node = 0; node < system.nodes(); ++node) {
    all += universe::MessageModel(system, node).expected_over(0, system.total_steps());
  }
  std::vector<MessageKind> kinds;
  for (std::size_t i = 0; i < universe::counted_kinds; ++i) {
    if (all.by_kind[i] > 0) kinds.push_back(static_cast<MessageKind>(i));
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
  for (const MessageKind kind : kinds_in_use(system)) {
    const std::string name(universe::to_string(kind));
    const std::string title(universe::title_of(kind));
    columns.push_back(
        {"messages." + name, title, ColumnType::u64, "count", ColumnRole::messages, name});
    columns.push_back(
        {"bytes." + name, title + ", bytes", ColumnType::u64, "B", ColumnRole::bytes, name});
  }
  columns.push_back(
      {"entities", "Entities", ColumnType::u64, "count", ColumnRole::gauge, "entities"});
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
  return schema;
}

StepFrames::StepFrames(const universe::System& system, universe::NodeIndex node,
                       const telemetry::Board& board, const std::vector<int>& child_pids)
    : kinds_(kinds_in_use(system)),
      entities_(system.entities_by_node[node]),
      board_(board),
      meter_(child_pids),
      summary_(6 + universe::activity_count, real_cell(0)),
      messages_before_(kinds_.size()) {
  for (const MessageKind kind : kinds_) {
    message_bytes_.push_back(universe::message_bytes(system, kind));
  }
}

void StepFrames::record(std::span<const std::uint64_t> words) {
  const universe::StepRecord step = universe::StepRecord::unpack(words);
  window_.record(step.duration_ns);
  for (std::size_t i = 0; i < universe::activity_count; ++i) {
    window_activity_[i] += step.activity_ns[i];
  }
}

void StepFrames::sample_row(std::span<const std::uint64_t> words,
                            std::vector<telemetry::Cell>& cells) {
  const universe::StepRecord step = universe::StepRecord::unpack(words);
  cells.push_back(integer_cell(step.measured_step));
  cells.push_back(real_cell(static_cast<double>(step.duration_ns)));
  for (const std::uint64_t ns : step.activity_ns) {
    cells.push_back(real_cell(static_cast<double>(ns)));
  }
}

void StepFrames::summarise() {
  summary_ = {
      real_cell(window_.mean()),
      real_cell(static_cast<double>(window_.min())),
      real_cell(static_cast<double>(window_.max())),
  };
  for (const double fraction : {0.5, 0.9, 0.99}) {
    summary_.push_back(real_cell(static_cast<double>(window_.quantile(fraction))));
  }
  for (const std::uint64_t ns : window_activity_) {
    summary_.push_back(real_cell(static_cast<double>(ns) / static_cast<double>(window_.count())));
  }
}

bool StepFrames::window_row(std::uint64_t window_ns, bool last,
                            std::vector<telemetry::Cell>& cells) {
  if (window_.count() == 0 && !last) return false;
  const std::uint64_t done = board_.done();
  const telemetry::ProcessMeter::Reading use = meter_.read();
  cells.push_back(integer_cell(done_before_));
  cells.push_back(integer_cell(window_ns));
  cells.push_back(integer_cell(done - done_before_));
  // A last window in which no step ended repeats the durations before it: zero would be a lie.
  if (window_.count() > 0) summarise();
  cells.insert(cells.end(), summary_.begin(), summary_.end());
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    const std::uint64_t total = board_.total(static_cast<std::size_t>(kinds_[i]));
    const std::uint64_t messages = total - messages_before_[i];
    messages_before_[i] = total;
    cells.push_back(integer_cell(messages));
    cells.push_back(integer_cell(messages * message_bytes_[i]));
  }
  cells.push_back(integer_cell(entities_));
  telemetry::add_use_cells(use, cells);

  done_before_ = done;
  all_.merge(window_);
  window_.clear();
  window_activity_ = {};
  return true;
}

}  // namespace orrery::workloads::universe_steps
