// Nodes of a check: what carries data between them is made first, then each node where it is used.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "orrery/base/doorbell.hpp"
#include "orrery/rti/node.hpp"

#include "layout.hpp"
#include "world.hpp"

namespace orrery::rti::testing {

// Told, before a node is made, of all by which something comes to it: beside the node, others may wait for that.
struct Bringers {
  std::function<void(transport::Channel&)> channel;
  std::function<void(transport::Port&)> port;
};

// What carries data beside the channels, one port each.
std::vector<Data> ports_of(Data data);

// On this host. All is made in one thread; then each node is made and used in a thread or process of its own.
class LocalNet {
 public:
  // Failures are of the check.
  LocalNet(const Way& way, std::uint32_t nodes, base::Doorbell::Scope scope,
           const transport::ChannelOptions& channels = {});

  // In the process of this node, after fork().
  void keep_only(std::uint32_t rank);
  // In a process that has no node, after fork().
  void forget();
  [[nodiscard]] const std::shared_ptr<base::Doorbell>& bell(std::uint32_t rank) const {
    return bells_[rank];
  }
  // `self` and `nodes` are filled in. Null: it failed.
  std::unique_ptr<Node> node(std::uint32_t rank, NodeOptions options,
                             const Bringers& bringers = {});

 private:
  void keep(std::uint32_t kept);

  const Way way_;
  const std::string token_;
  std::vector<std::shared_ptr<base::Doorbell>> bells_;
  std::vector<std::vector<std::unique_ptr<transport::Channel>>> ends_;  // by node, to node
  std::vector<std::vector<std::unique_ptr<transport::Port>>> ports_;    // by part, of node
  std::vector<std::vector<std::string>> endpoints_;
};

// On several hosts: it meets the others, which are made at the same time. `name` as of Meeting.
std::unique_ptr<Node> node_by_meeting(const HostLayout& layout, const std::string& name,
                                      const Way& way, NodeOptions options,
                                      const std::shared_ptr<base::Doorbell>& bell,
                                      const transport::ChannelOptions& channels = {},
                                      const Bringers& bringers = {});

// Checks are told apart by how many came before: the same on all hosts.
std::string name_of_check();

// Of the nodes of a check.
NodeOptions patient_options();

}  // namespace orrery::rti::testing
