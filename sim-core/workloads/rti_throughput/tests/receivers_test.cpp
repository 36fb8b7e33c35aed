// Rate and latency of each receiver, after the run and in windows.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "small.hpp"

namespace orrery::workloads {
namespace {

using contracts::ExchangedAs;
using contracts::ProcessModel;

void expect_figures(const testing::Finished& master, int receivers) {
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  double slowest = 0;
  double sum = 0;
  for (int i = 1; i <= receivers; ++i) {
    const std::string which = ".federate" + std::to_string(i);
    const double p50 = master.metric("latency.p50" + which);
    EXPECT_GT(p50, 0) << which;
    EXPECT_LT(p50, 60e9) << which;
    EXPECT_GE(master.metric("latency.p99" + which), p50) << which;
    slowest = std::max(slowest, p50);
    sum += master.metric("received_rate" + which);
  }
  EXPECT_EQ(master.metric("latency.p50.greatest"), slowest);
  EXPECT_NEAR(sum / receivers, master.metric("received_rate"), sum * 1e-9);
}

bool has(const testing::Finished& finished, const std::string& name) {
  return std::ranges::any_of(finished.result.run_metrics,
                             [&](const auto& metric) { return metric.name == name; });
}

TEST(Receivers, EachHasItsRateAndLatency) {
  for (const ProcessModel model :
       {ProcessModel::thread, ProcessModel::process, ProcessModel::pooled}) {
    const auto load = testing::small(ExchangedAs::objects, model, 3);
    expect_figures(testing::carried_out(load, testing::Nodes::one), 3);
  }
}

TEST(Receivers, NodesOfOneHostShareAClock) {
  const auto load = testing::small(ExchangedAs::interactions, ProcessModel::thread, 2);
  expect_figures(testing::carried_out(load, testing::Nodes::two), 2);
}

// With two regions each receiver gets every second update: the timed ones must be among them.
TEST(Receivers, ThoseInRegionsHaveALatencyToo) {
  auto load = testing::small(ExchangedAs::objects, ProcessModel::thread, 2);
  load.regions = 2;
  const auto master = testing::carried_out(load, testing::Nodes::one);
  expect_figures(master, 2);
}

TEST(Receivers, AValueWithoutRoomForTheTimeHasNoLatency) {
  auto load = testing::small(ExchangedAs::objects, ProcessModel::thread, 2);
  load.attribute_bytes = 8;
  const auto master = testing::carried_out(load, testing::Nodes::one);
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  EXPECT_FALSE(has(master, "latency.p50.federate1"));
  EXPECT_GT(master.metric("received_rate.federate2"), 0);
}

TEST(Receivers, WindowsHaveColumnsOfEachReceiverWithinTheLimit) {
  const auto load = testing::small(ExchangedAs::objects, ProcessModel::thread, 63);
  auto plan = testing::one_node_plan(load, contracts::LocalTransport::shm);
  const auto run = make_rti_throughput(plan);
  Host host;
  host.after_fork = [] {};
  host.stopped = [] { return false; };
  host.log = [](contracts::LogLevel, const std::string&) {};
  ASSERT_FALSE(run->prepare(host));
  ASSERT_EQ(run->prepared().schemas.size(), 1U);
  const auto& columns = run->prepared().schemas.front().columns;
  EXPECT_LE(columns.size(), 256U);
  const auto count =
      std::ranges::count(columns, contracts::ColumnRole::receiver, &contracts::Column::role);
  EXPECT_EQ(count, 3 * 63);
}

}  // namespace
}  // namespace orrery::workloads
