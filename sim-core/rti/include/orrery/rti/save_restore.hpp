// Saving a federation and restoring it (IEEE 1516.1-2010, 4.16 to 4.32).
//
// Save        a federate requests it. When all messages under way have arrived, every federate is told to save its own state
//             (initiate_federate_save), says that it has begun, and says how it ended. Then each node writes the RTI's state
//             to a file in NodeOptions::save_directory, and all federates are told whether the federation was saved.
// Timed save  waits until each constrained federate has received all messages up to the requested time, and none later. Then all
//             federates are told to save. A federate that asks to advance further waits until then. If no federate is constrained, the save
//             begins at once. A later request replaces a save that has not begun; a restore drops it.
// Restore     the same federates (name, type and node) have joined a federation of the same name and object model, perhaps in
//             new processes. Each is told the name and handle that it had (initiate_federate_restore), restores its own state
//             and says so. From federation_restore_begun() on, the RTI's state is that of the save, messages in timestamp
//             order included.
// Meanwhile   all other services of a joined federate answer SaveInProgress or RestoreInProgress. Resigning, or the loss of a federate, ends the
//             save or restore: federation_not_saved(), federation_not_restored().
// Files       one for each node, named after federation, label and node; at most NodeOptions::most_save_bytes. They take the
//             place of an older save with the same label when all nodes have written theirs.
//
// For the errors that all services share see basic_services.hpp.
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
  // A constrained federate was past the requested time. Told to the requester alone; no save has begun.
  save_time_cannot_be_honored,
};
enum class RestoreFailure : std::uint8_t {
  federate_reported_failure,
  federate_resigned,
  restore_aborted,
};
// A federate's progress in a save or a restore.
enum class SnapshotStatus : std::uint8_t { none, instructed, working, waiting_for_federation };
struct FederateSnapshotStatus {
  FederateHandle federate;
  SnapshotStatus status = SnapshotStatus::none;
};

class SaveRestore {
 public:
  virtual ~SaveRestore() = default;

  // 4.16 A label has 1 to 64 bytes.
  // Errors: IllegalName.
  virtual Status request_federation_save(const std::string& label) = 0;
  // 4.16 At a logical time. LogicalTimeAlreadyPassed: a regulating federate may name a time that it has not reached and may
  // still send at; any other federate a time beyond its GALT. FederateUnableToUseTime: the federate does not regulate and
  // its GALT is undefined.
  // Errors: FederateUnableToUseTime, IllegalName, InvalidLogicalTime, LogicalTimeAlreadyPassed.
  virtual Status request_federation_save(const std::string& label, LogicalTime time) = 0;
  // 4.18
  // Errors: RestoreInProgress, SaveNotInitiated.
  virtual Status federate_save_begun() = 0;
  // 4.19
  // Errors: FederateHasNotBegunSave, RestoreInProgress.
  virtual Status federate_save_complete() = 0;
  // 4.19
  // Errors: FederateHasNotBegunSave, RestoreInProgress.
  virtual Status federate_save_not_complete() = 0;
  // 4.21
  // Errors: SaveNotInProgress.
  virtual Status abort_federation_save() = 0;
  // 4.22 Answered by federation_save_status_response().
  // Errors: RestoreInProgress.
  virtual Status query_federation_save_status() = 0;
  // 4.24 Answered by request_federation_restore_succeeded() or request_federation_restore_failed().
  // Errors: IllegalName.
  virtual Status request_federation_restore(const std::string& label) = 0;
  // 4.28
  // Errors: RestoreNotRequested, SaveInProgress.
  virtual Status federate_restore_complete() = 0;
  // 4.28
  // Errors: RestoreNotRequested, SaveInProgress.
  virtual Status federate_restore_not_complete() = 0;
  // 4.30
  // Errors: RestoreNotInProgress.
  virtual Status abort_federation_restore() = 0;
  // 4.31 Answered by federation_restore_status_response().
  // Errors: SaveInProgress.
  virtual Status query_federation_restore_status() = 0;
};

}  // namespace orrery::rti
