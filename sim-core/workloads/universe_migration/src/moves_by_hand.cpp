#include "moves_by_hand.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace orrery::workloads::universe_migration {

namespace {

std::string text(std::uint64_t value) { return std::to_string(value); }
std::string unknown(const std::string& node) { return "there is no node " + node + " in this run"; }
constexpr const char* too_late = "the run's steps were over before it";

std::optional<universe::NodeIndex> index_of(const contracts::WorkerPlan& plan,
                                            const std::string& name) {
  const auto at = std::ranges::find(plan.nodes, name, &contracts::PlanNode::name);
  if (at == plan.nodes.end()) return std::nullopt;
  return static_cast<universe::NodeIndex>(at - plan.nodes.begin());
}

}  // namespace

MovesByHand::MovesByHand(const contracts::WorkerPlan& plan, const universe::System& system, Say say)
    : plan_(plan),
      entities_(system.entities()),
      warmup_steps_(system.warmup_steps),
      say_(std::move(say)) {}

std::optional<std::string> MovesByHand::ask(const contracts::GiveMove& move) {
  universe::MoveRequest request;
  request.number = move.number;
  const auto to = index_of(plan_, move.order.to_node);
  if (!to) return unknown(move.order.to_node);
  request.to = *to;
  if (const auto* one = std::get_if<contracts::OneEntity>(&move.order.what)) {
    if (one->entity >= entities_) {
      return "there is no entity " + text(one->entity) + "; they are 0 to " + text(entities_ - 1);
    }
    request.entity = static_cast<universe::EntityId>(one->entity);
  } else {
    const auto& share = std::get<contracts::ShareOfNode>(move.order.what);
    const auto from = index_of(plan_, share.from_node);
    if (!from) return unknown(share.from_node);
    if (*from == *to) return share.from_node + " has them already";
    request.from = *from;
    request.share = share.share;
  }
  const std::lock_guard lock(asking_);
  if (closed_) return too_late;
  if (requests_.ask(request)) return std::nullopt;
  return text(universe::most_waiting_moves) + " moves wait already; ask again when they are done";
}

void MovesByHand::close() {
  const std::lock_guard lock(asking_);
  closed_ = true;
}

void MovesByHand::told(const universe::MoveOutcome& outcome) const {
  const universe::MoveRequest& request = outcome.request;
  const std::string& to = plan_.nodes[request.to].name;
  const std::string& from = plan_.nodes[outcome.from].name;
  const bool share = request.share > 0;
  std::string said = "move " + text(request.number) + ": ";
  if (outcome.moves > 0) {
    said += share ? text(outcome.moves) + (outcome.moves == 1 ? " entity" : " entities")
                  : "entity " + text(request.entity);
    said += " from " + from + " to " + to;
    if (outcome.cut_short) said += "; the run's steps were over before the rest";
  } else if (outcome.cut_short) {
    said += too_late;
  } else {
    said += share ? from + " has no entities"
                  : "entity " + text(request.entity) + " is on " + to + " already";
  }
  const std::uint64_t step = std::max(outcome.first_step, warmup_steps_) - warmup_steps_;
  say_({outcome.moves > 0 ? "move.done" : "move.refused", std::move(said), step});
}

}  // namespace orrery::workloads::universe_migration
