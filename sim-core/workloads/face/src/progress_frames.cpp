#include "progress_frames.hpp"

#include "orrery/telemetry/use_columns.hpp"

namespace orrery::workloads {

contracts::FrameSchema progress_schema(const Progress& progress, const std::vector<Gauge>& gauges) {
  using contracts::ColumnRole;
  using contracts::ColumnType;
  contracts::FrameSchema schema;
  schema.schema_id = 1;
  schema.kind = contracts::FrameKind::window;
  schema.columns = {
      {"first_step", progress.title + " before", ColumnType::u64, "count", ColumnRole::index,
       "first_step"},
      {"window_ns", "Length of the window", ColumnType::u64, "ns", ColumnRole::time, "window_ns"},
      {"steps", progress.title, ColumnType::u64, "count", ColumnRole::counter, "steps"},
      {progress.time_series + ".mean", progress.time_title + ", mean", ColumnType::f64, "ns",
       ColumnRole::duration, progress.time_series},
  };
  for (const Gauge& gauge : gauges) {
    schema.columns.push_back({gauge.name, gauge.title, ColumnType::f64, gauge.unit, gauge.role,
                              gauge.series.empty() ? gauge.name : gauge.series});
  }
  telemetry::add_use_columns(schema.columns);
  return schema;
}

bool ProgressFrames::window_row(std::uint64_t window_ns, bool last,
                                std::vector<telemetry::Cell>& cells) {
  const std::uint64_t now = done();
  const std::uint64_t count = now - before_;
  if (count == 0 && !last && !tells_more_) return false;
  // A last window without progress repeats the previous time: zero would be wrong.
  if (count > 0) each_ns_ = static_cast<double>(window_ns) / static_cast<double>(count);
  cells = {telemetry::integer_cell(before_), telemetry::integer_cell(window_ns),
           telemetry::integer_cell(count), telemetry::real_cell(each_ns_)};
  for (const Gauge& gauge : gauges_) cells.push_back(telemetry::real_cell(gauge.read()));
  telemetry::add_use_cells(meter_.read(), cells);
  before_ = now;
  return true;
}

}  // namespace orrery::workloads
