// Memory for what is large and touched at random: aligned to huge pages and asked to be made of them (madvise), since an
// event's cost at a million pending events is mostly that of finding pages. Small pieces come from the usual heap. Where
// the system has no huge pages it works all the same.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace orrery::pdes {

inline constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;

// Aligned to 4 KiB and to `alignment` at least, to a huge page from half of one on. Throws std::bad_alloc. Given back with
// the same numbers.
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
