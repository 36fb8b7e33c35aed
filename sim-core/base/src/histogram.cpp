#include "orrery/base/histogram.hpp"

#include <algorithm>
#include <cmath>

namespace orrery::base {

void Histogram::record(std::uint64_t value, std::uint64_t times) {
  if (times == 0) return;
  counts_[Buckets::index_of(value)] += times;
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
    if (seen >= rank) return std::clamp(Buckets::highest(i), min_, max_);
  }
  return max_;
}

void Histogram::for_each(const Visitor& visit) const {
  for (std::size_t i = 0; i < bucket_count; ++i) {
    if (counts_[i] != 0) visit(Buckets::lowest(i), Buckets::highest(i), counts_[i]);
  }
}

}  // namespace orrery::base
