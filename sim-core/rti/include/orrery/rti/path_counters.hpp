// What one way of a node's data has carried, lost and mended: its channels to the other nodes together, or a port beside
// them (data_path.hpp). What a way cannot see stays 0.
#pragma once

#include <cstdint>

namespace orrery::rti {

struct PathCounters {
  std::uint64_t sent = 0;       // copies given to it; by channels, what the RTI itself says too
  std::uint64_t received = 0;   // for this node
  std::uint64_t elsewhere = 0;  // for other nodes alone
  std::uint64_t lost = 0;       // missing in the numbers of a sender, up to the greatest that came
  std::uint64_t duplicates = 0;
  std::uint64_t early = 0;      // came before the operations that it rests on, and waited
  std::uint64_t dropped = 0;    // too many waited, too late, or a copy was left at the end
  std::uint64_t refused = 0;    // messages of federates answered with Congested, for want of room
  std::uint64_t waiting = 0;    // now: to be sent, or have come and wait for what they rest on
  std::uint64_t malformed = 0;  // by the port too
  std::uint64_t foreign = 0;
  std::uint64_t reordered = 0;       // packets
  std::uint64_t kernel_dropped = 0;  // packets, for want of room in a socket
  std::uint64_t naks = 0;            // sent
  std::uint64_t repairs = 0;         // sent, to whomever
  std::uint64_t repairs_received = 0;
  // Of the lowest layer: datagrams of a port, messages of a channel.
  std::uint64_t packets_sent = 0;
  std::uint64_t packets_received = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t system_calls = 0;
};

}  // namespace orrery::rti
