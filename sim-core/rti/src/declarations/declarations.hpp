// What federates publish and subscribe to, by class and in regions (IEEE 1516.1-2010, clauses 5 and 9).
#pragma once

#include <span>

#include "orrery/rti/basic_node.hpp"

#include "objects/discovery.hpp"

namespace orrery::rti {

class Declarations {
 public:
  Declarations(Discovery& discovery, NodeCounters& counters)
      : discovery_(discovery), counters_(counters) {}

  void apply(Federation& federation, Member& member, const Operation& operation);
  // In declarations/regional_declarations.cpp.
  void apply_regions(Federation& federation, Member& member, const Operation& operation);

 private:
  void commit(Federation& federation, const Member& member, const Operation& operation);
  void subscribe(Federation& federation, Member& member, const Operation& operation,
                 std::span<const AttributeRegion> pairs);
  void subscribe_interactions(Federation& federation, Member& member, const Operation& operation,
                              std::span<const AttributeRegion> pairs);

  Discovery& discovery_;
  NodeCounters& counters_;
};

}  // namespace orrery::rti
