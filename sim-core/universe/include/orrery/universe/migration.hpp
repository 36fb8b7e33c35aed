// Moving entities between the nodes of a running system: who decides, by what, and what is recorded of it.
//
// At the end of a step every node tells the master what its entities cost; the master decides; the orders go out before the
// next step's notice. A node packs an entity that is to go before it updates the others, and the one that takes it updates it
// in the same step: in every step every entity is updated once, by one node.
//
// Workloads are CPU time in a step times the node's load scale (how much slower it is than the fastest), so that one
// threshold serves nodes of any speed. All in nanoseconds. decide() is pure; everything here is a plain value.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "orrery/universe/system.hpp"

namespace orrery::universe {

//   none        nobody moves
//   threshold   the prototype's: a node above the threshold volunteers its most expensive entity to the least loaded one
//   balance     the master evens the loads of the most and the least loaded node
//   predictive  moves before the threshold is passed, by each entity's forecast, and allows for the burst of a construction
//   traffic     as threshold, but chooses entity and target by the state flow between nodes as well
enum class MigrationPolicy : std::uint8_t { none, threshold, balance, predictive, traffic };
inline constexpr std::size_t migration_policies = 5;
std::string_view to_string(MigrationPolicy policy);

// `manual`: somebody asked for it (move_requests.hpp), and no policy decided.
enum class MigrationCause : std::uint8_t { above_threshold, imbalance, forecast, traffic, manual };
std::string_view to_string(MigrationCause cause);  // `above_threshold`

struct MigrationRules {
  MigrationPolicy policy = MigrationPolicy::none;
  std::int64_t threshold_ns = 65'000'000;
  // A node that has just taken an entity offers none for so many steps: constructing is dearer than updating.
  std::uint64_t settle_steps = 4;
  // Loads are what the entities' rules ask for instead of what was measured: the same moves on any machine.
  bool nominal_loads = false;
};

// One of the most expensive entities of a node, in a step.
struct EntityLoad {
  EntityId id = 0;
  std::int64_t cost_ns = 0;
  std::int64_t forecast_ns = 0;   // expected `forecast_steps` later
  std::uint64_t state_bytes = 0;  // that it sent in the step, to each manager
};
inline constexpr std::size_t most_candidates = 32;
inline constexpr std::uint64_t forecast_steps = 2;

struct NodeLoad {
  NodeIndex node = 0;
  bool hosts_managers = false;
  std::uint64_t entities = 0;
  std::int64_t workload_ns = 0;        // updates and constructions
  std::int64_t construct_ns = 0;       // part of it: of entities that have just come
  std::int64_t forecast_ns = 0;        // updates only, expected `forecast_steps` later
  std::vector<EntityLoad> candidates;  // most expensive first
};

struct Move {
  EntityId entity = 0;
  NodeIndex from = 0;
  NodeIndex to = 0;
  MigrationCause cause = MigrationCause::above_threshold;
  bool operator==(const Move&) const = default;
};

// A move and the first step in which its target had the entity.
struct PastMove {
  Step step = 0;
  Move move;
};

// The moves to make before step `next`. `loads` of all nodes, by index, of the step before; `past` at least those of the last
// 4 * settle_steps steps, and those that are to be made by hand before `next`. No entity is moved twice in one call, none to
// where it is, and none that came by hand in the last 4 * settle_steps steps.
std::vector<Move> decide(const MigrationRules& rules, Step next, std::span<const NodeLoad> loads,
                         std::span<const PastMove> past);

struct MigrationRecord {
  Step step = 0;  // in which the target first updated it; warm-up steps count
  Move move;
  std::uint64_t bytes = 0;  // its packed state
  // From the beginning of packing to the end of construction, by the clock that nodes of one host share; between hosts without
  // the way between them.
  std::int64_t pause_ns = 0;
};

}  // namespace orrery::universe
