// An entity of a walk-through town (walk_rule.hpp). The change schedule decides whether and when it moves.
#pragma once

#include "orrery/base/shared_memory.hpp"
#include "orrery/base/work.hpp"
#include "orrery/universe/change_schedule.hpp"
#include "orrery/universe/checksum.hpp"
#include "orrery/universe/entity_class.hpp"
#include "orrery/universe/walk_rule.hpp"

namespace orrery::universe {

class Walkthrough final : public RangedEntityClass<Walkthrough> {
 public:
  // `places`: one Position for each entity of the system, shared with the processes of its entities.
  Walkthrough(const System& system, const base::CpuWork& work, base::SharedMemory places);
  static base::Result<base::SharedMemory> make_places(const System& system) {
    return base::SharedMemory::create(system.entities() * sizeof(Position));
  }

  [[nodiscard]] std::size_t state_size() const override { return sizeof(Instance); }
  [[nodiscard]] std::uint32_t components() const override { return monitors_; }
  [[nodiscard]] std::size_t packed_size() const override { return state_bytes_; }
  void construct(EntityId id, std::byte* state) const override;
  void destruct(EntityId id, std::byte* state) const override;
  void pack(const std::byte* state, std::uint32_t component,
            std::span<std::byte> packed) const override {
    const std::uint64_t value = walk_component(instance(state).walk, component);
    std::memcpy(packed.data(), &value, sizeof(value));
  }
  // Unpacks the first two components, which are the whole walk; returns false for the others, which are derived from it.
  [[nodiscard]] bool unpack(std::span<const std::byte> packed, std::uint32_t component,
                            std::byte* state) const override;
  [[nodiscard]] Position position(EntityId id, Step) const override { return places()[id]; }

  struct StepContext {
    Step step = 0;
    std::uint64_t phase = 0;
  };
  template <class Loop>
  auto with_step(Step step, Loop&& loop) const {
    return loop(StepContext{step, step % schedule_.period()});
  }
  bool update_one(EntityId id, const StepContext& context, std::byte* state) const {
    auto& own = *reinterpret_cast<Instance*>(state);
    if (update_cost_ns_ > 0) work_.burn(update_cost_ns_);
    if (context.phase != own.phase) return false;
    walk_next(scale_, seed_, id, context.step, own.walk);
    places()[id] = own.walk.at;
    return true;
  }
  [[nodiscard]] std::uint64_t hash_one(EntityId id, const StepContext&,
                                       const std::byte* state) const {
    std::uint64_t sum = 0;
    for (std::uint32_t c = 0; c < monitors_; ++c) {
      sum += component_hash(id, c, walk_component(instance(state).walk, c));
    }
    return sum;
  }
  [[nodiscard]] std::uint64_t hash_packed(EntityId id, std::uint32_t component,
                                          const std::byte* packed) const {
    return packed_component_hash(id, component, packed);
  }

 private:
  static constexpr std::uint64_t never = ~std::uint64_t{0};
  struct Instance {
    std::uint64_t phase = never;  // in the change schedule
    WalkState walk;
  };

  static const Instance& instance(const std::byte* state) {
    return *reinterpret_cast<const Instance*>(state);
  }
  [[nodiscard]] Position* places() const { return reinterpret_cast<Position*>(places_.data()); }

  const base::CpuWork work_;
  const ChangeSchedule schedule_;
  const WalkScale scale_;
  const base::SharedMemory places_;
  const std::uint32_t monitors_;
  const std::uint32_t state_bytes_;
  const std::uint64_t seed_;
  const std::int64_t update_cost_ns_;
};

}  // namespace orrery::universe
