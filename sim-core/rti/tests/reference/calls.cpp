// Each call of a history as a call of the face.
#include "calls.hpp"

#include "calls_management.hpp"

namespace orrery::rti::testing {

std::string keep_object(const Call& call, ObjectInstanceHandle made, Handles& handles) {
  handles.objects[call.id] = made;
  handles.object_ids[made] = call.id;
  handles.classes[call.id] = call.subject;
  return "object";
}

std::string keep_message(const Call& call, const std::optional<MessageRetractionHandle>& made,
                         Handles& handles) {
  if (!made) return "none";
  handles.messages[call.id] = *made;
  handles.message_ids[*made] = call.id;
  return "message";
}

Answer make(const Call& call, RtiAmbassador& rti, Handles& handles) {
  if (auto made = make_support(call, rti, handles)) return *made;
  if (auto made = make_management(call, rti, handles)) return *made;
  const Arguments given(call, handles);
  const auto keep_message = [&](const std::optional<MessageRetractionHandle>& made) {
    return testing::keep_message(call, made, handles);
  };
  const auto keep_object = [&](ObjectInstanceHandle made) {
    return testing::keep_object(call, made, handles);
  };
  const auto number_or_undefined = [&](const std::optional<LogicalTime>& time) {
    return time ? time_text(handles.times.number(*time)) : "undefined";
  };
  const auto yes_no = [](bool value) { return std::string(value ? "true" : "false"); };
  const std::string name = call.name == unknown ? "" : name_text(call.name);
  const std::string label = label_text(call.name);
  if (const auto made = make_ownership(call, rti, handles)) return *made;
  if (const auto made = make_regions(call, rti, handles)) return *made;
  if (const auto made = make_switch(call, rti)) return *made;
  if (const auto made = make_save(call, rti, handles.times)) return *made;
  switch (call.service) {
    case Service::create_federation_execution:
      return answer(rti.create_federation_execution(
          "reference",
          call.choice == fom::no_modules           ? std::vector<FomModule>{}
          : call.choice == fom::conflicting_module ? fom::conflicting_modules()
                                                   : fom::modules(),
          handles.times.representation));
    case Service::disconnect:
      return answer(rti.disconnect());
    case Service::destroy_federation_execution:
      return answer(rti.destroy_federation_execution("reference"));
    case Service::list_federation_executions:
      return answer(rti.list_federation_executions(), [](const auto& all) {
        std::string names;
        for (const FederationInformation& each : all) names += each.name;
        return names;
      });
    case Service::join_federation_execution:
      return answer(rti.join_federation_execution(
                        "federate " + std::to_string(call.name), "type", "reference",
                        call.choice == fom::conflicting_module ? fom::conflicting_modules()
                                                               : std::vector<FomModule>{}),
                    [&](FederateHandle made) {
                      handles.federates[call.federate] = made;
                      handles.joins[made] = call.id;
                      handles.join_names["HLAfederate.federate " + std::to_string(call.name)] =
                          call.id;
                      return std::to_string(made.value);
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
    case Service::subscribe_object_class_attributes_with_rate:
      return answer(rti.subscribe_object_class_attributes(given.object_class, given.attributes,
                                                          call.flag, given.update_rate));
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
      return answer(rti.enable_time_regulation(handles.times.interval(call.time)));
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
      return answer(rti.query_galt(), number_or_undefined);
    case Service::query_lits:
      return answer(rti.query_lits(), number_or_undefined);
    case Service::query_logical_time:
      return answer(rti.query_logical_time(),
                    [&](LogicalTime time) { return time_text(handles.times.number(time)); });
    case Service::modify_lookahead:
      return answer(rti.modify_lookahead(handles.times.interval(call.time)));
    case Service::query_lookahead:
      return answer(rti.query_lookahead(), [&](LogicalTimeInterval each) {
        return time_text(handles.times.number(each));
      });
    case Service::retract:
      return answer(rti.retract(find_handle(handles.messages, call.subject)));
    case Service::evoke_callback:
      return answer(rti.evoke_callback(0), yes_no);
    case Service::evoke_multiple_callbacks:
      return answer(rti.evoke_multiple_callbacks(0, 1), yes_no);
    default:
      return {};
  }
}

}  // namespace orrery::rti::testing
