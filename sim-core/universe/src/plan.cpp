#include "orrery/universe/plan.hpp"

namespace orrery::universe {

namespace {

using contracts::LocalTransport;
using contracts::NodeTransport;

Failure bad_plan(const std::string& message, const std::string& remedy) {
  return {"bad_plan", "universe manager", message, remedy};
}

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

Pinning pinning(contracts::Pinning pinning) {
  switch (pinning) {
    case contracts::Pinning::compact:
      return Pinning::compact;
    case contracts::Pinning::spread:
      return Pinning::spread;
    case contracts::Pinning::none:
      break;
  }
  return Pinning::none;
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

}  // namespace

std::variant<NodeConfig, Failure> configure_node(const contracts::WorkerPlan& plan,
                                                 std::size_t nodes) {
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
    return bad_plan("transports.nodes is auto", "decide it for all nodes alike: shm, uds or tcp");
  }
  NodeConfig config;
  config.node = static_cast<NodeIndex>(plan.node_index);
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
  config.nodes_on_host = on_one_host(plan.transports) ? static_cast<NodeIndex>(nodes) : 1;
  config.measure_entities = plan.telemetry.enabled;
  return config;
}

}  // namespace orrery::universe
