// Sets of nodes and of attributes, as bits.
#pragma once

#include <bitset>
#include <cstdint>

#include "orrery/rti/object_model.hpp"

namespace orrery::rti {

using AttributeSet = std::bitset<most_attributes>;
using NodeSet = std::uint64_t;  // a bit each
inline constexpr std::uint32_t most_nodes = 64;

constexpr NodeSet only(std::uint32_t node) { return NodeSet{1} << node; }

// A bit for each multicast group of best-effort data. Bit 0 is the common group, which all nodes have joined.
using GroupSet = std::uint64_t;
inline constexpr std::uint32_t most_groups = 64;
inline constexpr GroupSet common_group = 1;

// The group of a cell or class with this number, of `groups` beside the common one.
constexpr GroupSet group_of(std::uint64_t number, std::uint32_t groups) {
  return groups == 0 ? common_group : GroupSet{2} << number % groups;
}

}  // namespace orrery::rti
