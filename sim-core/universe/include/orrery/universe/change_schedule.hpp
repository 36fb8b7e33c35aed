// Which entities change their state in which step, and which of these changes pass the managers' constraint function. A
// pure function of the system, without its seed.
//
// Exactly round(share * z) of z entities are changing entities, spread evenly over the ids. A changing entity changes at
// every step with (step + id) % period == 0. Immutable; any thread.
#pragma once

#include <cstdint>

#include "orrery/universe/system.hpp"

namespace orrery::universe {

class ChangeSchedule {
 public:
  explicit ChangeSchedule(const System& system);

  // True if the entity changes in any step.
  [[nodiscard]] bool is_changing(EntityId id) const {
    return prefix(std::uint64_t{id} + 1) != prefix(id);
  }
  // A changing entity changes at the steps with step % period() == phase(id).
  [[nodiscard]] std::uint64_t phase(EntityId id) const {
    return (period_ - id % period_) % period_;
  }
  [[nodiscard]] bool changes(EntityId id, Step step) const {
    return is_changing(id) && step % period_ == phase(id);
  }
  [[nodiscard]] std::uint64_t period() const { return period_; }

  // Number of steps after which changes and levels repeat.
  [[nodiscard]] std::uint64_t cycle() const { return cycle_; }

  // Number of entities with ids in [begin, end) that change in this step and whose change passes. Takes logarithmic time.
  [[nodiscard]] std::uint64_t count(std::uint64_t begin, std::uint64_t end, Step step) const;
  // The same, summed over the steps [first, last).
  [[nodiscard]] std::uint64_t count_over(std::uint64_t begin, std::uint64_t end, Step first,
                                         Step last) const;

 private:
  // Number of changing entities among the ids in [begin, end) that equal `due` modulo cycle().
  [[nodiscard]] std::uint64_t count_due(std::uint64_t begin, std::uint64_t end,
                                        std::uint64_t due) const;
  // Number of changing entities among the first `ids` ids.
  [[nodiscard]] std::uint64_t prefix(std::uint64_t ids) const {
    return ids * changing_ / entities_;
  }

  std::uint64_t entities_;
  std::uint64_t changing_;
  std::uint64_t period_;
  std::uint64_t passes_;  // changes of an entity that pass in a cycle
  std::uint64_t cycle_;
};

}  // namespace orrery::universe
