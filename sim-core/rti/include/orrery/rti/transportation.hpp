// Transportation types, changed while a federation runs (IEEE 1516.1-2010, 6.23 to 6.30).
//
// Change    of what is sent: the attributes that a federate owns, the interaction classes that it publishes. It counts
//           from the next message on, and is confirmed by a callback; until that is made, nothing else can be asked for the
//           same. It ends with the ownership, or the publication: then the object model counts again.
// Order     what was sent before a change is seen before it, or never: best-effort values that come after a later change to
//           reliable are dropped, and counted (PathCounters::dropped).
// Mixed     an update with attributes of several transportations, or orders, is reflected in parts, one for each.
#pragma once

#include <span>
#include <string_view>

#include "orrery/rti/types.hpp"

namespace orrery::rti {

class TransportationServices {
 public:
  virtual ~TransportationServices() = default;

  // 6.23, confirm_attribute_transportation_type_change(). Errors: InvalidTransportationType, AttributeAlreadyBeingChanged,
  // AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown.
  virtual Status request_attribute_transportation_type_change(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes,
      TransportationType type) = 0;
  // 6.25, report_attribute_transportation_type(). Of any object that the federate knows.
  virtual Status query_attribute_transportation_type(ObjectInstanceHandle object,
                                                     AttributeHandle attribute) = 0;
  // 6.27, confirm_interaction_transportation_type_change(). Errors: InvalidTransportationType,
  // InteractionClassAlreadyBeingChanged, InteractionClassNotPublished, InteractionClassNotDefined.
  virtual Status request_interaction_transportation_type_change(InteractionClassHandle of,
                                                                TransportationType type) = 0;
  // 6.29, report_interaction_transportation_type(): what that federate sends the class by.
  virtual Status query_interaction_transportation_type(FederateHandle federate,
                                                       InteractionClassHandle of) = 0;
  // 10.21, 10.22: by the name in an object model. Errors: InvalidTransportationName, InvalidTransportationType.
  virtual Result<TransportationType> get_transportation_type(std::string_view name) = 0;
  virtual Result<std::string> get_transportation_name(TransportationType type) = 0;
};

}  // namespace orrery::rti
