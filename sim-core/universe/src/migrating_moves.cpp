// The moves of MigratingParties: orders, departures, arrivals, reports.
#include <algorithm>
#include <utility>

#include "orrery/base/clock.hpp"

#include "migrating_parties.hpp"

namespace orrery::universe {

bool MigratingParties::refuse(const std::string& what) {
  if (!failure_) {
    failure_ = Failure{"protocol", "universe manager", what,
                       "run the same worker version on all nodes of a run"};
  }
  return false;
}

bool MigratingParties::order(StepSlot& slot, NodeLinks& links) {
  for (const Move& move : decided_) {
    const OrderMessage message{{MessageKind::migration_order,
                                static_cast<std::uint16_t>(move.cause), move.entity, slot.step},
                               move.from,
                               move.to};
    for (const NodeIndex node : {move.from, move.to}) {
      if (node != config_.node && !links.send(node, std::as_bytes(std::span(&message, 1)))) {
        return false;
      }
    }
    if (move.from == config_.node) leaving_.push_back(move);
    if (move.to == config_.node) expected_.push_back(move);
  }
  decided_.clear();
  return true;
}

bool MigratingParties::take_migration(NodeIndex from, std::span<const std::byte> message,
                                      StepSlot& slot) {
  switch (read_header(message.data()).kind) {
    case MessageKind::migration_order:
      return take_order(from, message);
    case MessageKind::entity_state:
      return take_entity(from, message, slot);
    case MessageKind::load_report: {
      if (config_.node != 0) {
        return refuse("node " + std::to_string(from) +
                      " sent a load report, which are the master's");
      }
      std::vector<MigrationRecord> arrivals;
      NodeLoad& load = loads_[from];
      load.node = from;
      load.hosts_managers = system_.hosts_managers(from);
      const auto is_arrival = [&](const MigrationRecord& arrival) {
        return arrival.move.to == from && is_valid(arrival.move, system_);
      };
      if (!read_load_report(message, load, arrivals) || !is_valid(load, system_) ||
          !std::ranges::all_of(arrivals, is_arrival)) {
        return refuse("node " + std::to_string(from) + " sent an unusable load report");
      }
      for (const MigrationRecord& arrival : arrivals) record(arrival);
      return true;
    }
    default:
      return false;
  }
}

bool MigratingParties::take_order(NodeIndex from, std::span<const std::byte> message) {
  if (from != 0) return refuse("node " + std::to_string(from) + " sent an order, but is no master");
  if (message.size() != sizeof(OrderMessage)) return refuse("the master sent an unreadable order");
  OrderMessage order;
  std::memcpy(&order, message.data(), sizeof(order));
  const Move move{order.header.source, order.from, order.to,
                  static_cast<MigrationCause>(order.header.component)};
  // A step has at most one order for each entity: a peer that repeats orders must not make the vectors grow.
  if (!is_valid(move, system_) || leaving_.size() + expected_.size() >= system_.entities()) {
    return refuse("the master ordered to move entity " + std::to_string(move.entity) +
                  " from node " + std::to_string(move.from) + " to node " +
                  std::to_string(move.to) + ", which cannot be");
  }
  if (move.from == config_.node) leaving_.push_back(move);
  if (move.to == config_.node) expected_.push_back(move);
  return true;
}

bool MigratingParties::depart(StepSlot& slot, NodeLinks& links) {
  sent_.clear();  // a new step: all nodes have ended the one before
  for (const Move& move : leaving_) {
    const std::int64_t began = base::now_ns();
    const auto at = std::ranges::find(table_, move.entity, &Entity::id);
    if (at == table_.end()) {
      return refuse("entity " + std::to_string(move.entity) + " was to leave node " +
                    std::to_string(config_.node) + ", which does not have it");
    }
    message_.resize(sizeof(EntityStateHead) + state_size_);
    std::byte* const packed = message_.data() + sizeof(EntityStateHead);
    std::memcpy(packed, state_of(at->place), state_size_);
    EntityStateHead head;
    head.header = {MessageKind::entity_state, static_cast<std::uint16_t>(move.cause), move.entity,
                   slot.step};
    head.hash = hash_of_bytes({packed, state_size_});
    head.history = at->history;
    head.began_ns = began;
    head.packed_ns = base::now_ns() - began;
    std::memcpy(message_.data(), &head, sizeof(head));
    if (!links.send(move.to, message_)) return false;
    // From here on the entity exists only in the message.
    class_.destruct(at->id, state_of(at->place));
    ++costs_.destructed;
    free_.push_back(at->place);
    *at = table_.back();
    table_.pop_back();
  }
  return links.flush();
}

bool MigratingParties::take_entity(NodeIndex from, std::span<const std::byte> message,
                                   StepSlot& slot) {
  EntityStateHead head;
  if (message.size() != sizeof(head) + state_size_) {
    return refuse("node " + std::to_string(from) + " sent an entity of wrong size");
  }
  const std::int64_t begun = base::now_ns();
  std::memcpy(&head, message.data(), sizeof(head));
  const std::span packed = message.subspan(sizeof(head));
  const EntityId id = head.header.source;
  const auto cause = static_cast<MigrationCause>(head.header.component);
  if (head.header.component > static_cast<std::uint16_t>(MigrationCause::manual) ||
      !is_valid(Move{id, from, config_.node, cause}, system_) || !is_valid(head)) {
    return refuse("node " + std::to_string(from) + " sent entity " + std::to_string(id) +
                  " with values out of range; the system has " +
                  std::to_string(system_.entities()) + " entities");
  }
  if (head.hash != hash_of_bytes(packed) ||
      std::ranges::find(table_, id, &Entity::id) != table_.end()) {
    return refuse("entity " + std::to_string(id) + " came altered, or twice, from node " +
                  std::to_string(from));
  }
  const std::int64_t cpu_before = base::thread_cpu_ns();
  Entity& entity = add(id);
  entity.history = head.history;
  std::memcpy(state_of(entity.place), packed.data(), packed.size());
  if (config_.construct_cost_ns > 0) work_.burn(config_.construct_cost_ns);
  const std::int64_t measured = base::thread_cpu_ns() - cpu_before;
  entity.construct_ns = config_.migration->nominal_loads ? config_.construct_cost_ns : measured;
  ++costs_.constructed;
  costs_.construct_ns += measured;
  ++arrived_;

  const std::int64_t done = base::now_ns();
  const std::int64_t pause =
      config_.nodes_on_host > 1 ? done - head.began_ns : head.packed_ns + (done - begun);
  const MigrationRecord came{slot.step, {id, from, config_.node, cause}, packed.size(), pause};
  if (config_.node == 0) {
    record(came);
  } else {
    untold_.push_back(came);
  }
  return true;
}

void MigratingParties::record(const MigrationRecord& record) {
  if (config_.on_migration) config_.on_migration(record);
}

void MigratingParties::sum_up(Step step) {
  const auto scaled = [this](std::int64_t ns) {
    return static_cast<std::int64_t>(static_cast<double>(ns) * config_.load_scale);
  };
  load_ = NodeLoad{};
  load_.node = config_.node;
  load_.hosts_managers = inboxes_.managers() > 0;
  load_.entities = table_.size();
  for (Entity& entity : table_) {
    const EntityHistory& history = entity.history;
    const std::int64_t forecast = std::max<std::int64_t>(
        0, history.cost_ns + history.slope_ns * static_cast<std::int64_t>(forecast_steps));
    load_.workload_ns += scaled(history.cost_ns + entity.construct_ns);
    load_.construct_ns += scaled(entity.construct_ns);
    load_.forecast_ns += scaled(forecast);
    const std::uint64_t sent = system_.monitored() ? message_bytes_ * class_.components() : 0;
    load_.candidates.push_back({entity.id, scaled(history.cost_ns), scaled(forecast), sent});
    entity.construct_ns = 0;
  }
  const auto dearer = [](const EntityLoad& a, const EntityLoad& b) {
    return a.cost_ns != b.cost_ns ? a.cost_ns > b.cost_ns : a.id < b.id;
  };
  const std::size_t told = std::min(most_candidates, load_.candidates.size());
  std::partial_sort(load_.candidates.begin(),
                    load_.candidates.begin() + static_cast<std::ptrdiff_t>(told),
                    load_.candidates.end(), dearer);
  load_.candidates.resize(told);

  if (step < system_.warmup_steps) return;
  totals_.workload_ns += load_.workload_ns;
  totals_.greatest_workload_ns = std::max(totals_.greatest_workload_ns, load_.workload_ns);
  if (told > 0) {
    totals_.greatest_entity_ns =
        std::max(totals_.greatest_entity_ns, load_.candidates.front().cost_ns);
  }
  if (load_.workload_ns > config_.migration->threshold_ns) ++totals_.steps_above_threshold;
}

void MigratingParties::report_loads(NodeReport& report) const {
  report.greatest_workload_ns = totals_.greatest_workload_ns;
  report.workload_ns = totals_.workload_ns;
  report.greatest_entity_ns = totals_.greatest_entity_ns;
  report.steps_above_threshold = totals_.steps_above_threshold;
}

bool MigratingParties::report(Step step, NodeLinks& links) {
  if (arrived_ != expected_.size()) {
    return refuse("more entities came to node " + std::to_string(config_.node) + " than were sent");
  }
  sum_up(step);
  if (config_.node == 0) return true;
  const std::size_t told = std::min(most_arrivals_told, untold_.size());
  write_load_report(message_, step, load_, std::span(untold_).first(told));
  untold_.erase(untold_.begin(), untold_.begin() + static_cast<std::ptrdiff_t>(told));
  return links.send(0, message_);
}

void MigratingParties::close_moves() {
  sent_.clear();
  std::swap(sent_, leaving_);
  expected_.clear();
  arrived_ = 0;
}

void MigratingParties::decide(Step step) {
  sent_.clear();  // all nodes have ended the step
  loads_[0] = load_;
  if (step + 1 == system_.total_steps()) return;
  const Step next = step + 1;
  const std::uint64_t memory = 4 * config_.migration->settle_steps + 1;
  std::erase_if(past_, [&](const PastMove& one) { return one.step + memory < next; });
  by_hand_.decide(next, decided_);
  for (const Move& move : decided_) past_.push_back({next, move});
  std::vector<Move> policy = universe::decide(*config_.migration, next, loads_, past_);
  // All entities could go to one node, and its load report has room for this many arrivals.
  policy.resize(std::min(policy.size(), most_arrivals_told - decided_.size()));
  by_hand_.note(policy);
  for (const Move& move : policy) {
    decided_.push_back(move);
    past_.push_back({next, move});
  }
}

}  // namespace orrery::universe
