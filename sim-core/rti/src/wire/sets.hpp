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

}  // namespace orrery::rti
