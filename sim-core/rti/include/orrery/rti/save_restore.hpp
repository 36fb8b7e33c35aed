// Saving a federation and restoring it (IEEE 1516.1-2010, 4.16 to 4.32).
//
// Save      somebody requests it; when all that was on its way has come, every federate is told to save its own
//           state (initiate_federate_save), says that it has begun and how it ended; then each node writes what the
//           RTI knows to a file in NodeOptions::save_directory, and all are told whether it was saved.
// Restore   the same federates, by name and type and at the same nodes, have joined a federation of the same name
//           and object model, perhaps in new processes. Each is told its name and handle of then
//           (initiate_federate_restore), takes back its own state and says so. From
//           federation_restore_begun() on, the RTI's state is that of the save, messages in time-stamp order included.
// At a time a save may be requested for a logical time to come. Every constrained federate is told of it when it has all
//           that is up to that time and nothing later: where it asks for more it is told before it is granted. Until all of
//           them are there none gets more; then all are told, the unconstrained too. Where nobody is constrained that is at
//           once. A later request, with a time or without, replaces one that has not begun; a restore drops it.
// Between   all other services answer SaveInProgress or RestoreInProgress, from when the request is known at a
//           node; only resigning ends it, and so does losing a federate: federation_not_saved(), ..not_restored().
// Files     one a node, named after federation, label and node, written beside and put in place when all nodes have
//           theirs; at most NodeOptions::most_save_bytes each; a label saved again replaces what it was.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "orrery/rti/types.hpp"

namespace orrery::rti {

enum class SaveFailure : std::uint8_t {
  rti_unable_to_save,
  federate_reported_failure,
  federate_resigned,
  save_aborted,
  save_time_cannot_be_honored,  // a constrained federate was beyond it: told to the requester, nothing has begun
};
enum class RestoreFailure : std::uint8_t {
  federate_reported_failure,
  federate_resigned,
  restore_aborted,
};
// Of a federate, in a save or a restore.
enum class SnapshotStatus : std::uint8_t { none, instructed, working, waiting_for_federation };
struct FederateSnapshotStatus {
  FederateHandle federate;
  SnapshotStatus status = SnapshotStatus::none;
};

class SaveRestore {
 public:
  virtual ~SaveRestore() = default;

  // 4.16 Errors: IllegalName (a label has 1 to 64 bytes), SaveInProgress, RestoreInProgress.
  virtual Status request_federation_save(const std::string& label) = 0;
  // Errors too: InvalidLogicalTime; LogicalTimeAlreadyPassed: a regulating federate may ask for what it may still send
  // messages with and what it has not come to, others for what is beyond their GALT; FederateUnableToUseTime: it does
  // not regulate and its GALT is undefined.
  virtual Status request_federation_save(const std::string& label, LogicalTime time) = 0;
  virtual Status federate_save_begun() = 0;           // 4.18 Errors: SaveNotInitiated.
  virtual Status federate_save_complete() = 0;        // 4.19 Errors: FederateHasNotBegunSave.
  virtual Status federate_save_not_complete() = 0;    // 4.19
  virtual Status abort_federation_save() = 0;         // 4.21 Errors: SaveNotInProgress.
  virtual Status query_federation_save_status() = 0;  // 4.22
  // 4.24 Answered by request_federation_restore_succeeded() or ..failed().
  virtual Status request_federation_restore(const std::string& label) = 0;
  virtual Status federate_restore_complete() = 0;        // 4.28 Errors: RestoreNotRequested.
  virtual Status federate_restore_not_complete() = 0;    // 4.28
  virtual Status abort_federation_restore() = 0;         // 4.30 Errors: RestoreNotInProgress.
  virtual Status query_federation_restore_status() = 0;  // 4.31
};

}  // namespace orrery::rti
