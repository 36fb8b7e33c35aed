#include "orrery/universe/message_model.hpp"

#include "orrery/universe/neighbourhood.hpp"
#include "orrery/universe/passing_changes.hpp"

#include "migration_wire.hpp"

namespace orrery::universe {

namespace {

// Steps repeat after a cycle of the change schedule: counts for up to this many steps are computed in advance (144 bytes
// each).
constexpr std::uint64_t greatest_table = 4096;

}  // namespace

std::uint64_t message_bytes(const System& system, MessageKind kind) {
  switch (kind) {
    case MessageKind::state_to_manager:
      return sizeof(MessageHeader) + system.state_bytes +
             (system.state_flow == StateFlow::by_name ? component_name_bytes : 0);
    case MessageKind::state_from_entity:
    case MessageKind::state_relay:
      return sizeof(MessageHeader) + system.state_bytes;
    case MessageKind::state_complete:
    case MessageKind::manager_complete:
    case MessageKind::decision_request:
    case MessageKind::decision:
      return sizeof(CountMessage);
    case MessageKind::neighbour_state:
      return sizeof(MessageHeader) + Neighbourhood::part_bytes;
    case MessageKind::load_report:
    case MessageKind::usage_report:
      return load_report_bytes;
    case MessageKind::migration_order:
      return sizeof(OrderMessage);
    case MessageKind::entity_state:
      return sizeof(EntityStateHead) + system.carried_bytes;
    default:
      return sizeof(MessageHeader);
  }
}

MessageModel::MessageModel(const System& system, NodeIndex node)
    : system_(system),
      node_(node),
      schedule_(system),
      begin_(system.first_entity(node)),
      end_(begin_ + system.entities_by_node[node]),
      constant_(schedule_.cycle() == 1 && system.condition == nullptr) {
  if (system.condition != nullptr) return;
  if (constant_) {
    current_ = at(0);
  } else if (schedule_.cycle() <= greatest_table) {
    for (Step step = 0; step < schedule_.cycle(); ++step) by_phase_.push_back(at(step));
  }
}

MessageCounts MessageModel::at(Step step) const {
  if (const PassingChanges* const passing = system_.passing.get()) {
    return model(1, passing->count(node_, step), passing->count(step));
  }
  return model(1, schedule_.count(begin_, end_, step),
               schedule_.count(0, system_.entities(), step));
}

const MessageCounts& MessageModel::expected(Step step) {
  if (constant_) return current_;
  if (!by_phase_.empty()) return by_phase_[step % by_phase_.size()];
  current_ = at(step);
  return current_;
}

MessageCounts MessageModel::expected_over(Step first, Step last) const {
  if (const PassingChanges* const passing = system_.passing.get()) {
    std::uint64_t own = 0;
    std::uint64_t all = 0;
    for (Step step = first; step < last; ++step) {
      own += passing->count(node_, step);
      all += passing->count(step);
    }
    return model(last - first, own, all);
  }
  return model(last - first, schedule_.count_over(begin_, end_, first, last),
               schedule_.count_over(0, system_.entities(), first, last));
}

std::uint64_t MessageModel::notices(std::uint64_t parties) const {
  switch (system_.control) {
    case StepControl::messages:
      break;
    case StepControl::multicast:
      return parties > 0 ? 1 : 0;
    case StepControl::deadline:
      return 0;
  }
  return parties;
}

MessageCounts MessageModel::model(std::uint64_t steps, std::uint64_t own_changes,
                                  std::uint64_t all_changes) const {
  const std::uint64_t entities = system_.entities_by_node[node_];
  const std::uint64_t managers = system_.managers_by_node[node_];
  const std::uint64_t other_nodes = system_.nodes() - 1;
  const std::uint64_t monitors = system_.monitors;
  const bool master = node_ == 0;

  MessageCounts counts;
  counts[MessageKind::node_notify] = master ? 0 : steps;
  counts[MessageKind::update_notify] = steps * notices(entities + managers);
  counts[MessageKind::state_from_entity] = system_.monitored() ? monitors * own_changes : 0;
  counts[MessageKind::state_to_manager] =
      system_.copies_to_managers(node_) * monitors * all_changes;
  counts[MessageKind::state_relay] = managers > 0 ? monitors * (all_changes - own_changes) : 0;
  counts[MessageKind::update_complete] =
      system_.control == StepControl::deadline ? 0 : steps * entities;
  counts[MessageKind::state_complete] = managers > 0 ? steps * other_nodes : 0;
  counts[MessageKind::manager_process] = steps * managers;
  counts[MessageKind::manager_complete] = steps * managers;
  counts[MessageKind::node_complete] = master ? steps * other_nodes : 0;
  counts[MessageKind::neighbour_state] =
      system_.sees_neighbours() ? steps * (system_.entities() - entities) : 0;
  return counts;
}

}  // namespace orrery::universe
