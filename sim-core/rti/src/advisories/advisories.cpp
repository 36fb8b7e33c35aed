#include "advisories/advisories.hpp"

#include <algorithm>
#include <map>
#include <ranges>
#include <vector>

#include "federation/known_objects.hpp"
#include "subscriptions/regional.hpp"
#include "subscriptions/update_rates.hpp"

namespace orrery::rti {
namespace {

// Told only when it changes.
template <class Set, class Tell>
void settle(Set& told, std::uint16_t class_handle, bool wanted, Tell&& tell) {
  if (wanted == told.contains(class_handle)) return;
  if (wanted) {
    told.insert(class_handle);
  } else {
    told.erase(class_handle);
  }
  tell();
}

std::vector<AttributeHandle> handles_of(const AttributeSet& attributes) {
  std::vector<AttributeHandle> handles;
  for (std::uint16_t i = 0; i < attributes.size(); ++i) {
    if (attributes.test(i)) handles.push_back({i});
  }
  return handles;
}

bool wanted_by_others(const Federation& federation, std::uint32_t federate,
                      std::uint16_t object_class, const AttributeSet& attributes) {
  const ObjectModel& model = federation.model;
  const auto above = [&](std::uint16_t at) {
    return model.is_a(ObjectClassHandle{object_class}, ObjectClassHandle{at});
  };
  for (const auto& [handle, member] : federation.members) {
    if (handle == federate) continue;
    for (const auto& [at, subscription] : member.subscribed) {
      if ((subscription.active & attributes).any() && above(at)) return true;
    }
    for (const auto& [at, regional] : member.subscribed_regions) {
      if (!above(at)) continue;
      for (const auto& [attribute, uses] : regional) {
        if (attributes.test(attribute) && std::ranges::any_of(uses, &RegionUse::active))
          return true;
      }
    }
  }
  return false;
}

bool wanted_by_others(const Federation& federation, std::uint32_t federate,
                      std::uint16_t interaction_class) {
  const auto above = [&](std::uint16_t at) {
    return federation.model.is_a(InteractionClassHandle{interaction_class},
                                 InteractionClassHandle{at});
  };
  for (const auto& [handle, member] : federation.members) {
    if (handle == federate) continue;
    for (const auto& [at, active] : member.subscribed_interactions) {
      if (active && above(at)) return true;
    }
    for (const auto& [at, uses] : member.interaction_regions) {
      if (above(at) && std::ranges::any_of(uses, &RegionUse::active)) return true;
    }
  }
  return false;
}

constexpr auto updates_on_without_rate = static_cast<void (FederateAmbassador::*)(
    ObjectInstanceHandle, std::span<const AttributeHandle>)>(
    &FederateAmbassador::turn_updates_on_for_object_instance);

}  // namespace

void Advisories::review(Federation& federation) {
  federation.advisories_due = false;
  for (Local* local : federation.locals) {
    const auto own = federation.members.find(local->handle);
    if (own == federation.members.end()) continue;
    if (local->advisories.object_class_relevance) {
      for (const std::uint16_t object_class : std::views::keys(own->second.published)) {
        const bool wanted = wanted_by_others(federation, local->handle, object_class,
                                             own->second.published_at(object_class));
        const ObjectClassHandle handle{object_class};
        settle(local->registration_on, object_class, wanted, [&] {
          inboxes_.post(*local,
                        [handle, wanted, &now = local->object_classes_unpublished[object_class],
                         then = local->object_classes_unpublished[object_class]](
                            FederateAmbassador& ambassador) {
                          if (now != then) return;
                          wanted ? ambassador.start_registration_for_object_class(handle)
                                 : ambassador.stop_registration_for_object_class(handle);
                        });
        });
      }
    }
    if (local->advisories.interaction_relevance) {
      for (const std::uint16_t interaction_class : own->second.published_interactions) {
        const bool wanted = wanted_by_others(federation, local->handle, interaction_class);
        const InteractionClassHandle handle{interaction_class};
        settle(local->interactions_on, interaction_class, wanted, [&] {
          inboxes_.post(*local,
                        [handle, wanted, &now = local->interactions_unpublished[interaction_class],
                         then = local->interactions_unpublished[interaction_class]](
                            FederateAmbassador& ambassador) {
                          if (now != then) return;
                          wanted ? ambassador.turn_interactions_on(handle)
                                 : ambassador.turn_interactions_off(handle);
                        });
        });
      }
    }
    if (local->advisories.attribute_relevance) {
      for (const auto& [id, object] : federation.objects)
        review_updates(federation, object, *local);
    }
  }
}

// Which of the attributes that it owns somebody else actively wants, at its known class and in overlapping regions.
void Advisories::review_updates(const Federation& federation, const Object& object, Local& local) {
  AttributeSet wanted;
  AttributeSet owned;
  if (!object.deleted) {
    for (std::size_t i = 0; i < object.owners.size(); ++i)
      owned[i] = object.owners[i] == local.handle;
    if (owned.none() && !local.updates_on.contains(object.handle)) return;
    for (const auto& [handle, member] : federation.members) {
      if (handle == local.handle || owned.none()) continue;
      const auto known = known_class(federation, object, member);
      if (!known) continue;
      const auto plain = member.subscribed.find(known->value);
      if (plain != member.subscribed.end()) wanted |= plain->second.active;
      const auto regional = member.subscribed_regions.find(known->value);
      if (regional == member.subscribed_regions.end()) continue;
      for (const auto& [attribute, uses] : regional->second) {
        if (in_subscribed(federation, object, attribute, uses, true)) wanted.set(attribute);
      }
    }
    wanted &= owned;
  }
  // 6.22: updates of attributes that it does not own any more are not turned off.
  const AttributeSet told = local.updates_on[object.handle] &= owned;
  tell_updates_on(federation, object, local, wanted);
  if (!object.deleted) {
    tell_owner(federation, local, object.handle, told & ~wanted,
               &FederateAmbassador::turn_updates_off_for_object_instance);
  }
  if (wanted.none()) {
    local.updates_on.erase(object.handle);
  } else {
    local.updates_on[object.handle] = wanted;
  }
}

// Of each update rate those that are wanted with it and were not, or with another.
void Advisories::tell_updates_on(const Federation& federation, const Object& object, Local& local,
                                 const AttributeSet& wanted) {
  const AttributeSet told = local.updates_on[object.handle];
  const auto& rates = federation.model.update_rates();
  if (rates.empty()) {
    return tell_owner(federation, local, object.handle, wanted & ~told, updates_on_without_rate);
  }
  auto& rates_told = local.update_rates_told[object.handle];
  std::map<UpdateRateNumber, AttributeSet> due;
  for (std::uint16_t i = 0; i < object.owners.size(); ++i) {
    const UpdateRateNumber before = rates_told.contains(i) ? rates_told.at(i) : 0;
    rates_told.erase(i);
    if (!wanted.test(i)) continue;
    const UpdateRateNumber rate = wanted_rate(federation, object, i, local.handle).value_or(0);
    if (!told.test(i) || rate != before) due[rate].set(i);
    if (rate != 0) rates_told[i] = rate;
  }
  if (rates_told.empty()) local.update_rates_told.erase(object.handle);
  for (const auto& [rate, attributes] : due) {
    if (rate == 0) {
      tell_owner(federation, local, object.handle, attributes, updates_on_without_rate);
      continue;
    }
    inboxes_.post_about(
        federation, local, object.handle,
        [&federation, &local, handle = object.handle, handles = handles_of(attributes),
         designator = rates[rate - 1].name](FederateAmbassador& ambassador) {
          const auto still = owned_of(local, federation.objects.at(handle), handles);
          if (!still.empty())
            ambassador.turn_updates_on_for_object_instance({handle}, still, designator);
        },
        attributes.count() * sizeof(AttributeHandle));
  }
}

// 6.17: the attributes of an object that others own and whose updates reach this federate.
AttributeSet Advisories::in_scope(const Federation& federation, const Object& object,
                                  const View& view) {
  const Local& local = *view.local;
  const Member& member = federation.members.at(local.handle);
  AttributeSet scope =
      (view.wanted & ~view.regional) | wanted_in_regions(federation, object, member, view.known);
  for (std::size_t i = 0; i < scope.size(); ++i) {
    const bool others =
        i < object.owners.size() && object.owners[i] != 0 && object.owners[i] != local.handle;
    if (!others) scope.reset(i);
  }
  return scope;
}

void Advisories::review_scope(const Federation& federation, const Object& object, View& view) {
  Local& local = *view.local;
  if (!local.advisories.attribute_scope) return;
  const AttributeSet scope = in_scope(federation, object, view);
  tell_attributes(federation, local, object.handle, scope & ~view.scope,
                  &FederateAmbassador::attributes_in_scope);
  tell_attributes(federation, local, object.handle, view.scope & ~scope,
                  &FederateAmbassador::attributes_out_of_scope);
  view.scope = scope;
}

// 6.21, 6.22: of those that it still owns when it evokes.
void Advisories::tell_owner(const Federation& federation, Local& local, std::uint64_t object,
                            const AttributeSet& attributes, AttributesCallback callback) {
  if (attributes.none()) return;
  const std::vector<AttributeHandle> handles = handles_of(attributes);
  inboxes_.post_about(
      federation, local, object,
      [&federation, &local, object, handles, callback](FederateAmbassador& ambassador) {
        const auto still = owned_of(local, federation.objects.at(object), handles);
        if (!still.empty()) (ambassador.*callback)({object}, still);
      },
      handles.size() * sizeof handles[0]);
}

void Advisories::tell_attributes(const Federation& federation, Local& local, std::uint64_t object,
                                 const AttributeSet& attributes, AttributesCallback callback) {
  if (attributes.none()) return;
  const std::vector<AttributeHandle> handles = handles_of(attributes);
  inboxes_.post_about(
      federation, local, object,
      [object, handles, callback](FederateAmbassador& ambassador) {
        (ambassador.*callback)({object}, handles);
      },
      handles.size() * sizeof handles[0]);
}

}  // namespace orrery::rti
