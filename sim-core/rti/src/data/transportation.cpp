#include "data/transportation.hpp"

#include <utility>

#include "wire/with_items.hpp"

namespace orrery::rti {

TransportationType transportation(const Federation& federation, const Member& member,
                                  InteractionClassHandle interaction_class) {
  const auto changed = member.interaction_transportations.find(interaction_class.value);
  return changed == member.interaction_transportations.end()
             ? federation.model[interaction_class].transportation
             : changed->second.transportation;
}

void Transportations::apply(Federation& federation, Member& member, const Operation& operation) {
  const auto target = static_cast<TransportationType>(operation.flag);
  const auto number = static_cast<std::uint64_t>(operation.number);
  if (target > last_transportation) {
    ++counters_.malformed;
    return;
  }
  if (operation.kind == OperationKind::change_interaction_transportation) {
    if (!member.published_interactions.contains(operation.class_handle) || keeps_newest(target)) {
      ++counters_.malformed;
      return;
    }
    if (transportation(federation, member, {operation.class_handle}) != target) {
      member.interaction_transportations[operation.class_handle] = {target, number};
    }
    return;
  }
  const auto found = federation.objects.find(operation.object);
  if (found == federation.objects.end() || found->second.deleted) return;
  Object& object = found->second;
  for (const std::uint32_t item : operation.items) {
    if (item >= object.owners.size() || object.owners[item] != member.handle) {
      ++counters_.malformed;
      continue;
    }
    const auto attribute = static_cast<std::uint16_t>(item);
    if (std::exchange(object.ways[attribute].transportation, target) == target) continue;
    object.transportation_changes[attribute] = {member.handle, number};
  }
}

// Best-effort data says how many changes its sender had made: from before the last there may have been reliable data since.
Bytes Transportations::not_overtaken(const Federation& federation, const DataHead& head,
                                     Bytes message, std::vector<std::byte>& room) {
  const std::uint64_t changes_before = transportation_changes(head);
  Bytes left = message;
  if (static_cast<DataKind>(head.head.detail) == DataKind::interaction) {
    const auto member = federation.members.find(head.federate);
    if (member == federation.members.end()) return message;
    const auto& changes = member->second.interaction_transportations;
    const auto change = changes.find(static_cast<std::uint16_t>(head.target));
    if (change != changes.end() && changes_before < change->second.number) left = {};
  } else if (const auto object = federation.objects.find(head.target);
             object != federation.objects.end() && !object->second.transportation_changes.empty()) {
    const auto& changes = object->second.transportation_changes;
    left = with_items(head, message, room, [&](std::uint16_t attribute) {
      const auto change = changes.find(attribute);
      return change == changes.end() || change->second.by != head.federate ||
             changes_before >= change->second.number;
    });
  }
  if (left.empty()) ++overtaken_;
  return left;
}

}  // namespace orrery::rti
