// Migration of entities between the nodes of a running system: the policies, the loads that they decide by, and the
// records.
//
// At the end of a step every node reports the costs of its entities to the master. The master decides, and sends its orders
// before the notice of the next step. A node packs and sends the entities that leave before it updates the others; the node
// that receives an entity updates it in the same step. So in every step one node updates each entity, once.
//
// A workload is the CPU time in a step times the node's load scale (how much slower it is than the fastest node), so that
// one threshold serves nodes of any speed. All times are in nanoseconds. decide() is pure; all types here are plain values.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "orrery/universe/system.hpp"

namespace orrery::universe {

//   none        no entity moves
//   threshold   the prototype's: a node above the threshold offers its most expensive entity to the least loaded node
//   balance     the master evens the loads of the most and the least loaded node
//   predictive  moves entities before the threshold is passed, by their forecasts; leaves out the costs of constructions
//   traffic     as threshold, but also weighs the state updates between nodes to choose entity and target
enum class MigrationPolicy : std::uint8_t { none, threshold, balance, predictive, traffic };
inline constexpr std::size_t migration_policies = 5;
std::string_view to_string(MigrationPolicy policy);

// `manual`: a user asked for the move (move_requests.hpp); no policy decided it.
enum class MigrationCause : std::uint8_t { above_threshold, imbalance, forecast, traffic, manual };
std::string_view to_string(MigrationCause cause);  // `above_threshold`

struct MigrationRules {
  MigrationPolicy policy = MigrationPolicy::none;
  std::int64_t threshold_ns = 65'000'000;
  // A node that has received an entity offers none for this number of steps, because constructing costs more than updating.
  std::uint64_t settle_steps = 4;
  // Use the costs that the entities' rules define, not measured ones: then the moves are the same on any machine.
  bool nominal_loads = false;
};

// One of the most expensive entities of a node, in a step.
struct EntityLoad {
  EntityId id = 0;
  std::int64_t cost_ns = 0;
  std::int64_t forecast_ns = 0;   // expected `forecast_steps` later
  std::uint64_t state_bytes = 0;  // state updates sent in the step to each manager
};
inline constexpr std::size_t most_candidates = 32;
inline constexpr std::uint64_t forecast_steps = 2;

struct NodeLoad {
  NodeIndex node = 0;
  bool hosts_managers = false;
  std::uint64_t entities = 0;
  std::int64_t workload_ns = 0;        // updates and constructions
  std::int64_t construct_ns = 0;       // part of workload_ns: entities that came in this step
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

// Returns the moves to make before step `next`. `loads` has the loads of all nodes in the step before, indexed by node.
// `past` has at least the moves of the last 4 * settle_steps steps, and the manual moves already decided for `next`. No
// entity moves twice in one call, or to the node that has it, or within 4 * settle_steps steps after a manual move.
std::vector<Move> decide(const MigrationRules& rules, Step next, std::span<const NodeLoad> loads,
                         std::span<const PastMove> past);

struct MigrationRecord {
  Step step = 0;  // in which the target first updated the entity; warm-up steps count
  Move move;
  std::uint64_t bytes = 0;  // of the packed state
  // From the beginning of packing to the end of construction. Between hosts the transfer is left out, because hosts share
  // no clock.
  std::int64_t pause_ns = 0;
};

}  // namespace orrery::universe
