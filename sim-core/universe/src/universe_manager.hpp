// A universe manager: the six stages of a step (message.hpp names the messages), for any process model.
//
// `Parties` are the node's entities and managers behind one interface, so that the step logic exists once:
//   notify(slot)                    stage 1: update_notify to each; counts them
//   update(slot, links, laps)       stage 2 and 3 for parties that are objects; nothing for those that send messages
//   take(event, slot, links, state) takes a message from a party: forwards state, counts
//   deliver(message, slot)          brings a state update from another node to every local manager
//   entities_complete()             stage 4
//   process(slot, updates)          stage 5: manager_process to each manager, which should have received `updates` updates
//   managers_complete()
//   quiet()                         no party has anything to send now
//   entity_class(), entities(), each_entity(f)    the node's entities and their class
//   migrates                        true if entities migrate; migrating_parties.hpp has the calls that this adds
//   flush(), contribution(), manager_mismatches(), failure()
//
// Belongs to one thread. step() returns when the step is over or the run has failed.
#pragma once

#include <array>
#include <functional>

#include "orrery/transport/wait_set.hpp"
#include "orrery/universe/activity.hpp"
#include "orrery/universe/checksum.hpp"
#include "orrery/universe/entity_class.hpp"
#include "orrery/universe/message_model.hpp"
#include "orrery/universe/node_report.hpp"

#include "node_links.hpp"
#include "step_slot.hpp"

namespace orrery::universe {

template <class Parties>
class UniverseManager final : private RelaySink {
 public:
  // `wait_set` may be null if the manager never has to wait: a single node with pooled parties.
  UniverseManager(const System& system, NodeIndex node, Parties& parties, NodeLinks& links,
                  transport::WaitSet* wait_set, std::uint64_t prefix_steps)
      : node_(node),
        hosts_(system.hosts_managers(node)),
        other_nodes_(system.nodes() - 1),
        parties_(parties),
        links_(links),
        wait_set_(wait_set),
        neighbourhood_(parties.entity_class().neighbourhood()),
        all_entities_(system.entities()),
        model_(system, node),
        checksum_(prefix_steps) {
    links_.bind(slots_, *this);
  }

  template <bool timed>
  bool step(Step step, Laps<timed>& laps);

  // Adds the last step to the checksum and compares its counts of messages. step() calls it by itself; on the master only
  // after it has begun the next step, for which the others wait. So call it before you read counted(), mismatch() or
  // checksum().
  void settle();
  [[nodiscard]] const Parties& parties() const { return parties_; }

  // Messages of the steps since begin_totals().
  [[nodiscard]] const MessageCounts& counted() const { return counted_; }
  // Expected messages of the steps [first, last) by the message model. With migration: of all steps since begin_totals(),
  // by the nodes that the entities were on.
  [[nodiscard]] MessageCounts expected_over(Step first, Step last) const {
    return Parties::migrates ? expected_so_far_ : model_.expected_over(first, last);
  }
  // Sets the totals to 0, before the first measured step.
  void begin_totals() {
    settle();
    counted_ = MessageCounts{};
    expected_so_far_ = MessageCounts{};
  }
  [[nodiscard]] const CountMismatch& mismatch() const { return mismatch_; }
  RunningChecksum& checksum() { return checksum_; }
  [[nodiscard]] const RunningChecksum& checksum() const { return checksum_; }
  [[nodiscard]] MayFail failure() const {
    if (failure_) return failure_;
    return parties_.failure() ? parties_.failure() : links_.failure();
  }

 private:
  template <bool timed, class Done>
  bool await(Done&& done, Activity activity, Laps<timed>& laps);
  bool stopped_waiting();
  bool deliver(std::span<const std::byte> message, StepSlot& slot) override {
    return parties_.deliver(message, slot);
  }
  template <class Done>
  bool take(NodeIndex from, Done&& done, bool& state);
  bool take_other(NodeIndex from, std::span<const std::byte> message, StepSlot& slot) override {
    if (const MessageHeader header = read_header(message.data());
        header.kind == MessageKind::neighbour_state) {
      return take_neighbour(header, message.subspan(sizeof(MessageHeader)));
    }
    if constexpr (Parties::migrates) return parties_.take_migration(from, message, slot);
    return false;
  }
  bool tell_neighbours(Step step);
  bool take_neighbour(const MessageHeader& header, std::span<const std::byte> part);
  template <bool timed>
  bool move_entities(StepSlot& slot, Laps<timed>& laps);
  void check_counts(const StepSlot& slot, const MessageCounts& expected);
  const MessageCounts& expectation(const StepSlot& slot) {
    if constexpr (!Parties::migrates) return model_.expected(slot.step);
    return expected_now_;
  }

