// Data distribution: regions as all nodes know them, and what of the data concerns whom.
#include <algorithm>
#include <utility>

#include "core/core.hpp"
#include "wire/with_items.hpp"

namespace orrery::rti {
namespace {

std::optional<std::vector<DimensionHandle>> read_dimensions(Reader& in, const ObjectModel& model) {
  const auto count = in.get<std::uint32_t>();
  if (count > model.dimensions().size()) return {};
  std::vector<DimensionHandle> dimensions;
  for (std::uint32_t i = 0; i < count; ++i) {
    dimensions.push_back({in.get<std::uint16_t>()});
    if (!in.ok() || dimensions.back().value >= model.dimensions().size()) return {};
  }
  return dimensions;
}

std::optional<group::Region> read_ranges(Reader& in, const ObjectModel& model) {
  const auto count = in.get<std::uint32_t>();
  if (count > model.dimensions().size()) return {};
  group::Region ranges;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto lower = in.get<std::uint64_t>();
    const auto upper = in.get<std::uint64_t>();
    if (!in.ok() || lower >= upper || upper > model.dimensions()[i].upper_bound) return {};
    ranges.push_back({lower, upper});
  }
  return ranges;
}

// False: it was there already.
bool use(std::vector<RegionUse>& uses, RegionId region, bool active, UpdateRateNumber rate) {
  const auto at = std::ranges::find(uses, region, &RegionUse::region);
  if (at != uses.end()) {
    at->active = active;
    at->rate = rate;
    return false;
  }
  uses.push_back({region, active, rate});
  return true;
}

// An operation's flag: 0 takes the subscription back, 1 makes it active, 2 passive.
void subscribe_to(Regions& regions, Regions::SpaceId space, std::vector<RegionUse>& uses,
                  RegionId region, const Operation& operation, UpdateRateNumber rate = 0) {
  if (operation.flag != 0) {
    if (use(uses, region, operation.flag == 1, rate)) regions.subscribe(space, region);
  } else if (std::erase_if(uses, [&](const RegionUse& at) { return at.region == region; }) > 0) {
    regions.unsubscribe(space, region);
  }
}

// What a federate wants of a class in some regions, and what of that actively.
struct Interest {
  AttributeSet wanted;
  AttributeSet active;
  bool operator==(const Interest&) const = default;
};

Interest interest_of(const RegionalSubscription& subscribed) {
  Interest interest;
  for (const auto& [attribute, uses] : subscribed) {
    interest.wanted.set(attribute);
    if (std::ranges::any_of(uses, &RegionUse::active)) interest.active.set(attribute);
  }
  return interest;
}

// Is one of the regions, of its owner, that the attribute is updated in as `is` says? Nothing: there is none.
// `is(regions, region)`: null if the region is the RTI's own.
template <class Is>
std::optional<bool> within_own(const Object& object, std::uint16_t attribute, Is&& is) {
  if (const auto region = managed_region(object.handle, attribute)) return is(nullptr, *region);
  std::optional<bool> any;
  const auto at = object.regions.find(attribute);
  if (at == object.regions.end()) return any;
  for (const RegionId region : at->second.regions) {
    if (creator_of(region) != object.owners[attribute]) continue;
    if (is(&at->second, region)) return true;
    any = false;
  }
  return any;
}

}  // namespace

Regions::SpaceId Core::attribute_space(Federation& federation, std::uint16_t of,
                                       std::uint16_t attribute) {
  const ObjectClass& defined = federation.model[ObjectClassHandle{of}];
  return federation.regions.space(federation.model, defined.attributes[attribute].dimensions);
}

Regions::SpaceId Core::interaction_space(Federation& federation, std::uint16_t of) {
  return federation.regions.space(federation.model,
                                  federation.model[InteractionClassHandle{of}].dimensions);
}

bool Core::has_regions(const Object& object, std::uint16_t attribute) {
  return within_own(object, attribute, [](const UpdateRegions*, RegionId) { return true; })
      .has_value();
}

bool Core::in_regions(const Federation& federation, const Object& object, std::uint16_t attribute,
                      std::span<const RegionUse> uses) const {
  return within_own(object, attribute,
                    [&](const UpdateRegions*, RegionId region) {
                      return std::ranges::any_of(uses, [&](const RegionUse& each) {
                        return federation.regions.overlap(region, each.region);
                      });
                    })
      .value_or(!uses.empty());
}

