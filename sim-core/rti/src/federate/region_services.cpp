#include <algorithm>

#include "federate/ambassador.hpp"

namespace orrery::rti {
namespace {

std::string named(RegionHandle region) { return "region " + std::to_string(region.value); }

Error undefined(DimensionHandle dimension) {
  return error(ErrorCode::InvalidDimensionHandle,
               "there is no dimension with handle " + std::to_string(dimension.value));
}

Error lacks(RegionHandle region, DimensionHandle dimension) {
  return error(ErrorCode::RegionDoesNotContainSpecifiedDimension,
               named(region) + " was created without dimension " + std::to_string(dimension.value));
}

}  // namespace

Result<RegionDraft*> Ambassador::draft(RegionHandle region) {
  if (auto status = joined(); !status) return status.error();
  const auto found = local_.regions.find(region.value);
  if (found != local_.regions.end()) return &found->second;
  if (local_.federation->regions.has(region.value)) {
    return error(ErrorCode::RegionNotCreatedByThisFederate,
                 named(region) + " is another federate's: create one of your own");
  }
  return error(ErrorCode::InvalidRegion, named(region) + " has not been created, or was deleted");
}

// Committed, and where a use begins also of the available dimensions.
Status Ambassador::usable(RegionHandle region, std::span<const DimensionHandle> available,
                          const std::string& user, RegionUsage usage) {
  auto found = draft(region);
  if (!found) return found.error();
  if (!(*found)->committed) {
    return error(ErrorCode::InvalidRegion,
                 named(region) + " has not been committed: do that first");
  }
  if (usage == RegionUsage::ends) return {};
  for (const DimensionHandle each : (*found)->dimensions) {
    if (std::ranges::find(available, each) != available.end()) continue;
    return error(ErrorCode::InvalidRegionContext,
                 named(region) + " has the dimension '" +
                     local_.federation->model.dimensions()[each.value].name + "', " + user +
                     " has not: create a region with dimensions of it");
  }
  return {};
}

Result<std::vector<AttributeRegion>> Ambassador::pairs_of(ObjectClassHandle object_class,
                                                          std::span<const AttributeRegions> regions,
                                                          RegionUsage usage) {
  std::vector<AttributeRegion> pairs;
  for (const AttributeRegions& each : regions) {
    if (auto status = check(object_class, each.attributes); !status) return status.error();
    for (const RegionHandle region : each.regions) {
      if (auto status = usable(region, {}, {}, RegionUsage::ends); !status) return status.error();
    }
    for (const AttributeHandle attribute : each.attributes) {
      const Attribute& defined = local_.federation->model[object_class].attributes[attribute.value];
      for (const RegionHandle region : each.regions) {
        if (auto status = usable(region, defined.dimensions, "attribute " + defined.name, usage);
            !status) {
          return status.error();
        }
        pairs.push_back({attribute.value, region.value});
      }
    }
  }
  return pairs;
}

Result<RegionHandle> Ambassador::create_region(std::span<const DimensionHandle> dimensions) {
  if (auto status = joined(); !status) return status.error();
  const auto& defined = local_.federation->model.dimensions();
  for (const DimensionHandle each : dimensions) {
    if (each.value >= defined.size()) return undefined(each);
  }
  RegionDraft made;
  made.dimensions.assign(dimensions.begin(), dimensions.end());
  std::ranges::sort(made.dimensions);
  const auto twice = std::ranges::unique(made.dimensions);
  made.dimensions.erase(twice.begin(), twice.end());
  for (const Dimension& each : defined) made.ranges.push_back({0, each.upper_bound});
  made.as_committed = made.ranges;
  const RegionHandle handle{(std::uint64_t{local_.handle} << 32) | ++local_.next_region};
  local_.regions.emplace(handle.value, std::move(made));
  return handle;
}

Status Ambassador::commit_region_modifications(std::span<const RegionHandle> regions) {
  const auto may = may_submit();
  if (!may) return may.error();
  Operation commit = operation(OperationKind::commit_regions);
  Writer out(commit.tag);
  for (const RegionHandle each : regions) {
    auto found = draft(each);
    if (!found) return found.error();
    out.put(each.value);
    out.put(static_cast<std::uint32_t>((*found)->dimensions.size()));
    for (const DimensionHandle dimension : (*found)->dimensions) out.put(dimension.value);
    out.put(static_cast<std::uint32_t>((*found)->ranges.size()));
    for (const group::Range& range : (*found)->ranges) {
      out.put(range.lower);
      out.put(range.upper);
    }
  }
  for (const RegionHandle each : regions) {
    RegionDraft& committed = local_.regions.at(each.value);
    committed.committed = true;
    committed.as_committed = committed.ranges;
  }
  core_.submit(commit, *may);
  return {};
}

Status Ambassador::delete_region(RegionHandle region) {
  const auto may = may_submit();
  if (!may) return may.error();
  auto found = draft(region);
  if (!found) return found.error();
  const Federation& federation = *local_.federation;
  const auto uses = [&](const std::vector<RegionUse>& each) {
    return std::ranges::find(each, region.value, &RegionUse::region) != each.end();
  };
  bool used = std::ranges::any_of(member().interaction_regions,
                                  [&](const auto& each) { return uses(each.second); });
  for (const auto& [object_class, regional] : member().subscribed_regions) {
    used |= std::ranges::any_of(regional, [&](const auto& each) { return uses(each.second); });
  }
  if (used || federation.regions.used(region.value)) {
    return error(ErrorCode::RegionInUseForUpdateOrSubscription,
                 named(region) + " is in use: unassociate and unsubscribe it first");
  }
  local_.regions.erase(region.value);
  Operation gone = operation(OperationKind::delete_region);
  gone.object = region.value;
  core_.submit(gone, *may);
  return {};
}

Result<ObjectInstanceHandle> Ambassador::register_object_instance_with_regions(
    ObjectClassHandle object_class, std::span<const AttributeRegions> regions,
    const std::string& name) {
  const auto may = may_submit();
  if (!may) return may.error();
  auto pairs = pairs_of(object_class, regions, RegionUsage::begins);
  if (!pairs) return pairs.error();
  const AttributeSet published = member().published_at(object_class.value);
  for (const AttributeRegions& each : regions) {
    if (published.none()) break;  // register_object() reports it
    for (const AttributeHandle attribute : each.attributes) {
      if (published.test(attribute.value)) continue;
      return error(ErrorCode::AttributeNotPublished,
                   local_.federation->model[object_class].attributes[attribute.value].name +
                       " is not published by this federate");
    }
  }
  return register_object(object_class, name, *pairs, *may);
}

Status Ambassador::associate(ObjectInstanceHandle object, std::span<const AttributeRegions> regions,
                             bool associated) {
  const auto may = may_submit();
  if (!may) return may.error();
  auto found = known(object);
  if (!found) return found.error();
  auto pairs = pairs_of(known_class(local_, **found), regions,
                        associated ? RegionUsage::begins : RegionUsage::ends);
  if (!pairs) return pairs.error();
  Operation association = operation(OperationKind::associate);
  association.object = object.value;
  association.flag = associated ? 1 : 0;
  association.tag = encode(*pairs);
  core_.submit(association, *may);
  return {};
}

Status Ambassador::associate_regions_for_updates(ObjectInstanceHandle object,
                                                 std::span<const AttributeRegions> regions) {
  return associate(object, regions, true);
}

Status Ambassador::unassociate_regions_for_updates(ObjectInstanceHandle object,
                                                   std::span<const AttributeRegions> regions) {
  return associate(object, regions, false);
}

Status Ambassador::declare_regions(ObjectClassHandle object_class,
                                   std::span<const AttributeRegions> regions, std::uint8_t flag,
                                   UpdateRateNumber rate) {
  const auto may = may_submit();
  if (!may) return may.error();
  if (auto status = check(object_class); !status) return status;
  auto pairs = pairs_of(object_class, regions, flag == 0 ? RegionUsage::ends : RegionUsage::begins);
  if (!pairs) return pairs.error();
  Operation declaration = operation(OperationKind::subscribe_regions);
  declaration.class_handle = object_class.value;
  declaration.flag = flag;
  declaration.number = rate;
  declaration.tag = encode(*pairs);
  core_.submit(declaration, *may);
  return {};
}

Status Ambassador::subscribe_object_class_attributes_with_regions(
    ObjectClassHandle object_class, std::span<const AttributeRegions> regions, bool active,
    const std::string& update_rate) {
  if (auto status = joined(); !status) return status;
  const auto rate = this->update_rate(update_rate);
  if (!rate) return rate.error();
  return declare_regions(object_class, regions, active ? 1 : 2, *rate);
}

Status Ambassador::unsubscribe_object_class_attributes_with_regions(
    ObjectClassHandle object_class, std::span<const AttributeRegions> regions) {
  return declare_regions(object_class, regions, 0);
}

Status Ambassador::check(InteractionClassHandle interaction_class,
                         std::span<const RegionHandle> regions, RegionUsage usage) {
  if (auto status = check(interaction_class); !status) return status;
  const InteractionClass& defined = local_.federation->model[interaction_class];
  for (const RegionHandle each : regions) {
    if (auto status = usable(each, defined.dimensions, defined.name, usage); !status) return status;
  }
  return {};
}

Status Ambassador::declare_regions(InteractionClassHandle interaction_class,
                                   std::span<const RegionHandle> regions, std::uint8_t flag) {
  const auto may = may_submit();
  if (!may) return may.error();
  if (auto status =
          check(interaction_class, regions, flag == 0 ? RegionUsage::ends : RegionUsage::begins);
      !status) {
    return status;
  }
  std::vector<AttributeRegion> pairs;
  for (const RegionHandle each : regions) pairs.push_back({0, each.value});
  Operation declaration = operation(OperationKind::subscribe_interaction_regions);
  declaration.class_handle = interaction_class.value;
  declaration.flag = flag;
  declaration.tag = encode(pairs);
  core_.submit(declaration, *may);
  return {};
}

Status Ambassador::subscribe_interaction_class_with_regions(
    InteractionClassHandle interaction_class, std::span<const RegionHandle> regions, bool active) {
  if (auto may = may_submit(); !may) return may.error();
  if (auto status = not_reported(interaction_class); !status) return status;
  return declare_regions(interaction_class, regions, active ? 1 : 2);
}

Status Ambassador::unsubscribe_interaction_class_with_regions(
    InteractionClassHandle interaction_class, std::span<const RegionHandle> regions) {
  return declare_regions(interaction_class, regions, 0);
}

Status Ambassador::send_interaction_with_regions(InteractionClassHandle interaction_class,
                                                 std::span<const ParameterValue> values,
                                                 std::span<const RegionHandle> regions, Bytes tag) {
  if (auto status = check(interaction_class, regions, RegionUsage::begins); !status) return status;
  return interact(interaction_class, values, regions, tag, nullptr);
}

Result<std::optional<MessageRetractionHandle>> Ambassador::send_interaction_with_regions(
    InteractionClassHandle interaction_class, std::span<const ParameterValue> values,
    std::span<const RegionHandle> regions, Bytes tag, LogicalTime time) {
  if (auto status = check(interaction_class, regions, RegionUsage::begins); !status)
    return status.error();
  Stamp stamp{time};
  return stamped(interact(interaction_class, values, regions, tag, &stamp), stamp);
}

Status Ambassador::request_attribute_value_update_with_regions(
    ObjectClassHandle object_class, std::span<const AttributeRegions> regions, Bytes tag) {
  if (auto status = check(object_class); !status) return status;
  auto pairs = pairs_of(object_class, regions, RegionUsage::begins);
  if (!pairs) return pairs.error();
  // 9.13: attributes without a region are asked for in the default region, which overlaps all others.
  std::map<std::uint16_t, std::vector<RegionId>> asked;
  for (const AttributeRegion& each : *pairs) asked[each.attribute].push_back(each.region);
  for (const AttributeRegions& each : regions) {
    if (!each.regions.empty()) continue;
    for (const AttributeHandle attribute : each.attributes) asked[attribute.value].clear();
  }
  return ask(object_class, asked, tag);
}

Result<std::vector<DimensionHandle>> Ambassador::get_available_dimensions_for_class_attribute(
    ObjectClassHandle object_class, AttributeHandle attribute) {
  if (auto status = member_of_federation(); !status) return status.error();
  if (auto named = Ambassador::get_attribute_name(object_class, attribute); !named)
    return named.error();
  return local_.federation->model[object_class].attributes[attribute.value].dimensions;
}

Result<std::vector<DimensionHandle>> Ambassador::get_available_dimensions_for_interaction_class(
    InteractionClassHandle interaction_class) {
  if (auto status = member_of_federation(); !status) return status.error();
  if (auto status = defined(interaction_class); !status) {
    return error(ErrorCode::InvalidInteractionClassHandle, status.error().message);
  }
  return local_.federation->model[interaction_class].dimensions;
}

Result<DimensionHandle> Ambassador::get_dimension_handle(std::string_view name) {
  if (auto status = member_of_federation(); !status) return status.error();
  return local_.federation->model.dimension(name);
}

Result<const Dimension*> Ambassador::defined(DimensionHandle dimension) const {
  if (auto status = member_of_federation(); !status) return status.error();
  const auto& dimensions = local_.federation->model.dimensions();
  if (dimension.value >= dimensions.size()) return undefined(dimension);
  return &dimensions[dimension.value];
}

Result<std::string> Ambassador::get_dimension_name(DimensionHandle dimension) {
  auto found = defined(dimension);
  if (!found) return found.error();
  return (*found)->name;
}

Result<std::uint64_t> Ambassador::get_dimension_upper_bound(DimensionHandle dimension) {
  auto found = defined(dimension);
  if (!found) return found.error();
  return (*found)->upper_bound;
}

Result<std::vector<DimensionHandle>> Ambassador::dimensions_of(RegionHandle region) {
  auto found = draft(region);
  if (found) return (*found)->dimensions;
  if (found.error().code != ErrorCode::RegionNotCreatedByThisFederate) return found.error();
  return local_.federation->regions.dimensions(region.value);
}

Result<std::vector<DimensionHandle>> Ambassador::get_dimension_handle_set(RegionHandle region) {
  return dimensions_of(region);
}

Result<group::Range*> Ambassador::range(RegionHandle region, DimensionHandle dimension) {
  auto found = draft(region);
  if (!found) return found.error();
  const auto& dimensions = (*found)->dimensions;
  if (std::ranges::find(dimensions, dimension) == dimensions.end()) return lacks(region, dimension);
  return &(*found)->ranges[dimension.value];
}

Result<RangeBounds> Ambassador::get_range_bounds(RegionHandle region, DimensionHandle dimension) {
  auto found = dimensions_of(region);
  if (!found) return found.error();
  if (std::ranges::find(*found, dimension) == found->end()) return lacks(region, dimension);
  const auto own = local_.regions.find(region.value);
  const group::Range& range =
      own != local_.regions.end()
          ? own->second.ranges[dimension.value]
          : local_.federation->regions.ranges(region.value)[dimension.value];
  return RangeBounds{range.lower, range.upper};
}

Status Ambassador::set_range_bounds(RegionHandle region, DimensionHandle dimension,
                                    RangeBounds bounds) {
  auto found = range(region, dimension);
  if (!found) return found.error();
  const Dimension& declared = local_.federation->model.dimensions()[dimension.value];
  if (bounds.lower >= bounds.upper || bounds.upper > declared.upper_bound) {
    return error(ErrorCode::InvalidRangeBound,
                 "the range in " + declared.name + " is " + std::to_string(bounds.lower) + " to " +
                     std::to_string(bounds.upper) +
                     ": use lower < upper <= " + std::to_string(declared.upper_bound));
  }
  **found = {bounds.lower, bounds.upper};
  return {};
}

}  // namespace orrery::rti
