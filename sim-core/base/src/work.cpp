#include "orrery/base/work.hpp"

#include <algorithm>

#include "orrery/base/clock.hpp"

namespace orrery::base {

std::uint64_t CpuWork::burn_iterations(std::uint64_t iterations) {
  std::uint64_t x = 0x2545f4914f6cdd1dU;
  for (std::uint64_t i = 0; i < iterations; ++i) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    asm volatile(
        ""
        : "+r"(x));  // the same chain of dependent instructions whatever the compiler knows
  }
  return x;
}

CpuWork CpuWork::calibrate() {
  constexpr std::int64_t sample_ns = 3'000'000;
  std::uint64_t iterations = 100'000;
  double best = 0;
  // The fastest of several samples is the least disturbed one (a sibling thread, an interrupt, a
  // cold clock).
  for (int samples = 0; samples < 7;) {
    const std::int64_t before = thread_cpu_ns();
    burn_iterations(iterations);
    const std::int64_t took = std::max<std::int64_t>(1, thread_cpu_ns() - before);
    if (took < sample_ns) {
      iterations *= 2;
      continue;
    }
    best = std::max(best, static_cast<double>(iterations) / static_cast<double>(took));
    ++samples;
  }
  CpuWork work;
  work.iterations_per_ns_ = best;
  return work;
}

std::uint64_t CpuWork::burn(std::int64_t cpu_ns) const {
  if (cpu_ns <= 0) return 0;
  return burn_iterations(
      static_cast<std::uint64_t>(static_cast<double>(cpu_ns) * iterations_per_ns_));
}

}  // namespace orrery::base
