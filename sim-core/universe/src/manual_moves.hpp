// Turns requests for moves into the moves of steps, on the master, in the order of the requests. It knows where every
// entity is, because the master orders every move.
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
  // Greatest number of manual moves in a step, so that a large share does not stop the system.
  static constexpr std::size_t most_in_a_step = 32;

  // `requests` may be null: then nothing is ever requested. `tell` is called once for each request, with its outcome.
  ManualMoves(const System& system, MoveRequests* requests,
              std::function<void(const MoveOutcome&)> tell);

  // Adds the moves to make before step `next`. No entity moves twice in a step.
  void decide(Step next, std::vector<Move>& moves);
  // Notes the moves that a policy has decided.
  void note(std::span<const Move> moves);
  // Called after the last step: tells the outcome of all open requests.
  void close();

 private:
  struct Pending {
    MoveOutcome outcome;
    bool begun = false;
    std::uint64_t left = 0;  // for a share: moves still to make
    EntityId next = 0;       // for a share: all entities before it have been looked at
  };
  // Adds the moves of one request. Returns false if the request must go on in the next step.
  bool carry_out(Pending& one, Step next, std::vector<Move>& moves);
  bool move(Pending& one, EntityId entity, Step next, std::vector<Move>& moves);

  MoveRequests* const requests_;
  const std::function<void(const MoveOutcome&)> tell_;
  std::vector<NodeIndex> at_;     // node of each entity; empty without requests
  std::vector<Pending> pending_;  // first come, first served
};

}  // namespace orrery::universe
