// Small services of the operating system for processes and threads. Every failure is returned, with
// what was asked for.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "orrery/base/result.hpp"

namespace orrery::base {

// The calling process gets `signal` when its parent dies (Linux: when the thread that forked it
// ends). Call first thing after fork with the parent's pid as known before it: a parent that has
// died already is an error too (closed).
Status die_with_parent(int parent_pid, int signal);

// Name of the calling thread as shown by ps and top; cut to 15 bytes.
Status set_thread_name(std::string_view name);

// Binds the calling thread to the given cores.
Status pin_to_cores(std::span<const int> cores);

enum class SchedulingClass : std::uint8_t { other, round_robin, fifo };
// Of the calling thread; priority 1..99 for the real-time classes, ignored for `other`.
// no_permission where the machine does not allow it.
Status set_scheduling(SchedulingClass scheduling, int priority);
Status set_nice(int nice);

// Raises the soft limit of open files towards `wanted`; the limit that then holds.
Result<std::uint64_t> raise_open_files_limit(std::uint64_t wanted);

// A value that this process does not share with any other that lived on this host (pid and start
// time).
Result<std::uint64_t> process_key();

struct ResourceUsage {
  std::int64_t elapsed_ns = 0;  // since the process or thread began; 0 for children
  std::int64_t user_cpu_ns = 0;
  std::int64_t system_cpu_ns = 0;
  std::int64_t minor_faults = 0;
  std::int64_t major_faults = 0;
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
  std::int64_t block_reads = 0;
  std::int64_t block_writes = 0;
  std::int64_t signals = 0;
  std::int64_t peak_memory_bytes = 0;

  // What was used after `earlier` was read; the peak of memory is of the whole life.
  [[nodiscard]] ResourceUsage since(const ResourceUsage& earlier) const;
};
ResourceUsage process_usage();
ResourceUsage thread_usage();
ResourceUsage children_usage();  // those that have been waited for

}  // namespace orrery::base
