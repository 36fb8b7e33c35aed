// The definition itself, as it stands: components, their names, values and dependencies, and how they are found. What may
// be changed, and how, is the business of Change (change.hpp); this knows how to read, and to free what it holds.
#pragma once

#include <string>
#include <string_view>

#include "component_table.hpp"
#include "edge_table.hpp"
#include "name_table.hpp"
#include "value_pool.hpp"

namespace orrery::model {

struct Definition {
  Definition() : edges(components) {}
  Definition(const Definition&) = delete;
  Definition& operator=(const Definition&) = delete;

  NameTable names;
  ComponentTable components;
  EdgeTable edges;
  ValuePool values;

  [[nodiscard]] std::string_view name_of(ComponentId id) const;
  // "Town.Vertex.coord"
  [[nodiscard]] std::string path_of(ComponentId id) const;

  // By dotted name, from a container downwards.
  [[nodiscard]] ComponentId find(std::string_view path, ComponentId from = root) const;
  // By dotted name as seen from inside a container: there, in an entity's universe, and further out.
  [[nodiscard]] ComponentId resolve(std::string_view path, ComponentId scope) const;

  // Of a property, function or converter of Type::element.
  [[nodiscard]] ComponentId element_of(ComponentId id) const;
  [[nodiscard]] ComponentId target_element_of(ComponentId converter) const;
  [[nodiscard]] ComponentId universe_of(ComponentId entity) const;
  // Array length of a property or function; 0 for a single value.
  [[nodiscard]] std::uint32_t length_of(ComponentId id) const;
  // What an array length refers to, or no_component.
  [[nodiscard]] ComponentId length_constant_of(ComponentId id) const;
  // The value of an INTEGER or LONG constant.
  [[nodiscard]] std::int64_t integer_of(ComponentId constant) const;
  // Components that use it: at least one.
  [[nodiscard]] bool is_used(ComponentId id) const;

  // Calls visit(id) for the component and all below, a container before its children. What lies below a component may
  // be freed while it is visited, but not the component itself before its children were asked for.
  template <class Visit>
  void for_subtree(ComponentId id, Visit&& visit) const {
    visit(id);
    for (ComponentId child = components.first_child(id); child != no_component;
         child = components[child].next) {
      for_subtree(child, visit);
    }
  }

  // Gives up the values, edges and name that one component holds, and the component.
  void release(ComponentId id);
  void release_contents(Component& component);
};

// "ELEMENT Vertex", "PROPERTY position"
std::string called(const Definition& definition, ComponentId id);

}  // namespace orrery::model
