// Every callback, by the standard's name: the RTI invokes it at the federate.
#include "federate/reporting.hpp"
#include "federate/service_text.hpp"

namespace orrery::rti {
namespace {

class ReportingFederate final : public FederateAmbassador {
 public:
  explicit ReportingFederate(Local& local) : local_(local) {}

  void connection_lost(const std::string& why) override {
    report("connectionLost", why);
    to().connection_lost(why);
  }
  void federate_lost(FederateHandle federate, const std::string& name) override {
    report("federateLost", federate, name);
    to().federate_lost(federate, name);
  }
  void synchronization_point_registration_succeeded(const std::string& label) override {
    report("synchronizationPointRegistrationSucceeded", label);
    to().synchronization_point_registration_succeeded(label);
  }
  void synchronization_point_registration_failed(const std::string& label,
                                                 SynchronizationPointFailure why) override {
    report("synchronizationPointRegistrationFailed", label, why);
    to().synchronization_point_registration_failed(label, why);
  }
  void announce_synchronization_point(const std::string& label, Bytes tag) override {
    report("announceSynchronizationPoint", label, tag);
    to().announce_synchronization_point(label, tag);
  }
  void federation_synchronized(const std::string& label,
                               std::span<const FederateHandle> failed) override {
    report("federationSynchronized", label, failed);
    to().federation_synchronized(label, failed);
  }
  void initiate_federate_save(const std::string& label) override {
    report("initiateFederateSave", label);
    to().initiate_federate_save(label);
  }
  void initiate_federate_save(const std::string& label, LogicalTime time) override {
    report("initiateFederateSave", label, time);
    to().initiate_federate_save(label, time);
  }
  void federation_saved() override {
    report("federationSaved");
    to().federation_saved();
  }
  void federation_not_saved(SaveFailure why) override {
    report("federationNotSaved", why);
    to().federation_not_saved(why);
  }
  void federation_save_status_response(std::span<const FederateSnapshotStatus> statuses) override {
    report("federationSaveStatusResponse", statuses);
    to().federation_save_status_response(statuses);
  }
  void request_federation_restore_succeeded(const std::string& label) override {
    report("requestFederationRestoreSucceeded", label);
    to().request_federation_restore_succeeded(label);
  }
  void request_federation_restore_failed(const std::string& label,
                                         const std::string& why) override {
    report("requestFederationRestoreFailed", label, why);
    to().request_federation_restore_failed(label, why);
  }
  void federation_restore_begun() override {
    report("federationRestoreBegun");
    to().federation_restore_begun();
  }
  void initiate_federate_restore(const std::string& label, const std::string& name,
                                 FederateHandle as) override {
    report("initiateFederateRestore", label, name, as);
    to().initiate_federate_restore(label, name, as);
  }
  void federation_restored() override {
    report("federationRestored");
    to().federation_restored();
  }
  void federation_not_restored(RestoreFailure why) override {
    report("federationNotRestored", why);
    to().federation_not_restored(why);
  }
  void federation_restore_status_response(
      std::span<const FederateSnapshotStatus> statuses) override {
    report("federationRestoreStatusResponse", statuses);
    to().federation_restore_status_response(statuses);
  }
  void start_registration_for_object_class(ObjectClassHandle of) override {
    report("startRegistrationForObjectClass", of);
    to().start_registration_for_object_class(of);
  }
  void stop_registration_for_object_class(ObjectClassHandle of) override {
    report("stopRegistrationForObjectClass", of);
    to().stop_registration_for_object_class(of);
  }
  void turn_interactions_on(InteractionClassHandle of) override {
    report("turnInteractionsOn", of);
    to().turn_interactions_on(of);
  }
  void turn_interactions_off(InteractionClassHandle of) override {
    report("turnInteractionsOff", of);
    to().turn_interactions_off(of);
  }
  void object_instance_name_reservation_succeeded(const std::string& name) override {
    report("objectInstanceNameReservationSucceeded", name);
    to().object_instance_name_reservation_succeeded(name);
  }
  void object_instance_name_reservation_failed(const std::string& name) override {
    report("objectInstanceNameReservationFailed", name);
    to().object_instance_name_reservation_failed(name);
  }
  void multiple_object_instance_name_reservation_succeeded(
      std::span<const std::string> names) override {
    report("multipleObjectInstanceNameReservationSucceeded", names);
    to().multiple_object_instance_name_reservation_succeeded(names);
  }
  void multiple_object_instance_name_reservation_failed(
      std::span<const std::string> names) override {
    report("multipleObjectInstanceNameReservationFailed", names);
    to().multiple_object_instance_name_reservation_failed(names);
  }
  void discover_object_instance(ObjectInstanceHandle object, ObjectClassHandle of,
                                const std::string& name, FederateHandle producer) override {
    report("discoverObjectInstance", object, of, name, producer);
    to().discover_object_instance(object, of, name, producer);
  }
  void reflect_attribute_values(ObjectInstanceHandle object, std::span<const AttributeValue> values,
                                Bytes tag, const Delivery& delivery) override {
    report("reflectAttributeValues", object, values, tag, delivery);
    to().reflect_attribute_values(object, values, tag, delivery);
  }
  void receive_interaction(InteractionClassHandle of, std::span<const ParameterValue> values,
                           Bytes tag, const Delivery& delivery) override {
    // A report of a service, received as what is above it, is not reported: it would go on for ever.
    const bool of_rti = delivery.producer.value == 0;
    if (!of_rti || !local_.federation->mom->may_be_service_report(of)) {
      report("receiveInteraction", of, values, tag, delivery);
    }
    to().receive_interaction(of, values, tag, delivery);
  }
  void remove_object_instance(ObjectInstanceHandle object, Bytes tag,
                              const Delivery& delivery) override {
    report("removeObjectInstance", object, tag, delivery);
    to().remove_object_instance(object, tag, delivery);
  }
  void provide_attribute_value_update(ObjectInstanceHandle object,
                                      std::span<const AttributeHandle> attributes,
                                      Bytes tag) override {
    report("provideAttributeValueUpdate", object, attributes, tag);
    to().provide_attribute_value_update(object, attributes, tag);
  }
  void confirm_attribute_transportation_type_change(ObjectInstanceHandle object,
                                                    std::span<const AttributeHandle> attributes,
                                                    TransportationType type) override {
    report("confirmAttributeTransportationTypeChange", object, attributes, type);
    to().confirm_attribute_transportation_type_change(object, attributes, type);
  }
  void report_attribute_transportation_type(ObjectInstanceHandle object, AttributeHandle attribute,
                                            TransportationType type) override {
    report("reportAttributeTransportationType", object, attribute, type);
    to().report_attribute_transportation_type(object, attribute, type);
  }
  void confirm_interaction_transportation_type_change(InteractionClassHandle of,
                                                      TransportationType type) override {
    report("confirmInteractionTransportationTypeChange", of, type);
    to().confirm_interaction_transportation_type_change(of, type);
  }
  void report_interaction_transportation_type(FederateHandle federate, InteractionClassHandle of,
                                              TransportationType type) override {
    report("reportInteractionTransportationType", federate, of, type);
    to().report_interaction_transportation_type(federate, of, type);
  }
  void attributes_in_scope(ObjectInstanceHandle object,
                           std::span<const AttributeHandle> attributes) override {
    report("attributesInScope", object, attributes);
    to().attributes_in_scope(object, attributes);
  }
  void attributes_out_of_scope(ObjectInstanceHandle object,
                               std::span<const AttributeHandle> attributes) override {
    report("attributesOutOfScope", object, attributes);
    to().attributes_out_of_scope(object, attributes);
  }
  void turn_updates_on_for_object_instance(ObjectInstanceHandle object,
                                           std::span<const AttributeHandle> attributes) override {
    report("turnUpdatesOnForObjectInstance", object, attributes);
    to().turn_updates_on_for_object_instance(object, attributes);
  }
  void turn_updates_on_for_object_instance(ObjectInstanceHandle object,
                                           std::span<const AttributeHandle> attributes,
                                           const std::string& update_rate) override {
    report("turnUpdatesOnForObjectInstance", object, attributes, update_rate);
    to().turn_updates_on_for_object_instance(object, attributes, update_rate);
  }
  void turn_updates_off_for_object_instance(ObjectInstanceHandle object,
                                            std::span<const AttributeHandle> attributes) override {
    report("turnUpdatesOffForObjectInstance", object, attributes);
    to().turn_updates_off_for_object_instance(object, attributes);
  }
  void request_attribute_ownership_assumption(ObjectInstanceHandle object,
                                              std::span<const AttributeHandle> attributes,
                                              Bytes tag) override {
    report("requestAttributeOwnershipAssumption", object, attributes, tag);
    to().request_attribute_ownership_assumption(object, attributes, tag);
  }
  void request_divestiture_confirmation(ObjectInstanceHandle object,
                                        std::span<const AttributeHandle> attributes) override {
    report("requestDivestitureConfirmation", object, attributes);
    to().request_divestiture_confirmation(object, attributes);
  }
  void attribute_ownership_acquisition_notification(ObjectInstanceHandle object,
                                                    std::span<const AttributeHandle> attributes,
                                                    Bytes tag) override {
    report("attributeOwnershipAcquisitionNotification", object, attributes, tag);
    to().attribute_ownership_acquisition_notification(object, attributes, tag);
  }
  void attribute_ownership_unavailable(ObjectInstanceHandle object,
                                       std::span<const AttributeHandle> attributes) override {
    report("attributeOwnershipUnavailable", object, attributes);
    to().attribute_ownership_unavailable(object, attributes);
  }
  void request_attribute_ownership_release(ObjectInstanceHandle object,
                                           std::span<const AttributeHandle> attributes,
                                           Bytes tag) override {
    report("requestAttributeOwnershipRelease", object, attributes, tag);
    to().request_attribute_ownership_release(object, attributes, tag);
  }
  void confirm_attribute_ownership_acquisition_cancellation(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override {
    report("confirmAttributeOwnershipAcquisitionCancellation", object, attributes);
    to().confirm_attribute_ownership_acquisition_cancellation(object, attributes);
  }
  void inform_attribute_ownership(ObjectInstanceHandle object, AttributeHandle attribute,
                                  FederateHandle owner) override {
    report("informAttributeOwnership", object, attribute, owner);
    to().inform_attribute_ownership(object, attribute, owner);
  }
  void attribute_is_owned_by_rti(ObjectInstanceHandle object, AttributeHandle attribute) override {
    report("attributeIsOwnedByRti", object, attribute);
    to().attribute_is_owned_by_rti(object, attribute);
  }
  void attribute_is_not_owned(ObjectInstanceHandle object, AttributeHandle attribute) override {
    report("attributeIsNotOwned", object, attribute);
    to().attribute_is_not_owned(object, attribute);
  }
  void time_regulation_enabled(LogicalTime time) override {
    report("timeRegulationEnabled", time);
    to().time_regulation_enabled(time);
  }
  void time_constrained_enabled(LogicalTime time) override {
    report("timeConstrainedEnabled", time);
    to().time_constrained_enabled(time);
  }
  void time_advance_grant(LogicalTime time) override {
    report("timeAdvanceGrant", time);
    to().time_advance_grant(time);
  }
  void request_retraction(MessageRetractionHandle retraction) override {
    report("requestRetraction", retraction);
    to().request_retraction(retraction);
  }

 private:
  [[nodiscard]] FederateAmbassador& to() const { return *local_.federate; }
  template <class... Arguments>
  void report(const char* service, const Arguments&... arguments) {
    if (local_.federation == nullptr) return;
    const ServiceText text(local_.rules.as);
    local_.federation->mom->report_service(local_,
                                           {.service = service, .supplied = {text(arguments)...}});
  }

  Local& local_;
};

}  // namespace

std::shared_ptr<FederateAmbassador> make_reporter(Local& local) {
  return std::make_shared<ReportingFederate>(local);
}

}  // namespace orrery::rti
