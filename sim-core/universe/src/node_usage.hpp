// The load of a node in a step, from the CPU use of its entities; and how the load goes on.
//
// One thread. A step allocates nothing once all entities have been there.
#pragma once

#include "orrery/universe/migration.hpp"
#include "orrery/universe/node_report.hpp"

#include "migration_wire.hpp"

namespace orrery::universe {

// Adds the cost of a step to an entity's history. Each new growth counts as much as all before it.
void note_cost(EntityHistory& history, std::int64_t cost_ns);
// Cost that the entity is expected to have `forecast_steps` later.
[[nodiscard]] std::int64_t forecast_ns(const EntityHistory& history);

class NodeUsage {
 public:
  // `scale`: how much slower this node is than the fastest. `state_bytes`: state updates that an entity sends in a step to
  // each manager.
  NodeUsage(const System& system, NodeIndex node, double scale, std::uint64_t state_bytes);

  void begin();
  // `construct_ns`: CPU time of the entity's construction, if it came in this step; else 0.
  void add(EntityId id, const EntityHistory& history, std::int64_t construct_ns);
  // Ends the step. Returns its load, with the most expensive entities first.
  const NodeLoad& end();
  [[nodiscard]] const NodeLoad& load() const { return load_; }

 private:
  [[nodiscard]] std::int64_t scaled(std::int64_t ns) const {
    return static_cast<std::int64_t>(static_cast<double>(ns) * scale_);
  }
  const double scale_;
  const std::uint64_t state_bytes_;
  NodeLoad load_;
};

// Loads over the measured steps, for a node's report.
class LoadTotals {
 public:
  LoadTotals(const System& system, const MigrationRules& rules)
      : warmup_steps_(system.warmup_steps), threshold_ns_(rules.threshold_ns) {}
  void add(Step step, const NodeLoad& load);
  void report(NodeReport& report) const;

 private:
  const std::uint64_t warmup_steps_;
  const std::int64_t threshold_ns_;
  NodeReport totals_;  // only its loads are used
};

}  // namespace orrery::universe
