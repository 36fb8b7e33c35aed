#include "orrery/base/process.hpp"

#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "orrery/base/random.hpp"

namespace orrery::base {

Status die_with_parent(int parent_pid, int signal) {
  if (::prctl(PR_SET_PDEATHSIG, signal) != 0) {
    return error_from_errno("asking for a signal at the parent's death", errno);
  }
  if (::getppid() != parent_pid) {
    return Error{ErrorCode::closed,
                 "the parent process " + std::to_string(parent_pid) + " has died"};
  }
  return {};
}

Status set_thread_name(std::string_view name) {
  const std::string cut(name.substr(0, 15));
  if (const int error = ::pthread_setname_np(::pthread_self(), cut.c_str()); error != 0) {
    return error_from_errno("naming the thread '" + cut + "'", error);
  }
  return {};
}

Status pin_to_cores(std::span<const int> cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::string listed;
  for (const int core : cores) {
    if (core < 0 || core >= CPU_SETSIZE) {
      return Error{ErrorCode::invalid_argument, "core " + std::to_string(core) + " does not exist"};
    }
    CPU_SET(static_cast<std::size_t>(core), &set);
    listed += (listed.empty() ? "" : ",") + std::to_string(core);
  }
  if (::sched_setaffinity(0, sizeof set, &set) != 0) {
    return error_from_errno("binding the thread to cores [" + listed + "]", errno);
  }
  return {};
}

Status set_scheduling(SchedulingClass scheduling, int priority) {
  int policy = SCHED_OTHER;
  const char* name = "other";
  if (scheduling == SchedulingClass::round_robin) {
    policy = SCHED_RR;
    name = "round_robin";
  } else if (scheduling == SchedulingClass::fifo) {
    policy = SCHED_FIFO;
    name = "fifo";
  }
  const sched_param param{.sched_priority = policy == SCHED_OTHER ? 0 : priority};
  if (::sched_setscheduler(0, policy, &param) != 0) {
    return error_from_errno("setting scheduling class " + std::string(name) + ", priority " +
                                std::to_string(param.sched_priority),
                            errno);
  }
  return {};
}

Status set_nice(int nice) {
  if (::setpriority(PRIO_PROCESS, 0, nice) != 0) {
    return error_from_errno("setting nice " + std::to_string(nice), errno);
  }
  return {};
}

Result<std::uint64_t> raise_open_files_limit(std::uint64_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
    return error_from_errno("reading the limit of open files", errno);
  }
  if (limit.rlim_cur < wanted) {
    limit.rlim_cur = std::min<rlim_t>(wanted, limit.rlim_max);
    if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) {
      return error_from_errno("raising the limit of open files to " + std::to_string(wanted),
                              errno);
    }
  }
  return static_cast<std::uint64_t>(limit.rlim_cur);
}

namespace {

// When a process or thread began, in clock ticks since the machine did, from its line in /proc. Its name, second and in
// parentheses, may contain anything; the time is the 20th field after it.
std::optional<std::uint64_t> start_ticks(const std::string& stat_line) {
  const std::size_t name_end = stat_line.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream rest(stat_line.substr(name_end + 1));
  std::string field;
  for (int i = 0; i < 20; ++i) rest >> field;
  std::uint64_t start = 0;
  if (!(std::istringstream(field) >> start)) return std::nullopt;
  return start;
}

}  // namespace

Result<std::uint64_t> process_key() {
  std::ifstream file("/proc/self/stat");
  std::string line;
  const std::optional<std::uint64_t> start =
      std::getline(file, line) ? start_ticks(line) : std::nullopt;
  if (!start) return Error{ErrorCode::io, "reading /proc/self/stat failed"};
  std::uint64_t pid = 0;
  std::istringstream(line) >> pid;
  return mix64(mix64(pid) + *start);
}

namespace {

// Since a process or thread began, to a hundredth of a second; 0 if its file cannot be read.
std::int64_t age_ns(const char* stat_file) {
  std::ifstream file(stat_file);
  std::string line;
  if (!std::getline(file, line)) return 0;
  const std::optional<std::uint64_t> start = start_ticks(line);
  if (!start) return 0;
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  const std::int64_t ticks_a_second = ::sysconf(_SC_CLK_TCK);
  const std::int64_t began = static_cast<std::int64_t>(*start) * (1'000'000'000 / ticks_a_second);
  return std::max<std::int64_t>(0, now.tv_sec * 1'000'000'000 + now.tv_nsec - began);
}

ResourceUsage usage_of(int who, const char* stat_file) {
  rusage r{};
  ::getrusage(who, &r);
  const auto ns = [](const timeval& t) {
    return t.tv_sec * std::int64_t{1'000'000'000} + t.tv_usec * std::int64_t{1'000};
  };
  return {.elapsed_ns = stat_file == nullptr ? 0 : age_ns(stat_file),
          .user_cpu_ns = ns(r.ru_utime),
          .system_cpu_ns = ns(r.ru_stime),
          .minor_faults = r.ru_minflt,
          .major_faults = r.ru_majflt,
          .voluntary_switches = r.ru_nvcsw,
          .involuntary_switches = r.ru_nivcsw,
          .block_reads = r.ru_inblock,
          .block_writes = r.ru_oublock,
          .signals = r.ru_nsignals,
          .peak_memory_bytes = r.ru_maxrss * std::int64_t{1024}};
}

}  // namespace

ResourceUsage ResourceUsage::since(const ResourceUsage& earlier) const {
  return {.elapsed_ns = elapsed_ns - earlier.elapsed_ns,
          .user_cpu_ns = user_cpu_ns - earlier.user_cpu_ns,
          .system_cpu_ns = system_cpu_ns - earlier.system_cpu_ns,
          .minor_faults = minor_faults - earlier.minor_faults,
          .major_faults = major_faults - earlier.major_faults,
          .voluntary_switches = voluntary_switches - earlier.voluntary_switches,
          .involuntary_switches = involuntary_switches - earlier.involuntary_switches,
          .block_reads = block_reads - earlier.block_reads,
          .block_writes = block_writes - earlier.block_writes,
          .signals = signals - earlier.signals,
          .peak_memory_bytes = peak_memory_bytes};
}

ResourceUsage process_usage() { return usage_of(RUSAGE_SELF, "/proc/self/stat"); }
ResourceUsage thread_usage() { return usage_of(RUSAGE_THREAD, "/proc/thread-self/stat"); }
ResourceUsage children_usage() { return usage_of(RUSAGE_CHILDREN, nullptr); }

}  // namespace orrery::base
