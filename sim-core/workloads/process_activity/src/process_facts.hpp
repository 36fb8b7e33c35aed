// CPU time and memory of a process, as the kernel counts them.
#pragma once

#include <cstdint>
#include <string>

#include "orrery/base/result.hpp"

namespace orrery::workloads::process_activity {

// CPU time that process `pid` has used so far. A resource manager reads it in each step.
base::Result<std::int64_t> cpu_time_ns(int pid);

// Resident memory, as /proc/PID/smaps counts it.
struct Memory {
  std::uint64_t code_bytes = 0;  // executable pages, of the program and its libraries
  std::uint64_t data_bytes = 0;  // the rest: data, heap, stacks, rings
  std::uint64_t private_bytes = 0;
  std::uint64_t shared_bytes = 0;        // with any other process
  std::uint64_t proportional_bytes = 0;  // each page divided by the number of its processes
};
base::Result<Memory> memory_of(int pid);
// Reads the text of a /proc/PID/smaps file.
Memory memory_in(const std::string& smaps);

}  // namespace orrery::workloads::process_activity