bool Core::in_subscribed(const Federation& federation, const Object& object,
                         std::uint16_t attribute, std::span<const RegionUse> subscribed,
                         bool active_only) const {
  if (subscribed.empty()) return false;
  const auto counts = [&](const RegionUse& each) { return each.active || !active_only; };
  const std::uint32_t federate = creator_of(subscribed.front().region);
  return within_own(object, attribute,
                    [&](const UpdateRegions* at, RegionId region) {
                      return federation.regions.any_subscribed_over(
                          at == nullptr ? federation.federate_space : at->space, region, federate,
                          [&](RegionId over) {
                            const auto use =
                                std::ranges::find(subscribed, over, &RegionUse::region);
                            return use != subscribed.end() && counts(*use);
                          });
                    })
      .value_or(std::ranges::any_of(subscribed, counts));
}

std::vector<std::uint64_t> Core::in_reach(Federation& federation, ObjectClassHandle of,
                                          const RegionalSubscription& regions) {
  const ObjectModel& model = federation.model;
  const auto& attributes = model[of].attributes;
  std::vector<std::uint64_t> found;
  // An attribute without dimensions has no bounds in any object.
  const bool all = std::ranges::any_of(
      regions, [&](const auto& each) { return attributes[each.first].dimensions.empty(); });
  if (all) {
    for (const auto& [id, object] : federation.objects) found.push_back(id);
  } else {
    for (const auto& [at, boundless] : federation.boundless_objects) {
      if (model.is_a({at}, of)) found.insert(found.end(), boundless.begin(), boundless.end());
    }
    for (const auto& [attribute, uses] : regions) {
      const Regions::SpaceId space = attribute_space(federation, of.value, attribute);
      for (const RegionUse& each : uses) {
        const auto near = federation.regions.used_near(space, each.region);
        found.insert(found.end(), near.begin(), near.end());
      }
    }
  }
  keep_each_once(found);
  std::erase_if(found, [&](std::uint64_t id) {
    const Object& object = federation.objects.at(id);
    return object.deleted || !model.is_a({object.of}, of);
  });
  return found;
}

void Core::review_bounds(Federation& federation, const Object& object) {
  const auto& attributes = federation.model[ObjectClassHandle{object.of}].attributes;
  bool boundless = false;
  for (std::uint16_t i = 0; i < object.owners.size() && !object.deleted; ++i) {
    boundless |= !attributes[i].dimensions.empty() && !has_regions(object, i);
  }
  auto& those = federation.boundless_objects[object.of];
  boundless ? (void)those.insert(object.handle) : (void)those.erase(object.handle);
}

AttributeSet Core::wanted_in_regions(const Federation& federation, const Object& object,
                                     const Member& member, std::uint16_t known) const {
  AttributeSet wanted;
  const auto subscribed = member.subscribed_regions.find(known);
  if (subscribed == member.subscribed_regions.end()) return wanted;
  for (const auto& [attribute, uses] : subscribed->second) {
    if (in_subscribed(federation, object, attribute, uses, false)) wanted.set(attribute);
  }
  return wanted;
}

// The message, without what the federate wants in other regions only; empty if nothing is left.
Bytes Core::within_regions(const Federation& federation, const Object& object, const View& view,
                           const DataHead& head, Bytes message, std::vector<std::byte>& room) {
  AttributeSet overlapping;
  bool known = false;
  bool wanted = false;
  const Bytes left = with_items(head, message, room, [&](std::uint16_t attribute) {
    if (attribute >= most_attributes) return true;
    if (view.regional.test(attribute)) {
      if (!std::exchange(known, true)) {
        overlapping = wanted_in_regions(federation, object,
                                        federation.members.at(view.local->handle), view.known);
      }
      if (!overlapping.test(attribute)) return false;
    }
    wanted |= view.wanted.test(attribute);
    return true;
  });
  if (left.data() == message.data() || wanted) return left;
  ++counters_.filtered;
  return {};
}

// As which class a federate with regions receives what was sent in these; -1: as none.
std::int32_t Core::received_within(const Federation& federation, const Member& member,
                                   std::uint16_t of, Bytes regions) const {
  InteractionClassHandle at{of};
  for (;;) {
    if (member.subscribed_interactions.contains(at.value)) return at.value;
    const auto uses = member.interaction_regions.find(at.value);
    if (uses != member.interaction_regions.end()) {
      if (regions.empty()) return at.value;
      Bytes rest = regions;
      while (const auto sent = take_sent_region(rest)) {
        for (const RegionUse& each : uses->second) {
          if (federation.regions.has(each.region) &&
              sent->overlaps(federation.regions.ranges(each.region))) {
            return at.value;
          }
        }
      }
    }
    const InteractionClassHandle parent = federation.model[at].parent;
    if (parent == at) return -1;
    at = parent;
  }
}

