// The metrics of a run and of a node, from the nodes' reports and the recorded steps.
#pragma once

#include <vector>

#include "orrery/base/histogram.hpp"
#include "orrery/contracts/contracts.hpp"
#include "orrery/universe/node_report.hpp"
#include "orrery/universe/system.hpp"
#include "orrery/workloads/universe_face/evidence.hpp"

namespace orrery::workloads::universe_steps {

// `step_times`: durations of the recorded steps, ns. If telemetry was off it is empty, and the metrics derived from it are
// left out.
std::vector<contracts::Metric> node_metrics(const universe::NodeReport& report,
                                            const base::Histogram& step_times);

// Metrics of the whole run. Times are those of the master.
std::vector<contracts::Metric> run_metrics(const universe::System& system, const Reports& reports,
                                           const base::Histogram& step_times);

}  // namespace orrery::workloads::universe_steps
