// Congestion, measured, and tuning while a federation runs: services of this RTI beyond the standard's.
//
// All of it is of the federate's node, and shared by the federates that the node serves.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orrery/base/rate_gate.hpp"
#include "orrery/rti/errors.hpp"
#include "orrery/rti/path_counters.hpp"

namespace orrery::rti {

// What was sent may be held back, to leave with what follows: fewer system calls and wake-ups, more messages a second.
// Whatever is set, it leaves when its federate evokes callbacks, when the node waits or is pumped, and with a request for
// an advance or a service that all nodes must hear of. So a federate that evokes after it has sent loses no time.
struct Bundling {
  std::uint32_t bytes = 0;  // hold until so many have been sent; 0: every message leaves at once
  std::int64_t timeout_ns =
      0;  // or until the first has been held for so long when another is sent; 0: no limit
};

// From this node to another.
struct PathCongestion {
  std::uint32_t node = 0;     // the other
  std::string transport;      // of the channel: "shm", "tcp", ...
  std::uint64_t waiting = 0;  // messages of the RTI itself that have found no room and wait here
  std::uint64_t unread = 0;   // messages of the other that wait for what they build on
  std::uint64_t refused = 0;  // times that the channel had no room
  std::uint64_t messages_sent = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t system_calls = 0;
  // Until the other node answers, smoothed: what lies in between and how often it makes progress. Measured from one
  // call of congestion() to the next; 0: not yet.
  std::int64_t round_trip_ns = 0;
};

struct Congestion {
  std::uint64_t refused =
      0;  // messages of federates of this node answered with Congested, by want of room
  std::uint64_t rate_limited = 0;  // and by the rate limit
  std::size_t inbox_messages = 0;  // wait for this federate's evoking
  std::size_t inbox_bytes = 0;
  std::size_t inbox_limit_bytes = 0;  // then senders are refused
  std::size_t held_bytes = 0;         // by bundling, now
  std::vector<PathCongestion> paths;  // to nodes that live
  // What each way of data has carried, lost and mended since the node was made: losses by the numbers in messages,
  // requests for repairs, repairs, refusals. The ports' are zero without (data_path.hpp).
  PathCounters channels;
  PathCounters best_effort;
  PathCounters reliable;
};

class Tuning {
 public:
  virtual ~Tuning() = default;

  // Errors: FederateNotExecutionMember.
  virtual Result<Congestion> congestion() = 0;
  // Counts from the next message. Errors too: RTIinternalError, naming what is out of range.
  virtual Status change_bundling(const Bundling& bundling) = 0;
  // Updates and interactions over the rate are refused as Congested; what the RTI itself says is not limited.
  virtual Status change_rate_limit(const base::Rate& rate) = 0;
};

}  // namespace orrery::rti
