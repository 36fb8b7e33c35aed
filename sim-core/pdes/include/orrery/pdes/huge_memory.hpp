// Memory for large data with random access: aligned to huge pages, and advised to use them (madvise). With a million
// pending events, most of an event's cost is the translation of addresses. Small allocations come from the usual heap.
// Without huge pages in the system everything works, but slower.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace orrery::pdes {

inline constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;

// Allocates `bytes`, aligned to at least 4 KiB and `alignment`; to a huge page if `bytes` is at least half of one. Throws
// std::bad_alloc. give_pages_back() needs the same `bytes` and `alignment`.
void* take_pages(std::size_t bytes, std::size_t alignment = 1);
void give_pages_back(void* memory, std::size_t bytes, std::size_t alignment = 1);

template <class T>
struct HugeAllocator {
  using value_type = T;

  HugeAllocator() = default;
  template <class U>
  HugeAllocator(const HugeAllocator<U>&) {
  }  // NOLINT(google-explicit-constructor): allocators convert

  T* allocate(std::size_t count) {
    static_assert(alignof(T) <= 4096);
    const std::size_t bytes = count * sizeof(T);
    if (bytes < least_bytes) return static_cast<T*>(::operator new(bytes, alignment));
    return static_cast<T*>(take_pages(bytes));
  }
  void deallocate(T* memory, std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (bytes < least_bytes) return ::operator delete(memory, alignment);
    give_pages_back(memory, bytes);
  }
  bool operator==(const HugeAllocator&) const { return true; }

 private:
  static constexpr std::size_t least_bytes = huge_page_bytes / 2;
  static constexpr std::align_val_t alignment{alignof(T) < 64 ? 64 : alignof(T)};
};

template <class T>
using HugeVector = std::vector<T, HugeAllocator<T>>;

}  // namespace orrery::pdes
