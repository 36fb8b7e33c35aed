// The workload `rti_time_advance`: federates that do nothing but advance logical time together.
#pragma once

#include <memory>

#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// The plan's workload must be a RtiTimeAdvancePlan.
std::unique_ptr<Workload> make_rti_time_advance(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
