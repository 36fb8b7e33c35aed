// Nodes with little memory for what others have not taken yet (memory_bounds.hpp).
#pragma once

#include <functional>

#include "world.hpp"

namespace orrery::rti::testing {

// A federate of "test", f0, f1 ..., on each of so many nodes, threads of this process; until all bodies are done.
void with_bounds(std::uint32_t nodes, const MemoryBounds& bounds,
                 const std::function<void(std::uint32_t, Federate&)>& body);

}  // namespace orrery::rti::testing
