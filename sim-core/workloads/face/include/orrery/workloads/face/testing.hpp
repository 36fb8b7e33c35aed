// Helpers for the tests of workloads: plans, and all calls of a worker from prepare() to metrics(), on one node or on
// several. Each of several nodes is a thread; the nodes are linked as the workers of a run are.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <latch>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads::testing {

inline contracts::WorkerPlan one_node_plan(contracts::WorkloadPlan workload,
                                           contracts::LocalTransport local = {}) {
  contracts::WorkerPlan plan;
  plan.nodes.push_back({0, "node-0", 100, 2});
  plan.seed = 7;
  plan.workload = std::move(workload);
  plan.telemetry.enabled = true;
  plan.telemetry.interval_ms = 50;
  plan.transports.local = local;
  plan.transports.peer_timeout_ms = 10'000;
  plan.rendezvous_timeout_ms = 60'000;
  // Names of sockets and shared memory contain the token. The pid keeps tests that run at the same time apart.
  plan.transports.token = 0x5eed0000 + static_cast<std::uint64_t>(::getpid());
  return plan;
}

// A data path. If `loss` is above 0, the path loses this share of its packets, delays each packet by 1 ms, and bundles up to
// 1,000 B.
inline contracts::DataPath data_path(contracts::Transportation how,
                                     contracts::ReliableProtocol reliable,
                                     contracts::BestEffortProtocol best_effort, double loss) {
  contracts::DataPath path;
  path.transportation = how;
  path.repeat_ms = 1'000;
  path.held = {8 * 1024, 100};
  path.reliable = reliable;
  path.region_nodes = 40;
  path.best_effort = best_effort;
  path.bundling = {loss > 0 ? 1'000 : 0, 100};
  path.impairment.loss_share = loss;
  path.impairment.burst_packets = 1;
  path.impairment.delay_ms = loss > 0 ? 1 : 0;
  path.order = contracts::StackOrder::impairment_bundler_limiter;
  return path;
}

// A data path on one node, or on two (`nodes`).
struct DataChoice {
  contracts::DataPath path;
  bool nodes;
};

// Data paths that lose 5 % of their packets. A best-effort path loses data; a reliable path repairs every loss.
inline std::vector<DataChoice> lossy_data_paths() {
  using enum contracts::Transportation;
  using Reliable = contracts::ReliableProtocol;
  using BestEffort = contracts::BestEffortProtocol;
  return {{data_path(best_effort, Reliable::channels, BestEffort::udp, 0.05), false},
          {data_path(best_effort, Reliable::channels, BestEffort::multicast, 0.05), true},
          {data_path(reliable, Reliable::nak_multicast, BestEffort::udp, 0.05), true},
          {data_path(reliable, Reliable::region_multicast, BestEffort::udp, 0.05), true}};
}

struct Finished {
  MayFail failure;
  contracts::WorkerResult result;
  bool ran = false;

  [[nodiscard]] double metric(const std::string& name) const {
    const auto at = std::find_if(result.run_metrics.begin(), result.run_metrics.end(),
                                 [&](const auto& metric) { return metric.name == name; });
    return at == result.run_metrics.end() ? std::numeric_limits<double>::quiet_NaN() : at->value;
  }
  [[nodiscard]] std::string broken() const {
    std::string names;
    for (const auto& check : result.checks) {
      if (!check.holds) names += check.name + ": " + check.found + "; ";
    }
    return names;
  }
};

// Carries out the calls from prepare() to metrics(). `stopped` is Host::stopped().
inline Finished carry_out(
    Workload& workload, const std::function<bool()>& stopped = [] { return false; }) {
  Finished finished;
  Host host;
  host.stopped = stopped;
  host.after_fork = [] {};
  host.log = [](contracts::LogLevel, const std::string&) {};
  if ((finished.failure = workload.prepare(host))) return finished;
  if ((finished.failure = workload.connect({""}, 0))) return finished;
  if ((finished.failure = workload.run([&finished] { finished.ran = true; }))) return finished;
  if ((finished.failure = workload.check(finished.result))) return finished;
  workload.metrics(finished.result);
  return finished;
}

// The plan of node `node` in a run of `nodes` nodes.
inline contracts::WorkerPlan plan_among(contracts::WorkloadPlan workload, std::size_t nodes,
                                        std::size_t node, contracts::NodeTransport transport) {
  contracts::WorkerPlan plan = one_node_plan(std::move(workload));
  plan.nodes.clear();
  for (std::size_t i = 0; i < nodes; ++i) {
    plan.nodes.push_back({static_cast<std::int32_t>(i), "node-" + std::to_string(i), 100, 2});
  }
  plan.node_index = static_cast<std::int32_t>(node);
  plan.transports.nodes = transport;
  plan.transports.bind_address = "127.0.0.1";
  return plan;
}

using Make = std::unique_ptr<Workload> (*)(const contracts::WorkerPlan&);

// Carries out the calls from prepare() to metrics() on every node. Host::stopped() is false until the measured part begins,
// then `stopped(node)`.
inline std::vector<Finished> carry_out_among(
    Make make, const contracts::WorkloadPlan& load, std::size_t count,
    contracts::NodeTransport transport,
    const std::function<bool(std::size_t)>& stopped = [](std::size_t) { return false; }) {
  constexpr std::int64_t patience_ns = 60'000'000'000;
  std::vector<Finished> finished(count);
  std::vector<std::string> endpoints(count);
  std::latch prepared(static_cast<std::ptrdiff_t>(count));
  std::vector<std::thread> threads;
  for (std::size_t node = 0; node < count; ++node) {
    threads.emplace_back([&, node] {
      Finished& mine = finished[node];
      std::atomic<bool> runs{false};
      Host host;
      host.stopped = [&] { return runs && stopped(node); };
      host.after_fork = [] {};
      host.log = [](contracts::LogLevel, const std::string&) {};
      const auto workload = make(plan_among(load, count, node, transport));
      mine.failure = workload->prepare(host);
      if (!mine.failure) endpoints[node] = workload->prepared().endpoint;
      prepared.arrive_and_wait();
      if (mine.failure) return;
      if ((mine.failure = workload->connect(endpoints, base::now_ns() + patience_ns))) return;
      if ((mine.failure = workload->run([&] { mine.ran = runs = true; }))) return;
      if ((mine.failure = workload->check(mine.result))) return;
      workload->metrics(mine.result);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return finished;
}

// Runs an endless load on three nodes and stops node 1. Returns a description of every unexpected end. Empty: node 1 failed
// with `stopped` and each other node with `stopped` or `peer_lost`.
inline std::string odd_end_of_one_stopped(Make make, const contracts::WorkloadPlan& load) {
  constexpr std::size_t stopped = 1;
  const auto nodes = carry_out_among(make, load, 3, contracts::NodeTransport::shm,
                                     [](std::size_t node) { return node == stopped; });
  std::string odd;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    const MayFail& failure = nodes[node].failure;
    const bool expected = failure && (failure->code == "stopped" ||
                                      (failure->code == "peer_lost" && node != stopped));
    if (expected) continue;
    odd += "node " + std::to_string(node) +
           (failure ? ": " + failure->code + ": " + failure->message : " did not fail") + "; ";
  }
  return odd;
}

}  // namespace orrery::workloads::testing
