// A federate that passes on what it is told: each callback is made where the check is.
#pragma once

#include <functional>

#include "marshal.hpp"
#include "protocol.hpp"

namespace orrery::rti::testing {

class Teller final : public FederateAmbassador {
 public:
  // `tell` returns when the callback has.
  Teller(std::uint32_t number, std::function<void(Bytes)> tell)
      : number_(number), tell_(std::move(tell)) {}

  void connection_lost(const std::string& why) override {
    tell<&FederateAmbassador::connection_lost>(why);
  }
  void federate_lost(FederateHandle federate, const std::string& name) override {
    tell<&FederateAmbassador::federate_lost>(federate, name);
  }
  void synchronization_point_registration_succeeded(const std::string& label) override {
    tell<&FederateAmbassador::synchronization_point_registration_succeeded>(label);
  }
  void synchronization_point_registration_failed(const std::string& label,
                                                 SynchronizationPointFailure why) override {
    tell<&FederateAmbassador::synchronization_point_registration_failed>(label, why);
  }
  void announce_synchronization_point(const std::string& label, Bytes tag) override {
    tell<&FederateAmbassador::announce_synchronization_point>(label, tag);
  }
  void federation_synchronized(const std::string& label,
                               std::span<const FederateHandle> failed) override {
    tell<&FederateAmbassador::federation_synchronized>(label, failed);
  }
  void initiate_federate_save(const std::string& label) override {
    tell<untimed::initiate_federate_save>(label);
  }
  void initiate_federate_save(const std::string& label, LogicalTime time) override {
    tell<timed::initiate_federate_save>(label, time);
  }
  void federation_saved() override { tell<&FederateAmbassador::federation_saved>(); }
  void federation_not_saved(SaveFailure why) override {
    tell<&FederateAmbassador::federation_not_saved>(why);
  }
  void federation_save_status_response(std::span<const FederateSnapshotStatus> statuses) override {
    tell<&FederateAmbassador::federation_save_status_response>(statuses);
  }
  void request_federation_restore_succeeded(const std::string& label) override {
    tell<&FederateAmbassador::request_federation_restore_succeeded>(label);
  }
  void request_federation_restore_failed(const std::string& label,
                                         const std::string& why) override {
    tell<&FederateAmbassador::request_federation_restore_failed>(label, why);
  }
  void federation_restore_begun() override {
    tell<&FederateAmbassador::federation_restore_begun>();
  }
  void initiate_federate_restore(const std::string& label, const std::string& name,
                                 FederateHandle as) override {
    tell<&FederateAmbassador::initiate_federate_restore>(label, name, as);
  }
  void federation_restored() override { tell<&FederateAmbassador::federation_restored>(); }
  void federation_not_restored(RestoreFailure why) override {
    tell<&FederateAmbassador::federation_not_restored>(why);
  }
  void federation_restore_status_response(
      std::span<const FederateSnapshotStatus> statuses) override {
    tell<&FederateAmbassador::federation_restore_status_response>(statuses);
  }
  void start_registration_for_object_class(ObjectClassHandle of) override {
    tell<&FederateAmbassador::start_registration_for_object_class>(of);
  }
  void stop_registration_for_object_class(ObjectClassHandle of) override {
    tell<&FederateAmbassador::stop_registration_for_object_class>(of);
  }
  void turn_interactions_on(InteractionClassHandle of) override {
    tell<&FederateAmbassador::turn_interactions_on>(of);
  }
  void turn_interactions_off(InteractionClassHandle of) override {
    tell<&FederateAmbassador::turn_interactions_off>(of);
  }
  void object_instance_name_reservation_succeeded(const std::string& name) override {
    tell<&FederateAmbassador::object_instance_name_reservation_succeeded>(name);
  }
  void object_instance_name_reservation_failed(const std::string& name) override {
    tell<&FederateAmbassador::object_instance_name_reservation_failed>(name);
  }
  void multiple_object_instance_name_reservation_succeeded(
      std::span<const std::string> names) override {
    tell<&FederateAmbassador::multiple_object_instance_name_reservation_succeeded>(names);
  }
  void multiple_object_instance_name_reservation_failed(
      std::span<const std::string> names) override {
    tell<&FederateAmbassador::multiple_object_instance_name_reservation_failed>(names);
  }
  void discover_object_instance(ObjectInstanceHandle object, ObjectClassHandle of,
                                const std::string& name, FederateHandle producer) override {
    tell<&FederateAmbassador::discover_object_instance>(object, of, name, producer);
  }
  void reflect_attribute_values(ObjectInstanceHandle object, std::span<const AttributeValue> values,
                                Bytes tag, const Delivery& delivery) override {
    tell<&FederateAmbassador::reflect_attribute_values>(object, values, tag, delivery);
  }
  void receive_interaction(InteractionClassHandle of, std::span<const ParameterValue> values,
                           Bytes tag, const Delivery& delivery) override {
    tell<&FederateAmbassador::receive_interaction>(of, values, tag, delivery);
  }
  void remove_object_instance(ObjectInstanceHandle object, Bytes tag,
                              const Delivery& delivery) override {
    tell<&FederateAmbassador::remove_object_instance>(object, tag, delivery);
  }
  void provide_attribute_value_update(ObjectInstanceHandle object,
                                      std::span<const AttributeHandle> attributes,
                                      Bytes tag) override {
    tell<&FederateAmbassador::provide_attribute_value_update>(object, attributes, tag);
  }
  void confirm_attribute_transportation_type_change(ObjectInstanceHandle object,
                                                    std::span<const AttributeHandle> attributes,
                                                    TransportationType type) override {
    tell<&FederateAmbassador::confirm_attribute_transportation_type_change>(object, attributes,
                                                                            type);
  }
  void report_attribute_transportation_type(ObjectInstanceHandle object, AttributeHandle attribute,
                                            TransportationType type) override {
    tell<&FederateAmbassador::report_attribute_transportation_type>(object, attribute, type);
  }
  void confirm_interaction_transportation_type_change(InteractionClassHandle of,
                                                      TransportationType type) override {
    tell<&FederateAmbassador::confirm_interaction_transportation_type_change>(of, type);
  }
  void report_interaction_transportation_type(FederateHandle federate, InteractionClassHandle of,
                                              TransportationType type) override {
    tell<&FederateAmbassador::report_interaction_transportation_type>(federate, of, type);
  }
  void attributes_in_scope(ObjectInstanceHandle object,
                           std::span<const AttributeHandle> attributes) override {
    tell<&FederateAmbassador::attributes_in_scope>(object, attributes);
  }
  void attributes_out_of_scope(ObjectInstanceHandle object,
                               std::span<const AttributeHandle> attributes) override {
    tell<&FederateAmbassador::attributes_out_of_scope>(object, attributes);
  }
  void turn_updates_on_for_object_instance(ObjectInstanceHandle object,
                                           std::span<const AttributeHandle> attributes) override {
    tell<unrated::turn_updates_on_for_object_instance>(object, attributes);
  }
  void turn_updates_on_for_object_instance(ObjectInstanceHandle object,
                                           std::span<const AttributeHandle> attributes,
                                           const std::string& update_rate) override {
    tell<rated::turn_updates_on_for_object_instance>(object, attributes, update_rate);
  }
  void turn_updates_off_for_object_instance(ObjectInstanceHandle object,
                                            std::span<const AttributeHandle> attributes) override {
    tell<&FederateAmbassador::turn_updates_off_for_object_instance>(object, attributes);
  }
  void request_attribute_ownership_assumption(ObjectInstanceHandle object,
                                              std::span<const AttributeHandle> attributes,
                                              Bytes tag) override {
    tell<&FederateAmbassador::request_attribute_ownership_assumption>(object, attributes, tag);
  }
  void request_divestiture_confirmation(ObjectInstanceHandle object,
                                        std::span<const AttributeHandle> attributes) override {
    tell<&FederateAmbassador::request_divestiture_confirmation>(object, attributes);
  }
  void attribute_ownership_acquisition_notification(ObjectInstanceHandle object,
                                                    std::span<const AttributeHandle> attributes,
                                                    Bytes tag) override {
    tell<&FederateAmbassador::attribute_ownership_acquisition_notification>(object, attributes,
                                                                            tag);
  }
  void attribute_ownership_unavailable(ObjectInstanceHandle object,
                                       std::span<const AttributeHandle> attributes) override {
    tell<&FederateAmbassador::attribute_ownership_unavailable>(object, attributes);
  }
  void request_attribute_ownership_release(ObjectInstanceHandle object,
                                           std::span<const AttributeHandle> attributes,
                                           Bytes tag) override {
    tell<&FederateAmbassador::request_attribute_ownership_release>(object, attributes, tag);
  }
  void confirm_attribute_ownership_acquisition_cancellation(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override {
    tell<&FederateAmbassador::confirm_attribute_ownership_acquisition_cancellation>(object,
                                                                                    attributes);
  }
  void inform_attribute_ownership(ObjectInstanceHandle object, AttributeHandle attribute,
                                  FederateHandle owner) override {
    tell<&FederateAmbassador::inform_attribute_ownership>(object, attribute, owner);
  }
  void attribute_is_owned_by_rti(ObjectInstanceHandle object, AttributeHandle attribute) override {
    tell<&FederateAmbassador::attribute_is_owned_by_rti>(object, attribute);
  }
  void attribute_is_not_owned(ObjectInstanceHandle object, AttributeHandle attribute) override {
    tell<&FederateAmbassador::attribute_is_not_owned>(object, attribute);
  }
  void time_regulation_enabled(LogicalTime time) override {
    tell<&FederateAmbassador::time_regulation_enabled>(time);
  }
  void time_constrained_enabled(LogicalTime time) override {
    tell<&FederateAmbassador::time_constrained_enabled>(time);
  }
  void time_advance_grant(LogicalTime time) override {
    tell<&FederateAmbassador::time_advance_grant>(time);
  }
  void request_retraction(MessageRetractionHandle retraction) override {
    tell<&FederateAmbassador::request_retraction>(retraction);
  }

 private:
  template <auto Callback, class... Arguments>
  void tell(const Arguments&... arguments) {
    Writer told;
    told.put(Frame::told).put(number_).put(Callbacks::place<Callback>());
    (told.put(arguments), ...);
    tell_(told.take());
  }

  const std::uint32_t number_;
  const std::function<void(Bytes)> tell_;
};

}  // namespace orrery::rti::testing
