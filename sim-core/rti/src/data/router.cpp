#include "data/router.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "data/delivery.hpp"
#include "galt/galt.hpp"
#include "management/mom.hpp"
#include "saving/snapshots.hpp"
#include "subscriptions/regional.hpp"

namespace orrery::rti {
namespace {

// Nodes with subscriptions near the regions that the attribute is updated in.
NodeSet update_nodes(Federation& federation, const Object& object, std::uint16_t attribute,
                     UpdateRegions& at) {
  const std::uint32_t owner = object.owners[attribute];
  if (at.version == federation.regions.version() && at.owner == owner) return at.nodes;
  std::vector<RegionId> own;
  for (const RegionId region : at.regions) {
    if (creator_of(region) == owner) own.push_back(region);
  }
  const Regions::SpaceId space = attribute_space(federation, object.object_class, attribute);
  at.nodes = own.empty() ? ~NodeSet{0} : federation.regions.subscribers(space, own);
  at.groups = federation.regions.groups_of(space, own);
  at.version = federation.regions.version();
  at.owner = owner;
  return at.nodes;
}

// A class that is reliable in the object model has no group: what its federates send by best effort all the same goes to all nodes.
void refresh_class_groups(Federation& federation) {
  const std::uint32_t groups = federation.regions.groups();
  federation.class_groups.fill(0);
  if (groups == 0) return;
  const auto add = [&](std::size_t class_handle, NodeSet nodes) {
    for (NodeSet left = nodes; left != 0; left &= left - 1) {
      federation.class_groups[static_cast<std::size_t>(std::countr_zero(left))] |=
          group_of(class_handle, groups);
    }
  };
  for (const ObjectClass& each : federation.model.object_classes()) {
    const auto& routes = federation.attribute_routes[each.handle.value];
    for (std::size_t i = 0; i < routes.size(); ++i) {
      if (each.attributes[i].transportation == TransportationType::reliable) continue;
      add(each.handle.value, routes[i]);
    }
  }
  for (const InteractionClass& each : federation.model.interaction_classes()) {
    if (each.transportation == TransportationType::reliable) continue;
    add(each.handle.value, federation.interaction_routes[each.handle.value]);
  }
}

// The groups of the cells that an update is sent in.
GroupSet update_groups(Federation& federation, Object& object, std::span<const Item> items) {
  GroupSet groups = 0;
  for (const Item& item : items) {
    const auto at = object.regions.find(item.handle);
    if (at == object.regions.end()) continue;
    (void)update_nodes(federation, object, item.handle, at->second);
    groups |= at->second.groups;
  }
  return groups;
}

// Likewise of an interaction, as subscribers to it and to its superclasses see it.
GroupSet interaction_groups(Federation& federation, std::uint16_t interaction_class,
                            std::span<const Item> items) {
  GroupSet groups = 0;
  for (const Item& item : items) {
    if (item.handle != regions_item) continue;
    Bytes rest = item.value;
    while (const auto sent = take_sent_region(rest)) {
      for (InteractionClassHandle at{interaction_class};; at = federation.model[at].parent) {
        groups |= federation.regions.groups_of(interaction_space(federation, at.value),
                                               {&sent->region, 1});
        if (federation.model[at].parent == at) break;
      }
    }
  }
  return groups;
}

}  // namespace

void Router::refresh_routes(Federation& federation) {
  if (federation.routes_of == federation.declarations) return;
  federation.routes_of = federation.declarations;
  const ObjectModel& model = federation.model;
  federation.attribute_routes.resize(model.object_classes().size());
  federation.interaction_routes.assign(model.interaction_classes().size(), 0);
  federation.regional_attributes.resize(model.object_classes().size());
  federation.regional_interactions.assign(model.interaction_classes().size(), 0);
  for (const ObjectClass& each : model.object_classes()) {
    federation.attribute_routes[each.handle.value].assign(each.attributes.size(), 0);
    federation.regional_attributes[each.handle.value].assign(each.attributes.size(), 0);
  }
  // Classes follow their superclasses: what is wanted of those is wanted of them.
  for (const auto& [handle, member] : federation.members) {
    const NodeSet bit = only(member.node);
    for (const auto& [object_class, subscription] : member.subscribed) {
      auto& routes = federation.attribute_routes[object_class];
      for (std::size_t i = 0; i < routes.size(); ++i) {
        if (subscription.attributes.test(i)) routes[i] |= bit;
      }
    }
    for (const auto& [interaction_class, active] : member.subscribed_interactions) {
      federation.interaction_routes[interaction_class] |= bit;
    }
    for (const auto& [object_class, regional] : member.subscribed_regions) {
      for (const auto& [at, uses] : regional)
        federation.regional_attributes[object_class][at] |= bit;
    }
    for (const auto& [interaction_class, uses] : member.interaction_regions) {
      federation.regional_interactions[interaction_class] |= bit;
    }
  }
  for (const ObjectClass& each : model.object_classes()) {
    if (each.parent == each.handle) continue;
    for (auto* routes : {&federation.attribute_routes, &federation.regional_attributes}) {
      const auto& above = (*routes)[each.parent.value];
      for (std::size_t i = 0; i < above.size(); ++i) (*routes)[each.handle.value][i] |= above[i];
    }
  }
  const NodeSet all = federation.nodes();
  for (const InteractionClass& each : model.interaction_classes()) {
    NodeSet& routes = federation.interaction_routes[each.handle.value];
    routes |= federation.interaction_routes[each.parent.value];
    if (federation.mom->requests().takes(each.handle.value)) routes |= all;
  }
  refresh_class_groups(federation);
}

NodeSet Router::attribute_nodes(Federation& federation, Object& object,
                                std::span<const Item> items) {
  refresh_routes(federation);
  const auto& routes = federation.attribute_routes[object.object_class];
  NodeSet nodes = 0;
  NodeSet regional = 0;
  for (const Item& item : items) {
    nodes |= routes[item.handle];
    regional |= federation.regional_attributes[object.object_class][item.handle];
  }
  if ((regional & ~nodes) == 0) return nodes;
  // Those left want some of it in regions: whose cells are those that the attribute is updated in?
  for (const Item& item : items) {
    const NodeSet all = federation.regional_attributes[object.object_class][item.handle];
    const auto at = object.regions.find(item.handle);
    nodes |= at == object.regions.end()
                 ? all
                 : all & update_nodes(federation, object, item.handle, at->second);
  }
  counters_.spared +=
      static_cast<std::uint64_t>(std::popcount(regional & ~nodes & ~only(net_.self())));
  return nodes;
}

NodeSet Router::interaction_nodes(Federation& federation, std::uint16_t interaction_class,
                                  std::span<const RegionId> regions) {
  refresh_routes(federation);
  NodeSet nodes = federation.interaction_routes[interaction_class];
  NodeSet regional = 0;
  for (InteractionClassHandle at{interaction_class};; at = federation.model[at].parent) {
    const NodeSet here = federation.regional_interactions[at.value];
    regional |= here;
    if ((here & ~nodes) != 0) {
      nodes |= regions.empty() ? here
                               : here & federation.regions.subscribers(
                                            interaction_space(federation, at.value), regions);
    }
    if (federation.model[at].parent == at) break;
  }
  counters_.spared +=
      static_cast<std::uint64_t>(std::popcount(regional & ~nodes & ~only(net_.self())));
  return nodes;
}

bool Router::room_for(const Federation& federation, const Local* except, std::size_t bytes) const {
  for (const Local* local : federation.locals) {
    if (local == except) continue;
    // An empty inbox takes any message.
    const std::size_t used = local->inbox_bytes();
    if (used + bytes > options_.inbox_bytes && used > 0) return false;
  }
  return true;
}

std::optional<Paths::Which> Router::road(TransportationType type, bool stamped) const {
  const auto which = type == TransportationType::reliable ? Paths::reliable : Paths::best_effort;
  // The bound on time counts copies for each receiver.
  return net_.ports().has(which) && !stamped ? std::optional(which) : std::nullopt;
}

Status Router::fits(std::size_t bytes) const {
  const std::size_t most = options_.bounds.message_bytes;
  if (bytes <= most) return {};
  return error(ErrorCode::RTIinternalError,
               "the message has " + std::to_string(bytes) +
                   " bytes with its values and tag, the limit is " + std::to_string(most) +
                   ": send less at once, or raise MemoryBounds::message_bytes on every node");
}

Status Router::send(Federation& federation, const Local* sender, DataHead& head,
                    std::span<const Item> items, Bytes tag, NodeSet nodes, Refusal refusal) {
  const std::size_t bytes = data_bytes(items, tag);
  const auto kind = static_cast<DataKind>(head.head.detail);
  const bool stamped = (head.head.flags & timed_flag) != 0 && head.head.order == 1;
  // A retraction follows what it is of; what mends a loss is not to be lost.
  const bool by_channels = stamped || kind == DataKind::retract || kind >= DataKind::newest ||
                           (head.head.flags & asked_for_flag) != 0;
  const auto by_port = road(type_of(head.head.flags), by_channels);
  if (items.size() > UINT16_MAX) {
    return error(ErrorCode::RTIinternalError,
                 "the message has " + std::to_string(items.size()) + " values: give at most 65535");
  }
  if (auto status = fits(bytes); !status) return status;
  // Long before it is copied as a whole: a processor waits for narrow writes that it is to read at once.
  head.head.kind = MessageKind::data;
  head.head.federation = federation.id;
  head.head.stamp = net_.applied();
  head.federate = sender == nullptr ? 0 : sender->handle;
  head.items = static_cast<std::uint16_t>(items.size());
  const bool limited = sender != nullptr && rate_.limits();
  const bool refusable = refusal == Refusal::may_be;
  if (refusable && limited && rate_.open_at_ns() > federation.clock.now_ns()) {
    ++counters_.rate_limited;
    return error(ErrorCode::Congested, {});
  }
  const bool windowed = sender != nullptr && windows_.in_use();
  if (refusable && windowed && !windows_.has_room(federation, sender, nodes)) {
    ++counters_.avoided;
    return error(ErrorCode::Congested, {});
  }
  const NodeSet self = only(net_.self());
  const NodeSet remote = nodes & ~self;
  if (refusable && (nodes & self) != 0 && !room_for(federation, sender, bytes)) {
    ++counters_.congested;
    return error(ErrorCode::Congested, "a federate of this node has no room");
  }
  if (remote != 0) {
    auto sent = by_port ? send_by_port(federation, *by_port, remote, head, items, tag, refusal)
                        : send_by_channels(federation, remote, head, items, tag, refusal);
    if (!sent) return sent;
    if (windowed) windows_.sent(federation, remote);
  }
  if (limited) rate_.charge(federation.clock.now_ns(), bytes);
  net_.flush_unless_held(bytes);
  const bool to_rti = kind == DataKind::request_class_update ||
                      (kind == DataKind::interaction &&
                       federation.mom->requests().takes(static_cast<std::uint16_t>(head.target)));
  if ((nodes & self) != 0 && (sender == nullptr || federation.locals.size() > 1 || to_rti)) {
    std::vector<std::byte> message = std::move(scratch_);
    message.resize(bytes);
    write_data(message.data(), head, items, tag);
    (void)delivery_.dispatch(federation, head, message, sender);
    scratch_ = std::move(message);
  }
  return {};
}

// While a federation saves or restores, its nodes have joined all groups: each of them restores its subscriptions at another time.
void Router::review_groups(
    const std::unordered_map<std::uint32_t, std::unique_ptr<Federation>>& federations) {
  const std::uint32_t groups = net_.ports().groups();
  if (groups == 0) return;
  GroupSet wanted = common_group;
  for (const auto& [id, federation] : federations) {
    if (federation->destroyed) continue;
    if (federation->snapshots->active()) wanted = ~GroupSet{0} >> (63 - groups);
    refresh_routes(*federation);
    wanted |= groups_of_node(*federation, net_.self());
  }
  net_.want_groups(wanted);
}

void Router::choose_groups(Federation& federation, const DataHead& head,
                           std::span<const Item> items, Recipients& recipients) {
  refresh_routes(federation);
  const auto kind = static_cast<DataKind>(head.head.detail);
  GroupSet fitting = 0;
  if (kind == DataKind::interaction) {
    const auto interaction_class = static_cast<std::uint16_t>(head.target);
    fitting = group_of(interaction_class, federation.regions.groups()) |
              interaction_groups(federation, interaction_class, items);
  } else if (Object* const object = federation.find(head.target);
             kind == DataKind::update && object != nullptr) {
    fitting = group_of(object->object_class, federation.regions.groups()) |
              update_groups(federation, *object, items);
  }
  const auto may_use = [&](std::uint32_t node) {
    const GroupSet groups = groups_of_node(federation, node) & fitting;
    return groups == 0 ? common_group : groups;
  };
  const auto put = [&](std::uint32_t node, GroupSet groups) {
    const auto group = static_cast<std::size_t>(std::countr_zero(groups));
    const GroupSet bit = GroupSet{1} << group;
    recipients.by_group[group] =
        ((recipients.groups & bit) != 0 ? recipients.by_group[group] : 0) | only(node);
    recipients.groups |= bit;
  };
  NodeSet with_choice = 0;
  for (NodeSet left = recipients.nodes; left != 0; left &= left - 1) {
    const auto node = static_cast<std::uint32_t>(std::countr_zero(left));
    const GroupSet groups = may_use(node);
    if (std::has_single_bit(groups)) {
      put(node, groups);
    } else {
      with_choice |= only(node);
    }
  }
  for (NodeSet left = with_choice; left != 0; left &= left - 1) {
    const auto node = static_cast<std::uint32_t>(std::countr_zero(left));
    const GroupSet groups = may_use(node);
    put(node, (groups & recipients.groups) != 0 ? groups & recipients.groups : groups);
  }
}

Status Router::send_by_port(Federation& federation, Paths::Which which, NodeSet remote,
                            const DataHead& head, std::span<const Item> items, Bytes tag,
                            Refusal refusal) {
  Recipients recipients;
  for (NodeSet left = remote; left != 0; left &= left - 1) {
    const auto node = static_cast<std::uint32_t>(std::countr_zero(left));
    if (net_.living(node)) recipients.nodes |= only(node);
  }
  if (recipients.nodes == 0) return {};
  if (which == Paths::best_effort && net_.ports().groups() > 0) {
    choose_groups(federation, head, items, recipients);
  }
  const transport::Io io = net_.send_by_port(which, recipients, head, items, tag);
  if (io == transport::Io::full && refusal == Refusal::must_not_be) {
    net_.drop_by_port(recipients);  // no other port is asked for what must not be refused
    return {};
  }
  if (io == transport::Io::full) {
    ++counters_.congested;
    net_.count_refused(which);
    return error(ErrorCode::Congested, {});
  }
  if (io == transport::Io::ok) ++counters_.data_sent;
  return {};
}

Status Router::send_by_channels(Federation& federation, NodeSet remote, DataHead& head,
                                std::span<const Item> items, Bytes tag, Refusal refusal) {
  const std::size_t bytes = data_bytes(items, tag);
  std::array<std::byte*, most_nodes> rooms;  // of those that `there` has
  NodeSet there = 0;
  NodeSet waiting = 0;  // for room
  for (NodeSet left = remote; left != 0; left &= left - 1) {
    const auto target = static_cast<std::uint32_t>(std::countr_zero(left));
    std::span<std::byte> room;
    const transport::Io io = net_.reserve(target, bytes, room);
    if (io == transport::Io::full && refusal == Refusal::may_be) {
      ++counters_.congested;
      ++refused_by_channels_;
      return error(ErrorCode::Congested, {});
    }
    // Too big: it goes in parts, which may wait for room. None waited before.
    if (io == transport::Io::full || io == transport::Io::too_big) waiting |= only(target);
    if (io != transport::Io::ok) continue;  // has gone
    rooms[target] = room.data();
    there |= only(target);
  }
  const bool stamped = (head.head.flags & timed_flag) != 0 && head.head.order == 1;
  const TimeNet& time = federation.time;
  for (NodeSet left = there | waiting; left != 0; left &= left - 1) {
    const auto target = static_cast<std::uint32_t>(std::countr_zero(left));
    if (stamped && time.lbts) head.colour = time.lbts->sent();
    if ((waiting & only(target)) != 0) {
      std::vector<std::byte> message(bytes);
      write_data(message.data(), head, items, tag);
      net_.send(target, message);
    } else {
      write_data(rooms[target], head, items, tag);
      net_.commit(target, bytes);
    }
    ++counters_.data_sent;
  }
  if (stamped && time.lbts) TimeBounds::sent(federation, there | waiting, head.time);
  return {};
}

}  // namespace orrery::rti
