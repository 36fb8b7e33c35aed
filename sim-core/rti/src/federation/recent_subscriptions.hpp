// What a federate has subscribed to lately. Subscriptions are evaluated when a message is sent (IEEE 1516.1-2010, 5.6, 5.8): what
// comes from a node that did not know of a subscription is not of it, though it may come because of another one.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>

#include "wire/sets.hpp"

namespace orrery::rti {

class RecentSubscriptions {
 public:
  struct Subscription {
    bool interactions = false;
    std::uint16_t class_handle = 0;
    AttributeSet attributes =
        {};  // that it was not subscribed to before; of interactions: any, if it was not
    std::uint64_t number =
        std::numeric_limits<std::uint64_t>::max();  // of its operation, once that has one
  };

  // To be called for each subscription that the federate submits, and for each of them once its operation has its number, in the same
  // order.
  void submitted(const Subscription& subscription);
  void ordered(std::uint64_t number);

  // Of a node that had applied so many operations: did it know of all subscriptions? If not, which did it not know?
  [[nodiscard]] bool all_known(std::uint64_t applied) const { return applied >= greatest_; }
  [[nodiscard]] AttributeSet unknown(std::uint16_t object_class, std::uint64_t applied) const;
  [[nodiscard]] bool is_unknown(std::uint16_t interaction_class, std::uint64_t applied) const;

 private:
  static constexpr std::size_t most = 64;  // that have a number

  std::deque<Subscription> all_;
  std::size_t numbered_ = 0;  // of them
  std::uint64_t greatest_ = 0;
};

}  // namespace orrery::rti
