#include "orrery/telemetry/frame.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>

namespace orrery::telemetry {

namespace {

using contracts::ColumnType;

using contracts::column_bytes;
using contracts::width_of;

std::size_t body_bytes(const contracts::FrameSchema& schema, std::size_t rows) {
  std::size_t bytes = 0;
  for (const auto& column : schema.columns) bytes += column_bytes(column.type, rows);
  return bytes;
}

template <class T>
void put(std::byte* to, T value) {
  std::memcpy(to, &value, sizeof(value));
}

void put_cell(std::byte* to, ColumnType type, Cell cell) {
  switch (type) {
    case ColumnType::u32:
      put(to, static_cast<std::uint32_t>(std::min<std::uint64_t>(
                  cell.integer, std::numeric_limits<std::uint32_t>::max())));
      return;
    case ColumnType::u64:
      put(to, cell.integer);
      return;
    case ColumnType::f32:
      put(to, static_cast<float>(cell.real));
      return;
    case ColumnType::f64:
      put(to, cell.real);
      return;
  }
}

}  // namespace

std::size_t greatest_rows(const contracts::FrameSchema& schema) {
  std::size_t row_bytes = 0;
  for (const auto& column : schema.columns) row_bytes += width_of(column.type);
  const std::size_t padding = schema.columns.size() * 8;
  return (contracts::max_frame_bytes - contracts::TelemetryHeader::bytes - padding) /
         std::max<std::size_t>(1, row_bytes);
}

std::vector<std::byte> encode_frame(const FrameHeader& header, const contracts::FrameSchema& schema,
                                    std::span<const Cell> cells) {
  const std::size_t columns = schema.columns.size();
  const std::size_t rows = columns == 0 ? 0 : cells.size() / columns;
  assert(rows * columns == cells.size());
  const std::size_t body = body_bytes(schema, rows);
  assert(body + contracts::TelemetryHeader::bytes <= contracts::max_frame_bytes);

  std::vector<std::byte> frame(contracts::TelemetryHeader::bytes + body);
  contracts::write_telemetry_header({.schema_id = header.schema_id,
                                     .kind = contracts::number_of(header.kind),
                                     .node_index = header.node_index,
                                     .repeat = header.repeat,
                                     .rows = static_cast<std::uint32_t>(rows),
                                     .sequence = 0,
                                     .done = header.done,
                                     .time_ns = header.time_ns,
                                     .body_bytes = static_cast<std::uint32_t>(body),
                                     .dropped = header.dropped},
                                    frame.data());

  std::byte* to = frame.data() + contracts::TelemetryHeader::bytes;
  for (std::size_t c = 0; c < columns; ++c) {
    const ColumnType type = schema.columns[c].type;
    for (std::size_t r = 0; r < rows; ++r) {
      put_cell(to + r * width_of(type), type, cells[r * columns + c]);
    }
    to += column_bytes(type, rows);
  }
  return frame;
}

void set_sequence(std::span<std::byte> frame, std::uint64_t sequence) {
  put(frame.data() + contracts::TelemetryHeader::sequence_offset, sequence);
}

}  // namespace orrery::telemetry
