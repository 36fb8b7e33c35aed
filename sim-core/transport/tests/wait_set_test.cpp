#include "orrery/transport/wait_set.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <map>
#include <thread>

#include "orrery/base/process.hpp"

#include "support.hpp"

namespace orrery::transport::testing {
namespace {

std::unique_ptr<WaitSet> make_set(const std::shared_ptr<base::Doorbell>& bell,
                                  base::WaitStrategy strategy) {
  auto set = WaitSet::create(bell, strategy);
  EXPECT_TRUE(set.ok());
  return std::move(*set);
}

TEST(WaitSet, RefusesAChannelOfAnotherDoorbell) {
  Pair pair = make_pair(Kind::thread);
  auto set = make_set(pair.bell_a, base::WaitStrategy::adaptive);
  EXPECT_EQ(set->add(*pair.b, 0).error().code, base::ErrorCode::invalid_argument);
  EXPECT_EQ(set->size(), 0U);
}

TEST(WaitSet, TimesOutAndObeysItsCheck) {
  Pair pair = make_pair(Kind::tcp);
  auto set = wait_on(pair.bell_a, *pair.a);
  EXPECT_EQ(set->wait(base::now_ns() + 2'000'000).outcome, base::WaitOutcome::timed_out);
  EXPECT_TRUE(set->poll().events.empty());
  set->set_check([] { return false; });
  EXPECT_EQ(set->wait().outcome, base::WaitOutcome::cancelled);
}

class Mixed : public ::testing::TestWithParam<base::WaitStrategy> {};
INSTANTIATE_TEST_SUITE_P(All, Mixed,
                         ::testing::Values(base::WaitStrategy::spin,
                                           base::WaitStrategy::spin_then_futex,
                                           base::WaitStrategy::yield, base::WaitStrategy::adaptive,
                                           base::WaitStrategy::sleep),
                         [](const auto& strategy) {
                           return std::string(to_string(strategy.param));
                         });

// One thread waits for two channels of every kind; each of eight senders speaks, in turn, sometimes after a pause that
// sends the waiter to sleep. A wake-up that is lost for one kind shows as a time-out.
TEST_P(Mixed, NoWakeUpIsLostAmongMemoryAndSockets) {
  auto hub = make_bell();
  std::vector<ChannelPair> pairs;
  std::vector<std::shared_ptr<base::Doorbell>> bells;
  for (const Kind kind : {Kind::thread, Kind::shm, Kind::uds, Kind::tcp}) {
    for (int i = 0; i < 2; ++i) {
      bells.push_back(make_bell());
      auto pair = Transport::make_pair(kind, {}, hub, bells.back());
      ASSERT_TRUE(pair.ok());
      pairs.push_back(std::move(*pair));
    }
  }
  auto set = make_set(hub, GetParam());
  for (std::size_t i = 0; i < pairs.size(); ++i) ASSERT_TRUE(set->add(*pairs[i].a, i).ok());
  constexpr std::uint32_t turns = 400;
  std::thread senders([&] {
    for (std::uint32_t turn = 0; turn < turns; ++turn) {
      const std::size_t who = turn % pairs.size();
      if (turn % 5 == 0) std::this_thread::sleep_for(std::chrono::microseconds(300));
      ASSERT_EQ(pairs[who].b->send_now(std::as_bytes(std::span(&turn, 1))), Io::ok);
      auto own = wait_on(bells[who], *pairs[who].b, GetParam());
      ASSERT_EQ(await(*own, *pairs[who].b).io, Io::ok) << "turn " << turn;
      pairs[who].b->release();
    }
  });
  for (std::uint32_t turn = 0; turn < turns;) {
    const auto waited = set->wait(watchdog());
    ASSERT_EQ(waited.outcome, base::WaitOutcome::ready) << "turn " << turn;
    for (const Event& event : waited.events) {
      const Peeked got = event.channel->peek();
      if (got.io == Io::empty) continue;
      ASSERT_EQ(got.io, Io::ok);
      EXPECT_EQ(event.tag, turn % pairs.size());
      event.channel->release();
      ++turn;
      ASSERT_EQ(event.channel->send_now(bytes_of(3)), Io::ok);
    }
  }
  senders.join();
}

TEST(WaitSet, ServesAThousandMemoryChannelsFairly) {
  auto hub = make_bell();
  auto far = make_bell();
  constexpr std::uint64_t count = 1000;
  std::vector<ChannelPair> pairs;
  auto set = make_set(hub, base::WaitStrategy::adaptive);
  for (std::uint64_t i = 0; i < count; ++i) {
    auto pair = Transport::make_pair(Kind::thread, {.max_message_bytes = 64, .buffer_bytes = 4096},
                                     hub, far);
    ASSERT_TRUE(pair.ok());
    pairs.push_back(std::move(*pair));
    ASSERT_TRUE(set->add(*pairs.back().a, i).ok());
  }
  // Everybody keeps talking; whoever takes only the first event of each wait still gets round to all.
  for (auto& pair : pairs) ASSERT_EQ(pair.b->send_now(bytes_of(8)), Io::ok);
  std::map<std::uint64_t, int> served;
  for (std::uint64_t i = 0; i < 3 * count; ++i) {
    const auto waited = set->wait(watchdog());
    ASSERT_EQ(waited.outcome, base::WaitOutcome::ready);
    ASSERT_EQ(waited.events.size(), count);
    ++served[waited.events[0].tag];
  }
  EXPECT_EQ(served.size(), count);
  for (const auto& [tag, times] : served) EXPECT_EQ(times, 3) << tag;
}

TEST(WaitSet, ReportsOtherDescriptors) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  for (const auto strategy :
       {base::WaitStrategy::spin, base::WaitStrategy::spin_then_futex, base::WaitStrategy::yield,
        base::WaitStrategy::adaptive, base::WaitStrategy::sleep}) {
    Pair pair = make_pair(Kind::shm);
    auto set = wait_on(pair.bell_a, *pair.a, strategy);
    ASSERT_TRUE(set->add_fd(pipe[0], 77).ok());
    std::thread writer([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      ASSERT_EQ(::write(pipe[1], "x", 1), 1);
    });
    const auto waited = set->wait(watchdog());
    writer.join();
    ASSERT_EQ(waited.outcome, base::WaitOutcome::ready);
    ASSERT_EQ(waited.events.size(), 1U);
    EXPECT_EQ(waited.events[0].channel, nullptr);
    EXPECT_EQ(waited.events[0].tag, 77U);
    char got = 0;
    ASSERT_EQ(::read(pipe[0], &got, 1), 1);
    // Memory still wakes the set that now sleeps on descriptors too.
    std::thread sender([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      ASSERT_EQ(pair.b->send_now(bytes_of(1)), Io::ok);
    });
    EXPECT_EQ(await(*set, *pair.a).io, Io::ok);
    sender.join();
    set->remove_fd(pipe[0]);
  }
  ::close(pipe[0]);
  ::close(pipe[1]);
}

TEST(WaitSet, ForgetsWhatIsRemoved) {
  auto hub = make_bell();
  std::vector<ChannelPair> pairs;
  auto set = make_set(hub, base::WaitStrategy::adaptive);
  for (const Kind kind : {Kind::tcp, Kind::shm, Kind::uds, Kind::tcp, Kind::tcp}) {
    auto pair = Transport::make_pair(kind, {}, hub, make_bell());
    ASSERT_TRUE(pair.ok());
    pairs.push_back(std::move(*pair));
    ASSERT_TRUE(set->add(*pairs.back().a, pairs.size() - 1).ok());
  }
  set->remove(*pairs[0].a);
  set->remove(*pairs[1].a);
  EXPECT_EQ(set->size(), 3U);
  for (auto& pair : pairs) ASSERT_EQ(pair.b->send_now(bytes_of(2)), Io::ok);
  std::map<std::uint64_t, bool> seen;
  const std::int64_t deadline = watchdog();
  while (seen.size() < 3) {
    const auto waited = set->wait(deadline);
    ASSERT_EQ(waited.outcome, base::WaitOutcome::ready);
    for (const Event& event : waited.events) {
      EXPECT_EQ(event.channel, pairs[event.tag].a.get());
      seen[event.tag] = true;
    }
  }
  EXPECT_FALSE(seen.contains(0) || seen.contains(1));
}

}  // namespace
}  // namespace orrery::transport::testing
