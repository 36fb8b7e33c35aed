// One launch of a universe, from the creation of its first party to the end of its last, and its costs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "orrery/universe/node.hpp"
#include "orrery/universe/node_report.hpp"

#include "process_facts.hpp"

namespace orrery::workloads::process_activity {

// Sent through a pipe as its bytes in memory.
struct Launch {
  std::int64_t create_ns = 0;  // until all parties have constructed their state and live
  std::int64_t run_ns = 0;     // of the measured steps
  std::int64_t end_ns = 0;     // until the reports are collected and all parties have ended
  universe::EntityCosts costs;
  std::uint64_t processes = 0;      // without the universe manager's
  std::int64_t own_use_ns = 0;      // time to read the universe manager's CPU time
  std::int64_t process_use_ns = 0;  // time to read another process's CPU time, mean
  Memory memory;                    // of the first other process
  std::uint64_t checksum = 0;
  std::uint64_t miscounted_steps = 0;
  std::uint64_t left_behind = 0;    // processes that still exist
  std::array<char, 400> failure{};  // empty: none
};
static_assert(std::is_trivially_copyable_v<Launch>);

// Forks if the process model is `process`: no other thread may exist. A failure is reported in Launch::failure.
Launch launch(const universe::NodeConfig& config);

}  // namespace orrery::workloads::process_activity
