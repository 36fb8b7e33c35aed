// A system whose entities hold what a model in the universe modelling language says.
#pragma once

#include <cstdint>

#include "orrery/contracts/contracts.hpp"
#include "orrery/universe/system.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads::universe_steps {

// Gives the system the behaviour `modelled`, and state updates that the model's properties fit in. Refuses a model with errors,
// an entity that it does not have, and more entities on this node than its memory holds: `bad_plan`.
MayFail take_model(const contracts::ModelStatePlan& state, std::uint64_t node,
                   universe::System& system);

}  // namespace orrery::workloads::universe_steps
