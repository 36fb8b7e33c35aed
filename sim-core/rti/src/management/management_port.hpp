// What the node does for the RTI as a participant of a federation.
#pragma once

#include <span>

#include "orrery/rti/node.hpp"

#include "federation/federation.hpp"

namespace orrery::rti {

class ManagementPort {
 public:
  virtual ~ManagementPort() = default;
  virtual void refresh_routes(Federation& federation) = 0;
  virtual NodeSet attribute_nodes(Federation& federation, Object& object,
                                  std::span<const Item> items) = 0;
  virtual NodeSet interaction_nodes(Federation& federation, std::uint16_t interaction_class,
                                    std::span<const RegionId> regions) = 0;
  // Errors: Congested; RTIinternalError if the message is too large.
  virtual Status send_as_rti(Federation& federation, DataHead& head, std::span<const Item> items,
                             NodeSet nodes) = 0;
  virtual void count_dropped_report() = 0;
  [[nodiscard]] virtual const NodeCounters& counters() const = 0;
};

}  // namespace orrery::rti
