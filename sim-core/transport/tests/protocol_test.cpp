// Reliable protocols over a simulated network, replayed from seeds: see reliable_port_test.cpp for real ones.

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "multicast/region_port.hpp"
#include "sim_parties.hpp"

namespace orrery::transport::testing {
namespace {

struct Nak {
  static std::unique_ptr<ReliablePort> make(std::unique_ptr<Port> below, const NakOptions& options,
                                            std::uint32_t epoch, Clock clock) {
    return std::make_unique<NakPort>(std::move(below), options, epoch, std::move(clock));
  }
  static constexpr const char* name = "nak_multicast";
};
struct Region {
  static std::unique_ptr<ReliablePort> make(std::unique_ptr<Port> below, const NakOptions& options,
                                            std::uint32_t epoch, Clock clock) {
    return std::make_unique<RegionPort>(std::move(below), RegionOptions{.nak = options}, epoch,
                                        std::move(clock));
  }
  static constexpr const char* name = "region_multicast";
};

struct ProtocolNames {
  template <class T>
  static std::string GetName(
      int /*index*/) {  // NOLINT(readability-identifier-naming): GoogleTest's
    return T::name;
  }
};

template <class T>
class ReliableProtocol : public ::testing::Test {};
using Protocols = ::testing::Types<Nak, Region>;
TYPED_TEST_SUITE(ReliableProtocol, Protocols, ProtocolNames);

// Several senders and receivers, whatever the network does: everything once and in order.
TYPED_TEST(ReliableProtocol, DeliversEverythingOverAnyNetwork) {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    base::Random random(seed, 4);
    ImpairmentOptions options{.seed = seed, .delay_ns = 50'000};
    options.loss = std::array{0.0, 0.01, 0.05, 0.3}[seed % 4];
    options.duplicate = seed % 3 == 0 ? 0.1 : 0;
    options.reorder = seed % 5 == 0 ? 0.2 : 0;
    options.jitter = seed % 2 == 0 ? Jitter::exponential : Jitter::none;
    options.jitter_ns = 30'000;
    options.jitter_reorders = seed % 4 == 2;
    Net net(TypeParam::make, options);
    constexpr PartyId parties = 4;
    for (PartyId id = 0; id < parties; ++id) net.add(id, {.window_packets = 64});
    for (PartyId id = 0; id < parties; ++id) {
      auto& port = *net.parties[id].port;
      ASSERT_TRUE(port.join(stream, "").ok());
      if (id < 2) {
        ASSERT_TRUE(port.open(stream, "").ok());
      }
      const std::array<PartyId, 4> all{0, 1, 2, 3};
      if (id < 2) {
        ASSERT_TRUE(port.expect(stream, all).ok());
      }
    }
    constexpr std::uint32_t messages = 600;
    std::array<std::uint32_t, 2> sent{};
    const bool done = net.run_until([&] {
      for (PartyId id = 0; id < 2; ++id) {
        for (auto burst = random.below(30); burst > 0 && sent[id] < messages; --burst) {
          if (!net.send(id, sent[id])) break;
          ++sent[id];
        }
        EXPECT_LE(net.parties[id].port->unacknowledged(stream), 64U);
      }
      return sent[0] == messages && sent[1] == messages &&
             net.parties[0].port->unacknowledged(stream) == 0 &&
             net.parties[1].port->unacknowledged(stream) == 0;
    });
    ASSERT_TRUE(done) << "seed " << seed;
    for (PartyId id = 0; id < parties; ++id) {
      for (PartyId from = 0; from < 2; ++from) {
        if (from != id) expect_sequence(net.parties[id].read[{from, stream}], 0, messages);
      }
      EXPECT_TRUE(net.parties[id].lost.empty()) << "seed " << seed;
    }
    if (options.loss > 0) {
      EXPECT_GT(net.parties[0].port->repairs().repairs_sent, 0U);
    }
  }
}

TYPED_TEST(ReliableProtocol, OneToOneIsReliableWithoutBeingOpened) {
  Net net(TypeParam::make, {.seed = 3, .loss = 0.2});
  net.add(1);
  net.add(2);
  // Nobody told party 1 where party 2 is: the simulated network knows, as the datagram port learns.
  for (std::uint32_t i = 0; i < 100; ++i) ASSERT_TRUE(net.send(1, i, direct_to(2)));
  for (std::uint32_t i = 0; i < 100; ++i) ASSERT_TRUE(net.send(2, i, direct_to(1)));
  ASSERT_TRUE(net.run_until([&] {
    return net.parties[1].port->unacknowledged(direct_to(2)) == 0 &&
           net.parties[2].port->unacknowledged(direct_to(1)) == 0;
  }));
  expect_sequence(net.parties[2].read[{1, direct_to(2)}], 0, 100);
  expect_sequence(net.parties[1].read[{2, direct_to(1)}], 0, 100);
}

TYPED_TEST(ReliableProtocol, TheLastMessageIsNotForgotten) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Net net(TypeParam::make, {.seed = seed, .loss = 0.5});
    net.add(1);
    net.add(2);
    ASSERT_TRUE(net.parties[1].port->open(stream, "").ok());
    ASSERT_TRUE(net.parties[2].port->join(stream, "").ok());
    const PartyId receiver = 2;
    ASSERT_TRUE(net.parties[1].port->expect(stream, std::span(&receiver, 1)).ok());
    ASSERT_TRUE(net.send(1, 0));
    EXPECT_TRUE(net.run_until([&] { return net.parties[1].port->unacknowledged(stream) == 0; }));
    expect_sequence(net.parties[2].read[{1, stream}], 0, 1);
  }
}

