// Callbacks to a federate (the standard's FederateAmbassador). Override those of interest; the others do nothing.
//
// The thread that calls the federate's node makes them (node.hpp), never from within a service. Spans are valid until the
// callback returns. A callback may call every service but those that wait for other nodes and evoking: they answer
// CallNotAllowedFromWithinCallback. What a callback throws comes out of the call that made it (evoking, pump(), wait()), once
// the RTI has completed what it is about; the callback is not repeated. Numbers are clauses of IEEE 1516.1-2010.
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

  virtual void connection_lost(const std::string& /*why*/) {}  // 4.4
  // Not the standard's: another federate is no longer there.
  virtual void federate_lost(FederateHandle /*federate*/, const std::string& /*name*/) {}
  // 4.12
  virtual void synchronization_point_registration_succeeded(const std::string& /*label*/) {}
  virtual void synchronization_point_registration_failed(const std::string& /*label*/,
                                                         SynchronizationPointFailure /*why*/) {}
  virtual void announce_synchronization_point(const std::string& /*label*/, Bytes /*tag*/) {
  }  // 4.13
  // 4.15 `failed`: the federates that achieved the point without success.
  virtual void federation_synchronized(const std::string& /*label*/,
                                       std::span<const FederateHandle> /*failed*/) {}

  // Save and restore (save_restore.hpp)

  virtual void initiate_federate_save(const std::string& /*label*/) {}  // 4.17
  // 4.17 For a save that was requested with a time.
  virtual void initiate_federate_save(const std::string& label, LogicalTime /*time*/) {
    initiate_federate_save(label);
  }
  virtual void federation_saved() {}                         // 4.20
  virtual void federation_not_saved(SaveFailure /*why*/) {}  // 4.20
  virtual void federation_save_status_response(
      std::span<const FederateSnapshotStatus> /*statuses*/) {}  // 4.23
  // 4.25
  virtual void request_federation_restore_succeeded(const std::string& /*label*/) {}
  virtual void request_federation_restore_failed(const std::string& /*label*/,
                                                 const std::string& /*why*/) {}
  virtual void federation_restore_begun() {}  // 4.26
  // 4.27 `name` and `federate`: what this federate was when the federation was saved.
  virtual void initiate_federate_restore(const std::string& /*label*/, const std::string& /*name*/,
                                         FederateHandle /*federate*/) {}
  virtual void federation_restored() {}                            // 4.29
  virtual void federation_not_restored(RestoreFailure /*why*/) {}  // 4.29
  virtual void federation_restore_status_response(
      std::span<const FederateSnapshotStatus> /*statuses*/) {}  // 4.32

  // Declaration management: advisories (advisory_switches.hpp)

  virtual void start_registration_for_object_class(ObjectClassHandle /*object_class*/) {}  // 5.10
  virtual void stop_registration_for_object_class(ObjectClassHandle /*object_class*/) {}   // 5.11
  virtual void turn_interactions_on(InteractionClassHandle /*interaction_class*/) {}       // 5.12
  virtual void turn_interactions_off(InteractionClassHandle /*interaction_class*/) {}      // 5.13

  // Object management

  // 6.3
  virtual void object_instance_name_reservation_succeeded(const std::string& /*name*/) {}
  virtual void object_instance_name_reservation_failed(const std::string& /*name*/) {}
  // 6.6 Each name once, in alphabetical order.
  virtual void multiple_object_instance_name_reservation_succeeded(
      std::span<const std::string> /*names*/) {}
  virtual void multiple_object_instance_name_reservation_failed(
      std::span<const std::string> /*names*/) {}
  // 6.9
  virtual void discover_object_instance(ObjectInstanceHandle /*object*/,
                                        ObjectClassHandle /*object_class*/,
                                        const std::string& /*name*/, FederateHandle /*producer*/) {}
  // 6.11
  virtual void reflect_attribute_values(ObjectInstanceHandle /*object*/,
                                        std::span<const AttributeValue> /*values*/, Bytes /*tag*/,
                                        const Delivery& /*delivery*/) {}
  // 6.13
  virtual void receive_interaction(InteractionClassHandle /*interaction_class*/,
                                   std::span<const ParameterValue> /*values*/, Bytes /*tag*/,
                                   const Delivery& /*delivery*/) {}
  // 6.15
  virtual void remove_object_instance(ObjectInstanceHandle /*object*/, Bytes /*tag*/,
                                      const Delivery& /*delivery*/) {}
  // 6.20
  virtual void provide_attribute_value_update(ObjectInstanceHandle /*object*/,
                                              std::span<const AttributeHandle> /*attributes*/,
                                              Bytes /*tag*/) {}

  // Transportation types (transportation.hpp)

  // 6.24
  virtual void confirm_attribute_transportation_type_change(
      ObjectInstanceHandle /*object*/, std::span<const AttributeHandle> /*attributes*/,
      TransportationType /*type*/) {}
  // 6.26
  virtual void report_attribute_transportation_type(ObjectInstanceHandle /*object*/,
                                                    AttributeHandle /*attribute*/,
                                                    TransportationType /*type*/) {}
  // 6.28
  virtual void confirm_interaction_transportation_type_change(
      InteractionClassHandle /*interaction_class*/, TransportationType /*type*/) {}
  // 6.30
  virtual void report_interaction_transportation_type(FederateHandle /*federate*/,
                                                      InteractionClassHandle /*interaction_class*/,
                                                      TransportationType /*type*/) {}

  // Advisories for single attributes; off at first (advisory_switches.hpp)

  // 6.17
  virtual void attributes_in_scope(ObjectInstanceHandle /*object*/,
                                   std::span<const AttributeHandle> /*attributes*/) {}
  // 6.18
  virtual void attributes_out_of_scope(ObjectInstanceHandle /*object*/,
                                       std::span<const AttributeHandle> /*attributes*/) {}
  // 6.21
  virtual void turn_updates_on_for_object_instance(
      ObjectInstanceHandle /*object*/, std::span<const AttributeHandle> /*attributes*/) {}
  // 6.21 If every subscription of other federates reduces the attributes: with the greatest of their rates. Made again when
  // that rate changes.
  virtual void turn_updates_on_for_object_instance(ObjectInstanceHandle object,
                                                   std::span<const AttributeHandle> attributes,
                                                   const std::string& /*update_rate*/) {
    turn_updates_on_for_object_instance(object, attributes);
  }
  // 6.22
  virtual void turn_updates_off_for_object_instance(
      ObjectInstanceHandle /*object*/, std::span<const AttributeHandle> /*attributes*/) {}

  // Ownership management

  // 7.4
  virtual void request_attribute_ownership_assumption(
      ObjectInstanceHandle /*object*/, std::span<const AttributeHandle> /*attributes*/,
      Bytes /*tag*/) {}
  // 7.5
  virtual void request_divestiture_confirmation(ObjectInstanceHandle /*object*/,
                                                std::span<const AttributeHandle> /*attributes*/) {}
  // 7.7
  virtual void attribute_ownership_acquisition_notification(
      ObjectInstanceHandle /*object*/, std::span<const AttributeHandle> /*attributes*/,
      Bytes /*tag*/) {}
  // 7.10
  virtual void attribute_ownership_unavailable(ObjectInstanceHandle /*object*/,
                                               std::span<const AttributeHandle> /*attributes*/) {}
  // 7.11
  virtual void request_attribute_ownership_release(ObjectInstanceHandle /*object*/,
                                                   std::span<const AttributeHandle> /*attributes*/,
                                                   Bytes /*tag*/) {}
  // 7.16
  virtual void confirm_attribute_ownership_acquisition_cancellation(
      ObjectInstanceHandle /*object*/, std::span<const AttributeHandle> /*attributes*/) {}
  // 7.18
  virtual void inform_attribute_ownership(ObjectInstanceHandle /*object*/,
                                          AttributeHandle /*attribute*/, FederateHandle /*owner*/) {
  }
  virtual void attribute_is_owned_by_rti(ObjectInstanceHandle /*object*/,
                                         AttributeHandle /*attribute*/) {}
  virtual void attribute_is_not_owned(ObjectInstanceHandle /*object*/,
                                      AttributeHandle /*attribute*/) {}

  // Time management

  virtual void time_regulation_enabled(LogicalTime /*time*/) {}               // 8.3
  virtual void time_constrained_enabled(LogicalTime /*time*/) {}              // 8.6
  virtual void time_advance_grant(LogicalTime /*time*/) {}                    // 8.13
  virtual void request_retraction(MessageRetractionHandle /*retraction*/) {}  // 8.22
};

}  // namespace orrery::rti
