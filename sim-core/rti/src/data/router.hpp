// Data that leaves: from a federate to all nodes that want it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "orrery/base/rate_gate.hpp"
#include "orrery/rti/node.hpp"

#include "face/error.hpp"
#include "federation/federation.hpp"
#include "net/net.hpp"

namespace orrery::rti {

class Deliveries;

class Router {
 public:
  Router(Net& net, Deliveries& delivery, const NodeOptions& options, NodeCounters& counters)
      : net_(net), delivery_(delivery), options_(options), counters_(counters) {}

  // Which nodes subscribe to what, as of the present declarations.
  static void refresh_routes(Federation& federation);
  NodeSet attribute_nodes(Federation& federation, Object& object, std::span<const Item> items);
  NodeSet interaction_nodes(Federation& federation, std::uint16_t of,
                            std::span<const RegionId> regions);

  // Errors: RTIinternalError if a message of so many bytes is over MemoryBounds::message_bytes.
  [[nodiscard]] Status fits(std::size_t bytes) const;
  // Has each federate of this node, but `except`, room for so many bytes?
  [[nodiscard]] bool room_for(const Federation& federation, const Local* except,
                              std::size_t bytes) const;
  // Errors: Congested; as fits(). All nodes and federates get it, or none. `from` null: the RTI.
  // What must not be refused waits for room, or is dropped if it is best effort; it is not for a reliable port.
  // The rest of the head is completed.
  Status send(Federation& federation, const Local* from, DataHead& head,
              std::span<const Item> items, Bytes tag, NodeSet nodes, Refusal refusal = {});
  void limit_rate(const base::Rate& rate) { rate_ = base::RateGate(rate); }
  [[nodiscard]] std::uint64_t refused_by_channels() const { return refused_by_channels_; }

 private:
  // The port that data goes over, or none: the channels.
  [[nodiscard]] std::optional<Paths::Which> road(TransportationType type, bool stamped) const;
  Status send_by_port(Paths::Which which, NodeSet remote, const DataHead& head,
                      std::span<const Item> items, Bytes tag, Refusal refusal);
  Status send_by_channels(Federation& federation, NodeSet remote, DataHead& head,
                          std::span<const Item> items, Bytes tag, Refusal refusal);

  Net& net_;
  Deliveries& delivery_;
  const NodeOptions& options_;
  NodeCounters& counters_;
  std::vector<std::byte> scratch_;
  base::RateGate rate_{{}};
  std::uint64_t refused_by_channels_ = 0;
};

}  // namespace orrery::rti
