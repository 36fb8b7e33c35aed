// Data distribution: regions as all nodes know them, and what of the data concerns whom.
#include <algorithm>
#include <utility>

#include "core.hpp"
#include "with_items.hpp"

namespace orrery::rti {
namespace {

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
bool use(std::vector<RegionUse>& uses, RegionId region, bool active) {
  const auto at = std::ranges::find(uses, region, &RegionUse::region);
  if (at != uses.end()) {
    at->active = active;
    return false;
  }
  uses.push_back({region, active});
  return true;
}

// An operation's flag: 0 takes the subscription back, 1 makes it active, 2 passive.
void subscribe_to(Regions& regions, Regions::SpaceId space, std::vector<RegionUse>& uses,
                  RegionId region, const Operation& operation) {
  if (operation.flag != 0) {
    if (use(uses, region, operation.flag == 1)) regions.subscribe(space, region);
  } else if (std::erase_if(uses, [&](const RegionUse& at) { return at.region == region; }) > 0) {
    regions.unsubscribe(space, region);
  }
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
  const auto at = object.regions.find(attribute);
  return at != object.regions.end() &&
         std::ranges::any_of(at->second.regions, [&](RegionId region) {
           return creator_of(region) == object.owners[attribute];
         });
}

bool Core::in_regions(const Federation& federation, const Object& object, std::uint16_t attribute,
                      std::span<const RegionUse> uses, bool active_only) const {
  const auto at = object.regions.find(attribute);
  bool everywhere = true;
  if (at != object.regions.end()) {
    for (const RegionId region : at->second.regions) {
      if (creator_of(region) != object.owners[attribute]) continue;
      everywhere = false;
      for (const RegionUse& each : uses) {
        if ((each.active || !active_only) && federation.regions.overlap(region, each.region)) {
          return true;
        }
      }
    }
  }
  return everywhere && std::ranges::any_of(uses, [&](const RegionUse& each) {
           return each.active || !active_only;
         });
}

AttributeSet Core::wanted_in_regions(const Federation& federation, const Object& object,
                                     const Member& member, std::uint16_t known) const {
  AttributeSet wanted;
  const auto subscribed = member.subscribed_regions.find(known);
  if (subscribed == member.subscribed_regions.end()) return wanted;
  for (const auto& [attribute, uses] : subscribed->second) {
    if (in_regions(federation, object, attribute, uses, false)) wanted.set(attribute);
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
      for (std::size_t i = 0; i + sizeof(RegionId) <= regions.size(); i += sizeof(RegionId)) {
        const auto sent = read_as<RegionId>(regions.subspan(i));
        for (const RegionUse& each : uses->second) {
          if (federation.regions.overlap(sent, each.region)) return at.value;
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
      for (Local* local : federation.locals) review_object(federation, found->second, *local);
      break;
    }
    case OperationKind::subscribe_regions:
      apply_regional_subscription(federation, member, operation, *pairs);
      break;
    default:
      apply_regional_interactions(federation, member, operation, *pairs);
  }
  federation.advisories_due = true;
}

void Core::apply_commit(Federation& federation, const Member& member, const Operation& operation) {
  Reader in(operation.tag);
  std::vector<RegionId> changed;
  while (in.ok() && in.left() > 0) {
    const auto region = in.get<RegionId>();
    auto ranges = read_ranges(in, federation.model);
    if (!ranges || creator_of(region) != member.handle) {
      ++counters_.malformed;
      break;
    }
    // In a new one nothing is updated or subscribed to yet.
    if (federation.regions.has(region)) changed.push_back(region);
    federation.regions.commit(region, member.node, std::move(*ranges));
  }
  if (changed.empty()) return;
  for (const std::uint64_t handle : federation.regional_objects) {
    Object& object = federation.objects.at(handle);
    const bool moved = std::ranges::any_of(object.regions, [&](const auto& each) {
      return std::ranges::any_of(each.second.regions, [&](RegionId region) {
        return std::ranges::find(changed, region) != changed.end();
      });
    });
    for (std::size_t i = 0; i < federation.locals.size(); ++i) {
      Local& local = *federation.locals[i];
      if (moved || local.handle == member.handle) review_object(federation, object, local);
    }
  }
  if (federation.advisories_wanted()) federation.advisories_due = true;
}

void Core::associate(Federation& federation, Object& object, std::span<const AttributeRegion> pairs,
                     bool associated) {
  for (const AttributeRegion& each : pairs) {
    if (each.attribute >= object.owners.size()) continue;
    const Regions::SpaceId space = attribute_space(federation, object.of, each.attribute);
    UpdateRegions& at = object.regions[each.attribute];
    at.version = 0;
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
  AttributeSet before;
  for (const auto& [attribute, uses] : subscribed) before.set(attribute);
  for (const AttributeRegion& each : pairs) {
    if (each.attribute >= attributes) continue;
    const Regions::SpaceId space = attribute_space(federation, of, each.attribute);
    auto& uses = subscribed[each.attribute];
    subscribe_to(federation.regions, space, uses, each.region, operation);
    if (uses.empty()) subscribed.erase(each.attribute);
  }
  AttributeSet wanted;
  for (const auto& [attribute, uses] : subscribed) wanted.set(attribute);
  if (operation.flag != 0) federation.mom->subscribed(of, wanted);
  if (subscribed.empty()) member.subscribed_regions.erase(of);
  ++federation.declarations;
  Local* local = local_of(federation, member.handle);
  if (local == nullptr) return;
  if (wanted == before) {
    review_near(federation, *local, of, pairs);
  } else {
    review_objects(federation, *local);
  }
}

// One region more or less of attributes that are wanted in others too: it is about the objects near it alone.
void Core::review_near(Federation& federation, Local& local, std::uint16_t of,
                       std::span<const AttributeRegion> pairs) {
  const std::size_t attributes = federation.model[ObjectClassHandle{of}].attributes.size();
  for (const AttributeRegion& each : pairs) {
    if (each.attribute >= attributes) continue;
    const Regions::SpaceId space = attribute_space(federation, of, each.attribute);
    for (const std::uint64_t handle : federation.regions.used_near(space, each.region)) {
      review_object(federation, federation.objects.at(handle), local);
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
  if (Local* local = local_of(federation, member.handle)) {
    local->regional_interactions = !member.interaction_regions.empty();
  }
}

// What is updated in regions, as objects say that were restored.
void Core::use_regions(Federation& federation) {
  for (const std::uint64_t handle : federation.regional_objects) {
    const Object& object = federation.objects.at(handle);
    for (const auto& [attribute, at] : object.regions) {
      const Regions::SpaceId space = attribute_space(federation, object.of, attribute);
      for (const RegionId region : at.regions) {
        if (federation.regions.has(region)) federation.regions.use(space, region, handle);
      }
    }
  }
}

// Of an object that is no more.
void Core::end_uses(Federation& federation, Object& object) {
  for (const auto& [attribute, at] : object.regions) {
    const Regions::SpaceId space = attribute_space(federation, object.of, attribute);
    for (const RegionId region : at.regions) {
      federation.regions.end_use(space, region, object.handle);
    }
  }
  object.regions.clear();
  federation.regional_objects.erase(object.handle);
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
  }
  for (const std::uint64_t handle : emptied) federation.regional_objects.erase(handle);
  federation.regions.erase_of(federate);
}

}  // namespace orrery::rti
