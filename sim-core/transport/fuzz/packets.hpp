// Packets to two of three parties with reliable ports over a simulated network, beside their own: each after a byte that says from
// whom, to whom and whether on the stream (sized_inputs.hpp). Seeds are what parties say to each other.
#pragma once

#include <fstream>
#include <string>

#include "sim_parties.hpp"
#include "sized_inputs.hpp"

namespace orrery::transport::testing {

inline constexpr int most_packets = 200;

struct Parties : Net {
  explicit Parties(MakeReliable made) : Net(made, {.seed = 1, .loss = 0.1}) {
    for (const PartyId id : {1U, 2U, 3U}) add(id, {.window_packets = 32}).checks = false;
    for (const PartyId id : {1U, 2U, 3U}) (void)parties[id].port->join(stream, "");
    (void)parties[1].port->open(stream, "");
  }
  void work(std::uint32_t i) {
    (void)send(1, i);
    run(ms);
  }
};

inline void play_packets(MakeReliable made, std::span<const std::byte> input) {
  Parties all(made);
  for (std::uint32_t i = 0; i < 20; ++i) all.work(i);
  for (std::uint32_t i = 20; !input.empty() && i < most_packets; ++i) {
    const auto way = std::to_integer<unsigned>(input[0]);
    input = input.subspan(1);
    const auto packet = orrery::testing::take_sized(input);
    const PartyId to = 1 + (way & 1U);
    const PartyId from = 1 + (way >> 1U & 3U);
    all.parties[to].sim->inject(from, (way & 8U) != 0 ? direct_to(to) : stream, packet);
    all.pump();
    if (i % 4 == 0) all.work(i);
  }
}

inline void write_packets(MakeReliable made, const std::string& folder) {
  Parties all(made);
  int files = 0;
  std::ofstream file;
  all.network.tap = [&](PartyId from, PartyId to, StreamId in, std::span<const std::byte> bytes) {
    if (to > 2 || files > 100) return;
    if (files++ % 5 == 0) {
      file = std::ofstream(folder + "/" + std::to_string(files), std::ios::binary);
    }
    file.put(static_cast<char>((to - 1) | (from - 1) << 1U | ((in & direct_bit) != 0 ? 8U : 0U)));
    orrery::testing::put_sized(file, bytes);
  };
  for (std::uint32_t i = 0; i < 200; ++i) all.work(i);
}

}  // namespace orrery::transport::testing