TYPED_TEST(ReliableProtocol, AnEarlyReceiverGetsAllAndALateOneGoesOnFromWhereItJoined) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Net net(TypeParam::make, {.seed = seed, .loss = 0.1});
    net.add(1, {.window_packets = 64});
    net.add(2, {.window_packets = 64});
    ASSERT_TRUE(net.parties[1].port->open(stream, "").ok());
    for (std::uint32_t i = 0; i < 30; ++i) ASSERT_TRUE(net.send(1, i));
    net.run(ms);
    // The first 30 are still held.
    ASSERT_TRUE(net.parties[2].port->join(stream, "").ok());
    ASSERT_TRUE(net.run_until([&] { return net.parties[2].read[{1, stream}].size() == 30; }));
    net.add(3, {.window_packets = 64});
    std::uint32_t sent = 30;
    for (; sent < 2000; ++sent) {
      while (!net.send(1, sent)) net.run(ms / 10);
      if (sent == 1000) {
        ASSERT_TRUE(net.parties[3].port->join(stream, "").ok());
      }
      if (sent % 10 == 0) net.run(ms / 5);
    }
    ASSERT_TRUE(net.run_until([&] {
      return net.parties[1].port->unacknowledged(stream) == 0 &&
             net.parties[1].port->receivers(stream) == 2;
    }));
    expect_sequence(net.parties[2].read[{1, stream}], 0, 2000);
    const auto& late = net.parties[3].read[{1, stream}];
    ASSERT_FALSE(late.empty());
    EXPECT_GT(late.front(), 900U);
    expect_sequence(late, late.front(), 2000);
    EXPECT_TRUE(net.parties[3].lost.empty());
  }
}

