// The workload `primitives`: what threads, processes, locks and references cost on a node.
#pragma once

#include <memory>

#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// The plan's workload must be a PrimitivesPlan.
std::unique_ptr<Workload> make_primitives(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
