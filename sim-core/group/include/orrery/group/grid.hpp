// Grids: regions to cells.
//
// A space has dimensions [0, upper), each cut into equal cells. A region is a half-open range in each dimension; a missing range is
// the full one. Two regions that overlap share a cell. Two regions that share a cell need not overlap, so a receiver calls overlap()
// before it delivers a message. Immutable.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "orrery/base/result.hpp"

namespace orrery::group {

struct Dimension {
  std::uint64_t upper = 1;  // bounds are in [0, upper]
  std::uint32_t cells = 1;
};

struct Range {
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;  // exclusive
};
using Region = std::vector<Range>;  // by dimension; missing ones are full

using CellId = std::uint32_t;

bool overlap(const Region& a, const Region& b);

class Grid {
 public:
  // Errors: invalid_argument, naming the dimension. At most 2^24 cells in all.
  static base::Result<Grid> create(std::vector<Dimension> dimensions);

  // The sorted cells of a region with lower < upper <= the dimension's upper in each range.
  [[nodiscard]] std::vector<CellId> cells_of(const Region& region) const;
  [[nodiscard]] std::uint32_t cells() const { return cells_; }

 private:
  Grid(std::vector<Dimension> dimensions, std::uint32_t cells)
      : dimensions_(std::move(dimensions)), cells_(cells) {}

  std::vector<Dimension> dimensions_;
  std::uint32_t cells_;
};

}  // namespace orrery::group
