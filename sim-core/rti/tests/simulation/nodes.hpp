// Nodes on a simulated network. In three of four seeds best-effort data goes over ports: as a copy for each node, to a group, or to
// the groups of cells and classes. With vacant seats all data goes over channels.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "network.hpp"

namespace orrery::rti::testing {

class SimulatedNodes {
 public:
  // `directory`: of saves; each node has a folder of its own there. `vacant`: seats beside those of the first `count` nodes.
  SimulatedNodes(std::uint64_t seed, std::size_t count, const std::string& directory,
                 std::int64_t patience_ns = NodeOptions().patience_ns, std::size_t vacant = 0);
  ~SimulatedNodes();
  SimulatedNodes(const SimulatedNodes&) = delete;
  SimulatedNodes& operator=(const SimulatedNodes&) = delete;

  [[nodiscard]] SimulatedNetwork& network() { return network_; }
  [[nodiscard]] const SimulatedNetwork& network() const { return network_; }
  [[nodiscard]] Node& at(std::size_t node) { return *nodes_[node]; }
  [[nodiscard]] bool has(std::size_t node) const { return nodes_[node] != nullptr; }
  // Those that have been made, those that have left included.
  [[nodiscard]] std::size_t count() const { return nodes_.size(); }
  [[nodiscard]] bool has_vacant_seat() const { return nodes_.size() < network_.count(); }

  // A node in the next seat, which asks to join the nodes that live.
  std::size_t join();
  // It says good-bye. Its federates must be gone.
  void leave(std::size_t node);

 private:
  void make(std::uint32_t self, std::vector<std::unique_ptr<transport::Channel>> channels);
  DataPaths paths(std::uint64_t seed, std::uint32_t self);

  SimulatedNetwork network_;
  const std::uint64_t seed_;
  NodeOptions options_;
  std::vector<std::unique_ptr<Node>> nodes_;
};

}  // namespace orrery::rti::testing
