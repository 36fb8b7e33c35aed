// Transportations of the newest value: repeated, told and asked for where it is sent; never after a newer one where it comes.
#pragma once

#include <span>
#include <vector>

#include "data/router.hpp"

namespace orrery::rti {

class NewestValues {
 public:
  NewestValues(Net& net, Router& router, NodeCounters& counters)
      : net_(net), router_(router), counters_(counters) {}

  static void keep(Federation& federation, const Object& object, const Local& local,
                   TransportationType type, std::span<const Item> items, Bytes tag);
  void speak(Federation& federation);  // of what is due
  // What has come, without values that the view holds or holds newer ones of; they are held now.
  Bytes not_older(View& view, const DataHead& head, Bytes message, std::vector<std::byte>& room);
  // Its sender says what the newest is: does a federate here not hold it?
  void compare(Federation& federation, Object& object, const DataHead& head, Bytes message);
  void answer(Federation& federation, Object& object, const DataHead& head, Bytes message);

 private:
  Status send(Federation& federation, Object& object, Newest::Key key, const Newest::Kept& kept,
              NodeSet nodes, bool asked_for);

  Net& net_;
  Router& router_;
  NodeCounters& counters_;
};

}  // namespace orrery::rti
