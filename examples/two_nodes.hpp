// What the examples share: errors as exceptions, and a node beside one other.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "orrery/rti/node.hpp"
#include "orrery/transport/transport.hpp"

template <class T>
T checked(orrery::rti::Result<T> result) {
  if (!result) {
    throw std::runtime_error(std::string(orrery::rti::to_string(result.error().code)) + ": " +
                             result.error().message);
  }
  return std::move(*result);
}
inline void checked(const orrery::rti::Status& status) {
  if (!status) throw std::runtime_error(status.error().message);
}

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
