#include "figures.hpp"

#include <algorithm>

namespace orrery::workloads::phold {

namespace {

using contracts::Better;
using contracts::Metric;

template <class Number>
double real(Number value) {
  return static_cast<double>(value);
}

double rate(const pdes::RunReport& report) {
  return real(report.committed) * 1e9 / std::max(1.0, real(report.elapsed_ns));
}

double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

void add_speedup(std::vector<Metric>& metrics, double threads, const pdes::RunReport& report,
                 const pdes::RunReport& sequential) {
  const double speedup = rate(report) / std::max(1.0, rate(sequential));
  metrics.push_back(
      {"speedup", "Speed-up against the sequential engine", speedup, "ratio", Better::higher});
  metrics.push_back(
      {"efficiency", "Speed-up for each thread", speedup / threads, "share", Better::higher});
  metrics.push_back({"sequential.events_per_second", "Events per second, sequential engine",
                     rate(sequential), "events/s", Better::neither});
}

void add_nodes(std::vector<Metric>& metrics, std::size_t nodes, const Outcome& run) {
  const pdes::RunReport& report = run.report;
  const double node_windows = real(report.windows) * real(nodes);
  metrics.push_back({"sent_share", "Share of events sent to another node",
                     share(real(run.sent.events_sent), real(report.committed)), "share",
                     Better::lower});
  metrics.push_back({"sent_bytes", "Bytes that a node sends in a window, mean",
                     share(real(run.sent.bytes_sent), node_windows), "B", Better::lower});
  metrics.push_back(
      {"exchange_share", "Share of the time that a node waits for others",
       share(real(run.sent.wait_ns), std::max(1.0, real(report.elapsed_ns)) * real(nodes)), "share",
       Better::lower});
}

}  // namespace

int threads_of(const contracts::PholdPlan& plan) {
  switch (plan.engine) {
    case contracts::PdesEngine::central_fel:
      return plan.workers + 1;
    case contracts::PdesEngine::multi_fel:
    case contracts::PdesEngine::distributed:
      return plan.workers;
    case contracts::PdesEngine::sequential:
      break;
  }
  return 1;
}

std::vector<Metric> run_metrics(const contracts::PholdPlan& plan, std::size_t nodes,
                                const Outcome& run, const std::optional<Outcome>& sequential) {
  const pdes::RunReport& report = run.report;
  const double threads = real(nodes) * threads_of(plan);
  const double elapsed = std::max(1.0, real(report.elapsed_ns));
  const double events = std::max(1.0, real(report.committed));
  std::vector<Metric> metrics{
      {"events_per_second", "Events per second", rate(report), "events/s", Better::higher},
      {"event_time.mean", "Time of an event, mean", elapsed / events, "ns", Better::lower},
  };
  const bool parallel = plan.engine != contracts::PdesEngine::sequential;
  if (parallel && sequential) add_speedup(metrics, threads, report, sequential->report);
  metrics.push_back(
      {"events", "Events executed", real(report.committed), "count", Better::neither});
  metrics.push_back({"remote_share", "Share of events from another logical process",
                     share(real(run.remote), real(report.committed)), "share", Better::neither});
  if (plan.payload != contracts::EventPayload::none) {
    metrics.push_back({"delay.mean", "Delay of an event, mean, as payloads say", run.delay.mean(),
                       "time", Better::neither});
  }
  if (!parallel) return metrics;

  metrics.push_back(
      {"windows", "Windows executed in parallel", real(report.windows), "count", Better::neither});
  metrics.push_back({"events_per_window", "Events in a window, mean",
                     share(real(report.windowed_events), real(report.windows)), "count",
                     Better::neither});
  metrics.push_back({"parallel_share", "Share of events executed in parallel windows",
                     share(real(report.windowed_events), real(report.committed)), "share",
                     Better::neither});
  metrics.push_back({"wait_share", "Share of the threads' time spent waiting",
                     share(real(report.wait_ns), elapsed * threads), "share", Better::lower});
  if (plan.engine == contracts::PdesEngine::central_fel) {
    metrics.push_back({"manager_time", "Time of the list's manager for an event",
                       real(report.manager_ns) / events, "ns", Better::lower});
    metrics.push_back({"manager_share", "Share of the time that the list's manager works",
                       real(report.manager_ns) / elapsed, "share", Better::lower});
  } else {
    metrics.push_back({"handed_share", "Share of events handed to another thread",
                       share(real(report.remote_events), real(report.committed)), "share",
                       Better::lower});
  }
  if (plan.engine == contracts::PdesEngine::multi_fel) {
    metrics.push_back({"mode_changes", "Changes between parallel and sequential execution",
                       real(report.changes), "count", Better::neither});
  }
  if (plan.engine == contracts::PdesEngine::distributed) add_nodes(metrics, nodes, run);
  return metrics;
}

}  // namespace orrery::workloads::phold
