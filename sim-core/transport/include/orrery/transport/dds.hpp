// `dds`: Cyclone DDS (package cyclonedds-dev) as a port with one topic for each stream, for comparison. Present if the package
// was found when the core was configured (ORRERY_DDS).
//
// The contract is port.hpp's, for reliable and best-effort ports. Cyclone has threads of its own, so: a port starts with its
// first open(), join() or adopt(), and its process must not fork afterwards; Cyclone's threads ring the owner's doorbell. Parties
// find each other by name, which takes time: a stream is full until every party that its endpoint names has joined it and
// answered, or has not for `eviction_ns`.
//   Reliable     Cyclone acknowledges what it has stored, and loses what it has no room for. Therefore readers report what they
//                have read, and at most `window_packets` of a stream are sent but not read by all.
//   Best effort  a reader keeps the newest `window_packets` of a stream; losses are counted.
#pragma once

#include <span>
#include <string>

#include "orrery/transport/port.hpp"

namespace orrery::transport {

struct DdsOptions {
  PartyId self = 0;
  bool reliable = true;
  std::string run_token;  // 1 to 64 bytes, the same at all parties of a run
  std::string bind_address = "127.0.0.1";
  std::uint32_t max_message_bytes = 60'000;
  std::uint32_t window_packets = 1024;
  std::int64_t eviction_ns = 2'000'000'000;  // a party that is silent for this long is lost
  double loss = 0;  // share of outgoing packets that Cyclone drops on purpose
};

[[nodiscard]] bool has_dds();

// Errors: invalid_argument, io; unsupported, naming the package, if it is not built in.
base::Result<std::unique_ptr<Port>> make_dds_port(const DdsOptions& options,
                                                  std::shared_ptr<base::Doorbell> bell);

// The endpoint of a stream to these parties: "dds:0,1,2". A port's own endpoint names its party alone.
std::string dds_endpoint(std::span<const PartyId> parties);

}  // namespace orrery::transport
