// Converts a worker's plan to the universe engine's configuration.
#pragma once

#include <variant>

#include "orrery/contracts/contracts.hpp"
#include "orrery/universe/node.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads::universe_steps {

// Returns the configuration without the host's callbacks. Failures: `bad_plan`, naming field, value and remedy, if the plan
// contradicts itself.
std::variant<universe::NodeConfig, Failure> configure(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads::universe_steps
