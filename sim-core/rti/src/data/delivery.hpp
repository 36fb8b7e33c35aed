// Data that has come: to whichever federates of this node it concerns, at its time, as their callbacks.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "data/newest_values.hpp"
#include "data/value_requests.hpp"
#include "objects/deletions.hpp"

namespace orrery::rti {

class Deliveries {
 public:
  Deliveries(Inboxes& inboxes, Deletions& deletions, ValueRequests& requests, NewestValues& newest,
             NodeCounters& counters)
      : inboxes_(inboxes),
        deletions_(deletions),
        requests_(requests),
        newest_(newest),
        counters_(counters) {}

  // To all of this node's federates that it concerns, but the sender. Callbacks may change any list.
  bool dispatch(Federation& federation, const DataHead& head, Bytes message, const Local* from);
  // At once, if the federate may be called now; otherwise when it evokes.
  void take_or_keep(Local& to, const DataHead& head, Bytes message);
  bool deliver_next(Local& local);  // false: nothing is left to be done
  [[nodiscard]] bool in_callback() const { return in_callback_; }
  // May callbacks be made at once? Returns whether they could before.
  bool call_at_once(bool may) { return std::exchange(at_once_, may); }

 private:
  // The message, without what the federate wants in other regions only; empty if nothing is left.
  Bytes within_regions(const Federation& federation, const Object& object, const View& view,
                       const DataHead& head, Bytes message, std::vector<std::byte>& room);
  // To a federate that is conveyed the regions of updates: a message for each set of them.
  void route_with_regions(Federation& federation, Local& to, const Object& object,
                          const DataHead& head, Bytes message);
  void route_within(Federation& federation, Local& to, const DataHead& head, Bytes message);
  void route(Federation& federation, Local& to, const DataHead& head, Bytes message);
  static void keep_early(Local& to, const DataHead& head);
  void deliver(Local& to, const DataHead& head, Bytes message);
  [[nodiscard]] bool may_deliver(const Local& local) const;

  Inboxes& inboxes_;
  Deletions& deletions_;
  ValueRequests& requests_;
  NewestValues& newest_;
  NodeCounters& counters_;
  bool at_once_ = false;
  bool in_callback_ = false;
  std::vector<std::byte> scratch_queue_;
  std::vector<std::byte> scratch_fewer_;
  std::vector<std::byte> scratch_newest_;
  std::vector<std::byte> scratch_conveyed_;
  std::vector<AttributeValue> attribute_values_;
  std::vector<ParameterValue> parameter_values_;
};

}  // namespace orrery::rti
