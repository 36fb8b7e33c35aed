// Services of regions, saves, ownership, time and support that report themselves, by their names in the standard.
#include "federate/reported_objects.hpp"

namespace orrery::rti {
namespace {

class ReportingAmbassador final : public ReportedObjects {
 public:
  using ReportedObjects::ReportedObjects;

  Result<RegionHandle> create_region(std::span<const DimensionHandle> dimensions) override {
    return invoke(
        "createRegion", [&] { return Ambassador::create_region(dimensions); }, dimensions);
  }
  Status commit_region_modifications(std::span<const RegionHandle> regions) override {
    return invoke(
        "commitRegionModifications",
        [&] { return Ambassador::commit_region_modifications(regions); }, regions);
  }
  Status delete_region(RegionHandle region) override {
    return invoke("deleteRegion", [&] { return Ambassador::delete_region(region); }, region);
  }
  Result<ObjectInstanceHandle> register_object_instance_with_regions(
      ObjectClassHandle of, std::span<const AttributeRegions> regions,
      const std::string& name) override {
    return invoke(
        "registerObjectInstanceWithRegions",
        [&] { return Ambassador::register_object_instance_with_regions(of, regions, name); }, of,
        regions, name);
  }
  Status associate_regions_for_updates(ObjectInstanceHandle object,
                                       std::span<const AttributeRegions> regions) override {
    return invoke(
        "associateRegionsForUpdates",
        [&] { return Ambassador::associate_regions_for_updates(object, regions); }, object,
        regions);
  }
  Status unassociate_regions_for_updates(ObjectInstanceHandle object,
                                         std::span<const AttributeRegions> regions) override {
    return invoke(
        "unassociateRegionsForUpdates",
        [&] { return Ambassador::unassociate_regions_for_updates(object, regions); }, object,
        regions);
  }
  Status subscribe_object_class_attributes_with_regions(ObjectClassHandle of,
                                                        std::span<const AttributeRegions> regions,
                                                        bool active,
                                                        const std::string& update_rate) override {
    return invoke(
        "subscribeObjectClassAttributesWithRegions",
        [&] {
          return Ambassador::subscribe_object_class_attributes_with_regions(of, regions, active,
                                                                            update_rate);
        },
        of, regions, active, update_rate);
  }
  Status unsubscribe_object_class_attributes_with_regions(
      ObjectClassHandle of, std::span<const AttributeRegions> regions) override {
    return invoke(
        "unsubscribeObjectClassAttributesWithRegions",
        [&] { return Ambassador::unsubscribe_object_class_attributes_with_regions(of, regions); },
        of, regions);
  }
  Status subscribe_interaction_class_with_regions(InteractionClassHandle of,
                                                  std::span<const RegionHandle> regions,
                                                  bool active) override {
    return invoke(
        "subscribeInteractionClassWithRegions",
        [&] { return Ambassador::subscribe_interaction_class_with_regions(of, regions, active); },
        of, regions, active);
  }
  Status unsubscribe_interaction_class_with_regions(
      InteractionClassHandle of, std::span<const RegionHandle> regions) override {
    return invoke(
        "unsubscribeInteractionClassWithRegions",
        [&] { return Ambassador::unsubscribe_interaction_class_with_regions(of, regions); }, of,
        regions);
  }
  Status send_interaction_with_regions(InteractionClassHandle of,
                                       std::span<const ParameterValue> values,
                                       std::span<const RegionHandle> regions, Bytes tag) override {
    return invoke(
        "sendInteractionWithRegions",
        [&] { return Ambassador::send_interaction_with_regions(of, values, regions, tag); }, of,
        values, regions, tag);
  }
  Result<std::optional<MessageRetractionHandle>> send_interaction_with_regions(
      InteractionClassHandle of, std::span<const ParameterValue> values,
      std::span<const RegionHandle> regions, Bytes tag, LogicalTime time) override {
    return invoke(
        "sendInteractionWithRegions",
        [&] { return Ambassador::send_interaction_with_regions(of, values, regions, tag, time); },
        of, values, regions, tag, time);
  }
  Status request_attribute_value_update_with_regions(ObjectClassHandle of,
                                                     std::span<const AttributeRegions> regions,
                                                     Bytes tag) override {
    return invoke(
        "requestAttributeValueUpdateWithRegions",
        [&] { return Ambassador::request_attribute_value_update_with_regions(of, regions, tag); },
        of, regions, tag);
  }
  Result<std::vector<DimensionHandle>> get_available_dimensions_for_class_attribute(
      ObjectClassHandle of, AttributeHandle attribute) override {
    return invoke(
        "getAvailableDimensionsForClassAttribute",
        [&] { return Ambassador::get_available_dimensions_for_class_attribute(of, attribute); }, of,
        attribute);
  }
  Result<std::vector<DimensionHandle>> get_available_dimensions_for_interaction_class(
      InteractionClassHandle of) override {
    return invoke(
        "getAvailableDimensionsForInteractionClass",
        [&] { return Ambassador::get_available_dimensions_for_interaction_class(of); }, of);
  }
  Result<DimensionHandle> get_dimension_handle(std::string_view name) override {
    return invoke(
        "getDimensionHandle", [&] { return Ambassador::get_dimension_handle(name); }, name);
  }
  Result<std::string> get_dimension_name(DimensionHandle dimension) override {
    return invoke(
        "getDimensionName", [&] { return Ambassador::get_dimension_name(dimension); }, dimension);
  }
  Result<std::uint64_t> get_dimension_upper_bound(DimensionHandle dimension) override {
    return invoke(
        "getDimensionUpperBound", [&] { return Ambassador::get_dimension_upper_bound(dimension); },
        dimension);
  }
  Result<std::vector<DimensionHandle>> get_dimension_handle_set(RegionHandle region) override {
    return invoke(
        "getDimensionHandleSet", [&] { return Ambassador::get_dimension_handle_set(region); },
        region);
  }
  Result<RangeBounds> get_range_bounds(RegionHandle region, DimensionHandle dimension) override {
    return invoke(
        "getRangeBounds", [&] { return Ambassador::get_range_bounds(region, dimension); }, region,
        dimension);
  }
  Status set_range_bounds(RegionHandle region, DimensionHandle dimension,
                          RangeBounds bounds) override {
    return invoke(
        "setRangeBounds", [&] { return Ambassador::set_range_bounds(region, dimension, bounds); },
        region, dimension, bounds);
  }
  Status enable_object_class_relevance_advisory_switch() override {
    return invoke("enableObjectClassRelevanceAdvisorySwitch",
                  [&] { return Ambassador::enable_object_class_relevance_advisory_switch(); });
  }
  Status disable_object_class_relevance_advisory_switch() override {
    return invoke("disableObjectClassRelevanceAdvisorySwitch",
                  [&] { return Ambassador::disable_object_class_relevance_advisory_switch(); });
  }
  Status enable_attribute_relevance_advisory_switch() override {
    return invoke("enableAttributeRelevanceAdvisorySwitch",
                  [&] { return Ambassador::enable_attribute_relevance_advisory_switch(); });
  }
  Status disable_attribute_relevance_advisory_switch() override {
    return invoke("disableAttributeRelevanceAdvisorySwitch",
                  [&] { return Ambassador::disable_attribute_relevance_advisory_switch(); });
  }
  Status enable_attribute_scope_advisory_switch() override {
    return invoke("enableAttributeScopeAdvisorySwitch",
                  [&] { return Ambassador::enable_attribute_scope_advisory_switch(); });
  }
  Status disable_attribute_scope_advisory_switch() override {
    return invoke("disableAttributeScopeAdvisorySwitch",
                  [&] { return Ambassador::disable_attribute_scope_advisory_switch(); });
  }
  Status enable_interaction_relevance_advisory_switch() override {
    return invoke("enableInteractionRelevanceAdvisorySwitch",
                  [&] { return Ambassador::enable_interaction_relevance_advisory_switch(); });
  }
  Status disable_interaction_relevance_advisory_switch() override {
    return invoke("disableInteractionRelevanceAdvisorySwitch",
                  [&] { return Ambassador::disable_interaction_relevance_advisory_switch(); });
  }
  Status request_federation_save(const std::string& label) override {
    return invoke(
        "requestFederationSave", [&] { return Ambassador::request_federation_save(label); }, label);
  }
  Status request_federation_save(const std::string& label, LogicalTime time) override {
    return invoke(
        "requestFederationSave", [&] { return Ambassador::request_federation_save(label, time); },
        label, time);
  }
  Status federate_save_begun() override {
    return invoke("federateSaveBegun", [&] { return Ambassador::federate_save_begun(); });
  }
  Status federate_save_complete() override {
    return invoke("federateSaveComplete", [&] { return Ambassador::federate_save_complete(); });
  }
  Status federate_save_not_complete() override {
    return invoke("federateSaveNotComplete",
                  [&] { return Ambassador::federate_save_not_complete(); });
  }
  Status abort_federation_save() override {
    return invoke("abortFederationSave", [&] { return Ambassador::abort_federation_save(); });
  }
  Status query_federation_save_status() override {
    return invoke("queryFederationSaveStatus",
                  [&] { return Ambassador::query_federation_save_status(); });
  }
  Status request_federation_restore(const std::string& label) override {
    return invoke(
        "requestFederationRestore", [&] { return Ambassador::request_federation_restore(label); },
        label);
  }
  Status federate_restore_complete() override {
    return invoke("federateRestoreComplete",
                  [&] { return Ambassador::federate_restore_complete(); });
  }
  Status federate_restore_not_complete() override {
    return invoke("federateRestoreNotComplete",
                  [&] { return Ambassador::federate_restore_not_complete(); });
  }
  Status abort_federation_restore() override {
    return invoke("abortFederationRestore", [&] { return Ambassador::abort_federation_restore(); });
  }
  Status query_federation_restore_status() override {
    return invoke("queryFederationRestoreStatus",
                  [&] { return Ambassador::query_federation_restore_status(); });
  }
  Status unconditional_attribute_ownership_divestiture(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override {
    return invoke(
        "unconditionalAttributeOwnershipDivestiture",
        [&] {
          return Ambassador::unconditional_attribute_ownership_divestiture(object, attributes);
        },
        object, attributes);
  }
  Status negotiated_attribute_ownership_divestiture(ObjectInstanceHandle object,
                                                    std::span<const AttributeHandle> attributes,
                                                    Bytes tag) override {
    return invoke(
        "negotiatedAttributeOwnershipDivestiture",
        [&] {
          return Ambassador::negotiated_attribute_ownership_divestiture(object, attributes, tag);
        },
        object, attributes, tag);
  }
  Status confirm_divestiture(ObjectInstanceHandle object,
                             std::span<const AttributeHandle> attributes, Bytes tag) override {
    return invoke(
        "confirmDivestiture",
        [&] { return Ambassador::confirm_divestiture(object, attributes, tag); }, object,
        attributes, tag);
  }
  Status attribute_ownership_acquisition(ObjectInstanceHandle object,
                                         std::span<const AttributeHandle> attributes,
                                         Bytes tag) override {
    return invoke(
        "attributeOwnershipAcquisition",
        [&] { return Ambassador::attribute_ownership_acquisition(object, attributes, tag); },
        object, attributes, tag);
  }
  Status attribute_ownership_acquisition_if_available(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override {
    return invoke(
        "attributeOwnershipAcquisitionIfAvailable",
        [&] {
          return Ambassador::attribute_ownership_acquisition_if_available(object, attributes);
        },
        object, attributes);
  }
  Status attribute_ownership_release_denied(ObjectInstanceHandle object,
                                            std::span<const AttributeHandle> attributes) override {
    return invoke(
        "attributeOwnershipReleaseDenied",
        [&] { return Ambassador::attribute_ownership_release_denied(object, attributes); }, object,
        attributes);
  }
  Result<std::vector<AttributeHandle>> attribute_ownership_divestiture_if_wanted(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override {
    return invoke(
        "attributeOwnershipDivestitureIfWanted",
        [&] { return Ambassador::attribute_ownership_divestiture_if_wanted(object, attributes); },
        object, attributes);
  }
  Status cancel_negotiated_attribute_ownership_divestiture(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override {
    return invoke(
        "cancelNegotiatedAttributeOwnershipDivestiture",
        [&] {
          return Ambassador::cancel_negotiated_attribute_ownership_divestiture(object, attributes);
        },
        object, attributes);
  }
  Status cancel_attribute_ownership_acquisition(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override {
    return invoke(
        "cancelAttributeOwnershipAcquisition",
        [&] { return Ambassador::cancel_attribute_ownership_acquisition(object, attributes); },
        object, attributes);
  }
  Status query_attribute_ownership(ObjectInstanceHandle object,
                                   AttributeHandle attribute) override {
    return invoke(
        "queryAttributeOwnership",
        [&] { return Ambassador::query_attribute_ownership(object, attribute); }, object,
        attribute);
  }
  Result<bool> is_attribute_owned_by_federate(ObjectInstanceHandle object,
                                              AttributeHandle attribute) override {
    return invoke(
        "isAttributeOwnedByFederate",
        [&] { return Ambassador::is_attribute_owned_by_federate(object, attribute); }, object,
        attribute);
  }
  Status enable_time_regulation(LogicalTimeInterval lookahead) override {
    return invoke(
        "enableTimeRegulation", [&] { return Ambassador::enable_time_regulation(lookahead); },
        lookahead);
  }
  Status disable_time_regulation() override {
    return invoke("disableTimeRegulation", [&] { return Ambassador::disable_time_regulation(); });
  }
  Status enable_time_constrained() override {
    return invoke("enableTimeConstrained", [&] { return Ambassador::enable_time_constrained(); });
  }
  Status disable_time_constrained() override {
    return invoke("disableTimeConstrained", [&] { return Ambassador::disable_time_constrained(); });
  }
  Status time_advance_request(LogicalTime time) override {
    return invoke(
        "timeAdvanceRequest", [&] { return Ambassador::time_advance_request(time); }, time);
  }
  Status time_advance_request_available(LogicalTime time) override {
    return invoke(
        "timeAdvanceRequestAvailable",
        [&] { return Ambassador::time_advance_request_available(time); }, time);
  }
  Status next_message_request(LogicalTime time) override {
    return invoke(
        "nextMessageRequest", [&] { return Ambassador::next_message_request(time); }, time);
  }
  Status next_message_request_available(LogicalTime time) override {
    return invoke(
        "nextMessageRequestAvailable",
        [&] { return Ambassador::next_message_request_available(time); }, time);
  }
  Status flush_queue_request(LogicalTime time) override {
    return invoke("flushQueueRequest", [&] { return Ambassador::flush_queue_request(time); }, time);
  }
  Status enable_asynchronous_delivery() override {
    return invoke("enableAsynchronousDelivery",
                  [&] { return Ambassador::enable_asynchronous_delivery(); });
  }
  Status disable_asynchronous_delivery() override {
    return invoke("disableAsynchronousDelivery",
                  [&] { return Ambassador::disable_asynchronous_delivery(); });
  }
  Result<std::optional<LogicalTime>> query_galt() override {
    return invoke("queryGalt", [&] { return Ambassador::query_galt(); });
  }
  Result<std::optional<LogicalTime>> query_lits() override {
    return invoke("queryLits", [&] { return Ambassador::query_lits(); });
  }
  Result<LogicalTime> query_logical_time() override {
    return invoke("queryLogicalTime", [&] { return Ambassador::query_logical_time(); });
  }
  Status modify_lookahead(LogicalTimeInterval lookahead) override {
    return invoke(
        "modifyLookahead", [&] { return Ambassador::modify_lookahead(lookahead); }, lookahead);
  }
  Result<LogicalTimeInterval> query_lookahead() override {
    return invoke("queryLookahead", [&] { return Ambassador::query_lookahead(); });
  }
  Status retract(MessageRetractionHandle retraction) override {
    return invoke("retract", [&] { return Ambassador::retract(retraction); }, retraction);
  }
  Result<ObjectClassHandle> get_object_class_handle(std::string_view name) override {
    return invoke(
        "getObjectClassHandle", [&] { return Ambassador::get_object_class_handle(name); }, name);
  }
  Result<AttributeHandle> get_attribute_handle(ObjectClassHandle of,
                                               std::string_view name) override {
    return invoke(
        "getAttributeHandle", [&] { return Ambassador::get_attribute_handle(of, name); }, of, name);
  }
  Result<InteractionClassHandle> get_interaction_class_handle(std::string_view name) override {
    return invoke(
        "getInteractionClassHandle", [&] { return Ambassador::get_interaction_class_handle(name); },
        name);
  }
  Result<ParameterHandle> get_parameter_handle(InteractionClassHandle of,
                                               std::string_view name) override {
    return invoke(
        "getParameterHandle", [&] { return Ambassador::get_parameter_handle(of, name); }, of, name);
  }
  Result<std::string> get_object_class_name(ObjectClassHandle of) override {
    return invoke("getObjectClassName", [&] { return Ambassador::get_object_class_name(of); }, of);
  }
  Result<std::string> get_interaction_class_name(InteractionClassHandle of) override {
    return invoke(
        "getInteractionClassName", [&] { return Ambassador::get_interaction_class_name(of); }, of);
  }
  Result<std::string> get_attribute_name(ObjectClassHandle of, AttributeHandle attribute) override {
    return invoke(
        "getAttributeName", [&] { return Ambassador::get_attribute_name(of, attribute); }, of,
        attribute);
  }
  Result<std::string> get_parameter_name(InteractionClassHandle of,
                                         ParameterHandle parameter) override {
    return invoke(
        "getParameterName", [&] { return Ambassador::get_parameter_name(of, parameter); }, of,
        parameter);
  }
  Result<ObjectInstanceHandle> get_object_instance_handle(std::string_view name) override {
    return invoke(
        "getObjectInstanceHandle", [&] { return Ambassador::get_object_instance_handle(name); },
        name);
  }
  Result<std::string> get_object_instance_name(ObjectInstanceHandle object) override {
    return invoke(
        "getObjectInstanceName", [&] { return Ambassador::get_object_instance_name(object); },
        object);
  }
  Result<ObjectClassHandle> get_known_object_class_handle(ObjectInstanceHandle object) override {
    return invoke(
        "getKnownObjectClassHandle",
        [&] { return Ambassador::get_known_object_class_handle(object); }, object);
  }
  Result<FederateHandle> get_federate_handle(std::string_view name) override {
    return invoke("getFederateHandle", [&] { return Ambassador::get_federate_handle(name); }, name);
  }
  Result<std::string> get_federate_name(FederateHandle federate) override {
    return invoke(
        "getFederateName", [&] { return Ambassador::get_federate_name(federate); }, federate);
  }
  Status request_attribute_transportation_type_change(ObjectInstanceHandle object,
                                                      std::span<const AttributeHandle> attributes,
                                                      TransportationType type) override {
    return invoke(
        "requestAttributeTransportationTypeChange",
        [&] {
          return Ambassador::request_attribute_transportation_type_change(object, attributes, type);
        },
        object, attributes, type);
  }
  Status query_attribute_transportation_type(ObjectInstanceHandle object,
                                             AttributeHandle attribute) override {
    return invoke(
        "queryAttributeTransportationType",
        [&] { return Ambassador::query_attribute_transportation_type(object, attribute); }, object,
        attribute);
  }
  Status request_interaction_transportation_type_change(InteractionClassHandle of,
                                                        TransportationType type) override {
    return invoke(
        "requestInteractionTransportationTypeChange",
        [&] { return Ambassador::request_interaction_transportation_type_change(of, type); }, of,
        type);
  }
  Status query_interaction_transportation_type(FederateHandle federate,
                                               InteractionClassHandle of) override {
    return invoke(
        "queryInteractionTransportationType",
        [&] { return Ambassador::query_interaction_transportation_type(federate, of); }, federate,
        of);
  }
  Result<TransportationType> get_transportation_type(std::string_view name) override {
    return invoke(
        "getTransportationType", [&] { return Ambassador::get_transportation_type(name); }, name);
  }
  Result<std::string> get_transportation_name(TransportationType type) override {
    return invoke(
        "getTransportationName", [&] { return Ambassador::get_transportation_name(type); }, type);
  }
  Result<ResignAction> get_automatic_resign_directive() override {
    return invoke("getAutomaticResignDirective",
                  [&] { return Ambassador::get_automatic_resign_directive(); });
  }
  Status set_automatic_resign_directive(ResignAction directive) override {
    return invoke(
        "setAutomaticResignDirective",
        [&] { return Ambassador::set_automatic_resign_directive(directive); }, directive);
  }
  Result<double> get_update_rate_value(std::string_view designator) override {
    return invoke(
        "getUpdateRateValue", [&] { return Ambassador::get_update_rate_value(designator); },
        designator);
  }
  Result<double> get_update_rate_value_for_attribute(ObjectInstanceHandle object,
                                                     AttributeHandle attribute) override {
    return invoke(
        "getUpdateRateValueForAttribute",
        [&] { return Ambassador::get_update_rate_value_for_attribute(object, attribute); }, object,
        attribute);
  }
  Result<OrderType> get_order_type(std::string_view name) override {
    return invoke("getOrderType", [&] { return Ambassador::get_order_type(name); }, name);
  }
  Result<std::string> get_order_name(OrderType type) override {
    return invoke("getOrderName", [&] { return Ambassador::get_order_name(type); }, type);
  }
  Result<std::uint64_t> normalize_federate_handle(FederateHandle federate) override {
    return invoke(
        "normalizeFederateHandle", [&] { return Ambassador::normalize_federate_handle(federate); },
        federate);
  }
  Result<std::uint64_t> normalize_service_group(ServiceGroup group) override {
    return invoke(
        "normalizeServiceGroup", [&] { return Ambassador::normalize_service_group(group); }, group);
  }
  Status enable_callbacks() override {
    return invoke("enableCallbacks", [&] { return Ambassador::enable_callbacks(); });
  }
  Status disable_callbacks() override {
    return invoke("disableCallbacks", [&] { return Ambassador::disable_callbacks(); });
  }
  Result<bool> get_convey_region_designator_sets_switch() override {
    return invoke("getConveyRegionDesignatorSetsSwitch",
                  [&] { return Ambassador::get_convey_region_designator_sets_switch(); });
  }
  Status set_convey_region_designator_sets_switch(bool on) override {
    return invoke(
        "setConveyRegionDesignatorSetsSwitch",
        [&] { return Ambassador::set_convey_region_designator_sets_switch(on); }, on);
  }
  Result<TimeRepresentation> get_time_representation() override {
    return invoke("getTimeFactory", [&] { return Ambassador::get_time_representation(); });
  }
  Result<std::string> get_hla_version() override {
    return invoke("getHLAVersion", [&] { return Ambassador::get_hla_version(); });
  }
};

}  // namespace

std::unique_ptr<Ambassador> make_ambassador(Core& core, FederateAmbassador& federate,
                                            CallbackModel model) {
  return std::make_unique<ReportingAmbassador>(core, federate, model);
}

}  // namespace orrery::rti
