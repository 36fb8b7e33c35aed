#include "configuration.hpp"

#include <cmath>
#include <utility>

#include "orrery/universe/oracle.hpp"
#include "orrery/universe/plan.hpp"

namespace orrery::workloads::universe_steps {

namespace {

using contracts::LocalTransport;

Failure bad_plan(const std::string& message, const std::string& remedy) {
  return {"bad_plan", "universe manager", message, remedy};
}

std::uint64_t count(std::int64_t value) {
  // A negative count wraps to a value that System::check() refuses.
  return static_cast<std::uint64_t>(value);
}

std::int64_t nanoseconds(double microseconds) { return std::llround(microseconds * 1000); }

universe::ProcessModel process_model(contracts::ProcessModel model) {
  switch (model) {
    case contracts::ProcessModel::process:
      return universe::ProcessModel::process;
    case contracts::ProcessModel::thread:
      return universe::ProcessModel::thread;
    case contracts::ProcessModel::pooled:
      break;
  }
  return universe::ProcessModel::pooled;
}

universe::System system_of(const contracts::WorkerPlan& plan,
                           const contracts::UniverseStepsPlan& workload) {
  universe::System system;
  for (const auto entities : workload.entities_by_node) {
    system.entities_by_node.push_back(count(entities));
  }
  for (const auto managers : workload.managers_by_node) {
    system.managers_by_node.push_back(count(managers));
  }
  system.monitors = static_cast<std::uint32_t>(workload.monitors);
  system.state_bytes = static_cast<std::uint32_t>(workload.state_bytes);
  system.update_period_steps = count(workload.update_period_steps);
  system.changing_share = workload.changing_share;
  system.update_cost_ns = nanoseconds(workload.update_cost_us);
  system.manager_cost_ns = nanoseconds(workload.manager_cost_us);
  system.warmup_steps = count(workload.warmup_steps);
  system.measured_steps = count(workload.steps);
  system.seed = plan.seed;
  return system;
}

}  // namespace

std::variant<universe::NodeConfig, Failure> configure(const contracts::WorkerPlan& plan) {
  const auto& workload = std::get<contracts::UniverseStepsPlan>(plan.workload);
  const universe::System system = system_of(plan, workload);
  if (auto valid = system.check(); !valid) {
    return bad_plan(valid.error().message, "correct the run's workload and start it again");
  }
  auto configured = universe::configure_node(plan, system.nodes());
  if (auto* failure = std::get_if<universe::Failure>(&configured)) {
    return Failure{failure->code, failure->process, failure->message, failure->remedy};
  }
  auto& config = std::get<universe::NodeConfig>(configured);
  config.system = system;
  if (workload.process_model == contracts::ProcessModel::process &&
      plan.transports.local == LocalTransport::thread) {
    return bad_plan(
        "transports.local is thread with workload.process_model process",
        "choose shm, uds or tcp, which work between processes, or the process model thread");
  }
  config.process_model = process_model(workload.process_model);
  config.pool_threads = static_cast<unsigned>(workload.pool_threads);
  config.prefix_steps = oracle_steps(workload, config.system);
  return std::move(config);
}

std::uint64_t oracle_steps(const contracts::UniverseStepsPlan& plan,
                           const universe::System& system) {
  switch (plan.oracle) {
    case contracts::OracleUse::never:
      return 0;
    case contracts::OracleUse::always:
      return system.total_steps();
    case contracts::OracleUse::auto_:
      break;
  }
  return universe::oracle_affordable_steps(system);
}

}  // namespace orrery::workloads::universe_steps
