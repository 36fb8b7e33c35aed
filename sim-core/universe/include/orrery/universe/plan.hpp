// What every universe workload takes from a worker's plan: transports and conditions. The system is the workload's own.
#pragma once

#include <cstddef>
#include <variant>

#include "orrery/contracts/contracts.hpp"
#include "orrery/universe/failure.hpp"
#include "orrery/universe/node.hpp"

namespace orrery::universe {

// A node's configuration without its system. Refuses a plan that is not one for so many nodes.
std::variant<NodeConfig, Failure> configure_node(const contracts::WorkerPlan& plan,
                                                 std::size_t nodes);

}  // namespace orrery::universe
