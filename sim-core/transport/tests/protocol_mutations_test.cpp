// Packets of the reliable protocols, tokens and rosters of regions among them, that were true once: changed by fields, cut and
// spliced, beside the true ones. Nothing breaks and nothing grows, and who begins anew afterwards is understood.

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "multicast/region_port.hpp"
#include "mutations.hpp"
#include "sim_parties.hpp"

namespace orrery::transport::testing {
namespace {

struct Seen {
  PartyId from = 0;
  PartyId to = 0;
  StreamId stream = 0;
  std::vector<std::byte> bytes;
};

void mutated_packets_are_harmless(MakeReliable make, std::set<NakType> of_all) {
  constexpr std::size_t most_seen = 500;
  constexpr std::array<PartyId, 5> all{1, 2, 3, 4, 5};
  std::set<NakType> mutated;
  std::uint64_t malformed = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    base::Random random(seed, 6);
    Net net(make, {.seed = seed, .loss = 0.05});
    std::vector<Seen> seen;
    net.network.tap = [&](PartyId from, PartyId to, StreamId in, std::span<const std::byte> bytes) {
      if (!net.parties.contains(to)) return;  // made up
      Seen each{from, to, in, {bytes.begin(), bytes.end()}};
      if (seen.size() < most_seen) {
        seen.push_back(std::move(each));
      } else {
        seen[random.below(most_seen)] = std::move(each);
      }
    };
    for (const PartyId id : all) {
      net.add(id, {.window_packets = 32, .eviction_ns = 200 * ms}).checks = false;
    }
    for (const PartyId id : all) ASSERT_TRUE(net.parties[id].port->join(stream, "").ok());
    for (const PartyId id : {1U, 2U}) {
      ASSERT_TRUE(net.parties[id].port->open(stream, "").ok());
      ASSERT_TRUE(net.parties[id].port->expect(stream, all).ok());
    }
    for (std::uint32_t i = 0; i < 400; ++i) {
      (void)net.send(1, i);
      (void)net.send(2, i);
      net.run(ms);
      for (auto wrong = random.below(4); wrong > 0; --wrong) {
        Seen packet = seen[random.below(seen.size())];
        mutate(packet.bytes, seen[random.below(seen.size())].bytes, random);
        if (packet.bytes.size() >= sizeof(NakHeader)) {
          mutated.insert(get<NakHeader>(packet.bytes.data()).type);
        }
        const PartyId to = random.chance(0.8) ? packet.to : all[random.below(all.size())];
        net.parties[to].sim->inject(
            random.chance(0.8) ? packet.from : all[random.below(all.size())],
            (packet.stream & direct_bit) != 0 ? direct_to(to) : stream, packet.bytes);
      }
      net.pump();
    }
    for (const PartyId id : all) {
      malformed += net.parties[id].port->counters().malformed;
      EXPECT_LE(net.parties[id].port->unacknowledged(stream), 64U);
      EXPECT_LE(net.parties[id].port->receivers(stream), all.size());
      const auto* region = dynamic_cast<const RegionPort*>(net.parties[id].port.get());
      if (region != nullptr) {
        EXPECT_LE(region->ring().members().size(), most_ring_members);
      }
    }
    net.network.tap = nullptr;
    net.parties[1].port->forget();
    net.add(1, {.window_packets = 32, .eviction_ns = 200 * ms}, 0x7fffffff);
    net.add(6, {.window_packets = 32}, 1);
    ASSERT_TRUE(net.parties[1].port->open(stream, "").ok());
    ASSERT_TRUE(net.parties[6].port->join(stream, "").ok());
    for (std::uint32_t i = 0; i < 100; ++i) {
      while (!net.send(1, i)) net.run(ms);
      net.run(ms / 10);
    }
    ASSERT_TRUE(net.run_until([&] { return net.parties[6].read[{1, stream}].size() == 100; }))
        << "seed " << seed;
    expect_sequence(net.parties[6].read[{1, stream}], 0, 100);
  }
  EXPECT_GT(malformed, 100U);
  for (const NakType each : of_all) {
    EXPECT_TRUE(mutated.contains(each)) << "never seen: type " << static_cast<unsigned>(each);
  }
}

TEST(ProtocolMutations, OfNakMulticastAreHarmless) {
  mutated_packets_are_harmless(
      make_nak, {NakType::data, NakType::heartbeat, NakType::nak, NakType::ack, NakType::leave});
}

TEST(ProtocolMutations, OfRegionMulticastAreHarmless) {
  mutated_packets_are_harmless(
      make_region, {NakType::data, NakType::nak, NakType::ack, region_hello, region_roster,
                    region_token, region_taken, region_call, region_repair, region_ack});
}

// A party that holds the run's key makes up others: no more than so many are believed in.
TEST(ProtocolMutations, ReceiversThatNameThemselvesAreBounded) {
  Net net(make_nak, {});
  net.add(1);
  ASSERT_TRUE(net.parties[1].port->open(stream, "").ok());
  for (PartyId from = 2; from < 6000; ++from) {
    const NakHeader ack{.type = NakType::ack, .epoch = 1, .other = stream};
    net.parties[1].sim->inject(from, direct_to(1), std::as_bytes(std::span(&ack, 1)));
    if (from % 100 == 0) net.pump();
  }
  net.pump();
  EXPECT_EQ(net.parties[1].port->receivers(stream), 4096U);
  EXPECT_EQ(net.parties[1].port->counters().dropped, 6000U - 2 - 4096);
}

}  // namespace
}  // namespace orrery::transport::testing
