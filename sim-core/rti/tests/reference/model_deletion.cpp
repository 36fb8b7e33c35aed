// Clauses 6.14, 6.15 and 8.21: deletions in timestamp order.
//
// Until its time the object exists: federates discover it and use it. A federate ceases to know it with its removal; the one that
// deletes it when its own time has come and it can no longer retract the deletion.
#include <algorithm>

#include "model.hpp"

namespace orrery::rti::testing {

Expected Model::removal_of(int object, int call, std::optional<double> time,
                           OrderType order) const {
  Expected expected;
  Callback& what = expected.what;
  what.kind = CallbackKind::remove_object_instance;
  what.subject = object;
  what.tag = call == 0 ? "" : "t" + std::to_string(call);
  what.time = time;
  what.sent = order;
  what.choice = static_cast<int>(TransportationType::reliable);  // 6.14: as no attribute goes
  if (order == OrderType::timestamp) what.retraction = call;
  return expected;
}

void Model::remove_at_time(Joined& me, const Call& call) {
  ObjectInstance& object = federation_.objects.at(call.subject);
  federation_.messages[call.id] = {me.id, call.time};
  object.deletions[call.id] = {me.id, call.time, {}};
  const Expected removal = removal_of(call.subject, call.id, call.time, OrderType::timestamp);
  for (auto& [join, receiver] : federation_.joined) {
    if (join == me.id) continue;
    Expected each = removal;
    // 6.15: who may leave the discovery out may leave out the removal.
    if (!receiver.known.contains(call.subject)) {
      if (!receiver.discoveries.contains(call.subject)) continue;
      each.mandatory = receiver.discoveries.at(call.subject).mandatory;
      each.lingers = !each.mandatory;
    }
    enqueue(receiver, each, me);
  }
}

// A federate that has discovered the object since it was deleted is removed it too: in timestamp order, or when the object has
// ceased to exist for all.
void Model::expect_removals(Joined& of, int number) {
  for (const auto& [message, deletion] : federation_.objects.at(number).deletions) {
    const bool expected = std::ranges::any_of(of.pending, [&](const Expected& each) {
      return each.what.kind == CallbackKind::remove_object_instance &&
             each.what.retraction == message;
    });
    if (expected || deletion.sender == of.id) continue;
    Expected removal = removal_of(number, message, deletion.time, OrderType::timestamp);
    removal.mandatory = of.constrained && !is_beyond(of, federation_.objects.at(number));
    removal.lingers = !removal.mandatory;
    removal.message = true;
    removal.number = ++number_;
    removal.sender = deletion.sender;
    removal.what.federate = deletion.sender;
    removal.may_be_timestamp = true;
    of.pending.push_back(removal);
  }
}

// It does not know the object any more, though others may.
bool Model::has_left(const Joined& of, const ObjectInstance& object) {
  return std::ranges::any_of(object.deletions,
                             [&](const auto& each) { return each.second.left.contains(of.id); });
}

// Its time is beyond a deletion of the object.
bool Model::is_beyond(const Joined& of, const ObjectInstance& object) {
  return of.constrained && std::ranges::any_of(object.deletions, [&](const auto& each) {
           return Bound{each.second.time, false} < of.granted;
         });
}

// The federate has got a removal.
void Model::leave_object(const Joined& of, int number, int message) {
  auto& deletions = federation_.objects.at(number).deletions;
  const auto found = deletions.find(message);
  if (found != deletions.end()) found->second.left.insert(of.id);
}

// At its grant: what the federate has deleted up to its time and cannot retract.
void Model::leave_deleted(Joined& me) {
  for (auto& [number, object] : federation_.objects) {
    for (auto& [message, deletion] : object.deletions) {
      const bool over = deletion.time <= me.time;
      if (deletion.sender != me.id || !over || deletion.left.contains(me.id)) continue;
      if (me.regulating && !(Bound{deletion.time, false} < send_floor(me))) continue;
      deletion.left.insert(me.id);
      forget_object(me, number);
    }
  }
}

void Model::retract_deletion(int message) {
  for (auto& [number, object] : federation_.objects) {
    const auto found = object.deletions.find(message);
    if (found == object.deletions.end()) continue;
    // 8.22: the object exists again. That a federate which it was removed from discovers it again is the RTI's choice.
    for (const int join : found->second.left) {
      const auto member = federation_.joined.find(join);
      if (member != federation_.joined.end()) member->second.locally_deleted.insert(number);
    }
    object.deletions.erase(found);
  }
}

bool Model::may_be_unknown(const ObjectInstance& object) const { return may_have_ended(object); }

bool Model::may_have_ended(const ObjectInstance& object) const {
  return std::ranges::any_of(object.deletions,
                             [](const auto& each) { return each.second.is_over; });
}

// What has ended stays ended, whoever becomes constrained or joins later.
void Model::end_deletions() {
  for (auto& [number, object] : federation_.objects) {
    for (auto& [message, deletion] : object.deletions) {
      const Bound time{deletion.time, false};
      deletion.is_over |= std::ranges::all_of(federation_.joined, [&](const auto& member) {
        const Joined& of = member.second;
        return (!of.regulating || time < send_floor(of)) && (!of.constrained || time < of.granted);
      });
    }
  }
}

// 6.2: the name of an object that may have ended may be free.
void Model::refresh_names() {
  for (const auto& [number, object] : federation_.objects) {
    if (object.name == unknown || object.deleted || !may_have_ended(object)) continue;
    const auto holder = federation_.names.find(object.name);
    if (holder != federation_.names.end() && holder->second == Federation::used)
      holder->second = Federation::freed;
  }
}

}  // namespace orrery::rti::testing
