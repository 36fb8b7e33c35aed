#include "calls_management.hpp"

#include <algorithm>

#include "calls.hpp"

namespace orrery::rti::testing {

namespace {

using management::Form;

constexpr const char* malformed = "malformed";

InteractionClassHandle managed_interaction(const Handles& handles, const std::string& name) {
  return *handles.model.interaction_class("HLAmanager." + name);
}

std::string join_text(const Handles& handles, std::uint64_t federate) {
  const auto found = handles.joins.find(FederateHandle{static_cast<std::uint32_t>(federate)});
  return found == handles.joins.end() ? "?" : "#" + std::to_string(found->second);
}

std::string object_class_name(const Handles& handles, std::uint64_t value) {
  const ObjectClassHandle handle{static_cast<std::uint16_t>(value)};
  return handles.model.has(handle) ? handles.model[handle].name : "?";
}
std::string interaction_name(const Handles& handles, std::uint64_t value) {
  const InteractionClassHandle handle{static_cast<std::uint16_t>(value)};
  return handles.model.has(handle) ? handles.model[handle].name : "?";
}

// A list as a text, in the order of the texts of its elements.
std::string list_of(Decoder& from, const std::function<std::string()>& read) {
  std::vector<std::string> all;
  for (std::int32_t left = from.integer32(); left > 0 && from.ok(); --left) all.push_back(read());
  std::erase(all, fom::attributes()[fom::privilege_to_delete].name);
  std::ranges::sort(all);
  std::string text = "{";
  for (const std::string& each : all) text += (text.size() > 1 ? " " : "") + each;
  return text + "}";
}

std::string text_of(const Handles& handles, Form form, Bytes value, const std::string& class_name) {
  Decoder from(value);
  const auto equals = [&](const std::string& what) {
    return what + "=" + std::to_string(from.integer32());
  };
  std::string text;
  switch (form) {
    case Form::any:
      return "";
    case Form::number:
      text = std::to_string(from.integer32());
      break;
    case Form::text:
      text = from.unicode();
      break;
    case Form::federate:
      text = join_text(handles, from.handle());
      break;
    case Form::federates:
      text = list_of(from, [&] { return join_text(handles, from.handle()); });
      break;
    case Form::time: {
      const Bytes raw = from.opaque();
      text = raw.empty() ? "undefined"
                         : time_text(handles.times.representation == TimeRepresentation::float64
                                         ? Decoder(raw).float64()
                                         : static_cast<double>(Decoder(raw).integer64()));
      break;
    }
    case Form::object_class:
      text = object_class_name(handles, from.handle());
      break;
    case Form::interaction:
      text = interaction_name(handles, from.handle());
      break;
    case Form::attributes:
      text = list_of(from, [&] {
        const std::uint64_t attribute = from.handle();
        const auto of = handles.model.object_class(class_name);
        if (!of || attribute >= handles.model[*of].attributes.size()) return std::string("?");
        return handles.model[*of].attributes[attribute].name;
      });
      break;
    case Form::interactions:
      text = list_of(from, [&] { return interaction_name(handles, from.handle()); });
      break;
    case Form::subscriptions:
      text = list_of(from, [&] {
        const std::string name = interaction_name(handles, from.handle());
        return name + (from.integer32() != 0 ? "+" : "");
      });
      break;
    case Form::class_counts:
      text = list_of(from, [&] { return equals(object_class_name(handles, from.handle())); });
      break;
    case Form::interaction_counts:
      text = list_of(from, [&] { return equals(interaction_name(handles, from.handle())); });
      break;
    case Form::points:
      text = list_of(from, [&] { return from.unicode(); });
      break;
  }
  return from.ok() && from.at_end() ? text : malformed;
}

template <class Value, class NameOf>
std::map<int, std::string> values_of(const Handles& handles, const management::Class& row,
                                     std::span<const Value> values, const NameOf& name_of) {
  std::map<std::string, Bytes> given;
  for (const Value& each : values) given[name_of(each)] = each.value;
  std::string class_name;
  std::map<int, std::string> texts;
  for (std::size_t place = 0; place < row.members.size(); ++place) {
    const management::Member& member = row.members[place];
    const auto found = given.find(member.name);
    if (found == given.end()) continue;
    const std::string text = text_of(handles, member.form, found->second, class_name);
    if (member.form == Form::object_class) class_name = text;
    texts[static_cast<int>(place)] = text;
  }
  return texts;
}

Answer send_request(const Call& call, RtiAmbassador& rti, Handles& handles) {
  const management::Request& row = management::requests()[static_cast<std::size_t>(call.subject)];
  const InteractionClassHandle interaction = managed_interaction(handles, row.name);
  std::map<std::string, std::vector<std::byte>> values;
  const auto handle = handles.federates.find(call.federates.front());
  if (row.kind != management::Request::Kind::mistake && handle != handles.federates.end() &&
      row.name.starts_with("HLAfederate.")) {
    values["HLAfederate"] = Encoder().handle(handle->second.value).take();
  }
  const std::vector<std::byte> state = Encoder().integer32(call.choice).take();
  switch (row.kind) {
    case management::Request::Kind::set_switches:
      values[call.flag ? "HLAconveyRegionDesignatorSets" : "HLAconveyProducingFederate"] = state;
      break;
    case management::Request::Kind::set_service_reporting:
    case management::Request::Kind::set_exception_reporting:
      values["HLAreportingState"] = state;
      break;
    default:
      break;
  }
  std::vector<ParameterValue> given;
  for (const auto& [name, value] : values)
    given.push_back({*handles.model.parameter(interaction, name), value});
  return answer(rti.send_interaction(interaction, given));
}

template <class Handle>
int place_of(const std::vector<Handle>& all, Handle handle) {
  const auto found = std::ranges::find(all, handle);
  return found == all.end() ? unknown : static_cast<int>(found - all.begin());
}

}  // namespace

int managed_class_of(const Handles& handles, ObjectClassHandle object_class) {
  return place_of(handles.managed_classes, object_class);
}

int report_of(const Handles& handles, InteractionClassHandle interaction) {
  return place_of(handles.report_classes, interaction);
}

int managed_object_named(const Handles& handles, const std::string& name) {
  if (name == "HLAfederation.reference") return management::federation;
  const auto found = handles.join_names.find(name);
  return found == handles.join_names.end() ? unknown : found->second;
}

std::map<int, std::string> managed_values(const Handles& handles, int object_class,
                                          std::span<const AttributeValue> values) {
  const ObjectClassHandle of = handles.managed_classes[static_cast<std::size_t>(object_class)];
  return values_of(handles, management::object_classes()[static_cast<std::size_t>(object_class)],
                   values, [&](const AttributeValue& each) {
                     return handles.model[of].attributes[each.attribute.value].name;
                   });
}

std::map<int, std::string> report_values(const Handles& handles, int report,
                                         std::span<const ParameterValue> values) {
  const management::Class& row = management::reports()[static_cast<std::size_t>(report)];
  const InteractionClassHandle of = handles.report_classes[static_cast<std::size_t>(report)];
  return values_of(handles, row, values, [&](const ParameterValue& each) {
    return handles.model[of].parameters[each.parameter.value];
  });
}

std::optional<Answer> make_management(const Call& call, RtiAmbassador& rti, Handles& handles) {
  const auto of_objects = [&] {
    return handles.managed_classes[static_cast<std::size_t>(call.subject)];
  };
  const auto attributes = [&] {
    const auto& row = management::object_classes()[static_cast<std::size_t>(call.subject)];
    std::vector<AttributeHandle> all;
    for (const int each : call.attributes) {
      all.push_back(
          *handles.model.attribute(of_objects(), row.members[static_cast<std::size_t>(each)].name));
    }
    return all;
  };
  const auto report = [&] {
    return handles.report_classes[static_cast<std::size_t>(call.subject)];
  };
  switch (call.service) {
    case Service::subscribe_management_objects:
      return answer(rti.subscribe_object_class_attributes(of_objects(), attributes()));
    case Service::unsubscribe_management_objects:
      return answer(rti.unsubscribe_object_class(of_objects()));
    case Service::request_management_values:
      return answer(rti.request_attribute_value_update(of_objects(), attributes(), {}));
    case Service::subscribe_reports:
      return answer(rti.subscribe_interaction_class(report()));
    case Service::unsubscribe_reports:
      return answer(rti.unsubscribe_interaction_class(report()));
    case Service::publish_requests:
      return answer(rti.publish_interaction_class(managed_interaction(
          handles, management::requests()[static_cast<std::size_t>(call.subject)].name)));
    case Service::send_request:
      return send_request(call, rti, handles);
    default:
      return {};
  }
}

}  // namespace orrery::rti::testing
