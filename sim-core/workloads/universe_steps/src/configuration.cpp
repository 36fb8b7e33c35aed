#include "configuration.hpp"

#include <utility>

#include "orrery/workloads/universe_face/configuration.hpp"

#include "modelled_system.hpp"

namespace orrery::workloads::universe_steps {

namespace {

constexpr double bytes_per_megabit = 125'000;

universe::Behaviour behaviour(contracts::Behaviour behaviour) {
  switch (behaviour) {
    case contracts::Behaviour::flock:
      return universe::Behaviour::flock;
    case contracts::Behaviour::walkthrough:
      return universe::Behaviour::walkthrough;
    case contracts::Behaviour::toggle:
      break;
  }
  return universe::Behaviour::toggle;
}

universe::StepControl control_of(contracts::StepControl control) {
  switch (control) {
    case contracts::StepControl::multicast:
      return universe::StepControl::multicast;
    case contracts::StepControl::deadline:
      return universe::StepControl::deadline;
    case contracts::StepControl::messages:
      break;
  }
  return universe::StepControl::messages;
}

universe::System system_of(const contracts::WorkerPlan& plan,
                           const contracts::UniverseStepsPlan& workload) {
  universe::System system = common_system(plan, workload);
  system.behaviour = behaviour(workload.behaviour);
  system.state_bytes = static_cast<std::uint32_t>(workload.state_bytes);
  system.update_period_steps = count(workload.update_period_steps);
  system.changing_share = workload.changing_share;
  system.manager_cost_ns = nanoseconds(workload.manager_cost_us);
  system.constraint_levels = static_cast<std::uint32_t>(workload.constraint_levels);
  system.control = control_of(workload.step_control);
  system.state_flow = workload.state_flow == contracts::StateFlow::by_name
                          ? universe::StateFlow::by_name
                          : universe::StateFlow::by_monitor;
  return system;
}

}  // namespace

std::variant<universe::NodeConfig, Failure> configure(const contracts::WorkerPlan& plan,
                                                      const std::function<bool()>& stopped) {
  const auto& workload = std::get<contracts::UniverseStepsPlan>(plan.workload);
  universe::System system = system_of(plan, workload);
  if (const auto* state = std::get_if<contracts::ModelStatePlan>(&workload.state)) {
    if (MayFail failure = take_model(*state, count(plan.node_index), system)) return *failure;
    if (MayFail failure = count_passing(system, stopped)) return *failure;
  }
  auto configured = configure_node(plan, system);
  auto* config = std::get_if<universe::NodeConfig>(&configured);
  if (config == nullptr) return configured;
  if (auto failure = check_local_transport(plan, workload.process_model)) return *failure;
  config->process_model = process_model(workload.process_model);
  config->link_delay_ns = nanoseconds(workload.link_delay_us);
  config->link_bytes_per_s = workload.link_mbit_s * bytes_per_megabit;
  config->pool_threads = static_cast<unsigned>(workload.pool_threads);
  config->prefix_steps = oracle_steps(workload.oracle, config->system);
  return configured;
}

}  // namespace orrery::workloads::universe_steps
