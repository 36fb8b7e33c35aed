// 4.16 to 4.23: saving. What a save holds is all of the federation, as it is when the last federate has saved.
#include <algorithm>
#include <cmath>

#include "model.hpp"

namespace orrery::rti::testing {

std::string save_text(int label) { return label == 0 ? "" : "save " + std::to_string(label); }

bool is_snapshot_service(Service service) {
  return service >= Service::request_federation_save &&
         service <= Service::query_federation_restore_status;
}

bool is_snapshot_callback(CallbackKind kind) {
  return kind >= CallbackKind::initiate_federate_save &&
         kind <= CallbackKind::federation_restore_status_response;
}

// All that is about the state of the federation. Not creating, resigning and listing (4.2 to 4.8, 4.10), nor what looks up
// handles and names, normalizes, or evokes (clause 10).
bool is_barred(Service service) {
  if (service == Service::join_federation_execution) return true;
  if (service == Service::get_available_dimensions_for_class_attribute ||
      service == Service::get_available_dimensions_for_interaction_class) {
    return false;
  }
  return (service >= Service::register_federation_synchronization_point &&
          service <= Service::retract) ||
         service == Service::reserve_multiple_object_instance_names ||
         service == Service::release_multiple_object_instance_names;
}

bool is_changed_by_restore(Service service) {
  return is_barred(service) || is_snapshot_service(service) ||
         service == Service::get_automatic_resign_directive ||
         service == Service::set_automatic_resign_directive ||
         (service >= Service::get_known_object_class_handle &&
          service <= Service::get_object_instance_name) ||
         service == Service::get_update_rate_value_for_attribute;
}

bool Model::is_told(int place, int occasion) const {
  return notices_[static_cast<std::size_t>(place)].within == occasion;
}

bool Model::is_snapshot_open() const {
  return among_nodes_ &&
         std::ranges::any_of(notices_, [](const auto& each) { return !each.due.empty(); });
}

// What it has begun, or what it is to be told of, may be over, or not yet.
bool Model::is_end_untold(int place) const {
  const SnapshotNotices& notices = notices_[static_cast<std::size_t>(place)];
  return notices.within || is_snapshot_open() ||
         std::ranges::any_of(notices.due, [](const SnapshotNotice& each) {
           return each.what.kind != CallbackKind::request_federation_restore_failed;
         });
}

void Model::check_in_progress(const Call& call, Verdict& verdict) const {
  const bool untold = is_end_untold(call.federate);
  const auto check = [&](const Snapshotting& running, ErrorCode error, bool perhaps) {
    // Of one that has joined: from when it is told (4.17, 4.26) to when it is told the end (4.20, 4.29).
    const bool certain = running.running && (is_told(call.federate, running.occasion) ||
                                             call.service == Service::join_federation_execution);
    if (!certain && !running.running && !untold && !perhaps) return;
    verdict.either = !certain && (verdict.errors.empty() || verdict.either);
    verdict.errors.insert(error);
  };
  if (is_callback_switch(call.service)) {
    // 10.43, 10.44. A save may wait for a callback that is disabled: the RTI may allow it.
    if (!saving_.running && !restoring_.running && !untold && !may_begin_save()) return;
    verdict.either = true;
    verdict.errors.insert({ErrorCode::SaveInProgress, ErrorCode::RestoreInProgress});
  } else if (is_barred(call.service)) {
    check(saving_, ErrorCode::SaveInProgress, may_begin_save());
    check(restoring_, ErrorCode::RestoreInProgress, false);
  }
}

void Model::judge_save_time(const Call& call, const Joined& me, Verdict& verdict) const {
  if (!std::isfinite(call.time)) {
    verdict.errors.insert(ErrorCode::InvalidLogicalTime);
    return;
  }
  const auto refuse = [&](bool certain, bool possible, ErrorCode error) {
    if (!possible) return;
    verdict.either = !certain && (verdict.errors.empty() || verdict.either);
    verdict.errors.insert(error);
  };
  if (me.regulating) {  // for a time at which it may still send, and that it has not come to
    const Bound at{call.time, false};
    refuse(call.time < me.time || at < me.floor ||
               (me.advance == Advance::none && at < send_floor(me)),
           call.time <= me.time || at <= send_floor(me), ErrorCode::LogicalTimeAlreadyPassed);
    return;
  }
  Bound least = galt(me, true);
  const Bound most = galt(me, false);
  if (among_nodes_) least = std::min(least, Bound{me.time, false});
  refuse(least.time == never, most.time == never, ErrorCode::FederateUnableToUseTime);
  refuse(call.time < least.least(), call.time <= most.least(), ErrorCode::LogicalTimeAlreadyPassed);
}

void Model::judge_snapshots(const Call& call, const Joined& me, Verdict& verdict) const {
  const auto refuse = [&](bool refused, bool in_doubt, ErrorCode error) {
    if (!refused && !in_doubt) return;
    verdict.either = !refused && (verdict.errors.empty() || verdict.either);
    verdict.errors.insert(error);
  };
  // A federate takes part from when it is told (4.17, 4.27) to when it is told the end (4.20, 4.29).
  const SnapshotNotices& notices = notices_[static_cast<std::size_t>(me.place)];
  const auto may_say = [&](bool restores, SnapshotStatus needed) {
    return notices.instructed && notices.restores == restores && notices.said == needed;
  };
  const bool requests = call.service == Service::request_federation_save ||
                        call.service == Service::request_federation_save_timed ||
                        call.service == Service::request_federation_restore;
  if (requests) refuse(call.name == 0, false, ErrorCode::IllegalName);
  const bool untold = is_end_untold(me.place);
  const bool save_in_doubt = !saving_.running && (untold || may_begin_save());
  switch (call.service) {
    case Service::request_federation_save_timed:  // 4.16
      judge_save_time(call, me, verdict);
      [[fallthrough]];
    case Service::request_federation_save:
      refuse(saving_.running, save_in_doubt, ErrorCode::SaveInProgress);
      refuse(restoring_.running, untold, ErrorCode::RestoreInProgress);
      return;
    case Service::federate_save_begun:  // 4.18
      if (may_say(false, SnapshotStatus::instructed)) return;
      refuse(restoring_.running, untold, ErrorCode::RestoreInProgress);
      refuse(true, false, ErrorCode::SaveNotInitiated);
      return;
    case Service::federate_save_complete:  // 4.19
    case Service::federate_save_not_complete:
      if (may_say(false, SnapshotStatus::working)) return;
      refuse(restoring_.running, untold, ErrorCode::RestoreInProgress);
      refuse(true, false, ErrorCode::FederateHasNotBegunSave);
      return;
    case Service::abort_federation_save:  // 4.21
      refuse(!saving_.running && !may_begin_save(), !saving_.running, ErrorCode::SaveNotInProgress);
      return;
    case Service::query_federation_save_status:  // 4.22
      refuse(restoring_.running, untold, ErrorCode::RestoreInProgress);
      return;
    case Service::request_federation_restore:  // 4.24
      refuse(saving_.running, save_in_doubt, ErrorCode::SaveInProgress);
      refuse(restoring_.running, untold, ErrorCode::RestoreInProgress);
      return;
    case Service::federate_restore_complete:  // 4.28
    case Service::federate_restore_not_complete:
      if (may_say(true, SnapshotStatus::instructed)) return;
      refuse(saving_.running, save_in_doubt, ErrorCode::SaveInProgress);
      refuse(true, false, ErrorCode::RestoreNotRequested);
      return;
    case Service::abort_federation_restore:  // 4.30
      refuse(!restoring_.running, false, ErrorCode::RestoreNotInProgress);
      return;
    case Service::query_federation_restore_status:  // 4.31
      refuse(saving_.running, save_in_doubt, ErrorCode::SaveInProgress);
      return;
    default:
      return;
  }
}

void Model::commit_snapshots(const Call& call, Joined& me) {
  const auto all_wait = [](const Snapshotting& running) {
    return std::ranges::all_of(running.statuses, [](const auto& each) {
      return each.second == SnapshotStatus::waiting_for_federation;
    });
  };
  // What a federate says of a save or restore that is over, and of whose end it has not been told, has no effect.
  SnapshotNotices& notices = notices_[static_cast<std::size_t>(me.place)];
  const auto say = [&](const Snapshotting& running, SnapshotStatus said) {
    notices.said = said;
    return running.running && notices.instructed == running.occasion;
  };
  if (call.service == Service::abort_federation_save && !saving_.running)
    begin_save(save_request_->label, save_request_->time);
  switch (call.service) {
    case Service::request_federation_save:  // 4.16: it replaces one that has not begun
      begin_save(call.name, {});
      return;
    case Service::request_federation_save_timed:
      save_request_ = SaveRequest{call.name, call.time, me.place};
      free_flushes();
      return;
    case Service::federate_save_begun:
      if (!say(saving_, SnapshotStatus::working)) return;
      saving_.statuses[me.id] = SnapshotStatus::working;
      return;
    case Service::federate_save_complete:
      if (!say(saving_, SnapshotStatus::waiting_for_federation)) return;
      saving_.statuses[me.id] = SnapshotStatus::waiting_for_federation;
      if (all_wait(saving_)) end_save(true, {});
      return;
    case Service::federate_save_not_complete:
      if (!say(saving_, SnapshotStatus::waiting_for_federation)) return;
      saving_.statuses[me.id] = SnapshotStatus::waiting_for_federation;
      end_save(false, SaveFailure::federate_reported_failure);
      return;
    case Service::abort_federation_save:
      if (!notices.restores) notices.said = SnapshotStatus::waiting_for_federation;
      end_save(false, SaveFailure::save_aborted);
      return;
    case Service::query_federation_save_status:
      answer_query(saving_, CallbackKind::federation_save_status_response, me.place);
      return;
    case Service::request_federation_restore:  // 4.25
      if (is_restorable(call.name)) {
        begin_restore(call.name, me.place);
      } else {
        Callback refused{.kind = CallbackKind::request_federation_restore_failed};
        refused.text = save_text(call.name);
        tell(me.place, ++number_, refused);
      }
      return;
    case Service::federate_restore_complete:
      if (!say(restoring_, SnapshotStatus::waiting_for_federation)) return;
      restoring_.statuses[me.id] = SnapshotStatus::waiting_for_federation;
      if (all_wait(restoring_)) end_restore(true, {});
      return;
    case Service::federate_restore_not_complete:
      if (!say(restoring_, SnapshotStatus::waiting_for_federation)) return;
      restoring_.statuses[me.id] = SnapshotStatus::waiting_for_federation;
      end_restore(false, RestoreFailure::federate_reported_failure);
      return;
    case Service::abort_federation_restore:
      if (notices.restores) notices.said = SnapshotStatus::waiting_for_federation;
      end_restore(false, RestoreFailure::restore_aborted);
      return;
    case Service::query_federation_restore_status:
      answer_query(restoring_, CallbackKind::federation_restore_status_response, me.place);
      return;
    default:
      return;
  }
}

void Model::begin_save(int label, std::optional<double> time) {
  save_request_.reset();
  saving_ = {.running = true, .label = label, .time = time, .occasion = ++number_};
  for (auto& [join, each] : federation_.joined) {
    saving_.statuses[join] = SnapshotStatus::instructed;
    each.flush_held = std::min(each.flush_held, time.value_or(never));
    Callback told{.kind = CallbackKind::initiate_federate_save};
    told.text = save_text(label);
    told.time = time;
    tell(each.place, saving_.occasion, told);
  }
}

// 4.20
void Model::end_save(bool saved, SaveFailure why) {
  saving_.running = false;
  Callback told{.kind =
                    saved ? CallbackKind::federation_saved : CallbackKind::federation_not_saved};
  if (!saved) told.choice = static_cast<int>(why);
  tell_end(saving_, told);
  free_flushes();
  if (!saved) return;
  saves_[saving_.label] = federation_;
  events_.push_back({.restored = false, .label = saving_.label});
}

// 8.12: a flush that no save holds any more is decided now, also if a federate that bounds it resigns before it is told.
void Model::free_flushes() {
  for (auto& [join, each] : federation_.joined) {
    if (each.advance == Advance::flush_queue && each.flush_held != never)
      each.flush_least = std::min(each.flush_least, std::max(each.time, galt(each, true).time));
  }
}

// 4.16: as soon as possible: at the second time at the latest that a federate has evoked all since its time has come.
void Model::follow_save_request() {
  if (!must_begin_save()) {
    if (save_request_) save_request_->is_due = false;
  } else if (std::exchange(save_request_->is_due, true)) {
    begin_save(save_request_->label, save_request_->time);
  }
}

bool Model::may_begin_save() const {
  return save_request_ && !saving_.running &&
         std::ranges::all_of(federation_.joined, [&](const auto& each) {
           return !each.second.constrained || may_be_at_save(each.second);
         });
}

bool Model::must_begin_save() const {
  return save_request_ && !saving_.running &&
         std::ranges::all_of(federation_.joined, [&](const auto& each) {
           return !each.second.constrained_pending &&
                  (!each.second.constrained || must_be_at_save(each.second));
         });
}

// 4.16: it has all messages up to the time of the save, and asks for more or is there. It is told to save by when it would
// be granted more.
bool Model::may_be_at_save(const Joined& of) const {
  const double time = save_request_->time;
  const Bound later = beyond(time);
  if (of.time > time) return true;  // it became constrained beyond it, and keeps nobody waiting
  if (of.advance == Advance::none && !of.regulation_pending) return of.time == time;
  if (of.advance != Advance::none && of.requested < time) return false;
  if (of.granted >= later) return true;
  // It may have been granted that time, which it is told before the save.
  if (of.advance != Advance::none && wrong_grant(of, time, false).empty()) return true;
  return galt(of, false) >= later && std::ranges::none_of(of.pending, [&](const Expected& each) {
           return is_required(of, each) && each.message && each.may_be_timestamp &&
                  !each.may_be_receive && *each.what.time <= time;
         });
}

bool Model::must_be_at_save(const Joined& of) const {
  const double time = save_request_->time;
  if (of.regulation_pending) return false;
  if (of.time > time) return true;
  if (of.advance == Advance::none) return of.granted >= beyond(time);
  if (of.advance == Advance::flush_queue || of.delivered) return false;
  const bool next =
      of.advance == Advance::next_message || of.advance == Advance::next_message_available;
  const double grant = next ? std::min(of.requested, smallest_queued(of, true)) : of.requested;
  return grant > time && wrong_grant(of, grant, true).empty();
}

double Model::save_limit(const Joined& of) const {
  if (save_request_ && of.time <= save_request_->time) return save_request_->time;
  const bool untold = saving_.running && !is_told(of.place, saving_.occasion);
  return untold ? saving_.time.value_or(never) : never;
}

}  // namespace orrery::rti::testing
