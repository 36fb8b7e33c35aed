#include "orrery/base/histogram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace orrery::base {

std::size_t Histogram::index_of(std::uint64_t value) {
  constexpr std::uint64_t linear = std::uint64_t{1} << sub_bits;
  if (value < linear) return value;
  const auto shift = static_cast<unsigned>(std::bit_width(value)) - 1 - sub_bits;
  return ((std::size_t{shift} + 1) << sub_bits) + ((value >> shift) - linear);
}

std::uint64_t Histogram::lowest(std::size_t index) {
  constexpr std::size_t linear = std::size_t{1} << sub_bits;
  if (index < linear) return index;
  const std::size_t shift = (index >> sub_bits) - 1;
  return (linear + (index & (linear - 1))) << shift;
}

std::uint64_t Histogram::highest(std::size_t index) {
  return index + 1 < bucket_count ? lowest(index + 1) - 1 : ~std::uint64_t{0};
}

void Histogram::record(std::uint64_t value, std::uint64_t times) {
  if (times == 0) return;
  counts_[index_of(value)] += times;
  count_ += times;
  min_ = std::min(min_, value);
  max_ = std::max(max_, value);
  sum_ += static_cast<double>(value) * static_cast<double>(times);
}

void Histogram::merge(const Histogram& other) {
  for (std::size_t i = 0; i < bucket_count; ++i) counts_[i] += other.counts_[i];
  count_ += other.count_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
  sum_ += other.sum_;
}

void Histogram::clear() {
  counts_.fill(0);
  count_ = 0;
  min_ = ~std::uint64_t{0};
  max_ = 0;
  sum_ = 0;
}

double Histogram::mean() const { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }

std::uint64_t Histogram::quantile(double fraction) const {
  if (count_ == 0) return 0;
  const double wanted = std::ceil(std::clamp(fraction, 0.0, 1.0) * static_cast<double>(count_));
  const std::uint64_t rank = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(wanted));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < bucket_count; ++i) {
    seen += counts_[i];
    if (seen >= rank) return std::clamp(highest(i), min_, max_);
  }
  return max_;
}

void Histogram::for_each(const Visitor& visit) const {
  for (std::size_t i = 0; i < bucket_count; ++i) {
    if (counts_[i] != 0) visit(lowest(i), highest(i), counts_[i]);
  }
}

}  // namespace orrery::base
