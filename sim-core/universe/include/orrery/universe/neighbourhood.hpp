// What entities see of each other: the state of every entity of the system after the step before, on all nodes.
//
// Each node has one, in memory that the processes of its entities share. While entities update, they read it and write
// their own part for the next step. All other calls belong to the universe manager's thread, while no entity updates.
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

  // Called before the entities update in `step`, when the parts of all entities after the step before have arrived.
  // Allocates nothing.
  virtual void begin(Step step) = 0;
  // Bytes of an entity's part in a message to other nodes.
  static constexpr std::size_t part_bytes = 16;
  // read() gives the part of an entity of this node, after it has updated in `step`. write() stores the part of an entity
  // of another node, as received.
  virtual void read(EntityId id, Step step, std::span<std::byte, part_bytes> part) const = 0;
  virtual void write(EntityId id, Step step, std::span<const std::byte, part_bytes> part) = 0;
};

}  // namespace orrery::universe
