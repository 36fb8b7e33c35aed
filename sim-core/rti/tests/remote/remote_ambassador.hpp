// The services of a federate whose node is served elsewhere: each is a request over the node's line.
#pragma once

#include "marshal.hpp"
#include "protocol.hpp"
#include "remote_node.hpp"

namespace orrery::rti::testing {

class RemoteAmbassador final : public RtiAmbassador {
 public:
  RemoteAmbassador(RemoteNode& node, FederateAmbassador& federate, CallbackModel model)
      : node_(node), number_(node.connected(federate, model)) {}
  RemoteAmbassador(const RemoteAmbassador&) = delete;
  RemoteAmbassador& operator=(const RemoteAmbassador&) = delete;
  ~RemoteAmbassador() override { node_.disconnect(number_); }

  Status disconnect() override { return ask<&RtiAmbassador::disconnect>(); }
  Status create_federation_execution(const std::string& name, const std::vector<FomModule>& modules,
                                     TimeRepresentation time) override {
    return ask<&RtiAmbassador::create_federation_execution>(name, modules, time);
  }
  Result<std::vector<FederationInformation>> list_federation_executions() override {
    return ask<&RtiAmbassador::list_federation_executions>();
  }
  Result<FederateHandle> join_federation_execution(
      const std::string& federate_name, const std::string& federate_type,
      const std::string& federation_name,
      const std::vector<FomModule>& additional_modules) override {
    return ask<&RtiAmbassador::join_federation_execution>(federate_name, federate_type,
                                                          federation_name, additional_modules);
  }
  Status resign_federation_execution(ResignAction action) override {
    return ask<&RtiAmbassador::resign_federation_execution>(action);
  }
  Status register_federation_synchronization_point(const std::string& label, Bytes tag,
                                                   std::span<const FederateHandle> set) override {
    return ask<&RtiAmbassador::register_federation_synchronization_point>(label, tag, set);
  }
  Status synchronization_point_achieved(const std::string& label, bool success) override {
    return ask<&RtiAmbassador::synchronization_point_achieved>(label, success);
  }
  Status publish_object_class_attributes(ObjectClassHandle of,
                                         std::span<const AttributeHandle> attributes) override {
    return ask<&RtiAmbassador::publish_object_class_attributes>(of, attributes);
  }
  Status publish_interaction_class(InteractionClassHandle of) override {
    return ask<&RtiAmbassador::publish_interaction_class>(of);
  }
  Status subscribe_object_class_attributes(ObjectClassHandle of,
                                           std::span<const AttributeHandle> attributes,
                                           bool active) override {
    return ask<unrated::subscribe_object_class_attributes>(of, attributes, active);
  }
  Status subscribe_interaction_class(InteractionClassHandle of, bool active) override {
    return ask<&RtiAmbassador::subscribe_interaction_class>(of, active);
  }
  Result<ObjectInstanceHandle> register_object_instance(ObjectClassHandle of,
                                                        const std::string& name) override {
    return ask<&RtiAmbassador::register_object_instance>(of, name);
  }
  Status update_attribute_values(ObjectInstanceHandle object,
                                 std::span<const AttributeValue> values, Bytes tag) override {
    return ask<untimed::update_attribute_values>(object, values, tag);
  }
  Status send_interaction(InteractionClassHandle of, std::span<const ParameterValue> values,
                          Bytes tag) override {
    return ask<untimed::send_interaction>(of, values, tag);
  }
  Status enable_time_regulation(LogicalTimeInterval lookahead) override {
    return ask<&RtiAmbassador::enable_time_regulation>(lookahead);
  }
  Status enable_time_constrained() override {
    return ask<&RtiAmbassador::enable_time_constrained>();
  }
  Status enable_asynchronous_delivery() override {
    return ask<&RtiAmbassador::enable_asynchronous_delivery>();
  }
  Status time_advance_request(LogicalTime time) override {
    return ask<&RtiAmbassador::time_advance_request>(time);
  }
  Result<ObjectClassHandle> get_object_class_handle(std::string_view name) override {
    return ask<&RtiAmbassador::get_object_class_handle>(name);
  }
  Result<AttributeHandle> get_attribute_handle(ObjectClassHandle of,
                                               std::string_view name) override {
    return ask<&RtiAmbassador::get_attribute_handle>(of, name);
  }
  Result<InteractionClassHandle> get_interaction_class_handle(std::string_view name) override {
    return ask<&RtiAmbassador::get_interaction_class_handle>(name);
  }
  Result<ParameterHandle> get_parameter_handle(InteractionClassHandle of,
                                               std::string_view name) override {
    return ask<&RtiAmbassador::get_parameter_handle>(of, name);
  }
  Result<FederateHandle> get_federate_handle(std::string_view name) override {
    return ask<&RtiAmbassador::get_federate_handle>(name);
  }
  Result<bool> evoke_multiple_callbacks(double least_s, double most_s) override {
    return ask<&RtiAmbassador::evoke_multiple_callbacks>(least_s, most_s);
  }
  Status destroy_federation_execution(const std::string& name) override {
    return ask<&RtiAmbassador::destroy_federation_execution>(name);
  }
  Status unpublish_object_class(ObjectClassHandle of) override {
    return ask<&RtiAmbassador::unpublish_object_class>(of);
  }
  Status unpublish_object_class_attributes(ObjectClassHandle of,
                                           std::span<const AttributeHandle> attributes) override {
    return ask<&RtiAmbassador::unpublish_object_class_attributes>(of, attributes);
  }
  Status unpublish_interaction_class(InteractionClassHandle of) override {
    return ask<&RtiAmbassador::unpublish_interaction_class>(of);
  }
  Status unsubscribe_object_class(ObjectClassHandle of) override {
    return ask<&RtiAmbassador::unsubscribe_object_class>(of);
  }
  Status unsubscribe_object_class_attributes(ObjectClassHandle of,
                                             std::span<const AttributeHandle> attributes) override {
    return ask<&RtiAmbassador::unsubscribe_object_class_attributes>(of, attributes);
  }
  Status unsubscribe_interaction_class(InteractionClassHandle of) override {
    return ask<&RtiAmbassador::unsubscribe_interaction_class>(of);
  }
  Status reserve_object_instance_name(const std::string& name) override {
    return ask<&RtiAmbassador::reserve_object_instance_name>(name);
  }
  Status release_object_instance_name(const std::string& name) override {
    return ask<&RtiAmbassador::release_object_instance_name>(name);
  }
  Result<std::optional<MessageRetractionHandle>> update_attribute_values(
      ObjectInstanceHandle object, std::span<const AttributeValue> values, Bytes tag,
      LogicalTime time) override {
    return ask<timed::update_attribute_values>(object, values, tag, time);
  }
  Result<std::optional<MessageRetractionHandle>> send_interaction(
      InteractionClassHandle of, std::span<const ParameterValue> values, Bytes tag,
      LogicalTime time) override {
    return ask<timed::send_interaction>(of, values, tag, time);
  }
  Status delete_object_instance(ObjectInstanceHandle object, Bytes tag) override {
    return ask<untimed::delete_object_instance>(object, tag);
  }
  Result<std::optional<MessageRetractionHandle>> delete_object_instance(ObjectInstanceHandle object,
                                                                        Bytes tag,
                                                                        LogicalTime time) override {
    return ask<timed::delete_object_instance>(object, tag, time);
  }
  Status local_delete_object_instance(ObjectInstanceHandle object) override {
    return ask<&RtiAmbassador::local_delete_object_instance>(object);
  }
  Status request_attribute_value_update(ObjectInstanceHandle object,
                                        std::span<const AttributeHandle> attributes,
                                        Bytes tag) override {
    return ask<request_values::of_object>(object, attributes, tag);
  }
  Status request_attribute_value_update(ObjectClassHandle of,
                                        std::span<const AttributeHandle> attributes,
                                        Bytes tag) override {
    return ask<request_values::of_class>(of, attributes, tag);
  }
  Status change_attribute_order_type(ObjectInstanceHandle object,
                                     std::span<const AttributeHandle> attributes,
                                     OrderType order) override {
    return ask<&RtiAmbassador::change_attribute_order_type>(object, attributes, order);
  }
  Status change_interaction_order_type(InteractionClassHandle of, OrderType order) override {
    return ask<&RtiAmbassador::change_interaction_order_type>(of, order);
  }
  Status unconditional_attribute_ownership_divestiture(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override {
    return ask<&RtiAmbassador::unconditional_attribute_ownership_divestiture>(object, attributes);
  }
  Status negotiated_attribute_ownership_divestiture(ObjectInstanceHandle object,
                                                    std::span<const AttributeHandle> attributes,
                                                    Bytes tag) override {
    return ask<&RtiAmbassador::negotiated_attribute_ownership_divestiture>(object, attributes, tag);
  }
  Status confirm_divestiture(ObjectInstanceHandle object,
                             std::span<const AttributeHandle> attributes, Bytes tag) override {
    return ask<&RtiAmbassador::confirm_divestiture>(object, attributes, tag);
  }
  Status attribute_ownership_acquisition(ObjectInstanceHandle object,
                                         std::span<const AttributeHandle> attributes,
                                         Bytes tag) override {
    return ask<&RtiAmbassador::attribute_ownership_acquisition>(object, attributes, tag);
  }
  Status attribute_ownership_acquisition_if_available(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override {
    return ask<&RtiAmbassador::attribute_ownership_acquisition_if_available>(object, attributes);
  }
  Status attribute_ownership_release_denied(ObjectInstanceHandle object,
                                            std::span<const AttributeHandle> attributes) override {
    return ask<&RtiAmbassador::attribute_ownership_release_denied>(object, attributes);
  }
  Result<std::vector<AttributeHandle>> attribute_ownership_divestiture_if_wanted(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override {
    return ask<&RtiAmbassador::attribute_ownership_divestiture_if_wanted>(object, attributes);
  }
  Status cancel_negotiated_attribute_ownership_divestiture(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override {
    return ask<&RtiAmbassador::cancel_negotiated_attribute_ownership_divestiture>(object,
                                                                                  attributes);
  }
  Status cancel_attribute_ownership_acquisition(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override {
    return ask<&RtiAmbassador::cancel_attribute_ownership_acquisition>(object, attributes);
  }
  Status query_attribute_ownership(ObjectInstanceHandle object,
                                   AttributeHandle attribute) override {
    return ask<&RtiAmbassador::query_attribute_ownership>(object, attribute);
  }
  Result<bool> is_attribute_owned_by_federate(ObjectInstanceHandle object,
                                              AttributeHandle attribute) override {
    return ask<&RtiAmbassador::is_attribute_owned_by_federate>(object, attribute);
  }
  Status disable_time_regulation() override {
    return ask<&RtiAmbassador::disable_time_regulation>();
  }
  Status disable_time_constrained() override {
    return ask<&RtiAmbassador::disable_time_constrained>();
  }
  Status time_advance_request_available(LogicalTime time) override {
    return ask<&RtiAmbassador::time_advance_request_available>(time);
  }
  Status next_message_request(LogicalTime time) override {
    return ask<&RtiAmbassador::next_message_request>(time);
  }
  Status next_message_request_available(LogicalTime time) override {
    return ask<&RtiAmbassador::next_message_request_available>(time);
  }
  Status flush_queue_request(LogicalTime time) override {
    return ask<&RtiAmbassador::flush_queue_request>(time);
  }
  Status disable_asynchronous_delivery() override {
    return ask<&RtiAmbassador::disable_asynchronous_delivery>();
  }
  Result<std::optional<LogicalTime>> query_galt() override {
    return ask<&RtiAmbassador::query_galt>();
  }
  Result<std::optional<LogicalTime>> query_lits() override {
    return ask<&RtiAmbassador::query_lits>();
  }
  Result<LogicalTime> query_logical_time() override {
    return ask<&RtiAmbassador::query_logical_time>();
  }
  Status modify_lookahead(LogicalTimeInterval lookahead) override {
    return ask<&RtiAmbassador::modify_lookahead>(lookahead);
  }
  Result<LogicalTimeInterval> query_lookahead() override {
    return ask<&RtiAmbassador::query_lookahead>();
  }
  Status retract(MessageRetractionHandle retraction) override {
    return ask<&RtiAmbassador::retract>(retraction);
  }
  Result<std::string> get_object_class_name(ObjectClassHandle of) override {
    return ask<&RtiAmbassador::get_object_class_name>(of);
  }
  Result<std::string> get_interaction_class_name(InteractionClassHandle of) override {
    return ask<&RtiAmbassador::get_interaction_class_name>(of);
  }
  Result<std::string> get_attribute_name(ObjectClassHandle of, AttributeHandle attribute) override {
    return ask<&RtiAmbassador::get_attribute_name>(of, attribute);
  }
  Result<std::string> get_parameter_name(InteractionClassHandle of,
                                         ParameterHandle parameter) override {
    return ask<&RtiAmbassador::get_parameter_name>(of, parameter);
  }
  Result<ObjectInstanceHandle> get_object_instance_handle(std::string_view name) override {
    return ask<&RtiAmbassador::get_object_instance_handle>(name);
  }
  Result<std::string> get_object_instance_name(ObjectInstanceHandle object) override {
    return ask<&RtiAmbassador::get_object_instance_name>(object);
  }
  Result<ObjectClassHandle> get_known_object_class_handle(ObjectInstanceHandle object) override {
    return ask<&RtiAmbassador::get_known_object_class_handle>(object);
  }
  Result<std::string> get_federate_name(FederateHandle federate) override {
    return ask<&RtiAmbassador::get_federate_name>(federate);
  }
  Result<bool> evoke_callback(double least_s) override {
    return ask<&RtiAmbassador::evoke_callback>(least_s);
  }
  Result<RegionHandle> create_region(std::span<const DimensionHandle> dimensions) override {
    return ask<&RtiAmbassador::create_region>(dimensions);
  }
  Status commit_region_modifications(std::span<const RegionHandle> regions) override {
    return ask<&RtiAmbassador::commit_region_modifications>(regions);
  }
  Status delete_region(RegionHandle region) override {
    return ask<&RtiAmbassador::delete_region>(region);
  }
  Result<ObjectInstanceHandle> register_object_instance_with_regions(
      ObjectClassHandle of, std::span<const AttributeRegions> regions,
      const std::string& name) override {
    return ask<&RtiAmbassador::register_object_instance_with_regions>(of, regions, name);
  }
  Status associate_regions_for_updates(ObjectInstanceHandle object,
                                       std::span<const AttributeRegions> regions) override {
    return ask<&RtiAmbassador::associate_regions_for_updates>(object, regions);
  }
  Status unassociate_regions_for_updates(ObjectInstanceHandle object,
                                         std::span<const AttributeRegions> regions) override {
    return ask<&RtiAmbassador::unassociate_regions_for_updates>(object, regions);
  }
  Status subscribe_object_class_attributes_with_regions(ObjectClassHandle of,
                                                        std::span<const AttributeRegions> regions,
                                                        bool active,
                                                        const std::string& update_rate) override {
    return ask<&RtiAmbassador::subscribe_object_class_attributes_with_regions>(of, regions, active,
                                                                               update_rate);
  }
  Status unsubscribe_object_class_attributes_with_regions(
      ObjectClassHandle of, std::span<const AttributeRegions> regions) override {
    return ask<&RtiAmbassador::unsubscribe_object_class_attributes_with_regions>(of, regions);
  }
  Status subscribe_interaction_class_with_regions(InteractionClassHandle of,
                                                  std::span<const RegionHandle> regions,
                                                  bool active) override {
    return ask<&RtiAmbassador::subscribe_interaction_class_with_regions>(of, regions, active);
  }
  Status unsubscribe_interaction_class_with_regions(
      InteractionClassHandle of, std::span<const RegionHandle> regions) override {
    return ask<&RtiAmbassador::unsubscribe_interaction_class_with_regions>(of, regions);
  }
  Status send_interaction_with_regions(InteractionClassHandle of,
                                       std::span<const ParameterValue> values,
                                       std::span<const RegionHandle> regions, Bytes tag) override {
    return ask<untimed::send_interaction_with_regions>(of, values, regions, tag);
  }
  Result<std::optional<MessageRetractionHandle>> send_interaction_with_regions(
      InteractionClassHandle of, std::span<const ParameterValue> values,
      std::span<const RegionHandle> regions, Bytes tag, LogicalTime time) override {
    return ask<timed::send_interaction_with_regions>(of, values, regions, tag, time);
  }
  Status request_attribute_value_update_with_regions(ObjectClassHandle of,
                                                     std::span<const AttributeRegions> regions,
                                                     Bytes tag) override {
    return ask<&RtiAmbassador::request_attribute_value_update_with_regions>(of, regions, tag);
  }
  Result<std::vector<DimensionHandle>> get_available_dimensions_for_class_attribute(
      ObjectClassHandle of, AttributeHandle attribute) override {
    return ask<&RtiAmbassador::get_available_dimensions_for_class_attribute>(of, attribute);
  }
  Result<std::vector<DimensionHandle>> get_available_dimensions_for_interaction_class(
      InteractionClassHandle of) override {
    return ask<&RtiAmbassador::get_available_dimensions_for_interaction_class>(of);
  }
  Result<DimensionHandle> get_dimension_handle(std::string_view name) override {
    return ask<&RtiAmbassador::get_dimension_handle>(name);
  }
  Result<std::string> get_dimension_name(DimensionHandle dimension) override {
    return ask<&RtiAmbassador::get_dimension_name>(dimension);
  }
  Result<std::uint64_t> get_dimension_upper_bound(DimensionHandle dimension) override {
    return ask<&RtiAmbassador::get_dimension_upper_bound>(dimension);
  }
  Result<std::vector<DimensionHandle>> get_dimension_handle_set(RegionHandle region) override {
    return ask<&RtiAmbassador::get_dimension_handle_set>(region);
  }
  Result<RangeBounds> get_range_bounds(RegionHandle region, DimensionHandle dimension) override {
    return ask<&RtiAmbassador::get_range_bounds>(region, dimension);
  }
  Status set_range_bounds(RegionHandle region, DimensionHandle dimension,
                          RangeBounds bounds) override {
    return ask<&RtiAmbassador::set_range_bounds>(region, dimension, bounds);
  }
  Status enable_object_class_relevance_advisory_switch() override {
    return ask<&RtiAmbassador::enable_object_class_relevance_advisory_switch>();
  }
  Status disable_object_class_relevance_advisory_switch() override {
    return ask<&RtiAmbassador::disable_object_class_relevance_advisory_switch>();
  }
  Status enable_attribute_relevance_advisory_switch() override {
    return ask<&RtiAmbassador::enable_attribute_relevance_advisory_switch>();
  }
  Status disable_attribute_relevance_advisory_switch() override {
    return ask<&RtiAmbassador::disable_attribute_relevance_advisory_switch>();
  }
  Status enable_attribute_scope_advisory_switch() override {
    return ask<&RtiAmbassador::enable_attribute_scope_advisory_switch>();
  }
  Status disable_attribute_scope_advisory_switch() override {
    return ask<&RtiAmbassador::disable_attribute_scope_advisory_switch>();
  }
  Status enable_interaction_relevance_advisory_switch() override {
    return ask<&RtiAmbassador::enable_interaction_relevance_advisory_switch>();
  }
  Status disable_interaction_relevance_advisory_switch() override {
    return ask<&RtiAmbassador::disable_interaction_relevance_advisory_switch>();
  }
  Status request_federation_save(const std::string& label) override {
    return ask<untimed::request_federation_save>(label);
  }
  Status request_federation_save(const std::string& label, LogicalTime time) override {
    return ask<timed::request_federation_save>(label, time);
  }
  Status federate_save_begun() override { return ask<&RtiAmbassador::federate_save_begun>(); }
  Status federate_save_complete() override { return ask<&RtiAmbassador::federate_save_complete>(); }
  Status federate_save_not_complete() override {
    return ask<&RtiAmbassador::federate_save_not_complete>();
  }
  Status abort_federation_save() override { return ask<&RtiAmbassador::abort_federation_save>(); }
  Status query_federation_save_status() override {
    return ask<&RtiAmbassador::query_federation_save_status>();
  }
  Status request_federation_restore(const std::string& label) override {
    return ask<&RtiAmbassador::request_federation_restore>(label);
  }
  Status federate_restore_complete() override {
    return ask<&RtiAmbassador::federate_restore_complete>();
  }
  Status federate_restore_not_complete() override {
    return ask<&RtiAmbassador::federate_restore_not_complete>();
  }
  Status abort_federation_restore() override {
    return ask<&RtiAmbassador::abort_federation_restore>();
  }
  Status query_federation_restore_status() override {
    return ask<&RtiAmbassador::query_federation_restore_status>();
  }
  Status request_attribute_transportation_type_change(ObjectInstanceHandle object,
                                                      std::span<const AttributeHandle> attributes,
                                                      TransportationType type) override {
    return ask<&RtiAmbassador::request_attribute_transportation_type_change>(object, attributes,
                                                                             type);
  }
  Status query_attribute_transportation_type(ObjectInstanceHandle object,
                                             AttributeHandle attribute) override {
    return ask<&RtiAmbassador::query_attribute_transportation_type>(object, attribute);
  }
  Status request_interaction_transportation_type_change(InteractionClassHandle of,
                                                        TransportationType type) override {
    return ask<&RtiAmbassador::request_interaction_transportation_type_change>(of, type);
  }
  Status query_interaction_transportation_type(FederateHandle federate,
                                               InteractionClassHandle of) override {
    return ask<&RtiAmbassador::query_interaction_transportation_type>(federate, of);
  }
  Result<TransportationType> get_transportation_type(std::string_view name) override {
    return ask<&RtiAmbassador::get_transportation_type>(name);
  }
  Result<std::string> get_transportation_name(TransportationType type) override {
    return ask<&RtiAmbassador::get_transportation_name>(type);
  }
  Status create_federation_execution_with_mim(const std::string& name,
                                              const std::vector<FomModule>& modules,
                                              const FomModule& mim,
                                              TimeRepresentation time) override {
    return ask<&RtiAmbassador::create_federation_execution_with_mim>(name, modules, mim, time);
  }
  Result<std::vector<FederationMember>> list_federation_execution_members(
      const std::string& federation_name) override {
    return ask<&RtiAmbassador::list_federation_execution_members>(federation_name);
  }
  Status subscribe_object_class_attributes(ObjectClassHandle of,
                                           std::span<const AttributeHandle> attributes, bool active,
                                           const std::string& update_rate) override {
    return ask<rated::subscribe_object_class_attributes>(of, attributes, active, update_rate);
  }
  Status reserve_multiple_object_instance_names(std::span<const std::string> names) override {
    return ask<&RtiAmbassador::reserve_multiple_object_instance_names>(names);
  }
  Status release_multiple_object_instance_names(std::span<const std::string> names) override {
    return ask<&RtiAmbassador::release_multiple_object_instance_names>(names);
  }
  Result<ResignAction> get_automatic_resign_directive() override {
    return ask<&RtiAmbassador::get_automatic_resign_directive>();
  }
  Status set_automatic_resign_directive(ResignAction directive) override {
    return ask<&RtiAmbassador::set_automatic_resign_directive>(directive);
  }
  Result<double> get_update_rate_value(std::string_view designator) override {
    return ask<&RtiAmbassador::get_update_rate_value>(designator);
  }
  Result<double> get_update_rate_value_for_attribute(ObjectInstanceHandle object,
                                                     AttributeHandle attribute) override {
    return ask<&RtiAmbassador::get_update_rate_value_for_attribute>(object, attribute);
  }
  Result<OrderType> get_order_type(std::string_view name) override {
    return ask<&RtiAmbassador::get_order_type>(name);
  }
  Result<std::string> get_order_name(OrderType type) override {
    return ask<&RtiAmbassador::get_order_name>(type);
  }
  Result<std::uint64_t> normalize_federate_handle(FederateHandle federate) override {
    return ask<&RtiAmbassador::normalize_federate_handle>(federate);
  }
  Result<std::uint64_t> normalize_service_group(ServiceGroup group) override {
    return ask<&RtiAmbassador::normalize_service_group>(group);
  }
  Status enable_callbacks() override { return ask<&RtiAmbassador::enable_callbacks>(); }
  Status disable_callbacks() override { return ask<&RtiAmbassador::disable_callbacks>(); }
  Result<bool> get_convey_region_designator_sets_switch() override {
    return ask<&RtiAmbassador::get_convey_region_designator_sets_switch>();
  }
  Status set_convey_region_designator_sets_switch(bool on) override {
    return ask<&RtiAmbassador::set_convey_region_designator_sets_switch>(on);
  }
  Result<TimeRepresentation> get_time_representation() override {
    return ask<&RtiAmbassador::get_time_representation>();
  }
  Result<std::string> get_hla_version() override { return ask<&RtiAmbassador::get_hla_version>(); }
  Result<Congestion> congestion() override { return ask<&RtiAmbassador::congestion>(); }
  Status change_bundling(const Bundling& bundling) override {
    return ask<&RtiAmbassador::change_bundling>(bundling);
  }
  Status change_rate_limit(const base::Rate& rate) override {
    return ask<&RtiAmbassador::change_rate_limit>(rate);
  }
  Status change_congestion_avoidance(const CongestionAvoidance& avoidance) override {
    return ask<&RtiAmbassador::change_congestion_avoidance>(avoidance);
  }
  Status change_intent(const Intent& intent) override {
    return ask<&RtiAmbassador::change_intent>(intent);
  }
  Result<IntentReport> intent_report() override { return ask<&RtiAmbassador::intent_report>(); }

 private:
  template <class Of>
  struct Answered;
  template <class Made, class Of, class... Arguments>
  struct Answered<Made (Of::*)(Arguments...)> {
    using Type = Made;
  };
  template <auto Service>
  using Answer = Answered<std::remove_const_t<decltype(Service)>>::Type;

  template <auto Service, class... Arguments>
  Answer<Service> ask(const Arguments&... arguments) {
    Writer call;
    call.put(Frame::call).put(number_).put(Services::place<Service>());
    (call.put(arguments), ...);
    const auto reply = node_.ask(call.take(), number_, Services::place<Service>());
    return Reader(reply).take<Answer<Service>>();
  }
  RemoteNode& node_;
  const std::uint32_t number_;
};

}  // namespace orrery::rti::testing
