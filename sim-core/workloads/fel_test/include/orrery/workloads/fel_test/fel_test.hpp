// The workload `fel_test`: pairs of source and sink threads around one future event list, and what that list costs.
#pragma once

#include <memory>

#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// The plan's workload must be a FelTestPlan.
std::unique_ptr<Workload> make_fel_test(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
