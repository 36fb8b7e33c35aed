// What the receiver sends back. Both ends are built alike: bytes as they lie in memory.
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

// After the last message: what came.
struct Account {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t sum = 0;        // of what was received, see Sum
  std::uint64_t damaged = 0;    // other bytes than their checksum says
  std::uint64_t misplaced = 0;  // not the number that was to come
  std::uint64_t connections = 0;
  double extract_ns = 0;  // copying a message out of the channel, median of the measured exchanges
  double extract_p99_ns = 0;
  base::ResourceUsage use;  // of the receiver's process, all its life
};

static_assert(std::is_trivially_copyable_v<Answer> && std::is_trivially_copyable_v<Account>);

}  // namespace orrery::workloads::messaging
