#include "orrery/universe/oracle.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "orrery/model/condition.hpp"
#include "orrery/universe/burst.hpp"
#include "orrery/universe/change_schedule.hpp"
#include "orrery/universe/checksum.hpp"
#include "orrery/universe/constraint.hpp"
#include "orrery/universe/flock_rule.hpp"
#include "orrery/universe/modelled_rule.hpp"
#include "orrery/universe/passing_changes.hpp"
#include "orrery/universe/toggle_rule.hpp"
#include "orrery/universe/walk_rule.hpp"

#include "condition_tree.hpp"

namespace orrery::universe {

namespace {

// Each rule has begin(step), update(id, step), which returns true if the entity changed, and value(id, component).
class ToggleRule {
 public:
  explicit ToggleRule(const System& system)
      : period_(system.update_period_steps), components_(system.monitors) {
    const ChangeSchedule schedule(system);
    for (EntityId id = 0; id < system.entities(); ++id) {
      changing_.push_back(schedule.is_changing(id));
      for (std::uint32_t c = 0; c < components_; ++c) {
        state_.push_back(toggle_initial(system.seed, id, c));
      }
    }
  }
  void begin(Step) {}
  bool update(EntityId id, Step step) {
    if (!changing_[id] || (step + id) % period_ != 0) return false;
    for (std::uint32_t c = 0; c < components_; ++c) {
      std::uint64_t& value = state_[std::size_t{id} * components_ + c];
      value = toggle_next(value, step);
    }
    return true;
  }
  [[nodiscard]] std::uint64_t value(EntityId id, std::uint32_t component) const {
    return state_[std::size_t{id} * components_ + component];
  }

 private:
  const std::uint64_t period_;
  const std::uint32_t components_;
  std::vector<std::uint64_t> state_;
  std::vector<bool> changing_;
};

class BurstRule {
 public:
  explicit BurstRule(const System& system)
      : rules_{system.burst_every_steps, system.burst_rise_steps, system.burst_peak},
        seed_(system.seed),
        states_(system.entities()) {
    for (EntityId id = 0; id < states_.size(); ++id) {
      states_[id].value = toggle_initial(seed_, id, 0);
    }
  }
  void begin(Step) {}
  bool update(EntityId id, Step step) {
    burst_next(rules_, seed_, id, step, states_[id]);
    return true;
  }
  [[nodiscard]] std::uint64_t value(EntityId id, std::uint32_t component) const {
    return burst_component(states_[id].value, component);
  }

 private:
  const BurstRules rules_;
  const std::uint64_t seed_;
  std::vector<BurstState> states_;
};

// Has its own grid, independent of the engine's.
class FlockRule {
 public:
  explicit FlockRule(const System& system)
      : scale_(system.entities()),
        seed_(system.seed),
        cells_(std::size_t{scale_.cells} * scale_.cells) {
    for (EntityId id = 0; id < system.entities(); ++id) {
      states_.push_back(flock_initial(scale_, seed_, id));
    }
  }
  void begin(Step) {
    for (auto& cell : cells_) cell.clear();
    for (EntityId id = 0; id < states_.size(); ++id) {
      cells_[index(scale_.cell(states_[id].at.x), scale_.cell(states_[id].at.y))].push_back(
          {states_[id], id});
    }
  }
  bool update(EntityId id, Step step) {
    const auto look = [this](std::uint32_t x, std::uint32_t y) -> const std::vector<FlockSeen>& {
      return cells_[index(x, y)];
    };
    states_[id] = flock_next(scale_, seed_, id, step, states_[id], look);
    return true;
  }
  [[nodiscard]] std::uint64_t value(EntityId id, std::uint32_t component) const {
    return flock_component(states_[id], component);
  }

 private:
  [[nodiscard]] std::size_t index(std::uint32_t x, std::uint32_t y) const {
    return std::size_t{x} * scale_.cells + y;
  }

  const FlockScale scale_;
  const std::uint64_t seed_;
  std::vector<std::vector<FlockSeen>> cells_;
  std::vector<FlockState> states_;
};

class WalkRule {
 public:
  explicit WalkRule(const System& system)
      : schedule_(system), scale_(system.entities()), seed_(system.seed) {
    for (EntityId id = 0; id < system.entities(); ++id) {
      states_.push_back(walk_initial(scale_, seed_, id, schedule_.is_changing(id)));
    }
  }
  void begin(Step) {}
  bool update(EntityId id, Step step) {
    if (!schedule_.changes(id, step)) return false;
    walk_next(scale_, seed_, id, step, states_[id]);
    return true;
  }
  [[nodiscard]] std::uint64_t value(EntityId id, std::uint32_t component) const {
    return walk_component(states_[id], component);
  }

 private:
  const ChangeSchedule schedule_;
  const WalkScale scale_;
  const std::uint64_t seed_;
  std::vector<WalkState> states_;
};

// Packs instances property by property, like a program that does not know their places in memory.
class ModelRule {
 public:
  explicit ModelRule(const System& system)
      : rule_(*system.modelled), schedule_(system), seed_(system.seed) {
    if (system.condition != nullptr) {
      condition_ = ConditionTree::read(system.condition->text(), rule_.layout()).value();
    }
    for (EntityId id = 0; id < system.entities(); ++id) {
      instances_.emplace_back(rule_.layout().size());
      rule_.layout().construct(instances_.back().data());
    }
    for (const ModelledRule::Property& property : rule_.monitored()) {
      alone_.emplace_back(std::vector{
          *std::ranges::find(rule_.layout().fields(), property.name, &model::Layout::Field::name)});
    }
  }
  ~ModelRule() {
    for (std::vector<std::byte>& instance : instances_) rule_.layout().destruct(instance.data());
  }
  ModelRule(const ModelRule&) = delete;
  ModelRule& operator=(const ModelRule&) = delete;

