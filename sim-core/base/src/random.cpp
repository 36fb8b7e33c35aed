#include "orrery/base/random.hpp"

#include <cmath>

namespace orrery::base {
namespace {

__extension__ using Wide = unsigned __int128;

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream) {
  // Both numbers are mixed before they meet, so that neighbouring streams of neighbouring seeds
  // never coincide.
  std::uint64_t x = mix64(seed) ^ mix64(mix64(stream) + 0x632be59bd9b4e019U);
  for (auto& word : s_) {
    word = mix64(x);
    x += 0x9e3779b97f4a7c15U;
  }
}

Random Random::restore(const std::array<std::uint64_t, 4>& state) {
  Random random;
  random.s_ = state;
  return random;
}

std::uint64_t Random::below(std::uint64_t bound) {
  // Lemire: multiply, and reject the few products that would favour some results.
  Wide product = static_cast<Wide>(bits()) * bound;
  auto low = static_cast<std::uint64_t>(product);
  if (low < bound) {
    const std::uint64_t threshold = (0 - bound) % bound;
    while (low < threshold) {
      product = static_cast<Wide>(bits()) * bound;
      low = static_cast<std::uint64_t>(product);
    }
  }
  return static_cast<std::uint64_t>(product >> 64);
}

double Random::exponential(double mean) { return -mean * std::log(1.0 - uniform()); }

double Random::normal(double mean, double deviation) {
  // Marsaglia's polar method. Its second value is thrown away: the state stays four words.
  for (;;) {
    const double x = uniform(-1.0, 1.0);
    const double y = uniform(-1.0, 1.0);
    const double r = x * x + y * y;
    if (r >= 1.0 || r == 0.0) continue;
    return mean + deviation * x * std::sqrt(-2.0 * std::log(r) / r);
  }
}

double Random::gamma(double shape, double scale) {
  // Marsaglia and Tsang 2000; a shape below one is drawn one higher and shrunk.
  if (shape < 1.0) {
    const double u = 1.0 - uniform();
    return gamma(shape + 1.0, scale) * std::exp(std::log(u) / shape);
  }
  const double d = shape - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  for (;;) {
    const double x = normal(0.0, 1.0);
    const double t = 1.0 + c * x;
    if (t <= 0.0) continue;
    const double v = t * t * t;
    const double u = 1.0 - uniform();
    if (std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v * scale;
  }
}

std::uint64_t Random::geometric(double p) {
  if (p >= 1.0) return 0;
  return static_cast<std::uint64_t>(std::floor(std::log(1.0 - uniform()) / std::log1p(-p)));
}

std::uint64_t Random::binomial(std::uint64_t trials, double p) {
  if (p <= 0.0 || trials == 0) return 0;
  if (p >= 1.0) return trials;
  // Halve large problems at a random median (Relles; Devroye X.4.3): exact, and logarithmic in the
  // trials.
  std::uint64_t successes = 0;
  while (trials > 40) {
    const std::uint64_t a = trials / 2 + 1;
    const std::uint64_t b = trials + 1 - a;
    const double ga = gamma(static_cast<double>(a), 1.0);
    const double gb = gamma(static_cast<double>(b), 1.0);
    const double median = ga / (ga + gb);
    if (median <= p) {
      successes += a;
      trials = b - 1;
      p = (p - median) / (1.0 - median);
    } else {
      trials = a - 1;
      p = p / median;
    }
  }
  for (std::uint64_t i = 0; i < trials; ++i) successes += chance(p) ? 1U : 0U;
  return successes;
}

std::uint64_t Random::poisson(double mean) {
  // Ahrens and Dieter 1974: step over many arrivals at once by a gamma variate, then count the rest
  // one by one.
  std::uint64_t arrivals = 0;
  while (mean > 24.0) {
    const auto leap = static_cast<std::uint64_t>(mean * 0.875);
    const double time = gamma(static_cast<double>(leap), 1.0);
    if (time > mean) return arrivals + binomial(leap - 1, mean / time);
    arrivals += leap;
    mean -= time;
  }
  double time = exponential(1.0);
  while (time <= mean) {
    ++arrivals;
    time += exponential(1.0);
  }
  return arrivals;
}

}  // namespace orrery::base
