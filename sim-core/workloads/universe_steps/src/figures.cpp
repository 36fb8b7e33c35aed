#include "figures.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "orrery/universe/message_model.hpp"

#include "checks.hpp"

namespace orrery::workloads::universe_steps {

namespace {

using contracts::Better;
using contracts::Metric;
using universe::Activity;
using universe::NodeReport;

double activity(const NodeReport& report, Activity which) {
  return real(report.activity_ns[static_cast<std::size_t>(which)]);
}

void add_entity_costs(std::vector<Metric>& metrics, const universe::EntityCosts& costs) {
  const auto add = [&](const char* name, const char* title, std::int64_t ns, std::uint64_t times) {
    if (times > 0) metrics.push_back({name, title, real(ns) / real(times), "ns", Better::lower});
  };
  add("entity.construct_time", "Construction of an entity", costs.construct_ns, costs.constructed);
  add("entity.update_time", "Update of an entity, with sending", costs.update_ns + costs.send_ns,
      costs.updates);
  if (costs.updates > 0 && costs.update_ns + costs.send_ns > 0) {
    metrics.push_back({"entity.send_share", "Share of an entity's update spent sending",
                       real(costs.send_ns) / real(costs.update_ns + costs.send_ns), "share",
                       Better::lower});
  }
  add("entity.destruct_time", "Destruction of an entity", costs.destruct_ns, costs.destructed);
}

// A measured task of an average entity or manager, in a step of mean length. The rest of the step is idle time.
struct Task {
  const char* name;
  const char* title;
  std::int64_t ns;  // sum over all parties and steps
};

void add_tasks(std::vector<Metric>& metrics, const NodeReport& report, const std::string& party,
               const std::string& called, std::uint64_t party_steps,
               std::initializer_list<Task> tasks) {
  if (party_steps == 0 || report.measured_steps == 0) return;
  const double step_ns = real(report.elapsed_ns) / real(report.measured_steps);
  double idle_ns = step_ns;
  const auto add = [&](const char* name, const char* title, double ns) {
    metrics.push_back({party + ".task." + name, title + (" of " + called) + ", mean of a step", ns,
                       "ns", Better::neither});
  };
  for (const Task& task : tasks) {
    const double ns = real(task.ns) / real(party_steps);
    add(task.name, task.title, ns);
    idle_ns -= ns;
  }
  idle_ns = std::max(0.0, idle_ns);
  add("idle", "Idle time", idle_ns);
  metrics.push_back({party + ".idle_share", "Share of the step that " + called + " is idle",
                     idle_ns / std::max(1.0, step_ns), "share", Better::neither});
}

// The busiest node's busy time divided by the mean of all nodes. 1: perfect balance.
double imbalance(const Reports& reports) {
  double greatest = 0;
  double total = 0;
  for (const NodeReport& report : reports) {
    const double busy =
        real(report.busy_ns) / real(std::max<std::uint64_t>(1, report.recorded_steps));
    greatest = std::max(greatest, busy);
    total += busy;
  }
  return total > 0 ? greatest * real(reports.size()) / total : 1;
}

struct Load {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;

