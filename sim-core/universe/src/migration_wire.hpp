// The messages of migration, as bytes. Each begins with the header of message.hpp.
//
//   migration_order   master to the source and the target node; `source` is the entity, `component` the cause
//   entity_state      node to node; `source` is the entity, `component` the cause; then its packed state
//   load_report       slave to master, before node_complete; then most_candidates EntityLoad and most_arrivals_told
//                     MigrationRecord, of which the first `candidates` and `arrivals` are valid
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "orrery/universe/message.hpp"
#include "orrery/universe/migration.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::universe {

struct OrderMessage {
  MessageHeader header;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

[[nodiscard]] OrderMessage order_of(const Move& move, Step step);
// Returns false if the message has another size. The move may be of any values.
bool read_order(std::span<const std::byte> message, Move& move);

// The costs of an entity, for its forecast. They move with the entity.
struct EntityHistory {
  std::int64_t cost_ns = 0;   // of the last step; 0: none yet
  std::int64_t slope_ns = 0;  // growth per step, smoothed
};

struct EntityStateHead {
  MessageHeader header;
  std::uint64_t hash = 0;      // of the packed state
  std::int64_t began_ns = 0;   // base::now_ns() of the sender, when it began to pack
  std::int64_t packed_ns = 0;  // duration of packing
  EntityHistory history;
};

// Packs the state of an entity that leaves. `began_ns`: base::now_ns() when the caller began.
void write_entity_state(std::vector<std::byte>& out, const Move& move, Step step,
                        std::span<const std::byte> state, std::int64_t began_ns,
                        const EntityHistory& history);

struct LoadReportHead {
  MessageHeader header;
  std::uint64_t entities = 0;
  std::int64_t workload_ns = 0;
  std::int64_t construct_ns = 0;
  std::int64_t forecast_ns = 0;
  std::uint32_t candidates = 0;
  std::uint32_t arrivals = 0;
};

// Greatest number of moves in a step; all may go to one node.
inline constexpr std::size_t most_arrivals_told = 64;
inline constexpr std::size_t load_report_bytes = sizeof(LoadReportHead) +
                                                 most_candidates * sizeof(EntityLoad) +
                                                 most_arrivals_told * sizeof(MigrationRecord);

void write_load_report(std::vector<std::byte>& out, Step step, const NodeLoad& load,
                       std::span<const MigrationRecord> arrivals,
                       MessageKind kind = MessageKind::load_report);
// True if a peer may claim this move: an entity and two different nodes of the system, and a known cause.
[[nodiscard]] bool is_valid(const Move& move, const System& system);
// True if ids are those of the system and times are in range: so small that sums over all entities or nodes cannot
// overflow.
[[nodiscard]] bool is_valid(const EntityStateHead& head);
[[nodiscard]] bool is_valid(const NodeLoad& load, const System& system);

// Returns false if the message has another size, or announces more entries than it has room for.
bool read_load_report(std::span<const std::byte> message, NodeLoad& load,
                      std::vector<MigrationRecord>& arrivals);

}  // namespace orrery::universe
