// Checks a channel's options and raises the buffer to what the greatest message needs.
#pragma once

#include "orrery/base/result.hpp"
#include "orrery/transport/channel.hpp"

namespace orrery::transport {

inline constexpr std::uint32_t least_buffer_bytes = 4 * 1024;
inline constexpr std::uint32_t greatest_message_bytes = 64U << 20;
inline constexpr std::uint32_t greatest_buffer_bytes = 1U << 30;

base::Result<ChannelOptions> normalise(const ChannelOptions& options);

}  // namespace orrery::transport
