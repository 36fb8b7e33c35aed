// The messages between a universe manager and its resource manager, and the load that it tells.
#include "resource_wire.hpp"

#include <gtest/gtest.h>

#include "orrery/base/random.hpp"

#include "moves_book.hpp"
#include "node_usage.hpp"

namespace orrery::universe {
namespace {

std::vector<std::byte> bytes_for(const WatchMessage& watch) {
  const auto bytes = std::as_bytes(std::span(&watch, 1));
  return {bytes.begin(), bytes.end()};
}

TEST(ResourceWire, AWatchOutOfRangeIsRefused) {
  WatchMessage good;
  good.header = {MessageKind::watch_usage, 1, 7, 0};
  good.clock = -58;
  good.before_ns = 5;
  WatchMessage read;
  ASSERT_TRUE(read_watch(bytes_for(good), read));
  EXPECT_EQ(read.header.source, 7U);
  EXPECT_EQ(read.clock, -58);
  EXPECT_EQ(read.before_ns, 5);
  WatchMessage bad = good;
  bad.header.component = watched_roles;
  EXPECT_FALSE(read_watch(bytes_for(bad), read));
  bad = good;
  bad.before_ns = -2;
  EXPECT_FALSE(read_watch(bytes_for(bad), read));
  bad = good;
  bad.construct_ns = -1;
  EXPECT_FALSE(read_watch(bytes_for(bad), read));
  const std::vector<std::byte> whole = bytes_for(good);
  EXPECT_FALSE(read_watch(std::span(whole).first(8), read));
  std::uint64_t count = 0;
  EXPECT_FALSE(read_count(bytes_for(good), count));
}

TEST(NodeUsage, SumsTheEntitiesAndForecastsThem) {
  System system;
  system.entities_by_node = {40, 0};
  system.managers_by_node = {0, 1};
  NodeUsage usage(system, 0, 2.0, 24);
  EntityHistory steady;
  EntityHistory growing;
  for (std::int64_t step = 1; step <= 20; ++step) {
    note_cost(steady, 1'000);
    note_cost(growing, 1'000 * step);
    usage.begin();
    usage.add(0, steady, step == 20 ? 500 : 0);
    usage.add(1, growing, 0);
    usage.end();
  }
  const NodeLoad& load = usage.load();
  EXPECT_EQ(load.entities, 2U);
  EXPECT_FALSE(load.hosts_managers);
  // Scaled: this node is half as fast as the fastest.
  EXPECT_EQ(load.workload_ns, 2 * (1'000 + 500 + 20'000));
  EXPECT_EQ(load.construct_ns, 2 * 500);
  ASSERT_EQ(load.candidates.size(), 2U);
  EXPECT_EQ(load.candidates[0].id, 1U);
  EXPECT_EQ(load.candidates[1].forecast_ns, 2 * 1'000);
  // It grew by 1,000 in each step, so two steps later it costs 2,000 more.
  EXPECT_NEAR(static_cast<double>(load.candidates[0].forecast_ns), 2 * 22'000, 20);
  EXPECT_EQ(load.candidates[0].state_bytes, 24U);
}

TEST(MoveDecider, ForgetsNoMoveThatThePolicyAsksFor) {
  const MigrationRules rules{MigrationPolicy::threshold, 1'000, 4, false};
  MoveDecider decider(rules);
  std::vector<NodeLoad> loads(2);
  loads[1].node = 1;
  loads[0].workload_ns = 2'000;
  loads[0].candidates = {{3, 1'500, 1'500, 0}};
  // A move by hand has just brought an entity: the node settles for four steps, whatever its load.
  decider.note(10, {9, 1, 0, MigrationCause::manual});
  for (Step next = 10; next <= 14; ++next) EXPECT_TRUE(decider.decide(next, loads, 64).empty());
  const std::vector<Move> moves = decider.decide(15, loads, 64);
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(moves[0], (Move{3, 0, 1, MigrationCause::above_threshold}));
  EXPECT_TRUE(decider.decide(16, loads, 0).empty());
}

}  // namespace
}  // namespace orrery::universe
