#include "configuration.hpp"

#include <utility>

#include "orrery/workloads/universe_face/configuration.hpp"

namespace orrery::workloads::universe_migration {

namespace {

using universe::MigrationPolicy;

MigrationPolicy policy_of(contracts::MigrationPolicy policy) {
  switch (policy) {
    case contracts::MigrationPolicy::none:
      break;
    case contracts::MigrationPolicy::threshold:
      return MigrationPolicy::threshold;
    case contracts::MigrationPolicy::balance:
      return MigrationPolicy::balance;
    case contracts::MigrationPolicy::predictive:
      return MigrationPolicy::predictive;
    case contracts::MigrationPolicy::traffic:
      return MigrationPolicy::traffic;
  }
  return MigrationPolicy::none;
}

universe::System system_of(const contracts::WorkerPlan& plan,
                           const contracts::UniverseMigrationPlan& workload) {
  universe::System system = common_system(plan, workload);
  system.behaviour = universe::Behaviour::burst;
  system.burst_every_steps = count(workload.burst_every_steps);
  system.burst_rise_steps = count(workload.burst_rise_steps);
  system.burst_peak = workload.burst_peak;
  system.carried_bytes = count(workload.carried_bytes);
  return system;
}

}  // namespace

std::variant<universe::NodeConfig, Failure> configure(const contracts::WorkerPlan& plan) {
  const auto& workload = std::get<contracts::UniverseMigrationPlan>(plan.workload);
  auto configured = configure_node(plan, system_of(plan, workload));
  auto* config = std::get_if<universe::NodeConfig>(&configured);
  if (config == nullptr) return configured;
  if (workload.load_scale.size() != config->system.nodes()) {
    return Failure{"bad_plan", "universe manager",
                   "workload.load_scale has " + std::to_string(workload.load_scale.size()) +
                       " entries for " + std::to_string(config->system.nodes()) + " nodes",
                   "give one for each node"};
  }
  if (auto failure = check_local_transport(plan, workload.process_model)) return *failure;
  config->process_model = process_model(workload.process_model);
  config->resource_manager_apart = workload.resource_manager == contracts::ResourceManager::apart;
  config->load_scale = workload.load_scale[config->node];
  config->construct_cost_ns = nanoseconds(workload.construct_cost_us);
  config->migration = universe::MigrationRules{
      policy_of(workload.policy), nanoseconds(workload.threshold_ms * 1000),
      count(workload.settle_steps), workload.load == contracts::LoadSource::nominal};
  config->prefix_steps = oracle_steps(workload.oracle, config->system);
  return configured;
}

}  // namespace orrery::workloads::universe_migration
