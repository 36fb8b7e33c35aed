#include <algorithm>

#include "ambassador.hpp"

namespace orrery::rti {

// Names and handles are known while the federation is being saved or restored, too; those of objects are state.

Result<ObjectClassHandle> Ambassador::get_object_class_handle(std::string_view name) {
  if (auto is = member_of_federation(); !is) return is.error();
  return local_.federation->model.object_class(name);
}

Result<AttributeHandle> Ambassador::get_attribute_handle(ObjectClassHandle of,
                                                         std::string_view name) {
  if (auto is = member_of_federation(); !is) return is.error();
  return local_.federation->model.attribute(of, name);
}

Result<InteractionClassHandle> Ambassador::get_interaction_class_handle(std::string_view name) {
  if (auto is = member_of_federation(); !is) return is.error();
  return local_.federation->model.interaction_class(name);
}

Result<ParameterHandle> Ambassador::get_parameter_handle(InteractionClassHandle of,
                                                         std::string_view name) {
  if (auto is = member_of_federation(); !is) return is.error();
  return local_.federation->model.parameter(of, name);
}

Result<std::string> Ambassador::get_object_class_name(ObjectClassHandle of) {
  if (auto is = member_of_federation(); !is) return is.error();
  if (auto is = defined(of); !is)
    return error(ErrorCode::InvalidObjectClassHandle, is.error().message);
  return local_.federation->model[of].name;
}

Result<std::string> Ambassador::get_interaction_class_name(InteractionClassHandle of) {
  if (auto is = member_of_federation(); !is) return is.error();
  if (auto is = defined(of); !is) {
    return error(ErrorCode::InvalidInteractionClassHandle, is.error().message);
  }
  return local_.federation->model[of].name;
}

Result<std::string> Ambassador::get_attribute_name(ObjectClassHandle of,
                                                   AttributeHandle attribute) {
  if (auto is = member_of_federation(); !is) return is.error();
  if (auto is = defined(of); !is)
    return error(ErrorCode::InvalidObjectClassHandle, is.error().message);
  if (auto is = defined(of, std::span(&attribute, 1)); !is) {
    return error(ErrorCode::InvalidAttributeHandle, is.error().message);
  }
  return local_.federation->model[of].attributes[attribute.value].name;
}

Result<std::string> Ambassador::get_parameter_name(InteractionClassHandle of,
                                                   ParameterHandle parameter) {
  if (auto is = member_of_federation(); !is) return is.error();
  if (auto is = defined(of); !is) {
    return error(ErrorCode::InvalidInteractionClassHandle, is.error().message);
  }
  const auto& parameters = local_.federation->model[of].parameters;
  if (parameter.value < parameters.size()) return parameters[parameter.value];
  return error(ErrorCode::InvalidParameterHandle, local_.federation->model[of].name +
                                                      " has no parameter with handle " +
                                                      std::to_string(parameter.value));
}

Result<ObjectInstanceHandle> Ambassador::get_object_instance_handle(std::string_view name) {
  if (auto is = joined(); !is) return is.error();
  const auto found = local_.federation->object_names.find(std::string(name));
  if (found != local_.federation->object_names.end()) {
    if (auto is = known(ObjectInstanceHandle{found->second}); is) {
      return ObjectInstanceHandle{found->second};
    }
  }
  return error(ErrorCode::ObjectInstanceNotKnown,
               "no object '" + std::string(name) + "' is known to this federate");
}

Result<std::string> Ambassador::get_object_instance_name(ObjectInstanceHandle object) {
  auto found = known(object);
  if (!found) return found.error();
  return (*found)->name;
}

Result<ObjectClassHandle> Ambassador::get_known_object_class_handle(ObjectInstanceHandle object) {
  auto found = known(object);
  if (!found) return found.error();
  const auto view = std::ranges::find((*found)->views, &local_, &View::local);
  return ObjectClassHandle{view == (*found)->views.end() ? (*found)->of : view->known};
}

Result<FederateHandle> Ambassador::get_federate_handle(std::string_view name) {
  if (auto is = member_of_federation(); !is) return is.error();
  for (const auto& [handle, member] : local_.federation->members) {
    if (member.name == name) return FederateHandle{handle};
  }
  return error(ErrorCode::NameNotFound, "no federate '" + std::string(name) + "' has joined");
}

Result<std::string> Ambassador::get_federate_name(FederateHandle federate) {
  if (auto is = member_of_federation(); !is) return is.error();
  const auto found = local_.federation->members.find(federate.value);
  if (found != local_.federation->members.end()) return found->second.name;
  return error(federate.value != 0 && federate.value < local_.federation->next_member
                   ? ErrorCode::FederateHandleNotKnown
                   : ErrorCode::InvalidFederateHandle,
               "no federate " + std::to_string(federate.value) + " has joined");
}

}  // namespace orrery::rti
