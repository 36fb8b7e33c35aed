// Telemetry frames as bytes: docs/formats/telemetry.md is the definition.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orrery/contracts/binary_records.hpp"
#include "orrery/contracts/contracts.hpp"

namespace orrery::telemetry {

// What the caller of `encode_frame` says of a frame.
struct FrameHeader {
  std::uint16_t schema_id = 0;
  contracts::FrameKind kind = contracts::FrameKind::window;
  std::uint32_t node_index = 0;
  std::uint32_t repeat = 0;
  std::uint32_t rows = 0;
  std::uint64_t done = 0;
  std::uint64_t time_ns = 0;
  std::uint32_t dropped = 0;
};

// One value of a column; integers for u32 and u64, real for f32 and f64. A value that does not fit a u32 is its greatest.
union Cell {
  std::uint64_t integer;
  double real;
};
constexpr Cell integer_cell(std::uint64_t value) { return Cell{.integer = value}; }
constexpr Cell real_cell(double value) { return Cell{.real = value}; }

// How many rows of this schema fit into a frame of the greatest size.
std::size_t greatest_rows(const contracts::FrameSchema& schema);

// The frame of these rows, without its number; `cells` are row by row. The header's `rows` is set from them.
std::vector<std::byte> encode_frame(const FrameHeader& header, const contracts::FrameSchema& schema,
                                    std::span<const Cell> cells);

// Where a frame stands among all of its worker and repeat, from 1.
void set_sequence(std::span<std::byte> frame, std::uint64_t sequence);

}  // namespace orrery::telemetry
