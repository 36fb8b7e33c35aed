// Random numbers that are the same on every platform, for ever: a seed replays a run.
//
// A Random is one stream, chosen by (seed, stream): give each entity or process its own, and the
// order in which they draw does not matter. xoshiro256** seeded by splitmix64; distributions are
// our own, since those of std:: differ between libraries. Those that need log, exp or sqrt rely on
// correctly rounded sqrt and on the C library's log and exp: equal wherever that is the same. Not
// thread safe; copies continue alike.
#pragma once

#include <array>
#include <cstdint>

namespace orrery::base {

// One step of splitmix64: a fine mixer of seeds and of keys.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

  std::uint64_t bits() {
    const std::uint64_t result = rotl(s_[1] * 5, 7) * 9;
    const std::uint64_t t = s_[1] << 17;
    s_[2] ^= s_[0];
    s_[3] ^= s_[1];
    s_[1] ^= s_[2];
    s_[0] ^= s_[3];
    s_[2] ^= t;
    s_[3] = rotl(s_[3], 45);
    return result;
  }
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }  // [0, 1)
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  std::uint64_t below(std::uint64_t bound);  // [0, bound), without bias; bound > 0
  bool chance(double probability) { return uniform() < probability; }

  double exponential(double mean);
  double normal(double mean, double deviation);
  double gamma(double shape, double scale);  // shape > 0; mean = shape * scale
  std::uint64_t geometric(double p);         // failures before the first success; 0 < p <= 1
  std::uint64_t binomial(std::uint64_t trials, double p);
  std::uint64_t poisson(double mean);

  // The state, to be stored with a migrating entity.
  [[nodiscard]] const std::array<std::uint64_t, 4>& state() const { return s_; }
  static Random restore(const std::array<std::uint64_t, 4>& state);

 private:
  Random() = default;
  static constexpr std::uint64_t rotl(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

  std::array<std::uint64_t, 4> s_{};
};

}  // namespace orrery::base
