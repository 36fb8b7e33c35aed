// The metrics of a run, from what the engine reported and what the oracle took.
#pragma once

#include <optional>
#include <vector>

#include "load.hpp"

namespace orrery::workloads::phold {

std::vector<contracts::Metric> run_metrics(const contracts::PholdPlan& plan, const Outcome& run,
                                           const std::optional<Outcome>& sequential);

}  // namespace orrery::workloads::phold
