#include "orrery/workloads/universe_face/configuration.hpp"

#include <string>
#include <utility>

#include "orrery/universe/oracle.hpp"
#include "orrery/workloads/face/plan_words.hpp"

namespace orrery::workloads {

namespace {

using contracts::LocalTransport;
using contracts::NodeTransport;

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

bool on_one_host(const contracts::PlanTransports& transports) {
  return transports.nodes == NodeTransport::shm || transports.nodes == NodeTransport::uds ||
         transports.bind_address.starts_with("127.");
}

}  // namespace

Failure bad_plan(const std::string& message, const std::string& remedy) {
  return {"bad_plan", "universe manager", message, remedy};
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

std::variant<universe::NodeConfig, Failure> configure_node(const contracts::WorkerPlan& plan,
                                                           const universe::System& system) {
  if (auto valid = system.check(); !valid) {
    return bad_plan(valid.error().message, "correct the run's workload and start it again");
  }
  const std::size_t nodes = system.nodes();
  if (plan.nodes.size() != nodes) {
    return bad_plan("nodes has " + std::to_string(plan.nodes.size()) +
                        " entries, workload.entities_by_node " + std::to_string(nodes),
                    "give one entry for each node in both");
  }
  if (plan.node_index < 0 || static_cast<std::size_t>(plan.node_index) >= nodes) {
    return bad_plan("node_index is " + std::to_string(plan.node_index) + " of " +
                        std::to_string(nodes) + " nodes",
                    "give an index from 0 to " + std::to_string(nodes - 1));
  }
  if (plan.transports.nodes == NodeTransport::auto_ && nodes > 1) {
    return bad_plan("transports.nodes is auto", "decide it for all nodes alike, for example tcp");
  }
  universe::NodeConfig config;
  config.system = system;
  config.node = static_cast<universe::NodeIndex>(plan.node_index);
  config.local = kind_of(plan.transports.local);
  config.nodes = kind_of(plan.transports.nodes).value_or(transport::Kind::tcp);
  config.bind_address = plan.transports.bind_address;
  config.peer_timeout_ns = std::int64_t{plan.transports.peer_timeout_ms} * 1'000'000;
  config.run_token = std::to_string(plan.transports.token);
  config.wait = strategy_of(plan.conditions.wait);
  config.scheduling_class = class_of(plan.conditions.scheduling_class);
  config.priority = plan.conditions.priority;
  config.pinning = pinning(plan.conditions.pinning);
  config.cores = plan.nodes[config.node].cores;
  config.nodes_on_host = on_one_host(plan.transports) ? static_cast<universe::NodeIndex>(nodes) : 1;
  config.measure_entities = plan.telemetry.enabled;
  return config;
}

MayFail check_local_transport(const contracts::WorkerPlan& plan, contracts::ProcessModel model) {
  if (model != contracts::ProcessModel::process ||
      plan.transports.local != LocalTransport::thread) {
    return {};
  }
  return bad_plan("transports.local is thread with workload.process_model process",
                  "choose another, which works between processes, or the process model thread");
}

std::uint64_t oracle_steps(contracts::OracleUse use, const universe::System& system) {
  if (use == contracts::OracleUse::never) return 0;
  return use == contracts::OracleUse::always ? system.total_steps()
                                             : universe::oracle_affordable_steps(system);
}

MayFail forward(universe::MayFail failure) {
  if (!failure) return {};
  return Failure{std::move(failure->code), std::move(failure->process), std::move(failure->message),
                 std::move(failure->remedy)};
}

}  // namespace orrery::workloads
