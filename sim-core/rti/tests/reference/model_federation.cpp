// Clause 4: federation management, without saves.
#include <algorithm>

#include "model.hpp"

namespace orrery::rti::testing {

std::string label_text(int label) { return "point " + std::to_string(label); }

void Model::judge_federation(const Call& call, Verdict& verdict) {
  Joined* const me = caller(call);
  switch (call.service) {
    case Service::create_federation_execution:  // 4.5
      if (federation_.exists) verdict.errors.insert(ErrorCode::FederationExecutionAlreadyExists);
      if (call.choice == fom::no_modules) verdict.errors.insert(ErrorCode::CouldNotOpenFDD);
      if (call.choice == fom::conflicting_module) verdict.errors.insert(ErrorCode::InconsistentFDD);
      return;
    case Service::destroy_federation_execution:  // 4.6
      if (!federation_.exists) verdict.errors.insert(ErrorCode::FederationExecutionDoesNotExist);
      if (!federation_.joined.empty()) verdict.errors.insert(ErrorCode::FederatesCurrentlyJoined);
      return;
    case Service::list_federation_executions: {  // 4.7
      const std::string expected = federation_.exists ? "reference" : "";
      verdict.wrong_value = [expected](const std::string& value) {
        return value == expected ? "" : "expected '" + expected + "'";
      };
      return;
    }
    case Service::join_federation_execution:  // 4.9
      if (me != nullptr) verdict.errors.insert(ErrorCode::FederateAlreadyExecutionMember);
      if (!federation_.exists) verdict.errors.insert(ErrorCode::FederationExecutionDoesNotExist);
      if (call.choice == fom::conflicting_module) verdict.errors.insert(ErrorCode::InconsistentFDD);
      if (std::ranges::any_of(federation_.joined,
                              [&](const auto& each) { return each.second.name == call.name; })) {
        verdict.errors.insert(ErrorCode::FederateNameAlreadyInUse);
      }
      return;
    case Service::resign_federation_execution: {  // 4.10
      const auto action = static_cast<ResignAction>(call.choice);
      if (action > last_resign_action) verdict.errors.insert(ErrorCode::InvalidResignAction);
      bool keeps = false;    // attributes that the action does not take from it
      bool perhaps = false;  // likewise, of objects that may have ceased to exist
      for (const auto& [number, object] : federation_.objects) {
        if (has_left(*me, object)) continue;
        const bool may_delete = owns(object.attributes.at(fom::privilege_to_delete), *me);
        const bool is_kept = action == ResignAction::no_action ||
                             action == ResignAction::cancel_pending_ownership_acquisitions ||
                             (action == ResignAction::delete_objects && !may_delete);
        for (const auto& [attribute, instance] : object.attributes) {
          if (is_kept && owns(instance, *me))
            (object.deleted || may_have_ended(object) ? perhaps : keeps) = true;
        }
      }
      if (keeps) verdict.errors.insert(ErrorCode::FederateOwnsAttributes);
      if (action == ResignAction::cancel_pending_ownership_acquisitions) {
        // What it has acquired without having been notified may count as owned or as acquired.
        for (const auto& [number, object] : federation_.objects) {
          for (const auto& [attribute, instance] : object.attributes) {
            if (instance.owner != me->id || instance.notified) continue;
            verdict.either |= verdict.errors.empty();
            verdict.errors.insert(ErrorCode::FederateOwnsAttributes);
          }
        }
      } else if (action != ResignAction::cancel_then_delete_then_divest) {
        for (const auto& [number, object] : federation_.objects) {
          // What it does not know any more it cannot cancel either.
          if (object.deleted || has_left(*me, object)) continue;
          Verdict of_object;
          for (const auto& [attribute, instance] : object.attributes)
            check_no_acquisition(*me, number, {attribute}, of_object);
          if (of_object.errors.empty()) continue;
          const bool open = of_object.either || may_have_ended(object);
          verdict.either = open && (verdict.either || verdict.errors.empty());
          verdict.errors.merge(of_object.errors);
        }
      }
      if (perhaps) {
        verdict.either |= verdict.errors.empty();
        verdict.errors.insert(ErrorCode::FederateOwnsAttributes);
      }
      return;
    }
    case Service::register_federation_synchronization_point:  // 4.11
      for (const int place : call.federates) {
        if (!federation_.places.contains(place))
          verdict.errors.insert(ErrorCode::InvalidFederateHandle);
      }
      return;
    case Service::synchronization_point_achieved: {  // 4.14
      const auto found = federation_.points.find(call.name);
      if (found == federation_.points.end() || !found->second.waiting.contains(me->id) ||
          !found->second.announced.contains(me->id)) {
        verdict.errors.insert(ErrorCode::SynchronizationPointLabelNotAnnounced);
      }
      return;
    }
    default:
      return;
  }
}

void Model::commit_federation(const Call& call) {
  Joined* const me = caller(call);
  switch (call.service) {
    case Service::create_federation_execution:
      federation_ = {};
      federation_.exists = true;
      return;
    case Service::destroy_federation_execution:
      federation_ = {};
      return;
    case Service::join_federation_execution: {
      Joined& made = federation_.joined[call.id];
      made.id = call.id;
      federation_.places.insert(call.federate);
      made.place = call.federate;
      made.name = call.name;
      // 1516.2, switches: the module does not state this one; the RTI's default is on.
      made.managed.convey_producer.on = true;
      at_[static_cast<std::size_t>(call.federate)] = call.id;
      // 4.13: points of no set are announced to those that join before all have achieved them.
      for (auto& [label, point] : federation_.points) {
        if (!point.open_set) continue;
        announce(made, label, point);
      }
      return;
    }
    case Service::resign_federation_execution:
      resign(*me, static_cast<ResignAction>(call.choice));
      return;
    case Service::register_federation_synchronization_point: {  // 4.11, 4.12
      std::set<int> members;
      bool known = true;
      for (const int place : call.federates) {
        const Joined* const member = joined_at(place);
        if (member != nullptr) members.insert(member->id);
        known &= member != nullptr;
      }
      Callback answer;
      answer.text = label_text(call.name);
      if (federation_.points.contains(call.name) || !known) {
        answer.kind = CallbackKind::synchronization_point_registration_failed;
        expect(*me, answer);
        return;
      }
      answer.kind = CallbackKind::synchronization_point_registration_succeeded;
      expect(*me, answer);
      SyncPoint& point = federation_.points[call.name];
      point.tag = "t" + std::to_string(call.id);
      point.open_set = call.federates.empty();
      if (point.open_set)
        for (const auto& [join, each] : federation_.joined) members.insert(join);
      for (const int join : members) announce(federation_.joined.at(join), call.name, point);
      return;
    }
    case Service::synchronization_point_achieved: {  // 4.14
      SyncPoint& point = federation_.points.at(call.name);
      point.waiting.erase(me->id);
      if (!call.flag) point.failed.insert(me->id);
      complete_points();
      return;
    }
    default:
      return;
  }
}

void Model::announce(Joined& of, int label, SyncPoint& point) {
  point.members.insert(of.id);
  point.waiting.insert(of.id);
  Callback announced{.kind = CallbackKind::announce_synchronization_point};
  announced.text = label_text(label);
  announced.tag = point.tag;
  expect(of, announced);
}

// 4.15: all of its set that are still joined have achieved it.
void Model::complete_points() {
  std::erase_if(federation_.points, [&](const auto& each) {
    const auto& [label, point] = each;
    if (!point.waiting.empty()) return false;
    Callback synchronized{.kind = CallbackKind::federation_synchronized};
    synchronized.text = label_text(label);
    synchronized.attributes = point.failed;
    for (const int join : point.members) {
      const auto member = federation_.joined.find(join);
      if (member != federation_.joined.end()) expect(member->second, synchronized);
    }
    return true;
  });
}

// 4.10, and what follows in the other groups.
void Model::resign(Joined& me, ResignAction action) {
  const int join = me.id;
  if (action == ResignAction::delete_objects ||
      action == ResignAction::delete_objects_then_divest ||
      action == ResignAction::cancel_then_delete_then_divest) {
    std::vector<int> doomed;
    for (const auto& [number, object] : federation_.objects) {
      const bool is_deleting = std::ranges::any_of(
          object.deletions, [&](const auto& each) { return each.second.sender == join; });
      if (!object.deleted && !is_deleting &&
          object.attributes.at(fom::privilege_to_delete).owner == join)
        doomed.push_back(number);
    }
    for (const int number : doomed) {
      Call deletion{.federate = me.place, .service = Service::resign_federation_execution};
      deletion.subject = number;
      remove(me, deletion, {});
    }
  }
  for (auto& [name, holder] : federation_.names)
    if (holder == join) holder = Federation::freed;
  for (auto& [label, point] : federation_.points) {
    point.waiting.erase(join);
    point.members.erase(join);
  }
  at_[static_cast<std::size_t>(me.place)] = unknown;
  federation_.joined.erase(join);
  resign_ownership(join);
  resign_regions(join);
  if (federation_.joined.empty()) federation_.points.clear();
  complete_points();
}

}  // namespace orrery::rti::testing
