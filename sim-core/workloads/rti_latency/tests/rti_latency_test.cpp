#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cmath>
#include <fstream>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/testing.hpp"
#include "orrery/workloads/federates/rti_peers.hpp"

#include "own_process.hpp"

namespace orrery::workloads {
namespace {

using contracts::ExchangedAs;
using contracts::LocalTransport;
using contracts::NodeTransport;
using contracts::ProcessModel;

contracts::RtiLatencyPlan small(ExchangedAs exchanged, ProcessModel model) {
  contracts::RtiLatencyPlan plan;
  plan.exchanged = exchanged;
  plan.return_payload = true;
  plan.attribute_bytes = 40;
  plan.attributes = 2;
  plan.types = 2;
  plan.instances = 3;
  plan.round_trips = 300;
  plan.warmup_round_trips = 20;
  plan.congestion_avoidance = contracts::CongestionAvoidance::sender;
  plan.most_waiting = 8;
  plan.return_timeout_ms = 60'000;
  plan.process_model = model;
  return plan;
}

testing::Finished run(const contracts::RtiLatencyPlan& load,
                      LocalTransport local = LocalTransport::thread) {
  return testing::carry_out(*make_rti_latency(testing::one_node_plan(load, local)));
}

struct Choice {
  ExchangedAs exchanged;
  ProcessModel model;
  LocalTransport local;
};
class RtiLatency : public ::testing::TestWithParam<Choice> {};

TEST_P(RtiLatency, EveryStampComesBackOnce) {
  const Choice& choice = GetParam();
  const testing::Finished finished = run(small(choice.exchanged, choice.model), choice.local);
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  EXPECT_TRUE(finished.ran);
  EXPECT_EQ(finished.broken(), "");
  EXPECT_EQ(finished.result.checks.size(), 5U);
  ASSERT_EQ(finished.result.run_messages.size(), 2U);
  EXPECT_EQ(finished.result.run_messages[0].counted, 300U);
  EXPECT_EQ(finished.result.run_messages[0].bytes, 300U * 80);
  for (const char* name : {"round_trip.min", "round_trip.p50", "round_trip.p99", "rate",
                           "delay.send", "delay.receive"}) {
    EXPECT_GT(finished.metric(name), 0) << name;
  }
  EXPECT_EQ(finished.metric("timeouts"), 0);
  // With both federates in one thread there is no bare channel to compare with.
  const bool apart = choice.model != ProcessModel::pooled;
  EXPECT_EQ(std::isnan(finished.metric("raw_round_trip.p50")), !apart);
  if (apart) {
    EXPECT_GT(finished.metric("over_raw"), 0);
  }
  EXPECT_EQ(finished.result.processes.size(), choice.model == ProcessModel::process ? 2U : 1U);
}

INSTANTIATE_TEST_SUITE_P(
    Choices, RtiLatency,
    ::testing::Values(Choice{ExchangedAs::objects, ProcessModel::thread, LocalTransport::thread},
                      Choice{ExchangedAs::interactions, ProcessModel::thread, LocalTransport::tcp},
                      Choice{ExchangedAs::objects, ProcessModel::process, LocalTransport::shm},
                      Choice{ExchangedAs::interactions, ProcessModel::process, LocalTransport::uds},
                      Choice{ExchangedAs::objects, ProcessModel::pooled, LocalTransport::thread},
                      Choice{ExchangedAs::interactions, ProcessModel::pooled,
                             LocalTransport::thread}));

class RtiLatencyOnHelics : public ::testing::TestWithParam<Choice> {};

TEST_P(RtiLatencyOnHelics, EveryStampComesBackOnce) {
  if (federates::usable_rti_peers().empty()) GTEST_SKIP() << "HELICS is not installed";
  orrery::testing::expect_in_own_process([] {
    const Choice& choice = GetParam();
    auto plan = small(choice.exchanged, choice.model);
    plan.rti = contracts::Rti::helics;
    plan.congestion_avoidance = choice.model == ProcessModel::process
                                    ? contracts::CongestionAvoidance::sender
                                    : contracts::CongestionAvoidance::none;
    const testing::Finished finished = run(plan, choice.local);
    ASSERT_FALSE(finished.failure) << finished.failure->message;
    EXPECT_EQ(finished.broken(), "");
    EXPECT_EQ(finished.result.run_messages.at(1).counted, 300U);
    EXPECT_GT(finished.metric("round_trip.p50"), 0);
    // HELICS does not use Orrery's channels, so there is no bare channel to compare with.
    EXPECT_TRUE(std::isnan(finished.metric("over_raw")));
  });
}

INSTANTIATE_TEST_SUITE_P(
    Choices, RtiLatencyOnHelics,
    ::testing::Values(Choice{ExchangedAs::objects, ProcessModel::thread, LocalTransport::thread},
                      Choice{ExchangedAs::interactions, ProcessModel::process, LocalTransport::shm},
                      Choice{ExchangedAs::objects, ProcessModel::process, LocalTransport::shm}));

TEST(RtiLatency, ReturnsTheStampAloneIfAsked) {
  auto plan = small(ExchangedAs::objects, ProcessModel::thread);
  plan.return_payload = false;
  const testing::Finished finished = run(plan);
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  EXPECT_EQ(finished.broken(), "");
  EXPECT_EQ(finished.result.run_messages[1].bytes, 300U * 8);
}

TEST(RtiLatency, TwoProcessesShareOneCpuIfAsked) {
  auto plan = small(ExchangedAs::objects, ProcessModel::process);
  plan.cpus = 1;
  const testing::Finished finished = run(plan, LocalTransport::shm);
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  EXPECT_EQ(finished.broken(), "");
  plan.cpus = 1'000;
  EXPECT_TRUE(run(plan, LocalTransport::shm).failure);
}

TEST(RtiLatency, SendsOnWithoutCongestionAvoidance) {
  auto plan = small(ExchangedAs::objects, ProcessModel::thread);
  plan.congestion_avoidance = contracts::CongestionAvoidance::none;
  plan.round_trips = 20'000;
  const testing::Finished finished = run(plan);
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  EXPECT_EQ(finished.broken(), "");
  EXPECT_TRUE(std::isnan(finished.metric("delay.way")));
}

TEST(RtiLatency, TheRtiBoundsWhatWaitsAndLosesNothing) {
  for (const ProcessModel model :
       {ProcessModel::thread, ProcessModel::process, ProcessModel::pooled}) {
    auto plan = small(ExchangedAs::objects, model);
    plan.congestion_avoidance = contracts::CongestionAvoidance::rti;
    plan.most_waiting = 2;
    plan.round_trips = 5'000;
    const testing::Finished finished = run(plan, LocalTransport::tcp);
    ASSERT_FALSE(finished.failure) << finished.failure->message;
    EXPECT_EQ(finished.broken(), "");
    EXPECT_GE(finished.metric("under_way.most"), 1);
    EXPECT_TRUE(std::isnan(finished.metric("delay.way")));
  }
}

TEST(RtiLatency, KeepsTheRateLimitAndSleepsInItsTick) {
  auto plan = small(ExchangedAs::objects, ProcessModel::thread);
  plan.rate_hz = 1'000;
  plan.round_trips = 50;
  plan.tick = contracts::TickVersion::sleep;
  const testing::Finished finished = run(plan);
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  EXPECT_EQ(finished.broken(), "");
  EXPECT_LE(finished.metric("rate"), 1'050);
}

TEST(RtiLatency, WorksOverTwoNodes) {
  for (const auto transport : {NodeTransport::shm, NodeTransport::tcp}) {
    const auto nodes = testing::carry_out_among(
        make_rti_latency, small(ExchangedAs::objects, ProcessModel::thread), 2, transport);
    for (const testing::Finished& node : nodes) {
      ASSERT_FALSE(node.failure) << node.failure->message;
      EXPECT_EQ(node.broken(), "");
    }
    EXPECT_EQ(nodes[0].result.run_messages[1].counted, 300U);
    EXPECT_GT(nodes[0].metric("over_raw"), 0);
    EXPECT_TRUE(nodes[1].result.run_metrics.empty());
  }
}

TEST(RtiLatency, TheCoordinatorHasANodeOfItsOwnIfAsked) {
  auto plan = small(ExchangedAs::objects, ProcessModel::thread);
  plan.coordinator = contracts::Coordinator::apart;
  for (const auto how :
       {contracts::Transportation::reliable, contracts::Transportation::best_effort}) {
    plan.data.transportation = how;
    const auto nodes = testing::carry_out_among(make_rti_latency, plan, 3, NodeTransport::tcp);
    for (const testing::Finished& node : nodes) {
      ASSERT_FALSE(node.failure) << node.failure->message;
      EXPECT_EQ(node.broken(), "");
    }
    EXPECT_EQ(nodes[0].result.run_messages[1].expected, 300U);
    EXPECT_GT(nodes[0].metric("over_raw"), 0);  // the probe is between the federates' nodes
    // Operations of the federates go through the last node, their data does not.
    const auto& channels = nodes[2].result.paths.front();
    EXPECT_EQ(channels.name, "coordinator");
    EXPECT_GT(channels.sent, 0U);
    EXPECT_LT(channels.received, 300U);
  }
}

TEST(RtiLatency, RefusesACoordinatorApartWithoutTwoNodesForFederates) {
  auto plan = small(ExchangedAs::objects, ProcessModel::thread);
  plan.coordinator = contracts::Coordinator::apart;
  const testing::Finished finished = run(plan);
  ASSERT_TRUE(finished.failure);
  EXPECT_NE(finished.failure->message.find("workload.coordinator"), std::string::npos);
}

TEST(RtiLatency, HelicsHasItsBrokerOnANodeOfItsOwnIfAsked) {
  if (federates::usable_rti_peers().empty()) GTEST_SKIP() << "HELICS is not installed";
  orrery::testing::expect_in_own_process([] {
    auto plan = small(ExchangedAs::objects, ProcessModel::thread);
    plan.rti = contracts::Rti::helics;
    plan.coordinator = contracts::Coordinator::apart;
    const auto nodes = testing::carry_out_among(make_rti_latency, plan, 3, NodeTransport::tcp);
    for (const testing::Finished& node : nodes) {
      ASSERT_FALSE(node.failure) << node.failure->message;
      EXPECT_EQ(node.broken(), "");
    }
    EXPECT_EQ(nodes[0].result.run_messages[1].counted, 300U);
  });
}

contracts::DataPath lossy(contracts::Transportation how, contracts::ReliableProtocol protocol) {
  contracts::DataPath path;
  path.transportation = how;
  path.reliable = protocol;
  path.impairment.delay_ms = 2;
  path.impairment.loss_share = 0.05;
  path.impairment.burst_packets = 1;
  return path;
}

TEST(RtiLatency, ATraceDecidesTheDelayAndTheLossOfEachPacket) {
  auto load = small(ExchangedAs::objects, ProcessModel::thread);
  load.data.transportation = contracts::Transportation::best_effort;
  load.data.impairment.burst_packets = 1;
  load.data.impairment.delay_trace_ms = {2, 3, 4};
  load.data.impairment.loss_trace = {0, 0, 0, 0, 0, 1};
  load.return_timeout_ms = 30;
  load.round_trips = 60;
  auto plan = testing::one_node_plan(load, LocalTransport::thread);
  plan.transports.token = static_cast<std::uint64_t>(base::now_ns());
  const testing::Finished finished = testing::carry_out(*make_rti_latency(plan));
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  EXPECT_EQ(finished.broken(), "");
  EXPECT_GE(finished.metric("round_trip.min"), 4e6);
  EXPECT_GE(finished.metric("round_trip.max"), 6e6);
  EXPECT_GE(finished.metric("loss_share"), 1.0 / 6);
}

TEST(RtiLatency, WhatIsLostOfBestEffortIsCountedAndNotWaitedForForEver) {
  auto load = small(ExchangedAs::objects, ProcessModel::thread);
  load.data = lossy(contracts::Transportation::best_effort, {});
  load.return_timeout_ms = 30;
  load.round_trips = 150;
  auto plan = testing::one_node_plan(load, LocalTransport::thread);
  plan.transports.token = static_cast<std::uint64_t>(base::now_ns());
  const testing::Finished finished = testing::carry_out(*make_rti_latency(plan));
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  EXPECT_EQ(finished.broken(), "");
  EXPECT_GT(finished.metric("loss_share"), 0);
  EXPECT_LT(finished.metric("loss_share"), 0.5);
  EXPECT_GT(finished.metric("timeouts"), 0);
  EXPECT_GE(finished.metric("round_trip.min"), 3.9e6);
}

TEST(RtiLatency, ReliableDataComesBackWholeOverALossyPath) {
  for (const auto protocol :
       {contracts::ReliableProtocol::nak_multicast, contracts::ReliableProtocol::channels}) {
    auto load = small(ExchangedAs::interactions, ProcessModel::thread);
    load.data = lossy(contracts::Transportation::reliable, protocol);
    load.round_trips = 60;
    auto plan = testing::one_node_plan(load, LocalTransport::thread);
    plan.transports.token = static_cast<std::uint64_t>(base::now_ns());
    const testing::Finished finished = testing::carry_out(*make_rti_latency(plan));
    ASSERT_FALSE(finished.failure) << finished.failure->message;
    EXPECT_EQ(finished.broken(), "");
    EXPECT_GE(finished.metric("round_trip.min"), 3.9e6) << contracts::to_string(protocol);
  }
}

TEST(RtiLatency, IsStoppedInTheMiddle) {
  for (const auto model : {ProcessModel::process, ProcessModel::thread}) {
    auto plan = small(ExchangedAs::objects, model);
    plan.round_trips = 100'000'000;
    const auto workload = make_rti_latency(testing::one_node_plan(plan, LocalTransport::shm));
    bool ran = false;
    const testing::Finished finished =
        testing::carry_out(*workload, [&ran] { return std::exchange(ran, true); });
    ASSERT_TRUE(finished.failure);
    EXPECT_EQ(finished.failure->code, "stopped");
  }
}

TEST(RtiLatency, TellsThatAFederatesProcessWasKilled) {
  auto plan = small(ExchangedAs::objects, ProcessModel::process);
  plan.round_trips = 100'000'000;
  const auto workload = make_rti_latency(testing::one_node_plan(plan, LocalTransport::shm));
  const std::string path = "/proc/self/task/" + std::to_string(::getpid()) + "/children";
  const testing::Finished finished = testing::carry_out(*workload, [&path] {
    pid_t child = 0;
    if (std::ifstream(path) >> child) ::kill(child, SIGKILL);
    return false;
  });
  ASSERT_TRUE(finished.failure);
  EXPECT_EQ(finished.failure->code, "federate_failed") << finished.failure->message;
  EXPECT_EQ(finished.failure->process, "federate 1");
}

TEST(RtiLatency, RefusesProcessesInThreadRings) {
  const auto finished =
      run(small(ExchangedAs::objects, ProcessModel::process), LocalTransport::thread);
  ASSERT_TRUE(finished.failure);
  EXPECT_EQ(finished.failure->code, "bad_plan");
}

}  // namespace
}  // namespace orrery::workloads
