// Work that costs a known amount of CPU: the payload of update functions and event handlers.
//
// Calibrated in CPU time of the thread, not in wall time, so that a busy machine does not make the
// work shorter: what is asked for is instructions, what it takes on a shared core is another
// matter, and is measured. Calibrate once per process on the core class that will do the work;
// immutable afterwards, safe for any thread.
#pragma once

#include <cstdint>

namespace orrery::base {

class CpuWork {
 public:
  // About 30 ms.
  static CpuWork calibrate();

  // Burns about `cpu_ns` of CPU time; returns a value that depends on all of the work.
  std::uint64_t burn(std::int64_t cpu_ns) const;
  // The same amount of work on every machine: for CPU ratings.
  static std::uint64_t burn_iterations(std::uint64_t iterations);

  [[nodiscard]] double iterations_per_ns() const { return iterations_per_ns_; }

 private:
  double iterations_per_ns_ = 1;
};

}  // namespace orrery::base
