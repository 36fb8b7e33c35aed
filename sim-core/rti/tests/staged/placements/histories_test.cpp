// Random histories of calls by five federates: what each is told must not depend on which nodes the federates are placed on
// (clauses 4 to 9). Each history runs in several placements, and their logs are compared step by step.
#include "staged/placements/player.hpp"

namespace orrery::rti::testing::staged {
namespace {

struct PlacedDifference {
  std::size_t step = 0;
  std::string text;
};

std::optional<PlacedDifference> placed_difference(const PlacedCalls& calls, const Places& one,
                                                  const Places& other, bool bounds) {
  std::vector<PlacedPlayer::Step> all[2];
  {
    PlacedPlayer player;
    player.bounds = bounds;
    all[0] = player.play(one, calls);
  }
  {
    PlacedPlayer player;
    player.bounds = bounds;
    all[1] = player.play(other, calls);
  }
  for (std::size_t i = 0; i < all[0].size(); ++i) {
    if (all[0][i].told == all[1][i].told) continue;
    std::string text;
    for (const auto& each : all[0][i].told) {
      if (std::ranges::find(all[1][i].told, each) == all[1][i].told.end()) text += "\n  - " + each;
    }
    for (const auto& each : all[1][i].told) {
      if (std::ranges::find(all[0][i].told, each) == all[0][i].told.end()) text += "\n  + " + each;
    }
    if (text.empty())
      text = ::testing::PrintToString(all[0][i].told) + ::testing::PrintToString(all[1][i].told);
    return PlacedDifference{i, text};
  }
  return {};
}

// Leaves calls out while the difference stays.
PlacedCalls placed_shrunk(PlacedCalls calls, const Places& one, const Places& other, bool bounds) {
  for (std::size_t piece = calls.size() / 2; piece > 0; piece /= 2) {
    for (std::size_t at = 0; at < calls.size();) {
      PlacedCalls fewer(calls.begin(), calls.begin() + static_cast<std::ptrdiff_t>(at));
      const std::size_t end = std::min(calls.size(), at + piece);
      fewer.insert(fewer.end(), calls.begin() + static_cast<std::ptrdiff_t>(end), calls.end());
      if (placed_difference(fewer, one, other, bounds)) {
        calls = std::move(fewer);
      } else {
        at += piece;
      }
    }
  }
  return calls;
}

class PlacedPlacements : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  static std::uint32_t seed() {
    const char* more = ::getenv("PLACED_SEED");
    return GetParam() + (more ? static_cast<std::uint32_t>(std::strtoul(more, nullptr, 10)) : 0);
  }
  static void check(PlacedCalls calls, bool bounds) {
    static const std::vector<Places> others{
        {"Spread", {0, 1, 2, 0, 1}}, {"Pairs", {2, 2, 1, 1, 0}}, {"TwoNodes", {1, 0, 0, 1, 1}}};
    const Places one{"AllOnOne", {0, 0, 0, 0, 0}};
    const Places& other = others[seed() % 3];
    auto difference = placed_difference(calls, one, other, bounds);
    if (!difference) return;
    calls.resize(std::min(calls.size(), difference->step + 1));
    calls = placed_shrunk(calls, one, other, bounds);
    difference = placed_difference(calls, one, other, bounds);
    std::string text;
    for (const auto* places : {&one, &other}) {
      PlacedPlayer player;
      player.bounds = bounds;
      text += "\non " + places->name;
      for (const auto& each : player.play(*places, calls)) {
        text += "\n" + ::testing::PrintToString(each.told);
      }
    }
    ADD_FAILURE() << "seed " << seed() << ", " << calls.size() << " calls, on one node (-) and on "
                  << other.name << " (+):" << (difference ? difference->text : " gone") << text;
  }
};

// All arrives after each call.
TEST_P(PlacedPlacements, SettledAfterEachCall) {
  check(placed_history(seed(), 200 + seed() % 3 * 100), false);
}
// Messages and requests for advances cross each other.
TEST_P(PlacedPlacements, Bursts) { check(placed_bursts(seed(), 200 + seed() % 3 * 100), false); }
INSTANTIATE_TEST_SUITE_P(Seeds, PlacedPlacements, ::testing::Range(1U, 31U));

class PlacedPlacementsOfBounds : public PlacedPlacements {};
// 8.16, 8.18 GALT and LITS of each federate after each call.
TEST_P(PlacedPlacementsOfBounds, SettledBounds) { check(placed_history(seed(), 100), true); }
INSTANTIATE_TEST_SUITE_P(Seeds, PlacedPlacementsOfBounds, ::testing::Range(1U, 4U));

}  // namespace
}  // namespace orrery::rti::testing::staged
