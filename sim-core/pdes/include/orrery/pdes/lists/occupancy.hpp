// Marks the buckets of a ring that hold events: one bit for each bucket, and one bit for each word of bits. So the next
// marked bucket is found in a few instructions, also if the ring is sparse. The number of buckets is a power of two, at
// least 64.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery::pdes {

class Occupancy {
 public:
  void resize(std::size_t buckets) {
    words_.assign(buckets / 64, 0);
    summary_.assign((words_.size() + 63) / 64, 0);
  }
  void set(std::size_t bucket) {
    words_[bucket / 64] |= bit(bucket);
    summary_[bucket / 4096] |= bit(bucket / 64);
  }
  void clear(std::size_t bucket) {
    words_[bucket / 64] &= ~bit(bucket);
    if (words_[bucket / 64] == 0) summary_[bucket / 4096] &= ~bit(bucket / 64);
  }

  // Returns the first set bucket at or after `from`, wrapping around. At least one must be set.
  [[nodiscard]] std::size_t next(std::size_t from) const {
    const std::uint64_t rest = words_[from / 64] & (~std::uint64_t{0} << (from % 64));
    if (rest != 0) return from / 64 * 64 + count_zeros(rest);
    std::size_t word = from / 64 + 1;
    if (word == words_.size()) word = 0;
    std::size_t group = word / 64;
    std::uint64_t groups = summary_[group] & (~std::uint64_t{0} << (word % 64));
    while (groups == 0) {
      group = group + 1 == summary_.size() ? 0 : group + 1;
      groups = summary_[group];
    }
    word = group * 64 + count_zeros(groups);
    return word * 64 + count_zeros(words_[word]);
  }

 private:
  static std::uint64_t bit(std::size_t at) { return std::uint64_t{1} << (at % 64); }
  static std::size_t count_zeros(std::uint64_t bits) {
    return static_cast<std::size_t>(std::countr_zero(bits));
  }

  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> summary_;
};

}  // namespace orrery::pdes
