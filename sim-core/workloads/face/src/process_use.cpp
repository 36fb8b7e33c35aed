#include "orrery/workloads/face/process_use.hpp"

#include <algorithm>
#include <utility>

namespace orrery::workloads {

contracts::ProcessUse process_use(std::string name, int pid, const base::ResourceUsage& usage) {
  // Counts of the operating system are never negative. If one were, it must not become a huge unsigned number.
  const auto count = [](std::int64_t value) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, value));
  };
  contracts::ProcessUse use;
  use.name = std::move(name);
  use.pid = pid;
  use.elapsed_us = count(usage.elapsed_ns / 1000);
  use.user_us = count(usage.user_cpu_ns / 1000);
  use.system_us = count(usage.system_cpu_ns / 1000);
  use.voluntary_switches = count(usage.voluntary_switches);
  use.involuntary_switches = count(usage.involuntary_switches);
  use.minor_faults = count(usage.minor_faults);
  use.major_faults = count(usage.major_faults);
  use.block_reads = count(usage.block_reads);
  use.block_writes = count(usage.block_writes);
  use.signals = count(usage.signals);
  use.peak_rss_bytes = count(usage.peak_memory_bytes);
  return use;
}

}  // namespace orrery::workloads
