#include "orrery/base/cpu_clock.hpp"

#include <cerrno>
#include <ctime>
#include <string>

namespace orrery::base {

Result<CpuClock> CpuClock::of_process(int pid) {
  clockid_t clock = 0;
  if (const int error = ::clock_getcpuclockid(pid, &clock); error != 0) {
    return error_from_errno("finding the CPU clock of process " + std::to_string(pid), error);
  }
  return CpuClock(clock);
}

Result<CpuClock> CpuClock::of_thread(pthread_t thread) {
  clockid_t clock = 0;
  if (const int error = ::pthread_getcpuclockid(thread, &clock); error != 0) {
    return error_from_errno("finding the CPU clock of a thread", error);
  }
  return CpuClock(clock);
}

Result<std::int64_t> CpuClock::read_ns() const {
  timespec time{};
  if (::clock_gettime(number_, &time) != 0) {
    return error_from_errno("reading the CPU clock " + std::to_string(number_), errno);
  }
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace orrery::base
