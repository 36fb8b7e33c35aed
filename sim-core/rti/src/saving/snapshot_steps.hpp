// The phases of a save or restore, and what federates say in it.
#pragma once

#include <cstdint>

namespace orrery::rti {

enum class SnapshotPhase : std::uint8_t {
  none,
  save_settling,  // what is under way comes
  saving,         // federates do
  writing,        // nodes do
  restore_settling,
  restoring,  // federates do
};
enum class SnapshotStep : std::uint8_t { begun, complete, not_complete, abort_save, abort_restore };
// Does what one federate says end the save or restore of all?
constexpr bool ends(SnapshotStep step) { return step >= SnapshotStep::not_complete; }

}  // namespace orrery::rti
