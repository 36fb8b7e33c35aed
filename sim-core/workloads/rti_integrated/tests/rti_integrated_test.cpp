#include <gtest/gtest.h>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/testing.hpp"

namespace orrery::workloads {
namespace {

using contracts::ExchangedAs;
using contracts::LocalTransport;
using contracts::NodeTransport;
using contracts::ProcessModel;

contracts::RtiIntegratedPlan small(ExchangedAs exchanged, ProcessModel model, int federates,
                                   int senders) {
  contracts::RtiIntegratedPlan plan;
  plan.exchanged = exchanged;
  plan.attribute_bytes = 24;
  plan.attributes = 2;
  plan.types = 2;
  plan.instances = 3;
  plan.federates = federates;
  plan.senders = senders;
  plan.updates = 3'001;
  plan.warmup_updates = 100;
  plan.returned_every = 10;
  plan.process_model = model;
  return plan;
}

void expect_exact(const testing::Finished& master, std::size_t federates, std::size_t senders) {
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  EXPECT_EQ(master.result.checks.size(), 6U);
  ASSERT_EQ(master.result.run_messages.size(), senders == 1 ? federates - 1 : federates);
  for (const auto& each : master.result.run_messages) {
    EXPECT_EQ(each.counted, each.expected);
    EXPECT_EQ(each.counted % 3'001, 0U);
    EXPECT_EQ(each.bytes, each.counted * 48);
  }
  // Each receiver of federate 0 returns every tenth of 3,001 updates.
  ASSERT_EQ(master.result.traces.size(), federates - 1);
  for (const auto& trace : master.result.traces) {
    ASSERT_EQ(trace.x.size(), 301U);
    EXPECT_EQ(trace.x.back(), 3'000);
    for (const double took : trace.y) EXPECT_GT(took, 0);
  }
  EXPECT_GT(master.metric("round_trip.p50"), 0);
  EXPECT_LE(master.metric("round_trip.p50"), master.metric("round_trip.p99"));
  EXPECT_GT(master.metric("received_rate.least"), 0);
  EXPECT_LE(master.metric("received_rate"), master.metric("sent_rate"));
}

struct Choice {
  ExchangedAs exchanged;
  ProcessModel model;
  LocalTransport local;
  int federates;
  int senders;
};
class RtiIntegrated : public ::testing::TestWithParam<Choice> {};

TEST_P(RtiIntegrated, EveryReceiverReturnsWhatIsStamped) {
  const Choice& choice = GetParam();
  const auto workload = make_rti_integrated(testing::one_node_plan(
      small(choice.exchanged, choice.model, choice.federates, choice.senders), choice.local));
  expect_exact(testing::carry_out(*workload), static_cast<std::size_t>(choice.federates),
               static_cast<std::size_t>(choice.senders));
}

// Federate 0 alone sends, so that it receives nothing; its windows have columns of the others.
TEST(RtiIntegratedWindows, HaveColumnsOfEachReceiver) {
  const auto workload = make_rti_integrated(testing::one_node_plan(
      small(ExchangedAs::objects, ProcessModel::thread, 3, 1), LocalTransport::shm));
  Host host;
  host.stopped = [] { return false; };
  host.after_fork = [] {};
  host.log = [](contracts::LogLevel, const std::string&) {};
  ASSERT_FALSE(workload->prepare(host));
  std::vector<std::string> names;
  for (const auto& column : workload->prepared().schemas.at(0).columns) {
    if (column.role == contracts::ColumnRole::receiver) names.push_back(column.name);
  }
  const std::vector<std::string> wanted = {"receiver.1.received", "receiver.1.p50",
                                           "receiver.1.p99",      "receiver.2.received",
                                           "receiver.2.p50",      "receiver.2.p99"};
  EXPECT_EQ(names, wanted);
}

INSTANTIATE_TEST_SUITE_P(
    Choices, RtiIntegrated,
    ::testing::Values(
        Choice{ExchangedAs::objects, ProcessModel::thread, LocalTransport::thread, 2, 1},
        Choice{ExchangedAs::interactions, ProcessModel::thread, LocalTransport::thread, 3, 2},
        Choice{ExchangedAs::objects, ProcessModel::process, LocalTransport::shm, 4, 4},
        Choice{ExchangedAs::interactions, ProcessModel::process, LocalTransport::tcp, 2, 1},
        Choice{ExchangedAs::objects, ProcessModel::pooled, LocalTransport::thread, 3, 3}));

TEST(RtiIntegrated, WorksOverTwoNodesManyToMany) {
  const auto nodes = testing::carry_out_among(
      make_rti_integrated, small(ExchangedAs::objects, ProcessModel::pooled, 4, 4), 2,
      NodeTransport::shm);
  for (const testing::Finished& node : nodes) {
    ASSERT_FALSE(node.failure) << node.failure->message;
  }
  expect_exact(nodes[0], 4, 4);
}

class DataPaths : public ::testing::TestWithParam<testing::DataChoice> {};
INSTANTIATE_TEST_SUITE_P(Choices, DataPaths, ::testing::ValuesIn(testing::lossy_data_paths()));

// Three federates in threads, of which two send; or two nodes with two federates each, which all send.
TEST_P(DataPaths, WhatWasSentIsReceivedOrCountedAsLost) {
  const testing::DataChoice& choice = GetParam();
  const int federates = choice.nodes ? 4 : 3;
  auto load =
      small(ExchangedAs::objects, choice.nodes ? ProcessModel::pooled : ProcessModel::thread,
            federates, choice.nodes ? 4 : 2);
  load.data = choice.path;
  testing::Finished master;
  if (choice.nodes) {
    auto nodes = testing::carry_out_among(make_rti_integrated, load, 2, NodeTransport::tcp);
    ASSERT_FALSE(nodes[1].failure) << nodes[1].failure->message;
    master = std::move(nodes[0]);
  } else {
    auto plan = testing::one_node_plan(load, LocalTransport::thread);
    plan.transports.token = static_cast<std::uint64_t>(base::now_ns());
    master = testing::carry_out(*make_rti_integrated(plan));
  }
  if (choice.path.transportation == contracts::Transportation::reliable) {
    expect_exact(master, static_cast<std::size_t>(federates), choice.nodes ? 4 : 2);
    EXPECT_GT(master.metric("path.repairs"), 0);
    return;
  }
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  EXPECT_EQ(master.result.checks.size(), 6U);
  EXPECT_GT(master.metric("path.lost"), 0);
  for (const char* share : {"loss_share", "loss_share.returned"}) {
    EXPECT_GT(master.metric(share), 0) << share;
    EXPECT_LT(master.metric(share), 1) << share;
  }
  // Two ways of 1 ms each.
  EXPECT_GE(master.metric("round_trip.p50"), choice.nodes ? 0 : 2'000'000);
}

class NewestValues : public ::testing::TestWithParam<testing::DataChoice> {};
INSTANTIATE_TEST_SUITE_P(
    Choices, NewestValues,
    ::testing::Values(
        testing::DataChoice{testing::data_path(contracts::Transportation::state_consistent,
                                               contracts::ReliableProtocol::channels,
                                               contracts::BestEffortProtocol::multicast, 0.05),
                            false},
        testing::DataChoice{testing::data_path(contracts::Transportation::minimum_rate,
                                               contracts::ReliableProtocol::channels,
                                               contracts::BestEffortProtocol::udp, 0.05),
                            true}));

// Many to many: the last value of every object of every sender arrives, and no value arrives after a newer one.
TEST_P(NewestValues, ComeThoughOthersAreLost) {
  const testing::DataChoice& choice = GetParam();
  auto load =
      small(ExchangedAs::objects, choice.nodes ? ProcessModel::pooled : ProcessModel::thread, 4, 4);
  load.attributes = 1;
  load.data = choice.path;
  load.data.repeat_ms = 1;
  testing::Finished master;
  if (choice.nodes) {
    master = testing::carry_out_among(make_rti_integrated, load, 2, NodeTransport::tcp)[0];
  } else {
    master = testing::carry_out(
        *make_rti_integrated(testing::one_node_plan(load, LocalTransport::thread)));
  }
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  EXPECT_EQ(std::ranges::count(master.result.checks, "newest", &contracts::Check::name), 1);
  EXPECT_GT(master.metric("path.lost"), 0);
  EXPECT_GT(master.metric("loss_share"), 0);
}

TEST(RtiIntegrated, ALimitedRateIsKeptOnAverage) {
  auto load = small(ExchangedAs::objects, ProcessModel::thread, 2, 1);
  load.updates = 200;
  load.rate_hz = 2'000;
  const auto workload = make_rti_integrated(testing::one_node_plan(load, LocalTransport::thread));
  const testing::Finished master = testing::carry_out(*workload);
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  // The first update is due at once.
  EXPECT_LE(master.metric("sent_rate"), 2'000.0 * 200 / 199);
}

TEST(RtiIntegrated, OneNodeThatIsStoppedEndsAll) {
  auto load = small(ExchangedAs::objects, ProcessModel::thread, 2, 1);
  load.updates = 100'000'000;
  load.returned_every = 1'000'000;
  const auto nodes = testing::carry_out_among(make_rti_integrated, load, 2, NodeTransport::tcp,
                                              [](std::size_t node) { return node == 1; });
  for (const testing::Finished& node : nodes) ASSERT_TRUE(node.failure);
  EXPECT_EQ(nodes[1].failure->code, "stopped");
  EXPECT_EQ(nodes[0].failure->code, "rti") << nodes[0].failure->message;
}

}  // namespace
}  // namespace orrery::workloads
