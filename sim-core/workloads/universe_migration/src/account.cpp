#include "account.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <map>
#include <string>

#include "orrery/universe/message_model.hpp"

#include "migration_frames.hpp"

namespace orrery::workloads::universe_migration {

namespace {

using contracts::Better;
using contracts::Check;
using contracts::Metric;
using universe::Activity;
using universe::MessageKind;
using universe::NodeReport;

template <class T>
double real(T value) {
  return static_cast<double>(value);
}
std::string text(std::uint64_t value) { return std::to_string(value); }
std::string hex(std::uint64_t value) {
  char digits[17];
  (void)std::snprintf(digits, sizeof digits, "%016" PRIx64, value);
  return digits;
}

std::uint64_t sum(const Reports& reports, MessageKind kind) {
  std::uint64_t total = 0;
  for (const NodeReport& report : reports) total += report.counted[kind];
  return total;
}

Records measured(const universe::System& system, const Records& records) {
  Records all;
  for (const auto& record : records) {
    if (record.step >= system.warmup_steps) all.push_back(record);
  }
  std::ranges::stable_sort(all, {}, &universe::MigrationRecord::step);
  return all;
}

// Entities that went back to where they had come from so soon that the first move was for nothing.
std::uint64_t bounces(const Records& records, std::uint64_t within_steps) {
  std::map<universe::EntityId, universe::MigrationRecord> last;
  std::uint64_t count = 0;
  for (const auto& record : records) {
    const auto before = last.find(record.move.entity);
    if (before != last.end() && before->second.move.from == record.move.to &&
        record.step - before->second.step <= within_steps) {
      ++count;
    }
    last[record.move.entity] = record;
  }
  return count;
}

Check counts_check(const Reports& reports) {
  Check check{"message_counts", "Messages of every kind in every step", true,
              "as the message model says for the entities that each node had",
              "as the message model says"};
  for (const NodeReport& report : reports) {
    const auto& found = report.mismatch;
    if (check.holds && found.steps > 0) {
      check.holds = false;
      check.found = "node " + text(report.header.source) + ": " + text(found.steps) +
                    " steps differ, first step " + text(found.first_step) + ": " +
                    std::string(universe::to_string(found.kind)) + " " + text(found.counted) +
                    " instead of " + text(found.expected);
    }
    if (check.holds && report.manager_mismatches > 0) {
      check.holds = false;
      check.found = "node " + text(report.header.source) + ": in " +
                    text(report.manager_mismatches) +
                    " steps a manager had another number of state updates than expected";
    }
  }
  return check;
}

Check once_check(const universe::System& system, const Reports& reports, const Records& records) {
  const std::uint64_t updates = system.entities() * system.measured_steps;
  const std::uint64_t done = sum(reports, MessageKind::update_complete);
  const std::uint64_t sent = sum(reports, MessageKind::entity_state);
  std::uint64_t at_end = 0;
  for (const NodeReport& report : reports) at_end += report.entities;
  const auto said = [](std::uint64_t times, std::uint64_t moved, std::uint64_t left) {
    return text(times) + " updates, " + text(moved) + " migrations, " + text(left) +
           " entities at the end";
  };
  const std::uint64_t recorded = measured(system, records).size();
  return {"exactly_once", "Every entity updated once in every step, by one node",
          done == updates && sent == recorded && at_end == system.entities(),
          said(updates, recorded, system.entities()), said(done, sent, at_end)};
}

Check oracle_check(const universe::System& system, const Reports& reports,
                   const OracleWord& oracle) {
  std::uint64_t found = 0;
  for (const NodeReport& report : reports) found += report.prefix_checksum;
  const std::string over =
      oracle.steps == system.total_steps()
          ? "all " + text(oracle.steps) + " steps"
          : "the first " + text(oracle.steps) + " of " + text(system.total_steps()) + " steps";
  return {"state_checksum", "State equals that of the oracle, where nobody moves, over " + over,
          found == oracle.checksum, hex(oracle.checksum) + " over " + over,
          hex(found) + " over " + over};
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
  add("step_time.max", "Step time, greatest", times.max());
}

}  // namespace

std::vector<contracts::MessageCount> message_counts(const universe::System& system,
                                                    const Reports& reports) {
  std::vector<contracts::MessageCount> counts;
  for (const MessageKind kind : kinds_of(system)) {
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

std::vector<Check> checks(const universe::System& system, const Reports& reports,
                          const Records& records, const std::optional<OracleWord>& oracle) {
  std::vector<Check> all{counts_check(reports)};
  if (reports.size() == system.nodes()) {
    all.push_back(once_check(system, reports, records));
    if (oracle) all.push_back(oracle_check(system, reports, *oracle));
  }
  return all;
}

std::vector<Metric> node_metrics(const NodeReport& report, const base::Histogram& step_times) {
  std::vector<Metric> metrics;
  add_step_times(metrics, report, step_times);
  if (report.recorded_steps > 0) {
    for (std::size_t i = 0; i < universe::all_activities; ++i) {
      const auto which = static_cast<Activity>(i);
      metrics.push_back({"activity." + std::string(universe::to_string(which)),
                         std::string(universe::title_of(which)) + ", mean of a step",
                         real(report.activity_ns[i]) / real(report.recorded_steps), "ns",
                         Better::neither});
    }
  }
  metrics.push_back({"workload.mean", "CPU time of the node's entities in a step, mean",
                     real(report.workload_ns) / real(report.measured_steps), "ns",
                     Better::neither});
  metrics.push_back({"workload.max", "CPU time of the node's entities in a step, greatest",
                     real(report.greatest_workload_ns), "ns", Better::lower});
  metrics.push_back({"steps_above_threshold", "Steps above the threshold",
                     real(report.steps_above_threshold), "steps", Better::lower});
  metrics.push_back({"cpu_share", "Cores in use",
                     real(report.cpu_ns) / std::max(1.0, real(report.elapsed_ns)), "cores",
                     Better::neither});
  metrics.push_back(
      {"peak_rss", "Greatest resident memory", real(report.peak_rss_bytes), "B", Better::lower});
  metrics.push_back(
      {"entities", "Entities at the end", real(report.entities), "count", Better::neither});
  return metrics;
}

std::vector<Metric> run_metrics(const universe::System& system,
                                const universe::MigrationRules& rules, const Reports& reports,
                                const Records& records, const base::Histogram& step_times) {
  const NodeReport& master = reports.front();
  const Records moves = measured(system, records);
  std::int64_t greatest = 0;
  std::int64_t entity = 0;
  std::uint64_t above = 0;
  for (const NodeReport& report : reports) {
    greatest = std::max(greatest, report.greatest_workload_ns);
    entity = std::max(entity, report.greatest_entity_ns);
    above += report.steps_above_threshold;
  }
  base::Histogram pauses;
  std::uint64_t bytes = 0;
  for (const auto& move : moves) {
    pauses.record(static_cast<std::uint64_t>(std::max<std::int64_t>(0, move.pause_ns)));
    bytes += move.bytes;
  }
  std::vector<Metric> metrics;
  metrics.push_back({"steps_per_second", "Steps per second",
                     real(master.measured_steps) / std::max(1e-9, real(master.elapsed_ns) * 1e-9),
                     "steps/s", Better::higher});
  add_step_times(metrics, master, step_times);
  metrics.push_back({"migrations", "Migrations", real(moves.size()), "count", Better::lower});
  metrics.push_back({"migration_bounces", "Entities that soon went back",
                     real(bounces(moves, std::max<std::uint64_t>(1, 4 * rules.settle_steps))),
                     "count", Better::lower});
  metrics.push_back({"workload.max", "CPU time of a node's entities in a step, greatest",
                     real(greatest), "ns", Better::lower});
  const std::int64_t excess = std::max<std::int64_t>(0, greatest - rules.threshold_ns);
  metrics.push_back({"load_excess",
                     "Greatest load above the threshold, in updates of the dearest entity",
                     real(excess) / std::max(1.0, real(entity)), "times", Better::lower});
  metrics.push_back({"entity.max", "CPU time of one entity's update, greatest", real(entity), "ns",
                     Better::neither});
  metrics.push_back({"steps_above_threshold", "Steps of nodes above the threshold", real(above),
                     "steps", Better::lower});
  if (!moves.empty()) {
    metrics.push_back({"migration_pause.p50", "Pause of a migrating entity, median",
                       real(pauses.quantile(0.5)), "ns", Better::lower});
    metrics.push_back({"migration_pause.max", "Pause of a migrating entity, greatest",
                       real(pauses.max()), "ns", Better::lower});
    metrics.push_back({"migration_bytes", "State moved", real(bytes), "B", Better::neither});
  }
  return metrics;
}

std::vector<contracts::Migration> migrations(const universe::System& system,
                                             const Records& records) {
  constexpr std::size_t most = 20'000;
  std::vector<contracts::Migration> all;
  for (const auto& record : measured(system, records)) {
    if (all.size() == most) break;
    contracts::Migration migration;
    migration.step = record.step - system.warmup_steps;
    migration.entity = record.move.entity;
    migration.from_node = static_cast<std::int32_t>(record.move.from);
    migration.to_node = static_cast<std::int32_t>(record.move.to);
    migration.cause = universe::to_string(record.move.cause);
    migration.state_bytes = record.bytes;
    migration.pause_ns = static_cast<std::uint64_t>(std::max<std::int64_t>(0, record.pause_ns));
    all.push_back(std::move(migration));
  }
  return all;
}

}  // namespace orrery::workloads::universe_migration
