#include "orrery/telemetry/use_columns.hpp"

#include <array>

namespace orrery::telemetry {

namespace {

using contracts::ColumnRole;
using contracts::ColumnType;

struct CountColumn {
  const char* name;
  const char* title;
  std::uint64_t UseCounts::* count;
};

constexpr std::array<CountColumn, 6> count_columns{{
    {"voluntary_switches", "Voluntary context switches", &UseCounts::voluntary_switches},
    {"involuntary_switches", "Involuntary context switches", &UseCounts::involuntary_switches},
    {"minor_faults", "Minor page faults", &UseCounts::minor_faults},
    {"major_faults", "Major page faults", &UseCounts::major_faults},
    {"block_reads", "Blocks read", &UseCounts::block_reads},
    {"block_writes", "Blocks written", &UseCounts::block_writes},
}};

}  // namespace

void add_use_columns(std::vector<contracts::Column>& columns) {
  columns.push_back(
      {"cpu_share", "Cores in use", ColumnType::f32, "cores", ColumnRole::gauge, "cpu_share"});
  columns.push_back(
      {"rss_bytes", "Resident memory", ColumnType::u64, "B", ColumnRole::gauge, "rss_bytes"});
  for (const CountColumn& column : count_columns) {
    columns.push_back(
        {column.name, column.title, ColumnType::u64, "count", ColumnRole::counter, column.name});
  }
}

void add_use_cells(const ProcessMeter::Reading& reading, std::vector<Cell>& cells) {
  cells.push_back(real_cell(reading.cpu_share));
  cells.push_back(integer_cell(reading.rss_bytes));
  for (const CountColumn& column : count_columns) {
    cells.push_back(integer_cell(reading.since_last.*column.count));
  }
}

}  // namespace orrery::telemetry
