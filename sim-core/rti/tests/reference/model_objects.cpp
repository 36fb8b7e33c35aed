// Clause 6: what the services of object management may answer, and what they do.
#include <algorithm>
#include <cmath>

#include "model.hpp"

namespace orrery::rti::testing {

std::string name_text(int name) {
  // 6.2: a name that begins with HLA is the RTI's.
  return name == 0 ? "HLAmine" : "object " + std::to_string(name);
}

// 6.23, 6.27.
void Model::check_transportation(const Call& call, Verdict& verdict) {
  if (call.choice != no_transportation) return;
  verdict.errors.insert(ErrorCode::InvalidTransportationType);
  verdict.either = false;
}

// An object that the federate knows, or null.
ObjectInstance* Model::object_of(Joined& me, int object) {
  if (!me.known.contains(object)) return nullptr;
  return &federation_.objects.at(object);
}

// True if the object is known, and the attributes are of its known class.
bool Model::check_object_attributes(const Call& call, Joined& me, Verdict& verdict, bool owned) {
  ObjectInstance* const object = object_of(me, call.subject);
  if (object == nullptr) {
    verdict.errors.insert(ErrorCode::ObjectInstanceNotKnown);
    if (owned) verdict.errors.insert(ErrorCode::AttributeNotOwned);
    // A handle that no class has is wrong whatever the object is.
    if (std::ranges::find(call.attributes, unknown) != call.attributes.end())
      verdict.errors.insert(ErrorCode::AttributeNotDefined);
    return false;
  }
  if (may_be_unknown(*object)) {
    verdict.errors.insert(ErrorCode::ObjectInstanceNotKnown);
    verdict.either = true;
  }
  bool fine = true;
  for (const int each : call.attributes) {
    if (!fom::has_member(fom::object_classes(), me.known.at(call.subject), each)) {
      verdict.errors.insert(ErrorCode::AttributeNotDefined);
      if (owned) verdict.errors.insert(ErrorCode::AttributeNotOwned);
      verdict.either = false;
      fine = false;
    } else if (owned && !owns(object->attributes.at(each), me)) {
      verdict.errors.insert(ErrorCode::AttributeNotOwned);
      fine = false;
    }
  }
  return fine;
}

// 8.1.3: who regulates sends at its floor or later. A time is a number.
void Model::check_timestamp(const Call& call, const Joined& me, Verdict& verdict) const {
  const bool early = me.regulating && Bound{call.time, false} < send_floor(me);
  if (!std::isfinite(call.time) || early) verdict.errors.insert(ErrorCode::InvalidLogicalTime);
}

// 6.8, 9.5.
void Model::judge_registration(const Call& call, const Joined& me, Verdict& verdict) const {
  if (call.subject == unknown) {
    verdict.errors.insert(ErrorCode::ObjectClassNotDefined);
  } else if (!me.published.contains(call.subject)) {
    verdict.errors.insert(ErrorCode::ObjectClassNotPublished);
  }
  if (call.name == unknown) return;
  const auto found = federation_.names.find(call.name);
  if (found != federation_.names.end() && found->second == Federation::used)
    verdict.errors.insert(ErrorCode::ObjectInstanceNameInUse);
  // 6.3: a name is reserved from the callback on.
  if (!me.reserved.contains(call.name))
    verdict.errors.insert(ErrorCode::ObjectInstanceNameNotReserved);
  if (found != federation_.names.end() && found->second == Federation::freed)
    verdict.errors.insert(ErrorCode::ObjectInstanceNameInUse);
}

void Model::register_object(Joined& me, const Call& call) {
  ObjectInstance& made = federation_.objects[call.id];
  made.object_class = call.subject;
  made.producer = me.id;
  made.name = call.name;
  if (call.name != unknown) {
    federation_.names[call.name] = Federation::used;
    me.reserved.erase(call.name);
  }
  for (const int each : fom::members(fom::object_classes(), call.subject)) {
    const auto& row = fom::attributes()[static_cast<std::size_t>(each)];
    AttributeInstance& instance = made.attributes[each];
    instance.order = row.order;
    instance.transportation = row.transportation;
    // 6.8: it owns what it publishes.
    if (me.published.at(call.subject).contains(each)) {
      instance.owner = me.id;
    } else {
      OwnershipContest& contest = federation_.contests[{call.id, each}];
      contest.on_offer = true;
      contest.offer_is_required = false;
    }
  }
  me.known[call.id] = call.subject;
}

// 6.12, 9.12.
void Model::judge_sending(const Call& call, const Joined& me, Verdict& verdict) const {
  if (call.service == Service::send_interaction_timed ||
      call.service == Service::send_interaction_with_regions_timed) {
    check_timestamp(call, me, verdict);
  }
  if (call.subject == unknown) {
    verdict.errors.insert(ErrorCode::InteractionClassNotDefined);
    return;
  }
  if (!me.interactions_published.contains(call.subject))
    verdict.errors.insert(ErrorCode::InteractionClassNotPublished);
  for (const int each : call.attributes) {
    if (!fom::has_member(fom::interaction_classes(), call.subject, each))
      verdict.errors.insert(ErrorCode::InteractionParameterNotDefined);
  }
}

void Model::judge_objects(const Call& call, Joined& me, Verdict& verdict) {
  switch (call.service) {
    case Service::reserve_object_instance_name:  // 6.2
      if (call.name == 0) verdict.errors.insert(ErrorCode::IllegalName);
      return;
    case Service::release_object_instance_name:  // 6.4
      if (!me.reserved.contains(call.name))
        verdict.errors.insert(ErrorCode::ObjectInstanceNameNotReserved);
      return;
    case Service::register_object_instance:
      judge_registration(call, me, verdict);
      return;
    case Service::update_attribute_values_timed:  // 6.10; without attributes nothing is sent
      check_timestamp(call, me, verdict);
      if (call.attributes.empty()) verdict.either = true;
      [[fallthrough]];
    case Service::update_attribute_values:
      check_object_attributes(call, me, verdict, true);
      return;
    case Service::send_interaction_timed:
    case Service::send_interaction:
      judge_sending(call, me, verdict);
      return;
    case Service::delete_object_instance_timed:  // 6.14
      check_timestamp(call, me, verdict);
      [[fallthrough]];
    case Service::delete_object_instance: {
      ObjectInstance* const object = object_of(me, call.subject);
      if (object == nullptr) {
        verdict.errors.insert(ErrorCode::ObjectInstanceNotKnown);
        verdict.errors.insert(ErrorCode::DeletePrivilegeNotHeld);
      } else if (!owns(object->attributes.at(fom::privilege_to_delete), me)) {
        verdict.errors.insert(ErrorCode::DeletePrivilegeNotHeld);
        if (may_be_unknown(*object)) verdict.errors.insert(ErrorCode::ObjectInstanceNotKnown);
      } else if (may_be_unknown(*object)) {
        verdict.either |= verdict.errors.empty();
        verdict.errors.insert(ErrorCode::ObjectInstanceNotKnown);
      }
      return;
    }
    case Service::local_delete_object_instance: {  // 6.16
      ObjectInstance* const object = object_of(me, call.subject);
      if (object == nullptr) {
        verdict.errors.insert(ErrorCode::ObjectInstanceNotKnown);
        return;
      }
      if (may_be_unknown(*object)) {
        verdict.errors.insert(ErrorCode::ObjectInstanceNotKnown);
        verdict.either = true;
      }
      for (const auto& [attribute, instance] : object->attributes) {
        if (owns(instance, me)) verdict.errors.insert(ErrorCode::FederateOwnsAttributes);
        if (!object->deleted) check_no_acquisition(me, call.subject, {attribute}, verdict);
      }
      return;
    }
    case Service::request_attribute_value_update:  // 6.19
      check_object_attributes(call, me, verdict, false);
      return;
    case Service::change_attribute_order_type:  // 8.23
      check_object_attributes(call, me, verdict, true);
      return;
    case Service::change_interaction_order_type:  // 8.24
      if (call.subject == unknown) {
        verdict.errors.insert(ErrorCode::InteractionClassNotDefined);
      } else if (!me.interactions_published.contains(call.subject)) {
        verdict.errors.insert(ErrorCode::InteractionClassNotPublished);
      }
      return;
    case Service::request_attribute_transportation_type_change:  // 6.23
      check_object_attributes(call, me, verdict, true);
      check_transportation(call, verdict);
      for (const int each : call.attributes) {
        if (me.changing_attributes.contains({call.subject, each}))
          verdict.errors.insert(ErrorCode::AttributeAlreadyBeingChanged);
      }
      return;
    case Service::query_attribute_transportation_type:  // 6.25
      check_object_attributes(call, me, verdict, false);
      return;
    case Service::request_interaction_transportation_type_change:  // 6.27
      check_transportation(call, verdict);
      if (call.subject == unknown) {
        verdict.errors.insert(ErrorCode::InteractionClassNotDefined);
        return;
      }
      if (!me.interactions_published.contains(call.subject))
        verdict.errors.insert(ErrorCode::InteractionClassNotPublished);
      if (me.changing_interactions.contains(call.subject))
        verdict.errors.insert(ErrorCode::InteractionClassAlreadyBeingChanged);
      return;
    case Service::query_interaction_transportation_type:  // 6.29
      if (call.subject == unknown) verdict.errors.insert(ErrorCode::InteractionClassNotDefined);
      if (joined_at(call.federates.front()) == nullptr) {
        const bool has_been = federation_.places.contains(call.federates.front());
        verdict.errors.insert(has_been ? ErrorCode::FederateHandleNotKnown
                                       : ErrorCode::InvalidFederateHandle);
      }
      return;
    default:
      return;
  }
}

void Model::commit_objects(const Call& call, Joined& me, const Answer& /*answer*/) {
  switch (call.service) {
    case Service::reserve_object_instance_name: {  // 6.2, 6.3
      const auto holder = federation_.names.find(call.name);
      const bool freed = holder != federation_.names.end() && holder->second == Federation::freed;
      const bool free = freed || holder == federation_.names.end();
      Callback answer;
      answer.kind = free ? CallbackKind::object_instance_name_reservation_succeeded
                         : CallbackKind::object_instance_name_reservation_failed;
      answer.text = name_text(call.name);
      expect(me, answer).either = freed;
      if (free && !freed) federation_.names[call.name] = me.id;
      return;
    }
    case Service::release_object_instance_name:
      federation_.names.erase(call.name);
      me.reserved.erase(call.name);
      return;
    case Service::register_object_instance:
      register_object(me, call);
      return;
    case Service::update_attribute_values:
      update(me, call, {});
      return;
    case Service::update_attribute_values_timed:
      update(me, call, call.time);
      return;
    case Service::send_interaction:
      send(me, call, {});
      return;
    case Service::send_interaction_timed:
      send(me, call, call.time);
      return;
    case Service::delete_object_instance:
      remove(me, call, {});
      return;
    case Service::delete_object_instance_timed:
      remove(me, call, call.time);
      return;
    case Service::local_delete_object_instance:  // 6.16: it may be discovered again
      forget_object(me, call.subject);
      me.locally_deleted.insert(call.subject);
      return;
    case Service::request_attribute_value_update:
      provide(me, call.subject, {call.attributes.begin(), call.attributes.end()},
              "t" + std::to_string(call.id));
      return;
    case Service::change_attribute_order_type:
      for (const int each : call.attributes)
        federation_.objects.at(call.subject).attributes.at(each).order =
            static_cast<OrderType>(call.choice);
      return;
    case Service::change_interaction_order_type:
      me.interaction_orders[call.subject] = static_cast<OrderType>(call.choice);
      return;
    default:
      commit_transportation(call, me);
  }
}

// 6.23 to 6.30. The change counts at once, and is confirmed.
void Model::commit_transportation(const Call& call, Joined& me) {
  Callback answer;
  answer.subject = call.subject;
  answer.choice = call.choice;
  switch (call.service) {
    case Service::request_attribute_transportation_type_change:
      answer.kind = CallbackKind::confirm_attribute_transportation_type_change;
      for (const int each : call.attributes) {
        federation_.objects.at(call.subject).attributes.at(each).transportation =
            static_cast<TransportationType>(call.choice);
        answer.attributes.insert(each);
        me.changing_attributes.insert({call.subject, each});
      }
      expect(me, answer);
      return;
    case Service::query_attribute_transportation_type:
      answer.kind = CallbackKind::report_attribute_transportation_type;
      answer.attributes = {call.attributes.front()};
      answer.choice = static_cast<int>(federation_.objects.at(call.subject)
                                           .attributes.at(call.attributes.front())
                                           .transportation);
      expect(me, answer);
      return;
    case Service::request_interaction_transportation_type_change:
      answer.kind = CallbackKind::confirm_interaction_transportation_type_change;
      me.interaction_transportations[call.subject] = static_cast<TransportationType>(call.choice);
      me.changing_interactions.insert(call.subject);
      expect(me, answer);
      return;
    case Service::query_interaction_transportation_type: {
      const Joined* const other = joined_at(call.federates.front());
      if (other == nullptr) return;
      answer.kind = CallbackKind::report_interaction_transportation_type;
      answer.federate = other->id;
      const auto changed = other->interaction_transportations.find(call.subject);
      answer.choice = static_cast<int>(
          changed != other->interaction_transportations.end()
              ? changed->second
              : fom::interactions()[static_cast<std::size_t>(call.subject)].transportation);
      expect(me, answer);
      return;
    }
    default:
      return;
  }
}

// 6.19, 6.20: the owners of the attributes are asked.
void Model::provide(const Joined& me, int object, const std::set<int>& attributes,
                    const std::string& tag) {
  std::map<int, std::set<int>> owned;
  for (const int each : attributes) {
    const AttributeInstance& instance = federation_.objects.at(object).attributes.at(each);
    if (instance.owner != unknown) owned[instance.owner].insert(each);
  }
  for (const auto& [owner, each] : owned) {
    Callback asked{.kind = CallbackKind::provide_attribute_value_update};
    asked.subject = object;
    asked.attributes = each;
    asked.tag = tag;
    Joined& asked_owner = federation_.joined.at(owner);
    expect(asked_owner, asked).mandatory = owner != me.id && asked_owner.known.contains(object);
  }
}

}  // namespace orrery::rti::testing
