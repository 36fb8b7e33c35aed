// The node that serves a federate, whichever RTI carries it. For threads and progress of this RTI's nodes see node.hpp.
#pragma once

#include <cstdint>
#include <memory>

#include "orrery/rti/basic_services.hpp"
#include "orrery/rti/path_counters.hpp"

namespace orrery::rti {

struct NodeCounters {
  std::uint64_t operations = 0;     // operations applied
  std::uint64_t data_sent = 0;      // copies of updates and interactions
  std::uint64_t data_received = 0;  // likewise
  std::uint64_t congested = 0;      // services refused as Congested
  std::uint64_t rate_limited = 0;   // of these, by the rate limit
  std::uint64_t avoided = 0;        // services refused as Congested, to avoid congestion
  std::uint64_t malformed = 0;      // invalid messages, dropped
  std::uint64_t unknown = 0;  // messages about objects or federations that no longer exist, dropped
  std::uint64_t computations = 0;     // of the lower bound on time stamps, finished
  std::uint64_t bounds = 0;           // messages sent for these computations
  std::uint64_t reports_dropped = 0;  // reports of the management object model: too many waited
  std::uint64_t spared = 0;  // copies not sent: no region of the receiving node's federates matches
  std::uint64_t filtered = 0;    // copies not delivered: the regions do not overlap
  std::uint64_t reduced = 0;     // copies held back by an update rate
  std::uint64_t repeated = 0;    // newest values sent again: their interval passed, or a node asked
  std::uint64_t older = 0;       // copies not delivered: the federate has the same or a newer value
  std::uint64_t nodes_lost = 0;  // other nodes that ended, died or became unreachable
  PathCounters channels;
  PathCounters best_effort;  // of the best-effort port; zero without one
  PathCounters reliable;     // of the reliable port; zero without one
};

class BasicNode {
 public:
  BasicNode() = default;
  BasicNode(const BasicNode&) = delete;
  BasicNode& operator=(const BasicNode&) = delete;
  virtual ~BasicNode() = default;

  // 4.2 with evoked callbacks. `federate` must outlive the result. Destroying the result disconnects the federate, which
  // resigns if it is joined.
  virtual std::unique_ptr<BasicServices> connect_basic(FederateAmbassador& federate) = 0;
  // Takes what has arrived. Returns whether anything had.
  virtual bool pump() = 0;
  // As pump(), but waits for something until `deadline_ns` of its clock (base::now_ns()). Callbacks may be left for the next evoke.
  virtual bool wait(std::int64_t deadline_ns) = 0;
  // Drops all channels without a word, as a crash would. For the process of a fork() that does not use the node.
  virtual void forget() = 0;
  [[nodiscard]] virtual const NodeCounters& counters() const = 0;
};

}  // namespace orrery::rti
