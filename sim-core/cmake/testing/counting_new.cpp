// Global operators new and delete of the test program that count, and are the usual ones besides. In a file of their own, so
// that no compiler sees through them.
#include "counting_new.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> allocations{0};

void* counted(std::size_t bytes) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  void* const memory = std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* counted(std::size_t bytes, std::align_val_t alignment) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  const auto unit = static_cast<std::size_t>(alignment);
  void* const memory = std::aligned_alloc(unit, (bytes + unit - 1) / unit * unit);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

namespace orrery::testing {

std::uint64_t allocations_so_far() { return allocations.load(); }

}  // namespace orrery::testing

void* operator new(std::size_t bytes) { return counted(bytes); }
void* operator new[](std::size_t bytes) { return counted(bytes); }
void* operator new(std::size_t bytes, std::align_val_t to) { return counted(bytes, to); }
void* operator new[](std::size_t bytes, std::align_val_t to) { return counted(bytes, to); }
// std::stable_sort asks in this way.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return std::malloc(bytes == 0 ? 1 : bytes);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
