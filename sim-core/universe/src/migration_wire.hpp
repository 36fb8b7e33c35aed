// What nodes tell each other about entities that migrate, as bytes of messages (message.hpp has the header that each begins with).
//
//   migration_order   master to the node that has the entity and to the one that shall; `source` is the entity, `component` the cause
//   entity_state      node to node; `source` is the entity, `component` the cause; then its packed state
//   load_report       slave to master, before node_complete; then most_candidates EntityLoad and most_arrivals_told
//                     MigrationRecord, of which the first `candidates` and `arrivals` mean something
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

// Costs that a node knows of an entity, for its forecast; they move with it.
struct EntityHistory {
  std::int64_t cost_ns = 0;   // of the last step; 0: none yet
  std::int64_t slope_ns = 0;  // by which it grows in a step, smoothed
};

struct EntityStateHead {
  MessageHeader header;
  std::uint64_t hash = 0;      // of the packed state
  std::int64_t began_ns = 0;   // base::now_ns() of the sender, when it began to pack
  std::int64_t packed_ns = 0;  // how long that took
  EntityHistory history;
};

struct LoadReportHead {
  MessageHeader header;
  std::uint64_t entities = 0;
  std::int64_t workload_ns = 0;
  std::int64_t construct_ns = 0;
  std::int64_t forecast_ns = 0;
  std::uint32_t candidates = 0;
  std::uint32_t arrivals = 0;
};

// A step moves no more entities than this, all of which may go to one node.
inline constexpr std::size_t most_arrivals_told = 64;
inline constexpr std::size_t load_report_bytes = sizeof(LoadReportHead) +
                                                 most_candidates * sizeof(EntityLoad) +
                                                 most_arrivals_told * sizeof(MigrationRecord);

void write_load_report(std::vector<std::byte>& out, Step step, const NodeLoad& load,
                       std::span<const MigrationRecord> arrivals);
// What a peer may claim: an entity and two different nodes of the system, and a known cause.
[[nodiscard]] bool is_valid(const Move& move, const System& system);
// Times that are not negative, and so bounded that the sums over all entities or nodes cannot overflow.
[[nodiscard]] bool is_valid(const EntityStateHead& head);
[[nodiscard]] bool is_valid(const NodeLoad& load, const System& system);

// Returns false if the message has another size, or announces more entries than it has room for.
bool read_load_report(std::span<const std::byte> message, NodeLoad& load,
                      std::vector<MigrationRecord>& arrivals);

}  // namespace orrery::universe
