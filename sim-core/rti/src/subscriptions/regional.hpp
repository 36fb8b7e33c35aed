// Data distribution (IEEE 1516.1-2010, clause 9): the regions of updates, and who subscribes in overlapping ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "federation/federation.hpp"

namespace orrery::rti {

Regions::SpaceId attribute_space(Federation& federation, std::uint16_t object_class,
                                 std::uint16_t attribute);
Regions::SpaceId interaction_space(Federation& federation, std::uint16_t interaction_class);

// Whether the attribute's owner updates it in regions. Without regions, it is everywhere.
[[nodiscard]] bool has_regions(const Object& object, std::uint16_t attribute);
// Whether an update of the attribute overlaps one of the regions.
[[nodiscard]] bool in_regions(const Federation& federation, const Object& object,
                              std::uint16_t attribute, std::span<const RegionUse> uses);
// Likewise, for the subscriptions of one federate: looks only at regions near the object.
[[nodiscard]] bool in_subscribed(const Federation& federation, const Object& object,
                                 std::uint16_t attribute, std::span<const RegionUse> subscribed,
                                 bool active_only);
// The attributes that the federate subscribes to in regions which overlap the object's. `known`: its known class of the object.
[[nodiscard]] AttributeSet wanted_in_regions(const Federation& federation, const Object& object,
                                             const Member& member, std::uint16_t known);
// Objects of a class that may be updated in one of the regions, each once. Looks only at objects near the regions.
[[nodiscard]] std::vector<std::uint64_t> in_reach(Federation& federation,
                                                  ObjectClassHandle object_class,
                                                  const RegionalSubscription& regions);
// The class as which a federate with regions receives an interaction that was sent in `regions`; -1: it does not.
[[nodiscard]] std::int32_t received_within(const Federation& federation, const Member& member,
                                           std::uint16_t interaction_class, Bytes regions);

void associate(Federation& federation, Object& object, std::span<const AttributeRegion> pairs,
               bool associated);
// Updates the object's entry in boundless_objects, after a change of its regions or owners.
void review_bounds(Federation& federation, const Object& object);
// Ends the use of regions by a deleted object.
void end_uses(Federation& federation, Object& object);
// Forgets the regions of a federate that leaves, and their associations with objects.
void forget_regions(Federation& federation, std::uint32_t federate);
// Rebuilds the index of subscriptions and updates in regions from restored federates and objects.
void restore_regions(Federation& federation);

}  // namespace orrery::rti