  const NodeIndex node_;
  const bool hosts_;
  const std::uint64_t other_nodes_;
  Parties& parties_;
  NodeLinks& links_;
  transport::WaitSet* const wait_set_;
  Neighbourhood* const neighbourhood_;  // null: entities do not see each other
  const std::uint64_t all_entities_;
  StepSlots slots_;
  bool unsettled_ = false;  // settle() has not handled the previous slot yet
  MessageModel model_;
  RunningChecksum checksum_;
  MessageCounts counted_;
  MessageCounts expected_so_far_;
  MessageCounts expected_now_;  // used if entities migrate
  CountMismatch mismatch_;
  MayFail failure_;
};

template <class Parties>
template <bool timed>
bool UniverseManager<Parties>::step(Step step, Laps<timed>& laps) {
  StepSlot& slot = slots_.current();
  const bool distributed = other_nodes_ > 0;

  if (distributed) {
    if (node_ == 0) {
      if constexpr (Parties::migrates) {
        if (!parties_.order(slot, links_)) return false;
      }
      const MessageHeader notice{MessageKind::node_notify, 0, node_, step};
      if (!links_.send_to_all(std::as_bytes(std::span(&notice, 1))) || !links_.flush())
        return false;
    } else if (!await([&] { return slot.notified; }, Activity::wait, laps)) {
      return false;
    }
  }
  if (neighbourhood_ != nullptr) neighbourhood_->begin(step);
  if (!parties_.notify(slot)) return false;
  settle();
  if constexpr (Parties::migrates) {
    if (distributed && !move_entities(slot, laps)) return false;
  }
  if (!parties_.template update<timed>(slot, links_, laps)) return false;
  if (!await([&] { return parties_.entities_complete(); }, Activity::idle, laps)) return false;
  if constexpr (Parties::migrates) {
    if (!await([&] { return parties_.arrivals_complete(); }, Activity::migration, laps) ||
        !parties_.update_arrived(slot, links_)) {
      return false;
    }
    laps.lap(Activity::update);
    if (!await([&] { return parties_.entities_complete(); }, Activity::idle, laps)) return false;
  }

  if (distributed && neighbourhood_ != nullptr) {
    if (!tell_neighbours(step)) return false;
    laps.lap(Activity::state);
  }
  if (distributed) {
    const CountMessage complete{{MessageKind::state_complete, 0, node_, step},
                                slot.counts[MessageKind::state_from_entity]};
    if (!links_.send_to_hosts(std::as_bytes(std::span(&complete, 1))) || !links_.flush()) {
      return false;
    }
  }
  if (hosts_) {
    if (!await(
            [&] {
              return slot.counts[MessageKind::state_complete] == other_nodes_ &&
                     slot.counts[MessageKind::state_relay] >= slot.relays_announced;
            },
            Activity::idle, laps)) {
      return false;
    }
    if (!parties_.process(slot, model_.updates_to_manager(step))) return false;
    laps.lap(Activity::manager);
    if (!await([&] { return parties_.managers_complete(); }, Activity::idle, laps)) return false;
  }
  laps.own_part_done();
  if (neighbourhood_ != nullptr) {
    // No node may begin the next step before every node has the states of all entities.
    const std::uint64_t others = all_entities_ - parties_.entities();
    if (!await([&] { return slot.counts[MessageKind::neighbour_state] == others; }, Activity::idle,
               laps)) {
      return false;
    }
  }
  if constexpr (Parties::migrates) {
    if (!parties_.ask_usage(slot)) return false;
    if (!await([&] { return parties_.usage_known(); }, Activity::migration, laps)) return false;
    expected_now_ = model_.expected(step);
    parties_.expect(slot, expected_now_);
    if (!parties_.report(step, links_)) return false;
    parties_.close_moves();
    laps.lap(Activity::migration);
  }
  if (distributed) {
    if (node_ == 0) {
      if (!await([&] { return slot.counts[MessageKind::node_complete] == other_nodes_; },
                 Activity::idle, laps)) {
        return false;
      }
      if constexpr (Parties::migrates) {
        if (!parties_.decide(slot)) return false;
        if (!await([&] { return parties_.is_decided(); }, Activity::migration, laps)) return false;
        laps.lap(Activity::migration);
      }
    } else {
      const MessageHeader complete{MessageKind::node_complete, 0, node_, step};
      if (!links_.send(0, std::as_bytes(std::span(&complete, 1))) || !links_.flush()) return false;
    }
  }
  slots_.advance();
  unsettled_ = true;
  // A slave has time now, and a recorded step must be complete.
  if (timed || node_ != 0) settle();
  laps.lap(Activity::update);
  return true;
}

template <class Parties>
void UniverseManager<Parties>::settle() {
  if (!unsettled_) return;
  unsettled_ = false;
  const StepSlot& slot = slots_.previous();
  checksum_.add(slot.step, parties_.contribution());
  const MessageCounts& expected = expectation(slot);
  if (!(slot.counts == expected)) check_counts(slot, expected);
  counted_ += slot.counts;
  if constexpr (Parties::migrates) expected_so_far_ += expected;
  slots_.clear_previous();
}

template <class Parties>
bool UniverseManager<Parties>::tell_neighbours(Step step) {
  return parties_.each_entity([&](EntityId id) {
    std::array<std::byte, sizeof(MessageHeader) + Neighbourhood::part_bytes> message;
    write_header(message.data(), {MessageKind::neighbour_state, 0, id, step});
    neighbourhood_->read(id, step, std::span(message).template last<Neighbourhood::part_bytes>());
    return links_.send_to_all(message);
  });
}

template <class Parties>
bool UniverseManager<Parties>::take_neighbour(const MessageHeader& header,
                                              std::span<const std::byte> part) {
  if (neighbourhood_ == nullptr || part.size() != Neighbourhood::part_bytes ||
      header.source >= all_entities_) {
    return false;
  }
  neighbourhood_->write(header.source, header.step, part.first<Neighbourhood::part_bytes>());
  return true;
}

// Sends entities that leave before anything else, and waits a short time for those that come: updating the other entities
// of this node may take long. Parties that update themselves need no wait: one that comes begins at once.
template <class Parties>
template <bool timed>
bool UniverseManager<Parties>::move_entities(StepSlot& slot, Laps<timed>& laps) {
  constexpr std::int64_t patience_ns = 300'000;
  if (!parties_.depart(slot, links_)) return false;
  if constexpr (!Parties::updates_here) return true;
  const std::int64_t until = base::now_ns() + patience_ns;
  bool state = false;
  while (!parties_.arrivals_complete() && base::now_ns() < until) {
    if (wait_set_->wait(until).outcome == base::WaitOutcome::cancelled) return stopped_waiting();
    for (const NodeIndex from : links_.others()) {
      if (!take(from, [this] { return parties_.arrivals_complete(); }, state)) return false;
    }
  }
  laps.lap(Activity::migration);
  return true;
}

template <class Parties>
bool UniverseManager<Parties>::stopped_waiting() {
  if (!parties_.failure()) {
    failure_ = Failure{"stopped", "universe manager", "stopped while waiting", ""};
  }
  return false;
}

template <class Parties>
template <bool timed, class Done>
bool UniverseManager<Parties>::await(Done&& done, Activity activity, Laps<timed>& laps) {
  while (!done()) {
    if (parties_.quiet() && links_.poll_briefly()) {
      laps.lap(activity);
      bool state = false;
      for (const NodeIndex from : links_.others()) {
        if (!take(from, done, state)) return false;
      }
      if (!parties_.flush() || !links_.flush()) return false;
      if (state) laps.lap(Activity::state);
      continue;
    }
    const transport::WaitSet::Outcome news = wait_set_->wait();
    laps.lap(activity);
    if (news.outcome != base::WaitOutcome::ready) return stopped_waiting();
    bool state = false;
    for (const transport::Event& event : news.events) {
      const bool taken =
          event.tag < NodeLinks::tag_base
              ? parties_.take(event, slots_.current(), links_, state)
              : take(static_cast<NodeIndex>(event.tag - NodeLinks::tag_base), done, state);
      if (!taken) return false;
    }
    if (!parties_.flush() || !links_.flush()) return false;
    if (state) laps.lap(Activity::state);
  }
  return true;
}

// Takes messages of a node until `done` is true; the next wait finds those that are left.
template <class Parties>
template <class Done>
bool UniverseManager<Parties>::take(NodeIndex from, Done&& done, bool& state) {
  while (!done()) {
    const NodeLinks::Taken taken = links_.take_one(from, &state);
    if (taken == NodeLinks::Taken::nothing) break;
    if (taken == NodeLinks::Taken::failed) return false;
  }
  return true;
}

template <class Parties>
void UniverseManager<Parties>::check_counts(const StepSlot& slot, const MessageCounts& expected) {
  if (++mismatch_.steps > 1) return;
  for (std::size_t i = 0; i < counted_kinds; ++i) {
    if (slot.counts.by_kind[i] == expected.by_kind[i]) continue;
    mismatch_.first_step = slot.step;
    mismatch_.kind = static_cast<MessageKind>(i);
    mismatch_.expected = expected.by_kind[i];
    mismatch_.counted = slot.counts.by_kind[i];
    return;
  }
}

}  // namespace orrery::universe
