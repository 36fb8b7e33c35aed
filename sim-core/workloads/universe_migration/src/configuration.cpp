#include "configuration.hpp"

#include <cmath>
#include <utility>

#include "orrery/universe/oracle.hpp"
#include "orrery/universe/plan.hpp"

namespace orrery::workloads::universe_migration {

namespace {

using contracts::OracleUse;
using universe::MigrationPolicy;

// A negative count wraps to a value that System::check() refuses.
std::uint64_t count(std::int64_t value) { return static_cast<std::uint64_t>(value); }

std::int64_t nanoseconds(double microseconds) { return std::llround(microseconds * 1000); }

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
  universe::System system;
  system.behaviour = universe::Behaviour::burst;
  for (const auto entities : workload.entities_by_node) {
    system.entities_by_node.push_back(count(entities));
  }
  for (const auto managers : workload.managers_by_node) {
    system.managers_by_node.push_back(count(managers));
  }
  system.monitors = static_cast<std::uint32_t>(workload.monitors);
  system.update_cost_ns = nanoseconds(workload.update_cost_us);
  system.warmup_steps = count(workload.warmup_steps);
  system.measured_steps = count(workload.steps);
  system.seed = plan.seed;
  system.burst_every_steps = count(workload.burst_every_steps);
  system.burst_rise_steps = count(workload.burst_rise_steps);
  system.burst_peak = workload.burst_peak;
  system.carried_bytes = count(workload.carried_bytes);
  return system;
}

std::uint64_t oracle_steps(OracleUse use, const universe::System& system) {
  if (use == OracleUse::never) return 0;
  return use == OracleUse::always ? system.total_steps()
                                  : universe::oracle_affordable_steps(system);
}

}  // namespace

std::variant<universe::NodeConfig, Failure> configure(const contracts::WorkerPlan& plan) {
  const auto& workload = std::get<contracts::UniverseMigrationPlan>(plan.workload);
  const universe::System system = system_of(plan, workload);
  if (auto valid = system.check(); !valid) {
    return Failure{"bad_plan", "universe manager", valid.error().message,
                   "correct the run's workload and start it again"};
  }
  auto configured = universe::configure_node(plan, system.nodes());
  if (auto* failure = std::get_if<universe::Failure>(&configured)) {
    return Failure{failure->code, failure->process, failure->message, failure->remedy};
  }
  auto& config = std::get<universe::NodeConfig>(configured);
  if (workload.load_scale.size() != system.nodes()) {
    return Failure{"bad_plan", "universe manager",
                   "workload.load_scale has " + std::to_string(workload.load_scale.size()) +
                       " entries for " + std::to_string(system.nodes()) + " nodes",
                   "give one for each node"};
  }
  config.system = system;
  config.process_model = universe::ProcessModel::pooled;
  config.load_scale = workload.load_scale[config.node];
  config.construct_cost_ns = nanoseconds(workload.construct_cost_us);
  config.migration = universe::MigrationRules{
      policy_of(workload.policy), nanoseconds(workload.threshold_ms * 1000),
      count(workload.settle_steps), workload.load == contracts::LoadSource::nominal};
  config.prefix_steps = oracle_steps(workload.oracle, system);
  return std::move(config);
}

}  // namespace orrery::workloads::universe_migration
