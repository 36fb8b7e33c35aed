// What a node that joins is sent of a federation: all that nodes know alike, and nothing of single nodes' federates.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "saving/saved_state.hpp"
#include "saving/snapshots.hpp"

namespace orrery::rti {

// A FOM module: its designator and its text.
using SharedModule = std::pair<std::string, std::string>;

struct SharedState {
  std::uint32_t id = 0;
  TimeRepresentation as = TimeRepresentation::float64;
  std::vector<SharedModule> mim;  // the federation's own, if it has one
  std::vector<SharedModule> modules;
  std::vector<std::uint32_t> module_counts;  // as Federation::module_counts
  SavedState state;                          // without what is of federates of a node
  std::vector<NodeSet> awaited;              // of each of its deletions
  std::map<std::uint64_t, std::vector<AnnouncedClass>> announced;  // by object
  std::map<std::uint64_t, std::string> names_of_deleted;
  std::uint64_t restored_at = 0;
  std::uint32_t epoch = 0;
  std::string last_save;
  std::vector<std::int64_t> last_save_times;  // of the last save, if it was at a time
  TimedSave::Request timed_save;
  NodeSet awaited_by_save = 0;  // none: no save at a time is pending
};

std::vector<std::byte> save_shared(const Federation& federation);
// Null: it is none.
std::unique_ptr<SharedState> load_shared(Bytes bytes);
// Is all that it says possible, of a federation that has its object model? Errors: RTIinternalError, naming what is wrong.
Status check_consistent(const SharedState& shared, const Federation& federation, const Net& net);
// The federation, which is new, is as it was there, but for what is derived from its state.
void apply_shared(Federation& federation, SharedState shared, const Net& net);

}  // namespace orrery::rti
