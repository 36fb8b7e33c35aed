// Workload `model_language`: what the universe modelling language costs on one node.
//
// Source: uss-prototype-evaluation, section 6.3.
#pragma once

#include <memory>

#include "orrery/contracts/contracts.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// `plan.workload` holds a ModelLanguagePlan; it is copied.
std::unique_ptr<Workload> make_model_language(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
