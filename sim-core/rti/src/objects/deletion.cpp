// Deletions in timestamp order, IEEE 1516.1-2010, 6.14, 6.15 and 8.21.
//
// The removal is a message like any other in timestamp order, to the federates that know the object. An operation follows it to
// all nodes, so that a federate which discovers the object until then is sent its removal too. The federate that deletes the object
// knows it and owns it until its own time has come there, and may retract the deletion. When every node has said that its
// federates are beyond the time and that nobody can retract any more, the object ceases to exist.
#include <algorithm>
#include <limits>
#include <ranges>
#include <utility>

#include "core/core.hpp"
#include "federation/known.hpp"

namespace orrery::rti {
namespace {

constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::min();

bool is_removal(Bytes message, const Operation& operation) {
  if (message.size() < sizeof(DataHead)) return false;
  const auto head = read_as<DataHead>(message);
  Bytes tag;
  return for_items(message, head, tag, [](std::uint16_t, Bytes) {}) && head.items == 0 &&
         head.head.kind == MessageKind::data &&
         static_cast<DataKind>(head.head.detail) == DataKind::remove && head.head.order == 1 &&
         (head.head.flags & timed_flag) != 0 && head.target == operation.object &&
         head.federate == operation.federate;
}

// To a federate that is not constrained the removal comes when the object ceases to exist. What a federate that waits for the
// next message may send depends on the messages queued for it: for its present advance it must not get another.
void queue_timed_removal(View& view, const Deletion& deletion) {
  Local& local = *view.local;
  const TimeRules& rules = local.rules;
  const DataHead head = deletion.head();
  const bool next = rules.advance == Advance::nmr || rules.advance == Advance::nmra;
  if (view.removing || local.handle == head.federate || !rules.constrained || next ||
      head.time < rules.least_arrival()) {
    return;
  }
  view.removing = true;
  local.stamped.push(head.time, head, deletion.message);
}

}  // namespace

void Core::apply_deletion(Federation& federation, const Operation& operation,
                          std::uint32_t origin) {
  switch (static_cast<DeletionStep>(operation.flag)) {
    case DeletionStep::at_once:
      return apply_delete(federation, operation.object,
                          origin == net_.self() ? Name::kept : Name::freed);
    case DeletionStep::at_time:
      return begin_deletion(federation, operation);
    case DeletionStep::retracted:
      return retract_deletion(federation, operation);
  }
}

void Core::begin_deletion(Federation& federation, const Operation& operation) {
  if (!is_removal(operation.tag, operation) || is_owned_by_rti(operation.object)) {
    ++counters_.malformed;
    return;
  }
  Object* const object = federation.find(operation.object);
  if (object == nullptr || object->deleted) return;
  const auto serial = read_as<DataHead>(operation.tag).serial;
  Deletion& deletion = federation.deletions[{object->handle, serial}];
  deletion.message = operation.tag;
  deletion.awaited = net_.living_nodes();
  federation.deletions_passed = unknown;
  // Federates that have discovered the object since the removal was sent
  for (View& view : object->views) queue_timed_removal(view, deletion);
}

bool Core::may_discover(const Federation& federation, const Object& object, const Local& local) {
  return std::ranges::all_of(
      deletions_of(federation.deletions, object.handle), [&](const auto& each) {
        const Deletion& deletion = each.second;
        return !deletion.removed.contains(local.handle) &&
               (!local.rules.constrained || deletion.head().time >= local.rules.least_arrival());
      });
}

void Core::queue_timed_removals(Federation& federation, View& view, std::uint64_t object) {
  for (auto& [key, deletion] : deletions_of(federation.deletions, object)) {
    queue_timed_removal(view, deletion);
  }
}

// The federate does not know the object any more, though others still may: it acquires nothing of it either.
void Core::leave_object(Federation& federation, Object& object, std::uint64_t serial,
                        Local& local) {
  const auto asked = local.acquiring.find(object.handle);
  const AttributeSet acquiring = asked == local.acquiring.end() ? AttributeSet() : asked->second;
  forget_view(federation, object, local);
  const auto found = federation.deletions.find({object.handle, serial});
  if (found == federation.deletions.end()) return;
  found->second.removed.insert(local.handle);
  if (object.handle >> 32 == local.handle) local.forgotten.insert(object.handle);
  if (acquiring.none()) return;
  Operation cancel{.kind = OperationKind::acquire};
  cancel.flag = static_cast<std::uint8_t>(Acquisition::cancelled);
  cancel.federation = federation.id;
  cancel.federate = local.handle;
  cancel.object = object.handle;
  for (std::uint32_t i = 0; i < acquiring.size(); ++i)
    if (acquiring.test(i)) cancel.items.push_back(i);
  (void)net_.submit(cancel, SubmitPermit::of_the_rti());
}

// At its grant: what the federate has deleted up to its time, and cannot retract any more, it knows no longer.
void Core::leave_deleted(Federation& federation, Local& local) {
  for (auto& [key, deletion] : federation.deletions) {
    const DataHead head = deletion.head();
    const TimeRules& rules = local.rules;
    if (head.federate != local.handle || head.time > rules.time ||
        (rules.regulating && head.time >= local.least_stamp())) {
      continue;
    }
    Object& object = federation.objects.at(key.first);
    leave_object(federation, object, key.second, local);
    federation.deletions_passed = unknown;
  }
}

// Has the federate deleted the object for a later time?
bool Core::deletes_later(const Federation& federation, std::uint64_t object,
                         std::uint32_t federate) {
  return std::ranges::any_of(deletions_of(federation.deletions, object), [&](const auto& each) {
    return each.second.awaited != 0 && each.second.head().federate == federate;
  });
}

void Core::retract_deletion(Federation& federation, const Operation& operation) {
  const auto found =
      federation.deletions.find({operation.object, static_cast<std::uint64_t>(operation.number)});
  if (found == federation.deletions.end()) return;
  const DataHead head = found->second.head();
  if (head.federate != operation.federate) return;
  const std::set<std::uint32_t> removed = std::move(found->second.removed);
  federation.deletions.erase(found);
  Object& object = federation.objects.at(operation.object);
  for (Local* local : federation.locals) {
    if (local->handle != head.federate) {
      inboxes_.take_back(*local, retraction_of(head.federate, head.serial));
    }
    if (removed.contains(local->handle)) local->forgotten.erase(object.handle);
  }
  for (View& view : object.views) {
    view.removing = false;
    queue_timed_removals(federation, view, object.handle);
  }
  for (Local* local : federation.locals) review_object(federation, object, *local);
}

// The least time of a deletion that may still concern a federate of this node, or be retracted.
std::int64_t Core::deletions_concern(const Federation& federation) const {
  const TimeNet& time = federation.time;
  std::int64_t least = node_bound(federation);
  if (time.lbts) least = std::min(least, time.ready ? time.others : unknown);
  for (const Local* local : federation.locals) {
    if (!local->rules.constrained && !local->rules.constrained_pending) continue;
    least =
        std::min(least, local->advance_untold() ? local->told_time : local->rules.least_arrival());
  }
  return least;
}

void Core::review_deletions(Federation& federation) {
  const std::int64_t passed = deletions_concern(federation);
  if (std::exchange(federation.deletions_passed, passed) == passed) return;
  Operation over{.kind = OperationKind::deletions_passed};
  over.federation = federation.id;
  Writer out(over.tag);
  for (auto& [key, deletion] : federation.deletions) {
    for (View& view : federation.objects.at(key.first).views) queue_timed_removal(view, deletion);
    const DataHead head = deletion.head();
    const bool knows = federation.find_local(head.federate) != nullptr &&
                       !deletion.removed.contains(head.federate);
    if (deletion.awaited != 0 && head.time < passed && !knows &&
        !std::exchange(deletion.said, true)) {
      out.put(key.first);
      out.put(key.second);
    }
  }
  if (!over.tag.empty()) (void)net_.submit(over, SubmitPermit::of_the_rti());
}

void Core::apply_deletions_passed(Federation& federation, std::uint32_t origin,
                                  const Operation& operation) {
  Reader in(operation.tag);
  while (in.ok() && in.left() > 0) {
    const auto object = in.get<std::uint64_t>();
    const auto found = federation.deletions.find({object, in.get<std::uint64_t>()});
    if (!in.ok() || found == federation.deletions.end()) continue;
    found->second.awaited &= ~only(origin);
    if (found->second.awaited == 0) end_deletion(federation, found->second);
  }
  if (!in.ok()) ++counters_.malformed;
}

void Core::await_no_more(Federation& federation, std::uint32_t node) {
  for (auto each = federation.deletions.begin(); each != federation.deletions.end();) {
    Deletion& deletion = (each++)->second;
    if (deletion.awaited == 0) continue;
    deletion.awaited &= ~only(node);
    if (deletion.awaited != 0) continue;
    // The other deletions of the object end with it.
    const std::uint64_t object = deletion.head().target;
    each = federation.deletions.upper_bound({object, UINT64_MAX});
    end_deletion(federation, deletion);
  }
}

void Core::end_deletion(Federation& federation, Deletion& deletion) {
  const std::vector<std::byte> message = std::move(deletion.message);
  const auto head = read_as<DataHead>(message);
  Object& object = federation.objects.at(head.target);
  for (const View& view : object.views) {
    if (!view.removing) inboxes_.push(*view.local, message);
  }
  for (Local* local : federation.locals) local->forgotten.erase(object.handle);
  apply_delete(federation, object.handle);
}

}  // namespace orrery::rti