void Core::apply_regions(Federation& federation, Member& member, const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::commit_regions:
      return apply_commit(federation, member, operation);
    case OperationKind::delete_region:
      if (creator_of(operation.object) == member.handle) federation.regions.erase(operation.object);
      return;
    default:
      break;
  }
  const auto pairs = decode_pairs(operation.tag);
  if (!pairs || std::ranges::any_of(*pairs, [&](const AttributeRegion& each) {
        return creator_of(each.region) != member.handle || !federation.regions.has(each.region);
      })) {
    ++counters_.malformed;
    return;
  }
  switch (operation.kind) {
    case OperationKind::associate: {
      const auto found = federation.objects.find(operation.object);
      if (found == federation.objects.end() || found->second.deleted) return;
      associate(federation, found->second, *pairs, operation.flag != 0);
      tell_newest_of(federation, std::span(&operation.object, 1));
      for (Local* local : federation.locals) review_object(federation, found->second, *local);
      if (federation.advisories_wanted()) federation.advisories_due = true;
      return;
    }
    case OperationKind::subscribe_regions:
      return apply_regional_subscription(federation, member, operation, *pairs);
    default:
      return apply_regional_interactions(federation, member, operation, *pairs);
  }
}

void Core::apply_commit(Federation& federation, const Member& member, const Operation& operation) {
  Reader in(operation.tag);
  Regions& regions = federation.regions;
  std::vector<std::uint64_t> moved;  // are updated in what has changed
  std::vector<std::uint64_t> near;   // were or are near it: they concern who changed it alone
  const auto add = [](std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  while (in.ok() && in.left() > 0) {
    const auto region = in.get<RegionId>();
    auto dimensions = read_dimensions(in, federation.model);
    auto ranges = read_ranges(in, federation.model);
    if (!dimensions || !ranges || creator_of(region) != member.handle) {
      ++counters_.malformed;
      break;
    }
    add(near, regions.used_near(region));
    regions.commit(region, member.node, std::move(*ranges), std::move(*dimensions));
    add(near, regions.used_near(region));
    add(moved, regions.objects_in(region));
  }
  for (const std::uint64_t handle : moved) {
    Object& object = federation.objects.at(handle);
    for (std::size_t i = 0; i < federation.locals.size(); ++i) {
      review_object(federation, object, *federation.locals[i]);
    }
  }
  if (Local* local = federation.find_local(member.handle)) {
    for (const std::uint64_t handle : near) {
      review_object(federation, federation.objects.at(handle), *local);
    }
  }
  tell_newest_of(federation, moved);
  tell_newest_of(federation, near);
  if (!moved.empty() || !near.empty()) {
    if (federation.advisories_wanted()) federation.advisories_due = true;
  }
}

void Core::associate(Federation& federation, Object& object, std::span<const AttributeRegion> pairs,
                     bool associated) {
  for (const AttributeRegion& each : pairs) {
    if (each.attribute >= object.owners.size()) continue;
    const Regions::SpaceId space = attribute_space(federation, object.of, each.attribute);
    UpdateRegions& at = object.regions[each.attribute];
    at.version = 0;
    at.space = space;
    if (std::erase(at.regions, each.region) > 0) {
      federation.regions.end_use(space, each.region, object.handle);
    }
    if (associated) {
      at.regions.push_back(each.region);
      federation.regions.use(space, each.region, object.handle);
    }
    if (at.regions.empty()) object.regions.erase(each.attribute);
  }
  if (object.regions.empty()) {
    federation.regional_objects.erase(object.handle);
  } else {
    federation.regional_objects.insert(object.handle);
  }
  review_bounds(federation, object);
}

void Core::apply_regional_subscription(Federation& federation, Member& member,
                                       const Operation& operation,
                                       std::span<const AttributeRegion> pairs) {
  const std::uint16_t of = operation.of;
  if (!federation.model.has(ObjectClassHandle{of})) {
    ++counters_.malformed;
    return;
  }
  const std::size_t attributes = federation.model[ObjectClassHandle{of}].attributes.size();
  RegionalSubscription& subscribed = member.subscribed_regions[of];
  const Interest before = interest_of(subscribed);
  const auto rates = static_cast<std::int64_t>(federation.model.update_rates().size());
  const auto rate = static_cast<UpdateRateNumber>(
      operation.number > 0 && operation.number <= rates ? operation.number : 0);
  const auto greatest_rates = [&] {
    std::vector<UpdateRateNumber> all;
    for (const AttributeRegion& each : pairs) {
      if (rates > 0 && each.attribute < attributes) {
        all.push_back(subscribed_rate(federation, member, of, each.attribute));
      }
    }
    return all;
  };
  const auto rates_before = greatest_rates();
  for (const AttributeRegion& each : pairs) {
    if (each.attribute >= attributes) continue;
    const Regions::SpaceId space = attribute_space(federation, of, each.attribute);
    auto& uses = subscribed[each.attribute];
    subscribe_to(federation.regions, space, uses, each.region, operation, rate);
    if (uses.empty()) subscribed.erase(each.attribute);
  }
  const Interest after = interest_of(subscribed);
  const bool other_rates = greatest_rates() != rates_before;
  if (operation.flag != 0) federation.mom->subscribed(of, after.wanted);
  if (subscribed.empty()) member.subscribed_regions.erase(of);
  if (after != before) {
    ++federation.declarations;
    federation.advisories_due = true;
  }
  if (federation.advisories_wanted()) federation.advisories_due = true;
  Local* local = federation.find_local(member.handle);
  if (after.wanted != before.wanted || other_rates) {
    if (local != nullptr) review_objects(federation, *local);
    return;
  }
  // One region more or less of attributes that are wanted in others too: it is about the objects near it alone.
  const bool more = operation.flag != 0;
  const bool reviews = local != nullptr && (more || local->advisories.attribute_scope);
  for (const AttributeRegion& each : pairs) {
    if (each.attribute >= attributes || !(more || reviews)) continue;
    const Regions::SpaceId space = attribute_space(federation, of, each.attribute);
    const auto near = federation.regions.used_near(space, each.region);
    if (more) tell_newest_of(federation, near);
    for (const std::uint64_t handle : near) {
      if (reviews) review_object(federation, federation.objects.at(handle), *local);
    }
  }
}

void Core::apply_regional_interactions(Federation& federation, Member& member,
                                       const Operation& operation,
                                       std::span<const AttributeRegion> pairs) {
  const std::uint16_t of = operation.of;
  if (!federation.model.has(InteractionClassHandle{of})) {
    ++counters_.malformed;
    return;
  }
  const Regions::SpaceId space = interaction_space(federation, of);
  auto& uses = member.interaction_regions[of];
  for (const AttributeRegion& each : pairs) {
    subscribe_to(federation.regions, space, uses, each.region, operation);
  }
  if (uses.empty()) member.interaction_regions.erase(of);
  ++federation.declarations;
  federation.advisories_due = true;
  if (Local* local = federation.find_local(member.handle)) {
    local->regional_interactions = !member.interaction_regions.empty();
  }
}

// What is updated in regions, as objects say that were restored.
void Core::subscribe_regions(Federation& federation) {
  for (const auto& [handle, member] : federation.members) {
    for (const auto& [of, regional] : member.subscribed_regions) {
      for (const auto& [attribute, uses] : regional) {
        for (const RegionUse& each : uses) {
          federation.regions.subscribe(attribute_space(federation, of, attribute), each.region);
        }
      }
    }
    for (const auto& [of, uses] : member.interaction_regions) {
      for (const RegionUse& each : uses) {
        federation.regions.subscribe(interaction_space(federation, of), each.region);
      }
    }
  }
}

void Core::use_regions(Federation& federation) {
  federation.boundless_objects.clear();
  for (auto& [handle, object] : federation.objects) {
    for (auto& [attribute, at] : object.regions) {
      at.space = attribute_space(federation, object.of, attribute);
      for (const RegionId region : at.regions) {
        if (federation.regions.has(region)) federation.regions.use(at.space, region, handle);
      }
    }
    review_bounds(federation, object);
  }
}

// Of an object that is no more.
void Core::end_uses(Federation& federation, Object& object) {
  for (const auto& [attribute, at] : object.regions) {
    for (const RegionId region : at.regions) {
      federation.regions.end_use(at.space, region, object.handle);
    }
  }
  object.regions.clear();
  federation.regional_objects.erase(object.handle);
  review_bounds(federation, object);
}

// Of a federate that goes, with what is updated in them.
void Core::forget_regions(Federation& federation, std::uint32_t federate) {
  std::vector<std::uint64_t> emptied;
  for (const std::uint64_t handle : federation.regional_objects) {
    Object& object = federation.objects.at(handle);
    for (auto& [attribute, at] : object.regions) {
      std::erase_if(at.regions, [&](RegionId region) { return creator_of(region) == federate; });
    }
    std::erase_if(object.regions, [](const auto& each) { return each.second.regions.empty(); });
    if (object.regions.empty()) emptied.push_back(handle);
    review_bounds(federation, object);
  }
  for (const std::uint64_t handle : emptied) federation.regional_objects.erase(handle);
  federation.regions.erase_of(federate);
  federation.regions.erase(federate_region(federate));
}

}  // namespace orrery::rti
