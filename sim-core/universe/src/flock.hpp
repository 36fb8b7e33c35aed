// A bird of a flock (flock_rule.hpp). Its state is FlockState; it sees the others in the node's FlockSky.
#pragma once

#include <memory>

#include "orrery/base/work.hpp"
#include "orrery/universe/checksum.hpp"
#include "orrery/universe/entity_class.hpp"

#include "flock_sky.hpp"

namespace orrery::universe {

class Flock final : public RangedEntityClass<Flock> {
 public:
  Flock(const System& system, const base::CpuWork& work, std::unique_ptr<FlockSky> sky)
      : RangedEntityClass(system),
        work_(work),
        sky_(std::move(sky)),
        monitors_(system.monitors),
        state_bytes_(system.state_bytes),
        seed_(system.seed),
        update_cost_ns_(system.update_cost_ns) {}

  [[nodiscard]] std::size_t state_size() const override { return sizeof(FlockState); }
  [[nodiscard]] std::uint32_t components() const override { return monitors_; }
  [[nodiscard]] std::size_t packed_size() const override { return state_bytes_; }
  void construct(EntityId id, std::byte* state) const override;
  void destruct(EntityId id, std::byte* state) const override;
  void pack(const std::byte* state, std::uint32_t component,
            std::span<std::byte> packed) const override {
    const std::uint64_t value =
        flock_component(*reinterpret_cast<const FlockState*>(state), component);
    std::memcpy(packed.data(), &value, sizeof(value));
  }
  // Unpacks the first two components, which are the whole state; returns false for the others, which are derived from it.
  [[nodiscard]] bool unpack(std::span<const std::byte> packed, std::uint32_t component,
                            std::byte* state) const override;
  [[nodiscard]] Neighbourhood* neighbourhood() const override { return sky_.get(); }
  [[nodiscard]] Position position(EntityId id, Step after) const override {
    return sky_->after(id, after).at;
  }

  struct StepContext {
    Step step = 0;
  };
  template <class Loop>
  auto with_step(Step step, Loop&& loop) const {
    return loop(StepContext{step});
  }
  bool update_one(EntityId id, const StepContext& context, std::byte* state) const {
    auto& bird = *reinterpret_cast<FlockState*>(state);
    bird = flock_next(sky_->scale(), seed_, id, context.step, bird, *sky_);
    sky_->set_after(id, context.step, bird);
    if (update_cost_ns_ > 0) work_.burn(update_cost_ns_);
    return true;
  }
  [[nodiscard]] std::uint64_t hash_one(EntityId id, const StepContext&,
                                       const std::byte* state) const {
    std::uint64_t sum = 0;
    for (std::uint32_t c = 0; c < monitors_; ++c) {
      sum += component_hash(id, c, flock_component(*reinterpret_cast<const FlockState*>(state), c));
    }
    return sum;
  }
  [[nodiscard]] std::uint64_t hash_packed(EntityId id, std::uint32_t component,
                                          const std::byte* packed) const {
    return packed_component_hash(id, component, packed);
  }

 private:
  const base::CpuWork work_;
  const std::unique_ptr<FlockSky> sky_;
  const std::uint32_t monitors_;
  const std::uint32_t state_bytes_;
  const std::uint64_t seed_;
  const std::int64_t update_cost_ns_;
};

}  // namespace orrery::universe
