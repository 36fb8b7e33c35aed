// The sequential oracle: computes the same system without messages, processes or placement, in the plainest code.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "orrery/universe/system.hpp"

namespace orrery::universe {

// Returns the state checksum after the first `steps` steps, warm-up included. Does not burn CPU costs. Calls `cancelled`
// after every step; once it returns true, the result is not valid.
std::uint64_t oracle_checksum(const System& system, std::uint64_t steps,
                              const std::function<bool()>& cancelled = {});

// Counts the changes that pass the system's constraint, in each step and on each node, by following the entities' rule one
// after the other. Judges the constraint apart from the entities' code. Requires System::check_before_counting(). Null if
// `cancelled`, which is called after every step, returned true.
std::shared_ptr<const PassingChanges> count_passing_changes(
    const System& system, const std::function<bool()>& cancelled = {});

// Number of steps, from the first on, that the oracle computes in about one second. It depends on the system alone, so all
// nodes get the same number without communication.
std::uint64_t oracle_affordable_steps(const System& system);

}  // namespace orrery::universe
