// How long whoever closes waits for what it has sent to arrive.
#pragma once

#include <cstdint>

namespace orrery::transport {

inline constexpr std::int64_t linger_ns = 1'000'000'000;

}  // namespace orrery::transport
