// PHOLD on several nodes.
#include <gtest/gtest.h>

#include <cmath>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/testing.hpp"

namespace orrery::workloads {
namespace {

using contracts::NodeTransport;
using contracts::PdesEngine;

contracts::PholdPlan load_over_nodes() {
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

struct NodesChoice {
  std::size_t nodes;
  NodeTransport transport;
  std::int32_t workers;
  std::int32_t threads_per_list;
};

class PholdOverNodes : public ::testing::TestWithParam<NodesChoice> {};

TEST_P(PholdOverNodes, ExecutesTheOraclesEventsInItsOrder) {
  contracts::PholdPlan plan = load_over_nodes();
  plan.workers = GetParam().workers;
  plan.threads_per_list = GetParam().threads_per_list;
  const auto nodes =
      testing::carry_out_among(make_phold, plan, GetParam().nodes, GetParam().transport);
  contracts::PholdPlan alone = load_over_nodes();
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
  // Remote events whose logical process is on another node.
  const double others = 1 - 1 / static_cast<double>(GetParam().nodes);
  EXPECT_NEAR(master.metric("sent_share"), 0.2 * others, 0.04);
  EXPECT_TRUE(nodes.back().result.run_metrics.empty());
  EXPECT_EQ(nodes.back().result.run_state_checksum, 0U);
}

INSTANTIATE_TEST_SUITE_P(Placements, PholdOverNodes,
                         ::testing::Values(NodesChoice{2, NodeTransport::shm, 1, 1},
                                           NodesChoice{2, NodeTransport::tcp, 2, 1},
                                           NodesChoice{3, NodeTransport::uds, 1, 1},
                                           NodesChoice{3, NodeTransport::shm, 2, 2},
                                           NodesChoice{3, NodeTransport::tcp, 1, 1}));

TEST(PholdOverNodes, OneThatIsStoppedEndsAll) {
  contracts::PholdPlan plan = load_over_nodes();
  plan.end_time = 1e12;
  EXPECT_EQ(testing::odd_end_of_one_stopped(make_phold, plan), "");
}

TEST(PholdOverNodes, NeedsTwo) {
  const auto nodes = testing::carry_out_among(make_phold, load_over_nodes(), 1, NodeTransport::shm);
  ASSERT_TRUE(nodes.front().failure);
  EXPECT_EQ(nodes.front().failure->code, "bad_plan");
  EXPECT_NE(nodes.front().failure->remedy.find("multi_fel"), std::string::npos);
}

}  // namespace
}  // namespace orrery::workloads
