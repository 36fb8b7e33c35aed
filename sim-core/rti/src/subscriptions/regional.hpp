// Data distribution (IEEE 1516.1-2010, clause 9): what of the data is sent in which regions, and who wants some there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "federation/federation.hpp"

namespace orrery::rti {

Regions::SpaceId attribute_space(Federation& federation, std::uint16_t of, std::uint16_t attribute);
Regions::SpaceId interaction_space(Federation& federation, std::uint16_t of);

// Of its owner; without, the attribute is everywhere.
[[nodiscard]] bool has_regions(const Object& object, std::uint16_t attribute);
// Would it be updated in one of these?
[[nodiscard]] bool in_regions(const Federation& federation, const Object& object,
                              std::uint16_t attribute, std::span<const RegionUse> uses);
// Likewise, of one federate's subscriptions: looked for near the object, not among all of them.
[[nodiscard]] bool in_subscribed(const Federation& federation, const Object& object,
                                 std::uint16_t attribute, std::span<const RegionUse> subscribed,
                                 bool active_only);
// What the federate wants of the object in regions, as one of class `known`.
[[nodiscard]] AttributeSet wanted_in_regions(const Federation& federation, const Object& object,
                                             const Member& member, std::uint16_t known);
// Objects of a class that may be updated in one of these regions, without a look at those far from all; each once.
[[nodiscard]] std::vector<std::uint64_t> in_reach(Federation& federation, ObjectClassHandle of,
                                                  const RegionalSubscription& regions);
// As which class a federate with regions receives what was sent in these; -1: as none.
[[nodiscard]] std::int32_t received_within(const Federation& federation, const Member& member,
                                           std::uint16_t of, Bytes regions);

void associate(Federation& federation, Object& object, std::span<const AttributeRegion> pairs,
               bool associated);
// The object's place in boundless_objects, after a change of its regions or owners.
void review_bounds(Federation& federation, const Object& object);
// Of an object that is no more.
void end_uses(Federation& federation, Object& object);
// Of a federate that goes, with what is updated in them.
void forget_regions(Federation& federation, std::uint32_t federate);
// What is subscribed to and updated in regions, as restored federates and objects say.
void restore_regions(Federation& federation);

}  // namespace orrery::rti
