#include "orrery/universe/toggle.hpp"

#include <algorithm>

namespace orrery::universe {

Toggle::Toggle(const System& system, const base::CpuWork& work)
    : RangedEntityClass(system),
      work_(work),
      schedule_(system),
      monitors_(system.monitors),
      state_bytes_(system.state_bytes),
      period_(system.update_period_steps),
      seed_(system.seed),
      update_cost_ns_(system.update_cost_ns) {}

void Toggle::construct(EntityId id, std::byte* state) const {
  Word* words = reinterpret_cast<Word*>(state);
  words[0] = schedule_.is_changing(id) ? schedule_.phase(id) : never;
  for (std::uint32_t c = 0; c < monitors_; ++c) words[1 + c] = toggle_initial(seed_, id, c);
}

void Toggle::destruct(EntityId, std::byte* state) const {
  std::fill_n(state, state_size(), std::byte{0});
}

bool Toggle::unpack(std::span<const std::byte> packed, std::uint32_t component,
                    std::byte* state) const {
  if (packed.size() != state_bytes_ || component >= monitors_) return false;
  std::memcpy(state + (1 + component) * sizeof(Word), packed.data(), sizeof(Word));
  return true;
}

}  // namespace orrery::universe
