// What a federate has subscribed to lately. Subscriptions are evaluated when a message is sent (IEEE 1516.1-2010, 5.6, 5.8). So a
// federate gets no attributes or interactions of a subscription that the sending node did not know, even if the message comes for
// another subscription.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "wire/sets.hpp"

namespace orrery::rti {

class RecentSubscriptions {
 public:
  struct Subscription {
    bool interactions = false;
    std::uint16_t class_handle = 0;
    // Those it was not subscribed to before; of an interaction class: any one, if it was not.
    AttributeSet attributes = {};
    // Of its operation; the greatest number until that is known.
    std::uint64_t number = std::numeric_limits<std::uint64_t>::max();
  };

  // The federate submits a subscription. `ordered`: the earliest submitted one that has no number gets this one.
  void submitted(const Subscription& subscription);
  void ordered(std::uint64_t number);

  // Whether a node that had applied `applied` operations knew of all subscriptions. This node, which applies them at once, does:
  // `everything`.
  static constexpr std::uint64_t everything = std::numeric_limits<std::uint64_t>::max();
  [[nodiscard]] bool all_known(std::uint64_t applied) const {
    return applied == everything || applied >= greatest_;
  }
  // The attributes of the class that such a node did not know to be subscribed, and whether it did not know of the interaction
  // class.
  [[nodiscard]] AttributeSet unknown(std::uint16_t object_class, std::uint64_t applied) const;
  [[nodiscard]] bool is_unknown(std::uint16_t interaction_class, std::uint64_t applied) const;

 private:
  static constexpr std::size_t most = 64;  // that have a number

  std::uint64_t greatest_ = 0;
  std::vector<Subscription> all_;
  std::size_t numbered_ = 0;  // of them
};

}  // namespace orrery::rti
