// The cue of a step without a message to each entity: a word in shared memory that all entities of a node watch, a multicast
// between processes. With a counter of those that have ended it does what a deadline scheduler would: its trigger is the cue
// to begin, and reaching the deadline says that an entity has ended, so that neither needs a message.
//
// Made before the entities are; processes inherit it by fork(). Nothing allocates or locks after that.
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
  // `counts`: entities say by ended() that they have ended a step. `bell` is the universe manager's.
  static base::Result<std::unique_ptr<StepGate>> create(std::uint64_t entities, bool counts,
                                                        std::shared_ptr<base::Doorbell> bell);

  // The universe manager's. One cue after the other: a step's only when all entities have ended the one before.
  void open(Step step);
  void finish() { cue(finish_cue); }
  // No more is to be expected: entities that are threads end.
  void abandon() { cue(gone_cue); }
  // In the step that was opened last: state updates that entities have sent; complete when all have ended it.
  [[nodiscard]] std::uint64_t updates_sent() const {
    return words_->sent.load(std::memory_order_acquire) - sent_before_;
  }
  // What it had to tell, all entities having ended, is known.
  void taken() { open_ = false; }
  bool readable() override {
    return open_ && counts_ && words_->ended.load(std::memory_order_acquire) == due_;
  }
  bool writable() override { return false; }
  bool pump() override { return readable(); }
  bool alive() override { return true; }
  void want_writable(bool) override {}
  [[nodiscard]] base::Doorbell& bell() const override { return *bell_; }

  // An entity's. `last` is the cue that it had before (0: none); waits for another.
  enum class Cue : std::uint8_t { step, finish, gone };
  Cue await(std::uint64_t& last, base::Waiter& waiter) const;
  [[nodiscard]] static Step step_of(std::uint64_t last) { return last - 1; }
  // To wait by: one for all entities, so that one system call wakes all that sleep.
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
  // The universe manager's.
  bool open_ = false;
  std::uint64_t due_ = 0;
  std::uint64_t sent_before_ = 0;
};

}  // namespace orrery::universe
