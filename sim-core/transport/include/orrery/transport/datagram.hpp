// Datagram ports: `udp` and `multicast`, both best effort.
//
// A stream's endpoints are "udp:10.83.0.2:40123" (a party's own endpoint(); several emulate multicast)
// or, for `multicast`, also "multicast:239.192.7.1:41000". Multicast leaves by the interface of
// bind_address and is heard on it; it reaches other parties of this host too. Memberships beyond what
// one socket may hold are spread over several.
//
// A packet is accepted if its header and length are right and its run is ours; all else is counted
// and dropped. The run's key tells runs apart, it does not keep an attacker out: whoever can send to
// the port's address can forge packets. The format is in docs/formats/datagrams.md.
#pragma once

#include <memory>
#include <string>

#include "orrery/transport/port.hpp"

namespace orrery::transport {

enum class DatagramKind : std::uint8_t { udp, multicast };

struct DatagramOptions {
  DatagramKind kind = DatagramKind::udp;
  PartyId self = 0;
  std::string run_token;  // 1 to 64 bytes, the same in all parties of a run
  std::string bind_address = "127.0.0.1";
  std::uint32_t max_message_bytes = 1328;  // with all headers 1380: under every usual link's limit
  std::uint32_t socket_buffer_bytes = 4U << 20;  // asked for; the machine may grant less
  int ttl = 1;                                   // multicast: routers it may pass
};

// Errors: invalid_argument, io.
base::Result<std::unique_ptr<Port>> make_datagram_port(const DatagramOptions& options,
                                                       std::shared_ptr<base::Doorbell> bell);

// A multicast group and port that follow from the run and a number; runs rarely share one, and where
// they do the packets' run key keeps them apart.
std::string multicast_endpoint(const std::string& run_token, std::uint32_t number);

}  // namespace orrery::transport
