// The record of a step, as the words of a telemetry record; and the totals that a node shows while it runs.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "orrery/telemetry/board.hpp"
#include "orrery/telemetry/sample_ring.hpp"
#include "orrery/universe/activity.hpp"
#include "orrery/universe/message.hpp"

namespace orrery::universe {

struct StepRecord {
  static constexpr std::size_t words = 3 + activity_count;

  std::uint64_t measured_step = 0;  // from 0
  std::uint64_t duration_ns = 0;
  std::array<std::uint64_t, activity_count> activity_ns{};
  std::uint64_t busy_ns = 0;

  [[nodiscard]] std::array<std::uint64_t, words> pack() const {
    std::array<std::uint64_t, words> packed{measured_step, duration_ns, busy_ns};
    for (std::size_t i = 0; i < activity_count; ++i) packed[3 + i] = activity_ns[i];
    return packed;
  }
  static StepRecord unpack(std::span<const std::uint64_t> packed) {
    StepRecord record;
    record.measured_step = packed[0];
    record.duration_ns = packed[1];
    record.busy_ns = packed[2];
    for (std::size_t i = 0; i < activity_count; ++i) record.activity_ns[i] = packed[3 + i];
    return record;
  }
};

// The record of a step of a system with migration.
struct MigrationStepRecord {
  static constexpr std::size_t words = StepRecord::words + 3;

  StepRecord step;
  std::uint64_t migration_ns = 0;
  std::uint64_t entities = 0;  // on the node in this step
  std::uint64_t workload_ns = 0;

  [[nodiscard]] std::array<std::uint64_t, words> pack() const {
    std::array<std::uint64_t, words> packed{};
    const auto plain = step.pack();
    for (std::size_t i = 0; i < plain.size(); ++i) packed[i] = plain[i];
    packed[StepRecord::words] = migration_ns;
    packed[StepRecord::words + 1] = entities;
    packed[StepRecord::words + 2] = workload_ns;
    return packed;
  }
  static MigrationStepRecord unpack(std::span<const std::uint64_t> packed) {
    return {StepRecord::unpack(packed), packed[StepRecord::words], packed[StepRecord::words + 1],
            packed[StepRecord::words + 2]};
  }
};

// Totals on the board: the messages of the measured steps, by kind.
inline constexpr std::size_t board_totals = counted_kinds;

}  // namespace orrery::universe
