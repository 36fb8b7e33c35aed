// Where all birds of a flock are: two tables, of the step before and of the step under way, and a grid over the first.
//
// Who updates writes its own entry of the second; begin() sorts the grid anew. Memory that processes share.
#pragma once

#include <memory>
#include <span>

#include "orrery/base/shared_memory.hpp"
#include "orrery/universe/flock_rule.hpp"
#include "orrery/universe/neighbourhood.hpp"

namespace orrery::universe {

class FlockSky final : public Neighbourhood {
 public:
  // Every bird is at its initial place.
  static base::Result<std::unique_ptr<FlockSky>> create(const System& system);

  void begin(Step step) override;
  void read(EntityId id, Step step, std::span<std::byte, part_bytes> part) const override;
  void write(EntityId id, Step step, std::span<const std::byte, part_bytes> part) override;

  [[nodiscard]] const FlockScale& scale() const { return scale_; }
  // After `step`, which is the last one begun.
  [[nodiscard]] const FlockState& after(EntityId id, Step step) const {
    return table(step + 1)[id];
  }
  void set_after(EntityId id, Step step, const FlockState& state) { table(step + 1)[id] = state; }
  // As flock_next() looks at it, in the step that was begun.
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
  FlockSeen* sorted_;    // by cell, and in a cell by id
  std::uint32_t* ends_;  // of each cell, in sorted_
};

}  // namespace orrery::universe
