// The management object model between the face and the numbers of a history.
#pragma once

#include "orrery/rti/encoding.hpp"

#include "management.hpp"
#include "player.hpp"

namespace orrery::rti::testing {

// The object class of the RTI's objects with this handle, as a place in management::object_classes(); or unknown.
int managed_class_of(const Handles& handles, ObjectClassHandle object_class);
// The place in management::reports(), or unknown.
int report_of(const Handles& handles, InteractionClassHandle interaction);
// By the name of an object of the RTI: management::federation, or the join of a federate.
int managed_object_named(const Handles& handles, const std::string& name);

// The values of members that histories use, by their places in the row of the class.
std::map<int, std::string> managed_values(const Handles& handles, int object_class,
                                          std::span<const AttributeValue> values);
std::map<int, std::string> report_values(const Handles& handles, int report,
                                         std::span<const ParameterValue> values);

// Makes the call if it is of the management object model.
std::optional<Answer> make_management(const Call& call, RtiAmbassador& rti, Handles& handles);

}  // namespace orrery::rti::testing
