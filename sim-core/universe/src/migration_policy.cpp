#include <algorithm>
#include <array>
#include <optional>

#include "orrery/universe/migration.hpp"

namespace orrery::universe {

namespace {

// The load of a node after the moves that have been decided so far.
struct Planned {
  const NodeLoad* load = nullptr;
  std::int64_t load_ns = 0;
};

class Decision {
 public:
  Decision(const MigrationRules& rules, Step next, std::span<const NodeLoad> loads,
           std::span<const PastMove> past)
      : rules_(rules), next_(next), past_(past) {
    for (const NodeLoad& load : loads) nodes_.push_back({&load, load.workload_ns});
  }

  std::vector<Move> threshold(bool weigh_traffic);
  std::vector<Move> balance();
  std::vector<Move> predictive();

 private:
  // True if the node received an entity in the last `steps` steps: its current load then says little.
  [[nodiscard]] bool settling(NodeIndex node, std::uint64_t steps) const {
    return std::ranges::any_of(past_, [&](const PastMove& one) {
      return one.move.to == node && one.step + steps >= next_;
    });
  }
  // True if an entity left the node in the last `steps` steps.
  [[nodiscard]] bool gave(NodeIndex node, std::uint64_t steps) const {
    return std::ranges::any_of(past_, [&](const PastMove& one) {
      return one.move.from == node && one.step + steps >= next_;
    });
  }
  // True if the entity moved in the last `steps` steps, or is to move now.
  [[nodiscard]] bool fresh(EntityId entity, std::uint64_t steps) const {
    return std::ranges::any_of(past_,
                               [&](const PastMove& one) {
                                 return one.move.entity == entity && one.step + steps >= next_;
                               }) ||
           std::ranges::any_of(moves_, [&](const Move& one) { return one.entity == entity; });
  }
  // True if a user moved the entity in the last 4 * settle_steps steps.
  [[nodiscard]] bool by_hand(EntityId entity) const {
    return std::ranges::any_of(past_, [&](const PastMove& one) {
      return one.move.entity == entity && one.move.cause == MigrationCause::manual &&
             one.step + 4 * rules_.settle_steps >= next_;
    });
  }
  Planned* least_but(NodeIndex node) {
    Planned* least = nullptr;
    for (Planned& one : nodes_) {
      if (one.load->node == node) continue;
      if (least == nullptr || one.load_ns < least->load_ns) least = &one;
    }
    return least;
  }
  void move(const EntityLoad& entity, std::int64_t cost_ns, Planned& from, Planned& to,
            MigrationCause cause) {
    moves_.push_back({entity.id, from.load->node, to.load->node, cause});
    from.load_ns -= cost_ns;
    to.load_ns += cost_ns;
  }

