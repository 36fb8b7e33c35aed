#include "registry.hpp"

#include <variant>

#include "orrery/workloads/federation_mix/federation_mix.hpp"
#include "orrery/workloads/fel_test/fel_test.hpp"
#include "orrery/workloads/hold/hold.hpp"
#include "orrery/workloads/messaging/messaging.hpp"
#include "orrery/workloads/model_language/model_language.hpp"
#include "orrery/workloads/networked_systems/networked_systems.hpp"
#include "orrery/workloads/phold/phold.hpp"
#include "orrery/workloads/primitives/primitives.hpp"
#include "orrery/workloads/process_activity/process_activity.hpp"
#include "orrery/workloads/rti_integrated/rti_integrated.hpp"
#include "orrery/workloads/rti_latency/rti_latency.hpp"
#include "orrery/workloads/rti_stress/rti_stress.hpp"
#include "orrery/workloads/rti_throughput/rti_throughput.hpp"
#include "orrery/workloads/rti_time_advance/rti_time_advance.hpp"
#include "orrery/workloads/thread_test/thread_test.hpp"
#include "orrery/workloads/universe_migration/universe_migration.hpp"
#include "orrery/workloads/universe_steps/universe_steps.hpp"

namespace orrery::worker {

namespace {

// A kind of workload that has no line here does not compile.
struct Maker {
  const contracts::WorkerPlan& plan;

  std::unique_ptr<workloads::Workload> operator()(const contracts::UniverseStepsPlan&) const {
    return workloads::make_universe_steps(plan);
  }
  std::unique_ptr<workloads::Workload> operator()(const contracts::UniverseMigrationPlan&) const {
    return workloads::make_universe_migration(plan);
  }
  std::unique_ptr<workloads::Workload> operator()(const contracts::PholdPlan&) const {
    return workloads::make_phold(plan);
  }
  std::unique_ptr<workloads::Workload> operator()(const contracts::ModelLanguagePlan&) const {
    return workloads::make_model_language(plan);
  }
  std::unique_ptr<workloads::Workload> operator()(const contracts::FelTestPlan&) const {
    return workloads::make_fel_test(plan);
  }
  std::unique_ptr<workloads::Workload> operator()(const contracts::ThreadTestPlan&) const {
    return workloads::make_thread_test(plan);
  }
  std::unique_ptr<workloads::Workload> operator()(const contracts::PrimitivesPlan&) const {
    return workloads::make_primitives(plan);
  }
  std::unique_ptr<workloads::Workload> operator()(const contracts::ProcessActivityPlan&) const {
    return workloads::make_process_activity(plan);
  }
  std::unique_ptr<workloads::Workload> operator()(const contracts::MessagingPlan&) const {
    return workloads::make_messaging(plan);
  }
  std::unique_ptr<workloads::Workload> operator()(const contracts::RtiLatencyPlan&) const {
    return workloads::make_rti_latency(plan);
  }
  std::unique_ptr<workloads::Workload> operator()(const contracts::RtiThroughputPlan&) const {
    return workloads::make_rti_throughput(plan);
  }
  std::unique_ptr<workloads::Workload> operator()(const contracts::RtiTimeAdvancePlan&) const {
    return workloads::make_rti_time_advance(plan);
  }
  std::unique_ptr<workloads::Workload> operator()(const contracts::RtiIntegratedPlan&) const {
    return workloads::make_rti_integrated(plan);
  }
  std::unique_ptr<workloads::Workload> operator()(const contracts::RtiStressPlan&) const {
    return workloads::make_rti_stress(plan);
  }
  std::unique_ptr<workloads::Workload> operator()(const contracts::FederationMixPlan&) const {
    return workloads::make_federation_mix(plan);
  }
  std::unique_ptr<workloads::Workload> operator()(const contracts::HoldPlan&) const {
    return workloads::make_hold(plan);
  }
  std::unique_ptr<workloads::Workload> operator()(const contracts::NetworkedSystemsPlan&) const {
    return workloads::make_networked_systems(plan);
  }
};

}  // namespace

std::unique_ptr<workloads::Workload> make_workload(const contracts::WorkerPlan& plan) {
  return std::visit(Maker{plan}, plan.workload);
}

}  // namespace orrery::worker
