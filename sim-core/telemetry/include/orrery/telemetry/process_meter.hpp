// What a group of processes uses, this one and the children that it names: CPU time, memory, and the operating system's
// counts of context switches, page faults and block transfers.
//
// One thread. A reading costs about 1 us a process for CPU time and 30 us for all else, so that all else is read of a
// dozen children at most, in turn: of a great many processes counts come late, but none is lost. A process that has gone
// counts with its last reading.
#pragma once

#include <cstdint>
#include <vector>

namespace orrery::telemetry {

// Counts of the operating system; a block has 512 bytes.
struct UseCounts {
  std::uint64_t voluntary_switches = 0;
  std::uint64_t involuntary_switches = 0;
  std::uint64_t minor_faults = 0;
  std::uint64_t major_faults = 0;
  std::uint64_t block_reads = 0;
  std::uint64_t block_writes = 0;
};

class ProcessMeter {
 public:
  explicit ProcessMeter(const std::vector<int>& children);

  struct Reading {
    double cpu_share = 0;  // cores in use since the last reading
    std::uint64_t rss_bytes = 0;
    UseCounts since_last;
  };
  Reading read();

 private:
  struct Process {
    int pid = 0;
    int clock = 0;
    bool has_clock = false;
    std::int64_t cpu_ns = 0;
    std::uint64_t rss_bytes = 0;
    UseCounts counts{};
  };
  void read_own(Process& process) const;
  void read_child(Process& process) const;

  std::vector<Process> processes_;  // this one first
  std::uint64_t page_bytes_;
  std::size_t next_child_ = 0;
  std::int64_t last_ns_ = 0;
  std::int64_t last_cpu_ns_ = 0;
  UseCounts last_counts_;
};

}  // namespace orrery::telemetry
