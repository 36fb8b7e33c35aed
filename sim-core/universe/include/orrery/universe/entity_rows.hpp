// The entities of a node in telemetry, if they have positions: the columns of frames of kind `entities`, and the choice of
// the entities to show.
#pragma once

#include <memory>

#include "orrery/telemetry/snapshot.hpp"
#include "orrery/universe/entity_class.hpp"

namespace orrery::universe {

// Greatest number of entities of a run to show: all, or those whose ids are multiples of shown_stride(), the same at all
// times.
inline constexpr std::uint64_t greatest_shown_entities = 10'000;
constexpr std::uint64_t shown_stride(std::uint64_t entities) {
  return (entities + greatest_shown_entities - 1) / greatest_shown_entities;
}

// Returns null if the system's entities have no positions.
std::unique_ptr<telemetry::Snapshot> make_entities_snapshot(const System& system,
                                                            std::int32_t schema_id);

// Adds a row for each entity of this node that is shown, with its position after step `after`.
void show_entities(telemetry::Snapshot& snapshot, const System& system, NodeIndex node,
                   const EntityClass& entity_class, Step after);

}  // namespace orrery::universe
