// A node's entities and managers as objects in contiguous arrays. The universe manager's own thread steps them, alone or
// together with a few workers. Messages between them and the universe manager are direct calls, which are counted like
// messages.
//
// Belongs to the universe manager's thread. A step allocates nothing.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "orrery/base/work.hpp"
#include "orrery/universe/activity.hpp"
#include "orrery/universe/checksum.hpp"
#include "orrery/universe/entity_class.hpp"
#include "orrery/universe/node.hpp"

#include "fork_join.hpp"
#include "inboxes.hpp"
#include "node_links.hpp"
#include "step_slot.hpp"

namespace orrery::universe {

class PooledParties : public WithInboxes {
 public:
  static constexpr bool migrates = false;
  struct Options {
    unsigned workers = 1;
    base::WaitStrategy strategy = base::WaitStrategy::adaptive;
    std::function<void(unsigned)> on_worker_start;
    std::function<bool()> go_on;
  };
  static base::Result<std::unique_ptr<PooledParties>> create(const System& system, NodeIndex node,
                                                             const EntityClass& entity_class,
                                                             const base::CpuWork& work,
                                                             Options options);
  ~PooledParties();

  // The interface that UniverseManager expects (universe_manager.hpp says what each call means).
  bool notify(StepSlot& slot);
  template <bool timed>
  bool update(StepSlot& slot, NodeLinks& links, Laps<timed>& laps);
  [[nodiscard]] bool entities_complete() const { return true; }
  bool take(const transport::Event&, StepSlot&, NodeLinks&, bool&) { return true; }
  [[nodiscard]] const MayFail& failure() const { return failure_; }

  [[nodiscard]] const EntityClass& entity_class() const { return class_; }
  [[nodiscard]] std::uint64_t entities() const { return system_.entities_by_node[node_]; }
  template <class Each>
  bool each_entity(Each&& each) const {
    return each_of_node(system_, node_, each);
  }

  [[nodiscard]] bool alive() const { return true; }
  // Destructs all entities. Their contributions are already in the universe manager's checksum.
  bool finish(RunningChecksum&);
  [[nodiscard]] EntityCosts entity_costs() const { return costs_; }
  [[nodiscard]] static ManagerCosts manager_costs() { return {}; }  // not measured
  [[nodiscard]] static ResourceCosts resource_costs() { return {}; }
  [[nodiscard]] std::int64_t measured_cpu_ns() const { return 0; }  // all in this process
  [[nodiscard]] std::vector<PartyUse> uses() const;
  [[nodiscard]] std::vector<int> child_pids() const { return {}; }

 private:
  // The part of one worker. Only this worker writes it during a step.
  struct alignas(64) Shard {
    EntityRange range;
    RangeUpdate updated;
    std::uint64_t sent = 0;           // messages state_from_entity
    std::vector<Inbox> inboxes;       // one for each local manager
    std::vector<std::byte> messages;  // the current batch; for a helper: all updates to relay
    std::size_t relay_count = 0;
  };

  PooledParties(const System& system, NodeIndex node, const EntityClass& entity_class,
                const base::CpuWork& work, Options options);
  void run_updates(Shard& shard, Step step);
  template <class Relay>
  void send_updates(Shard& shard, Step step, Relay&& relay);
  void run_helper(unsigned index);

  const System system_;
  const NodeIndex node_;
  const EntityClass& class_;
  const Options options_;
  const std::size_t message_bytes_;
  const bool monitored_;
  const StepControl control_;
  bool relays_ = false;

  std::vector<std::uint64_t> states_;  // 64-bit words, for the alignment
  std::vector<std::uint8_t> changed_;
  std::vector<Shard> shards_;
  std::unique_ptr<ForkJoin> pool_;
  std::function<void(unsigned)> helper_job_;
  Step helper_step_ = 0;
  EntityCosts costs_;
  bool constructed_ = false;
  MayFail failure_;
};

// Number of workers that suit a node: each has at least about 20 us of work per step. From 1 to `cores`.
unsigned choose_pool_workers(const System& system, NodeIndex node, unsigned cores);

template <class Relay>
void PooledParties::send_updates(Shard& shard, Step step, Relay&& relay) {
  shard.sent = 0;
  if (!monitored_ || shard.updated.changed == 0) return;
  PackCursor cursor;
  const std::uint8_t* changed = changed_.data() + (shard.range.first - shards_[0].range.first);
  while (cursor.entity < shard.range.count) {
    const std::size_t count =
        class_.pack_changed(shard.range, step, changed, cursor, std::span(shard.messages));
    if (count == 0) continue;
    shard.sent += count;
    const std::span batch(shard.messages.data(), count * message_bytes_);
    for (Inbox& inbox : shard.inboxes) {
      inbox.received += count;
      inbox.sum += class_.hash_updates(batch);
    }
    relay(batch, count);
  }
}

template <bool timed>
bool PooledParties::update(StepSlot& slot, NodeLinks& links, Laps<timed>& laps) {
  if (pool_) {
    helper_step_ = slot.step;
    pool_->fork(helper_job_);
  }
  Shard& own = shards_[0];
  run_updates(own, slot.step);
  laps.lap(Activity::update);
  bool relayed = true;
  send_updates(own, slot.step, [&](std::span<const std::byte> batch, std::size_t count) {
    if (links.relays()) relayed = relayed && links.relay(batch.data(), message_bytes_, count);
  });
  if (monitored_) laps.lap(Activity::state);
  if (pool_) {
    if (!pool_->join(options_.go_on)) {
      failure_ = Failure{"stopped", "universe manager", "stopped while entities updated", ""};
      return false;
    }
    laps.lap(Activity::idle);
  }
  if (!relayed) return false;

  contribution_ = 0;
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    Shard& shard = shards_[i];
    contribution_ += shard.updated.hash;
    slot.counts[MessageKind::state_from_entity] += shard.sent;
    if (control_ != StepControl::deadline) {
      slot.counts[MessageKind::update_complete] += shard.updated.updated;
    }
    for (std::size_t m = 0; m < inboxes_.managers(); ++m) {
      inboxes_.take_over(m, shard.inboxes[m], slot);
    }
    if (i > 0 && links.relays()) {
      if (!links.relay(shard.messages.data(), message_bytes_, shard.relay_count)) return false;
    }
  }
  if (monitored_ && pool_) laps.lap(Activity::state);
  return true;
}

}  // namespace orrery::universe
