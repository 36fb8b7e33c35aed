// `norm`: NACK-oriented reliable multicast of the US Naval Research Laboratory (RFC 5740, package libnorm-dev) as a port, for
// comparison. Present if the package was found when the core was configured (ORRERY_NORM).
//
// The contract is port.hpp's for reliable ports. NORM has a thread of its own, so a port starts with its first open(), join() or
// adopt(), and its process must not fork afterwards. A stream is a multicast group, chosen from the run's token and the stream's
// number, even if it goes to one party. Parties tell each other which streams they have joined: a stream is full until every
// party that its endpoint names has joined it, or has not for `eviction_ns`. NORM overwrites packets that a reader is slow to
// take. Therefore readers report what they have read, and at most `window_packets` of a stream are sent but not read by all.
#pragma once

#include <span>
#include <string>

#include "orrery/transport/port.hpp"

namespace orrery::transport {

struct NormOptions {
  PartyId self = 0;
  std::string run_token;  // 1 to 64 bytes, the same at all parties of a run
  std::string bind_address = "127.0.0.1";
  std::uint32_t max_message_bytes = 60'000;
  std::uint32_t window_packets = 512;        // memory for at least this many packets of 1,300 bytes
  std::int64_t eviction_ns = 2'000'000'000;  // a party that is silent for this long is lost
  double loss = 0;                           // share of incoming packets that NORM drops on purpose
};

[[nodiscard]] bool has_norm();

// Errors: invalid_argument, io; unsupported, naming the package, if it is not built in.
base::Result<std::unique_ptr<Port>> make_norm_port(const NormOptions& options,
                                                   std::shared_ptr<base::Doorbell> bell);

// The endpoint of a stream to these parties: "norm:0,1,2". A port's own endpoint names its party alone.
std::string norm_endpoint(std::span<const PartyId> parties);

}  // namespace orrery::transport
