// Updates under way on a lane, oldest first. Only the constructor allocates.
#pragma once

#include <memory>

#include "update.hpp"

namespace orrery::workloads::networked {

class Ring {
 public:
  explicit Ring(std::size_t room)
      : room_(room), updates_(std::make_unique_for_overwrite<Update[]>(room)) {}

  // False: the ring is full. The carrier makes every ring large enough that this cannot happen.
  [[nodiscard]] bool push(const Update& update) {
    if (count_ == room_) return false;
    updates_[wrapped(first_ + count_++)] = update;
    return true;
  }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] const Update& front() const { return updates_[first_]; }
  void pop() {
    first_ = wrapped(first_ + 1);
    --count_;
  }

 private:
  [[nodiscard]] std::size_t wrapped(std::size_t at) const { return at < room_ ? at : at - room_; }

  std::size_t room_;
  std::unique_ptr<Update[]> updates_;
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

}  // namespace orrery::workloads::networked
