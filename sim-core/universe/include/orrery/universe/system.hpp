// A universe system as a plain value: how many entities and managers live on which node, what they
// monitor, how long the run is. Everything that the engine, the message model and the oracle decide
// follows from it and from nothing else.
//
// Entity and manager ids are contiguous in node order. Steps count from 0; warm-up steps come first.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "orrery/base/result.hpp"

namespace orrery::universe {

using EntityId = std::uint32_t;
using ManagerId = std::uint32_t;
using NodeIndex = std::uint32_t;
using Step = std::uint64_t;

class ModelledRule;

// What the entities do (toggle_rule.hpp, burst_rule.hpp, flock_rule.hpp, walk_rule.hpp, modelled_rule.hpp).
enum class Behaviour : std::uint8_t { toggle, burst, flock, walkthrough, modelled };

// How entities learn that a step begins, and the universe manager that they have ended it.
enum class StepControl : std::uint8_t {
  messages,   // a notice to each, and a word from each
  multicast,  // one notice that reaches all, and a word from each
  deadline,   // neither: a cue that all watch, and a count of those that have ended
};

// How state updates reach the managers of a node.
enum class StateFlow : std::uint8_t {
  by_monitor,  // one message to each manager, which knows the component by a monitor id
  by_name,     // one that reaches all of them, with the component's name
};
inline constexpr std::size_t component_name_bytes = 32;

// Levels of an entity, of which the managers' constraint function lets the first pass (constraint.hpp).
inline constexpr std::uint32_t all_levels = 16;

struct System {
  Behaviour behaviour = Behaviour::toggle;
  std::vector<std::uint64_t> entities_by_node;
  std::vector<std::uint64_t> managers_by_node;
  std::uint32_t monitors = 1;
  std::uint32_t state_bytes = 8;
  std::uint64_t update_period_steps = 1;
  double changing_share = 1.0;
  // Evaluated by the entity: a change at a level that the managers do not want to know of is not sent.
  std::uint32_t constraint_levels = all_levels;
  StepControl control = StepControl::messages;
  StateFlow state_flow = StateFlow::by_monitor;
  std::int64_t update_cost_ns = 0;
  std::int64_t manager_cost_ns = 0;
  std::uint64_t warmup_steps = 0;
  std::uint64_t measured_steps = 1;
  std::uint64_t seed = 0;
  // Of the behaviour `burst` (burst_rule.hpp); `carried_bytes` is the whole state of an entity, as it moves.
  std::uint64_t burst_every_steps = 800;
  std::uint64_t burst_rise_steps = 20;
  double burst_peak = 12;
  std::uint64_t carried_bytes = 64;
  // Of the behaviour `modelled`; it monitors `monitors` properties, each of at most `state_bytes`.
  std::shared_ptr<const ModelledRule> modelled;

  [[nodiscard]] NodeIndex nodes() const { return static_cast<NodeIndex>(entities_by_node.size()); }
  [[nodiscard]] std::uint64_t entities() const;
  [[nodiscard]] std::uint64_t managers() const;
  [[nodiscard]] EntityId first_entity(NodeIndex node) const;
  [[nodiscard]] ManagerId first_manager(NodeIndex node) const;
  [[nodiscard]] bool hosts_managers(NodeIndex node) const { return managers_by_node[node] > 0; }
  // Entities send their state only if somebody anywhere is interested in it.
  [[nodiscard]] bool monitored() const { return managers() > 0; }
  // Entities see the others' states of the step before, on whatever node they are.
  [[nodiscard]] bool sees_neighbours() const { return behaviour == Behaviour::flock; }
  // Entities are somewhere, and can be drawn there.
  [[nodiscard]] bool has_positions() const {
    return behaviour == Behaviour::flock || behaviour == Behaviour::walkthrough;
  }
  [[nodiscard]] bool filtered() const { return constraint_levels < all_levels; }
  // Messages in which a state update goes to this node's managers.
  [[nodiscard]] std::uint64_t copies_to_managers(NodeIndex node) const {
    if (state_flow == StateFlow::by_monitor) return managers_by_node[node];
    return hosts_managers(node) ? 1 : 0;
  }
  [[nodiscard]] std::uint64_t total_steps() const { return warmup_steps + measured_steps; }

  // Refuses what the engine cannot run; the message names field, value and remedy.
  [[nodiscard]] base::Status check() const;
};

// Calls each(id) for the entities that begin on this node and whose ids are multiples of `stride`, until it is false; what it
// was last.
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
