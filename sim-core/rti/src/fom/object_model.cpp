#include "orrery/rti/object_model.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "reading.hpp"

namespace orrery::rti {
namespace {

Error inconsistent(const std::string& designator, const std::string& what) {
  return {ErrorCode::InconsistentFDD, designator + ": " + what};
}

std::string above(const std::string& name) { return name.substr(0, name.rfind('.')); }
bool is_root(const std::string& name) { return name.find('.') == std::string::npos; }

template <class Names>
auto by_name(const Names& names, std::string_view root, std::string_view name) {
  auto found = names.find(std::string(name));
  if (found == names.end()) found = names.find(std::string(root) + "." + std::string(name));
  return found;
}

Error not_found(const std::string& what, std::string_view name) {
  return {ErrorCode::NameNotFound,
          "the object model has no " + what + " '" + std::string(name) + "'"};
}

}  // namespace

namespace {

constexpr std::array<std::string_view, 5> transportation_names = {
    "HLAreliable", "HLAbestEffort", "MinimumRate", "StateConsistent", "OneShot"};
static_assert(transportation_names.size() == static_cast<std::size_t>(last_transportation) + 1);

}  // namespace

std::string_view to_string(TransportationType type) {
  return transportation_names[static_cast<std::size_t>(type)];
}

std::optional<TransportationType> transportation_named(std::string_view name) {
  const auto found = std::ranges::find(transportation_names, name);
  if (found == transportation_names.end()) return {};
  return static_cast<TransportationType>(found - transportation_names.begin());
}

Result<ObjectModel> ObjectModel::merge(const std::vector<FomModule>& modules) {
  ObjectModel model;
  if (auto added = model.add(mim()); !added) return added.error();
  return model.with(modules);
}

Result<ObjectModel> ObjectModel::with(const std::vector<FomModule>& modules) const {
  ObjectModel model = *this;
  for (const FomModule& module : modules) {
    if (auto added = model.add(module); !added) return added.error();
  }
  return model;
}

Status ObjectModel::add(const FomModule& module) {
  designators_.push_back(module.designator);
  for (const FomDimension& each : module.dimensions) {
    const auto known = std::ranges::find(dimensions_, each.name, &Dimension::name);
    if (known == dimensions_.end()) {
      if (dimensions_.size() == most_dimensions) {
        return inconsistent(module.designator, "there are more than " +
                                                   std::to_string(most_dimensions) + " dimensions");
      }
      dimensions_.push_back({each.name, each.upper_bound});
    } else if (known->upper_bound != each.upper_bound) {
      return inconsistent(module.designator, "dimension '" + each.name + "' has the upper bound " +
                                                 std::to_string(each.upper_bound) +
                                                 ", before it was " +
                                                 std::to_string(known->upper_bound));
    }
  }
  for (const FomObjectClass& each : module.object_classes) {
    if (auto added = add(each, module.designator); !added) return added;
  }
  for (const FomInteractionClass& each : module.interaction_classes) {
    if (auto added = add(each, module.designator); !added) return added;
  }
  for (const auto& [name, on] : module.switches) switches_.try_emplace(name, on);
  return {};
}

Result<std::vector<DimensionHandle>> ObjectModel::dimensions_of(
    const std::vector<std::string>& names, const std::string& user,
    const std::string& designator) const {
  std::vector<DimensionHandle> handles;
  for (const std::string& name : names) {
    auto handle = dimension(name);
    if (!handle) {
      return inconsistent(designator,
                          user + " uses the dimension '" + name + "', which no module defines");
    }
    handles.push_back(*handle);
  }
  return handles;
}

Status ObjectModel::add(const FomObjectClass& from, const std::string& designator) {
  if (const auto known = object_class_names_.find(from.name); known != object_class_names_.end()) {
    FomObjectClass& said = said_objects_[known->second.value];
    if (from.attributes.empty() || said.attributes == from.attributes) return {};
    // A root that repeats the standard's attribute in its own words is the standard's.
    if (is_root(from.name) && from.attributes.size() == 1 &&
        from.attributes[0].name == "HLAprivilegeToDeleteObject") {
      return {};
    }
    const bool has_subclasses = std::ranges::any_of(object_classes_, [&](const ObjectClass& each) {
      return each.parent == known->second && each.handle != known->second;
    });
    if (!said.attributes.empty() || has_subclasses) {
      return inconsistent(designator,
                          "class '" + from.name +
                              "' differs from what another module says of it: it must be "
                              "the same, or without attributes");
    }
  }
  ObjectClass made;
  const auto known = object_class_names_.find(from.name);
  if (known != object_class_names_.end())
    made.handle = known->second;
  else
    made.handle.value = static_cast<std::uint16_t>(object_classes_.size());
  if (object_classes_.size() >= most_classes) {
    return inconsistent(designator,
                        "there are more than " + std::to_string(most_classes) + " object classes");
  }
  made.name = from.name;
  made.parent = made.handle;
  if (!is_root(from.name)) {
    const auto parent = object_class_names_.find(above(from.name));
    if (parent == object_class_names_.end()) {
      return inconsistent(designator, "the superclass of '" + from.name + "' is not defined");
    }
    made.parent = parent->second;
    made.attributes = object_classes_[parent->second.value].attributes;
    made.inherited = made.attributes.size();
  }
  for (const FomAttribute& each : from.attributes) {
    if (std::ranges::find(made.attributes, each.name, &Attribute::name) != made.attributes.end()) {
      return inconsistent(designator,
                          "class '" + from.name + "' has the attribute '" + each.name + "' twice");
    }
    auto dimensions = dimensions_of(each.dimensions, from.name + "." + each.name, designator);
    if (!dimensions) return dimensions.error();
    made.attributes.push_back({each.name, each.transportation, each.order, std::move(*dimensions)});
  }
  if (made.attributes.size() > most_attributes) {
    return inconsistent(designator, "class '" + from.name + "' has more than " +
                                        std::to_string(most_attributes) +
                                        " attributes with inherited ones");
  }
  if (known != object_class_names_.end()) {
    said_objects_[made.handle.value] = from;
    object_classes_[made.handle.value] = std::move(made);
  } else {
    object_class_names_.emplace(from.name, made.handle);
    object_classes_.push_back(std::move(made));
    said_objects_.push_back(from);
  }
  return {};
}

Status ObjectModel::add(const FomInteractionClass& from, const std::string& designator) {
  const auto known = interaction_class_names_.find(from.name);
  if (known != interaction_class_names_.end()) {
    const FomInteractionClass& said = said_interactions_[known->second.value];
    if (from.scaffold || is_root(from.name)) return {};
    if (!said.scaffold) {
      if (said.parameters == from.parameters && said.order == from.order &&
          said.transportation == from.transportation && said.dimensions == from.dimensions) {
        return {};
      }
      return inconsistent(designator, "interaction class '" + from.name +
                                          "' differs from what another module says of it");
    }
    const bool has_subclasses =
        std::ranges::any_of(interaction_classes_, [&](const InteractionClass& each) {
          return each.parent == known->second && each.handle != known->second;
        });
    if (has_subclasses && !from.parameters.empty()) {
      return inconsistent(designator,
                          "interaction class '" + from.name +
                              "' gets parameters after its subclasses were defined: give "
                              "the module that defines it first");
    }
  }
  if (interaction_classes_.size() >= most_classes) {
    return inconsistent(
        designator, "there are more than " + std::to_string(most_classes) + " interaction classes");
  }
  InteractionClass made;
  if (known != interaction_class_names_.end())
    made.handle = known->second;
  else
    made.handle.value = static_cast<std::uint16_t>(interaction_classes_.size());
  made.name = from.name;
  made.parent = made.handle;
  made.transportation = from.transportation;
  made.order = from.order;
  if (!is_root(from.name)) {
    const auto parent = interaction_class_names_.find(above(from.name));
    if (parent == interaction_class_names_.end()) {
      return inconsistent(designator, "the superclass of '" + from.name + "' is not defined");
    }
    made.parent = parent->second;
    made.parameters = interaction_classes_[parent->second.value].parameters;
  }
  for (const FomParameter& each : from.parameters) {
    if (std::ranges::find(made.parameters, each.name) != made.parameters.end()) {
      return inconsistent(designator, "interaction class '" + from.name + "' has the parameter '" +
                                          each.name + "' twice");
    }
    made.parameters.push_back(each.name);
  }
  if (made.parameters.size() > most_attributes) {
    return inconsistent(designator, "interaction class '" + from.name + "' has more than " +
                                        std::to_string(most_attributes) + " parameters");
  }
  auto dimensions = dimensions_of(from.dimensions, from.name, designator);
  if (!dimensions) return dimensions.error();
  made.dimensions = std::move(*dimensions);
  if (known != interaction_class_names_.end()) {
    said_interactions_[made.handle.value] = from;
    interaction_classes_[made.handle.value] = std::move(made);
  } else {
    interaction_class_names_.emplace(from.name, made.handle);
    interaction_classes_.push_back(std::move(made));
    said_interactions_.push_back(from);
  }
  return {};
}

Result<ObjectClassHandle> ObjectModel::object_class(std::string_view name) const {
  const auto found = by_name(object_class_names_, object_root, name);
  if (found == object_class_names_.end()) return not_found("object class", name);
  return found->second;
}

Result<InteractionClassHandle> ObjectModel::interaction_class(std::string_view name) const {
  const auto found = by_name(interaction_class_names_, interaction_root, name);
  if (found == interaction_class_names_.end()) return not_found("interaction class", name);
  return found->second;
}

Result<AttributeHandle> ObjectModel::attribute(ObjectClassHandle of, std::string_view name) const {
  if (!has(of)) {
    return Error{ErrorCode::InvalidObjectClassHandle,
                 "object class handle " + std::to_string(of.value) + " is not of this federation"};
  }
  const auto& attributes = (*this)[of].attributes;
  const auto found = std::ranges::find(attributes, name, &Attribute::name);
  if (found == attributes.end()) return not_found("attribute of " + (*this)[of].name, name);
  return AttributeHandle{static_cast<std::uint16_t>(found - attributes.begin())};
}

Result<ParameterHandle> ObjectModel::parameter(InteractionClassHandle of,
                                               std::string_view name) const {
  if (!has(of)) {
    return Error{
        ErrorCode::InvalidInteractionClassHandle,
        "interaction class handle " + std::to_string(of.value) + " is not of this federation"};
  }
  const auto& parameters = (*this)[of].parameters;
  const auto found = std::ranges::find(parameters, name);
  if (found == parameters.end()) return not_found("parameter of " + (*this)[of].name, name);
  return ParameterHandle{static_cast<std::uint16_t>(found - parameters.begin())};
}

Result<DimensionHandle> ObjectModel::dimension(std::string_view name) const {
  const auto found = std::ranges::find(dimensions_, name, &Dimension::name);
  if (found == dimensions_.end()) return not_found("dimension", name);
  return DimensionHandle{static_cast<std::uint16_t>(found - dimensions_.begin())};
}

bool ObjectModel::is_a(ObjectClassHandle below, ObjectClassHandle than) const {
  while (below != than && (*this)[below].parent != below) below = (*this)[below].parent;
  return below == than;
}

bool ObjectModel::is_a(InteractionClassHandle below, InteractionClassHandle than) const {
  while (below != than && (*this)[below].parent != below) below = (*this)[below].parent;
  return below == than;
}

bool ObjectModel::switched_on(const std::string& name) const {
  const auto found = switches_.find(name);
  return found != switches_.end() && found->second;
}

}  // namespace orrery::rti
