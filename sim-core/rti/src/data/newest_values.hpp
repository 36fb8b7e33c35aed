// The transportation types minimum_rate and state_consistent. The sender's node repeats values or announces their numbers;
// receivers' nodes ask for what they lack, and drop values that are older than what a federate has.
#pragma once

#include <span>
#include <vector>

#include "orrery/rti/basic_node.hpp"

#include "data/router.hpp"

namespace orrery::rti {

class NewestValues {
 public:
  NewestValues(Net& net, Router& router, NodeCounters& counters)
      : net_(net), router_(router), counters_(counters) {}

  // Keeps the values of an update that has been sent.
  static void keep(Federation& federation, const Object& object, const Local& local,
                   TransportationType type, std::span<const Item> items, Bytes tag);
  // Forgets the values that were kept of the attributes: newer ones have been sent, which are not kept.
  static void forget(Federation& federation, const Object& object, std::span<const Item> items);
  void speak(Federation& federation);  // repeats or announces the values that are due
  // Returns the message without values that are not newer than the view's, and notes the others as the view's. Empty if no value
  // is left; in `room` if some are left out.
  Bytes not_older(View& view, const DataHead& head, Bytes message, std::vector<std::byte>& room);
  // Handles DataKind::newest, an announcement: asks its sender for the values that a federate here lacks.
  void compare(Federation& federation, Object& object, const DataHead& head, Bytes message);
  // Handles DataKind::want_newest: sends the values that are asked for.
  void answer(Federation& federation, Object& object, const DataHead& head, Bytes message);

 private:
  Status send(Federation& federation, Object& object, Newest::Key key, const Newest::Kept& kept,
              NodeSet nodes, bool asked_for);

  Net& net_;
  Router& router_;
  NodeCounters& counters_;
};

}  // namespace orrery::rti
