#include "ambassador.hpp"

namespace orrery::rti {

Status Ambassador::check(ObjectClassHandle of) const {
  if (auto is = joined(); !is) return is;
  if (local_.federation->model.has(of)) return {};
  return error(ErrorCode::ObjectClassNotDefined,
               "there is no object class with handle " + std::to_string(of.value));
}

Status Ambassador::check(ObjectClassHandle of, std::span<const AttributeHandle> attributes) const {
  if (auto is = check(of); !is) return is;
  const ObjectClass& defined = local_.federation->model[of];
  for (const AttributeHandle each : attributes) {
    if (each.value >= defined.attributes.size()) {
      return error(ErrorCode::AttributeNotDefined,
                   defined.name + " has no attribute with handle " + std::to_string(each.value));
    }
  }
  return {};
}

Status Ambassador::check(InteractionClassHandle of) const {
  if (auto is = joined(); !is) return is;
  if (local_.federation->model.has(of)) return {};
  return error(ErrorCode::InteractionClassNotDefined,
               "there is no interaction class with handle " + std::to_string(of.value));
}

Status Ambassador::declare(OperationKind kind, ObjectClassHandle of,
                           std::span<const AttributeHandle> attributes, std::uint8_t flag) {
  if (auto is = check(of, attributes); !is) return is;
  Operation declaration = operation(kind);
  declaration.of = of.value;
  declaration.flag = flag;
  for (const AttributeHandle each : attributes) declaration.items.push_back(each.value);
  core_.submit(declaration);
  return {};
}

Status Ambassador::declare(OperationKind kind, InteractionClassHandle of, std::uint8_t flag) {
  if (auto is = check(of); !is) return is;
  Operation declaration = operation(kind);
  declaration.of = of.value;
  declaration.flag = flag;
  core_.submit(declaration);
  return {};
}

Status Ambassador::publish_object_class_attributes(ObjectClassHandle of,
                                                   std::span<const AttributeHandle> attributes) {
  return declare(OperationKind::publish, of, attributes, 0);
}

Status Ambassador::unpublish_object_class(ObjectClassHandle of) {
  if (auto is = check(of); !is) return is;
  std::vector<AttributeHandle> all;
  for (std::uint16_t i = 0; i < local_.federation->model[of].attributes.size(); ++i)
    all.push_back({i});
  return declare(OperationKind::unpublish, of, all, 0);
}

Status Ambassador::unpublish_object_class_attributes(ObjectClassHandle of,
                                                     std::span<const AttributeHandle> attributes) {
  return declare(OperationKind::unpublish, of, attributes, 0);
}

Status Ambassador::publish_interaction_class(InteractionClassHandle of) {
  return declare(OperationKind::publish_interaction, of, 1);
}

Status Ambassador::unpublish_interaction_class(InteractionClassHandle of) {
  return declare(OperationKind::publish_interaction, of, 0);
}

Status Ambassador::subscribe_object_class_attributes(ObjectClassHandle of,
                                                     std::span<const AttributeHandle> attributes,
                                                     bool active) {
  return declare(OperationKind::subscribe, of, attributes, active ? 1 : 0);
}

Status Ambassador::unsubscribe_object_class(ObjectClassHandle of) {
  if (auto is = check(of); !is) return is;
  std::vector<AttributeHandle> all;
  for (std::uint16_t i = 0; i < local_.federation->model[of].attributes.size(); ++i)
    all.push_back({i});
  return declare(OperationKind::unsubscribe, of, all, 0);
}

Status Ambassador::unsubscribe_object_class_attributes(
    ObjectClassHandle of, std::span<const AttributeHandle> attributes) {
  return declare(OperationKind::unsubscribe, of, attributes, 0);
}

Status Ambassador::subscribe_interaction_class(InteractionClassHandle of, bool active) {
  return declare(OperationKind::subscribe_interaction, of, active ? 1 : 2);
}

Status Ambassador::unsubscribe_interaction_class(InteractionClassHandle of) {
  return declare(OperationKind::subscribe_interaction, of, 0);
}

}  // namespace orrery::rti
