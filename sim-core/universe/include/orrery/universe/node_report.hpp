// The report of a node after its last step. A slave sends it to the master as these bytes, so it is trivially copyable. All
// nodes of a run have the same worker version and byte order; a difference is a protocol error.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "orrery/universe/activity.hpp"
#include "orrery/universe/message.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::universe {

// The first step whose counts of messages differ from the message model, if any.
struct CountMismatch {
  std::uint64_t steps = 0;  // number of steps with a difference
  Step first_step = 0;
  MessageKind kind = MessageKind::node_notify;
  std::uint64_t expected = 0;
  std::uint64_t counted = 0;
};

// Times of the node's entities, summed over all of them; zero if not measured.
struct EntityCosts {
  std::uint64_t constructed = 0;
  std::int64_t construct_ns = 0;
  std::uint64_t updates = 0;  // timed updates
  std::int64_t update_ns = 0;
  std::int64_t send_ns = 0;  // sending state and completion in these updates
  std::uint64_t destructed = 0;
  std::int64_t destruct_ns = 0;

  EntityCosts& operator+=(const EntityCosts& other) {
    constructed += other.constructed;
    construct_ns += other.construct_ns;
    updates += other.updates;
    update_ns += other.update_ns;
    send_ns += other.send_ns;
    destructed += other.destructed;
    destruct_ns += other.destruct_ns;
    return *this;
  }
};

// Times of the node's managers in measured steps, summed over all of them; zero if not measured. Time in which a manager
// waits for a CPU counts for the task that it has begun.
struct ManagerCosts {
  std::uint64_t steps = 0;      // of all managers
  std::int64_t receive_ns = 0;  // receiving state updates
  std::int64_t process_ns = 0;  // the manager's own work and its completion message

  ManagerCosts& operator+=(const ManagerCosts& other) {
    steps += other.steps;
    receive_ns += other.receive_ns;
    process_ns += other.process_ns;
    return *this;
  }
};

// Costs of the node's resource manager in measured steps; zero if it is no party of its own.
struct ResourceCosts {
  std::uint64_t steps = 0;
  std::int64_t basic_ns = 0;  // reading the CPU use of itself and of the universe manager
  std::uint64_t reads = 0;    // of entities' and managers' CPU use
  std::int64_t read_ns = 0;   // total time of these reads
  std::int64_t cpu_ns = 0;    // all its CPU time
  // CPU use that it read.
  std::int64_t managers_use_ns = 0;
  std::int64_t universe_manager_use_ns = 0;

  ResourceCosts& operator+=(const ResourceCosts& other) {
    steps += other.steps;
    basic_ns += other.basic_ns;
    reads += other.reads;
    read_ns += other.read_ns;
    cpu_ns += other.cpu_ns;
    managers_use_ns += other.managers_use_ns;
    universe_manager_use_ns += other.universe_manager_use_ns;
    return *this;
  }
};

struct NodeReport {
  MessageHeader header{MessageKind::node_report, 0, 0, 0};
  std::uint64_t measured_steps = 0;
  std::int64_t elapsed_ns = 0;
  // Over the measured steps.
  MessageCounts expected;
  MessageCounts counted;
  CountMismatch mismatch;                // over all steps
  std::uint64_t manager_mismatches = 0;  // manager steps with a wrong number of updates received
  std::uint64_t checksum = 0;            // over all steps, and over the oracle's prefix
  std::uint64_t prefix_checksum = 0;
  // Over the recorded steps.
  std::uint64_t recorded_steps = 0;
  std::int64_t recorded_ns = 0;
  ActivityTimes activity_ns{};
  std::int64_t busy_ns = 0;  // own entities and managers, without waiting for the master
  // Of all processes of the node: CPU time over the measured steps, and the sum of their peak memory.
  std::int64_t cpu_ns = 0;
  std::int64_t peak_rss_bytes = 0;
  std::uint64_t entities = 0;
  EntityCosts entity_costs;
  ManagerCosts manager_costs;
  // Only with migration, over the measured steps: scaled CPU time of updates and constructions in a step.
  std::int64_t greatest_workload_ns = 0;
  std::int64_t workload_ns = 0;         // sum over the steps
  std::int64_t greatest_entity_ns = 0;  // of one entity's update
  std::uint64_t steps_above_threshold = 0;
  ResourceCosts resource_costs;
};
static_assert(std::is_trivially_copyable_v<NodeReport>);

}  // namespace orrery::universe
