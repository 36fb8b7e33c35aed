// An entity whose state a model defines (modelled_rule.hpp). A component of its state updates is a monitored property,
// packed by the model's layout and followed by zeros up to the system's `state_bytes`.
#pragma once

#include "orrery/base/work.hpp"
#include "orrery/model/condition.hpp"
#include "orrery/universe/change_schedule.hpp"
#include "orrery/universe/checksum.hpp"
#include "orrery/universe/entity_class.hpp"
#include "orrery/universe/modelled_rule.hpp"

namespace orrery::universe {

class Modelled final : public RangedEntityClass<Modelled> {
 public:
  // Requires behaviour `modelled`, and a rule that monitors as many properties as the system.
  Modelled(const System& system, const base::CpuWork& work);

  [[nodiscard]] std::size_t state_size() const override { return state_size_; }
  [[nodiscard]] std::uint32_t components() const override { return monitors_; }
  [[nodiscard]] std::size_t packed_size() const override { return state_bytes_; }
  void construct(EntityId id, std::byte* state) const override;
  void destruct(EntityId id, std::byte* state) const override;
  void pack(const std::byte* state, std::uint32_t component,
            std::span<std::byte> packed) const override {
    const auto bytes = bytes_of(state, component);
    std::memcpy(packed.data(), bytes.data(), bytes.size());
  }
  [[nodiscard]] bool unpack(std::span<const std::byte> packed, std::uint32_t component,
                            std::byte* state) const override;

  struct StepContext {
    Step step = 0;
    std::uint64_t phase = 0;
  };
  template <class Loop>
  auto with_step(Step step, Loop&& loop) const {
    return loop(StepContext{step, step % period_});
  }
  bool update_one(EntityId id, const StepContext& context, std::byte* state) const {
    work_.burn(update_cost_ns_);
    if (context.phase != reinterpret_cast<const Head*>(state)->phase) return false;
    for (std::uint32_t c = 0; c < monitors_; ++c) {
      rule_->change(seed_, id, context.step, c, state + sizeof(Head));
    }
    return true;
  }
  [[nodiscard]] bool passes(const std::byte* state) const {
    return condition_ == nullptr || condition_->holds(state + sizeof(Head));
  }
  [[nodiscard]] std::uint64_t hash_one(EntityId id, const StepContext&,
                                       const std::byte* state) const {
    std::uint64_t sum = 0;
    for (std::uint32_t c = 0; c < monitors_; ++c) {
      sum += component_hash(id, c, hash_of_bytes(bytes_of(state, c)));
    }
    return sum;
  }
  [[nodiscard]] std::uint64_t hash_packed(EntityId id, std::uint32_t component,
                                          const std::byte* packed) const {
    return component_hash(id, component,
                          hash_of_bytes({packed, rule_->monitored()[component].bytes}));
  }

 private:
  // Lies before the model's instance.
  struct Head {
    std::uint64_t phase = 0;  // in the change schedule, or `never`
  };
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  [[nodiscard]] std::span<const std::byte> bytes_of(const std::byte* state,
                                                    std::uint32_t component) const {
    const ModelledRule::Property& property = rule_->monitored()[component];
    return {state + sizeof(Head) + property.offset, property.bytes};
  }
  const base::CpuWork work_;
  const std::shared_ptr<const ModelledRule> rule_;
  const std::shared_ptr<const model::Condition> condition_;
  const ChangeSchedule schedule_;
  const std::size_t state_size_;
  const std::uint32_t monitors_;
  const std::uint32_t state_bytes_;
  const std::uint64_t period_;
  const std::uint64_t seed_;
  const std::int64_t update_cost_ns_;
};

}  // namespace orrery::universe
