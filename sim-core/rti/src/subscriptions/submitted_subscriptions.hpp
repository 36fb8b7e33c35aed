// What operations of this node's federates subscribe to: RecentSubscriptions learns it.
#pragma once

#include "federation/federation.hpp"

namespace orrery::rti {

// An operation that is being submitted, from before it is applied here.
class Subscribing {
 public:
  Subscribing(const Federation* federation, const Operation& operation);
  // It is applied here.
  void submitted() const;

 private:
  const Federation* const federation_;
  const Operation& operation_;
  Local* const subscriber_;  // null: it does not subscribe
  AttributeSet before_;
};

// It has its number in the order of operations.
void subscription_ordered(const Federation& federation, const Operation& operation,
                          std::uint64_t number);

}  // namespace orrery::rti
