#include "orrery/base/wait.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <thread>

namespace orrery::base {
namespace {

constexpr std::int64_t watchdog_ns = 60'000'000'000;
constexpr std::array strategies{WaitStrategy::spin, WaitStrategy::spin_then_futex,
                                WaitStrategy::yield, WaitStrategy::adaptive, WaitStrategy::sleep};

std::shared_ptr<Doorbell> make_bell(Doorbell::Scope scope) {
  auto bell = Doorbell::create(scope);
  EXPECT_TRUE(bell.ok());
  return *bell;
}

TEST(WaitStrategy, NamesRoundTrip) {
  for (const WaitStrategy strategy : strategies) {
    auto parsed = parse_wait_strategy(to_string(strategy));
    ASSERT_TRUE(parsed.ok());
    EXPECT_EQ(*parsed, strategy);
  }
  auto unknown = parse_wait_strategy("doze");
  ASSERT_FALSE(unknown.ok());
  EXPECT_NE(unknown.error().message.find("doze"), std::string::npos);
}

TEST(WaitStrategy, ChosenByPartiesAndCores) {
  EXPECT_EQ(choose_wait_strategy(2, 2), WaitStrategy::spin_then_futex);
  EXPECT_EQ(choose_wait_strategy(3, 2), WaitStrategy::yield);
  EXPECT_EQ(choose_wait_strategy(2, 0), WaitStrategy::adaptive);
  EXPECT_GE(usable_cores(), 1);
}

class Waiting : public testing::TestWithParam<WaitStrategy> {};
INSTANTIATE_TEST_SUITE_P(All, Waiting, testing::ValuesIn(strategies), [](const auto& strategy) {
  return std::string(to_string(strategy.param));
});

TEST_P(Waiting, ReturnsWhenReadyTimedOutOrCancelled) {
  auto bell = make_bell(Doorbell::Scope::local);
  Waiter waiter(GetParam(), *bell);
  const auto never = [] { return false; };
  const auto carry_on = [] { return true; };
  EXPECT_EQ(waiter.wait([] { return true; }, no_deadline, carry_on), WaitOutcome::ready);
  EXPECT_EQ(waiter.wait(never, now_ns() + 1'000'000, carry_on), WaitOutcome::timed_out);
  EXPECT_EQ(waiter.wait(never, now_ns() - 1, carry_on), WaitOutcome::timed_out);
  int asked = 0;
  EXPECT_EQ(waiter.wait(never, no_deadline, [&] { return ++asked < 2; }), WaitOutcome::cancelled);
  EXPECT_EQ(asked, 2);
}

TEST_P(Waiting, SleepsInTheEndWhateverTheStrategy) {
  auto bell = make_bell(Doorbell::Scope::local);
  Waiter waiter(GetParam(), *bell);
  waiter.wait([] { return false; }, now_ns() + 120'000'000, [] { return true; });
  EXPECT_GE(waiter.stats().sleeps, 1U);
}

// Two threads hand a number to and fro, with pauses that make them sleep in between. A lost wake-up would cost 50 ms each;
// only the doorbell can make them all.
void hand_to_and_fro(WaitStrategy strategy, Doorbell::Scope scope, bool on_fds) {
  constexpr int rounds = 400;
  std::array bells{make_bell(scope), make_bell(scope)};
  std::array<std::atomic<int>, 2> given{};
  const auto party = [&](std::size_t me) {
    Waiter waiter(strategy, *bells[me]);
    const std::size_t other = 1 - me;
    for (int i = 1; i <= rounds; ++i) {
      if (i % 7 == 0) ::usleep(200);
      if (me == 0) {
        given[other].store(i, std::memory_order_release);
        bells[other]->ring();
      }
      const auto ready = [&] { return given[me].load(std::memory_order_acquire) >= i; };
      const auto carry_on = [] { return true; };
      const std::int64_t deadline = now_ns() + watchdog_ns;
      WaitOutcome outcome{};
      if (on_fds) {
        outcome = waiter.wait(ready, deadline, carry_on, [&](std::int64_t timeout_ns) {
          pollfd polled{.fd = bells[me]->event_fd(), .events = POLLIN, .revents = 0};
          ::poll(&polled, 1, static_cast<int>(timeout_ns / 1'000'000 + 1));
          if (polled.revents != 0) bells[me]->drain_event();
        });
      } else {
        outcome = waiter.wait(ready, deadline, carry_on);
      }
      ASSERT_EQ(outcome, WaitOutcome::ready) << "round " << i;
      if (me == 1) {
        given[other].store(i, std::memory_order_release);
        bells[other]->ring();
      }
    }
  };
  std::thread second(party, 1);
  party(0);
  second.join();
}

TEST_P(Waiting, NoWakeUpIsLostBetweenThreads) {
  hand_to_and_fro(GetParam(), Doorbell::Scope::local, false);
  hand_to_and_fro(GetParam(), Doorbell::Scope::shared, false);
}

TEST_P(Waiting, NoWakeUpIsLostWhenSleepingOnDescriptors) {
  hand_to_and_fro(GetParam(), Doorbell::Scope::local, true);
  hand_to_and_fro(GetParam(), Doorbell::Scope::shared, true);
}

TEST(Doorbell, WakesAcrossProcesses) {
  auto bell = make_bell(Doorbell::Scope::shared);
  auto memory = SharedMemory::create(64);
  ASSERT_TRUE(memory.ok());
  auto* news = new (memory->data()) std::atomic<int>(0);
  Waiter waiter(WaitStrategy::spin_then_futex, *bell);
  const std::int64_t deadline = now_ns() + watchdog_ns;
  // On a busy machine the news may be there before the waiter gets to sleep: then for the next.
  for (int round = 1; waiter.stats().sleeps == 0 && now_ns() < deadline; ++round) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ::usleep(20'000);
      news->store(round, std::memory_order_release);
      bell->ring();
      ::_exit(0);
    }
    EXPECT_EQ(waiter.wait([&] { return news->load(std::memory_order_acquire) == round; }, deadline,
                          [] { return true; }),
              WaitOutcome::ready);
    ::waitpid(child, nullptr, 0);
  }
  EXPECT_GE(waiter.stats().sleeps, 1U);
}

TEST(Doorbell, AttachesThroughDescriptors) {
  auto bell = make_bell(Doorbell::Scope::shared);
  auto copy =
      Doorbell::attach(UniqueFd(::dup(bell->memory_fd())), UniqueFd(::dup(bell->event_fd())));
  ASSERT_TRUE(copy.ok()) << copy.error().message;
  bell->announce_event();
  EXPECT_TRUE((*copy)->ring());
  EXPECT_FALSE((*copy)->ring()) << "only the ringer clears the state, and it has";
  pollfd polled{.fd = bell->event_fd(), .events = POLLIN, .revents = 0};
  EXPECT_EQ(::poll(&polled, 1, 0), 1);
}

TEST(Doorbell, RefusesMemoryThatItsMakerCouldShrink) {
  UniqueFd memory(::memfd_create("unsealed", 0));
  ASSERT_EQ(::ftruncate(memory.get(), 4096), 0);
  auto attached = Doorbell::attach(std::move(memory), UniqueFd());
  ASSERT_FALSE(attached.ok());
  EXPECT_EQ(attached.error().code, ErrorCode::refused);
}

}  // namespace
}  // namespace orrery::base
