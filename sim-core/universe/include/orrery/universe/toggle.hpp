// The benchmark entity: 64-bit components that change by toggle_rule.hpp in the steps of the change schedule; every update
// burns the given CPU time. A packed component is its value, then zeros up to the system's `state_bytes`.
#pragma once

#include "orrery/base/work.hpp"
#include "orrery/universe/change_schedule.hpp"
#include "orrery/universe/checksum.hpp"
#include "orrery/universe/entity_class.hpp"
#include "orrery/universe/toggle_rule.hpp"

namespace orrery::universe {

class Toggle final : public RangedEntityClass<Toggle> {
 public:
  Toggle(const System& system, const base::CpuWork& work);

  [[nodiscard]] std::size_t state_size() const override { return (1 + monitors_) * sizeof(Word); }
  [[nodiscard]] std::uint32_t components() const override { return monitors_; }
  [[nodiscard]] std::size_t packed_size() const override { return state_bytes_; }
  void construct(EntityId id, std::byte* state) const override;
  void destruct(EntityId id, std::byte* state) const override;
  void pack(const std::byte* state, std::uint32_t component,
            std::span<std::byte> packed) const override {
    std::memcpy(packed.data(), state + (1 + component) * sizeof(Word), sizeof(Word));
  }
  [[nodiscard]] bool unpack(std::span<const std::byte> packed, std::uint32_t component,
                            std::byte* state) const override;

  // `components` > 0: the number of components, known at compile time.
  template <std::uint32_t components, bool burns>
  struct StepContext {
    Step step = 0;
    std::uint64_t phase = 0;
    std::uint32_t monitors = components;
    [[nodiscard]] std::uint32_t count() const { return components > 0 ? components : monitors; }
    static constexpr bool burns_cpu = burns;
  };
  template <class Loop>
  auto with_step(Step step, Loop&& loop) const {
    const std::uint64_t phase = period_ == 1 ? 0 : step % period_;
    if (update_cost_ns_ > 0) return loop(StepContext<0, true>{step, phase, monitors_});
    if (monitors_ == 1) return loop(StepContext<1, false>{step, phase});
    if (monitors_ == 2) return loop(StepContext<2, false>{step, phase});
    return loop(StepContext<0, false>{step, phase, monitors_});
  }
  template <class Context>
  bool update_one(EntityId, const Context& context, std::byte* state) const {
    Word* words = reinterpret_cast<Word*>(state);
    if constexpr (Context::burns_cpu) work_.burn(update_cost_ns_);
    if (context.phase != words[0]) return false;
    for (std::uint32_t c = 1; c <= context.count(); ++c) {
      words[c] = toggle_next(words[c], context.step);
    }
    return true;
  }
  template <class Context>
  [[nodiscard]] std::uint64_t hash_one(EntityId id, const Context& context,
                                       const std::byte* state) const {
    const Word* words = reinterpret_cast<const Word*>(state);
    std::uint64_t sum = 0;
    for (std::uint32_t c = 0; c < context.count(); ++c) sum += component_hash(id, c, words[1 + c]);
    return sum;
  }
  [[nodiscard]] std::uint64_t hash_packed(EntityId id, std::uint32_t component,
                                          const std::byte* packed) const {
    return packed_component_hash(id, component, packed);
  }

 private:
  // An instance is its phase in the change schedule (or `never`), then its components.
  using Word = std::uint64_t;
  static constexpr Word never = ~Word{0};

  const base::CpuWork work_;
  const ChangeSchedule schedule_;
  const std::uint32_t monitors_;
  const std::uint32_t state_bytes_;
  const std::uint64_t period_;
  const std::uint64_t seed_;
  const std::int64_t update_cost_ns_;
};

}  // namespace orrery::universe
