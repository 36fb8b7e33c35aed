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

void apply_subscription(const Federation& federation, Subscription& to, const AttributeSet& items,
                        const Operation& operation) {
  to.attributes |= items;
  to.active = operation.flag != 0 ? to.active | items : to.active & ~items;
  const auto count = static_cast<std::int64_t>(federation.model.update_rates().size());
  const bool reduces = operation.number > 0 && operation.number <= count;
  if (!reduces && to.rates.empty()) return;
  for (std::uint16_t i = 0; i < items.size(); ++i) {
    if (!items.test(i)) continue;
    if (reduces) {
      to.rates[i] = static_cast<UpdateRateNumber>(operation.number);
    } else {
      to.rates.erase(i);
    }
  }
}

// The class as which the federate knows the object, if it knows it.
std::optional<std::uint16_t> known_as(const Object& object, const Local& local) {
  if (object.handle >> 32 == local.handle && !local.forgotten.contains(object.handle))
    return object.of;
  const auto view = std::ranges::find(object.views, &local, &View::local);
  if (view == object.views.end()) return {};
  return view->known;
}

}  // namespace

void Declarations::apply(Federation& federation, Member& member, const Operation& operation) {
  const ObjectModel& model = federation.model;
  const AttributeSet items = set_of(operation.items);
  const std::uint16_t of = operation.of;
  const bool interaction = operation.kind == OperationKind::publish_interaction ||
                           operation.kind == OperationKind::subscribe_interaction;
  if (interaction ? !model.has(InteractionClassHandle{of}) : !model.has(ObjectClassHandle{of})) {
    ++counters_.malformed;
    return;
  }
  bool subscriptions = false;
  AttributeSet published;  // not before
  switch (operation.kind) {
    case OperationKind::publish:
      if (items.any()) {  // 5.2: a class is published by its attributes
        AttributeSet& all = member.published[of];
        published = items & ~all;
        published.set(0, all.none());  // the privilege to delete goes with the first
        all |= items;
      }
      break;
    case OperationKind::unpublish: {
      member.published[of] &= ~items;
      if (member.published[of].none()) {
        member.published.erase(of);
        // 5.10: published again it is advised of again.
        if (Local* const local = federation.find_local(member.handle)) {
          local->registration_on.erase(of);
          ++local->object_classes_unpublished[of];
        }
      }
      break;  // ownership follows: divest_objects
    }
    case OperationKind::subscribe:
      if (items.none()) return;  // 5.6: a class is subscribed to by its attributes
      apply_subscription(federation, member.subscribed[of], items, operation);
      federation.mom->subscribed(of, items);
      subscriptions = true;
      break;
    case OperationKind::unsubscribe:
      if (const auto found = member.subscribed.find(of); found != member.subscribed.end()) {
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
        member.published_interactions.insert(of);
        break;
      }
      member.published_interactions.erase(of);
      // Published again it goes as the object model says.
      if (const auto changed = member.interaction_transportations.find(of);
          changed != member.interaction_transportations.end()) {
        changed->second.to = model[InteractionClassHandle{of}].transportation;
      }
      if (Local* const local = federation.find_local(member.handle)) {
        local->interaction_orders.erase(of);
        local->interactions_on.erase(of);
        ++local->interactions_unpublished[of];
      }
      break;
    default:
      if (operation.flag != 0) {
        member.subscribed_interactions[of] = operation.flag == 1;
      } else {
        member.subscribed_interactions.erase(of);
      }
  }
  ++federation.declarations;
  Local* const local = federation.find_local(member.handle);
  if (local != nullptr && subscriptions) discovery_.review_objects(federation, *local);
  if (local != nullptr && published.any()) {
    for (auto& [id, object] : federation.objects) {
      if (known_as(object, *local) == of) federation.ownership->offer(object, *local, published);
    }
  }
  federation.advisories_due = true;
}

}  // namespace orrery::rti
