// Tests of the workload's own parts: configuration from plans, names of frame columns, and checks that can fail.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "orrery/model/condition.hpp"
#include "orrery/universe/message_model.hpp"
#include "orrery/universe/oracle.hpp"
#include "orrery/universe/passing_changes.hpp"
#include "orrery/workloads/universe_face/configuration.hpp"

#include "checks.hpp"
#include "configuration.hpp"
#include "entity_frames.hpp"
#include "figures.hpp"

namespace orrery::workloads::universe_steps {
namespace {

using universe::MessageKind;

contracts::WorkerPlan plan_of(std::size_t nodes) {
  contracts::WorkerPlan plan;
  contracts::UniverseStepsPlan workload;
  for (std::size_t i = 0; i < nodes; ++i) {
    plan.nodes.push_back({static_cast<std::int32_t>(i), "node-" + std::to_string(i), 100, 2});
    workload.entities_by_node.push_back(10);
    workload.managers_by_node.push_back(i == 0 ? 2 : 0);
  }
  workload.monitors = 2;
  workload.steps = 50;
  workload.warmup_steps = 5;
  workload.process_model = contracts::ProcessModel::pooled;
  workload.state_bytes = 8;
  workload.update_period_steps = 1;
  workload.changing_share = 1;
  workload.constraint_levels = 16;
  plan.seed = 99;
  plan.workload = workload;
  plan.transports.nodes = contracts::NodeTransport::shm;
  plan.transports.bind_address = "127.0.0.1";
  plan.transports.peer_timeout_ms = 1000;
  return plan;
}

contracts::UniverseStepsPlan& workload_of(contracts::WorkerPlan& plan) {
  return std::get<contracts::UniverseStepsPlan>(plan.workload);
}

universe::NodeConfig configured(const contracts::WorkerPlan& plan) {
  auto result = configure(plan);
  if (const auto* failure = std::get_if<Failure>(&result)) ADD_FAILURE() << failure->message;
  return std::get<universe::NodeConfig>(result);
}

void expect_refused(const contracts::WorkerPlan& plan, const std::string& field) {
  const auto result = configure(plan);
  const auto* failure = std::get_if<Failure>(&result);
  ASSERT_NE(failure, nullptr) << field;
  EXPECT_EQ(failure->code, "bad_plan");
  EXPECT_NE(failure->message.find(field), std::string::npos) << failure->message;
  EXPECT_FALSE(failure->remedy.empty());
}

TEST(Configuration, TakesEverythingFromThePlan) {
  contracts::WorkerPlan plan = plan_of(3);
  plan.node_index = 2;
  workload_of(plan).update_cost_us = 1.5;
  plan.conditions.wait = contracts::WaitStrategy::yield;
  plan.transports.local = contracts::LocalTransport::uds;
  const universe::NodeConfig config = configured(plan);
  EXPECT_EQ(config.node, 2U);
  EXPECT_EQ(config.system.entities(), 30U);
  EXPECT_EQ(config.system.seed, 99U);
  EXPECT_EQ(config.system.update_cost_ns, 1500);
  EXPECT_EQ(config.wait, base::WaitStrategy::yield);
  EXPECT_EQ(config.local, transport::Kind::uds);
  EXPECT_EQ(config.nodes, transport::Kind::shm);
  EXPECT_EQ(config.nodes_on_host, 3U);
  EXPECT_EQ(config.prefix_steps, 55U);
}

TEST(Configuration, RefusesPlansThatContradictThemselves) {
  contracts::WorkerPlan plan = plan_of(2);
  plan.nodes.pop_back();
  expect_refused(plan, "nodes");
  plan = plan_of(2);
  plan.node_index = 2;
  expect_refused(plan, "node_index");
  plan = plan_of(2);
  workload_of(plan).managers_by_node.pop_back();
  expect_refused(plan, "managers_by_node");
  plan = plan_of(1);
  workload_of(plan).entities_by_node = {-1};
  expect_refused(plan, "entities_by_node");
  plan = plan_of(1);
  workload_of(plan).steps = 0;
  expect_refused(plan, "steps");
  plan = plan_of(1);
  workload_of(plan).process_model = contracts::ProcessModel::process;
  plan.transports.local = contracts::LocalTransport::thread;
  expect_refused(plan, "transports.local");
  plan = plan_of(2);
  plan.transports.nodes = contracts::NodeTransport::auto_;
  expect_refused(plan, "transports.nodes");
}

TEST(Configuration, OracleStepsFollowTheirUse) {
  contracts::WorkerPlan plan = plan_of(1);
  const universe::System system = configured(plan).system;
  workload_of(plan).oracle = contracts::OracleUse::never;
  EXPECT_EQ(oracle_steps(workload_of(plan).oracle, system), 0U);
  workload_of(plan).oracle = contracts::OracleUse::always;
  EXPECT_EQ(oracle_steps(workload_of(plan).oracle, system), 55U);
}

TEST(Frames, ColumnsFollowTheNamingRules) {
  const universe::System system = configured(plan_of(2)).system;
  const contracts::FrameSchema window = window_schema(columns_of(system));
  const auto has = [](const contracts::FrameSchema& schema, const std::string& name,
                      contracts::ColumnRole role, const std::string& series) {
    return std::ranges::any_of(schema.columns, [&](const contracts::Column& column) {
      return column.name == name && column.role == role && column.series == series;
    });
  };
  for (const char* part : {"mean", "min", "max", "p50", "p90", "p99"}) {
    EXPECT_TRUE(
        has(window, std::string("step_time.") + part, contracts::ColumnRole::duration, "step_time"))
        << part;
  }
  for (const char* activity : {"update", "state", "manager", "wait", "idle"}) {
    const std::string name = std::string("activity.") + activity;
    EXPECT_TRUE(has(window, name, contracts::ColumnRole::activity, activity));
    EXPECT_TRUE(
        has(samples_schema(columns_of(system)), name, contracts::ColumnRole::activity, activity));
  }
  EXPECT_TRUE(has(window, "messages.state_relay", contracts::ColumnRole::messages, "state_relay") ||
              system.nodes() == 1);
  EXPECT_TRUE(
      has(window, "bytes.state_to_manager", contracts::ColumnRole::bytes, "state_to_manager"));
  EXPECT_TRUE(has(window, "steps", contracts::ColumnRole::counter, "steps"));
  EXPECT_TRUE(has(window, "first_step", contracts::ColumnRole::index, "first_step"));
  EXPECT_TRUE(has(window, "window_ns", contracts::ColumnRole::time, "window_ns"));
  for (const char* gauge : {"entities", "cpu_share", "rss_bytes"}) {
    EXPECT_TRUE(has(window, gauge, contracts::ColumnRole::gauge, gauge));
  }
}

TEST(Frames, ARowHasACellForEachColumnAndSumsUpItsWindow) {
  const universe::System system = configured(plan_of(2)).system;
  telemetry::Board board(universe::board_totals);
  EntityFrames frames(system, 0, board, {});
  std::vector<telemetry::Cell> cells;
  EXPECT_FALSE(frames.window_row(1, false, cells));
  for (std::uint64_t step = 0; step < 4; ++step) {
    universe::StepRecord record;
    record.measured_step = step;
    record.duration_ns = 100 + step;
    record.activity_ns = {60, 20, 10, 0, 10 + step};
    frames.record(record.pack());
    std::vector<telemetry::Cell> row;
    frames.sample_row(record.pack(), row);
    EXPECT_EQ(row.size(), samples_schema(columns_of(system)).columns.size());
  }
  board.show(static_cast<std::size_t>(MessageKind::update_notify), 48);
  board.show_done(4);
  const contracts::FrameSchema schema = window_schema(columns_of(system));
  ASSERT_TRUE(frames.window_row(1'000, false, cells));
  ASSERT_EQ(cells.size(), schema.columns.size());
  const auto cell = [&](const std::string& name) {
    for (std::size_t i = 0; i < schema.columns.size(); ++i) {
      if (schema.columns[i].name == name) return cells[i];
    }
    ADD_FAILURE() << name;
    return telemetry::integer_cell(0);
  };
  EXPECT_EQ(cell("steps").integer, 4U);
  EXPECT_EQ(cell("window_ns").integer, 1'000U);
  EXPECT_DOUBLE_EQ(cell("step_time.mean").real, 101.5);
  EXPECT_DOUBLE_EQ(cell("step_time.min").real, 100);
  EXPECT_DOUBLE_EQ(cell("step_time.max").real, 103);
  EXPECT_DOUBLE_EQ(cell("activity.idle").real, 11.5);
  EXPECT_EQ(cell("messages.update_notify").integer, 48U);
  EXPECT_EQ(cell("bytes.update_notify").integer, 48U * 16);
  EXPECT_EQ(cell("entities").integer, 10U);

  // No further step ended: the last window repeats the previous step times and counts nothing twice.
  cells.clear();
  ASSERT_TRUE(frames.window_row(1, true, cells));
  EXPECT_EQ(cell("steps").integer, 0U);
  EXPECT_EQ(cell("messages.update_notify").integer, 0U);
  EXPECT_DOUBLE_EQ(cell("step_time.mean").real, 101.5);
}

// The reports of a correct run of the system.
Reports right_reports(const universe::System& system) {
  Reports reports(system.nodes());
  for (universe::NodeIndex node = 0; node < system.nodes(); ++node) {
    universe::NodeReport& report = reports[node];
    report.header.source = node;
    report.measured_steps = system.measured_steps;
    report.elapsed_ns = 1'000'000;
    report.expected = universe::MessageModel(system, node)
                          .expected_over(system.warmup_steps, system.total_steps());
    report.counted = report.expected;
    report.recorded_steps = 10;
    report.recorded_ns = 1000;
    report.activity_ns = {500, 200, 100, 0, 200};
    report.busy_ns = node == 0 ? 900 : 300;
  }
  reports[0].prefix_checksum = universe::oracle_checksum(system, 7) - 5;
  reports[1].prefix_checksum = 5;
  return reports;
}

bool holds(const std::vector<contracts::Check>& all, const std::string& name) {
  for (const contracts::Check& check : all) {
    if (check.name == name) {
      EXPECT_FALSE(check.expected.empty());
      EXPECT_FALSE(check.found.empty());
      return check.holds;
    }
  }
  ADD_FAILURE() << "no check " << name;
  return false;
}

TEST(Checks, HoldForARightRunAndFailForAWrongOne) {
  const universe::System system = configured(plan_of(2)).system;
  const OracleWord oracle{7, universe::oracle_checksum(system, 7)};
  const auto right = right_reports(system);
  for (const char* name :
       {"message_counts", "messages_per_step", "state_checksum", "nodes_agree"}) {
    EXPECT_TRUE(holds(checks(system, right, oracle), name)) << name;
  }

  auto wrong = right;
  ++wrong[1].counted[MessageKind::update_complete];
  EXPECT_FALSE(holds(checks(system, wrong, oracle), "message_counts"));
  wrong = right;
  wrong[0].mismatch = {1, 33, MessageKind::state_to_manager, 80, 79};
  EXPECT_FALSE(holds(checks(system, wrong, oracle), "message_counts"));
  EXPECT_NE(checks(system, wrong, oracle)[0].found.find("33"), std::string::npos);
  wrong = right;
  wrong[0].manager_mismatches = 1;
  EXPECT_FALSE(holds(checks(system, wrong, oracle), "message_counts"));
  wrong = right;
  --wrong[0].counted[MessageKind::state_to_manager];
  EXPECT_FALSE(holds(checks(system, wrong, oracle), "messages_per_step"));
  wrong = right;
  ++wrong[1].prefix_checksum;
  EXPECT_FALSE(holds(checks(system, wrong, oracle), "state_checksum"));
  wrong = right;
  --wrong[0].counted[MessageKind::state_relay];
  EXPECT_FALSE(holds(checks(system, wrong, oracle), "nodes_agree"));
  wrong = right;
  --wrong[1].measured_steps;
  EXPECT_FALSE(holds(checks(system, wrong, oracle), "nodes_agree"));
}

contracts::WorkerPlan modelled_plan(const std::string& text, const std::string& entity,
                                    const std::string& constraint = "") {
  contracts::WorkerPlan plan = plan_of(1);
  workload_of(plan).state = contracts::ModelStatePlan{text, entity, constraint};
  return plan;
}

TEST(Configuration, AModelSaysWhatEntitiesHold) {
  const universe::System system =
      configured(
          modelled_plan("ENTITY Lamp { PROPERTY on : BOOLEAN; PROPERTY at : DOUBLE[3]; }", "Lamp"))
          .system;
  EXPECT_EQ(system.behaviour, universe::Behaviour::modelled);
  EXPECT_EQ(system.state_bytes, 24U);
}

TEST(Configuration, RefusesModelsThatEntitiesCannotBeMadeOf) {
  const std::string lamp = "ENTITY Lamp { PROPERTY on : BOOLEAN; }";
  expect_refused(modelled_plan("ENTITY Lamp {", "Lamp"), "has an error in line 1");
  expect_refused(modelled_plan(lamp, "Dog"), "workload.state.entity is Dog");
  expect_refused(modelled_plan(lamp, "Lamp"), "workload.monitors asks for 2");
  expect_refused(
      modelled_plan("ENTITY Lamp { PROPERTY a : DOUBLE[9000]; PROPERTY b : REAL; }", "Lamp"),
      "72004 bytes");
}

constexpr auto lamps = R"(
  ENTITY Lamp { PROPERTY on : BOOLEAN; PROPERTY at : DOUBLE[3]; CONSTRAINT lit = on AND at[2] < 0.5; }
  ENTITY Post { PROPERTY a : REAL; PROPERTY b : REAL; })";

TEST(Configuration, AConstraintOfTheModelIsCompiledAndCounted) {
  const universe::System system = configured(modelled_plan(lamps, "Lamp", "lit")).system;
  ASSERT_NE(system.condition, nullptr);
  EXPECT_EQ(system.condition->text(), "on AND at[2] < 0.5");
  ASSERT_NE(system.passing, nullptr);
  EXPECT_EQ(system.passing->steps(), 55U);
  // About a quarter of 10 entities times 50 measured steps; the seed decides.
  EXPECT_GT(passing_changes(system), 80U);
  EXPECT_LT(passing_changes(system), 180U);
  EXPECT_EQ(all_changes(system), 500U);
}

TEST(Configuration, AConstraintHasNoEffectWithoutManagers) {
  contracts::WorkerPlan plan = modelled_plan(lamps, "Lamp", "lit");
  workload_of(plan).managers_by_node = {0};
  EXPECT_EQ(configured(plan).system.condition, nullptr);
}

TEST(Configuration, RefusesAConstraintThatIsNone) {
  expect_refused(modelled_plan(lamps, "Lamp", "dark"), "workload.state.constraint is dark");
  expect_refused(modelled_plan(lamps, "Lamp", "at"), "workload.state.constraint is at");
  expect_refused(modelled_plan(lamps, "Post", "lit"), "Post has no constraint of that name");
  const auto failed = configure(modelled_plan(lamps, "Lamp", "dark"));
  EXPECT_EQ(std::get<Failure>(failed).remedy, "choose one of the entity's: lit");
}

TEST(Configuration, RefusesAConstraintThatTakesTooLongToCountAndStopsWhenAsked) {
  contracts::WorkerPlan plan = modelled_plan(lamps, "Lamp", "lit");
  workload_of(plan).steps = 5'000'000;
  expect_refused(plan, "workload.steps is 5000005");
  workload_of(plan).steps = 4'900'000;
  const auto stopped = configure(plan, [] { return true; });
  EXPECT_EQ(std::get<Failure>(stopped).code, "stopped");
}

universe::System two_constrained_nodes() {
  contracts::WorkerPlan plan = plan_of(2);
  workload_of(plan).state = contracts::ModelStatePlan{lamps, "Lamp", "lit"};
  return configured(plan).system;
}

TEST(Checks, AConstraintPassesExactlyTheChangesThatTheOracleCounted) {
  const universe::System system = two_constrained_nodes();
  const OracleWord oracle{7, universe::oracle_checksum(system, 7)};
  const auto right = right_reports(system);
  for (const char* name :
       {"message_counts", "messages_per_step", "constraint", "state_checksum", "nodes_agree"}) {
    EXPECT_TRUE(holds(checks(system, right, oracle), name)) << name;
  }
  auto wrong = right;
  wrong[0].counted[MessageKind::state_from_entity] += 2;  // one change with both components
  EXPECT_FALSE(holds(checks(system, wrong, oracle), "constraint"));
  EXPECT_FALSE(holds(checks(system, wrong, oracle), "message_counts"));
  // An entity that sends another change, and one that holds back one in its place, end in another state of the managers.
  EXPECT_NE(universe::oracle_checksum(system.without_constraints(), 7), oracle.checksum);
}

TEST(Checks, ASlaveChecksItsOwnCounts) {
  const universe::System system = configured(plan_of(2)).system;
  auto own = right_reports(system);
  own.erase(own.begin());
  const auto all = checks(system, own, std::nullopt);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_TRUE(all[0].holds) << all[0].found;
}

TEST(Figures, AreWhatTheReportsSay) {
  const universe::System system = configured(plan_of(2)).system;
  const auto reports = right_reports(system);
  base::Histogram times;
  times.record(20'000);
  const auto metrics = run_metrics(system, reports, times);
  const auto value = [&](const std::string& name) {
    for (const contracts::Metric& metric : metrics) {
      if (metric.name == name) return metric.value;
    }
    ADD_FAILURE() << name;
    return 0.0;
  };
  EXPECT_DOUBLE_EQ(value("steps_per_second"), 50'000);
  EXPECT_DOUBLE_EQ(value("step_time.mean"), 20'000);
  EXPECT_DOUBLE_EQ(value("imbalance"), 1.5);
  EXPECT_DOUBLE_EQ(value("idle_share.master"), 0.2);
  // 2 managers, 2 monitors, 20 entities, 10 of them on the slave: 40 sent, 80 received, 20 relayed.
  EXPECT_DOUBLE_EQ(value("state_messages_per_second"), 140 * 50'000.0);

  const auto without = run_metrics(system, reports, {});
  EXPECT_TRUE(std::ranges::none_of(
      without, [](const contracts::Metric& metric) { return metric.name == "step_time.p50"; }));
}

TEST(Figures, AConstraintSaysWhatItHeldBack) {
  const universe::System system = two_constrained_nodes();
  const auto reports = right_reports(system);
  std::map<std::string, contracts::Metric> metrics;
  for (const contracts::Metric& metric : run_metrics(system, reports, {})) {
    metrics[metric.name] = metric;
  }
  const double passing = static_cast<double>(passing_changes(system));
  EXPECT_DOUBLE_EQ(metrics.at("changes_held_back").value, 1000 - passing);
  EXPECT_DOUBLE_EQ(metrics.at("held_back_share").value, 1 - passing / 1000);
  EXPECT_EQ(metrics.at("held_back_share").unit, "share");
  // Two components of each change: to the master's 2 managers, and half of the changes also over the link.
  EXPECT_GT(metrics.at("messages_saved_per_step").value, (1000 - passing) / 50 * 2 * 3);

  contracts::WorkerPlan plan = plan_of(1);
  workload_of(plan).constraint_levels = 4;
  const universe::System by_levels = configured(plan).system;
  universe::NodeReport report;
  report.measured_steps = 50;
  report.counted = universe::MessageModel(by_levels, 0).expected_over(5, by_levels.total_steps());
  for (const contracts::Metric& metric : run_metrics(by_levels, {report}, {})) {
    metrics[metric.name] = metric;
  }
  EXPECT_NEAR(metrics.at("held_back_share").value, 0.75, 0.02);
  const auto plain = run_metrics(configured(plan_of(2)).system, reports, {});
  EXPECT_TRUE(std::ranges::none_of(
      plain, [](const contracts::Metric& metric) { return metric.name == "changes_held_back"; }));
}

TEST(Figures, TasksOfEntitiesAndManagersFillTheStep) {
  universe::NodeReport report;
  report.measured_steps = 10;
  report.elapsed_ns = 1'000;
  EXPECT_TRUE(std::ranges::none_of(node_metrics(report, {}), [](const contracts::Metric& metric) {
    return metric.name.find(".task.") != std::string::npos;
  }));
  report.entity_costs.updates = 20;
  report.entity_costs.update_ns = 200;
  report.entity_costs.send_ns = 400;
  report.manager_costs = {10, 150, 50};
  std::map<std::string, double> values;
  for (const contracts::Metric& metric : node_metrics(report, {})) {
    values[metric.name] = metric.value;
  }
  EXPECT_DOUBLE_EQ(values["entity.task.update"], 10);
  EXPECT_DOUBLE_EQ(values["entity.task.send"], 20);
  EXPECT_DOUBLE_EQ(values["entity.task.idle"], 70);
  EXPECT_DOUBLE_EQ(values["entity.idle_share"], 0.7);
  EXPECT_DOUBLE_EQ(values["manager.task.receive"], 15);
  EXPECT_DOUBLE_EQ(values["manager.task.process"], 5);
  EXPECT_DOUBLE_EQ(values["manager.task.idle"], 80);
  EXPECT_DOUBLE_EQ(values["manager.idle_share"], 0.8);
}

}  // namespace
}  // namespace orrery::workloads::universe_steps
