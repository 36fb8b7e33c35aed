// Threads around one list: simulated times equal the sequential run's for every order of threads; refused plans; stopping.
#include <gtest/gtest.h>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/testing.hpp"

#include "entities.hpp"
#include "simulation.hpp"

namespace orrery::workloads::fel_test {
namespace {

contracts::FelTestPlan test_of(std::int32_t sources, std::int32_t events) {
  contracts::FelTestPlan plan;
  plan.num_cpus = 1;
  plan.num_srcs = sources;
  plan.src_events = events;
  plan.e_dly = 10;
  return plan;
}

testing::Finished run(const contracts::FelTestPlan& plan) {
  const auto workload = make_fel_test(testing::one_node_plan(plan));
  return testing::carry_out(*workload);
}

TEST(FelTest, EntitiesTakeTurnsUntilAllEventsAreSent) {
  contracts::FelTestPlan plan = test_of(2, 3);
  std::vector<Entity> entities = make_entities(plan, 1);
  FelEvent event = entities[1].begin();
  EXPECT_EQ(event.destination, 3U);
  EXPECT_EQ(event.time, 0);
  std::vector<double> times;
  while (const auto next = entities[event.destination].handle(event)) {
    times.push_back(next->time);
    event = *next;
  }
  // The sink answers one unit later, the source waits for e_dly.
  EXPECT_EQ(times, (std::vector<double>{1, 11, 12, 22, 23}));
  EXPECT_EQ(entities[1].handled(), 3U);
  EXPECT_EQ(entities[3].handled(), 3U);
  EXPECT_EQ(entities[0].handled(), 0U);
}

TEST(FelTest, ARecordTellsTimesApart) {
  contracts::FelTestPlan plan = test_of(4, 20);
  const std::atomic<bool> stop{false};
  const auto fixed = run_sequential(plan, 1, {nullptr, stop, nullptr});
  EXPECT_EQ(run_sequential(plan, 2, {nullptr, stop, nullptr})->record, fixed->record);
  plan.src_var = 4;
  const auto varied = run_sequential(plan, 1, {nullptr, stop, nullptr});
  EXPECT_NE(varied->record, fixed->record);
  EXPECT_NE(run_sequential(plan, 2, {nullptr, stop, nullptr})->record, varied->record);
  EXPECT_EQ(varied->events, events_of(plan));
}

TEST(FelTest, ThreadsHandleEventsAtTheTimesOfTheSequentialRun) {
  const std::atomic<bool> stop{false};
  for (const auto waiting : {contracts::FelWaiting::semaphore, contracts::FelWaiting::condition}) {
    for (const std::int32_t sources : {1, 2, 9}) {
      contracts::FelTestPlan plan = test_of(sources, 40);
      plan.waiting = waiting;
      plan.src_var = 25;
      std::atomic<std::uint64_t> progress{0};
      const auto threaded = run_threads(plan, 5, {nullptr, stop, &progress});
      const auto sequential = run_sequential(plan, 5, {nullptr, stop, nullptr});
      ASSERT_TRUE(threaded.ok() && sequential.ok());
      EXPECT_EQ(threaded->record, sequential->record);
      EXPECT_EQ(threaded->events, events_of(plan));
      EXPECT_EQ(progress.load(), events_of(plan));
      EXPECT_LE(threaded->greatest_list, static_cast<std::uint64_t>(sources));
      EXPECT_GT(threaded->manager_cpu_ns, 0);
    }
  }
}

TEST(FelTest, MeasuresSpeedUpAndWhatExplainsIt) {
  contracts::FelTestPlan plan = test_of(2, 20);
  plan.e_dly = 100;
  plan.f_dly = 50;
  const testing::Finished finished = run(plan);
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  EXPECT_EQ(finished.result.checks.size(), 3U);
  EXPECT_EQ(finished.broken(), "");
  EXPECT_GT(finished.metric("speedup"), 0);
  // The manager's time includes f_dly, and is the serial part.
  EXPECT_GT(finished.metric("manager_time"), 25'000);
  EXPECT_GT(finished.metric("serial_fraction"), 0.15);
  EXPECT_LE(finished.metric("serial_fraction"), 1);
  // 80 events of 100 us, each added for 50 us, make 12 ms of CPU time. Half of it must be used even if the CPU became faster.
  EXPECT_GT(finished.metric("sequential.cpu"), 6'000'000);
  EXPECT_LE(finished.metric("manager_bound"), 2);
  EXPECT_GE(finished.metric("manager_bound"), 1);
  const auto again = make_fel_test(testing::one_node_plan(plan));
  EXPECT_EQ(finished.result.run_state_checksum, again->oracle([] { return false; }));
}

TEST(FelTest, RefusesMoreCpusThanThereAre) {
  contracts::FelTestPlan plan = test_of(1, 1);
  plan.num_cpus = 1024;
  const testing::Finished finished = run(plan);
  ASSERT_TRUE(finished.failure);
  EXPECT_EQ(finished.failure->code, "bad_plan");
  EXPECT_NE(finished.failure->message.find("num_cpus is 1024"), std::string::npos);
}

TEST(FelTest, EndsSoonWhenItIsStopped) {
  contracts::FelTestPlan plan = test_of(4, 1'000'000);
  const std::atomic<bool> stop{true};
  const auto threaded = run_threads(plan, 1, {nullptr, stop, nullptr});
  ASSERT_FALSE(threaded.ok());
  EXPECT_EQ(threaded.error().code, base::ErrorCode::cancelled);
  const auto workload = make_fel_test(testing::one_node_plan(plan));
  const testing::Finished finished = testing::carry_out(*workload, [] { return true; });
  ASSERT_TRUE(finished.failure);
  EXPECT_EQ(finished.failure->code, "stopped");
}

}  // namespace
}  // namespace orrery::workloads::fel_test
