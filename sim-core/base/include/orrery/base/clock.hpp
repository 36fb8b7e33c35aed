// Two clocks. Both count nanoseconds, never go back, and are not the time of day.
//
//   now_ns()    CLOCK_MONOTONIC: comparable between all processes of one host. About 20 ns a
//               reading.
//   CycleClock  the processor's cycle counter, calibrated: about 10 ns a reading. Threads and
//               processes of one host compare readings only if they share one calibration (copy
//               the clock). Falls back to now_ns() where the counter is not invariant. Immutable
//               after calibrate(): any thread may read it.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace orrery::base {

std::int64_t now_ns();          // CLOCK_MONOTONIC
std::int64_t thread_cpu_ns();   // CPU time of the calling thread
std::int64_t process_cpu_ns();  // CPU time of the calling process
std::int64_t wall_clock_ns();   // nanoseconds since the Unix epoch; for stamps shown to people only

class CycleClock {
 public:
  // Takes `calibration_ns` of wall time (20 ms give better than 10 parts per million).
  static CycleClock calibrate(std::int64_t calibration_ns = 20'000'000);
  // Reads now_ns(): for tests, and for machines whose counter is not invariant.
  static CycleClock monotonic() { return {}; }

  [[nodiscard]] std::int64_t now() const {
#if defined(__x86_64__)
    if (ns_per_tick_q32_ != 0) {
      const auto ticks = static_cast<Wide>(__rdtsc() - origin_ticks_);
      return origin_ns_ + static_cast<std::int64_t>((ticks * ns_per_tick_q32_) >> 32);
    }
#endif
    return now_ns();
  }

  [[nodiscard]] bool uses_cycle_counter() const { return ns_per_tick_q32_ != 0; }

 private:
  __extension__ using Wide = unsigned __int128;

  std::uint64_t origin_ticks_ = 0;
  std::uint64_t ns_per_tick_q32_ = 0;  // nanoseconds per tick, 32 fractional bits; 0: fall back
  std::int64_t origin_ns_ = 0;
};

// What a clock can tell apart and what asking it costs, measured here and now: stored with every
// run.
struct ClockQuality {
  double resolution_ns = 0;  // smallest step between two different readings
  double read_cost_ns = 0;   // mean time of one reading
};
ClockQuality measure_monotonic();
ClockQuality measure(const CycleClock& clock);

}  // namespace orrery::base
