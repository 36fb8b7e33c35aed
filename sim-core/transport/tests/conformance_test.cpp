// The contract of channel.hpp, held against every kind. Both ends in one process; see processes_test.cpp for two.

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <deque>
#include <thread>

#include "channels.hpp"
#include "support.hpp"

namespace orrery::transport::testing {
namespace {

template <class T>
class Conformance : public ::testing::Test {
 protected:
  static constexpr Kind kind = T::kind;
};
TYPED_TEST_SUITE(Conformance, AllChannels, ChannelNames);

TYPED_TEST(Conformance, StartsEmptyAndSaysWhatItIs) {
  Pair pair = TypeParam::make({.max_message_bytes = 1000, .buffer_bytes = 5000});
  EXPECT_EQ(pair.a->kind(), this->kind);
  EXPECT_EQ(pair.a->options().max_message_bytes, 1000U);
  EXPECT_EQ(pair.a->options().buffer_bytes, 8192U);
  EXPECT_EQ(pair.a->peek().io, Io::empty);
  EXPECT_EQ(pair.b->peek().io, Io::empty);
  EXPECT_FALSE(pair.a->readable());
  EXPECT_TRUE(pair.a->writable());
  EXPECT_TRUE(pair.a->alive());
  EXPECT_EQ(pair.a->flush(), Io::ok);
}

TYPED_TEST(Conformance, KeepsBoundariesFromNothingToOneMegabyte) {
  constexpr std::uint32_t greatest = 1U << 20;
  Pair pair = TypeParam::make({.max_message_bytes = greatest});
  auto set_a = wait_on(pair.bell_a, *pair.a);
  auto set_b = wait_on(pair.bell_b, *pair.b);
  std::thread sender([&] {
    for (const std::size_t size : {0U, 1U, 7U, 8U, 9U, 55U, 56U, 57U, 63U, 64U, 65U, 120U, 121U,
                                   4096U, 65536U, greatest - 1, greatest, 0U, greatest}) {
      ASSERT_EQ(send_patiently(*set_a, *pair.a, bytes_of(size)), Io::ok) << size;
    }
    while (pair.a->flush() == Io::full) {
      set_a->wait(base::now_ns() + 1'000'000);
    }
  });
  for (const std::size_t size : {0U, 1U, 7U, 8U, 9U, 55U, 56U, 57U, 63U, 64U, 65U, 120U, 121U,
                                 4096U, 65536U, greatest - 1, greatest, 0U, greatest}) {
    const Peeked got = await(*set_b, *pair.b);
    ASSERT_EQ(got.io, Io::ok) << size;
    ASSERT_TRUE(equal(got.bytes, bytes_of(size))) << size << " became " << got.bytes.size();
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(got.bytes.data()) % 8, 0U);
    pair.b->release();
  }
  sender.join();
  EXPECT_EQ(pair.b->peek().io, Io::empty);
}

TYPED_TEST(Conformance, RefusesWhatIsTooBigAndCarriesOn) {
  Pair pair = TypeParam::make({.max_message_bytes = 100});
  auto set = wait_on(pair.bell_b, *pair.b);
  EXPECT_EQ(pair.a->send_now(bytes_of(101)), Io::too_big);
  EXPECT_EQ(pair.a->send_now(bytes_of(100)), Io::ok);
  const Peeked got = await(*set, *pair.b);
  EXPECT_TRUE(equal(got.bytes, bytes_of(100)));
  pair.b->release();
}

TYPED_TEST(Conformance, PeekShowsTheSameMessageUntilItIsReleased) {
  Pair pair = TypeParam::make();
  auto set = wait_on(pair.bell_b, *pair.b);
  EXPECT_EQ(pair.a->send(bytes_of(10, 1)), Io::ok);
  EXPECT_EQ(pair.a->send_now(bytes_of(20, 2)), Io::ok);
  EXPECT_EQ(await(*set, *pair.b).bytes.size(), 10U);
  EXPECT_EQ(pair.b->peek().bytes.size(), 10U);
  pair.b->pump();
  EXPECT_TRUE(equal(pair.b->peek().bytes, bytes_of(10, 1)));
  pair.b->release();
  EXPECT_TRUE(equal(await(*set, *pair.b).bytes, bytes_of(20, 2)));
  pair.b->release();
}

TYPED_TEST(Conformance, AReservationMayShrinkOrBeDropped) {
  Pair pair = TypeParam::make({.max_message_bytes = 1000, .buffer_bytes = 4096});
  auto set_a = wait_on(pair.bell_a, *pair.a);
  auto set_b = wait_on(pair.bell_b, *pair.b);
  for (std::uint8_t i = 0; i < 100; ++i) {
    ASSERT_EQ(pair.a->reserve(1000).io, Io::ok);  // dropped
    const Reserved reserved = pair.a->reserve(900);
    ASSERT_EQ(reserved.io, Io::ok);
    ASSERT_EQ(reserved.bytes.size(), 900U);
    const auto message = bytes_of(i, i);
    std::copy(message.begin(), message.end(), reserved.bytes.begin());
    pair.a->commit(i);
    ASSERT_EQ(pair.a->flush(), Io::ok);
    const Peeked got = await(*set_b, *pair.b);
    ASSERT_TRUE(equal(got.bytes, message));
    pair.b->release();
  }
}

// Random sends and receives in both directions at once, against two queues, from a seed; a small buffer wraps often.
TYPED_TEST(Conformance, BehavesAsTwoQueues) {
  // Thousands of connections take their time.
  const std::uint64_t seeds = TypeParam::kind == Kind::tcp_per_message ? 1 : 4;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Pair pair = TypeParam::make({.max_message_bytes = 900, .buffer_bytes = 4096});
    base::Random random(seed, 99);
    struct Side {
      Channel* from;
      Channel* to;
      Messages messages;
      std::deque<std::vector<std::byte>> under_way;
      std::vector<std::byte> kept;
      bool keeps = false;
    };
    std::array<Side, 2> sides{{{pair.a.get(), pair.b.get(), Messages(seed, 900), {}, {}},
                               {pair.b.get(), pair.a.get(), Messages(seed + 100, 900), {}, {}}}};
    std::uint64_t delivered = 0;
    const std::int64_t deadline = watchdog();
    while (delivered < 6000 && base::now_ns() < deadline) {
      Side& side = sides[random.below(2)];
      if (random.chance(0.55)) {
        if (!side.keeps) side.kept = side.messages.next();
        const Io io = side.from->send(side.kept);
        ASSERT_TRUE(io == Io::ok || io == Io::full) << to_string(io);
        side.keeps = io == Io::full;
        if (io == Io::ok) side.under_way.push_back(side.kept);
        if (random.chance(0.3)) (void)side.from->flush();
      } else {
        side.from->flush();
        side.from->pump();
        side.to->pump();
        const Peeked got = side.to->peek();
        if (got.io == Io::empty) continue;
        ASSERT_EQ(got.io, Io::ok);
        ASSERT_FALSE(side.under_way.empty());
        ASSERT_TRUE(equal(got.bytes, side.under_way.front())) << "seed " << seed;
        side.to->release();
        side.under_way.pop_front();
        ++delivered;
      }
    }
    EXPECT_EQ(delivered, 6000U);
    // Unread messages are not waited for.
    pair.a->forget();
    pair.b->forget();
  }
}

