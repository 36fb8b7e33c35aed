#include "federation/known.hpp"

#include <algorithm>

namespace orrery::rti {

bool has_left(const Federation& federation, std::uint64_t object, std::uint32_t federate) {
  return std::ranges::any_of(deletions_of(federation.deletions, object), [&](const auto& each) {
    return each.second.removed.contains(federate);
  });
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
  if (found != nullptr && !found->deleted) {
    const bool own = object.value >> 32 == local.handle;
    if (own && !local.forgotten.contains(object.value)) return found;
    const auto view = std::ranges::find(found->views, &local, &View::local);
    if (view != found->views.end() && view->discovered) return found;
  }
  return error(ErrorCode::ObjectInstanceNotKnown,
               "object " + std::to_string(object.value) + " is not known to this federate");
}

ObjectClassHandle known_class(const Local& local, const Object& object) {
  const bool own = object.handle >> 32 == local.handle;
  if (own && !local.forgotten.contains(object.handle)) return {object.of};
  return {std::ranges::find(object.views, &local, &View::local)->known};
}

}  // namespace orrery::rti
