// The policies as pure functions: what they must never do, and their results in a system whose costs are known.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "orrery/universe/burst_rule.hpp"
#include "orrery/universe/migration.hpp"

namespace orrery::universe {
namespace {

constexpr std::array<MigrationPolicy, 4> policies{
    MigrationPolicy::threshold, MigrationPolicy::balance, MigrationPolicy::predictive,
    MigrationPolicy::traffic};

std::vector<NodeLoad> random_loads(base::Random& random) {
  std::vector<NodeLoad> loads(1 + random.below(5));
  EntityId next = 0;
  for (NodeIndex node = 0; node < loads.size(); ++node) {
    NodeLoad& load = loads[node];
    load.node = node;
    load.hosts_managers = random.chance(0.3);
    load.entities = random.below(12);
    for (std::uint64_t i = 0; i < load.entities; ++i) {
      EntityLoad entity{next++, static_cast<std::int64_t>(random.below(20'000)),
                        static_cast<std::int64_t>(random.below(20'000)), random.below(100)};
      load.workload_ns += entity.cost_ns;
      load.forecast_ns += entity.forecast_ns;
      load.candidates.push_back(entity);
    }
    std::ranges::sort(load.candidates, std::greater{}, &EntityLoad::cost_ns);
    load.construct_ns = random.chance(0.2) ? static_cast<std::int64_t>(random.below(30'000)) : 0;
    load.workload_ns += load.construct_ns;
  }
  return loads;
}

TEST(MigrationPolicy, LeavesForAWhileWhatSomebodyHasPutWhereItIs) {
  base::Random random(29);
  std::size_t moved_later = 0;
  for (int round = 0; round < 2000; ++round) {
    const std::vector<NodeLoad> loads = random_loads(random);
    MigrationRules rules;
    rules.threshold_ns = 1 + static_cast<std::int64_t>(random.below(80'000));
    rules.settle_steps = random.below(6);
    const Step next = 100;
    const auto entity = static_cast<EntityId>(random.below(10));
    // 0 steps ago: the manual move is for the same step, and the entity is still on its old node.
    const Step since = random.below(4 * rules.settle_steps + 1);
    const PastMove by_hand{next - since, {entity, 0, 0, MigrationCause::manual}};
    const PastMove long_ago{next - 4 * rules.settle_steps - 1, by_hand.move};
    const auto moves = [&](const PastMove& past) {
      return std::ranges::any_of(decide(rules, next, loads, std::span(&past, 1)),
                                 [&](const Move& move) { return move.entity == entity; });
    };
    for (const MigrationPolicy policy : policies) {
      rules.policy = policy;
      EXPECT_FALSE(moves(by_hand)) << to_string(policy);
      moved_later += moves(long_ago) ? 1 : 0;
    }
  }
  EXPECT_GT(moved_later, 100U);
}

TEST(MigrationPolicy, MovesOnlyWhatIsThereAndOnlyWhereItHelps) {
  base::Random random(17);
  std::map<MigrationPolicy, std::size_t> moved;
  for (int round = 0; round < 4000; ++round) {
    const std::vector<NodeLoad> loads = random_loads(random);
    MigrationRules rules;
    rules.threshold_ns = 1 + static_cast<std::int64_t>(random.below(80'000));
    rules.settle_steps = random.below(6);
    const Step next = 100;
    std::vector<PastMove> past;
    for (std::uint64_t i = random.below(4); i > 0; --i) {
      past.push_back({next - 1 - random.below(20),
                      {static_cast<EntityId>(random.below(20)),
                       0,
                       static_cast<NodeIndex>(random.below(loads.size())),
                       {}}});
    }
    for (const MigrationPolicy policy : policies) {
      rules.policy = policy;
      const std::vector<Move> moves = decide(rules, next, loads, past);
      EXPECT_EQ(moves, decide(rules, next, loads, past)) << "not a pure function";
      moved[policy] += moves.size();
      std::set<EntityId> seen;
      for (const Move& move : moves) {
        SCOPED_TRACE(std::string(to_string(policy)) + " moves " + std::to_string(move.entity));
        ASSERT_LT(move.from, loads.size());
        ASSERT_LT(move.to, loads.size());
        EXPECT_NE(move.from, move.to);
        EXPECT_TRUE(seen.insert(move.entity).second);
        const NodeLoad& from = loads[move.from];
        const auto entity = std::ranges::find(from.candidates, move.entity, &EntityLoad::id);
        ASSERT_NE(entity, from.candidates.end());
        if (policy == MigrationPolicy::threshold) {
          EXPECT_EQ(move.entity, from.candidates.front().id) << "not the most expensive one";
        }
        if (policy == MigrationPolicy::threshold || policy == MigrationPolicy::traffic) {
          EXPECT_GT(from.workload_ns, rules.threshold_ns);
          EXPECT_TRUE(std::ranges::none_of(past,
                                           [&](const PastMove& one) {
                                             return one.move.to == move.from &&
                                                    one.step + rules.settle_steps >= next;
                                           }))
              << "node " << move.from << " is settling";
        }
        if (policy == MigrationPolicy::predictive) {
          EXPECT_GT(from.forecast_ns, rules.threshold_ns);
        }
      }
    }
  }
  for (const MigrationPolicy policy : policies) EXPECT_GT(moved[policy], 100U) << to_string(policy);
}

TEST(MigrationPolicy, NoneMovesNobodyAndOneNodeKeepsAll) {
  base::Random random(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<NodeLoad> loads = random_loads(random);
    MigrationRules rules;
    rules.threshold_ns = 1;
    rules.policy = MigrationPolicy::none;
    EXPECT_TRUE(decide(rules, 10, loads, {}).empty());
    loads.resize(1);
    for (const MigrationPolicy policy : policies) {
      rules.policy = policy;
      EXPECT_TRUE(decide(rules, 10, loads, {}).empty());
    }
  }
}

NodeLoad load_of(NodeIndex node, std::vector<EntityLoad> entities) {
  NodeLoad load;
  load.node = node;
  for (const EntityLoad& entity : entities) {
    load.workload_ns += entity.cost_ns;
    load.forecast_ns += entity.forecast_ns;
  }
  load.entities = entities.size();
  load.candidates = std::move(entities);
  return load;
}

TEST(MigrationPolicy, BalanceHalvesTheDifference) {
  const std::vector<NodeLoad> loads{load_of(0, {{0, 60, 60, 0}, {1, 20, 20, 0}, {2, 20, 20, 0}}),
                                    load_of(1, {{3, 60, 60, 0}})};
  const MigrationRules rules{MigrationPolicy::balance, 1000, 4};
  EXPECT_EQ(decide(rules, 10, loads, {}),
            (std::vector<Move>{{1, 0, 1, MigrationCause::imbalance}}));
}

TEST(MigrationPolicy, PredictiveDoesNotMindTheBurstOfAConstruction) {
  std::vector<NodeLoad> loads{load_of(0, {{0, 40, 40, 0}, {1, 10, 10, 0}}), load_of(1, {})};
  loads[0].construct_ns = 100;
  loads[0].workload_ns += 100;
  const PastMove came{9, {0, 1, 0, MigrationCause::forecast}};
  const MigrationRules predictive{MigrationPolicy::predictive, 60, 0};
  EXPECT_TRUE(decide(predictive, 10, loads, {&came, 1}).empty());
  // Without a settle period the prototype would send it back at once.
  const MigrationRules threshold{MigrationPolicy::threshold, 60, 0};
  EXPECT_EQ(decide(threshold, 10, loads, {&came, 1}).size(), 1U);
  const MigrationRules settling{MigrationPolicy::threshold, 60, 4};
  EXPECT_TRUE(decide(settling, 10, loads, {&came, 1}).empty());
}

TEST(MigrationPolicy, TrafficMovesToTheManagers) {
  std::vector<NodeLoad> loads{load_of(0, {}),
                              load_of(1, {{0, 40, 40, 5000}, {1, 39, 39, 5000}, {2, 38, 38, 0}}),
                              load_of(2, {{3, 1, 1, 0}})};
  loads[2].hosts_managers = true;
  const MigrationRules rules{MigrationPolicy::traffic, 100, 4};
  const std::vector<Move> moves = decide(rules, 10, loads, {});
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(moves[0].to, 2U) << "an empty node would cost more messages";
  EXPECT_EQ(moves[0].entity, 0U);
}

// The results of a policy in a system of known costs, stepped without an engine.
struct Fare {
  std::uint64_t migrations = 0;
  std::int64_t worst = 0;         // greatest load of a node in a step, without constructions
  std::uint64_t steps_above = 0;  // node steps above the threshold
  std::uint64_t bounces = 0;      // moves back to the node before, within the settle period
};

Fare fare_of(MigrationPolicy policy, std::uint64_t seed, std::size_t nodes) {
  constexpr EntityId entities = 40;
  constexpr std::int64_t base_cost = 2'000;
  constexpr std::int64_t construct_cost = 6'000;
  const BurstRules burst{1600, 20, 12};
  const MigrationRules rules{policy,
                             entities * base_cost / static_cast<std::int64_t>(nodes) * 8 / 5, 4};
  std::vector<BurstState> states(entities);
  std::vector<NodeIndex> at(entities);
  std::vector<std::int64_t> cost(entities), slope(entities), construct(entities);
  for (EntityId id = 0; id < entities; ++id) at[id] = static_cast<NodeIndex>(id * nodes / entities);
  Fare fare;
  std::vector<PastMove> past;
  for (Step step = 0; step < 1000; ++step) {
    std::vector<NodeLoad> loads(nodes);
    for (NodeIndex node = 0; node < nodes; ++node) loads[node].node = node;
    for (EntityId id = 0; id < entities; ++id) {
      burst_next(burst, seed, id, step, states[id]);
      const std::int64_t now = base_cost + base_cost * states[id].level_mille / 1000;
      if (cost[id] > 0) slope[id] = (slope[id] + now - cost[id]) / 2;
      cost[id] = now;
      const std::int64_t forecast =
          std::max<std::int64_t>(0, now + slope[id] * static_cast<std::int64_t>(forecast_steps));
      NodeLoad& load = loads[at[id]];
      ++load.entities;
      load.workload_ns += now + construct[id];
      load.construct_ns += construct[id];
      load.forecast_ns += forecast;
      load.candidates.push_back({id, now, forecast, 0});
      construct[id] = 0;
    }
    for (NodeLoad& load : loads) {
      std::ranges::sort(load.candidates, std::greater{}, &EntityLoad::cost_ns);
      if (load.candidates.size() > most_candidates) load.candidates.resize(most_candidates);
      const std::int64_t updates = load.workload_ns - load.construct_ns;
      fare.worst = std::max(fare.worst, updates);
      if (updates > rules.threshold_ns) ++fare.steps_above;
    }
    for (const Move& move : decide(rules, step + 1, loads, past)) {
      EXPECT_EQ(at[move.entity], move.from);
      for (const PastMove& one : past) {
        const bool back = one.move.entity == move.entity && one.move.from == move.to;
        if (back && one.step + rules.settle_steps > step) ++fare.bounces;
      }
      at[move.entity] = move.to;
      construct[move.entity] = construct_cost;
      past.push_back({step + 1, move});
      ++fare.migrations;
    }
  }
  return fare;
}

TEST(MigrationPolicy, NobodyBouncesAndPredictionSparesMoves) {
  for (const std::size_t nodes : {2U, 3U}) {
    Fare none, threshold, balance, predictive;
    const auto add = [](Fare& sum, const Fare& one) {
      sum.migrations += one.migrations;
      sum.worst += one.worst;
      sum.steps_above += one.steps_above;
      sum.bounces += one.bounces;
    };
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      add(none, fare_of(MigrationPolicy::none, seed, nodes));
      add(threshold, fare_of(MigrationPolicy::threshold, seed, nodes));
      add(balance, fare_of(MigrationPolicy::balance, seed, nodes));
      add(predictive, fare_of(MigrationPolicy::predictive, seed, nodes));
    }
    SCOPED_TRACE(std::to_string(nodes) + " nodes");
    EXPECT_GT(threshold.migrations, 40U);
    EXPECT_LT(predictive.migrations, threshold.migrations);
    EXPECT_LE(predictive.worst, threshold.worst);
    EXPECT_LT(predictive.steps_above, threshold.steps_above);
    EXPECT_LT(threshold.steps_above, none.steps_above);
    EXPECT_EQ(threshold.bounces + balance.bounces + predictive.bounces, 0U);
  }
}

}  // namespace
}  // namespace orrery::universe
