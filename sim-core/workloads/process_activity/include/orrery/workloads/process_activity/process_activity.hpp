// The workload `process_activity`: what it costs to make, use, watch and end the entities and managers of a universe.
#pragma once

#include <memory>

#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// The plan's workload must be a ProcessActivityPlan.
std::unique_ptr<Workload> make_process_activity(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
