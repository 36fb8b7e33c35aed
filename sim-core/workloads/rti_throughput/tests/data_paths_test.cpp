// Tests of data paths: losses are counted, services keep their guarantees, and a run may switch transportation.

#include <gtest/gtest.h>

#include <algorithm>

#include "orrery/transport/dds.hpp"
#include "orrery/transport/norm.hpp"

#include "small.hpp"

namespace orrery::workloads {
namespace {

using contracts::ExchangedAs;
using contracts::ProcessModel;
using testing::Nodes;
using enum contracts::Transportation;
using Reliable = contracts::ReliableProtocol;
using BestEffort = contracts::BestEffortProtocol;

struct DataChoice {
  contracts::DataPath path;
  ProcessModel model;
  testing::Nodes nodes;
  [[nodiscard]] bool dds() const {
    return path.transportation == contracts::Transportation::reliable
               ? path.reliable == contracts::ReliableProtocol::dds
               : path.best_effort == contracts::BestEffortProtocol::dds;
  }
};

bool on_norm(const DataChoice& choice) {
  return choice.path.transportation == contracts::Transportation::reliable &&
         choice.path.reliable == contracts::ReliableProtocol::norm;
}

class DataPaths : public ::testing::TestWithParam<DataChoice> {};

INSTANTIATE_TEST_SUITE_P(
    Choices, DataPaths,
    ::testing::Values(
        DataChoice{testing::data_path(best_effort, Reliable::channels, BestEffort::udp, 0),
                   ProcessModel::thread, Nodes::one},
        DataChoice{testing::data_path(best_effort, Reliable::channels, BestEffort::multicast, 0.05),
                   ProcessModel::process, Nodes::one},
        DataChoice{testing::data_path(best_effort, Reliable::channels, BestEffort::udp, 0.05),
                   ProcessModel::pooled, Nodes::two},
        DataChoice{testing::data_path(reliable, Reliable::nak_multicast, BestEffort::udp, 0.05),
                   ProcessModel::process, Nodes::one},
        DataChoice{testing::data_path(reliable, Reliable::region_multicast, BestEffort::udp, 0.05),
                   ProcessModel::pooled, Nodes::two},
        DataChoice{testing::data_path(reliable, Reliable::channels, BestEffort::udp, 0.01),
                   ProcessModel::thread, Nodes::one},
        DataChoice{testing::data_path(reliable, Reliable::dds, BestEffort::udp, 0),
                   ProcessModel::process, Nodes::one},
        DataChoice{testing::data_path(best_effort, Reliable::channels, BestEffort::dds, 0),
                   ProcessModel::pooled, Nodes::two},
        DataChoice{testing::data_path(reliable, Reliable::norm, BestEffort::udp, 0),
                   ProcessModel::process, Nodes::one},
        DataChoice{testing::data_path(reliable, Reliable::norm, BestEffort::udp, 0),
                   ProcessModel::pooled, Nodes::two}));

// Three receivers: on one node in threads or processes, or on two nodes with two federates each.
TEST_P(DataPaths, WhatWasSentIsReceivedOrCountedAsLost) {
  const DataChoice& choice = GetParam();
  if (choice.dds() && !transport::has_dds()) GTEST_SKIP() << "dds is not built in";
  if (on_norm(choice)) {
    if (!transport::has_norm()) GTEST_SKIP() << "norm is not built in";
    RecordProperty("norm_instances", 8);
  }
  auto load = testing::small(ExchangedAs::objects, choice.model, 3);
  load.data = choice.path;
  // On channels, a loss delays all following messages for long.
  const bool slow =
      choice.path.reliable == Reliable::channels && choice.path.transportation == reliable;
  load.updates_per_cycle = slow ? 200 : 1'000;
  const testing::Finished master = testing::carried_out(load, choice.nodes);
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  if (choice.path.transportation == best_effort) {
    EXPECT_EQ(master.result.checks.size(), 5U);
    EXPECT_LT(master.metric("loss_share"), 1);
    EXPECT_GE(master.metric("loss_share.worst"), master.metric("loss_share"));
    if (choice.path.impairment.loss_share > 0) {
      EXPECT_GT(master.metric("loss_share"), 0);
      EXPECT_GT(master.metric("path.lost"), 0);
    }
  } else {
    EXPECT_EQ(master.metric("loss_share"), 0);
    EXPECT_EQ(master.metric("late"), 0);
    if (slow) return;
    EXPECT_EQ(master.metric("path.repairs") > 0, !choice.dds() && !on_norm(choice));
  }
}

// Four regions and four receivers, each with a node of the RTI. Updates go to all nodes, or to those of a region.
TEST(RegionsOfThroughput, EachReceiverGetsItsShareAndGroupsKeepTheRestFromItsNode) {
  for (const bool lossy : {false, true}) {
    for (const int groups : {0, 4}) {
      if (!lossy && groups > 0) continue;
      SCOPED_TRACE(std::string(lossy ? "best effort, groups: " : "reliable, groups: ") +
                   std::to_string(groups));
      auto load = testing::small(ExchangedAs::objects, ProcessModel::process, 4);
      load.regions = 4;
      load.updates_per_cycle = 1'001;
      load.data = testing::data_path(lossy ? best_effort : reliable, Reliable::channels,
                                     BestEffort::multicast, 0);
      load.data.groups = groups;
      const testing::Finished master = testing::carried_out(load, Nodes::one);
      ASSERT_FALSE(master.failure) << master.failure->message;
      EXPECT_EQ(master.broken(), "");
      ASSERT_EQ(master.result.run_messages.size(), 4U);
      for (std::uint64_t i = 0; i < 4; ++i) {
        const auto& counted = master.result.run_messages[i];
        EXPECT_EQ(counted.expected, 3U * (i == 0 ? 251U : 250U));
        EXPECT_TRUE(lossy || counted.counted == counted.expected) << counted.counted;
        EXPECT_LE(counted.counted, counted.expected);
        EXPECT_GT(counted.counted, 0U);
      }
      if (!lossy) continue;
      const double lost = master.metric("loss_share");
      const double most = groups == 0 ? 1 : 0.25;
      EXPECT_LE(master.metric("reached_share"), most + 0.01);
      EXPECT_GE(master.metric("reached_share"), most * (1 - lost) - 0.05);
    }
  }
}

struct ServiceChoice {
  contracts::DataPath path;
  testing::Nodes nodes;
};
class Services : public ::testing::TestWithParam<ServiceChoice> {};

INSTANTIATE_TEST_SUITE_P(
    Choices, Services,
    ::testing::Values(
        ServiceChoice{testing::data_path(minimum_rate, Reliable::channels, BestEffort::udp, 0.05),
                      Nodes::one},
        ServiceChoice{
            testing::data_path(minimum_rate, Reliable::channels, BestEffort::multicast, 0.05),
            Nodes::two},
        ServiceChoice{
            testing::data_path(state_consistent, Reliable::channels, BestEffort::udp, 0.05),
            Nodes::two},
        ServiceChoice{
            testing::data_path(state_consistent, Reliable::channels, BestEffort::multicast, 0.05),
            Nodes::one},
        ServiceChoice{testing::data_path(one_shot, Reliable::channels, BestEffort::udp, 0),
                      Nodes::one},
        ServiceChoice{testing::data_path(one_shot, Reliable::channels, BestEffort::multicast, 0.05),
                      Nodes::two}));

// The guarantee of each service: the newest value arrives in spite of losses, and none after a newer one; nothing leaves
// before its time.
TEST_P(Services, KeepTheirPromiseThoughTheirPathsLose) {
  const ServiceChoice& choice = GetParam();
  auto load =
      testing::small(ExchangedAs::objects,
                     choice.nodes == Nodes::two ? ProcessModel::pooled : ProcessModel::thread,
                     choice.nodes == Nodes::two ? 1 : 3);
  load.attributes = 1;
  load.updates_per_cycle = 1'000;
  load.data = choice.path;
  load.data.repeat_ms = 20;
  const testing::Finished master = testing::carried_out(load, choice.nodes);
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  const auto checked = [&](const char* name) {
    return std::ranges::count(master.result.checks, name, &contracts::Check::name);
  };
  const auto how = choice.path.transportation;
  EXPECT_EQ(checked("newest"), how == one_shot ? 0 : 1);
  EXPECT_EQ(checked("again"), how == one_shot ? 0 : 1);
  EXPECT_EQ(checked("early"), how == one_shot ? 1 : 0);
  EXPECT_EQ(checked("released"), how == one_shot ? 1 : 0);
  if (choice.path.impairment.loss_share > 0) {
    EXPECT_GT(master.metric("path.lost"), 0);
  }
}

struct SwitchChoice {
  ExchangedAs exchanged;
  BestEffort protocol;
  testing::Nodes nodes;
};
class Switches : public ::testing::TestWithParam<SwitchChoice> {};

INSTANTIATE_TEST_SUITE_P(
    Choices, Switches,
    ::testing::Values(SwitchChoice{ExchangedAs::objects, BestEffort::udp, Nodes::one},
                      SwitchChoice{ExchangedAs::objects, BestEffort::multicast, Nodes::two},
                      SwitchChoice{ExchangedAs::interactions, BestEffort::udp, Nodes::two},
                      SwitchChoice{ExchangedAs::interactions, BestEffort::multicast, Nodes::one}));

// Best effort, reliable, best effort, reliable. The port loses a tenth of its packets.
TEST_P(Switches, OfTransportationAreExactInTheMiddleOfARun) {
  const SwitchChoice& choice = GetParam();
  const int receivers = choice.nodes == Nodes::two ? 1 : 3;
  auto load = testing::small(
      choice.exchanged, choice.nodes == Nodes::two ? ProcessModel::pooled : ProcessModel::process,
      receivers);
  load.updates_per_cycle = 500;
  load.cycles = 7;
  load.switch_every = 2;
  load.data = testing::data_path(best_effort, Reliable::channels, choice.protocol, 0.1);
  const testing::Finished master = testing::carried_out(load, choice.nodes);
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  const auto found = [&](const char* name) {
    const auto& checks = master.result.checks;
    const auto check = std::ranges::find(checks, name, &contracts::Check::name);
    return check == checks.end() ? "none" : check->found;
  };
  EXPECT_EQ(found("switches"), "3");
  EXPECT_EQ(found("reliable"), std::to_string(3 * 500 * receivers));
  EXPECT_EQ(found("reliable.left"), "0");
  const int copies = choice.protocol == BestEffort::multicast ? 1 : receivers;
  EXPECT_EQ(found("best_effort.left"), std::to_string(4 * 500 * copies));
  EXPECT_EQ(found("counted"), "0");
  const auto& messages = master.result.run_messages;
  ASSERT_EQ(messages.size(), 2U * static_cast<std::size_t>(receivers));
  EXPECT_EQ(messages[0].kind, "receiver-1.best_effort");
  EXPECT_EQ(messages[0].expected, 2'000U);
  EXPECT_LT(messages[0].counted, 2'000U);
  EXPECT_EQ(messages[1].kind, "receiver-1.reliable");
  EXPECT_EQ(messages[1].expected, 1'500U);
  EXPECT_EQ(messages[1].counted, 1'500U);
  EXPECT_GT(master.metric("loss_share.best_effort"), master.metric("loss_share"));
  EXPECT_GT(master.metric("received_rate.reliable"), 0);
  EXPECT_LE(master.metric("stability.best_effort"), 1);
  // No metric mixes cycles of both transportations.
  for (const contracts::Metric& each : master.result.metrics) {
    EXPECT_NE(each.name, "received_rate");
    EXPECT_NE(each.name, "stability");
  }
  EXPECT_GT(master.metric("switch_time"), 0);
}

}  // namespace
}  // namespace orrery::workloads
