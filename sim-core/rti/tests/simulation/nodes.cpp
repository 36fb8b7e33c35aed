#include "nodes.hpp"

#include <stdexcept>

namespace orrery::rti::testing {

SimulatedNodes::SimulatedNodes(std::uint64_t seed, std::size_t count, const std::string& directory,
                               std::int64_t patience_ns, std::size_t vacant)
    : network_(seed, static_cast<std::uint32_t>(count + vacant)), seed_(seed) {
  options_.nodes = network_.count();
  options_.present = static_cast<std::uint32_t>(count);
  options_.save_directory = directory;
  options_.patience_ns = patience_ns;
  options_.simulated_time = &network_;
  for (std::uint32_t self = 0; self < count; ++self)
    make(self, network_.channels(self, options_.present));
}

void SimulatedNodes::make(std::uint32_t self,
                          std::vector<std::unique_ptr<transport::Channel>> channels) {
  options_.self = self;
  auto made = Node::create(options_, network_.bell(self), std::move(channels), paths(seed_, self));
  if (!made) throw std::runtime_error(made.error().message);
  nodes_.push_back(std::move(*made));
  network_.attach(self, *nodes_.back());
}

std::size_t SimulatedNodes::join() {
  const auto self = static_cast<std::uint32_t>(nodes_.size());
  std::vector<std::unique_ptr<transport::Channel>> channels(network_.count());
  for (std::uint32_t peer = 0; peer < self; ++peer) {
    if (nodes_[peer] == nullptr || network_.killed(peer)) continue;
    auto end = network_.channel(peer, self);
    if (nodes_[peer]->open_seat(self, std::move(end)))
      channels[peer] = network_.channel(self, peer);
  }
  options_.joins = true;
  make(self, std::move(channels));
  return self;
}

void SimulatedNodes::leave(std::size_t node) {
  network_.detach(static_cast<std::uint32_t>(node));
  nodes_[node].reset();
}

DataPaths SimulatedNodes::paths(std::uint64_t seed, std::uint32_t self) {
  enum : std::uint8_t { none, copies, one_group, groups };
  const std::uint64_t way = seed / 8 % 4;
  DataPaths all;
  if (way == none || options_.present < options_.nodes) return all;
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
