// Object instances: registered, discovered by federates of this node, and forgotten.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "orrery/rti/tuning.hpp"

#include "advisories/advisories.hpp"
#include "ownership/ownership.hpp"

namespace orrery::rti {

class Discovery final : public Ownership::Owner {
 public:
  Discovery(Inboxes& inboxes, Advisories& advisories, NodeCounters& counters)
      : inboxes_(inboxes), advisories_(advisories), counters_(counters) {}

  void register_object(Federation& federation, const Operation& operation);
  void review_objects(Federation& federation, Local& local);
  // Lets the federate discover the object, or updates the attributes that it receives of the object. Returns true if the federate
  // discovers the object; Ownership::offer() has then been called for all attributes.
  bool review_object(Federation& federation, Object& object, Local& local) override;
  void forget_view(Federation& federation, Object& object, Local& local);

  // Deleted objects are erased when no federate of this node knows them any more, and not within a callback.
  void bury(Federation& federation, const Object& object);
  void erase_the_dead();

 private:
  Inboxes& inboxes_;
  Advisories& advisories_;
  NodeCounters& counters_;
  std::vector<std::pair<Federation*, std::uint64_t>> graves_;  // objects to be erased
};

}  // namespace orrery::rti
