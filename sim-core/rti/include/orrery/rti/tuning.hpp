// Congestion measured, and settings changed, while a federation runs. Services of this RTI beyond the standard.
//
// They concern the federate's node, which may serve other federates too.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orrery/base/rate_gate.hpp"
#include "orrery/rti/bundling.hpp"
#include "orrery/rti/congestion_avoidance.hpp"
#include "orrery/rti/errors.hpp"
#include "orrery/rti/intent.hpp"
#include "orrery/rti/path_counters.hpp"

namespace orrery::rti {

// From this node to one other node.
struct PathCongestion {
  std::uint32_t node = 0;     // the other node
  std::string transport;      // the channel's kind: "shm", "tcp" ...
  std::uint64_t waiting = 0;  // operations and other messages of the RTI that found no room
  std::uint64_t unread =
      0;  // the other node's messages that wait for operations which they rest on
  std::uint64_t refused = 0;  // how often the channel had no room
  std::uint64_t messages_sent = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t system_calls = 0;
  // Smoothed, from one call of congestion() to the next: network delay, and how often the other node makes progress. 0: not
  // yet measured.
  std::int64_t round_trip_ns = 0;
};

struct Congestion {
  std::uint64_t refused = 0;       // services refused as Congested at this node, for want of room
  std::uint64_t rate_limited = 0;  // services refused as Congested, over the rate limit
  std::uint64_t avoided = 0;       // services refused as Congested, to avoid congestion
  std::uint64_t waiting = 0;       // messages of this node that wait at the node where most do
  std::size_t inbox_messages = 0;  // messages that wait for this federate
  std::size_t inbox_bytes = 0;
  std::size_t inbox_limit_bytes = 0;  // senders are refused from here on
  std::size_t held_bytes = 0;         // now held by bundling
  std::vector<PathCongestion> paths;  // one for each other node that lives
  // Since the node was made. The ports' are zero without ports (data_path.hpp).
  PathCounters channels;
  PathCounters best_effort;
  PathCounters reliable;
};

class Tuning {
 public:
  virtual ~Tuning() = default;

  // What the node and this federate have waiting, refused and sent so far.
  virtual Result<Congestion> congestion() = 0;
  // Counts from the next message on. RTIinternalError names the setting that is out of range.
  virtual Status change_bundling(const Bundling& bundling) = 0;
  // Updates and interactions above the rate are Congested. The RTI's own messages are not limited.
  virtual Status change_rate_limit(const base::Rate& rate) = 0;
  // Updates and interactions are Congested while the bound of waiting messages is reached. The RTI's own messages are not
  // limited.
  virtual Status change_congestion_avoidance(const CongestionAvoidance& avoidance) = 0;
  // The RTI measures, and chooses bundling and the bound of waiting messages while the node is polled. Settings of before are
  // set again with the next intent that differs. The same intent begins a new measurement and keeps what it has found.
  // RTIinternalError names the value that is out of range.
  virtual Status change_intent(const Intent& intent) = 0;
  // What the intent has chosen and reached so far.
  virtual Result<IntentReport> intent_report() = 0;
};

}  // namespace orrery::rti
