#include "migrating_parties.hpp"

#include <unistd.h>

#include <algorithm>
#include <numeric>

#include "orrery/base/clock.hpp"

namespace orrery::universe {

MigratingParties::MigratingParties(std::unique_ptr<const NodeConfig> config,
                                   const EntityClass& entity_class, const base::CpuWork& work)
    : WithInboxes(config->system, config->node, entity_class, work),
      kept_(std::move(config)),
      config_(*kept_),
      system_(config_.system),
      class_(entity_class),
      work_(work),
      state_size_(entity_class.state_size()),
      message_bytes_(sizeof(MessageHeader) + entity_class.packed_size()),
      book_(config_),
      usage_(system_, config_.node, config_.load_scale, message_bytes_ * entity_class.components()),
      totals_(system_, *config_.migration),
      decider_(*config_.migration) {
  // All entities could come to this node, and a step allocates nothing.
  const std::uint64_t all = system_.entities();
  table_.reserve(all);
  states_.resize(all * state_size_ / sizeof(std::uint64_t));
  free_.resize(all);
  std::iota(free_.rbegin(), free_.rend(), std::size_t{0});
  updates_.resize(message_bytes_ * class_.components());
  message_.reserve(sizeof(EntityStateHead) + state_size_);

  const std::int64_t started = base::now_ns();
  const EntityId first = system_.first_entity(config_.node);
  for (std::uint64_t i = 0; i < system_.entities_by_node[config_.node]; ++i) {
    const Entity& entity = add(first + static_cast<EntityId>(i));
    class_.construct(entity.id, state_of(entity.place));
  }
  costs_.construct_ns = base::now_ns() - started;
  costs_.constructed = table_.size();
}

MigratingParties::~MigratingParties() {
  RunningChecksum unused(0);
  finish(unused);
}

bool MigratingParties::finish(RunningChecksum&) {
  const std::int64_t started = base::now_ns();
  for (const Entity& entity : table_) class_.destruct(entity.id, state_of(entity.place));
  costs_.destructed += table_.size();
  costs_.destruct_ns += base::now_ns() - started;
  table_.clear();
  return true;
}

std::vector<PartyUse> MigratingParties::uses() const {
  return {{"universe manager", ::getpid(), base::process_usage()}};
}

MigratingParties::Entity& MigratingParties::add(EntityId id) {
  const std::size_t place = free_.back();
  free_.pop_back();
  return table_.emplace_back(Entity{id, place, 0, {}});
}

bool MigratingParties::notify(StepSlot& slot) {
  slot.counts[MessageKind::update_notify] += inboxes_.managers();
  return true;
}

bool MigratingParties::update_all(StepSlot& slot, NodeLinks& links) {
  contribution_ = 0;
  updated_ = 0;
  return update_arrived(slot, links);
}

bool MigratingParties::update_arrived(StepSlot& slot, NodeLinks& links) {
  while (updated_ < table_.size()) {
    if (!update_one(table_[updated_], slot, links)) return false;
    ++updated_;
  }
  return true;
}

bool MigratingParties::update_one(Entity& entity, StepSlot& slot, NodeLinks& links) {
  const std::int64_t before = base::thread_cpu_ns();
  const EntityRange range{entity.id, 1, state_of(entity.place)};
  std::uint8_t changed = 0;
  const RangeUpdate updated = class_.update(range, slot.step, &changed);
  const std::int64_t measured = base::thread_cpu_ns() - before;
  const std::int64_t cost =
      config_.migration->nominal_loads ? class_.nominal_cost_ns(range.states) : measured;
  note_cost(entity.history, cost);
  ++costs_.updates;
  costs_.update_ns += measured;

  contribution_ += updated.hash;
  ++slot.counts[MessageKind::update_notify];
  ++slot.counts[MessageKind::update_complete];
  if (!system_.monitored() || changed == 0) return true;
  PackCursor cursor;
  const std::size_t count =
      class_.pack_changed(range, slot.step, &changed, cursor, std::span(updates_));
  const std::span messages(updates_.data(), count * message_bytes_);
  slot.counts[MessageKind::state_from_entity] += count;
  inboxes_.receive(messages, count, slot);
  return !links.relays() || links.relay(messages.data(), message_bytes_, count);
}

void expect_moving(const System& system, NodeIndex node, std::uint64_t updated, std::uint64_t came,
                   const StepSlot& slot, MessageCounts& counts) {
  const std::uint64_t managers = system.managers_by_node[node];
  const std::uint64_t monitors = system.monitored() ? system.monitors : 0;
  counts[MessageKind::update_notify] = updated + managers;
  counts[MessageKind::update_complete] = updated;
  counts[MessageKind::state_from_entity] = updated * monitors;
  counts[MessageKind::state_relay] = managers > 0 ? (system.entities() - updated) * monitors : 0;
  counts[MessageKind::load_report] = node == 0 ? system.nodes() - 1 : 0;
  // The number of orders is not known in advance. The run's records are compared with the orders instead.
  counts[MessageKind::migration_order] = slot.counts[MessageKind::migration_order];
  counts[MessageKind::entity_state] = came;
}

std::string MigratingParties::account() const {
  return book_.account(table_.size(), [this](EntityId id) { return has(id); });
}

}  // namespace orrery::universe
