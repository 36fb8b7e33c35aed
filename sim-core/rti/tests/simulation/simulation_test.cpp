// Whole federations in simulated time with faults, from seeds. Without faults: Reference.SimulatedNodes.
//
// ORRERY_SIMULATION_SEED     the first seed; 1 if it is not set
// ORRERY_SIMULATION_COUNT    how many histories
// ORRERY_SIMULATION_SECONDS  go on for at least this long
#include <gtest/gtest.h>

#include <iostream>

#include "orrery/base/clock.hpp"

#include "../reference/settings.hpp"
#include "faulty_history.hpp"

namespace orrery::rti::testing {
namespace {

// Fewer histories than this need not have all faults.
constexpr std::uint64_t few_histories = 20;

void play_faulty(const Faults& faults) {
  constexpr std::uint64_t standard_count = 200;
  const std::uint64_t first = setting("ORRERY_SIMULATION_SEED", 1);
  const std::uint64_t count = setting("ORRERY_SIMULATION_COUNT", standard_count / one_in);
  const std::int64_t until =
      base::now_ns() +
      static_cast<std::int64_t>(setting("ORRERY_SIMULATION_SECONDS", 0)) * 1'000'000'000;
  Counts total;
  for (std::uint64_t seed = first; seed < first + count || base::now_ns() < until; ++seed) {
    const FaultyHistory history = play_faulty_history(seed, faults);
    ASSERT_EQ(history.wrong, "") << "repeat with ORRERY_SIMULATION_SEED=" << seed
                                 << " ORRERY_SIMULATION_COUNT=1; the history:" << history.lines;
    total.kills += history.counts.kills;
    total.stops += history.counts.stops;
    total.cuts += history.counts.cuts;
    total.joins += history.counts.joins;
    total.leaves += history.counts.leaves;
    total.compared_restores += history.counts.compared_restores;
  }
  std::cout << total.kills << " kills, " << total.stops << " stops, " << total.cuts << " cuts, "
            << total.joins << " joins, " << total.leaves << " leaves, " << total.compared_restores
            << " restored states compared\n";
  if (count < few_histories) return;
  EXPECT_EQ(total.kills > 0, faults.kills);
  EXPECT_EQ(total.stops > 0, faults.stops);
  EXPECT_EQ(total.joins > 0, faults.comings);
  EXPECT_EQ(total.leaves > 0, faults.comings);
  EXPECT_EQ(total.cuts > 0, faults.cuts || faults.one_way_cuts);
  EXPECT_GT(total.compared_restores, 0U);
}

constexpr Faults no_faults{.kills = false, .stops = false, .cuts = false, .one_way_cuts = false};

TEST(Simulation, GoesOnAfterKills) {
  Faults faults = no_faults;
  faults.kills = true;
  play_faulty(faults);
}

TEST(Simulation, WaitsForStoppedNodes) {
  Faults faults = no_faults;
  faults.stops = true;
  play_faulty(faults);
}

TEST(Simulation, GoesOnAfterCuts) {
  Faults faults = no_faults;
  faults.cuts = true;
  play_faulty(faults);
}

TEST(Simulation, GoesOnAfterCutsOfOneDirection) {
  Faults faults = no_faults;
  faults.one_way_cuts = true;
  play_faulty(faults);
}

TEST(Simulation, GoesOnAfterAllFaults) { play_faulty({}); }

TEST(Simulation, GoesOnWhileNodesJoinAndLeave) {
  Faults faults = no_faults;
  faults.comings = true;
  play_faulty(faults);
}

TEST(Simulation, GoesOnAfterAllFaultsWhileNodesJoinAndLeave) {
  Faults faults;
  faults.comings = true;
  play_faulty(faults);
}

// The same seed is the same history.
TEST(Simulation, RepeatsHistories) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    EXPECT_EQ(play_faulty_history(seed, {}).lines, play_faulty_history(seed, {}).lines);
}

}  // namespace
}  // namespace orrery::rti::testing
