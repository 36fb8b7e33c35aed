// Congestion avoidance by the RTI. A service beyond the standard (tuning.hpp).
#pragma once

#include <cstdint>

namespace orrery::rti {

// A sender that is faster than its receivers is refused before their queues grow long. A message of this node waits from its
// sending until each federate that receives it has been called back. Messages that wait for time do not count: those in
// timestamp order, and those that a constrained federate gets with its next advance. No evoking could bring them.
struct CongestionAvoidance {
  // Messages of this node that may wait at one other node, and messages that may wait for one federate of this node. The
  // services that send are Congested beyond. 0: no bound, and no cost.
  std::uint32_t most_waiting = 0;
};

}  // namespace orrery::rti
