#include "manual_moves.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace orrery::universe {

ManualMoves::ManualMoves(const System& system, MoveRequests* requests,
                         std::function<void(const MoveOutcome&)> tell)
    : requests_(requests), tell_(std::move(tell)) {
  if (requests_ == nullptr) return;
  at_.reserve(system.entities());
  for (NodeIndex node = 0; node < system.nodes(); ++node) {
    at_.insert(at_.end(), system.entities_by_node[node], node);
  }
  pending_.reserve(2 * most_waiting_moves);
}

void ManualMoves::decide(Step next, std::vector<Move>& moves) {
  if (requests_ == nullptr) return;
  // Further requests wait in the queue; when it is full, the requester is told that there is no room.
  if (pending_.size() <= most_waiting_moves) {
    requests_->drain([&](const MoveRequest& request) {
      Pending& one = pending_.emplace_back();
      one.outcome.request = request;
    });
  }
  auto done = pending_.begin();
  while (done != pending_.end() && carry_out(*done, next, moves)) {
    tell_(done->outcome);
    ++done;
  }
  pending_.erase(pending_.begin(), done);
}

void ManualMoves::note(std::span<const Move> moves) {
  if (requests_ == nullptr) return;
  for (const Move& move : moves) at_[move.entity] = move.to;
}

void ManualMoves::close() {
  if (requests_ == nullptr) return;
  for (Pending& one : std::exchange(pending_, {})) {
    one.outcome.cut_short = true;
    tell_(one.outcome);
  }
  requests_->drain([&](const MoveRequest& request) {
    MoveOutcome outcome;
    outcome.request = request;
    outcome.cut_short = true;
    tell_(outcome);
  });
}

bool ManualMoves::carry_out(Pending& one, Step next, std::vector<Move>& moves) {
  const MoveRequest& request = one.outcome.request;
  if (request.share == 0) {
    one.outcome.from = at_[request.entity];
    return at_[request.entity] == request.to || move(one, request.entity, next, moves);
  }
  one.outcome.from = request.from;
  if (!one.begun) {
    const auto there = static_cast<std::uint64_t>(std::ranges::count(at_, request.from));
    const auto wanted =
        static_cast<std::uint64_t>(std::llround(request.share * static_cast<double>(there)));
    one.left = std::clamp<std::uint64_t>(wanted, std::min<std::uint64_t>(1, there), there);
    one.begun = true;
  }
  for (; one.left > 0 && one.next < at_.size(); ++one.next) {
    if (at_[one.next] != request.from) continue;
    if (!move(one, one.next, next, moves)) return false;
    --one.left;
  }
  return true;
}

bool ManualMoves::move(Pending& one, EntityId entity, Step next, std::vector<Move>& moves) {
  const bool moving =
      std::ranges::any_of(moves, [&](const Move& other) { return other.entity == entity; });
  if (moving || moves.size() == most_in_a_step) return false;
  moves.push_back({entity, at_[entity], one.outcome.request.to, MigrationCause::manual});
  at_[entity] = one.outcome.request.to;
  if (++one.outcome.moves == 1) one.outcome.first_step = next;
  one.outcome.last_step = next;
  return true;
}

}  // namespace orrery::universe
