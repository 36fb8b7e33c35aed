// Results of a run: metrics, messages of each lane counted and expected, and checks.
#pragma once

#include <optional>
#include <vector>

#include "oracle.hpp"

namespace orrery::workloads::networked {

// `totals`: of all nodes together.
std::vector<contracts::Metric> run_metrics(const Scenario& scenario, const Totals& totals,
                                           std::size_t nodes);

// One count for each lane. An update makes one message for each system beyond the lane (routed), or one message (multicast).
std::vector<contracts::MessageCount> messages(const Scenario& scenario, const Totals& totals);

std::vector<contracts::Check> checks(const Scenario& scenario, const Totals& totals,
                                     const std::optional<Truth>& truth);

}  // namespace orrery::workloads::networked
