#include "flock_sky.hpp"

#include <algorithm>
#include <cstring>

namespace orrery::universe {

namespace {

static_assert(sizeof(FlockState) == Neighbourhood::part_bytes);

std::uint64_t cells_of(const FlockScale& scale) { return std::uint64_t{scale.cells} * scale.cells; }

}  // namespace

base::Result<std::unique_ptr<FlockSky>> FlockSky::create(const System& system) {
  const std::uint64_t birds = system.entities();
  const FlockScale scale(birds);
  auto memory = base::SharedMemory::create(birds * (2 * sizeof(FlockState) + sizeof(FlockSeen)) +
                                           cells_of(scale) * sizeof(std::uint32_t));
  if (!memory) return memory.error().within("making room for the flock");
  std::unique_ptr<FlockSky> sky(new FlockSky(scale, birds, std::move(*memory)));
  for (EntityId id = 0; id < birds; ++id) {
    sky->tables_[0][id] = flock_initial(scale, system.seed, id);
  }
  return sky;
}

FlockSky::FlockSky(const FlockScale& scale, std::uint64_t birds, base::SharedMemory memory)
    : scale_(scale), birds_(birds), cells_(cells_of(scale)), memory_(std::move(memory)) {
  tables_[0] = reinterpret_cast<FlockState*>(memory_.data());
  tables_[1] = tables_[0] + birds;
  sorted_ = reinterpret_cast<FlockSeen*>(tables_[1] + birds);
  ends_ = reinterpret_cast<std::uint32_t*>(sorted_ + birds);
}

void FlockSky::begin(Step step) {
  const FlockState* const states = table(step);
  const auto cell_of = [&](const FlockState& state) {
    return std::uint64_t{scale_.cell(state.at.y)} * scale_.cells + scale_.cell(state.at.x);
  };
  std::fill_n(ends_, cells_, 0U);
  for (EntityId id = 0; id < birds_; ++id) ++ends_[cell_of(states[id])];
  std::uint32_t sum = 0;
  for (std::uint64_t cell = 0; cell < cells_; ++cell) {
    const std::uint32_t count = ends_[cell];
    ends_[cell] = sum;  // the cell's begin, until its birds are sorted in
    sum += count;
  }
  for (EntityId id = 0; id < birds_; ++id) sorted_[ends_[cell_of(states[id])]++] = {states[id], id};
}

void FlockSky::read(EntityId id, Step step, std::span<std::byte, part_bytes> part) const {
  std::memcpy(part.data(), &after(id, step), part_bytes);
}

void FlockSky::write(EntityId id, Step step, std::span<const std::byte, part_bytes> part) {
  std::memcpy(&table(step + 1)[id], part.data(), part_bytes);
}

}  // namespace orrery::universe