  const MigrationRules& rules_;
  const Step next_;
  const std::span<const PastMove> past_;
  std::vector<Planned> nodes_;
  std::vector<Move> moves_;
};

// True if the target will be less loaded than the source was: otherwise the overload would only move.
bool helps(const Planned& from, const Planned& to, std::int64_t cost_ns) {
  return to.load_ns + cost_ns < from.load_ns;
}

std::vector<Move> Decision::threshold(bool weigh_traffic) {
  for (Planned& from : nodes_) {
    // Both loads must exceed the threshold: moves decided above must not make a node volunteer.
    if (from.load->workload_ns <= rules_.threshold_ns || from.load_ns <= rules_.threshold_ns) {
      continue;
    }
    if (settling(from.load->node, rules_.settle_steps)) continue;
    const EntityLoad* chosen = nullptr;
    Planned* target = nullptr;
    double best = 0;
    for (const EntityLoad& entity : from.load->candidates) {
      if (by_hand(entity.id)) continue;
      for (Planned& to : nodes_) {
        if (&to == &from) continue;
        // The prototype takes the least loaded node, and only requires that it is not above the threshold.
        if (!weigh_traffic &&
            (&to != least_but(from.load->node) || to.load_ns > rules_.threshold_ns)) {
          continue;
        }
        if (weigh_traffic && !helps(from, to, entity.cost_ns)) continue;
        // The cost that leaves this node, as a share of the threshold. The policy `traffic` adds the state updates that no
        // longer cross between nodes, or subtracts those that begin to cross, as a share of the updates of all candidates.
        // It also adds a tenth of the target's room.
        double gain =
            static_cast<double>(entity.cost_ns) / static_cast<double>(rules_.threshold_ns);
        if (weigh_traffic) {
          std::uint64_t sent = 1;
          for (const EntityLoad& one : from.load->candidates) sent += one.state_bytes;
          const double share = static_cast<double>(entity.state_bytes) / static_cast<double>(sent);
          if (to.load->hosts_managers) gain += share;
          if (from.load->hosts_managers) gain -= share;
          const double room = static_cast<double>(rules_.threshold_ns - to.load_ns) /
                              static_cast<double>(rules_.threshold_ns);
          gain += 0.1 * room;
        }
        if (chosen == nullptr || gain > best) {
          chosen = &entity;
          target = &to;
          best = gain;
        }
      }
      // The prototype only considers the most expensive entity.
      if (!weigh_traffic) break;
    }
    if (chosen == nullptr) continue;
    move(*chosen, chosen->cost_ns, from, *target,
         weigh_traffic ? MigrationCause::traffic : MigrationCause::above_threshold);
  }
  return std::move(moves_);
}

std::vector<Move> Decision::balance() {
  // Differences below this are not worth a move.
  constexpr std::int64_t tolerance_percent = 10;
  if (nodes_.size() < 2) return {};
  const auto by_load = [](const Planned& a, const Planned& b) { return a.load_ns < b.load_ns; };
  Planned& from = *std::ranges::max_element(nodes_, by_load);
  Planned& to = *std::ranges::min_element(nodes_, by_load);
  const std::int64_t difference = from.load_ns - to.load_ns;
  if (difference * 100 <= from.load_ns * tolerance_percent) return {};
  if (settling(from.load->node, rules_.settle_steps) ||
      settling(to.load->node, rules_.settle_steps)) {
    return {};
  }
  const EntityLoad* chosen = nullptr;
  std::int64_t left = difference;
  for (const EntityLoad& entity : from.load->candidates) {
    if (fresh(entity.id, 4 * rules_.settle_steps)) continue;
    const std::int64_t then = std::abs(difference - 2 * entity.cost_ns);
    if (then < left) {
      left = then;
      chosen = &entity;
    }
  }
  if (chosen != nullptr) move(*chosen, chosen->cost_ns, from, to, MigrationCause::imbalance);
  return std::move(moves_);
}

std::vector<Move> Decision::predictive() {
  // The cost of a construction ends with its step, so it is left out instead of waiting until it is over.
  for (Planned& one : nodes_) {
    one.load_ns = std::max(one.load->forecast_ns, one.load->workload_ns - one.load->construct_ns);
  }
  for (Planned& from : nodes_) {
    if (from.load->forecast_ns <= rules_.threshold_ns || from.load_ns <= rules_.threshold_ns) {
      continue;
    }
    Planned* to = least_but(from.load->node);
    if (to == nullptr || gave(from.load->node, 4 * rules_.settle_steps)) continue;
    const std::int64_t too_much = from.load->forecast_ns - rules_.threshold_ns;
    // The growing entity with the greatest forecast takes the cause away, so one move is enough; entities that shrink need
    // none. It must fit on the target: otherwise the overload would only move.
    const EntityLoad* chosen = nullptr;
    for (const EntityLoad& entity : from.load->candidates) {
      if (fresh(entity.id, 4 * rules_.settle_steps)) continue;
      if (entity.forecast_ns < entity.cost_ns || entity.forecast_ns < too_much) continue;
      if (to->load_ns + entity.forecast_ns > rules_.threshold_ns) continue;
      if (chosen == nullptr || entity.forecast_ns > chosen->forecast_ns) chosen = &entity;
    }
    if (chosen == nullptr) continue;
    move(*chosen, chosen->forecast_ns, from, *to, MigrationCause::forecast);
  }
  return std::move(moves_);
}

}  // namespace

std::string_view to_string(MigrationPolicy policy) {
  static constexpr std::array<std::string_view, migration_policies> names{
      "none", "threshold", "balance", "predictive", "traffic"};
  return names.at(static_cast<std::size_t>(policy));
}

std::string_view to_string(MigrationCause cause) {
  static constexpr std::array<std::string_view, 5> names{"above_threshold", "imbalance", "forecast",
                                                         "traffic", "manual"};
  return names.at(static_cast<std::size_t>(cause));
}

std::vector<Move> decide(const MigrationRules& rules, Step next, std::span<const NodeLoad> loads,
                         std::span<const PastMove> past) {
  Decision decision(rules, next, loads, past);
  switch (rules.policy) {
    case MigrationPolicy::none:
      break;
    case MigrationPolicy::threshold:
      return decision.threshold(false);
    case MigrationPolicy::balance:
      return decision.balance();
    case MigrationPolicy::predictive:
      return decision.predictive();
    case MigrationPolicy::traffic:
      return decision.threshold(true);
  }
  return {};
}

}  // namespace orrery::universe
