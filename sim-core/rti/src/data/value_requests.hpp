// Requests for attribute values (IEEE 1516.1-2010, 6.19, 6.20, 9.13): owners on this node are asked to provide them.
#pragma once

#include <cstdint>

#include "orrery/rti/basic_node.hpp"

#include "data/router.hpp"
#include "federation/inboxes.hpp"

namespace orrery::rti {

class ValueRequests {
 public:
  ValueRequests(Inboxes& inboxes, Router& router, NodeCounters& counters)
      : inboxes_(inboxes), router_(router), counters_(counters) {}

  // A request about one object; a request about all instances of a class and of its subclasses.
  void take(Federation& federation, const Object& object, const DataHead& head, Bytes message);
  void take_of_class(Federation& federation, const DataHead& head, Bytes message);
  // 6.20, 6.9: with the Auto-Provide switch on, asks the owners of newly discovered objects for the attributes that the
  // discovering federate is subscribed to.
  void ask_for_discovered(Federation& federation);

 private:
  void provide(Federation& federation, const Object& object, const AttributeSet& attributes,
               Bytes tag, std::uint32_t requester);

  Inboxes& inboxes_;
  Router& router_;
  NodeCounters& counters_;
};

}  // namespace orrery::rti
