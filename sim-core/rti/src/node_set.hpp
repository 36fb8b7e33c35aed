// Sets of nodes, as bits.
#pragma once

#include <cstdint>

namespace orrery::rti {

using NodeSet = std::uint64_t;  // a bit each
inline constexpr std::uint32_t most_nodes = 64;

constexpr NodeSet only(std::uint32_t node) { return NodeSet{1} << node; }

}  // namespace orrery::rti
