// Packets to two parties of a region over a simulated network, beside their own: each after a byte that says from whom, to whom
// and whether on the stream (sized_inputs.hpp). Seeds are what parties say to each other.
#include <fstream>

#include "multicast/region_port.hpp"
#include "sim_parties.hpp"
#include "sized_inputs.hpp"

namespace orrery::transport::testing {
namespace {

constexpr int most_packets = 200;

std::unique_ptr<ReliablePort> make_region(std::unique_ptr<Port> below, const NakOptions& options,
                                          std::uint32_t epoch, Clock clock) {
  return std::make_unique<RegionPort>(std::move(below), RegionOptions{.nak = options}, epoch,
                                      std::move(clock));
}

struct Region : Net {
  Region() : Net(make_region, {.seed = 1, .loss = 0.1}) {
    for (const PartyId id : {1U, 2U, 3U}) add(id, {.window_packets = 32}).checks = false;
    for (const PartyId id : {1U, 2U, 3U}) (void)parties[id].port->join(stream, "");
    (void)parties[1].port->open(stream, "");
  }
  void work(std::uint32_t i) {
    (void)send(1, i);
    run(ms);
  }
};

}  // namespace
}  // namespace orrery::transport::testing

namespace orrery::testing {

using namespace transport;           // NOLINT(google-build-using-namespace)
using namespace transport::testing;  // NOLINT(google-build-using-namespace)

void play(std::span<const std::byte> input) {
  Region region;
  for (std::uint32_t i = 0; i < 20; ++i) region.work(i);
  for (std::uint32_t i = 20; !input.empty() && i < most_packets; ++i) {
    const auto way = std::to_integer<unsigned>(input[0]);
    input = input.subspan(1);
    const auto packet = take_sized(input);
    const PartyId to = 1 + (way & 1U);
    const PartyId from = 1 + (way >> 1U & 3U);
    region.parties[to].sim->inject(from, (way & 8U) != 0 ? direct_to(to) : stream, packet);
    region.pump();
    if (i % 4 == 0) region.work(i);
  }
}

void write_seeds(const std::string& folder) {
  Region region;
  int files = 0;
  std::ofstream file;
  region.network.tap = [&](PartyId from, PartyId to, StreamId in,
                           std::span<const std::byte> bytes) {
    if (to > 2 || files > 100) return;
    if (files++ % 5 == 0) {
      file = std::ofstream(folder + "/" + std::to_string(files), std::ios::binary);
    }
    file.put(static_cast<char>((to - 1) | (from - 1) << 1U | ((in & direct_bit) != 0 ? 8U : 0U)));
    put_sized(file, bytes);
  };
  for (std::uint32_t i = 0; i < 200; ++i) region.work(i);
}

}  // namespace orrery::testing
