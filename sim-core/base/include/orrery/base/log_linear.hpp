// Buckets of non-negative integers: exact below 2^(sub_bits + 1), above that one is at most 1/2^sub_bits of its value wide.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace orrery::base {

template <unsigned sub_bits>
struct LogLinear {
  static constexpr std::size_t linear = std::size_t{1} << sub_bits;

  // Buckets of the values below 2^bits.
  static constexpr std::size_t count(unsigned bits) {
    return std::size_t{bits - sub_bits + 1} << sub_bits;
  }

  static constexpr std::size_t index_of(std::uint64_t value) {
    if (value < linear) return value;
    const auto shift = static_cast<unsigned>(std::bit_width(value)) - 1 - sub_bits;
    return ((std::size_t{shift} + 1) << sub_bits) + ((value >> shift) - linear);
  }
  // The least value of a bucket; of the one after the last of 64 bits it is 0.
  static constexpr std::uint64_t lowest(std::size_t index) {
    if (index < linear) return index;
    const std::size_t shift = (index >> sub_bits) - 1;
    return (linear + (index & (linear - 1))) << shift;
  }
  static constexpr std::uint64_t highest(std::size_t index) { return lowest(index + 1) - 1; }
};

}  // namespace orrery::base
