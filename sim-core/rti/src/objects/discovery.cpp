#include "objects/discovery.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "federation/known_objects.hpp"
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

// 5.1.2: the closest class to which the federate is subscribed, in a region only if that overlaps; nothing: there is none.
std::optional<ObjectClassHandle> candidate_class(const Federation& federation, const Object& object,
                                                 const Member& member) {
  ObjectClassHandle candidate{object.object_class};
  while (!member.subscribed.contains(candidate.value) &&
         wanted_in_regions(federation, object, member, candidate.value).none()) {
    const ObjectClassHandle parent = federation.model[candidate].parent;
    if (parent == candidate) return {};
    candidate = parent;
  }
  return candidate;
}

// The federate knows the object: its callback is being made.
void know(Federation& federation, std::uint64_t object, const Local& local) {
  const auto found = federation.objects.find(object);
  if (found == federation.objects.end()) return;
  const auto view = std::ranges::find(found->second.views, &local, &View::local);
  if (view != found->second.views.end()) view->discovered = true;
}

void set_announced(Federation& federation, Object& object, std::uint32_t federate,
                   std::uint16_t known) {
  const auto before = std::ranges::find(object.announced, federate, &AnnouncedClass::federate);
  if (before == object.announced.end()) {
    object.announced.push_back({federate, known});
  } else {
    before->known = known;
  }
  if (federation.advisories_wanted()) federation.advisories_due = true;
}

// The view wants the attributes that the federate is subscribed to at its known class, everywhere or in regions alone.
void set_wanted(View& view, const Member& member) {
  const auto subscribed = member.subscribed.find(view.known);
  view.wanted =
      subscribed == member.subscribed.end() ? AttributeSet() : subscribed->second.attributes;
  view.regional.reset();
  const auto regional = member.subscribed_regions.find(view.known);
  if (regional == member.subscribed_regions.end()) return;
  for (const auto& [attribute, uses] : regional->second) view.regional.set(attribute);
  view.regional &= ~view.wanted;
  view.wanted |= view.regional;
}

}  // namespace

void Discovery::review_objects(Federation& federation, Local& local) {
  for (auto& [id, object] : federation.objects) review_object(federation, object, local);
}

bool Discovery::review_object(Federation& federation, Object& object, Local& local) {
  const Member& member = federation.members.at(local.handle);
  auto view = std::ranges::find(object.views, &local, &View::local);
  if (object.deleted || object.removing) {
    // 5.7: while the removal waits, updates of unsubscribed attributes are not reflected either. Nothing new is wanted.
    if (view != object.views.end()) {
      const AttributeSet before = view->wanted;
      set_wanted(*view, member);
      view->wanted &= before;
    }
    return false;
  }
  const bool discovered = view == object.views.end();
  if (discovered) {
    // What it has registered and forgotten it discovers like what others have (6.16, 8.22).
    const bool own =
        object.handle >> 32 == local.handle && !local.forgotten.contains(object.handle);
    if (own) announce(federation, object, local, object.object_class);
    if (!Deletions::may_discover(federation, object, local)) {
      if (!own) announce(federation, object, local, not_known);
      return false;
    }
    // What it has registered it knows: nothing to discover, but others may own parts of it.
    if (own && std::ranges::count(object.owners, local.handle) == std::ssize(object.owners)) {
      return false;
    }
    // 5.1.2: its registrant knows it as the class that it has registered.
    const auto candidate =
        own ? ObjectClassHandle{object.object_class} : candidate_class(federation, object, member);
    if (!candidate) return false;
    const ObjectClassHandle known = *candidate;
    if (!own && !may_discover(federation, object, member, known)) return false;
    object.views.push_back({.local = &local, .known = known.value, .discovered = own});
    view = std::prev(object.views.end());
    if (!own) {
      const FederateHandle producer{
          local.conveys.producing_federate ? static_cast<std::uint32_t>(object.handle >> 32) : 0};
      inboxes_.post(
          local,
          [&federation, &local, handle = object.handle, known, name = object.name,
           producer](FederateAmbassador& ambassador) {
            know(federation, handle, local);
            ++local.objects_discovered;
            ambassador.discover_object_instance({handle}, known, name, producer);
          },
          object.name.size());
      if (federation.auto_provide && !is_owned_by_rti(object.handle)) {
        federation.discovered.emplace_back(object.handle, local.handle);
      }
    }
  }
  announce(federation, object, local, view->known, discovered);
  set_wanted(*view, member);
  review_selection(federation, *view);
  advisories_.review_scope(federation, object, *view);
  if (!discovered) return false;
  Deletions::queue_first_removal(federation, *view, object.handle);
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
  local.untold_denials.erase(object.handle);
  const auto seen =
      std::erase_if(object.views, [&](const View& view) { return view.local == &local; });
  // 8.10: messages that the federate will not get do not bring it a grant.
  if (seen > 0) local.stamped.forget_object(object.handle);
  if (object.deleted && seen > 0) local.unburied_bytes -= object.bytes();
  if (object.deleted && object.views.empty()) bury(federation, object);
}

