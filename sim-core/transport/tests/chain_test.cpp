// Each chain module by itself, under a clock that the test moves; see conformance_test.cpp for chains
// under the contract of channels.

#include "orrery/transport/chain.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "chain/bundler.hpp"
#include "chain/fragmenter.hpp"
#include "chain/impaired_port.hpp"
#include "chain/module.hpp"
#include "chain/rate_limiter.hpp"
#include "sim_network.hpp"

namespace orrery::transport::testing {
namespace {

constexpr StreamId stream = 5;
constexpr std::int64_t ms = 1'000'000;

// Two ends over a simulated network; `wrap` puts a module on each.
struct Ends {
  template <class Wrap>
  Ends(ImpairmentOptions options, Wrap wrap, std::uint32_t below = 1200)
      : network(std::move(options)) {
    auto bottom_a = network.make_port(1, below);
    auto bottom_b = network.make_port(2, below);
    sim_a = bottom_a.get();
    sim_b = bottom_b.get();
    a = wrap(std::move(bottom_a), network.clock());
    b = wrap(std::move(bottom_b), network.clock());
    EXPECT_TRUE(a->open(stream, "").ok());
    EXPECT_TRUE(b->join(stream, "").ok());
  }
  void run(std::int64_t ns) {
    const std::int64_t until = network.now() + ns;
    while (network.now() < until) {
      a->pump();
      b->pump();
      const std::int64_t next = std::min(a->next_deadline_ns(), b->next_deadline_ns());
      network.advance(std::min(until, std::max(next, network.now() + 1)));
    }
    a->pump();
    b->pump();
  }
  SimNetwork network;
  SimPort* sim_a = nullptr;
  SimPort* sim_b = nullptr;
  std::unique_ptr<Port> a;
  std::unique_ptr<Port> b;
};

auto bundled(BundlerOptions options) {
  return [options](std::unique_ptr<Port> below, Clock clock) -> std::unique_ptr<Port> {
    return std::make_unique<Bundler>(std::move(below), options, std::move(clock));
  };
}

std::uint64_t drain(Port& port) {
  std::uint64_t count = 0;
  while (port.peek().io == Io::ok) {
    port.release();
    ++count;
  }
  return count;
}

TEST(Bundler, SendsAFullBundleAtOnceAndTheRestWhenItsTimeIsUp) {
  Ends ends({}, bundled({.bundle_bytes = 1000, .timeout_ns = 2 * ms}));
  // 7 messages of 128 bytes, with their headers, fill 952 bytes: an eighth does not fit.
  for (int i = 0; i < 10; ++i) EXPECT_EQ(ends.a->send(stream, bytes_of(128)), Io::ok);
  EXPECT_EQ(ends.sim_a->counters().messages_sent, 1U);
  EXPECT_EQ(ends.a->flush(), Io::full);
  EXPECT_EQ(ends.a->next_deadline_ns(), ends.network.now() + 2 * ms);
  ends.run(ms);
  EXPECT_EQ(drain(*ends.b), 7U);
  ends.run(2 * ms);
  EXPECT_EQ(ends.sim_a->counters().messages_sent, 2U);
  EXPECT_EQ(drain(*ends.b), 3U);
  EXPECT_EQ(ends.a->flush(), Io::ok);
  EXPECT_EQ(ends.a->next_deadline_ns(), base::no_deadline);
}

TEST(Bundler, KeepsStreamsApart) {
  Ends ends({}, bundled({}));
  EXPECT_TRUE(ends.a->open(6, "").ok());
  EXPECT_TRUE(ends.b->join(6, "").ok());
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(ends.a->send(stream, bytes_of(10)), Io::ok);
    EXPECT_EQ(ends.a->send(6, bytes_of(20)), Io::ok);
  }
  EXPECT_EQ(ends.a->flush(), Io::ok);
  EXPECT_EQ(ends.sim_a->counters().messages_sent, 2U);
  ends.run(ms);
  std::map<StreamId, std::size_t> bytes;
  for (Arrived got = ends.b->peek(); got.io == Io::ok; got = ends.b->peek()) {
    EXPECT_EQ(got.from, 1U);
    bytes[got.stream] += got.bytes.size();
    ends.b->release();
  }
  EXPECT_EQ(bytes, (std::map<StreamId, std::size_t>{{stream, 50}, {6, 100}}));
}

TEST(Bundler, ARefusedBundleIsSentWhenThereIsRoom) {
  Ends ends({}, bundled({.timeout_ns = 1000 * ms}));
  ends.sim_a->set_full(true);
  int taken = 0;
  while (ends.a->send(stream, bytes_of(100)) == Io::ok) ++taken;
  EXPECT_FALSE(ends.a->writable());
  EXPECT_GT(taken, 5);
  EXPECT_EQ(ends.a->counters().would_block, 1U);
  ends.run(3 * ms);
  EXPECT_EQ(ends.sim_a->counters().messages_sent, 0U);
  ends.sim_a->set_full(false);
  ends.run(3 * ms);
  EXPECT_TRUE(ends.a->writable());
  EXPECT_EQ(drain(*ends.b), static_cast<std::uint64_t>(taken));
}

TEST(Bundler, AStreamThatIsNotOpenIsRefusedAtOnce) {
  Ends ends({}, bundled({}));
  EXPECT_EQ(ends.a->send(99, bytes_of(1)), Io::closed);
  EXPECT_EQ(ends.a->send(stream, bytes_of(1)), Io::ok);
}

TEST(RateLimiter, LetsThroughAtItsRate) {
  const RateLimiterOptions options{.messages_per_s = 1000, .burst_s = 0.005};
  Ends ends({}, [&](std::unique_ptr<Port> below, Clock clock) -> std::unique_ptr<Port> {
    return std::make_unique<RateLimiter>(std::move(below), options, std::move(clock));
  });
  ends.a->want_writable(true);
  std::uint64_t sent = 0;
  const std::int64_t until = ends.network.now() + 1000 * ms;
  while (ends.network.now() < until) {
    while (ends.a->send(stream, bytes_of(10)) == Io::ok) ++sent;
    EXPECT_FALSE(ends.a->writable());
    const std::int64_t next = ends.a->next_deadline_ns();
    ASSERT_GT(next, ends.network.now());
    ASSERT_LE(next, ends.network.now() + ms);
    ends.network.advance(next);
    while (ends.network.now() < next) ends.network.advance(next);
    EXPECT_TRUE(ends.a->writable());
  }
  EXPECT_GE(sent, 1000U);
  EXPECT_LE(sent, 1007U);
}

TEST(RateLimiter, AMessageBiggerThanWhatIsSavedPassesAndTheNextWaits) {
  const RateLimiterOptions options{.bytes_per_s = 1000, .burst_s = 0};
  Ends ends({}, [&](std::unique_ptr<Port> below, Clock clock) -> std::unique_ptr<Port> {
    return std::make_unique<RateLimiter>(std::move(below), options, std::move(clock));
  });
  EXPECT_EQ(ends.a->send(stream, bytes_of(1000)), Io::ok);
  EXPECT_EQ(ends.a->send(stream, bytes_of(1)), Io::full);
  ends.run(999 * ms);
  EXPECT_EQ(ends.a->send(stream, bytes_of(1)), Io::full);
  ends.run(2 * ms);
  EXPECT_EQ(ends.a->send(stream, bytes_of(1)), Io::ok);
}

auto fragmented(FragmenterOptions options) {
  return [options](std::unique_ptr<Port> below, Clock /*clock*/) -> std::unique_ptr<Port> {
    return std::make_unique<Fragmenter>(std::move(below), options);
  };
}

// Over a network that doubles and reorders, every message that lost no piece arrives, whole and once.
TEST(Fragmenter, PutsTogetherWhatTheNetworkJumbles) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    ImpairmentOptions options{.seed = seed, .duplicate = 0.2, .reorder = 0.3};
    if (seed > 10) options.loss = 0.02;
    Ends ends(options, fragmented({.max_message_bytes = 5000}), 216);
    Messages messages(seed, 5000);
    std::multiset<std::string> expected;
    std::size_t received = 0;
    for (int i = 0; i < 100; ++i) {
      const auto& message = messages.next();
      if (message.size() > 200) expected.insert(text_of(message));
      ASSERT_EQ(ends.a->send_now(stream, message), Io::ok);
      ends.run(5 * ms);
      for (Arrived got = ends.b->peek(); got.io == Io::ok; got = ends.b->peek()) {
        if (got.bytes.size() > 200) {
          const auto at = expected.find(text_of(got.bytes));
          ASSERT_NE(at, expected.end()) << "seed " << seed;
          expected.erase(at);
          ++received;
        }
        ends.b->release();
      }
    }
    EXPECT_TRUE(expected.empty() || seed > 10) << "seed " << seed;
    EXPECT_GT(received, 5U);
  }
}

