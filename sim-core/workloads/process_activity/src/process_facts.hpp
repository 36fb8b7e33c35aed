// What the kernel tells of a process: its CPU time and its memory by kind.
#pragma once

#include <cstdint>
#include <string>

#include "orrery/base/result.hpp"

namespace orrery::workloads::process_activity {

// CPU time used so far by another process: what a resource manager reads each step.
base::Result<std::int64_t> cpu_time_ns(int pid);

// Resident memory, as /proc/PID/smaps counts it.
struct Memory {
  std::uint64_t code_bytes = 0;  // executable pages, of the program and its libraries
  std::uint64_t data_bytes = 0;  // the rest: data, heap, stacks, rings
  std::uint64_t private_bytes = 0;
  std::uint64_t shared_bytes = 0;        // with any other process
  std::uint64_t proportional_bytes = 0;  // shared pages divided by those that share them
};
base::Result<Memory> memory_of(int pid);
// The same from the text of such a file.
Memory memory_in(const std::string& smaps);

}  // namespace orrery::workloads::process_activity
