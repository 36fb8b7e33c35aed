// What entities see of each other: what every entity of the system was after the step before, on whatever node it is.
//
// One for a node, in memory that its entities' processes share. Entities read it and write their own next part while they
// update; everything else belongs to the universe manager's thread, and happens while no entity updates.
#pragma once

#include <cstddef>
#include <span>

#include "orrery/universe/system.hpp"

namespace orrery::universe {

class Neighbourhood {
 public:
  Neighbourhood() = default;
  Neighbourhood(const Neighbourhood&) = delete;
  Neighbourhood& operator=(const Neighbourhood&) = delete;
  virtual ~Neighbourhood() = default;

  // Before the entities update in `step`: all parts of the step before are here. Allocates nothing.
  virtual void begin(Step step) = 0;
  // Bytes of an entity's part, as other nodes get it.
  static constexpr std::size_t part_bytes = 16;
  // Of an entity of this node, after it has updated in `step`; of another node's, as it was said.
  virtual void read(EntityId id, Step step, std::span<std::byte, part_bytes> part) const = 0;
  virtual void write(EntityId id, Step step, std::span<const std::byte, part_bytes> part) = 0;
};

}  // namespace orrery::universe
