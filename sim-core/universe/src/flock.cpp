#include "flock.hpp"

#include <new>

namespace orrery::universe {

void Flock::construct(EntityId id, std::byte* state) const {
  new (state) FlockState(flock_initial(sky_->scale(), seed_, id));
}

void Flock::destruct(EntityId, std::byte* state) const {
  std::fill_n(state, sizeof(FlockState), std::byte{0});
}

bool Flock::unpack(std::span<const std::byte> packed, std::uint32_t component,
                   std::byte* state) const {
  if (packed.size() != state_bytes_ || component > 1) return false;
  auto& bird = *reinterpret_cast<FlockState*>(state);
  if (component == 0) {
    std::memcpy(&bird.at, packed.data(), sizeof(bird.at));
  } else {
    std::memcpy(&bird.vx, packed.data(), sizeof(bird.vx) + sizeof(bird.vy));
  }
  return true;
}

}  // namespace orrery::universe
