#include "checks.hpp"

#include <string>

#include "orrery/universe/change_schedule.hpp"
#include "orrery/universe/passing_changes.hpp"

namespace orrery::workloads::universe_steps {

namespace {

using contracts::Check;
using universe::MessageKind;
using universe::NodeReport;

Check counts_check(const Reports& reports) {
  Check check{"message_counts", "Messages of every kind in every step", true,
              "as the message model says, in every step", "as the message model says"};
  std::string evidence = first_mismatch(reports);
  for (const NodeReport& report : reports) {
    if (!evidence.empty()) break;
    for (std::size_t i = 0; i < universe::counted_kinds; ++i) {
      if (report.counted.by_kind[i] == report.expected.by_kind[i]) continue;
      evidence = "node " + text(report.header.source) + ": " +
                 std::string(universe::to_string(static_cast<MessageKind>(i))) + " " +
                 text(report.counted.by_kind[i]) + " instead of " +
                 text(report.expected.by_kind[i]);
      break;
    }
  }
  check.holds = evidence.empty();
  if (check.holds) {
    std::uint64_t messages = 0;
    for (const NodeReport& report : reports) {
      for (const std::uint64_t count : report.counted.by_kind) messages += count;
    }
    check.found = text(messages) + " messages in " + text(reports.front().measured_steps) +
                  " measured steps, all as expected; warm-up steps too";
  } else {
    check.found = evidence;
  }
  return check;
}

// A constraint of a model: what the oracle counted before the run, against what the nodes sent.
Check constraint_check(const universe::System& system, const Reports& reports) {
  const std::uint64_t sent = sum(reports, MessageKind::state_from_entity) / system.monitors;
  const std::uint64_t passing = passing_changes(system);
  const auto said = [&](std::uint64_t changes) {
    return text(changes) + " of " + text(all_changes(system)) + " changes sent";
  };
  return {"constraint", "Changes that pass the model's constraint, by the sequential oracle",
          sent == passing, said(passing) + ", counted in every step", said(sent)};
}

// With x managers, y monitored components and z entities whose change passes the constraint: y*z messages from entities, and
// to managers x*y*z messages (by_monitor) or y*z messages per node with managers (by_name).
Check per_step_check(const universe::System& system, const Reports& reports) {
  const std::uint64_t changes = passing_changes(system);
  const std::uint64_t steps = system.measured_steps;
  const std::uint64_t from_entities = system.monitored() ? system.monitors * changes : 0;
  std::uint64_t copies = 0;
  for (universe::NodeIndex node = 0; node < system.nodes(); ++node) {
    copies += system.copies_to_managers(node);
  }
  const std::uint64_t to_managers = copies * system.monitors * changes;
  const bool by_name = system.state_flow == universe::StateFlow::by_name;
  const auto said = [&](std::uint64_t from, std::uint64_t to) {
    if (from % steps == 0 && to % steps == 0) {
      return text(from / steps) + " from entities and " + text(to / steps) +
             " to managers in a step";
    }
    return text(from) + " from entities and " + text(to) + " to managers in " + text(steps) +
           " steps";
  };
  const std::uint64_t found_from = sum(reports, MessageKind::state_from_entity);
  const std::uint64_t found_to = sum(reports, MessageKind::state_to_manager);
  return {"messages_per_step",
          by_name ? "State updates: y*z from entities, y*z to the managers of each node"
                  : "State updates: y*z from entities, x*y*z to managers",
          found_from == from_entities && found_to == to_managers, said(from_entities, to_managers),
          said(found_from, found_to)};
}

Check agreement_check(const universe::System& system, const Reports& reports) {
  Check check{"nodes_agree", "Every node did every step", true,
              text(system.nodes()) + " nodes with " + text(system.measured_steps) +
                  " measured steps; every message sent to another node arrived there",
              ""};
  std::string evidence;
  for (const NodeReport& report : reports) {
    if (report.measured_steps == system.measured_steps) continue;
    evidence = "node " + text(report.header.source) + " did " + text(report.measured_steps);
  }
  // Each node relays the state updates of its entities to every other node that hosts managers.
  std::uint64_t relayed = 0;
  for (const NodeReport& report : reports) {
    for (universe::NodeIndex node = 0; node < system.nodes(); ++node) {
      if (node == report.header.source || !system.hosts_managers(node)) continue;
      relayed += report.counted[MessageKind::state_from_entity];
    }
  }
  const std::uint64_t arrived = sum(reports, MessageKind::state_relay);
  if (relayed != arrived) {
    evidence = text(relayed) + " state updates were relayed, " + text(arrived) + " arrived";
  }
  check.holds = evidence.empty();
  check.found = check.holds ? check.expected : evidence;
  return check;
}

}  // namespace

std::uint64_t passing_changes(const universe::System& system) {
  if (system.passing == nullptr) {
    return universe::ChangeSchedule(system).count_over(0, system.entities(), system.warmup_steps,
                                                       system.total_steps());
  }
  std::uint64_t changes = 0;
  for (universe::Step step = system.warmup_steps; step < system.total_steps(); ++step) {
    changes += system.passing->count(step);
  }
  return changes;
}

std::uint64_t all_changes(const universe::System& system) {
  return passing_changes(system.without_constraints());
}

std::vector<Check> checks(const universe::System& system, const Reports& reports,
                          const std::optional<OracleWord>& oracle) {
  std::vector<Check> all{counts_check(reports)};
  const bool whole_run = reports.size() == system.nodes();
  if (whole_run) {
    all.push_back(per_step_check(system, reports));
    if (system.condition && system.monitored()) {
      all.push_back(constraint_check(system, reports));
    }
    if (oracle) all.push_back(oracle_check(system, reports, *oracle));
    if (reports.size() > 1) all.push_back(agreement_check(system, reports));
  }
  return all;
}

}  // namespace orrery::workloads::universe_steps
