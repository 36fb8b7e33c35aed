#include "orrery/workloads/rti_throughput/rti_throughput.hpp"

#include <gtest/gtest.h>

#include "orrery/transport/dds.hpp"
#include "orrery/transport/norm.hpp"
#include "orrery/workloads/face/testing.hpp"
#include "orrery/workloads/federates/checks.hpp"
#include "orrery/workloads/federates/rti_peers.hpp"

#include "own_process.hpp"

namespace orrery::workloads {
namespace {

using contracts::ExchangedAs;
using contracts::LocalTransport;
using contracts::NodeTransport;
using contracts::ProcessModel;

contracts::RtiThroughputPlan small(ExchangedAs exchanged, ProcessModel model, int receivers) {
  contracts::RtiThroughputPlan plan;
  plan.exchanged = exchanged;
  plan.receivers = receivers;
  plan.attribute_bytes = 24;
  plan.attributes = 3;
  plan.types = 2;
  plan.instances = 4;
  plan.cycles = 3;
  plan.updates_per_cycle = 2'000;
  plan.warmup_cycles = 1;
  plan.process_model = model;
  return plan;
}

void expect_exact(const testing::Finished& master, std::size_t receivers) {
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  EXPECT_EQ(master.result.checks.size(), 3U);
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
      small(choice.exchanged, choice.model, choice.receivers), choice.local));
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
  const auto nodes = testing::carry_out_among(make_rti_throughput,
                                              small(ExchangedAs::objects, ProcessModel::pooled, 5),
                                              3, NodeTransport::shm);
  for (const testing::Finished& node : nodes) {
    ASSERT_FALSE(node.failure) << node.failure->message;
  }
  expect_exact(nodes[0], 5);
}

class RtiThroughputOnHelics : public ::testing::TestWithParam<Choice> {};

