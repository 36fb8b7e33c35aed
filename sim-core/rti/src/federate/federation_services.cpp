#include <utility>

#include "federate/ambassador.hpp"

namespace orrery::rti {
namespace {

Status put_modules(const std::vector<FomModule>& modules, Operation& operation) {
  std::size_t bytes = 0;
  for (const FomModule& module : modules) bytes += module.source.size();
  if (bytes > most_modules_bytes) {
    return error(ErrorCode::ErrorReadingFDD, "the FOM modules have " + std::to_string(bytes) +
                                                 " bytes together, the limit is " +
                                                 std::to_string(most_modules_bytes));
  }
  for (const FomModule& module : modules) {
    operation.texts.push_back(module.designator);
    operation.texts.push_back(module.source);
  }
  return {};
}

constexpr std::string_view standard_mim = "HLAstandardMIM";

std::int64_t until(const Clock& clock, double seconds) {
  if (seconds <= 0) return Core::at_once;
  return clock.now_ns() + static_cast<std::int64_t>(std::min(seconds, 1e8) * 1e9);
}

}  // namespace

Ambassador::~Ambassador() { leave(); }

Status Ambassador::disconnect() {
  if (auto may = may_wait(); !may) return may;
  if (local_.federation != nullptr && !local_.lost) {
    return error(ErrorCode::FederateIsExecutionMember,
                 "the federate is in '" + local_.federation->name + "': resign first");
  }
  leave();
  return {};
}

void Ambassador::leave() {
  if (!std::exchange(connected_, false)) return;
  if (local_.federation != nullptr) {
    // Lost alone it is still a member, until all know of the loss.
    Operation resign = operation(OperationKind::resign);
    resign.flag = static_cast<std::uint8_t>(local_.automatic_resign);
    if (may_wait()) (void)core_.run(resign);
    if (local_.federation != nullptr) std::erase(local_.federation->locals, &local_);
    local_.federation = nullptr;
  }
  local_.queue = {};
  local_.calls = {};
  core_.remove(local_);
}

Status Ambassador::joined() const {
  if (auto status = member_of_federation(); !status) return status;
  const Snapshots& snapshots = *local_.federation->snapshots;
  if (!snapshots.active()) return {};
  return error(snapshots.restores() ? ErrorCode::RestoreInProgress : ErrorCode::SaveInProgress,
               "the federation is being saved or restored: wait for the callback that ends it");
}

Result<SubmitPermit> Ambassador::may_submit(State required) {
  if (auto status = (this->*required)(); !status) return status.error();
  core_.catch_up();
  if (auto status = (this->*required)(); !status) return status.error();
  if (auto has = has_room_to_submit(); !has) return has.error();
  return SubmitPermit();
}

Status Ambassador::has_room_for_answers() const {
  const std::size_t most = core_.options().bounds.federate_bytes / 2;
  const std::size_t waiting = local_.calls.bytes(Brought::by_operation) + local_.unburied_bytes;
  if (waiting <= most) return {};
  return error(ErrorCode::Congested, std::to_string(waiting) +
                                         " bytes of callbacks wait for this federate: evoke them, "
                                         "and call again");
}

Status Ambassador::answer(Call with, std::size_t content) {
  if (auto has = has_room_for_answers(); !has) return has;
  core_.inboxes().post(local_, std::move(with), content);
  return {};
}

Status Ambassador::answer_about(ObjectInstanceHandle object, Call with) {
  if (auto has = has_room_for_answers(); !has) return has;
  core_.inboxes().post_about(*local_.federation, local_, object.value, std::move(with));
  return {};
}

Status Ambassador::has_room_to_submit() const {
  if (auto has = has_room_for_answers(); !has) return has;
  const MemoryBounds& bounds = core_.options().bounds;
  const std::uint64_t unpolled = core_.net().unpolled_bytes();
  if (unpolled > bounds.unpolled_in_callback_bytes) {
    return error(ErrorCode::Congested,
                 std::to_string(unpolled) +
                     " bytes of declarations, registrations and the like have been made "
                     "in callbacks: let the callback return, and call again");
  }
  const std::uint64_t unordered = core_.net().unordered_bytes();
  if (unordered <= bounds.unordered_bytes) return {};
  return error(ErrorCode::Congested,
               std::to_string(unordered) +
                   " bytes of what this node's federates have declared, registered and the "
                   "like are not yet in order: evoke callbacks, and call again");
}

Status Ambassador::connected() const {
  if (connected_ && !local_.lost) return {};
  return error(ErrorCode::NotConnected, std::string(connected_ ? "the connection to the federation "
                                                                 "was lost"
                                                               : "the federate has disconnected") +
                                            ": connect again");
}

Status Ambassador::member_of_federation() const {
  if (auto status = connected(); !status) return status;
  if (local_.federation != nullptr) return {};
  return error(ErrorCode::FederateNotExecutionMember, "join a federation first");
}

Status Ambassador::may_wait() const {
  if (!core_.in_callback()) return {};
  return error(ErrorCode::CallNotAllowedFromWithinCallback,
               "this service waits: call it after the callback has returned");
}

Operation Ambassador::operation(OperationKind kind) const {
  Operation operation{.kind = kind};
  if (local_.federation != nullptr) operation.federation = local_.federation->id;
  operation.federate = local_.handle;
  return operation;
}

Status Ambassador::create(const std::string& name, const std::vector<FomModule>& modules,
                          const FomModule* own_mim, TimeRepresentation time) {
  if (auto may = may_wait(); !may) return may;
  if (auto status = connected(); !status) return status;
  if (name.empty() || name.size() > 255) {
    return error(ErrorCode::IllegalName, "a federation's name has 1 to 255 bytes");
  }
  if (modules.empty()) return error(ErrorCode::CouldNotOpenFDD, "give at least one FOM module");
  // A bad model is refused here, before others hear of it.
  if (auto model =
          own_mim == nullptr ? ObjectModel::merge(modules) : ObjectModel::merge(modules, *own_mim);
      !model) {
    return model.error();
  }
  Operation create = operation(OperationKind::create);
  create.text = name;
  create.flag = time == TimeRepresentation::integer64 ? create_time_bit : 0;
  if (own_mim != nullptr) {
    create.flag |= create_mim_bit;
    if (auto put = put_modules({*own_mim}, create); !put) return put;
  }
  if (auto put = put_modules(modules, create); !put) return put;
  return core_.run(create);
}

Status Ambassador::create_federation_execution(const std::string& name,
                                               const std::vector<FomModule>& modules,
                                               TimeRepresentation time) {
  return create(name, modules, nullptr, time);
}

Status Ambassador::create_federation_execution_with_mim(const std::string& name,
                                                        const std::vector<FomModule>& modules,
                                                        const FomModule& mim,
                                                        TimeRepresentation time) {
  if (mim.designator == standard_mim) {
    return error(ErrorCode::DesignatorIsHLAstandardMIM,
                 "HLAstandardMIM names the standard's MIM: call create_federation_execution(), or "
                 "give the module a designator of its own");
  }
  return create(name, modules, &mim, time);
}

Status Ambassador::destroy_federation_execution(const std::string& name) {
  if (auto may = may_wait(); !may) return may;
  if (auto status = connected(); !status) return status;
  Operation destroy = operation(OperationKind::destroy);
  destroy.text = name;
  return core_.run(destroy);
}

Result<std::vector<FederationInformation>> Ambassador::list_federation_executions() {
  if (auto status = connected(); !status) return status.error();
  return core_.executions().list();
}

Result<std::vector<FederationMember>> Ambassador::list_federation_execution_members(
    const std::string& federation_name) {
  if (auto status = connected(); !status) return status.error();
  Federation* const federation = core_.executions().find(federation_name);
  if (federation == nullptr) {
    return error(ErrorCode::FederationExecutionDoesNotExist,
                 "there is no federation '" + federation_name + "'");
  }
  std::vector<FederationMember> members;
  for (const auto& [handle, member] : federation->members) {
    members.push_back({member.name, member.type});
  }
  return members;
}

Result<FederateHandle> Ambassador::join_federation_execution(
    const std::string& federate_name, const std::string& federate_type,
    const std::string& federation_name, const std::vector<FomModule>& additional_modules) {
  if (auto may = may_wait(); !may) return may.error();
  if (auto status = connected(); !status) return status.error();
  if (local_.federation != nullptr) {
    return error(ErrorCode::FederateAlreadyExecutionMember,
                 "the federate is in '" + local_.federation->name + "': resign first");
  }
  if (federate_name.size() > 255) {
    return error(ErrorCode::IllegalName, "a federate's name has at most 255 bytes");
  }
  Operation join = operation(OperationKind::join);
  join.text = federation_name;
  join.texts = {federate_name, federate_type};
  if (auto put = put_modules(additional_modules, join); !put) return put.error();
  return core_.join(local_, join);
}

Status Ambassador::resign_federation_execution(ResignAction action) {
  if (auto may = may_wait(); !may) return may;
  if (auto status = member_of_federation(); !status) return status;
  if (auto may = may_resign(local_, action); !may) return may;
  Operation resign = operation(OperationKind::resign);
  resign.flag = static_cast<std::uint8_t>(action);
  return core_.run(resign);
}

Status Ambassador::register_federation_synchronization_point(const std::string& label, Bytes tag,
                                                             std::span<const FederateHandle> set) {
  const auto may = may_submit();
  if (!may) return may.error();
  if (auto status = core_.router().fits(label.size() + tag.size()); !status) return status;
  Operation point = operation(OperationKind::register_point);
  point.text = label;
  point.tag.assign(tag.begin(), tag.end());
  for (const FederateHandle each : set) {
    if (each.value == 0 || each.value >= local_.federation->next_member) {
      return error(ErrorCode::InvalidFederateHandle,
                   "there is no federate " + std::to_string(each.value));
    }
    point.items.push_back(each.value);
  }
  (void)core_.net().submit(point, *may);
  return {};
}

Status Ambassador::synchronization_point_achieved(const std::string& label, bool success) {
  const auto may = may_submit();
  if (!may) return may.error();
  if (local_.points.erase(label) == 0) {
    return error(ErrorCode::SynchronizationPointLabelNotAnnounced,
                 "'" + label + "' has not been announced to this federate, or it has achieved it");
  }
  Operation point = operation(OperationKind::achieve_point);
  point.text = label;
  point.flag = success ? 1 : 0;
  (void)core_.net().submit(point, *may);
  return {};
}

Result<bool> Ambassador::evoke_callback(double least_s) {
  if (auto may = may_wait(); !may) return may.error();
  return core_.evoke(local_, 1, until(core_.clock(), least_s));
}

Result<bool> Ambassador::evoke_multiple_callbacks(double least_s, double most_s) {
  if (auto may = may_wait(); !may) return may.error();
  const std::int64_t most = until(core_.clock(), std::max(least_s, most_s));
  bool more = core_.evoke(local_, SIZE_MAX, until(core_.clock(), least_s));
  while (more && local_.callbacks_enabled && core_.clock().now_ns() < most)
    more = core_.evoke(local_, 64, Core::at_once);
  return more;
}

}  // namespace orrery::rti
