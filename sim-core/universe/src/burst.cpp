#include "orrery/universe/burst.hpp"

#include <algorithm>
#include <new>

namespace orrery::universe {

Burst::Burst(const System& system, const base::CpuWork& work)
    : RangedEntityClass(system),
      work_(work),
      rules_{system.burst_every_steps, system.burst_rise_steps, system.burst_peak},
      state_size_((std::max<std::size_t>(system.carried_bytes, sizeof(BurstState)) + 7) / 8 * 8),
      monitors_(system.monitors),
      state_bytes_(system.state_bytes),
      seed_(system.seed),
      update_cost_ns_(system.update_cost_ns) {}

void Burst::construct(EntityId id, std::byte* state) const {
  auto* const burst = new (state) BurstState;
  burst->value = toggle_initial(seed_, id, 0);
  for (std::size_t at = sizeof(BurstState); at < state_size_; at += sizeof(std::uint64_t)) {
    const std::uint64_t word = base::mix64(burst->value + at);
    std::memcpy(state + at, &word, sizeof(word));
  }
}

void Burst::destruct(EntityId, std::byte* state) const {
  std::fill_n(state, state_size_, std::byte{0});
}

bool Burst::unpack(std::span<const std::byte> packed, std::uint32_t component,
                   std::byte* state) const {
  if (packed.size() != state_bytes_ || component != 0) return false;
  std::memcpy(&reinterpret_cast<BurstState*>(state)->value, packed.data(), sizeof(std::uint64_t));
  return true;
}

}  // namespace orrery::universe
