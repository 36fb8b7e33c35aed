// The conditions of a node, applied: scheduling, pinning, and what `auto` means.
#pragma once

#include <string>
#include <vector>

#include "orrery/universe/node.hpp"

namespace orrery::universe {

// Cores on which this process may run, by number.
std::vector<int> allowed_cores();

// Cores that the node has for itself; 0: unknown, or shared.
unsigned own_cores(const NodeConfig& config);

// Pooled: workers; otherwise entities, managers and the universe manager: all that are awake at once on this host.
int parties_on_host(const NodeConfig& config, unsigned pool_workers);

base::WaitStrategy wait_strategy(const NodeConfig& config, unsigned pool_workers);

// Of the calling process, and so of the threads and processes that it makes. The error has a remedy.
MayFail apply_scheduling(const NodeConfig& config);

// Pins the calling thread as the node's party `index` (0: the universe manager).
void pin_party(const NodeConfig& config, const std::vector<int>& cores, std::size_t index);

}  // namespace orrery::universe
