// How many changes of entities pass a system's constraint in each step, on each node. Which pass depends on the states, so no
// formula gives the numbers: the sequential oracle counts them before the run (oracle.hpp). Immutable; any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "orrery/universe/system.hpp"

namespace orrery::universe {

class PassingChanges {
 public:
  explicit PassingChanges(NodeIndex nodes) : nodes_(nodes) {}

  // Appends a step: the changes that pass, by node.
  void add(const std::vector<std::uint32_t>& by_node) {
    counts_.insert(counts_.end(), by_node.begin(), by_node.end());
  }

  [[nodiscard]] NodeIndex nodes() const { return nodes_; }
  [[nodiscard]] Step steps() const { return counts_.size() / nodes_; }
  [[nodiscard]] std::uint64_t count(NodeIndex node, Step step) const {
    return counts_[step * nodes_ + node];
  }
  [[nodiscard]] std::uint64_t count(Step step) const {
    std::uint64_t all = 0;
    for (NodeIndex node = 0; node < nodes_; ++node) all += count(node, step);
    return all;
  }

 private:
  NodeIndex nodes_;
  std::vector<std::uint32_t> counts_;  // a row of nodes for each step
};

// Bytes of monitored properties that may change in a run whose changes are counted: entities times steps times bytes.
inline constexpr std::uint64_t most_counted_bytes = 4'000'000'000;

}  // namespace orrery::universe
