#include "conditions.hpp"

#include <algorithm>

namespace orrery::universe {

namespace {

// Parties of the nodes before this one.
std::size_t parties_before(const NodeConfig& config, unsigned pool_workers) {
  if (config.process_model == ProcessModel::pooled) return config.node * pool_workers;
  std::size_t count = 0;
  for (NodeIndex node = 0; node < config.node; ++node) {
    count += config.system.entities_by_node[node] + config.system.managers_by_node[node] + 1;
  }
  return count;
}

}  // namespace

unsigned own_cores(const NodeConfig& config) {
  const int usable = base::usable_cores();
  if (config.cores <= 0) return static_cast<unsigned>(std::max(0, usable));
  return static_cast<unsigned>(std::min(config.cores, static_cast<double>(usable)));
}

int parties_on_host(const NodeConfig& config, unsigned pool_workers) {
  if (config.process_model == ProcessModel::pooled) {
    return static_cast<int>(pool_workers * config.nodes_on_host);
  }
  const System& system = config.system;
  if (config.nodes_on_host > 1) {
    return static_cast<int>(system.entities() + system.managers() + config.nodes_on_host);
  }
  return static_cast<int>(system.entities_by_node[config.node] +
                          system.managers_by_node[config.node] + 1);
}

base::WaitStrategy wait_strategy(const NodeConfig& config, unsigned pool_workers) {
  if (config.wait) return *config.wait;
  // A resource manager reads the CPU time of all parties: waiting must cost none.
  if (config.resource_manager_apart) return base::WaitStrategy::sleep;
  const auto cores = static_cast<int>(own_cores(config));
  return base::choose_wait_strategy(parties_on_host(config, pool_workers), cores);
}

MayFail apply_scheduling(const NodeConfig& config) {
  if (config.scheduling_class == base::SchedulingClass::other) {
    if (config.priority == 0) return {};
    if (auto nice = base::set_nice(config.priority); !nice) {
      return Failure{
          "no_permission", "universe manager",
          "conditions.priority is " + std::to_string(config.priority) + ": " + nice.error().message,
          "give a priority of 0 to 19, or allow negative ones to the agent (CAP_SYS_NICE "
          "or RLIMIT_NICE)"};
    }
    return {};
  }
  if (auto scheduled = base::set_scheduling(config.scheduling_class, config.priority); !scheduled) {
    return Failure{
        "no_permission", "universe manager",
        "conditions.scheduling_class with priority " + std::to_string(config.priority) + ": " +
            scheduled.error().message,
        "choose class other, or allow real-time scheduling to the agent (CAP_SYS_NICE or "
        "RLIMIT_RTPRIO) and give a priority of 1 to 99"};
  }
  return {};
}

NodeCores::NodeCores(const NodeConfig& config, unsigned pool_workers) {
  if (config.pinning == Pinning::none) return;
  const bool spread = config.pinning == Pinning::spread;
  cores_ = base::PartyCores(spread ? base::CoreOrder::even : base::CoreOrder::first,
                            parties_on_host(config, pool_workers));
  // Each thread of a pool needs a core of its own, also with compact pinning.
  one_each_ = spread || config.process_model == ProcessModel::pooled;
  if (config.nodes_on_host > 1) {
    first_ = one_each_ ? parties_before(config, pool_workers) : config.node;
  }
}

void NodeCores::keep(std::size_t index) const {
  // If the core was taken away meanwhile, the thread runs on any core; the run does not fail.
  (void)cores_.keep(first_ + (one_each_ ? index : 0));
}

}  // namespace orrery::universe
