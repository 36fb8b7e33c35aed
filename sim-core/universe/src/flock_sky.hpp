// The states of all birds of a flock: one table for the step before, one for the current step, and a grid over the first.
//
// A bird that updates writes its own entry of the second table; begin() sorts the grid again. Processes share the memory.
#pragma once

#include <memory>
#include <span>

#include "orrery/base/shared_memory.hpp"
#include "orrery/universe/flock_rule.hpp"
#include "orrery/universe/neighbourhood.hpp"

namespace orrery::universe {

class FlockSky final : public Neighbourhood {
 public:
  // Makes a sky in which every bird is at its initial place.
  static base::Result<std::unique_ptr<FlockSky>> create(const System& system);

  void begin(Step step) override;
  void read(EntityId id, Step step, std::span<std::byte, part_bytes> part) const override;
  void write(EntityId id, Step step, std::span<const std::byte, part_bytes> part) override;

  [[nodiscard]] const FlockScale& scale() const { return scale_; }
  // State of a bird after `step`, which must be the last step begun.
  [[nodiscard]] const FlockState& after(EntityId id, Step step) const {
    return table(step + 1)[id];
  }
  void set_after(EntityId id, Step step, const FlockState& state) { table(step + 1)[id] = state; }
  // The birds of a cell after the step before the one begun last, for flock_next().
  [[nodiscard]] std::span<const FlockSeen> operator()(std::uint32_t x, std::uint32_t y) const {
    const std::uint64_t cell = std::uint64_t{y} * scale_.cells + x;
    const std::uint32_t begin = cell == 0 ? 0 : ends_[cell - 1];
    return {sorted_ + begin, ends_[cell] - begin};
  }

 private:
  FlockSky(const FlockScale& scale, std::uint64_t birds, base::SharedMemory memory);
  [[nodiscard]] FlockState* table(Step step) const { return tables_[step & 1]; }

  const FlockScale scale_;
  const std::uint64_t birds_;
  const std::uint64_t cells_;
  base::SharedMemory memory_;
  FlockState* tables_[2];
  FlockSeen* sorted_;    // sorted by cell, and in a cell by id
  std::uint32_t* ends_;  // end of each cell in sorted_
};

}  // namespace orrery::universe
