// 4.24 to 4.32: restoring; and what federates are told of saves and restores.
#include <algorithm>

#include "model.hpp"

namespace orrery::rti::testing {

// 4.25: the federates of the save have joined, each at its node, and no others.
bool Model::is_restorable(int label) const {
  const auto found = saves_.find(label);
  if (found == saves_.end()) return false;
  const auto names = [&](const Federation& federation) {
    std::set<std::pair<int, int>> all;
    for (const auto& [join, each] : federation.joined) all.insert({each.name, node_of(each.place)});
    return all;
  };
  return names(found->second) == names(federation_);
}

void Model::begin_restore(int label, int place) {
  save_request_.reset();
  std::map<int, int> places;  // by name
  for (const auto& [join, each] : federation_.joined) places[each.name] = each.place;
  federation_ = saves_.at(label);
  told_galt_.clear();
  restoring_ = {.running = true, .label = label, .occasion = ++number_};
  Callback confirmed{.kind = CallbackKind::request_federation_restore_succeeded};
  confirmed.text = save_text(label);
  tell(place, restoring_.occasion, confirmed);
  // 4.27: who is restored has the handle that the federate of that name had, wherever it was.
  for (const auto& [join, each] : federation_.joined) federation_.places.erase(each.place);
  for (auto& [join, each] : federation_.joined) {
    each.place = places.at(each.name);
    federation_.places.insert(each.place);
    restore_rates(each);
    at_[static_cast<std::size_t>(each.place)] = join;
    restoring_.statuses[join] = SnapshotStatus::instructed;
    tell(each.place, restoring_.occasion, {.kind = CallbackKind::federation_restore_begun});
    Callback told{.kind = CallbackKind::initiate_federate_restore};
    told.text = save_text(label);
    told.tag = "federate " + std::to_string(each.name);
    told.federate = each.handle;
    tell(each.place, restoring_.occasion, told);
  }
  events_.push_back({.restored = true, .label = label});
}

// 4.29
void Model::end_restore(bool restored, RestoreFailure why) {
  restoring_.running = false;
  Callback told{.kind = restored ? CallbackKind::federation_restored
                                 : CallbackKind::federation_not_restored};
  if (!restored) told.choice = static_cast<int>(why);
  tell_end(restoring_, told);
}

SnapshotNotice& Model::tell(int place, int occasion, Callback what) {
  SnapshotNotice& made = notices_[static_cast<std::size_t>(place)].due.emplace_back();
  made.what = std::move(what);
  made.occasion = occasion;
  return made;
}

// To all that take part. Who was not told the beginning need not be told of it at all, unless it has succeeded.
void Model::tell_end(const Snapshotting& ended, const Callback& what) {
  const bool failed = what.kind == CallbackKind::federation_not_saved ||
                      what.kind == CallbackKind::federation_not_restored;
  for (const auto& [join, status] : ended.statuses) {
    const auto member = federation_.joined.find(join);
    if (member == federation_.joined.end()) continue;
    const int place = member->second.place;
    SnapshotNotice& end = tell(place, ended.occasion, what);
    if (!failed || is_told(place, ended.occasion)) continue;
    end.mandatory = false;
    for (SnapshotNotice& each : notices_[static_cast<std::size_t>(place)].due) {
      if (each.occasion == ended.occasion &&
          each.what.kind != CallbackKind::request_federation_restore_succeeded) {
        each.mandatory = false;
      }
    }
  }
}

// 4.10: a federate that resigns ends a save or restore.
void Model::leave_snapshots(const Joined& me) {
  saving_.statuses.erase(me.id);
  restoring_.statuses.erase(me.id);
  notices_[static_cast<std::size_t>(me.place)] = {};
  if (saving_.running) end_save(false, SaveFailure::federate_resigned);
  if (restoring_.running) end_restore(false, RestoreFailure::federate_resigned);
}

std::set<int> Model::possible_statuses(const Snapshotting& running, const Joined& joined) const {
  const auto found = running.statuses.find(joined.id);
  const int none = static_cast<int>(SnapshotStatus::none);
  if (found == running.statuses.end()) return {none};
  const int status = static_cast<int>(found->second);
  const bool told = is_told(joined.place, running.occasion);
  if (running.running && told) return {status};
  const int instructed = static_cast<int>(SnapshotStatus::instructed);
  if (running.running || told) return {none, instructed, status};
  // Who asks may not know yet that it has ended.
  return among_nodes_ ? std::set<int>{none, instructed} : std::set<int>{none};
}

// 4.22, 4.31
void Model::answer_query(const Snapshotting& running, CallbackKind kind, int place) {
  SnapshotNotice& answer = notices_[static_cast<std::size_t>(place)].answers.emplace_back();
  answer.what.kind = kind;
  for (const auto& [join, each] : federation_.joined) {
    std::set<int>& statuses = answer.statuses[each.handle];
    statuses = possible_statuses(running, each);
    if (kind == CallbackKind::federation_save_status_response && may_begin_save())
      statuses.insert(static_cast<int>(SnapshotStatus::instructed));
  }
}

std::string Model::accept_snapshot(int place, const Callback& callback) {
  SnapshotNotices& notices = notices_[static_cast<std::size_t>(place)];
  if (callback.kind == CallbackKind::federation_save_status_response ||
      callback.kind == CallbackKind::federation_restore_status_response) {
    const auto fits = [&](const SnapshotNotice& each) {
      if (each.what.kind != callback.kind || each.statuses.size() != callback.statuses.size())
        return false;
      return std::ranges::all_of(callback.statuses, [&](const auto& status) {
        const auto found = each.statuses.find(status.first);
        return found != each.statuses.end() && found->second.contains(status.second);
      });
    };
    const auto answer = std::ranges::find_if(notices.answers, fits);
    if (answer == notices.answers.end()) return "no query has this answer";
    notices.answers.erase(answer);
    return {};
  }
  const auto fits = [&](const SnapshotNotice& each) {
    const Callback& what = each.what;
    return what.kind == callback.kind && what.text == callback.text && what.tag == callback.tag &&
           what.time == callback.time && what.choice == callback.choice &&
           what.federate == callback.federate;
  };
  // 4.17: it has the label and the time of its request. The federate may be told of an earlier save late.
  if (callback.kind == CallbackKind::initiate_federate_save && may_begin_save() &&
      std::ranges::none_of(notices.due, fits)) {
    begin_save(save_request_->label, save_request_->time);
  }
  const auto found = std::ranges::find_if(notices.due, fits);
  const auto earlier = std::find_if(notices.due.begin(), found,
                                    [](const SnapshotNotice& each) { return each.mandatory; });
  if (earlier != found) return "before it comes " + to_string(earlier->what);
  if (found == notices.due.end()) {
    const bool late =
        save_request_ && place == save_request_->place &&
        callback.kind == CallbackKind::federation_not_saved &&
        callback.choice == static_cast<int>(SaveFailure::save_time_cannot_be_honored) &&
        std::ranges::any_of(federation_.joined, [&](const auto& each) {
          return each.second.constrained && each.second.time > save_request_->time;
        });
    if (!late) return "no save or restore has come to that";
    save_request_.reset();  // 4.20
    return {};
  }
  const SnapshotNotice taken = *found;
  notices.due.erase(notices.due.begin(), std::next(found));
  switch (callback.kind) {
    case CallbackKind::initiate_federate_restore:
      notices.instructed = taken.occasion;
      notices.restores = true;
      notices.said = SnapshotStatus::instructed;
      break;
    case CallbackKind::initiate_federate_save:
      notices.instructed = taken.occasion;
      notices.restores = false;
      notices.said = SnapshotStatus::instructed;
      [[fallthrough]];
    case CallbackKind::federation_restore_begun:
      notices.within = taken.occasion;
      for (SnapshotNotice& each : notices.due)
        if (each.occasion == taken.occasion) each.mandatory = true;
      break;
    case CallbackKind::federation_saved:
    case CallbackKind::federation_not_saved:
    case CallbackKind::federation_restored:
    case CallbackKind::federation_not_restored:
      notices.within.reset();
      notices.instructed.reset();
      notices.said = SnapshotStatus::none;
      break;
    default:
      break;
  }
  return {};
}

std::string Model::missing_snapshot(int place) const {
  const SnapshotNotices& notices = notices_[static_cast<std::size_t>(place)];
  for (const auto* const list : {&notices.due, &notices.answers}) {
    for (const SnapshotNotice& each : *list)
      if (each.mandatory) return "missing: " + to_string(each.what);
  }
  return {};
}

}  // namespace orrery::rti::testing
