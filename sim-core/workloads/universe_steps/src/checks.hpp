// What must hold in every run, with the evidence.
#pragma once

#include <optional>
#include <vector>

#include "orrery/contracts/contracts.hpp"
#include "orrery/universe/system.hpp"
#include "orrery/workloads/universe_face/evidence.hpp"

namespace orrery::workloads::universe_steps {

// Of a whole run (all nodes' reports), or of the node whose report is given alone.
std::vector<contracts::Check> checks(const universe::System& system, const Reports& reports,
                                     const std::optional<OracleWord>& oracle);

}  // namespace orrery::workloads::universe_steps
