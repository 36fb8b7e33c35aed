// `norm`: NACK-oriented reliable multicast of the US Naval Research Laboratory (RFC 5740, package libnorm-dev) as a port, for
// comparison. Built in where the package was found when the core was configured (ORRERY_NORM).
//
// The contract is port.hpp's for reliable ports, with what follows from a library with a thread of its own: a port begins
// with its first open(), join() or adopt(), after which its process does not fork. A stream is a multicast group that follows
// from the run's token and the stream's number, also where it goes to one party. Parties tell each other which streams they
// have joined: a stream is full until all that its endpoints name have joined it, or have not for `eviction_ns`. Readers
// tell senders how far they are, since NORM overwrites what a reader is slow to take: at most `window_packets` of a stream
// are sent and not read by all.
#pragma once

#include <span>
#include <string>

#include "orrery/transport/port.hpp"

namespace orrery::transport {

struct NormOptions {
  PartyId self = 0;
  std::string run_token;  // 1 to 64 bytes, the same in all parties of a run
  std::string bind_address = "127.0.0.1";
  std::uint32_t max_message_bytes = 60'000;
  std::uint32_t window_packets = 512;        // memory for as many packets of 1,300 bytes at least
  std::int64_t eviction_ns = 2'000'000'000;  // a party that has not been heard of is lost
  double loss = 0;                           // share of arriving packets that NORM is to lose
};

[[nodiscard]] bool has_norm();

// Errors: invalid_argument, io; unsupported, naming the package, where it is not built in.
base::Result<std::unique_ptr<Port>> make_norm_port(const NormOptions& options,
                                                   std::shared_ptr<base::Doorbell> bell);

// What a stream to these parties is opened at: "norm:0,1,2". A port's own endpoint is that of itself.
std::string norm_endpoint(std::span<const PartyId> parties);

}  // namespace orrery::transport
