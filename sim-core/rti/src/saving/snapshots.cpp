#include "saving/snapshots.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "saving/saved_state.hpp"
#include "saving/snapshot_file.hpp"

namespace orrery::rti {

Snapshots::Snapshots(Owner& owner, Inboxes& inboxes, Net& net, const NodeOptions& options,
                     Federation& federation)
    : owner_(owner), inboxes_(inboxes), net_(net), options_(options), federation_(federation) {}

Snapshots::~Snapshots() = default;

std::string Snapshots::path() const {
  return snapshot_path(options_.save_directory, federation_.name, label_, net_.self());
}

SnapshotStatus Snapshots::status(std::uint32_t federate) const {
  const auto found = statuses_.find(federate);
  if (found == statuses_.end()) return SnapshotStatus::none;
  const auto said = said_.find(federate);
  return said == said_.end() ? found->second : std::max(found->second, said->second);
}

void Snapshots::ask(const Operation& operation) {
  if (operation.kind == OperationKind::request_save && operation.flag != 0) {
    timed_.ask(timed(operation));
  } else {
    asked_ = operation;
  }
}

std::optional<ErrorCode> Snapshots::on_its_way() const {
  if (!asked_) return {};
  return asked_->kind == OperationKind::request_save ? ErrorCode::SaveInProgress
                                                     : ErrorCode::RestoreInProgress;
}

std::optional<ErrorCode> Snapshots::in_progress() const {
  if (!active()) return on_its_way();
  return restores() ? ErrorCode::RestoreInProgress : ErrorCode::SaveInProgress;
}

std::vector<FederateSnapshotStatus> Snapshots::statuses() const {
  std::vector<FederateSnapshotStatus> all;
  for (const auto& [handle, member] : federation_.members) {
    all.push_back({FederateHandle{handle}, status(handle)});
  }
  return all;
}

void Snapshots::tell(Local& local, Call what, std::size_t content) {
  local.snapshot_calls.emplace_back(std::move(what), content);
  post_next(local, content);
}

void Snapshots::tell_end(const Call& what) {
  for (Local* local : federation_.locals) {
    tell(*local, [what, local](FederateAmbassador& ambassador) {
      local->snapshot_part = {};
      what(ambassador);
    });
  }
}

void Snapshots::post_next(Local& local, std::size_t content) {
  inboxes_.post(
      local,
      [&local](FederateAmbassador& ambassador) {
        const Call next = std::move(local.snapshot_calls.front().first);
        local.snapshot_calls.pop_front();
        next(ambassador);
      },
      content, Brought::by_operation);
}

void Snapshots::request(const Operation& operation, bool save) {
  timed_.known(operation.object);
  if (asked_ && asked_->object == operation.object && asked_->federate == operation.federate)
    asked_.reset();
  if (active()) {
    // Another was first, and federates are told of that one. 4.25: each request for a restore has an answer.
    if (!save) refuse(operation.federate, operation.text, "another save or restore came first");
    if (save && phase_ == SnapshotPhase::restore_settling) save_after_restore_ = operation;
    return;
  }
  if (save && operation.flag != 0) return request_at(operation);
  if (save) drop_timed();
  time_.reset();
  label_ = operation.text;
  requester_ = operation.federate;
  attempt_ = operation.object;
  ids_.clear();
  failure_.clear();
  phase_ = save ? SnapshotPhase::save_settling : SnapshotPhase::restore_settling;
  await_nodes();
  if (save) return say_ready({}, 0);
  auto bytes = read_snapshot(path(), options_.most_save_bytes);
  if (!bytes) return say_ready(bytes.error(), 0);
  found_ = load_state(*bytes);
  const auto refuse = [&](const std::string& what) {
    say_ready(error(ErrorCode::RTIinternalError,
                    path() + ": " + what + "; restore another save, or save the federation anew"),
              0);
  };
  if (!found_) return refuse("it holds what no save holds, or is of another version");
  if (auto status = fits(*found_, federation_); !status) return refuse(status.error().message);
  if (auto status = check_consistent(*found_, federation_, net_.self()); !status) {
    return refuse(status.error().message);
  }
  say_ready({}, found_->id);
}

TimedSave::Request Snapshots::timed(const Operation& operation) {
  return {operation.text, operation.number, operation.object, operation.federate};
}

Snapshots::Named Snapshots::next() const {
  if (!timed_.pending()) return {};
  return {timed_.requested().label, timed_.requested().time};
}

void Snapshots::request_at(const Operation& operation) {
  timed_.request(timed(operation), net_.living_nodes());
  said_reached_ = false;
  owner_.save_changed(federation_);
  // Who does not regulate keeps nobody back while its request is on its way.
  const bool passed = std::ranges::any_of(federation_.locals, [&](const Local* local) {
    return local->rules.constrained && local->rules.time > operation.number;
  });
  if (passed) say_time_reached(false);
}

void Snapshots::review_time() {
  if (said_reached_ || !timed_.waits_for(net_.self())) return;
  const std::int64_t time = timed_.requested().time;
  const bool all = std::ranges::all_of(federation_.locals, [&](const Local* local) {
    const TimeRules& rules = local->rules;
    if (!rules.constrained && !rules.constrained_pending) return true;
    // 4.16: it comes to the save once all messages up to its time have been delivered to it.
    return rules.least_arrival() > time || (rules.advance != Advance::none &&
                                            local->held_at == time && !local->queue.has_stamped());
  });
  if (all) say_time_reached(true);
}

void Snapshots::say_time_reached(bool honored) {
  said_reached_ = true;
  Operation reached{.kind = OperationKind::save_time_reached};
  reached.federation = federation_.id;
  reached.object = timed_.requested().attempt;
  reached.flag = honored ? 1 : 0;
  (void)net_.submit(reached, SubmitPermit::of_the_rti());
}

void Snapshots::time_reached(std::uint32_t node, const Operation& operation) {
  if (!timed_.waits_for(node) || operation.object != timed_.requested().attempt) return;
  if (operation.flag != 0) {
    if (timed_.arrived(node)) begin_timed();
    return;
  }
  fail_timed();
}

void Snapshots::drop_timed() {
  timed_.drop();
  for (Local* local : federation_.locals)
    local->rules.complete_for_save = std::numeric_limits<std::int64_t>::min();
  owner_.save_changed(federation_);
  federation_.time.wanted = true;
}

// Only its requester has heard of it.
void Snapshots::fail_timed() {
  drop_timed();
  for (Local* local : federation_.locals) {
    if (local->handle != timed_.requested().requester) continue;
    tell(*local, [](FederateAmbassador& ambassador) {
      ambassador.federation_not_saved(SaveFailure::save_time_cannot_be_honored);
    });
  }
}

void Snapshots::constrained_at(std::uint32_t node) {
  timed_.wait_again(node);
  if (node == net_.self()) said_reached_ = false;
}

// As if it were requested now.
void Snapshots::begin_timed() {
  const TimedSave::Request request = timed_.requested();
  drop_timed();
  if (active()) {  // a restore was requested meanwhile
    Operation later{.kind = OperationKind::request_save, .flag = 1};
    later.text = request.label;
    later.number = request.time;
    later.object = request.attempt;
    later.federate = request.requester;
    save_after_refusal_ = later;
    return;
  }
  label_ = request.label;
  requester_ = request.requester;
  attempt_ = request.attempt;
  time_ = request.time;
  ids_.clear();
  failure_.clear();
  phase_ = SnapshotPhase::save_settling;
  await_nodes();
  say_ready({}, 0);
}

// Nodes without federates too: they know the federation as all do.
void Snapshots::await_nodes() {
  nodes_.clear();
  for (std::uint32_t node = 0; node < net_.nodes(); ++node) {
    if (net_.living(node)) nodes_.insert(node);
  }
}

void Snapshots::say_ready(const Status& status, std::uint64_t saved_id) {
  Operation ready{.kind = OperationKind::snapshot_ready};
  ready.federation = federation_.id;
  ready.object = attempt_;
  ready.number = static_cast<std::int64_t>(saved_id);
  ready.flag = status ? 1 : 0;
  if (!status) ready.text = status.error().message;
  (void)net_.submit(ready, SubmitPermit::of_the_rti());
}

void Snapshots::ready(std::uint32_t node, const Operation& operation) {
  if (!active() || operation.object != attempt_ || nodes_.erase(node) == 0) return;
  if (operation.flag == 0) failure_ = operation.text;
  ids_.insert(static_cast<std::uint64_t>(operation.number));
  if (!nodes_.empty()) return;
  switch (phase_) {
    case SnapshotPhase::save_settling:
      phase_ = SnapshotPhase::saving;
      instruct();
      for (Local* local : federation_.locals) {
        tell(*local, [label = label_, time = time_, local,
                      attempt = attempt_](FederateAmbassador& ambassador) {
          local->snapshot_part = {SnapshotPart::State::told_to_save, attempt};
          time ? ambassador.initiate_federate_save(label, {*time})
               : ambassador.initiate_federate_save(label);
        });
      }
      break;
    case SnapshotPhase::writing:
      saved();
      break;
    case SnapshotPhase::restore_settling:
      start_restoring();
      break;
    default:
      break;
  }
}

void Snapshots::instruct() {
  said_.clear();
  for (const auto& [handle, member] : federation_.members) {
    statuses_[handle] = SnapshotStatus::instructed;
  }
}

void Snapshots::step(const Operation& operation) {
  const auto said = static_cast<SnapshotStep>(operation.flag);
  if (ends(said) && ended_by_ == operation.federate) ended_by_.reset();
  // The one that the federate meant may be over, and another begun.
  const bool meant = operation.object == attempt_;
  const bool saving = meant && phase_ == SnapshotPhase::saving;
  const bool restoring = meant && phase_ == SnapshotPhase::restoring;
  switch (said) {
    case SnapshotStep::abort_save:
      save_after_restore_.reset();
      if (active() && !restores()) fail_save(SaveFailure::save_aborted);
      return;
    case SnapshotStep::abort_restore:
      if (restores()) fail_restore(RestoreFailure::restore_aborted);
      return;
    case SnapshotStep::begun:
      if (saving) statuses_[operation.federate] = SnapshotStatus::working;
      return;
    case SnapshotStep::not_complete:
      if (saving) fail_save(SaveFailure::federate_reported_failure);
      if (restoring) fail_restore(RestoreFailure::federate_reported_failure);
      return;
    case SnapshotStep::complete:
      break;
  }
  if (!saving && !restoring) return;
  statuses_[operation.federate] = SnapshotStatus::waiting_for_federation;
  if (std::ranges::any_of(statuses_, [](const auto& each) {
        return each.second != SnapshotStatus::waiting_for_federation;
      })) {
    return;
  }
  if (restoring) return restored();
  write();
}

// Nothing is under way, and every federate has what was before the save.
void Snapshots::write() {
  phase_ = SnapshotPhase::writing;
  await_nodes();
  if (options_.save_directory.empty()) {
    return say_ready(error(ErrorCode::RTIinternalError, "the node has no save_directory"), 0);
  }
  say_ready(write_snapshot(path(), save_state(federation_, attempt_), options_.most_save_bytes),
            attempt_);
}

void Snapshots::saved() {
  if (!failure_.empty()) return fail_save(SaveFailure::rti_unable_to_save);
  // Placing can fail here alone; a restore then finds that the nodes' files are of different saves.
  if (!place_snapshot(path())) return fail_save(SaveFailure::rti_unable_to_save);
  last_ = {label_, time_};
  end();
  owner_.save_changed(federation_);
  tell_end([](FederateAmbassador& ambassador) { ambassador.federation_saved(); });
}

void Snapshots::fail_save(SaveFailure why) {
  if (!options_.save_directory.empty()) drop_snapshot(path());
  end();
  tell_end([why](FederateAmbassador& ambassador) { ambassador.federation_not_saved(why); });
}

void Snapshots::start_restoring() {
  if (!failure_.empty()) return refuse_restore(failure_);
  if (ids_.size() != 1) return refuse_restore("the nodes' files are of different saves");
  std::string requester;
  if (const auto member = federation_.members.find(requester_);
      member != federation_.members.end()) {
    requester = member->second.name;
  }
  // A save that was requested before the restore is of the past that is no more. One that was requested after it is not.
  drop_timed();
  save_after_refusal_.reset();
  std::string saver;
  if (save_after_restore_) saver = federation_.members.at(save_after_restore_->federate).name;
  apply_state(federation_, std::move(*found_), net_);
  for (const auto& [handle, member] : federation_.members) {
    if (save_after_restore_ && member.name == saver) save_after_restore_->federate = handle;
  }
  owner_.restored(federation_);
  found_.reset();
  phase_ = SnapshotPhase::restoring;
  instruct();
  for (Local* local : federation_.locals) {
    // What waited for the federate is of a past that is no more, but for what it was to be told of saves and restores.
    for (const auto& [what, content] : local->snapshot_calls) post_next(*local, content);
    const Member& member = federation_.members.at(local->handle);
    if (member.name == requester) {
      tell(*local, [label = label_](FederateAmbassador& ambassador) {
        ambassador.request_federation_restore_succeeded(label);
      });
    }
    tell(*local, [](FederateAmbassador& ambassador) { ambassador.federation_restore_begun(); });
    tell(*local, [label = label_, name = member.name, handle = local->handle, local,
                  attempt = attempt_](FederateAmbassador& ambassador) {
      local->snapshot_part = {SnapshotPart::State::told_to_restore, attempt};
      ambassador.initiate_federate_restore(label, name, {handle});
    });
  }
}

void Snapshots::refuse_restore(const std::string& why) {
  end();
  refuse(requester_, label_, why);
  if (const auto save = std::exchange(save_after_refusal_, {}); save && !save_after_restore_)
    return request(*save, true);
  begin_save_after_restore();
}

void Snapshots::begin_save_after_restore() {
  if (const auto save = std::exchange(save_after_restore_, {})) request(*save, true);
}

void Snapshots::refuse(std::uint32_t requester, const std::string& label, const std::string& why) {
  Local* const local = federation_.find_local(requester);
  if (local == nullptr) return;
  tell(*local, [label, why](FederateAmbassador& ambassador) {
    ambassador.request_federation_restore_failed(label, why);
  });
}

void Snapshots::restored() {
  end();
  tell_end([](FederateAmbassador& ambassador) { ambassador.federation_restored(); });
  begin_save_after_restore();
}

void Snapshots::fail_restore(RestoreFailure why) {
  if (phase_ == SnapshotPhase::restore_settling) {
    return refuse_restore(why == RestoreFailure::restore_aborted
                              ? "the restore was aborted"
                              : "a federate resigned or was lost meanwhile");
  }
  end();
  tell_end([why](FederateAmbassador& ambassador) { ambassador.federation_not_restored(why); });
  begin_save_after_restore();
}

void Snapshots::lost(std::uint32_t federate) {
  statuses_.erase(federate);
  timed_.forget_requests(federate);
  if (asked_ && asked_->federate == federate) asked_.reset();
  if (ended_by_ == federate) ended_by_.reset();
  // The last federate has gone: there is nobody to save.
  if (federation_.members.size() == 1) {
    save_after_refusal_.reset();
    if (timed_.pending()) drop_timed();
  }
  end_by_loss();
}

void Snapshots::lost_node(std::uint32_t node) {
  end_by_loss();
  if (timed_.arrived(node)) begin_timed();
}

void Snapshots::end_by_loss() {
  if (!active()) return;
  if (restores()) {
    fail_restore(RestoreFailure::federate_resigned);
  } else {
    fail_save(SaveFailure::federate_resigned);
  }
}

void Snapshots::end() {
  phase_ = SnapshotPhase::none;
  statuses_.clear();
  nodes_.clear();
  found_.reset();
  federation_.time.wanted = true;
}

}  // namespace orrery::rti
