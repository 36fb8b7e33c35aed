// Each call of a history as a call of the face.
#include <cmath>

#include "player.hpp"

namespace orrery::rti::testing {

namespace {

constexpr std::uint64_t invalid = 999'999'999;

template <class T>
auto find_handle(const std::map<int, T>& map, int id) {
  const auto found = map.find(id);
  T missing;
  missing.value = static_cast<decltype(missing.value)>(invalid);
  return found == map.end() ? missing : found->second;
}

Bytes raw(const std::string& text) { return std::as_bytes(std::span(text)); }

std::string time_value(const std::optional<LogicalTime>& time) {
  return time ? time_text(to_float64(*time)) : "undefined";
}

// What the arguments of a call are for the face.
struct Arguments {
  Arguments(const Call& call, const Handles& handles)
      : tag("t" + std::to_string(call.id)),
        value("v" + std::to_string(call.id)),
        object_class(handles.object_class(
            subject_of(call.service) == Subject::object_class ? call.subject : unknown)),
        interaction(handles.interaction(
            subject_of(call.service) == Subject::interaction ? call.subject : unknown)),
        object(find_handle(handles.objects, call.subject)),
        time(float64_time(call.time)) {
    const auto known = handles.classes.find(call.subject);
    const Subject subject = subject_of(call.service);
    const int row = subject == Subject::object_class ? call.subject
                    : known == handles.classes.end() ? unknown
                                                     : known->second;
    for (const int each : call.attributes) {
      attributes.push_back(handles.attribute(row, each));
      values.push_back({attributes.back(), raw(value)});
      const int of = subject == Subject::interaction ? call.subject : unknown;
      parameters.push_back({handles.parameter(of, each), raw(value)});
    }
    for (const int each : call.federates) federates.push_back(find_handle(handles.federates, each));
  }
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;

