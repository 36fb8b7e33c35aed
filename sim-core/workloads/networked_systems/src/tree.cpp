#include "tree.hpp"

namespace orrery::workloads::networked {

namespace {

constexpr LaneId nowhere = ~LaneId{0};  // from a system to itself

}  // namespace

Tree::Tree(std::uint32_t systems, std::uint32_t fan_out)
    : fan_out_(fan_out), levels_(systems), towards_(systems * systems), hops_(systems * systems) {
  std::vector<std::uint32_t> below(systems, 1);  // systems of each subtree
  for (SystemId system = systems - 1; system > 0; --system) {
    below[parent(system)] += below[system];
  }
  for (SystemId system = 1; system < systems; ++system) {
    levels_[system] = levels_[parent(system)] + 1;
    lanes_.push_back({system, parent(system), levels_[system], true, below[system]});
    lanes_.push_back({parent(system), system, levels_[system], false, systems - below[system]});
  }
  for (SystemId from = 0; from < systems; ++from) {
    for (SystemId to = 0; to < systems; ++to) {
      // Climbs from the greater number: it is never on a higher level.
      SystemId a = from;
      SystemId b = to;
      LaneId first = nowhere;
      std::uint32_t hops = 0;
      while (a != b) {
        if (a > b) {
          if (a == from) first = up_from(a);
          a = parent(a);
        } else {
          if (parent(b) == from) first = down_to(b);
          b = parent(b);
        }
        ++hops;
      }
      towards_[from * systems + to] = first;
      hops_[from * systems + to] = hops;
    }
  }
}

}  // namespace orrery::workloads::networked
