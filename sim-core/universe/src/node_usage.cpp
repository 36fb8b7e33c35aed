#include "node_usage.hpp"

#include <algorithm>

namespace orrery::universe {

void note_cost(EntityHistory& history, std::int64_t cost_ns) {
  if (history.cost_ns > 0) history.slope_ns = (history.slope_ns + cost_ns - history.cost_ns) / 2;
  history.cost_ns = cost_ns;
}

std::int64_t forecast_ns(const EntityHistory& history) {
  return std::max<std::int64_t>(
      0, history.cost_ns + history.slope_ns * static_cast<std::int64_t>(forecast_steps));
}

NodeUsage::NodeUsage(const System& system, NodeIndex node, double scale, std::uint64_t state_bytes)
    : scale_(scale), state_bytes_(system.monitored() ? state_bytes : 0) {
  load_.node = node;
  load_.hosts_managers = system.hosts_managers(node);
}

void NodeUsage::begin() {
  load_.entities = 0;
  load_.workload_ns = load_.construct_ns = load_.forecast_ns = 0;
  load_.candidates.clear();
}

void NodeUsage::add(EntityId id, const EntityHistory& history, std::int64_t construct_ns) {
  const std::int64_t forecast = forecast_ns(history);
  ++load_.entities;
  load_.workload_ns += scaled(history.cost_ns + construct_ns);
  load_.construct_ns += scaled(construct_ns);
  load_.forecast_ns += scaled(forecast);
  load_.candidates.push_back({id, scaled(history.cost_ns), scaled(forecast), state_bytes_});
}

const NodeLoad& NodeUsage::end() {
  const auto dearer = [](const EntityLoad& a, const EntityLoad& b) {
    return a.cost_ns != b.cost_ns ? a.cost_ns > b.cost_ns : a.id < b.id;
  };
  const std::size_t told = std::min(most_candidates, load_.candidates.size());
  std::partial_sort(load_.candidates.begin(),
                    load_.candidates.begin() + static_cast<std::ptrdiff_t>(told),
                    load_.candidates.end(), dearer);
  load_.candidates.resize(told);
  return load_;
}

void LoadTotals::add(Step step, const NodeLoad& load) {
  if (step < warmup_steps_) return;
  totals_.workload_ns += load.workload_ns;
  totals_.greatest_workload_ns = std::max(totals_.greatest_workload_ns, load.workload_ns);
  if (!load.candidates.empty()) {
    totals_.greatest_entity_ns =
        std::max(totals_.greatest_entity_ns, load.candidates.front().cost_ns);
  }
  if (load.workload_ns > threshold_ns_) ++totals_.steps_above_threshold;
}

void LoadTotals::report(NodeReport& report) const {
  report.greatest_workload_ns = totals_.greatest_workload_ns;
  report.workload_ns = totals_.workload_ns;
  report.greatest_entity_ns = totals_.greatest_entity_ns;
  report.steps_above_threshold = totals_.steps_above_threshold;
}

}  // namespace orrery::universe
