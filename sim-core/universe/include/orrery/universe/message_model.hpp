// The message model: the number of messages of each kind in a step, as a pure function of the system.
//
// Each message is counted once in the whole system, by one universe manager: by the receiving one if the sender is an
// entity, a manager or another node, and by the sending one if the receiver is an entity or a manager. So a node's counts
// are those of its own universe manager, and the counts of all nodes add up to the run's. With x managers, y monitored
// components and z entities whose changes pass the constraint function, a step has y*z state_from_entity and x*y*z
// state_to_manager. A message that reaches all entities or all managers of a node at once counts once. With a constraint of
// a model, z in each step is a number of passing_changes.hpp; the steps then end with the system's last.
#pragma once

#include <cstdint>
#include <vector>

#include "orrery/universe/change_schedule.hpp"
#include "orrery/universe/message.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::universe {

// Bytes of one message of this kind, header included.
std::uint64_t message_bytes(const System& system, MessageKind kind);

class MessageModel {
 public:
  MessageModel(const System& system, NodeIndex node);

  // Counts of this node in this step. Valid until the next call.
  const MessageCounts& expected(Step step);
  // State updates that each of this node's managers receives in this step.
  std::uint64_t updates_to_manager(Step step) {
    return expected(step)[MessageKind::state_to_manager] / system_.copies_to_managers(node_);
  }
  // Counts of this node over the steps [first, last).
  [[nodiscard]] MessageCounts expected_over(Step first, Step last) const;

 private:
  [[nodiscard]] std::uint64_t notices(std::uint64_t parties) const;
  [[nodiscard]] MessageCounts at(Step step) const;
  [[nodiscard]] MessageCounts model(std::uint64_t steps, std::uint64_t own_changes,
                                    std::uint64_t all_changes) const;

  const System system_;
  const NodeIndex node_;
  const ChangeSchedule schedule_;
  const std::uint64_t begin_;  // ids of this node's entities are [begin_, end_)
  const std::uint64_t end_;
  const bool constant_;
  std::vector<MessageCounts> by_phase_;
  MessageCounts current_;
};

}  // namespace orrery::universe
