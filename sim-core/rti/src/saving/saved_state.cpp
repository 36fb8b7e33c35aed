#include "saving/saved_state.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string_view>

#include "saving/archive.hpp"

namespace orrery::rti {
namespace {

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

}  // namespace

template <>
constexpr TransportationType last_of() {
  return last_transportation;
}
template <>
constexpr ResignAction last_of() {
  return last_resign_action;
}
template <>
constexpr OrderType last_of() {
  return OrderType::timestamp;
}
template <>
constexpr TimeRepresentation last_of() {
  return TimeRepresentation::integer64;
}
template <>
constexpr Advance last_of() {
  return Advance::fqr;
}

template <class A, class Tag, class Number>
void visit(A& a, Handle<Tag, Number>& handle) {
  a(handle.value);
}

template <class A>
void visit(A& a, group::Range& range) {
  a(range.lower, range.upper);
}

template <class A>
void visit(A& a, Subscription& subscription) {
  a(subscription.attributes, subscription.active, subscription.rates);
}

template <class A>
void visit(A& a, RegionUse& use) {
  a(use.region, use.active, use.rate);
}

template <class A>
void visit(A& a, AttributeWay& way) {
  a(way.transportation, way.order);
}

template <class A>
void visit(A& a, TransportationChange& change) {
  a(change.by, change.number);
}

template <class A>
void visit(A& a, InteractionTransportation& changed) {
  a(changed.transportation, changed.number);
}

template <class A>
void visit(A& a, AdvisorySwitches& switches) {
  a(switches.object_class_relevance, switches.interaction_relevance, switches.attribute_relevance,
    switches.attribute_scope);
}

template <class A>
void visit(A& a, ConveyanceSwitches& switches) {
  a(switches.region_designator_sets, switches.producing_federate);
}

template <class A>
void visit(A& a, TimeRules& rules) {
  a(rules.as, rules.regulating, rules.constrained, rules.regulation_asked, rules.regulation_pending,
    rules.constrained_pending, rules.asynchronous, rules.regulation_advances, rules.advance,
    rules.time, rules.requested, rules.lookahead, rules.promised, rules.closed, rules.complete);
}

template <class A>
void visit(A& a, Member& member) {
  a(member.handle, member.name, member.type, member.node, member.modules, member.regulating,
    member.constrained, member.automatic_resign, member.published, member.subscribed,
    member.published_interactions, member.subscribed_interactions, member.subscribed_regions,
    member.interaction_regions, member.interaction_transportations);
}

template <class A>
void visit(A& a, Acquirer& acquirer) {
  a(acquirer.federate, acquirer.if_available, acquirer.tag);
}

template <class A>
void visit(A& a, Contest& contest) {
  a(contest.divesting, contest.tag, contest.acquirers);
}

template <class A>
void visit(A& a, UpdateRegions& at) {
  a(at.regions);
}

template <class A>
void visit(A& a, HeldNewest& held) {
  a(held.attribute, held.federate, held.number);
}

template <class A>
void visit(A& a, SavedView& saved) {
  View& view = saved.view;
  a(saved.federate, view.known, view.wanted, view.regional, view.scope, view.reflected,
    view.removing, view.newest);
}

template <class A>
void visit(A& a, SavedObject& saved) {
  Object& object = saved.object;
  a(object.handle, object.object_class, object.name, object.owners, object.ways,
    object.transportation_changes, object.contests, object.regions, object.deleted, object.removing,
    saved.views);
}

template <class A>
void visit(A& a, Newest::Kept& kept) {
  a(kept.type, kept.federate, kept.number, kept.value, kept.tag);
}

template <class A>
void visit(A& a, Deletion& deletion) {
  a(deletion.message, deletion.removed);
}

template <class A>
void visit(A& a, DeliveredEarly::Message& message) {
  a(message.retraction, message.time);
}

template <class A>
void visit(A& a, SyncPoint& point) {
  a(point.tag, point.open, point.waiting, point.all, point.failed);
}

template <class A>
void visit(A& a, SavedRegion& region) {
  a(region.id, region.ranges, region.dimensions);
}

template <class A>
void visit(A& a, RegionDraft& draft) {
  a(draft.dimensions, draft.ranges, draft.committed, draft.as_committed);
}

template <class A>
void visit(A& a, Stamped& stamped) {
  a(stamped.time, stamped.federate, stamped.serial, stamped.bytes);
}

template <class A>
void visit(A& a, Tally& tally) {
  for (std::vector<std::uint32_t>& each : tally.by_class) a(each);
  a(tally.all);
}

template <class A>
void visit(A& a, Reporting& reporting) {
  a(reporting.services, reporting.exceptions, reporting.next_serial);
}

template <class A>
void visit(A& a, SavedLocal& saved) {
  Local& local = saved.local;
  a(local.handle, local.rules, local.told_time, local.advisories, local.conveys, local.updates_on,
    local.update_rates_told, local.registration_on, local.interactions_on, local.interaction_orders,
    local.transportation_changes, local.reserved, local.given_up, local.acquiring,
    local.acquiring_if_available, local.forgotten, local.points, local.next_object,
    local.next_serial, local.regions, local.next_region, local.delivered_early.messages,
    local.retractable, local.one_shots, local.updates, local.reflections, local.interactions_sent,
    local.interactions_received, local.objects_discovered, local.objects_removed,
    local.objects_deleted, local.report_period_ns, local.reporting, local.newest, saved.gated,
    saved.stamped);
}

template <class A>
void visit(A& a, SavedState& state) {
  a(state.id, state.federation, state.model, state.members, state.next_member, state.objects,
    state.reserved_names, state.points, state.deletions, state.regions, state.locals, state.newest,
    state.auto_provide);
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

std::vector<std::byte> save_state(Federation& federation, std::uint64_t id) {
  SavedState state;
  state.id = id;
  state.federation = federation.name;
  state.model = fingerprint(federation.model);
  state.members = federation.members;
  state.next_member = federation.next_member;
  state.reserved_names = federation.reserved_names;
  state.points = federation.points;
  state.deletions = federation.deletions;
  state.auto_provide = federation.auto_provide;
  for (const auto& [handle, object] : federation.objects) {
    if (!object.deleted || !object.views.empty()) state.objects.push_back(saved_object(object));
  }
  federation.regions.for_each([&](RegionId region, const group::Region& ranges,
                                  const std::vector<DimensionHandle>& dimensions) {
    if (creator_of(region) == rti_as_owner) return;  // made anew for each federate
    state.regions.push_back({region, ranges, dimensions});
  });
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
