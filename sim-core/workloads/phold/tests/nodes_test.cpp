// The load over several nodes: each a worker's part of its own, here a thread, linked as workers of a run are.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <latch>
#include <thread>

#include "orrery/base/clock.hpp"
#include "orrery/workloads/face/testing.hpp"
#include "orrery/workloads/phold/phold.hpp"

namespace orrery::workloads {
namespace {

using contracts::NodeTransport;
using contracts::PdesEngine;

constexpr std::int64_t patience_ns = 60'000'000'000;

contracts::PholdPlan load() {
  contracts::PholdPlan plan;
  plan.engine = PdesEngine::distributed;
  plan.workers = 1;
  plan.threads_per_list = 1;
  plan.list = contracts::EventListKind::buckets;
  plan.lps = 50;
  plan.population = 512;
  plan.expected_events = 10'000;
  plan.remote_share = 0.2;
  plan.lookahead = 0.2;
  plan.mean_delay = 1;
  plan.end_time = 10'000 * 1.2 / 512;
  plan.payload = contracts::EventPayload::bytes_32;
  plan.oracle = contracts::OracleUse::always;
  return plan;
}

contracts::WorkerPlan plan_of(const contracts::PholdPlan& load, std::size_t nodes, std::size_t node,
                              NodeTransport transport) {
  contracts::WorkerPlan plan = testing::one_node_plan(load);
  plan.nodes.clear();
  for (std::size_t i = 0; i < nodes; ++i) {
    plan.nodes.push_back({static_cast<std::int32_t>(i), "node-" + std::to_string(i), 100, 2});
  }
  plan.node_index = static_cast<std::int32_t>(node);
  plan.transports.nodes = transport;
  plan.transports.bind_address = "127.0.0.1";
  plan.transports.peer_timeout_ms = 10'000;
  plan.transports.token = 0x5eed;
  return plan;
}

// Every node's part from prepare to metrics; `stopped` is asked from the start of the run on.
std::vector<testing::Finished> run_nodes(
    const contracts::PholdPlan& load, std::size_t count, NodeTransport transport,
    const std::function<bool(std::size_t)>& stopped = [](std::size_t) { return false; }) {
  std::vector<testing::Finished> finished(count);
  std::vector<std::string> endpoints(count);
  std::latch prepared(static_cast<std::ptrdiff_t>(count));
  std::vector<std::thread> threads;
  for (std::size_t node = 0; node < count; ++node) {
    threads.emplace_back([&, node] {
      testing::Finished& mine = finished[node];
      std::atomic<bool> runs{false};
      Host host;
      host.stopped = [&] { return runs && stopped(node); };
      host.after_fork = [] {};
      host.log = [](contracts::LogLevel, const std::string&) {};
      const auto workload = make_phold(plan_of(load, count, node, transport));
      mine.failure = workload->prepare(host);
      if (!mine.failure) endpoints[node] = workload->prepared().endpoint;
      prepared.arrive_and_wait();
      if (mine.failure) return;
      if ((mine.failure = workload->connect(endpoints, base::now_ns() + patience_ns))) return;
      runs = true;
      if ((mine.failure = workload->run([&mine] { mine.ran = true; }))) return;
      if ((mine.failure = workload->check(mine.result))) return;
      workload->metrics(mine.result);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return finished;
}

struct Choice {
  std::size_t nodes;
  NodeTransport transport;
  std::int32_t workers;
  std::int32_t threads_per_list;
};

class PholdOverNodes : public ::testing::TestWithParam<Choice> {};

TEST_P(PholdOverNodes, ExecutesTheOraclesEventsInItsOrder) {
  contracts::PholdPlan plan = load();
  plan.workers = GetParam().workers;
  plan.threads_per_list = GetParam().threads_per_list;
  const auto nodes = run_nodes(plan, GetParam().nodes, GetParam().transport);
  contracts::PholdPlan alone = load();
  alone.engine = PdesEngine::sequential;
  const std::uint64_t expected =
      make_phold(testing::one_node_plan(alone))->oracle([] { return false; });
  std::uint64_t sum = 0;
  for (const testing::Finished& node : nodes) {
    ASSERT_FALSE(node.failure) << node.failure->message;
    EXPECT_TRUE(node.ran);
    EXPECT_EQ(node.broken(), "");
    sum += node.result.state_checksum;
  }
  const testing::Finished& master = nodes.front();
  EXPECT_EQ(master.result.checks.size(), 2U);
  EXPECT_EQ(master.result.run_state_checksum, expected);
  EXPECT_EQ(sum, expected);
  EXPECT_NEAR(master.metric("events"), 10'000, 1'500);
  EXPECT_NEAR(master.metric("remote_share"), 0.2, 0.03);
  EXPECT_NEAR(master.metric("delay.mean"), 1.2, 0.1);
  EXPECT_EQ(master.metric("parallel_share"), 1);
  EXPECT_GT(master.metric("windows"), 0);
  // Of the remote ones those whose LP is on another node.
  const double others = 1 - 1 / static_cast<double>(GetParam().nodes);
  EXPECT_NEAR(master.metric("sent_share"), 0.2 * others, 0.04);
  EXPECT_TRUE(nodes.back().result.run_metrics.empty());
  EXPECT_EQ(nodes.back().result.run_state_checksum, 0U);
}

INSTANTIATE_TEST_SUITE_P(Placements, PholdOverNodes,
                         ::testing::Values(Choice{2, NodeTransport::shm, 1, 1},
                                           Choice{2, NodeTransport::tcp, 2, 1},
                                           Choice{3, NodeTransport::uds, 1, 1},
                                           Choice{3, NodeTransport::shm, 2, 2},
                                           Choice{3, NodeTransport::tcp, 1, 1}));

TEST(PholdOverNodes, OneThatIsStoppedEndsAll) {
  contracts::PholdPlan plan = load();
  plan.end_time = 1e12;
  const auto nodes =
      run_nodes(plan, 3, NodeTransport::shm, [](std::size_t node) { return node == 1; });
  for (const testing::Finished& node : nodes) {
    ASSERT_TRUE(node.failure);
    EXPECT_TRUE(node.failure->code == "stopped" || node.failure->code == "peer_lost")
        << node.failure->code << ": " << node.failure->message;
  }
  EXPECT_EQ(nodes[1].failure->code, "stopped");
}

TEST(PholdOverNodes, NeedsTwo) {
  const auto nodes = run_nodes(load(), 1, NodeTransport::shm);
  ASSERT_TRUE(nodes.front().failure);
  EXPECT_EQ(nodes.front().failure->code, "bad_plan");
  EXPECT_NE(nodes.front().failure->remedy.find("multi_fel"), std::string::npos);
}

}  // namespace
}  // namespace orrery::workloads
