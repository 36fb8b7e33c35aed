// CPU time and memory of a group of processes: this one and the children that it names.
//
// One thread. A reading costs about 1 us a process for CPU time and 10 us for memory, so memory is read at most every
// so often, and a great many processes in turn. A process that has gone counts with its last reading.
#pragma once

#include <cstdint>
#include <vector>

namespace orrery::telemetry {

class ProcessMeter {
 public:
  explicit ProcessMeter(const std::vector<int>& children);

  struct Reading {
    double cpu_share = 0;  // cores in use since the last reading
    std::uint64_t rss_bytes = 0;
  };
  Reading read();

 private:
  struct Process {
    int pid = 0;
    int clock = 0;
    bool has_clock = false;
    std::int64_t cpu_ns = 0;
    std::uint64_t rss_bytes = 0;
  };
  void read_memory(Process& process) const;

  std::vector<Process> processes_;
  std::uint64_t page_bytes_;
  std::size_t next_memory_ = 0;
  std::int64_t last_ns_ = 0;
  std::int64_t last_cpu_ns_ = 0;
};

}  // namespace orrery::telemetry
