// Who is in the group of nodes: seats, ends and losses, and which nodes are enough to go on. See ordering.hpp: Loss, Joining.
#pragma once

#include <vector>

#include "wire/sets.hpp"

namespace orrery::rti {

class Configuration {
 public:
  struct Node {
    bool left = false;     // it said good-bye: its end is certain, however it comes
    bool ended = false;    // nothing more will come
    bool certain = false;  // of its end
    bool removed = false;  // its loss is applied, or its seat is vacant
    bool reached = false;  // a newcomer's channel is open; at a newcomer, to any node
    std::uint64_t removed_by = 0;
    std::uint64_t joined_by = 0;  // number of the operation; 0: from the start
    // May its channel be written and read?
    [[nodiscard]] bool reachable() const { return !ended && !removed; }
  };

  // `occupied`: the first seats, and this node's. All others are vacant.
  Configuration(std::uint32_t self, std::uint32_t nodes, std::uint32_t occupied)
      : self_(self), nodes_(nodes) {
    for (std::uint32_t node = occupied; node < nodes; ++node) {
      if (node == self) continue;
      set_vacant(node, true);
      nodes_[node].ended = nodes_[node].removed = true;
    }
  }

  [[nodiscard]] std::uint32_t self() const { return self_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  Node& operator[](std::uint32_t node) { return nodes_[node]; }
  const Node& operator[](std::uint32_t node) const { return nodes_[node]; }
  [[nodiscard]] auto begin() const { return nodes_.begin(); }
  [[nodiscard]] auto end() const { return nodes_.end(); }
  // Returns whether no node has joined in this seat, by the operations that are applied here.
  [[nodiscard]] bool vacant(std::uint32_t node) const { return (vacant_ & only(node)) != 0; }
  [[nodiscard]] NodeSet vacant() const { return vacant_; }
  void set_vacant(std::uint32_t node, bool vacant) {
    vacant_ = vacant ? vacant_ | only(node) : vacant_ & ~only(node);
  }

  // Calls `each` with each other node that can be reached.
  template <class Each>
  void to_living(Each&& each) const {
    for (std::uint32_t node = 0; node < size(); ++node) {
      if (node != self_ && nodes_[node].reachable()) each(node);
    }
  }
  // The node that is to be sequencer: the least that has not ended here.
  [[nodiscard]] std::uint32_t candidate() const;
  [[nodiscard]] NodeSet gone() const;
  [[nodiscard]] NodeSet reached() const;
  // The least seat above all that were ever used.
  [[nodiscard]] std::uint32_t first_free() const;

  // In what follows, all nodes have applied the first `stable` operations.
  // Nodes whose joining not all are known to have applied.
  [[nodiscard]] NodeSet newcomers(std::uint64_t stable) const;
  [[nodiscard]] NodeSet not_known_lost(std::uint64_t stable) const;  // by all
  // These, but for those that are lost for certain.
  [[nodiscard]] NodeSet counted(std::uint64_t stable) const;
  // Some may not count a newcomer yet. What is enough for them and for those that count it is enough for all.
  [[nodiscard]] bool are_enough(NodeSet nodes, NodeSet counted, std::uint64_t stable) const;

 private:
  const std::uint32_t self_;
  std::vector<Node> nodes_;
  NodeSet vacant_ = 0;
};

}  // namespace orrery::rti
