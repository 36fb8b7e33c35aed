// Data paths beside the channels of a node: a best-effort port, a reliable port, or both.
//
// Choice   an update or interaction whose transportation is best effort goes over the best-effort port; all others go over the
//          reliable port. Messages in timestamp order and retractions stay on the channels: the lower bound on time stamps
//          counts their copies for each receiver. Without a port the channels carry everything.
// Order    a port keeps no order with the channels. So each message names the operations that its sender had applied and
//          submitted, and waits at the receiver until they are applied there too; operations wait for the reliable data sent
//          before them. Best-effort data may be lost or overtaken. It is delivered at most once, and never after its sender's
//          later change of the transportation to reliable.
// Groups   with `groups`, best-effort data goes to the multicast groups of the routing spaces' cells and of classes, and a node joins
//          those of its federates' subscriptions. It joins before the other nodes learn of a subscription, and leaves `leave_after_ns`
//          after nothing that it wants is sent to a group. Each node that is to get a message gets one copy.
// No room  a port without room answers Congested: nothing was sent. If a best-effort message goes to several receivers one by
//          one, the first decides; a later copy that finds no room is dropped and counted.
// Loss     is counted from the numbers in the messages, for each receiver. A node that a reliable port gives up is removed like
//          one that died; a node that finds itself given up gets connection_lost.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "orrery/transport/port.hpp"

namespace orrery::rti {

// How long a node stays in a multicast group that it does not need any more: what others sent before they knew still arrives.
inline constexpr std::int64_t leave_after_ns = 1'000'000'000;

struct DataPath {
  // Null: no such port. It rings this node's doorbell, and its party is the node's number.
  std::unique_ptr<transport::Port> port = nullptr;
  // Multicast: one copy reaches all nodes, and nodes without a subscriber drop it. Empty: one copy for each subscribing node.
  std::string group = {};
  // Best effort with a group: more groups, at most 63, the same at all nodes. Empty: all data goes to `group`.
  std::vector<std::string> groups = {};
  // The port's endpoint at each node, by number. The own one is not used.
  std::vector<std::string> endpoints = {};
};

struct DataPaths {
  DataPath best_effort = {};
  // Its port must be reliable. With more than two nodes its group must not be empty.
  DataPath reliable = {};
};

}  // namespace orrery::rti
