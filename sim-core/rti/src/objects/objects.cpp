// Declarations and objects, as all nodes know them, and what this node's federates discover of them.
#include <algorithm>
#include <utility>

#include "core/core.hpp"
#include "federation/known.hpp"
#include "subscriptions/regional.hpp"
#include "subscriptions/update_rates.hpp"

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

void Core::apply_declaration(Federation& federation, Member& member, const Operation& operation) {
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
  if (local != nullptr && subscriptions) review_objects(federation, *local);
  if (local != nullptr && published.any()) {
    for (auto& [id, object] : federation.objects) {
      if (known_as(object, *local) == of) federation.ownership->offer(object, *local, published);
    }
  }
  federation.advisories_due = true;
}

// 6.9: does another own an attribute that the federate is subscribed to at the class?
bool Core::may_discover(const Federation& federation, const Object& object, const Member& member,
                        ObjectClassHandle as) const {
  AttributeSet wanted = wanted_in_regions(federation, object, member, as.value);
  const auto subscribed = member.subscribed.find(as.value);
  if (subscribed != member.subscribed.end()) wanted |= subscribed->second.attributes;
  for (std::size_t i = 0; i < object.owners.size(); ++i) {
    if (wanted.test(i) && object.owners[i] != 0 && object.owners[i] != member.handle) return true;
  }
  return false;
}

// The federate knows the object: its callback is being made.
void Core::know(Federation& federation, std::uint64_t object, const Local& local) {
  const auto found = federation.objects.find(object);
  if (found == federation.objects.end()) return;
  const auto view = std::ranges::find(found->second.views, &local, &View::local);
  if (view != found->second.views.end()) view->discovered = true;
}

void Core::review_objects(Federation& federation, Local& local) {
  for (auto& [id, object] : federation.objects) review_object(federation, object, local);
}

// Discovers the object, or changes what is wanted of it. Returns true if it discovers the object, which it is offered then.
bool Core::review_object(Federation& federation, Object& object, Local& local) {
  if (object.deleted || object.removing) return false;
  const Member& member = federation.members.at(local.handle);
  const ObjectModel& model = federation.model;
  auto view = std::ranges::find(object.views, &local, &View::local);
  const bool discovered = view == object.views.end();
  if (discovered) {
    if (!may_discover(federation, object, local)) return false;
    // What it has registered it knows: nothing to discover, but others may own parts of it.
    const bool own = object.handle >> 32 == local.handle;
    if (own && (local.forgotten.contains(object.handle) ||
                std::ranges::count(object.owners, local.handle) == std::ssize(object.owners))) {
      return false;
    }
    ObjectClassHandle known{object.of};
    // 5.1.2: its registrant knows it as the class that it has registered.
    while (!own && !member.subscribed.contains(known.value) &&
           wanted_in_regions(federation, object, member, known.value).none()) {
      const ObjectClassHandle parent = model[known].parent;
      if (parent == known) return false;
      known = parent;
    }
    if (!own && !may_discover(federation, object, member, known)) return false;
    object.views.push_back({.local = &local, .known = known.value, .discovered = own});
    view = std::prev(object.views.end());
    if (!own) {
      ++local.objects_discovered;
      const FederateHandle producer{
          local.conveys.producing_federate ? static_cast<std::uint32_t>(object.handle >> 32) : 0};
      inboxes_.post(
          local,
          [&federation, &local, handle = object.handle, known, name = object.name,
           producer](FederateAmbassador& to) {
            know(federation, handle, local);
            to.discover_object_instance({handle}, known, name, producer);
          },
          object.name.size());
      if (federation.auto_provide && !is_owned_by_rti(object.handle)) {
        federation.discovered.emplace_back(object.handle, local.handle);
      }
    }
  }
  const auto subscribed = member.subscribed.find(view->known);
  view->wanted =
      subscribed == member.subscribed.end() ? AttributeSet() : subscribed->second.attributes;
  view->regional.reset();
  const auto regional = member.subscribed_regions.find(view->known);
  if (regional != member.subscribed_regions.end()) {
    for (const auto& [attribute, uses] : regional->second) view->regional.set(attribute);
    view->regional &= ~view->wanted;
    view->wanted |= view->regional;
  }
  review_selection(federation, *view);
  advisories_.review_scope(federation, object, *view);
  if (!discovered) return false;
  queue_timed_removals(federation, *view, object.handle);
  // What it has registered it has known before.
  if (view->discovered) return false;
  federation.ownership->offer(object, local, AttributeSet().set());
  return true;
}

