// The calls of clause 9, and the support services of regions.
#include "calls.hpp"

namespace orrery::rti::testing {

namespace {

std::string rows_of(const std::vector<DimensionHandle>& dimensions, const Handles& handles) {
  std::set<int> rows;
  for (const DimensionHandle each : dimensions) rows.insert(handles.row_of(each));
  std::string text;
  for (const int each : rows) text += std::to_string(each) + " ";
  return text;
}

std::optional<Answer> make_of_bounds(const Call& call, RtiAmbassador& rti, const Handles& handles) {
  const Arguments given(call, handles);
  const RegionHandle region = find_handle(handles.regions, call.subject);
  const auto dimensions = [&](const auto& found) { return rows_of(found, handles); };
  switch (call.service) {
    case Service::get_available_dimensions_for_class_attribute:
      return answer(rti.get_available_dimensions_for_class_attribute(given.object_class,
                                                                     given.attributes.front()),
                    dimensions);
    case Service::get_available_dimensions_for_interaction_class:
      return answer(rti.get_available_dimensions_for_interaction_class(given.interaction),
                    dimensions);
    case Service::get_dimension_handle_set:
      return answer(rti.get_dimension_handle_set(region), dimensions);
    case Service::get_range_bounds:
      return answer(rti.get_range_bounds(region, given.dimensions.front()), [](RangeBounds found) {
        return std::to_string(found.lower) + " to " + std::to_string(found.upper);
      });
    case Service::set_range_bounds:
      return answer(
          rti.set_range_bounds(region, given.dimensions.front(), {call.lower, call.upper}));
    default:
      return {};
  }
}

}  // namespace

std::optional<Answer> make_regions(const Call& call, RtiAmbassador& rti, Handles& handles) {
  const Arguments given(call, handles);
  const std::string name = call.name == unknown ? "" : name_text(call.name);
  switch (call.service) {
    case Service::create_region:
      return answer(rti.create_region(given.dimensions), [&](RegionHandle made) {
        handles.regions[call.id] = made;
        return std::string("region");
      });
    case Service::commit_region_modifications:
      return answer(rti.commit_region_modifications(given.regions));
    case Service::delete_region:
      return answer(rti.delete_region(find_handle(handles.regions, call.subject)));
    case Service::register_object_instance_with_regions:
      return answer(rti.register_object_instance_with_regions(given.object_class,
                                                              given.attribute_regions, name),
                    [&](ObjectInstanceHandle made) { return keep_object(call, made, handles); });
    case Service::associate_regions_for_updates:
      return answer(rti.associate_regions_for_updates(given.object, given.attribute_regions));
    case Service::unassociate_regions_for_updates:
      return answer(rti.unassociate_regions_for_updates(given.object, given.attribute_regions));
    case Service::subscribe_object_class_attributes_with_regions:
      return answer(rti.subscribe_object_class_attributes_with_regions(
          given.object_class, given.attribute_regions, call.flag));
    case Service::subscribe_object_class_attributes_with_regions_and_rate:
      return answer(rti.subscribe_object_class_attributes_with_regions(
          given.object_class, given.attribute_regions, call.flag, given.update_rate));
    case Service::unsubscribe_object_class_attributes_with_regions:
      return answer(rti.unsubscribe_object_class_attributes_with_regions(given.object_class,
                                                                         given.attribute_regions));
    case Service::subscribe_interaction_class_with_regions:
      return answer(rti.subscribe_interaction_class_with_regions(given.interaction, given.regions,
                                                                 call.flag));
    case Service::unsubscribe_interaction_class_with_regions:
      return answer(
          rti.unsubscribe_interaction_class_with_regions(given.interaction, given.regions));
    case Service::send_interaction_with_regions:
      return answer(rti.send_interaction_with_regions(given.interaction, given.parameters,
                                                      given.regions, raw(given.tag)));
    case Service::send_interaction_with_regions_timed:
      return answer(rti.send_interaction_with_regions(given.interaction, given.parameters,
                                                      given.regions, raw(given.tag), given.time),
                    [&](const auto& made) { return keep_message(call, made, handles); });
    case Service::request_class_attribute_value_update:
      return answer(
          rti.request_attribute_value_update(given.object_class, given.attributes, raw(given.tag)));
    case Service::request_attribute_value_update_with_regions:
      return answer(rti.request_attribute_value_update_with_regions(
          given.object_class, given.attribute_regions, raw(given.tag)));
    default:
      return make_of_bounds(call, rti, handles);
  }
}

}  // namespace orrery::rti::testing
