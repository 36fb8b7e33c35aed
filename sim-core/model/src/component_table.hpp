// Components as records of 36 bytes with 32-bit links instead of pointers, and an index by parent and name. So a component
// needs less memory than in the study's prototype on machines of 32 bits.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "orrery/model/kinds.hpp"

#include "name_table.hpp"

namespace orrery::model {

using EdgeId = std::uint32_t;
inline constexpr std::uint32_t nothing = 0xffffffffU;

struct Component {
  enum Flag : std::uint8_t {
    counted_by_constant = 1,  // `last` is an edge to the constant
    displaced = 2,            // being replaced or removed
    affected = 4,             // listed as changed in this change
    has_shape = 8,            // a compiled shape exists
    is_list = 16,             // constant: written as a list
  };
  NameId name = no_name;
  ComponentId parent = no_component;
  ComponentId next = no_component;  // next sibling; in the free list, the next free component
  ComponentId prev = no_component;  // previous sibling; for the first, the last
  // container: first child. property of a primitive, constant: values. property of an element, function, converter: edge.
  std::uint32_t first = nothing;
  // container: bytes of an instance, or a SizeMark. property, function: array length, 0 for a single value, or an
  // edge. constant: length, 0 for a single value. converter: edge to the target.
  std::uint32_t last = nothing;
  EdgeId dependents = nothing;
  // entity: edge to its universe. property, constant: how many values there are.
  std::uint32_t extra = nothing;
  Kind kind = Kind::none;
  Type type = Type::none;
  Type second_type = Type::none;  // converter: the target's
  std::uint8_t flags = 0;

  // Containers only: how deep elements hold elements in the instances, if the size is known. Stored in second_type, which
  // containers do not need.
  [[nodiscard]] std::uint8_t depth() const { return static_cast<std::uint8_t>(second_type); }
  void set_depth(std::uint32_t depth) { second_type = static_cast<Type>(depth); }
  [[nodiscard]] bool has(Flag flag) const { return (flags & flag) != 0; }
  void set(Flag flag) { flags = static_cast<std::uint8_t>(flags | flag); }
  void clear(Flag flag) { flags = static_cast<std::uint8_t>(flags & ~flag); }
};
static_assert(sizeof(Component) == 36);

enum SizeMark : std::uint32_t { size_unknown = 0xffffffffU, size_in_work = 0xfffffffeU };

class ComponentTable {
 public:
  ComponentTable();

  Component& operator[](ComponentId id) { return (*chunks_[id / chunk_size])[id % chunk_size]; }
  const Component& operator[](ComponentId id) const {
    return (*chunks_[id / chunk_size])[id % chunk_size];
  }
  [[nodiscard]] bool alive(ComponentId id) const {
    return id < made_ && (*this)[id].kind != Kind::none;
  }
  [[nodiscard]] std::uint32_t size() const { return used_; }  // with the root

  ComponentId add();
  void free(ComponentId id);

  // Adds a component to its parent's children, before `before` or at the end, and to the index. Its parent and name must be
  // set.
  void link(ComponentId id, ComponentId before = no_component);
  void unlink(ComponentId id);
  [[nodiscard]] ComponentId child(ComponentId parent, NameId name) const;
  [[nodiscard]] ComponentId first_child(ComponentId id) const {
    return is_container((*this)[id].kind) ? (*this)[id].first : no_component;
  }

  [[nodiscard]] std::size_t record_bytes() const { return used_ * sizeof(Component); }
  [[nodiscard]] std::size_t index_bytes() const { return index_.size() * sizeof(ComponentId); }

 private:
  static constexpr std::size_t chunk_size = 256;
  using Chunk = std::array<Component, chunk_size>;

  [[nodiscard]] std::size_t home(ComponentId parent, NameId name) const;
  void index_add(ComponentId id);
  void index_remove(ComponentId id);

  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::vector<ComponentId> index_;  // open addressing, linear probes; at most two thirds full
  std::size_t indexed_ = 0;
  ComponentId free_ = no_component;
  std::uint32_t made_ = 0;
  std::uint32_t used_ = 0;
};

}  // namespace orrery::model
