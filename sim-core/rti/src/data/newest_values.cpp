// Transportations of the newest value: repeated, told and asked for where it is sent; never after a newer one where it comes.
#include <algorithm>
#include <utility>

#include "orrery/base/clock.hpp"

#include "core/core.hpp"
#include "wire/with_items.hpp"

namespace orrery::rti {

void Core::keep_newest(Federation& federation, const Object& object, const Local& local,
                       TransportationType type, std::span<const Item> items, Bytes tag) {
  const std::int64_t now = base::now_ns();
  for (const Item& each : items) {
    federation.newest.keep({object.handle, each.handle},
                           {.type = type,
                            .federate = local.handle,
                            .number = local.newest,
                            .value = {each.value.begin(), each.value.end()},
                            .tag = {tag.begin(), tag.end()},
                            .sent_ns = now});
  }
}

// Null: it is no more what is kept, and is forgotten.
const Newest::Kept* Core::still_newest(Federation& federation, Newest::Key key) {
  const Newest::Kept* const kept = federation.newest.find(key);
  const Object* const object = federation.find(key.first);
  if (kept == nullptr || object == nullptr || object->deleted ||
      object->owners[key.second] != kept->federate ||
      object->ways[key.second].transportation != kept->type) {
    federation.newest.forget(key);
    return nullptr;
  }
  return kept;
}

Status Core::send_newest(Federation& federation, Object& object, Newest::Key key,
                         const Newest::Kept& kept, NodeSet nodes, bool asked_for) {
  const Local* const local = federation.find_local(kept.federate);
  if (local == nullptr) return {};
  DataHead head;
  head.head.detail = static_cast<std::uint8_t>(DataKind::update);
  head.head.flags = flags_of(kept.type) | (asked_for ? asked_for_flag : std::uint8_t{0});
  head.target = object.handle;
  head.serial = local->transportation_changes;
  head.colour = kept.number;
  const Item item{key.second, kept.value};
  auto sent = send(federation, local, head, std::span(&item, 1), kept.tag, nodes);
  if (sent) ++counters_.repeated;
  return sent;
}

void Core::speak_of_newest(Federation& federation) {
  Newest& newest = federation.newest;
  const std::int64_t now = base::now_ns();
  if (std::exchange(federation.newest_of, federation.declarations) != federation.declarations) {
    newest.want_all(now);
  }
  while (const auto key = newest.due(now)) {
    const Newest::Kept* const kept = still_newest(federation, *key);
    if (kept == nullptr) continue;
    Object& object = *federation.find(key->first);
    const Item item{key->second, {}};
    const NodeSet nodes = attribute_nodes(federation, object, std::span(&item, 1));
    if (kept->type == TransportationType::minimum_rate) {
      (void)send_newest(federation, object, *key, *kept, nodes, false);
      newest.again(*key, now);
      continue;
    }
    const Local* const local = federation.find_local(kept->federate);
    if (local == nullptr) continue;
    DataHead head;
    head.head.detail = static_cast<std::uint8_t>(DataKind::newest);
    head.target = object.handle;
    head.colour = kept->number;
    if (!send(federation, local, head, std::span(&item, 1), {}, nodes)) {
      newest.again(*key, now);
      return;  // no room: later
    }
  }
}

// Held by a view, of an attribute: from whom, and the number.
static HeldNewest* held_by(View& view, std::uint16_t attribute) {
  const auto found = std::ranges::find(view.newest, attribute, &HeldNewest::attribute);
  return found == view.newest.end() ? nullptr : &*found;
}

Bytes Core::not_older(View& view, const DataHead& head, Bytes message,
                      std::vector<std::byte>& room) {
  const Bytes left = with_items(head, message, room, [&](std::uint16_t attribute) {
    if (attribute >= most_attributes || !view.wanted.test(attribute)) return false;
    HeldNewest* held = held_by(view, attribute);
    const bool repeated = type_of(head.head.flags) == TransportationType::minimum_rate;
    if (held != nullptr && held->federate == head.federate &&
        (held->number > head.colour || (held->number == head.colour && !repeated))) {
      return false;
    }
    if (held == nullptr) held = &view.newest.emplace_back(HeldNewest{attribute, 0, 0});
    held->federate = head.federate;
    held->number = head.colour;
    return true;
  });
  if (left.empty()) ++counters_.older;
  return left;
}

// Its sender says what the newest is: does a federate here not hold it?
void Core::compare_newest(Federation& federation, Object& object, const DataHead& head,
                          Bytes message) {
  std::vector<Item> lacking;
  Bytes tag;
  if (!for_items(message, head, tag, [&](std::uint16_t attribute, Bytes) {
        for (View& view : object.views) {
          if (attribute >= most_attributes || !view.wanted.test(attribute) ||
              view.local->handle == head.federate) {
            continue;
          }
          const HeldNewest* const held = held_by(view, attribute);
          if (held == nullptr || held->federate != head.federate || held->number < head.colour) {
            lacking.push_back({attribute, {}});
            return;
          }
        }
      })) {
    ++counters_.malformed;
    return;
  }
  const auto sender = federation.members.find(head.federate);
  if (lacking.empty() || sender == federation.members.end()) return;
  DataHead asks;
  asks.head.detail = static_cast<std::uint8_t>(DataKind::want_newest);
  asks.target = object.handle;
  asks.colour = net_.self();
  (void)send(federation, nullptr, asks, lacking, {}, only(sender->second.node),
             Refusal::must_not_be);
}

void Core::answer_newest(Federation& federation, Object& object, const DataHead& head,
                         Bytes message) {
  if (head.colour >= net_.nodes()) {
    ++counters_.malformed;
    return;
  }
  const NodeSet to = only(static_cast<std::uint32_t>(head.colour));
  Bytes tag;
  std::vector<std::uint16_t> wanted;
  if (!for_items(message, head, tag,
                 [&](std::uint16_t attribute, Bytes) { wanted.push_back(attribute); })) {
    ++counters_.malformed;
    return;
  }
  for (const std::uint16_t attribute : wanted) {
    if (attribute >= object.owners.size()) continue;
    const Newest::Key key{object.handle, attribute};
    if (const Newest::Kept* const kept = still_newest(federation, key)) {
      if (!send_newest(federation, object, key, *kept, to, true)) {
        federation.newest.again(key, base::now_ns());  // it will be told again
      }
    }
  }
}

Status Core::hold_one_shot(Local& local, DataHead head, std::span<const Item> items, Bytes tag,
                           Refusal refusal) {
  const std::size_t bytes = data_bytes(items, tag);
  if (auto is = fits(bytes); !is) return is;
  if (local.one_shot_bytes > 0 && local.one_shot_bytes + bytes > options_.inbox_bytes) {
    ++counters_.congested;
    if (refusal == Refusal::must_not_be) return {};
    return error(ErrorCode::Congested, "too much waits for its time");
  }
  head.items = static_cast<std::uint16_t>(items.size());
  std::vector<std::byte> message(bytes);
  write_data(message.data(), head, items, tag);
  local.one_shots.emplace(head.time, std::move(message));
  local.one_shot_bytes += bytes;
  return {};
}

bool Core::drop_one_shots(Local& local, std::uint64_t serial) {
  return std::erase_if(local.one_shots, [&](const auto& each) {
           if ((read_as<DataHead>(each.second).serial & UINT32_MAX) != serial) return false;
           local.one_shot_bytes -= each.second.size();
           return true;
         }) > 0;
}

// What was sent with a time by one_shot, whose time has come.
void Core::release_one_shots(Federation& federation) {
  for (Local* local : federation.locals) {
    while (!local->one_shots.empty() && local->one_shots.begin()->first <= local->rules.time) {
      const std::vector<std::byte> message = std::move(local->one_shots.begin()->second);
      local->one_shots.erase(local->one_shots.begin());
      local->one_shot_bytes -= message.size();
      auto head = read_as<DataHead>(message);
      head.serial = local->transportation_changes;
      std::vector<Item> items;
      std::vector<RegionId> regions;
      Bytes tag;
      if (!for_items(message, head, tag, [&](std::uint16_t handle, Bytes value) {
            items.push_back({handle, value});
            if (handle != regions_item) return;
            while (const auto sent = take_sent_region(value)) regions.push_back(sent->region);
          })) {
        continue;
      }
      NodeSet nodes = 0;
      if (static_cast<DataKind>(head.head.detail) == DataKind::interaction) {
        const auto of = static_cast<std::uint16_t>(head.target);
        if (!federation.members.at(local->handle).published_interactions.contains(of)) continue;
        nodes = interaction_nodes(federation, of, regions);
      } else {
        Object* const object = federation.find(head.target);
        if (object == nullptr || object->deleted ||
            std::ranges::any_of(items, [&](const Item& each) {
              return object->owners[each.handle] != local->handle;
            })) {
          continue;
        }
        nodes = attribute_nodes(federation, *object, items);
      }
      (void)send(federation, local, head, items, tag, nodes, Refusal::must_not_be);
    }
  }
}

}  // namespace orrery::rti
