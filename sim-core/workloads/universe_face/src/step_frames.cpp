#include "orrery/workloads/universe_face/step_frames.hpp"

#include <string>
#include <utility>

#include "orrery/telemetry/use_columns.hpp"
#include "orrery/universe/activity.hpp"
#include "orrery/universe/message_model.hpp"

namespace orrery::workloads {

namespace {

using contracts::Column;
using contracts::ColumnRole;
using contracts::ColumnType;
using telemetry::integer_cell;
using telemetry::real_cell;
using universe::Activity;
using universe::MessageKind;
using universe::StepRecord;

constexpr std::int32_t window_schema_id = 1;
constexpr std::int32_t samples_schema_id = 2;

void add_activities(std::vector<Column>& columns, std::size_t count, ColumnType type) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto activity = static_cast<Activity>(i);
    const std::string series(universe::to_string(activity));
    columns.push_back({"activity." + series, std::string(universe::title_of(activity)), type, "ns",
                       ColumnRole::activity, series});
  }
}

telemetry::Cell real(std::uint64_t value) { return real_cell(static_cast<double>(value)); }

// The activity that only a MigrationStepRecord has is the word after those of a StepRecord.
std::uint64_t activity_ns(std::span<const std::uint64_t> words, const StepRecord& step,
                          std::size_t activity) {
  return activity < universe::activity_count ? step.activity_ns[activity]
                                             : words[StepRecord::words];
}

}  // namespace

contracts::FrameSchema window_schema(const StepColumns& given) {
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
  add_activities(columns, given.activities, ColumnType::f64);
  columns.insert(columns.end(), given.window.begin(), given.window.end());
  for (const MessageKind kind : given.kinds) {
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

contracts::FrameSchema samples_schema(const StepColumns& given) {
  contracts::FrameSchema schema;
  schema.schema_id = samples_schema_id;
  schema.kind = contracts::FrameKind::samples;
  schema.columns = {
      {"step", "Step", ColumnType::u64, "count", ColumnRole::index, "step"},
      {"step_time", "Step time", ColumnType::f32, "ns", ColumnRole::duration, "step_time"},
  };
  add_activities(schema.columns, given.activities, ColumnType::f32);
  schema.columns.insert(schema.columns.end(), given.samples.begin(), given.samples.end());
  return schema;
}

StepFrames::StepFrames(const universe::System& system, StepColumns columns,
                       const telemetry::Board& board, const std::vector<int>& child_pids)
    : columns_(std::move(columns)),
      board_(board),
      meter_(child_pids),
      messages_before_(columns_.kinds.size()) {
  for (const MessageKind kind : columns_.kinds) {
    message_bytes_.push_back(universe::message_bytes(system, kind));
  }
  // Used if no step is ever recorded.
  summary_.assign(6 + columns_.activities, real_cell(0));
  for (const Column& column : columns_.window) {
    const bool is_real = column.type == ColumnType::f64 || column.type == ColumnType::f32;
    summary_.push_back(is_real ? real_cell(0) : integer_cell(0));
  }
}

std::size_t StepFrames::words() const {
  return columns_.activities == universe::all_activities ? universe::MigrationStepRecord::words
                                                         : StepRecord::words;
}

void StepFrames::record(std::span<const std::uint64_t> words) {
  const StepRecord step = StepRecord::unpack(words);
  window_.record(step.duration_ns);
  for (std::size_t i = 0; i < columns_.activities; ++i) {
    window_activity_[i] += activity_ns(words, step, i);
  }
  note(words);
}

void StepFrames::sample_row(std::span<const std::uint64_t> words,
                            std::vector<telemetry::Cell>& cells) {
  const StepRecord step = StepRecord::unpack(words);
  cells.push_back(integer_cell(step.measured_step));
  cells.push_back(real(step.duration_ns));
  for (std::size_t i = 0; i < columns_.activities; ++i) {
    cells.push_back(real(activity_ns(words, step, i)));
  }
  add_sample_cells(words, cells);
}

void StepFrames::summarise() {
  summary_ = {real_cell(window_.mean()), real(window_.min()), real(window_.max())};
  for (const double fraction : {0.5, 0.9, 0.99}) {
    summary_.push_back(real(window_.quantile(fraction)));
  }
  for (std::size_t i = 0; i < columns_.activities; ++i) {
    summary_.push_back(
        real_cell(static_cast<double>(window_activity_[i]) / static_cast<double>(window_.count())));
  }
  add_window_cells(summary_);
}

bool StepFrames::window_row(std::uint64_t window_ns, bool last,
                            std::vector<telemetry::Cell>& cells) {
  if (window_.count() == 0 && !last) return false;
  const std::uint64_t done = board_.done();
  cells.push_back(integer_cell(done_before_));
  cells.push_back(integer_cell(window_ns));
  cells.push_back(integer_cell(done - done_before_));
  // A last window without a recorded step repeats the previous summary: zeros would be wrong.
  if (window_.count() > 0) summarise();
  cells.insert(cells.end(), summary_.begin(), summary_.end());
  for (std::size_t i = 0; i < columns_.kinds.size(); ++i) {
    const std::uint64_t total = board_.total(static_cast<std::size_t>(columns_.kinds[i]));
    const std::uint64_t messages = total - messages_before_[i];
    messages_before_[i] = total;
    cells.push_back(integer_cell(messages));
    cells.push_back(integer_cell(messages * message_bytes_[i]));
  }
  telemetry::add_use_cells(meter_.read(), cells);

  done_before_ = done;
  all_.merge(window_);
  window_.clear();
  window_activity_ = {};
  return true;
}

}  // namespace orrery::workloads