std::vector<std::byte> numbered(std::uint32_t number) {
  std::vector<std::byte> message(1000);
  std::memcpy(message.data(), &number, sizeof number);
  return message;
}
std::uint32_t number_of(std::span<const std::byte> message) {
  std::uint32_t number = 0;
  std::memcpy(&number, message.data(), sizeof number);
  return number;
}
// Numbered messages until there is room for no more, nobody reading: how many.
std::uint32_t fill(WaitSet& set, Channel& channel) {
  std::uint32_t sent = 0;
  // A mailer goes on emptying its pipe for a while after the first refusal.
  do {
    Io io = Io::ok;
    while ((io = channel.send_now(numbered(sent))) == Io::ok && sent < 1'000'000U) ++sent;
    EXPECT_EQ(io, Io::full) << "after " << sent;
    set.want_writable(channel, true);
  } while (set.wait(base::now_ns() + 5'000'000).outcome == base::WaitOutcome::ready);
  return sent;
}

TYPED_TEST(Conformance, BackPressureLosesNothingAndEnds) {
  Pair pair = TypeParam::make({.max_message_bytes = 1000, .buffer_bytes = 4096});
  auto set_a = wait_on(pair.bell_a, *pair.a);
  auto set_b = wait_on(pair.bell_b, *pair.b);
  const std::uint32_t sent = fill(*set_a, *pair.a);
  EXPECT_GE(sent, 3U);
  EXPECT_GE(pair.a->counters().would_block, 1U);
  // Nobody reads: not writable, and the wait for it has timed out.

  std::thread reader([&] {
    for (std::uint32_t expected = 0; expected <= sent; ++expected) {
      const Peeked got = await(*set_b, *pair.b);
      ASSERT_EQ(got.io, Io::ok);
      ASSERT_EQ(number_of(got.bytes), expected);
      pair.b->release();
    }
  });
  const auto waited = set_a->wait(watchdog());
  EXPECT_EQ(waited.outcome, base::WaitOutcome::ready);
  EXPECT_TRUE(!waited.events.empty() && waited.events[0].writable && !waited.events[0].readable);
  EXPECT_EQ(send_patiently(*set_a, *pair.a, numbered(sent)), Io::ok);
  while (pair.a->flush() == Io::full) set_a->wait(base::now_ns() + 1'000'000);
  reader.join();
}

