// What region_multicast does beyond every reliable protocol (protocol_test.cpp): over a simulated network,
// replayed from seeds.

#include <gtest/gtest.h>

#include <numeric>

#include "chain/framing.hpp"
#include "multicast/region_port.hpp"
#include "sim_parties.hpp"

namespace orrery::transport::testing {
namespace {

std::unique_ptr<ReliablePort> make_region_of_four(std::unique_ptr<Port> below,
                                                  const NakOptions& options, std::uint32_t epoch,
                                                  Clock clock) {
  return std::make_unique<RegionPort>(
      std::move(below), RegionOptions{.nak = options, .most_members = 4}, epoch, std::move(clock));
}

// Party 1 sends to the parties from 2 on, which are one region.
class RegionNet : public Net {
 public:
  RegionNet(ImpairmentOptions options, PartyId receivers, NakOptions nak = {},
            MakeReliable the_make = make_region)
      : Net(the_make, std::move(options)), last(1 + receivers) {
    add(1, nak);
    EXPECT_TRUE(parties[1].port->open(stream, "").ok());
    std::vector<PartyId> all(receivers);
    std::iota(all.begin(), all.end(), 2U);
    for (const PartyId id : all) {
      add(id, nak);
      EXPECT_TRUE(parties[id].port->join(stream, "").ok());
    }
    EXPECT_TRUE(parties[1].port->expect(stream, all).ok());
  }
  RegionPort& region(PartyId id) { return dynamic_cast<RegionPort&>(*parties[id].port); }
  const RepairCounters& sender() { return parties[1].port->repairs(); }
  // Everybody knows everybody.
  bool introduced() {
    return run_until([&] {
      for (PartyId id = 2; id <= last; ++id) {
        if (region(id).ring().members().size() != last - 1) return false;
      }
      return true;
    });
  }
  void send_all(std::uint32_t from, std::uint32_t end, std::int64_t gap_ns = ms / 5) {
    for (std::uint32_t number = from; number < end; ++number) {
      while (!send(1, number)) run(ms);
      run(gap_ns);
    }
  }
  bool settled() {
    return run_until([&] { return parties[1].port->unacknowledged(stream) == 0; });
  }
  std::uint64_t sum(std::uint64_t RepairCounters::* counter) {
    std::uint64_t sum = 0;
    for (PartyId id = 2; id <= last; ++id) sum += parties[id].port->repairs().*counter;
    return sum;
  }
  PartyId last;
};

TEST(Region, ReceiversFindEachOtherAndSpareTheSender) {
  constexpr PartyId receivers = 12;
  constexpr std::uint32_t messages = 800;
  std::array<std::uint64_t, 2> asked{};
  std::array<std::uint64_t, 2> acknowledged{};
  std::array<std::uint64_t, 2> repaired{};
  for (const bool regions : {false, true}) {
    const MakeReliable nak = [](std::unique_ptr<Port> below, const NakOptions& options,
                                std::uint32_t epoch, Clock clock) {
      return std::unique_ptr<ReliablePort>(
          std::make_unique<NakPort>(std::move(below), options, epoch, std::move(clock)));
    };
    RegionNet net({.seed = 5, .loss = 0.05}, receivers, {}, regions ? make_region : nak);
    if (regions) {
      ASSERT_TRUE(net.introduced());
    } else {
      net.run(20 * ms);
    }
    net.send_all(0, messages);
    ASSERT_TRUE(net.settled());
    for (PartyId id = 2; id <= net.last; ++id) {
      expect_sequence(net.parties[id].read[{1, stream}], 0, messages);
    }
    asked[regions] = net.sender().naks_received;
    acknowledged[regions] = net.sender().acks_received;
    repaired[regions] = net.sender().repairs_sent;
    if (regions) {
      EXPECT_GT(net.sum(&RepairCounters::peer_repairs_received), messages * receivers / 40);
    }
  }
  EXPECT_LT(asked[1] * 5, asked[0]);
  EXPECT_LT(acknowledged[1] * 3, acknowledged[0]);
  EXPECT_LT(repaired[1] * 5, repaired[0]);
}

TEST(Region, WhatNobodyHasIsAskedForOnce) {
  constexpr PartyId receivers = 10;
  RegionNet net({}, receivers);
  ASSERT_TRUE(net.introduced());
  net.send_all(0, 20);
  ASSERT_TRUE(net.settled());
  const auto before = net.sender().naks_received;
  for (PartyId id = 2; id <= net.last; ++id) net.network.cut(1, id, true);
  ASSERT_TRUE(net.send(1, 20));
  for (PartyId id = 2; id <= net.last; ++id) net.network.cut(1, id, false);
  ASSERT_TRUE(net.send(1, 21));
  ASSERT_TRUE(net.settled());
  EXPECT_EQ(net.sum(&RepairCounters::region_naks_sent), 1U);
  EXPECT_EQ(net.sum(&RepairCounters::naks_sent), 0U);
  EXPECT_EQ(net.sender().naks_received, before + 1);
  EXPECT_EQ(net.sender().repairs_sent, 1U);
}

TEST(Region, EqualInterestMakesARegion) {
  Net net(make_region, {.loss = 0.02});
  net.add(1);
  constexpr StreamId other = 11;
  for (const StreamId each : {stream, other}) {
    ASSERT_TRUE(net.parties[1].port->open(each, "").ok());
  }
  for (PartyId id = 2; id < 10; ++id) {
    net.add(id);
    ASSERT_TRUE(net.parties[id].port->join(stream, "").ok());
    if (id >= 6) {
      ASSERT_TRUE(net.parties[id].port->join(other, "").ok());
    }
  }
  const auto members = [&](PartyId id) {
    const auto all = dynamic_cast<RegionPort&>(*net.parties[id].port).ring().members();
    return std::vector<PartyId>(all.begin(), all.end());
  };
  const std::vector<PartyId> one{2, 3, 4, 5};
  const std::vector<PartyId> both{6, 7, 8, 9};
  ASSERT_TRUE(net.run_until([&] { return members(5) == one && members(6) == both; }));
  // One changes its interest, and its region with it.
  ASSERT_TRUE(net.parties[4].port->join(other, "").ok());
  EXPECT_EQ(members(4), std::vector<PartyId>{4});
  const std::vector<PartyId> one_less{2, 3, 5};
  const std::vector<PartyId> one_more{4, 6, 7, 8, 9};
  ASSERT_TRUE(net.run_until([&] {
    return members(2) == one_less && members(5) == one_less && members(4) == one_more &&
           members(9) == one_more;
  }));
  for (std::uint32_t i = 0; i < 400; ++i) {
    while (!net.send(1, i, i % 2 == 0 ? stream : other)) net.run(ms);
    net.run(ms / 5);
  }
  ASSERT_TRUE(net.run_until([&] {
    return net.parties[1].port->unacknowledged(stream) == 0 &&
           net.parties[1].port->unacknowledged(other) == 0;
  }));
  for (PartyId id = 2; id < 10; ++id) {
    EXPECT_EQ((net.parties[id].read[{1, stream}].size()), 200U);
    EXPECT_EQ((net.parties[id].read[{1, other}].size()), members(id) == one_more ? 200U : 0U);
  }
}

TEST(Region, AGreatRegionIsDividedIntoRings) {
  RegionNet net({.loss = 0.01}, 90);
  ASSERT_TRUE(net.run_until([&] {
    for (PartyId id = 2; id <= net.last; ++id) {
      const auto size = net.region(id).ring().members().size();
      if (size < 25 || size > most_ring_members) return false;
    }
    return true;
  }));
  net.send_all(0, 60);
  ASSERT_TRUE(net.settled());
  for (PartyId id = 2; id <= net.last; ++id) {
    expect_sequence(net.parties[id].read[{1, stream}], 0, 60);
  }
}

// Thirteen parties in regions of at most four: four of them. Each repairs its own losses; the sender hears one of each region.
TEST(Region, SeveralRegionsOfOneStreamRepairThemselves) {
  RegionNet net({.seed = 3, .loss = 0.05}, 13, {}, make_region_of_four);
  const auto members = [&](PartyId id) {
    const auto all = net.region(id).ring().members();
    return std::vector<PartyId>(all.begin(), all.end());
  };
  ASSERT_TRUE(net.run_until([&] {
    return members(2) == std::vector<PartyId>{2, 3, 4, 5} &&
           members(8) == std::vector<PartyId>{6, 7, 8} &&
           members(9) == std::vector<PartyId>{9, 10, 11} &&
           members(14) == std::vector<PartyId>{12, 13, 14};
  }));
  constexpr std::uint32_t messages = 400;
  net.send_all(0, messages);
  ASSERT_TRUE(net.settled());
  for (PartyId id = 2; id <= net.last; ++id) {
    expect_sequence(net.parties[id].read[{1, stream}], 0, messages);
  }
  EXPECT_EQ(net.sum(&RepairCounters::regions_led), 4U);
  EXPECT_GT(net.sum(&RepairCounters::peer_repairs_received), 13 * messages / 40);
  EXPECT_LT(net.sender().repairs_sent, 13 * messages / 100);
}

// Ten parties that all send: each hears nine, and all divide the region alike. They agree soon, though rosters are lost.
TEST(Region, AllSendersDivideARegionAlike) {
  constexpr PartyId parties = 10;
  const std::vector<std::vector<PartyId>> rings = {{0, 1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Net net(make_region_of_four, {.seed = seed, .loss = 0.05});
    for (PartyId id = 0; id < parties; ++id) {
      net.add(id);
      ASSERT_TRUE(net.parties[id].port->open(stream, "").ok());
      ASSERT_TRUE(net.parties[id].port->join(stream, "").ok());
    }
    for (PartyId id = 0; id < parties; ++id) {
      std::vector<PartyId> others;
      for (PartyId other = 0; other < parties; ++other) {
        if (other != id) others.push_back(other);
      }
      ASSERT_TRUE(net.parties[id].port->expect(stream, others).ok());
    }
    const auto ring_of = [&](PartyId id) {
      const auto all = dynamic_cast<RegionPort&>(*net.parties[id].port).ring().members();
      return std::vector<PartyId>(all.begin(), all.end());
    };
    std::uint32_t milliseconds = 0;
    ASSERT_TRUE(net.run_until([&] {
      for (PartyId id = 0; id < parties; ++id) (void)net.send(id, milliseconds);
      ++milliseconds;
      return std::ranges::all_of(rings, [&](const std::vector<PartyId>& ring) {
        return std::ranges::all_of(ring, [&](PartyId id) { return ring_of(id) == ring; });
      });
    })) << "seed "
        << seed;
    EXPECT_LT(milliseconds, 200U) << "seed " << seed;
    std::uint64_t led = 0;
    for (PartyId id = 0; id < parties; ++id) led += net.parties[id].port->repairs().regions_led;
    EXPECT_EQ(led, rings.size()) << "seed " << seed;
  }
}

// Each packet read stays with one partition of about five.
TEST(Region, TheCacheIsSplitOverPartitions) {
  RegionNet net({}, 15);
  ASSERT_TRUE(net.introduced());
  std::array<unsigned, 3> kept{};
  for (PartyId id = 2; id <= net.last; ++id) {
    const Partition& partition = net.region(id).peers().partition;
    ASSERT_EQ(partition.count, 3U);
    ++kept[partition.own];
  }
  EXPECT_EQ(kept, (std::array<unsigned, 3>{5, 5, 5}));
  PacketCache cache;
  cache.arrange({.count = 3, .own = 1}, 30);
  std::vector<std::byte> bytes(8);
  for (std::uint64_t number = 0; number < 100; ++number) {
    if (cache.keeps(number)) cache.keep(number, bytes, 8, false);
  }
  std::size_t found = 0;
  for (std::uint64_t number = 0; number < 100; ++number) {
    const auto* packet = cache.find(number);
    EXPECT_TRUE(packet == nullptr || (number % 3 == 1 && number >= 67)) << number;
    found += packet != nullptr ? 1 : 0;
  }
  EXPECT_EQ(found, 11U);
}

// Any member dies at any moment, the leader and whoever holds the token among them: the others get all.
TEST(Region, TheDeathOfAnyMemberStopsNobody) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    base::Random random(seed, 3);
    RegionNet net({.seed = seed, .loss = 0.05, .reorder = 0.05, .reorder_ns = ms}, 6,
                  {.window_packets = 64, .eviction_ns = 300 * ms});
    ASSERT_TRUE(net.introduced());
    const PartyId victim = seed % 3 == 0 ? 2 : 2 + static_cast<PartyId>(random.below(6));
    const auto at = static_cast<std::uint32_t>(50 + random.below(200));
    net.send_all(0, at);
    if (seed % 2 == 0) {  // the holder, at that
      net.run_until([&] {
        const auto taken = net.parties[victim].port->repairs().tokens_taken;
        net.run(ms / 20);
        return net.parties[victim].port->repairs().tokens_taken > taken;
      });
    }
    net.parties[victim].pumps = false;
    for (PartyId id = 1; id <= net.last; ++id) {
      if (id != victim) net.network.cut(id, victim, true);
    }
    net.send_all(at, 400);
    ASSERT_TRUE(net.settled()) << "seed " << seed;
    for (PartyId id = 2; id <= net.last; ++id) {
      if (id == victim) continue;
      expect_sequence(net.parties[id].read[{1, stream}], 0, 400);
      EXPECT_EQ(net.parties[id].port->repairs().left_behind, 0U);
    }
    EXPECT_EQ(net.parties[1].lost[victim], 1);
    // The ring goes on without it, and served what came after.
    ASSERT_TRUE(net.run_until([&] {
      const auto before = net.sum(&RepairCounters::tokens_taken);
      net.send_all(0, 5);
      return net.sum(&RepairCounters::tokens_taken) > before + 4;
    })) << "seed "
        << seed;
    net.parties[victim].port->forget();
    for (PartyId id = 1; id <= net.last; ++id) net.network.cut(id, victim, false);
  }
}

// A member that was thought dead and lives is taken back.
TEST(Region, AMemberThatWasCutOffComesBack) {
  RegionNet net({.loss = 0.02}, 5);
  ASSERT_TRUE(net.introduced());
  net.send_all(0, 100);
  for (PartyId id = 2; id < 6; ++id) net.network.cut(id, 6, true);  // but not from the sender
  net.send_all(100, 300);
  ASSERT_TRUE(net.run_until([&] {
    net.send_all(0, 2);
    return std::ranges::find(net.region(2).ring().suspects(), 6U) !=
           net.region(2).ring().suspects().end();
  }));
  for (PartyId id = 2; id < 6; ++id) net.network.cut(id, 6, false);
  ASSERT_TRUE(net.run_until([&] {
    const auto before = net.parties[6].port->repairs().tokens_taken;
    net.send_all(0, 20);
    return net.parties[6].port->repairs().tokens_taken > before + 5;
  }));
  ASSERT_TRUE(net.settled());
  EXPECT_TRUE(net.parties[6].lost.empty());
}

// A sender that tells of ever more members, none of whom is there: what is kept of them is bounded, and all goes on.
TEST(Region, WhatRostersTellIsBounded) {
  RegionNet net({}, 4);
  NakHeader header;
  StreamId on = 0;
  net.network.tap = [&](PartyId from, PartyId to, StreamId to_stream,
                        std::span<const std::byte> bytes) {
    const auto said = bytes.size() < sizeof header ? NakHeader{} : get<NakHeader>(bytes.data());
    if (from != 1 || to != 2 || said.type != region_roster) return;
    header = said;
    on = to_stream;
  };
  ASSERT_TRUE(net.introduced());
  ASSERT_EQ(header.type, region_roster);
  Party& party = net.parties[2];
  const std::size_t opened = party.sim->opened().size();
  PartyId named = 1000;
  for (std::size_t told = 0; told < 2 * most_region_peers;) {
    std::vector<RosterEntry> roster{{2, ""}};
    for (; roster.size() < most_ring_members; ++told) roster.push_back({named++, "nobody"});
    ++header.number;  // not the digest of what is there
    std::vector<std::byte> packet(sizeof header);
    put(packet.data(), header);
    encode(roster, packet);
    party.sim->inject(1, on, packet);
    net.pump();
  }
  EXPECT_LE(party.sim->opened().size(), opened + most_region_peers);
  EXPECT_GE(party.port->counters().dropped, most_region_peers);
  EXPECT_EQ(party.port->counters().malformed, 0U);
  net.send_all(0, 50);
  ASSERT_TRUE(net.settled());
  for (PartyId id = 2; id <= net.last; ++id) {
    expect_sequence(net.parties[id].read[{1, stream}], 0, 50);
  }
  EXPECT_TRUE(net.introduced()) << "the true roster comes again";
}

// What one of a region has the others get when its sender is no more.
TEST(Region, TheSenderIsNotNeededForWhatOneHas) {
  RegionNet net({}, 5);
  ASSERT_TRUE(net.introduced());
  net.send_all(0, 50);
  ASSERT_TRUE(net.settled());
  for (PartyId id = 3; id <= net.last; ++id) net.network.cut(1, id, true);
  net.send_all(50, 60, ms / 50);
  net.network.cut(1, 2, true);
  net.parties[1].pumps = false;
  ASSERT_TRUE(net.run_until([&] {
    for (PartyId id = 2; id <= net.last; ++id) {
      if (net.parties[id].read[{1, stream}].size() < 60) return false;
    }
    return true;
  }));
  for (PartyId id = 2; id <= net.last; ++id) {
    expect_sequence(net.parties[id].read[{1, stream}], 0, 60);
  }
}

TEST(Region, WithoutWorkTheTokenRests) {
  RegionNet net({}, 5);
  ASSERT_TRUE(net.introduced());
  net.send_all(0, 50);
  ASSERT_TRUE(net.settled());
  net.run(100 * ms);
  const auto before = net.network.packets();
  const auto taken = net.sum(&RepairCounters::tokens_taken);
  net.run(10'000 * ms);
  // Heartbeats four times a second ask who is there; introductions once.
  EXPECT_LT(net.sum(&RepairCounters::tokens_taken) - taken, 10U * 5 * 2 * 5);
  EXPECT_LT(net.network.packets() - before, 10U * (5 * (5 + 4 + 1 + 2 * 2 * 5) + 5 * 2));
}

TEST(Region, TokensAndRostersAreReadBackOrRefused) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    base::Random random(seed, 6);
    Token token;
    token.generation = static_cast<std::uint32_t>(random.bits());
    token.hop = random.bits();
    for (PartyId id = 1; token.members.size() < 2 + seed % 30;
         id += 1 + static_cast<PartyId>(seed % 3)) {
      token.members.push_back(id);
    }
    const RingSet all = token.present();
    for (std::uint64_t i = random.below(4); i > 0; --i) {
      TokenStream& each = token.streams.emplace_back();
      each.sender = static_cast<PartyId>(random.below(100));
      each.stream = static_cast<StreamId>(random.below(100));
      each.read = random.bits();
      each.known = random.bits();
      each.covered = random.bits() & all;
      std::uint64_t number = random.below(1000);
      for (std::uint64_t j = random.below(20); j > 0; --j) {
        each.missing.push_back({number, random.chance(0.5) ? 1U : random.bits() & all, 1});
        number += 1 + random.below(2);
      }
    }
    const auto packet = encode(token, 77, 4000);
    NakHeader header;
    std::memcpy(&header, packet.data(), sizeof header);
    const auto body = std::span(packet).subspan(sizeof header);
    const auto back = decode_token(header, body);
    ASSERT_TRUE(back);
    EXPECT_EQ(encode(*back, 77, 4000), packet);
    EXPECT_LE(encode(token, 77, 300 + token.members.size() * 4).size(),
              300 + token.members.size() * 4);
    // Truncated anywhere, or with bits turned.
    for (std::size_t cut = 0; cut < body.size(); ++cut) {
      EXPECT_FALSE(decode_token(header, body.first(cut)));
    }
    for (int i = 0; i < 50; ++i) {
      std::vector<std::byte> turned(body.begin(), body.end());
      for (std::uint64_t j = 1 + random.below(4); j > 0; --j) {
        turned[random.below(turned.size())] ^= static_cast<std::byte>(1U << random.below(8));
      }
      if (const auto read = decode_token(header, turned)) {
        std::size_t numbers = 0;
        for (const TokenStream& each : read->streams) numbers += each.missing.size();
        EXPECT_LE(numbers, most_token_numbers);
      }
      (void)decode_roster(turned);
    }
  }
  std::vector<std::byte> packet;
  const std::vector<RosterEntry> roster{{3, "udp:10.0.0.1:4000"}, {9, ""}};
  encode(roster, packet);
  const auto back = decode_roster(packet);
  ASSERT_TRUE(back);
  ASSERT_EQ(back->size(), 2U);
  EXPECT_EQ(back->front().endpoint, "udp:10.0.0.1:4000");
  packet.pop_back();
  EXPECT_FALSE(decode_roster(packet));
}

}  // namespace
}  // namespace orrery::transport::testing
