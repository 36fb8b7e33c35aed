// Converts a worker's plan to the universe engine's configuration: the part that all universe workloads share.
#pragma once

#include <cmath>
#include <string>
#include <variant>

#include "orrery/contracts/contracts.hpp"
#include "orrery/universe/failure.hpp"
#include "orrery/universe/node.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// A negative count wraps to a value that System::check() refuses.
inline std::uint64_t count(std::int64_t value) { return static_cast<std::uint64_t>(value); }

inline std::int64_t nanoseconds(double microseconds) { return std::llround(microseconds * 1000); }

// A failure `bad_plan` of the universe manager.
Failure bad_plan(const std::string& message, const std::string& remedy);

universe::ProcessModel process_model(contracts::ProcessModel model);

// A system with the fields that the plans of all universe workloads have.
template <class Workload>
universe::System common_system(const contracts::WorkerPlan& plan, const Workload& workload) {
  universe::System system;
  for (const auto entities : workload.entities_by_node) {
    system.entities_by_node.push_back(count(entities));
  }
  for (const auto managers : workload.managers_by_node) {
    system.managers_by_node.push_back(count(managers));
  }
  system.monitors = static_cast<std::uint32_t>(workload.monitors);
  system.update_cost_ns = nanoseconds(workload.update_cost_us);
  system.warmup_steps = count(workload.warmup_steps);
  system.measured_steps = count(workload.steps);
  system.seed = plan.seed;
  return system;
}

// This node's configuration for the system. Failures: `bad_plan`, naming field, value and remedy, if the engine cannot run
// the system or the plan's nodes do not match it.
std::variant<universe::NodeConfig, Failure> configure_node(const contracts::WorkerPlan& plan,
                                                           const universe::System& system);

// Refuses (`bad_plan`) the transport `thread` for entities that are processes: it works within one process only.
MayFail check_local_transport(const contracts::WorkerPlan& plan, contracts::ProcessModel model);

// Number of first steps over which the state checksum is compared with the oracle's. 0: no comparison.
std::uint64_t oracle_steps(contracts::OracleUse use, const universe::System& system);

// Converts the engine's failure to a workload's.
MayFail forward(universe::MayFail failure);

}  // namespace orrery::workloads
