// Data that leaves: from a federate to all nodes that want it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "orrery/base/rate_gate.hpp"
#include "orrery/rti/node.hpp"

#include "data/send_windows.hpp"
#include "face/error.hpp"
#include "federation/federation.hpp"
#include "net/net.hpp"

namespace orrery::rti {

class Deliveries;

class Router {
 public:
  Router(Net& net, Deliveries& delivery, SendWindows& windows, const NodeOptions& options,
         NodeCounters& counters)
      : net_(net), delivery_(delivery), windows_(windows), options_(options), counters_(counters) {}

  // Computes again which nodes subscribe to what, if a declaration has changed since.
  static void refresh_routes(Federation& federation);
  // The nodes that subscribe to one of the items, by class or in the regions of the update.
  NodeSet attribute_nodes(Federation& federation, Object& object, std::span<const Item> items);
  NodeSet interaction_nodes(Federation& federation, std::uint16_t interaction_class,
                            std::span<const RegionId> regions);
  // Joins the multicast groups of what the federates of this node subscribe to, if the data path has groups. To be called after
  // each operation.
  void review_groups(
      const std::unordered_map<std::uint32_t, std::unique_ptr<Federation>>& federations);
  // The multicast groups, beside the common one, that a node has joined for this federation. After refresh_routes().
  static GroupSet groups_of_node(const Federation& federation, std::uint32_t node) {
    return federation.class_groups[node] | federation.regions.subscribed_groups(node);
  }

  // Errors: RTIinternalError if `bytes` is more than MemoryBounds::message_bytes.
  [[nodiscard]] Status fits(std::size_t bytes) const;
  // True if the inbox of each federate of this node except `except` has room for a message of `bytes` bytes. An empty inbox
  // always has.
  [[nodiscard]] bool room_for(const Federation& federation, const Local* except,
                              std::size_t bytes) const;
  // Sends data to `nodes`, or to none of them if it fails. The caller sets the head's detail, flags, order, target, time, serial
  // and colour; send() sets the rest. `sender`: null if the RTI sends. With Refusal::must_not_be, data that finds no room waits in
  // its channel, or is dropped if it goes by a best-effort port; such data must not go by a reliable port.
  // Errors: Congested; RTIinternalError as fits(), or with more than 65535 items.
  Status send(Federation& federation, const Local* sender, DataHead& head,
              std::span<const Item> items, Bytes tag, NodeSet nodes, Refusal refusal = {});
  [[nodiscard]] SendWindows& windows() { return windows_; }
  void limit_rate(const base::Rate& rate) { rate_ = base::RateGate(rate); }
  [[nodiscard]] std::uint64_t refused_by_channels() const { return refused_by_channels_; }

 private:
  // The port that data goes by; none: it goes by the channels.
  [[nodiscard]] std::optional<Paths::Which> road(TransportationType type, bool stamped) const;
  // Chooses groups so that each node gets one copy, by a group of the message's class or regions if it has joined one.
  static void choose_groups(Federation& federation, const DataHead& head,
                            std::span<const Item> items, Recipients& recipients);
  Status send_by_port(Federation& federation, Paths::Which which, NodeSet remote,
                      const DataHead& head, std::span<const Item> items, Bytes tag,
                      Refusal refusal);
  Status send_by_channels(Federation& federation, NodeSet remote, DataHead& head,
                          std::span<const Item> items, Bytes tag, Refusal refusal);

  Net& net_;
  Deliveries& delivery_;
  SendWindows& windows_;
  const NodeOptions& options_;
  NodeCounters& counters_;
  std::vector<std::byte> scratch_;
  base::RateGate rate_{{}};
  std::uint64_t refused_by_channels_ = 0;
};

}  // namespace orrery::rti