TYPED_TEST(Conformance, CloseIsSeenAfterWhatWasSentBefore) {
  Pair pair = TypeParam::make();
  auto set = wait_on(pair.bell_b, *pair.b);
  for (const std::size_t size : {3U, 0U, 5U}) ASSERT_EQ(pair.a->send(bytes_of(size)), Io::ok);
  pair.a->close();
  pair.a->close();
  EXPECT_EQ(pair.a->send_now(bytes_of(1)), Io::closed);
  EXPECT_EQ(pair.a->peek().io, Io::closed);
  for (const std::size_t size : {3U, 0U, 5U}) {
    const Peeked got = await(*set, *pair.b);
    ASSERT_EQ(got.io, Io::ok);
    EXPECT_EQ(got.bytes.size(), size);
    pair.b->release();
  }
  EXPECT_EQ(await(*set, *pair.b).io, Io::closed);
  EXPECT_EQ(pair.b->peek().io, Io::closed);
  EXPECT_NE(pair.b->why(), "");
  Io io = Io::ok;
  for (int i = 0; i < 100 && io == Io::ok; ++i) io = pair.b->send_now(bytes_of(1));
  EXPECT_EQ(io, Io::closed);
}

// That the other end had died it would take for a reason to go on without it.
TYPED_TEST(Conformance, APeerThatClosesAfterItHasEverythingIsNoFailureOfAFlush) {
  Pair pair = TypeParam::make();
  auto set = wait_on(pair.bell_b, *pair.b);
  EXPECT_EQ(pair.a->send_now(bytes_of(10)), Io::ok);
  ASSERT_EQ(await(*set, *pair.b).io, Io::ok);
  pair.b->release();
  pair.b->close();
  for (int i = 0; i < 64; ++i) EXPECT_EQ(pair.a->flush(), Io::ok) << i;
}

TYPED_TEST(Conformance, WhoIsGivenUpIsToldWhenItReadsAgain) {
  Pair pair = TypeParam::make({.max_message_bytes = 1000, .buffer_bytes = 4096});
  auto set_b = wait_on(pair.bell_b, *pair.b);
  std::uint32_t sent = 0;
  {
    auto set_a = wait_on(pair.bell_a, *pair.a);
    sent = fill(*set_a, *pair.a);
    set_a->remove(*pair.a);
  }
  pair.a->abandon();
  pair.a->abandon();
  EXPECT_EQ(pair.a->send_now(bytes_of(1)), Io::closed);
  EXPECT_EQ(pair.a->peek().io, Io::closed);
  (void)pair.b->send_now(bytes_of(9));  // before it reads
  Peeked got;
  std::uint32_t read = 0;
  for (const std::int64_t deadline = watchdog(); base::now_ns() < deadline;) {
    (void)pair.a->pump();
    (void)set_b->wait(base::now_ns() + 1'000'000);
    for (got = pair.b->peek(); got.io == Io::ok; got = pair.b->peek()) {
      ASSERT_EQ(number_of(got.bytes), read++);
      pair.b->release();
    }
    if (got.io != Io::empty) break;
  }
  EXPECT_LE(read, sent);
  EXPECT_TRUE(got.io == Io::closed || (got.io == Io::peer_lost && pair.b->may_live()))
      << to_string(got.io) << ": " << pair.b->why();
}

