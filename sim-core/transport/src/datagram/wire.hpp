// The header of a datagram, 24 bytes, little-endian; see docs/formats/datagrams.md.
#pragma once

#include <cstdint>
#include <string>

#include "orrery/transport/run_secret.hpp"

namespace orrery::transport {

inline constexpr std::uint16_t datagram_magic = 0x524f;
inline constexpr std::uint8_t datagram_version = 1;

struct DatagramHeader {
  std::uint16_t magic = datagram_magic;
  std::uint8_t version = datagram_version;
  std::uint8_t zero = 0;
  std::uint32_t sender = 0;
  std::uint32_t stream = 0;
  std::uint32_t number = 0;  // of the sender's packets in this stream
  std::uint64_t run_key = 0;
};
static_assert(sizeof(DatagramHeader) == 24);

// Ports of multicast groups: below those that the kernel gives out freely, and above those of DDS.
inline constexpr std::uint32_t first_group_port = 20000;
inline constexpr std::uint32_t group_ports = 12000;

inline std::uint64_t run_key_of(const std::string& token) { return run_key(token, "datagrams"); }

}  // namespace orrery::transport
