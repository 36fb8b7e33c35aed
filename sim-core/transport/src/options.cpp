#include "options.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace orrery::transport {

base::Result<ChannelOptions> normalise(const ChannelOptions& options) {
  using base::Error;
  using base::ErrorCode;
  if (options.max_message_bytes == 0 || options.max_message_bytes > greatest_message_bytes) {
    return Error{ErrorCode::invalid_argument,
                 "max_message_bytes is " + std::to_string(options.max_message_bytes) +
                     ": use 1 to " + std::to_string(greatest_message_bytes)};
  }
  if (options.buffer_bytes > greatest_buffer_bytes) {
    return Error{ErrorCode::invalid_argument,
                 "buffer_bytes is " + std::to_string(options.buffer_bytes) + ": use at most " +
                     std::to_string(greatest_buffer_bytes)};
  }
  if (options.peer_timeout_ns < 1'000'000'000) {
    return Error{ErrorCode::invalid_argument, "peer_timeout_ns is " +
                                                  std::to_string(options.peer_timeout_ns) +
                                                  ": use 1000000000 (1 s) or more"};
  }
  ChannelOptions agreed = options;
  // Room for four of the greatest, each with its header and rounded up to a cache line.
  const std::uint32_t least = 4 * ((options.max_message_bytes + 8 + 63) / 64 * 64);
  agreed.buffer_bytes = std::bit_ceil(std::max({options.buffer_bytes, least, least_buffer_bytes}));
  return agreed;
}

}  // namespace orrery::transport
