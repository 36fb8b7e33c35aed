// The master's: makes moves of steps from what was asked by hand, in the order in which it was asked. It knows where every
// entity is, because every move is the master's order.
//
// Belongs to the universe manager's thread.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "orrery/universe/migration.hpp"
#include "orrery/universe/move_requests.hpp"

namespace orrery::universe {

class ManualMoves {
 public:
  // A step moves no more than these by hand, so that a large share does not stop the system.
  static constexpr std::size_t most_in_a_step = 32;

  // `requests` may be null: nobody ever asks. `tell` is called once for each request.
  ManualMoves(const System& system, MoveRequests* requests,
              std::function<void(const MoveOutcome&)> tell);

  // Adds the moves to make before step `next`; no entity twice.
  void decide(Step next, std::vector<Move>& moves);
  // Moves that a policy has decided.
  void note(std::span<const Move> moves);
  // The steps are over: tells of what is left.
  void close();

 private:
  struct Pending {
    MoveOutcome outcome;
    bool begun = false;
    std::uint64_t left = 0;  // of a share
    EntityId next = 0;       // of a share: those before it have been looked at
  };
  // False: not done yet, go on in the next step.
  bool carry_out(Pending& one, Step next, std::vector<Move>& moves);
  bool move(Pending& one, EntityId entity, Step next, std::vector<Move>& moves);

  MoveRequests* const requests_;
  const std::function<void(const MoveOutcome&)> tell_;
  std::vector<NodeIndex> at_;     // by entity; empty if nobody ever asks
  std::vector<Pending> pending_;  // first come, first served
};

}  // namespace orrery::universe
