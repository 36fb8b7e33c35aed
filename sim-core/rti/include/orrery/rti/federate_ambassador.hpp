// Callbacks to a federate (the standard's FederateAmbassador). Override what is of interest.
//
// They come from the thread that calls the federate's node (node.hpp), never from within a service. Spans
// are valid during the callback alone. In a callback, services may be called, except those that wait (create,
// destroy, join, resign, evoking): CallNotAllowedFromWithinCallback.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "orrery/rti/save_restore.hpp"
#include "orrery/rti/types.hpp"

namespace orrery::rti {

class FederateAmbassador {
 public:
  virtual ~FederateAmbassador() = default;

  // Federation management
  virtual void connection_lost(const std::string& /*why*/) {}
  virtual void federate_lost(FederateHandle /*federate*/, const std::string& /*name*/) {}
  virtual void synchronization_point_registration_succeeded(const std::string& /*label*/) {}
  virtual void synchronization_point_registration_failed(const std::string& /*label*/,
                                                         SynchronizationPointFailure /*why*/) {}
  virtual void announce_synchronization_point(const std::string& /*label*/, Bytes /*tag*/) {}
  virtual void federation_synchronized(const std::string& /*label*/,
                                       std::span<const FederateHandle> /*failed*/) {}

  // Save and restore (save_restore.hpp)
  virtual void initiate_federate_save(const std::string& /*label*/) {}
  virtual void initiate_federate_save(const std::string& label, LogicalTime /*requested for*/) {
    initiate_federate_save(label);
  }
  virtual void federation_saved() {}
  virtual void federation_not_saved(SaveFailure /*why*/) {}
  virtual void federation_save_status_response(
      std::span<const FederateSnapshotStatus> /*statuses*/) {}
  virtual void request_federation_restore_succeeded(const std::string& /*label*/) {}
  virtual void request_federation_restore_failed(const std::string& /*label*/,
                                                 const std::string& /*why*/) {}
  virtual void federation_restore_begun() {}
  virtual void initiate_federate_restore(const std::string& /*label*/, const std::string& /*name*/,
                                         FederateHandle /*as*/) {}
  virtual void federation_restored() {}
  virtual void federation_not_restored(RestoreFailure /*why*/) {}
  virtual void federation_restore_status_response(
      std::span<const FederateSnapshotStatus> /*statuses*/) {}

  // Declaration management (advisories)
  virtual void start_registration_for_object_class(ObjectClassHandle /*of*/) {}
  virtual void stop_registration_for_object_class(ObjectClassHandle /*of*/) {}
  virtual void turn_interactions_on(InteractionClassHandle /*of*/) {}
  virtual void turn_interactions_off(InteractionClassHandle /*of*/) {}

  // Object management
  virtual void object_instance_name_reservation_succeeded(const std::string& /*name*/) {}
  virtual void object_instance_name_reservation_failed(const std::string& /*name*/) {}
  // 6.6 Each name once, in alphabetical order.
  virtual void multiple_object_instance_name_reservation_succeeded(
      std::span<const std::string> /*names*/) {}
  virtual void multiple_object_instance_name_reservation_failed(
      std::span<const std::string> /*names*/) {}
  virtual void discover_object_instance(ObjectInstanceHandle /*object*/, ObjectClassHandle /*of*/,
                                        const std::string& /*name*/, FederateHandle /*producer*/) {}
  virtual void reflect_attribute_values(ObjectInstanceHandle /*object*/,
                                        std::span<const AttributeValue> /*values*/, Bytes /*tag*/,
                                        const Delivery& /*delivery*/) {}
  virtual void receive_interaction(InteractionClassHandle /*of*/,
                                   std::span<const ParameterValue> /*values*/, Bytes /*tag*/,
                                   const Delivery& /*delivery*/) {}
  virtual void remove_object_instance(ObjectInstanceHandle /*object*/, Bytes /*tag*/,
                                      const Delivery& /*delivery*/) {}
  virtual void provide_attribute_value_update(ObjectInstanceHandle /*object*/,
                                              std::span<const AttributeHandle> /*attributes*/,
                                              Bytes /*tag*/) {}

