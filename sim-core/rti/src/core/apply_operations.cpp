// Operations: what happens at every node, in one order.
#include <algorithm>
#include <utility>

#include "core/core.hpp"
#include "federation/names.hpp"
#include "subscriptions/submitted_subscriptions.hpp"

namespace orrery::rti {

void Core::apply(std::uint32_t origin, std::uint64_t sequence, const Operation& operation) {
  if (applied_at_once_.has(origin, sequence, operation.kind)) {
    Federation* const federation = executions_.find(operation.federation);
    if (federation == nullptr) return;
    if (operation.kind == OperationKind::delete_object) deletions_.in_order(*federation, operation);
    subscription_ordered(*federation, operation, net_.applied());
    return;
  }
  Status outcome = apply(origin, operation);
  router_.review_groups(executions_.all());
  if (origin == net_.self() && sequence == awaited_) outcome_ = std::move(outcome);
}

Status Core::apply(std::uint32_t origin, const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::create:
      return executions_.create(operation);
    case OperationKind::destroy:
      return executions_.destroy(operation);
    case OperationKind::join:
      return apply_join(origin, operation);
    case OperationKind::node_lost:
      if (operation.number < 0 || operation.number >= net_.nodes()) {
        ++counters_.malformed;
        return error(ErrorCode::RTIinternalError,
                     "there is no node " + std::to_string(operation.number));
      }
      apply_node_lost(static_cast<std::uint32_t>(operation.number));
      return {};
    case OperationKind::node_joined:
      membership_.begin_epochs(executions_.all());
      return {};
    default:
      break;
  }
  Federation* const found = executions_.find(operation.federation);
  if (found == nullptr) {
    return error(ErrorCode::FederationExecutionDoesNotExist, "the federation is no more");
  }
  Federation& federation = *found;
  if (operation.kind == OperationKind::snapshot_ready) {
    federation.snapshots->ready(origin, operation);
    return {};
  }
  if (operation.kind == OperationKind::save_time_reached) {
    federation.snapshots->time_reached(origin, operation);
    return {};
  }
  if (operation.kind == OperationKind::deletions_passed) {
    deletions_.passed(federation, origin, operation);
    return {};
  }
  if (operation.kind == OperationKind::federate_lost) {
    membership_.lose_federate(federation, operation, origin);
    return {};
  }
  const auto member = federation.members.find(operation.federate);
  // The federate has resigned meanwhile, or is one of another node.
  if (member == federation.members.end() || member->second.node != origin) {
    return error(ErrorCode::FederateNotExecutionMember, "the federate has resigned");
  }
  apply_of_member(federation, member->second, origin, operation);
  return {};
}

void Core::apply_of_member(Federation& federation, Member& member, std::uint32_t origin,
                           const Operation& operation) {
  Local* const asker = origin == net_.self() ? federation.find_local(operation.federate) : nullptr;
  switch (operation.kind) {
    case OperationKind::resign:
      membership_.remove(federation, operation.federate, static_cast<ResignAction>(operation.flag));
      break;
    case OperationKind::register_point:
    case OperationKind::achieve_point:
      sync_points_.apply(federation, operation, asker);
      break;
    case OperationKind::reserve_names:
    case OperationKind::release_names:
      apply_names(federation, operation, asker, inboxes_);
      break;
    case OperationKind::register_object:
      discovery_.register_object(federation, operation);
      break;
    case OperationKind::announce_classes:
      discovery_.apply_announcements(federation, operation);
      break;
    case OperationKind::delete_object:
      deletions_.apply(federation, operation, origin);
      break;
    case OperationKind::divest:
    case OperationKind::divest_objects:
    case OperationKind::acquire:
    case OperationKind::set_owner:
      federation.ownership->apply(operation);
      break;
    case OperationKind::request_save:
    case OperationKind::request_restore:
      federation.snapshots->request(operation, operation.kind == OperationKind::request_save);
      break;
    case OperationKind::snapshot_step:
      federation.snapshots->step(operation);
      break;
    case OperationKind::commit_regions:
    case OperationKind::delete_region:
    case OperationKind::associate:
    case OperationKind::subscribe_regions:
    case OperationKind::subscribe_interaction_regions:
      declarations_.apply_regions(federation, member, operation);
      break;
    case OperationKind::change_attribute_transportation:
    case OperationKind::change_interaction_transportation:
      transportations_.apply(federation, member, operation);
      break;
    case OperationKind::set_auto_provide:
      federation.auto_provide = operation.flag != 0;
      break;
    case OperationKind::automatic_resign:
      if (operation.flag <= static_cast<std::uint8_t>(last_resign_action)) {
        member.automatic_resign = static_cast<ResignAction>(operation.flag);
      }
      break;
    case OperationKind::time_switches:
      advances_.apply_switches(federation, member, origin, operation);
      break;
    default:
      declarations_.apply(federation, member, operation);
  }
}

Status Core::apply_join(std::uint32_t origin, const Operation& operation) {
  Federation* const federation = executions_.find(operation.text);
  if (federation == nullptr || operation.texts.size() < 2) {
    return error(ErrorCode::FederationExecutionDoesNotExist,
                 "there is no federation '" + operation.text + "': create it first");
  }
  return membership_.join(*federation, operation, origin);
}

void Core::apply_node_lost(std::uint32_t node) {
  ++counters_.nodes_lost;
  for (auto& [id, federation] : executions_.all()) membership_.lose_node(*federation, node);
}

}  // namespace orrery::rti
