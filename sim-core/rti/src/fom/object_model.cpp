#include "orrery/rti/object_model.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>
#include <utility>

#include "fom/description.hpp"
#include "fom/reading.hpp"

namespace orrery::rti {
namespace {

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

constexpr std::array<std::string_view, 6> resign_actions = {
    "UnconditionallyDivestAttributes",    "DeleteObjects",
    "CancelPendingOwnershipAcquisitions", "DeleteObjectsThenDivest",
    "CancelThenDeleteThenDivest",         "NoAction"};
static_assert(resign_actions.size() == static_cast<std::size_t>(last_resign_action) + 1);

constexpr std::array<std::string_view, 5> transportation_names = {
    "HLAreliable", "HLAbestEffort", "MinimumRate", "StateConsistent", "OneShot"};
static_assert(transportation_names.size() == static_cast<std::size_t>(last_transportation) + 1);

// In an order that does not depend on that of the caller, so that the same modules make the same model and the same errors.
std::vector<const FomModule*> in_order(const std::vector<FomModule>& modules) {
  std::vector<const FomModule*> sorted;
  for (const FomModule& module : modules) sorted.push_back(&module);
  std::ranges::stable_sort(sorted, {}, [](const FomModule* module) {
    return std::tie(module->designator, module->source);
  });
  return sorted;
}

Error too_many(const std::string& what, std::size_t most) {
  return inconsistent("there are more than " + std::to_string(most) + " " + what);
}

// A class that has subclasses cannot grow once handles are given: its members come before those of its subclasses.
template <class Class>
Status has_no_subclass(const std::vector<Class>& classes, std::size_t before, const Class& grown,
                       const std::string& place) {
  for (std::size_t i = 0; i < before; ++i) {
    if (classes[i].parent != grown.handle || classes[i].handle == grown.handle) continue;
    return inconsistent(place + ": '" + grown.name + "' is defined after its subclass '" +
                        classes[i].name +
                        "' has joined the federation: give this module when the federation is "
                        "created, or together with that of the subclass");
  }
  return {};
}

std::string stated_name(const std::string& transportation) {
  return transportation.empty() ? std::string(to_string(TransportationType::reliable))
                                : transportation;
}

template <class Class>
Error no_superclass(const Stated<Class>& stated) {
  return inconsistent(place_of(stated.designator, stated.item.line) + ": '" + stated.item.name +
                      "' has the superclass '" + above(stated.item.name) +
                      "', which no module defines");
}

// Of the standard's own: the published MIM leaves out HLAsyncPointName of HLArequestSynchronizationPointStatus, and what
// is this RTI's own is not looked for.
template <class Class, class Members>
Status has_all(const FomModule& own_mim, const std::vector<Class>& standard,
               const std::vector<Class>& present, Members members) {
  const auto lacks = [&](const std::string& name) {
    return Error{ErrorCode::ErrorReadingMIM,
                 own_mim.designator + ": does not define '" + name +
                     "' of the standard's MIM: a MIM must define all that the standard's does"};
  };
  for (const Class& needed : standard) {
    if (needed.name.find(".Orrery") != std::string::npos) continue;
    const auto same = std::ranges::find(present, needed.name, &Class::name);
    if (same == present.end()) return lacks(needed.name);
    if (is_root(needed.name) || needed.name.ends_with(".HLArequestSynchronizationPointStatus")) {
      continue;
    }
    for (const auto& each : needed.*members) {
      const auto has_name = [&](const auto& other) { return other.name == each.name; };
      if (std::ranges::none_of((*same).*members, has_name)) {
        return lacks(needed.name + "." + each.name);
      }
    }
  }
  return {};
}

Status is_complete_mim(const FomModule& own_mim) {
  if (auto has = has_all(own_mim, mim().object_classes, own_mim.object_classes,
                         &FomObjectClass::attributes);
      !has) {
    return has;
  }
  return has_all(own_mim, mim().interaction_classes, own_mim.interaction_classes,
                 &FomInteractionClass::parameters);
}

// The class above the one at `name` that states the member, for a message.
template <class Classes, class Members>
std::string place_above(const Classes& classes, std::string name, const std::string& member,
                        Members members) {
  while (!is_root(name)) {
    name = above(name);
    const auto& stated = classes.at(name);
    for (const auto& each : stated.item.*members) {
      if (each.name == member) {
        return "'" + name + "' in " + place_of(stated.designator, each.line);
      }
    }
  }
  return "a superclass";
}

}  // namespace

std::string_view to_string(TransportationType type) {
  return transportation_names[static_cast<std::size_t>(type)];
}

std::optional<TransportationType> transportation_named(std::string_view name) {
  const auto found = std::ranges::find(transportation_names, name);
  if (found == transportation_names.end()) return {};
  return static_cast<TransportationType>(found - transportation_names.begin());
}

std::optional<ResignAction> resign_action_named(std::string_view name) {
  const auto found = std::ranges::find(resign_actions, name);
  if (found == resign_actions.end()) return {};
  return static_cast<ResignAction>(found - resign_actions.begin());
}

Result<ObjectModel> ObjectModel::of_mim(const FomModule* own_mim) {
  auto stated = std::make_shared<FederationDescription>();
  if (auto added = stated->add(mim(), ModuleRole::standard_mim); !added) return added.error();
  if (own_mim != nullptr) {
    if (auto status = is_complete_mim(*own_mim); !status) return status.error();
    if (auto added = stated->add(*own_mim, ModuleRole::own_mim); !added) return added.error();
  }
  ObjectModel model;
  const FomModule& used = own_mim != nullptr ? *own_mim : mim();
  model.mim_ = std::make_shared<const ModuleText>(ModuleText{used.designator, used.source});
  if (auto extended = model.extend(std::move(stated)); !extended) return extended.error();
  return model;
}

Result<ObjectModel> ObjectModel::merge(const std::vector<FomModule>& modules) {
  static const ObjectModel standard = *of_mim(nullptr);
  return standard.with(modules);
}

Result<ObjectModel> ObjectModel::merge(const std::vector<FomModule>& modules,
                                       const FomModule& own_mim) {
  auto model = of_mim(&own_mim);
  if (!model) return model.error();
  return model->with(modules);
}

Result<ObjectModel> ObjectModel::with(const std::vector<FomModule>& modules) const {
  ObjectModel model = *this;
  auto stated = std::make_shared<FederationDescription>(*stated_);
  for (const FomModule* module : in_order(modules)) {
    if (auto added = stated->add(*module, ModuleRole::module); !added) return added.error();
  }
  if (auto extended = model.extend(std::move(stated)); !extended) return extended.error();
  for (const FomModule& module : modules) {
    const bool known = std::ranges::any_of(model.modules_, [&](const auto& each) {
      return each->designator == module.designator && each->source == module.source;
    });
    if (known) continue;
    model.modules_.push_back(
        std::make_shared<const ModuleText>(ModuleText{module.designator, module.source}));
  }
  return model;
}

// Names are in order, so that a superclass comes before its subclasses.
Status ObjectModel::extend(std::shared_ptr<const FederationDescription> stated) {
  const std::shared_ptr<const FederationDescription> before = std::exchange(stated_, stated);
  if (auto extended = extend_dimensions(*stated); !extended) return extended;
  extend_update_rates(*stated);
  const std::size_t object_classes = object_classes_.size();
  for (const auto& [name, each] : stated->object_classes) {
    const bool known = before && before->object_classes.contains(name);
    if (known && (each.item.attributes.empty() ||
                  !before->object_classes.at(name).item.attributes.empty())) {
      continue;
    }
    if (auto extended = extend_object_class(*stated, name, object_classes); !extended) {
      return extended;
    }
  }
  const std::size_t interaction_classes = interaction_classes_.size();
  for (const auto& [name, each] : stated->interaction_classes) {
    const bool known = before && before->interaction_classes.contains(name);
    if (known && (each.item.scaffold || !before->interaction_classes.at(name).item.scaffold)) {
      continue;
    }
    if (auto extended = extend_interaction_class(*stated, name, interaction_classes); !extended) {
      return extended;
    }
  }
  return {};
}

Status ObjectModel::extend_dimensions(const FederationDescription& stated) {
  for (const auto& [name, each] : stated.dimensions) {
    if (std::ranges::find(dimensions_, name, &Dimension::name) != dimensions_.end()) continue;
    if (dimensions_.size() == most_dimensions) return too_many("dimensions", most_dimensions);
    dimensions_.push_back({name, each.item.upper_bound});
  }
  return {};
}

void ObjectModel::extend_update_rates(const FederationDescription& stated) {
  for (const auto& [key, each] : stated.rows) {
    if (key.first != FomTable::update_rate) continue;
    if (std::ranges::find(update_rates_, key.second, &UpdateRate::name) != update_rates_.end()) {
      continue;
    }
    const std::string rate = each.item.field("rate");
    UpdateRate made{.name = key.second};
    std::from_chars(rate.data(), rate.data() + rate.size(), made.per_second);
    update_rates_.push_back(std::move(made));
  }
}

Result<std::vector<DimensionHandle>> ObjectModel::dimensions_of(
    const std::vector<std::string>& names, const std::string& user) const {
  std::vector<DimensionHandle> handles;
  for (const std::string& name : names) {
    auto handle = dimension(name);
    if (!handle) {
      return inconsistent(user + " uses the dimension '" + name + "', which no module defines");
    }
    handles.push_back(*handle);
  }
  return handles;
}

Status ObjectModel::extend_object_class(const FederationDescription& stated,
                                        const std::string& name, std::size_t classes_before) {
  const Stated<FomObjectClass>& defined = stated.object_classes.at(name);
  const std::string place = place_of(defined.designator, defined.item.line);
  const auto known = object_class_names_.find(name);
  ObjectClass made;
  made.name = name;
  made.handle = known != object_class_names_.end()
                    ? known->second
                    : ObjectClassHandle{static_cast<std::uint16_t>(object_classes_.size())};
  if (known == object_class_names_.end() && object_classes_.size() >= most_classes) {
    return too_many("object classes", most_classes);
  }
  if (known != object_class_names_.end()) {
    if (auto may = has_no_subclass(object_classes_, classes_before, made, place); !may) return may;
  }
  made.parent = made.handle;
  if (!is_root(name)) {
    const auto parent = object_class_names_.find(above(name));
    if (parent == object_class_names_.end()) return no_superclass(defined);
    made.parent = parent->second;
    made.attributes = object_classes_[parent->second.value].attributes;
    made.inherited = made.attributes.size();
  }
  for (const FomAttribute& each : defined.item.attributes) {
    const std::string user = place_of(defined.designator, each.line) + ": attribute '" + each.name +
                             "' of object class '" + name + "'";
    if (std::ranges::find(made.attributes, each.name, &Attribute::name) != made.attributes.end()) {
      return inconsistent(
          user + " is an attribute of its superclass " +
          place_above(stated.object_classes, name, each.name, &FomObjectClass::attributes) +
          " too");
    }
    auto dimensions = dimensions_of(each.dimensions, user);
    if (!dimensions) return dimensions.error();
    const auto type = transportation(stated_name(each.transportation));
    if (!type) {
      return inconsistent(user + " uses the transportation '" + each.transportation +
                          "', which no module defines");
    }
    const bool periodic = std::ranges::any_of(each.columns, [](const auto& column) {
      return column.name == "updateType" && column.text == "Periodic";
    });
    made.attributes.push_back({each.name, *type, each.order, std::move(*dimensions), periodic});
  }
  if (made.attributes.size() > most_attributes) {
    return inconsistent(place + ": object class '" + name + "' has more than " +
                        std::to_string(most_attributes) + " attributes with inherited ones");
  }
  if (known != object_class_names_.end()) {
    object_classes_[made.handle.value] = std::move(made);
  } else {
    object_class_names_.emplace(name, made.handle);
    object_classes_.push_back(std::move(made));
  }
  return {};
}

Status ObjectModel::extend_interaction_class(const FederationDescription& stated,
                                             const std::string& name, std::size_t classes_before) {
  const Stated<FomInteractionClass>& defined = stated.interaction_classes.at(name);
  const std::string place = place_of(defined.designator, defined.item.line);
  const std::string user = place + ": interaction class '" + name + "'";
  const auto known = interaction_class_names_.find(name);
  InteractionClass made;
  made.name = name;
  made.handle =
      known != interaction_class_names_.end()
          ? known->second
          : InteractionClassHandle{static_cast<std::uint16_t>(interaction_classes_.size())};
  if (known == interaction_class_names_.end() && interaction_classes_.size() >= most_classes) {
    return too_many("interaction classes", most_classes);
  }
  if (known != interaction_class_names_.end() && !defined.item.parameters.empty()) {
    if (auto may = has_no_subclass(interaction_classes_, classes_before, made, place); !may) {
      return may;
    }
  }
  const auto type = transportation(stated_name(defined.item.transportation));
  if (!type) {
    return inconsistent(user + " uses the transportation '" + defined.item.transportation +
                        "', which no module defines");
  }
  made.transportation = *type;
  made.order = defined.item.order;
  made.parent = made.handle;
  if (!is_root(name)) {
    const auto parent = interaction_class_names_.find(above(name));
    if (parent == interaction_class_names_.end()) return no_superclass(defined);
    made.parent = parent->second;
    made.parameters = interaction_classes_[parent->second.value].parameters;
  }
  for (const FomParameter& each : defined.item.parameters) {
    if (std::ranges::find(made.parameters, each.name) != made.parameters.end()) {
      return inconsistent(place_of(defined.designator, each.line) + ": parameter '" + each.name +
                          "' of interaction class '" + name +
                          "' is a parameter of its superclass " +
                          place_above(stated.interaction_classes, name, each.name,
                                      &FomInteractionClass::parameters) +
                          " too");
    }
    made.parameters.push_back(each.name);
  }
  if (made.parameters.size() > most_attributes) {
    return inconsistent(user + " has more than " + std::to_string(most_attributes) +
                        " parameters with inherited ones");
  }
  auto dimensions = dimensions_of(defined.item.dimensions, user);
  if (!dimensions) return dimensions.error();
  made.dimensions = std::move(*dimensions);
  if (known != interaction_class_names_.end()) {
    interaction_classes_[made.handle.value] = std::move(made);
  } else {
    interaction_class_names_.emplace(name, made.handle);
    interaction_classes_.push_back(std::move(made));
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

Result<AttributeHandle> ObjectModel::attribute(ObjectClassHandle object_class,
                                               std::string_view name) const {
  if (!has(object_class)) {
    return Error{
        ErrorCode::InvalidObjectClassHandle,
        "object class handle " + std::to_string(object_class.value) + " is not of this federation"};
  }
  const auto& attributes = (*this)[object_class].attributes;
  const auto found = std::ranges::find(attributes, name, &Attribute::name);
  if (found == attributes.end())
    return not_found("attribute of " + (*this)[object_class].name, name);
  return AttributeHandle{static_cast<std::uint16_t>(found - attributes.begin())};
}

Result<ParameterHandle> ObjectModel::parameter(InteractionClassHandle interaction_class,
                                               std::string_view name) const {
  if (!has(interaction_class)) {
    return Error{ErrorCode::InvalidInteractionClassHandle,
                 "interaction class handle " + std::to_string(interaction_class.value) +
                     " is not of this federation"};
  }
  const auto& parameters = (*this)[interaction_class].parameters;
  const auto found = std::ranges::find(parameters, name);
  if (found == parameters.end())
    return not_found("parameter of " + (*this)[interaction_class].name, name);
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

const FomEntry* ObjectModel::row(FomTable table, const std::string& key) const {
  const auto found = stated_->rows.find({table, key});
  return found == stated_->rows.end() ? nullptr : &found->second.item;
}

bool ObjectModel::switched_on(const std::string& name, bool unless_stated) const {
  const FomEntry* const found = row(FomTable::switches, name);
  return found == nullptr ? unless_stated : found->field("isEnabled") == "true";
}

ResignAction ObjectModel::automatic_resign() const {
  const FomEntry* const found = row(FomTable::switches, "automaticResignAction");
  return found == nullptr ? ResignAction::cancel_then_delete_then_divest
                          : *resign_action_named(found->field("resignAction"));
}

Result<TransportationType> ObjectModel::transportation(const std::string& name) const {
  if (const auto type = transportation_named(name)) return *type;
  const FomEntry* const found = row(FomTable::transportation, name);
  if (found == nullptr) return not_found("transportation", name);
  return found->field("reliable") == "No" ? TransportationType::best_effort
                                          : TransportationType::reliable;
}

std::string ObjectModel::description() const { return to_omt(stated_->as_module("current FDD")); }

}  // namespace orrery::rti
