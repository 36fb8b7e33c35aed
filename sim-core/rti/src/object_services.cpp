#include <algorithm>

#include "ambassador.hpp"

namespace orrery::rti {
namespace {

std::string named(ObjectInstanceHandle object) { return "object " + std::to_string(object.value); }

}  // namespace

// What this federate has registered or discovered.
Result<Object*> Ambassador::known(ObjectInstanceHandle object) const {
  if (auto is = joined(); !is) return is.error();
  Object* const found = local_.federation->find(object.value);
  if (found != nullptr && !found->deleted) {
    Object& known = *found;
    const bool own = object.value >> 32 == local_.handle;
    if (own && !local_.forgotten.contains(object.value)) return &known;
    if (std::ranges::find(known.views, &local_, &View::local) != known.views.end()) return &known;
  }
  return error(ErrorCode::ObjectInstanceNotKnown, named(object) + " is not known to this federate");
}

Status Ambassador::reserve_object_instance_name(const std::string& name) {
  if (auto is = joined(); !is) return is;
  if (name.empty() || name.size() > 255 || name.starts_with("HLA")) {
    return error(ErrorCode::IllegalName,
                 "'" + name + "': a name has 1 to 255 bytes and does not begin with HLA");
  }
  Operation reserve = operation(OperationKind::reserve_name);
  reserve.text = name;
  (void)core_.net().submit(reserve);
  return {};
}

Status Ambassador::release_object_instance_name(const std::string& name) {
  if (auto is = joined(); !is) return is;
  if (local_.reserved.erase(name) == 0) {
    return error(ErrorCode::ObjectInstanceNameNotReserved,
                 "'" + name + "' is not reserved by this federate");
  }
  Operation release = operation(OperationKind::release_name);
  release.text = name;
  core_.submit(release);
  return {};
}

Result<ObjectInstanceHandle> Ambassador::register_object_instance(ObjectClassHandle of,
                                                                  const std::string& name) {
  return register_object(of, name, {});
}

Result<ObjectInstanceHandle> Ambassador::register_object(ObjectClassHandle of,
                                                         const std::string& name,
                                                         std::span<const AttributeRegion> regions) {
  if (auto is = check(of); !is) return is.error();
  if (!member().published.contains(of.value)) {
    return error(ErrorCode::ObjectClassNotPublished,
                 local_.federation->model[of].name + " is not published by this federate");
  }
  if (!name.empty() && local_.federation->object_names.contains(name)) {
    return error(ErrorCode::ObjectInstanceNameInUse, "'" + name + "' is an object's name already");
  }
  if (!name.empty() && !local_.reserved.contains(name)) {
    return error(ErrorCode::ObjectInstanceNameNotReserved,
                 "'" + name + "': reserve it and wait for the callback first");
  }
  local_.reserved.erase(name);
  Operation made = operation(OperationKind::register_object);
  made.of = of.value;
  made.object = (std::uint64_t{local_.handle} << 32) | ++local_.next_object;
  made.text = name.empty() ? "HLAobject-" + std::to_string(local_.handle) + "-" +
                                 std::to_string(local_.next_object)
                           : name;
  made.tag = encode(regions);
  core_.submit(made);
  return ObjectInstanceHandle{made.object};
}

// Without an optional that is handed up, in what is called for every message.
Status Ambassador::send(DataHead& head, std::span<const Item> items, Bytes tag, NodeSet nodes,
                        OrderType preferred, Stamp* stamp) {
  std::uint64_t retraction = 0;
  if (stamp != nullptr) {
    const std::int64_t least = local_.rules.least_stamp();
    if (local_.rules.regulating && stamp->time.value < least) {
      return error(ErrorCode::InvalidLogicalTime,
                   "the time stamp is " + std::to_string(stamp->time.value) + ", at least " +
                       std::to_string(least) + " is allowed (time and lookahead)");
    }
    head.head.flags |= timed_flag;
    head.time = stamp->time.value;
    if (local_.rules.regulating && preferred == OrderType::timestamp) {
      head.head.order = 1;
      head.serial = ++local_.next_serial;
      retraction = (std::uint64_t{local_.handle} << 32) | (head.serial & UINT32_MAX);
    }
  }
  auto sent = core_.send(*local_.federation, &local_, head, items, tag, nodes);
  if (sent && retraction != 0) {
    stamp->retraction = {retraction};
    auto& kept = local_.retractable;
    const std::int64_t least = local_.rules.least_stamp();
    while (!kept.empty() && kept.front().second < least) kept.pop_front();
    kept.emplace_back(head.serial, head.time);
  }
  return sent;
}

Status Ambassador::update(ObjectInstanceHandle handle, std::span<const AttributeValue> values,
                          Bytes tag, Stamp* stamp) {
  auto found = known(handle);
  if (!found) return found.error();
  Object& object = **found;
  items_.clear();
  OrderType order = OrderType::timestamp;
  bool reliable = false;
  const auto& attributes = local_.federation->model[ObjectClassHandle{object.of}].attributes;
  for (const AttributeValue& each : values) {
    if (each.attribute.value >= object.owners.size()) {
      return error(
          ErrorCode::AttributeNotDefined,
          named(handle) + " has no attribute with handle " + std::to_string(each.attribute.value));
    }
    if (!owns(object, each.attribute.value)) {
      return error(ErrorCode::AttributeNotOwned, attributes[each.attribute.value].name + " of " +
                                                     named(handle) +
                                                     " is not owned by this federate");
    }
    if (object.orders[each.attribute.value] == OrderType::receive) order = OrderType::receive;
    reliable |= attributes[each.attribute.value].transportation == TransportationType::reliable;
    items_.push_back({each.attribute.value, each.value});
  }
  if (values.empty()) return {};
  DataHead head;
  head.head.detail = static_cast<std::uint8_t>(DataKind::update);
  if (!reliable) head.head.flags |= best_effort_flag;
  head.target = handle.value;
  auto sent = send(head, items_, tag, core_.attribute_nodes(*local_.federation, object, items_),
                   order, stamp);
  if (sent) {
    local_.updates.count(object.of, !reliable);
    if (!object.updated_by(local_.handle)) object.updaters.push_back(local_.handle);
  }
  return sent;
}

Status Ambassador::update_attribute_values(ObjectInstanceHandle object,
                                           std::span<const AttributeValue> values, Bytes tag) {
  return update(object, values, tag, nullptr);
}

Result<std::optional<MessageRetractionHandle>> Ambassador::update_attribute_values(
    ObjectInstanceHandle object, std::span<const AttributeValue> values, Bytes tag,
    LogicalTime time) {
  Stamp stamp{time};
  return stamped(update(object, values, tag, &stamp), stamp);
}

Status Ambassador::interact(InteractionClassHandle of, std::span<const ParameterValue> values,
                            std::span<const RegionHandle> regions, Bytes tag, Stamp* stamp) {
  if (auto is = check(of); !is) return is;
  const InteractionClass& defined = local_.federation->model[of];
  if (!member().published_interactions.contains(of.value)) {
    return error(ErrorCode::InteractionClassNotPublished,
                 defined.name + " is not published by this federate");
  }
  items_.clear();
  for (const ParameterValue& each : values) {
    if (each.parameter.value >= defined.parameters.size()) {
      return error(
          ErrorCode::InteractionParameterNotDefined,
          defined.name + " has no parameter with handle " + std::to_string(each.parameter.value));
    }
    items_.push_back({each.parameter.value, each.value});
  }
  std::vector<RegionId> ids;
  for (const RegionHandle each : regions) ids.push_back(each.value);
  if (!ids.empty()) items_.push_back({regions_item, std::as_bytes(std::span(ids))});
  DataHead head;
  head.head.detail = static_cast<std::uint8_t>(DataKind::interaction);
  if (defined.transportation == TransportationType::best_effort) {
    head.head.flags |= best_effort_flag;
  }
  head.target = of.value;
  OrderType order = defined.order;
  if (!local_.interaction_orders.empty()) {
    const auto changed = local_.interaction_orders.find(of.value);
    if (changed != local_.interaction_orders.end()) order = changed->second;
  }
  const bool best_effort = (head.head.flags & best_effort_flag) != 0;
  auto sent = send(head, items_, tag, core_.interaction_nodes(*local_.federation, of.value, ids),
                   order, stamp);
  if (sent) local_.interactions_sent.count(of.value, best_effort);
  return sent;
}

Status Ambassador::send_interaction(InteractionClassHandle of,
                                    std::span<const ParameterValue> values, Bytes tag) {
  return interact(of, values, {}, tag, nullptr);
}

Result<std::optional<MessageRetractionHandle>> Ambassador::send_interaction(
    InteractionClassHandle of, std::span<const ParameterValue> values, Bytes tag,
    LogicalTime time) {
  Stamp stamp{time};
  return stamped(interact(of, values, {}, tag, &stamp), stamp);
}

Status Ambassador::remove(ObjectInstanceHandle handle, Bytes tag, Stamp* stamp) {
  auto found = known(handle);
  if (!found) return found.error();
  if (!owns(**found, 0)) {
    return error(
        ErrorCode::DeletePrivilegeNotHeld,
        "HLAprivilegeToDeleteObject of " + named(handle) + " is not owned by this federate");
  }
  DataHead head;
  head.head.detail = static_cast<std::uint8_t>(DataKind::remove);
  head.target = handle.value;
  // First the removal, in its place among the updates; then the operation, for all who know the object.
  auto sent =
      send(head, {}, tag, core_.member_nodes(*local_.federation), (*found)->orders[0], stamp);
  if (!sent) return sent;
  ++local_.objects_deleted;
  core_.forget_view(*local_.federation, **found, local_);
  Operation gone = operation(OperationKind::delete_object);
  gone.object = handle.value;
  core_.submit(gone);
  return sent;
}

Status Ambassador::delete_object_instance(ObjectInstanceHandle object, Bytes tag) {
  return remove(object, tag, nullptr);
}

Result<std::optional<MessageRetractionHandle>> Ambassador::delete_object_instance(
    ObjectInstanceHandle object, Bytes tag, LogicalTime time) {
  Stamp stamp{time};
  return stamped(remove(object, tag, &stamp), stamp);
}

Status Ambassador::local_delete_object_instance(ObjectInstanceHandle handle) {
  auto found = known(handle);
  if (!found) return found.error();
  if (std::ranges::find((*found)->owners, local_.handle) != (*found)->owners.end()) {
    return error(ErrorCode::FederateOwnsAttributes,
                 "this federate owns attributes of " + named(handle));
  }
  const auto pending = local_.acquiring.find(handle.value);
  if (pending != local_.acquiring.end()) {
    return error(ErrorCode::OwnershipAcquisitionPending,
                 "attributes of " + named(handle) + " have been asked for: cancel first");
  }
  if (handle.value >> 32 == local_.handle) local_.forgotten.insert(handle.value);
  core_.forget_view(*local_.federation, **found, local_);
  return {};
}

Status Ambassador::request_attribute_value_update(ObjectInstanceHandle handle,
                                                  std::span<const AttributeHandle> attributes,
                                                  Bytes tag) {
  auto found = known(handle, attributes);
  if (!found) return found.error();
  return ask(**found, attributes, tag);
}

Status Ambassador::ask(const Object& object, std::span<const AttributeHandle> attributes,
                       Bytes tag) {
  items_.clear();
  NodeSet nodes = 0;
  for (const AttributeHandle each : attributes) {
    items_.push_back({each.value, {}});
    const auto owner = local_.federation->members.find(object.owners[each.value]);
    if (owner != local_.federation->members.end()) nodes |= only(owner->second.node);
  }
  if (Mom::owns(object.handle)) {
    nodes = local_.federation->mom->speaker(object.handle);
    AttributeSet wanted;
    for (const AttributeHandle each : attributes) wanted.set(each.value);
    local_.federation->mom->want(object.handle, wanted);
  }
  DataHead head;
  head.head.detail = static_cast<std::uint8_t>(DataKind::request_update);
  head.target = object.handle;
  return send(head, items_, tag, nodes, OrderType::receive, nullptr);
}

Status Ambassador::change_attribute_order_type(ObjectInstanceHandle handle,
                                               std::span<const AttributeHandle> attributes,
                                               OrderType order) {
  auto found = owned(handle, attributes);
  if (!found) return found.error();
  for (const AttributeHandle each : attributes) (*found)->orders[each.value] = order;
  return {};
}

Status Ambassador::change_interaction_order_type(InteractionClassHandle of, OrderType order) {
  if (auto is = check(of); !is) return is;
  if (!member().published_interactions.contains(of.value)) {
    return error(ErrorCode::InteractionClassNotPublished,
                 local_.federation->model[of].name + " is not published by this federate");
  }
  local_.interaction_orders[of.value] = order;
  return {};
}

}  // namespace orrery::rti
