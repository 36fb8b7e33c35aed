// Packets to parties of a region (packets.hpp).
#include "multicast/region_port.hpp"
#include "packets.hpp"

namespace {

using namespace orrery::transport;  // NOLINT(google-build-using-namespace)

std::unique_ptr<ReliablePort> made(std::unique_ptr<Port> below, const NakOptions& options,
                                   std::uint32_t epoch, Clock clock) {
  return std::make_unique<RegionPort>(std::move(below), RegionOptions{.nak = options}, epoch,
                                      std::move(clock));
}

}  // namespace

namespace orrery::testing {

void play(std::span<const std::byte> input) { transport::testing::play_packets(made, input); }
void write_seeds(const std::string& folder) { transport::testing::write_packets(made, folder); }

}  // namespace orrery::testing
