#include "orrery/base/histogram.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "orrery/base/random.hpp"

namespace orrery::base {
namespace {

TEST(Histogram, EmptyIsZero) {
  const Histogram h;
  EXPECT_EQ(h.count(), 0U);
  EXPECT_EQ(h.min(), 0U);
  EXPECT_EQ(h.max(), 0U);
  EXPECT_EQ(h.mean(), 0.0);
  EXPECT_EQ(h.quantile(0.5), 0U);
}

TEST(Histogram, HoldsTheWholeRange) {
  Histogram h;
  for (const std::uint64_t v : {std::uint64_t{0}, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    h.record(v);
  }
  EXPECT_EQ(h.count(), 3U);
  EXPECT_EQ(h.min(), 0U);
  EXPECT_EQ(h.max(), ~std::uint64_t{0});
  EXPECT_EQ(h.quantile(1.0), ~std::uint64_t{0});
}

TEST(Histogram, QuantilesAreWithinTheBucketOfTheSortedOracle) {
  Random random(42);
  for (int shape = 0; shape < 20; ++shape) {
    Histogram h;
    std::vector<std::uint64_t> all;
    const double scale = std::pow(10.0, random.uniform(0.0, 12.0));
    for (int i = 0; i < 3000; ++i) {
      all.push_back(static_cast<std::uint64_t>(random.exponential(scale)));
      h.record(all.back());
    }
    std::ranges::sort(all);
    EXPECT_EQ(h.min(), all.front());
    EXPECT_EQ(h.max(), all.back());
    for (const double q : {0.0, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1.0}) {
      const auto rank =
          static_cast<std::size_t>(std::max(1.0, std::ceil(q * static_cast<double>(all.size()))));
      const double exact = static_cast<double>(all[rank - 1]);
      const double got = static_cast<double>(h.quantile(q));
      EXPECT_GE(got, exact);
      EXPECT_LE(got, exact + exact / 256.0) << "q " << q << " scale " << scale;
    }
  }
}

// Times of a millisecond are shown with three digits.
TEST(Histogram, BucketsAreNarrowerThanHalfAPercent) {
  Histogram h;
  for (std::uint64_t value = 1; value < (std::uint64_t{1} << 62); value += value / 100 + 1) {
    h.record(value);
  }
  h.for_each([](std::uint64_t low, std::uint64_t high, std::uint64_t) {
    const double width = static_cast<double>(high - low);
    EXPECT_LT(width, 0.005 * static_cast<double>(low) + 1) << low;
  });
}

TEST(Histogram, ClearForgetsEverything) {
  Histogram h;
  h.record(7, 3);
  h.record(1'000'000);
  h.clear();
  EXPECT_EQ(h.count(), 0U);
  EXPECT_EQ(h.quantile(1.0), 0U);
  h.record(9);
  EXPECT_EQ(h.min(), 9U);
  EXPECT_EQ(h.max(), 9U);
  EXPECT_EQ(h.mean(), 9.0);
}

TEST(Histogram, BucketsCoverEveryValueOnce) {
  Random random(7);
  Histogram h;
  std::vector<std::uint64_t> all;
  for (int i = 0; i < 5000; ++i) {
    all.push_back(random.bits() >> random.below(64));
    h.record(all.back());
  }
  std::uint64_t seen = 0;
  std::uint64_t last_high = 0;
  bool first = true;
  h.for_each([&](std::uint64_t low, std::uint64_t high, std::uint64_t count) {
    EXPECT_LE(low, high);
    EXPECT_TRUE(first || low > last_high);
    first = false;
    last_high = high;
    const auto inside =
        std::ranges::count_if(all, [&](std::uint64_t v) { return v >= low && v <= high; });
    EXPECT_EQ(static_cast<std::uint64_t>(inside), count);
    seen += count;
  });
  EXPECT_EQ(seen, all.size());
}

TEST(Histogram, MergeIsTheSameAsRecordingTogether) {
  Random random(9);
  Histogram left;
  Histogram right;
  Histogram both;
  for (int i = 0; i < 4000; ++i) {
    const std::uint64_t v = random.below(1'000'000);
    (i % 3 == 0 ? left : right).record(v);
    both.record(v);
  }
  left.merge(right);
  EXPECT_EQ(left.count(), both.count());
  EXPECT_EQ(left.min(), both.min());
  EXPECT_EQ(left.max(), both.max());
  EXPECT_DOUBLE_EQ(left.mean(), both.mean());
  for (int percent = 0; percent <= 100; ++percent) {
    EXPECT_EQ(left.quantile(percent / 100.0), both.quantile(percent / 100.0));
  }
}

}  // namespace
}  // namespace orrery::base
