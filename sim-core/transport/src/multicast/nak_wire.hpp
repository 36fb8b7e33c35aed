// What nak_multicast says to itself: a header of 24 bytes, little-endian; see docs/formats/datagrams.md.
//
//   data       on the stream. number: of the packet; other: the oldest number held. Then the message.
//   heartbeat  on the stream. number: of the next packet; other: the oldest held.
//   nak        to the sender. number: the least missing; other: the stream. Then ranges of missing ones.
//   ack        to the sender. number: the first that has not been read; other: the stream.
//   gone       to a receiver. number: the oldest held; other: the stream.
//   leave      to the sender. other: the stream.
//   welcome    to a receiver that asked to be known. number: its first; other: the stream.
#pragma once

#include <cstdint>

namespace orrery::transport {

enum class NakType : std::uint8_t {
  data = 1,
  heartbeat = 2,
  nak = 3,
  ack = 4,
  gone = 5,
  leave = 6,
  welcome = 7,
};

inline constexpr std::uint8_t nak_flag_repair = 1;
inline constexpr std::uint8_t nak_flag_last = 2;  // the sender has closed the stream after this one
inline constexpr std::uint8_t nak_flag_join =
    4;  // of an ack: by one that does not know if it is known

struct NakHeader {
  NakType type = NakType::data;
  std::uint8_t flags = 0;
  std::uint16_t zero = 0;
  std::uint32_t epoch = 0;  // of the sender of the stream: one that starts again has another
  std::uint64_t number = 0;
  std::uint64_t other = 0;
};
static_assert(sizeof(NakHeader) == 24);
inline constexpr std::size_t nak_header_bytes = sizeof(NakHeader);

struct NakRange {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};
inline constexpr unsigned most_ranges = 32;  // in one nak

}  // namespace orrery::transport
