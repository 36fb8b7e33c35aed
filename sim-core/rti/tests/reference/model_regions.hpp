// What the model keeps for clause 9.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "model_rates.hpp"

namespace orrery::rti::testing {

// Half-open.
struct Range {
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;
};
using Bounds = std::map<int, Range>;  // by dimension; full in those that are missing

struct RegionState {
  int creator = -1;  // join
  std::set<int> dimensions = {};
  Bounds set = {};  // as set last (10.30)
  bool committed = false;
  Bounds bounds = {};  // as committed
};

using RegionalSubscription = std::map<int, std::map<int, Interest>>;  // by attribute and region

// 9.1.1: in all dimensions that both have.
bool overlap(const Bounds& first, const Bounds& second);

}  // namespace orrery::rti::testing
