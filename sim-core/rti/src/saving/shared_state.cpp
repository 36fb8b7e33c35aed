#include "saving/shared_state.hpp"

#include <algorithm>
#include <limits>

#include "saving/saved_parts.hpp"

namespace orrery::rti {

template <class A>
void visit(A& a, AnnouncedClass& announced) {
  a(announced.federate, announced.known);
}

template <class A>
void visit(A& a, TimedSave::Request& request) {
  a(request.label, request.time, request.attempt, request.requester);
}

template <class A>
void visit(A& a, SharedState& shared) {
  a(shared.id, shared.as, shared.mim, shared.modules, shared.module_counts, shared.state,
    shared.awaited, shared.announced, shared.names_of_deleted, shared.restored_at, shared.epoch,
    shared.last_save, shared.last_save_times, shared.timed_save, shared.awaited_by_save);
}

namespace {

SharedState share(const Federation& federation) {
  SharedState shared;
  shared.id = federation.id;
  shared.as = federation.as;
  const ObjectModel::ModuleText& mim = federation.model.mim_text();
  if (federation.has_own_mim) shared.mim.emplace_back(mim.designator, mim.source);
  for (const auto& each : federation.model.modules())
    shared.modules.emplace_back(each->designator, each->source);
  shared.module_counts = federation.module_counts;
  shared.state = shared_parts(federation);
  for (const auto& [handle, object] : federation.objects) {
    if (object.deleted) continue;
    Object copy = object;
    copy.views.clear();
    copy.removing = false;  // of what has come to this node
    if (!object.announced.empty()) shared.announced.emplace(handle, object.announced);
    shared.state.objects.push_back({std::move(copy), {}});
  }
  for (auto& [key, deletion] : shared.state.deletions) {
    shared.awaited.push_back(deletion.awaited);
    deletion.removed.clear();
  }
  shared.names_of_deleted.insert(federation.names_of_deleted.begin(),
                                 federation.names_of_deleted.end());
  shared.restored_at = federation.restored_at;
  shared.epoch = federation.time.epoch;
  const Snapshots& saves = *federation.snapshots;
  shared.last_save = saves.last().label;
  if (saves.last().time) shared.last_save_times.push_back(*saves.last().time);
  shared.timed_save = saves.timed().requested();
  shared.awaited_by_save = saves.timed().awaited();
  return shared;
}

}  // namespace

std::vector<std::byte> save_shared(const Federation& federation) {
  SharedState shared = share(federation);
  std::vector<std::byte> bytes;
  Saver saver(bytes);
  visit(saver, shared);
  return bytes;
}

std::unique_ptr<SharedState> load_shared(Bytes bytes) {
  auto shared = std::make_unique<SharedState>();
  Loader loader(bytes);
  visit(loader, *shared);
  if (!loader.complete()) return nullptr;
  return shared;
}

Status check_consistent(const SharedState& shared, const Federation& federation, const Net& net) {
  const SavedState& state = shared.state;
  const auto wrong = [](const std::string& what) {
    return error(ErrorCode::RTIinternalError, what);
  };
  if (state.model != fingerprint(federation.model)) return wrong("its object model is another");
  if (!state.locals.empty() || !state.newest.empty()) return wrong("it has federates of this node");
  if (auto status = check_consistent(state, federation, net.self()); !status) return status;
  for (const auto& [handle, member] : state.members) {
    if (member.node >= net.nodes() || !net.living(member.node))
      return wrong("federate '" + member.name + "' is at no node");
  }
  if (shared.awaited.size() != state.deletions.size()) return wrong("its deletions are not whole");
  for (const auto& [handle, all] : shared.announced) {
    const auto object = std::ranges::find_if(
        state.objects, [&](const SavedObject& each) { return each.object.handle == handle; });
    const bool are_known = std::ranges::all_of(all, [&](const AnnouncedClass& each) {
      const ObjectClassHandle known{each.known};
      return state.members.contains(each.federate) &&
             (each.known == not_known ||
              (federation.model.has(known) && object != state.objects.end() &&
               federation.model.is_a({object->object.object_class}, known)));
    });
    if (object == state.objects.end() || !are_known)
      return wrong("object " + std::to_string(handle) + " is announced as what it is not");
  }
  return {};
}

void apply_shared(Federation& federation, SharedState shared, const Net& net) {
  apply_state(federation, std::move(shared.state), net);
  std::size_t next = 0;
  for (auto& [key, deletion] : federation.deletions) deletion.awaited = shared.awaited[next++];
  for (auto& [handle, announced] : shared.announced)
    federation.objects.at(handle).announced = std::move(announced);
  for (auto& [handle, name] : shared.names_of_deleted) {
    federation.object_names[name] = handle;
    federation.names_of_deleted.emplace(handle, std::move(name));
  }
  federation.restored_at = shared.restored_at;
  federation.time.epoch = shared.epoch;
  if (shared.epoch > 0) {
    federation.time.others = federation.time.known = std::numeric_limits<std::int64_t>::min();
  }
  Snapshots::Named last{std::move(shared.last_save), {}};
  if (!shared.last_save_times.empty()) last.time = shared.last_save_times.front();
  TimedSave timed;
  if (shared.awaited_by_save != 0)
    timed.request(std::move(shared.timed_save), shared.awaited_by_save);
  federation.snapshots->begin_with(std::move(last), std::move(timed));
}

}  // namespace orrery::rti
