// Whole runs, on one node and on several: traffic and state equal the oracle's for every placement of systems.
#include <gtest/gtest.h>

#include <algorithm>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/testing.hpp"

#include "counting_new.hpp"
#include "engine.hpp"
#include "load.hpp"
#include "oracle.hpp"

namespace orrery::workloads {
namespace {

using contracts::Approximation;
using contracts::Delivery;
using contracts::NetworkedSystemsPlan;
using contracts::NodeTransport;
using contracts::UserMotion;
using networked_systems_testing::load;

testing::Finished run(const NetworkedSystemsPlan& plan) {
  auto workload = make_networked_systems(testing::one_node_plan(plan));
  testing::Finished finished = testing::carry_out(*workload);
  EXPECT_FALSE(finished.failure) << finished.failure->message;
  EXPECT_EQ(finished.broken(), "");
  EXPECT_EQ(finished.result.checks.size(), 5U);
  return finished;
}

TEST(NetworkedSystems, ContinuousTrafficFollowsFromArithmetic) {
  NetworkedSystemsPlan plan = load();
  plan.approximation = Approximation::continuous;
  const auto finished = run(plan);
  EXPECT_DOUBLE_EQ(finished.metric("updates"), 50);
  ASSERT_EQ(finished.result.run_messages.size(), 12U);
  for (const auto& message : finished.result.run_messages) {
    EXPECT_EQ(message.counted, message.expected);
    EXPECT_EQ(message.bytes, message.counted * 48);
    // Two users in each system and 500 steps: messages are systems on the near side x systems on the far side x 2 x 500.
    const bool top = message.title.ends_with("level 1");
    EXPECT_EQ(message.counted, (top ? 3U * 4U : 1U * 6U) * 2U * 500U) << message.title;
  }
  plan.delivery = Delivery::multicast;
  for (const auto& message : run(plan).result.run_messages) {
    const bool up = message.kind.ends_with("_up");
    const bool top = message.title.ends_with("level 1");
    EXPECT_EQ(message.counted, (up ? (top ? 3U : 1U) : (top ? 4U : 6U)) * 2U * 500U)
        << message.title;
  }
}

TEST(NetworkedSystems, DeadReckoningSendsLessForMoreError) {
  std::vector<double> traffic;
  for (const auto approximation :
       {Approximation::continuous, Approximation::first_order, Approximation::second_order}) {
    NetworkedSystemsPlan plan = load();
    plan.approximation = approximation;
    traffic.push_back(run(plan).metric("traffic"));
  }
  EXPECT_GT(traffic[0], 4 * traffic[1]);
  EXPECT_GT(traffic[1], 1.2 * traffic[2]);
  NetworkedSystemsPlan plan = load();
  plan.threshold_m = 2;
  const auto coarse = run(plan);
  EXPECT_LT(coarse.metric("traffic"), traffic[1]);
  EXPECT_GT(coarse.metric("error.mean"), run(load()).metric("error.mean"));
}

TEST(NetworkedSystems, StraightOnBothOrdersSayTheSame) {
  NetworkedSystemsPlan plan = load();
  plan.motion = UserMotion::straight;
  const double first = run(plan).metric("updates");
  plan.approximation = Approximation::second_order;
  EXPECT_EQ(run(plan).metric("updates"), first);
}

TEST(NetworkedSystems, LatencyIsSeenAsError) {
  NetworkedSystemsPlan plan = load();
  const auto near = run(plan);
  plan.link_latency_ms = 300;
  const auto far = run(plan);
  EXPECT_GT(far.metric("error.max"), near.metric("error.max"));
  EXPECT_GT(far.metric("error.bound"), near.metric("error.bound"));
  EXPECT_EQ(far.metric("traffic"), near.metric("traffic"));
  EXPECT_EQ(far.metric("way.max"), 4 * 300e6);
  plan.delivery = Delivery::multicast;
  const auto multicast = run(plan);
  EXPECT_LT(multicast.metric("handled"), far.metric("handled"));
  EXPECT_LT(multicast.metric("traffic"), far.metric("traffic"));
}

// Random plans: on one node, the traffic and the state of the engine equal the oracle's.
TEST(NetworkedSystems, AnyPlanEndsAsTheOracleHasIt) {
  base::Random random(20261121);
  for (int trial = 0; trial < 40; ++trial) {
    NetworkedSystemsPlan plan = load();
    plan.systems_by_node = {static_cast<std::int32_t>(2 + random.below(20))};
    plan.fan_out = static_cast<std::int32_t>(2 + random.below(6));
    plan.users = static_cast<std::int32_t>(1 + random.below(30));
    plan.approximation = static_cast<Approximation>(random.below(3));
    plan.motion = static_cast<UserMotion>(random.below(2));
    plan.delivery = static_cast<Delivery>(random.below(2));
    plan.threshold_m = random.uniform(0.01, 3);
    plan.speed_m_per_s = random.uniform(1, 50);
    plan.link_latency_ms = random.chance(0.2) ? 0 : random.uniform(0, 120);
    plan.link_jitter_ms = random.chance(0.3) ? 0 : random.uniform(0, 100);
    plan.step_ms = static_cast<std::int32_t>(1 + random.below(60));
    plan.steps = static_cast<std::int32_t>(1 + random.below(150));
    SCOPED_TRACE("trial " + std::to_string(trial));
    run(plan);
  }
}

struct Choice {
  std::vector<std::int32_t> systems;
  NodeTransport transport;
  Delivery delivery;
  Approximation approximation;
};

class NetworkedOverNodes : public ::testing::TestWithParam<Choice> {};

TEST_P(NetworkedOverNodes, CarriesAndEndsAsOnOne) {
  NetworkedSystemsPlan plan = load();
  plan.delivery = GetParam().delivery;
  plan.approximation = GetParam().approximation;
  plan.link_jitter_ms = 25;
  const auto alone = run(plan);
  plan.systems_by_node = GetParam().systems;
  const auto nodes = testing::carry_out_among(make_networked_systems, plan,
                                              plan.systems_by_node.size(), GetParam().transport);
  std::uint64_t sum = 0;
  for (const testing::Finished& node : nodes) {
    ASSERT_FALSE(node.failure) << node.failure->message;
    EXPECT_TRUE(node.ran);
    EXPECT_EQ(node.broken(), "");
    sum += node.result.state_checksum;
  }
  const testing::Finished& master = nodes.front();
  EXPECT_EQ(master.result.checks.size(), 5U);
  EXPECT_EQ(master.result.run_state_checksum, alone.result.run_state_checksum);
  EXPECT_EQ(sum, alone.result.run_state_checksum);
  EXPECT_EQ(master.result.run_messages, alone.result.run_messages);
  for (const char* metric : {"error.p99", "error.max", "error.bound", "way.max", "handled"}) {
    EXPECT_EQ(master.metric(metric), alone.metric(metric)) << metric;
  }
  EXPECT_GT(master.metric("exchanged"), 0);
  EXPECT_TRUE(nodes.back().result.run_metrics.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Placements, NetworkedOverNodes,
    ::testing::Values(
        Choice{{4, 3}, NodeTransport::shm, Delivery::routed, Approximation::first_order},
        Choice{{1, 6}, NodeTransport::tcp, Delivery::multicast, Approximation::second_order},
        Choice{{3, 1, 3}, NodeTransport::uds, Delivery::multicast, Approximation::first_order},
        Choice{{2, 2, 3}, NodeTransport::tcp, Delivery::routed, Approximation::continuous},
        Choice{{2, 4, 1}, NodeTransport::shm, Delivery::routed, Approximation::second_order}));

TEST(NetworkedOverNodes, OneThatIsStoppedEndsAll) {
  NetworkedSystemsPlan plan = load();
  plan.steps = 10'000'000;
  plan.systems_by_node = {3, 2, 2};
  EXPECT_EQ(testing::odd_end_of_one_stopped(make_networked_systems, plan), "");
}

TEST(NetworkedSystems, RefusesWhatDoesNotFit) {
  for (const std::vector<std::int32_t>& systems :
       {std::vector<std::int32_t>{}, {0}, {3, 4}, {-1}, {65}}) {
    NetworkedSystemsPlan plan = load();
    plan.systems_by_node = systems;
    const auto workload = make_networked_systems(testing::one_node_plan(plan));
    const testing::Finished finished = testing::carry_out(*workload);
    ASSERT_TRUE(finished.failure);
    EXPECT_EQ(finished.failure->code, "bad_plan");
    EXPECT_THROW((void)workload->oracle([] { return false; }), std::invalid_argument);
  }
}

TEST(NetworkedSystems, StepsAllocateNothing) {
  for (const auto delivery : {Delivery::routed, Delivery::multicast}) {
    NetworkedSystemsPlan plan = load();
    plan.delivery = delivery;
    plan.link_jitter_ms = 30;
    plan.systems_by_node = {4, 3};
    const networked::Scenario scenario(plan, 7);
    networked::Engine engine(scenario, {0, 0, 0, 0, 1, 1, 1}, 0);
    const std::uint64_t before = orrery::testing::allocations_so_far();
    for (networked::Step now = 0; now < scenario.all_steps(); ++now) {
      engine.step(now);
      engine.carrier().sent();
    }
    EXPECT_EQ(orrery::testing::allocations_so_far(), before);
    EXPECT_GT(engine.totals().all_updates(), 0U);
  }
}

}  // namespace
}  // namespace orrery::workloads
