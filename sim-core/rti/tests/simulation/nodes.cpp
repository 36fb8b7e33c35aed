#include "nodes.hpp"

#include <stdexcept>

namespace orrery::rti::testing {

SimulatedNodes::SimulatedNodes(std::uint64_t seed, std::size_t count, const std::string& directory,
                               std::int64_t patience_ns)
    : network_(seed, static_cast<std::uint32_t>(count)) {
  for (std::uint32_t self = 0; self < count; ++self) {
    NodeOptions options;
    options.self = self;
    options.nodes = static_cast<std::uint32_t>(count);
    options.save_directory = directory;
    options.patience_ns = patience_ns;
    options.simulated_time = &network_;
    auto made =
        Node::create(options, network_.bell(self), network_.channels(self), paths(seed, self));
    if (!made) throw std::runtime_error(made.error().message);
    nodes_.push_back(std::move(*made));
    network_.attach(self, *nodes_.back());
  }
}

DataPaths SimulatedNodes::paths(std::uint64_t seed, std::uint32_t self) {
  enum : std::uint8_t { none, copies, one_group, groups };
  const std::uint64_t way = seed / 8 % 4;
  DataPaths all;
  if (way == none) return all;
  all.best_effort.port = network_.port(self);
  if (way >= one_group) all.best_effort.group = SimulatedPort::group;
  for (std::uint32_t i = 0; way == groups && i < 1 + seed % 7; ++i) {
    all.best_effort.groups.push_back(SimulatedPort::group_endpoint(i));
  }
  for (std::uint32_t i = 0; i < network_.count(); ++i) {
    all.best_effort.endpoints.push_back(SimulatedPort::endpoint_of(i));
  }
  return all;
}

SimulatedNodes::~SimulatedNodes() {
  // A node that closes waits for room; others make it.
  for (std::uint32_t self = 0; self < nodes_.size(); ++self) {
    network_.detach(self);
    nodes_[self].reset();
  }
}

}  // namespace orrery::rti::testing
