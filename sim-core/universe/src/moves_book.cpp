#include "moves_book.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "orrery/base/clock.hpp"
#include "orrery/universe/checksum.hpp"

namespace orrery::universe {

MovesBook::MovesBook(const NodeConfig& config)
    : config_(config),
      system_(config.system),
      by_hand_(system_, config.node == 0 ? config.move_requests : nullptr, config.on_move) {
  message_.reserve(load_report_bytes);
  loads_.resize(system_.nodes());
  for (NodeIndex node = 0; node < system_.nodes(); ++node) {
    loads_[node].node = node;
    loads_[node].hosts_managers = system_.hosts_managers(node);
  }
}

bool MovesBook::refuse(const std::string& what) {
  if (!failure_) {
    failure_ = Failure{"protocol", "universe manager", what,
                       "run the same worker version on all nodes of a run"};
  }
  return false;
}

bool MovesBook::refuse_departure(EntityId entity) {
  return refuse("entity " + std::to_string(entity) + " was to leave node " +
                std::to_string(config_.node) + ", which does not have it");
}

bool MovesBook::order(Step step, NodeLinks& links) {
  for (const Move& move : decided_) {
    const OrderMessage message = order_of(move, step);
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

bool MovesBook::take(NodeIndex from, std::span<const std::byte> message) {
  switch (read_header(message.data()).kind) {
    case MessageKind::migration_order:
      return take_order(from, message);
    case MessageKind::load_report:
      return take_load_report(from, message);
    default:
      return false;
  }
}

bool MovesBook::take_order(NodeIndex from, std::span<const std::byte> message) {
  if (from != 0) return refuse("node " + std::to_string(from) + " sent an order, but is no master");
  Move move;
  if (!read_order(message, move)) return refuse("the master sent an unreadable order");
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

bool MovesBook::take_load_report(NodeIndex from, std::span<const std::byte> message) {
  if (config_.node != 0) {
    return refuse("node " + std::to_string(from) + " sent a load report, which are the master's");
  }
  std::vector<MigrationRecord> arrivals;
  NodeLoad& load = loads_[from];
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

bool MovesBook::take_entity(NodeIndex from, std::span<const std::byte> message,
                            std::size_t state_size, const Has& has, ArrivingEntity& entity) {
  if (message.size() != sizeof(EntityStateHead) + state_size) {
    return refuse("node " + std::to_string(from) + " sent an entity of wrong size");
  }
  entity.begun_ns = base::now_ns();
  entity.from = from;
  EntityStateHead& head = entity.head;
  std::memcpy(&head, message.data(), sizeof(head));
  entity.state = message.subspan(sizeof(head));
  const EntityId id = entity.id();
  const auto cause = static_cast<MigrationCause>(head.header.component);
  if (head.header.component > static_cast<std::uint16_t>(MigrationCause::manual) ||
      !is_valid(Move{id, from, config_.node, cause}, system_) || !is_valid(head)) {
    return refuse("node " + std::to_string(from) + " sent entity " + std::to_string(id) +
                  " with values out of range; the system has " +
                  std::to_string(system_.entities()) + " entities");
  }
  if (head.hash != hash_of_bytes(entity.state) || has(id)) {
    return refuse("entity " + std::to_string(id) + " came altered, or twice, from node " +
                  std::to_string(from));
  }
  return true;
}

void MovesBook::constructed(Step step, const ArrivingEntity& entity, std::int64_t done_ns) {
  const EntityStateHead& head = entity.head;
  const std::int64_t pause = config_.nodes_on_host > 1
                                 ? done_ns - head.began_ns
                                 : head.packed_ns + (done_ns - entity.begun_ns);
  const auto cause = static_cast<MigrationCause>(head.header.component);
  const MigrationRecord came{
      step, {entity.id(), entity.from, config_.node, cause}, entity.state.size(), pause};
  if (config_.node == 0) {
    record(came);
  } else {
    untold_.push_back(came);
  }
}

bool MovesBook::report(Step step, const NodeLoad& load, NodeLinks& links) {
  if (!arrivals_complete()) {
    return refuse("more entities came to node " + std::to_string(config_.node) + " than were sent");
  }
  if (config_.node == 0) return true;
  const std::size_t told = std::min(most_arrivals_told, untold_.size());
  write_load_report(message_, step, load, std::span(untold_).first(told));
  untold_.erase(untold_.begin(), untold_.begin() + static_cast<std::ptrdiff_t>(told));
  return links.send(0, message_);
}

void MovesBook::close() {
  sent_.clear();
  std::swap(sent_, leaving_);
  expected_.clear();
  arrived_ = 0;
}

bool MovesBook::begin_decision(Step step, const NodeLoad& load) {
  sent_.clear();  // all nodes have ended the step
  loads_[config_.node] = load;
  if (step + 1 == system_.total_steps()) return false;
  by_hand_.decide(step + 1, decided_);
  return true;
}

void MovesBook::add(std::span<const Move> policy) {
  by_hand_.note(policy);
  decided_.insert(decided_.end(), policy.begin(), policy.end());
}

std::string MovesBook::account(std::size_t held, const Has& has) const {
  std::string said = "node " + std::to_string(config_.node) + " held " + std::to_string(held) +
                     " of " + std::to_string(system_.entities()) + " entities";
  const auto was_sent = [&](const Move& move) {
    said += "; entity " + std::to_string(move.entity) + " had been sent to node " +
            std::to_string(move.to);
  };
  std::ranges::for_each(sent_, was_sent);
  for (const Move& move : leaving_) {
    // An entity that must leave but has not been packed is still here.
    if (!has(move.entity)) was_sent(move);
  }
  for (const Move& move : expected_) {
    said += "; entity " + std::to_string(move.entity) +
            (has(move.entity) ? " had come from node " : " was awaited from node ") +
            std::to_string(move.from);
  }
  return said;
}

std::vector<Move> MoveDecider::decide(Step next, std::span<const NodeLoad> loads,
                                      std::size_t room) {
  const std::uint64_t memory = 4 * rules_.settle_steps + 1;
  std::erase_if(past_, [&](const PastMove& one) { return one.step + memory < next; });
  std::vector<Move> policy = universe::decide(rules_, next, loads, past_);
  // All entities could go to one node, and its load report has room for so many arrivals.
  policy.resize(std::min(policy.size(), room));
  for (const Move& move : policy) past_.push_back({next, move});
  return policy;
}

}  // namespace orrery::universe
