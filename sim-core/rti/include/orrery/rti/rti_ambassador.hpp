// The services of the RTI for one federate (the standard's RTIambassador). Node::connect() makes one. For threads, progress
// and bounds see node.hpp; for the errors that all services share see basic_services.hpp.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "orrery/rti/advisory_switches.hpp"
#include "orrery/rti/basic_services.hpp"
#include "orrery/rti/data_distribution.hpp"
#include "orrery/rti/save_restore.hpp"
#include "orrery/rti/support_services.hpp"
#include "orrery/rti/transportation.hpp"
#include "orrery/rti/tuning.hpp"
#include "orrery/rti/types.hpp"

namespace orrery::rti {

class RtiAmbassador : public BasicServices,
                      public DataDistribution,
                      public AdvisorySwitchServices,
                      public SaveRestore,
                      public TransportationServices,
                      public SupportServices,
                      public Tuning {
 public:
  // Federation management. Create and destroy return when the operation has been applied at this node.

  // 4.3 Afterwards every service but evoking answers NotConnected.
  // Errors: CallNotAllowedFromWithinCallback, FederateIsExecutionMember.
  virtual Status disconnect() = 0;
  // 4.5 `mim` takes the place of the standard's MIM: it defines all of that and may add to it.
  // Errors: CouldNotOpenFDD, DesignatorIsHLAstandardMIM, ErrorReadingFDD, ErrorReadingMIM, FederationExecutionAlreadyExists, InconsistentFDD.
  virtual Status create_federation_execution_with_mim(
      const std::string& name, const std::vector<FomModule>& modules, const FomModule& mim,
      TimeRepresentation time = TimeRepresentation::float64) = 0;
  // 4.6
  // Errors: FederatesCurrentlyJoined, FederationExecutionDoesNotExist.
  virtual Status destroy_federation_execution(const std::string& name) = 0;
  // IEEE 1516.1-2025
  // Errors: FederationExecutionDoesNotExist.
  virtual Result<std::vector<FederationMember>> list_federation_execution_members(
      const std::string& federation_name) = 0;

  // Declaration management

  using BasicServices::subscribe_object_class_attributes;
  // 5.6 With an update rate designator: a name of the FOM's update rate table; empty: not reduced. Best-effort updates in
  // receive order then arrive at most at that rate, for each attribute of each object. Other updates are not reduced. A later
  // subscription to an attribute replaces its rate.
  // Errors: AttributeNotDefined, InvalidUpdateRateDesignator, ObjectClassNotDefined.
  virtual Status subscribe_object_class_attributes(ObjectClassHandle object_class,
                                                   std::span<const AttributeHandle> attributes,
                                                   bool active, const std::string& update_rate) = 0;
  // 5.3
  // Errors: ObjectClassNotDefined, OwnershipAcquisitionPending.
  virtual Status unpublish_object_class(ObjectClassHandle object_class) = 0;
  // 5.3
  // Errors: AttributeNotDefined, ObjectClassNotDefined, OwnershipAcquisitionPending.
  virtual Status unpublish_object_class_attributes(ObjectClassHandle object_class,
                                                   std::span<const AttributeHandle> attributes) = 0;
  // 5.5
  // Errors: InteractionClassNotDefined.
  virtual Status unpublish_interaction_class(InteractionClassHandle interaction_class) = 0;
  // 5.7
  // Errors: ObjectClassNotDefined.
  virtual Status unsubscribe_object_class(ObjectClassHandle object_class) = 0;
  // 5.7
  // Errors: AttributeNotDefined, ObjectClassNotDefined.
  virtual Status unsubscribe_object_class_attributes(
      ObjectClassHandle object_class, std::span<const AttributeHandle> attributes) = 0;
  // 5.9
  // Errors: InteractionClassNotDefined.
  virtual Status unsubscribe_interaction_class(InteractionClassHandle interaction_class) = 0;

  // Object management. A message with a time is sent in timestamp order if the federate regulates time and the attribute or
  // interaction class prefers that order; the result is then the handle that retracts it (8.21). Otherwise it is sent in
  // receive order and the result is empty.

  // 6.2 Answered by object_instance_name_reservation_succeeded() or object_instance_name_reservation_failed().
  // Errors: IllegalName.
  virtual Status reserve_object_instance_name(const std::string& name) = 0;
  // 6.4
  // Errors: ObjectInstanceNameNotReserved.
  virtual Status release_object_instance_name(const std::string& name) = 0;
  // 6.5 Reserves all of the names, or none.
  // Errors: IllegalName, NameSetWasEmpty.
  virtual Status reserve_multiple_object_instance_names(std::span<const std::string> names) = 0;
  // 6.7 Releases all of the names, or none.
  // Errors: NameSetWasEmpty, ObjectInstanceNameNotReserved.
  virtual Status release_multiple_object_instance_names(std::span<const std::string> names) = 0;
  using BasicServices::send_interaction;
  using BasicServices::update_attribute_values;
  // 6.10
  // Errors: AttributeNotDefined, AttributeNotOwned, InvalidLogicalTime, ObjectInstanceNotKnown.
  virtual Result<std::optional<MessageRetractionHandle>> update_attribute_values(
      ObjectInstanceHandle object, std::span<const AttributeValue> values, Bytes tag,
      LogicalTime time) = 0;
  // 6.12
  // Errors: InteractionClassNotDefined, InteractionClassNotPublished, InteractionParameterNotDefined, InvalidLogicalTime.
  virtual Result<std::optional<MessageRetractionHandle>> send_interaction(
      InteractionClassHandle interaction_class, std::span<const ParameterValue> values, Bytes tag,
      LogicalTime time) = 0;
  // 6.14
  // Errors: DeletePrivilegeNotHeld, ObjectInstanceNotKnown.
  virtual Status delete_object_instance(ObjectInstanceHandle object, Bytes tag = {}) = 0;
  // 6.14 In timestamp order the object stays known to each federate until that federate's time has come.
  // Errors: DeletePrivilegeNotHeld, InvalidLogicalTime, ObjectInstanceNotKnown.
  virtual Result<std::optional<MessageRetractionHandle>> delete_object_instance(
      ObjectInstanceHandle object, Bytes tag, LogicalTime time) = 0;
  // 6.16
  // Errors: FederateOwnsAttributes, ObjectInstanceNotKnown, OwnershipAcquisitionPending.
  virtual Status local_delete_object_instance(ObjectInstanceHandle object) = 0;
  // 6.19 Asks the attributes' owners, who are told by provide_attribute_value_update().
  // Errors: AttributeNotDefined, ObjectInstanceNotKnown.
  virtual Status request_attribute_value_update(ObjectInstanceHandle object,
                                                std::span<const AttributeHandle> attributes,
                                                Bytes tag = {}) = 0;
  // 6.19 Of all instances of the class and its subclasses.
  // Errors: AttributeNotDefined, ObjectClassNotDefined.
  virtual Status request_attribute_value_update(ObjectClassHandle object_class,
                                                std::span<const AttributeHandle> attributes,
                                                Bytes tag = {}) = 0;

  // Ownership management. A request takes effect when every node has applied it, in one order for all. An attribute that its
  // owner divests cannot be updated from the call on. The first of several acquirers becomes the owner.

  // 7.2
  // Errors: AttributeNotDefined, AttributeNotOwned, ObjectInstanceNotKnown.
  virtual Status unconditional_attribute_ownership_divestiture(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) = 0;
  // 7.3 Other federates are told by request_attribute_ownership_assumption(). Answered by
  // request_divestiture_confirmation() when one of them wants the attributes.
  // Errors: AttributeAlreadyBeingDivested, AttributeNotDefined, AttributeNotOwned, ObjectInstanceNotKnown.
  virtual Status negotiated_attribute_ownership_divestiture(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes, Bytes tag = {}) = 0;
  // 7.6
  // Errors: AttributeDivestitureWasNotRequested, AttributeNotDefined, AttributeNotOwned, NoAcquisitionPending,
  // ObjectInstanceNotKnown.
  virtual Status confirm_divestiture(ObjectInstanceHandle object,
                                     std::span<const AttributeHandle> attributes,
                                     Bytes tag = {}) = 0;
  // 7.8 Answered by attribute_ownership_acquisition_notification(), or by attribute_ownership_unavailable() if the owner
  // denies the release.
  // Errors: AttributeNotDefined, AttributeNotPublished, FederateOwnsAttributes, ObjectClassNotPublished,
  // ObjectInstanceNotKnown.
  virtual Status attribute_ownership_acquisition(ObjectInstanceHandle object,
                                                 std::span<const AttributeHandle> attributes,
                                                 Bytes tag = {}) = 0;
  // 7.9 Answered by attribute_ownership_acquisition_notification() or attribute_ownership_unavailable().
  // Errors: AttributeAlreadyBeingAcquired, AttributeNotDefined, AttributeNotPublished, FederateOwnsAttributes,
  // ObjectClassNotPublished, ObjectInstanceNotKnown.
  virtual Status attribute_ownership_acquisition_if_available(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) = 0;
  // 7.12 The owner keeps the attributes. Each acquirer is told by attribute_ownership_unavailable().
  // Errors: AttributeNotDefined, AttributeNotOwned, ObjectInstanceNotKnown.
  virtual Status attribute_ownership_release_denied(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) = 0;
  // 7.13 Divests those of the attributes that another federate wants to acquire, and returns them.
  // Errors: AttributeNotDefined, AttributeNotOwned, ObjectInstanceNotKnown.
  virtual Result<std::vector<AttributeHandle>> attribute_ownership_divestiture_if_wanted(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) = 0;
  // 7.14
  // Errors: AttributeDivestitureWasNotRequested, AttributeNotDefined, AttributeNotOwned, ObjectInstanceNotKnown.
  virtual Status cancel_negotiated_attribute_ownership_divestiture(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) = 0;
  // 7.15 Answered by confirm_attribute_ownership_acquisition_cancellation(), or by
  // attribute_ownership_acquisition_notification() if the ownership came first.
  // Errors: AttributeAcquisitionWasNotRequested, AttributeAlreadyOwned, AttributeNotDefined, ObjectInstanceNotKnown.
  virtual Status cancel_attribute_ownership_acquisition(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) = 0;
  // 7.17 Answered by inform_attribute_ownership(), attribute_is_owned_by_rti() or attribute_is_not_owned().
  // Errors: AttributeNotDefined, ObjectInstanceNotKnown.
  virtual Status query_attribute_ownership(ObjectInstanceHandle object,
                                           AttributeHandle attribute) = 0;
  // 7.19
  // Errors: AttributeNotDefined, ObjectInstanceNotKnown.
  virtual Result<bool> is_attribute_owned_by_federate(ObjectInstanceHandle object,
                                                      AttributeHandle attribute) = 0;

  // Time management. Each request for an advance is answered by time_advance_grant().

  // 8.4
  // Errors: TimeRegulationIsNotEnabled.
  virtual Status disable_time_regulation() = 0;
  // 8.7
  // Errors: TimeConstrainedIsNotEnabled.
  virtual Status disable_time_constrained() = 0;
  // 8.9 More messages with the time granted may be delivered later.
  // Errors: InTimeAdvancingState, InvalidLogicalTime, LogicalTimeAlreadyPassed, RequestForTimeConstrainedPending,
  // RequestForTimeRegulationPending.
  virtual Status time_advance_request_available(LogicalTime time) = 0;
  // 8.10 Granted at the time of the next message in timestamp order, or at `time`.
  // Errors: InTimeAdvancingState, InvalidLogicalTime, LogicalTimeAlreadyPassed, RequestForTimeConstrainedPending,
  // RequestForTimeRegulationPending.
  virtual Status next_message_request(LogicalTime time) = 0;
  // 8.11 As 8.10; more messages with the time granted may be delivered later.
  // Errors: InTimeAdvancingState, InvalidLogicalTime, LogicalTimeAlreadyPassed, RequestForTimeConstrainedPending,
  // RequestForTimeRegulationPending.
  virtual Status next_message_request_available(LogicalTime time) = 0;
  // 8.12 Delivers all messages that wait, also those whose order may still change.
  // Errors: InTimeAdvancingState, InvalidLogicalTime, LogicalTimeAlreadyPassed, RequestForTimeConstrainedPending,
  // RequestForTimeRegulationPending.
  virtual Status flush_queue_request(LogicalTime time) = 0;
  // 8.15
  // Errors: AsynchronousDeliveryAlreadyDisabled.
  virtual Status disable_asynchronous_delivery() = 0;
  // 8.16 Empty: undefined, because no other federate regulates time.
  virtual Result<std::optional<LogicalTime>> query_galt() = 0;
  // 8.17
  virtual Result<LogicalTime> query_logical_time() = 0;
  // 8.18 Empty: undefined, because no other federate regulates time and no message waits.
  virtual Result<std::optional<LogicalTime>> query_lits() = 0;
  // 8.19
  // Errors: InTimeAdvancingState, InvalidLookahead, TimeRegulationIsNotEnabled.
  virtual Status modify_lookahead(LogicalTimeInterval lookahead) = 0;
  // 8.20
  // Errors: TimeRegulationIsNotEnabled.
  virtual Result<LogicalTimeInterval> query_lookahead() = 0;
  // 8.21
  // Errors: InvalidMessageRetractionHandle, MessageCanNoLongerBeRetracted, TimeRegulationIsNotEnabled.
  virtual Status retract(MessageRetractionHandle retraction) = 0;
  // 8.23 The preferred order of attributes that the federate owns, from the next update on.
  // Errors: AttributeNotDefined, AttributeNotOwned, ObjectInstanceNotKnown.
  virtual Status change_attribute_order_type(ObjectInstanceHandle object,
                                             std::span<const AttributeHandle> attributes,
                                             OrderType order) = 0;
  // 8.24 The preferred order of a class that the federate publishes, from the next interaction on.
  // Errors: InteractionClassNotDefined, InteractionClassNotPublished.
  virtual Status change_interaction_order_type(InteractionClassHandle interaction_class,
                                               OrderType order) = 0;

  // Support services

  // 10.5
  // Errors: FederateHandleNotKnown, InvalidFederateHandle.
  virtual Result<std::string> get_federate_name(FederateHandle federate) = 0;
  // 10.7
  // Errors: InvalidObjectClassHandle.
  virtual Result<std::string> get_object_class_name(ObjectClassHandle object_class) = 0;
  // 10.8
  // Errors: ObjectInstanceNotKnown.
  virtual Result<ObjectClassHandle> get_known_object_class_handle(ObjectInstanceHandle object) = 0;
  // 10.9
  // Errors: ObjectInstanceNotKnown.
  virtual Result<ObjectInstanceHandle> get_object_instance_handle(std::string_view name) = 0;
  // 10.10
  // Errors: ObjectInstanceNotKnown.
  virtual Result<std::string> get_object_instance_name(ObjectInstanceHandle object) = 0;
  // 10.12
  // Errors: AttributeNotDefined, InvalidAttributeHandle, InvalidObjectClassHandle.
  virtual Result<std::string> get_attribute_name(ObjectClassHandle object_class,
                                                 AttributeHandle attribute) = 0;
  // 10.16
  // Errors: InvalidInteractionClassHandle.
  virtual Result<std::string> get_interaction_class_name(
      InteractionClassHandle interaction_class) = 0;
  // 10.18
  // Errors: InteractionParameterNotDefined, InvalidInteractionClassHandle, InvalidParameterHandle.
  virtual Result<std::string> get_parameter_name(InteractionClassHandle interaction_class,
                                                 ParameterHandle parameter) = 0;
  // 10.41 Delivers one callback, and waits up to `least_s` seconds for it. Returns whether more callbacks wait.
  // Errors: CallNotAllowedFromWithinCallback.
  virtual Result<bool> evoke_callback(double least_s) = 0;
};

}  // namespace orrery::rti
