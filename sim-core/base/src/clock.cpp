#include "orrery/base/clock.hpp"

#include <time.h>

#include <algorithm>
#include <limits>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace orrery::base {
namespace {

std::int64_t read(clockid_t id) {
  timespec t{};
  ::clock_gettime(id, &t);
  return t.tv_sec * std::int64_t{1'000'000'000} + t.tv_nsec;
}

template <class Read>
ClockQuality measure_with(Read&& read_clock) {
  constexpr int readings = 20'000;
  ClockQuality quality;
  std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
  const std::int64_t started = now_ns();
  std::int64_t last = read_clock();
  for (int i = 1; i < readings; ++i) {
    const std::int64_t next = read_clock();
    if (next > last) smallest = std::min(smallest, next - last);
    last = next;
  }
  quality.read_cost_ns = static_cast<double>(now_ns() - started) / readings;
  quality.resolution_ns = static_cast<double>(smallest);
  return quality;
}

#if defined(__x86_64__)
bool invariant_counter() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(0x80000007U, &a, &b, &c, &d) == 0) return false;
  return (d & (1U << 8)) != 0;
}

struct Instant {
  std::uint64_t ticks = 0;
  std::int64_t ns = 0;
};

// Both clocks at one instant: the tightest of several readings, so that an interruption does no
// harm.
Instant both() {
  Instant best;
  std::uint64_t tightest = ~std::uint64_t{0};
  for (int i = 0; i < 32; ++i) {
    const std::uint64_t before = __rdtsc();
    const std::int64_t ns = now_ns();
    const std::uint64_t width = __rdtsc() - before;
    if (width < tightest) {
      tightest = width;
      best = {.ticks = before + width / 2, .ns = ns};
    }
  }
  return best;
}
#endif

}  // namespace

std::int64_t now_ns() { return read(CLOCK_MONOTONIC); }
std::int64_t thread_cpu_ns() { return read(CLOCK_THREAD_CPUTIME_ID); }
std::int64_t process_cpu_ns() { return read(CLOCK_PROCESS_CPUTIME_ID); }
std::int64_t wall_clock_ns() { return read(CLOCK_REALTIME); }

CycleClock CycleClock::calibrate([[maybe_unused]] std::int64_t calibration_ns) {
  CycleClock clock;
#if defined(__x86_64__)
  if (!invariant_counter()) return clock;
  const Instant first = both();
  const timespec pause{.tv_sec = calibration_ns / 1'000'000'000,
                       .tv_nsec = calibration_ns % 1'000'000'000};
  ::nanosleep(&pause, nullptr);
  const Instant last = both();
  const std::uint64_t ticks = last.ticks - first.ticks;
  if (ticks == 0) return clock;
  const auto elapsed = static_cast<Wide>(last.ns - first.ns);
  clock.ns_per_tick_q32_ = static_cast<std::uint64_t>((elapsed << 32) / ticks);
  clock.origin_ticks_ = last.ticks;
  clock.origin_ns_ = last.ns;
#endif
  return clock;
}

ClockQuality measure_monotonic() { return measure_with(now_ns); }
ClockQuality measure(const CycleClock& clock) {
  return measure_with([&clock] { return clock.now(); });
}

}  // namespace orrery::base
