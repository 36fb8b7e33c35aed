#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/testing.hpp"

#include "process_facts.hpp"

namespace orrery::workloads {
namespace {

contracts::ProcessActivityPlan small(contracts::ProcessModel model) {
  contracts::ProcessActivityPlan plan;
  plan.entities = 4;
  plan.managers = 1;
  plan.monitors = 1;
  plan.state_bytes = 8;
  plan.steps = 20;
  plan.launches = 3;
  plan.process_model = model;
  return plan;
}

TEST(ProcessActivity, ReadsMappingsByKind) {
  const auto memory = process_activity::memory_in(
      "00400000-00452000 r-xp 00000000 08:02 173521 /usr/bin/one\n"
      "Rss:                 100 kB\nPss:                  50 kB\nShared_Clean:         80 kB\n"
      "Private_Clean:        20 kB\nVmFlags: rd ex mr\n"
      "00e03000-00e24000 rw-p 00000000 00:00 0 [heap]\n"
      "Rss:                  30 kB\nPss:                  30 kB\nPrivate_Dirty:        30 kB\n");
  EXPECT_EQ(memory.code_bytes, 100U * 1024);
  EXPECT_EQ(memory.data_bytes, 30U * 1024);
  EXPECT_EQ(memory.shared_bytes, 80U * 1024);
  EXPECT_EQ(memory.private_bytes, 50U * 1024);
  EXPECT_EQ(memory.proportional_bytes, 80U * 1024);
}

TEST(ProcessActivity, TellsWhenThereIsNoSuchProcess) {
  const int nobody = ::fork();
  if (nobody == 0) ::_exit(0);
  ASSERT_EQ(::waitpid(nobody, nullptr, 0), nobody);
  EXPECT_FALSE(process_activity::memory_of(nobody).ok());
}

TEST(ProcessActivity, MakesUsesAndEndsProcesses) {
  const auto workload =
      make_process_activity(testing::one_node_plan(small(contracts::ProcessModel::process)));
  const testing::Finished finished = testing::carry_out(*workload);
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  EXPECT_EQ(finished.broken(), "");
  EXPECT_EQ(finished.result.checks.size(), 3U);
  for (const char* name : {"create.each", "end.each", "entity.construct", "entity.update",
                           "usage.basic", "usage.per_process", "memory.code", "memory.private"}) {
    EXPECT_GT(finished.metric(name), 0) << name;
  }
  EXPECT_LE(finished.metric("entity.send_share"), 1);
}

TEST(ProcessActivity, HasNoOtherProcessesInTheOtherModels) {
  for (const auto model : {contracts::ProcessModel::thread, contracts::ProcessModel::pooled}) {
    const auto workload = make_process_activity(testing::one_node_plan(small(model)));
    const testing::Finished finished = testing::carry_out(*workload);
    ASSERT_FALSE(finished.failure) << finished.failure->message;
    EXPECT_EQ(finished.broken(), "");
    EXPECT_GT(finished.metric("create.each"), 0);
    EXPECT_TRUE(std::isnan(finished.metric("memory.code")));
  }
}

TEST(ProcessActivity, IsStoppedInTheMiddle) {
  auto plan = small(contracts::ProcessModel::process);
  plan.launches = 1'000'000;
  const auto workload = make_process_activity(testing::one_node_plan(plan));
  const testing::Finished finished = testing::carry_out(*workload, [] { return true; });
  ASSERT_TRUE(finished.failure);
  EXPECT_EQ(finished.failure->code, "stopped");
}

}  // namespace
}  // namespace orrery::workloads