  Load& operator+=(const Load& other) {
    messages += other.messages;
    bytes += other.bytes;
    return *this;
  }
};

Load load_of(const universe::System& system, const universe::MessageCounts& counts) {
  Load load;
  for (std::size_t i = 0; i < universe::counted_kinds; ++i) {
    const auto kind = static_cast<universe::MessageKind>(i);
    load += {counts[kind], counts[kind] * universe::message_bytes(system, kind)};
  }
  return load;
}

// Compares `sent` and `updates`, the state updates of entities in it, with the message model's counts for the same system
// without its constraint functions.
void add_savings(std::vector<Metric>& metrics, const universe::System& constrained,
                 const Load& sent, std::uint64_t updates) {
  const universe::System system = constrained.without_constraints();
  Load all;
  for (universe::NodeIndex node = 0; node < system.nodes(); ++node) {
    all += load_of(system, universe::MessageModel(system, node)
                               .expected_over(system.warmup_steps, system.total_steps()));
  }
  const double steps = real(system.measured_steps);
  metrics.push_back({"messages_saved_per_step", "Messages of a step that the constraint saved",
                     real(all.messages - sent.messages) / steps, "messages", Better::higher});
  metrics.push_back({"bytes_saved_per_step", "Bytes of a step that the constraint saved",
                     real(all.bytes - sent.bytes) / steps, "B", Better::higher});
  const std::uint64_t changes = all_changes(system);
  if (!system.monitored() || changes == 0) return;
  const std::uint64_t held_back = changes - updates / system.monitors;
  metrics.push_back({"changes_held_back", "Changes that the constraint held back", real(held_back),
                     "changes", Better::neither});
  metrics.push_back({"held_back_share", "Share of the changes that the constraint held back",
                     real(held_back) / real(changes), "share", Better::neither});
}

}  // namespace

std::vector<Metric> node_metrics(const NodeReport& report, const base::Histogram& step_times) {
  std::vector<Metric> metrics;
  add_step_times(metrics, report, step_times);
  add_activities(metrics, report, universe::activity_count);
  if (report.recorded_steps > 0) {
    const double duration = std::max(1.0, real(report.recorded_ns));
    metrics.push_back({"idle_share", "Share of the step spent idle",
                       activity(report, Activity::idle) / duration, "share", Better::lower});
    metrics.push_back({"wait_share", "Share of the step spent waiting for the master",
                       activity(report, Activity::wait) / duration, "share", Better::lower});
  }
  add_resources(metrics, report);
  metrics.push_back({"entities", "Entities", real(report.entities), "count", Better::neither});
  const universe::EntityCosts& entities = report.entity_costs;
  add_entity_costs(metrics, entities);
  add_tasks(metrics, report, "entity", "an entity", entities.updates,
            {{"update", "Update function", entities.update_ns},
             {"send", "Sending of state and completion", entities.send_ns}});
  const universe::ManagerCosts& managers = report.manager_costs;
  add_tasks(metrics, report, "manager", "a manager", managers.steps,
            {{"receive", "Taking of state updates", managers.receive_ns},
             {"process", "Processing", managers.process_ns}});
  return metrics;
}

std::vector<Metric> run_metrics(const universe::System& system, const Reports& reports,
                                const base::Histogram& step_times) {
  const NodeReport& master = reports.front();
  const double steps = real(master.measured_steps);
  const double seconds = std::max(1e-9, real(master.elapsed_ns) * 1e-9);
  Load load;
  std::uint64_t state_messages = 0;
  std::int64_t cpu_ns = 0;
  for (const NodeReport& report : reports) {
    load += load_of(system, report.counted);
    state_messages += report.counted[universe::MessageKind::state_from_entity] +
                      report.counted[universe::MessageKind::state_to_manager] +
                      report.counted[universe::MessageKind::state_relay];
    cpu_ns += report.cpu_ns;
  }

  std::vector<Metric> metrics;
  metrics.push_back(
      {"steps_per_second", "Steps per second", steps / seconds, "steps/s", Better::higher});
  add_step_times(metrics, master, step_times);
  metrics.push_back({"state_messages_per_second", "State messages per second",
                     real(state_messages) / seconds, "messages/s", Better::higher});
  metrics.push_back({"messages_per_step", "Messages of a step", real(load.messages) / steps,
                     "messages", Better::lower});
  metrics.push_back({"bytes_per_step", "Bytes in messages of a step", real(load.bytes) / steps, "B",
                     Better::lower});
  if (system.filtered() || system.condition != nullptr) {
    std::uint64_t updates = 0;
    for (const NodeReport& report : reports) {
      updates += report.counted[universe::MessageKind::state_from_entity];
    }
    add_savings(metrics, system, load, updates);
  }
  if (master.recorded_steps > 0) {
    metrics.push_back({"imbalance", "Busiest node's time over the mean", imbalance(reports),
                       "ratio", Better::lower});
  }
  metrics.push_back({"cpu_per_step", "CPU time of a step, all processes",
                     real(cpu_ns) / 1000 / steps, "us", Better::lower});
  if (master.recorded_steps > 0) {
    metrics.push_back({"idle_share.master", "Share of the step that the master is idle",
                       activity(master, Activity::idle) / std::max(1.0, real(master.recorded_ns)),
                       "share", Better::lower});
  }
  return metrics;
}

}  // namespace orrery::workloads::universe_steps
