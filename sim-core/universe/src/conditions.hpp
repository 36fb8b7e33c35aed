// Applies the conditions of a node: scheduling, pinning, and the choices for `auto`.
#pragma once

#include <string>
#include <vector>

#include "orrery/universe/node.hpp"

namespace orrery::universe {

// Cores on which this process may run, by number.
std::vector<int> allowed_cores();

// Number of cores that the node may use: config.cores, but at most those usable by this process. 0: unknown.
unsigned own_cores(const NodeConfig& config);

// Number of threads and processes that are awake at once on this host. Pooled: the workers; otherwise entities, managers
// and universe managers.
int parties_on_host(const NodeConfig& config, unsigned pool_workers);

base::WaitStrategy wait_strategy(const NodeConfig& config, unsigned pool_workers);

// Sets scheduling class and priority of the calling process; the threads and processes that it makes inherit them. The
// failure has a remedy.
MayFail apply_scheduling(const NodeConfig& config);

// Pins the calling thread as the node's party `index` (0: the universe manager).
void pin_party(const NodeConfig& config, const std::vector<int>& cores, std::size_t index);

}  // namespace orrery::universe