TYPED_TEST(ReliableProtocol, ASlowReaderIsBackPressureAndADeadOneIsDropped) {
  const NakOptions options{.window_packets = 32, .eviction_ns = 300 * ms};
  Net net(TypeParam::make, {.loss = 0.02});
  for (const PartyId id : {1U, 2U, 3U}) net.add(id, options);
  ASSERT_TRUE(net.parties[1].port->open(stream, "").ok());
  for (const PartyId id : {2U, 3U}) ASSERT_TRUE(net.parties[id].port->join(stream, "").ok());
  const std::array<PartyId, 2> both{2, 3};
  ASSERT_TRUE(net.parties[1].port->expect(stream, both).ok());
  net.parties[3].reads = false;
  std::uint32_t sent = 0;
  while (net.send(1, sent)) ++sent;
  EXPECT_EQ(sent, 32U);
  net.run(3000 * ms);
  // It pumps, but its owner does not read: that is no death, however long it takes.
  EXPECT_FALSE(net.send(1, sent));
  EXPECT_FALSE(net.parties[1].port->writable());
  EXPECT_EQ(net.parties[1].port->receivers(stream), 2U);
  EXPECT_EQ((net.parties[2].read[{1, stream}].size()), 32U);
  // Now it does nothing at all.
  net.parties[3].pumps = false;
  ASSERT_TRUE(net.run_until([&] { return net.parties[1].port->receivers(stream) == 1; }));
  EXPECT_EQ(net.parties[1].lost[3], 1);
  for (; sent < 500; ++sent) {
    while (!net.send(1, sent)) net.run(ms);
  }
  ASSERT_TRUE(net.run_until([&] { return net.parties[2].read[{1, stream}].size() == 500; }));
  expect_sequence(net.parties[2].read[{1, stream}], 0, 500);
  // It lives again, is told that it was left behind, and goes on from there.
  net.parties[3].pumps = net.parties[3].reads = true;
  net.run(500 * ms);
  for (; sent < 600; ++sent) {
    while (!net.send(1, sent)) net.run(ms);
  }
  ASSERT_TRUE(net.run_until([&] {
    const auto& read = net.parties[3].read[{1, stream}];
    return !read.empty() && read.back() == 599;
  }));
  EXPECT_EQ(net.parties[3].lost[1], 1);
  const auto& read = net.parties[3].read[{1, stream}];
  for (std::size_t i = 1; i < read.size(); ++i) ASSERT_GT(read[i], read[i - 1]);
}

TYPED_TEST(ReliableProtocol, ASenderThatFallsSilentIsReportedAndMayComeBack) {
  const NakOptions options{.keepalive_ns = 50 * ms, .peer_timeout_ns = 400 * ms};
  Net net(TypeParam::make, {});
  net.add(1, options);
  net.add(2, options);
  ASSERT_TRUE(net.parties[1].port->open(stream, "").ok());
  ASSERT_TRUE(net.parties[2].port->join(stream, "").ok());
  ASSERT_TRUE(net.send(1, 0));
  net.run(2000 * ms);
  EXPECT_TRUE(net.parties[2].lost.empty()) << "silence with keepalives is no death";
  net.network.cut(1, 2, true);
  ASSERT_TRUE(net.run_until([&] { return net.parties[2].lost[1] == 1; }));
  net.run(2000 * ms);
  EXPECT_EQ(net.parties[2].lost[1], 1) << "reported once";
  net.network.cut(1, 2, false);
  ASSERT_TRUE(net.send(1, 1));
  ASSERT_TRUE(net.run_until([&] { return net.parties[2].read[{1, stream}].size() == 2; }));
  expect_sequence(net.parties[2].read[{1, stream}], 0, 2);
}

TYPED_TEST(ReliableProtocol, ASenderThatStartsAgainIsAnother) {
  Net net(TypeParam::make, {});
  net.add(1);
  net.add(2);
  ASSERT_TRUE(net.parties[1].port->open(stream, "").ok());
  ASSERT_TRUE(net.parties[2].port->join(stream, "").ok());
  for (std::uint32_t i = 0; i < 5; ++i) ASSERT_TRUE(net.send(1, i));
  net.run(50 * ms);
  net.parties[1].port->forget();
  net.add(1, {}, 2);
  ASSERT_TRUE(net.parties[1].port->open(stream, "").ok());
  for (std::uint32_t i = 5; i < 9; ++i) ASSERT_TRUE(net.send(1, i));
  ASSERT_TRUE(net.run_until([&] { return net.parties[2].read[{1, stream}].size() == 9; }));
  expect_sequence(net.parties[2].read[{1, stream}], 0, 9);
}

