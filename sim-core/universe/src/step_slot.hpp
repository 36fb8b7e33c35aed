// What a universe manager knows of a step that is under way.
//
// A slave may hear from other slaves of step s + 1 while it still waits for the master's notice of
// it: so two steps are open at once, and a message finds its own by its step number. A message of
// any other step breaks the protocol.
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

// The slot of the step before the current one stays as it was until it is cleared: its books may be closed while the next
// step is under way.
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
  // The current step is over.
  void advance() { ++current_; }
  // After advance(), before anybody can send anything of the step after the current one.
  void clear_previous() {
    previous() = StepSlot{};
    previous().step = current_ + 1;
  }

 private:
  Step current_ = 0;
  std::array<StepSlot, 2> slots_;
};

}  // namespace orrery::universe
