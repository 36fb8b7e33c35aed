// A node's entities as telemetry shows them, where they have positions: the columns of its frames of kind `entities`, and
// which of many entities are in them.
#pragma once

#include <memory>

#include "orrery/telemetry/snapshot.hpp"
#include "orrery/universe/entity_class.hpp"

namespace orrery::universe {

// Of a run at most so many entities are shown: all, or those whose ids are multiples of a stride, the same in every moment.
inline constexpr std::uint64_t greatest_shown_entities = 10'000;
constexpr std::uint64_t shown_stride(std::uint64_t entities) {
  return (entities + greatest_shown_entities - 1) / greatest_shown_entities;
}

// Null if the system's entities have no positions.
std::unique_ptr<telemetry::Snapshot> make_entities_snapshot(const System& system,
                                                            std::int32_t schema_id);

// Rows of the entities of this node, after step `after`.
void show_entities(telemetry::Snapshot& snapshot, const System& system, NodeIndex node,
                   const EntityClass& entity_class, Step after);

}  // namespace orrery::universe
