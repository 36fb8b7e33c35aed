// A node's entities and managers as objects. Entities may leave for other nodes, and come from them, between steps.
//
// The order of calls in a step: order() on the master and depart(), at its beginning; update() for the entities that are
// here; update_arrived() for those that came later; report(); decide() on the master. take_migration() may be called at any
// time of the step. At any time an entity is in the table of one node, or in one message.
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
#include "moves_book.hpp"
#include "node_links.hpp"
#include "node_usage.hpp"
#include "step_slot.hpp"

namespace orrery::universe {

// Sets the expected counts of messages of a step on a node that updated `updated` entities and to which `came` came.
void expect_moving(const System& system, NodeIndex node, std::uint64_t updated, std::uint64_t came,
                   const StepSlot& slot, MessageCounts& counts);

class MigratingParties : public WithInboxes {
 public:
  static constexpr bool migrates = true;
  // The universe manager's thread updates the entities, so entities that come must be taken before.
  static constexpr bool updates_here = true;

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
  [[nodiscard]] const MayFail& failure() const { return book_.failure(); }

  // Called by the master before the step's notice: sends each decided move to its two nodes.
  bool order(StepSlot& slot, NodeLinks& links) { return book_.order(slot.step, links); }
  // Packs and sends the entities that are to leave.
  bool depart(StepSlot& slot, NodeLinks& links);
  // Takes a message of a kind that only migration has. Returns false if it is refused; failure() then has the reason,
  // unless the kind is wrong.
  bool take_migration(NodeIndex from, std::span<const std::byte> message, StepSlot& slot);
  [[nodiscard]] bool arrivals_complete() const { return book_.arrivals_complete(); }
  // Updates the entities that came after update().
  bool update_arrived(StepSlot& slot, NodeLinks& links);
  // Asks for the CPU use in the step; usage_known() tells that the answer is there. Here each update has measured it.
  static bool ask_usage(StepSlot&) { return true; }
  [[nodiscard]] static bool usage_known() { return true; }
  bool report(Step step, NodeLinks& links);
  // Ends the moves of the step. Messages that come after this call belong to the next step.
  void close_moves() { book_.close(); }
  // Called by the master when all nodes have reported: decides the moves before the next step.
  bool decide(StepSlot& slot);
  [[nodiscard]] static bool is_decided() { return true; }
  // Called by the master after the last step: tells all requesters of moves that it is too late.
  void close_requests() { book_.close_requests(); }
  // Sets the expected counts of messages of the step, for the entities that this node had in it.
  void expect(const StepSlot& slot, MessageCounts& counts) const {
    expect_moving(system_, config_.node, updated_, book_.expected(), slot, counts);
  }

  [[nodiscard]] const EntityClass& entity_class() const { return class_; }
  [[nodiscard]] std::uint64_t entities() const { return table_.size(); }
  template <class Each>
  bool each_entity(Each&& each) const {
    return std::ranges::all_of(table_, [&](const Entity& entity) { return each(entity.id); });
  }
  [[nodiscard]] std::int64_t workload_ns() const { return usage_.load().workload_ns; }
  void report_loads(NodeReport& report) const { totals_.report(report); }
  // Tells how many entities are here and which were on their way, for the message of a failure.
  [[nodiscard]] std::string account() const;

  [[nodiscard]] bool alive() const { return true; }
  bool finish(RunningChecksum&);
  [[nodiscard]] EntityCosts entity_costs() const { return costs_; }
  [[nodiscard]] static ManagerCosts manager_costs() { return {}; }  // not measured
  [[nodiscard]] static ResourceCosts resource_costs() { return {}; }
  [[nodiscard]] std::int64_t measured_cpu_ns() const { return 0; }  // all in this process
  [[nodiscard]] std::vector<PartyUse> uses() const;
  [[nodiscard]] std::vector<int> child_pids() const { return {}; }

 private:
  struct Entity {
    EntityId id = 0;
    std::size_t place = 0;          // index of its state in states_
    std::int64_t construct_ns = 0;  // in this step
    EntityHistory history;
  };

  std::byte* state_of(std::size_t place) {
    return reinterpret_cast<std::byte*>(states_.data()) + place * state_size_;
  }
  Entity& add(EntityId id);
  bool update_all(StepSlot& slot, NodeLinks& links);
  bool update_one(Entity& entity, StepSlot& slot, NodeLinks& links);
  bool take_entity(NodeIndex from, std::span<const std::byte> message, StepSlot& slot);
  [[nodiscard]] bool has(EntityId id) const {
    return std::ranges::find(table_, id, &Entity::id) != table_.end();
  }

  const std::unique_ptr<const NodeConfig> kept_;
  const NodeConfig& config_;
  const System& system_;
  const EntityClass& class_;
  const base::CpuWork work_;
  const std::size_t state_size_;
  const std::size_t message_bytes_;

  std::vector<Entity> table_;
  std::vector<std::uint64_t> states_;  // 64-bit words, for the alignment
  std::vector<std::size_t> free_;      // free places in states_
  std::size_t updated_ = 0;  // number of entities updated in this step, from the table's beginning
  std::vector<std::byte> updates_;  // one entity's state updates
  EntityCosts costs_;
  std::vector<std::byte> message_;
  MovesBook book_;
  NodeUsage usage_;
  LoadTotals totals_;
  MoveDecider decider_;  // used on the master only
};

}  // namespace orrery::universe
