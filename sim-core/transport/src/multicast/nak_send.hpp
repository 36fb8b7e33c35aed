// What a receiver says to a sender: a question for missing packets, that it has left.
#pragma once

#include <array>
#include <cstring>
#include <span>

#include "orrery/transport/port.hpp"

#include "chain/framing.hpp"
#include "nak_wire.hpp"

namespace orrery::transport {

// At most `most_ranges`, at least one. If it is lost, it is asked again.
inline void send_nak(Port& below, PartyId to, std::uint32_t epoch, StreamId stream,
                     std::span<const NakRange> ranges) {
  std::array<std::byte, sizeof(NakHeader) + most_ranges * sizeof(NakRange)> packet{};
  put(packet.data(),
      NakHeader{
          .type = NakType::nak, .epoch = epoch, .number = ranges.front().first, .other = stream});
  std::memcpy(packet.data() + sizeof(NakHeader), ranges.data(), ranges.size_bytes());
  (void)below.send(direct_to(to), std::span(packet).first(sizeof(NakHeader) + ranges.size_bytes()));
}

// What a lost one leaves undone, the next packet of the stream brings about again.
inline void send_leave(Port& below, PartyId to, std::uint32_t epoch, StreamId stream) {
  std::array<std::byte, sizeof(NakHeader)> packet{};
  put(packet.data(), NakHeader{.type = NakType::leave, .epoch = epoch, .other = stream});
  (void)below.send(direct_to(to), packet);
}

}  // namespace orrery::transport
