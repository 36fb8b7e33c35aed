// The workload `phold`: the standard load of event simulation on an engine of choice, held against the sequential oracle.
#pragma once

#include <memory>

#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// The plan's workload must be a PholdPlan.
std::unique_ptr<Workload> make_phold(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
