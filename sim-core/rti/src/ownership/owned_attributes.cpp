#include "ownership/owned_attributes.hpp"

#include <algorithm>

namespace orrery::rti {

bool negotiates(const Local& owner, const Object& object, std::uint16_t attribute) {
  if (const auto said = owner.negotiations_said.find(object.handle);
      said != owner.negotiations_said.end()) {
    if (const auto found = said->second.find(attribute); found != said->second.end())
      return found->second.negotiates;
  }
  const auto contest = object.contests.find(attribute);
  return contest != object.contests.end() && contest->second.divesting;
}

bool owns_any(const Local& local, const Object& object) {
  for (std::uint16_t i = 0; i < object.owners.size(); ++i) {
    if (is_owner(local, object, i)) return true;
  }
  return false;
}

Status may_resign(const Local& local, ResignAction action) {
  if (action > ResignAction::no_action) {
    return error(ErrorCode::InvalidResignAction, "the action is none of the six");
  }
  const bool cancels = action == ResignAction::cancel_pending_ownership_acquisitions ||
                       action == ResignAction::cancel_then_delete_then_divest;
  const bool divests = action == ResignAction::unconditionally_divest_attributes ||
                       action == ResignAction::delete_objects_then_divest ||
                       action == ResignAction::cancel_then_delete_then_divest;
  const bool deletes = action == ResignAction::delete_objects;
  // 6.14: nobody acquires attributes of what is deleted, also if the removal is still to be told.
  const auto is_acquiring = [&](const auto& asked) {
    return std::ranges::any_of(asked, [&](const auto& each) {
      const Object* const object = local.federation->find(each.first);
      return object != nullptr && !object->deleted;
    });
  };
  if (!cancels && (is_acquiring(local.acquiring) || is_acquiring(local.unnotified) ||
                   is_acquiring(local.untold_denials))) {
    return error(ErrorCode::OwnershipAcquisitionPending,
                 "attributes have been asked for: resign with an action that cancels");
  }
  if (divests) return {};
  for (const auto& [id, object] : local.federation->objects) {
    if (object.deleted || has_left(*local.federation, id, local.handle)) continue;
    if (!owns_any(local, object) || (deletes && is_owner(local, object, 0))) continue;
    return error(ErrorCode::FederateOwnsAttributes,
                 "the federate owns attributes of '" + object.name + "'" +
                     (deletes ? ", which it may not delete" : "") +
                     ": resign with an action that divests" + (deletes ? "" : " or deletes"));
  }
  return {};
}

}  // namespace orrery::rti