TYPED_TEST(Conformance, DestructionCloses) {
  Pair pair = TypeParam::make();
  auto set = wait_on(pair.bell_b, *pair.b);
  ASSERT_EQ(pair.a->send_now(bytes_of(4)), Io::ok);
  pair.a.reset();
  EXPECT_EQ(await(*set, *pair.b).io, Io::ok);
  pair.b->release();
  EXPECT_EQ(await(*set, *pair.b).io, Io::closed);
}

TYPED_TEST(Conformance, CloseIsSeenByASenderWithUnreadMessages) {
  Pair pair = TypeParam::make();
  auto set = wait_on(pair.bell_b, *pair.b);
  for (const std::size_t size : {30U, 40U}) ASSERT_EQ(pair.a->send_now(bytes_of(size)), Io::ok);
  EXPECT_EQ(pair.b->send_now(bytes_of(9)), Io::ok);  // never read by a
  pair.a->close();
  Io io = Io::ok;
  for (int i = 0; i < 1000 && io == Io::ok; ++i) io = pair.b->send_now(bytes_of(1));
  EXPECT_EQ(io, Io::closed);
  for (const std::size_t size : {30U, 40U}) {
    const Peeked got = await(*set, *pair.b);
    ASSERT_EQ(got.io, Io::ok);
    EXPECT_EQ(got.bytes.size(), size);
    pair.b->release();
  }
  EXPECT_EQ(await(*set, *pair.b).io, Io::closed);
}

TYPED_TEST(Conformance, CloseWakesASleeper) {
  // On a busy machine the close may come before the waiter gets to sleep: then once more.
  const std::int64_t deadline = watchdog();
  std::uint64_t sleeps = 0;
  while (sleeps == 0 && base::now_ns() < deadline) {
    Pair pair = TypeParam::make();
    std::thread closer([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      pair.a->close();
    });
    auto set = wait_on(pair.bell_b, *pair.b, base::WaitStrategy::spin_then_futex);
    EXPECT_EQ(await(*set, *pair.b).io, Io::closed);
    sleeps = set->stats().sleeps;
    closer.join();
  }
  EXPECT_GE(sleeps, 1U);
}

template <class T>
class Strategies : public ::testing::Test {};
TYPED_TEST_SUITE(Strategies, AllChannels, ChannelNames);

// A thread streams to another with every strategy; pauses send the reader to sleep, a small buffer the writer.
TYPED_TEST(Strategies, TwoThreadsStreamWithoutLosingAWakeUp) {
  for (const auto strategy :
       {base::WaitStrategy::spin, base::WaitStrategy::spin_then_futex, base::WaitStrategy::yield,
        base::WaitStrategy::adaptive, base::WaitStrategy::sleep}) {
    Pair pair = TypeParam::make({.max_message_bytes = 700, .buffer_bytes = 4096});
    constexpr int count = TypeParam::kind == Kind::tcp_per_message ? 750 : 3000;
    std::thread sender([&] {
      auto set = wait_on(pair.bell_a, *pair.a, strategy);
      Messages messages(5, 700);
      for (int i = 0; i < count; ++i) {
        if (i % 500 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
        ASSERT_EQ(send_patiently(*set, *pair.a, messages.next()), Io::ok);
      }
      ASSERT_EQ(await(*set, *pair.a).io, Io::ok);  // the reader has everything
      pair.a->release();
    });
    auto set = wait_on(pair.bell_b, *pair.b, strategy);
    Messages messages(5, 700);
    for (int i = 0; i < count; ++i) {
      if (i % 700 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      const Peeked got = await(*set, *pair.b);
      ASSERT_EQ(got.io, Io::ok) << to_string(strategy) << " message " << i;
      ASSERT_TRUE(equal(got.bytes, messages.next()));
      pair.b->release();
    }
    EXPECT_EQ(send_patiently(*set, *pair.b, bytes_of(1)), Io::ok);
    sender.join();
    EXPECT_EQ(pair.a->counters().messages_sent, pair.b->counters().messages_received);
    EXPECT_EQ(pair.a->counters().bytes_sent, pair.b->counters().bytes_received);
  }
}

}  // namespace
}  // namespace orrery::transport::testing
