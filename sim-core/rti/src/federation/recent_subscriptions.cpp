#include "federation/recent_subscriptions.hpp"

namespace orrery::rti {

void RecentSubscriptions::submitted(const Subscription& subscription) {
  all_.push_back(subscription);
  greatest_ = subscription.number;
}

void RecentSubscriptions::ordered(std::uint64_t number) {
  if (numbered_ == all_.size()) return;
  all_[numbered_++].number = number;
  if (numbered_ > most) {
    all_.erase(all_.begin());
    --numbered_;
  }
  greatest_ = all_.back().number;
}

AttributeSet RecentSubscriptions::unknown(std::uint16_t object_class, std::uint64_t applied) const {
  AttributeSet found;
  for (const Subscription& each : all_) {
    if (!each.interactions && each.class_handle == object_class && each.number > applied)
      found |= each.attributes;
  }
  return found;
}

bool RecentSubscriptions::is_unknown(std::uint16_t interaction_class, std::uint64_t applied) const {
  for (const Subscription& each : all_) {
    if (each.interactions && each.class_handle == interaction_class && each.number > applied &&
        each.attributes.any()) {
      return true;
    }
  }
  return false;
}

}  // namespace orrery::rti
