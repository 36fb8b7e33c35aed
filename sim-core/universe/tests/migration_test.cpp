// Systems in which entities migrate while they run. On any number of nodes, by any policy and over any transport, every
// step updates every entity once, and the state equals that of the oracle, which moves no entity.
#include <gtest/gtest.h>

#include "migration_scene.hpp"

namespace orrery::universe {
namespace {

TEST(Migration, KeepsEveryEntityAndItsStateByAnyPolicyOnAnyNodes) {
  for (const MigrationPolicy policy : {MigrationPolicy::threshold, MigrationPolicy::balance,
                                       MigrationPolicy::predictive, MigrationPolicy::traffic}) {
    for (const std::vector<std::uint64_t>& split :
         {std::vector<std::uint64_t>{24, 0}, {12, 12}, {20, 0, 4}}) {
      MigrationScene scene{bursting(split, policy), {}, {}};
      scene.config.system.monitors = 2;
      scene.config.system.managers_by_node.back() = 1;
      SCOPED_TRACE(std::string(to_string(policy)) + " on " + std::to_string(split.size()) +
                   " nodes, " + std::to_string(split[0]) + " on the master");
      // With all entities on one node, `balance` must move some, whatever they cost.
      expect_right(scene, policy == MigrationPolicy::balance && split[1] == 0 ? 1 : 0);
    }
  }
}

TEST(Migration, GoesOverEveryTransport) {
  for (const Kind kind : {Kind::shm, Kind::uds, Kind::tcp}) {
    MigrationScene scene{bursting({16, 0}, MigrationPolicy::balance), {}, {}};
    scene.config.system.managers_by_node = {1, 1};
    scene.config.nodes = kind;
    SCOPED_TRACE(transport::to_string(kind));
    expect_right(scene, 1);
  }
}

TEST(Migration, MovesNobodyWithoutAPolicy) {
  MigrationScene scene{bursting({6, 2}, MigrationPolicy::none), {}, {}};
  expect_right(scene, 0);
  EXPECT_TRUE(run(scene).migrations.empty());
}

TEST(Migration, MovesByHandWhatIsAskedForAndTellsOfEach) {
  MigrationScene scene{bursting({80, 4, 0}, MigrationPolicy::none), {}, {}};
  scene.config.system.managers_by_node = {0, 1, 0};
  scene.asks = [](std::uint64_t times, MoveRequests& requests) {
    if (times != 5) return;
    EXPECT_TRUE(requests.ask({1, 0.5, 0, 0, 2}));    // 40 entities: more than a step moves
    EXPECT_TRUE(requests.ask({2, 0, 80, 0, 2}));     // entity 80, from node 1
    EXPECT_TRUE(requests.ask({3, 0, 80, 0, 2}));     // entity 80 is there already
    EXPECT_TRUE(requests.ask({4, 0, 80, 0, 0}));     // entity 80 moves on, but not in the same step
    EXPECT_TRUE(requests.ask({5, 0.001, 0, 1, 0}));  // at least one entity: 81
  };
  MigrationOutcome outcome;
  expect_right(scene, 43, outcome);
  ASSERT_EQ(outcome.moves.size(), 5U);
  const std::array<std::uint64_t, 5> expected{40, 1, 0, 1, 1};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(outcome.moves[i].request.number, i + 1);
    EXPECT_EQ(outcome.moves[i].moves, expected[i]);
    EXPECT_FALSE(outcome.moves[i].cut_short);
  }
  EXPECT_EQ(outcome.moves[0].last_step, outcome.moves[0].first_step + 1);
  EXPECT_EQ(outcome.moves[1].from, 1U);
  EXPECT_EQ(outcome.moves[3].first_step, outcome.moves[1].first_step + 1);
  EXPECT_EQ(outcome.migrations.size(), 43U);
  for (const MigrationRecord& record : outcome.migrations) {
    EXPECT_EQ(record.move.cause, MigrationCause::manual);
  }
  EXPECT_EQ(outcome.reports[2].entities, 40U);
}

TEST(Migration, MovesByHandBesideEveryPolicy) {
  for (const MigrationPolicy policy : {MigrationPolicy::threshold, MigrationPolicy::balance,
                                       MigrationPolicy::predictive, MigrationPolicy::traffic}) {
    SCOPED_TRACE(to_string(policy));
    MigrationScene scene{bursting({12, 8, 4}, policy), {}, {}};
    scene.config.migration->settle_steps = 1;
    base::Random random(23);
    std::uint64_t number = 0;
    std::uint64_t taken = 0;
    scene.asks = [&](std::uint64_t, MoveRequests& requests) {
      MoveRequest request;
      request.number = ++number;
      request.from = static_cast<NodeIndex>(random.below(3));
      request.to = (request.from + 1 + static_cast<NodeIndex>(random.below(2))) % 3;
      request.entity = static_cast<EntityId>(random.below(24));
      if (random.chance(0.3)) request.share = random.uniform();
      if (requests.ask(request)) ++taken;
    };
    MigrationOutcome outcome;
    expect_right(scene, 1, outcome);
    // Every request that was taken has an outcome, also if the steps ended before its turn.
    EXPECT_EQ(outcome.moves.size(), taken);
    std::uint64_t by_hand = 0;
    for (const MoveOutcome& moved : outcome.moves) by_hand += moved.moves;
    EXPECT_EQ(by_hand, static_cast<std::uint64_t>(std::ranges::count_if(
                           outcome.migrations, [](const MigrationRecord& record) {
                             return record.move.cause == MigrationCause::manual;
                           })));
  }
}

TEST(Migration, ADeathInTheMiddleLeavesTheTrueAccount) {
  MigrationScene scene{bursting({24, 0, 0}, MigrationPolicy::balance), {}, {}};
  scene.config.system.measured_steps = 1'000'000;
  scene.dies = [](NodeIndex node, std::uint64_t asked) { return node == 2 && asked > 40; };
  const MigrationOutcome outcome = run(scene);
  ASSERT_EQ(outcome.failures.size(), 3U);
  std::uint64_t held = 0;
  for (const auto& [node, failure] : outcome.failures) {
    if (node == 2) continue;
    EXPECT_EQ(failure.code, "peer_lost") << failure.message;
    const std::string said = "node " + std::to_string(node) + " held ";
    const std::size_t at = failure.message.find(said);
    ASSERT_NE(at, std::string::npos) << failure.message;
    held += std::stoull(failure.message.substr(at + said.size()));
  }
  EXPECT_LE(held, 24U) << "an entity was doubled";
}

TEST(Migration, RefusesWhatItCannotDo) {
  NodeConfig config = bursting({4}, MigrationPolicy::threshold);
  config.system.behaviour = Behaviour::toggle;
  auto prepared = Node::prepare(config);
  ASSERT_TRUE(std::holds_alternative<Failure>(prepared));
  EXPECT_EQ(std::get<Failure>(prepared).code, "bad_plan");
  config = bursting({4}, MigrationPolicy::threshold);
  config.system.carried_bytes = 1'000'000'000;
  prepared = Node::prepare(config);
  ASSERT_TRUE(std::holds_alternative<Failure>(prepared));
  EXPECT_NE(std::get<Failure>(prepared).message.find("carried_bytes"), std::string::npos);
}

TEST(Burst, RisesAndFallsGraduallyAndComesToRest) {
  const BurstRules rules{50, 10, 8};
  BurstState state;
  std::uint32_t before = 0;
  std::uint32_t greatest = 0;
  std::uint64_t calm = 0;
  for (Step step = 0; step < 5000; ++step) {
    burst_next(rules, 1, 7, step, state);
    const std::uint32_t level = state.level_mille;
    EXPECT_LE(std::max(level, before) - std::min(level, before), 8'000U / 5) << "a jump";
    greatest = std::max(greatest, level);
    calm += state.slope_mille == 0 ? 1 : 0;
    before = level;
  }
  EXPECT_GT(greatest, 4'000U);
  EXPECT_LT(greatest, 10'000U);
  EXPECT_GT(calm, 500U);
}

}  // namespace
}  // namespace orrery::universe
