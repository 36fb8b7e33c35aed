// What federates may still receive and send (GALT, LITS), and the bound on it that nodes compute together.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "orrery/rti/node.hpp"

#include "federation/federation.hpp"
#include "net/net.hpp"

namespace orrery::rti {

// In place of a bound: nothing is known yet.
inline constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::min();

// The two least time stamps that joined federates of this node may still send, and the federate with the least.
struct LocalBounds {
  std::int64_t least = never;
  std::int64_t second = never;
  const Local* sender = nullptr;
  [[nodiscard]] std::int64_t without(const Local& local) const {
    return &local == sender ? second : least;
  }
};
[[nodiscard]] LocalBounds local_bounds(const Federation& federation);
// The least time stamp that federates of other nodes may still send: `unknown` until all nodes have joined the epoch.
[[nodiscard]] std::int64_t remote_bound(const Federation& federation);
// The least time stamp that any federate but `local` may still send.
[[nodiscard]] std::int64_t others_bound(const Federation& federation, const Local& local);
// A message from this time stamp on is in the past of no constrained federate of this node but `except`: the greatest of
// their least arrivals. A federate that waits for a save has all messages up to the save's time. `unknown` if no federate
// is constrained.
[[nodiscard]] std::int64_t receivable_here(const Federation& federation,
                                           const Local* except = nullptr);
[[nodiscard]] std::optional<LogicalTime> galt(const Federation& federation, const Local& local);
[[nodiscard]] std::optional<LogicalTime> lits(const Federation& federation, const Local& local);

class TimeBounds {
 public:
  TimeBounds(Net& net, const TimeBound& options, NodeCounters& counters)
      : net_(net), options_(options), counters_(counters) {}

  void begin_epoch(Federation& federation);
  // A federate of another node begins to regulate: lowers the bound known so far to what it may send.
  void await_regulator(Federation& federation, const Operation& operation);
  void on_bound(Federation& federation, std::uint32_t sender, Bytes message);
  void on_epoch(Federation& federation, std::uint32_t sender, Bytes message);
  // A message in timestamp order has come from another node, or has gone to others.
  void received(Federation& federation, std::uint32_t sender, const DataHead& head);
  static void sent(Federation& federation, NodeSet nodes, std::int64_t time);
  // A member has begun to regulate or ended it.
  static void note_regulators(Federation& federation);
  // A federate has asked for its GALT or LITS: the next computation tells what the federate's own messages have left uncertain.
  static void asked(Federation& federation);
  void take_results(Federation& federation);
  // Joins the next computation of the bound, if it is due. Returns true if it has joined.
  bool take_part(Federation& federation);

 private:
  void send_bounds(const Federation& federation);

  Net& net_;
  const TimeBound options_;
  NodeCounters& counters_;
  timing::Outbox outbox_;
};

}  // namespace orrery::rti
