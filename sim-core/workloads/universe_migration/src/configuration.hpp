// A node's configuration from its plan.
#pragma once

#include <variant>

#include "orrery/universe/node.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads::universe_migration {

// Refuses a plan that cannot be run; the failure names field, value and remedy.
std::variant<universe::NodeConfig, Failure> configure(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads::universe_migration
