// Converts a worker's plan to the universe engine's configuration.
#pragma once

#include <functional>
#include <variant>

#include "orrery/contracts/contracts.hpp"
#include "orrery/universe/node.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads::universe_steps {

// Returns the configuration without the host's callbacks. Calls `stopped`, if there is one, while it counts a constraint's
// changes. Failures: `bad_plan`, naming field, value and remedy, if the plan
// contradicts itself.
std::variant<universe::NodeConfig, Failure> configure(const contracts::WorkerPlan& plan,
                                                      const std::function<bool()>& stopped = {});

}  // namespace orrery::workloads::universe_steps
