// Which entities change their state in which step, and of which of these changes the managers' constraint function lets
// pass: a pure function of the system, without the seed.
//
// round(share * z) of z entities are changing ones, spread evenly over the ids; a changing entity
// changes at every step with (step + id) % period == 0. Immutable; any thread.
#pragma once

#include <cstdint>

#include "orrery/universe/system.hpp"

namespace orrery::universe {

class ChangeSchedule {
 public:
  explicit ChangeSchedule(const System& system);

  // Changes at least in some step.
  [[nodiscard]] bool is_changing(EntityId id) const {
    return prefix(std::uint64_t{id} + 1) != prefix(id);
  }
  // An entity changes at the steps with step % period() == phase(id), if it is a changing one.
  [[nodiscard]] std::uint64_t phase(EntityId id) const {
    return (period_ - id % period_) % period_;
  }
  [[nodiscard]] bool changes(EntityId id, Step step) const {
    return is_changing(id) && step % period_ == phase(id);
  }
  [[nodiscard]] std::uint64_t period() const { return period_; }

  // Steps after which all of this repeats.
  [[nodiscard]] std::uint64_t cycle() const { return cycle_; }

  // How many of the ids [begin, end) change in this step and pass, in logarithmic time.
  [[nodiscard]] std::uint64_t count(std::uint64_t begin, std::uint64_t end, Step step) const;
  // The same, summed over the steps [first, last).
  [[nodiscard]] std::uint64_t count_over(std::uint64_t begin, std::uint64_t end, Step first,
                                         Step last) const;

 private:
  // Changing entities among the ids [begin, end) that are `due` modulo cycle().
  [[nodiscard]] std::uint64_t count_due(std::uint64_t begin, std::uint64_t end,
                                        std::uint64_t due) const;
  // Changing entities among the first `ids`.
  [[nodiscard]] std::uint64_t prefix(std::uint64_t ids) const {
    return ids * changing_ / entities_;
  }

  std::uint64_t entities_;
  std::uint64_t changing_;
  std::uint64_t period_;
  std::uint64_t passes_;  // changes of an entity in a cycle
  std::uint64_t cycle_;
};

}  // namespace orrery::universe
