// Who is sent what, against an oracle that looks at every pair of regions.
#include "regions/regions.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "orrery/base/random.hpp"

#include "world.hpp"

namespace orrery::rti::testing {
namespace {

constexpr std::uint64_t upper = 1000;
// HLAfederate and HLAserviceGroup of the MIM have the first handles.
constexpr std::uint16_t mim_dimensions = 2;

ObjectModel model_of(int dimensions) {
  std::string said;
  for (int i = 0; i < dimensions; ++i) {
    said += "<dimension><name>d" + std::to_string(i) + "</name><upperBound>" +
            std::to_string(upper) + "</upperBound></dimension>";
  }
  auto module = parse_fom("<objectModel><dimensions>" + said + "</dimensions></objectModel>", "d");
  EXPECT_TRUE(module.ok());
  auto model = ObjectModel::merge({*module});
  EXPECT_TRUE(model.ok());
  return std::move(*model);
}

struct Known {
  std::uint32_t node = 0;
  group::Region ranges;
  std::multiset<Regions::SpaceId> subscribed;
};

group::Region random_ranges(base::Random& random, std::size_t dimensions) {
  group::Region ranges{{0, UINT32_MAX}, {0, 7}};
  for (std::size_t i = 0; i < dimensions; ++i) {
    if (random.chance(0.2)) {
      ranges.push_back({0, upper});
      continue;
    }
    const std::uint64_t lower = random.below(upper);
    ranges.push_back({lower, lower + 1 + random.below(std::min<std::uint64_t>(80, upper - lower))});
  }
  return ranges;
}

TEST(RegionsProperty, EverySubscriberThatOverlapsIsSentToAndFewOthers) {
  std::uint64_t needed = 0;
  std::uint64_t sent = 0;
  std::uint64_t all = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    base::Random random(seed, 9);
    const int dimensions = 1 + static_cast<int>(seed % 4);
    const ObjectModel model = model_of(dimensions);
    Regions regions;
    std::vector<Regions::SpaceId> spaces;
    for (int i = 0; i < dimensions; ++i) {
      std::vector<DimensionHandle> used;
      for (int j = 0; j <= i; ++j) used.push_back({static_cast<std::uint16_t>(mim_dimensions + j)});
      spaces.push_back(regions.space(model, used));
      EXPECT_EQ(regions.space(model, used), spaces.back());
    }
    std::map<RegionId, Known> known;
    for (int step = 0; step < 400; ++step) {
      const RegionId id = (std::uint64_t{1 + random.below(6)} << 32) | (1 + random.below(8));
      const std::uint32_t node = creator_of(id) * 7 % 64;
      const auto at = known.find(id);
      const Regions::SpaceId space = spaces[random.below(spaces.size())];
      switch (random.below(6)) {
        case 0:
        case 1: {
          group::Region ranges = random_ranges(random, static_cast<std::size_t>(dimensions));
          // Regions of before a dimension was added.
          if (random.chance(0.2)) ranges.resize(random.below(ranges.size() + 1));
          regions.commit(id, node, ranges);
          known[id].node = node;
          known[id].ranges = std::move(ranges);
          break;
        }
        case 2:
          regions.erase(id);
          known.erase(id);
          break;
        case 3:
          if (at == known.end()) break;
          regions.subscribe(space, id);
          at->second.subscribed.insert(space);
          break;
        case 4:
          if (at == known.end() || !at->second.subscribed.contains(space)) break;
          regions.unsubscribe(space, id);
          at->second.subscribed.extract(space);
          break;
        default:
          if (!random.chance(0.02)) break;
          regions.erase_of(creator_of(id));
          std::erase_if(known,
                        [&](const auto& each) { return creator_of(each.first) == creator_of(id); });
      }
      std::vector<RegionId> update;
      for (const auto& [each, region] : known) {
        if (random.chance(0.05)) update.push_back(each);
      }
      const std::size_t dimensions_here =
          static_cast<std::size_t>(std::ranges::find(spaces, space) - spaces.begin()) + 1;
      NodeSet expected = 0;
      NodeSet subscribed = 0;
      for (const auto& [each, region] : known) {
        if (!region.subscribed.contains(space)) continue;
        subscribed |= only(region.node);
        for (const RegionId one : update) {
          group::Region mine = known.at(one).ranges;
          mine.resize(std::min(mine.size(), mim_dimensions + dimensions_here));
          if (group::overlap(mine, region.ranges)) expected |= only(region.node);
        }
      }
      const NodeSet got = regions.subscribers(space, update);
      ASSERT_EQ(got & expected, expected) << "seed " << seed << " step " << step;
      ASSERT_EQ(got & ~subscribed, 0U) << "seed " << seed << " step " << step;
      needed += static_cast<std::uint64_t>(std::popcount(expected));
      sent += static_cast<std::uint64_t>(std::popcount(got));
      all += update.empty() ? 0 : static_cast<std::uint64_t>(std::popcount(subscribed));
    }
    for (const auto& [one, a] : known) {
      for (const auto& [other, b] : known) {
        EXPECT_EQ(regions.overlap(one, other), group::overlap(a.ranges, b.ranges));
      }
    }
  }
  EXPECT_GT(needed, 1000U);
  // The grid's cells cost some copies, and spare at least half of those that are not needed.
  EXPECT_LT(2 * (sent - needed), all - needed);
}

// The multicast groups of a node's subscriptions, and those that an update in overlapping regions is sent to.
TEST(RegionsProperty, RegionsThatOverlapShareAGroupAndANodeLeavesItsGroups) {
  std::uint64_t together = 0;
  std::uint64_t apart = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    base::Random random(seed, 13);
    const std::size_t dimensions = 1 + seed % 3;
    const auto groups = static_cast<std::uint32_t>(1 + random.below(63));
    const ObjectModel model = model_of(static_cast<int>(dimensions));
    Regions regions(groups);
    std::vector<DimensionHandle> used;
    for (std::size_t i = 0; i < dimensions; ++i) {
      used.push_back({static_cast<std::uint16_t>(mim_dimensions + i)});
    }
    const Regions::SpaceId space = regions.space(model, used);
    std::map<RegionId, Known> known;
    const auto groups_of = [&](RegionId id) { return regions.groups_of(space, {&id, 1}); };
    const auto expect_groups_of_nodes = [&] {
      std::map<std::uint32_t, GroupSet> expected;
      for (const auto& [id, region] : known) {
        if (!region.subscribed.empty()) expected[region.node] |= groups_of(id);
      }
      for (std::uint32_t node = 0; node < 8; ++node) {
        ASSERT_EQ(regions.subscribed_groups(node), expected[node]) << "seed " << seed;
      }
    };
    for (int step = 0; step < 200; ++step) {
      const RegionId id = (std::uint64_t{1 + random.below(6)} << 32) | (1 + random.below(8));
      const auto at = known.find(id);
      if (at == known.end() || random.chance(0.3)) {
        known[id].node = creator_of(id);
        known[id].ranges = random_ranges(random, dimensions);
        regions.commit(id, known[id].node, known[id].ranges);
      } else if (random.chance(0.1)) {
        regions.erase(id);
        known.erase(id);
      } else if (at->second.subscribed.empty() || random.chance(0.5)) {
        regions.subscribe(space, id);
        at->second.subscribed.insert(space);
      } else {
        regions.unsubscribe(space, id);
        at->second.subscribed.extract(space);
      }
      expect_groups_of_nodes();
    }
    for (const auto& [one, a] : known) {
      EXPECT_NE(groups_of(one), 0U);
      EXPECT_EQ(groups_of(one) & common_group, 0U);
      EXPECT_EQ(groups_of(one) & ~(~GroupSet{0} >> (63 - groups)), 0U);
      for (const auto& [other, b] : known) {
        const bool share = (groups_of(one) & groups_of(other)) != 0;
        if (group::overlap(a.ranges, b.ranges)) {
          EXPECT_TRUE(share);
        } else {
          ++(share ? together : apart);
        }
      }
    }
    for (std::uint32_t federate = 1; federate <= 6; ++federate) regions.erase_of(federate);
    known.clear();
    expect_groups_of_nodes();
  }
  // Most regions that do not overlap have no group in common.
  EXPECT_GT(apart, 2 * together);
}

