// The current definition of a model: components, their names, values and dependencies, and how to find them. Change
// (change.hpp) decides what may be changed and how; this only reads, and frees what it holds.
#pragma once

#include <string>
#include <string_view>

#include "component_table.hpp"
#include "edge_table.hpp"
#include "name_table.hpp"
#include "stored_terms.hpp"
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

  // Finds a component by dotted name, from a container downwards.
  [[nodiscard]] ComponentId find(std::string_view path, ComponentId from = root) const;
  // Resolves a dotted name from inside a container: first there, then in an entity's universe, then in the containers
  // around.
  [[nodiscard]] ComponentId resolve(std::string_view path, ComponentId scope) const;

  // The shortest end of the component's path that resolves to the component from `scope`.
  [[nodiscard]] std::string reference(ComponentId wanted, ComponentId scope) const;

  // The element of a property, function or converter of Type::element.
  [[nodiscard]] ComponentId element_of(ComponentId id) const;
  [[nodiscard]] ComponentId target_element_of(ComponentId converter) const;
  [[nodiscard]] ComponentId universe_of(ComponentId entity) const;
  // Array length of a property or function; 0 for a single value.
  [[nodiscard]] std::uint32_t length_of(ComponentId id) const;
  // The constant that an array length refers to, or no_component.
  [[nodiscard]] ComponentId length_constant_of(ComponentId id) const;
  // The value of an INTEGER or LONG constant.
  [[nodiscard]] std::int64_t integer_of(ComponentId constant) const;
  // True if at least one component uses it.
  [[nodiscard]] bool is_used(ComponentId id) const;

  // Calls visit(id) for the component and all below it, a container before its children. visit(id) may free the children of
  // `id`, but not `id` itself.
  template <class Visit>
  void for_subtree(ComponentId id, Visit&& visit) const {
    visit(id);
    for (ComponentId child = components.first_child(id); child != no_component;
         child = components[child].next) {
      for_subtree(child, visit);
    }
  }

  // Calls visit(edge) for each use of a property or constant in a constraint.
  template <class Visit>
  void for_each_use(const Component& constraint, Visit&& visit) const {
    StoredTerms terms(values, constraint);
    while (const auto term = terms.next()) {
      for (std::uint32_t i = 0; i < term->steps; ++i) {
        const StoredStep step = terms.step(*term, i);
        visit(step.edge);
        if (step.index_edge != nothing) visit(step.index_edge);
      }
    }
  }

  // Frees one component, with the values, edges and name that it holds.
  void release(ComponentId id);
  void release_contents(Component& component);
};

// "ELEMENT Vertex", "PROPERTY position"
std::string called(const Definition& definition, ComponentId id);

}  // namespace orrery::model
