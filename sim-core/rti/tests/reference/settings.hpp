// How many histories a test plays.
#pragma once

#include <cstdint>

namespace orrery::rti::testing {

// A build plays one in so many of the standard histories. Sanitizers make a history several times as slow, and find in some
// histories what all would show them: the calls of one node are in one thread.
#if defined(__SANITIZE_THREAD__)
inline constexpr std::uint64_t one_in = 10;
#elif defined(__SANITIZE_ADDRESS__)
inline constexpr std::uint64_t one_in = 5;
#else
inline constexpr std::uint64_t one_in = 1;
#endif

// A number of the environment.
std::uint64_t setting(const char* name, std::uint64_t otherwise);

}  // namespace orrery::rti::testing
