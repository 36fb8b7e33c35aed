// From a worker's plan to the engine's configuration.
#pragma once

#include <variant>

#include "orrery/contracts/contracts.hpp"
#include "orrery/universe/node.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads::universe_steps {

// Without the host's callbacks. A plan that contradicts itself is a failure `bad_plan` with field, value and remedy.
std::variant<universe::NodeConfig, Failure> configure(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads::universe_steps
