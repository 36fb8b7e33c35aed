#include "layouts.hpp"

namespace orrery::model {

std::shared_ptr<const Layout> Layouts::of(ComponentId id) {
  Component& component = definition_.components[id];
  std::vector<Layout::Field> fields;
  if (component.kind == Kind::property) {
    fields.push_back(field_of(id));
    return std::make_shared<const Layout>(std::move(fields));
  }
  if (component.has(Component::has_shape)) return kept_.at(id);
  if (component.kind == Kind::entity) {
    const ComponentId universe = definition_.universe_of(id);
    if (universe != no_component) add_fields(universe, fields);
  }
  add_fields(id, fields);
  auto layout = std::make_shared<const Layout>(std::move(fields));
  kept_[id] = layout;
  component.set(Component::has_shape);
  return layout;
}

void Layouts::forget(ComponentId container) {
  Component& component = definition_.components[container];
  if (!component.has(Component::has_shape)) return;
  kept_.erase(container);
  component.clear(Component::has_shape);
}

void Layouts::add_fields(ComponentId container, std::vector<Layout::Field>& fields) {
  for (ComponentId child = definition_.components[container].first; child != no_component;
       child = definition_.components[child].next) {
    if (definition_.components[child].kind == Kind::property) fields.push_back(field_of(child));
  }
}

Layout::Field Layouts::field_of(ComponentId property) {
  const Component& component = definition_.components[property];
  Layout::Field field;
  field.name = definition_.name_of(property);
  field.type = component.type;
  field.length = definition_.length_of(property);
  if (component.type == Type::element) {
    field.element = of(definition_.element_of(property));
    return field;
  }
  if (component.first == nothing) return field;
  const std::uint32_t words = ValuePool::words_of(component.type);
  for (std::uint32_t i = 0; i < component.extra; ++i) {
    const ValueId at = component.first + i * words;
    if (component.type == Type::string) {
      field.initial.push_back(field.initial_texts.size());
      field.initial_texts.emplace_back(definition_.names.text(definition_.values.word(at)));
    } else {
      field.initial.push_back(words == 2 ? definition_.values.wide(at)
                                         : definition_.values.word(at));
    }
  }
  return field;
}

}  // namespace orrery::model
