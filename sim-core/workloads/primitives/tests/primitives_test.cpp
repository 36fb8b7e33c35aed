#include <gtest/gtest.h>

#include <set>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/testing.hpp"

#include "primitive.hpp"

namespace orrery::workloads {
namespace {

TEST(Primitives, EachHasItsEffectAsOftenAsItIsRepeated) {
  std::set<std::string> names;
  for (const auto& primitive : primitives::all_primitives()) {
    SCOPED_TRACE(primitive->name);
    EXPECT_TRUE(names.insert(primitive->name).second);
    EXPECT_TRUE(primitive->repeat(7).ok());
    EXPECT_EQ(primitive->effects(), 7U);
    EXPECT_TRUE(primitive->repeat(2).ok());
    EXPECT_EQ(primitive->effects(), 9U);
  }
  EXPECT_EQ(names.size(), 11U);
}

TEST(Primitives, HaveAFigureEach) {
  contracts::PrimitivesPlan plan;
  plan.batches = 3;
  plan.batch_ms = 0.5;
  const auto workload = make_primitives(testing::one_node_plan(plan));
  const testing::Finished finished = testing::carry_out(*workload);
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  EXPECT_EQ(finished.result.checks.size(), 11U);
  EXPECT_EQ(finished.broken(), "");
  ASSERT_EQ(finished.result.run_metrics.size(), 11U);
  for (const auto& metric : finished.result.run_metrics) EXPECT_GT(metric.value, 0) << metric.name;
  // On every machine, creating a process takes longer than taking a free lock.
  EXPECT_GT(finished.metric("process_create"), finished.metric("mutex_lock_unlock"));
}

}  // namespace
}  // namespace orrery::workloads
