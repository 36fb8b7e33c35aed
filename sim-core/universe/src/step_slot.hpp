// What a universe manager knows of a step in progress.
//
// A slave may receive messages of step s + 1 from other slaves while it still waits for the master's notice of this step.
// So two steps are open at once; the step number of a message tells its slot. A message of any other step is a protocol
// error.
#pragma once

#include <array>
#include <cstdint>

#include "orrery/universe/message.hpp"

namespace orrery::universe {

struct StepSlot {
  Step step = 0;
  MessageCounts counts;
  std::uint64_t relays_announced = 0;  // by the other nodes' state_complete
  bool notified = false;               // by the master
};

// The slot of the previous step stays unchanged until it is cleared: its counts may be checked during the next step.
class StepSlots {
 public:
  StepSlots() {
    slots_[0].step = 0;
    slots_[1].step = 1;
  }
  StepSlot& current() { return slots_[current_ & 1]; }
  StepSlot& previous() { return slots_[~current_ & 1]; }
  StepSlot* of(Step step) {
    StepSlot& slot = slots_[step & 1];
    return slot.step == step ? &slot : nullptr;
  }
  // Ends the current step.
  void advance() { ++current_; }
  // Call it after advance(), before any node can send a message of the step after the current one.
  void clear_previous() {
    previous() = StepSlot{};
    previous().step = current_ + 1;
  }

 private:
  Step current_ = 0;
  std::array<StepSlot, 2> slots_;
};

}  // namespace orrery::universe
