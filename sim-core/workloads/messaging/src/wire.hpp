// Messages from the receiver to the sender, as their bytes in memory: both ends are the same build.
#pragma once

#include <cstdint>
#include <type_traits>

#include "orrery/base/process.hpp"

namespace orrery::workloads::messaging {

// Unblocks the sender of message `number`.
struct Answer {
  std::uint64_t number = 0;
  std::int64_t found_ns = 0;  // by the receiver's clock
  std::int64_t read_ns = 0;
};

// Sent after the last message: totals of the received messages.
struct Account {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t sum = 0;        // of the received messages, see Sum
  std::uint64_t damaged = 0;    // messages with a wrong length or checksum
  std::uint64_t misplaced = 0;  // messages with another number than the next
  std::uint64_t connections = 0;
  double extract_ns = 0;  // copying a message out of the channel, median of the measured exchanges
  double extract_p99_ns = 0;
  base::ResourceUsage use;  // of the receiver's process, over its whole life
};

static_assert(std::is_trivially_copyable_v<Answer> && std::is_trivially_copyable_v<Account>);

}  // namespace orrery::workloads::messaging
