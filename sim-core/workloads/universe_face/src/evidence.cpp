#include "orrery/workloads/universe_face/evidence.hpp"

#include <algorithm>

#include "orrery/universe/message_model.hpp"
#include "orrery/workloads/face/one_node.hpp"

namespace orrery::workloads {

using contracts::Better;
using contracts::Check;
using contracts::Metric;
using universe::MessageKind;
using universe::NodeReport;

std::vector<contracts::MessageCount> message_counts(const universe::System& system,
                                                    std::span<const MessageKind> kinds,
                                                    const Reports& reports) {
  std::vector<contracts::MessageCount> counts;
  for (const MessageKind kind : kinds) {
    contracts::MessageCount count;
    count.kind = universe::to_string(kind);
    count.title = universe::title_of(kind);
    for (const NodeReport& report : reports) {
      count.expected += report.expected[kind];
      count.counted += report.counted[kind];
    }
    count.bytes = count.counted * universe::message_bytes(system, kind);
    counts.push_back(std::move(count));
  }
  return counts;
}

std::uint64_t sum(const Reports& reports, MessageKind kind) {
  std::uint64_t total = 0;
  for (const NodeReport& report : reports) total += report.counted[kind];
  return total;
}

std::string first_mismatch(const Reports& reports) {
  for (const NodeReport& report : reports) {
    const universe::CountMismatch& found = report.mismatch;
    if (found.steps > 0) {
      return "node " + text(report.header.source) + ": " + text(found.steps) +
             " steps differ, first step " + text(found.first_step) + ": " +
             std::string(universe::to_string(found.kind)) + " " + text(found.counted) +
             " instead of " + text(found.expected);
    }
    if (report.manager_mismatches > 0) {
      return "node " + text(report.header.source) + ": in " + text(report.manager_mismatches) +
             " steps a manager had another number of state updates than expected";
    }
  }
  return {};
}

Check oracle_check(const universe::System& system, const Reports& reports,
                   const OracleWord& oracle) {
  std::uint64_t found = 0;
  for (const NodeReport& report : reports) found += report.prefix_checksum;
  const bool all = oracle.steps == system.total_steps();
  const std::string over =
      all ? "all " + text(oracle.steps) + " steps"
          : "the first " + text(oracle.steps) + " of " + text(system.total_steps()) + " steps";
  return {"state_checksum", "State equals the sequential oracle's over " + over,
          found == oracle.checksum, hexadecimal(oracle.checksum) + " over " + over,
          hexadecimal(found) + " over " + over};
}

void add_step_times(std::vector<Metric>& metrics, const NodeReport& report,
                    const base::Histogram& times) {
  metrics.push_back({"step_time.mean", "Step time, mean",
                     real(report.elapsed_ns) / real(report.measured_steps), "ns", Better::lower});
  if (times.count() == 0) return;
  const auto add = [&](const char* name, const char* title, std::uint64_t value) {
    metrics.push_back({name, title, real(value), "ns", Better::lower});
  };
  add("step_time.p50", "Step time, median", times.quantile(0.5));
  add("step_time.p90", "Step time, p90", times.quantile(0.9));
  add("step_time.p99", "Step time, p99", times.quantile(0.99));
  add("step_time.min", "Step time, least", times.min());
  add("step_time.max", "Step time, greatest", times.max());
}

void add_activities(std::vector<Metric>& metrics, const NodeReport& report,
                    std::size_t activities) {
  if (report.recorded_steps == 0) return;
  for (std::size_t i = 0; i < activities; ++i) {
    const auto which = static_cast<universe::Activity>(i);
    metrics.push_back({"activity." + std::string(universe::to_string(which)),
                       std::string(universe::title_of(which)) + ", mean of a step",
                       real(report.activity_ns[i]) / real(report.recorded_steps), "ns",
                       Better::neither});
  }
}

void add_resources(std::vector<Metric>& metrics, const NodeReport& report) {
  metrics.push_back({"cpu_share", "Cores in use",
                     real(report.cpu_ns) / std::max(1.0, real(report.elapsed_ns)), "cores",
                     Better::neither});
  metrics.push_back(
      {"peak_rss", "Greatest resident memory", real(report.peak_rss_bytes), "B", Better::lower});
}

}  // namespace orrery::workloads
