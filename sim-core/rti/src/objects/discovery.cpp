#include "objects/discovery.hpp"

#include <algorithm>
#include <utility>

#include "objects/deletions.hpp"
#include "subscriptions/regional.hpp"
#include "subscriptions/update_rates.hpp"

namespace orrery::rti {
namespace {

// 6.9: does another own an attribute that the federate is subscribed to at the class?
bool may_discover(const Federation& federation, const Object& object, const Member& member,
                  ObjectClassHandle as) {
  AttributeSet wanted = wanted_in_regions(federation, object, member, as.value);
  const auto subscribed = member.subscribed.find(as.value);
  if (subscribed != member.subscribed.end()) wanted |= subscribed->second.attributes;
  for (std::size_t i = 0; i < object.owners.size(); ++i) {
    if (wanted.test(i) && object.owners[i] != 0 && object.owners[i] != member.handle) return true;
  }
  return false;
}

// The federate knows the object: its callback is being made.
void know(Federation& federation, std::uint64_t object, const Local& local) {
  const auto found = federation.objects.find(object);
  if (found == federation.objects.end()) return;
  const auto view = std::ranges::find(found->second.views, &local, &View::local);
  if (view != found->second.views.end()) view->discovered = true;
}

}  // namespace

void Discovery::review_objects(Federation& federation, Local& local) {
  for (auto& [id, object] : federation.objects) review_object(federation, object, local);
}

bool Discovery::review_object(Federation& federation, Object& object, Local& local) {
  if (object.deleted || object.removing) return false;
  const Member& member = federation.members.at(local.handle);
  const ObjectModel& model = federation.model;
  auto view = std::ranges::find(object.views, &local, &View::local);
  const bool discovered = view == object.views.end();
  if (discovered) {
    if (!Deletions::may_discover(federation, object, local)) return false;
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
  Deletions::queue_removals(federation, *view, object.handle);
  // What it has registered it has known before.
  if (view->discovered) return false;
  federation.ownership->offer(object, local, AttributeSet().set());
  return true;
}

void Discovery::forget_view(Federation& federation, Object& object, Local& local) {
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
  if (object.deleted && object.views.empty()) bury(federation, object);
}

void Discovery::register_object(Federation& federation, const Operation& operation) {
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

void Discovery::bury(Federation& federation, const Object& object) {
  graves_.emplace_back(&federation, object.handle);
}

void Discovery::erase_the_dead() {
  for (const auto& [federation, object] : graves_) {
    const auto found = federation->objects.find(object);
    if (found != federation->objects.end() && found->second.deleted &&
        found->second.views.empty()) {
      federation->recent.fill(nullptr);
      federation->objects.erase(found);
    }
  }
  graves_.clear();
}

}  // namespace orrery::rti
