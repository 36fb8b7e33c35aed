#include "modelled.hpp"

#include <cstring>
#include <new>

namespace orrery::universe {

Modelled::Modelled(const System& system, const base::CpuWork& work)
    : RangedEntityClass(system),
      work_(work),
      rule_(system.modelled),
      condition_(system.condition),
      schedule_(system),
      state_size_((sizeof(Head) + rule_->layout().size() + 7) / 8 * 8),
      monitors_(system.monitors),
      state_bytes_(system.state_bytes),
      period_(system.update_period_steps),
      seed_(system.seed),
      update_cost_ns_(system.update_cost_ns) {}

void Modelled::construct(EntityId id, std::byte* state) const {
  new (state) Head{schedule_.is_changing(id) ? schedule_.phase(id) : never};
  rule_->layout().construct(state + sizeof(Head));
}

void Modelled::destruct(EntityId, std::byte* state) const {
  rule_->layout().destruct(state + sizeof(Head));
}

bool Modelled::unpack(std::span<const std::byte> packed, std::uint32_t component,
                      std::byte* state) const {
  if (packed.size() != state_bytes_ || component >= monitors_) return false;
  const ModelledRule::Property& property = rule_->monitored()[component];
  std::memcpy(state + sizeof(Head) + property.offset, packed.data(), property.bytes);
  return true;
}

}  // namespace orrery::universe
