#include "sizes.hpp"

#include <algorithm>

namespace orrery::model {

void Sizes::invalidate(ComponentId container, std::vector<ComponentId>& affected,
                       std::vector<ComponentId>& users) {
  // A work list instead of recursion: chains of users may be long.
  const auto list = [&](ComponentId id) {
    Component& component = definition_.components[id];
    if (!is_container(component.kind) || component.kind == Kind::model) return;
    component.last = size_unknown;
    if (component.has(Component::affected)) return;
    component.set(Component::affected);
    affected.push_back(id);
  };
  std::size_t next = affected.size();
  list(container);
  for (; next < affected.size(); ++next) {
    EdgeId edge = definition_.components[affected[next]].dependents;
    for (; edge != nothing; edge = definition_.edges[edge].next) {
      if (definition_.edges[edge].is_explicit()) continue;
      const ComponentId user = definition_.edges[edge].user;
      const Component& component = definition_.components[user];
      if (component.kind == Kind::entity) list(user);
      if (component.kind != Kind::property) continue;
      users.push_back(user);
      list(component.parent);
    }
  }
}

std::uint64_t Sizes::of_property(ComponentId property) const {
  const Component& component = definition_.components[property];
  const std::uint64_t count = std::max<std::uint32_t>(1, definition_.length_of(property));
  if (component.type != Type::element) return count * width_of(component.type);
  return count * definition_.components[definition_.element_of(property)].last;
}

bool Sizes::add_properties(ComponentId container, Sum& sum, Problem& problem) {
  for (ComponentId child = definition_.components[container].first; child != no_component;
       child = definition_.components[child].next) {
    if (definition_.components[child].kind != Kind::property) continue;
    if (!add_property(container, child, sum, problem)) return false;
  }
  return true;
}

bool Sizes::add_property(ComponentId container, ComponentId property, Sum& sum, Problem& problem) {
  if (definition_.components[property].type == Type::element) {
    const ComponentId element = definition_.element_of(property);
    if (definition_.components[element].last == size_in_work) {
      problem = {property, called(definition_, element) + " would hold itself through " +
                               definition_.path_of(property) +
                               ", without end: take this property out of it"};
      return false;
    }
    if (!work_out(element, problem)) return false;
    sum.depth = std::max<std::uint32_t>(sum.depth, definition_.components[element].depth() + 1U);
    if (sum.depth > limits_.type_depth) {
      problem = {property, "elements hold each other deeper than " +
                               std::to_string(limits_.type_depth) +
                               ": that is the limit, hold fewer inside each other"};
      return false;
    }
  }
  sum.bytes += of_property(property);
  if (sum.bytes > limits_.instance_bytes) {
    problem = {property, called(definition_, container) + " comes to " + std::to_string(sum.bytes) +
                             " bytes of state: at most " + std::to_string(limits_.instance_bytes) +
                             " are allowed, make arrays shorter"};
    return false;
  }
  return true;
}

bool Sizes::work_out(ComponentId container, Problem& problem) {
  if (definition_.components[container].last != size_unknown) return true;
  if (work_ >= limits_.type_depth + 2) {
    problem = {container, "elements hold each other deeper than " +
                              std::to_string(limits_.type_depth) +
                              ": that is the limit, hold fewer inside each other"};
    return false;
  }
  ++work_;
  definition_.components[container].last = size_in_work;
  Sum sum;
  const ComponentId universe = definition_.components[container].kind == Kind::entity
                                   ? definition_.universe_of(container)
                                   : no_component;
  bool good = true;
  if (universe != no_component) {
    good = work_out(universe, problem);
    if (good) {
      sum = {definition_.components[universe].last, definition_.components[universe].depth()};
    }
  }
  good = good && add_properties(container, sum, problem);
  Component& done = definition_.components[container];
  done.last = good ? static_cast<std::uint32_t>(sum.bytes) : size_unknown;
  done.set_depth(sum.depth);
  --work_;
  return good;
}

bool Sizes::extend(ComponentId container, ComponentId property, Problem& problem) {
  Component& component = definition_.components[container];
  Sum sum{component.last, component.depth()};
  if (!add_property(container, property, sum, problem)) return false;
  component.last = static_cast<std::uint32_t>(sum.bytes);
  component.set_depth(sum.depth);
  return true;
}

bool Sizes::shrink(ComponentId container, ComponentId property) {
  if (definition_.components[property].type == Type::element) return false;
  definition_.components[container].last -= static_cast<std::uint32_t>(of_property(property));
  return true;
}

}  // namespace orrery::model
