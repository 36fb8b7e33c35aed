#include "checks.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <string>

#include "orrery/universe/change_schedule.hpp"
#include "orrery/universe/message_model.hpp"

#include "step_frames.hpp"

namespace orrery::workloads::universe_steps {

namespace {

using contracts::Check;
using universe::MessageKind;
using universe::NodeReport;

std::string text(std::uint64_t value) { return std::to_string(value); }

std::string hex(std::uint64_t value) {
  char digits[17];
  (void)std::snprintf(digits, sizeof digits, "%016" PRIx64, value);
  return digits;
}

std::uint64_t sum(const std::vector<NodeReport>& reports, MessageKind kind) {
  std::uint64_t total = 0;
  for (const NodeReport& report : reports) total += report.counted[kind];
  return total;
}

std::string first_mismatch(const std::vector<NodeReport>& reports) {
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

Check counts_check(const std::vector<NodeReport>& reports) {
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

// x managers, y monitored components, z changing entities: y*z from entities, x*y*z to managers.
Check per_step_check(const universe::System& system, const std::vector<NodeReport>& reports) {
  const std::uint64_t z = system.entities();
  const std::uint64_t changes =
      universe::ChangeSchedule(system).count_over(0, z, system.warmup_steps, system.total_steps());
  const std::uint64_t steps = system.measured_steps;
  const std::uint64_t from_entities = system.monitored() ? system.monitors * changes : 0;
  const std::uint64_t to_managers = system.managers() * system.monitors * changes;
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
  return {"messages_per_step", "State updates: y*z from entities, x*y*z to managers",
          found_from == from_entities && found_to == to_managers, said(from_entities, to_managers),
          said(found_from, found_to)};
}

Check oracle_check(const universe::System& system, const std::vector<NodeReport>& reports,
                   const OracleWord& oracle) {
  std::uint64_t found = 0;
  for (const NodeReport& report : reports) found += report.prefix_checksum;
  const bool all = oracle.steps == system.total_steps();
  const std::string over =
      all ? "all " + text(oracle.steps) + " steps"
          : "the first " + text(oracle.steps) + " of " + text(system.total_steps()) + " steps";
  return {"state_checksum", "State equals the sequential oracle's over " + over,
          found == oracle.checksum, hex(oracle.checksum) + " over " + over,
          hex(found) + " over " + over};
}

Check agreement_check(const universe::System& system, const std::vector<NodeReport>& reports) {
  Check check{"nodes_agree", "Every node did every step", true,
              text(system.nodes()) + " nodes with " + text(system.measured_steps) +
                  " measured steps; every message sent to another node arrived there",
              ""};
  std::string evidence;
  for (const NodeReport& report : reports) {
    if (report.measured_steps == system.measured_steps) continue;
    evidence = "node " + text(report.header.source) + " did " + text(report.measured_steps);
  }
  // Each node relays what its entities sent to every other node that hosts managers.
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

std::vector<contracts::MessageCount> message_counts(const universe::System& system,
                                                    const std::vector<NodeReport>& reports) {
  std::vector<contracts::MessageCount> counts;
  for (const MessageKind kind : kinds_in_use(system)) {
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

std::vector<Check> checks(const universe::System& system, const std::vector<NodeReport>& reports,
                          const std::optional<OracleWord>& oracle) {
  std::vector<Check> all{counts_check(reports)};
  const bool whole_run = reports.size() == system.nodes();
  if (whole_run) {
    all.push_back(per_step_check(system, reports));
    if (oracle) all.push_back(oracle_check(system, reports, *oracle));
    if (reports.size() > 1) all.push_back(agreement_check(system, reports));
  }
  return all;
}

}  // namespace orrery::workloads::universe_steps
