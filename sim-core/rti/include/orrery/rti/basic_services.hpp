// The services that any RTI must have to be measured beside ours: what federates need to meet, to exchange updates and
// interactions, and to advance time together. A workload that is written against them runs on every RTI that has an
// adapter; RtiAmbassador has them and all others of the standard.
//
// They mean what the standard says, with its errors (errors.hpp): a failed service has changed nothing.
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
  virtual ~BasicServices() = default;  // disconnects

  // Federation management. These wait until all is known at this node.
  virtual Status create_federation_execution(
      const std::string& name, const std::vector<FomModule>& modules,
      TimeRepresentation time = TimeRepresentation::float64) = 0;
  virtual Result<std::vector<FederationInformation>> list_federation_executions() = 0;
  virtual Result<FederateHandle> join_federation_execution(
      const std::string& federate_name, const std::string& federate_type,
      const std::string& federation_name,
      const std::vector<FomModule>& additional_modules = {}) = 0;
  virtual Status resign_federation_execution(ResignAction action) = 0;
  // An empty set: all that have joined, and those that join before all have achieved it.
  virtual Status register_federation_synchronization_point(
      const std::string& label, Bytes tag, std::span<const FederateHandle> set = {}) = 0;
  virtual Status synchronization_point_achieved(const std::string& label, bool success = true) = 0;

  // Declaration management
  virtual Status publish_object_class_attributes(ObjectClassHandle of,
                                                 std::span<const AttributeHandle> attributes) = 0;
  virtual Status publish_interaction_class(InteractionClassHandle of) = 0;
  virtual Status subscribe_object_class_attributes(ObjectClassHandle of,
                                                   std::span<const AttributeHandle> attributes,
                                                   bool active = true) = 0;
  virtual Status subscribe_interaction_class(InteractionClassHandle of, bool active = true) = 0;

  // Object management
  virtual Result<ObjectInstanceHandle> register_object_instance(ObjectClassHandle of,
                                                                const std::string& name = "") = 0;
  virtual Status update_attribute_values(ObjectInstanceHandle object,
                                         std::span<const AttributeValue> values,
                                         Bytes tag = {}) = 0;
  virtual Status send_interaction(InteractionClassHandle of, std::span<const ParameterValue> values,
                                  Bytes tag = {}) = 0;

  // Time management
  virtual Status enable_time_regulation(LogicalTimeInterval lookahead) = 0;
  virtual Status enable_time_constrained() = 0;
  virtual Status enable_asynchronous_delivery() = 0;
  virtual Status time_advance_request(LogicalTime time) = 0;

  // Support services
  virtual Result<ObjectClassHandle> get_object_class_handle(std::string_view name) = 0;
  virtual Result<AttributeHandle> get_attribute_handle(ObjectClassHandle of,
                                                       std::string_view name) = 0;
  virtual Result<InteractionClassHandle> get_interaction_class_handle(std::string_view name) = 0;
  virtual Result<ParameterHandle> get_parameter_handle(InteractionClassHandle of,
                                                       std::string_view name) = 0;
  virtual Result<FederateHandle> get_federate_handle(std::string_view name) = 0;
  // All that come within `least_s`, and while there are more, up to `most_s`.
  virtual Result<bool> evoke_multiple_callbacks(double least_s, double most_s) = 0;
};

}  // namespace orrery::rti
