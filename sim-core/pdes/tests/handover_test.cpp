// Hands tasks out and back many times: no task is lost, and at the end every worker leaves.
#include "orrery/pdes/handover.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

namespace orrery::pdes {
namespace {

class EveryHandover : public ::testing::TestWithParam<HandoverKind> {};

// Short windows of tasks that take no time: workers race for each task, and at close().
TEST_P(EveryHandover, GivesEachTaskOnceAndLetsAllWorkersGo) {
  constexpr int workers = 4;
  for (int round = 0; round < 1500; ++round) {
    auto made = Handover::create(GetParam(), workers);
    ASSERT_TRUE(made.ok());
    Handover& handover = **made;
    std::array<HandoverTask, 6> tasks;
    std::vector<std::vector<HandoverTask*>> taken(workers);
    std::vector<std::thread> threads;
    for (std::size_t worker = 0; worker < workers; ++worker) {
      threads.emplace_back([&handover, &own = taken[worker], worker] {
        while (HandoverTask* task = handover.take(worker)) {
          own.push_back(task);
          handover.finish(worker, task);
        }
      });
    }
    constexpr std::size_t windows = 10;
    for (std::size_t window = 0; window < windows; ++window) {
      for (HandoverTask& task : tasks) handover.post(&task);
      handover.flush();
      for (std::size_t i = 0; i < tasks.size(); ++i) EXPECT_NE(handover.collect(), nullptr);
    }
    handover.close();
    for (std::thread& thread : threads) thread.join();
    std::size_t all = 0;
    for (const auto& own : taken) all += own.size();
    ASSERT_EQ(all, windows * tasks.size());
  }
}
std::string name_of(const ::testing::TestParamInfo<HandoverKind>& each) {
  constexpr std::array names{"condition", "semaphore", "mailbox"};
  return names[static_cast<std::size_t>(each.param)];
}
INSTANTIATE_TEST_SUITE_P(Kinds, EveryHandover,
                         ::testing::Values(HandoverKind::condition, HandoverKind::semaphore,
                                           HandoverKind::mailbox),
                         name_of);

}  // namespace
}  // namespace orrery::pdes
