// Nodes of which one has lost the other, though this node still hears both. See ordering.hpp: Disputes, View change.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "log/configuration.hpp"

namespace orrery::rti {

class Disputes {
 public:
  explicit Disputes(const Configuration& nodes) : nodes_(nodes), disputes_(nodes.size()) {}

  // Other nodes have lost the node, or: they have not, for the node that said so is lost itself.
  void doubt(std::uint32_t node) {
    std::int64_t& since_ns = disputes_[node].doubted_ns;
    if (!nodes_[node].ended && since_ns == 0) since_ns = from_next_tick;
  }
  void trust(std::uint32_t node) { disputes_[node].doubted_ns = 0; }
  // At the sequencer: `accuser` has lost `accused`.
  void accuse(std::uint32_t accuser, std::uint32_t accused) {
    disputes_[accuser].accused_ns.try_emplace(accused, from_next_tick);
  }
  // Returns whether a node that is still heard is doubted or has accused another.
  [[nodiscard]] bool any() const;
  // Why a node that is still heard must be given up: a dispute about it has lasted. `orders`: this node is the sequencer.
  std::optional<std::string> settle(std::uint32_t node, std::int64_t now_ns, bool orders);

 private:
  static constexpr std::int64_t from_next_tick = 1;
  struct Dispute {
    // Since when other nodes have lost it and this one has not; 0: they have not; 1: since the next tick.
    std::int64_t doubted_ns = 0;
    // Nodes that it has lost and this node has not, each with the time of its accusation; 1: the next tick.
    std::map<std::uint32_t, std::int64_t> accused_ns;
  };
  static bool lasted(std::int64_t& since_ns, std::int64_t now_ns);

  const Configuration& nodes_;
  std::vector<Dispute> disputes_;  // by node
};

}  // namespace orrery::rti
