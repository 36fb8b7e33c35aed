// Generated from contracts/orrery_contracts/binary_records.py by `make gen`: do not edit.
//
// Headers of binary records as plain values, and where their fields are. Little-endian.
#pragma once

// clang-format off
// NOLINTBEGIN

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "orrery/contracts/contracts.hpp"

namespace orrery::contracts {

static_assert(std::endian::native == std::endian::little, "binary records are little-endian");

// Largest telemetry frame, header included.
inline constexpr std::size_t max_frame_bytes = 1048576;

// `TelemetryHeader::kind` of a kind of frame.
constexpr std::uint32_t number_of(FrameKind kind) {
  switch (kind) {
    case FrameKind::window: return 1;
    case FrameKind::samples: return 2;
    case FrameKind::entities: return 3;
  }
  return 0;
}

// Bytes of one value of a column.
constexpr std::size_t width_of(ColumnType type) {
  switch (type) {
    case ColumnType::u32: return 4;
    case ColumnType::u64: return 8;
    case ColumnType::f32: return 4;
    case ColumnType::f64: return 8;
  }
  return 0;
}

// Bytes of a column in a body, padding included.
constexpr std::size_t column_bytes(ColumnType type, std::size_t rows) {
  constexpr std::size_t alignment = 8;
  return (rows * width_of(type) + alignment - 1) / alignment * alignment;
}

// Header of a telemetry frame. The columns follow, in the schema's order.
struct TelemetryHeader {
  static constexpr std::size_t bytes = 64;
  static constexpr std::size_t schema_id_offset = 6;
  static constexpr std::size_t kind_offset = 8;
  static constexpr std::size_t node_index_offset = 12;
  static constexpr std::size_t repeat_offset = 16;
  static constexpr std::size_t rows_offset = 20;
  static constexpr std::size_t sequence_offset = 24;
  static constexpr std::size_t done_offset = 32;
  static constexpr std::size_t time_ns_offset = 40;
  static constexpr std::size_t body_bytes_offset = 48;
  static constexpr std::size_t dropped_offset = 52;

  // Which `FrameSchema` the body follows.
  std::uint16_t schema_id = 0;
  // Number of the frame's kind.
  std::uint32_t kind = 0;
  // Of the worker in the run.
  std::uint32_t node_index = 0;
  // Of the run.
  std::uint32_t repeat = 0;
  // 1 for a window.
  std::uint32_t rows = 0;
  // From 1, of all frames of a worker and repeat.
  std::uint64_t sequence = 0;
  // Steps done of the measured part.
  std::uint64_t done = 0;
  // Time since the measured part began, in ns.
  std::uint64_t time_ns = 0;
  // Bytes that follow the header.
  std::uint32_t body_bytes = 0;
  // Records lost since the last frame because the ring was full.
  std::uint32_t dropped = 0;
};

// Writes the header to `target`, which has room for `TelemetryHeader::bytes`.
inline void write_telemetry_header(const TelemetryHeader& header, std::byte* target) {
  const auto put = [target](std::size_t offset, auto value) {
    std::memcpy(target + offset, &value, sizeof(value));
  };
  put(0, std::uint32_t{0x4d54524f});
  put(4, std::uint16_t{0x1});
  put(6, header.schema_id);
  put(8, header.kind);
  put(12, header.node_index);
  put(16, header.repeat);
  put(20, header.rows);
  put(24, header.sequence);
  put(32, header.done);
  put(40, header.time_ns);
  put(48, header.body_bytes);
  put(52, header.dropped);
  put(56, std::uint64_t{0x0});
}

}  // namespace orrery::contracts
// NOLINTEND
