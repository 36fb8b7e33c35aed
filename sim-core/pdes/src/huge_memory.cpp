#include "orrery/pdes/huge_memory.hpp"

#include <sys/mman.h>

#include <algorithm>

namespace orrery::pdes {

namespace {

std::align_val_t alignment_of(std::size_t bytes, std::size_t alignment) {
  constexpr std::size_t page = 4096;
  const std::size_t least = bytes >= huge_page_bytes / 2 ? huge_page_bytes : page;
  return std::align_val_t{std::max(least, alignment)};
}

}  // namespace

void* take_pages(std::size_t bytes, std::size_t alignment) {
  void* const memory = ::operator new(bytes, alignment_of(bytes, alignment));
  // Only advice: if it fails, the memory is slower.
  if (bytes >= huge_page_bytes / 2) (void)::madvise(memory, bytes, MADV_HUGEPAGE);
  return memory;
}

void give_pages_back(void* memory, std::size_t bytes, std::size_t alignment) {
  ::operator delete(memory, alignment_of(bytes, alignment));
}

}  // namespace orrery::pdes