void Core::forget_view(Federation& federation, Object& object, Local& local) {
  // A divestiture that is on its way still counts after a local delete.
  if (object.deleted) {
    local.given_up.erase(object.handle);
    local.negotiations_said.erase(object.handle);
  }
  local.acquiring.erase(object.handle);
  local.acquiring_if_available.erase(object.handle);
  local.unnotified.erase(object.handle);
  const auto seen =
      std::erase_if(object.views, [&](const View& view) { return view.local == &local; });
  // 8.10: messages that the federate will not get do not bring it a grant.
  if (seen > 0) local.stamped.forget_object(object.handle);
  if (object.deleted && seen > 0) local.unburied_bytes -= object.bytes();
  if (object.deleted && object.views.empty()) graves_.emplace_back(federation.id, object.handle);
}

void Core::apply_register(Federation& federation, const Operation& operation) {
  const ObjectClassHandle of{operation.of};
  if (!federation.model.has(of) || operation.object >> 32 != operation.federate ||
      federation.objects.contains(operation.object)) {
    ++counters_.malformed;
    return;
  }
  const auto& attributes = federation.model[of].attributes;
  const Member& member = federation.members.at(operation.federate);
  Object object;
  object.handle = operation.object;
  object.of = of.value;
  object.name = operation.text;
  const auto published = member.published.find(of.value);
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const bool owned = i == 0 || (published != member.published.end() && published->second.test(i));
    object.owners.push_back(owned ? operation.federate : 0);
    object.ways.push_back(way_of(attributes[i]));
  }
  federation.object_names[object.name] = object.handle;
  const auto pairs = decode_pairs(operation.tag);
  if (!pairs || std::ranges::any_of(*pairs, [&](const AttributeRegion& each) {
        return creator_of(each.region) != member.handle || !federation.regions.has(each.region);
      })) {
    ++counters_.malformed;
    return;
  }
  Object& kept = federation.objects.emplace(object.handle, std::move(object)).first->second;
  associate(federation, kept, *pairs, true);
  if (federation.advisories_wanted()) federation.advisories_due = true;
  for (Local* local : federation.locals) review_object(federation, kept, *local);
}

void Core::free_deleted_name(const Operation& deletion) {
  const auto federation = federations_.find(deletion.federation);
  if (federation == federations_.end()) return;
  const auto kept = federation->second->names_of_deleted.extract(deletion.object);
  if (kept.empty()) return;
  federation->second->object_names.erase(kept.mapped());
  federation->second->reserved_names.erase(kept.mapped());
}

void Core::apply_delete(Federation& federation, std::uint64_t handle, Name name) {
  const auto found = federation.objects.find(handle);
  if (found == federation.objects.end() || found->second.deleted) return;
  Object& object = found->second;
  object.deleted = true;
  federation.deletions.erase(federation.deletions.lower_bound({handle, 0}),
                             federation.deletions.upper_bound({handle, UINT64_MAX}));
  end_uses(federation, object);
  if (federation.advisories_wanted()) federation.advisories_due = true;
  federation.newest.forget_object(handle);
  if (name == Name::kept) {
    federation.names_of_deleted.emplace(handle, object.name);
  } else {
    federation.object_names.erase(object.name);
    federation.reserved_names.erase(object.name);
  }
  for (const View& view : object.views) {
    view.local->unburied_bytes += object.bytes();
    inboxes_.review(*view.local);
  }
  if (object.views.empty()) graves_.emplace_back(federation.id, handle);
}

}  // namespace orrery::rti
