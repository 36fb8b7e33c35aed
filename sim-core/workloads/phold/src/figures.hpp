// The metrics of a run, from what the engine reported and what the oracle took.
#pragma once

#include <optional>
#include <vector>

#include "load.hpp"

namespace orrery::workloads::phold {

// Threads that work at once on a node, the manager of the one list included.
int threads_of(const contracts::PholdPlan& plan);

// Of all nodes together.
std::vector<contracts::Metric> run_metrics(const contracts::PholdPlan& plan, std::size_t nodes,
                                           const Outcome& run,
                                           const std::optional<Outcome>& sequential);

}  // namespace orrery::workloads::phold
