// Random histories of calls by five federates: what each is told must not depend on which nodes the federates are placed on
// (clauses 4 to 9). Each history runs in several placements, and their logs are compared step by step.
#include "guest_player.hpp"

namespace orrery::rti::testing::stranger {
namespace {

struct GuestDifference {
  std::size_t step = 0;
  std::string text;
};

std::optional<GuestDifference> guest_difference(const GuestCalls& calls, const Places& one,
                                                const Places& other, bool bounds) {
  std::vector<GuestPlayer::Step> all[2];
  {
    GuestPlayer player;
    player.bounds = bounds;
    all[0] = player.play(one, calls);
  }
  {
    GuestPlayer player;
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
    return GuestDifference{i, text};
  }
  return {};
}

// Leaves calls out while the difference stays.
GuestCalls guest_shrunk(GuestCalls calls, const Places& one, const Places& other, bool bounds) {
  for (std::size_t piece = calls.size() / 2; piece > 0; piece /= 2) {
    for (std::size_t at = 0; at < calls.size();) {
      GuestCalls fewer(calls.begin(), calls.begin() + static_cast<std::ptrdiff_t>(at));
      const std::size_t end = std::min(calls.size(), at + piece);
      fewer.insert(fewer.end(), calls.begin() + static_cast<std::ptrdiff_t>(end), calls.end());
      if (guest_difference(fewer, one, other, bounds)) {
        calls = std::move(fewer);
      } else {
        at += piece;
      }
    }
  }
  return calls;
}

class GuestPlacements : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  static std::uint32_t seed() {
    const char* more = ::getenv("GUEST_SEED");
    return GetParam() + (more ? static_cast<std::uint32_t>(std::strtoul(more, nullptr, 10)) : 0);
  }
  static void check(GuestCalls calls, bool bounds) {
    static const std::vector<Places> others{
        {"Spread", {0, 1, 2, 0, 1}}, {"Pairs", {2, 2, 1, 1, 0}}, {"TwoNodes", {1, 0, 0, 1, 1}}};
    const Places one{"AllOnOne", {0, 0, 0, 0, 0}};
    const Places& other = others[seed() % 3];
    auto difference = guest_difference(calls, one, other, bounds);
    if (!difference) return;
    calls.resize(std::min(calls.size(), difference->step + 1));
    calls = guest_shrunk(calls, one, other, bounds);
    difference = guest_difference(calls, one, other, bounds);
    std::string text;
    for (const auto* places : {&one, &other}) {
      GuestPlayer player;
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
TEST_P(GuestPlacements, SettledAfterEachCall) {
  check(guest_history(seed(), 200 + seed() % 3 * 100), false);
}
// Messages and requests for advances cross each other.
TEST_P(GuestPlacements, Bursts) { check(guest_bursts(seed(), 200 + seed() % 3 * 100), false); }
INSTANTIATE_TEST_SUITE_P(Seeds, GuestPlacements, ::testing::Range(1U, 31U));

class GuestPlacementsOfBounds : public GuestPlacements {};
// 8.16, 8.18 GALT and LITS of each federate after each call.
TEST_P(GuestPlacementsOfBounds, SettledBounds) { check(guest_history(seed(), 100), true); }
INSTANTIATE_TEST_SUITE_P(Seeds, GuestPlacementsOfBounds, ::testing::Range(1U, 4U));

}  // namespace
}  // namespace orrery::rti::testing::stranger
