#include "subscriptions/received_class.hpp"

#include "subscriptions/regional.hpp"

namespace orrery::rti {

std::int32_t received_class(const Federation& federation, Local& receiver, std::uint64_t sent) {
  if (receiver.received_as_of != federation.declarations) {
    const auto& classes = federation.model.interaction_classes();
    const Member& member = federation.members.at(receiver.handle);
    receiver.received_as.assign(classes.size(), -1);
    for (const InteractionClass& each : classes) {
      const std::uint16_t interaction_class = each.handle.value;
      if (member.subscribed_interactions.contains(interaction_class) ||
          member.interaction_regions.contains(interaction_class)) {
        receiver.received_as[interaction_class] = interaction_class;
      } else if (each.parent != each.handle) {
        receiver.received_as[interaction_class] = receiver.received_as[each.parent.value];
      }
    }
    receiver.received_as_of = federation.declarations;
  }
  return receiver.received_as[sent];
}

std::int32_t class_when_sent(const Federation& federation, const Local& receiver,
                             std::uint64_t sent, Bytes regions, std::uint64_t known) {
  const Member& member = federation.members.at(receiver.handle);
  auto at = static_cast<std::uint16_t>(sent);
  for (;;) {
    const std::int32_t as = received_within(federation, member, at, regions);
    if (as < 0) return as;
    const InteractionClassHandle received{static_cast<std::uint16_t>(as)};
    if (!receiver.recent_subscriptions.is_unknown(received.value, known)) return as;
    const InteractionClassHandle parent = federation.model[received].parent;
    if (parent == received) return -1;
    at = parent.value;
  }
}

std::optional<Bytes> sent_regions(const DataHead& head, Bytes message) {
  Bytes tag;
  Bytes regions;
  if (!for_items(message, head, tag,
                 [&](std::uint16_t handle, Bytes value) {
                   if (handle == regions_item) regions = value;
                 }) ||
      !are_sent_regions(regions)) {
    return {};
  }
  return regions;
}

std::int32_t received_class(const Federation& federation, Local& receiver, const DataHead& head,
                            Bytes message) {
  if (head.received_as == 0 && !receiver.regional_interactions)
    return received_class(federation, receiver, head.target);
  const Member& member = federation.members.at(receiver.handle);
  const std::int32_t decided = head.received_as - 1;
  if (decided >= 0 && received_class(federation, receiver, head.received_as - 1U) == decided)
    return decided;
  return received_within(federation, member, static_cast<std::uint16_t>(head.target),
                         sent_regions(head, message).value_or(Bytes()));
}

}  // namespace orrery::rti