TEST(Fragmenter, UnfinishedMessagesGiveWayToNewOnes) {
  Ends ends({}, fragmented({.max_message_bytes = 5000, .reassembly_bytes = 12'000}), 216);
  const auto* layer = ends.b.get();
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(ends.a->send(stream, bytes_of(4000)), Io::ok);
  }
  ends.run(5 * ms);
  EXPECT_EQ(drain(*ends.b), 50U);
  std::vector<std::byte> piece(16 + 200);
  for (std::uint32_t number = 1000; number < 1050; ++number) {
    const std::array<std::uint32_t, 4> header{number, 4000, 200, 0};
    std::memcpy(piece.data(), header.data(), sizeof header);
    ends.sim_b->inject(1, stream, piece);
  }
  EXPECT_EQ(drain(*ends.b), 0U);
  EXPECT_EQ(layer->counters().lost, 47U);
}

// Below it, party `lost` is lost when the test says so.
class Losing final : public Module {
 public:
  using Module::Module;
  Arrived peek() override {
    return lost != 0 ? Arrived{Io::peer_lost, lost, 0, {}} : Module::peek();
  }
  void release() override {
    if (std::exchange(lost, 0) == 0) Module::release();
  }
  [[nodiscard]] std::string_view layer() const override { return "losing"; }
  PartyId lost = 0;
};

TEST(Fragmenter, ForgetsWhatALostPartyHadBegun) {
  Losing* losing = nullptr;  // of b, which is made last
  Ends ends(
      {},
      [&](std::unique_ptr<Port> below, const Clock& /*clock*/) -> std::unique_ptr<Port> {
        auto made = std::make_unique<Losing>(std::move(below));
        losing = made.get();
        return std::make_unique<Fragmenter>(std::move(made),
                                            FragmenterOptions{.max_message_bytes = 5000});
      },
      216);
  const auto inject = [&](PartyId from, std::uint32_t offset) {
    std::vector<std::byte> piece(16 + 200);
    const std::array<std::uint32_t, 4> header{1, 400, offset, 0};
    std::memcpy(piece.data(), header.data(), sizeof header);
    ends.sim_b->inject(from, stream, piece);
  };
  inject(1, 0);
  inject(3, 0);
  EXPECT_EQ(drain(*ends.b), 0U);
  losing->lost = 3;
  EXPECT_EQ(ends.b->peek().io, Io::peer_lost);
  EXPECT_EQ(ends.b->peek().io, Io::peer_lost);
  EXPECT_EQ(ends.b->counters().lost, 1U);
  ends.b->release();
  inject(3, 200);
  EXPECT_EQ(drain(*ends.b), 0U);
  inject(1, 200);
  EXPECT_EQ(drain(*ends.b), 1U);
}

// Random bytes, and true packets with random damage, into every module that reads them.
TEST(Modules, GarbageIsCountedAndDropped) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    base::Random random(seed);
    for (const bool bundles : {true, false}) {
      Ends ends(
          {},
          [&](std::unique_ptr<Port> below, Clock clock) -> std::unique_ptr<Port> {
            if (bundles)
              return std::make_unique<Bundler>(std::move(below), BundlerOptions{}, clock);
            return std::make_unique<Fragmenter>(
                std::move(below),
                FragmenterOptions{.max_message_bytes = 3000, .reassembly_bytes = 9000});
          },
          216);
      std::uint64_t received = 0;
      for (int i = 0; i < 300; ++i) {
        std::vector<std::byte> bytes(random.below(200));
        for (std::byte& byte : bytes) {
          byte = static_cast<std::byte>(random.chance(0.6) ? 0 : random.below(256));
        }
        ends.sim_b->inject(static_cast<PartyId>(random.below(3)), stream, bytes);
      }
      received += drain(*ends.b);
      EXPECT_GT(ends.b->counters().malformed, 0U);
      EXPECT_EQ(ends.a->send_now(stream, bytes_of(50)), Io::ok);
      ends.run(ms);
      EXPECT_EQ(drain(*ends.b), 1U) << "still works after " << received;
    }
  }
}

