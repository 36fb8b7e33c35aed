#include "log/configuration.hpp"

#include <bit>

namespace orrery::rti {

namespace {

// Of two parts without a node in common at most one is a majority.
bool is_majority(NodeSet nodes, NodeSet counted) {
  nodes &= counted;
  const int excess = 2 * std::popcount(nodes) - std::popcount(counted);
  return excess > 0 || (excess == 0 && (nodes & (~counted + 1)) != 0);
}

}  // namespace

std::uint32_t Configuration::candidate() const {
  std::uint32_t node = 0;
  while (node != self_ && !nodes_[node].reachable()) ++node;
  return node;
}

NodeSet Configuration::gone() const {
  NodeSet set = 0;
  for (std::uint32_t node = 0; node < size(); ++node) {
    if (!nodes_[node].reachable()) set |= only(node);
  }
  return set;
}

NodeSet Configuration::reached() const {
  NodeSet set = 0;
  for (std::uint32_t node = 0; node < size(); ++node) {
    if (nodes_[node].reached) set |= only(node);
  }
  return set;
}

std::uint32_t Configuration::first_free() const {
  std::uint32_t node = size();
  while (node > 0 && vacant(node - 1)) --node;
  return node;
}

NodeSet Configuration::newcomers(std::uint64_t stable) const {
  NodeSet set = 0;
  for (std::uint32_t node = 0; node < size(); ++node) {
    if (nodes_[node].joined_by > stable) set |= only(node);
  }
  return set;
}

NodeSet Configuration::not_known_lost(std::uint64_t stable) const {
  NodeSet set = 0;
  for (std::uint32_t node = 0; node < size(); ++node) {
    const Node& each = nodes_[node];
    if (!each.removed || each.removed_by > stable) set |= only(node);
  }
  return set;
}

NodeSet Configuration::counted(std::uint64_t stable) const {
  NodeSet set = not_known_lost(stable);
  for (std::uint32_t node = 0; node < size(); ++node) {
    if (nodes_[node].certain) set &= ~only(node);
  }
  return set;
}

bool Configuration::are_enough(NodeSet nodes, NodeSet counted, std::uint64_t stable) const {
  const NodeSet joined = newcomers(stable);
  return is_majority(nodes, counted) &&
         (joined == 0 || is_majority(nodes & ~joined, counted & ~joined));
}

}  // namespace orrery::rti
