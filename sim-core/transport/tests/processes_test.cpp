// The contract between two processes, in particular when one of them dies.

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "support.hpp"

namespace orrery::transport::testing {
namespace {

template <class T>
class Processes : public ::testing::Test {};
TYPED_TEST_SUITE(Processes, ProcessKinds, KindNames);

TYPED_TEST(Processes, ParentAndChildStreamBothWays) {
  constexpr int count = 5000;
  Pair pair = make_pair(TypeParam::kind, {.max_message_bytes = 900, .buffer_bytes = 4096});
  Child child([&] {
    pair.a->forget();
    if (!pair.b->adopt()) return 1;
    auto set = wait_on(pair.bell_b, *pair.b);
    Messages messages(3, 900);
    for (int i = 0; i < count; ++i) {
      const Peeked got = await(*set, *pair.b);
      if (got.io != Io::ok || !equal(got.bytes, messages.next())) return 2;
      // Echoed from a copy: the answer may have to wait for room.
      const std::vector<std::byte> copy(got.bytes.begin(), got.bytes.end());
      pair.b->release();
      if (send_patiently(*set, *pair.b, copy) != Io::ok) return 3;
    }
    return await(*set, *pair.b).io == Io::closed ? 0 : 4;
  });
  pair.b->forget();
  ASSERT_TRUE(pair.a->adopt().ok());
  auto set = wait_on(pair.bell_a, *pair.a);
  Messages outgoing(3, 900);
  Messages incoming(3, 900);
  int answered = 0;
  const auto take_answers = [&] {
    for (;;) {
      const Peeked got = pair.a->peek();
      if (got.io != Io::ok) return got.io == Io::empty;
      if (!equal(got.bytes, incoming.next())) return false;
      pair.a->release();
      ++answered;
    }
  };
  const std::int64_t deadline = watchdog();
  for (int i = 0; i < count; ++i) {
    const std::vector<std::byte>& message = outgoing.next();
    Io io = pair.a->send_now(message);
    while (io == Io::full) {
      set->want_writable(*pair.a, true);
      ASSERT_EQ(set->wait(deadline).outcome, base::WaitOutcome::ready);
      set->want_writable(*pair.a, false);
      ASSERT_TRUE(take_answers());
      io = pair.a->send_now(message);
    }
    ASSERT_EQ(io, Io::ok);
    ASSERT_TRUE(take_answers());
  }
  while (answered < count) {
    ASSERT_EQ(set->wait(deadline).outcome, base::WaitOutcome::ready);
    ASSERT_TRUE(take_answers()) << to_string(pair.a->peek().io) << " " << pair.a->why();
  }
  pair.a->close();
  EXPECT_EQ(child.exit_code(), 0);
}

TYPED_TEST(Processes, AKilledPeerIsLostAfterItsMessages) {
  Pair pair = make_pair(TypeParam::kind);
  Child child([&] {
    pair.a->forget();
    if (!pair.b->adopt()) return 1;
    for (const std::size_t size : {11U, 22U}) {
      if (pair.b->send_now(bytes_of(size)) != Io::ok) return 2;
    }
    ::raise(SIGKILL);
    return 3;
  });
  pair.b->forget();
  ASSERT_TRUE(pair.a->adopt().ok());
  auto set = wait_on(pair.bell_a, *pair.a);
  for (const std::size_t size : {11U, 22U}) {
    const Peeked got = await(*set, *pair.a);
    ASSERT_EQ(got.io, Io::ok);
    EXPECT_EQ(got.bytes.size(), size);
    pair.a->release();
  }
  EXPECT_EQ(await(*set, *pair.a).io, Io::peer_lost);
  EXPECT_NE(pair.a->why(), "");
  EXPECT_FALSE(pair.a->alive());
  EXPECT_EQ(pair.a->send_now(bytes_of(1)), Io::peer_lost);
  EXPECT_EQ(child.exit_code(), -1);  // noticed although nobody had waited for it
}

TYPED_TEST(Processes, ASleeperNoticesThatItsPeerIsKilled) {
  Pair pair = make_pair(TypeParam::kind);
  Child child([&] {
    pair.a->forget();
    if (!pair.b->adopt() || pair.b->send_now(bytes_of(1)) != Io::ok) return 1;
    for (;;) ::pause();
  });
  pair.b->forget();
  ASSERT_TRUE(pair.a->adopt().ok());
  auto set = wait_on(pair.bell_a, *pair.a, base::WaitStrategy::spin_then_futex);
  ASSERT_EQ(await(*set, *pair.a).io, Io::ok);
  pair.a->release();
  EXPECT_EQ(set->wait(base::now_ns() + 30'000'000).outcome, base::WaitOutcome::timed_out);
  child.kill();
  EXPECT_EQ(await(*set, *pair.a).io, Io::peer_lost);
}

TYPED_TEST(Processes, ADeadPeerIsNoticedAmongBusyOnes) {
  // The other channel always has something to say, so that the set never waits for long.
  auto bell = make_bell();
  auto child_bell = make_bell();
  auto mortal = Transport::make_pair(TypeParam::kind, {}, bell, child_bell);
  auto busy = Transport::make_pair(Kind::thread, {}, bell, bell);
  ASSERT_TRUE(mortal.ok() && busy.ok());
  Child child([&] {
    mortal->a->forget();
    if (!mortal->b->adopt() || mortal->b->send_now(bytes_of(1)) != Io::ok) return 1;
    for (;;) ::pause();
  });
  mortal->b->forget();
  ASSERT_TRUE(mortal->a->adopt().ok());
  auto set = wait_on(bell, *mortal->a);
  ASSERT_EQ(await(*set, *mortal->a).io, Io::ok);
  mortal->a->release();
  ASSERT_TRUE(set->add(*busy->a, 1).ok());
  child.kill();
  const std::int64_t deadline = watchdog();
  Io io = Io::empty;
  while (io == Io::empty && base::now_ns() < deadline) {
    ASSERT_EQ(busy->b->send_now(bytes_of(8)), Io::ok);
    ASSERT_EQ(set->wait(deadline).outcome, base::WaitOutcome::ready);
    while (busy->a->peek().io == Io::ok) busy->a->release();
    io = mortal->a->peek().io;
  }
  EXPECT_EQ(io, Io::peer_lost);
}

TYPED_TEST(Processes, AChildThatClosesAndExitsIsNotLost) {
  Pair pair = make_pair(TypeParam::kind);
  Child child([&] {
    pair.a->forget();
    if (!pair.b->adopt() || pair.b->send_now(bytes_of(6)) != Io::ok) return 1;
    pair.b.reset();
    return 0;
  });
  pair.b->forget();
  ASSERT_TRUE(pair.a->adopt().ok());
  EXPECT_EQ(child.exit_code(), 0);
  auto set = wait_on(pair.bell_a, *pair.a);
  EXPECT_EQ(await(*set, *pair.a).bytes.size(), 6U);
  pair.a->release();
  EXPECT_EQ(await(*set, *pair.a).io, Io::closed);
}

// A manager and many children, as a universe has them: every round reaches everybody, whatever the strategy.
TYPED_TEST(Processes, AStarOfChildrenAnswersEveryRound) {
  constexpr int children = 12;
  constexpr std::uint32_t rounds = 200;
  for (const auto strategy : {base::WaitStrategy::yield, base::WaitStrategy::adaptive,
                              base::WaitStrategy::spin_then_futex}) {
    auto hub = make_bell();
    std::vector<std::unique_ptr<Channel>> ends;
    std::vector<std::unique_ptr<Child>> family;
    for (int i = 0; i < children; ++i) {
      auto bell = make_bell();
      auto pair = Transport::make_pair(TypeParam::kind,
                                       {.max_message_bytes = 256, .buffer_bytes = 4096}, hub, bell);
      ASSERT_TRUE(pair.ok());
      family.push_back(std::make_unique<Child>([&] {
        for (auto& end : ends) end->forget();
        pair->a->forget();
        if (!pair->b->adopt()) return 1;
        auto set = wait_on(bell, *pair->b, strategy);
        for (std::uint32_t round = 0; round < rounds; ++round) {
          const Peeked got = await(*set, *pair->b);
          if (got.io != Io::ok) return 2;
          const std::vector<std::byte> copy(got.bytes.begin(), got.bytes.end());
          pair->b->release();
          if (pair->b->send_now(copy) != Io::ok) return 3;
        }
        return await(*set, *pair->b).io == Io::closed ? 0 : 4;
      }));
      pair->b->forget();
      ASSERT_TRUE(pair->a->adopt().ok());
      ends.push_back(std::move(pair->a));
    }
    auto set = WaitSet::create(hub, strategy);
    ASSERT_TRUE(set.ok());
    for (auto& end : ends) ASSERT_TRUE((*set)->add(*end, 0).ok());
    for (std::uint32_t round = 0; round < rounds; ++round) {
      for (auto& end : ends) {
        ASSERT_EQ(end->send_now(std::as_bytes(std::span(&round, 1))), Io::ok);
      }
      for (int answers = 0; answers < children;) {
        const auto waited = (*set)->wait(watchdog());
        ASSERT_EQ(waited.outcome, base::WaitOutcome::ready);
        for (const Event& event : waited.events) {
          const Peeked got = event.channel->peek();
          if (got.io == Io::empty) continue;
          ASSERT_EQ(got.io, Io::ok) << event.channel->why();
          ASSERT_TRUE(equal(got.bytes, std::as_bytes(std::span(&round, 1))));
          event.channel->release();
          ++answers;
        }
      }
    }
    for (auto& end : ends) end->close();
    for (auto& child : family) EXPECT_EQ(child->exit_code(), 0);
  }
}

}  // namespace
}  // namespace orrery::transport::testing
