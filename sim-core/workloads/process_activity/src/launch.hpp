// One launch of a universe, from the making of its first party to the end of its last, and what it cost.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "orrery/universe/node.hpp"
#include "orrery/universe/node_report.hpp"

#include "process_facts.hpp"

namespace orrery::workloads::process_activity {

// A plain value, as it comes through a pipe.
struct Launch {
  std::int64_t create_ns =
      0;                    // of all parties, until they have constructed their state and are alive
  std::int64_t run_ns = 0;  // of the measured steps
  std::int64_t end_ns = 0;  // until their reports are there and they have ended
  universe::EntityCosts costs;
  std::uint64_t processes = 0;      // besides the universe manager's
  std::int64_t own_use_ns = 0;      // reading the CPU time of the universe manager itself
  std::int64_t process_use_ns = 0;  // reading that of one other process, on average
  Memory memory;                    // of the first other process
  std::uint64_t checksum = 0;
  std::uint64_t miscounted_steps = 0;
  std::uint64_t left_behind = 0;    // processes that still exist
  std::array<char, 400> failure{};  // empty: none
};
static_assert(std::is_trivially_copyable_v<Launch>);

// Forks where the process model says so: no other thread may exist. A failure is told in the launch.
Launch launch(const universe::NodeConfig& config);

}  // namespace orrery::workloads::process_activity
