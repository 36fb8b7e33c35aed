// The workload `hold`: what a hold operation costs on each structure of a future event list.
#pragma once

#include <memory>

#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// The plan's workload must be a HoldPlan.
std::unique_ptr<Workload> make_hold(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
