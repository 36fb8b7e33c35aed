// Converts moves that a user orders at the console (nodes by name) to requests to the universe system (nodes by index), and
// their outcomes to events.
//
// The thread that reads the console's messages calls ask(). The run's thread calls close(). The hot loop calls told().
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "orrery/contracts/contracts.hpp"
#include "orrery/universe/move_requests.hpp"

namespace orrery::workloads::universe_migration {

class MovesByHand {
 public:
  using Say = std::function<void(const contracts::Event&)>;

  MovesByHand(const contracts::WorkerPlan& plan, const universe::System& system, Say say);

  [[nodiscard]] universe::MoveRequests& requests() { return requests_; }
  // Returns the reason for a refusal. Empty: the move is queued.
  std::optional<std::string> ask(const contracts::GiveMove& move);
  // Called when the steps are over: ask() then refuses everything.
  void close();
  // Reports the outcome of a move as an event.
  void told(const universe::MoveOutcome& outcome) const;

 private:
  const contracts::WorkerPlan& plan_;
  const std::uint64_t entities_;
  const std::uint64_t warmup_steps_;
  const Say say_;
  universe::MoveRequests requests_;
  std::mutex asking_;  // protects closed_ and the asking side of requests_
  bool closed_ = false;
};

}  // namespace orrery::workloads::universe_migration
