#include "orrery/group/grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "orrery/base/random.hpp"

namespace orrery::group {
namespace {

Grid make(std::vector<Dimension> dimensions) {
  auto grid = Grid::create(std::move(dimensions));
  EXPECT_TRUE(grid.ok()) << grid.error().message;
  return *grid;
}

Region random_region(base::Random& random, const std::vector<Dimension>& dimensions) {
  Region region;
  for (auto count = random.below(dimensions.size() + 1); region.size() < count;) {
    const std::uint64_t upper = dimensions[region.size()].upper;
    const std::uint64_t a = random.below(upper);
    region.push_back({a, a + 1 + random.below(upper - a)});
  }
  return region;
}

// What makes a grid right: regions that overlap share a cell; and cells are no larger than they must.
TEST(Grid, RegionsThatOverlapShareACell) {
  base::Random random(1);
  int overlapping = 0;
  for (int i = 0; i < 4000; ++i) {
    std::vector<Dimension> dimensions(random.below(4));
    for (Dimension& dimension : dimensions) {
      dimension.upper = 1 + random.below(60);
      dimension.cells = static_cast<std::uint32_t>(
          1 + random.below(std::min<std::uint64_t>(dimension.upper, 12)));
    }
    const Grid grid = make(dimensions);
    const Region a = random_region(random, dimensions);
    const Region b = random_region(random, dimensions);
    const auto cells_a = grid.cells_of(a);
    const auto cells_b = grid.cells_of(b);
    ASSERT_TRUE(std::ranges::is_sorted(cells_a));
    ASSERT_LT(cells_a.back(), grid.cells());
    std::vector<CellId> common;
    std::ranges::set_intersection(cells_a, cells_b, std::back_inserter(common));
    if (overlap(a, b)) {
      ++overlapping;
      ASSERT_FALSE(common.empty());
    }
    ASSERT_EQ(overlap(a, b), overlap(b, a));
    const bool fine = std::ranges::all_of(
        dimensions, [](const Dimension& dimension) { return dimension.cells == dimension.upper; });
    if (fine) {
      ASSERT_EQ(!common.empty(), overlap(a, b)) << "cells of one unit are exact";
    }
  }
  EXPECT_GT(overlapping, 500);
}

TEST(Grid, AMissingDimensionIsTheFullRangeAndRangesAreHalfOpen) {
  const Grid grid = make({{100, 10}, {10, 2}});
  EXPECT_EQ(grid.cells(), 20U);
  EXPECT_EQ(grid.cells_of(Region{}).size(), 20U);
  EXPECT_EQ(grid.cells_of(Region{{0, 10}}), (std::vector<CellId>{0, 1}));
  EXPECT_EQ(grid.cells_of(Region{{0, 11}, {0, 5}}), (std::vector<CellId>{0, 2}));
  EXPECT_FALSE(overlap({{0, 10}}, {{10, 20}}));
  EXPECT_TRUE(overlap({{0, 11}}, {{10, 20}, {5, 6}}));
  EXPECT_TRUE(overlap({}, {{10, 20}}));
}

TEST(Grid, TakesTheGreatestBounds) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const Grid grid = make({{most, 1000}});
  EXPECT_EQ(grid.cells_of(Region{{most - 1, most}}), (std::vector<CellId>{999}));
  EXPECT_EQ(grid.cells_of(Region{{0, most}}).size(), 1000U);
}

TEST(Grid, SaysWhatIsWrong) {
  const auto error_of = [](std::vector<Dimension> dimensions) {
    auto grid = Grid::create(std::move(dimensions));
    return grid.ok() ? std::string("none") : grid.error().message;
  };
  EXPECT_NE(error_of({{0, 1}}).find("upper of dimension 0"), std::string::npos);
  EXPECT_NE(error_of({{10, 1}, {10, 11}}).find("cells of dimension 1"), std::string::npos);
  EXPECT_NE(error_of({{10'000, 10'000}, {10'000, 10'000}}).find("cells"), std::string::npos);
  EXPECT_EQ(error_of({}), "none");
}

}  // namespace
}  // namespace orrery::group
