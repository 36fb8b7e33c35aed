#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/testing.hpp"
#include "orrery/workloads/federates/checks.hpp"
#include "orrery/workloads/federates/federation_run.hpp"
#include "orrery/workloads/federates/rti_peers.hpp"

#include "own_process.hpp"
#include "small.hpp"

namespace orrery::workloads {
namespace {

using contracts::ExchangedAs;
using contracts::LocalTransport;
using contracts::NodeTransport;
using contracts::ProcessModel;
using enum contracts::Transportation;
using Reliable = contracts::ReliableProtocol;
using BestEffort = contracts::BestEffortProtocol;

void expect_exact(const testing::Finished& master, std::size_t receivers) {
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  EXPECT_EQ(master.result.checks.size(), 4U);
  ASSERT_EQ(master.result.run_messages.size(), receivers);
  for (const auto& each : master.result.run_messages) {
    EXPECT_EQ(each.expected, 6'000U);
    EXPECT_EQ(each.counted, 6'000U);
    EXPECT_EQ(each.bytes, 6'000U * 72);
  }
  EXPECT_EQ(master.metric("loss_share"), 0);
  EXPECT_EQ(master.metric("late"), 0);
  EXPECT_GT(master.metric("sent_rate"), 0);
  EXPECT_GT(master.metric("received_rate"), 0);
  EXPECT_LE(master.metric("received_rate.least"), master.metric("received_rate"));
  EXPECT_LE(master.metric("stability"), 1);
  for (const auto& metric : master.result.run_metrics) {
    if (!metric.name.starts_with("received_") || metric.name.find(".federate") != std::string::npos)
      continue;
    const bool each = metric.title.find("per receiver") != std::string::npos;
    const bool slowest = metric.title.find("slowest receiver") != std::string::npos;
    EXPECT_TRUE(each || slowest) << metric.title;
  }
}

// A metric of a node; NaN if the node has none of this name.
double figure_of(const testing::Finished& finished, const std::string& name) {
  for (const auto& metric : finished.result.metrics) {
    if (metric.name == name) return metric.value;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

struct Choice {
  ExchangedAs exchanged;
  ProcessModel model;
  LocalTransport local;
  int receivers;
};
class RtiThroughput : public ::testing::TestWithParam<Choice> {};

TEST_P(RtiThroughput, EveryReceiverCountsEveryUpdateInItsCycle) {
  const Choice& choice = GetParam();
  const auto workload = make_rti_throughput(testing::one_node_plan(
      testing::small(choice.exchanged, choice.model, choice.receivers), choice.local));
  expect_exact(testing::carry_out(*workload), static_cast<std::size_t>(choice.receivers));
}

INSTANTIATE_TEST_SUITE_P(
    Choices, RtiThroughput,
    ::testing::Values(
        Choice{ExchangedAs::objects, ProcessModel::thread, LocalTransport::thread, 1},
        Choice{ExchangedAs::interactions, ProcessModel::thread, LocalTransport::thread, 3},
        Choice{ExchangedAs::objects, ProcessModel::process, LocalTransport::shm, 3},
        Choice{ExchangedAs::interactions, ProcessModel::process, LocalTransport::tcp, 1},
        Choice{ExchangedAs::objects, ProcessModel::pooled, LocalTransport::thread, 3}));

TEST(RtiThroughput, WorksOverThreeNodesWithSeveralFederatesEach) {
  const auto nodes = testing::carry_out_among(
      make_rti_throughput, testing::small(ExchangedAs::objects, ProcessModel::pooled, 5), 3,
      NodeTransport::shm);
  for (const testing::Finished& node : nodes) {
    ASSERT_FALSE(node.failure) << node.failure->message;
  }
  expect_exact(nodes[0], 5);
}

TEST(RtiThroughput, TheCoordinatorHasANodeOfItsOwnIfAsked) {
  auto plan = testing::small(ExchangedAs::objects, ProcessModel::pooled, 3);
  plan.coordinator = contracts::Coordinator::apart;
  const auto nodes = testing::carry_out_among(make_rti_throughput, plan, 3, NodeTransport::tcp);
  for (const testing::Finished& node : nodes) {
    ASSERT_FALSE(node.failure) << node.failure->message;
  }
  expect_exact(nodes[0], 3);
}

TEST(RtiThroughput, TheRateOfEachCycleAndReceiverIsKept) {
  auto load = testing::small(ExchangedAs::objects, ProcessModel::thread, 2);
  const auto run = testing::carry_out(
      *make_rti_throughput(testing::one_node_plan(load, LocalTransport::thread)));
  ASSERT_FALSE(run.failure) << run.failure->message;
  ASSERT_EQ(run.result.traces.size(), 2U);
  double sum_of_middles = 0;
  for (const contracts::Trace& trace : run.result.traces) {
    ASSERT_EQ(trace.x.size(), static_cast<std::size_t>(load.cycles));
    ASSERT_EQ(trace.y.size(), trace.x.size());
    EXPECT_EQ(trace.x.front(), 1);
    EXPECT_EQ(trace.x.back(), load.cycles);
    std::vector<double> rates = trace.y;
    std::sort(rates.begin(), rates.end());
    sum_of_middles += (rates[(rates.size() - 1) / 2] + rates[rates.size() / 2]) / 2;
  }
  EXPECT_EQ(run.result.traces[0].name, "received_rate.federate1");
  EXPECT_NEAR(sum_of_middles / 2, run.metric("received_rate"), 1e-6 * sum_of_middles);
}

// A receiver that starts late finds updates that wait for it. The time until it starts belongs to the cycle.
TEST(RtiThroughput, NoReceiverGetsMorePerSecondThanIsSent) {
  for (const ProcessModel model : {ProcessModel::thread, ProcessModel::pooled}) {
    auto load = testing::small(ExchangedAs::objects, model, 7);
    load.cycles = 10;
    load.updates_per_cycle = 200;
    const auto nodes = testing::carry_out_among(make_rti_throughput, load, 2, NodeTransport::tcp);
    ASSERT_FALSE(nodes[0].failure) << nodes[0].failure->message;
    EXPECT_EQ(nodes[0].broken(), "");
    EXPECT_EQ(std::ranges::count(nodes[0].result.checks, "rates", &contracts::Check::name), 1);
    const double sent = nodes[0].metric("sent_rate");
    EXPECT_LE(nodes[0].metric("received_rate"), sent);
    EXPECT_EQ(nodes[0].result.traces.size(), 7U);
    for (const contracts::Trace& trace : nodes[0].result.traces) {
      std::vector<double> rates = trace.y;
      std::sort(rates.begin(), rates.end());
      EXPECT_LE((rates[4] + rates[5]) / 2, sent) << trace.name;
    }
  }
}

// Receivers of one node get one copy of an update between them, and what they count is what came by its port.
TEST(RtiThroughput, AnIntentLosesNothingAndSaysWhatItHasChosen) {
  for (const auto kind : {contracts::IntentKind::measure, contracts::IntentKind::keep_latency,
                          contracts::IntentKind::save_bandwidth}) {
    auto load = testing::small(ExchangedAs::objects, ProcessModel::process, 2);
    load.intent = {kind, 0.99, 20, kind == contracts::IntentKind::measure ? 50 : 0};
    const testing::Finished finished =
        testing::carry_out(*make_rti_throughput(testing::one_node_plan(load, LocalTransport::tcp)));
    expect_exact(finished, 2);
    EXPECT_GT(finished.metric("intent.measured"), 0);
    EXPECT_GT(finished.metric("intent.reached"), 0);
    const double kept = finished.metric("intent.kept");
    EXPECT_EQ(kept, finished.metric("intent.reached") <= 20e6 ? 1 : 0);
    const bool has_kept = kept == 1;
    EXPECT_EQ(std::isnan(finished.metric("intent.kept_rate")), !has_kept);
    EXPECT_EQ(std::isnan(finished.metric("intent.saved")), !has_kept);
    if (has_kept) {
      EXPECT_EQ(finished.metric("intent.kept_rate"), finished.metric("received_rate"));
    }
    if (kind == contracts::IntentKind::measure) {
      EXPECT_EQ(finished.metric("intent.most_waiting"), 50);
      EXPECT_EQ(finished.metric("intent.changes"), 0);
    }
  }
}

TEST(RtiThroughput, AnIntentThatWasNotKeptHasNoFiguresOfKeptOnes) {
  auto load = testing::small(ExchangedAs::objects, ProcessModel::process, 2);
  load.intent = {contracts::IntentKind::measure, 0.999, 1e-5, 0};  // no answer is back in 10 ns
  const testing::Finished finished =
      testing::carry_out(*make_rti_throughput(testing::one_node_plan(load, LocalTransport::tcp)));
  expect_exact(finished, 2);
  EXPECT_EQ(finished.metric("intent.kept"), 0);
  EXPECT_TRUE(std::isnan(finished.metric("intent.kept_rate")));
  EXPECT_TRUE(std::isnan(finished.metric("intent.saved")));
}

TEST(RtiThroughput, TheSenderHasItsNodeToItself) {
  auto load = testing::small(ExchangedAs::objects, ProcessModel::pooled, 3);
  load.data = testing::data_path(best_effort, Reliable::channels, BestEffort::udp, 0);
  const auto nodes = testing::carry_out_among(make_rti_throughput, load, 2, NodeTransport::tcp);
  for (const testing::Finished& node : nodes) {
    ASSERT_FALSE(node.failure) << node.failure->message;
  }
  EXPECT_EQ(nodes[0].broken(), "");
  ASSERT_EQ(nodes[1].result.paths.size(), 2U);
  const contracts::PathUse& port = nodes[1].result.paths[1];
  EXPECT_EQ(port.path, "best_effort");
  EXPECT_EQ(port.received + port.lost, 8'000U);
  EXPECT_EQ(nodes[0].result.paths[1].received, 0U);
  for (const auto& each : nodes[0].result.run_messages) {
    EXPECT_LE(each.counted, port.received);
  }
  EXPECT_GT(nodes[0].metric("cpu_share.sender"), 0);
  EXPECT_GT(nodes[0].metric("cpu_share.receivers"), 0);
}

TEST(RtiThroughput, ExtraTrafficCrossesTheLink) {
  auto load = testing::small(ExchangedAs::objects, ProcessModel::pooled, 1);
  load.cycles = 20;
  load.updates_per_cycle = 20'000;
  load.loads.traffic_per_s = 2'000;
  load.loads.traffic_bytes = 500;
  for (const int receiving : {0, 1}) {
    load.loads.traffic_federate = receiving;
    const auto nodes = testing::carry_out_among(make_rti_throughput, load, 2, NodeTransport::tcp);
    for (const testing::Finished& node : nodes) {
      ASSERT_FALSE(node.failure) << node.failure->message;
    }
    const auto& to = nodes[static_cast<std::size_t>(receiving)];
    const auto& from = nodes[static_cast<std::size_t>(1 - receiving)];
    EXPECT_GT(figure_of(from, "load.traffic_rate"), 0);
    EXPECT_GT(figure_of(to, "load.traffic_received"), 0);
    EXPECT_TRUE(std::isnan(figure_of(to, "load.traffic_rate")));
  }
}

TEST(RtiThroughput, FederatesAreDealtToNodes) {
  EXPECT_EQ(federates::node_of(3, 1, true), 0U);
  EXPECT_EQ(federates::node_of(3, 2, false), 1U);
  EXPECT_EQ(federates::node_of(0, 2, true), 0U);
  EXPECT_EQ(federates::node_of(2, 2, true), 1U);
  EXPECT_EQ(federates::node_of(3, 3, true), 1U);
  EXPECT_EQ(federates::node_of(4, 3, true), 2U);
}

class RtiThroughputOnHelics : public ::testing::TestWithParam<Choice> {};

TEST_P(RtiThroughputOnHelics, EveryReceiverCountsEveryUpdateInItsCycle) {
  if (federates::usable_rti_peers().empty()) GTEST_SKIP() << "HELICS is not installed";
  orrery::testing::expect_in_own_process([] {
    const Choice& choice = GetParam();
    auto load = testing::small(choice.exchanged, choice.model, choice.receivers);
    load.rti = contracts::Rti::helics;
    load.instances = 100;
    const auto workload = make_rti_throughput(testing::one_node_plan(load, choice.local));
    expect_exact(testing::carry_out(*workload), static_cast<std::size_t>(choice.receivers));
  });
}

INSTANTIATE_TEST_SUITE_P(
    Choices, RtiThroughputOnHelics,
    ::testing::Values(Choice{ExchangedAs::objects, ProcessModel::thread, LocalTransport::thread, 3},
                      Choice{ExchangedAs::interactions, ProcessModel::process, LocalTransport::shm,
                             2},
                      Choice{ExchangedAs::objects, ProcessModel::process, LocalTransport::shm, 1},
                      Choice{ExchangedAs::objects, ProcessModel::process, LocalTransport::tcp, 2},
                      Choice{ExchangedAs::objects, ProcessModel::thread, LocalTransport::tcp, 1}));

TEST(RtiThroughput, HelicsGoesFromNodeToNode) {
  if (federates::usable_rti_peers().empty()) GTEST_SKIP() << "HELICS is not installed";
  orrery::testing::expect_in_own_process([] {
    auto load = testing::small(ExchangedAs::objects, ProcessModel::process, 1);
    load.rti = contracts::Rti::helics;
    load.instances = 100;
    auto nodes = testing::carry_out_among(make_rti_throughput, load, 2, NodeTransport::tcp);
    ASSERT_FALSE(nodes[1].failure) << nodes[1].failure->message;
    expect_exact(nodes[0], 1);
  });
}

TEST(RtiThroughput, RefusesWhatHelicsHasNotBetweenNodes) {
  if (federates::usable_rti_peers().empty()) GTEST_SKIP() << "HELICS is not installed";
  const auto refused = [](int receivers, NodeTransport transport) {
    auto load = testing::small(ExchangedAs::objects, ProcessModel::thread, receivers);
    load.rti = contracts::Rti::helics;
    std::string messages;
    for (const testing::Finished& node :
         testing::carry_out_among(make_rti_throughput, load, 2, transport)) {
      messages += node.failure ? node.failure->message + ". " + node.failure->remedy : "none";
    }
    return messages;
  };
  EXPECT_NE(refused(1, NodeTransport::shm).find("tcp between nodes"), std::string::npos);
  EXPECT_NE(refused(2, NodeTransport::tcp).find("3 federates on 2 nodes"), std::string::npos);
  auto load = testing::small(ExchangedAs::objects, ProcessModel::thread, 1);
  load.rti = contracts::Rti::helics;
  const auto workload = make_rti_throughput(testing::one_node_plan(load, LocalTransport::uds));
  const auto finished = testing::carry_out(*workload);
  ASSERT_TRUE(finished.failure);
  EXPECT_NE(finished.failure->remedy.find("transports.local"), std::string::npos);
}

TEST(RtiThroughput, OneNodeThatIsStoppedEndsAll) {
  auto load = testing::small(ExchangedAs::objects, ProcessModel::thread, 1);
  load.updates_per_cycle = 100'000'000;
  const auto nodes = testing::carry_out_among(make_rti_throughput, load, 2, NodeTransport::tcp,
                                              [](std::size_t node) { return node == 1; });
  for (const testing::Finished& node : nodes) ASSERT_TRUE(node.failure);
  EXPECT_EQ(nodes[1].failure->code, "stopped");
  EXPECT_EQ(nodes[0].failure->code, "rti") << nodes[0].failure->message;
}

std::uint64_t sum_of(const testing::Finished& run, const char* path,
                     std::uint64_t contracts::PathUse::* counter) {
  std::uint64_t sum = 0;
  for (const contracts::PathUse& use : run.result.paths) {
    if (use.path == path) sum += use.*counter;
  }
  return sum;
}

TEST(RtiThroughput, WhatTheRtiHoldsSharesSystemCalls) {
  using Use = contracts::PathUse;
  auto load = testing::small(ExchangedAs::objects, ProcessModel::thread, 1);
  const auto calls_for_each = [&](contracts::Holding held) {
    load.data.held = held;
    const auto run = make_rti_throughput(testing::one_node_plan(load, LocalTransport::tcp));
    const auto finished = testing::carry_out(*run);
    EXPECT_EQ(finished.broken(), "");
    const Use& sender = finished.result.paths.at(0);
    EXPECT_EQ(sender.name, "federate 0");
    EXPECT_EQ(sender.path, "channels");
    EXPECT_GT(sender.sent, 8'000U);
    EXPECT_GT(sender.bytes_sent, 8'000U * 72);
    return static_cast<double>(sender.system_calls) / static_cast<double>(sender.sent);
  };
  const double at_once = calls_for_each({0, 0});
  const double held = calls_for_each({64 * 1024, 0});
  EXPECT_GE(at_once, 1);
  EXPECT_LT(held, 0.5);
}

TEST(RtiThroughput, ARateLimitHoldsAndRefusalsAreCounted) {
  auto load = testing::small(ExchangedAs::objects, ProcessModel::thread, 1);
  load.updates_per_cycle = 500;
  load.data.rate_limit.messages_per_s = 20'000;
  const auto run = make_rti_throughput(testing::one_node_plan(load, LocalTransport::shm));
  const auto finished = testing::carry_out(*run);
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  EXPECT_EQ(finished.broken(), "");
  EXPECT_EQ(std::ranges::count(finished.result.checks, "rate", &contracts::Check::name), 1);
  EXPECT_GT(sum_of(finished, "channels", &contracts::PathUse::refused), 0U);
  EXPECT_GT(finished.metric("congested_share"), 0);
}

TEST(RtiThroughput, WhatARateLimitDoesNotAllowIsTold) {
  contracts::DataPath path;
  path.rate_limit.messages_per_s = 1'000;
  constexpr std::int64_t second_ns = 1'000'000'000;
  EXPECT_EQ(federates::beyond_rate(path, 1'001, 100, second_ns), 0U);
  EXPECT_EQ(federates::beyond_rate(path, 1'102, 100, second_ns), 100U);
  path.rate_limit.bytes_per_s = 50'000;
  EXPECT_EQ(federates::beyond_rate(path, 1'001, 100, second_ns), 499U);
  // The limiter is below the bundler: it limits bundles, not messages.
  path.bundling.bytes = 1'000;
  path.order = contracts::StackOrder::impairment_limiter_bundler;
  EXPECT_FALSE(federates::limits_rate(path));
  EXPECT_EQ(federates::beyond_rate(path, 1'001, 100, second_ns), 0U);
  path.order = contracts::StackOrder::impairment_bundler_limiter;
  EXPECT_TRUE(federates::limits_rate(path));
}

TEST(RtiThroughput, EveryNodeTellsWhatItsPathsLostAndMended) {
  using Use = contracts::PathUse;
  auto load = testing::small(ExchangedAs::objects, ProcessModel::process, 2);
  load.data = testing::data_path(reliable, Reliable::nak_multicast, BestEffort::udp, 0.05);
  const auto run = make_rti_throughput(testing::one_node_plan(load, LocalTransport::shm));
  const auto finished = testing::carry_out(*run);
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  ASSERT_EQ(finished.result.paths.size(), 6U);
  EXPECT_EQ(finished.result.paths[5].name, "federate 2");
  // The federates' control messages are included.
  EXPECT_GE(sum_of(finished, "reliable", &Use::sent), 8'000U);
  EXPECT_GE(sum_of(finished, "reliable", &Use::received), 2 * 8'000U);
  EXPECT_EQ(sum_of(finished, "reliable", &Use::lost), 0U);
  EXPECT_GT(sum_of(finished, "reliable", &Use::naks), 0U);
  EXPECT_GT(sum_of(finished, "reliable", &Use::repairs_sent), 0U);
  EXPECT_GT(sum_of(finished, "reliable", &Use::repairs_received), 0U);
  EXPECT_GT(sum_of(finished, "channels", &Use::sent), 0U);
}

// The loss of a node whose federates have not joined causes no callback. The other node must not wait until the run's
// deadline.
TEST(RtiThroughput, ANodeThatEndsBeforeTheWarmUpEndsTheOther) {
  const auto load = testing::small(ExchangedAs::objects, ProcessModel::thread, 1);
  for (const std::size_t ends : {0U, 1U}) {
    std::vector<std::unique_ptr<Workload>> nodes;
    std::vector<std::string> endpoints;
    Host host;
    host.stopped = [] { return false; };
    host.after_fork = [] {};
    host.log = [](contracts::LogLevel, const std::string&) {};
    for (const std::size_t node : {0U, 1U}) {
      nodes.push_back(make_rti_throughput(testing::plan_among(load, 2, node, NodeTransport::tcp)));
      ASSERT_FALSE(nodes.back()->prepare(host));
      endpoints.push_back(nodes.back()->prepared().endpoint);
    }
    std::thread other([&] {
      EXPECT_FALSE(nodes[ends]->connect(endpoints, base::now_ns() + 60'000'000'000));
      nodes[ends].reset();
    });
    const std::size_t stays = 1 - ends;
    EXPECT_FALSE(nodes[stays]->connect(endpoints, base::now_ns() + 60'000'000'000));
    const MayFail failure = nodes[stays]->run([] {});
    other.join();
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->code, "rti") << failure->message;
    // Node 0 alone can go on without node 1, and its federate finds the loss; node 1's federate loses its connection.
    const std::string told = stays == 0 ? "found that another node of the RTI has ended"
                                        : "lost its connection: node 0 is not reached";
    EXPECT_NE(failure->message.find(told), std::string::npos) << failure->message;
  }
}

}  // namespace
}  // namespace orrery::workloads
