#include "data/value_requests.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "advisories/advisories.hpp"
#include "federation/known_objects.hpp"
#include "management/mom.hpp"
#include "subscriptions/regional.hpp"

namespace orrery::rti {
namespace {

// The attributes of a request by class. An item's value are its regions, 8 bytes each; none: everywhere.
struct ClassRequest {
  AttributeSet everywhere;
  RegionalSubscription in_regions;
};

std::optional<ClassRequest> read_class_request(const DataHead& head, Bytes message,
                                               std::size_t attributes, Bytes& tag) {
  ClassRequest request;
  bool sound = true;
  const bool whole = for_items(message, head, tag, [&](std::uint16_t attribute, Bytes regions) {
    sound &= attribute < attributes && regions.size() % sizeof(RegionId) == 0;
    if (!sound) return;
    if (regions.empty()) request.everywhere.set(attribute);
    for (; !regions.empty(); regions = regions.subspan(sizeof(RegionId))) {
      request.in_regions[attribute].push_back({read_as<RegionId>(regions), true});
    }
  });
  if (!whole || !sound) return std::nullopt;
  return request;
}

}  // namespace

// Asks those of this node's federates, but the requester, that own some of the attributes of an object.
void ValueRequests::provide(Federation& federation, const Object& object,
                            const AttributeSet& attributes, Bytes tag, std::uint32_t requester) {
  if (is_owned_by_rti(object.handle)) {
    federation.mom->objects().want(object.handle, attributes);
    return;
  }
  for (Local* local : federation.locals) {
    if (local->handle == requester || has_left(federation, object.handle, local->handle)) continue;
    std::vector<AttributeHandle> owned;
    for (std::uint16_t i = 0; i < object.owners.size(); ++i) {
      if (attributes.test(i) && object.owners[i] == local->handle) owned.push_back({i});
    }
    if (owned.empty()) continue;
    const std::size_t content = tag.size() + owned.size() * sizeof owned[0];
    inboxes_.post_about(
        federation, *local, object.handle,
        [&federation, local, id = ObjectInstanceHandle{object.handle}, owned = std::move(owned),
         kept = std::vector<std::byte>(tag.begin(), tag.end())](FederateAmbassador& ambassador) {
          // 6.20: what the federate has divested meanwhile others are asked for.
          const auto still = owned_of(*local, federation.objects.at(id.value), owned);
          if (!still.empty()) ambassador.provide_attribute_value_update(id, still, kept);
        },
        content, Brought::by_data);
  }
}

void ValueRequests::take(Federation& federation, const Object& object, const DataHead& head,
                         Bytes message) {
  AttributeSet wanted;
  Bytes tag;
  if (!for_items(message, head, tag, [&](std::uint16_t handle, Bytes) {
        if (handle < object.owners.size()) wanted.set(handle);
      })) {
    ++counters_.malformed;
    return;
  }
  provide(federation, object, wanted, tag, head.federate);
}

void ValueRequests::take_of_class(Federation& federation, const DataHead& head, Bytes message) {
  const ObjectClassHandle object_class{static_cast<std::uint16_t>(head.target)};
  Bytes tag;
  const auto request =
      head.target < federation.model.object_classes().size()
          ? read_class_request(head, message, federation.model[object_class].attributes.size(), tag)
          : std::nullopt;
  if (!request) {
    ++counters_.malformed;
    return;
  }
  const auto ask = [&](const Object& object) {
    AttributeSet wanted = request->everywhere;
    for (const auto& [attribute, uses] : request->in_regions) {
      if (in_regions(federation, object, attribute, uses)) wanted.set(attribute);
    }
    if (wanted.any()) provide(federation, object, wanted, tag, head.federate);
  };
  if (request->everywhere.none()) {
    for (const std::uint64_t id : in_reach(federation, object_class, request->in_regions)) {
      ask(federation.objects.at(id));
    }
    return;
  }
  for (const auto& [id, object] : federation.objects) {
    if (!object.deleted && federation.model.is_a({object.object_class}, object_class)) ask(object);
  }
}

void ValueRequests::ask_for_discovered(Federation& federation) {
  auto& discovered = federation.discovered;
  std::size_t asked = 0;
  for (; asked < discovered.size(); ++asked) {
    const auto& [handle, federate] = discovered[asked];
    Object* const object = federation.find(handle);
    Local* const local = federation.find_local(federate);
    if (object == nullptr || object->deleted || local == nullptr) continue;
    const auto view = std::ranges::find(object->views, local, &View::local);
    if (view == object->views.end()) continue;
    const AttributeSet scope = Advisories::in_scope(federation, *object, *view);
    std::vector<Item> items;
    NodeSet nodes = 0;
    for (std::uint16_t i = 0; i < object->owners.size(); ++i) {
      if (!scope.test(i)) continue;
      const auto owner = federation.members.find(object->owners[i]);
      if (owner == federation.members.end()) continue;
      items.push_back({i, {}});
      nodes |= only(owner->second.node);
    }
    if (items.empty()) continue;
    DataHead head;
    head.head.detail = static_cast<std::uint8_t>(DataKind::request_update);
    head.target = handle;
    if (const Status sent = router_.send(federation, local, head, items, {}, nodes);
        !sent && sent.error().code == ErrorCode::Congested) {
      break;  // the rest later
    }
  }
  discovered.erase(discovered.begin(), discovered.begin() + static_cast<std::ptrdiff_t>(asked));
}

}  // namespace orrery::rti
