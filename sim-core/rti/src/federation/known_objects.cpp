#include "federation/known_objects.hpp"

#include <algorithm>
#include <iterator>

namespace orrery::rti {

bool has_left(const Federation& federation, std::uint64_t object, std::uint32_t federate) {
  return std::ranges::any_of(deletions_of(federation.deletions, object), [&](const auto& each) {
    return each.second.removed.contains(federate);
  });
}

std::int64_t least_removal_to_come(const Federation& federation, const Local& local) {
  std::int64_t least = never;
  for (const auto& [key, deletion] : federation.deletions) {
    const DataHead head = deletion.head();
    if (head.time < least && head.time >= local.rules.least_arrival() &&
        head.federate != local.handle && !has_left(federation, key.first, local.handle)) {
      least = head.time;
    }
  }
  return least;
}

bool knows(const Federation& federation, std::uint64_t object, const Local& local) {
  const auto found = federation.objects.find(object);
  if (found == federation.objects.end() || has_left(federation, object, local.handle)) return false;
  const bool own = object >> 32 == local.handle;
  if (own && !found->second.deleted && !local.forgotten.contains(object)) return true;
  const auto view = std::ranges::find(found->second.views, &local, &View::local);
  return view != found->second.views.end() && view->discovered;
}

Result<Object*> known(Federation& federation, const Local& local, ObjectInstanceHandle object) {
  Object* const found = federation.find(object.value);
  if (found != nullptr) {
    const bool own = object.value >> 32 == local.handle;
    if (own && !found->deleted && !local.forgotten.contains(object.value)) return found;
    // 6.15: what is deleted the federate knows until it has been told.
    const auto view = std::ranges::find(found->views, &local, &View::local);
    if (view != found->views.end() && view->discovered) return found;
  }
  return error(ErrorCode::ObjectInstanceNotKnown,
               "object " + std::to_string(object.value) + " is not known to this federate");
}

ObjectClassHandle known_class(const Local& local, const Object& object) {
  const bool own = object.handle >> 32 == local.handle;
  if (own && !local.forgotten.contains(object.handle)) return {object.object_class};
  return {std::ranges::find(object.views, &local, &View::local)->known};
}

bool contains(const std::map<std::uint64_t, AttributeSet>& sets, const Object& object,
              std::uint16_t attribute) {
  if (sets.empty()) return false;
  const auto found = sets.find(object.handle);
  return found != sets.end() && found->second.test(attribute);
}

void reset(std::map<std::uint64_t, AttributeSet>& sets, std::uint64_t object,
           std::span<const AttributeHandle> attributes) {
  const auto found = sets.find(object);
  if (found == sets.end()) return;
  for (const AttributeHandle each : attributes) found->second.reset(each.value);
  if (found->second.none()) sets.erase(found);
}

bool is_owner(const Local& local, const Object& object, std::uint16_t attribute) {
  return object.owners[attribute] == local.handle && !contains(local.given_up, object, attribute) &&
         !contains(local.unnotified, object, attribute);
}

std::vector<AttributeHandle> owned_of(const Local& local, const Object& object,
                                      std::span<const AttributeHandle> attributes) {
  std::vector<AttributeHandle> owned;
  std::ranges::copy_if(attributes, std::back_inserter(owned),
                       [&](AttributeHandle each) { return is_owner(local, object, each.value); });
  return owned;
}

std::optional<ObjectClassHandle> known_class(const Federation& federation, const Object& object,
                                             const Member& member) {
  const auto announced =
      std::ranges::find(object.announced, member.handle, &AnnouncedClass::federate);
  if (announced != object.announced.end()) {
    if (announced->known == not_known) return {};
    return ObjectClassHandle{announced->known};
  }
  ObjectClassHandle presumed{object.object_class};
  if (object.handle >> 32 == member.handle) return presumed;
  // Whatever the regions are: a change of regions, unlike one of subscriptions, can come from any node.
  while (!member.subscribed.contains(presumed.value) &&
         !member.subscribed_regions.contains(presumed.value)) {
    const ObjectClassHandle parent = federation.model[presumed].parent;
    if (parent == presumed) return {};
    presumed = parent;
  }
  return presumed;
}

}  // namespace orrery::rti
