// The moves of MigratingParties: departures, arrivals, reports.
#include <algorithm>

#include "orrery/base/clock.hpp"

#include "migrating_parties.hpp"

namespace orrery::universe {

bool MigratingParties::take_migration(NodeIndex from, std::span<const std::byte> message,
                                      StepSlot& slot) {
  const bool comes = read_header(message.data()).kind == MessageKind::entity_state;
  return comes ? take_entity(from, message, slot) : book_.take(from, message);
}

bool MigratingParties::depart(StepSlot& slot, NodeLinks& links) {
  book_.begin();
  for (const Move& move : book_.leaving()) {
    const std::int64_t began = base::now_ns();
    const auto at = std::ranges::find(table_, move.entity, &Entity::id);
    if (at == table_.end()) return book_.refuse_departure(move.entity);
    write_entity_state(message_, move, slot.step, {state_of(at->place), state_size_}, began,
                       at->history);
    if (!links.send(move.to, message_)) return false;
    // From here on the entity exists only in the message.
    class_.destruct(at->id, state_of(at->place));
    ++costs_.destructed;
    free_.push_back(at->place);
    *at = table_.back();
    table_.pop_back();
  }
  return links.flush();
}

bool MigratingParties::take_entity(NodeIndex from, std::span<const std::byte> message,
                                   StepSlot& slot) {
  ArrivingEntity arriving;
  const auto is_here = [this](EntityId id) { return has(id); };
  if (!book_.take_entity(from, message, state_size_, is_here, arriving)) return false;
  const std::int64_t cpu_before = base::thread_cpu_ns();
  Entity& entity = add(arriving.id());
  entity.history = arriving.head.history;
  std::memcpy(state_of(entity.place), arriving.state.data(), arriving.state.size());
  if (config_.construct_cost_ns > 0) work_.burn(config_.construct_cost_ns);
  const std::int64_t measured = base::thread_cpu_ns() - cpu_before;
  entity.construct_ns = config_.migration->nominal_loads ? config_.construct_cost_ns : measured;
  ++costs_.constructed;
  costs_.construct_ns += measured;
  book_.came();
  book_.constructed(slot.step, arriving, base::now_ns());
  return true;
}

bool MigratingParties::report(Step step, NodeLinks& links) {
  usage_.begin();
  for (Entity& entity : table_) {
    usage_.add(entity.id, entity.history, entity.construct_ns);
    entity.construct_ns = 0;
  }
  const NodeLoad& load = usage_.end();
  totals_.add(step, load);
  return book_.report(step, load, links);
}

bool MigratingParties::decide(StepSlot& slot) {
  if (!book_.begin_decision(slot.step, usage_.load())) return true;
  const Step next = slot.step + 1;
  for (const Move& move : book_.decided()) decider_.note(next, move);
  book_.add(decider_.decide(next, book_.loads(), book_.room()));
  return true;
}

}  // namespace orrery::universe
