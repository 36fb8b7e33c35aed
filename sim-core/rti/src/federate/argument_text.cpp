#include "federate/argument_text.hpp"

#include <array>

#include "time/time_rules.hpp"

namespace orrery::rti {
namespace {

template <class E, std::size_t n>
std::string name_of(E value, const std::array<const char*, n>& names) {
  const auto at = static_cast<std::size_t>(value);
  return at < n ? names[at] : std::to_string(at);
}

std::string sized(std::uint16_t handle, Bytes value) {
  return std::to_string(handle) + ": " + std::to_string(value.size()) + " bytes";
}

}  // namespace

std::string ServiceText::bounded(std::string text) {
  if (text.size() <= most_bytes) return text;
  text.resize(most_bytes - 3);
  return text + "...";
}

std::string ServiceText::text(Bytes bytes) const { return std::to_string(bytes.size()) + " bytes"; }

std::string ServiceText::text(LogicalTime time) const { return time_text(as_, time.value); }

std::string ServiceText::text(LogicalTimeInterval interval) const {
  return text(LogicalTime{interval.value});
}

std::string ServiceText::text(const AttributeValue& value) const {
  return sized(value.attribute.value, value.value);
}

std::string ServiceText::text(const ParameterValue& value) const {
  return sized(value.parameter.value, value.value);
}

std::string ServiceText::text(const AttributeRegions& regions) const {
  return text(regions.attributes) + " in " + text(regions.regions);
}

std::string ServiceText::text(const RangeBounds& bounds) const {
  return "[" + std::to_string(bounds.lower) + ", " + std::to_string(bounds.upper) + ")";
}

std::string ServiceText::text(const Delivery& delivery) const {
  return "from " + text(delivery.producer) + ", " + text(delivery.transportation) + ", " +
         text(delivery.received) + (delivery.time ? ", " + text(*delivery.time) : "") +
         (delivery.sent_regions ? ", in " + text(*delivery.sent_regions) : "");
}

std::string ServiceText::text(const FederateSnapshotStatus& status) const {
  return text(status.federate) + ": " +
         name_of(status.status, std::array{"none", "instructed", "working", "waiting"});
}

std::string ServiceText::text(TransportationType type) const {
  return type <= last_transportation ? std::string(to_string(type))
                                     : std::to_string(static_cast<unsigned>(type));
}

std::string ServiceText::text(OrderType order) const {
  return name_of(order, std::array{"Receive", "TimeStamp"});
}

std::string ServiceText::text(ResignAction action) const {
  return name_of(action,
                 std::array{"UNCONDITIONALLY_DIVEST_ATTRIBUTES", "DELETE_OBJECTS",
                            "CANCEL_PENDING_OWNERSHIP_ACQUISITIONS", "DELETE_OBJECTS_THEN_DIVEST",
                            "CANCEL_THEN_DELETE_THEN_DIVEST", "NO_ACTION"});
}

std::string ServiceText::text(SaveFailure why) const {
  return name_of(why, std::array{"RTI_UNABLE_TO_SAVE", "FEDERATE_REPORTED_FAILURE_DURING_SAVE",
                                 "FEDERATE_RESIGNED_DURING_SAVE", "SAVE_ABORTED",
                                 "SAVE_TIME_CANNOT_BE_HONORED"});
}

std::string ServiceText::text(RestoreFailure why) const {
  return name_of(why, std::array{"FEDERATE_REPORTED_FAILURE_DURING_RESTORE",
                                 "FEDERATE_RESIGNED_DURING_RESTORE", "RESTORE_ABORTED"});
}

std::string ServiceText::text(SynchronizationPointFailure why) const {
  return name_of(why, std::array{"SYNCHRONIZATION_POINT_LABEL_NOT_UNIQUE",
                                 "SYNCHRONIZATION_SET_MEMBER_NOT_JOINED"});
}

std::string ServiceText::text(ServiceGroup group) const {
  return name_of(group, std::array{"FEDERATION_MANAGEMENT", "DECLARATION_MANAGEMENT",
                                   "OBJECT_MANAGEMENT", "OWNERSHIP_MANAGEMENT", "TIME_MANAGEMENT",
                                   "DATA_DISTRIBUTION_MANAGEMENT", "SUPPORT_SERVICES"});
}

std::string ServiceText::text(TimeRepresentation time) const {
  return name_of(time, std::array{"HLAfloat64Time", "HLAinteger64Time"});
}

}  // namespace orrery::rti
