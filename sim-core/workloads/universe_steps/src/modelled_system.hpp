// A system whose entities have the state that a model in the universe modelling language defines.
#pragma once

#include <cstdint>
#include <functional>

#include "orrery/contracts/contracts.hpp"
#include "orrery/universe/system.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads::universe_steps {

// Gives the system the behaviour `modelled`, and raises state_bytes to the size of the largest monitored property. Failures:
// `bad_plan`, if the model has errors, if `state.entity` has no state, too large a state or too few properties to monitor, if
// the entity has no constraint `state.constraint`, or if the entities of this node need more than four fifths of its memory.
MayFail take_model(const contracts::ModelStatePlan& state, std::uint64_t node,
                   universe::System& system);

// Counts the changes that pass the model's constraint, for the message model: takes up to a few seconds. Without such a
// constraint it does nothing. Failures: `bad_plan`, if the counting would take longer; `stopped`.
MayFail count_passing(universe::System& system, const std::function<bool()>& stopped);

}  // namespace orrery::workloads::universe_steps
