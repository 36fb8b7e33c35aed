// The checks of a run, with their evidence.
#pragma once

#include <optional>
#include <vector>

#include "orrery/contracts/contracts.hpp"
#include "orrery/universe/system.hpp"
#include "orrery/workloads/universe_face/evidence.hpp"

namespace orrery::workloads::universe_steps {

// Changes of entities in the measured steps: those that pass the constraints, and all.
std::uint64_t passing_changes(const universe::System& system);
std::uint64_t all_changes(const universe::System& system);

// With the reports of all nodes: the checks of the whole run. With one node's report: the check of its message counts.
std::vector<contracts::Check> checks(const universe::System& system, const Reports& reports,
                                     const std::optional<OracleWord>& oracle);

}  // namespace orrery::workloads::universe_steps
