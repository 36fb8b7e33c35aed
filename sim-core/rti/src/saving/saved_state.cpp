#include "saving/saved_state.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string_view>

#include "saving/saved_parts.hpp"

namespace orrery::rti {

// Names in their order give handles their meaning.
std::uint64_t fingerprint(const ObjectModel& model) {
  std::uint64_t sum = 0xcbf29ce484222325U;
  const auto mix = [&](std::string_view text) {
    for (const char each : text) sum = (sum ^ static_cast<unsigned char>(each)) * 0x100000001b3U;
    sum = (sum ^ 0xFF) * 0x100000001b3U;
  };
  for (const ObjectClass& each : model.object_classes()) {
    mix(each.name);
    for (const Attribute& attribute : each.attributes) mix(attribute.name);
  }
  for (const InteractionClass& each : model.interaction_classes()) {
    mix(each.name);
    for (const std::string& parameter : each.parameters) mix(parameter);
  }
  for (const Dimension& each : model.dimensions()) mix(each.name);
  for (const UpdateRate& each : model.update_rates()) mix(each.name);
  return sum;
}

namespace {

SavedObject saved_object(const Object& object) {
  SavedObject saved{object, {}};
  saved.object.views.clear();
  for (const View& view : object.views) saved.views.push_back({view.local->handle, view});
  return saved;
}

// The federation may have another number now.
void put_federation(std::vector<std::byte>& message, std::uint32_t id) {
  if (message.size() < sizeof(DataHead)) return;
  std::memcpy(message.data() + offsetof(MessageHead, federation), &id, sizeof id);
}

void restore_local(Local& local, SavedLocal saved, std::uint32_t federation) {
  Local made = std::move(saved.local);
  made.federate = local.federate;
  made.reporter = local.reporter;
  made.ambassador = made.reporting.services ? made.reporter.get() : made.federate;
  made.services = local.services;
  made.model = local.model;
  made.federation = local.federation;
  made.callbacks_enabled = local.callbacks_enabled;  // no part of a save, which ends by callbacks
  made.lost = local.lost;
  made.overfull = local.overfull;
  made.evoking = local.evoking;
  made.delivered = local.delivered;
  made.most = local.most;
  made.snapshot_calls = std::move(local.snapshot_calls);
  made.snapshot_part = local.snapshot_part;
  made.since_ns = local.federation->clock.now_ns();
  made.report_next_ns = made.since_ns + made.report_period_ns;
  made.newest = std::max(made.newest, local.newest);  // what was sent after the save may still come
  made.conditions = local.conditions;
  for (const auto& [time, message] : made.one_shots) made.one_shot_bytes += message.size();
  for (auto& message : saved.gated) {
    put_federation(message, federation);
    made.gated.push(message);
  }
  for (Stamped& each : saved.stamped) {
    put_federation(each.bytes, federation);
    if (each.bytes.size() < sizeof(DataHead)) continue;
    made.stamped.push(each.time, read_as<DataHead>(each.bytes), each.bytes);
  }
  local = std::move(made);
}

void restore_regions(Federation& federation, std::vector<SavedRegion> regions) {
  federation.regions = Regions(federation.regions.groups());
  for (SavedRegion& each : regions) {
    const auto member = federation.members.find(creator_of(each.id));
    if (member == federation.members.end()) continue;
    federation.regions.commit(each.id, member->second.node, std::move(each.ranges),
                              std::move(each.dimensions));
  }
}

}  // namespace

SavedState shared_parts(const Federation& federation) {
  SavedState state;
  state.federation = federation.name;
  state.model = fingerprint(federation.model);
  state.members = federation.members;
  state.next_member = federation.next_member;
  state.reserved_names = federation.reserved_names;
  state.points = federation.points;
  state.deletions = federation.deletions;
  state.auto_provide = federation.auto_provide;
  federation.regions.for_each([&](RegionId region, const group::Region& ranges,
                                  const std::vector<DimensionHandle>& dimensions) {
    if (creator_of(region) == rti_as_owner) return;  // made anew for each federate
    state.regions.push_back({region, ranges, dimensions});
  });
  return state;
}

std::vector<std::byte> save_state(Federation& federation, std::uint64_t id) {
  SavedState state = shared_parts(federation);
  state.id = id;
  for (const auto& [handle, object] : federation.objects) {
    if (!object.deleted || !object.views.empty()) state.objects.push_back(saved_object(object));
  }
  for (const auto& [key, kept] : federation.newest.all()) {
    const Object* const object = federation.find(key.first);
    // A value whose sender has resigned may still be kept: a restore would refuse it.
    if (object != nullptr && is_newest(*object, key.second, kept)) state.newest.emplace(key, kept);
  }
  for (Local* local : federation.locals) {
    // Of the copy only what visit() names is written.
    state.locals.push_back({*local, local->gated.all(), local->stamped.all()});
  }
  std::vector<std::byte> bytes;
  Saver saver(bytes);
  visit(saver, state);
  return bytes;
}

std::unique_ptr<SavedState> load_state(Bytes bytes) {
  auto state = std::make_unique<SavedState>();
  Loader loader(bytes);
  visit(loader, *state);
  if (!loader.complete()) return nullptr;
  return state;
}

Status fits(const SavedState& state, const Federation& federation) {
  const auto differs = [](const std::string& what) {
    return error(ErrorCode::RTIinternalError, what);
  };
  if (state.federation != federation.name) {
    return differs("the save is of federation '" + state.federation + "'");
  }
  if (state.model != fingerprint(federation.model)) {
    return differs("the federation's object model is another than when it was saved");
  }
  if (state.members.size() != federation.members.size()) {
    return differs(std::to_string(state.members.size()) + " federates were saved, " +
                   std::to_string(federation.members.size()) + " have joined");
  }
  for (const auto& [handle, member] : federation.members) {
    const auto same = std::ranges::find_if(state.members, [&](const auto& each) {
      return each.second.name == member.name && each.second.type == member.type &&
             each.second.node == member.node;
    });
    if (same == state.members.end()) {
      return differs("federate '" + member.name + "' of type '" + member.type + "' at node " +
                     std::to_string(member.node) + " was not there when it was saved");
    }
  }
  return {};
}

void apply_state(Federation& federation, SavedState state, const Net& net) {
  std::map<std::uint32_t, Local*> locals;  // by handle of then
  for (Local* local : federation.locals) {
    const std::string& name = federation.members.at(local->handle).name;
    for (const auto& [handle, member] : state.members) {
      if (member.name == name) locals[handle] = local;
    }
  }
  federation.members = std::move(state.members);
  federation.next_member = std::max(federation.next_member, state.next_member);
  federation.reserved_names = std::move(state.reserved_names);
  federation.points = std::move(state.points);
  federation.deletions = std::move(state.deletions);
  federation.deletions_passed = std::numeric_limits<std::int64_t>::min();
  for (auto& [key, deletion] : federation.deletions) {
    put_federation(deletion.message, federation.id);
    deletion.awaited = net.living_nodes();
  }
  federation.auto_provide = state.auto_provide;
  federation.discovered.clear();
  for (SavedLocal& each : state.locals) {
    Local& local = *locals.at(each.local.handle);
    restore_local(local, std::move(each), federation.id);
    const Member& member = federation.members.at(local.handle);
    local.regional_interactions = !member.interaction_regions.empty();
    local.automatic_resign = member.automatic_resign;
  }
  federation.recent.fill(nullptr);
  federation.objects.clear();
  federation.object_names.clear();
  federation.names_of_deleted.clear();
  federation.regional_objects.clear();
  for (SavedObject& each : state.objects) {
    Object& object = each.object;
    for (const SavedView& saved : each.views) {
      object.views.push_back(saved.view);
      object.views.back().local = locals.at(saved.federate);
      if (object.deleted) object.views.back().local->unburied_bytes += object.bytes();
    }
    if (!object.deleted) federation.object_names[object.name] = object.handle;
    if (!object.regions.empty()) federation.regional_objects.insert(object.handle);
    federation.objects.emplace(object.handle, std::move(object));
  }
  restore_regions(federation, std::move(state.regions));
  federation.newest.clear();
  for (auto& [key, kept] : state.newest) {
    kept.sent_ns = federation.clock.now_ns();
    federation.newest.keep(key, std::move(kept));
  }
  federation.restored_at = net.applied();
  ++federation.declarations;
  federation.advisories_due = true;
}

}  // namespace orrery::rti
