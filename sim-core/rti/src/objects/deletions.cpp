#include "objects/deletions.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

#include "federation/known_objects.hpp"
#include "galt/galt.hpp"
#include "subscriptions/regional.hpp"

namespace orrery::rti {
namespace {

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

// To a federate that is not constrained the removal comes when the object ceases to exist.
void queue_timed_removal(View& view, const Deletion& deletion) {
  Local& local = *view.local;
  const DataHead head = deletion.head();
  if (view.removing || local.handle == head.federate || !local.rules.constrained ||
      head.time < local.rules.least_arrival()) {
    return;
  }
  view.removing = true;
  local.stamped.push(head.time, head, deletion.message);
}

// The least time of a deletion that may still concern a federate of this node, or be retracted.
std::int64_t concern(const Federation& federation) {
  std::int64_t least = std::min(local_bounds(federation).least, remote_bound(federation));
  for (const Local* local : federation.locals) {
    if (!local->rules.constrained && !local->rules.constrained_pending) continue;
    least =
        std::min(least, local->advance_untold() ? local->told_time : local->rules.least_arrival());
  }
  return least;
}

}  // namespace

void Deletions::apply(Federation& federation, const Operation& operation, std::uint32_t origin) {
  switch (static_cast<DeletionStep>(operation.flag)) {
    case DeletionStep::at_once:
      // The removal was not sent here if its sender did not know of a federate of this node.
      if (const Object* const object = federation.find(operation.object);
          object != nullptr && origin != net_.self()) {
        for (const View& view : object->views) {
          if (!view.removing)
            queue_removal(federation, *view.local, object->handle, operation.federate);
        }
      }
      return delete_object(federation, operation.object,
                           origin == net_.self() ? Name::kept : Name::freed);
    case DeletionStep::at_time:
      return begin(federation, operation);
    case DeletionStep::retracted:
      return retract(federation, operation);
  }
}

void Deletions::queue_removal(const Federation& federation, Local& receiver, std::uint64_t object,
                              std::uint32_t producer) {
  DataHead head;
  head.head.detail = static_cast<std::uint8_t>(DataKind::remove);
  head.head.federation = federation.id;
  head.federate = producer;
  head.target = object;
  inboxes_.push(receiver, std::as_bytes(std::span(&head, 1)));
}

void Deletions::begin(Federation& federation, const Operation& operation) {
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
  for (View& view : object->views) queue_first_removal(federation, view, object->handle);
}

bool Deletions::may_discover(const Federation& federation, const Object& object,
                             const Local& local) {
  return std::ranges::all_of(
      deletions_of(federation.deletions, object.handle), [&](const auto& each) {
        const Deletion& deletion = each.second;
        return !deletion.removed.contains(local.handle) &&
               (!local.rules.constrained || deletion.head().time >= local.rules.least_arrival());
      });
}

void Deletions::queue_first_removal(Federation& federation, View& view, std::uint64_t object) {
  const Deletion* first = nullptr;
  for (const auto& [key, deletion] : deletions_of(federation.deletions, object)) {
    if (first == nullptr || deletion.head().time < first->head().time) first = &deletion;
  }
  if (first != nullptr) queue_timed_removal(view, *first);
}

void Deletions::leave_object(Federation& federation, Object& object, std::uint64_t serial,
                             Local& local) {
  // 7.8: who does not know the object acquires nothing of it, nor what it was given without having been notified (7.7).
  AttributeSet asked;
  for (const auto* const acquired : {&local.acquiring, &local.unnotified}) {
    if (const auto each = acquired->find(object.handle); each != acquired->end())
      asked |= each->second;
  }
  discovery_.forget_view(federation, object, local);
  const auto found = federation.deletions.find({object.handle, serial});
  if (found == federation.deletions.end()) return;
  found->second.removed.insert(local.handle);
  if (object.handle >> 32 == local.handle) local.forgotten.insert(object.handle);
  discovery_.announce(federation, object, local, not_known);
  if (asked.none()) return;
  Operation divest{.kind = OperationKind::divest};
  divest.flag = static_cast<std::uint8_t>(Divestiture::unconditional);
  divest.federation = federation.id;
  divest.federate = local.handle;
  divest.object = object.handle;
  for (std::uint32_t i = 0; i < asked.size(); ++i)
    if (asked.test(i)) divest.items.push_back(i);
  local.given_up[object.handle] |= asked;
  (void)net_.submit(divest, SubmitPermit::of_the_rti());
}

void Deletions::leave_deleted(Federation& federation, Local& local) {
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

bool Deletions::give_up_discoveries(Federation& federation, Local& local, std::int64_t others) {
  const TimeRules& rules = local.rules;
  if (!rules.regulating || !rules.asks_for_next()) return false;
  const std::int64_t next = std::min(rules.requested, local.stamped.least());
  bool any = false;
  for (auto& [key, deletion] : federation.deletions) {
    const DataHead head = deletion.head();
    if (head.federate == local.handle || head.time < rules.least_arrival() || head.time >= next ||
        rules.grantable(others, head.time) == never) {
      continue;
    }
    auto& views = federation.objects.at(key.first).views;
    const auto view = std::ranges::find(views, &local, &View::local);
    if (view == views.end()) {
      any |= deletion.removed.insert(local.handle).second;
    } else if (!view->removing) {
      queue_timed_removal(*view, deletion);
      any = true;
    }
  }
  return any;
}

bool Deletions::deletes_later(const Federation& federation, std::uint64_t object,
                              std::uint32_t federate) {
  return std::ranges::any_of(deletions_of(federation.deletions, object), [&](const auto& each) {
    return each.second.awaited != 0 && each.second.head().federate == federate;
  });
}

void Deletions::retract(Federation& federation, const Operation& operation) {
  const auto found =
      federation.deletions.find({operation.object, static_cast<std::uint64_t>(operation.number)});
  if (found == federation.deletions.end()) return;
  const DataHead head = found->second.head();
  if (head.federate != operation.federate) return;
  federation.deletions.erase(found);
  Object& object = federation.objects.at(operation.object);
  for (Local* local : federation.locals) {
    if (local->handle != head.federate) {
      inboxes_.take_back(*local, retraction_of(head.federate, head.serial));
    }
  }
  for (View& view : object.views) {
    view.removing = false;
    queue_first_removal(federation, view, object.handle);
  }
  for (Local* local : federation.locals) discovery_.review_object(federation, object, *local);
}

void Deletions::review(Federation& federation) {
  const std::int64_t passed = concern(federation);
  if (std::exchange(federation.deletions_passed, passed) == passed) return;
  Operation over{.kind = OperationKind::deletions_passed};
  over.federation = federation.id;
  Writer out(over.tag);
  for (auto& [key, deletion] : federation.deletions) {
    for (View& view : federation.objects.at(key.first).views)
      queue_first_removal(federation, view, key.first);
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

void Deletions::passed(Federation& federation, std::uint32_t node, const Operation& operation) {
  Reader in(operation.tag);
  while (in.ok() && in.left() > 0) {
    const auto object = in.get<std::uint64_t>();
    const auto found = federation.deletions.find({object, in.get<std::uint64_t>()});
    if (!in.ok() || found == federation.deletions.end()) continue;
    found->second.awaited &= ~only(node);
    if (found->second.awaited == 0) end(federation, found->second);
  }
  if (!in.ok()) ++counters_.malformed;
}

void Deletions::await_no_more(Federation& federation, std::uint32_t node) {
  for (auto each = federation.deletions.begin(); each != federation.deletions.end();) {
    Deletion& deletion = (each++)->second;
    if (deletion.awaited == 0) continue;
    deletion.awaited &= ~only(node);
    if (deletion.awaited != 0) continue;
    // The other deletions of the object end with it.
    const std::uint64_t object = deletion.head().target;
    each = federation.deletions.upper_bound({object, UINT64_MAX});
    end(federation, deletion);
  }
}

void Deletions::end(Federation& federation, Deletion& deletion) {
  const std::vector<std::byte> message = std::move(deletion.message);
  const auto head = read_as<DataHead>(message);
  Object& object = federation.objects.at(head.target);
  for (const View& view : object.views) {
    if (!view.removing) inboxes_.push(*view.local, message);
  }
  for (Local* local : federation.locals) local->forgotten.erase(object.handle);
  delete_object(federation, object.handle);
}

// Its federate may be before the time of a deletion that the node was beyond.
void Deletions::await_again(Federation& federation, std::uint32_t node) const {
  for (auto& [key, deletion] : federation.deletions) {
    if (deletion.awaited == 0) continue;
    deletion.awaited |= only(node);
    if (node == net_.self()) deletion.said = false;
  }
  federation.deletions_passed = unknown;
}

void Deletions::delete_object(Federation& federation, std::uint64_t handle, Name name) {
  const auto found = federation.objects.find(handle);
  if (found == federation.objects.end() || found->second.deleted) return;
  Object& object = found->second;
  object.deleted = true;
  object.announced.clear();
  federation.deletions.erase(federation.deletions.lower_bound({handle, 0}),
                             federation.deletions.upper_bound({handle, UINT64_MAX}));
  end_uses(federation, object);
  if (federation.advisories_wanted()) federation.advisories_due = true;
  federation.newest.forget_object(handle);
  if (name == Name::kept) {
    federation.names_of_deleted.emplace(handle, object.name);
  } else {
    federation.object_names.erase(object.name);
    federation.reserved_names.erase(object.name);
  }
  for (const View& view : object.views) {
    view.local->unburied_bytes += object.bytes();
    inboxes_.review(*view.local);
  }
  if (object.views.empty()) discovery_.bury(federation, object);
}

void Deletions::in_order(Federation& federation, const Operation& deletion) const {
  if (static_cast<DeletionStep>(deletion.flag) == DeletionStep::at_time &&
      deletion.tag.size() >= sizeof(DataHead)) {
    const auto serial = read_as<DataHead>(deletion.tag).serial;
    const auto pending = federation.deletions.find({deletion.object, serial});
    if (pending != federation.deletions.end()) pending->second.awaited = net_.living_nodes();
  }
  const auto kept = federation.names_of_deleted.extract(deletion.object);
  if (kept.empty()) return;
  federation.object_names.erase(kept.mapped());
  federation.reserved_names.erase(kept.mapped());
}

}  // namespace orrery::rti
