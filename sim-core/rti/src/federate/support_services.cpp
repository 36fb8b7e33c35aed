#include <algorithm>
#include <array>

#include "federate/ambassador.hpp"
#include "subscriptions/update_rates.hpp"

namespace orrery::rti {
namespace {

constexpr std::array<std::string_view, 2> order_names = {"Receive", "TimeStamp"};

}  // namespace

// Clause 10: names and handles are known while the federation is being saved or restored, too.

Result<ObjectClassHandle> Ambassador::get_object_class_handle(std::string_view name) {
  if (auto status = member_of_federation(); !status) return status.error();
  return local_.federation->model.object_class(name);
}

Result<AttributeHandle> Ambassador::get_attribute_handle(ObjectClassHandle object_class,
                                                         std::string_view name) {
  if (auto status = member_of_federation(); !status) return status.error();
  return local_.federation->model.attribute(object_class, name);
}

Result<InteractionClassHandle> Ambassador::get_interaction_class_handle(std::string_view name) {
  if (auto status = member_of_federation(); !status) return status.error();
  return local_.federation->model.interaction_class(name);
}

Result<ParameterHandle> Ambassador::get_parameter_handle(InteractionClassHandle interaction_class,
                                                         std::string_view name) {
  if (auto status = member_of_federation(); !status) return status.error();
  return local_.federation->model.parameter(interaction_class, name);
}

Result<std::string> Ambassador::get_object_class_name(ObjectClassHandle object_class) {
  if (auto status = member_of_federation(); !status) return status.error();
  if (auto status = defined(object_class); !status)
    return error(ErrorCode::InvalidObjectClassHandle, status.error().message);
  return local_.federation->model[object_class].name;
}

Result<std::string> Ambassador::get_interaction_class_name(
    InteractionClassHandle interaction_class) {
  if (auto status = member_of_federation(); !status) return status.error();
  if (auto status = defined(interaction_class); !status) {
    return error(ErrorCode::InvalidInteractionClassHandle, status.error().message);
  }
  return local_.federation->model[interaction_class].name;
}

Result<std::string> Ambassador::get_attribute_name(ObjectClassHandle object_class,
                                                   AttributeHandle attribute) {
  if (auto status = member_of_federation(); !status) return status.error();
  if (auto status = defined(object_class); !status)
    return error(ErrorCode::InvalidObjectClassHandle, status.error().message);
  const ObjectModel& model = local_.federation->model;
  if (auto status = defined(object_class, std::span(&attribute, 1)); !status) {
    const bool is_valid = std::ranges::any_of(model.object_classes(), [&](const ObjectClass& each) {
      return attribute.value < each.attributes.size();
    });
    return error(is_valid ? ErrorCode::AttributeNotDefined : ErrorCode::InvalidAttributeHandle,
                 status.error().message);
  }
  return model[object_class].attributes[attribute.value].name;
}

Result<std::string> Ambassador::get_parameter_name(InteractionClassHandle interaction_class,
                                                   ParameterHandle parameter) {
  if (auto status = member_of_federation(); !status) return status.error();
  if (auto status = defined(interaction_class); !status) {
    return error(ErrorCode::InvalidInteractionClassHandle, status.error().message);
  }
  const ObjectModel& model = local_.federation->model;
  const auto has = [&](const InteractionClass& each) {
    return parameter.value < each.parameters.size();
  };
  if (has(model[interaction_class])) return model[interaction_class].parameters[parameter.value];
  const bool is_valid = std::ranges::any_of(model.interaction_classes(), has);
  return error(
      is_valid ? ErrorCode::InteractionParameterNotDefined : ErrorCode::InvalidParameterHandle,
      model[interaction_class].name + " has no parameter with handle " +
          std::to_string(parameter.value));
}

Result<ObjectInstanceHandle> Ambassador::get_object_instance_handle(std::string_view name) {
  if (auto status = member_of_federation(); !status) return status.error();
  const auto found = local_.federation->object_names.find(std::string(name));
  if (found != local_.federation->object_names.end()) {
    if (auto status = known(ObjectInstanceHandle{found->second}, &Ambassador::member_of_federation);
        status) {
      return ObjectInstanceHandle{found->second};
    }
  }
  // 6.15: a deleted object is known until its removal is told, though another object may have its name by now.
  if (local_.unburied_bytes > 0) {
    for (const auto& [handle, object] : local_.federation->objects) {
      if (object.deleted && object.name == name && knows(*local_.federation, handle, local_))
        return ObjectInstanceHandle{handle};
    }
  }
  return error(ErrorCode::ObjectInstanceNotKnown,
               "no object '" + std::string(name) + "' is known to this federate");
}

Result<std::string> Ambassador::get_object_instance_name(ObjectInstanceHandle object) {
  auto found = known(object, &Ambassador::member_of_federation);
  if (!found) return found.error();
  return (*found)->name;
}

Result<ObjectClassHandle> Ambassador::get_known_object_class_handle(ObjectInstanceHandle object) {
  auto found = known(object, &Ambassador::member_of_federation);
  if (!found) return found.error();
  return known_class(local_, **found);
}

Result<FederateHandle> Ambassador::get_federate_handle(std::string_view name) {
  if (auto status = member_of_federation(); !status) return status.error();
  for (const auto& [handle, member] : local_.federation->members) {
    if (member.name == name) return FederateHandle{handle};
  }
  return error(ErrorCode::NameNotFound, "no federate '" + std::string(name) + "' has joined");
}

Result<std::string> Ambassador::get_federate_name(FederateHandle federate) {
  if (auto status = member_of_federation(); !status) return status.error();
  const auto found = local_.federation->members.find(federate.value);
  if (found != local_.federation->members.end()) return found->second.name;
  return error(federate.value != 0 && federate.value < local_.federation->next_member
                   ? ErrorCode::FederateHandleNotKnown
                   : ErrorCode::InvalidFederateHandle,
               "no federate " + std::to_string(federate.value) + " has joined");
}

Result<ResignAction> Ambassador::get_automatic_resign_directive() {
  if (auto status = member_of_federation(); !status) return status.error();
  return local_.automatic_resign;
}

Status Ambassador::set_automatic_resign_directive(ResignAction directive) {
  const auto may = may_submit(&Ambassador::member_of_federation);
  if (!may) return may.error();
  if (directive > last_resign_action) {
    return error(ErrorCode::InvalidResignAction, "the directive is none of the six");
  }
  local_.automatic_resign = directive;
  Operation set = operation(OperationKind::automatic_resign);
  set.flag = static_cast<std::uint8_t>(directive);
  (void)core_.net().submit(set, *may);
  return {};
}

Result<double> Ambassador::get_update_rate_value(std::string_view designator) {
  if (auto status = member_of_federation(); !status) return status.error();
  if (designator.empty()) {
    return error(ErrorCode::InvalidUpdateRateDesignator, "give the name of an update rate");
  }
  const auto rate = update_rate(designator);
  if (!rate) return rate.error();
  return rate_value(*rate);
}

Result<double> Ambassador::get_update_rate_value_for_attribute(ObjectInstanceHandle object,
                                                               AttributeHandle attribute) {
  auto found = known(object, std::span(&attribute, 1), &Ambassador::member_of_federation);
  if (!found) return found.error();
  const Federation& federation = *local_.federation;
  if (is_owner(local_, **found, attribute.value)) {
    return rate_value(wanted_rate(federation, **found, attribute.value, local_.handle).value_or(0));
  }
  const ObjectClassHandle as = known_class(local_, **found);
  return rate_value(subscribed_rate(federation, member(), as.value, attribute.value));
}

double Ambassador::rate_value(UpdateRateNumber rate) const {
  return rate == 0 ? 0 : local_.federation->model.update_rates()[rate - 1].per_second;
}

Result<OrderType> Ambassador::get_order_type(std::string_view name) {
  if (auto status = member_of_federation(); !status) return status.error();
  const auto found = std::ranges::find(order_names, name);
  if (found == order_names.end()) {
    return error(ErrorCode::InvalidOrderName,
                 "there is no order '" + std::string(name) + "': use Receive or TimeStamp");
  }
  return static_cast<OrderType>(found - order_names.begin());
}

Result<std::string> Ambassador::get_order_name(OrderType type) {
  if (auto status = member_of_federation(); !status) return status.error();
  const auto at = static_cast<std::size_t>(type);
  if (at < order_names.size()) return std::string(order_names[at]);
  return error(ErrorCode::InvalidOrderType, "there is no order " + std::to_string(at));
}

Result<std::uint64_t> Ambassador::normalize_federate_handle(FederateHandle federate) {
  if (auto status = member_of_federation(); !status) return status.error();
  if (federate.value != 0 && federate.value < local_.federation->next_member) {
    return std::uint64_t{federate.value};
  }
  return error(ErrorCode::InvalidFederateHandle,
               "there is no federate " + std::to_string(federate.value));
}

Result<std::uint64_t> Ambassador::normalize_service_group(ServiceGroup group) {
  if (auto status = member_of_federation(); !status) return status.error();
  if (group <= last_service_group) return static_cast<std::uint64_t>(group);
  return error(ErrorCode::InvalidServiceGroup,
               "there is no service group " + std::to_string(static_cast<unsigned>(group)));
}

// A save or restore that has begun waits for callbacks: they can always be enabled.
Status Ambassador::enable_callbacks() {
  if (local_.callbacks_enabled && local_.federation != nullptr) {
    if (auto status = joined(); !status) return status;
  }
  local_.callbacks_enabled = true;
  return {};
}

Status Ambassador::disable_callbacks() {
  if (local_.federation != nullptr) {
    if (auto status = joined(); !status) return status;
  }
  local_.callbacks_enabled = local_.evoking = false;
  return {};
}

Result<bool> Ambassador::get_convey_region_designator_sets_switch() {
  if (auto status = member_of_federation(); !status) return status.error();
  return local_.conveys.region_designator_sets;
}

Status Ambassador::set_convey_region_designator_sets_switch(bool on) {
  if (auto status = joined(); !status) return status;
  local_.conveys.region_designator_sets = on;
  core_.discovery().review_objects(*local_.federation, local_);
  return {};
}

Result<TimeRepresentation> Ambassador::get_time_representation() {
  if (auto status = member_of_federation(); !status) return status.error();
  return local_.federation->as;
}

Result<std::string> Ambassador::get_hla_version() { return std::string("IEEE 1516-2010"); }

}  // namespace orrery::rti
