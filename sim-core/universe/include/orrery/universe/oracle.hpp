// The sequential oracle: computes the same system without messages, processes or placement, in the plainest code.
#pragma once

#include <cstdint>
#include <functional>

#include "orrery/universe/system.hpp"

namespace orrery::universe {

// Returns the state checksum after the first `steps` steps, warm-up included. Does not burn CPU costs. Calls `cancelled`
// after every step; once it returns true, the result is not valid.
std::uint64_t oracle_checksum(const System& system, std::uint64_t steps,
                              const std::function<bool()>& cancelled = {});

// Number of steps, from the first on, that the oracle computes in about one second. It depends on the system alone, so all
// nodes get the same number without communication.
std::uint64_t oracle_affordable_steps(const System& system);

}  // namespace orrery::universe
