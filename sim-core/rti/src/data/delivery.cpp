#include "data/delivery.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "galt/galt.hpp"
#include "management/mom.hpp"
#include "subscriptions/received_class.hpp"
#include "subscriptions/regional.hpp"
#include "subscriptions/update_rates.hpp"
#include "wire/with_items.hpp"

namespace orrery::rti {
namespace {

// Calls take(attribute, value) for each value of the update that the federate is subscribed to now, and leave(handle, value) for
// each other item. Returns false if the message is malformed.
template <class Take, class Leave>
bool for_wanted(const View& view, const DataHead& head, Bytes message, Bytes& tag, Take&& take,
                Leave&& leave) {
  return for_items(message, head, tag, [&](std::uint16_t attribute, Bytes value) {
    if (attribute < most_attributes && view.wanted.test(attribute)) {
      take(attribute, value);
    } else {
      leave(attribute, value);
    }
  });
}

// Whether the federate is subscribed to all attributes of the update, which has some.
bool wants_all(const AttributeSet& wanted, const DataHead& head, Bytes message) {
  Bytes tag;
  bool all = head.items > 0;
  return for_items(message, head, tag,
                   [&](std::uint16_t handle, Bytes) {
                     all &= handle < most_attributes && wanted.test(handle);
                   }) &&
         all;
}

// The update with those values alone that the federate is subscribed to: what it subscribes to while the update waits is not of it
// (5.6). Empty if there are none: next message requests would be granted its time. Itself if it is malformed, which its delivery
// counts.
Bytes with_wanted(const AttributeSet& wanted, const DataHead& head, Bytes message,
                  std::vector<std::byte>& room) {
  bool some = false;
  bool all = true;
  Bytes tag;
  const auto wants = [&](std::uint16_t handle) {
    return handle >= most_attributes || wanted.test(handle);  // what is not a value goes with them
  };
  if (!for_items(message, head, tag, [&](std::uint16_t handle, Bytes) {
        all &= wants(handle);
        some |= handle < most_attributes && wants(handle);
      })) {
    return message;
  }
  if (!some) return {};
  return all ? message : with_items(head, message, room, wants);
}

// What the federate wants by the subscriptions that the sender knew of.
AttributeSet wanted_when_sent(const View& view, std::uint64_t known) {
  const RecentSubscriptions& recent = view.local->recent_subscriptions;
  return recent.all_known(known) ? view.wanted : view.wanted & ~recent.unknown(view.known, known);
}

// True if the update has an attribute that the federate is subscribed to, or is malformed, which its delivery counts.
bool wants_some(const View& view, const DataHead& head, Bytes message) {
  Bytes tag;
  bool some = false;
  const auto ignore = [](std::uint16_t, Bytes) {};
  const bool whole =
      for_wanted(view, head, message, tag, [&](std::uint16_t, Bytes) { some = true; }, ignore);
  return some || !whole;
}

// How the federate sees the object; null: not at all.
View* view_of(Object* object, const Local& receiver) {
  if (object == nullptr) return nullptr;
  const auto view = std::ranges::find(object->views, &receiver, &View::local);
  return view == object->views.end() ? nullptr : &*view;
}

// Of the regions that an interaction was sent in.
std::vector<RegionHandle> sent_handles_of(Bytes regions) {
  std::vector<RegionHandle> handles;
  while (const auto sent = take_sent_region(regions)) handles.push_back({sent->region});
  return handles;
}

// Of those that an update's attributes are in.
std::vector<RegionHandle> handles_of(Bytes regions) {
  std::vector<RegionHandle> handles;
  for (std::size_t i = 0; i + sizeof(RegionId) <= regions.size(); i += sizeof(RegionId)) {
    handles.push_back({read_as<RegionId>(regions.subspan(i))});
  }
  return handles;
}

}  // namespace

bool Deliveries::dispatch(Federation& federation, const DataHead& head, Bytes message,
                          const Local* sender, std::uint64_t known) {
  const auto kind = static_cast<DataKind>(head.head.detail);
  if (kind == DataKind::interaction || kind == DataKind::retract) {
    if (kind == DataKind::interaction &&
        (head.target >= federation.model.interaction_classes().size() || head.received_as != 0)) {
      ++counters_.malformed;
      return false;
    }
    if (kind == DataKind::interaction &&
        federation.mom->requests().takes(static_cast<std::uint16_t>(head.target))) {
      federation.mom->requests().take(head, message);
    }
    for (std::size_t i = 0; i < federation.locals.size(); ++i) {
      Local& local = *federation.locals[i];
      if (&local == sender) continue;
      if (kind == DataKind::retract) {
        inboxes_.take_back(local, retraction_of(head.federate, head.serial));
        continue;
      }
      if (local.regional_interactions || !local.recent_subscriptions.all_known(known)) {
        route_within(federation, local, head, message, known);
      } else {
        route(federation, local, head, message);
      }
    }
    return true;
  }
  if (kind == DataKind::request_class_update) {
    requests_.take_of_class(federation, head, message);
    return true;
  }
  Object* const found = federation.find(head.target);
  if (found == nullptr) {
    ++counters_.unknown;
    return false;
  }
  Object& object = *found;
  if (kind == DataKind::request_update) {
    requests_.take(federation, object, head, message);
    return true;
  }
  if (kind == DataKind::newest) {
    newest_.compare(federation, object, head, message);
    return true;
  }
  if (kind == DataKind::want_newest) {
    newest_.answer(federation, object, head, message);
    return true;
  }
  if (kind != DataKind::update && kind != DataKind::remove) {
    ++counters_.malformed;
    return false;
  }
  // A federate that has not discovered the object by now will not, unless the removal is for a later time.
  if (kind == DataKind::remove && head.head.order == 0) {
    object.removing = true;
  } else if (kind == DataKind::remove && !object.deleted) {
    federation.deletions[{object.handle, head.serial}].message.assign(message.begin(),
                                                                      message.end());
  }
  for (std::size_t i = 0; i < object.views.size(); ++i) {
    Local& local = *object.views[i].local;
    if (&local == sender) continue;
    const std::size_t before = object.views.size();
    if (kind == DataKind::update) {
      route_update(federation, object, object.views[i], head, message, known);
    } else {
      object.views[i].removing = true;
      route(federation, local, head, message);
    }
    // A removal that was delivered at once took its view away.
    if (object.views.size() < before) --i;
  }
  return true;
}

Bytes Deliveries::within_regions(const Federation& federation, const Object& object,
                                 const View& view, const DataHead& head, Bytes message,
                                 std::vector<std::byte>& room) {
  AttributeSet overlapping;
  bool known = false;
  bool wanted = false;
  const Bytes left = with_items(head, message, room, [&](std::uint16_t attribute) {
    if (attribute >= most_attributes) return true;
    if (view.regional.test(attribute)) {
      if (!std::exchange(known, true)) {
        overlapping = wanted_in_regions(federation, object,
                                        federation.members.at(view.local->handle), view.known);
      }
      if (!overlapping.test(attribute)) return false;
    }
    wanted |= view.wanted.test(attribute);
    return true;
  });
  if (left.data() == message.data() || wanted) return left;
  ++counters_.filtered;
  return {};
}

// Callbacks may change the object's views: the view is not used after the update has been routed.
void Deliveries::route_update(Federation& federation, Object& object, View& view,
                              const DataHead& head, Bytes message, std::uint64_t known) {
  Local& local = *view.local;
  const bool newest = head.head.order == 0 && keeps_newest(type_of(head.head.flags));
  if (newest || view.selective) {
    route_selected(federation, object, view, head, message, known);
    return;
  }
  const bool waits =
      (local.rules.constrained && (head.head.flags & timed_flag) != 0 && head.head.order == 1) ||
      local.rules.holds_receive_order() || !may_deliver(local);
  if (local.recent_subscriptions.all_known(known) &&
      (!waits || wants_all(view.wanted, head, message))) {
    route(federation, local, head, message);
    return;
  }
  std::vector<std::byte> room = std::move(scratch_wanted_);
  const Bytes wanted = with_wanted(wanted_when_sent(view, known), head, message, room);
  if (!wanted.empty()) route(federation, local, read_as<DataHead>(wanted), wanted);
  scratch_wanted_ = std::move(room);
}

// An update whose values are chosen by regions, by their age or by rates.
void Deliveries::route_selected(Federation& federation, Object& object, View& view,
                                const DataHead& head, Bytes message, std::uint64_t known) {
  Local& local = *view.local;
  std::vector<std::byte> room = std::move(scratch_fewer_);
  std::vector<std::byte> more_room = std::move(scratch_newest_);
  std::vector<std::byte> wanted_room = std::move(scratch_wanted_);
  Bytes kept = within_regions(federation, object, view, head, message, room);
  const bool receive_order = head.head.order == 0;
  if (!kept.empty() && receive_order && keeps_newest(type_of(head.head.flags))) {
    kept = newest_.not_older(view, read_as<DataHead>(kept), kept, more_room);
  } else if (!kept.empty() && receive_order && !view.reduced.empty() &&
             type_of(head.head.flags) == TransportationType::best_effort) {
    const std::size_t whole = kept.size();
    kept = within_rates(view, read_as<DataHead>(kept), kept, more_room, federation.clock.now_ns());
    if (kept.size() < whole) ++counters_.reduced;
  }
  if (!kept.empty())
    kept = with_wanted(wanted_when_sent(view, known), read_as<DataHead>(kept), kept, wanted_room);
  if (!kept.empty()) {
    const auto left = read_as<DataHead>(kept);
    local.conveys.region_designator_sets ? route_with_regions(federation, local, object, left, kept)
                                         : route(federation, local, left, kept);
  }
  scratch_fewer_ = std::move(room);
  scratch_newest_ = std::move(more_room);
  scratch_wanted_ = std::move(wanted_room);
}

void Deliveries::route_with_regions(Federation& federation, Local& receiver, const Object& object,
                                    const DataHead& head, Bytes message) {
  struct Passel {
    std::optional<std::vector<RegionId>> regions;
    std::vector<Item> items;
  };
  const auto& attributes = federation.model[ObjectClassHandle{object.object_class}].attributes;
  std::vector<Passel> passels;
  Bytes tag;
  if (!for_items(message, head, tag, [&](std::uint16_t attribute, Bytes value) {
        std::optional<std::vector<RegionId>> regions;
        if (attribute < attributes.size() && !attributes[attribute].dimensions.empty()) {
          regions.emplace();
          if (const auto own = managed_region(object.handle, attribute)) regions->push_back(*own);
          const auto at = object.regions.find(attribute);
          if (at != object.regions.end()) {
            std::ranges::copy_if(at->second.regions, std::back_inserter(*regions),
                                 [&](RegionId each) { return creator_of(each) == head.federate; });
          }
          std::ranges::sort(*regions);
        }
        auto same = std::ranges::find(passels, regions, &Passel::regions);
        if (same == passels.end()) same = passels.insert(same, Passel{std::move(regions), {}});
        same->items.push_back({attribute, value});
      })) {
    ++counters_.malformed;
    return;
  }
  std::vector<std::byte> room = std::move(scratch_conveyed_);
  for (Passel& each : passels) {
    DataHead part = head;
    if (each.regions) {
      each.items.push_back({regions_item, std::as_bytes(std::span(*each.regions))});
    }
    part.items = static_cast<std::uint16_t>(each.items.size());
    room.resize(data_bytes(each.items, tag));
    write_data(room.data(), part, each.items, tag);
    route(federation, receiver, part, room);
  }
  scratch_conveyed_ = std::move(room);
}

// An interaction to a federate that wants some in regions, or is subscribed to what the sender did not know.
void Deliveries::route_within(Federation& federation, Local& receiver, const DataHead& head,
                              Bytes message, std::uint64_t known) {
  const std::optional<Bytes> regions = sent_regions(head, message);
  if (!regions) {
    ++counters_.malformed;
    return;
  }
  const std::int32_t as = class_when_sent(federation, receiver, head.target, *regions, known);
  if (as < 0) {
    if (receiver.regional_interactions) ++counters_.filtered;
    return;
  }
  route_as(federation, receiver, as, head, message);
}

void Deliveries::route(Federation& federation, Local& receiver, const DataHead& head,
                       Bytes message) {
  const TimeRules& rules = receiver.rules;
  const bool stamped =
      (head.head.flags & timed_flag) != 0 && head.head.order == 1 && rules.constrained;
  const bool gated = rules.holds_receive_order();
  if (static_cast<DataKind>(head.head.detail) == DataKind::interaction) {
    const std::int32_t as = received_class(federation, receiver, head.target);
    if (as < 0) return;
    if (head.received_as == 0 && static_cast<std::uint64_t>(as) != head.target &&
        (stamped || gated || !may_deliver(receiver))) {
      route_as(federation, receiver, as, head, message);
      return;
    }
  }
  if (stamped) {
    receiver.stamped.push(head.time, head, message);
  } else if (gated) {
    receiver.gated.push(message);
  } else {
    take_or_keep(receiver, head, message);
  }
}

// As one that the federate receives as that class, while it is subscribed to the class.
void Deliveries::route_as(Federation& federation, Local& receiver, std::int32_t received_class,
                          const DataHead& head, Bytes message) {
  std::vector<std::byte> room = std::move(scratch_fewer_);
  room.assign(message.begin(), message.end());
  DataHead received = head;
  received.received_as = static_cast<std::uint16_t>(received_class + 1);
  std::memcpy(room.data(), &received, sizeof received);
  route(federation, receiver, received, room);
  scratch_fewer_ = std::move(room);
}

void Deliveries::take_or_keep(Local& receiver, const DataHead& head, Bytes message) {
  if (may_deliver(receiver)) {
    deliver(receiver, head, message);
  } else {
    receiver.queue.push(message);
  }
}

bool Deliveries::is_wanted(Local& receiver, const DataHead& head, Bytes message) {
  Federation& federation = *receiver.federation;
  const auto kind = static_cast<DataKind>(head.head.detail);
  if (kind == DataKind::interaction)
    return received_class(federation, receiver, head, message) >= 0;
  // The callback of a discovery that is still to be made comes before what has waited since.
  const View* const view = view_of(federation.find(head.target), receiver);
  return view != nullptr && (kind == DataKind::remove || wants_some(*view, head, message));
}

void Deliveries::keep_early(Local& receiver, const DataHead& head) {
  if (receiver.delivered_early.full()) {
    // Nobody regulates below a constrained federate's time. Of one that is not constrained, who regulates no more may do so
    // again, and retract what it sent.
    const std::int64_t sure =
        receiver.rules.constrained
            ? std::min(others_bound(*receiver.federation, receiver), receiver.rules.least_arrival())
            : std::numeric_limits<std::int64_t>::min();
    receiver.delivered_early.make_room(sure);
  }
  receiver.delivered_early.push({retraction_of(head.federate, head.serial), head.time});
}

void Deliveries::deliver(Local& receiver, const DataHead& head, Bytes message) {
  if (receiver.federation == nullptr) return;
  Federation& federation = *receiver.federation;
  Delivery delivery{.producer = {receiver.conveys.producing_federate ? head.federate : 0}};
  delivery.transportation = type_of(head.head.flags);
  delivery.sent = static_cast<OrderType>(head.head.order & 1);
  delivery.received =
      (head.head.flags & stamped_flag) != 0 ? OrderType::timestamp : OrderType::receive;
  if ((head.head.flags & timed_flag) != 0) {
    delivery.time = LogicalTime{head.time};
    if (delivery.sent == OrderType::timestamp) {
      delivery.retraction = MessageRetractionHandle{retraction_of(head.federate, head.serial)};
    }
  }
  const bool early = delivery.retraction && (delivery.received == OrderType::receive ||
                                             (head.head.flags & early_flag) != 0);
  Bytes tag;
  const auto kind = static_cast<DataKind>(head.head.detail);
  if (kind == DataKind::interaction) {
    // A message keeps its place among those that wait, whatever was declared since it came.
    const std::int32_t as = received_class(federation, receiver, head, message);
    if (as < 0) return;
    const InteractionClassHandle handle{static_cast<std::uint16_t>(as)};
    const std::size_t known = federation.model[handle].parameters.size();
    parameter_values_.clear();
    if (!for_items(message, head, tag, [&](std::uint16_t parameter, Bytes value) {
          if (parameter < known) {
            parameter_values_.push_back({{parameter}, value});
          } else if (parameter == regions_item && receiver.conveys.region_designator_sets) {
            delivery.sent_regions = sent_handles_of(value);
          }
        })) {
      ++counters_.malformed;
      return;
    }
    if (receiver.conveys.region_designator_sets && !delivery.sent_regions &&
        !federation.model[handle].dimensions.empty()) {
      delivery.sent_regions.emplace();
    }
    if (early) keep_early(receiver, head);
    receiver.interactions_received.count(static_cast<std::uint16_t>(head.target),
                                         delivery.transportation);
    call_back(receiver, [&](FederateAmbassador& ambassador) {
      ambassador.receive_interaction(handle, parameter_values_, tag, delivery);
    });
    return;
  }
  Object* const found = federation.find(head.target);
  View* const view = view_of(found, receiver);
  // What came before the callback of a discovery is of an instance that was deleted locally.
  if (view == nullptr || !view->discovered) return;
  Object& object = *found;
  if (kind == DataKind::remove) {
    (void)for_items(message, head, tag, [](std::uint16_t, Bytes) {});
    deletions_.leave_object(federation, object, head.serial, receiver);
    if (early) keep_early(receiver, head);
    ++receiver.objects_removed;
    call_back(receiver, [&](FederateAmbassador& ambassador) {
      ambassador.remove_object_instance({head.target}, tag, delivery);
    });
    return;
  }
  attribute_values_.clear();
  if (!for_wanted(
          *view, head, message, tag,
          [&](std::uint16_t attribute, Bytes value) {
            attribute_values_.push_back({{attribute}, value});
          },
          [&](std::uint16_t handle, Bytes value) {
            if (handle == regions_item) delivery.sent_regions = handles_of(value);
          })) {
    ++counters_.malformed;
    return;
  }
  if (attribute_values_.empty()) return;
  if (early) keep_early(receiver, head);
  if (!std::exchange(view->counted, true) && !object.reflected_by(receiver.handle)) {
    object.reflectors.push_back(receiver.handle);
  }
  receiver.reflections.count(object.object_class, delivery.transportation);
  call_back(receiver, [&](FederateAmbassador& ambassador) {
    ambassador.reflect_attribute_values({head.target}, attribute_values_, tag, delivery);
  });
}

bool Deliveries::may_deliver(const Local& local) const {
  return at_once_ && !in_callback_ && !threw() && local.queue.empty() &&
         (local.delivers_unasked() || (local.evoking && local.delivered < local.most));
}

bool Deliveries::deliver_next(Local& local) {
  if (threw() || local.queue.empty()) return false;
  ++local.taken;
  const Bytes front = local.queue.front();
  if (front.empty()) {
    local.queue.pop();
    const Call what = local.calls.pop();
    call_back(local, what);
  } else {
    // The callback may push: the bytes must not move meanwhile.
    scratch_queue_.assign(front.begin(), front.end());
    local.queue.pop();
    std::vector<std::byte> message = std::move(scratch_queue_);
    deliver(local, read_as<DataHead>(message), message);
    scratch_queue_ = std::move(message);
  }
  return true;
}

}  // namespace orrery::rti
