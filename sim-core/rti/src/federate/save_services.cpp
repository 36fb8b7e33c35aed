#include "federate/ambassador.hpp"

namespace orrery::rti {
namespace {

constexpr std::size_t most_label_bytes = 64;

}  // namespace

Status Ambassador::request_snapshot(OperationKind kind, const std::string& label,
                                    std::optional<LogicalTime> time) {
  const auto may = may_submit();
  if (!may) return may.error();
  if (label.empty() || label.size() > most_label_bytes) {
    return error(ErrorCode::IllegalName, "the label has " + std::to_string(label.size()) +
                                             " bytes: give 1 to " +
                                             std::to_string(most_label_bytes));
  }
  if (const auto other = local_.federation->snapshots->on_its_way())
    return error(*other, "a save or restore has been requested: wait for its callback");
  Operation request = operation(kind);
  request.text = label;
  request.object = static_cast<std::uint64_t>(core_.clock().now_ns());
  if (time) {
    if (auto allowed = may_save_at(*time); !allowed) return allowed;
    request.flag = 1;
    request.number = time->value;
  }
  local_.federation->snapshots->ask(request);
  (void)core_.net().submit(request, *may);
  return {};
}

// What it may still send with, all others may still come to: nobody that is constrained is beyond.
Status Ambassador::may_save_at(LogicalTime time) {
  if (auto status = valid(time); !status) return status;
  const auto passed = [](const std::string& what) {
    return error(ErrorCode::LogicalTimeAlreadyPassed, what + ": ask for a later time");
  };
  if (regulates()) {
    if (time.value > local_.told_time && time.value >= local_.least_stamp()) return {};
    return passed("the time to save at is not after the federate's, or before its lookahead's end");
  }
  const auto galt = Ambassador::query_galt();
  if (!galt) return galt.error();
  if (!*galt) {
    return error(ErrorCode::FederateUnableToUseTime,
                 "the federate does not regulate, and nobody else does: enable time regulation, or "
                 "request a save without a time");
  }
  return time > **galt ? Status() : passed("the time to save at is not after the federate's GALT");
}

void Ambassador::step(SnapshotStep step, SubmitPermit permit) {
  Operation told = operation(OperationKind::snapshot_step);
  told.flag = static_cast<std::uint8_t>(step);
  told.object = local_.federation->snapshots->attempt();
  if (ends(step)) local_.federation->snapshots->note_end(local_.handle);
  (void)core_.net().submit(told, permit);
}

// 4.18, 4.19, 4.28: the federate says where it is in the save or restore that it knows. Without effect if that has ended.
Status Ambassador::report(SnapshotStep what, SnapshotPart::State next, SubmitPermit permit) {
  local_.snapshot_part.state = next;
  Snapshots& snapshots = *local_.federation->snapshots;
  if (!snapshots.federates_work() || snapshots.attempt() != local_.snapshot_part.attempt ||
      snapshots.end_on_its_way()) {
    return {};
  }
  snapshots.say(local_.handle, what == SnapshotStep::begun
                                   ? SnapshotStatus::working
                                   : SnapshotStatus::waiting_for_federation);
  step(what, permit);
  return {};
}

Status Ambassador::request_federation_save(const std::string& label) {
  return request_snapshot(OperationKind::request_save, label);
}

Status Ambassador::request_federation_save(const std::string& label, LogicalTime time) {
  return request_snapshot(OperationKind::request_save, label, time);
}

Status Ambassador::federate_save_begun() {
  const auto may = may_submit(&Ambassador::member_of_federation);
  if (!may) return may.error();
  if (local_.snapshot_part.state != SnapshotPart::State::told_to_save) {
    return error(ErrorCode::SaveNotInitiated, "say it once after initiate_federate_save()");
  }
  return report(SnapshotStep::begun, SnapshotPart::State::saving, *may);
}

Status Ambassador::save_ended(SnapshotStep how) {
  const auto may = may_submit(&Ambassador::member_of_federation);
  if (!may) return may.error();
  if (local_.snapshot_part.state != SnapshotPart::State::saving) {
    return error(ErrorCode::FederateHasNotBegunSave, "say federate_save_begun() first");
  }
  return report(how, SnapshotPart::State::done, *may);
}

Status Ambassador::federate_save_complete() { return save_ended(SnapshotStep::complete); }

Status Ambassador::federate_save_not_complete() { return save_ended(SnapshotStep::not_complete); }

Status Ambassador::abort_federation_save() {
  const auto may = may_submit(&Ambassador::member_of_federation);
  if (!may) return may.error();
  const Snapshots& snapshots = *local_.federation->snapshots;
  if (snapshots.in_progress() != ErrorCode::SaveInProgress || snapshots.end_on_its_way()) {
    return error(ErrorCode::SaveNotInProgress,
                 "nothing is being saved, or the save has been ended");
  }
  SnapshotPart::State& part = local_.snapshot_part.state;
  if (part == SnapshotPart::State::told_to_save || part == SnapshotPart::State::saving)
    part = SnapshotPart::State::done;
  step(SnapshotStep::abort_save, *may);
  return {};
}

Status Ambassador::answer_of_snapshots(Call with, std::size_t content) {
  if (auto has = has_room_for_answers(); !has) return has;
  local_.federation->snapshots->tell(local_, std::move(with), content);
  return {};
}

// A query of saves is refused during a restore, and the other way round.
Status Ambassador::no_other(ErrorCode other) const {
  if (local_.federation->snapshots->in_progress() != other) return {};
  return error(other,
               "the federation is being saved or restored: wait for the callback that ends it");
}

Status Ambassador::query_federation_save_status() {
  if (auto status = member_of_federation(); !status) return status;
  if (auto status = no_other(ErrorCode::RestoreInProgress); !status) return status;
  auto all = local_.federation->snapshots->statuses();
  const std::size_t content = all.size() * sizeof all[0];
  return answer_of_snapshots(
      [all = std::move(all)](FederateAmbassador& ambassador) {
        ambassador.federation_save_status_response(all);
      },
      content);
}

Status Ambassador::request_federation_restore(const std::string& label) {
  return request_snapshot(OperationKind::request_restore, label);
}

Status Ambassador::restore_ended(SnapshotStep how) {
  const auto may = may_submit(&Ambassador::member_of_federation);
  if (!may) return may.error();
  if (local_.snapshot_part.state != SnapshotPart::State::told_to_restore) {
    return error(ErrorCode::RestoreNotRequested, "wait for initiate_federate_restore()");
  }
  return report(how, SnapshotPart::State::done, *may);
}

Status Ambassador::federate_restore_complete() { return restore_ended(SnapshotStep::complete); }

Status Ambassador::federate_restore_not_complete() {
  return restore_ended(SnapshotStep::not_complete);
}

Status Ambassador::abort_federation_restore() {
  const auto may = may_submit(&Ambassador::member_of_federation);
  if (!may) return may.error();
  const Snapshots& snapshots = *local_.federation->snapshots;
  if (snapshots.in_progress() != ErrorCode::RestoreInProgress || snapshots.end_on_its_way()) {
    return error(ErrorCode::RestoreNotInProgress,
                 "nothing is being restored, or the restore has been ended");
  }
  SnapshotPart::State& part = local_.snapshot_part.state;
  if (part == SnapshotPart::State::told_to_restore) part = SnapshotPart::State::done;
  step(SnapshotStep::abort_restore, *may);
  return {};
}

Status Ambassador::query_federation_restore_status() {
  if (auto status = member_of_federation(); !status) return status;
  if (auto status = no_other(ErrorCode::SaveInProgress); !status) return status;
  auto all = local_.federation->snapshots->statuses();
  const std::size_t content = all.size() * sizeof all[0];
  return answer_of_snapshots(
      [all = std::move(all)](FederateAmbassador& ambassador) {
        ambassador.federation_restore_status_response(all);
      },
      content);
}

}  // namespace orrery::rti
