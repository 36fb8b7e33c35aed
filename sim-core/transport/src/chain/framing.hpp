// Little-endian headers of chain modules.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>

namespace orrery::transport {

static_assert(std::endian::native == std::endian::little,
              "headers are written as they lie in memory");

template <class T>
void put(std::byte* at, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::memcpy(at, &value, sizeof value);
}

template <class T>
T get(const std::byte* at) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

constexpr std::size_t round_up_8(std::size_t bytes) { return (bytes + 7) & ~std::size_t{7}; }

}  // namespace orrery::transport
