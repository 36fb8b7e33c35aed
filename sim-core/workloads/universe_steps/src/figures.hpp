// The metrics of a run and of a node, from the nodes' reports and the recorded steps.
#pragma once

#include <vector>

#include "orrery/base/histogram.hpp"
#include "orrery/contracts/contracts.hpp"
#include "orrery/universe/node_report.hpp"
#include "orrery/universe/system.hpp"
#include "orrery/workloads/universe_face/evidence.hpp"

namespace orrery::workloads::universe_steps {

// `step_times` are the recorded ones; empty if telemetry was off: what is derived from them is left out then.
std::vector<contracts::Metric> node_metrics(const universe::NodeReport& report,
                                            const base::Histogram& step_times);

// Of the whole run, as the master saw it.
std::vector<contracts::Metric> run_metrics(const universe::System& system, const Reports& reports,
                                           const base::Histogram& step_times);

}  // namespace orrery::workloads::universe_steps
