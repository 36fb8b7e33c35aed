// Datagram ports `udp` and `multicast`, both best effort.
//
// A stream's endpoint is "udp:10.83.0.2:40123" (the endpoint() of a party; several addresses emulate multicast) or, for
// `multicast`, "multicast:239.192.7.1:41000". Multicast leaves by the interface of bind_address, is received on it, and reaches
// other parties on this host too. Memberships beyond the limit of one socket are spread over several.
//
// A packet is accepted if its header and length are valid and its run key is this run's. All others are counted and dropped. The
// run key separates runs; it does not keep an attacker out: whoever can send to the address can forge packets. Format:
// docs/formats/datagrams.md.
#pragma once

#include <memory>
#include <string>

#include "orrery/transport/port.hpp"

namespace orrery::transport {

enum class DatagramKind : std::uint8_t { udp, multicast };

struct DatagramOptions {
  DatagramKind kind = DatagramKind::udp;
  PartyId self = 0;
  std::string run_token;  // 1 to 64 bytes, the same at all parties of a run
  std::string bind_address = "127.0.0.1";
  std::uint32_t max_message_bytes = 1328;        // 1,380 with all headers: fits usual links
  std::uint32_t socket_buffer_bytes = 4U << 20;  // requested; the system may grant less
  int ttl = 1;                                   // multicast: routers that a packet may pass
};

// Errors: invalid_argument, io.
base::Result<std::unique_ptr<Port>> make_datagram_port(const DatagramOptions& options,
                                                       std::shared_ptr<base::Doorbell> bell);

// The multicast group and port for a run's stream `number`. Two runs rarely get the same; if they do, the run key in the packets
// separates them.
std::string multicast_endpoint(const std::string& run_token, std::uint32_t number);

}  // namespace orrery::transport
