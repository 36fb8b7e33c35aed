#include "orrery/base/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>

namespace orrery::base {
namespace {

// The published test vector of splitmix64 from seed 1234567, whose steps mix64 takes.
TEST(Random, MixIsSplitmix64) {
  EXPECT_EQ(mix64(1234567), 6457827717110365317U);
  EXPECT_EQ(mix64(1234567 + 0x9e3779b97f4a7c15U), 3203168211198807973U);
}

// xoshiro256** from the state 1, 2, 3, 4: the reference implementation's first outputs.
TEST(Random, GeneratorIsXoshiro256StarStar) {
  Random random = Random::restore({1, 2, 3, 4});
  for (const std::uint64_t expected :
       {std::uint64_t{11520}, std::uint64_t{0}, std::uint64_t{1509978240},
        std::uint64_t{1215971899390074240U}, std::uint64_t{1216172134540287360U}}) {
    EXPECT_EQ(random.bits(), expected);
  }
}

TEST(Random, StreamsAreReproducibleAndDiffer) {
  std::set<std::uint64_t> firsts;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (std::uint64_t stream = 0; stream < 40; ++stream) {
      Random a(seed, stream);
      Random b(seed, stream);
      const std::uint64_t first = a.bits();
      EXPECT_EQ(first, b.bits());
      firsts.insert(first);
    }
  }
  EXPECT_EQ(firsts.size(), 1600U);
}

TEST(Random, StateCarriesOn) {
  Random a(3, 1);
  for (int i = 0; i < 100; ++i) a.bits();
  Random b = Random::restore(a.state());
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.bits(), b.bits());
}

TEST(Random, BelowIsEvenAndInside) {
  Random random(5);
  std::array<int, 7> seen{};
  constexpr int draws = 70'000;
  for (int i = 0; i < draws; ++i) ++seen.at(random.below(7));
  // 10,000 each, deviation 93: five of those.
  for (const int count : seen) EXPECT_NEAR(count, draws / 7.0, 465);
  EXPECT_EQ(random.below(1), 0U);
}

struct Moments {
  const char* name;
  double mean;
  double variance;
  std::function<double(Random&)> draw;
};

class Distribution : public testing::TestWithParam<Moments> {};

// Sample mean and variance within five standard errors, from a fixed seed.
TEST_P(Distribution, HasItsMeanAndVariance) {
  const Moments& m = GetParam();
  Random random(2024, 17);
  constexpr int draws = 200'000;
  double sum = 0;
  double squares = 0;
  double fourths = 0;
  for (int i = 0; i < draws; ++i) {
    const double x = m.draw(random);
    const double d = x - m.mean;
    sum += x;
    squares += d * d;
    fourths += d * d * d * d;
  }
  EXPECT_NEAR(sum / draws, m.mean, 5 * std::sqrt(m.variance / draws) + 1e-12);
  const double variance = squares / draws;
  const double error = std::sqrt(std::max(0.0, fourths / draws - variance * variance) / draws);
  EXPECT_NEAR(variance, m.variance, 5 * error + 1e-12);
}

double d(std::uint64_t value) { return static_cast<double>(value); }

INSTANTIATE_TEST_SUITE_P(
    All, Distribution,
    testing::Values(
        Moments{"uniform", 0.5, 1.0 / 12, [](Random& r) { return r.uniform(); }},
        Moments{"uniform_range", 1.0, 3.0, [](Random& r) { return r.uniform(-2, 4); }},
        Moments{"exponential", 3.0, 9.0, [](Random& r) { return r.exponential(3); }},
        Moments{"normal", -1.0, 4.0, [](Random& r) { return r.normal(-1, 2); }},
        Moments{"gamma", 7.5, 3.75, [](Random& r) { return r.gamma(15, 0.5); }},
        Moments{"gamma_small", 0.8, 1.6, [](Random& r) { return r.gamma(0.4, 2); }},
        Moments{"geometric", 4.0, 20.0, [](Random& r) { return d(r.geometric(0.2)); }},
        Moments{"binomial_small", 3.0, 2.1, [](Random& r) { return d(r.binomial(10, 0.3)); }},
        Moments{"binomial_large", 300, 210, [](Random& r) { return d(r.binomial(1000, 0.3)); }},
        Moments{"poisson_small", 2.5, 2.5, [](Random& r) { return d(r.poisson(2.5)); }},
        Moments{"poisson_large", 400, 400, [](Random& r) { return d(r.poisson(400)); }}),
    [](const auto& moments) { return std::string(moments.param.name); });

TEST(Random, EdgesOfDistributions) {
  Random random(1);
  EXPECT_EQ(random.binomial(0, 0.5), 0U);
  EXPECT_EQ(random.binomial(10, 0.0), 0U);
  EXPECT_EQ(random.binomial(10, 1.0), 10U);
  EXPECT_EQ(random.geometric(1.0), 0U);
  EXPECT_EQ(random.poisson(0.0), 0U);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_LE(random.binomial(100, 0.99), 100U);
    EXPECT_GE(random.gamma(0.1, 1.0), 0.0);
  }
}

}  // namespace
}  // namespace orrery::base
