// What an entity consists of and how it behaves: the interface of a behaviour, written in C++ (toggle.hpp) or defined by a
// model (modelled_rule.hpp).
//
// The caller owns the memory of an instance's state: `state_size()` bytes, aligned to 8. The class itself is immutable and
// serves any number of instances from any thread. The engine calls the range functions (one virtual call for many
// entities); a behaviour derives from RangedEntityClass and implements only the functions for one instance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "orrery/universe/constraint.hpp"
#include "orrery/universe/message.hpp"
#include "orrery/universe/neighbourhood.hpp"
#include "orrery/universe/position.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::universe {

// Contiguous instances with consecutive ids.
struct EntityRange {
  EntityId first = 0;
  std::uint64_t count = 0;
  std::byte* states = nullptr;
};

struct RangeUpdate {
  std::uint64_t updated = 0;
  std::uint64_t changed = 0;  // instances whose state must be sent
  std::uint64_t hash = 0;     // sum of all contributions to the state checksum
};

// Where pack_changed() continues.
struct PackCursor {
  std::uint64_t entity = 0;  // offset in the range
  std::uint32_t component = 0;
};

class EntityClass {
 public:
  EntityClass() = default;
  EntityClass(const EntityClass&) = delete;
  EntityClass& operator=(const EntityClass&) = delete;
  virtual ~EntityClass() = default;

  [[nodiscard]] virtual std::size_t state_size() const = 0;
  [[nodiscard]] virtual std::uint32_t components() const = 0;
  // Bytes of one component's packed state, the same for all components.
  [[nodiscard]] virtual std::size_t packed_size() const = 0;

  virtual void construct(EntityId id, std::byte* state) const = 0;
  virtual void destruct(EntityId id, std::byte* state) const = 0;

  // The configured CPU time, in ns, of the update that led to this state; 0 if the class does not define it.
  [[nodiscard]] virtual std::int64_t nominal_cost_ns(const std::byte* /*state*/) const { return 0; }

  // What the entities see of each other; null if they do not see each other.
  [[nodiscard]] virtual Neighbourhood* neighbourhood() const { return nullptr; }
  // Position of an entity of this node after step `after`, which must be the last step. Only for a system with positions.
  // Called by the universe manager's thread while no entity updates.
  [[nodiscard]] virtual Position position(EntityId /*id*/, Step /*after*/) const { return {}; }

  // Convert one component to and from its form in messages. `packed` has packed_size() bytes; pack() leaves bytes that it
  // does not need unchanged (zero, by convention). unpack() returns false if `packed` is not a state of this component.
  virtual void pack(const std::byte* state, std::uint32_t component,
                    std::span<std::byte> packed) const = 0;
  [[nodiscard]] virtual bool unpack(std::span<const std::byte> packed, std::uint32_t component,
                                    std::byte* state) const = 0;

  // Updates every instance. If `changed` is not null, sets changed[i] to 1 if the state of instance i must be sent (it has
  // changed, and the change passes the managers' constraint function), else to 0.
  virtual RangeUpdate update(const EntityRange& range, Step step, std::uint8_t* changed) const = 0;
  // Writes a state update message for each component of each changed instance, one after the other, from the cursor on,
  // until `out` is full. Returns the number of messages. All are written when cursor.entity == range.count. Padding in
  // `out` must be zero.
  virtual std::size_t pack_changed(const EntityRange& range, Step step, const std::uint8_t* changed,
                                   PackCursor& cursor, std::span<std::byte> out) const = 0;
  // Sum of the component hashes of consecutive state update messages.
  [[nodiscard]] virtual std::uint64_t hash_updates(std::span<const std::byte> messages) const = 0;
};

