// What one data path of a node carried, lost and repaired: its channels together, or one of its ports (data_path.hpp). A counter
// that a path cannot know stays 0.
#pragma once

#include <cstdint>

namespace orrery::rti {

struct PathCounters {
  std::uint64_t sent = 0;       // copies submitted; on channels also the RTI's own messages
  std::uint64_t received = 0;   // copies for this node
  std::uint64_t elsewhere = 0;  // received copies that concern other nodes only
  std::uint64_t lost = 0;       // gaps in a sender's numbers, up to the greatest received
  std::uint64_t duplicates = 0;
  std::uint64_t early = 0;      // arrived before an operation that they rest on, and waited
  std::uint64_t dropped = 0;    // too many waited, arrived too late, or still waited at the end
  std::uint64_t refused = 0;    // services answered with Congested, for want of room
  std::uint64_t waiting = 0;    // now: not yet sent, or received and waiting for an operation
  std::uint64_t malformed = 0;  // invalid, in the RTI's or the port's view
  std::uint64_t foreign = 0;    // not of this run
  std::uint64_t reordered = 0;  // packets
  std::uint64_t kernel_dropped = 0;  // packets for which a socket had no room
  std::uint64_t naks = 0;            // requests for repair sent
  std::uint64_t repairs = 0;         // repairs sent
  std::uint64_t repairs_received = 0;
  std::uint64_t repairs_in_region = 0;  // of `repairs`: region_multicast, to parties of its region
  std::uint64_t regions_led = 0;        // region_multicast, now: 1 if the node leads a region
  // Of the lowest layer: datagrams of a port, messages of a channel.
  std::uint64_t packets_sent = 0;
  std::uint64_t packets_received = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t system_calls = 0;
};

}  // namespace orrery::rti
