// Starts a step without a message to each entity. The cue is a word in shared memory that all entities of a node watch,
// like a multicast between processes. With a counter of the entities that have ended, the gate works like a deadline
// scheduler: its trigger is the cue to begin, and reaching the deadline tells that an entity has ended. So neither needs a
// message.
//
// Made before the entities are; processes inherit it by fork(). After that no call allocates or locks.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "orrery/base/doorbell.hpp"
#include "orrery/base/shared_memory.hpp"
#include "orrery/base/wait.hpp"
#include "orrery/transport/waitable.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::universe {

class StepGate final : public transport::Waitable {
 public:
  // `counts`: entities call ended() at the end of a step, and send no message. `bell` is the universe manager's.
  static base::Result<std::unique_ptr<StepGate>> create(std::uint64_t entities, bool counts,
                                                        std::shared_ptr<base::Doorbell> bell);

  // Called by the universe manager. open() gives the cue of a step, after all entities have ended the step before.
  void open(Step step);
  void finish() { cue(finish_cue); }
  // Tells the entities that the run is over: those that are threads end.
  void abandon() { cue(gone_cue); }
  // State updates that entities have sent in the step opened last. Complete when all entities have ended the step.
  [[nodiscard]] std::uint64_t updates_sent() const {
    return words_->sent.load(std::memory_order_acquire) - sent_before_;
  }
  // Called when the universe manager knows that all entities have ended the step.
  void taken() { open_ = false; }
  bool readable() override {
    return open_ && counts_ && words_->ended.load(std::memory_order_acquire) == due_;
  }
  bool writable() override { return false; }
  bool pump() override { return readable(); }
  bool alive() override { return true; }
  void want_writable(bool) override {}
  [[nodiscard]] base::Doorbell& bell() const override { return *bell_; }

  // Called by an entity: waits for a cue other than `last`, its cue before (0: none), and sets `last` to the new one.
  enum class Cue : std::uint8_t { step, finish, gone };
  Cue await(std::uint64_t& last, base::Waiter& waiter) const;
  [[nodiscard]] static Step step_of(std::uint64_t last) { return last - 1; }
  // The doorbell to wait by. All entities share it, so one system call wakes all that sleep.
  [[nodiscard]] base::Doorbell& cue_bell() const { return *cue_bell_; }
  [[nodiscard]] bool counts() const { return counts_; }
  void ended(std::uint64_t updates_sent);

 private:
  static constexpr std::uint64_t finish_cue = ~std::uint64_t{0};
  static constexpr std::uint64_t gone_cue = finish_cue - 1;
  struct Words {
    alignas(64) std::atomic<std::uint64_t> cue{0};    // step + 1
    alignas(64) std::atomic<std::uint64_t> ended{0};  // entities, over all steps
    std::atomic<std::uint64_t> sent{0};               // state updates, over all steps
  };

  StepGate(std::uint64_t entities, bool counts, base::SharedMemory memory,
           std::shared_ptr<base::Doorbell> bell, std::shared_ptr<base::Doorbell> cue_bell);
  void cue(std::uint64_t word);

  const std::uint64_t entities_;
  const bool counts_;
  const base::SharedMemory memory_;
  Words* const words_;
  const std::shared_ptr<base::Doorbell> bell_;
  const std::shared_ptr<base::Doorbell> cue_bell_;
  // Used by the universe manager only.
  bool open_ = false;
  std::uint64_t due_ = 0;
  std::uint64_t sent_before_ = 0;
};

}  // namespace orrery::universe
