// What a node's port for data has carried, lost and mended (data_path.hpp).
#pragma once

#include <cstdint>

namespace orrery::rti {

struct PathCounters {
  std::uint64_t sent = 0;       // copies given to the port
  std::uint64_t received = 0;   // for this node
  std::uint64_t elsewhere = 0;  // for other nodes alone
  std::uint64_t lost = 0;       // missing in the numbers of a sender, up to the greatest that came
  std::uint64_t duplicates = 0;
  std::uint64_t early = 0;      // came before the operations that it rests on, and waited
  std::uint64_t dropped = 0;    // too many waited, too late, or a copy was left at the end
  std::uint64_t malformed = 0;  // by the port too
  std::uint64_t foreign = 0;
  std::uint64_t reordered = 0;       // packets
  std::uint64_t kernel_dropped = 0;  // packets, for want of room in a socket
  std::uint64_t naks = 0;            // sent
  std::uint64_t repairs = 0;         // sent, to whomever
};

}  // namespace orrery::rti
