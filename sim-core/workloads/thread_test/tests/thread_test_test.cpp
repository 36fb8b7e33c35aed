#include <gtest/gtest.h>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/testing.hpp"

namespace orrery::workloads {
namespace {

contracts::ThreadTestPlan test_of(std::int32_t threads, std::int32_t slices) {
  contracts::ThreadTestPlan plan;
  plan.num_cpus = 1;
  plan.num_threads = threads;
  plan.slices = slices;
  plan.slice_us = 200;
  return plan;
}

TEST(ThreadTest, DoesTheWorkAndHoldsItAgainstTheIdeal) {
  const auto workload = make_thread_test(testing::one_node_plan(test_of(5, 20)));
  const testing::Finished finished = testing::carry_out(*workload);
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  EXPECT_EQ(finished.result.checks.size(), 2U);
  EXPECT_EQ(finished.broken(), "");
  EXPECT_EQ(finished.metric("ideal_speedup"), 1);
  EXPECT_GT(finished.metric("ideal_share"), 0);
  EXPECT_EQ(finished.metric("ideal_share"), finished.metric("speedup"));
  EXPECT_EQ(finished.result.run_state_checksum, workload->oracle([] { return false; }));
  const auto other = make_thread_test(testing::one_node_plan(test_of(5, 21)));
  EXPECT_NE(finished.result.run_state_checksum, other->oracle([] { return false; }));
}

TEST(ThreadTest, RefusesMoreCpusThanThereAre) {
  contracts::ThreadTestPlan plan = test_of(1, 1);
  plan.num_cpus = 1024;
  const auto workload = make_thread_test(testing::one_node_plan(plan));
  const testing::Finished finished = testing::carry_out(*workload);
  ASSERT_TRUE(finished.failure);
  EXPECT_NE(finished.failure->message.find("num_cpus is 1024"), std::string::npos);
}

TEST(ThreadTest, EndsSoonWhenItIsStopped) {
  const auto workload = make_thread_test(testing::one_node_plan(test_of(8, 1'000'000)));
  const testing::Finished finished = testing::carry_out(*workload, [] { return true; });
  ASSERT_TRUE(finished.failure);
  EXPECT_EQ(finished.failure->code, "stopped");
}

}  // namespace
}  // namespace orrery::workloads
