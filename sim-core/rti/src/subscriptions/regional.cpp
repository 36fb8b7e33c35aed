#include "subscriptions/regional.hpp"

#include <algorithm>
#include <utility>

namespace orrery::rti {
namespace {

// Is one of the regions, of its owner, that the attribute is updated in as `matches` says? Nothing: there is none.
// `matches(regions, region)`: null if the region is the RTI's own.
template <class Matches>
std::optional<bool> within_own(const Object& object, std::uint16_t attribute, Matches&& matches) {
  if (const auto region = managed_region(object.handle, attribute))
    return matches(nullptr, *region);
  std::optional<bool> any;
  const auto at = object.regions.find(attribute);
  if (at == object.regions.end()) return any;
  for (const RegionId region : at->second.regions) {
    if (creator_of(region) != object.owners[attribute]) continue;
    if (matches(&at->second, region)) return true;
    any = false;
  }
  return any;
}

}  // namespace

Regions::SpaceId attribute_space(Federation& federation, std::uint16_t object_class,
                                 std::uint16_t attribute) {
  const ObjectClass& defined = federation.model[ObjectClassHandle{object_class}];
  return federation.regions.space(federation.model, defined.attributes[attribute].dimensions);
}

Regions::SpaceId interaction_space(Federation& federation, std::uint16_t interaction_class) {
  return federation.regions.space(
      federation.model, federation.model[InteractionClassHandle{interaction_class}].dimensions);
}

bool has_regions(const Object& object, std::uint16_t attribute) {
  return within_own(object, attribute, [](const UpdateRegions*, RegionId) { return true; })
      .has_value();
}

bool in_regions(const Federation& federation, const Object& object, std::uint16_t attribute,
                std::span<const RegionUse> uses) {
  return within_own(object, attribute,
                    [&](const UpdateRegions*, RegionId region) {
                      return std::ranges::any_of(uses, [&](const RegionUse& each) {
                        return federation.regions.overlap(region, each.region);
                      });
                    })
      .value_or(!uses.empty());
}

bool in_subscribed(const Federation& federation, const Object& object, std::uint16_t attribute,
                   std::span<const RegionUse> subscribed, bool active_only) {
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

std::vector<std::uint64_t> in_reach(Federation& federation, ObjectClassHandle object_class,
                                    const RegionalSubscription& regions) {
  const ObjectModel& model = federation.model;
  const auto& attributes = model[object_class].attributes;
  std::vector<std::uint64_t> found;
  // An attribute without dimensions has no bounds in any object.
  const bool all = std::ranges::any_of(
      regions, [&](const auto& each) { return attributes[each.first].dimensions.empty(); });
  if (all) {
    for (const auto& [id, object] : federation.objects) found.push_back(id);
  } else {
    for (const auto& [at, boundless] : federation.boundless_objects) {
      if (model.is_a({at}, object_class))
        found.insert(found.end(), boundless.begin(), boundless.end());
    }
    for (const auto& [attribute, uses] : regions) {
      const Regions::SpaceId space = attribute_space(federation, object_class.value, attribute);
      for (const RegionUse& each : uses) {
        const auto near = federation.regions.used_near(space, each.region);
        found.insert(found.end(), near.begin(), near.end());
      }
    }
  }
  keep_each_once(found);
  std::erase_if(found, [&](std::uint64_t id) {
    const Object& object = federation.objects.at(id);
    return object.deleted || !model.is_a({object.object_class}, object_class);
  });
  return found;
}

void review_bounds(Federation& federation, const Object& object) {
  const auto& attributes = federation.model[ObjectClassHandle{object.object_class}].attributes;
  bool boundless = false;
  for (std::uint16_t i = 0; i < object.owners.size() && !object.deleted; ++i) {
    boundless |= !attributes[i].dimensions.empty() && !has_regions(object, i);
  }
  auto& those = federation.boundless_objects[object.object_class];
  boundless ? (void)those.insert(object.handle) : (void)those.erase(object.handle);
}

AttributeSet wanted_in_regions(const Federation& federation, const Object& object,
                               const Member& member, std::uint16_t known) {
  AttributeSet wanted;
  const auto subscribed = member.subscribed_regions.find(known);
  if (subscribed == member.subscribed_regions.end()) return wanted;
  for (const auto& [attribute, uses] : subscribed->second) {
    if (in_subscribed(federation, object, attribute, uses, false)) wanted.set(attribute);
  }
  return wanted;
}

std::int32_t received_within(const Federation& federation, const Member& member,
                             std::uint16_t interaction_class, Bytes regions) {
  InteractionClassHandle at{interaction_class};
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

void associate(Federation& federation, Object& object, std::span<const AttributeRegion> pairs,
               bool associated) {
  for (const AttributeRegion& each : pairs) {
    if (each.attribute >= object.owners.size()) continue;
    const Regions::SpaceId space = attribute_space(federation, object.object_class, each.attribute);
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

void restore_regions(Federation& federation) {
  for (const auto& [handle, member] : federation.members) {
    for (const auto& [object_class, regional] : member.subscribed_regions) {
      for (const auto& [attribute, uses] : regional) {
        for (const RegionUse& each : uses) {
          federation.regions.subscribe(attribute_space(federation, object_class, attribute),
                                       each.region);
        }
      }
    }
    for (const auto& [interaction_class, uses] : member.interaction_regions) {
      for (const RegionUse& each : uses) {
        federation.regions.subscribe(interaction_space(federation, interaction_class), each.region);
      }
    }
  }
  federation.boundless_objects.clear();
  for (auto& [handle, object] : federation.objects) {
    for (auto& [attribute, at] : object.regions) {
      at.space = attribute_space(federation, object.object_class, attribute);
      for (const RegionId region : at.regions) {
        if (federation.regions.has(region)) federation.regions.use(at.space, region, handle);
      }
    }
    review_bounds(federation, object);
  }
}

void end_uses(Federation& federation, Object& object) {
  for (const auto& [attribute, at] : object.regions) {
    for (const RegionId region : at.regions) {
      federation.regions.end_use(at.space, region, object.handle);
    }
  }
  object.regions.clear();
  federation.regional_objects.erase(object.handle);
  review_bounds(federation, object);
}

void forget_regions(Federation& federation, std::uint32_t federate) {
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
