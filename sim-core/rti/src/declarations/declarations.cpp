#include "declarations/declarations.hpp"

#include <algorithm>
#include <optional>

#include "management/mom.hpp"

namespace orrery::rti {
namespace {

AttributeSet set_of(const std::vector<std::uint32_t>& items) {
  AttributeSet set;
  for (const std::uint32_t item : items) {
    if (item < set.size()) set.set(item);
  }
  return set;
}

void apply_subscription(const Federation& federation, Subscription& subscription,
                        const AttributeSet& items, const Operation& operation) {
  subscription.attributes |= items;
  subscription.active =
      operation.flag != 0 ? subscription.active | items : subscription.active & ~items;
  const auto count = static_cast<std::int64_t>(federation.model.update_rates().size());
  const bool reduces = operation.number > 0 && operation.number <= count;
  if (!reduces && subscription.rates.empty()) return;
  for (std::uint16_t i = 0; i < items.size(); ++i) {
    if (!items.test(i)) continue;
    if (reduces) {
      subscription.rates[i] = static_cast<UpdateRateNumber>(operation.number);
    } else {
      subscription.rates.erase(i);
    }
  }
}

// The class as which the federate knows the object, if it knows it.
std::optional<std::uint16_t> known_as(const Object& object, const Local& local) {
  if (object.handle >> 32 == local.handle && !local.forgotten.contains(object.handle))
    return object.object_class;
  const auto view = std::ranges::find(object.views, &local, &View::local);
  if (view == object.views.end()) return {};
  return view->known;
}

}  // namespace

void Declarations::apply(Federation& federation, Member& member, const Operation& operation) {
  const ObjectModel& model = federation.model;
  const AttributeSet items = set_of(operation.items);
  const std::uint16_t class_handle = operation.class_handle;
  const bool interaction = operation.kind == OperationKind::publish_interaction ||
                           operation.kind == OperationKind::subscribe_interaction;
  if (interaction ? !model.has(InteractionClassHandle{class_handle})
                  : !model.has(ObjectClassHandle{class_handle})) {
    ++counters_.malformed;
    return;
  }
  bool subscriptions = false;
  AttributeSet published;  // not before
  switch (operation.kind) {
    case OperationKind::publish:
      if (items.any()) {  // 5.2: a class is published by its attributes
        AttributeSet& all = member.published[class_handle];
        published = items & ~all;
        published.set(0, all.none());  // the privilege to delete goes with the first
        all |= items;
      }
      break;
    case OperationKind::unpublish: {
      member.published[class_handle] &= ~items;
      if (member.published[class_handle].none()) {
        member.published.erase(class_handle);
        // 5.10: published again it is advised of again.
        if (Local* const local = federation.find_local(member.handle)) {
          local->registration_on.erase(class_handle);
          ++local->object_classes_unpublished[class_handle];
        }
      }
      break;  // ownership follows: divest_objects
    }
    case OperationKind::subscribe:
      if (items.none()) return;  // 5.6: a class is subscribed to by its attributes
      apply_subscription(federation, member.subscribed[class_handle], items, operation);
      federation.mom->objects().subscribed(class_handle, items);
      subscriptions = true;
      break;
    case OperationKind::unsubscribe:
      if (const auto found = member.subscribed.find(class_handle);
          found != member.subscribed.end()) {
        found->second.attributes &= ~items;
        found->second.active &= ~items;
        std::erase_if(found->second.rates,
                      [&](const auto& each) { return items.test(each.first); });
        if (found->second.attributes.none()) member.subscribed.erase(found);
      }
      subscriptions = true;
      break;
    case OperationKind::publish_interaction:
      if (operation.flag != 0) {
        member.published_interactions.insert(class_handle);
        break;
      }
      member.published_interactions.erase(class_handle);
      // Published again it goes as the object model says.
      if (const auto changed = member.interaction_transportations.find(class_handle);
          changed != member.interaction_transportations.end()) {
        changed->second.transportation = model[InteractionClassHandle{class_handle}].transportation;
      }
      if (Local* const local = federation.find_local(member.handle)) {
        local->interaction_orders.erase(class_handle);
        local->interactions_on.erase(class_handle);
        ++local->interactions_unpublished[class_handle];
      }
      break;
    default:
      if (operation.flag != 0) {
        member.subscribed_interactions[class_handle] = operation.flag == 1;
      } else {
        member.subscribed_interactions.erase(class_handle);
      }
  }
  ++federation.declarations;
  Local* const local = federation.find_local(member.handle);
  if (local != nullptr && subscriptions) discovery_.review_objects(federation, *local);
  if (local != nullptr && published.any()) {
    for (auto& [id, object] : federation.objects) {
      if (known_as(object, *local) == class_handle)
        federation.ownership->offer(object, *local, published);
    }
  }
  federation.advisories_due = true;
}

}  // namespace orrery::rti
