#include "subscriptions/submitted_subscriptions.hpp"

namespace orrery::rti {
namespace {

bool is_of_interactions(OperationKind kind) {
  return kind == OperationKind::subscribe_interaction ||
         kind == OperationKind::subscribe_interaction_regions;
}

bool subscribes(const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::subscribe:
      return true;
    case OperationKind::subscribe_interaction:
    case OperationKind::subscribe_regions:
    case OperationKind::subscribe_interaction_regions:
      return operation.flag != 0;
    default:
      return false;
  }
}

// The federate of this node that subscribes with the operation; null: there is none.
Local* subscriber(const Federation* federation, const Operation& operation) {
  if (federation == nullptr || !subscribes(operation)) return nullptr;
  return federation->find_local(operation.federate);
}

// What the operation's federate is subscribed to at its class, everywhere or in regions.
RecentSubscriptions::Subscription subscription(const Federation& federation,
                                               const Operation& operation) {
  const Member& member = federation.members.at(operation.federate);
  RecentSubscriptions::Subscription made{.interactions = is_of_interactions(operation.kind),
                                         .class_handle = operation.class_handle};
  if (made.interactions) {
    made.attributes.set(0, member.subscribed_interactions.contains(made.class_handle) ||
                               member.interaction_regions.contains(made.class_handle));
    return made;
  }
  const auto everywhere = member.subscribed.find(made.class_handle);
  if (everywhere != member.subscribed.end()) made.attributes = everywhere->second.attributes;
  const auto regional = member.subscribed_regions.find(made.class_handle);
  if (regional == member.subscribed_regions.end()) return made;
  for (const auto& [attribute, uses] : regional->second) made.attributes.set(attribute);
  return made;
}

}  // namespace

Subscribing::Subscribing(const Federation* federation, const Operation& operation)
    : federation_(federation),
      operation_(operation),
      subscriber_(subscriber(federation, operation)) {
  if (subscriber_ != nullptr) before_ = subscription(*federation, operation).attributes;
}

void Subscribing::submitted() const {
  if (subscriber_ == nullptr) return;
  auto added = subscription(*federation_, operation_);
  added.attributes &= ~before_;
  subscriber_->recent_subscriptions.submitted(added);
}

void subscription_ordered(const Federation& federation, const Operation& operation,
                          std::uint64_t number) {
  if (Local* const local = subscriber(&federation, operation))
    local->recent_subscriptions.ordered(number);
}

}  // namespace orrery::rti
