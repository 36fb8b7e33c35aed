// The workload `rti_integrated`: streams of updates, of which every so many is returned: throughput and latency at once.
#pragma once

#include <memory>

#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// The plan's workload must be a RtiIntegratedPlan.
std::unique_ptr<Workload> make_rti_integrated(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
