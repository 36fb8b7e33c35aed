// What must hold in every run, with the evidence; and the message counts beside what the message model expects.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "orrery/contracts/contracts.hpp"
#include "orrery/universe/node_report.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::workloads::universe_steps {

// What the oracle says of the first `steps` steps.
struct OracleWord {
  std::uint64_t steps = 0;
  std::uint64_t checksum = 0;
};

// By kind, of these nodes together; kinds that the system never uses are left out.
std::vector<contracts::MessageCount> message_counts(
    const universe::System& system, const std::vector<universe::NodeReport>& reports);

// Of a whole run (all nodes' reports), or of the node whose report is given alone.
std::vector<contracts::Check> checks(const universe::System& system,
                                     const std::vector<universe::NodeReport>& reports,
                                     const std::optional<OracleWord>& oracle);

}  // namespace orrery::workloads::universe_steps
