// Generated from contracts/orrery_contracts/workloads by `make gen`: do not edit.
//
// The maker of each workload, defined in the workload's own folder. `plan.workload` must hold that
// workload's plan; it is copied. `make_workload` needs all of them linked.
#pragma once

// clang-format off
// NOLINTBEGIN

#include <memory>
#include <variant>

#include "orrery/contracts/contracts.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

std::unique_ptr<Workload> make_universe_steps(const contracts::WorkerPlan& plan);
std::unique_ptr<Workload> make_universe_migration(const contracts::WorkerPlan& plan);
std::unique_ptr<Workload> make_process_activity(const contracts::WorkerPlan& plan);
std::unique_ptr<Workload> make_messaging(const contracts::WorkerPlan& plan);
std::unique_ptr<Workload> make_networked_systems(const contracts::WorkerPlan& plan);
std::unique_ptr<Workload> make_rti_latency(const contracts::WorkerPlan& plan);
std::unique_ptr<Workload> make_rti_throughput(const contracts::WorkerPlan& plan);
std::unique_ptr<Workload> make_rti_time_advance(const contracts::WorkerPlan& plan);
std::unique_ptr<Workload> make_rti_integrated(const contracts::WorkerPlan& plan);
std::unique_ptr<Workload> make_rti_stress(const contracts::WorkerPlan& plan);
std::unique_ptr<Workload> make_federation_mix(const contracts::WorkerPlan& plan);
std::unique_ptr<Workload> make_phold(const contracts::WorkerPlan& plan);
std::unique_ptr<Workload> make_fel_test(const contracts::WorkerPlan& plan);
std::unique_ptr<Workload> make_thread_test(const contracts::WorkerPlan& plan);
std::unique_ptr<Workload> make_primitives(const contracts::WorkerPlan& plan);
std::unique_ptr<Workload> make_hold(const contracts::WorkerPlan& plan);
std::unique_ptr<Workload> make_model_language(const contracts::WorkerPlan& plan);

// The workload of the plan.
inline std::unique_ptr<Workload> make_workload(const contracts::WorkerPlan& plan) {
  struct Makers {
    const contracts::WorkerPlan& plan;
    std::unique_ptr<Workload> operator()(const contracts::UniverseStepsPlan&) const { return make_universe_steps(plan); }
    std::unique_ptr<Workload> operator()(const contracts::UniverseMigrationPlan&) const { return make_universe_migration(plan); }
    std::unique_ptr<Workload> operator()(const contracts::ProcessActivityPlan&) const { return make_process_activity(plan); }
    std::unique_ptr<Workload> operator()(const contracts::MessagingPlan&) const { return make_messaging(plan); }
    std::unique_ptr<Workload> operator()(const contracts::NetworkedSystemsPlan&) const { return make_networked_systems(plan); }
    std::unique_ptr<Workload> operator()(const contracts::RtiLatencyPlan&) const { return make_rti_latency(plan); }
    std::unique_ptr<Workload> operator()(const contracts::RtiThroughputPlan&) const { return make_rti_throughput(plan); }
    std::unique_ptr<Workload> operator()(const contracts::RtiTimeAdvancePlan&) const { return make_rti_time_advance(plan); }
    std::unique_ptr<Workload> operator()(const contracts::RtiIntegratedPlan&) const { return make_rti_integrated(plan); }
    std::unique_ptr<Workload> operator()(const contracts::RtiStressPlan&) const { return make_rti_stress(plan); }
    std::unique_ptr<Workload> operator()(const contracts::FederationMixPlan&) const { return make_federation_mix(plan); }
    std::unique_ptr<Workload> operator()(const contracts::PholdPlan&) const { return make_phold(plan); }
    std::unique_ptr<Workload> operator()(const contracts::FelTestPlan&) const { return make_fel_test(plan); }
    std::unique_ptr<Workload> operator()(const contracts::ThreadTestPlan&) const { return make_thread_test(plan); }
    std::unique_ptr<Workload> operator()(const contracts::PrimitivesPlan&) const { return make_primitives(plan); }
    std::unique_ptr<Workload> operator()(const contracts::HoldPlan&) const { return make_hold(plan); }
    std::unique_ptr<Workload> operator()(const contracts::ModelLanguagePlan&) const { return make_model_language(plan); }
  };
  return std::visit(Makers{plan}, plan.workload);
}

}  // namespace orrery::workloads
// NOLINTEND
