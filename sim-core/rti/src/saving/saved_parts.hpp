// The parts of what is saved: visit(archive, part) names what each has.
#pragma once

#include "saving/archive.hpp"
#include "saving/saved_state.hpp"

namespace orrery::rti {

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
  a(saved.federate, view.known, view.wanted, view.regional, view.scope, view.removing, view.newest);
}

template <class A>
void visit(A& a, SavedObject& saved) {
  Object& object = saved.object;
  a(object.handle, object.object_class, object.name, object.owners, object.ways,
    object.transportation_changes, object.contests, object.regions, object.deleted, object.removing,
    object.updaters, object.reflectors, saved.views);
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
  a(local.handle, local.rules, local.told_time, local.held_at, local.advisories, local.conveys,
    local.updates_on, local.update_rates_told, local.registration_on, local.interactions_on,
    local.interaction_orders, local.transportation_changes, local.reserved, local.given_up,
    local.acquiring, local.acquiring_if_available, local.forgotten, local.points, local.next_object,
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

}  // namespace orrery::rti
