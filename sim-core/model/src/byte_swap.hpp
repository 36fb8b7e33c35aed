// Copies numbers with their bytes reversed, as fast as memory allows. On x86-64 it uses the widest shuffle that the machine
// has, found out at run time, because a release is built for any x86-64. On other machines it uses the compiler's code for
// the loop.
#pragma once

#include <cstddef>

namespace orrery::model {

// Copy `count` numbers of 4 or 8 bytes. The areas must not overlap; no alignment is needed.
void copy_swapped4(std::byte* to, const std::byte* from, std::size_t count);
void copy_swapped8(std::byte* to, const std::byte* from, std::size_t count);

}  // namespace orrery::model