TEST(NakProtocol, RepairsAreSentOnceForManyWhoMissTheSame) {
  Net net(Nak::make, {});
  net.add(1);
  for (PartyId id = 2; id < 12; ++id) net.add(id);
  ASSERT_TRUE(net.parties[1].port->open(stream, "").ok());
  std::vector<PartyId> receivers;
  for (PartyId id = 2; id < 12; ++id) {
    ASSERT_TRUE(net.parties[id].port->join(stream, "").ok());
    receivers.push_back(id);
  }
  ASSERT_TRUE(net.parties[1].port->expect(stream, receivers).ok());
  net.run(10 * ms);
  for (PartyId id = 2; id < 12; ++id) net.network.cut(1, id, true);
  ASSERT_TRUE(net.send(1, 0));
  for (PartyId id = 2; id < 12; ++id) net.network.cut(1, id, false);
  ASSERT_TRUE(net.send(1, 1));
  ASSERT_TRUE(net.run_until([&] { return net.parties[1].port->unacknowledged(stream) == 0; }));
  EXPECT_EQ(net.parties[1].port->repairs().repairs_sent, 1U);
  EXPECT_EQ(net.parties[1].port->repairs().repairs_suppressed, 9U);
}

TYPED_TEST(ReliableProtocol, LeavingFreesTheSender) {
  Net net(TypeParam::make, {.loss = 0.1});
  net.add(1, {.window_packets = 16, .eviction_ns = 60'000 * ms});
  net.add(2, {.window_packets = 16});
  ASSERT_TRUE(net.parties[1].port->open(stream, "").ok());
  ASSERT_TRUE(net.parties[2].port->join(stream, "").ok());
  net.parties[2].reads = false;
  ASSERT_TRUE(net.run_until([&] { return net.parties[1].port->receivers(stream) == 1; }));
  std::uint32_t sent = 0;
  while (net.send(1, sent)) ++sent;
  net.run(10 * ms);
  // Its word may be lost: then it joins and leaves again.
  ASSERT_TRUE(net.run_until([&] {
    EXPECT_TRUE(net.parties[2].port->leave(stream).ok());
    net.run(ms);
    if (net.parties[1].port->receivers(stream) == 0) return true;
    EXPECT_TRUE(net.parties[2].port->join(stream, "").ok());
    net.run(100 * ms);
    return false;
  }));
  EXPECT_TRUE(net.send(1, sent));
}

// All say good-bye at once, and nobody reads any more: each is answered, and nobody waits for those who have gone.
TYPED_TEST(ReliableProtocol, PartiesThatCloseTogetherDoNotWaitForEachOther) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    // Words of a party overtake each other: an acknowledgement may come after its good-bye.
    Net net(TypeParam::make,
            {.seed = seed, .loss = seed % 2 == 0 ? 0.05 : 0, .reorder = 0.3, .reorder_ns = ms / 5});
    constexpr std::array<PartyId, 4> all{1, 2, 3, 4};
    for (const PartyId id : all) net.add(id);
    for (const PartyId id : all) {
      ASSERT_TRUE(net.parties[id].port->open(stream, "").ok());
      ASSERT_TRUE(net.parties[id].port->join(stream, "").ok());
      ASSERT_TRUE(net.parties[id].port->expect(stream, all).ok());
    }
    for (std::uint32_t i = 0; i < 20; ++i) {
      for (const PartyId id : all) ASSERT_TRUE(net.send(id, i));
    }
    ASSERT_TRUE(net.run_until([&] {
      return std::ranges::all_of(all, [&](PartyId reader) {
        return std::ranges::all_of(all, [&](PartyId sender) {
          return reader == sender || net.parties[reader].read[{sender, stream}].size() == 20;
        });
      });
    }));
    const auto port_of = [&](PartyId id) {
      return dynamic_cast<NakPort*>(net.parties[id].port.get());
    };
    const std::int64_t began = net.network.now();
    for (const PartyId id : all) {
      net.parties[id].reads = false;
      port_of(id)->part();
    }
    ASSERT_TRUE(net.run_until([&] {
      return std::ranges::all_of(all, [&](PartyId id) { return port_of(id)->parted(); });
    }));
    // Simulated time; a second is what a silent party costs.
    EXPECT_LT(net.network.now() - began, 200 * ms) << "seed " << seed;
  }
}

