// Entities that are processes or threads and migrate; with the resource manager apart, which reads the CPU use of each of
// them in every step (uss-prototype-evaluation, sections 6.5.4 and 6.5.5.3).
#include <gtest/gtest.h>
#include <signal.h>

#include "migration_scene.hpp"

namespace orrery::universe {
namespace {

MigrationScene placed(std::vector<std::uint64_t> split, MigrationPolicy policy, ProcessModel model,
                      bool apart) {
  MigrationScene scene{bursting(std::move(split), policy), {}, {}};
  scene.config.process_model = model;
  scene.config.resource_manager_apart = apart;
  return scene;
}

std::string words_of(ProcessModel model, bool apart) {
  return std::string(model == ProcessModel::process ? "processes" : "threads") +
         (apart ? ", resource manager apart" : ", resource manager inside");
}

TEST(PlacedMigration, KeepsEveryEntityAndItsStateByAnyPolicyOnAnyNodes) {
  for (const ProcessModel model : {ProcessModel::process, ProcessModel::thread}) {
    if (model == ProcessModel::process && !can_fork_migrating) continue;
    for (const bool apart : {false, true}) {
      for (const MigrationPolicy policy : {MigrationPolicy::threshold, MigrationPolicy::balance,
                                           MigrationPolicy::predictive, MigrationPolicy::traffic}) {
        MigrationScene scene = placed({8, 0, 3}, policy, model, apart);
        scene.config.system.monitors = 2;
        scene.config.system.managers_by_node = {1, 0, 1};
        SCOPED_TRACE(words_of(model, apart) + ", " + std::string(to_string(policy)));
        expect_right(scene, policy == MigrationPolicy::balance ? 1 : 0);
      }
    }
  }
}

TEST(PlacedMigration, OneNodeAloneMovesNobody) {
  if (!can_fork_migrating) GTEST_SKIP();
  for (const bool apart : {false, true}) {
    MigrationScene scene = placed({5}, MigrationPolicy::threshold, ProcessModel::process, apart);
    MigrationOutcome outcome;
    expect_right(scene, 0, outcome);
    EXPECT_TRUE(outcome.migrations.empty());
  }
}

// With nominal loads the moves depend on nothing but the rule: objects, threads and processes make the same.
TEST(PlacedMigration, TheSameEntitiesMigrateInEveryProcessModel) {
  std::vector<std::vector<Move>> moves;
  for (const ProcessModel model :
       {ProcessModel::pooled, ProcessModel::thread, ProcessModel::process}) {
    if (model == ProcessModel::process && !can_fork_migrating) continue;
    MigrationScene scene = placed({6, 6}, MigrationPolicy::predictive, model, false);
    scene.config.system.update_cost_ns = 10'000;
    scene.config.construct_cost_ns = 25'000;
    scene.config.migration =
        MigrationRules{MigrationPolicy::threshold, 120'000, 4, /*nominal_loads=*/true};
    MigrationOutcome outcome;
    expect_right(scene, 1, outcome);
    std::ranges::stable_sort(outcome.migrations, {}, &MigrationRecord::step);
    auto& made = moves.emplace_back();
    for (const MigrationRecord& record : outcome.migrations) made.push_back(record.move);
  }
  for (const auto& made : moves) EXPECT_EQ(moves[0], made);
}

TEST(PlacedMigration, TheResourceManagerReadsEveryPartyInEveryStep) {
  for (const ProcessModel model : {ProcessModel::process, ProcessModel::thread}) {
    if (model == ProcessModel::process && !can_fork_migrating) continue;
    MigrationScene scene = placed({3, 2}, MigrationPolicy::none, model, true);
    scene.config.system.managers_by_node = {1, 0};
    scene.config.system.update_cost_ns = 200'000;
    SCOPED_TRACE(words_of(model, true));
    MigrationOutcome outcome;
    expect_right(scene, 0, outcome);
    const std::uint64_t steps = scene.config.system.measured_steps;
    for (NodeIndex node = 0; node < 2; ++node) {
      const NodeReport& report = outcome.reports[node];
      const ResourceCosts& costs = report.resource_costs;
      EXPECT_EQ(costs.steps, steps);
      EXPECT_EQ(costs.reads, steps * (node == 0 ? 4 : 2));
      EXPECT_GT(costs.basic_ns, 0);
      EXPECT_GT(costs.read_ns, 0);
      EXPECT_GT(costs.cpu_ns, 0);
      EXPECT_GT(costs.universe_manager_use_ns, 0);
      EXPECT_EQ(costs.managers_use_ns > 0, node == 0);
      EXPECT_EQ(report.counted[MessageKind::usage_request], steps);
      EXPECT_EQ(report.counted[MessageKind::usage_report], steps);
      EXPECT_EQ(report.counted[MessageKind::decision], node == 0 ? steps - 1 : 0);
      // What it read is the CPU time that the entities burnt, and theirs alone: managers count for no load.
      const std::int64_t asked = static_cast<std::int64_t>(steps) * (node == 0 ? 3 : 2) * 200'000;
      EXPECT_GT(report.workload_ns, asked / 2);
    }
  }
}

// Who waits uses no CPU time: the load of an entity is its work, however long the others take.
TEST(PlacedMigration, AWaitIsNoLoad) {
  for (const ProcessModel model : {ProcessModel::process, ProcessModel::thread}) {
    if (model == ProcessModel::process && !can_fork_migrating) continue;
    MigrationScene scene = placed({1, 1}, MigrationPolicy::none, model, true);
    // The other node's step, and so this one's wait, takes fifty times as long as its entity's work.
    scene.dies = [](NodeIndex node, std::uint64_t) {
      if (node == 1) std::this_thread::sleep_for(std::chrono::milliseconds(10));
      return false;
    };
    scene.config.system.update_cost_ns = 200'000;
    scene.config.system.burst_every_steps = 0;
    SCOPED_TRACE(words_of(model, true));
    MigrationOutcome outcome;
    expect_right(scene, 0, outcome);
    const NodeReport& master = outcome.reports[0];
    EXPECT_LT(master.workload_ns, master.elapsed_ns / 4);
  }
}

// The first reading tells no cost; the second is above the threshold. Then the target is above it too, and takes no more.
TEST(PlacedMigration, ANodeAboveTheThresholdVolunteersOneEntity) {
  for (const ProcessModel model : {ProcessModel::process, ProcessModel::thread}) {
    if (model == ProcessModel::process && !can_fork_migrating) continue;
    MigrationScene scene = placed({6, 0}, MigrationPolicy::threshold, model, true);
    scene.config.system.update_cost_ns = 300'000;
    scene.config.migration = MigrationRules{MigrationPolicy::threshold, 1'000, 0};
    SCOPED_TRACE(words_of(model, true));
    MigrationOutcome outcome;
    expect_right(scene, 1, outcome);
    ASSERT_EQ(outcome.migrations.size(), 1U);
    EXPECT_EQ(outcome.migrations[0].step, 2U);
    EXPECT_EQ(outcome.migrations[0].move.from, 0U);
    EXPECT_EQ(outcome.migrations[0].move.cause, MigrationCause::above_threshold);
  }
}

TEST(PlacedMigration, GoesOverEveryTransportWithALargeState) {
  if (!can_fork_migrating) GTEST_SKIP();
  for (const Kind kind : {Kind::shm, Kind::uds, Kind::tcp}) {
    MigrationScene scene = placed({6, 0}, MigrationPolicy::balance, ProcessModel::process, true);
    scene.config.nodes = kind;
    scene.config.local = kind;
    scene.config.system.carried_bytes = 262'144;
    SCOPED_TRACE(transport::to_string(kind));
    expect_right(scene, 1);
  }
}

TEST(PlacedMigration, MovesByHandWhatIsAskedFor) {
  for (const bool apart : {false, true}) {
    MigrationScene scene = placed({10, 4, 0}, MigrationPolicy::none, ProcessModel::thread, apart);
    scene.asks = [](std::uint64_t times, MoveRequests& requests) {
      if (times != 5) return;
      EXPECT_TRUE(requests.ask({1, 0.5, 0, 0, 2}));
      EXPECT_TRUE(requests.ask({2, 0, 10, 0, 2}));
    };
    MigrationOutcome outcome;
    expect_right(scene, 6, outcome);
    EXPECT_EQ(outcome.migrations.size(), 6U);
    EXPECT_EQ(outcome.reports[2].entities, 6U);
  }
}

TEST(PlacedMigration, MovesByHandBesideTheResourceManagersPolicy) {
  MigrationScene scene = placed({6, 4, 2}, MigrationPolicy::balance, ProcessModel::thread, true);
  scene.config.migration->settle_steps = 1;
  base::Random random(29);
  std::uint64_t number = 0;
  scene.asks = [&](std::uint64_t, MoveRequests& requests) {
    MoveRequest request;
    request.number = ++number;
    request.from = static_cast<NodeIndex>(random.below(3));
    request.to = (request.from + 1) % 3;
    request.entity = static_cast<EntityId>(random.below(12));
    (void)requests.ask(request);
  };
  expect_right(scene, 1);
}

// The processes of a node end with a true word when one of them is killed: its name, its pid and the signal.
class AKilledParty : public testing::TestWithParam<bool> {};

TEST_P(AKilledParty, EndsTheRunWithItsName) {
  if (!can_fork_migrating) GTEST_SKIP();
  const bool resources = GetParam();
  NodeConfig config = bursting({4}, MigrationPolicy::threshold);
  config.process_model = ProcessModel::process;
  config.resource_manager_apart = true;
  config.system.measured_steps = 100'000'000;
  auto prepared = Node::prepare(config);
  ASSERT_TRUE(std::holds_alternative<std::unique_ptr<Node>>(prepared));
  auto node = std::move(std::get<std::unique_ptr<Node>>(prepared));
  const std::vector<int> pids = node->child_pids();
  ASSERT_EQ(pids.size(), 5U);
  const int victim = resources ? pids.back() : pids.front();
  ASSERT_FALSE(node->connect({""}, base::now_ns() + migration_watchdog_ns));
  const MayFail failure = node->run({}, [&] { ASSERT_EQ(::kill(victim, SIGKILL), 0); });
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, "process_died") << failure->message;
  EXPECT_EQ(failure->process, resources ? "resource manager" : "entity 0");
  EXPECT_NE(failure->message.find(std::to_string(victim)), std::string::npos) << failure->message;
  EXPECT_NE(failure->message.find("signal 9"), std::string::npos) << failure->message;
  EXPECT_NE(failure->message.find("held 4 of 4 entities"), std::string::npos) << failure->message;
  node.reset();
  for (const int pid : pids) EXPECT_NE(::kill(pid, 0), 0) << "process " << pid << " is left";
}

INSTANTIATE_TEST_SUITE_P(Each, AKilledParty, testing::Values(true, false));

TEST(PlacedMigration, RefusesAResourceManagerThatHasNothingToRead) {
  const auto refusal = [](const NodeConfig& config) {
    auto prepared = Node::prepare(config);
    const auto* failure = std::get_if<Failure>(&prepared);
    return failure == nullptr ? std::string("accepted") : failure->message + "; " + failure->remedy;
  };
  NodeConfig config = bursting({4}, MigrationPolicy::threshold);
  config.resource_manager_apart = true;
  EXPECT_NE(refusal(config).find("workload.resource_manager is apart with workload.process_model "
                                 "pooled"),
            std::string::npos);
  EXPECT_NE(refusal(config).find("choose workload.process_model process or thread"),
            std::string::npos);
  config.process_model = ProcessModel::process;
  config.migration->nominal_loads = true;
  EXPECT_NE(refusal(config).find("workload.load nominal"), std::string::npos);
}

}  // namespace
}  // namespace orrery::universe
