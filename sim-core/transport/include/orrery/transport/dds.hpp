// `dds`: Cyclone DDS (package cyclonedds-dev) as a port, a topic for each stream, for comparison. Built in where the package
// was found when the core was configured (ORRERY_DDS).
//
// The contract is port.hpp's, for reliable ports or best-effort ones, with what follows from a library with threads of its
// own: a port begins with its first open(), join() or adopt(), after which its process does not fork; what the threads notice
// rings the owner's doorbell. Parties find each other by name, which takes a while: a stream is full until all that its
// endpoints name have joined it and answered, as do all others that join it, or have not for `eviction_ns`.
//   Reliable     readers tell senders how far they are, since Cyclone acknowledges what it has stored and loses what it has
//                no room for: at most `window_packets` of a stream are sent and not read by all.
//   Best effort  a reader holds the newest `window_packets` of a stream; what it loses is counted.
#pragma once

#include <span>
#include <string>

#include "orrery/transport/port.hpp"

namespace orrery::transport {

struct DdsOptions {
  PartyId self = 0;
  bool reliable = true;
  std::string run_token;  // 1 to 64 bytes, the same in all parties of a run
  std::string bind_address = "127.0.0.1";
  std::uint32_t max_message_bytes = 60'000;
  std::uint32_t window_packets = 1024;
  std::int64_t eviction_ns = 2'000'000'000;  // a party that has not been heard of is lost
  double loss = 0;                           // share of leaving packets that Cyclone is to lose
};

[[nodiscard]] bool has_dds();

// Errors: invalid_argument, io; unsupported, naming the package, where it is not built in.
base::Result<std::unique_ptr<Port>> make_dds_port(const DdsOptions& options,
                                                  std::shared_ptr<base::Doorbell> bell);

// What a stream to these parties is opened at: "dds:0,1,2". A port's own endpoint is that of itself.
std::string dds_endpoint(std::span<const PartyId> parties);

}  // namespace orrery::transport
