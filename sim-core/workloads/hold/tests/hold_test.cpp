#include <gtest/gtest.h>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/testing.hpp"

#include "structure.hpp"

namespace orrery::workloads {
namespace {

TEST(Hold, StructuresGiveEventsInOneOrder) {
  const std::atomic<bool> going{false};
  for (const std::uint64_t population : {1U, 2U, 500U, 5'000U}) {
    std::uint64_t expected = 0;
    for (const auto& structure : hold::all_structures()) {
      const std::uint64_t found = structure->order(population, 3, 20'000, going);
      if (expected == 0) expected = found;
      EXPECT_EQ(found, expected) << structure->name << " of " << population;
    }
    EXPECT_NE(hold::all_structures().front()->order(population, 4, 20'000, going), expected);
  }
}

TEST(Hold, MeasuresEachStructure) {
  contracts::HoldPlan plan;
  plan.population = 1'000;
  plan.operations = 30'000;
  const auto workload = make_hold(testing::one_node_plan(plan));
  const testing::Finished finished = testing::carry_out(*workload);
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  EXPECT_EQ(finished.result.checks.size(), 4U);
  EXPECT_EQ(finished.broken(), "");
  EXPECT_EQ(finished.result.run_metrics.size(), 10U);
  EXPECT_GT(finished.metric("hold.buckets"), 0);
  EXPECT_GT(finished.metric("fill.binary_heap"), 0);
  EXPECT_EQ(finished.result.run_state_checksum, workload->oracle([] { return false; }));
}

TEST(Hold, EndsSoonWhenItIsStopped) {
  contracts::HoldPlan plan;
  plan.population = 1'000;
  plan.operations = 10'000'000'000;
  const auto workload = make_hold(testing::one_node_plan(plan));
  const testing::Finished finished = testing::carry_out(*workload, [] { return true; });
  ASSERT_TRUE(finished.failure);
  EXPECT_EQ(finished.failure->code, "stopped");
}

}  // namespace
}  // namespace orrery::workloads
