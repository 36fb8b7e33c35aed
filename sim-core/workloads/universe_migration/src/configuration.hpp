// Converts a worker's plan to the universe engine's configuration.
#pragma once

#include <variant>

#include "orrery/universe/node.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads::universe_migration {

// Failures: `bad_plan`, naming field, value and remedy.
std::variant<universe::NodeConfig, Failure> configure(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads::universe_migration
