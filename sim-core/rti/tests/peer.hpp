// A node of two whose other one is the test: what that sends is the test's choice. Node 0 gives the order of operations.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "world.hpp"

namespace orrery::rti::testing {

struct NodeWithPeer {
  explicit NodeWithPeer(std::uint32_t self = 0) {
    auto bell = *base::Doorbell::create(base::Doorbell::Scope::local);
    auto peer_bell = *base::Doorbell::create(base::Doorbell::Scope::local);
    auto pair = transport::Transport::make_pair(transport::Kind::thread, {}, bell, peer_bell);
    peer = std::move(pair->b);
    std::vector<std::unique_ptr<transport::Channel>> channels(2);
    channels[1 - self] = std::move(pair->a);
    NodeOptions options;
    options.self = self;
    options.nodes = 2;
    node = std::move(*Node::create(options, bell, std::move(channels)));
  }

  std::unique_ptr<transport::Channel> peer;
  std::unique_ptr<Node> node;
};

}  // namespace orrery::rti::testing
