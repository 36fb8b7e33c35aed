#include <algorithm>

#include "federate/ambassador.hpp"

namespace orrery::rti {

Error of_attribute(ErrorCode code, const Object& object, AttributeHandle attribute,
                   const std::string& what) {
  return error(
      code, "attribute " + std::to_string(attribute.value) + " of '" + object.name + "' " + what);
}

Result<Object*> Ambassador::known(ObjectInstanceHandle handle,
                                  std::span<const AttributeHandle> attributes,
                                  State required) const {
  auto found = known(handle, required);
  if (!found) return found;
  if (auto status = defined(known_class(local_, **found), attributes); !status)
    return status.error();
  return found;
}

Result<Object*> Ambassador::owned(ObjectInstanceHandle handle,
                                  std::span<const AttributeHandle> attributes) const {
  auto found = known(handle, attributes);
  if (!found) return found;
  for (const AttributeHandle each : attributes) {
    if (is_owner(local_, **found, each.value)) continue;
    return of_attribute(ErrorCode::AttributeNotOwned, **found, each,
                        "is not owned by this federate");
  }
  return found;
}

void Ambassador::divest(ObjectInstanceHandle object, std::span<const AttributeHandle> attributes,
                        Divestiture how, Bytes tag, SubmitPermit permit) {
  Operation divest = operation(OperationKind::divest);
  divest.object = object.value;
  divest.flag = static_cast<std::uint8_t>(how);
  divest.tag.assign(tag.begin(), tag.end());
  const bool gives = how == Divestiture::unconditional || how == Divestiture::confirmed;
  for (const AttributeHandle each : attributes) {
    divest.items.push_back(each.value);
    if (gives) local_.given_up[object.value].set(each.value);
    if (how != Divestiture::negotiated && how != Divestiture::cancelled) continue;
    NegotiationSaid& said = local_.negotiations_said[object.value][each.value];
    said.negotiates = how == Divestiture::negotiated;
    ++said.operations;
  }
  (void)core_.net().submit(divest, permit);
}

Status Ambassador::unconditional_attribute_ownership_divestiture(
    ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) {
  const auto may = may_submit();
  if (!may) return may.error();
  if (auto found = owned(object, attributes); !found) return found.error();
  divest(object, attributes, Divestiture::unconditional, {}, *may);
  return {};
}

Status Ambassador::negotiated_attribute_ownership_divestiture(
    ObjectInstanceHandle object, std::span<const AttributeHandle> attributes, Bytes tag) {
  const auto may = may_submit();
  if (!may) return may.error();
  if (auto status = core_.router().fits(tag.size()); !status) return status;
  auto found = owned(object, attributes);
  if (!found) return found.error();
  for (const AttributeHandle each : attributes) {
    if (negotiates(local_, **found, each.value)) {
      return of_attribute(ErrorCode::AttributeAlreadyBeingDivested, **found, each,
                          "is being divested already");
    }
  }
  divest(object, attributes, Divestiture::negotiated, tag, *may);
  return {};
}

Status Ambassador::confirm_divestiture(ObjectInstanceHandle object,
                                       std::span<const AttributeHandle> attributes, Bytes tag) {
  const auto may = may_submit();
  if (!may) return may.error();
  if (auto status = core_.router().fits(tag.size()); !status) return status;
  auto found = owned(object, attributes);
  if (!found) return found.error();
  for (const AttributeHandle each : attributes) {
    if (!negotiates(local_, **found, each.value)) {
      return of_attribute(ErrorCode::AttributeDivestitureWasNotRequested, **found, each,
                          "is not being divested: ask for it first");
    }
    const auto contest = (*found)->contests.find(each.value);
    if (contest == (*found)->contests.end() || contest->second.acquirers.empty()) {
      return of_attribute(ErrorCode::NoAcquisitionPending, **found, each,
                          "is wanted by nobody: wait for request_divestiture_confirmation");
    }
  }
  divest(object, attributes, Divestiture::confirmed, tag, *may);
  return {};
}

Status Ambassador::cancel_negotiated_attribute_ownership_divestiture(
    ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) {
  const auto may = may_submit();
  if (!may) return may.error();
  auto found = owned(object, attributes);
  if (!found) return found.error();
  for (const AttributeHandle each : attributes) {
    if (!negotiates(local_, **found, each.value)) {
      return of_attribute(ErrorCode::AttributeDivestitureWasNotRequested, **found, each,
                          "is not being divested");
    }
  }
  divest(object, attributes, Divestiture::cancelled, {}, *may);
  return {};
}

Result<std::vector<AttributeHandle>> Ambassador::attribute_ownership_divestiture_if_wanted(
    ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) {
  const auto may = may_submit();
  if (!may) return may.error();
  auto found = owned(object, attributes);
  if (!found) return found.error();
  std::vector<AttributeHandle> wanted;
  for (const AttributeHandle each : attributes) {
    const auto contest = (*found)->contests.find(each.value);
    if (contest != (*found)->contests.end() && !contest->second.acquirers.empty() &&
        std::ranges::find(wanted, each) == wanted.end()) {
      wanted.push_back(each);
    }
  }
  if (!wanted.empty()) divest(object, wanted, Divestiture::unconditional, {}, *may);
  return wanted;
}

Status Ambassador::attribute_ownership_release_denied(ObjectInstanceHandle object,
                                                      std::span<const AttributeHandle> attributes) {
  const auto may = may_submit();
  if (!may) return may.error();
  if (auto found = owned(object, attributes); !found) return found.error();
  divest(object, attributes, Divestiture::denied, {}, *may);
  return {};
}

Status Ambassador::acquire(ObjectInstanceHandle object, std::span<const AttributeHandle> attributes,
                           Acquisition how, Bytes tag) {
  const auto may = may_submit();
  if (!may) return may.error();
  if (auto status = core_.router().fits(tag.size()); !status) return status;
  auto found = known(object, attributes);
  if (!found) return found.error();
  const ObjectClassHandle as = known_class(local_, **found);
  const AttributeSet published = member().published_at(as.value);
  if (published.none()) {
    return error(ErrorCode::ObjectClassNotPublished,
                 local_.federation->model[as].name + " is not published by this federate");
  }
  for (const AttributeHandle each : attributes) {
    if (!published.test(each.value)) {
      return of_attribute(ErrorCode::AttributeNotPublished, **found, each,
                          "is not published by this federate");
    }
    if (is_owner(local_, **found, each.value)) {
      return of_attribute(ErrorCode::FederateOwnsAttributes, **found, each,
                          "is owned by this federate already");
    }
    if (how == Acquisition::if_available && (contains(local_.acquiring, **found, each.value) ||
                                             contains(local_.unnotified, **found, each.value))) {
      return of_attribute(ErrorCode::AttributeAlreadyBeingAcquired, **found, each,
                          "has been asked for already: wait for the answer, or cancel");
    }
  }
  Operation acquire = operation(OperationKind::acquire);
  acquire.object = object.value;
  acquire.flag = static_cast<std::uint8_t>(how);
  acquire.tag.assign(tag.begin(), tag.end());
  for (const AttributeHandle each : attributes) {
    // It has been given to the federate, which has not been notified of it.
    if (contains(local_.unnotified, **found, each.value)) continue;
    if (std::ranges::find(acquire.items, each.value) != acquire.items.end()) continue;
    acquire.items.push_back(each.value);
    local_.acquiring[object.value].set(each.value);
    local_.acquiring_if_available[object.value].set(each.value, how == Acquisition::if_available);
  }
  // What was denied is asked for again.
  reset(local_.untold_denials, object.value, attributes);
  const auto if_available = local_.acquiring_if_available.find(object.value);
  if (if_available != local_.acquiring_if_available.end() && if_available->second.none()) {
    local_.acquiring_if_available.erase(if_available);
  }
  (void)core_.net().submit(acquire, *may);
  return {};
}

Status Ambassador::attribute_ownership_acquisition(ObjectInstanceHandle object,
                                                   std::span<const AttributeHandle> attributes,
                                                   Bytes tag) {
  return acquire(object, attributes, Acquisition::wanted, tag);
}

Status Ambassador::attribute_ownership_acquisition_if_available(
    ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) {
  return acquire(object, attributes, Acquisition::if_available, {});
}

Status Ambassador::cancel_attribute_ownership_acquisition(
    ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) {
  const auto may = may_submit();
  if (!may) return may.error();
  auto found = known(object, attributes);
  if (!found) return found.error();
  const auto asked = local_.acquiring.find(object.value);
  const auto if_available = local_.acquiring_if_available.find(object.value);
  Operation cancel = operation(OperationKind::acquire);
  cancel.object = object.value;
  cancel.flag = static_cast<std::uint8_t>(Acquisition::cancelled);
  for (const AttributeHandle each : attributes) {
    if (is_owner(local_, **found, each.value)) {
      return of_attribute(ErrorCode::AttributeAlreadyOwned, **found, each,
                          "is owned by this federate");
    }
    // 7.15: too late. The federate is about to be told that it has been given the attribute, or that it does not get it.
    if (contains(local_.unnotified, **found, each.value) ||
        contains(local_.untold_denials, **found, each.value)) {
      continue;
    }
    if (asked == local_.acquiring.end() || !asked->second.test(each.value) ||
        (if_available != local_.acquiring_if_available.end() &&
         if_available->second.test(each.value))) {
      return of_attribute(ErrorCode::AttributeAcquisitionWasNotRequested, **found, each,
                          "has not been asked for by attribute_ownership_acquisition");
    }
    cancel.items.push_back(each.value);
  }
  if (!cancel.items.empty()) (void)core_.net().submit(cancel, *may);
  return {};
}

Status Ambassador::query_attribute_ownership(ObjectInstanceHandle object,
                                             AttributeHandle attribute) {
  auto found = known(object, std::span(&attribute, 1));
  if (!found) return found.error();
  // 7.2: what this federate has given up it does not own, though the operation may be on its way.
  std::uint32_t owner = (*found)->owners[attribute.value];
  if (owner == local_.handle && contains(local_.given_up, **found, attribute.value)) owner = 0;
  return answer_about(object, [object, attribute, owner](FederateAmbassador& ambassador) {
    if (owner == 0) {
      ambassador.attribute_is_not_owned(object, attribute);
    } else if (owner == rti_as_owner) {
      ambassador.attribute_is_owned_by_rti(object, attribute);
    } else {
      ambassador.inform_attribute_ownership(object, attribute, {owner});
    }
  });
}

Result<bool> Ambassador::is_attribute_owned_by_federate(ObjectInstanceHandle object,
                                                        AttributeHandle attribute) {
  auto found = known(object, std::span(&attribute, 1));
  if (!found) return found.error();
  return is_owner(local_, **found, attribute.value);
}

}  // namespace orrery::rti