TEST(ImpairedPort, HoldsBackUntilDueAndReplays) {
  const auto run = [] {
    const ImpairmentOptions impairment{
        .seed = 3, .delay_ns = 3 * ms, .jitter = Jitter::exponential, .jitter_ns = ms, .loss = 0.1};
    Ends ends({}, [&](std::unique_ptr<Port> below, Clock clock) -> std::unique_ptr<Port> {
      return std::make_unique<ImpairedPort>(std::move(below), impairment, std::move(clock));
    });
    std::vector<std::int64_t> arrivals;
    for (int i = 0; i < 200; ++i) {
      EXPECT_EQ(ends.a->send_now(stream, bytes_of(10)), Io::ok);
      const std::int64_t sent = ends.network.now();
      const std::int64_t until = sent + 50'000;
      while (ends.network.now() < until) {
        ends.b->pump();
        ends.network.advance(
            std::min(until, std::max(ends.b->next_deadline_ns(), ends.network.now() + 1)));
        for (; ends.b->peek().io == Io::ok; ends.b->release())
          arrivals.push_back(ends.network.now());
      }
      EXPECT_TRUE(arrivals.empty() || i >= 60);
    }
    ends.run(50 * ms);
    for (; ends.b->peek().io == Io::ok; ends.b->release()) arrivals.push_back(-1);
    EXPECT_EQ(arrivals.size() + ends.b->counters().dropped, 200U);
    EXPECT_GT(ends.b->counters().dropped, 5U);
    return arrivals;
  };
  EXPECT_EQ(run(), run());
}

