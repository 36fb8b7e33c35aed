// Data: from a federate to all nodes that want it, and from there to their federates.
#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "core.hpp"

namespace orrery::rti {

void Core::refresh_routes(Federation& federation) {
  if (federation.routes_of == federation.declarations) return;
  federation.routes_of = federation.declarations;
  const ObjectModel& model = federation.model;
  federation.attribute_routes.resize(model.object_classes().size());
  federation.interaction_routes.assign(model.interaction_classes().size(), 0);
  for (const ObjectClass& each : model.object_classes()) {
    federation.attribute_routes[each.handle.value].assign(each.attributes.size(), 0);
  }
  // Classes follow their superclasses: what is wanted of those is wanted of them.
  for (const auto& [handle, member] : federation.members) {
    const NodeSet bit = NodeSet{1} << member.node;
    for (const auto& [of, subscription] : member.subscribed) {
      auto& routes = federation.attribute_routes[of];
      for (std::size_t i = 0; i < routes.size(); ++i) {
        if (subscription.attributes.test(i)) routes[i] |= bit;
      }
    }
    for (const auto& [of, active] : member.subscribed_interactions) {
      federation.interaction_routes[of] |= bit;
    }
  }
  for (const ObjectClass& each : model.object_classes()) {
    if (each.parent == each.handle) continue;
    const auto& above = federation.attribute_routes[each.parent.value];
    auto& routes = federation.attribute_routes[each.handle.value];
    for (std::size_t i = 0; i < above.size(); ++i) routes[i] |= above[i];
  }
  for (const InteractionClass& each : model.interaction_classes()) {
    federation.interaction_routes[each.handle.value] |=
        federation.interaction_routes[each.parent.value];
  }
}

NodeSet Core::attribute_nodes(Federation& federation, const Object& object,
                              std::span<const Item> items) {
  refresh_routes(federation);
  const auto& routes = federation.attribute_routes[object.of];
  NodeSet nodes = 0;
  for (const Item& item : items) nodes |= routes[item.handle];
  return nodes;
}

NodeSet Core::interaction_nodes(Federation& federation, std::uint16_t of) {
  refresh_routes(federation);
  return federation.interaction_routes[of];
}

NodeSet Core::member_nodes(const Federation& federation) const {
  NodeSet nodes = 0;
  for (const auto& [handle, member] : federation.members) nodes |= NodeSet{1} << member.node;
  return nodes;
}

bool Core::room_for(const Federation& federation, const Local* except, std::size_t bytes) const {
  for (const Local* local : federation.locals) {
    if (local != except &&
        local->queue.bytes() + local->gated.bytes() + local->stamped.bytes() + bytes >
            options_.inbox_bytes) {
      return false;
    }
  }
  return true;
}

Status Core::send(Local& from, DataHead head, std::span<const Item> items, Bytes tag,
                  NodeSet nodes) {
  Federation& federation = *from.federation;
  std::size_t bytes = sizeof head + tag.size();
  for (const Item& item : items) bytes += sizeof(ItemHead) + padded(item.value.size());
  if (items.size() > UINT16_MAX || tag.size() > UINT16_MAX || bytes > net_.most_bytes()) {
    return error(ErrorCode::RTIinternalError,
                 "the message has " + std::to_string(bytes) + " bytes, the nodes' channels take " +
                     std::to_string(net_.most_bytes()) + ": raise their max_message_bytes");
  }
  const NodeSet self = NodeSet{1} << net_.self();
  const NodeSet remote = nodes & ~self;
  if ((nodes & self) != 0 && !room_for(federation, &from, bytes)) {
    ++counters_.congested;
    return error(ErrorCode::Congested, "a federate of this node has no room");
  }
  std::array<std::byte*, most_nodes> rooms{};
  for (NodeSet left = remote; left != 0; left &= left - 1) {
    const auto to = static_cast<std::uint32_t>(std::countr_zero(left));
    std::span<std::byte> room;
    const transport::Io io = net_.reserve(to, bytes, room);
    if (io == transport::Io::full) {
      ++counters_.congested;
      return error(ErrorCode::Congested, {});
    }
    if (io == transport::Io::ok) rooms[to] = room.data();
  }
  head.head.kind = MessageKind::data;
  head.head.federation = federation.id;
  head.head.stamp = net_.applied();
  head.federate = from.handle;
  head.items = static_cast<std::uint16_t>(items.size());
  head.tag_bytes = static_cast<std::uint16_t>(tag.size());
  const auto write = [&](std::byte* to) {
    std::memcpy(to, &head, sizeof head);
    to += sizeof head;
    for (const Item& item : items) {
      const ItemHead said{item.handle, 0, static_cast<std::uint32_t>(item.value.size())};
      std::memcpy(to, &said, sizeof said);
      to += sizeof said;
      if (!item.value.empty()) std::memcpy(to, item.value.data(), item.value.size());
      const std::size_t whole = padded(item.value.size());
      std::memset(to + item.value.size(), 0, whole - item.value.size());
      to += whole;
    }
    if (!tag.empty()) std::memcpy(to, tag.data(), tag.size());
  };
  const bool stamped = (head.head.flags & timed_flag) != 0 && head.head.order == 1;
  TimeNet& time = federation.time;
  for (NodeSet left = remote; left != 0; left &= left - 1) {
    const auto to = static_cast<std::uint32_t>(std::countr_zero(left));
    if (rooms[to] == nullptr) continue;  // has gone
    if (stamped && time.lbts) head.colour = time.lbts->sent();
    write(rooms[to]);
    net_.commit(to, bytes);
    ++counters_.data_sent;
  }
  if (stamped && time.lbts && remote != 0) {
    // What others send in answer may be as early.
    time.others = std::min(time.others, head.time);
    for (auto& each : time.in_flight) each.least_sent = std::min(each.least_sent, head.time);
  }
  net_.flush();
  if ((nodes & self) != 0 && federation.locals.size() > 1) {
    std::vector<std::byte> message = std::move(scratch_);
    message.resize(bytes);
    write(message.data());
    (void)dispatch(federation, head, message, &from);
    scratch_ = std::move(message);
  }
  return {};
}

// To all of this node's federates that it concerns, but the sender. Callbacks may change any list.
bool Core::dispatch(Federation& federation, const DataHead& head, Bytes message,
                    const Local* from) {
  const auto kind = static_cast<DataKind>(head.head.detail);
  if (kind == DataKind::interaction || kind == DataKind::retract) {
    if (kind == DataKind::interaction &&
        head.target >= federation.model.interaction_classes().size()) {
      ++counters_.malformed;
      return false;
    }
    for (std::size_t i = 0; i < federation.locals.size(); ++i) {
      Local& local = *federation.locals[i];
      if (&local == from) continue;
      if (kind == DataKind::retract) {
        if (!local.stamped.retract(head.federate, head.serial)) {
          const std::uint64_t retraction =
              (std::uint64_t{head.federate} << 32) | (head.serial & UINT32_MAX);
          if (local.rules.constrained && local.delivered_ahead.erase(retraction) > 0) {
            post(local, [retraction](auto& to) { to.request_retraction({retraction}); });
          }
        }
        continue;
      }
      route(federation, local, head, message);
    }
    return true;
  }
  const auto found = federation.objects.find(head.target);
  if (found == federation.objects.end()) {
    ++counters_.unknown;
    return false;
  }
  Object& object = found->second;
  if (kind == DataKind::request_update) {
    for (std::size_t i = 0; i < federation.locals.size(); ++i) {
      Local& local = *federation.locals[i];
      if (&local == from) continue;
      std::vector<AttributeHandle> owned;
      Bytes tag;
      const bool whole = for_items(message, head, tag, [&](std::uint16_t handle, Bytes) {
        if (handle < object.owners.size() && object.owners[handle] == local.handle) {
          owned.push_back({handle});
        }
      });
      if (!whole) ++counters_.malformed;
      if (!whole || owned.empty()) continue;
      post(local, [target = head.target, owned,
                   kept = std::vector<std::byte>(tag.begin(), tag.end())](FederateAmbassador& to) {
        to.provide_attribute_value_update({target}, owned, kept);
      });
    }
    return true;
  }
  if (kind != DataKind::update && kind != DataKind::remove) {
    ++counters_.malformed;
    return false;
  }
  // Whoever has not discovered it by now will not.
  if (kind == DataKind::remove) object.removing = true;
  for (std::size_t i = 0; i < object.views.size(); ++i) {
    Local& local = *object.views[i].local;
    if (&local == from || (kind == DataKind::update && object.views[i].wanted.none())) continue;
    const std::size_t before = object.views.size();
    route(federation, local, head, message);
    // A removal that was delivered at once took its view away.
    if (object.views.size() < before) --i;
  }
  return true;
}

void Core::route(Federation& federation, Local& to, const DataHead& head, Bytes message) {
  if (static_cast<DataKind>(head.head.detail) == DataKind::interaction) {
    if (to.received_as_of != federation.declarations) {
      const auto& classes = federation.model.interaction_classes();
      const auto& wanted = federation.members.at(to.handle).subscribed_interactions;
      to.received_as.assign(classes.size(), -1);
      for (const InteractionClass& each : classes) {
        const std::uint16_t of = each.handle.value;
        if (wanted.contains(of)) {
          to.received_as[of] = of;
        } else if (each.parent != each.handle) {
          to.received_as[of] = to.received_as[each.parent.value];
        }
      }
      to.received_as_of = federation.declarations;
    }
    if (to.received_as[head.target] < 0) return;
  }
  if ((head.head.flags & timed_flag) != 0 && head.head.order == 1 && to.rules.constrained) {
    to.stamped.push(head.time, head, message);
    return;
  }
  const TimeRules& rules = to.rules;
  if (rules.constrained && !rules.asynchronous && rules.advance == Advance::none) {
    to.gated.push(message);
    return;
  }
  take_or_keep(to, message);
}

void Core::take_or_keep(Local& to, Bytes message) {
  if (may_deliver(to)) {
    const auto head = read_as<DataHead>(message);
    deliver(to, message,
            (head.head.flags & stamped_flag) != 0 ? OrderType::timestamp : OrderType::receive);
  } else {
    to.queue.push(message);
  }
}

void Core::open_gate(Local& local) {
  while (!local.gated.empty()) {
    local.queue.push(local.gated.front());
    local.gated.pop();
  }
}

void Core::deliver(Local& to, Bytes message, OrderType received) {
  if (to.federation == nullptr) return;
  Federation& federation = *to.federation;
  const auto head = read_as<DataHead>(message);
  Delivery delivery{.producer = {head.federate}};
  if ((head.head.flags & best_effort_flag) != 0) {
    delivery.transportation = TransportationType::best_effort;
  }
  delivery.sent = static_cast<OrderType>(head.head.order & 1);
  delivery.received = received;
  if ((head.head.flags & timed_flag) != 0) {
    delivery.time = LogicalTime{head.time};
    if (delivery.sent == OrderType::timestamp) {
      delivery.retraction = MessageRetractionHandle{(std::uint64_t{head.federate} << 32) |
                                                    (head.serial & UINT32_MAX)};
    }
  }
  Bytes tag;
  const auto kind = static_cast<DataKind>(head.head.detail);
  if (kind == DataKind::interaction) {
    if (to.received_as_of != federation.declarations) return route(federation, to, head, message);
    const std::int32_t as = to.received_as[head.target];
    if (as < 0) return;
    const InteractionClassHandle handle{static_cast<std::uint16_t>(as)};
    const std::size_t known = federation.model[handle].parameters.size();
    parameter_values_.clear();
    if (!for_items(message, head, tag, [&](std::uint16_t parameter, Bytes value) {
          if (parameter < known) parameter_values_.push_back({{parameter}, value});
        })) {
      ++counters_.malformed;
      return;
    }
    in_callback_ = true;
    to.ambassador->receive_interaction(handle, parameter_values_, tag, delivery);
    in_callback_ = false;
    ++to.delivered;
    return;
  }
  const auto found = federation.objects.find(head.target);
  if (found == federation.objects.end()) return;
  Object& object = found->second;
  const auto view = std::ranges::find(object.views, &to, &View::local);
  if (view == object.views.end()) return;
  if (kind == DataKind::remove) {
    (void)for_items(message, head, tag, [](std::uint16_t, Bytes) {});
    forget_view(federation, object, to);
    in_callback_ = true;
    to.ambassador->remove_object_instance({head.target}, tag, delivery);
    in_callback_ = false;
    ++to.delivered;
    return;
  }
  attribute_values_.clear();
  if (!for_items(message, head, tag, [&](std::uint16_t attribute, Bytes value) {
        if (attribute < most_attributes && view->wanted.test(attribute)) {
          attribute_values_.push_back({{attribute}, value});
        }
      })) {
    ++counters_.malformed;
    return;
  }
  if (attribute_values_.empty()) return;
  in_callback_ = true;
  to.ambassador->reflect_attribute_values({head.target}, attribute_values_, tag, delivery);
  in_callback_ = false;
  ++to.delivered;
}

}  // namespace orrery::rti
