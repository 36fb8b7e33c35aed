// A node beside one other.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "checked.hpp"
#include "orrery/transport/transport.hpp"

inline std::unique_ptr<orrery::rti::Node> node_of(
    std::uint32_t self, std::shared_ptr<orrery::base::Doorbell> bell,
    std::unique_ptr<orrery::transport::Channel> to_other) {
  orrery::rti::NodeOptions options;
  options.self = self;
  options.nodes = 2;
  std::vector<std::unique_ptr<orrery::transport::Channel>> channels(2);
  channels[1 - self] = std::move(to_other);
  return checked(orrery::rti::Node::create(options, std::move(bell), std::move(channels)));
}