TEST(NakProtocol, AnAcknowledgementThatAGoodByeHasOvertakenBringsNobodyBack) {
  Net net(Nak::make, {});
  net.add(1);
  const PartyId receiver = 2;
  ASSERT_TRUE(net.parties[1].port->open(stream, "").ok());
  ASSERT_TRUE(net.parties[1].port->expect(stream, std::span(&receiver, 1)).ok());
  for (std::uint32_t i = 0; i < 5; ++i) ASSERT_TRUE(net.send(1, i));
  auto* const port = dynamic_cast<NakPort*>(net.parties[1].port.get());
  port->part();
  for (const NakHeader& said :
       {NakHeader{.type = NakType::leave, .epoch = 1, .other = stream},
        NakHeader{.type = NakType::ack, .epoch = 1, .number = 3, .other = stream}}) {
    EXPECT_FALSE(port->parted() && said.type == NakType::leave);
    net.parties[1].sim->inject(receiver, direct_to(1), std::as_bytes(std::span(&said, 1)));
    net.pump();
  }
  EXPECT_TRUE(port->parted());
  EXPECT_EQ(port->receivers(stream), 0U);
}

// Random packets, and true ones with bits turned, in both directions: nothing breaks, nothing grows.
TYPED_TEST(ReliableProtocol, GarbageIsHarmless) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    base::Random random(seed, 8);
    Net net(TypeParam::make, {.seed = seed});
    net.add(1, {.window_packets = 32});
    net.add(2, {.window_packets = 32});
    ASSERT_TRUE(net.parties[1].port->open(stream, "").ok());
    ASSERT_TRUE(net.parties[2].port->join(stream, "").ok());
    net.run(10 * ms);
    for (int i = 0; i < 500; ++i) {
      std::vector<std::byte> bytes(random.below(120));
      for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(random.chance(0.7) ? 0 : random.below(256));
      }
      if (bytes.size() >= sizeof(NakHeader)) {
        NakHeader header{
            .type = static_cast<NakType>(random.below(24)),
            .flags = static_cast<std::uint8_t>(random.below(8)),
            .epoch = random.chance(0.9) ? 0U : static_cast<std::uint32_t>(random.bits()),
            .number = random.chance(0.5) ? random.below(100) : random.bits(),
            .other = random.chance(0.5) ? stream : random.bits()};
        std::memcpy(bytes.data(), &header, sizeof header);
      }
      Party& victim = net.parties[1 + static_cast<PartyId>(random.below(2))];
      const auto from = static_cast<PartyId>(1 + random.below(3));
      victim.sim->inject(from, random.chance(0.5) ? stream : direct_to(victim.port->self()), bytes);
    }
    for (auto& [id, party] : net.parties) {
      for (int i = 0; i < 2000; ++i) {
        party.port->pump();
        if (party.port->peek().io == Io::empty) break;
        party.port->release();
      }
      EXPECT_GT(party.port->counters().malformed, 0U);
    }
    // Another life of the sender is understood at once, whatever was believed before.
    net.parties[1].port->forget();
    net.parties[2].read.clear();
    net.add(1, {.window_packets = 32}, 0x7fffffff);
    net.add(3, {.window_packets = 32}, 1);
    ASSERT_TRUE(net.parties[1].port->open(stream, "").ok());
    ASSERT_TRUE(net.parties[3].port->join(stream, "").ok());
    for (std::uint32_t i = 0; i < 100; ++i) {
      while (!net.send(1, i)) net.run(ms);
      net.run(ms / 10);
    }
    ASSERT_TRUE(net.run_until([&] { return net.parties[3].read[{1, stream}].size() == 100; }));
    expect_sequence(net.parties[3].read[{1, stream}], 0, 100);
  }
}

}  // namespace
}  // namespace orrery::transport::testing