// A receiver that is busy does not make the link longer.
TEST(ImpairedPort, DelaysRunFromSendingIfBothEndsHaveIt) {
  for (const bool from_sending : {false, true}) {
    const ImpairmentOptions impairment{.delay_ns = 3 * ms, .from_sending = from_sending};
    Ends ends({}, [&](std::unique_ptr<Port> below, Clock clock) -> std::unique_ptr<Port> {
      return std::make_unique<ImpairedPort>(std::move(below), impairment, std::move(clock));
    });
    // The first tells how quick the link is.
    EXPECT_EQ(ends.a->send_now(stream, bytes_of(10)), Io::ok);
    ends.run(4 * ms);
    EXPECT_EQ(drain(*ends.b), 1U);
    const std::int64_t sent = ends.network.now();
    EXPECT_EQ(ends.a->send_now(stream, bytes_of(10)), Io::ok);
    while (ends.network.now() < sent + 2 * ms) ends.network.advance(sent + 2 * ms);  // nobody looks
    while (ends.b->peek().io != Io::ok) {
      ends.b->pump();
      ends.network.advance(std::max(ends.b->next_deadline_ns(), ends.network.now() + 1));
    }
    EXPECT_EQ(ends.b->peek().bytes.size(), 10U);
    const std::int64_t took = ends.network.now() - sent;
    EXPECT_EQ(took >= 5 * ms, !from_sending) << took;
    EXPECT_GE(took, 3 * ms);
    ends.b->release();
  }
}

// What leaves after its receiver began to look, and is found in that look, has its whole delay, and so has what follows.
TEST(ImpairedPort, AMessageSentDuringALookIsDelayedAsLong) {
  const ImpairmentOptions impairment{.delay_ns = 3 * ms, .from_sending = true};
  bool interrupted = false;
  Ends* made = nullptr;
  Ends ends({}, [&](std::unique_ptr<Port> below, Clock clock) -> std::unique_ptr<Port> {
    const bool receiver = below->self() == 2;
    const Clock slow = [&, receiver, clock = std::move(clock)] {
      const std::int64_t now = clock();
      if (receiver && std::exchange(interrupted, false)) {  // and others run
        while (made->network.now() < now + 4 * ms) made->network.advance(now + 4 * ms);
        EXPECT_EQ(made->a->send_now(stream, bytes_of(10)), Io::ok);
        made->network.advance(now + 5 * ms);  // and it arrives
      }
      return now;
    };
    return std::make_unique<ImpairedPort>(std::move(below), impairment, slow);
  });
  made = &ends;
  interrupted = true;
  ends.b->pump();
  for (int i = 0; i < 2; ++i) {
    const std::int64_t sent = ends.network.now();
    if (i > 0) {
      EXPECT_EQ(ends.a->send_now(stream, bytes_of(10)), Io::ok);
    }
    while (ends.b->peek().io != Io::ok) {
      ends.b->pump();
      ends.network.advance(std::max(ends.b->next_deadline_ns(), ends.network.now() + 1));
    }
    EXPECT_GE(ends.network.now() - sent, 3 * ms - 1) << i;
    ends.b->release();
  }
}

