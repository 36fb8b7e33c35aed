// What the model keeps for 4.16 to 4.32: the save or restore that is in progress, and what each place is to be told of them.
#pragma once

#include <list>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "orrery/rti/save_restore.hpp"

#include "values.hpp"

namespace orrery::rti::testing {

// A callback of 4.17 to 4.32 to come.
struct SnapshotNotice {
  Callback what;
  int occasion = 0;  // the save or restore that it belongs to
  bool mandatory = true;
  std::map<int, std::set<int>> statuses = {};  // of a response: what it may say, by federate handle
};

// What the federate of a place is to be told, in this order; answers to queries come in between.
struct SnapshotNotices {
  std::list<SnapshotNotice> due;
  std::list<SnapshotNotice> answers;
  std::optional<int> within;      // the save or restore that it was told of, and not yet its end
  std::optional<int> instructed;  // and in which it is to act
  bool restores = false;          // that is a restore
  // What it has said there last. It may, whatever became of the save or restore, until it ends that or is told the end (4.18, 4.19,
  // 4.28).
  SnapshotStatus said = SnapshotStatus::none;
};

// A save that has not begun yet (4.16 with a time).
struct SaveRequest {
  int label = 0;
  double time = 0;
  int place = 0;        // whose request it was
  bool is_due = false;  // its time has come
};

// A save or restore that is in progress.
struct Snapshotting {
  bool running = false;
  int label = 0;
  std::optional<double> time = {};
  int occasion = 0;
  bool failed = false;
  std::map<int, SnapshotStatus> statuses = {};  // by join
};

// What became of a save or restore, for who keeps handles.
struct SnapshotEvent {
  bool restored = false;
  int label = 0;
};

// Does the standard list SaveInProgress and RestoreInProgress among the errors of the service?
bool is_barred(Service service);
bool is_snapshot_service(Service service);
// Its answer, or its effect, is another one after a restore.
bool is_changed_by_restore(Service service);
bool is_snapshot_callback(CallbackKind kind);
std::string save_text(int label);  // 0: an illegal one

}  // namespace orrery::rti::testing
