// The services that any RTI needs so that it can be measured beside this one: meet, exchange updates and interactions,
// advance time together. A workload written against them runs on every RTI that has an adapter (peer.hpp). RtiAmbassador
// adds all other services of IEEE 1516.1-2010.
//
// Each service is declared with its clause of IEEE 1516.1-2010 and its errors (errors.hpp). A service that fails changes
// nothing. Three groups of errors are not repeated at each service:
//   all services but evoking       NotConnected, RTIinternalError
//   services of a joined federate  FederateNotExecutionMember, and SaveInProgress or RestoreInProgress (not those of
//                                  clause 10 that only look something up)
//   services that send             Congested (not the standard's): nothing was sent; evoke callbacks and try again
// Services that wait for other nodes (create, destroy, join, resign) and evoking are refused in a callback:
// CallNotAllowedFromWithinCallback.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "orrery/rti/federate_ambassador.hpp"
#include "orrery/rti/types.hpp"

namespace orrery::rti {

class BasicServices {
 public:
  BasicServices() = default;
  BasicServices(const BasicServices&) = delete;
  BasicServices& operator=(const BasicServices&) = delete;
  // Disconnects. A federate that is joined resigns by its automatic resign directive (10.2).
  virtual ~BasicServices() = default;

  // Federation management. Create, join and resign return when the operation has been applied at this node.

  // 4.5 The federation's object model is `modules` and the standard's MIM, merged.
  // Errors: CouldNotOpenFDD, ErrorReadingFDD, FederationExecutionAlreadyExists, InconsistentFDD.
  virtual Status create_federation_execution(
      const std::string& name, const std::vector<FomModule>& modules,
      TimeRepresentation time = TimeRepresentation::float64) = 0;
  // 4.7 Returns the list. The standard reports it in a callback.
  virtual Result<std::vector<FederationInformation>> list_federation_executions() = 0;
  // 4.9 An empty `federate_name` lets the RTI choose one. `additional_modules` extend the object model for all federates.
  // Errors: CallNotAllowedFromWithinCallback, ErrorReadingFDD, FederateAlreadyExecutionMember, FederateNameAlreadyInUse,
  // FederationExecutionDoesNotExist, InconsistentFDD, RestoreInProgress, SaveInProgress.
  virtual Result<FederateHandle> join_federation_execution(
      const std::string& federate_name, const std::string& federate_type,
      const std::string& federation_name,
      const std::vector<FomModule>& additional_modules = {}) = 0;
  // 4.10
  // Errors: CallNotAllowedFromWithinCallback, FederateOwnsAttributes, InvalidResignAction, OwnershipAcquisitionPending.
  virtual Status resign_federation_execution(ResignAction action) = 0;
  // 4.11 An empty `set` means every joined federate, and every federate that joins before all have achieved the point.
  // Errors: InvalidFederateHandle.
  virtual Status register_federation_synchronization_point(
      const std::string& label, Bytes tag, std::span<const FederateHandle> set = {}) = 0;
  // 4.14
  // Errors: SynchronizationPointLabelNotAnnounced.
  virtual Status synchronization_point_achieved(const std::string& label, bool success = true) = 0;

  // Declaration management

  // 5.2
  // Errors: AttributeNotDefined, ObjectClassNotDefined.
  virtual Status publish_object_class_attributes(ObjectClassHandle object_class,
                                                 std::span<const AttributeHandle> attributes) = 0;
  // 5.4
  // Errors: InteractionClassNotDefined.
  virtual Status publish_interaction_class(InteractionClassHandle interaction_class) = 0;
  // 5.6 Passive subscriptions (`active` false) turn no registrations or updates on.
  // Errors: AttributeNotDefined, InvalidUpdateRateDesignator, ObjectClassNotDefined.
  virtual Status subscribe_object_class_attributes(ObjectClassHandle object_class,
                                                   std::span<const AttributeHandle> attributes,
                                                   bool active = true) = 0;
  // 5.8
  // Errors: InteractionClassNotDefined.
  virtual Status subscribe_interaction_class(InteractionClassHandle interaction_class,
                                             bool active = true) = 0;

  // Object management

  // 6.8 An empty `name` lets the RTI choose one. Any other name must have been reserved by this federate (6.2).
  // Errors: ObjectClassNotDefined, ObjectClassNotPublished, ObjectInstanceNameInUse, ObjectInstanceNameNotReserved.
  virtual Result<ObjectInstanceHandle> register_object_instance(ObjectClassHandle object_class,
                                                                const std::string& name = "") = 0;
  // 6.10 In receive order.
  // Errors: AttributeNotDefined, AttributeNotOwned, ObjectInstanceNotKnown.
  virtual Status update_attribute_values(ObjectInstanceHandle object,
                                         std::span<const AttributeValue> values,
                                         Bytes tag = {}) = 0;
  // 6.12 In receive order.
  // Errors: InteractionClassNotDefined, InteractionClassNotPublished, InteractionParameterNotDefined.
  virtual Status send_interaction(InteractionClassHandle interaction_class,
                                  std::span<const ParameterValue> values, Bytes tag = {}) = 0;

  // Time management

  // 8.2 Answered by time_regulation_enabled().
  // Errors: InTimeAdvancingState, InvalidLookahead, RequestForTimeRegulationPending, TimeRegulationAlreadyEnabled.
  virtual Status enable_time_regulation(LogicalTimeInterval lookahead) = 0;
  // 8.5 Answered by time_constrained_enabled().
  // Errors: InTimeAdvancingState, RequestForTimeConstrainedPending, TimeConstrainedAlreadyEnabled.
  virtual Status enable_time_constrained() = 0;
  // 8.14
  // Errors: AsynchronousDeliveryAlreadyEnabled.
  virtual Status enable_asynchronous_delivery() = 0;
  // 8.8 Answered by time_advance_grant(). No message with a time up to and including `time` is delivered later.
  // Errors: InTimeAdvancingState, InvalidLogicalTime, LogicalTimeAlreadyPassed, RequestForTimeConstrainedPending,
  // RequestForTimeRegulationPending.
  virtual Status time_advance_request(LogicalTime time) = 0;

  // Support services. Class names are full, or without the root ("Vehicle.Tank").

  // 10.6
  // Errors: NameNotFound.
  virtual Result<ObjectClassHandle> get_object_class_handle(std::string_view name) = 0;
  // 10.11
  // Errors: InvalidObjectClassHandle, NameNotFound.
  virtual Result<AttributeHandle> get_attribute_handle(ObjectClassHandle object_class,
                                                       std::string_view name) = 0;
  // 10.15
  // Errors: NameNotFound.
  virtual Result<InteractionClassHandle> get_interaction_class_handle(std::string_view name) = 0;
  // 10.17
  // Errors: InvalidInteractionClassHandle, NameNotFound.
  virtual Result<ParameterHandle> get_parameter_handle(InteractionClassHandle interaction_class,
                                                       std::string_view name) = 0;
  // 10.4
  // Errors: NameNotFound.
  virtual Result<FederateHandle> get_federate_handle(std::string_view name) = 0;
  // 10.42 Delivers callbacks for `least_s` seconds, and then until none is left or `most_s` seconds have passed. Returns
  // whether callbacks are left.
  // Errors: CallNotAllowedFromWithinCallback.
  virtual Result<bool> evoke_multiple_callbacks(double least_s, double most_s) = 0;
};

}  // namespace orrery::rti
