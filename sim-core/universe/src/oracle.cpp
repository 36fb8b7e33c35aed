#include "orrery/universe/oracle.hpp"

#include <algorithm>
#include <vector>

#include "orrery/universe/burst.hpp"
#include "orrery/universe/change_schedule.hpp"
#include "orrery/universe/checksum.hpp"
#include "orrery/universe/toggle_rule.hpp"

namespace orrery::universe {

namespace {

// Every entity changes in every step, and tells every manager.
std::uint64_t burst_checksum(const System& system, std::uint64_t steps,
                             const std::function<bool()>& cancelled) {
  const BurstRules rules{system.burst_every_steps, system.burst_rise_steps, system.burst_peak};
  std::vector<BurstState> states(system.entities());
  for (EntityId id = 0; id < states.size(); ++id) {
    states[id].value = toggle_initial(system.seed, id, 0);
  }
  std::uint64_t checksum = 0;
  for (Step step = 0; step < steps; ++step) {
    std::uint64_t sum = 0;
    for (EntityId id = 0; id < states.size(); ++id) {
      burst_next(rules, system.seed, id, step, states[id]);
      for (std::uint32_t c = 0; c < system.monitors; ++c) {
        sum += component_hash(id, c, burst_component(states[id].value, c));
      }
    }
    const std::uint64_t inbox = sum;
    for (ManagerId id = 0; id < system.managers(); ++id) {
      sum += manager_contribution(id, states.size() * system.monitors, inbox);
    }
    checksum += step_weight(step) * sum;
    if (cancelled && cancelled()) return checksum;
  }
  return checksum;
}

}  // namespace

std::uint64_t oracle_checksum(const System& system, std::uint64_t steps,
                              const std::function<bool()>& cancelled) {
  if (system.behaviour == Behaviour::burst) return burst_checksum(system, steps, cancelled);
  const ChangeSchedule schedule(system);
  const auto entities = static_cast<EntityId>(system.entities());
  const auto managers = static_cast<ManagerId>(system.managers());
  const std::uint32_t components = system.monitors;

  std::vector<std::uint64_t> state;
  std::vector<bool> changing;
  for (EntityId id = 0; id < entities; ++id) {
    changing.push_back(schedule.is_changing(id));
    for (std::uint32_t c = 0; c < components; ++c) {
      state.push_back(toggle_initial(system.seed, id, c));
    }
  }

  std::uint64_t checksum = 0;
  for (Step step = 0; step < steps; ++step) {
    std::uint64_t sum = 0;
    std::uint64_t received = 0;
    std::uint64_t inbox_sum = 0;
    for (EntityId id = 0; id < entities; ++id) {
      const bool changes = changing[id] && (step + id) % system.update_period_steps == 0;
      for (std::uint32_t c = 0; c < components; ++c) {
        std::uint64_t& value = state[std::size_t{id} * components + c];
        if (changes) value = toggle_next(value, step);
        const std::uint64_t hash = component_hash(id, c, value);
        sum += hash;
        if (changes) {
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

std::uint64_t oracle_affordable_steps(const System& system) {
  // 5 to 10 ns a component, about 40 ns a step; a slow machine takes a few seconds.
  constexpr std::uint64_t budget_ns = 1'000'000'000;
  const std::uint64_t step_ns = 40 + 8 * system.entities() * system.monitors;
  return std::min(system.total_steps(), std::max<std::uint64_t>(1, budget_ns / step_ns));
}

}  // namespace orrery::universe
