// Advisories (IEEE 1516.1-2010, 5.10 to 5.13, 6.17, 6.21, 6.22): is anybody else interested in what a federate of this node
// publishes or updates, and what may it expect of objects that it knows?
#pragma once

#include <cstdint>
#include <span>

#include "federation/inboxes.hpp"

namespace orrery::rti {

class Advisories {
 public:
  explicit Advisories(Inboxes& inboxes) : inboxes_(inboxes) {}

  // Tells this node's federates each advisory that has changed since the last review.
  void review(Federation& federation);
  // 6.17, 6.18: tells the federate which attributes of the object have come into its scope, and which have left it.
  void review_scope(const Federation& federation, const Object& object, View& view);
  // 6.17: the attributes of an object that others own and whose updates reach this federate.
  [[nodiscard]] static AttributeSet in_scope(const Federation& federation, const Object& object,
                                             const View& view);

 private:
  using AttributesCallback = void (FederateAmbassador::*)(ObjectInstanceHandle,
                                                          std::span<const AttributeHandle>);
  void review_updates(const Federation& federation, const Object& object, Local& local);
  void tell_attributes(const Federation& federation, Local& local, std::uint64_t object,
                       const AttributeSet& attributes, AttributesCallback callback);
  void tell_owner(const Federation& federation, Local& local, std::uint64_t object,
                  const AttributeSet& attributes, AttributesCallback callback);
  void tell_updates_on(const Federation& federation, const Object& object, Local& local,
                       const AttributeSet& wanted);

  Inboxes& inboxes_;
};

}  // namespace orrery::rti