  // transportation.hpp
  virtual void confirm_attribute_transportation_type_change(
      ObjectInstanceHandle /*object*/, std::span<const AttributeHandle> /*attributes*/,
      TransportationType /*type*/) {}
  virtual void report_attribute_transportation_type(ObjectInstanceHandle /*object*/,
                                                    AttributeHandle /*attribute*/,
                                                    TransportationType /*type*/) {}
  virtual void confirm_interaction_transportation_type_change(InteractionClassHandle /*of*/,
                                                              TransportationType /*type*/) {}
  virtual void report_interaction_transportation_type(FederateHandle /*federate*/,
                                                      InteractionClassHandle /*of*/,
                                                      TransportationType /*type*/) {}

  // Advisories of single attributes; off at first (advisory_switches.hpp).
  virtual void attributes_in_scope(ObjectInstanceHandle /*object*/,
                                   std::span<const AttributeHandle> /*attributes*/) {}
  virtual void attributes_out_of_scope(ObjectInstanceHandle /*object*/,
                                       std::span<const AttributeHandle> /*attributes*/) {}
  virtual void turn_updates_on_for_object_instance(
      ObjectInstanceHandle /*object*/, std::span<const AttributeHandle> /*attributes*/) {}
  // With the greatest update rate that others subscribe with, where all of them reduce it. Made again when that changes.
  virtual void turn_updates_on_for_object_instance(ObjectInstanceHandle object,
                                                   std::span<const AttributeHandle> attributes,
                                                   const std::string& /*update_rate*/) {
    turn_updates_on_for_object_instance(object, attributes);
  }
  virtual void turn_updates_off_for_object_instance(
      ObjectInstanceHandle /*object*/, std::span<const AttributeHandle> /*attributes*/) {}

  // Ownership management.
  virtual void request_attribute_ownership_assumption(
      ObjectInstanceHandle /*object*/, std::span<const AttributeHandle> /*attributes*/,
      Bytes /*tag*/) {}
  virtual void request_divestiture_confirmation(ObjectInstanceHandle /*object*/,
                                                std::span<const AttributeHandle> /*attributes*/) {}
  virtual void attribute_ownership_acquisition_notification(
      ObjectInstanceHandle /*object*/, std::span<const AttributeHandle> /*attributes*/,
      Bytes /*tag*/) {}
  virtual void attribute_ownership_unavailable(ObjectInstanceHandle /*object*/,
                                               std::span<const AttributeHandle> /*attributes*/) {}
  virtual void request_attribute_ownership_release(ObjectInstanceHandle /*object*/,
                                                   std::span<const AttributeHandle> /*attributes*/,
                                                   Bytes /*tag*/) {}
  virtual void confirm_attribute_ownership_acquisition_cancellation(
      ObjectInstanceHandle /*object*/, std::span<const AttributeHandle> /*attributes*/) {}
  virtual void inform_attribute_ownership(ObjectInstanceHandle /*object*/,
                                          AttributeHandle /*attribute*/, FederateHandle /*owner*/) {
  }
  virtual void attribute_is_owned_by_rti(ObjectInstanceHandle /*object*/,
                                         AttributeHandle /*attribute*/) {}
  virtual void attribute_is_not_owned(ObjectInstanceHandle /*object*/,
                                      AttributeHandle /*attribute*/) {}

  // Time management
  virtual void time_regulation_enabled(LogicalTime /*time*/) {}
  virtual void time_constrained_enabled(LogicalTime /*time*/) {}
  virtual void time_advance_grant(LogicalTime /*time*/) {}
  virtual void request_retraction(MessageRetractionHandle /*retraction*/) {}
};

}  // namespace orrery::rti
