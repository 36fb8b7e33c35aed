// Clause 9: data distribution management.
//
// Freedom  associations  a federate may associate regions with an instance attribute that it does not own: they count while it
//                        owns the attribute (9.6 has no error for it)
//          use           whether a region is in use by an object that its creator does not know any more is the RTI's choice (9.4)
//          templates     of a region that was never committed another federate may be told that it does not exist; ending a use
//                        of it may be InvalidRegion, or have no effect (9.7, 9.9, 9.11)
#include <algorithm>

#include "model.hpp"

namespace orrery::rti::testing {

namespace {

const std::set<int>& dimensions_of_attribute(int attribute) {
  return fom::attributes()[static_cast<std::size_t>(attribute)].dimensions;
}

bool is_within(const std::set<int>& dimensions, const std::set<int>& available) {
  return std::ranges::includes(available, dimensions);
}

std::string dimension_text(const std::set<int>& dimensions) {
  std::string text;
  for (const int each : dimensions) text += std::to_string(each) + " ";
  return text;
}

Range full(int dimension) { return {0, fom::upper_bounds()[static_cast<std::size_t>(dimension)]}; }

void refuse(Verdict& verdict, ErrorCode code) {
  verdict.either = false;
  verdict.errors.insert(code);
}

bool ends_a_use(Service service) {
  return service == Service::unassociate_regions_for_updates ||
         service == Service::unsubscribe_object_class_attributes_with_regions ||
         service == Service::unsubscribe_interaction_class_with_regions;
}

}  // namespace

bool overlap(const Bounds& first, const Bounds& second) {
  return std::ranges::all_of(first, [&](const auto& each) {
    const auto& [dimension, range] = each;
    const auto other = second.find(dimension);
    return other == second.end() ||
           (range.lower < other->second.upper && other->second.lower < range.upper);
  });
}

// 9.6: the regions that the owner has associated; none: the default region.
std::vector<Bounds> Model::update_regions(const ObjectInstance& object, int attribute) const {
  std::vector<Bounds> all;
  const AttributeInstance& instance = object.attributes.at(attribute);
  for (const int each : instance.regions) {
    const auto found = federation_.regions.find(each);
    if (found != federation_.regions.end() && found->second.creator == instance.owner)
      all.push_back(found->second.bounds);
  }
  return all;
}

// 9.8: is one of the regions that the federate is subscribed to in one of those? No regions: the default region, which
// overlaps all.
bool Model::is_within_uses(const std::map<int, Interest>& uses, const std::vector<Bounds>& sent,
                           bool active_only) const {
  return std::ranges::any_of(uses, [&](const auto& each) {
    const auto& [region, use] = each;
    if (active_only && !use.active) return false;
    const Bounds& wanted = federation_.regions.at(region).bounds;
    return sent.empty() ||
           std::ranges::any_of(sent, [&](const Bounds& other) { return overlap(wanted, other); });
  });
}

// 5.6, 9.8: without regions, or in a region that overlaps.
bool Model::is_interested(const Joined& of, int object_class, int attribute,
                          const std::vector<Bounds>& sent, bool active_only) const {
  const auto row = of.subscribed.find(object_class);
  if (row != of.subscribed.end()) {
    const auto interest = row->second.find(attribute);
    if (interest != row->second.end() && (interest->second.active || !active_only)) return true;
  }
  const auto regional = of.regional.find(object_class);
  if (regional == of.regional.end()) return false;
  const auto uses = regional->second.find(attribute);
  return uses != regional->second.end() && is_within_uses(uses->second, sent, active_only);
}

// 5.1.3, 9.10: as the closest class that is subscribed to without regions, or in a region that overlaps.
std::optional<int> Model::received_class(const Joined& of, int sent_class,
                                         const std::vector<Bounds>& sent) const {
  for (int as = sent_class; as > 0;
       as = fom::interaction_classes()[static_cast<std::size_t>(as)].parent) {
    if (of.interactions.contains(as)) return as;
    const auto uses = of.interaction_regions.find(as);
    if (uses != of.interaction_regions.end() && is_within_uses(uses->second, sent, false))
      return as;
  }
  return {};
}

// Regions that a call names: they exist, and the caller has created them.
void Model::check_regions(const Call& call, const Joined& me, Verdict& verdict) const {
  for (const int each : call.regions) {
    const auto found = federation_.regions.find(each);
    if (found == federation_.regions.end()) {
      refuse(verdict, ErrorCode::InvalidRegion);
      continue;
    }
    const RegionState& region = found->second;
    if (region.creator != me.id) {
      refuse(verdict, ErrorCode::RegionNotCreatedByThisFederate);
      if (!region.committed) verdict.errors.insert(ErrorCode::InvalidRegion);
      continue;
    }
    if (region.committed || call.service == Service::commit_region_modifications) continue;
    if (ends_a_use(call.service)) {
      verdict.either |= verdict.errors.empty();
      verdict.errors.insert(ErrorCode::InvalidRegion);
    } else {
      refuse(verdict, ErrorCode::InvalidRegion);
    }
  }
}

// 9.5, 9.6, 9.8, 9.10, 9.12, 9.13: a region has no dimension that is not available.
void Model::check_context(const Call& call, const Joined& me, const std::set<int>& available,
                          Verdict& verdict) const {
  for (const int each : call.regions) {
    const auto found = federation_.regions.find(each);
    if (found == federation_.regions.end() || found->second.creator != me.id) continue;
    if (!is_within(found->second.dimensions, available))
      refuse(verdict, ErrorCode::InvalidRegionContext);
  }
}

// Of a class: the attributes are of it, and the regions fit them.
void Model::check_regional_class(const Call& call, const Joined& me, Verdict& verdict) const {
  check_regions(call, me, verdict);
  if (call.subject == unknown) {
    refuse(verdict, ErrorCode::ObjectClassNotDefined);
    return;
  }
  for (const int each : call.attributes) {
    if (!fom::has_member(fom::object_classes(), call.subject, each)) {
      refuse(verdict, ErrorCode::AttributeNotDefined);
    } else if (!ends_a_use(call.service)) {
      check_context(call, me, dimensions_of_attribute(each), verdict);
    }
  }
}

void Model::check_regional_interaction(const Call& call, const Joined& me, Verdict& verdict) const {
  check_regions(call, me, verdict);
  if (call.subject == unknown) {
    refuse(verdict, ErrorCode::InteractionClassNotDefined);
  } else if (!ends_a_use(call.service)) {
    check_context(call, me, fom::interactions()[static_cast<std::size_t>(call.subject)].dimensions,
                  verdict);
  }
}

// 9.4: used for update or subscription.
void Model::check_unused(int region, const Joined& me, Verdict& verdict) const {
  const auto uses = [&](const auto& each) { return each.second.contains(region); };
  bool used = std::ranges::any_of(me.interaction_regions, uses);
  for (const auto& [object_class, regional] : me.regional)
    used |= std::ranges::any_of(regional, uses);
  bool perhaps = false;
  for (const auto& [number, object] : federation_.objects) {
    const bool associated = std::ranges::any_of(
        object.attributes, [&](const auto& each) { return each.second.regions.contains(region); });
    if (!associated) continue;
    // 6.14: a deleted object is in no region, though the federate may not have been told.
    const bool certain = me.known.contains(number) && !object.deleted && !may_be_unknown(object);
    (certain ? used : perhaps) = true;
  }
  if (used) {
    refuse(verdict, ErrorCode::RegionInUseForUpdateOrSubscription);
  } else if (perhaps) {
    verdict.either |= verdict.errors.empty();
    verdict.errors.insert(ErrorCode::RegionInUseForUpdateOrSubscription);
  }
}

void Model::judge_region(const Call& call, const Joined& me, Verdict& verdict) const {
  const auto found = federation_.regions.find(call.subject);
  if (found == federation_.regions.end()) {
    verdict.errors.insert(ErrorCode::InvalidRegion);
    return;
  }
  const RegionState& region = found->second;
  const bool mine = region.creator == me.id;
  const bool asks = call.service == Service::get_dimension_handle_set ||
                    call.service == Service::get_range_bounds;
  if (!mine && !region.committed) {
    verdict.errors.insert(ErrorCode::InvalidRegion);
    if (asks) return;
  }
  if (!mine && !asks) {
    verdict.errors.insert(ErrorCode::RegionNotCreatedByThisFederate);
    return;
  }
  if (call.service == Service::delete_region) return check_unused(call.subject, me, verdict);
  if (call.service == Service::get_dimension_handle_set) {
    verdict.wrong_value = exactly(dimension_text(region.dimensions));
    return;
  }
  const int dimension = call.dimensions.front();
  if (!region.dimensions.contains(dimension)) {
    verdict.errors.insert(ErrorCode::RegionDoesNotContainSpecifiedDimension);
    return;
  }
  if (call.service == Service::get_range_bounds) {  // 10.29: as set last; of another's as committed
    const Range& range = mine ? region.set.at(dimension) : region.bounds.at(dimension);
    verdict.wrong_value =
        exactly(std::to_string(range.lower) + " to " + std::to_string(range.upper));
  } else if (call.lower >= call.upper || call.upper > full(dimension).upper) {  // 10.30
    verdict.errors.insert(ErrorCode::InvalidRangeBound);
  }
}

void Model::judge_regions(const Call& call, Joined& me, Verdict& verdict) {
  switch (call.service) {
    case Service::create_region:  // 9.2
      if (std::ranges::find(call.dimensions, unknown) != call.dimensions.end())
        verdict.errors.insert(ErrorCode::InvalidDimensionHandle);
      return;
    case Service::commit_region_modifications:  // 9.3
      check_regions(call, me, verdict);
      return;
    case Service::register_object_instance_with_regions: {  // 9.5
      judge_registration(call, me, verdict);
      check_regional_class(call, me, verdict);
      const auto published = me.published.find(call.subject);
      if (published == me.published.end()) return;
      for (const int each : call.attributes) {
        const bool defined = fom::has_member(fom::object_classes(), call.subject, each);
        if (!defined || published->second.contains(each)) continue;
        refuse(verdict, ErrorCode::AttributeNotPublished);
      }
      return;
    }
    case Service::associate_regions_for_updates:    // 9.6
    case Service::unassociate_regions_for_updates:  // 9.7
      check_object_attributes(call, me, verdict, false);
      check_regions(call, me, verdict);
      if (!me.known.contains(call.subject) || ends_a_use(call.service)) return;
      for (const int each : call.attributes) {
        if (fom::has_member(fom::object_classes(), me.known.at(call.subject), each))
          check_context(call, me, dimensions_of_attribute(each), verdict);
      }
      return;
    case Service::subscribe_object_class_attributes_with_regions:  // 9.8
    case Service::subscribe_object_class_attributes_with_regions_and_rate:
    case Service::unsubscribe_object_class_attributes_with_regions:  // 9.9
    case Service::request_attribute_value_update_with_regions:       // 9.13
    case Service::request_class_attribute_value_update:              // 6.19
      check_regional_class(call, me, verdict);
      if (call.choice == no_update_rate) refuse(verdict, ErrorCode::InvalidUpdateRateDesignator);
      return;
    case Service::subscribe_interaction_class_with_regions:    // 9.10
    case Service::unsubscribe_interaction_class_with_regions:  // 9.11
      check_regional_interaction(call, me, verdict);
      return;
    case Service::send_interaction_with_regions:  // 9.12
    case Service::send_interaction_with_regions_timed:
      judge_sending(call, me, verdict);
      check_regional_interaction(call, me, verdict);
      return;
    case Service::get_available_dimensions_for_class_attribute: {  // 10.23
      const int member = call.attributes.front();
      if (call.subject == unknown) {
        verdict.errors.insert(ErrorCode::InvalidObjectClassHandle);
      } else if (!fom::has_member(fom::object_classes(), call.subject, member)) {
        verdict.errors.insert(member == unknown ? ErrorCode::InvalidAttributeHandle
                                                : ErrorCode::AttributeNotDefined);
      } else {
        verdict.wrong_value = exactly(dimension_text(dimensions_of_attribute(member)));
      }
      return;
    }
    case Service::get_available_dimensions_for_interaction_class:  // 10.24
      if (call.subject == unknown) {
        verdict.errors.insert(ErrorCode::InvalidInteractionClassHandle);
      } else {
        verdict.wrong_value = exactly(
            dimension_text(fom::interactions()[static_cast<std::size_t>(call.subject)].dimensions));
      }
      return;
    default:
      judge_region(call, me, verdict);
  }
}

// 9.13, 6.19: of all objects of the class, in regions that overlap.
void Model::request_values(const Joined& me, const Call& call) {
  std::vector<Bounds> asked;
  for (const int each : call.regions) asked.push_back(federation_.regions.at(each).bounds);
  for (const auto& [number, object] : federation_.objects) {
    if (object.deleted || !fom::is_a(fom::object_classes(), object.object_class, call.subject))
      continue;
    std::set<int> attributes;
    for (const int each : call.attributes) {
      const std::vector<Bounds> updated = update_regions(object, each);
      const bool near =
          asked.empty() || updated.empty() || std::ranges::any_of(asked, [&](const Bounds& wanted) {
            return std::ranges::any_of(
                updated, [&](const Bounds& each_region) { return overlap(wanted, each_region); });
          });
      if (near) attributes.insert(each);
    }
    provide(me, number, attributes, "t" + std::to_string(call.id));
  }
}

void Model::commit_regions(const Call& call, Joined& me) {
  switch (call.service) {
    case Service::create_region: {
      RegionState& made = federation_.regions[call.id];
      made.creator = me.id;
      made.dimensions = {call.dimensions.begin(), call.dimensions.end()};
      for (const int each : made.dimensions) made.set[each] = full(each);
      return;
    }
    case Service::commit_region_modifications:
      for (const int each : call.regions) {
        RegionState& region = federation_.regions.at(each);
        region.bounds = region.set;
        region.committed = true;
      }
      return;
    case Service::delete_region:
      federation_.regions.erase(call.subject);
      return;
    case Service::set_range_bounds:
      federation_.regions.at(call.subject).set[call.dimensions.front()] = {call.lower, call.upper};
      return;
    case Service::register_object_instance_with_regions:
      register_object(me, call);
      [[fallthrough]];
    case Service::associate_regions_for_updates:
    case Service::unassociate_regions_for_updates: {
      const int object =
          call.service == Service::register_object_instance_with_regions ? call.id : call.subject;
      if (federation_.objects.at(object).deleted) return;
      for (const int each : call.attributes) {
        std::set<int>& regions = federation_.objects.at(object).attributes.at(each).regions;
        for (const int region : call.regions) {
          if (ends_a_use(call.service)) {
            regions.erase(region);
          } else {
            regions.insert(region);
          }
        }
      }
      return;
    }
    case Service::subscribe_object_class_attributes_with_regions:
    case Service::subscribe_object_class_attributes_with_regions_and_rate:
      for (const int each : call.attributes) {
        for (const int region : call.regions)
          me.regional[call.subject][each][region] = {.active = call.flag, .rate = call.choice};
      }
      return;
    case Service::unsubscribe_object_class_attributes_with_regions: {
      const auto regional = me.regional.find(call.subject);
      if (regional == me.regional.end()) return;
      for (const int each : call.attributes)
        for (const int region : call.regions) regional->second[each].erase(region);
      std::erase_if(regional->second, [](const auto& each) { return each.second.empty(); });
      if (regional->second.empty()) me.regional.erase(regional);
      return;
    }
    case Service::subscribe_interaction_class_with_regions:
      for (const int region : call.regions)
        me.interaction_regions[call.subject][region] = {.active = call.flag};
      return;
    case Service::unsubscribe_interaction_class_with_regions: {
      const auto uses = me.interaction_regions.find(call.subject);
      if (uses == me.interaction_regions.end()) return;
      for (const int region : call.regions) uses->second.erase(region);
      if (uses->second.empty()) me.interaction_regions.erase(uses);
      return;
    }
    case Service::send_interaction_with_regions:
      send(me, call, {});
      return;
    case Service::send_interaction_with_regions_timed:
      send(me, call, call.time);
      return;
    case Service::request_class_attribute_value_update:
    case Service::request_attribute_value_update_with_regions:
      request_values(me, call);
      return;
    default:
      return;
  }
}

// 4.10: with a federate its regions go.
void Model::resign_regions(int join) {
  std::erase_if(federation_.regions, [&](const auto& each) { return each.second.creator == join; });
  for (auto& [number, object] : federation_.objects) {
    for (auto& [attribute, instance] : object.attributes)
      std::erase_if(instance.regions,
                    [&](int region) { return !federation_.regions.contains(region); });
  }
}

}  // namespace orrery::rti::testing
