// The workload `federation_mix`: objects in groups, which federates join and leave; what an RTI makes of it, as a score.
#pragma once

#include <memory>

#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// The plan's workload must be a FederationMixPlan.
std::unique_ptr<Workload> make_federation_mix(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
