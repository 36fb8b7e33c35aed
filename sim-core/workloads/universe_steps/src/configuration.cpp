#include "configuration.hpp"

#include <cmath>

#include "orrery/universe/oracle.hpp"

namespace orrery::workloads::universe_steps {

namespace {

using contracts::LocalTransport;
using contracts::NodeTransport;

Failure bad_plan(const std::string& message, const std::string& remedy) {
  return {"bad_plan", "universe manager", message, remedy};
}

std::uint64_t count(std::int64_t value) {
  // A negative count wraps to a value that System::check() refuses.
  return static_cast<std::uint64_t>(value);
}

std::int64_t nanoseconds(double microseconds) { return std::llround(microseconds * 1000); }

std::optional<transport::Kind> local_kind(LocalTransport local) {
  switch (local) {
    case LocalTransport::auto_:
      return std::nullopt;
    case LocalTransport::thread:
      return transport::Kind::thread;
    case LocalTransport::shm:
      return transport::Kind::shm;
    case LocalTransport::uds:
      return transport::Kind::uds;
    case LocalTransport::tcp:
      return transport::Kind::tcp;
  }
  return std::nullopt;
}

transport::Kind node_kind(NodeTransport nodes) {
  switch (nodes) {
    case NodeTransport::shm:
      return transport::Kind::shm;
    case NodeTransport::uds:
      return transport::Kind::uds;
    case NodeTransport::tcp:
    case NodeTransport::auto_:
      break;
  }
  return transport::Kind::tcp;
}

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

base::SchedulingClass scheduling_class(contracts::SchedulingClass scheduling) {
  switch (scheduling) {
    case contracts::SchedulingClass::round_robin:
      return base::SchedulingClass::round_robin;
    case contracts::SchedulingClass::fifo:
      return base::SchedulingClass::fifo;
    case contracts::SchedulingClass::other:
      break;
  }
  return base::SchedulingClass::other;
}

universe::Pinning pinning(contracts::Pinning pinning) {
  switch (pinning) {
    case contracts::Pinning::compact:
      return universe::Pinning::compact;
    case contracts::Pinning::spread:
      return universe::Pinning::spread;
    case contracts::Pinning::none:
      break;
  }
  return universe::Pinning::none;
}

std::optional<base::WaitStrategy> wait_strategy(contracts::WaitStrategy wait) {
  switch (wait) {
    case contracts::WaitStrategy::auto_:
      return std::nullopt;
    case contracts::WaitStrategy::spin:
      return base::WaitStrategy::spin;
    case contracts::WaitStrategy::spin_then_futex:
      return base::WaitStrategy::spin_then_futex;
    case contracts::WaitStrategy::yield:
      return base::WaitStrategy::yield;
    case contracts::WaitStrategy::adaptive:
      return base::WaitStrategy::adaptive;
  }
  return std::nullopt;
}

bool on_one_host(const contracts::PlanTransports& transports) {
  return transports.nodes == NodeTransport::shm || transports.nodes == NodeTransport::uds ||
         transports.bind_address.starts_with("127.");
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
  universe::NodeConfig config;
  config.system = system_of(plan, workload);
  if (auto valid = config.system.check(); !valid) {
    return bad_plan(valid.error().message, "correct the run's workload and start it again");
  }
  const std::size_t nodes = config.system.nodes();
  if (plan.nodes.size() != nodes) {
    return bad_plan("nodes has " + std::to_string(plan.nodes.size()) +
                        " entries, workload.entities_by_node " + std::to_string(nodes),
                    "give one entry for each node in both");
  }
  if (count(plan.node_index) >= nodes) {
    return bad_plan("node_index is " + std::to_string(plan.node_index) + " of " +
                        std::to_string(nodes) + " nodes",
                    "give an index from 0 to " + std::to_string(nodes - 1));
  }
  if (plan.transports.nodes == NodeTransport::auto_ && nodes > 1) {
    return bad_plan("transports.nodes is auto", "decide it for all nodes alike: shm, uds or tcp");
  }
  if (workload.process_model == contracts::ProcessModel::process &&
      plan.transports.local == LocalTransport::thread) {
    return bad_plan(
        "transports.local is thread with workload.process_model process",
        "choose shm, uds or tcp, which work between processes, or the process model thread");
  }
  config.node = static_cast<universe::NodeIndex>(plan.node_index);
  config.process_model = process_model(workload.process_model);
  config.pool_threads = static_cast<unsigned>(workload.pool_threads);
  config.local = local_kind(plan.transports.local);
  config.nodes = node_kind(plan.transports.nodes);
  config.bind_address = plan.transports.bind_address;
  config.peer_timeout_ns = std::int64_t{plan.transports.peer_timeout_ms} * 1'000'000;
  config.run_token = std::to_string(plan.transports.token);
  config.wait = wait_strategy(plan.conditions.wait);
  config.scheduling_class = scheduling_class(plan.conditions.scheduling_class);
  config.priority = plan.conditions.priority;
  config.pinning = pinning(plan.conditions.pinning);
  config.cores = plan.nodes[config.node].cores;
  config.nodes_on_host = on_one_host(plan.transports) ? static_cast<universe::NodeIndex>(nodes) : 1;
  config.measure_entities = plan.telemetry.enabled;
  config.prefix_steps = oracle_steps(workload, config.system);
  return config;
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
