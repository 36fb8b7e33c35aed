// Grids: regions to cells, and cells to groups.
//
// A space has dimensions [0, upper), each cut into equal cells. A region is a half-open range in each dimension; a missing range is
// the full one. Two regions that overlap share a cell. Two regions that share a cell need not overlap, so a receiver calls overlap()
// before it delivers a message. A cell's group exists when a party joins or opens it: unused cells cost nothing. Immutable.
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
  std::uint64_t upper = 0;  // exclusive
};
using Region = std::vector<Range>;  // by dimension; missing ones are full

using CellId = std::uint32_t;

bool overlap(const Region& a, const Region& b);

class Grid {
 public:
  // Errors: invalid_argument, naming the dimension. At most 2^24 cells in all.
  static base::Result<Grid> create(std::string space, std::vector<Dimension> dimensions);

  // Errors: invalid_argument: too many ranges, or a range that is empty, reversed or out of bounds.
  [[nodiscard]] base::Status check(const Region& region) const;
  // The sorted cells of a region, which must pass check().
  [[nodiscard]] std::vector<CellId> cells_of(const Region& region) const;
  // The sorted cells of several regions, each cell once.
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

// The cells that a change of regions enters and leaves. Both lists are sorted.
struct CellChange {
  std::vector<CellId> entered;
  std::vector<CellId> left;
};
CellChange change(std::span<const CellId> before, std::span<const CellId> after);

}  // namespace orrery::group
