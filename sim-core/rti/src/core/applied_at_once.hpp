// Which operations a node need not apply when they come in order, since its state has them already.
#pragma once

#include <cstdint>

#include "log/operation.hpp"

namespace orrery::rti {

// True for operations that the node of their federate applies within the service call (Core::submit) and skips when they come
// back in the order of operations. Only their order among the same federate's operations matters.
bool applied_at_once(OperationKind kind);

class AppliedAtOnce {
 public:
  explicit AppliedAtOnce(std::uint32_t self) : self_(self) {}
  // The state that this node has joined with has all that `sponsor` had applied at once of its first `submitted` operations.
  void join(std::uint32_t sponsor, std::uint64_t submitted) {
    sponsor_ = sponsor;
    submitted_ = submitted;
  }
  [[nodiscard]] bool has(std::uint32_t origin, std::uint64_t sequence, OperationKind kind) const {
    return applied_at_once(kind) &&
           (origin == self_ || (origin == sponsor_ && sequence <= submitted_));
  }

 private:
  const std::uint32_t self_;
  std::uint32_t sponsor_ = 0;
  std::uint64_t submitted_ = 0;
};

}  // namespace orrery::rti
