#include "walkthrough.hpp"

#include <algorithm>
#include <new>

namespace orrery::universe {

Walkthrough::Walkthrough(const System& system, const base::CpuWork& work, base::SharedMemory places)
    : RangedEntityClass(system),
      work_(work),
      schedule_(system),
      scale_(system.entities()),
      places_(std::move(places)),
      monitors_(system.monitors),
      state_bytes_(system.state_bytes),
      seed_(system.seed),
      update_cost_ns_(system.update_cost_ns) {}

void Walkthrough::construct(EntityId id, std::byte* state) const {
  auto* const own = new (state) Instance;
  const bool walks = schedule_.is_changing(id);
  if (walks) own->phase = schedule_.phase(id);
  own->walk = walk_initial(scale_, seed_, id, walks);
  places()[id] = own->walk.at;
}

void Walkthrough::destruct(EntityId, std::byte* state) const {
  std::fill_n(state, sizeof(Instance), std::byte{0});
}

bool Walkthrough::unpack(std::span<const std::byte> packed, std::uint32_t component,
                         std::byte* state) const {
  if (packed.size() != state_bytes_ || component > 1) return false;
  WalkState& walk = reinterpret_cast<Instance*>(state)->walk;
  if (component == 0) {
    std::memcpy(&walk.at, packed.data(), sizeof(walk.at));
  } else {
    std::memcpy(&walk.column, packed.data(), sizeof(std::uint64_t));
  }
  return true;
}

}  // namespace orrery::universe
