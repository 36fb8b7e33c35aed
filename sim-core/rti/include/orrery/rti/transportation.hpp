// Transportation types, changed while a federation runs (IEEE 1516.1-2010, 6.23 to 6.30).
//
// Change    applies to attributes that the federate owns and to interaction classes that it publishes, from the next message
//           on. A callback confirms it; until then a further change of the same attribute or class is refused. A change ends
//           with the ownership or the publication: then the object model's type counts again.
// Order     a message sent before a change is never seen after a message sent after it. A best-effort value that arrives
//           after a later change to reliable is dropped and counted (PathCounters::dropped).
// Mixed     an update whose attributes have several transportations or orders is reflected in parts, one for each.
//
// For the errors that all services share see basic_services.hpp.
#pragma once

#include <span>
#include <string_view>

#include "orrery/rti/types.hpp"

namespace orrery::rti {

class TransportationServices {
 public:
  virtual ~TransportationServices() = default;

  // 6.23 Answered by confirm_attribute_transportation_type_change().
  // Errors: AttributeAlreadyBeingChanged, AttributeNotDefined, AttributeNotOwned, InvalidTransportationType,
  // ObjectInstanceNotKnown.
  virtual Status request_attribute_transportation_type_change(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes,
      TransportationType type) = 0;
  // 6.25 Answered by report_attribute_transportation_type(). For any object that the federate knows.
  // Errors: AttributeNotDefined, ObjectInstanceNotKnown.
  virtual Status query_attribute_transportation_type(ObjectInstanceHandle object,
                                                     AttributeHandle attribute) = 0;
  // 6.27 Answered by confirm_interaction_transportation_type_change().
  // Errors: InteractionClassAlreadyBeingChanged, InteractionClassNotDefined, InteractionClassNotPublished,
  // InvalidTransportationType.
  virtual Status request_interaction_transportation_type_change(
      InteractionClassHandle interaction_class, TransportationType type) = 0;
  // 6.29 Answered by report_interaction_transportation_type(): the type by which `federate` sends the class.
  // Errors: FederateHandleNotKnown, InteractionClassNotDefined, InvalidFederateHandle.
  virtual Status query_interaction_transportation_type(
      FederateHandle federate, InteractionClassHandle interaction_class) = 0;
  // 10.21 By the name in an object model.
  // Errors: InvalidTransportationName.
  virtual Result<TransportationType> get_transportation_type(std::string_view name) = 0;
  // 10.22
  // Errors: InvalidTransportationType.
  virtual Result<std::string> get_transportation_name(TransportationType type) = 0;
};

}  // namespace orrery::rti
