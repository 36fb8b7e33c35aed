#include <algorithm>
#include <bit>

#include "federate/ambassador.hpp"

namespace orrery::rti {
namespace {

std::string named(ObjectInstanceHandle object) { return "object " + std::to_string(object.value); }

// The same span, read by its parts. A processor that reads both at once, just after they were written on the stack, waits for all
// writes before them: those of the last message into a channel too.
Bytes by_parts(const Bytes& bytes) { return {bytes.data(), bytes.size()}; }

// Parts of an update, a bit each, in the order in which they leave: what a reliable port may refuse comes first, then what is
// in time-stamp order, and last what may be dropped. `ordered`: does the order count?
constexpr unsigned types = static_cast<unsigned>(last_transportation) + 1;
std::uint32_t bit_of(AttributeWay way, bool ordered) {
  const auto type = static_cast<unsigned>(way.transportation);
  const bool stamped = ordered && way.order == OrderType::timestamp &&
                       way.transportation != TransportationType::one_shot;
  if (type == 0 && !stamped) return 1;
  return 1U << ((stamped ? 1 : types) + type);
}
AttributeWay way_of(std::uint32_t bit) {
  const auto at = static_cast<unsigned>(std::countr_zero(bit));
  if (at == 0) return {};
  if (at <= types) return {static_cast<TransportationType>(at - 1), OrderType::timestamp};
  return {static_cast<TransportationType>(at - types), OrderType::receive};
}

}  // namespace

// What this federate has registered or discovered.
Result<Object*> Ambassador::known(ObjectInstanceHandle object, State required) const {
  if (auto status = (this->*required)(); !status) return status.error();
  return rti::known(*local_.federation, local_, object);
}

Status Ambassador::reserve_names(std::vector<std::string> names, bool as_set, SubmitPermit permit) {
  for (const std::string& name : names) {
    if (!name.empty() && name.size() <= 255 && !name.starts_with("HLA")) continue;
    return error(ErrorCode::IllegalName,
                 "'" + name + "': a name has 1 to 255 bytes and does not begin with HLA");
  }
  Operation reserve = operation(OperationKind::reserve_names);
  reserve.flag = as_set ? 1 : 0;
  reserve.texts = std::move(names);
  (void)core_.net().submit(reserve, permit);
  return {};
}

Status Ambassador::release_names(std::vector<std::string> names, SubmitPermit permit) {
  for (const std::string& name : names) {
    if (local_.reserved.contains(name)) continue;
    return error(ErrorCode::ObjectInstanceNameNotReserved,
                 "'" + name + "' is not reserved by this federate");
  }
  for (const std::string& name : names) local_.reserved.erase(name);
  Operation release = operation(OperationKind::release_names);
  release.texts = std::move(names);
  // In order with the reservations: all nodes agree which of them succeeds.
  (void)core_.net().submit(release, permit);
  return {};
}

Status Ambassador::reserve_object_instance_name(const std::string& name) {
  const auto may = may_submit();
  if (!may) return may.error();
  return reserve_names({name}, false, *may);
}

Status Ambassador::release_object_instance_name(const std::string& name) {
  const auto may = may_submit();
  if (!may) return may.error();
  return release_names({name}, *may);
}

Result<std::vector<std::string>> Ambassador::set_of(std::span<const std::string> names) {
  if (names.empty()) return error(ErrorCode::NameSetWasEmpty, "give at least one name");
  const std::set<std::string> set(names.begin(), names.end());
  return std::vector<std::string>(set.begin(), set.end());
}

Status Ambassador::reserve_multiple_object_instance_names(std::span<const std::string> names) {
  const auto may = may_submit();
  if (!may) return may.error();
  auto set = set_of(names);
  if (!set) return set.error();
  return reserve_names(std::move(*set), true, *may);
}

Status Ambassador::release_multiple_object_instance_names(std::span<const std::string> names) {
  const auto may = may_submit();
  if (!may) return may.error();
  auto set = set_of(names);
  if (!set) return set.error();
  return release_names(std::move(*set), *may);
}

Result<ObjectInstanceHandle> Ambassador::register_object_instance(ObjectClassHandle object_class,
                                                                  const std::string& name) {
  const auto may = may_submit();
  if (!may) return may.error();
  return register_object(object_class, name, {}, *may);
}

Result<ObjectInstanceHandle> Ambassador::register_object(ObjectClassHandle object_class,
                                                         const std::string& name,
                                                         std::span<const AttributeRegion> regions,
                                                         SubmitPermit permit) {
  if (auto status = check(object_class); !status) return status.error();
  if (!member().published.contains(object_class.value)) {
    return error(ErrorCode::ObjectClassNotPublished, local_.federation->model[object_class].name +
                                                         " is not published by this federate");
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
  made.class_handle = object_class.value;
  made.object = (std::uint64_t{local_.handle} << 32) | ++local_.next_object;
  made.text = name.empty() ? "HLAobject-" + std::to_string(local_.handle) + "-" +
                                 std::to_string(local_.next_object)
                           : name;
  made.tag = encode(regions);
  core_.submit(made, permit);
  return ObjectInstanceHandle{made.object};
}

// Without an optional that is handed up, in what is called for every message.
Status Ambassador::send(DataHead& head, std::span<const Item> items, Bytes tag, NodeSet nodes,
                        AttributeWay way, Stamp* stamp, Refusal refusal) {
  head.head.flags |= flags_of(way.transportation);
  if (way.transportation != TransportationType::reliable) {
    head.serial = local_.transportation_changes;
  }
  bool retractable = false;
  if (stamp != nullptr) {
    if (!is_time(local_.rules.as, stamp->time.value)) return valid(stamp->time);
    const std::int64_t least = local_.least_stamp();
    if (regulates() && stamp->time.value < least) {
      return error(ErrorCode::InvalidLogicalTime,
                   "the time stamp is " + time_text(local_.rules.as, stamp->time.value) +
                       ", at least " + time_text(local_.rules.as, least) +
                       " is allowed (time and lookahead)");
    }
    head.head.flags |= timed_flag;
    head.time = stamp->time.value;
    if (way.transportation == TransportationType::one_shot) {
      if (stamp->time.value > local_.rules.time) {
        if (stamp->serial == 0) stamp->serial = ++local_.next_serial;
        head.serial = stamp->serial;
        return core_.one_shots().hold(local_, head, items, tag, refusal);
      }
    } else if (regulates() && way.order == OrderType::timestamp) {
      head.head.order = 1;
      retractable = stamp->serial == 0;
      if (retractable) stamp->serial = ++local_.next_serial;
      head.serial = way.transportation == TransportationType::reliable
                        ? stamp->serial
                        : serial_with(stamp->serial, local_.transportation_changes);
    }
  }
  if (keeps_newest(way.transportation) && head.head.order == 0) head.colour = ++local_.newest;
  auto sent =
      core_.router().send(*local_.federation, &local_, head, items, by_parts(tag), nodes, refusal);
  if (sent && retractable) {
    auto& kept = local_.retractable;
    const std::int64_t least = local_.rules.least_stamp(Advance::none);  // whatever is granted
    while (!kept.empty() && kept.front().second < least) kept.pop_front();
    kept.emplace_back(head.serial, head.time);
  }
  return sent;
}

Result<std::optional<MessageRetractionHandle>> Ambassador::stamped(const Status& sent,
                                                                   const Stamp& stamp) const {
  if (!sent) return sent.error();
  if (stamp.serial == 0) return std::optional<MessageRetractionHandle>();
  return std::optional(
      MessageRetractionHandle{(std::uint64_t{local_.handle} << 32) | (stamp.serial & UINT32_MAX)});
}

Status Ambassador::update(ObjectInstanceHandle handle, std::span<const AttributeValue> values,
                          Bytes tag, Stamp* stamp) {
  auto found = known(handle);
  if (!found) return found.error();
  Object& object = **found;
  items_.clear();
  const bool ordered = stamp != nullptr && regulates();
  std::uint32_t ways = 0;  // a bit for each that there is
  for (const AttributeValue& each : values) {
    if (each.attribute.value >= object.owners.size() ||
        !is_owner(local_, object, each.attribute.value)) {
      return owned(handle, std::span(&each.attribute, 1)).error();
    }
    ways |= bit_of(object.ways[each.attribute.value], ordered);
    items_.push_back({each.attribute.value, each.value});
  }
  if (values.empty()) return {};
  const Status sent = std::has_single_bit(ways)
                          ? update_part(object, items_, by_parts(tag), way_of(ways), stamp, {})
                          : update_in_parts(object, tag, ways, ordered, stamp);
  if (!sent) return sent;
  ++local_.updates.all;
  if (!object.updated_by(local_.handle)) object.updaters.push_back(local_.handle);
  return {};
}

Status Ambassador::update_part(Object& object, std::span<const Item> items, Bytes tag,
                               AttributeWay way, Stamp* stamp, Refusal refusal) {
  DataHead head;
  head.head.detail = static_cast<std::uint8_t>(DataKind::update);
  head.target = object.handle;
  // 6.15: of what is deleted others get no update, though this federate has not been told.
  const NodeSet nodes =
      object.deleted ? 0 : core_.router().attribute_nodes(*local_.federation, object, items);
  auto sent = send(head, items, by_parts(tag), nodes, way, stamp, refusal);
  if (!sent) return sent;
  local_.updates.count_part(object.object_class, way.transportation);
  if (!keeps_newest(way.transportation) || head.head.order != 0) {
    NewestValues::forget(*local_.federation, object, items);
  } else if (!object.deleted) {
    NewestValues::keep(*local_.federation, object, local_, way.transportation, items, tag);
  }
  return sent;
}

// The first part is refused or not; the others follow it whatever happens, but for best effort that finds no room.
Status Ambassador::update_in_parts(Object& object, Bytes tag, std::uint32_t ways, bool ordered,
                                   Stamp* stamp) {
  const std::vector<Item> all = items_;
  // All parts together, as if they went in one message.
  if (auto fits = core_.router().fits(data_bytes(all, tag)); !fits) return fits;
  Refusal refusal = Refusal::may_be;
  for (; ways != 0; ways &= ways - 1) {
    const std::uint32_t bit = ways & (~ways + 1);
    items_.clear();
    for (const Item& each : all) {
      if (bit_of(object.ways[each.handle], ordered) == bit) items_.push_back(each);
    }
    if (auto sent = update_part(object, items_, tag, way_of(bit), stamp, refusal); !sent) {
      return sent;
    }
    refusal = Refusal::must_not_be;
  }
  return {};
}

Status Ambassador::update_attribute_values(ObjectInstanceHandle object,
                                           std::span<const AttributeValue> values, Bytes tag) {
  return update(object, values, by_parts(tag), nullptr);
}

Result<std::optional<MessageRetractionHandle>> Ambassador::update_attribute_values(
    ObjectInstanceHandle object, std::span<const AttributeValue> values, Bytes tag,
    LogicalTime time) {
  Stamp stamp{time};
  return stamped(update(object, values, tag, &stamp), stamp);
}

bool Ambassador::may_steer_save(InteractionClassHandle interaction_class) const {
  return member_of_federation().ok() && local_.federation->snapshots->federates_work() &&
         local_.federation->mom->requests().takes_in_saves(interaction_class.value);
}

Status Ambassador::interact(InteractionClassHandle interaction_class,
                            std::span<const ParameterValue> values,
                            std::span<const RegionHandle> regions, Bytes tag, Stamp* stamp) {
  // While federates save, what others say in their names goes to the RTI: it is part of no state.
  const bool of_save = stamp == nullptr && regions.empty() && may_steer_save(interaction_class);
  if (auto status = of_save ? published(interaction_class) : publishes(interaction_class); !status)
    return status;
  const InteractionClass& defined = local_.federation->model[interaction_class];
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
  sent_regions_.clear();
  for (const RegionHandle each : regions) {
    ids.push_back(each.value);
    put_sent_region(sent_regions_, each.value, local_.regions.at(each.value).as_committed);
  }
  if (!ids.empty()) items_.push_back({regions_item, sent_regions_});
  DataHead head;
  head.head.detail = static_cast<std::uint8_t>(DataKind::interaction);
  head.target = interaction_class.value;
  AttributeWay way{defined.transportation, defined.order};
  if (local_.transportation_changes > 0) {
    way.transportation = transportation(*local_.federation, member(), interaction_class);
  }
  if (!local_.interaction_orders.empty()) {
    const auto changed = local_.interaction_orders.find(interaction_class.value);
    if (changed != local_.interaction_orders.end()) way.order = changed->second;
  }
  auto sent =
      send(head, items_, tag,
           core_.router().interaction_nodes(*local_.federation, interaction_class.value, ids), way,
           stamp);
  if (sent) local_.interactions_sent.count(interaction_class.value, way.transportation);
  return sent;
}

Status Ambassador::send_interaction(InteractionClassHandle interaction_class,
                                    std::span<const ParameterValue> values, Bytes tag) {
  return interact(interaction_class, values, {}, tag, nullptr);
}

Result<std::optional<MessageRetractionHandle>> Ambassador::send_interaction(
    InteractionClassHandle interaction_class, std::span<const ParameterValue> values, Bytes tag,
    LogicalTime time) {
  Stamp stamp{time};
  return stamped(interact(interaction_class, values, {}, tag, &stamp), stamp);
}

Status Ambassador::remove(ObjectInstanceHandle handle, Bytes tag, Stamp* stamp) {
  const auto may = may_submit();
  if (!may) return may.error();
  auto found = known(handle);
  if (!found) return found.error();
  if (!is_owner(local_, **found, 0)) {
    return error(
        ErrorCode::DeletePrivilegeNotHeld,
        "HLAprivilegeToDeleteObject of " + named(handle) + " is not owned by this federate");
  }
  DataHead head;
  head.head.detail = static_cast<std::uint8_t>(DataKind::remove);
  head.target = handle.value;
  // First the removal, in its place among the updates; then the operation, for all nodes.
  auto sent = send(head, {}, tag, local_.federation->nodes(),
                   {TransportationType::reliable, (*found)->ways[0].order}, stamp);
  if (!sent) return sent;
  ++local_.objects_deleted;
  Operation gone = operation(OperationKind::delete_object);
  gone.object = handle.value;
  if (head.head.order == 1) {
    gone.flag = static_cast<std::uint8_t>(DeletionStep::at_time);
    gone.tag.resize(data_bytes({}, tag));
    write_data(gone.tag.data(), head, {}, tag);
  } else {
    core_.discovery().forget_view(*local_.federation, **found, local_);
  }
  core_.submit(gone, *may);
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
  if (owns_any(local_, **found)) {
    return error(ErrorCode::FederateOwnsAttributes,
                 "this federate owns attributes of " + named(handle));
  }
  const bool deleted = (*found)->deleted;
  if (!deleted &&
      (local_.acquiring.contains(handle.value) || local_.unnotified.contains(handle.value) ||
       local_.untold_denials.contains(handle.value))) {
    return error(ErrorCode::OwnershipAcquisitionPending,
                 "attributes of " + named(handle) + " have been asked for: cancel first");
  }
  if (handle.value >> 32 == local_.handle) local_.forgotten.insert(handle.value);
  core_.discovery().forget_view(*local_.federation, **found, local_);
  if (deleted) return {};
  core_.discovery().announce(*local_.federation, **found, local_, not_known);
  core_.discovery().submit_announcements(*local_.federation);
  // 6.16: what waits is of the instance as it was known, which may be discovered again before what waits is delivered.
  local_.queue.forget_object(handle.value);
  local_.gated.forget_object(handle.value);
  return {};
}

Status Ambassador::request_attribute_value_update(ObjectInstanceHandle handle,
                                                  std::span<const AttributeHandle> attributes,
                                                  Bytes tag) {
  auto found = known(handle, attributes);
  if (!found) return found.error();
  return ask(**found, attributes, tag);
}

Status Ambassador::request_attribute_value_update(ObjectClassHandle object_class,
                                                  std::span<const AttributeHandle> attributes,
                                                  Bytes tag) {
  if (auto status = check(object_class, attributes); !status) return status;
  std::map<std::uint16_t, std::vector<RegionId>> asked;
  for (const AttributeHandle each : attributes) asked[each.value];
  return ask(object_class, asked, tag);
}

Status Ambassador::ask(ObjectClassHandle object_class,
                       const std::map<std::uint16_t, std::vector<RegionId>>& attributes,
                       Bytes tag) {
  if (attributes.empty()) return {};
  items_.clear();
  for (const auto& [attribute, regions] : attributes) {
    items_.push_back({attribute, std::as_bytes(std::span(regions))});
  }
  DataHead head;
  head.head.detail = static_cast<std::uint8_t>(DataKind::request_class_update);
  head.target = object_class.value;
  return send(head, items_, tag, local_.federation->nodes(), {}, nullptr);
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
  if (is_owned_by_rti(object.handle)) {
    nodes = local_.federation->mom->objects().speaker(object.handle);
    AttributeSet wanted;
    for (const AttributeHandle each : attributes) wanted.set(each.value);
    local_.federation->mom->objects().want(object.handle, wanted);
  }
  DataHead head;
  head.head.detail = static_cast<std::uint8_t>(DataKind::request_update);
  head.target = object.handle;
  return send(head, items_, tag, nodes, {}, nullptr);
}

}  // namespace orrery::rti
