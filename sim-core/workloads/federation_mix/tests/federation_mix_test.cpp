#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/testing.hpp"

#include "federation_clock.hpp"
#include "mix_report.hpp"
#include "mix_shape.hpp"
#include "schedule.hpp"

namespace orrery::workloads {
namespace {

using contracts::LocalTransport;
using contracts::NodeTransport;
using contracts::ProcessModel;
using federation_mix::MixShape;
using federation_mix::Schedule;

contracts::FederationMixPlan small(ProcessModel model) {
  contracts::FederationMixPlan plan;
  plan.federates = 6;
  plan.objects = 120;
  plan.groups = 30;
  plan.groups_of_federate = 8;
  plan.least_bytes = 200;
  plan.most_bytes = 270;
  plan.rate_hz = 20;
  plan.bursts_per_s = 10;
  plan.burst_rate_hz = 500;
  plan.burst_ms = 50;
  plan.joins_per_s = 40;
  plan.both_share = 0.5;
  plan.measured_s = 0.5;
  plan.warmup_s = 0.1;
  plan.process_model = model;
  return plan;
}

testing::Finished run(const contracts::FederationMixPlan& load, LocalTransport local) {
  return testing::carry_out(*make_federation_mix(testing::one_node_plan(load, local)));
}

class FederationMix : public ::testing::TestWithParam<std::pair<ProcessModel, LocalTransport>> {};

TEST_P(FederationMix, WhatIsSentToKeptGroupsArrivesOnce) {
  const testing::Finished master = run(small(GetParam().first), GetParam().second);
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  ASSERT_EQ(master.result.run_messages.size(), 1U);
  EXPECT_GT(master.result.run_messages[0].counted, 0U);
  EXPECT_EQ(master.metric("score.delivery"), 100);
  EXPECT_GT(master.metric("score"), 0);
  EXPECT_LE(master.metric("score"), 100);
  EXPECT_GT(master.metric("delivered_rate"), 0);
  EXPECT_GT(master.metric("squelched_share"), 0);
  EXPECT_LT(master.metric("squelched_share"), 1);
  EXPECT_GT(master.metric("bursts"), 0);
  EXPECT_GT(master.metric("joins_per_second"), 0);
  EXPECT_LE(master.metric("latency.p50"), master.metric("latency.p99"));
  EXPECT_GT(master.metric("join_latency.p50"), 0);
}

INSTANTIATE_TEST_SUITE_P(Models, FederationMix,
                         ::testing::Values(std::pair(ProcessModel::pooled, LocalTransport::thread),
                                           std::pair(ProcessModel::thread, LocalTransport::thread),
                                           std::pair(ProcessModel::process, LocalTransport::shm)));

class DataPaths : public ::testing::TestWithParam<testing::DataChoice> {};
INSTANTIATE_TEST_SUITE_P(Choices, DataPaths, ::testing::ValuesIn(testing::lossy_data_paths()));

// Six federates, each a thread; or two nodes with three each.
TEST_P(DataPaths, MessagesOfKeptGroupsArriveOrAreLostByPorts) {
  const testing::DataChoice& choice = GetParam();
  auto load = small(choice.nodes ? ProcessModel::pooled : ProcessModel::thread);
  load.data = choice.path;
  testing::Finished master;
  if (choice.nodes) {
    auto nodes = testing::carry_out_among(make_federation_mix, load, 2, NodeTransport::tcp);
    ASSERT_FALSE(nodes[1].failure) << nodes[1].failure->message;
    master = std::move(nodes[0]);
    EXPECT_GT(master.metric("clock_uncertainty"), 0);
  } else {
    auto plan = testing::one_node_plan(load, LocalTransport::thread);
    plan.transports.token = static_cast<std::uint64_t>(base::now_ns());
    master = testing::carry_out(*make_federation_mix(plan));
  }
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  EXPECT_GT(master.metric("delivered_rate"), 0);
  EXPECT_GT(master.metric("latency.p50"), 0);
  EXPECT_EQ(master.result.checks.size(),
            choice.path.transportation == contracts::Transportation::reliable ? 2U : 3U);
  if (choice.path.transportation == contracts::Transportation::best_effort) {
    EXPECT_GT(master.metric("path.lost"), 0);
    EXPECT_GT(master.metric("loss_share"), 0);
    EXPECT_LT(master.metric("loss_share"), 0.5);
  } else {
    EXPECT_EQ(master.metric("score.delivery"), 100);
  }
}

TEST(FederationMix, WorksOverTwoNodes) {
  const auto nodes = testing::carry_out_among(make_federation_mix, small(ProcessModel::pooled), 2,
                                              NodeTransport::shm);
  ASSERT_FALSE(nodes[0].failure) << nodes[0].failure->message;
  ASSERT_FALSE(nodes[1].failure) << nodes[1].failure->message;
  EXPECT_EQ(nodes[0].broken(), "");
  EXPECT_EQ(nodes[0].metric("score.delivery"), 100);
}

TEST(FederationMix, WhatIsNotAskedForIsNotJudged) {
  auto load = small(ProcessModel::pooled);
  load.bursts_per_s = 0;
  load.joins_per_s = 0;
  const testing::Finished master = run(load, LocalTransport::thread);
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  EXPECT_EQ(master.metric("bursts"), 0);
  EXPECT_TRUE(std::isnan(master.metric("score.joins")));
  const double product = master.metric("score.rate") * master.metric("score.delivery") *
                         master.metric("score.latency");
  EXPECT_NEAR(master.metric("score"), std::cbrt(product), 1e-9);
}

// A clock of another host that is ahead and drifts. Questions and answers take different and varying times.
TEST(FederationClock, IsKnownWithinItsUncertaintyAndFollowed) {
  using federation_mix::FederationClock;
  base::Random random(5);
  FederationClock clock(false);
  EXPECT_FALSE(clock.known());
  std::int64_t now_ns = 1'000'000;
  const auto ahead_at = [](std::int64_t at_ns) { return 5'000'000'000 + at_ns / 10'000; };
  const auto exchange = [&] {
    ASSERT_TRUE(clock.ask_at_ns());
    now_ns = std::max(now_ns, *clock.ask_at_ns());
    clock.asked(now_ns);
    EXPECT_FALSE(clock.ask_at_ns()) << "one question at a time";
    federation_mix::ClockAnswer answer{now_ns, 0, 0};
    now_ns += 10'000 + static_cast<std::int64_t>(random.exponential(50'000));
    answer.heard_ns = now_ns + ahead_at(now_ns);
    now_ns += 30'000;
    answer.answered_ns = now_ns + ahead_at(now_ns);
    now_ns += 10'000 + static_cast<std::int64_t>(random.exponential(5'000));
    clock.heard({answer.asked_ns - 1, 0, 0}, now_ns);  // to an older question: ignored
    clock.heard(answer, now_ns);
  };
  // With 16 answers, ten per second, the oldest is off by the drift of 1.6 s.
  constexpr std::int64_t drift_ns = 1'600'000'000 / 10'000;
  for (int i = 0; i < 300; ++i) {
    exchange();
    const std::int64_t off_ns = std::abs(clock.ahead_ns() - ahead_at(now_ns));
    EXPECT_LE(off_ns, clock.uncertainty_ns() + drift_ns);
    EXPECT_EQ(clock.known(), i >= 15);
  }
  EXPECT_GE(clock.uncertainty_ns(), 10'000);
  EXPECT_EQ(clock.shared_ns(7), 7 + clock.ahead_ns());

  const FederationClock ours(true);
  EXPECT_TRUE(ours.known());
  EXPECT_FALSE(ours.ask_at_ns());
  EXPECT_EQ(ours.shared_ns(7), 7);
}

