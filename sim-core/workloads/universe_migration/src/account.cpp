#include "account.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace orrery::workloads::universe_migration {

namespace {

using contracts::Better;
using contracts::Check;
using contracts::Metric;
using universe::MessageKind;
using universe::NodeReport;

Records measured(const universe::System& system, const Records& records) {
  Records all;
  for (const auto& record : records) {
    if (record.step >= system.warmup_steps) all.push_back(record);
  }
  std::ranges::stable_sort(all, {}, &universe::MigrationRecord::step);
  return all;
}

// Moves by a policy that returned an entity to its previous node at most `within_steps` steps after its last move.
std::uint64_t bounces(const Records& records, std::uint64_t within_steps) {
  std::map<universe::EntityId, universe::MigrationRecord> last;
  std::uint64_t count = 0;
  for (const auto& record : records) {
    const auto before = last.find(record.move.entity);
    if (before != last.end() && record.move.cause != universe::MigrationCause::manual &&
        before->second.move.from == record.move.to &&
        record.step - before->second.step <= within_steps) {
      ++count;
    }
    last[record.move.entity] = record;
  }
  return count;
}

Check counts_check(const Reports& reports) {
  const std::string evidence = first_mismatch(reports);
  return {"message_counts", "Messages of every kind in every step", evidence.empty(),
          "as the message model says for the entities that each node had",
          evidence.empty() ? "as the message model says" : evidence};
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

double over(std::int64_t sum, std::uint64_t count) {
  return count == 0 ? 0 : real(sum) / real(count);
}

// The cost of resource managers that are parties of their own (Table 6.9 of the study).
void add_resource_manager(std::vector<Metric>& metrics, const universe::ResourceCosts& costs) {
  if (costs.steps == 0) return;
  metrics.push_back({"resource_manager.basic",
                     "Resource manager: reading its own CPU use and the universe manager's, a step",
                     over(costs.basic_ns, costs.steps), "ns", Better::lower});
  metrics.push_back({"resource_manager.per_process",
                     "Resource manager: reading the CPU use of an entity or manager",
                     over(costs.read_ns, costs.reads), "ns", Better::lower});
  metrics.push_back({"resource_manager.cpu", "Resource manager: its CPU time in a step",
                     over(costs.cpu_ns, costs.steps), "ns", Better::lower});
  metrics.push_back({"resource_manager.saw_universe_manager",
                     "Universe manager: its CPU time in a step, as the resource manager reads it",
                     over(costs.universe_manager_use_ns, costs.steps), "ns", Better::lower});
  metrics.push_back({"resource_manager.saw_managers",
                     "Managers: their CPU time in a step, as the resource manager reads it",
                     over(costs.managers_use_ns, costs.steps), "ns", Better::lower});
}

}  // namespace

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
  add_activities(metrics, report, universe::all_activities);
  metrics.push_back({"workload.mean", "CPU time of the node's entities in a step, mean",
                     real(report.workload_ns) / real(report.measured_steps), "ns",
                     Better::neither});
  metrics.push_back({"workload.max", "CPU time of the node's entities in a step, greatest",
                     real(report.greatest_workload_ns), "ns", Better::lower});
  metrics.push_back({"steps_above_threshold", "Steps above the threshold",
                     real(report.steps_above_threshold), "steps", Better::lower});
  add_resource_manager(metrics, report.resource_costs);
  add_resources(metrics, report);
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
  universe::ResourceCosts costs;
  for (const NodeReport& report : reports) costs += report.resource_costs;
  add_resource_manager(metrics, costs);
  if (!moves.empty()) {
    metrics.push_back({"migration_pause.p50", "Pause of a migrating entity, median",
                       real(pauses.quantile(0.5)), "ns", Better::lower});
    metrics.push_back({"migration_pause.max", "Pause of a migrating entity, greatest",
                       real(pauses.max()), "ns", Better::lower});
    metrics.push_back({"migration_bytes", "State moved", real(bytes), "B", Better::neither});
  }
  return metrics;
}

contracts::Migration migration(const universe::System& system,
                               const universe::MigrationRecord& record) {
  contracts::Migration migration;
  migration.step = std::max(record.step, system.warmup_steps) - system.warmup_steps;
  migration.entity = record.move.entity;
  migration.from_node = static_cast<std::int32_t>(record.move.from);
  migration.to_node = static_cast<std::int32_t>(record.move.to);
  migration.cause = universe::to_string(record.move.cause);
  migration.state_bytes = record.bytes;
  migration.pause_ns = static_cast<std::uint64_t>(std::max<std::int64_t>(0, record.pause_ns));
  return migration;
}

std::vector<contracts::Migration> migrations(const universe::System& system,
                                             const Records& records) {
  constexpr std::size_t most = 20'000;
  std::vector<contracts::Migration> all;
  for (const auto& record : measured(system, records)) {
    if (all.size() == most) break;
    all.push_back(migration(system, record));
  }
  return all;
}

}  // namespace orrery::workloads::universe_migration
