// Which workloads this worker knows: one line each in registry.cpp.
#pragma once

#include <memory>

#include "orrery/contracts/contracts.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::worker {

std::unique_ptr<workloads::Workload> make_workload(const contracts::WorkerPlan& plan);

}  // namespace orrery::worker
