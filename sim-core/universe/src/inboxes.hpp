// The managers of a node, if they are objects: what they have received in a step, and their processing.
//
// Belongs to the universe manager's thread. A step allocates nothing.
#pragma once

#include <span>
#include <vector>

#include "orrery/base/work.hpp"
#include "orrery/universe/checksum.hpp"
#include "orrery/universe/entity_class.hpp"
#include "orrery/universe/message.hpp"
#include "orrery/universe/system.hpp"

#include "step_slot.hpp"

namespace orrery::universe {

struct Inbox {
  std::uint64_t received = 0;
  std::uint64_t sum = 0;  // of the component hashes of the received updates
};

class Inboxes {
 public:
  Inboxes(const System& system, NodeIndex node, const EntityClass& entity_class,
          const base::CpuWork& work)
      : class_(entity_class),
        work_(work),
        cost_ns_(system.manager_cost_ns),
        first_(system.first_manager(node)),
        copies_(system.copies_to_managers(node)),
        boxes_(system.managers_by_node[node]) {}

  [[nodiscard]] std::uint64_t managers() const { return boxes_.size(); }

  // Delivers consecutive state updates to every manager.
  void receive(std::span<const std::byte> messages, std::uint64_t count, StepSlot& slot) {
    const std::uint64_t hash = class_.hash_updates(messages);
    for (Inbox& box : boxes_) {
      box.received += count;
      box.sum += hash;
    }
    slot.counts[MessageKind::state_to_manager] += copies_ * count;
  }
  // Adds what a worker has received for this manager, and empties the worker's inbox.
  void take_over(std::size_t manager, Inbox& other, StepSlot& slot) {
    boxes_[manager].received += other.received;
    boxes_[manager].sum += other.sum;
    if (manager < copies_) slot.counts[MessageKind::state_to_manager] += other.received;
    other = Inbox{};
  }

  // Processes the step in all managers. Returns their contribution to the checksum.
  std::uint64_t process(StepSlot& slot, std::uint64_t expected_updates) {
    std::uint64_t contribution = 0;
    for (std::size_t m = 0; m < boxes_.size(); ++m) {
      if (boxes_[m].received != expected_updates) ++mismatches_;
      if (cost_ns_ > 0) work_.burn(cost_ns_);
      contribution += manager_contribution(first_ + static_cast<ManagerId>(m), boxes_[m].received,
                                           boxes_[m].sum);
      boxes_[m] = Inbox{};
    }
    slot.counts[MessageKind::manager_process] += boxes_.size();
    slot.counts[MessageKind::manager_complete] += boxes_.size();
    return contribution;
  }
  // Steps of managers that received a wrong number of updates.
  [[nodiscard]] std::uint64_t mismatches() const { return mismatches_; }

 private:
  const EntityClass& class_;
  const base::CpuWork work_;
  const std::int64_t cost_ns_;
  const ManagerId first_;
  const std::uint64_t copies_;  // number of messages that bring an update to all managers
  std::vector<Inbox> boxes_;
  std::uint64_t mismatches_ = 0;
};

// Base of parties that are objects: their managers, and their contribution to a step's checksum.
class WithInboxes {
 public:
  bool deliver(std::span<const std::byte> message, StepSlot& slot) {
    inboxes_.receive(message, 1, slot);
    return true;
  }
  bool process(StepSlot& slot, std::uint64_t expected_updates) {
    contribution_ += inboxes_.process(slot, expected_updates);
    return true;
  }
  [[nodiscard]] bool managers_complete() const { return true; }
  [[nodiscard]] static constexpr bool quiet() { return true; }
  bool flush() { return true; }
  [[nodiscard]] std::uint64_t contribution() const { return contribution_; }
  [[nodiscard]] std::uint64_t manager_mismatches() const { return inboxes_.mismatches(); }

 protected:
  WithInboxes(const System& system, NodeIndex node, const EntityClass& entity_class,
              const base::CpuWork& work)
      : inboxes_(system, node, entity_class, work) {}

  Inboxes inboxes_;
  std::uint64_t contribution_ = 0;
};

}  // namespace orrery::universe
