#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/federates/streams_run.hpp"

namespace orrery::workloads {

std::unique_ptr<Workload> make_rti_stress(const contracts::WorkerPlan& plan) {
  return std::make_unique<federates::StreamsRun>(plan,
                                                 std::get<contracts::RtiStressPlan>(plan.workload));
}

}  // namespace orrery::workloads
