// What an entity is made of and how it behaves: the interface that a behaviour written in C++ fills
// (toggle.hpp), and that the universe modelling language will fill.
//
// An instance's state is `state_size()` bytes, aligned to 8, in memory of the caller's; the class
// itself is immutable and serves any number of instances from any thread. The engine calls the
// range functions (one virtual call for many entities); a behaviour derives from RangedEntityClass
// and writes only the functions for a single instance.
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
  std::uint64_t changed = 0;  // whose state is to be sent
  std::uint64_t hash = 0;     // sum of all contributions to the state checksum
};

// Where pack_changed() goes on.
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
  // Bytes of every component's packed state.
  [[nodiscard]] virtual std::size_t packed_size() const = 0;

  virtual void construct(EntityId id, std::byte* state) const = 0;
  virtual void destruct(EntityId id, std::byte* state) const = 0;

  // CPU time that the update which led to this state was asked to use; 0 where a class does not say.
  [[nodiscard]] virtual std::int64_t nominal_cost_ns(const std::byte* /*state*/) const { return 0; }

  // What its entities see of each other; null if they see nothing.
  [[nodiscard]] virtual Neighbourhood* neighbourhood() const { return nullptr; }
  // Where an entity of this node was after `after`, the last step: only of a system with positions. The universe manager's
  // thread, while no entity updates.
  [[nodiscard]] virtual Position position(EntityId /*id*/, Step /*after*/) const { return {}; }

  // Brings one component into, or out of, the form in which messages carry it; `packed` has
  // packed_size() bytes, and bytes that pack() does not need it leaves alone (zero, by convention).
  // unpack() is false if it is no such state.
  virtual void pack(const std::byte* state, std::uint32_t component,
                    std::span<std::byte> packed) const = 0;
  [[nodiscard]] virtual bool unpack(std::span<const std::byte> packed, std::uint32_t component,
                                    std::byte* state) const = 0;

  // Updates every instance; sets changed[i] (if not null) to whether instance i has changed and the managers' constraint
  // function lets that pass: its state is to be sent.
  virtual RangeUpdate update(const EntityRange& range, Step step, std::uint8_t* changed) const = 0;
  // Writes a state update message for each component of each changed instance, from the cursor on,
  // one after the other, until `out` is full; the number written. Done when cursor.entity ==
  // range.count. Padding in `out` must be zero.
  virtual std::size_t pack_changed(const EntityRange& range, Step step, const std::uint8_t* changed,
                                   PackCursor& cursor, std::span<std::byte> out) const = 0;
  // Sum of the component hashes of state update messages that lie one after the other.
  [[nodiscard]] virtual std::uint64_t hash_updates(std::span<const std::byte> messages) const = 0;
};

// The range functions from Derived's functions for one instance, without virtual calls inside:
//   auto with_step(Step, auto&& loop) const                            returns loop(context): what all instances need in a step, worked
//                                                                      out once; a context of another type is another compiled loop
//   bool update_one(EntityId, const auto& context, std::byte* state) const           whether it changed
//   std::uint64_t hash_one(EntityId, const auto& context, const std::byte* state) const      its contribution
//   void pack(...) const
//   std::uint64_t hash_packed(EntityId, std::uint32_t component, const std::byte* packed) const
template <class Derived>
class RangedEntityClass : public EntityClass {
  friend Derived;
  explicit RangedEntityClass(const System& system) : constraint_(system) {}

 public:
  RangeUpdate update(const EntityRange& range, Step step, std::uint8_t* changed) const final {
    const Derived& self = static_cast<const Derived&>(*this);
    return self.with_step(step, [&](const auto& context) {
      if (changed == nullptr) {
        return update_all(range, context, [](std::uint64_t, bool now) { return now; });
      }
      if (constraint_.passes_all()) {
        return update_all(range, context, [&](std::uint64_t i, bool now) {
          return (changed[i] = now ? 1 : 0) != 0;
        });
      }
      return update_all(range, context, [&](std::uint64_t i, bool now) {
        const EntityId id = range.first + static_cast<EntityId>(i);
        return (changed[i] = now && constraint_.passes(id, step) ? 1 : 0) != 0;
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
  // In local variables: what `states` points to could be anything, also a member.
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
      changes += mark(i, self.update_one(id, context, state)) ? 1 : 0;
      hash += self.hash_one(id, context, state);
    }
    return {count, changes, hash};
  }

  const Constraint constraint_;
};

}  // namespace orrery::universe
