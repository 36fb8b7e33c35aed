// The hierarchy of systems. System 0 is the top. The others are numbered level by level; each system has up to `fan_out`
// below it.
//
// Immutable. A link is named by its lower system; each of its directions is a lane.
#pragma once

#include <cstdint>
#include <vector>

namespace orrery::workloads::networked {

using SystemId = std::uint32_t;
using LaneId = std::uint32_t;

struct Lane {
  SystemId from = 0;
  SystemId to = 0;
  std::uint32_t level = 0;  // of the lower system; the top has level 0
  bool up = false;
  std::uint32_t near = 0;  // systems on the sender's side
};

class Tree {
 public:
  Tree(std::uint32_t systems, std::uint32_t fan_out);  // systems >= 1, fan_out >= 1

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(levels_.size()); }
  [[nodiscard]] std::uint32_t depth() const { return levels_.back(); }
  [[nodiscard]] std::uint32_t level(SystemId system) const { return levels_[system]; }
  [[nodiscard]] SystemId parent(SystemId system) const { return (system - 1) / fan_out_; }

  // Two lanes for each link: up, then down.
  [[nodiscard]] const std::vector<Lane>& lanes() const { return lanes_; }
  [[nodiscard]] static LaneId up_from(SystemId lower) { return 2 * (lower - 1); }
  [[nodiscard]] static LaneId down_to(SystemId lower) { return 2 * (lower - 1) + 1; }

  // The lane by which a message leaves `from` for another system.
  [[nodiscard]] LaneId towards(SystemId from, SystemId to) const {
    return towards_[from * size() + to];
  }
  [[nodiscard]] std::uint32_t hops(SystemId from, SystemId to) const {
    return hops_[from * size() + to];
  }
  // Whether messages from `source` to systems beyond the lane pass through it.
  [[nodiscard]] bool on_near_side(LaneId lane, SystemId source) const {
    return towards_[lanes_[lane].to * size() + source] == (lane ^ 1U);
  }

 private:
  std::uint32_t fan_out_;
  std::vector<std::uint32_t> levels_;
  std::vector<Lane> lanes_;
  std::vector<LaneId> towards_;
  std::vector<std::uint32_t> hops_;
};

}  // namespace orrery::workloads::networked
