// The bursting entity (burst_rule.hpp). Its state has `carried_bytes` bytes, which move with it: the rule's state, then
// filler that must arrive unchanged.
#pragma once

#include "orrery/base/work.hpp"
#include "orrery/universe/burst_rule.hpp"
#include "orrery/universe/checksum.hpp"
#include "orrery/universe/entity_class.hpp"

namespace orrery::universe {

// The monitored components: component 0 is the value, the others are derived from it.
constexpr std::uint64_t burst_component(std::uint64_t value, std::uint32_t component) {
  return component == 0 ? value : base::mix64(value + component);
}

class Burst final : public RangedEntityClass<Burst> {
 public:
  Burst(const System& system, const base::CpuWork& work);

  [[nodiscard]] std::size_t state_size() const override { return state_size_; }
  [[nodiscard]] std::uint32_t components() const override { return monitors_; }
  [[nodiscard]] std::size_t packed_size() const override { return state_bytes_; }
  void construct(EntityId id, std::byte* state) const override;
  void destruct(EntityId id, std::byte* state) const override;
  void pack(const std::byte* state, std::uint32_t component,
            std::span<std::byte> packed) const override {
    const std::uint64_t value =
        burst_component(reinterpret_cast<const BurstState*>(state)->value, component);
    std::memcpy(packed.data(), &value, sizeof(value));
  }
  // Unpacks component 0; returns false for the others, which are derived from it.
  [[nodiscard]] bool unpack(std::span<const std::byte> packed, std::uint32_t component,
                            std::byte* state) const override;

  struct StepContext {
    Step step = 0;
  };
  template <class Loop>
  auto with_step(Step step, Loop&& loop) const {
    return loop(StepContext{step});
  }
  bool update_one(EntityId id, const StepContext& context, std::byte* state) const {
    auto& burst = *reinterpret_cast<BurstState*>(state);
    burst_next(rules_, seed_, id, context.step, burst);
    work_.burn(cost_of(burst));
    return true;
  }
  [[nodiscard]] std::int64_t nominal_cost_ns(const std::byte* state) const override {
    return cost_of(*reinterpret_cast<const BurstState*>(state));
  }
  [[nodiscard]] std::uint64_t hash_one(EntityId id, const StepContext&,
                                       const std::byte* state) const {
    const std::uint64_t value = reinterpret_cast<const BurstState*>(state)->value;
    std::uint64_t sum = 0;
    for (std::uint32_t c = 0; c < monitors_; ++c) {
      sum += component_hash(id, c, burst_component(value, c));
    }
    return sum;
  }
  [[nodiscard]] std::uint64_t hash_packed(EntityId id, std::uint32_t component,
                                          const std::byte* packed) const {
    return packed_component_hash(id, component, packed);
  }

 private:
  [[nodiscard]] std::int64_t cost_of(const BurstState& burst) const {
    return update_cost_ns_ + update_cost_ns_ * burst.level_mille / 1000;
  }

  const base::CpuWork work_;
  const BurstRules rules_;
  const std::size_t state_size_;
  const std::uint32_t monitors_;
  const std::uint32_t state_bytes_;
  const std::uint64_t seed_;
  const std::int64_t update_cost_ns_;
};

}  // namespace orrery::universe
