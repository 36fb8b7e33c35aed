// The metrics of a run, from the reports of the engine and of the oracle.
#pragma once

#include <optional>
#include <vector>

#include "load.hpp"

namespace orrery::workloads::phold {

// Number of threads that work at once on a node, including the list manager of central_fel.
int threads_of(const contracts::PholdPlan& plan);

// `run`: of all nodes together. `sequential`: of the oracle.
std::vector<contracts::Metric> run_metrics(const contracts::PholdPlan& plan, std::size_t nodes,
                                           const Outcome& run,
                                           const std::optional<Outcome>& sequential);

}  // namespace orrery::workloads::phold
