#include "data/newest_values.hpp"

#include <algorithm>
#include <utility>

#include "wire/with_items.hpp"

namespace orrery::rti {
namespace {

// The value kept for the attribute. Null, and forgotten, if it is not the newest any more.
const Newest::Kept* still_newest(Federation& federation, Newest::Key key) {
  const Newest::Kept* const kept = federation.newest.find(key);
  const Object* const object = federation.find(key.first);
  if (kept == nullptr || object == nullptr || !is_newest(*object, key.second, *kept)) {
    federation.newest.forget(key);
    return nullptr;
  }
  return kept;
}

// The newest value of the attribute that the view's federate has received; null: none.
HeldNewest* held_by(View& view, std::uint16_t attribute) {
  const auto found = std::ranges::find(view.newest, attribute, &HeldNewest::attribute);
  return found == view.newest.end() ? nullptr : &*found;
}

}  // namespace

void NewestValues::keep(Federation& federation, const Object& object, const Local& local,
                        TransportationType type, std::span<const Item> items, Bytes tag) {
  const std::int64_t now = federation.clock.now_ns();
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

void NewestValues::forget(Federation& federation, const Object& object,
                          std::span<const Item> items) {
  if (federation.newest.empty()) return;
  for (const Item& each : items) federation.newest.forget({object.handle, each.handle});
}

Status NewestValues::send(Federation& federation, Object& object, Newest::Key key,
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
  auto sent = router_.send(federation, local, head, std::span(&item, 1), kept.tag, nodes);
  if (sent) ++counters_.repeated;
  return sent;
}

void NewestValues::speak(Federation& federation) {
  Newest& newest = federation.newest;
  const std::int64_t now = federation.clock.now_ns();
  if (std::exchange(federation.newest_of, federation.declarations) != federation.declarations) {
    newest.want_all(now);
  }
  while (const auto key = newest.due(now)) {
    const Newest::Kept* const kept = still_newest(federation, *key);
    if (kept == nullptr) continue;
    Object& object = *federation.find(key->first);
    const Item item{key->second, {}};
    const NodeSet nodes = router_.attribute_nodes(federation, object, std::span(&item, 1));
    if (kept->type == TransportationType::minimum_rate) {
      (void)send(federation, object, *key, *kept, nodes, false);
      newest.again(*key, now);
      continue;
    }
    const Local* const local = federation.find_local(kept->federate);
    if (local == nullptr) continue;
    DataHead head;
    head.head.detail = static_cast<std::uint8_t>(DataKind::newest);
    head.target = object.handle;
    head.colour = kept->number;
    if (!router_.send(federation, local, head, std::span(&item, 1), {}, nodes)) {
      newest.again(*key, now);
      return;  // no room: later
    }
  }
}

Bytes NewestValues::not_older(View& view, const DataHead& head, Bytes message,
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

void NewestValues::compare(Federation& federation, Object& object, const DataHead& head,
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
  (void)router_.send(federation, nullptr, asks, lacking, {}, only(sender->second.node),
                     Refusal::must_not_be);
}

void NewestValues::answer(Federation& federation, Object& object, const DataHead& head,
                          Bytes message) {
  if (head.colour >= net_.nodes()) {
    ++counters_.malformed;
    return;
  }
  const NodeSet nodes = only(static_cast<std::uint32_t>(head.colour));
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
      if (!send(federation, object, key, *kept, nodes, true)) {
        federation.newest.again(key, federation.clock.now_ns());  // it will be told again
      }
    }
  }
}

}  // namespace orrery::rti
