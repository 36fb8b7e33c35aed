// Advances of logical time (IEEE 1516.1-2010, clause 8): what is granted when.
#pragma once

#include <span>

#include "data/delivery.hpp"
#include "galt/galt.hpp"
#include "objects/deletions.hpp"

namespace orrery::rti {

class Advances {
 public:
  Advances(Net& net, Inboxes& inboxes, TimeBounds& bounds, Deletions& deletions,
           Deliveries& delivery)
      : net_(net), inboxes_(inboxes), bounds_(bounds), deletions_(deletions), delivery_(delivery) {}

  // Grants the advances that the bounds on time allow, and joins computations of the bound. Does nothing during a save or
  // restore.
  void advance(Federation& federation);
  // Applies an operation by which a federate switches time regulation or constraint.
  void apply_switches(Federation& federation, Member& member, std::uint32_t origin,
                      const Operation& operation);
  // Stops waiting for granted federates to ask for their next advance. A federate that has not had its grant's callback is
  // still waited for, unless `untold_too`: then this thread is about to sleep. Returns true if any was waited for.
  static bool stop_considering(std::span<Local* const> locals, bool untold_too);

 private:
  static bool give_up_discoveries(Federation& federation);
  bool grant_one(Federation& federation, Local& local);
  bool begin_regulation(const Federation& federation, Local& local);
  void tell_regulation(Local& local);

  Net& net_;
  Inboxes& inboxes_;
  TimeBounds& bounds_;
  Deletions& deletions_;
  Deliveries& delivery_;
  bool advancing_ = false;
};

}  // namespace orrery::rti
