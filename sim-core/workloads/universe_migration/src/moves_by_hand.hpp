// Moves by hand, between what the console says (nodes by name) and the universe system (by index).
//
// ask() belongs to the thread that hears the console, close() to the run's; told() is called in the hot loop.
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
  // Why it cannot be; nothing: it waits for its turn.
  std::optional<std::string> ask(const contracts::GiveMove& move);
  // The steps are over: from now on everything is refused.
  void close();
  // Says what became of one.
  void told(const universe::MoveOutcome& outcome) const;

 private:
  const contracts::WorkerPlan& plan_;
  const std::uint64_t entities_;
  const std::uint64_t warmup_steps_;
  const Say say_;
  universe::MoveRequests requests_;
  std::mutex asking_;  // protects what follows, and the asking side of the requests
  bool closed_ = false;
};

}  // namespace orrery::workloads::universe_migration
