// The workload `rti_stress`: streams of updates of many objects of many types, many to many, under loads.
#pragma once

#include <memory>

#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// The plan's workload must be a RtiStressPlan.
std::unique_ptr<Workload> make_rti_stress(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
