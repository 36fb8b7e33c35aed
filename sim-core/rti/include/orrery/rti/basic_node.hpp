// The place of federates in a run, whichever RTI carries it: what node.hpp says of threads and progress holds for ours.
#pragma once

#include <cstdint>
#include <memory>

#include "orrery/rti/basic_services.hpp"
#include "orrery/rti/path_counters.hpp"

namespace orrery::rti {

struct NodeCounters {
  std::uint64_t operations = 0;  // ordered ones that were applied
  std::uint64_t data_sent = 0;   // messages with data, each copy
  std::uint64_t data_received = 0;
  std::uint64_t congested = 0;
  std::uint64_t rate_limited = 0;
  std::uint64_t malformed = 0;  // messages that were none: dropped
  std::uint64_t unknown = 0;    // of objects or federations that are no more
  std::uint64_t computations = 0;
  std::uint64_t bounds = 0;           // messages that computed them: sent
  std::uint64_t reports_dropped = 0;  // of the management object model: too many waited
  std::uint64_t spared = 0;  // copies with data that were not sent: nobody there wants that region
  std::uint64_t filtered = 0;    // copies for a federate that had come but were of other regions
  std::uint64_t reduced = 0;     // copies for a federate that an update rate held back
  std::uint64_t repeated = 0;    // newest values sent again: in their interval, or asked for
  std::uint64_t older = 0;       // copies for a federate that held them, or newer ones
  std::uint64_t nodes_lost = 0;  // others that are no more, or not reached any longer
  PathCounters channels;
  PathCounters best_effort;  // of the ports; zero without
  PathCounters reliable;
};

class BasicNode {
 public:
  BasicNode() = default;
  BasicNode(const BasicNode&) = delete;
  BasicNode& operator=(const BasicNode&) = delete;
  virtual ~BasicNode() = default;

  // The standard's connect, with evoked callbacks. The federate's ambassador is borrowed; destroy the result to
  // disconnect, which resigns if need be.
  virtual std::unique_ptr<BasicServices> connect_basic(FederateAmbassador& federate) = 0;
  // Takes what is there; true if there was something.
  virtual bool pump() = 0;
  // Until there was something, or the deadline (of base::now_ns()). What comes may be left to whoever evokes next.
  virtual bool wait(std::int64_t deadline_ns) = 0;
  // Drops all channels without a word: as a crash. After fork(), in a process that is not to use the node.
  virtual void forget() = 0;
  [[nodiscard]] virtual const NodeCounters& counters() const = 0;
};

}  // namespace orrery::rti
