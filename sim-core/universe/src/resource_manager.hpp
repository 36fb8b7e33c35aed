// The resource manager of a node, as a process or thread of its own. In each step it reads the CPU use of every entity and
// manager of the node, of the universe manager and of itself; it follows how the use of each entity grows, forecasts it, and
// reports the node's load. On the master it also decides the moves before the next step, by the run's policy.
// resource_wire.hpp has its messages.
//
// The CPU use of the managers counts for no load: only entities migrate.
//
// Source: uss-prototype-evaluation, sections 6.5.4 and 6.5.5.3 (Table 6.9).
#pragma once

#include <vector>

#include "orrery/base/cpu_clock.hpp"

#include "moves_book.hpp"
#include "node_usage.hpp"
#include "party.hpp"
#include "party_life.hpp"
#include "party_link.hpp"
#include "resource_wire.hpp"

namespace orrery::universe {

class ResourceManager {
 public:
  ResourceManager(const PartyCommon& common, PartyLink& link);

  // Returns false if the universe manager has ended or sent a message that cannot be.
  bool handle(const MessageHeader& header, std::span<const std::byte> message);
  static bool take_other() { return false; }
  bool finish();

 private:
  struct Watched {
    WatchedRole role = WatchedRole::entity;
    std::uint32_t id = 0;
    base::CpuClock clock{0};
    std::int64_t last_ns = -1;      // of the clock; -1: not read yet
    std::int64_t construct_ns = 0;  // in this step
    EntityHistory history;
  };

  bool watch(std::span<const std::byte> message);
  void forget(EntityId id);
  bool report(Step step);
  bool decide(Step step, std::uint64_t room);
  // CPU time since the last reading; 0 if there was none, or if the party has ended.
  static std::int64_t read(Watched& watched);

  const PartyCommon& common_;
  const NodeConfig& config_;
  PartyLink& link_;
  Watched universe_manager_;
  std::vector<Watched> watched_;  // entities and managers
  NodeUsage usage_;
  std::vector<NodeLoad> loads_;  // on the master: of all nodes
  MoveDecider decider_;
  std::vector<std::byte> message_;
  MeasuredCpu cpu_;
  ResourceCosts costs_;
};

}  // namespace orrery::universe
