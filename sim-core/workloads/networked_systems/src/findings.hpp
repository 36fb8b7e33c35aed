// What a run found out: its figures, what passed every lane beside what the model expects, and what must hold.
#pragma once

#include <optional>
#include <vector>

#include "oracle.hpp"

namespace orrery::workloads::networked {

// Of all nodes together.
std::vector<contracts::Metric> run_metrics(const Scenario& scenario, const Totals& totals,
                                           std::size_t nodes);

// One for each lane. An update makes one message for each system beyond (routed), or one (multicast).
std::vector<contracts::MessageCount> messages(const Scenario& scenario, const Totals& totals);

std::vector<contracts::Check> checks(const Scenario& scenario, const Totals& totals,
                                     const std::optional<Truth>& truth);

}  // namespace orrery::workloads::networked
