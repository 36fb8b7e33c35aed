// Dependencies on components. An edge of 16 bytes belongs to a component (for example a property on its element), or to an
// application, with a token that the application chose.
#pragma once

#include <cstdint>
#include <vector>

#include "component_table.hpp"

namespace orrery::model {

struct Edge {
  static constexpr std::uint32_t explicit_bit = 0x80000000U;
  ComponentId target = no_component;
  EdgeId prev = nothing;
  EdgeId next = nothing;
  std::uint32_t user = nothing;  // component, or token with explicit_bit

  [[nodiscard]] bool is_explicit() const { return (user & explicit_bit) != 0; }
};
static_assert(sizeof(Edge) == 16);

class EdgeTable {
 public:
  explicit EdgeTable(ComponentTable& components) : components_(components) {}

  EdgeId add(ComponentId target, std::uint32_t user) {
    EdgeId id = free_;
    if (id == nothing) {
      id = static_cast<EdgeId>(edges_.size());
      edges_.emplace_back();
    } else {
      free_ = edges_[id].next;
    }
    edges_[id].user = user;
    attach(id, target);
    ++used_;
    return id;
  }
  void remove(EdgeId id) {
    detach(id);
    edges_[id].next = free_;
    free_ = id;
    --used_;
  }
  void retarget(EdgeId id, ComponentId target) {
    detach(id);
    attach(id, target);
  }
  const Edge& operator[](EdgeId id) const { return edges_[id]; }
  [[nodiscard]] bool alive(EdgeId id) const {
    return id < edges_.size() && edges_[id].target != no_component;
  }
  [[nodiscard]] std::size_t size() const { return used_; }
  [[nodiscard]] std::size_t bytes() const { return used_ * sizeof(Edge); }

 private:
  void attach(EdgeId id, ComponentId target) {
    Edge& edge = edges_[id];
    EdgeId& head = components_[target].dependents;
    edge.target = target;
    edge.prev = nothing;
    edge.next = head;
    if (head != nothing) edges_[head].prev = id;
    head = id;
  }
  void detach(EdgeId id) {
    Edge& edge = edges_[id];
    if (edge.prev == nothing) {
      components_[edge.target].dependents = edge.next;
    } else {
      edges_[edge.prev].next = edge.next;
    }
    if (edge.next != nothing) edges_[edge.next].prev = edge.prev;
    edge.target = no_component;
  }

  ComponentTable& components_;
  std::vector<Edge> edges_;
  EdgeId free_ = nothing;
  std::size_t used_ = 0;
};

}  // namespace orrery::model
