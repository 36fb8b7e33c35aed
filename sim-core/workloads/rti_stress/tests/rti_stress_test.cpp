#include <gtest/gtest.h>

#include <cmath>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/testing.hpp"

namespace orrery::workloads {
namespace {

using contracts::ExchangedAs;
using contracts::LocalTransport;
using contracts::ProcessModel;

contracts::RtiStressPlan small() {
  contracts::RtiStressPlan plan;
  plan.exchanged = ExchangedAs::objects;
  plan.attribute_bytes = 64;
  plan.attributes = 1;
  plan.types = 25;
  plan.instances = 4;
  plan.federates = 3;
  plan.senders = 3;
  plan.updates = 2'000;
  plan.warmup_updates = 100;
  plan.process_model = ProcessModel::thread;
  return plan;
}

testing::Finished run(const contracts::RtiStressPlan& load) {
  contracts::WorkerPlan plan = testing::one_node_plan(load, LocalTransport::shm);
  plan.transports.bind_address = "127.0.0.1";
  return testing::carry_out(*make_rti_stress(plan));
}

double node_metric(const testing::Finished& finished, const std::string& name) {
  for (const auto& metric : finished.result.metrics) {
    if (metric.name == name) return metric.value;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

const contracts::ProcessUse* process(const testing::Finished& finished, const std::string& name) {
  for (const auto& each : finished.result.processes) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

TEST(RtiStress, EveryFederateReceivesTheObjectsOfAllOthers) {
  const testing::Finished master = run(small());
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  ASSERT_EQ(master.result.run_messages.size(), 3U);
  for (const auto& each : master.result.run_messages) EXPECT_EQ(each.counted, 4'000U);
  EXPECT_TRUE(master.result.traces.empty());
  EXPECT_TRUE(std::isnan(master.metric("round_trip.p50")));
}

TEST(RtiStress, LoadsWorkBesideTheFederatesAndSayWhatTheyUsed) {
  contracts::RtiStressPlan load = small();
  load.rate_hz = 5'000;  // long enough for loads to work
  load.process_model = ProcessModel::process;
  load.loads = {0.5, 2, 2'000, 500, 0};
  const testing::Finished master = run(load);
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  const auto* hog = process(master, "CPU hog");
  ASSERT_NE(hog, nullptr);
  EXPECT_GT(hog->user_us, 0U);
  ASSERT_NE(process(master, "extra traffic"), nullptr);
  EXPECT_GT(node_metric(master, "load.traffic_rate"), 0);
  EXPECT_LE(node_metric(master, "load.traffic_rate"), 2'000);
  // Traffic of the loopback interface.
  EXPECT_GT(node_metric(master, "network_rate"), 0);
}

TEST(RtiStress, WithoutLoadsNothingElseWorks) {
  const testing::Finished master = run(small());
  ASSERT_FALSE(master.failure) << master.failure->message;
  ASSERT_EQ(master.result.processes.size(), 1U);
  EXPECT_EQ(master.result.processes.front().name, "worker");
}

}  // namespace
}  // namespace orrery::workloads
