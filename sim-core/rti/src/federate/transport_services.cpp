#include "federate/ambassador.hpp"

namespace orrery::rti {
namespace {

Status is_transportation(TransportationType type) {
  if (type <= last_transportation) return {};
  return error(ErrorCode::InvalidTransportationType,
               std::to_string(static_cast<int>(type)) + " is no transportation type");
}

}  // namespace

// What this node sends after it counts as changed; for others the change has its place among what was sent.
Operation Ambassador::change_of_transportation(OperationKind kind, TransportationType type) {
  Operation change = operation(kind);
  change.flag = static_cast<std::uint8_t>(type);
  change.number = static_cast<std::int64_t>(++local_.transportation_changes);
  return change;
}

Status Ambassador::request_attribute_transportation_type_change(
    ObjectInstanceHandle handle, std::span<const AttributeHandle> attributes,
    TransportationType type) {
  const auto may = may_submit();
  if (!may) return may.error();
  auto found = owned(handle, attributes);
  if (!found) return found.error();
  if (auto status = is_transportation(type); !status) return status;
  AttributeSet& changing = local_.changing[handle.value];
  AttributeSet wanted;
  for (const AttributeHandle each : attributes) {
    if (changing.test(each.value)) {
      return of_attribute(ErrorCode::AttributeAlreadyBeingChanged, **found, each,
                          "is being changed: wait for the confirmation");
    }
    wanted.set(each.value);
  }
  changing |= wanted;
  Operation change = change_of_transportation(OperationKind::change_attribute_transportation, type);
  change.object = handle.value;
  for (const AttributeHandle each : attributes) change.items.push_back(each.value);
  core_.submit(change, *may);
  core_.inboxes().post(
      local_,
      [this, handle, wanted, type,
       kept = std::vector<AttributeHandle>(attributes.begin(), attributes.end())](
          FederateAmbassador& ambassador) {
        const auto at = local_.changing.find(handle.value);
        at->second &= ~wanted;
        if (at->second.none()) local_.changing.erase(at);
        if (knows(*local_.federation, handle.value, local_))
          ambassador.confirm_attribute_transportation_type_change(handle, kept, type);
      },
      attributes.size() * sizeof attributes[0]);
  return {};
}

Status Ambassador::query_attribute_transportation_type(ObjectInstanceHandle handle,
                                                       AttributeHandle attribute) {
  auto found = known(handle, std::span(&attribute, 1));
  if (!found) return found.error();
  return answer_about(handle,
                      [handle, attribute, type = (*found)->ways[attribute.value].transportation](
                          FederateAmbassador& ambassador) {
                        ambassador.report_attribute_transportation_type(handle, attribute, type);
                      });
}

Status Ambassador::request_interaction_transportation_type_change(
    InteractionClassHandle interaction_class, TransportationType type) {
  const auto may = may_submit();
  if (!may) return may.error();
  if (auto status = publishes(interaction_class); !status) return status;
  if (auto status = is_transportation(type); !status) return status;
  if (keeps_newest(type)) {
    return error(
        ErrorCode::InvalidTransportationType,
        std::string(to_string(type)) + " is for attributes: an interaction has no newest value");
  }
  if (!local_.changing_interactions.insert(interaction_class.value).second) {
    return error(ErrorCode::InteractionClassAlreadyBeingChanged,
                 local_.federation->model[interaction_class].name +
                     " is being changed: wait for the confirmation");
  }
  Operation change =
      change_of_transportation(OperationKind::change_interaction_transportation, type);
  change.class_handle = interaction_class.value;
  core_.submit(change, *may);
  core_.inboxes().post(local_, [this, interaction_class, type](FederateAmbassador& ambassador) {
    local_.changing_interactions.erase(interaction_class.value);
    ambassador.confirm_interaction_transportation_type_change(interaction_class, type);
  });
  return {};
}

Status Ambassador::query_interaction_transportation_type(FederateHandle federate,
                                                         InteractionClassHandle interaction_class) {
  if (auto status = check(interaction_class); !status) return status;
  const auto named = Ambassador::get_federate_name(federate);
  if (!named) return named.error();
  const Federation& federation = *local_.federation;
  return answer([federate, interaction_class,
                 type = transportation(federation, federation.members.at(federate.value),
                                       interaction_class)](FederateAmbassador& ambassador) {
    ambassador.report_interaction_transportation_type(federate, interaction_class, type);
  });
}

Result<TransportationType> Ambassador::get_transportation_type(std::string_view name) {
  if (auto status = member_of_federation(); !status) return status.error();
  if (const auto type = local_.federation->model.transportation(std::string(name))) return *type;
  return error(ErrorCode::InvalidTransportationName,
               "the object model has no transportation '" + std::string(name) + "'");
}

Result<std::string> Ambassador::get_transportation_name(TransportationType type) {
  if (auto status = member_of_federation(); !status) return status.error();
  if (auto status = is_transportation(type); !status) return status.error();
  return std::string(to_string(type));
}

Status Ambassador::change_attribute_order_type(ObjectInstanceHandle handle,
                                               std::span<const AttributeHandle> attributes,
                                               OrderType order) {
  auto found = owned(handle, attributes);
  if (!found) return found.error();
  for (const AttributeHandle each : attributes) (*found)->ways[each.value].order = order;
  return {};
}

Status Ambassador::change_interaction_order_type(InteractionClassHandle interaction_class,
                                                 OrderType order) {
  if (auto status = publishes(interaction_class); !status) return status;
  local_.interaction_orders[interaction_class.value] = order;
  return {};
}

}  // namespace orrery::rti
