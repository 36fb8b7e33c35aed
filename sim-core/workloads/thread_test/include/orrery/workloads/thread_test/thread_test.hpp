// The workload `thread_test`: threads that only compute, and how near they come to the ideal speed-up.
#pragma once

#include <memory>

#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// The plan's workload must be a ThreadTestPlan.
std::unique_ptr<Workload> make_thread_test(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
