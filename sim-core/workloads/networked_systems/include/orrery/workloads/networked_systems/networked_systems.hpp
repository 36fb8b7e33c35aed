// The workload `networked_systems`: universe systems linked in a hierarchy, users and their shadows, the traffic that this
// takes and the error that it leaves, held against a sequential oracle. Each node has some of the systems.
#pragma once

#include <memory>

#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// The plan's workload must be a NetworkedSystemsPlan.
std::unique_ptr<Workload> make_networked_systems(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
