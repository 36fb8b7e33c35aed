#include "component_table.hpp"

namespace orrery::model {

ComponentTable::ComponentTable() : index_(16, no_component) {
  Component& model = (*this)[add()];
  model.kind = Kind::model;
}

ComponentId ComponentTable::add() {
  ++used_;
  if (free_ != no_component) {
    const ComponentId id = free_;
    free_ = (*this)[id].next;
    (*this)[id] = Component{};
    return id;
  }
  if (made_ == chunks_.size() * chunk_size) chunks_.push_back(std::make_unique<Chunk>());
  return made_++;
}

void ComponentTable::free(ComponentId id) {
  Component& component = (*this)[id];
  component.kind = Kind::none;
  component.next = free_;
  free_ = id;
  --used_;
}

void ComponentTable::link(ComponentId id, ComponentId before) {
  Component& component = (*this)[id];
  Component& parent = (*this)[component.parent];
  if (parent.first == no_component) {
    parent.first = id;
    component.prev = id;
    component.next = no_component;
  } else if (before == no_component) {
    Component& first = (*this)[parent.first];
    component.prev = first.prev;
    component.next = no_component;
    (*this)[first.prev].next = id;
    first.prev = id;
  } else {
    Component& after = (*this)[before];
    component.prev = after.prev;
    component.next = before;
    if (parent.first == before) {
      parent.first = id;
    } else {
      (*this)[after.prev].next = id;
    }
    after.prev = id;
  }
  index_add(id);
}

void ComponentTable::unlink(ComponentId id) {
  index_remove(id);
  Component& component = (*this)[id];
  Component& parent = (*this)[component.parent];
  if (component.next != no_component) {
    (*this)[component.next].prev = component.prev;
  } else if (parent.first != id) {
    (*this)[parent.first].prev = component.prev;
  }
  if (parent.first == id) {
    parent.first = component.next;
  } else {
    (*this)[component.prev].next = component.next;
  }
}

std::size_t ComponentTable::home(ComponentId parent, NameId name) const {
  // The high bits of the product depend on all bits of both numbers.
  const std::uint64_t mixed =
      (std::uint64_t{parent} * 0x9e3779b97f4a7c15U + name) * 0xd6e8feb86659fd93U;
  return (mixed ^ mixed >> 32U) >> 16U & (index_.size() - 1);
}

ComponentId ComponentTable::child(ComponentId parent, NameId name) const {
  if (name == no_name) return no_component;
  for (std::size_t at = home(parent, name);; at = (at + 1) & (index_.size() - 1)) {
    const ComponentId id = index_[at];
    if (id == no_component) return no_component;
    if ((*this)[id].parent == parent && (*this)[id].name == name) return id;
  }
}

void ComponentTable::index_add(ComponentId id) {
  if ((indexed_ + 1) * 3 > index_.size() * 2) {
    std::vector<ComponentId> old(index_.size() * 2, no_component);
    old.swap(index_);
    for (const ComponentId each : old) {
      if (each == no_component) continue;
      std::size_t at = home((*this)[each].parent, (*this)[each].name);
      while (index_[at] != no_component) at = (at + 1) & (index_.size() - 1);
      index_[at] = each;
    }
  }
  std::size_t at = home((*this)[id].parent, (*this)[id].name);
  while (index_[at] != no_component) at = (at + 1) & (index_.size() - 1);
  index_[at] = id;
  ++indexed_;
}

void ComponentTable::index_remove(ComponentId id) {
  const std::size_t mask = index_.size() - 1;
  std::size_t hole = home((*this)[id].parent, (*this)[id].name);
  while (index_[hole] != id) hole = (hole + 1) & mask;
  // Entries behind the hole move up, so that no probe ends too early.
  for (std::size_t at = (hole + 1) & mask; index_[at] != no_component; at = (at + 1) & mask) {
    const std::size_t wanted = home((*this)[index_[at]].parent, (*this)[index_[at]].name);
    if (((at - wanted) & mask) >= ((at - hole) & mask)) {
      index_[hole] = index_[at];
      hole = at;
    }
  }
  index_[hole] = no_component;
  --indexed_;
}

}  // namespace orrery::model
