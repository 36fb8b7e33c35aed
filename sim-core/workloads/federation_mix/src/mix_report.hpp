// The counts of a federate of the mix over the measured part, and their encoding for federate 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "orrery/base/histogram.hpp"

namespace orrery::workloads::federation_mix {

struct MixTotals {
  std::uint64_t due = 0;      // by the schedule, bursts included
  std::uint64_t missed = 0;   // due updates that were sent late or not at all
  std::uint64_t answers = 0;  // updates sent because a federate joined a group
  std::uint64_t sent = 0;     // all updates sent
  std::uint64_t congested = 0;
  std::uint64_t bursts = 0;
  std::uint64_t received = 0;
  std::uint64_t received_kept = 0;  // of groups that it keeps
  std::uint64_t received_kept_bytes = 0;
  std::uint64_t received_bytes = 0;
  std::uint64_t strays = 0;      // of groups that it never joined
  std::uint64_t overdue = 0;     // received later than the mix allows
  std::uint64_t joins = 0;       // complete, or overdue at the end
  std::uint64_t slow_joins = 0;  // joins that took longer than the mix allows
  std::int64_t elapsed_ns = 0;
  std::int64_t clock_uncertainty_ns = 0;  // greatest
};

struct MixReport {
  MixTotals totals;
  std::vector<std::uint32_t> sent_by_group;
  base::Histogram latency;
  base::Histogram join_latency;
};

// Greatest size of a report, in bytes.
std::size_t most_report_bytes(std::size_t groups);
std::vector<std::byte> write_report(const MixReport& report);
// `bytes` must come from write_report().
MixReport read_report(std::span<const std::byte> bytes);

}  // namespace orrery::workloads::federation_mix
