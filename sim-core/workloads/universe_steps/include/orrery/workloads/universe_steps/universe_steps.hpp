// Workload `universe_steps`: the six-stage step of a universe simulation, on any number of nodes.
#pragma once

#include <memory>

#include "orrery/contracts/contracts.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// `plan.workload` holds a UniverseStepsPlan; it is copied.
std::unique_ptr<Workload> make_universe_steps(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