TEST(Chain, SaysWhichOptionIsWrong) {
  const auto error_of = [](const ModuleOptions& module, std::uint32_t below = 1000) {
    Pair pair = make_pair(Kind::thread, {.max_message_bytes = below});
    auto built = build_chain(std::move(pair.a), std::span(&module, 1));
    return built.ok() ? std::string("none") : built.error().message;
  };
  EXPECT_NE(error_of(BundlerOptions{.bundle_bytes = 3}).find("bundle_bytes is 3"),
            std::string::npos);
  EXPECT_NE(error_of(RateLimiterOptions{.bytes_per_s = -1}).find("rate"), std::string::npos);
  EXPECT_NE(error_of(FragmenterOptions{.max_message_bytes = 0}).find("is 0"), std::string::npos);
  EXPECT_NE(error_of(ImpairmentOptions{.loss = 3}).find("loss is 3"), std::string::npos);
  EXPECT_NE(error_of(CopierOptions{0}).find("is 0"), std::string::npos);
  EXPECT_NE(error_of(CountersOptions{}, 20).find("is 20"), std::string::npos);
  EXPECT_EQ(error_of(CountersOptions{}), "none");
}

TEST(Chain, CountsSizesAndGaps) {
  Pair pair = make_pair(Kind::thread, {});
  const std::vector<ModuleOptions> modules{CountersOptions{}};
  auto a = build_chain(std::move(pair.a), modules);
  ASSERT_TRUE(a.ok());
  for (const std::size_t size : {10U, 20U, 30U}) EXPECT_EQ((*a)->send_now(bytes_of(size)), Io::ok);
  const Traffic* traffic = find_traffic(**a);
  ASSERT_NE(traffic, nullptr);
  EXPECT_EQ(traffic->sent_bytes.count(), 3U);
  EXPECT_EQ(traffic->sent_bytes.max(), 30U);
  EXPECT_EQ(traffic->sent_gap_ns.count(), 2U);
  ASSERT_NE(layers_of(**a), nullptr);
  EXPECT_EQ(find_layer(*layers_of(**a), "thread")->counters().messages_sent, 3U);
  EXPECT_EQ(find_traffic(*pair.b), nullptr);
}

// A sleeping reader is woken by its own chain when a delayed message is due, and a bundle leaves on
// time though its writer sleeps.
TEST(Chain, ActsInTimeWhileItsOwnerSleeps) {
  for (const Kind kind : {Kind::shm, Kind::tcp}) {
    const std::vector<ModuleOptions> modules{BundlerOptions{.timeout_ns = 2 * ms},
                                             ImpairmentOptions{.delay_ns = 3 * ms}};
    auto bell = make_bell();
    auto made = Transport::make_pair(kind, {}, bell, bell);
    ASSERT_TRUE(made.ok());
    auto a = build_chain(std::move(made->a), modules);
    auto b = build_chain(std::move(made->b), modules);
    ASSERT_TRUE(a.ok() && b.ok());
    auto set = WaitSet::create(bell, base::WaitStrategy::spin_then_futex);
    ASSERT_TRUE((*set)->add(**a, 1).ok());
    ASSERT_TRUE((*set)->add(**b, 2).ok());
    // On a busy machine the message may be due before the waiter gets to sleep: then with another.
    const std::int64_t deadline = watchdog();
    do {
      const std::int64_t sent = base::now_ns();
      EXPECT_EQ((*a)->send_now(bytes_of(10)), Io::ok);
      const auto waited = (*set)->wait(deadline);
      ASSERT_EQ(waited.outcome, base::WaitOutcome::ready);
      EXPECT_EQ(waited.events[0].tag, 2U);
      EXPECT_EQ((*b)->peek().io, Io::ok);
      (*b)->release();
      EXPECT_GE(base::now_ns() - sent, 5 * ms);
    } while ((*set)->stats().sleeps == 0);
  }
}

}  // namespace
}  // namespace orrery::transport::testing
