// Support services (clause 10), and sets of names (6.5, 6.7), as calls of the face.
#include "calls.hpp"

namespace orrery::rti::testing {

namespace {

std::string row_value(int row) { return std::to_string(row); }

// What a federate gives that has no such name, or no such handle.
constexpr const char* no_name = "nothing";
constexpr std::uint16_t no_handle = 60'000;

const std::string& name_of(const std::vector<std::string>& names, int row) {
  static const std::string none = no_name;
  return row < 0 || row >= static_cast<int>(names.size()) ? none
                                                          : names[static_cast<std::size_t>(row)];
}

std::string class_text(const std::vector<fom::ClassRow>& classes, int row) {
  return row == unknown ? no_name : classes[static_cast<std::size_t>(row)].name;
}

std::optional<Answer> make_of_federates(const Call& call, RtiAmbassador& rti,
                                        const Handles& handles) {
  const std::string federate = "federate " + std::to_string(call.name);
  const FederateHandle handle = find_handle(handles.federates, call.name);
  switch (call.service) {
    case Service::get_automatic_resign_directive:
      return answer(rti.get_automatic_resign_directive(),
                    [](ResignAction action) { return row_value(static_cast<int>(action)); });
    case Service::set_automatic_resign_directive:
      return answer(rti.set_automatic_resign_directive(static_cast<ResignAction>(call.choice)));
    case Service::get_federate_handle:
      return answer(rti.get_federate_handle(federate), [&](FederateHandle found) {
        const auto join = handles.joins.find(found);
        return row_value(join == handles.joins.end() ? unknown : join->second);
      });
    case Service::get_federate_name:
      return answer(rti.get_federate_name(handle), [](const std::string& name) { return name; });
    case Service::normalize_federate_handle:
      return answer(rti.normalize_federate_handle(handle),
                    [](std::uint64_t value) { return std::to_string(value); });
    case Service::normalize_service_group:
      return answer(rti.normalize_service_group(static_cast<ServiceGroup>(call.choice)),
                    [](std::uint64_t value) { return std::to_string(value); });
    case Service::enable_callbacks:
      return answer(rti.enable_callbacks());
    case Service::disable_callbacks:
      return answer(rti.disable_callbacks());
    default:
      return {};
  }
}

std::optional<Answer> make_of_objects(const Call& call, RtiAmbassador& rti,
                                      const Handles& handles) {
  const ObjectInstanceHandle object = find_handle(handles.objects, call.subject);
  std::vector<std::string> names;
  for (const int each : call.attributes) names.push_back(name_text(each));
  const auto known = handles.classes.find(call.subject);
  switch (call.service) {
    case Service::reserve_multiple_object_instance_names:
      return answer(rti.reserve_multiple_object_instance_names(names));
    case Service::release_multiple_object_instance_names:
      return answer(rti.release_multiple_object_instance_names(names));
    case Service::get_known_object_class_handle:
      return answer(rti.get_known_object_class_handle(object),
                    [&](ObjectClassHandle found) { return row_value(handles.row_of(found)); });
    case Service::get_object_instance_handle:
      return answer(rti.get_object_instance_handle(name_text(call.name)),
                    [&](ObjectInstanceHandle found) {
                      const auto id = handles.object_ids.find(found);
                      return row_value(id == handles.object_ids.end() ? unknown : id->second);
                    });
    case Service::get_object_instance_name:
      return answer(rti.get_object_instance_name(object),
                    [](const std::string& name) { return name; });
    case Service::get_update_rate_value_for_attribute: {
      const int row = known == handles.classes.end() ? unknown : known->second;
      return answer(rti.get_update_rate_value_for_attribute(
                        object, handles.attribute(row, call.attributes.front())),
                    [](double value) { return time_text(value); });
    }
    default:
      return {};
  }
}

std::optional<Answer> make_of_classes(const Call& call, RtiAmbassador& rti,
                                      const Handles& handles) {
  const auto row_of = [&](auto found) { return row_value(handles.row_of(found)); };
  const auto text = [](const std::string& name) { return name; };
  const int member = call.attributes.empty() ? unknown : call.attributes.front();
  static const std::vector<std::string> attribute_names = [] {
    std::vector<std::string> all;
    for (const fom::AttributeRow& each : fom::attributes()) all.push_back(each.name);
    return all;
  }();
  switch (call.service) {
    case Service::get_object_class_handle:
      return answer(rti.get_object_class_handle(class_text(fom::object_classes(), call.subject)),
                    row_of);
    case Service::get_object_class_name:
      return answer(rti.get_object_class_name(handles.object_class(call.subject)), text);
    case Service::get_attribute_handle:
      return answer(
          rti.get_attribute_handle(handles.object_class(call.subject),
                                   name_of(attribute_names, member)),
          [&](AttributeHandle found) { return row_value(handles.member_of(call.subject, found)); });
    case Service::get_attribute_name:
      return answer(rti.get_attribute_name(handles.object_class(call.subject),
                                           handles.attribute(call.subject, member)),
                    text);
    case Service::get_interaction_class_handle:
      return answer(
          rti.get_interaction_class_handle(class_text(fom::interaction_classes(), call.subject)),
          row_of);
    case Service::get_interaction_class_name:
      return answer(rti.get_interaction_class_name(handles.interaction(call.subject)), text);
    case Service::get_parameter_handle:
      return answer(
          rti.get_parameter_handle(handles.interaction(call.subject),
                                   name_of(fom::parameters(), member)),
          [&](ParameterHandle found) { return row_value(handles.member_of(call.subject, found)); });
    case Service::get_parameter_name:
      return answer(rti.get_parameter_name(handles.interaction(call.subject),
                                           handles.parameter(call.subject, member)),
                    text);
    default:
      return {};
  }
}

}  // namespace

std::optional<Answer> make_switch(const Call& call, RtiAmbassador& rti) {
  switch (call.service) {
#define X(name)       \
  case Service::name: \
    return answer(rti.name());
    ORRERY_REFERENCE_SWITCH_SERVICES(X)
#undef X
    default:
      return {};
  }
}

std::optional<Answer> make_support(const Call& call, RtiAmbassador& rti, const Handles& handles) {
  static const std::vector<std::string> orders{"Receive", "TimeStamp"};
  static const std::vector<std::string> transportations{"HLAreliable", "HLAbestEffort"};
  const auto text = [](const std::string& name) { return name; };
  const auto choice = [](auto value) { return row_value(static_cast<int>(value)); };
  const DimensionHandle dimension = call.choice < static_cast<int>(fom::dimensions().size())
                                        ? handles.dimension(call.choice)
                                        : DimensionHandle{no_handle};
  switch (call.service) {
    case Service::get_update_rate_value:
      return answer(
          rti.get_update_rate_value(call.choice > static_cast<int>(fom::update_rates().size())
                                        ? ""
                                        : name_of(fom::update_rates(), call.choice)),
          [](double value) { return time_text(value); });
    case Service::get_order_type:
      return answer(rti.get_order_type(name_of(orders, call.choice)), choice);
    case Service::get_order_name:
      return answer(rti.get_order_name(static_cast<OrderType>(call.choice)), text);
    case Service::get_transportation_type:
      return answer(rti.get_transportation_type(name_of(transportations, call.choice)), choice);
    case Service::get_transportation_name:
      return answer(rti.get_transportation_name(static_cast<TransportationType>(call.choice)),
                    text);
    case Service::get_dimension_handle:
      return answer(rti.get_dimension_handle(name_of(fom::dimensions(), call.choice)),
                    [&](DimensionHandle found) { return row_value(handles.row_of(found)); });
    case Service::get_dimension_name:
      return answer(rti.get_dimension_name(dimension), text);
    case Service::get_dimension_upper_bound:
      return answer(rti.get_dimension_upper_bound(dimension),
                    [](std::uint64_t bound) { return std::to_string(bound); });
    default:
      break;
  }
  if (auto made = make_of_federates(call, rti, handles)) return made;
  if (auto made = make_of_objects(call, rti, handles)) return made;
  return make_of_classes(call, rti, handles);
}

}  // namespace orrery::rti::testing
