// Object instances: registered, discovered by federates of this node, and forgotten.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "orrery/rti/basic_node.hpp"

#include "advisories/advisories.hpp"
#include "net/net.hpp"
#include "ownership/ownership.hpp"

namespace orrery::rti {

class Discovery final : public Ownership::Owner {
 public:
  Discovery(Net& net, Inboxes& inboxes, Advisories& advisories, NodeCounters& counters)
      : net_(net), inboxes_(inboxes), advisories_(advisories), counters_(counters) {}

  void register_object(Federation& federation, const Operation& operation);
  void review_objects(Federation& federation, Local& local);
  // Lets the federate discover the object, or updates the attributes that it receives of the object. Returns true if the federate
  // discovers the object; Ownership::offer() has then been called for all attributes.
  bool review_object(Federation& federation, Object& object, Local& local) override;
  void forget_view(Federation& federation, Object& object, Local& local);

  // The class as which a federate of this node knows the object from now on, or `not_known`. Nothing is announced of the class that
  // all nodes presume: see known_class().
  void announce(Federation& federation, Object& object, Local& local, std::uint16_t known,
                bool discovered = false);
  // After a restore: announcements are not part of a save, since they follow from what each node has saved of its federates.
  void announce_all(Federation& federation);
  // Submits what has been announced and not yet submitted; without `discovered`, only classes as which federates know objects from
  // before.
  void submit_announcements(Federation& federation, bool discovered = true);
  void apply_announcements(Federation& federation, const Operation& operation);

  // Deleted objects are erased when no federate of this node knows them any more, and not within a callback.
  void bury(Federation& federation, const Object& object);
  void erase_the_dead();

 private:
  Net& net_;
  Inboxes& inboxes_;
  Advisories& advisories_;
  NodeCounters& counters_;
  std::vector<std::pair<Federation*, std::uint64_t>> graves_;  // objects to be erased
};

}  // namespace orrery::rti