  void begin(Step) {}
  bool update(EntityId id, Step step) {
    if (!schedule_.changes(id, step)) return false;
    for (std::uint32_t c = 0; c < alone_.size(); ++c) {
      rule_.change(seed_, id, step, c, instances_[id].data());
    }
    return true;
  }
  // True if the constraint of the model holds in the entity's state.
  [[nodiscard]] bool passes(EntityId id) const {
    return !condition_ || condition_->holds(instances_[id].data());
  }
  [[nodiscard]] std::uint64_t value(EntityId id, std::uint32_t component) {
    const std::byte* const state = instances_[id].data() + rule_.monitored()[component].offset;
    packed_.resize(alone_[component].packed_size(state));
    alone_[component].pack(state, packed_);
    return hash_of_bytes(packed_);
  }

 private:
  const ModelledRule& rule_;
  const ChangeSchedule schedule_;
  const std::uint64_t seed_;
  std::vector<std::vector<std::byte>> instances_;
  std::vector<model::Layout> alone_;  // one layout for each monitored property
  std::vector<std::byte> packed_;
  std::optional<ConditionTree> condition_;
};

// True if the managers get the change that the entity has just made.
template <class Rule>
bool is_sent(const Rule& rule, const System& system, EntityId id, Step step) {
  if (change_level(id, step, system.update_period_steps) >= system.constraint_levels) return false;
  if constexpr (requires { rule.passes(id); }) return rule.passes(id);
  return true;
}

template <class Rule>
std::uint64_t follow(const System& system, std::uint64_t steps,
                     const std::function<bool()>& cancelled) {
  Rule rule(system);
  const auto entities = static_cast<EntityId>(system.entities());
  const auto managers = static_cast<ManagerId>(system.managers());
  std::uint64_t checksum = 0;
  for (Step step = 0; step < steps; ++step) {
    rule.begin(step);
    std::uint64_t sum = 0;
    std::uint64_t received = 0;
    std::uint64_t inbox_sum = 0;
    for (EntityId id = 0; id < entities; ++id) {
      const bool changed = rule.update(id, step);
      const bool sent = changed && is_sent(rule, system, id, step);
      for (std::uint32_t c = 0; c < system.monitors; ++c) {
        const std::uint64_t hash = component_hash(id, c, rule.value(id, c));
        sum += hash;
        if (sent) {
          ++received;
          inbox_sum += hash;
        }
      }
    }
    for (ManagerId id = 0; id < managers; ++id) {
      sum += manager_contribution(id, received, inbox_sum);
    }
    checksum += step_weight(step) * sum;
    if (cancelled && cancelled()) return checksum;
  }
  return checksum;
}

}  // namespace

std::uint64_t oracle_checksum(const System& system, std::uint64_t steps,
                              const std::function<bool()>& cancelled) {
  switch (system.behaviour) {
    case Behaviour::burst:
      return follow<BurstRule>(system, steps, cancelled);
    case Behaviour::flock:
      return follow<FlockRule>(system, steps, cancelled);
    case Behaviour::walkthrough:
      return follow<WalkRule>(system, steps, cancelled);
    case Behaviour::modelled:
      return follow<ModelRule>(system, steps, cancelled);
    case Behaviour::toggle:
      break;
  }
  return follow<ToggleRule>(system, steps, cancelled);
}

std::shared_ptr<const PassingChanges> count_passing_changes(
    const System& system, const std::function<bool()>& cancelled) {
  ModelRule rule(system);
  auto passing = std::make_shared<PassingChanges>(system.nodes());
  std::vector<std::uint32_t> by_node(system.nodes());
  for (Step step = 0; step < system.total_steps(); ++step) {
    EntityId id = 0;
    for (NodeIndex node = 0; node < system.nodes(); ++node) {
      by_node[node] = 0;
      for (std::uint64_t i = 0; i < system.entities_by_node[node]; ++i, ++id) {
        if (rule.update(id, step) && is_sent(rule, system, id, step)) ++by_node[node];
      }
    }
    passing->add(by_node);
    if (cancelled && cancelled()) return nullptr;
  }
  return passing;
}

std::uint64_t oracle_affordable_steps(const System& system) {
  // Takes 5 to 10 ns per component, some hundred per bird, about 40 ns per step; a slow machine needs a few seconds.
  constexpr std::uint64_t budget_ns = 1'000'000'000;
  std::uint64_t entity_ns = 8 * system.monitors + (system.sees_neighbours() ? 400 : 0);
  if (system.behaviour == Behaviour::modelled) {
    for (const ModelledRule::Property& one : system.modelled->monitored()) {
      entity_ns += 20 + 4 * one.bytes;
    }
    if (system.condition != nullptr) entity_ns += 20 * system.condition->size();
  }
  const std::uint64_t step_ns = 40 + system.entities() * entity_ns;
  return std::min(system.total_steps(), std::max<std::uint64_t>(1, budget_ns / step_ns));
}

}  // namespace orrery::universe
