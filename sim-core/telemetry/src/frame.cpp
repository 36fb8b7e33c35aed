#include "orrery/telemetry/frame.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <limits>

namespace orrery::telemetry {

namespace {

using contracts::ColumnType;

static_assert(std::endian::native == std::endian::little, "frames are little-endian");

constexpr std::uint32_t magic = 0x4d54524f;  // "ORTM"
constexpr std::uint16_t version = 1;

std::uint32_t number_of(contracts::FrameKind kind) {
  switch (kind) {
    case contracts::FrameKind::window:
      return 1;
    case contracts::FrameKind::samples:
      return 2;
    case contracts::FrameKind::entities:
      break;
  }
  return 3;
}

std::size_t width(ColumnType type) {
  return type == ColumnType::u32 || type == ColumnType::f32 ? 4 : 8;
}

constexpr std::size_t padded(std::size_t bytes) { return (bytes + 7) & ~std::size_t{7}; }

std::size_t body_bytes(const contracts::FrameSchema& schema, std::size_t rows) {
  std::size_t bytes = 0;
  for (const auto& column : schema.columns) bytes += padded(width(column.type) * rows);
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
  for (const auto& column : schema.columns) row_bytes += width(column.type);
  const std::size_t padding = schema.columns.size() * 8;
  return (greatest_frame_bytes - frame_header_bytes - padding) /
         std::max<std::size_t>(1, row_bytes);
}

std::vector<std::byte> encode_frame(const FrameHeader& header, const contracts::FrameSchema& schema,
                                    std::span<const Cell> cells) {
  const std::size_t columns = schema.columns.size();
  const std::size_t rows = columns == 0 ? 0 : cells.size() / columns;
  assert(rows * columns == cells.size());
  const std::size_t body = body_bytes(schema, rows);
  assert(body + frame_header_bytes <= greatest_frame_bytes);

  std::vector<std::byte> frame(frame_header_bytes + body);
  std::byte* const at = frame.data();
  put(at, magic);
  put(at + 4, version);
  put(at + 6, header.schema_id);
  put(at + 8, number_of(header.kind));
  put(at + 12, header.node_index);
  put(at + 16, header.repeat);
  put(at + 20, static_cast<std::uint32_t>(rows));
  put(at + 32, header.done);
  put(at + 40, header.time_ns);
  put(at + 48, static_cast<std::uint32_t>(body));
  put(at + 52, header.dropped);

  std::byte* to = at + frame_header_bytes;
  for (std::size_t c = 0; c < columns; ++c) {
    const ColumnType type = schema.columns[c].type;
    for (std::size_t r = 0; r < rows; ++r) {
      put_cell(to + r * width(type), type, cells[r * columns + c]);
    }
    to += padded(width(type) * rows);
  }
  return frame;
}

void set_sequence(std::span<std::byte> frame, std::uint64_t sequence) {
  put(frame.data() + 24, sequence);
}

}  // namespace orrery::telemetry