  std::string tag;
  std::string value;
  ObjectClassHandle object_class;
  InteractionClassHandle interaction;
  ObjectInstanceHandle object;
  LogicalTime time;
  std::vector<AttributeHandle> attributes;
  std::vector<AttributeValue> values;
  std::vector<ParameterValue> parameters;
  std::vector<FederateHandle> federates;
};

Answer answer(const Status& status) {
  if (status.ok()) return {};
  return {.error = status.error().code, .message = status.error().message};
}
template <class T, class Then>
Answer answer(const Result<T>& result, const Then& then) {
  if (!result.ok()) return {.error = result.error().code, .message = result.error().message};
  return {.value = then(*result)};
}

}  // namespace

Answer make(const Call& call, RtiAmbassador& rti, Handles& handles) {
  const Arguments given(call, handles);
  const auto keep_message = [&](const std::optional<MessageRetractionHandle>& made) {
    if (!made) return std::string("none");
    handles.messages[call.id] = *made;
    handles.message_ids[*made] = call.id;
    return std::string("message");
  };
  const auto keep_object = [&](ObjectInstanceHandle made) {
    handles.objects[call.id] = made;
    handles.object_ids[made] = call.id;
    handles.classes[call.id] = call.subject;
    return std::string("object");
  };
  const auto yes_no = [](bool value) { return std::string(value ? "true" : "false"); };
  const std::string name = call.name == unknown ? "" : name_text(call.name);
  const std::string label = label_text(call.name);
  switch (call.service) {
    case Service::create_federation_execution:
      return answer(rti.create_federation_execution("reference", fom::modules()));
    case Service::destroy_federation_execution:
      return answer(rti.destroy_federation_execution("reference"));
    case Service::list_federation_executions:
      return answer(rti.list_federation_executions(), [](const auto& all) {
        std::string names;
        for (const FederationInformation& each : all) names += each.name;
        return names;
      });
    case Service::join_federation_execution:
      return answer(rti.join_federation_execution("federate " + std::to_string(call.name), "type",
                                                  "reference"),
                    [&](FederateHandle made) {
                      handles.federates[call.federate] = made;
                      handles.joins[made] = call.id;
                      return std::string("federate");
                    });
    case Service::resign_federation_execution:
      return answer(rti.resign_federation_execution(static_cast<ResignAction>(call.choice)));
    case Service::register_federation_synchronization_point:
      return answer(
          rti.register_federation_synchronization_point(label, raw(given.tag), given.federates));
    case Service::synchronization_point_achieved:
      return answer(rti.synchronization_point_achieved(label, call.flag));
    case Service::publish_object_class_attributes:
      return answer(rti.publish_object_class_attributes(given.object_class, given.attributes));
    case Service::unpublish_object_class:
      return answer(rti.unpublish_object_class(given.object_class));
    case Service::unpublish_object_class_attributes:
      return answer(rti.unpublish_object_class_attributes(given.object_class, given.attributes));
    case Service::publish_interaction_class:
      return answer(rti.publish_interaction_class(given.interaction));
    case Service::unpublish_interaction_class:
      return answer(rti.unpublish_interaction_class(given.interaction));
    case Service::subscribe_object_class_attributes:
      return answer(
          rti.subscribe_object_class_attributes(given.object_class, given.attributes, call.flag));
    case Service::unsubscribe_object_class:
      return answer(rti.unsubscribe_object_class(given.object_class));
    case Service::unsubscribe_object_class_attributes:
      return answer(rti.unsubscribe_object_class_attributes(given.object_class, given.attributes));
    case Service::subscribe_interaction_class:
      return answer(rti.subscribe_interaction_class(given.interaction, call.flag));
    case Service::unsubscribe_interaction_class:
      return answer(rti.unsubscribe_interaction_class(given.interaction));
    case Service::reserve_object_instance_name:
      return answer(rti.reserve_object_instance_name(name));
    case Service::release_object_instance_name:
      return answer(rti.release_object_instance_name(name));
    case Service::register_object_instance:
      return answer(rti.register_object_instance(given.object_class, name), keep_object);
    case Service::update_attribute_values:
      return answer(rti.update_attribute_values(given.object, given.values, raw(given.tag)));
    case Service::update_attribute_values_timed:
      return answer(
          rti.update_attribute_values(given.object, given.values, raw(given.tag), given.time),
          keep_message);
    case Service::send_interaction:
      return answer(rti.send_interaction(given.interaction, given.parameters, raw(given.tag)));
    case Service::send_interaction_timed:
      return answer(
          rti.send_interaction(given.interaction, given.parameters, raw(given.tag), given.time),
          keep_message);
    case Service::delete_object_instance:
      return answer(rti.delete_object_instance(given.object, raw(given.tag)));
    case Service::delete_object_instance_timed:
      return answer(rti.delete_object_instance(given.object, raw(given.tag), given.time),
                    keep_message);
    case Service::local_delete_object_instance:
      return answer(rti.local_delete_object_instance(given.object));
    case Service::request_attribute_value_update:
      return answer(
          rti.request_attribute_value_update(given.object, given.attributes, raw(given.tag)));
    case Service::change_attribute_order_type:
      return answer(rti.change_attribute_order_type(given.object, given.attributes,
                                                    static_cast<OrderType>(call.choice)));
    case Service::change_interaction_order_type:
      return answer(rti.change_interaction_order_type(given.interaction,
                                                      static_cast<OrderType>(call.choice)));
    case Service::request_attribute_transportation_type_change:
      return answer(rti.request_attribute_transportation_type_change(
          given.object, given.attributes, static_cast<TransportationType>(call.choice)));
    case Service::query_attribute_transportation_type:
      return answer(
          rti.query_attribute_transportation_type(given.object, given.attributes.front()));
    case Service::request_interaction_transportation_type_change:
      return answer(rti.request_interaction_transportation_type_change(
          given.interaction, static_cast<TransportationType>(call.choice)));
    case Service::query_interaction_transportation_type:
      return answer(
          rti.query_interaction_transportation_type(given.federates.front(), given.interaction));
    case Service::enable_time_regulation:
      return answer(rti.enable_time_regulation(float64_interval(call.time)));
    case Service::disable_time_regulation:
      return answer(rti.disable_time_regulation());
    case Service::enable_time_constrained:
      return answer(rti.enable_time_constrained());
    case Service::disable_time_constrained:
      return answer(rti.disable_time_constrained());
    case Service::time_advance_request:
      return answer(rti.time_advance_request(given.time));
    case Service::time_advance_request_available:
      return answer(rti.time_advance_request_available(given.time));
    case Service::next_message_request:
      return answer(rti.next_message_request(given.time));
    case Service::next_message_request_available:
      return answer(rti.next_message_request_available(given.time));
    case Service::flush_queue_request:
      return answer(rti.flush_queue_request(given.time));
    case Service::enable_asynchronous_delivery:
      return answer(rti.enable_asynchronous_delivery());
    case Service::disable_asynchronous_delivery:
      return answer(rti.disable_asynchronous_delivery());
    case Service::query_galt:
      return answer(rti.query_galt(), time_value);
    case Service::query_lits:
      return answer(rti.query_lits(), time_value);
    case Service::query_logical_time:
      return answer(rti.query_logical_time(),
                    [](LogicalTime time) { return time_text(to_float64(time)); });
    case Service::modify_lookahead:
      return answer(rti.modify_lookahead(float64_interval(call.time)));
    case Service::query_lookahead:
      return answer(rti.query_lookahead(),
                    [](LogicalTimeInterval each) { return time_text(to_float64(each)); });
    case Service::retract:
      return answer(rti.retract(find_handle(handles.messages, call.subject)));
    case Service::evoke_callback:
      return answer(rti.evoke_callback(0), yes_no);
    case Service::evoke_multiple_callbacks:
      return answer(rti.evoke_multiple_callbacks(0, 1), yes_no);
  }
  return {};
}

}  // namespace orrery::rti::testing