TEST(RegionsProperty, ManyDimensionsMakeNoGridThatDoesNotFit) {
  const ObjectModel model = model_of(40);
  Regions regions;
  std::vector<DimensionHandle> used;
  for (std::uint16_t i = 0; i < 40; ++i) {
    used.push_back({static_cast<std::uint16_t>(mim_dimensions + i)});
  }
  const auto space = regions.space(model, used);
  regions.commit(1, 3, group::Region(mim_dimensions + 40, {1, 2}));
  regions.subscribe(space, 1);
  const std::vector<RegionId> same{1};
  EXPECT_EQ(regions.subscribers(space, same), only(3));
}

TEST(RegionsProperty, ObjectsAndSubscriptionsOfWhatOverlapsAreFoundNear) {
  std::uint64_t found = 0;
  std::uint64_t all = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    base::Random random(seed, 11);
    const ObjectModel model = model_of(2);
    Regions regions;
    const std::vector<DimensionHandle> dimensions{DimensionHandle{mim_dimensions},
                                                  DimensionHandle{mim_dimensions + 1}};
    const Regions::SpaceId space = regions.space(model, dimensions);
    std::map<RegionId, group::Region> known;
    std::map<RegionId, std::multiset<std::uint64_t>> used;
    std::map<RegionId, int> subscribed;  // of two federates: odd and even
    const auto id = [](RegionId region) { return ((region % 2 + 1) << 32) | region; };
    for (int step = 0; step < 400; ++step) {
      const RegionId region = id(1 + random.below(40));
      const std::uint64_t object = random.below(30);
      if (!known.contains(region) || random.chance(0.1)) {
        known[region] = random_ranges(random, 2);
        regions.commit(region, 0, known[region]);
      } else if (random.chance(0.05)) {
        regions.erase(region);
        known.erase(region);
        used.erase(region);
        subscribed.erase(region);
      } else if (random.chance(0.3)) {
        if (subscribed[region] > 0 && random.chance(0.5)) {
          regions.unsubscribe(space, region);
          --subscribed[region];
        } else {
          regions.subscribe(space, region);
          ++subscribed[region];
        }
      } else if (random.chance(0.6)) {
        regions.use(space, region, object);
        used[region].insert(object);
      } else {
        regions.end_use(space, region, object);
        auto& its = used[region];
        if (const auto at = its.find(object); at != its.end()) its.erase(at);
      }
    }
    for (const auto& [region, ranges] : known) {
      EXPECT_EQ(regions.used(region), !used[region].empty());
      const auto near = regions.used_near(space, region);
      EXPECT_TRUE(std::ranges::is_sorted(near));
      EXPECT_EQ(std::ranges::adjacent_find(near), near.end());
      std::set<std::uint64_t> anywhere;
      for (const auto& [other, objects] : used) {
        anywhere.insert(objects.begin(), objects.end());
        if (!group::overlap(ranges, known.at(other))) continue;
        for (const std::uint64_t object : objects) {
          EXPECT_TRUE(std::ranges::binary_search(near, object)) << seed << " " << region;
        }
      }
      EXPECT_TRUE(std::ranges::includes(anywhere, near));
      const auto its = regions.objects_in(region);
      EXPECT_TRUE(std::ranges::equal(its, std::set(used[region].begin(), used[region].end())));
      if (!its.empty()) {
        for (const std::uint32_t federate : {1, 2}) {
          std::set<RegionId> over;
          (void)regions.any_subscribed_over(space, region, federate, [&](RegionId each) {
            over.insert(each);
            return false;
          });
          std::set<RegionId> expected;
          for (const auto& [other, count] : subscribed) {
            const bool theirs = count > 0 && creator_of(other) == federate;
            if (theirs && group::overlap(ranges, known.at(other))) expected.insert(other);
          }
          EXPECT_EQ(over, expected) << seed << " " << region;
        }
      }
      found += near.size();
      all += anywhere.size();
    }
  }
  EXPECT_LT(found, all);
}

}  // namespace
}  // namespace orrery::rti::testing
