// Arguments of the services of clause 9.
#include <algorithm>

#include "history.hpp"

namespace orrery::rti::testing {

namespace {

// The dimensions of an attribute or interaction class that a call names.
std::set<int> dimensions_of(const Call& call, int attribute) {
  if (subject_of(call.service) == Subject::interaction)
    return fom::interactions()[static_cast<std::size_t>(call.subject)].dimensions;
  return fom::attributes()[static_cast<std::size_t>(attribute)].dimensions;
}

}  // namespace

void History::fill_regions(Call& call, const Model& model) {
  const Joined* const me = model.joined_at(call.federate);
  std::vector<int> mine;
  std::vector<int> changed;
  for (const auto& [number, region] : model.federation().regions) {
    if (me == nullptr || region.creator != me->id) continue;
    mine.push_back(number);
    if (!region.committed) changed.push_back(number);
  }
  const auto any_region = [&] {
    if (!mine.empty() && chance(92)) return pick(mine);
    return regions_.empty() || chance(20) ? unknown : pick(regions_);
  };
  switch (call.service) {
    case Service::create_region: {
      static const std::vector<std::vector<int>> sets{{0}, {0}, {0}, {0}, {1}, {0, 1}, {}, {2}};
      call.dimensions = pick(sets);
      if (is_odd()) call.dimensions.push_back(unknown);
      return;
    }
    case Service::commit_region_modifications:
      call.regions = !changed.empty() && chance(80) ? changed : std::vector<int>{any_region()};
      if (chance(15)) call.regions.push_back(any_region());
      std::ranges::sort(call.regions);
      call.regions.erase(std::ranges::unique(call.regions).begin(), call.regions.end());
      return;
    case Service::delete_region:
    case Service::get_dimension_handle_set:
    case Service::get_range_bounds:
    case Service::set_range_bounds: {
      call.subject = any_region();
      const auto region = model.federation().regions.find(call.subject);
      const bool has = region != model.federation().regions.end() &&
                       !region->second.dimensions.empty() && !is_odd();
      const int dimension = has          ? pick(region->second.dimensions)
                            : chance(20) ? unknown
                                         : static_cast<int>(below(3));
      call.dimensions = {dimension};
      if (call.service != Service::set_range_bounds) return;
      const std::uint64_t bound =
          dimension == unknown ? 10 : fom::upper_bounds()[static_cast<std::size_t>(dimension)];
      // Quarters, so that ranges touch and overlap often.
      const std::uint64_t from = below(4);
      call.lower = bound * from / 4;
      call.upper = bound * (from + 1 + below(4 - from)) / 4;
      if (is_odd()) call.upper = chance(50) ? call.lower : bound + 1;
      return;
    }
    case Service::get_available_dimensions_for_class_attribute:
      if (call.attributes.empty()) call.attributes = {unknown};
      call.attributes.resize(1);
      return;
    case Service::request_class_attribute_value_update:
    case Service::get_available_dimensions_for_interaction_class:
      return;
    default:
      fill_region_uses(call, model, me);
  }
}

// Mostly regions that fit, and attributes that have their dimensions.
void History::fill_region_uses(Call& call, const Model& model, const Joined* me) {
  std::vector<int> usable;
  for (const auto& [number, region] : model.federation().regions) {
    if (me != nullptr && region.creator == me->id && region.committed) usable.push_back(number);
  }
  const bool interaction = subject_of(call.service) == Subject::interaction;
  if (!usable.empty() && call.subject != unknown && !is_odd()) {
    const std::set<int>& dimensions = model.federation().regions.at(pick(usable)).dimensions;
    const auto fits = [&](int attribute) {
      return std::ranges::includes(dimensions_of(call, attribute), dimensions);
    };
    if (!interaction) {
      std::erase_if(call.attributes, [&](int each) { return each == unknown || !fits(each); });
      if (call.attributes.empty()) {
        for (std::size_t each = 1; each < fom::attributes().size(); ++each) {
          const int attribute = static_cast<int>(each);
          const int row = subject_of(call.service) == Subject::object_class ? call.subject
                          : me->known.contains(call.subject) ? me->known.at(call.subject)
                                                             : unknown;
          if (row != unknown && fits(attribute) &&
              fom::has_member(fom::object_classes(), row, attribute)) {
            call.attributes.push_back(attribute);
          }
        }
      }
    }
    for (const int each : usable) {
      if (model.federation().regions.at(each).dimensions == dimensions && chance(50))
        call.regions.push_back(each);
    }
  }
  if (call.regions.empty() && chance(95))
    call.regions.push_back(!usable.empty() && chance(80)    ? pick(usable)
                           : regions_.empty() || chance(20) ? unknown
                                                            : pick(regions_));
}

}  // namespace orrery::rti::testing
