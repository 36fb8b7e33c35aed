// What a node writes of a federation, and how it becomes the federation's state again.
#pragma once

#include <memory>

#include "face/error.hpp"
#include "federation/federation.hpp"
#include "net/net.hpp"

namespace orrery::rti {

struct SavedView {
  std::uint32_t federate = 0;
  View view = {};
};
struct SavedObject {
  Object object;
  std::vector<SavedView> views;
};
struct SavedRegion {
  RegionId id = 0;
  group::Region ranges;
  std::vector<DimensionHandle> dimensions;
};
// What only its own node knows of a federate. What waits is in the order of delivery.
struct SavedLocal {
  Local local;
  std::vector<std::vector<std::byte>> gated;
  std::vector<Stamped> stamped;
};
struct SavedState {
  std::uint64_t id = 0;  // of the save: the same at all nodes
  std::string federation;
  std::uint64_t model = 0;  // its fingerprint
  std::map<std::uint32_t, Member> members;
  std::uint32_t next_member = 0;
  std::vector<SavedObject> objects;
  std::map<std::string, std::uint32_t> reserved_names;
  std::map<std::string, SyncPoint> points;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Deletion> deletions;
  std::vector<SavedRegion> regions;
  std::vector<SavedLocal> locals;
  std::map<Newest::Key, Newest::Kept> newest;  // of attributes of this node's federates
  bool auto_provide = false;
};

// Of a model's names, in the order of their handles.
std::uint64_t fingerprint(const ObjectModel& model);
// What all nodes know alike, without objects.
SavedState shared_parts(const Federation& federation);
std::vector<std::byte> save_state(Federation& federation, std::uint64_t id);
// Null: it is none.
std::unique_ptr<SavedState> load_state(Bytes bytes);
// Are these the federates, the nodes and the object model of then?
Status fits(const SavedState& state, const Federation& federation);
// Of a state that fits: is all that it says possible, at this node? Whatever a file holds, what passes can be restored.
// Errors: RTIinternalError, naming what is wrong. saved_state_check.cpp
Status check_consistent(const SavedState& state, const Federation& federation, std::uint32_t self);
// From now on the federation is as it was, but for what is derived from its state. What waited for its federates is
// dropped.
void apply_state(Federation& federation, SavedState state, const Net& net);

}  // namespace orrery::rti