TEST(MixShape, EveryObjectHasOneSenderAndGroupsAreEquallyLarge) {
  const MixShape shape(small(ProcessModel::pooled), 7);
  std::vector<int> in_group(30);
  int senders = 0;
  int receivers = 0;
  for (int federate = 0; federate < 6; ++federate) {
    const auto objects = shape.objects_of(federate);
    EXPECT_EQ(objects.empty(), !shape.sends(federate));
    senders += shape.sends(federate) ? 1 : 0;
    receivers += shape.receives(federate) ? 1 : 0;
    for (const auto group : objects) ++in_group.at(group);
    const auto groups = shape.groups_of(federate);
    EXPECT_EQ(groups.size(), shape.receives(federate) ? 8U : 0U);
    EXPECT_EQ(std::set(groups.begin(), groups.end()).size(), groups.size());
  }
  EXPECT_EQ(senders, shape.senders());
  EXPECT_EQ(receivers, shape.receivers());
  EXPECT_EQ(senders + receivers, 6 + 3);  // half of them do both
  for (const int objects : in_group) EXPECT_EQ(objects, 4);
}

TEST(Schedule, EachObjectIsDueOnceInAPeriodAndBurstsComeBesides) {
  auto plan = small(ProcessModel::pooled);
  plan.rate_hz = 10;
  plan.bursts_per_s = 0;
  Schedule plain(plan, 50, 1, base::Random(3), 0);
  std::vector<int> times(50);
  while (const auto due = plain.due(2'000'000'000)) {
    ++times.at(due->object);
    plain.done();
  }
  EXPECT_EQ(std::accumulate(times.begin(), times.end(), 0), 1000);
  for (const int count : times) EXPECT_EQ(count, 20);
  EXPECT_GT(plain.next_ns(), 2'000'000'000);

  plan.bursts_per_s = 5;
  Schedule bursting(plan, 50, 1, base::Random(3), 0);
  std::uint64_t all = 0;
  while (bursting.due(100'000'000'000)) {
    ++all;
    bursting.done();
  }
  // 500 Hz for 50 ms.
  EXPECT_GT(bursting.bursts(), 100U);
  EXPECT_LE(all, 50'000 + 25 * bursting.bursts());
  EXPECT_GT(all, 50'000 + 25 * (bursting.bursts() - 1));
}

TEST(MixReport, ArrivesAsItWasWritten) {
  federation_mix::MixReport report;
  report.totals.sent = 17;
  report.sent_by_group = {1, 2, 3};
  report.latency.record(100, 5);
  report.join_latency.record(1'000'000);
  const auto bytes = write_report(report);
  EXPECT_LE(bytes.size(), federation_mix::most_report_bytes(3));
  const auto read = federation_mix::read_report(bytes);
  EXPECT_EQ(read.totals.sent, 17U);
  EXPECT_EQ(read.sent_by_group, report.sent_by_group);
  EXPECT_EQ(read.latency.count(), 5U);
  EXPECT_EQ(read.latency.quantile(0.5), 100U);
  EXPECT_EQ(read.join_latency.count(), 1U);
}

}  // namespace
}  // namespace orrery::workloads
