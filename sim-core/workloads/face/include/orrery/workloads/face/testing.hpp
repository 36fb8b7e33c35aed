// For the tests of workloads on one node: a plan, and the worker's part of the conversation in one call.
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads::testing {

inline contracts::WorkerPlan one_node_plan(contracts::WorkloadPlan workload) {
  contracts::WorkerPlan plan;
  plan.nodes.push_back({0, "node-0", 100, 2});
  plan.seed = 7;
  plan.workload = std::move(workload);
  plan.telemetry.enabled = true;
  plan.telemetry.interval_ms = 50;
  return plan;
}

struct Finished {
  MayFail failure;
  contracts::WorkerResult result;
  bool ran = false;

  [[nodiscard]] double metric(const std::string& name) const {
    const auto at = std::find_if(result.run_metrics.begin(), result.run_metrics.end(),
                                 [&](const auto& metric) { return metric.name == name; });
    return at == result.run_metrics.end() ? std::numeric_limits<double>::quiet_NaN() : at->value;
  }
  [[nodiscard]] std::string broken() const {
    std::string names;
    for (const auto& check : result.checks) {
      if (!check.holds) names += check.name + ": " + check.found + "; ";
    }
    return names;
  }
};

// `stopped` is asked from the start of the run on.
inline Finished carry_out(
    Workload& workload, const std::function<bool()>& stopped = [] { return false; }) {
  Finished finished;
  Host host;
  host.stopped = stopped;
  host.after_fork = [] {};
  host.log = [](contracts::LogLevel, const std::string&) {};
  if ((finished.failure = workload.prepare(host))) return finished;
  if ((finished.failure = workload.connect({""}, 0))) return finished;
  if ((finished.failure = workload.run([&finished] { finished.ran = true; }))) return finished;
  if ((finished.failure = workload.check(finished.result))) return finished;
  workload.metrics(finished.result);
  return finished;
}

}  // namespace orrery::workloads::testing
