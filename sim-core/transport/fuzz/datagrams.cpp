// Datagrams to a port of kind `udp` from a stranger's socket, each after a byte (sized_inputs.hpp): bits 0 to 2 put right the
// packet's first word, its sender and stream, and the run's key, so that a search comes past them. What is delivered is
// the end of a packet that was right.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <vector>

#include "orrery/transport/datagram.hpp"

#include "datagram/wire.hpp"
#include "sized_inputs.hpp"
#include "support.hpp"

namespace {

using namespace orrery::transport;           // NOLINT(google-build-using-namespace)
using namespace orrery::transport::testing;  // NOLINT(google-build-using-namespace)

constexpr StreamId joined = 5;
constexpr PartyId self = 1;
const std::string token = "a token";

void must(bool right) {
  if (!right) std::abort();
}

DatagramHeader header_of(const std::vector<std::byte>& packet) {
  DatagramHeader header;
  std::memcpy(&header, packet.data(), sizeof header);
  return header;
}

void put_right(std::vector<std::byte>& packet, unsigned what) {
  if (packet.size() < sizeof(DatagramHeader)) return;
  DatagramHeader header = header_of(packet);
  if ((what & 1U) != 0) {
    header.magic = datagram_magic;
    header.version = datagram_version;
    header.zero = 0;
  }
  if ((what & 2U) != 0) {
    header.sender &= 3U;
    header.stream = (header.stream & 1U) != 0 ? joined : direct_to(self);
  }
  if ((what & 4U) != 0) header.run_key = run_key_of(token);
  std::memcpy(packet.data(), &header, sizeof header);
}

}  // namespace

namespace orrery::testing {

void play(std::span<const std::byte> input) {
  auto port = *make_datagram_port({.self = self, .run_token = token}, make_bell());
  must(port->join(joined, "").ok() || port->open(joined, "udp:127.0.0.1:9").ok());
  const std::string endpoint = port->endpoint();
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  to.sin_port =
      htons(static_cast<std::uint16_t>(std::stoi(endpoint.substr(endpoint.rfind(':') + 1))));
  const base::UniqueFd stranger(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  for (int i = 0; !input.empty() && i < 50; ++i) {
    const auto what = std::to_integer<unsigned>(input[0]);
    input = input.subspan(1);
    const auto given = take_sized(input);
    std::vector<std::byte> packet(given.begin(), given.end());
    put_right(packet, what);
    (void)::sendto(stranger.get(), packet.data(), packet.size(), MSG_DONTWAIT,
                   reinterpret_cast<const sockaddr*>(&to), sizeof to);
    port->pump();
    for (Arrived got = port->peek(); got.io == Io::ok; got = port->peek()) {
      must(packet.size() >= sizeof(DatagramHeader));
      const DatagramHeader header = header_of(packet);
      must(header.magic == datagram_magic && header.version == datagram_version);
      must(header.run_key == run_key_of(token) && (header.sender & direct_bit) == 0);
      must(got.from == header.sender && got.stream == header.stream);
      must(equal(got.bytes, std::span(packet).subspan(sizeof header)));
      port->release();
    }
  }
}

void write_seeds(const std::string& folder) {
  for (unsigned what = 0; what < 8; ++what) {
    std::ofstream file(folder + "/" + std::to_string(what), std::ios::binary);
    for (std::uint32_t number = 0; number < 4; ++number) {
      const DatagramHeader header{.sender = number,
                                  .stream = number % 2 == 0 ? joined : direct_to(self),
                                  .number = number,
                                  .run_key = run_key_of(token)};
      std::vector<std::byte> packet(sizeof header + number * 20, std::byte{0x33});
      std::memcpy(packet.data(), &header, sizeof header);
      file.put(static_cast<char>(what));
      put_sized(file, packet);
    }
  }
}

}  // namespace orrery::testing
