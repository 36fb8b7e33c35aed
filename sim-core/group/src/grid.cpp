#include "orrery/group/grid.hpp"

#include <algorithm>
#include <string>

namespace orrery::group {
namespace {

constexpr std::uint64_t most_cells = 1U << 24;

base::Error invalid(const std::string& message) {
  return {base::ErrorCode::invalid_argument, message};
}

// The cell that a bound lies in: without overflow for every bound to 2^64 - 1.
std::uint64_t cell_at(const Dimension& dimension, std::uint64_t bound) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(Wide{bound} * dimension.cells / dimension.upper);
}

}  // namespace

bool overlap(const Region& a, const Region& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i].lower >= b[i].upper || b[i].lower >= a[i].upper) return false;
  }
  return true;
}

base::Result<Grid> Grid::create(std::vector<Dimension> dimensions) {
  std::uint64_t cells = 1;
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    const std::string which = "dimension " + std::to_string(i);
    if (dimensions[i].upper == 0) return invalid("upper of " + which + " is 0: use 1 or more");
    if (dimensions[i].cells == 0 || dimensions[i].cells > dimensions[i].upper) {
      return invalid("cells of " + which + " is " + std::to_string(dimensions[i].cells) +
                     ": use 1 to upper (" + std::to_string(dimensions[i].upper) + ")");
    }
    cells *= dimensions[i].cells;
    if (cells > most_cells) {
      return invalid("the space has over " + std::to_string(most_cells) +
                     " cells: use fewer in a dimension");
    }
  }
  return Grid(std::move(dimensions), static_cast<std::uint32_t>(cells));
}

std::vector<CellId> Grid::cells_of(const Region& region) const {
  std::vector<CellId> cells{0};
  for (std::size_t i = 0; i < dimensions_.size(); ++i) {
    const Dimension& dimension = dimensions_[i];
    std::uint64_t first = 0;
    std::uint64_t last = dimension.cells - 1;
    if (i < region.size()) {
      first = cell_at(dimension, region[i].lower);
      last = cell_at(dimension, region[i].upper - 1);
    }
    std::vector<CellId> finer;
    finer.reserve(cells.size() * (last - first + 1));
    for (const CellId coarse : cells) {
      for (std::uint64_t cell = first; cell <= last; ++cell) {
        finer.push_back(static_cast<CellId>(coarse * dimension.cells + cell));
      }
    }
    cells = std::move(finer);
  }
  return cells;
}

}  // namespace orrery::group
