// The clock of a node: the only way by which it reads time, and by which it waits.
#pragma once

#include <cstdint>

#include "orrery/base/clock.hpp"

namespace orrery::rti {

// Time that passes only while nodes wait: all nodes that share it can be in one thread.
class SimulatedTime {
 public:
  SimulatedTime() = default;
  SimulatedTime(const SimulatedTime&) = delete;
  SimulatedTime& operator=(const SimulatedTime&) = delete;
  virtual ~SimulatedTime() = default;

  [[nodiscard]] virtual std::int64_t now_ns() const = 0;
  // Called while node `self` waits. Lets time pass until something may have come to it, or until `deadline_ns`. It may call
  // other nodes, but not this one. Returns whether something may have come.
  virtual bool wait(std::uint32_t self, std::int64_t deadline_ns) = 0;
};

class Clock {
 public:
  // Null: the host's monotonic clock. Otherwise `simulated` must outlive the node.
  explicit Clock(SimulatedTime* simulated = nullptr) : simulated_(simulated) {}

  [[nodiscard]] std::int64_t now_ns() const {
    return simulated_ == nullptr ? base::now_ns() : simulated_->now_ns();
  }
  [[nodiscard]] SimulatedTime* simulated() const { return simulated_; }

 private:
  SimulatedTime* simulated_;
};

}  // namespace orrery::rti
