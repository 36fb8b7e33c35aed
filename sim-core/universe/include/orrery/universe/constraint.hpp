// The levels that managers accept (system.hpp): one of the two constraint functions that an entity evaluates before it
// sends. A change that does not pass is never sent. The other is a model's constraint, System::condition. Pure.
#pragma once

#include "orrery/universe/system.hpp"

namespace orrery::universe {

// The level of an entity's change in this step. Each change has the next level; the first level follows the last.
constexpr std::uint32_t change_level(EntityId id, Step step, std::uint64_t period_steps) {
  return static_cast<std::uint32_t>((step + id) / period_steps % all_levels);
}

class Constraint {
 public:
  explicit Constraint(const System& system)
      : levels_(system.constraint_levels), period_steps_(system.update_period_steps) {}

  [[nodiscard]] bool passes_all() const { return levels_ == all_levels; }
  // True if a change of this entity in this step passes.
  [[nodiscard]] bool passes(EntityId id, Step step) const {
    return change_level(id, step, period_steps_) < levels_;
  }

 private:
  std::uint32_t levels_;
  std::uint64_t period_steps_;
};

}  // namespace orrery::universe
