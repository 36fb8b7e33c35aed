#include <algorithm>

#include "federate/ambassador.hpp"
#include "management/service_reports.hpp"

namespace orrery::rti {

Status Ambassador::check(ObjectClassHandle object_class) const {
  if (auto status = joined(); !status) return status;
  return defined(object_class);
}

Status Ambassador::defined(ObjectClassHandle object_class) const {
  if (local_.federation->model.has(object_class)) return {};
  return error(ErrorCode::ObjectClassNotDefined,
               "there is no object class with handle " + std::to_string(object_class.value));
}

Status Ambassador::check(ObjectClassHandle object_class,
                         std::span<const AttributeHandle> attributes) const {
  if (auto status = check(object_class); !status) return status;
  return defined(object_class, attributes);
}

Status Ambassador::defined(ObjectClassHandle object_class,
                           std::span<const AttributeHandle> attributes) const {
  const ObjectClass& known = local_.federation->model[object_class];
  for (const AttributeHandle each : attributes) {
    if (each.value >= known.attributes.size()) {
      return error(ErrorCode::AttributeNotDefined,
                   known.name + " has no attribute with handle " + std::to_string(each.value));
    }
  }
  return {};
}

Status Ambassador::check(InteractionClassHandle interaction_class) const {
  if (auto status = joined(); !status) return status;
  return defined(interaction_class);
}

Status Ambassador::defined(InteractionClassHandle interaction_class) const {
  if (local_.federation->model.has(interaction_class)) return {};
  return error(ErrorCode::InteractionClassNotDefined, "there is no interaction class with handle " +
                                                          std::to_string(interaction_class.value));
}

Status Ambassador::publishes(InteractionClassHandle interaction_class) const {
  if (auto status = check(interaction_class); !status) return status;
  return published(interaction_class);
}

Status Ambassador::published(InteractionClassHandle interaction_class) const {
  if (member().published_interactions.contains(interaction_class.value)) return {};
  return error(
      ErrorCode::InteractionClassNotPublished,
      local_.federation->model[interaction_class].name + " is not published by this federate");
}

Status Ambassador::declare(OperationKind kind, ObjectClassHandle object_class,
                           std::span<const AttributeHandle> attributes, std::uint8_t flag,
                           UpdateRateNumber rate) {
  const auto may = may_submit();
  if (!may) return may.error();
  if (auto status = check(object_class, attributes); !status) return status;
  Operation declaration = operation(kind);
  declaration.class_handle = object_class.value;
  declaration.flag = flag;
  declaration.number = rate;
  for (const AttributeHandle each : attributes) declaration.items.push_back(each.value);
  core_.submit(declaration, *may);
  return {};
}

Status Ambassador::declare(OperationKind kind, InteractionClassHandle interaction_class,
                           std::uint8_t flag) {
  const auto may = may_submit();
  if (!may) return may.error();
  if (auto status = check(interaction_class); !status) return status;
  Operation declaration = operation(kind);
  declaration.class_handle = interaction_class.value;
  declaration.flag = flag;
  core_.submit(declaration, *may);
  return {};
}

Status Ambassador::publish_object_class_attributes(ObjectClassHandle object_class,
                                                   std::span<const AttributeHandle> attributes) {
  return declare(OperationKind::publish, object_class, attributes, 0);
}

Status Ambassador::unpublish_object_class(ObjectClassHandle object_class) {
  if (auto status = check(object_class); !status) return status;
  std::vector<AttributeHandle> all;
  for (std::uint16_t i = 0; i < local_.federation->model[object_class].attributes.size(); ++i)
    all.push_back({i});
  return Ambassador::unpublish_object_class_attributes(object_class, all);
}

Status Ambassador::unpublish_object_class_attributes(ObjectClassHandle object_class,
                                                     std::span<const AttributeHandle> attributes) {
  const auto may = may_submit();
  if (!may) return may.error();
  if (auto status = check(object_class, attributes); !status) return status;
  AttributeSet set;
  for (const AttributeHandle each : attributes) set.set(each.value);
  // 5.2, 5.3: to publish an attribute publishes the privilege to delete, until the last attribute is unpublished.
  const auto published = member().published.find(object_class.value);
  if (published != member().published.end() && (published->second & ~set).none()) set.set(0);
  const auto known_as = [&](const Object& object) {
    return known(ObjectInstanceHandle{object.handle}).ok() &&
           known_class(local_, object) == object_class;
  };
  for (const auto* const pending :
       {&local_.acquiring, &local_.unnotified, &local_.untold_denials}) {
    for (const auto& [object, asked] : *pending) {
      const auto found = local_.federation->objects.find(object);
      // 6.14: attributes of a deleted object cannot be acquired.
      if (found == local_.federation->objects.end() || found->second.deleted) continue;
      if (!known_as(found->second) || (asked & set).none()) continue;
      return error(ErrorCode::OwnershipAcquisitionPending,
                   "attributes of '" + found->second.name + "' have been asked for: cancel first");
    }
  }
  Operation divest = operation(OperationKind::divest_objects);
  for (std::uint16_t i = 0; i < set.size(); ++i) {
    if (set.test(i)) divest.items.push_back(i);
  }
  Writer objects(divest.tag);
  for (const auto& [id, object] : local_.federation->objects) {
    if (std::ranges::find(object.owners, local_.handle) == object.owners.end()) continue;
    if (!known_as(object)) continue;
    AttributeSet owned;
    for (std::uint16_t i = 0; i < object.owners.size(); ++i) owned[i] = is_owner(local_, object, i);
    if ((owned & set).none()) continue;
    local_.given_up[id] |= owned & set;
    objects.put(id);
  }
  auto declared = declare(OperationKind::unpublish, object_class, attributes, 0);
  (void)core_.net().submit(divest, *may);
  return declared;
}

Status Ambassador::publish_interaction_class(InteractionClassHandle interaction_class) {
  return declare(OperationKind::publish_interaction, interaction_class, 1);
}

Status Ambassador::unpublish_interaction_class(InteractionClassHandle interaction_class) {
  return declare(OperationKind::publish_interaction, interaction_class, 0);
}

Status Ambassador::subscribe_object_class_attributes(ObjectClassHandle object_class,
                                                     std::span<const AttributeHandle> attributes,
                                                     bool active) {
  return declare(OperationKind::subscribe, object_class, attributes, active ? 1 : 0);
}

Result<UpdateRateNumber> Ambassador::update_rate(std::string_view designator) const {
  if (designator.empty()) return UpdateRateNumber{0};
  const auto& rates = local_.federation->model.update_rates();
  const auto found = std::ranges::find(rates, designator, &UpdateRate::name);
  if (found == rates.end()) {
    return error(ErrorCode::InvalidUpdateRateDesignator,
                 "the object model has no update rate '" + std::string(designator) + "'");
  }
  return static_cast<UpdateRateNumber>(found - rates.begin() + 1);
}

Status Ambassador::subscribe_object_class_attributes(ObjectClassHandle object_class,
                                                     std::span<const AttributeHandle> attributes,
                                                     bool active, const std::string& update_rate) {
  if (auto status = joined(); !status) return status;
  const auto rate = this->update_rate(update_rate);
  if (!rate) return rate.error();
  return declare(OperationKind::subscribe, object_class, attributes, active ? 1 : 0, *rate);
}

Status Ambassador::unsubscribe_object_class(ObjectClassHandle object_class) {
  if (auto status = check(object_class); !status) return status;
  std::vector<AttributeHandle> all;
  for (std::uint16_t i = 0; i < local_.federation->model[object_class].attributes.size(); ++i)
    all.push_back({i});
  return declare(OperationKind::unsubscribe, object_class, all, 0);
}

Status Ambassador::unsubscribe_object_class_attributes(
    ObjectClassHandle object_class, std::span<const AttributeHandle> attributes) {
  return declare(OperationKind::unsubscribe, object_class, attributes, 0);
}

// A federate would report that it received its reports. After may_submit(): what it applies may switch reporting on.
Status Ambassador::not_reported(InteractionClassHandle interaction_class) const {
  if (auto status = joined(); !status) return status;
  if (!local_.reporting.services ||
      interaction_class != service_report_class(local_.federation->model))
    return {};
  return error(ErrorCode::FederateServiceInvocationsAreBeingReportedViaMOM,
               "service invocations of this federate are reported: it cannot subscribe to the "
               "reports; switch reporting off by HLAsetServiceReporting, or let another subscribe");
}

Status Ambassador::subscribe_interaction_class(InteractionClassHandle interaction_class,
                                               bool active) {
  if (auto may = may_submit(); !may) return may.error();
  if (auto status = not_reported(interaction_class); !status) return status;
  return declare(OperationKind::subscribe_interaction, interaction_class, active ? 1 : 2);
}

Status Ambassador::unsubscribe_interaction_class(InteractionClassHandle interaction_class) {
  return declare(OperationKind::subscribe_interaction, interaction_class, 0);
}

}  // namespace orrery::rti
