#include <algorithm>
#include <string>

#include "findings.hpp"

namespace orrery::workloads::networked {

namespace {

using contracts::Better;
using contracts::Metric;

constexpr double metres(double um) { return um * 1e-6; }

template <class Number>
double real(Number value) {
  return static_cast<double>(value);
}

void add_errors(std::vector<Metric>& metrics, const Totals& totals) {
  const base::Histogram& errors = totals.error_um;
  metrics.push_back({"error.mean", "Error seen, mean", metres(errors.mean()), "m", Better::lower});
  metrics.push_back({"error.p99", "Error seen, 99th percentile",
                     metres(real(errors.quantile(0.99))), "m", Better::lower});
  metrics.push_back(
      {"error.max", "Error seen, greatest", metres(real(errors.max())), "m", Better::lower});
  metrics.push_back({"error.bound", "Bound of the error by threshold and way, greatest",
                     totals.widest_bound_m, "m", Better::neither});
  metrics.push_back({"error.of_bound", "Error nearest to its bound, as a share of it",
                     totals.nearest_bound, "share", Better::neither});
}

// Messages per simulated second on a lane of each level, mean over the level's lanes, by direction.
void add_levels(std::vector<Metric>& metrics, const Tree& tree, const Totals& totals,
                double simulated_s) {
  for (std::uint32_t level = 1; level <= tree.depth(); ++level) {
    double counted[2] = {0, 0};
    double lanes = 0;
    for (LaneId lane = 0; lane < tree.lanes().size(); ++lane) {
      if (tree.lanes()[lane].level != level) continue;
      counted[tree.lanes()[lane].up ? 0 : 1] += real(totals.lanes[lane]);
      lanes += 0.5;
    }
    const std::string name = "level_" + std::to_string(level);
    const std::string title = "Messages of a link of level " + std::to_string(level);
    metrics.push_back({name + ".up", title + ", upwards", counted[0] / lanes / simulated_s,
                       "messages/s", Better::lower});
    metrics.push_back({name + ".down", title + ", downwards", counted[1] / lanes / simulated_s,
                       "messages/s", Better::lower});
  }
}

}  // namespace

std::vector<Metric> run_metrics(const Scenario& scenario, const Totals& totals, std::size_t nodes) {
  const Tree& tree = scenario.tree();
  const double simulated_s = scenario.seconds(0, scenario.steps());
  const double elapsed = std::max(1.0, real(totals.elapsed_ns));
  const double steps = real(scenario.all_steps());
  const double step_ns = real(scenario.time_of(1));
  double messages = 0;
  double busiest = 0;
  for (LaneId lane = 0; lane < tree.lanes().size(); lane += 2) {
    const double both = real(totals.lanes[lane] + totals.lanes[lane + 1]);
    messages += both;
    busiest = std::max(busiest, both);
  }
  const double bytes = wire_bytes(scenario.plan().approximation);
  const double updates = real(totals.all_updates());
  std::vector<Metric> metrics{
      {"traffic", "Messages on all links", messages / simulated_s, "messages/s", Better::lower},
      {"traffic.bytes", "Bytes on all links", messages * bytes / simulated_s, "B/s", Better::lower},
      {"traffic.busiest", "Messages on the busiest link", busiest / simulated_s, "messages/s",
       Better::lower},
      {"updates", "Updates of a user", updates / scenario.users() / simulated_s, "updates/s",
       Better::lower},
      {"messages_per_update", "Messages on links for each update", messages / updates, "messages",
       Better::lower},
      {"handled", "Messages handled by the busiest system's manager",
       real(*std::ranges::max_element(totals.handled)) / simulated_s, "messages/s", Better::lower},
      {"way.mean", "From user to shadow, mean",
       real(totals.way_steps) * step_ns / std::max(1.0, real(totals.arrived)), "ns", Better::lower},
      {"way.max", "From user to shadow, longest", real(totals.longest_way_steps) * step_ns, "ns",
       Better::lower},
  };
  add_errors(metrics, totals);
  add_levels(metrics, tree, totals, simulated_s);
  metrics.push_back(
      {"steps_per_second", "Steps per second", steps * 1e9 / elapsed, "steps/s", Better::higher});
  metrics.push_back({"shadow_time", "Time of a step for each user and shadow, mean",
                     elapsed / steps / (real(scenario.users()) * tree.size()), "ns",
                     Better::lower});
  if (nodes > 1) {
    metrics.push_back({"exchanged", "Bytes that a node sends to others in a step, mean",
                       real(totals.exchanged.bytes_sent) / steps / real(nodes), "B",
                       Better::lower});
    metrics.push_back({"exchange_share", "Share of the time that a node waits for others",
                       real(totals.exchanged.wait_ns) / elapsed / real(nodes), "share",
                       Better::lower});
  }
  return metrics;
}

}  // namespace orrery::workloads::networked