TEST_P(RtiThroughputOnHelics, EveryReceiverCountsEveryUpdateInItsCycle) {
  if (federates::usable_rti_peers().empty()) GTEST_SKIP() << "HELICS is not installed";
  orrery::testing::expect_in_own_process([] {
    const Choice& choice = GetParam();
    auto load = small(choice.exchanged, choice.model, choice.receivers);
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
    auto load = small(ExchangedAs::objects, ProcessModel::process, 1);
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
    auto load = small(ExchangedAs::objects, ProcessModel::thread, receivers);
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
  auto load = small(ExchangedAs::objects, ProcessModel::thread, 1);
  load.rti = contracts::Rti::helics;
  const auto workload = make_rti_throughput(testing::one_node_plan(load, LocalTransport::uds));
  const auto finished = testing::carry_out(*workload);
  ASSERT_TRUE(finished.failure);
  EXPECT_NE(finished.failure->remedy.find("transports.local"), std::string::npos);
}

TEST(RtiThroughput, OneNodeThatIsStoppedEndsAll) {
  auto load = small(ExchangedAs::objects, ProcessModel::thread, 1);
  load.updates_per_cycle = 100'000'000;
  const auto nodes = testing::carry_out_among(make_rti_throughput, load, 2, NodeTransport::tcp,
                                              [](std::size_t node) { return node == 1; });
  for (const testing::Finished& node : nodes) ASSERT_TRUE(node.failure);
  EXPECT_EQ(nodes[1].failure->code, "stopped");
  EXPECT_EQ(nodes[0].failure->code, "rti") << nodes[0].failure->message;
}

struct DataChoice {
  contracts::DataPath path;
  ProcessModel model;
  bool nodes;
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

using enum contracts::Transportation;
using Reliable = contracts::ReliableProtocol;
using BestEffort = contracts::BestEffortProtocol;
INSTANTIATE_TEST_SUITE_P(
    Choices, DataPaths,
    ::testing::Values(
        DataChoice{testing::data_path(best_effort, Reliable::channels, BestEffort::udp, 0),
                   ProcessModel::thread, false},
        DataChoice{testing::data_path(best_effort, Reliable::channels, BestEffort::multicast, 0.05),
                   ProcessModel::process, false},
        DataChoice{testing::data_path(best_effort, Reliable::channels, BestEffort::udp, 0.05),
                   ProcessModel::pooled, true},
        DataChoice{testing::data_path(reliable, Reliable::nak_multicast, BestEffort::udp, 0.05),
                   ProcessModel::process, false},
        DataChoice{testing::data_path(reliable, Reliable::region_multicast, BestEffort::udp, 0.05),
                   ProcessModel::pooled, true},
        DataChoice{testing::data_path(reliable, Reliable::channels, BestEffort::udp, 0.01),
                   ProcessModel::thread, false},
        DataChoice{testing::data_path(reliable, Reliable::dds, BestEffort::udp, 0),
                   ProcessModel::process, false},
        DataChoice{testing::data_path(best_effort, Reliable::channels, BestEffort::dds, 0),
                   ProcessModel::pooled, true},
        DataChoice{testing::data_path(reliable, Reliable::norm, BestEffort::udp, 0),
                   ProcessModel::process, false},
        DataChoice{testing::data_path(reliable, Reliable::norm, BestEffort::udp, 0),
                   ProcessModel::pooled, true}));

// Three receivers, on one node each a thread or process, or two nodes with two federates each.
TEST_P(DataPaths, WhatWasSentIsReceivedOrCountedAsLost) {
  const DataChoice& choice = GetParam();
  if (choice.dds() && !transport::has_dds()) GTEST_SKIP() << "dds is not built in";
  if (on_norm(choice)) {
    if (!transport::has_norm()) GTEST_SKIP() << "norm is not built in";
    RecordProperty("norm_instances", 8);
  }
  auto load = small(ExchangedAs::objects, choice.model, 3);
  load.data = choice.path;
  // On channels a loss holds up what follows for long.
  const bool slow =
      choice.path.reliable == Reliable::channels && choice.path.transportation == reliable;
  load.updates_per_cycle = slow ? 200 : 1'000;
  testing::Finished master;
  if (choice.nodes) {
    auto nodes = testing::carry_out_among(&make_rti_throughput, load, 2, NodeTransport::tcp);
    ASSERT_FALSE(nodes[1].failure) << nodes[1].failure->message;
    master = std::move(nodes[0]);
  } else {
    auto plan = testing::one_node_plan(load, LocalTransport::shm);
    plan.transports.token = static_cast<std::uint64_t>(base::now_ns());
    const auto run = make_rti_throughput(plan);
    master = testing::carry_out(*run);
  }
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  if (choice.path.transportation == best_effort) {
    EXPECT_EQ(master.result.checks.size(), 4U);
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

struct ServiceChoice {
  contracts::DataPath path;
  bool nodes;
};
class Services : public ::testing::TestWithParam<ServiceChoice> {};

INSTANTIATE_TEST_SUITE_P(
    Choices, Services,
    ::testing::Values(
        ServiceChoice{testing::data_path(minimum_rate, Reliable::channels, BestEffort::udp, 0.05),
                      false},
        ServiceChoice{
            testing::data_path(minimum_rate, Reliable::channels, BestEffort::multicast, 0.05),
            true},
        ServiceChoice{
            testing::data_path(state_consistent, Reliable::channels, BestEffort::udp, 0.05), true},
        ServiceChoice{
            testing::data_path(state_consistent, Reliable::channels, BestEffort::multicast, 0.05),
            false},
        ServiceChoice{testing::data_path(one_shot, Reliable::channels, BestEffort::udp, 0), false},
        ServiceChoice{testing::data_path(one_shot, Reliable::channels, BestEffort::multicast, 0.05),
                      true}));

// What each is for: the newest value comes though others are lost, none after a newer one; nothing leaves before its time.
TEST_P(Services, KeepTheirPromiseThoughTheirPathsLose) {
  const ServiceChoice& choice = GetParam();
  auto load =
      small(ExchangedAs::objects, choice.nodes ? ProcessModel::pooled : ProcessModel::thread,
            choice.nodes ? 1 : 3);
  load.attributes = 1;
  load.updates_per_cycle = 1'000;
  load.data = choice.path;
  load.data.repeat_ms = 20;
  testing::Finished master;
  if (choice.nodes) {
    master = testing::carry_out_among(&make_rti_throughput, load, 2, NodeTransport::tcp)[0];
  } else {
    const auto run = make_rti_throughput(testing::one_node_plan(load, LocalTransport::shm));
    master = testing::carry_out(*run);
  }
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
  bool nodes;
};
class Switches : public ::testing::TestWithParam<SwitchChoice> {};

INSTANTIATE_TEST_SUITE_P(
    Choices, Switches,
    ::testing::Values(SwitchChoice{ExchangedAs::objects, BestEffort::udp, false},
                      SwitchChoice{ExchangedAs::objects, BestEffort::multicast, true},
                      SwitchChoice{ExchangedAs::interactions, BestEffort::udp, true},
                      SwitchChoice{ExchangedAs::interactions, BestEffort::multicast, false}));

// Best effort, reliable, best effort, reliable, a tenth of what goes over the port lost.
TEST_P(Switches, OfTransportationAreExactInTheMiddleOfARun) {
  const SwitchChoice& choice = GetParam();
  const int receivers = choice.nodes ? 1 : 3;
  auto load = small(choice.exchanged, choice.nodes ? ProcessModel::pooled : ProcessModel::process,
                    receivers);
  load.updates_per_cycle = 500;
  load.cycles = 7;
  load.switch_every = 2;
  load.data = testing::data_path(best_effort, Reliable::channels, choice.protocol, 0.1);
  testing::Finished master;
  if (choice.nodes) {
    master = testing::carry_out_among(&make_rti_throughput, load, 2, NodeTransport::tcp)[0];
  } else {
    auto plan = testing::one_node_plan(load, LocalTransport::shm);
    plan.transports.token = static_cast<std::uint64_t>(base::now_ns());
    const auto run = make_rti_throughput(plan);
    master = testing::carry_out(*run);
  }
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
  EXPECT_GT(master.metric("switch_time"), 0);
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
  auto load = small(ExchangedAs::objects, ProcessModel::thread, 1);
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
  auto load = small(ExchangedAs::objects, ProcessModel::thread, 1);
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
  // Bundles, and not messages, are what the limit is of.
  path.bundling.bytes = 1'000;
  path.order = contracts::StackOrder::impairment_limiter_bundler;
  EXPECT_FALSE(federates::limits_rate(path));
  EXPECT_EQ(federates::beyond_rate(path, 1'001, 100, second_ns), 0U);
  path.order = contracts::StackOrder::impairment_bundler_limiter;
  EXPECT_TRUE(federates::limits_rate(path));
}

TEST(RtiThroughput, EveryNodeTellsWhatItsPathsLostAndMended) {
  using Use = contracts::PathUse;
  auto load = small(ExchangedAs::objects, ProcessModel::process, 2);
  load.data = testing::data_path(reliable, Reliable::nak_multicast, BestEffort::udp, 0.05);
  const auto run = make_rti_throughput(testing::one_node_plan(load, LocalTransport::shm));
  const auto finished = testing::carry_out(*run);
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  ASSERT_EQ(finished.result.paths.size(), 6U);
  EXPECT_EQ(finished.result.paths[5].name, "federate 2");
  // And what federates say to each other besides.
  EXPECT_GE(sum_of(finished, "reliable", &Use::sent), 8'000U);
  EXPECT_GE(sum_of(finished, "reliable", &Use::received), 2 * 8'000U);
  EXPECT_EQ(sum_of(finished, "reliable", &Use::lost), 0U);
  EXPECT_GT(sum_of(finished, "reliable", &Use::naks), 0U);
  EXPECT_GT(sum_of(finished, "reliable", &Use::repairs_sent), 0U);
  EXPECT_GT(sum_of(finished, "reliable", &Use::repairs_received), 0U);
  EXPECT_GT(sum_of(finished, "channels", &Use::sent), 0U);
}

// Before its federates have joined nobody is told that they are lost: the others waited until the run's time was over.
TEST(RtiThroughput, ANodeThatEndsBeforeTheWarmUpEndsTheOther) {
  const auto load = small(ExchangedAs::objects, ProcessModel::thread, 1);
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
    EXPECT_NE(failure->message.find("has ended"), std::string::npos) << failure->message;
  }
}

}  // namespace
}  // namespace orrery::workloads
