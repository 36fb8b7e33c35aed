// A universe system as a plain value: how many entities and managers each node has, what they monitor, how long the run is.
// The engine, the message model and the oracle depend on nothing else.
//
// Entity and manager ids are contiguous in node order. Steps count from 0; warm-up steps come first.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "orrery/base/result.hpp"

namespace orrery::model {
class Condition;
}

namespace orrery::universe {

using EntityId = std::uint32_t;
using ManagerId = std::uint32_t;
using NodeIndex = std::uint32_t;
using Step = std::uint64_t;

class ModelledRule;
class PassingChanges;

// What the entities do (toggle_rule.hpp, burst_rule.hpp, flock_rule.hpp, walk_rule.hpp, modelled_rule.hpp).
enum class Behaviour : std::uint8_t { toggle, burst, flock, walkthrough, modelled };

// How entities learn that a step begins, and how the universe manager learns that they have ended it.
enum class StepControl : std::uint8_t {
  messages,   // a notice to each entity, a completion from each
  multicast,  // one notice that reaches all entities, a completion from each
  deadline,   // no messages: a shared cue, and a counter of entities that have ended
};

// How state updates reach the managers of a node.
enum class StateFlow : std::uint8_t {
  by_monitor,  // one message to each manager; a monitor id names the component
  by_name,     // one message that reaches all managers, with the component's name
};
inline constexpr std::size_t component_name_bytes = 32;

// Levels of an entity's changes. The managers' constraint function lets the first `constraint_levels` pass
// (constraint.hpp).
inline constexpr std::uint32_t all_levels = 16;

struct System {
  Behaviour behaviour = Behaviour::toggle;
  std::vector<std::uint64_t> entities_by_node;
  std::vector<std::uint64_t> managers_by_node;
  std::uint32_t monitors = 1;
  std::uint32_t state_bytes = 8;
  std::uint64_t update_period_steps = 1;
  double changing_share = 1.0;
  // Entities send only changes with a level below this.
  std::uint32_t constraint_levels = all_levels;
  StepControl control = StepControl::messages;
  StateFlow state_flow = StateFlow::by_monitor;
  std::int64_t update_cost_ns = 0;
  std::int64_t manager_cost_ns = 0;
  std::uint64_t warmup_steps = 0;
  std::uint64_t measured_steps = 1;
  std::uint64_t seed = 0;
  // For behaviour `burst` (burst_rule.hpp). `carried_bytes` is the size of an entity's whole state, which moves with it.
  std::uint64_t burst_every_steps = 800;
  std::uint64_t burst_rise_steps = 20;
  double burst_peak = 12;
  std::uint64_t carried_bytes = 64;
  // For behaviour `modelled`: the rule monitors `monitors` properties, each of at most `state_bytes`.
  std::shared_ptr<const ModelledRule> modelled;
  // Also for `modelled`: entities send only changes to a state for which it holds. Null: no constraint of the model.
  // `passing` are then the changes that pass (oracle.hpp counts them).
  std::shared_ptr<const model::Condition> condition;
  std::shared_ptr<const PassingChanges> passing;

  [[nodiscard]] NodeIndex nodes() const { return static_cast<NodeIndex>(entities_by_node.size()); }
  [[nodiscard]] std::uint64_t entities() const;
  [[nodiscard]] std::uint64_t managers() const;
  [[nodiscard]] EntityId first_entity(NodeIndex node) const;
  [[nodiscard]] ManagerId first_manager(NodeIndex node) const;
  [[nodiscard]] bool hosts_managers(NodeIndex node) const { return managers_by_node[node] > 0; }
  // True if any node has managers. Otherwise entities do not send their state.
  [[nodiscard]] bool monitored() const { return managers() > 0; }
  // True if entities see the states of all others after the step before, on all nodes.
  [[nodiscard]] bool sees_neighbours() const { return behaviour == Behaviour::flock; }
  // True if entities have positions and can be drawn.
  [[nodiscard]] bool has_positions() const {
    return behaviour == Behaviour::flock || behaviour == Behaviour::walkthrough;
  }
  // True if entities hold back changes by their level.
  [[nodiscard]] bool filtered() const { return constraint_levels < all_levels; }
  // The same system without the levels and without the model's constraint.
  [[nodiscard]] System without_constraints() const;
  // Number of messages that bring one state update to this node's managers.
  [[nodiscard]] std::uint64_t copies_to_managers(NodeIndex node) const {
    if (state_flow == StateFlow::by_monitor) return managers_by_node[node];
    return hosts_managers(node) ? 1 : 0;
  }
  [[nodiscard]] std::uint64_t total_steps() const { return warmup_steps + measured_steps; }

  // Errors: invalid_argument if the engine cannot run the system; the message names field, value and remedy.
  [[nodiscard]] base::Status check() const;
  // The same, without a look at `passing`. Also refuses a constraint whose changes would take too long to count.
  [[nodiscard]] base::Status check_before_counting() const;
};

// Calls each(id) for the entities that begin on this node and whose ids are multiples of `stride`, until a call returns
// false. Returns false if one did.
template <class Each>
bool each_of_node(const System& system, NodeIndex node, Each&& each, std::uint64_t stride = 1) {
  const std::uint64_t first = system.first_entity(node);
  const std::uint64_t end = first + system.entities_by_node[node];
  for (std::uint64_t id = (first + stride - 1) / stride * stride; id < end; id += stride) {
    if (!each(static_cast<EntityId>(id))) return false;
  }
  return true;
}

}  // namespace orrery::universe
