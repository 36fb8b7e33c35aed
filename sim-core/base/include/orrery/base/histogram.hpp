// A histogram of non-negative integers (nanoseconds, bytes) with bounded relative error and fixed
// memory.
//
// Log-linear buckets: values below 512 are exact, above that an interval is at most 1/256 of its
// value wide (0.4 %). The whole range of 64 bits fits in 14,592 counters (117 kB). Recording is two
// shifts and an increment. Not thread safe: one per thread, then merge().
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "orrery/base/log_linear.hpp"

namespace orrery::base {

class Histogram {
 public:
  void record(std::uint64_t value) { record(value, 1); }
  void record(std::uint64_t value, std::uint64_t times);
  void merge(const Histogram& other);
  void clear();

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t min() const { return count_ == 0 ? 0 : min_; }  // exact
  [[nodiscard]] std::uint64_t max() const { return max_; }                    // exact
  [[nodiscard]] double mean() const;
  // The least recorded value such that `fraction` (0 to 1) of all are at most it, to the bucket's
  // precision.
  [[nodiscard]] std::uint64_t quantile(double fraction) const;

  // Non-empty buckets in order: lowest value, highest value, count.
  using Visitor = std::function<void(std::uint64_t, std::uint64_t, std::uint64_t)>;
  void for_each(const Visitor& visit) const;

 private:
  using Buckets = LogLinear<8>;  // 256 buckets per power of two
  static constexpr std::size_t bucket_count = Buckets::count(64);

  std::array<std::uint64_t, bucket_count> counts_{};
  std::uint64_t count_ = 0;
  std::uint64_t min_ = ~std::uint64_t{0};
  std::uint64_t max_ = 0;
  double sum_ = 0;
};

}  // namespace orrery::base
