#include "values.hpp"

#include <sstream>

#include "fom.hpp"
#include "management.hpp"
#include "model.hpp"

namespace orrery::rti::testing {

namespace {

template <class Set>
std::string list(const Set& set) {
  std::string text = "{";
  for (const auto& each : set) text += (text.size() > 1 ? ", " : "") + std::to_string(each);
  return text + "}";
}

std::string attribute_name(int attribute) {
  return attribute == unknown ? "?" : fom::attributes()[static_cast<std::size_t>(attribute)].name;
}
std::string parameter_name(int parameter) {
  return parameter == unknown ? "?" : fom::parameters()[static_cast<std::size_t>(parameter)];
}
std::string class_name(const std::vector<fom::ClassRow>& classes, int row) {
  return row == unknown ? "?" : classes[static_cast<std::size_t>(row)].name;
}

std::string management_name(const Call& call) {
  const auto place = static_cast<std::size_t>(call.subject);
  if (call.service >= Service::publish_requests) return management::requests()[place].name;
  return (call.service >= Service::subscribe_reports ? management::reports()
                                                     : management::object_classes())[place]
      .name;
}

template <class Set, class Name>
std::string names(const Set& set, const Name& name) {
  std::string text = "{";
  for (const int each : set) text += (text.size() > 1 ? ", " : "") + name(each);
  return text + "}";
}

}  // namespace

std::string_view to_string(Service service) {
  static constexpr std::string_view texts[] = {
#define X(name) #name,
      ORRERY_REFERENCE_SERVICES(X)
#undef X
  };
  return texts[static_cast<std::size_t>(service)];
}

Subject subject_of(Service service) {
  if (service >= Service::unconditional_attribute_ownership_divestiture &&
      service <= Service::is_attribute_owned_by_federate) {
    return Subject::object;
  }
  switch (service) {
    case Service::publish_object_class_attributes:
    case Service::unpublish_object_class:
    case Service::unpublish_object_class_attributes:
    case Service::subscribe_object_class_attributes:
    case Service::subscribe_object_class_attributes_with_rate:
    case Service::unsubscribe_object_class:
    case Service::unsubscribe_object_class_attributes:
    case Service::register_object_instance:
    case Service::register_object_instance_with_regions:
    case Service::subscribe_object_class_attributes_with_regions:
    case Service::subscribe_object_class_attributes_with_regions_and_rate:
    case Service::unsubscribe_object_class_attributes_with_regions:
    case Service::request_class_attribute_value_update:
    case Service::request_attribute_value_update_with_regions:
    case Service::get_available_dimensions_for_class_attribute:
      return Subject::object_class;
    case Service::delete_region:
    case Service::get_dimension_handle_set:
    case Service::get_range_bounds:
    case Service::set_range_bounds:
      return Subject::region;
    case Service::publish_interaction_class:
    case Service::unpublish_interaction_class:
    case Service::subscribe_interaction_class:
    case Service::unsubscribe_interaction_class:
    case Service::send_interaction:
    case Service::send_interaction_timed:
    case Service::change_interaction_order_type:
    case Service::request_interaction_transportation_type_change:
    case Service::query_interaction_transportation_type:
    case Service::subscribe_interaction_class_with_regions:
    case Service::unsubscribe_interaction_class_with_regions:
    case Service::send_interaction_with_regions:
    case Service::send_interaction_with_regions_timed:
    case Service::get_available_dimensions_for_interaction_class:
      return Subject::interaction;
    case Service::update_attribute_values:
    case Service::update_attribute_values_timed:
    case Service::delete_object_instance:
    case Service::delete_object_instance_timed:
    case Service::local_delete_object_instance:
    case Service::request_attribute_value_update:
    case Service::change_attribute_order_type:
    case Service::request_attribute_transportation_type_change:
    case Service::query_attribute_transportation_type:
    case Service::associate_regions_for_updates:
    case Service::unassociate_regions_for_updates:
      return Subject::object;
    case Service::get_known_object_class_handle:
    case Service::get_object_instance_name:
    case Service::get_update_rate_value_for_attribute:
      return Subject::object;
    case Service::get_object_class_handle:
    case Service::get_object_class_name:
    case Service::get_attribute_handle:
    case Service::get_attribute_name:
      return Subject::object_class;
    case Service::get_interaction_class_handle:
    case Service::get_interaction_class_name:
    case Service::get_parameter_handle:
    case Service::get_parameter_name:
      return Subject::interaction;
    case Service::retract:
      return Subject::message;
    default:
      return Subject::none;
  }
}

std::string to_string(const Call& call) {
  std::ostringstream out;
  out << "#" << call.id << " federate " << call.federate << ": " << to_string(call.service) << "(";
  const Subject subject = subject_of(call.service);
  if (subject == Subject::object_class) out << class_name(fom::object_classes(), call.subject);
  if (subject == Subject::interaction) out << class_name(fom::interaction_classes(), call.subject);
  if (subject == Subject::object || subject == Subject::message || subject == Subject::region)
    out << "#" << call.subject;
  if (is_management(call.service)) {
    out << management_name(call) << " " << list(call.attributes);
  } else if (!call.attributes.empty())
    out << " "
        << names(call.attributes,
                 subject == Subject::interaction ? parameter_name : attribute_name);
  if (!call.federates.empty()) out << " federates " << list(call.federates);
  if (!call.regions.empty()) out << " regions " << list(call.regions);
  for (const int each : call.dimensions)
    out << " dimension "
        << (each == unknown ? "?" : fom::dimensions()[static_cast<std::size_t>(each)]);
  if (call.upper != 0 || call.lower != 0) out << " from " << call.lower << " to " << call.upper;
  if (call.name != 0) out << " name " << call.name;
  if (call.time != 0) out << " at " << call.time;
  if (call.choice != 0) out << " choice " << call.choice;
  out << (call.flag ? " true)" : ")");
  return out.str();
}

std::string_view to_string(CallbackKind kind) {
  static constexpr std::string_view texts[] = {
#define X(name) #name,
      ORRERY_REFERENCE_CALLBACKS(X)
#undef X
  };
  return texts[static_cast<std::size_t>(kind)];
}

std::string to_string(const Callback& callback) {
  std::ostringstream out;
  out << to_string(callback.kind) << "(";
  const bool interaction = callback.kind == CallbackKind::receive_interaction;
  if (interaction) {
    out << class_name(fom::interaction_classes(), callback.subject);
  } else if (callback.subject != unknown) {
    out << "#" << callback.subject;
  }
  if (callback.object_class != unknown)
    out << " as " << class_name(fom::object_classes(), callback.object_class);
  const bool managed = callback.kind >= CallbackKind::discover_managed;
  if (managed && !callback.values.empty()) {
    const auto& row = callback.kind == CallbackKind::receive_report
                          ? management::reports()[static_cast<std::size_t>(callback.subject)]
                          : management::object_classes()[callback.subject == 0 ? 0 : 1];
    out << " " << row.name;
    for (const auto& [member, value] : callback.values)
      out << " " << row.members[static_cast<std::size_t>(member)].name << "=" << value;
  }
  for (const auto& [member, value] : managed ? std::map<int, std::string>() : callback.values)
    out << " " << (interaction ? parameter_name(member) : attribute_name(member)) << "=" << value;
  if (!callback.attributes.empty()) out << " " << list(callback.attributes);
  if (!callback.text.empty()) out << " '" << callback.text << "'";
  if (!callback.tag.empty()) out << " tag " << callback.tag;
  if (callback.federate != unknown) out << " federate of #" << callback.federate;
  if (callback.time) out << " at " << time_text(*callback.time);
  if (callback.sent == OrderType::timestamp)
    out << " sent in timestamp order"
        << (callback.received == OrderType::timestamp ? ", received in it" : "");
  if (callback.retraction != unknown) out << " message #" << callback.retraction;
  if (callback.choice != 0) out << " choice " << callback.choice;
  for (const auto& [join, status] : callback.statuses) out << " #" << join << ":" << status;
  out << ")";
  return out.str();
}

}  // namespace orrery::rti::testing
