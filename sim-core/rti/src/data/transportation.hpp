// Changes of transportation types. Data sent before a change is delivered before data sent after it, or dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "orrery/rti/basic_node.hpp"

#include "federation/federation.hpp"

namespace orrery::rti {

// The type by which the member sends interactions of the class.
TransportationType transportation(const Federation& federation, const Member& member,
                                  InteractionClassHandle interaction_class);

class Transportations {
 public:
  explicit Transportations(NodeCounters& counters) : counters_(counters) {}

  void apply(Federation& federation, Member& member, const Operation& operation);
  // Returns a best-effort message without the values that were sent before their sender's last change of transportation. Empty if
  // no value is left; in `room` if some are left out.
  Bytes not_overtaken(const Federation& federation, const DataHead& head, Bytes message,
                      std::vector<std::byte>& room);
  void drop_overtaken() { ++overtaken_; }
  [[nodiscard]] std::uint64_t overtaken() const { return overtaken_; }

 private:
  NodeCounters& counters_;
  std::uint64_t overtaken_ = 0;  // messages that were dropped as a whole
};

}  // namespace orrery::rti
