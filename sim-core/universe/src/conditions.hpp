// Applies the conditions of a node: scheduling, pinning, and the choices for `auto`.
#pragma once

#include <string>
#include <vector>

#include "orrery/base/party_cores.hpp"
#include "orrery/universe/node.hpp"

namespace orrery::universe {

// Number of cores that the node may use: config.cores, but at most those usable by this process. 0: unknown.
unsigned own_cores(const NodeConfig& config);

// Number of threads and processes that are awake at once on this host. Pooled: the workers; otherwise entities, managers
// and universe managers.
int parties_on_host(const NodeConfig& config, unsigned pool_workers);

base::WaitStrategy wait_strategy(const NodeConfig& config, unsigned pool_workers);

// Sets scheduling class and priority of the calling process; the threads and processes that it makes inherit them. The
// failure has a remedy.
MayFail apply_scheduling(const NodeConfig& config);

// The cores that the parties of a node keep, by config.pinning. Made before any party keeps a core.
class NodeCores {
 public:
  NodeCores() = default;  // no pinning
  NodeCores(const NodeConfig& config, unsigned pool_workers);

  // Keeps the calling thread on the core of the node's party `index` (0: the universe manager).
  void keep(std::size_t index) const;

 private:
  base::PartyCores cores_;
  std::size_t first_ = 0;  // party 0 of this node among those of the host
  bool one_each_ = false;  // else all parties keep the core of party 0
};

}  // namespace orrery::universe
