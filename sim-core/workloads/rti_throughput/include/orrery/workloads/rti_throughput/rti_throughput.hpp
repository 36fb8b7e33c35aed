// The workload `rti_throughput`: one federate sends cycles of updates or interactions, others count them.
#pragma once

#include <memory>

#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// The plan's workload must be a RtiThroughputPlan.
std::unique_ptr<Workload> make_rti_throughput(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
