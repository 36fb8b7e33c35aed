// Routing spaces as grids: regions to cells, cells to groups.
//
// A space has dimensions [0, upper); each is cut into equal cells. A region is a half-open range in each
// dimension (a missing one is the full range). Two regions that overlap share a cell; two that share a
// cell need not overlap: the receiver asks overlap() before it passes a message on. A cell's group exists
// when somebody joins or opens it, so that only cells in use cost anything. Pure and immutable.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "orrery/base/result.hpp"

namespace orrery::group {

struct Dimension {
  std::uint64_t upper = 1;  // bounds are in [0, upper]
  std::uint32_t cells = 1;
};

struct Range {
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;  // not part of it
};
using Region = std::vector<Range>;  // by dimension; shorter: the rest are full

using CellId = std::uint32_t;

bool overlap(const Region& a, const Region& b);

class Grid {
 public:
  // Errors: invalid_argument, naming the dimension. At most 2^24 cells in all.
  static base::Result<Grid> create(std::string space, std::vector<Dimension> dimensions);

  // Errors: invalid_argument: more ranges than dimensions, empty, reversed or out of bounds.
  [[nodiscard]] base::Status check(const Region& region) const;
  // Of a region that passes check(): sorted.
  [[nodiscard]] std::vector<CellId> cells_of(const Region& region) const;
  // Of several regions, each cell once; sorted.
  [[nodiscard]] std::vector<CellId> cells_of(std::span<const Region> regions) const;
  [[nodiscard]] std::string group_name(CellId cell) const;
  [[nodiscard]] std::uint32_t cells() const { return cells_; }

 private:
  Grid(std::string space, std::vector<Dimension> dimensions, std::uint32_t cells)
      : space_(std::move(space)), dimensions_(std::move(dimensions)), cells_(cells) {}

  std::string space_;
  std::vector<Dimension> dimensions_;
  std::uint32_t cells_;
};

// What a change of regions means: groups to join and to leave. Both lists sorted.
struct CellChange {
  std::vector<CellId> entered;
  std::vector<CellId> left;
};
CellChange change(std::span<const CellId> before, std::span<const CellId> after);

}  // namespace orrery::group
