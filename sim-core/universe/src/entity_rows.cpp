#include "orrery/universe/entity_rows.hpp"

#include <array>

namespace orrery::universe {

using contracts::ColumnRole;
using contracts::ColumnType;
using telemetry::integer_cell;
using telemetry::real_cell;

std::unique_ptr<telemetry::Snapshot> make_entities_snapshot(const System& system,
                                                            std::int32_t schema_id) {
  if (!system.has_positions()) return nullptr;
  contracts::FrameSchema schema;
  schema.schema_id = schema_id;
  schema.kind = contracts::FrameKind::entities;
  schema.columns = {
      {"entity", "Entity", ColumnType::u32, "count", ColumnRole::index, "entity"},
      {"x", "To the right", ColumnType::f32, "share", ColumnRole::position, "position"},
      {"y", "Down", ColumnType::f32, "share", ColumnRole::position, "position"},
  };
  return std::make_unique<telemetry::Snapshot>(std::move(schema), greatest_shown_entities);
}

void show_entities(telemetry::Snapshot& snapshot, const System& system, NodeIndex node,
                   const EntityClass& entity_class, Step after) {
  const auto show = [&](EntityId id) {
    const Position at = entity_class.position(id, after);
    snapshot.put(std::array{integer_cell(id), real_cell(share_of_side(at.x)),
                            real_cell(share_of_side(at.y))});
    return true;
  };
  each_of_node(system, node, show, shown_stride(system.entities()));
}

}  // namespace orrery::universe
