// How the nodes of an RTI compute the lower bound on time stamps (LBTS), from which each takes the GALT of its federates.
// All nodes of an RTI must have the same values.
#pragma once

#include <cstdint>

namespace orrery::rti {

struct TimeBound {
  // butterfly  In rounds: a node hears from `fan_out` - 1 others in each. The number of rounds is the logarithm of the
  //            number of nodes to the base `fan_out`, rounded up.
  // central    All nodes report to node 0, which answers each: two messages, one after the other.
  // automatic  butterfly up to 4 nodes, central beyond.
  enum class Algorithm : std::uint8_t { automatic, butterfly, central };

  Algorithm algorithm = Algorithm::automatic;
  std::uint32_t fan_out = 4;    // 2 to 64; more than the number of nodes counts as that number
  std::uint32_t in_flight = 4;  // 1 to 64 computations at a time
};

}  // namespace orrery::rti
