// The CPU clock of a process or thread: the CPU time that it has used. A plain value. Any process of the host may read the
// clock of a process; only threads of the same process may read the clock of a thread.
#pragma once

#include <pthread.h>

#include <cstdint>

#include "orrery/base/result.hpp"

namespace orrery::base {

class CpuClock {
 public:
  // Errors: not_found if there is no such process or thread.
  static Result<CpuClock> of_process(int pid);
  static Result<CpuClock> of_thread(pthread_t thread);
  // The clock whose number() this is.
  explicit constexpr CpuClock(std::int32_t number) : number_(number) {}

  [[nodiscard]] std::int32_t number() const { return number_; }
  // Returns nanoseconds. Fails if the process or thread has ended.
  [[nodiscard]] Result<std::int64_t> read_ns() const;

 private:
  std::int32_t number_;
};

}  // namespace orrery::base
