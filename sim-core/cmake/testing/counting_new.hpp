// How often this program has asked the heap for memory, all threads together.
#pragma once

#include <cstdint>

namespace orrery::testing {

std::uint64_t allocations_so_far();

}  // namespace orrery::testing
