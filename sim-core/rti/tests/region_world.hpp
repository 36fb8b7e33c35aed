// A federation with dimensions, for checks of data distribution.
#pragma once

#include "world.hpp"

namespace orrery::rti::testing {

const std::vector<FomModule>& region_modules();

// A region in some dimensions, committed.
RegionHandle region(Federate& of, const std::vector<std::pair<std::string, RangeBounds>>& ranges);
// Its bounds changed and committed.
void move(Federate& of, RegionHandle region, const std::string& dimension, RangeBounds to);

inline AttributeRegions in(std::vector<AttributeHandle> attributes,
                           std::vector<RegionHandle> regions) {
  return {std::move(attributes), std::move(regions)};
}

}  // namespace orrery::rti::testing
