// Operations of regions: what is committed, associated and subscribed to.
#include <algorithm>
#include <utility>

#include "declarations/declarations.hpp"
#include "management/mom.hpp"
#include "subscriptions/regional.hpp"
#include "subscriptions/update_rates.hpp"

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

}  // namespace

void Declarations::apply_regions(Federation& federation, Member& member,
                                 const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::commit_regions:
      return commit(federation, member, operation);
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
      federation.newest.want(std::span(&operation.object, 1), federation.clock.now_ns());
      for (Local* local : federation.locals)
        discovery_.review_object(federation, found->second, *local);
      if (federation.advisories_wanted()) federation.advisories_due = true;
      return;
    }
    case OperationKind::subscribe_regions:
      return subscribe(federation, member, operation, *pairs);
    default:
      return subscribe_interactions(federation, member, operation, *pairs);
  }
}

void Declarations::commit(Federation& federation, const Member& member,
                          const Operation& operation) {
  Reader in(operation.tag);
  Regions& regions = federation.regions;
  std::vector<std::uint64_t> moved;  // are updated in what has changed
  std::vector<std::uint64_t> near;   // were or are near it: they concern who changed it alone
  const auto add = [](std::vector<std::uint64_t>& out, const std::vector<std::uint64_t>& more) {
    out.insert(out.end(), more.begin(), more.end());
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
      discovery_.review_object(federation, object, *federation.locals[i]);
    }
  }
  if (Local* local = federation.find_local(member.handle)) {
    for (const std::uint64_t handle : near) {
      discovery_.review_object(federation, federation.objects.at(handle), *local);
    }
  }
  federation.newest.want(moved, federation.clock.now_ns());
  federation.newest.want(near, federation.clock.now_ns());
  if (!moved.empty() || !near.empty()) {
    if (federation.advisories_wanted()) federation.advisories_due = true;
  }
}

void Declarations::subscribe(Federation& federation, Member& member, const Operation& operation,
                             std::span<const AttributeRegion> pairs) {
  const std::uint16_t object_class = operation.class_handle;
  if (!federation.model.has(ObjectClassHandle{object_class})) {
    ++counters_.malformed;
    return;
  }
  const std::size_t attributes =
      federation.model[ObjectClassHandle{object_class}].attributes.size();
  RegionalSubscription& subscribed = member.subscribed_regions[object_class];
  const Interest before = interest_of(subscribed);
  const auto rates = static_cast<std::int64_t>(federation.model.update_rates().size());
  const auto rate = static_cast<UpdateRateNumber>(
      operation.number > 0 && operation.number <= rates ? operation.number : 0);
  const auto greatest_rates = [&] {
    std::vector<UpdateRateNumber> all;
    for (const AttributeRegion& each : pairs) {
      if (rates > 0 && each.attribute < attributes) {
        all.push_back(subscribed_rate(federation, member, object_class, each.attribute));
      }
    }
    return all;
  };
  const auto rates_before = greatest_rates();
  for (const AttributeRegion& each : pairs) {
    if (each.attribute >= attributes) continue;
    const Regions::SpaceId space = attribute_space(federation, object_class, each.attribute);
    auto& uses = subscribed[each.attribute];
    subscribe_to(federation.regions, space, uses, each.region, operation, rate);
    if (uses.empty()) subscribed.erase(each.attribute);
  }
  const Interest after = interest_of(subscribed);
  const bool other_rates = greatest_rates() != rates_before;
  if (operation.flag != 0) federation.mom->objects().subscribed(object_class, after.wanted);
  if (subscribed.empty()) member.subscribed_regions.erase(object_class);
  if (after != before) {
    ++federation.declarations;
    federation.advisories_due = true;
  }
  if (federation.advisories_wanted()) federation.advisories_due = true;
  Local* local = federation.find_local(member.handle);
  if (after.wanted != before.wanted || other_rates) {
    if (local != nullptr) discovery_.review_objects(federation, *local);
    return;
  }
  // One region more or less of attributes that are wanted in others too: it is about the objects near it alone.
  const bool more = operation.flag != 0;
  const bool reviews = local != nullptr && (more || local->advisories.attribute_scope);
  for (const AttributeRegion& each : pairs) {
    if (each.attribute >= attributes || !(more || reviews)) continue;
    const Regions::SpaceId space = attribute_space(federation, object_class, each.attribute);
    const auto near = federation.regions.used_near(space, each.region);
    if (more) federation.newest.want(near, federation.clock.now_ns());
    for (const std::uint64_t handle : near) {
      if (reviews) discovery_.review_object(federation, federation.objects.at(handle), *local);
    }
  }
}

void Declarations::subscribe_interactions(Federation& federation, Member& member,
                                          const Operation& operation,
                                          std::span<const AttributeRegion> pairs) {
  const std::uint16_t interaction_class = operation.class_handle;
  if (!federation.model.has(InteractionClassHandle{interaction_class})) {
    ++counters_.malformed;
    return;
  }
  const Regions::SpaceId space = interaction_space(federation, interaction_class);
  auto& uses = member.interaction_regions[interaction_class];
  for (const AttributeRegion& each : pairs) {
    subscribe_to(federation.regions, space, uses, each.region, operation);
  }
  if (uses.empty()) member.interaction_regions.erase(interaction_class);
  ++federation.declarations;
  federation.advisories_due = true;
  if (Local* local = federation.find_local(member.handle)) {
    local->regional_interactions = !member.interaction_regions.empty();
  }
}

}  // namespace orrery::rti
