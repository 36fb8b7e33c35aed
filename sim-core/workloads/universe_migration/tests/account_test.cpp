// Checks and metrics of a run: a lost, doubled or altered entity must fail a check.
#include "account.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::workloads::universe_migration {
namespace {

universe::System two_nodes() {
  universe::System system;
  system.behaviour = universe::Behaviour::burst;
  system.entities_by_node = {3, 3};
  system.managers_by_node = {0, 0};
  system.warmup_steps = 2;
  system.measured_steps = 10;
  return system;
}

struct Story {
  universe::System system = two_nodes();
  Reports reports;
  Records records;

  Story() {
    using universe::MessageKind;
    for (universe::NodeIndex node = 0; node < 2; ++node) {
      universe::NodeReport report;
      report.header.source = node;
      report.measured_steps = 10;
      report.elapsed_ns = 1'000'000;
      report.entities = node == 0 ? 4 : 2;
      report.counted[MessageKind::update_complete] = node == 0 ? 35 : 25;
      report.counted[MessageKind::entity_state] = node == 0 ? 2 : 1;
      report.expected = report.counted;
      report.checksum = report.prefix_checksum = 7 + node;
      report.greatest_workload_ns = 100 + node;
      report.greatest_entity_ns = 20 + node * 10;
      reports.push_back(report);
    }
    // Entity 0 moves during warm-up. Entity 1 moves to node 0, back to node 1, and to node 0 again. The order is not that of
    // the steps.
    records = {{9, {1, 1, 0, {}}, 64, 900},
               {1, {0, 0, 1, {}}, 64, 5},
               {4, {1, 1, 0, {}}, 64, 100},
               {6, {1, 0, 1, {}}, 64, 300}};
  }
  [[nodiscard]] bool holds(const char* name) const {
    const auto all = checks(system, reports, records, OracleWord{12, 15});
    const auto found = std::ranges::find(all, name, &contracts::Check::name);
    EXPECT_NE(found, all.end()) << name;
    return found->holds;
  }
  [[nodiscard]] double metric(const char* name) const {
    const universe::MigrationRules rules{universe::MigrationPolicy::threshold, 50, 1};
    const auto all = run_metrics(system, rules, reports, records, {});
    const auto found = std::ranges::find(all, name, &contracts::Metric::name);
    EXPECT_NE(found, all.end()) << name;
    return found->value;
  }
};

TEST(Account, HoldsForARunInOrder) {
  const Story story;
  for (const char* name : {"message_counts", "exactly_once", "state_checksum"}) {
    EXPECT_TRUE(story.holds(name)) << name;
  }
}

TEST(Account, SeesALostAndADoubledEntity) {
  Story lost;
  --lost.reports[1].entities;
  EXPECT_FALSE(lost.holds("exactly_once"));
  Story doubled;
  ++doubled.reports[0].counted[universe::MessageKind::update_complete];
  EXPECT_FALSE(doubled.holds("exactly_once"));
  Story unrecorded;
  unrecorded.records.pop_back();
  EXPECT_FALSE(unrecorded.holds("exactly_once"));
  Story altered;
  ++altered.reports[0].prefix_checksum;
  EXPECT_FALSE(altered.holds("state_checksum"));
  Story miscounted;
  miscounted.reports[1].mismatch.steps = 1;
  EXPECT_FALSE(miscounted.holds("message_counts"));
}

TEST(Account, ListsMigrationsOfTheMeasuredStepsInTheirOrder) {
  const Story story;
  const auto all = migrations(story.system, story.records);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].step, 2U);
  EXPECT_EQ(all[1].step, 4U);
  EXPECT_EQ(all[2].step, 7U);
  EXPECT_EQ(all[1].from_node, 0);
  EXPECT_EQ(all[1].pause_ns, 300U);
  EXPECT_EQ(story.metric("migrations"), 3);
  EXPECT_EQ(story.metric("migration_bounces"), 2);
  EXPECT_EQ(story.metric("migration_bytes"), 192);
  EXPECT_EQ(story.metric("workload.max"), 101);
  EXPECT_EQ(story.metric("load_excess"), 51.0 / 30);
}

// Table 6.9: a basic cost in a step, and a cost for each process whose use is read.
TEST(Account, TellsWhatResourceManagersCost) {
  Story story;
  const universe::MigrationRules rules;
  const auto has = [&] {
    const auto all = run_metrics(story.system, rules, story.reports, story.records, {});
    return std::ranges::find(all, "resource_manager.basic", &contracts::Metric::name) != all.end();
  };
  EXPECT_FALSE(has()) << "none is a party of its own";
  story.reports[0].resource_costs = {10, 5'000, 30, 30'000, 100'000, 2'000, 40'000};
  story.reports[1].resource_costs = {10, 7'000, 20, 15'000, 140'000, 0, 20'000};
  EXPECT_EQ(story.metric("resource_manager.basic"), 12'000.0 / 20);
  EXPECT_EQ(story.metric("resource_manager.per_process"), 45'000.0 / 50);
  EXPECT_EQ(story.metric("resource_manager.cpu"), 240'000.0 / 20);
  EXPECT_EQ(story.metric("resource_manager.saw_universe_manager"), 60'000.0 / 20);
  EXPECT_EQ(story.metric("resource_manager.saw_managers"), 2'000.0 / 20);
}

}  // namespace
}  // namespace orrery::workloads::universe_migration
