// The sequential oracle: the same system without messages, processes or placement, in the plainest code there is.
#pragma once

#include <cstdint>
#include <functional>

#include "orrery/universe/system.hpp"

namespace orrery::universe {

// The state checksum after the first `steps` steps, warm-up included. CPU costs are not burnt.
// `cancelled` is asked after every step; once true, the answer is worthless.
std::uint64_t oracle_checksum(const System& system, std::uint64_t steps,
                              const std::function<bool()>& cancelled = {});

// How many of the first steps the oracle does in about one second: a function of the system alone,
// so that all nodes agree on it without a word.
std::uint64_t oracle_affordable_steps(const System& system);

}  // namespace orrery::universe
