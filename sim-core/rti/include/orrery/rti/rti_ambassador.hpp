// Services of the RTI for one federate (the standard's RTIambassador). What can fail says so as a value, by
// the standard's names (errors.hpp); a failed service has changed nothing. See node.hpp for threads and progress.
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
  // Destroying it disconnects; if need be it resigns by the automatic resign directive (10.2).

  // The standard's disconnect: all services but evoking answer NotConnected then. Errors: FederateIsExecutionMember,
  // CallNotAllowedFromWithinCallback.
  virtual Status disconnect() = 0;

  // Federation management. These wait until all is known at this node.
  // 4.5 with a MIM: a module that defines all of the standard's MIM, and may extend it. Errors: DesignatorIsHLAstandardMIM,
  // ErrorReadingMIM.
  virtual Status create_federation_execution_with_mim(
      const std::string& name, const std::vector<FomModule>& modules, const FomModule& mim,
      TimeRepresentation time = TimeRepresentation::float64) = 0;
  virtual Status destroy_federation_execution(const std::string& name) = 0;
  // Of IEEE 1516.1-2025. Errors: FederationExecutionDoesNotExist.
  virtual Result<std::vector<FederationMember>> list_federation_execution_members(
      const std::string& federation_name) = 0;

  // Declaration management
  using BasicServices::subscribe_object_class_attributes;
  // 5.6 with an update rate designator, a name of the FOM's update rate table; empty: not reduced. Updates by HLAbestEffort in
  // receive order come at most so often, for each attribute of each object; the others, and other transportations, are
  // not reduced. A later subscription to an attribute replaces its rate. Errors: InvalidUpdateRateDesignator.
  virtual Status subscribe_object_class_attributes(ObjectClassHandle of,
                                                   std::span<const AttributeHandle> attributes,
                                                   bool active, const std::string& update_rate) = 0;
  virtual Status unpublish_object_class(ObjectClassHandle of) = 0;
  virtual Status unpublish_object_class_attributes(ObjectClassHandle of,
                                                   std::span<const AttributeHandle> attributes) = 0;
  virtual Status unpublish_interaction_class(InteractionClassHandle of) = 0;
  virtual Status unsubscribe_object_class(ObjectClassHandle of) = 0;
  virtual Status unsubscribe_object_class_attributes(
      ObjectClassHandle of, std::span<const AttributeHandle> attributes) = 0;
  virtual Status unsubscribe_interaction_class(InteractionClassHandle of) = 0;

  // Object management. With a time, a regulating federate's message goes in time-stamp order if that is the
  // attribute's or interaction's preference; the result tells how to retract it.
  virtual Status reserve_object_instance_name(const std::string& name) = 0;
  virtual Status release_object_instance_name(const std::string& name) = 0;
  // 6.5 All of the names, or none. Errors: NameSetWasEmpty, IllegalName.
  virtual Status reserve_multiple_object_instance_names(std::span<const std::string> names) = 0;
  // 6.7 Errors: NameSetWasEmpty, ObjectInstanceNameNotReserved: then none is released.
  virtual Status release_multiple_object_instance_names(std::span<const std::string> names) = 0;
  using BasicServices::send_interaction;
  using BasicServices::update_attribute_values;
  virtual Result<std::optional<MessageRetractionHandle>> update_attribute_values(
      ObjectInstanceHandle object, std::span<const AttributeValue> values, Bytes tag,
      LogicalTime time) = 0;
  virtual Result<std::optional<MessageRetractionHandle>> send_interaction(
      InteractionClassHandle of, std::span<const ParameterValue> values, Bytes tag,
      LogicalTime time) = 0;
  virtual Status delete_object_instance(ObjectInstanceHandle object, Bytes tag = {}) = 0;
  virtual Result<std::optional<MessageRetractionHandle>> delete_object_instance(
      ObjectInstanceHandle object, Bytes tag, LogicalTime time) = 0;
  virtual Status local_delete_object_instance(ObjectInstanceHandle object) = 0;
  virtual Status request_attribute_value_update(ObjectInstanceHandle object,
                                                std::span<const AttributeHandle> attributes,
                                                Bytes tag = {}) = 0;
  // Of all instances of the class and of its subclasses.
  virtual Status request_attribute_value_update(ObjectClassHandle of,
                                                std::span<const AttributeHandle> attributes,
                                                Bytes tag = {}) = 0;
  virtual Status change_attribute_order_type(ObjectInstanceHandle object,
                                             std::span<const AttributeHandle> attributes,
                                             OrderType order) = 0;
  virtual Status change_interaction_order_type(InteractionClassHandle of, OrderType order) = 0;

  // Ownership management. What is asked counts when all nodes have heard of it, in one order; what is given up
  // can be updated no more at once. A divestiture that several want goes to the one that asked first.
  virtual Status unconditional_attribute_ownership_divestiture(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) = 0;
  virtual Status negotiated_attribute_ownership_divestiture(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes, Bytes tag = {}) = 0;
  virtual Status confirm_divestiture(ObjectInstanceHandle object,
                                     std::span<const AttributeHandle> attributes,
                                     Bytes tag = {}) = 0;
  virtual Status attribute_ownership_acquisition(ObjectInstanceHandle object,
                                                 std::span<const AttributeHandle> attributes,
                                                 Bytes tag = {}) = 0;
  virtual Status attribute_ownership_acquisition_if_available(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) = 0;
  // The owner keeps what it was asked for. Every request for it ends with attribute_ownership_unavailable().
  virtual Status attribute_ownership_release_denied(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) = 0;
  // Those of the attributes that somebody waits for, which are divested.
  virtual Result<std::vector<AttributeHandle>> attribute_ownership_divestiture_if_wanted(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) = 0;
  virtual Status cancel_negotiated_attribute_ownership_divestiture(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) = 0;
  virtual Status cancel_attribute_ownership_acquisition(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) = 0;
  virtual Status query_attribute_ownership(ObjectInstanceHandle object,
                                           AttributeHandle attribute) = 0;
  virtual Result<bool> is_attribute_owned_by_federate(ObjectInstanceHandle object,
                                                      AttributeHandle attribute) = 0;

  // Time management
  virtual Status disable_time_regulation() = 0;
  virtual Status disable_time_constrained() = 0;
  virtual Status time_advance_request_available(LogicalTime time) = 0;
  virtual Status next_message_request(LogicalTime time) = 0;
  virtual Status next_message_request_available(LogicalTime time) = 0;
  virtual Status flush_queue_request(LogicalTime time) = 0;
  virtual Status disable_asynchronous_delivery() = 0;
  // Nothing: undefined, since nobody else regulates.
  virtual Result<std::optional<LogicalTime>> query_galt() = 0;
  virtual Result<std::optional<LogicalTime>> query_lits() = 0;
  virtual Result<LogicalTime> query_logical_time() = 0;
  virtual Status modify_lookahead(LogicalTimeInterval lookahead) = 0;
  virtual Result<LogicalTimeInterval> query_lookahead() = 0;
  virtual Status retract(MessageRetractionHandle retraction) = 0;

  // Support services
  virtual Result<std::string> get_object_class_name(ObjectClassHandle of) = 0;
  virtual Result<std::string> get_interaction_class_name(InteractionClassHandle of) = 0;
  virtual Result<std::string> get_attribute_name(ObjectClassHandle of,
                                                 AttributeHandle attribute) = 0;
  virtual Result<std::string> get_parameter_name(InteractionClassHandle of,
                                                 ParameterHandle parameter) = 0;
  virtual Result<ObjectInstanceHandle> get_object_instance_handle(std::string_view name) = 0;
  virtual Result<std::string> get_object_instance_name(ObjectInstanceHandle object) = 0;
  virtual Result<ObjectClassHandle> get_known_object_class_handle(ObjectInstanceHandle object) = 0;
  virtual Result<std::string> get_federate_name(FederateHandle federate) = 0;

  // One callback, waiting up to `least_s` for it. True if more are waiting. Error: within a callback.
  virtual Result<bool> evoke_callback(double least_s) = 0;
};

}  // namespace orrery::rti
