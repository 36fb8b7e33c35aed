#include "definition.hpp"

#include <algorithm>
#include <vector>

namespace orrery::model {

namespace {

// Cuts the first piece off a dotted name, and returns it.
std::string_view take_piece(std::string_view& path) {
  const std::size_t dot = path.find('.');
  const std::string_view piece = path.substr(0, dot);
  path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
  return piece;
}

}  // namespace

std::string_view Definition::name_of(ComponentId id) const {
  const NameId name = components[id].name;
  return name == no_name ? std::string_view{} : names.text(name);
}

std::string Definition::path_of(ComponentId id) const {
  std::vector<std::string_view> pieces;
  for (; id != root && id != no_component; id = components[id].parent)
    pieces.push_back(name_of(id));
  std::string path;
  for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece) {
    if (!path.empty()) path += '.';
    path += *piece;
  }
  return path;
}

ComponentId Definition::find(std::string_view path, ComponentId from) const {
  while (!path.empty() && from != no_component) {
    from = components.child(from, names.find(take_piece(path)));
  }
  return from;
}

ComponentId Definition::resolve(std::string_view path, ComponentId scope) const {
  const NameId first = names.find(take_piece(path));
  if (first == no_name) return no_component;
  for (; scope != no_component; scope = components[scope].parent) {
    ComponentId found = components.child(scope, first);
    if (found == no_component && components[scope].kind == Kind::entity) {
      const ComponentId universe = universe_of(scope);
      if (universe != no_component) found = components.child(universe, first);
    }
    if (found != no_component) found = find(path, found);
    if (found != no_component) return found;
  }
  return no_component;
}

std::string Definition::reference(ComponentId wanted, ComponentId scope) const {
  std::string path(name_of(wanted));
  ComponentId at = components[wanted].parent;
  while (resolve(path, scope) != wanted && at != root && at != no_component) {
    path = std::string(name_of(at)) + "." + path;
    at = components[at].parent;
  }
  return path;
}

ComponentId Definition::element_of(ComponentId id) const {
  const Component& component = components[id];
  if (component.type != Type::element || component.first == nothing) return no_component;
  return edges[component.first].target;
}

ComponentId Definition::target_element_of(ComponentId converter) const {
  const Component& component = components[converter];
  if (component.second_type != Type::element || component.last == nothing) return no_component;
  return edges[component.last].target;
}

ComponentId Definition::universe_of(ComponentId entity) const {
  const EdgeId edge = components[entity].extra;
  return edge == nothing ? no_component : edges[edge].target;
}

std::uint32_t Definition::length_of(ComponentId id) const {
  const ComponentId constant = length_constant_of(id);
  return constant == no_component ? components[id].last
                                  : static_cast<std::uint32_t>(integer_of(constant));
}

ComponentId Definition::length_constant_of(ComponentId id) const {
  const Component& component = components[id];
  if (!component.has(Component::counted_by_constant) || component.last == nothing) {
    return no_component;
  }
  return edges[component.last].target;
}

std::int64_t Definition::integer_of(ComponentId constant) const {
  const Component& component = components[constant];
  if (component.type == Type::long_integer) {
    return static_cast<std::int64_t>(values.wide(component.first));
  }
  return static_cast<std::int32_t>(values.word(component.first));
}

bool Definition::is_used(ComponentId id) const {
  for (EdgeId edge = components[id].dependents; edge != nothing; edge = edges[edge].next) {
    if (!edges[edge].is_explicit()) return true;
  }
  return false;
}

void Definition::release_contents(Component& component) {
  const auto drop_edge = [&](std::uint32_t& edge) {
    if (edge != nothing) edges.remove(edge);
    edge = nothing;
  };
  switch (component.kind) {
    case Kind::property:
    case Kind::constant:
      if (component.type == Type::element) {
        drop_edge(component.first);
      } else if (component.first != nothing) {
        const std::uint32_t words = component.extra * ValuePool::words_of(component.type);
        if (component.type == Type::string) {
          for (std::uint32_t i = 0; i < words; ++i) names.release(values.word(component.first + i));
        }
        values.free(component.first, words);
        component.first = nothing;
      }
      if (component.has(Component::counted_by_constant)) drop_edge(component.last);
      break;
    case Kind::function:
      if (component.type == Type::element) drop_edge(component.first);
      if (component.has(Component::counted_by_constant)) drop_edge(component.last);
      break;
    case Kind::converter:
      drop_edge(component.first);
      drop_edge(component.last);
      break;
    case Kind::entity:
      drop_edge(component.extra);
      break;
    case Kind::constraint:
      if (component.first == nothing) break;
      for_each_use(component, [&](EdgeId edge) { edges.remove(edge); });
      values.free(component.first, component.extra);
      component.first = nothing;
      break;
    default:
      break;
  }
}

void Definition::release(ComponentId id) {
  Component& component = components[id];
  release_contents(component);
  if (component.name != no_name) names.release(component.name);
  components.free(id);
}

std::string called(const Definition& definition, ComponentId id) {
  return std::string(keyword_of(definition.components[id].kind)) + " " + definition.path_of(id);
}

}  // namespace orrery::model
