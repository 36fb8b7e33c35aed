// A node's entities and managers as objects of which entities may leave for other nodes, and come from them, between steps.
//
// In a step, in this order: order() and depart() as the step begins; entities come by take_migration(), at any time of it;
// update() steps those that are there, update_arrived() those that came later; report() on slaves, decide() on the master.
// An entity is in the table of one node, or in one message, at any time.
//
// Belongs to the universe manager's thread.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "orrery/base/work.hpp"
#include "orrery/universe/activity.hpp"
#include "orrery/universe/checksum.hpp"
#include "orrery/universe/entity_class.hpp"
#include "orrery/universe/migration.hpp"
#include "orrery/universe/node.hpp"

#include "inboxes.hpp"
#include "manual_moves.hpp"
#include "migration_wire.hpp"
#include "node_links.hpp"
#include "step_slot.hpp"

namespace orrery::universe {

class MigratingParties : public WithInboxes {
 public:
  static constexpr bool migrates = true;

  MigratingParties(std::unique_ptr<const NodeConfig> config, const EntityClass& entity_class,
                   const base::CpuWork& work);
  ~MigratingParties();
  MigratingParties(const MigratingParties&) = delete;
  MigratingParties& operator=(const MigratingParties&) = delete;

  // The interface that UniverseManager expects (universe_manager.hpp says what each call means).
  bool notify(StepSlot& slot);
  template <bool timed>
  bool update(StepSlot& slot, NodeLinks& links, Laps<timed>& laps) {
    const bool updated = update_all(slot, links);
    laps.lap(Activity::update);
    return updated;
  }
  [[nodiscard]] bool entities_complete() const { return true; }
  bool take(const transport::Event&, StepSlot&, NodeLinks&, bool&) { return true; }
  [[nodiscard]] const MayFail& failure() const { return failure_; }

  // Master, before the step's notice: tells both nodes of each move that was decided.
  bool order(StepSlot& slot, NodeLinks& links);
  // Packs and sends the entities that are to leave.
  bool depart(StepSlot& slot, NodeLinks& links);
  // A message of a kind that only migration has. False: refused, failure() may say why.
  bool take_migration(NodeIndex from, std::span<const std::byte> message, StepSlot& slot);
  [[nodiscard]] bool arrivals_complete() const { return arrived_ == expected_.size(); }
  // Those that came after update().
  bool update_arrived(StepSlot& slot, NodeLinks& links);
  bool report(Step step, NodeLinks& links);
  // The step's moves are over. What comes after this is of the next step.
  void close_moves();
  // Master, when all have reported: for the step after this one.
  void decide(Step step);
  // Master, when the steps are over: whoever asked for moves is told that it is too late.
  void close_requests() { by_hand_.close(); }
  // What a step should have counted on this node, as its entities were then.
  void expect(const StepSlot& slot, MessageCounts& counts) const;

  [[nodiscard]] const EntityClass& entity_class() const { return class_; }
  [[nodiscard]] std::uint64_t entities() const { return table_.size(); }
  template <class Each>
  bool each_entity(Each&& each) const {
    return std::ranges::all_of(table_, [&](const Entity& entity) { return each(entity.id); });
  }
  [[nodiscard]] std::int64_t workload_ns() const { return load_.workload_ns; }
  void report_loads(NodeReport& report) const;
  // Which entities are here, and which were on their way: what is true when a run fails.
  [[nodiscard]] std::string account() const;

  [[nodiscard]] bool alive() const { return true; }
  bool finish(RunningChecksum&);
  [[nodiscard]] EntityCosts entity_costs() const { return costs_; }
  [[nodiscard]] static ManagerCosts manager_costs() { return {}; }  // not measured
  [[nodiscard]] std::int64_t measured_cpu_ns() const { return 0; }  // all in this process
  [[nodiscard]] std::vector<PartyUse> uses() const;
  [[nodiscard]] std::vector<int> child_pids() const { return {}; }

 private:
  struct Entity {
    EntityId id = 0;
    std::size_t place = 0;          // of its state, in states_
    std::int64_t construct_ns = 0;  // in this step
    EntityHistory history;
  };

  std::byte* state_of(std::size_t place) {
    return reinterpret_cast<std::byte*>(states_.data()) + place * state_size_;
  }
  Entity& add(EntityId id);
  bool update_all(StepSlot& slot, NodeLinks& links);
  bool update_one(Entity& entity, StepSlot& slot, NodeLinks& links);
  bool take_order(NodeIndex from, std::span<const std::byte> message);
  bool take_entity(NodeIndex from, std::span<const std::byte> message, StepSlot& slot);
  void sum_up(Step step);
  bool refuse(const std::string& what);
  void record(const MigrationRecord& record);

  const std::unique_ptr<const NodeConfig> kept_;
  const NodeConfig& config_;
  const System& system_;
  const EntityClass& class_;
  const base::CpuWork work_;
  const std::size_t state_size_;
  const std::size_t message_bytes_;

  std::vector<Entity> table_;
  std::vector<std::uint64_t> states_;  // 64-bit words, for the alignment
  std::vector<std::size_t> free_;      // places
  std::size_t updated_ = 0;            // so many of the table, from its beginning, in this step
  std::vector<std::byte> updates_;     // one entity's state updates
  EntityCosts costs_;
  MayFail failure_;

  // Of this step.
  std::vector<Move> leaving_;
  std::vector<Move> sent_;      // of the step that this node has ended and others perhaps not
  std::vector<Move> expected_;  // to come
  std::size_t arrived_ = 0;
  NodeLoad load_;
  NodeReport totals_;  // its loads alone
  std::vector<MigrationRecord> untold_;
  std::vector<std::byte> message_;

  // The master's.
  std::vector<NodeLoad> loads_;
  std::vector<PastMove> past_;
  std::vector<Move> decided_;
  ManualMoves by_hand_;
};

}  // namespace orrery::universe
