// Deliveries: data that this node has received or sent, to the inboxes and callbacks of its federates.
#pragma once

#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

#include "orrery/rti/basic_node.hpp"

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

  // Routes the message to each federate of this node that is to receive it, except `sender`. `sender`: null if the sender is not on
  // this node. Callbacks may change any list meanwhile. Returns false if the message is malformed or its object unknown.
  // `known`: the number of operations that the sender had applied.
  bool dispatch(Federation& federation, const DataHead& head, Bytes message, const Local* sender,
                std::uint64_t known = RecentSubscriptions::everything);
  // Delivers the message at once if the federate may be called now; otherwise queues it until the federate evokes.
  void take_or_keep(Local& receiver, const DataHead& head, Bytes message);
  // Returns true if the message, which has waited in timestamp order, would be delivered now: the federate may have ended its
  // interest since it came.
  [[nodiscard]] static bool is_wanted(Local& receiver, const DataHead& head, Bytes message);
  bool deliver_next(Local& local);  // false: its queue is empty, or a callback has thrown
  [[nodiscard]] bool in_callback() const { return in_callback_; }
  // A callback has thrown. Until rethrow() there is no other callback.
  [[nodiscard]] bool threw() const { return thrown_ != nullptr; }
  // Throws what the callback has thrown.
  void rethrow() {
    if (threw()) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }
  // Sets whether callbacks may be made at once. Returns the previous setting.
  bool call_at_once(bool may) { return std::exchange(at_once_, may); }

 private:
  // Returns the message without attributes whose update regions overlap none that the federate subscribes with; empty if no
  // attribute that it wants is left.
  Bytes within_regions(const Federation& federation, const Object& object, const View& view,
                       const DataHead& head, Bytes message, std::vector<std::byte>& room);
  void route_update(Federation& federation, Object& object, View& view, const DataHead& head,
                    Bytes message, std::uint64_t known);
  void route_selected(Federation& federation, Object& object, View& view, const DataHead& head,
                      Bytes message, std::uint64_t known);
  // For a federate with Convey Region Designator Sets on: routes one message for each set of update regions.
  void route_with_regions(Federation& federation, Local& receiver, const Object& object,
                          const DataHead& head, Bytes message);
  void route_within(Federation& federation, Local& receiver, const DataHead& head, Bytes message,
                    std::uint64_t known);
  void route(Federation& federation, Local& receiver, const DataHead& head, Bytes message);
  void route_as(Federation& federation, Local& receiver, std::int32_t received_class,
                const DataHead& head, Bytes message);
  static void keep_early(Local& receiver, const DataHead& head);
  void deliver(Local& receiver, const DataHead& head, Bytes message);
  [[nodiscard]] bool may_deliver(const Local& local) const;
  // Makes a callback. What it throws is kept: the RTI first completes what it is about.
  template <class Callback>
  void call_back(Local& local, const Callback& callback) {
    in_callback_ = true;
    try {
      callback(*local.ambassador);
    } catch (...) {
      thrown_ = std::current_exception();
    }
    in_callback_ = false;
    ++local.delivered;
  }

  Inboxes& inboxes_;
  Deletions& deletions_;
  ValueRequests& requests_;
  NewestValues& newest_;
  NodeCounters& counters_;
  bool at_once_ = false;
  bool in_callback_ = false;
  std::exception_ptr thrown_;
  std::vector<std::byte> scratch_queue_;
  std::vector<std::byte> scratch_fewer_;
  std::vector<std::byte> scratch_newest_;
  std::vector<std::byte> scratch_wanted_;
  std::vector<std::byte> scratch_conveyed_;
  std::vector<AttributeValue> attribute_values_;
  std::vector<ParameterValue> parameter_values_;
};

}  // namespace orrery::rti
