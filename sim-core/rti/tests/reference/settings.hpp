// How many histories a test plays.
#pragma once

#include <cstdint>

namespace orrery::rti::testing {

// A build plays the standard number of histories divided by `one_in`. Sanitizers make a history several times as slow, and
// a part of the histories shows them what all would show. Under ThreadSanitizer, histories are among threads alone.
#if defined(__SANITIZE_THREAD__)
inline constexpr std::uint64_t one_in = 3;
#elif defined(__SANITIZE_ADDRESS__)
inline constexpr std::uint64_t one_in = 5;
#else
inline constexpr std::uint64_t one_in = 1;
#endif

// Returns the number in the environment variable `name`, or `otherwise` if it is not set.
std::uint64_t setting(const char* name, std::uint64_t otherwise);

}  // namespace orrery::rti::testing
