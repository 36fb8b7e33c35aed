// Services that report themselves (reporting.hpp): how, and those of federations, declarations and objects by their names in the
// standard. The others: reporting_ambassador.cpp.
#pragma once

#include <type_traits>

#include "federate/reporting.hpp"
#include "federate/service_text.hpp"

namespace orrery::rti {

class ReportedObjects : public Ambassador {
 public:
  using Ambassador::Ambassador;

  Status resign_federation_execution(ResignAction action) override {
    return invoke(
        "resignFederationExecution",
        [&] { return Ambassador::resign_federation_execution(action); }, action);
  }
  Status register_federation_synchronization_point(const std::string& label, Bytes tag,
                                                   std::span<const FederateHandle> set) override {
    return invoke(
        "registerFederationSynchronizationPoint",
        [&] { return Ambassador::register_federation_synchronization_point(label, tag, set); },
        label, tag, set);
  }
  Status synchronization_point_achieved(const std::string& label, bool success) override {
    return invoke(
        "synchronizationPointAchieved",
        [&] { return Ambassador::synchronization_point_achieved(label, success); }, label, success);
  }
  Status publish_object_class_attributes(ObjectClassHandle of,
                                         std::span<const AttributeHandle> attributes) override {
    return invoke(
        "publishObjectClassAttributes",
        [&] { return Ambassador::publish_object_class_attributes(of, attributes); }, of,
        attributes);
  }
  Status unpublish_object_class(ObjectClassHandle of) override {
    return invoke(
        "unpublishObjectClass", [&] { return Ambassador::unpublish_object_class(of); }, of);
  }
  Status unpublish_object_class_attributes(ObjectClassHandle of,
                                           std::span<const AttributeHandle> attributes) override {
    return invoke(
        "unpublishObjectClassAttributes",
        [&] { return Ambassador::unpublish_object_class_attributes(of, attributes); }, of,
        attributes);
  }
  Status publish_interaction_class(InteractionClassHandle of) override {
    return invoke(
        "publishInteractionClass", [&] { return Ambassador::publish_interaction_class(of); }, of);
  }
  Status unpublish_interaction_class(InteractionClassHandle of) override {
    return invoke(
        "unpublishInteractionClass", [&] { return Ambassador::unpublish_interaction_class(of); },
        of);
  }
  Status subscribe_object_class_attributes(ObjectClassHandle of,
                                           std::span<const AttributeHandle> attributes,
                                           bool active) override {
    return invoke(
        "subscribeObjectClassAttributes",
        [&] { return Ambassador::subscribe_object_class_attributes(of, attributes, active); }, of,
        attributes, active);
  }
  Status subscribe_object_class_attributes(ObjectClassHandle of,
                                           std::span<const AttributeHandle> attributes, bool active,
                                           const std::string& update_rate) override {
    return invoke(
        "subscribeObjectClassAttributes",
        [&] {
          return Ambassador::subscribe_object_class_attributes(of, attributes, active, update_rate);
        },
        of, attributes, active, update_rate);
  }
  Status unsubscribe_object_class(ObjectClassHandle of) override {
    return invoke(
        "unsubscribeObjectClass", [&] { return Ambassador::unsubscribe_object_class(of); }, of);
  }
  Status unsubscribe_object_class_attributes(ObjectClassHandle of,
                                             std::span<const AttributeHandle> attributes) override {
    return invoke(
        "unsubscribeObjectClassAttributes",
        [&] { return Ambassador::unsubscribe_object_class_attributes(of, attributes); }, of,
        attributes);
  }
  Status subscribe_interaction_class(InteractionClassHandle of, bool active) override {
    return invoke(
        "subscribeInteractionClass",
        [&] { return Ambassador::subscribe_interaction_class(of, active); }, of, active);
  }
  Status unsubscribe_interaction_class(InteractionClassHandle of) override {
    return invoke(
        "unsubscribeInteractionClass",
        [&] { return Ambassador::unsubscribe_interaction_class(of); }, of);
  }
  Status reserve_object_instance_name(const std::string& name) override {
    return invoke(
        "reserveObjectInstanceName", [&] { return Ambassador::reserve_object_instance_name(name); },
        name);
  }
  Status release_object_instance_name(const std::string& name) override {
    return invoke(
        "releaseObjectInstanceName", [&] { return Ambassador::release_object_instance_name(name); },
        name);
  }
  Status reserve_multiple_object_instance_names(std::span<const std::string> names) override {
    return invoke(
        "reserveMultipleObjectInstanceNames",
        [&] { return Ambassador::reserve_multiple_object_instance_names(names); }, names);
  }
  Status release_multiple_object_instance_names(std::span<const std::string> names) override {
    return invoke(
        "releaseMultipleObjectInstanceNames",
        [&] { return Ambassador::release_multiple_object_instance_names(names); }, names);
  }
  Result<ObjectInstanceHandle> register_object_instance(ObjectClassHandle of,
                                                        const std::string& name) override {
    return invoke(
        "registerObjectInstance", [&] { return Ambassador::register_object_instance(of, name); },
        of, name);
  }
  Status update_attribute_values(ObjectInstanceHandle object,
                                 std::span<const AttributeValue> values, Bytes tag) override {
    return invoke(
        "updateAttributeValues",
        [&] { return Ambassador::update_attribute_values(object, values, tag); }, object, values,
        tag);
  }
  Result<std::optional<MessageRetractionHandle>> update_attribute_values(
      ObjectInstanceHandle object, std::span<const AttributeValue> values, Bytes tag,
      LogicalTime time) override {
    return invoke(
        "updateAttributeValues",
        [&] { return Ambassador::update_attribute_values(object, values, tag, time); }, object,
        values, tag, time);
  }
  Status send_interaction(InteractionClassHandle of, std::span<const ParameterValue> values,
                          Bytes tag) override {
    return invoke(
        "sendInteraction", [&] { return Ambassador::send_interaction(of, values, tag); }, of,
        values, tag);
  }
  Result<std::optional<MessageRetractionHandle>> send_interaction(
      InteractionClassHandle of, std::span<const ParameterValue> values, Bytes tag,
      LogicalTime time) override {
    return invoke(
        "sendInteraction", [&] { return Ambassador::send_interaction(of, values, tag, time); }, of,
        values, tag, time);
  }
  Status delete_object_instance(ObjectInstanceHandle object, Bytes tag) override {
    return invoke(
        "deleteObjectInstance", [&] { return Ambassador::delete_object_instance(object, tag); },
        object, tag);
  }
  Result<std::optional<MessageRetractionHandle>> delete_object_instance(ObjectInstanceHandle object,
                                                                        Bytes tag,
                                                                        LogicalTime time) override {
    return invoke(
        "deleteObjectInstance",
        [&] { return Ambassador::delete_object_instance(object, tag, time); }, object, tag, time);
  }
  Status local_delete_object_instance(ObjectInstanceHandle object) override {
    return invoke(
        "localDeleteObjectInstance",
        [&] { return Ambassador::local_delete_object_instance(object); }, object);
  }
  Status request_attribute_value_update(ObjectClassHandle of,
                                        std::span<const AttributeHandle> attributes,
                                        Bytes tag) override {
    return invoke(
        "requestAttributeValueUpdate",
        [&] { return Ambassador::request_attribute_value_update(of, attributes, tag); }, of,
        attributes, tag);
  }
  Status request_attribute_value_update(ObjectInstanceHandle object,
                                        std::span<const AttributeHandle> attributes,
                                        Bytes tag) override {
    return invoke(
        "requestAttributeValueUpdate",
        [&] { return Ambassador::request_attribute_value_update(object, attributes, tag); }, object,
        attributes, tag);
  }
  Status change_attribute_order_type(ObjectInstanceHandle object,
                                     std::span<const AttributeHandle> attributes,
                                     OrderType order) override {
    return invoke(
        "changeAttributeOrderType",
        [&] { return Ambassador::change_attribute_order_type(object, attributes, order); }, object,
        attributes, order);
  }
  Status change_interaction_order_type(InteractionClassHandle of, OrderType order) override {
    return invoke(
        "changeInteractionOrderType",
        [&] { return Ambassador::change_interaction_order_type(of, order); }, of, order);
  }

 protected:
  template <class Call, class... Arguments>
  std::invoke_result_t<Call> invoke(const char* service, Call&& call,
                                    const Arguments&... arguments) {
    if (!local().reporting.any()) [[likely]]
      return call();
    return invoke_reported(service, call, arguments...);
  }

  template <class Call, class... Arguments>
  [[gnu::noinline]] std::invoke_result_t<Call> invoke_reported(const char* service, Call&& call,
                                                               const Arguments&... arguments) {
    const Federation* const federation = local().federation;
    const ServiceText text(local().rules.as);
    ServiceInvocation invocation{.service = service, .supplied = {text(arguments)...}};
    auto result = call();
    // With the federate, whoever watches it has gone.
    if (federation == nullptr || local().federation != federation) return result;
    if (!result) {
      invocation.error = &result.error();
    } else if constexpr (!std::is_same_v<decltype(result), Status>) {
      invocation.returned.push_back(text(*result));
    }
    local().federation->mom->report_service(local(), invocation);
    return result;
  }
};

}  // namespace orrery::rti
