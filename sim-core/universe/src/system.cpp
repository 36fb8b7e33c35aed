#include "orrery/universe/system.hpp"

#include <algorithm>
#include <numeric>

#include "orrery/contracts/bounds.hpp"
#include "orrery/model/condition.hpp"
#include "orrery/universe/modelled_rule.hpp"
#include "orrery/universe/passing_changes.hpp"

#include "condition_tree.hpp"

namespace orrery::universe {

namespace {

constexpr std::uint64_t greatest_entities = 4'000'000;
constexpr std::uint64_t greatest_managers = 1024;
constexpr std::uint32_t greatest_monitors = 8;
constexpr std::uint32_t least_state_bytes = 8;
constexpr std::uint32_t greatest_state_bytes = 65'536;
constexpr std::size_t greatest_nodes = 256;
// With a constraint function, messages repeat after all_levels periods; the message model may have to sum over all these
// steps.
constexpr std::uint64_t greatest_filtered_period = 4096;

std::uint64_t sum(const std::vector<std::uint64_t>& counts, std::size_t end) {
  return std::accumulate(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(end),
                         std::uint64_t{0});
}

base::Error bad(const std::string& field, const std::string& value, const std::string& remedy) {
  return {base::ErrorCode::invalid_argument, "workload." + field + " is " + value + ": " + remedy};
}

template <class T>
base::Status in_range(const char* field, T value, T least, T greatest) {
  if (value >= least && value <= greatest) return {};
  return bad(field, std::to_string(value),
             "give a value from " + std::to_string(least) + " to " + std::to_string(greatest));
}

// Counting the changes that pass a constraint takes a time in proportion to these products.
base::Status check_countable(const System& system) {
  if (system.behaviour != Behaviour::modelled) {
    return bad("state.constraint", "of entities without a model", "leave it out");
  }
  const std::uint64_t parties = std::max<std::uint64_t>(system.entities(), system.nodes());
  if (system.total_steps() > contracts::most_counted_updates / parties) {
    return bad("steps", std::to_string(system.total_steps()) + " with the warm-up",
               "with a constraint of the model give at most " +
                   std::to_string(contracts::most_counted_updates / parties) + " for " +
                   std::to_string(parties) +
                   " entities: what passes is counted before the run, for at most " +
                   std::to_string(contracts::most_counted_updates) + " updates");
  }
  std::uint64_t bytes = 0;
  for (const ModelledRule::Property& one : system.modelled->monitored()) bytes += one.bytes;
  const std::uint64_t each_step = std::max<std::uint64_t>(1, system.entities() * bytes);
  if (system.total_steps() > most_counted_bytes / each_step) {
    return bad("steps", std::to_string(system.total_steps()) + " with the warm-up",
               "with a constraint of the model give at most " +
                   std::to_string(most_counted_bytes / each_step) + " for " +
                   std::to_string(system.entities()) + " entities that change " +
                   std::to_string(bytes) + " bytes each, or use fewer entities");
  }
  const auto tree = ConditionTree::read(system.condition->text(), system.modelled->layout());
  return tree ? base::Status{} : tree.error();
}

}  // namespace

std::uint64_t System::entities() const { return sum(entities_by_node, entities_by_node.size()); }

std::uint64_t System::managers() const { return sum(managers_by_node, managers_by_node.size()); }

EntityId System::first_entity(NodeIndex node) const {
  return static_cast<EntityId>(sum(entities_by_node, node));
}

ManagerId System::first_manager(NodeIndex node) const {
  return static_cast<ManagerId>(sum(managers_by_node, node));
}

System System::without_constraints() const {
  System system = *this;
  system.constraint_levels = all_levels;
  system.condition = nullptr;
  system.passing = nullptr;
  return system;
}

base::Status System::check() const {
  if (auto ok = check_before_counting(); !ok) return ok;
  if (condition == nullptr && passing == nullptr) return {};
  if (condition != nullptr && passing != nullptr && passing->nodes() == nodes() &&
      passing->steps() == total_steps()) {
    return {};
  }
  return bad("state.constraint", "without its own counts of changes", "count them for this system");
}

base::Status System::check_before_counting() const {
  if (auto ok = in_range<std::size_t>("entities_by_node (nodes)", entities_by_node.size(), 1,
                                      greatest_nodes);
      !ok) {
    return ok;
  }
  if (managers_by_node.size() != entities_by_node.size()) {
    return bad("managers_by_node", "of " + std::to_string(managers_by_node.size()) + " nodes",
               "give one count for each of the " + std::to_string(entities_by_node.size()) +
                   " nodes of entities_by_node");
  }
  for (const std::uint64_t count : entities_by_node) {
    if (auto ok = in_range<std::uint64_t>("entities_by_node", count, 0, greatest_entities); !ok) {
      return ok;
    }
  }
  for (const std::uint64_t count : managers_by_node) {
    if (auto ok = in_range<std::uint64_t>("managers_by_node", count, 0, greatest_managers); !ok) {
      return ok;
    }
  }
  if (auto ok = in_range<std::uint64_t>("entities_by_node (sum)", entities(), 1, greatest_entities);
      !ok) {
    return ok;
  }
  if (auto ok = in_range<std::uint32_t>("monitors", monitors, 1, greatest_monitors); !ok) return ok;
  if (auto ok = in_range("state_bytes", state_bytes, least_state_bytes, greatest_state_bytes);
      !ok) {
    return ok;
  }
  if (auto ok = in_range<std::uint64_t>("update_period_steps", update_period_steps, 1, 1'000'000);
      !ok) {
    return ok;
  }
  if (auto ok = in_range<std::uint32_t>("constraint_levels", constraint_levels, 1, all_levels);
      !ok) {
    return ok;
  }
  if (filtered() && update_period_steps > greatest_filtered_period) {
    return bad(
        "update_period_steps", std::to_string(update_period_steps),
        "with a constraint function give at most " + std::to_string(greatest_filtered_period));
  }
  // Written so that a NaN is refused too.
  if (!(changing_share >= 0 && changing_share <= 1)) {
    return bad("changing_share", std::to_string(changing_share), "give a share from 0 to 1");
  }
  if (auto ok = in_range<std::int64_t>("update_cost_us (ns)", update_cost_ns, 0, 1'000'000'000);
      !ok) {
    return ok;
  }
  if (auto ok = in_range<std::int64_t>("manager_cost_us (ns)", manager_cost_ns, 0, 1'000'000'000);
      !ok) {
    return ok;
  }
  if (behaviour == Behaviour::modelled) {
    if (modelled == nullptr || modelled->monitored().size() != monitors) {
      return bad("monitors", std::to_string(monitors),
                 "monitor as many properties as the model's rule");
    }
    if (modelled->greatest_bytes() > state_bytes) {
      return bad("state_bytes", std::to_string(state_bytes),
                 "give at least the " + std::to_string(modelled->greatest_bytes()) +
                     " bytes of the largest monitored property");
    }
  }
  if (condition != nullptr) {
    if (auto ok = check_countable(*this); !ok) return ok;
  }
  if (behaviour == Behaviour::burst) {
    if (filtered() || control != StepControl::messages || state_flow != StateFlow::by_monitor) {
      return bad("behaviour", "burst", "leave constraint function and message switches alone");
    }
    if (auto ok = in_range<std::uint64_t>("carried_bytes", carried_bytes, 24, 1'048'576); !ok) {
      return ok;
    }
    if (carried_bytes % 8 != 0) {
      return bad("carried_bytes", std::to_string(carried_bytes), "give a multiple of 8");
    }
    if (!(burst_peak >= 0 && burst_peak <= 1000)) {
      return bad("burst_peak", std::to_string(burst_peak), "give a value from 0 to 1000");
    }
    if (auto ok = in_range<std::uint64_t>("burst_rise_steps", burst_rise_steps, 1, 1'000'000);
        !ok) {
      return ok;
    }
  }
  // The change schedule is for the other behaviours: these entities all change in every step.
  if (behaviour == Behaviour::burst || behaviour == Behaviour::flock) {
    if (changing_share != 1) {
      return bad("changing_share", std::to_string(changing_share),
                 "give 1: bursting entities and birds of a flock all change");
    }
    if (update_period_steps != 1) {
      return bad("update_period_steps", std::to_string(update_period_steps),
                 "give 1: bursting entities and birds of a flock change in every step");
    }
  }
  if (auto ok = in_range<std::uint64_t>("warmup_steps", warmup_steps, 0, 1'000'000); !ok) return ok;
  return in_range<std::uint64_t>("steps", measured_steps, 1, 100'000'000);
}

}  // namespace orrery::universe
