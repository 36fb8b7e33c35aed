// Memory of a process, as the kernel counts it.
#pragma once

#include <cstdint>
#include <string>

#include "orrery/base/result.hpp"

namespace orrery::workloads::process_activity {

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
