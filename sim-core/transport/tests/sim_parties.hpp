// Parties with reliable ports on a simulated network: everything is replayed from a seed.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

#include "orrery/transport/reliable_multicast.hpp"

#include "multicast/region_port.hpp"
#include "sim_network.hpp"

namespace orrery::transport::testing {

inline constexpr StreamId stream = 9;
inline constexpr std::int64_t ms = 1'000'000;

struct Party {
  SimPort* sim = nullptr;
  std::unique_ptr<ReliablePort> port;
  // Of each sender's stream: numbers read, in order.
  std::map<std::pair<PartyId, StreamId>, std::vector<std::uint32_t>> read;
  std::map<PartyId, int> lost;
  bool reads = true;
  bool pumps = true;
  bool checks = true;  // what it reads, and keeps it: not where messages may be made up
};

// How a port is made over a simulated one: options, epoch, clock.
using MakeReliable = std::unique_ptr<ReliablePort> (*)(std::unique_ptr<Port>, const NakOptions&,
                                                       std::uint32_t, Clock);
inline std::unique_ptr<ReliablePort> make_nak(std::unique_ptr<Port> below,
                                              const NakOptions& options, std::uint32_t epoch,
                                              Clock clock) {
  return std::make_unique<NakPort>(std::move(below), options, epoch, std::move(clock));
}
inline std::unique_ptr<ReliablePort> make_region(std::unique_ptr<Port> below,
                                                 const NakOptions& options, std::uint32_t epoch,
                                                 Clock clock) {
  return std::make_unique<RegionPort>(std::move(below), RegionOptions{.nak = options}, epoch,
                                      std::move(clock));
}

class Net {
 public:
  Net(MakeReliable the_make, ImpairmentOptions options)
      : network(std::move(options)), make(the_make) {}
  ~Net() {
    for (auto& [id, party] : parties) party.port->forget();
  }

  Party& add(PartyId id, NakOptions options = {}, std::uint32_t epoch = 1) {
    auto bottom = network.make_port(id);
    Party& party = parties[id];
    party.sim = bottom.get();
    party.port = make(std::move(bottom), options, epoch, network.clock());
    return party;
  }
  bool send(PartyId id, std::uint32_t number, StreamId to = stream, std::size_t bytes = 40) {
    std::vector<std::byte> message(bytes, std::byte{0x77});
    std::memcpy(message.data(), &number, sizeof number);
    const Io io = parties[id].port->send_now(to, message);
    EXPECT_TRUE(io == Io::ok || io == Io::full) << to_string(io);
    return io == Io::ok;
  }
  void pump() {
    for (auto& [id, party] : parties) {
      if (!party.pumps) continue;
      party.port->pump();
      if (!party.reads) continue;
      for (;;) {
        const Arrived got = party.port->peek();
        if (got.io == Io::empty) break;
        if (got.io == Io::peer_lost) {
          ++party.lost[got.from];
        } else if (!party.checks) {
          ASSERT_EQ(got.io, Io::ok);
        } else {
          ASSERT_EQ(got.io, Io::ok);
          std::uint32_t number = 0;
          ASSERT_GE(got.bytes.size(), sizeof number);
          std::memcpy(&number, got.bytes.data(), sizeof number);
          ASSERT_TRUE(got.bytes.size() == sizeof number || got.bytes.back() == std::byte{0x77});
          party.read[{got.from, got.stream}].push_back(number);
        }
        party.port->release();
      }
    }
  }
  void run(std::int64_t ns) {
    const std::int64_t until = network.now() + ns;
    while (network.now() < until) {
      pump();
      std::int64_t next = until;
      for (auto& [id, party] : parties) {
        if (party.pumps) next = std::min(next, party.port->next_deadline_ns());
      }
      network.advance(std::clamp(next, network.now() + 1000, until));
    }
    pump();
  }
  // Until it holds or a simulated minute has passed.
  template <class Condition>
  bool run_until(Condition condition) {
    for (int i = 0; i < 60'000; ++i) {
      if (condition()) return true;
      run(ms);
    }
    return condition();
  }

  SimNetwork network;
  MakeReliable make;
  std::map<PartyId, Party> parties;
};

inline void expect_sequence(const std::vector<std::uint32_t>& read, std::uint32_t first,
                            std::uint32_t end) {
  ASSERT_EQ(read.size(), end - first);
  for (std::uint32_t i = 0; i < read.size(); ++i) ASSERT_EQ(read[i], first + i);
}

}  // namespace orrery::transport::testing