void Discovery::register_object(Federation& federation, const Operation& operation) {
  const ObjectClassHandle object_class{operation.class_handle};
  if (!federation.model.has(object_class) || operation.object >> 32 != operation.federate ||
      federation.objects.contains(operation.object)) {
    ++counters_.malformed;
    return;
  }
  const auto& attributes = federation.model[object_class].attributes;
  const Member& member = federation.members.at(operation.federate);
  Object object;
  object.handle = operation.object;
  object.object_class = object_class.value;
  object.name = operation.text;
  const AttributeSet published = member.published_at(object_class.value);
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const bool owned = i == 0 || published.test(i);
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

void Discovery::announce(Federation& federation, Object& object, Local& local, std::uint16_t known,
                         bool discovered) {
  if (is_owned_by_rti(object.handle)) return;
  const auto said = known_class(federation, object, federation.members.at(local.handle));
  if (known == (said ? said->value : not_known)) return;
  set_announced(federation, object, local.handle, known);
  local.announcements.push_back({object.handle, known, discovered});
  federation.announcements_due = true;
}

void Discovery::announce_all(Federation& federation) {
  for (auto& [handle, object] : federation.objects) {
    if (object.deleted) continue;
    for (Local* local : federation.locals) {
      const Member& member = federation.members.at(local->handle);
      const auto view = std::ranges::find(object.views, local, &View::local);
      if (view != object.views.end()) {
        announce(federation, object, *local, view->known);
        continue;
      }
      // In scope, and not known: the federate has deleted it locally, or has been removed it.
      const bool own = handle >> 32 == local->handle;
      const auto candidate = candidate_class(federation, object, member);
      if (own ? local->forgotten.contains(handle)
              : candidate && may_discover(federation, object, member, *candidate)) {
        announce(federation, object, *local, not_known);
      }
    }
  }
}

void Discovery::submit_announcements(Federation& federation, bool discovered) {
  if (!federation.announcements_due) return;
  federation.announcements_due = false;
  for (Local* local : federation.locals) {
    auto& all = local->announcements;
    const auto later = std::stable_partition(all.begin(), all.end(), [&](const Announcement& each) {
      return discovered || !each.discovered;
    });
    federation.announcements_due |= later != all.end();
    if (later == all.begin()) continue;
    Operation said{.kind = OperationKind::announce_classes};
    said.federation = federation.id;
    said.federate = local->handle;
    said.number = static_cast<std::int64_t>(net_.applied());
    Writer out(said.tag);
    for (auto each = all.begin(); each != later; ++each) {
      out.put(each->object);
      out.put(each->known);
    }
    all.erase(all.begin(), later);
    (void)net_.submit(said, SubmitPermit::of_the_rti());
  }
}

void Discovery::apply_announcements(Federation& federation, const Operation& operation) {
  // Said before a restore, of a past that is no more.
  if (static_cast<std::uint64_t>(operation.number) < federation.restored_at) return;
  Reader in(operation.tag);
  while (in.ok() && in.left() > 0) {
    const auto handle = in.get<std::uint64_t>();
    const auto known = in.get<std::uint16_t>();
    Object* const object = in.ok() ? federation.find(handle) : nullptr;
    if (object == nullptr || object->deleted) continue;
    const ObjectClassHandle as{known};
    if (known != not_known &&
        !(federation.model.has(as) && federation.model.is_a({object->object_class}, as))) {
      ++counters_.malformed;
      continue;
    }
    set_announced(federation, *object, operation.federate, known);
  }
  if (!in.ok()) ++counters_.malformed;
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
