// PHOLD on every engine: the oracle's order of events, plausible metrics, refused plans, and stopping.
#include <gtest/gtest.h>

#include <cmath>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/testing.hpp"

namespace orrery::workloads {
namespace {

using contracts::EventListKind;
using contracts::EventPayload;
using contracts::PdesEngine;
using contracts::TaskHandover;

contracts::PholdPlan load() {
  contracts::PholdPlan plan;
  plan.engine = PdesEngine::multi_fel;
  plan.workers = 2;
  plan.threads_per_list = 1;
  plan.list = EventListKind::buckets;
  plan.lps = 64;
  plan.population = 512;
  plan.expected_events = 10'000;
  plan.remote_share = 0.2;
  plan.lookahead = 0.2;
  plan.mean_delay = 1;
  plan.end_time = 10'000 * 1.2 / 512;
  plan.payload = EventPayload::bytes_32;
  plan.oracle = contracts::OracleUse::always;
  return plan;
}

testing::Finished run(const contracts::PholdPlan& plan) {
  const auto workload = make_phold(testing::one_node_plan(plan));
  return testing::carry_out(*workload);
}

struct Choice {
  PdesEngine engine;
  EventListKind list;
  TaskHandover handover;
  std::int32_t workers;
};

class PholdOn : public ::testing::TestWithParam<Choice> {};

TEST_P(PholdOn, ExecutesTheOraclesEventsInItsOrder) {
  contracts::PholdPlan plan = load();
  const auto workload = make_phold(testing::one_node_plan(plan));
  const std::uint64_t expected = workload->oracle([] { return false; });
  plan.engine = GetParam().engine;
  plan.list = GetParam().list;
  plan.handover = GetParam().handover;
  plan.workers = GetParam().workers;
  const testing::Finished finished = run(plan);
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  EXPECT_TRUE(finished.ran);
  EXPECT_EQ(finished.result.checks.size(), 2U);
  EXPECT_EQ(finished.broken(), "");
  EXPECT_EQ(finished.result.run_state_checksum, expected);
  EXPECT_EQ(finished.result.state_checksum, expected);
  EXPECT_NEAR(finished.metric("events"), 10'000, 1'500);
  EXPECT_NEAR(finished.metric("remote_share"), 0.2, 0.03);
  EXPECT_GT(finished.metric("events_per_second"), 0);
  EXPECT_EQ(std::isnan(finished.metric("speedup")), plan.engine == PdesEngine::sequential);
  ASSERT_EQ(finished.result.processes.size(), 1U);
  EXPECT_GT(finished.result.processes.front().elapsed_us, 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Engines, PholdOn,
    ::testing::Values(
        Choice{PdesEngine::sequential, EventListKind::binary_heap, TaskHandover::condition, 1},
        Choice{PdesEngine::sequential, EventListKind::buckets, TaskHandover::condition, 1},
        Choice{PdesEngine::central_fel, EventListKind::quaternary_heap, TaskHandover::condition, 1},
        Choice{PdesEngine::central_fel, EventListKind::calendar, TaskHandover::semaphore, 2},
        Choice{PdesEngine::central_fel, EventListKind::ladder, TaskHandover::mailbox, 3},
        Choice{PdesEngine::multi_fel, EventListKind::buckets, TaskHandover::condition, 1},
        Choice{PdesEngine::multi_fel, EventListKind::ladder, TaskHandover::condition, 2},
        Choice{PdesEngine::multi_fel, EventListKind::binary_heap, TaskHandover::condition, 4}));

TEST(Phold, EveryPayloadCarriesTheSameTimes) {
  contracts::PholdPlan plan = load();
  plan.payload = EventPayload::bytes_32;
  const testing::Finished small = run(plan);
  plan.payload = EventPayload::bytes_128;
  const testing::Finished large = run(plan);
  plan.payload = EventPayload::none;
  const testing::Finished none = run(plan);
  EXPECT_EQ(small.broken() + large.broken() + none.broken(), "");
  EXPECT_EQ(small.metric("events"), large.metric("events"));
  EXPECT_EQ(small.metric("events"), none.metric("events"));
  // The mean delay that payloads report is the one that the model draws.
  EXPECT_NEAR(small.metric("delay.mean"), 1.2, 0.1);
  EXPECT_EQ(small.metric("delay.mean"), large.metric("delay.mean"));
  EXPECT_TRUE(std::isnan(none.metric("delay.mean")));
}

TEST(Phold, AsksTheOracleOnlyWhereItIsAffordable) {
  contracts::PholdPlan plan = load();
  plan.oracle = contracts::OracleUse::auto_;
  EXPECT_EQ(run(plan).result.checks.size(), 2U);
  plan.expected_events = 1'000'000'000;
  EXPECT_TRUE(run(plan).result.checks.empty());
  plan.oracle = contracts::OracleUse::never;
  plan.expected_events = 1;
  EXPECT_TRUE(run(plan).result.checks.empty());
}

void expect_refused(const contracts::PholdPlan& plan, const std::string& field) {
  const testing::Finished finished = run(plan);
  ASSERT_TRUE(finished.failure) << field;
  EXPECT_EQ(finished.failure->code, "bad_plan");
  EXPECT_NE(finished.failure->message.find(field), std::string::npos) << finished.failure->message;
  EXPECT_FALSE(finished.failure->remedy.empty());
  EXPECT_FALSE(finished.ran);
}

TEST(Phold, RefusesWhatNoEngineCanRun) {
  contracts::PholdPlan plan = load();
  plan.lookahead = 0;
  expect_refused(plan, "lookahead");
  plan.engine = PdesEngine::sequential;
  EXPECT_FALSE(run(plan).failure);
  plan.mean_delay = -1;
  expect_refused(plan, "mean_delay");
  plan = load();
  plan.lps = 1;
  expect_refused(plan, "remote_share");
}

TEST(Phold, RunsOnOneNodeOnly) {
  contracts::WorkerPlan plan = testing::one_node_plan(load());
  plan.nodes.push_back({1, "node-1", 100, 2});
  const auto workload = make_phold(plan);
  const testing::Finished finished = testing::carry_out(*workload);
  ASSERT_TRUE(finished.failure);
  EXPECT_NE(finished.failure->message.find("nodes"), std::string::npos);
}

TEST(Phold, EndsSoonWhenItIsStopped) {
  for (const PdesEngine engine :
       {PdesEngine::sequential, PdesEngine::central_fel, PdesEngine::multi_fel}) {
    contracts::PholdPlan plan = load();
    plan.engine = engine;
    plan.end_time = 1e12;
    const auto workload = make_phold(testing::one_node_plan(plan));
    const testing::Finished finished = testing::carry_out(*workload, [] { return true; });
    ASSERT_TRUE(finished.failure);
    EXPECT_EQ(finished.failure->code, "stopped");
  }
}

}  // namespace
}  // namespace orrery::workloads