// Implements the range functions with Derived's functions for one instance, without virtual calls inside:
//
//   auto with_step(Step, auto&& loop) const      returns loop(context); `context` is what all instances need in a step, computed
//                                                once. Each type of context gets a compiled loop of its own
//   bool update_one(EntityId, const auto& context, std::byte* state) const           returns true if the instance has changed
//   std::uint64_t hash_one(EntityId, const auto& context, const std::byte* state) const      its contribution to the checksum
//   bool passes(const std::byte* state) const    may be left out: false holds back a change to this state
//   void pack(...) const
//   std::uint64_t hash_packed(EntityId, std::uint32_t component, const std::byte* packed) const
template <class Derived>
class RangedEntityClass : public EntityClass {
  friend Derived;
  explicit RangedEntityClass(const System& system)
      : constraint_(system), has_condition_(system.condition != nullptr) {}

 public:
  RangeUpdate update(const EntityRange& range, Step step, std::uint8_t* changed) const final {
    const Derived& self = static_cast<const Derived&>(*this);
    return self.with_step(step, [&](const auto& context) {
      if (changed == nullptr) {
        return update_all(range, context,
                          [](std::uint64_t, bool now, const std::byte*) { return now; });
      }
      if (constraint_.passes_all() && !has_condition_) {
        return update_all(range, context, [&](std::uint64_t i, bool now, const std::byte*) {
          return (changed[i] = now ? 1 : 0) != 0;
        });
      }
      return update_all(range, context, [&](std::uint64_t i, bool now, const std::byte* state) {
        const EntityId id = range.first + static_cast<EntityId>(i);
        const bool passes = now && constraint_.passes(id, step) && self.Derived::passes(state);
        return (changed[i] = passes ? 1 : 0) != 0;
      });
    });
  }

  std::size_t pack_changed(const EntityRange& range, Step step, const std::uint8_t* changed,
                           PackCursor& cursor, std::span<std::byte> out) const final {
    const Derived& self = static_cast<const Derived&>(*this);
    const std::size_t size = self.Derived::state_size();
    const std::size_t packed = self.Derived::packed_size();
    const std::size_t message = sizeof(MessageHeader) + packed;
    const std::uint32_t component_count = self.Derived::components();
    const std::size_t room = out.size() / message;
    std::size_t written = 0;
    std::byte* to = out.data();
    while (cursor.entity < range.count) {
      if (changed[cursor.entity] == 0) {
        ++cursor.entity;
        continue;
      }
      if (written == room) return written;
      const EntityId id = range.first + static_cast<EntityId>(cursor.entity);
      write_header(to, {MessageKind::state_from_entity,
                        static_cast<std::uint16_t>(cursor.component), id, step});
      self.Derived::pack(range.states + cursor.entity * size, cursor.component,
                         std::span(to + sizeof(MessageHeader), packed));
      to += message;
      ++written;
      if (++cursor.component == component_count) {
        cursor.component = 0;
        ++cursor.entity;
      }
    }
    return written;
  }

  [[nodiscard]] std::uint64_t hash_updates(std::span<const std::byte> messages) const final {
    const Derived& self = static_cast<const Derived&>(*this);
    const std::size_t message = sizeof(MessageHeader) + self.Derived::packed_size();
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at + message <= messages.size(); at += message) {
      const std::byte* from = messages.data() + at;
      const MessageHeader header = read_header(from);
      sum += self.hash_packed(header.source, header.component, from + sizeof(MessageHeader));
    }
    return sum;
  }

 private:
  [[nodiscard]] static constexpr bool passes(const std::byte*) { return true; }

  // Keeps all values in local variables: `states` may point to anything, also to members.
  template <class Context, class Mark>
  RangeUpdate update_all(const EntityRange& range, const Context& context, Mark&& mark) const {
    const Derived& self = static_cast<const Derived&>(*this);
    const std::size_t size = self.Derived::state_size();
    std::byte* state = range.states;
    std::uint64_t changes = 0;
    std::uint64_t hash = 0;
    const EntityId first = range.first;
    const std::uint64_t count = range.count;
    for (std::uint64_t i = 0; i < count; ++i, state += size) {
      const EntityId id = first + static_cast<EntityId>(i);
      changes += mark(i, self.update_one(id, context, state), state) ? 1 : 0;
      hash += self.hash_one(id, context, state);
    }
    return {count, changes, hash};
  }

  const Constraint constraint_;
  const bool has_condition_;
};

}  // namespace orrery::universe
