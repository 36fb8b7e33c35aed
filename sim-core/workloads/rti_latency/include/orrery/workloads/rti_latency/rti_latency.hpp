// The workload `rti_latency`: round trips through the RTI, beside those on the bare channel.
#pragma once

#include <memory>

#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// The plan's workload must be a RtiLatencyPlan.
std::unique_ptr<Workload> make_rti_latency(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
