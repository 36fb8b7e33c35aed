// Copies of numbers with their bytes turned round, as fast as memory gives them: by the widest shuffle that the machine has,
// found out once (a release is built for any x86-64), on other machines by what the compiler makes of the loop.
#pragma once

#include <cstddef>

namespace orrery::model {

// The areas may not overlap; no alignment is needed.
void copy_swapped4(std::byte* to, const std::byte* from, std::size_t count);
void copy_swapped8(std::byte* to, const std::byte* from, std::size_t count);

}  // namespace orrery::model
