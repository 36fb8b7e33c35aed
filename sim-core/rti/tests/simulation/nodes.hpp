// Nodes on a simulated network. In three of four seeds best-effort data goes over ports: as a copy for each node, to a group, or to
// the groups of cells and classes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "network.hpp"

namespace orrery::rti::testing {

class SimulatedNodes {
 public:
  // `directory`: of saves; each node has a folder of its own there.
  SimulatedNodes(std::uint64_t seed, std::size_t count, const std::string& directory,
                 std::int64_t patience_ns = NodeOptions().patience_ns);
  ~SimulatedNodes();
  SimulatedNodes(const SimulatedNodes&) = delete;
  SimulatedNodes& operator=(const SimulatedNodes&) = delete;

  [[nodiscard]] SimulatedNetwork& network() { return network_; }
  [[nodiscard]] const SimulatedNetwork& network() const { return network_; }
  [[nodiscard]] Node& at(std::size_t node) { return *nodes_[node]; }
  [[nodiscard]] std::size_t count() const { return nodes_.size(); }

 private:
  DataPaths paths(std::uint64_t seed, std::uint32_t self);

  SimulatedNetwork network_;
  std::vector<std::unique_ptr<Node>> nodes_;
};

}  // namespace orrery::rti::testing
