// Clause 10: support services; 4.2 and 4.3: connections; 6.5 to 6.7: sets of names.
#include <algorithm>

#include "model.hpp"

namespace orrery::rti::testing {

namespace {

// 10.6 to 10.17: the name of a row, or the row of a name.
struct Lookup {
  bool exists = false;
  std::string name = {};
  int row = unknown;
};

void judge_name(const Lookup& found, ErrorCode invalid_handle, bool by_name, Verdict& verdict) {
  if (!found.exists) verdict.errors.insert(by_name ? ErrorCode::NameNotFound : invalid_handle);
  verdict.wrong_value = exactly(by_name ? std::to_string(found.row) : found.name);
}

template <class Rows>
Lookup row_named(const Rows& rows, int row) {
  if (row < 0 || row >= static_cast<int>(rows.size())) return {};
  return {true, rows[static_cast<std::size_t>(row)], row};
}

Lookup class_named(const std::vector<fom::ClassRow>& classes, int row) {
  if (row == unknown) return {};
  const std::string root = classes.front().name;
  const std::string& name = classes[static_cast<std::size_t>(row)].name;
  return {true, row == 0 ? root : root + "." + name, row};
}

}  // namespace

bool is_callback_switch(Service service) {
  return service == Service::enable_callbacks || service == Service::disable_callbacks;
}

void Model::judge_connection(const Call& call, Verdict& verdict) const {
  const auto place = static_cast<std::size_t>(call.federate);
  // 4.2 is of the node: a history connects only who is not connected.
  if (call.service == Service::connect && connected_[place]) {
    verdict.errors.insert(ErrorCode::AlreadyConnected);
  }
  if (call.service == Service::disconnect && at_[place] != unknown)  // 4.3
    verdict.errors.insert(ErrorCode::FederateIsExecutionMember);
}

void Model::commit_connection(const Call& call) {
  const auto place = static_cast<std::size_t>(call.federate);
  connected_[place] = call.service == Service::connect;
  callbacks_enabled_[place] = true;
}

// Without object instances; those are judge_known().
void Model::judge_support(const Call& call, Joined& me, Verdict& verdict) {
  const int member = call.attributes.empty() ? unknown : call.attributes.front();
  switch (call.service) {
    case Service::get_automatic_resign_directive:  // 10.2; a restore among nodes may not have come
      if (!is_snapshot_open()) verdict.wrong_value = exactly(std::to_string(me.automatic_resign));
      return;
    case Service::set_automatic_resign_directive:  // 10.3
      if (call.choice > static_cast<int>(last_resign_action))
        verdict.errors.insert(ErrorCode::InvalidResignAction);
      return;
    case Service::get_federate_handle: {  // 10.4
      const auto found = std::ranges::find_if(
          federation_.joined, [&](const auto& each) { return each.second.name == call.name; });
      const bool exists = found != federation_.joined.end();
      judge_name({exists, "", exists ? found->first : unknown}, {}, true, verdict);
      return;
    }
    case Service::get_federate_name:            // 10.5
    case Service::normalize_federate_handle: {  // 10.31
      const Joined* const other = joined_at(call.name);
      if (call.service == Service::get_federate_name && other != nullptr)
        verdict.wrong_value = exactly("federate " + std::to_string(other->name));
      if (other != nullptr) return;
      verdict.errors.insert(ErrorCode::InvalidFederateHandle);
      if (!federation_.places.contains(call.name)) return;
      // One that has resigned: its handle was valid.
      if (call.service == Service::get_federate_name)
        verdict.errors.insert(ErrorCode::FederateHandleNotKnown);
      // 4.24: one that is being restored may have it again.
      verdict.either = call.service == Service::normalize_federate_handle || restoring_.running;
      return;
    }
    case Service::get_object_class_handle:  // 10.6
    case Service::get_object_class_name:    // 10.7
      judge_name(class_named(fom::object_classes(), call.subject),
                 ErrorCode::InvalidObjectClassHandle,
                 call.service == Service::get_object_class_handle, verdict);
      return;
    case Service::get_interaction_class_handle:  // 10.15
    case Service::get_interaction_class_name:    // 10.16
      judge_name(class_named(fom::interaction_classes(), call.subject),
                 ErrorCode::InvalidInteractionClassHandle,
                 call.service == Service::get_interaction_class_handle, verdict);
      return;
    case Service::get_attribute_handle:  // 10.11
    case Service::get_attribute_name: {  // 10.12
      if (call.subject == unknown) {
        verdict.errors.insert(ErrorCode::InvalidObjectClassHandle);
        return;
      }
      Lookup found;
      found.exists = fom::has_member(fom::object_classes(), call.subject, member);
      if (found.exists) {
        found.row = member;
        found.name = fom::attributes()[static_cast<std::size_t>(member)].name;
      }
      judge_name(
          found,
          member == unknown ? ErrorCode::InvalidAttributeHandle : ErrorCode::AttributeNotDefined,
          call.service == Service::get_attribute_handle, verdict);
      return;
    }
    case Service::get_parameter_handle:  // 10.17
    case Service::get_parameter_name: {  // 10.18
      if (call.subject == unknown) {
        verdict.errors.insert(ErrorCode::InvalidInteractionClassHandle);
        return;
      }
      Lookup found;
      found.exists = fom::has_member(fom::interaction_classes(), call.subject, member);
      if (found.exists) {
        found.row = member;
        found.name = fom::parameters()[static_cast<std::size_t>(member)];
      }
      judge_name(found,
                 member == unknown ? ErrorCode::InvalidParameterHandle
                                   : ErrorCode::InteractionParameterNotDefined,
                 call.service == Service::get_parameter_handle, verdict);
      return;
    }
    case Service::get_update_rate_value: {  // 10.13
      const Lookup found = row_named(fom::update_rates(), call.choice);
      if (!found.exists) {
        verdict.errors.insert(ErrorCode::InvalidUpdateRateDesignator);
        return;
      }
      verdict.wrong_value =
          exactly(time_text(fom::update_rate_values()[static_cast<std::size_t>(call.choice)]));
      return;
    }
    case Service::get_order_type:             // 10.19
    case Service::get_order_name:             // 10.20
    case Service::get_transportation_type:    // 10.21
    case Service::get_transportation_name: {  // 10.22
      static const std::vector<std::string> orders{"Receive", "TimeStamp"};
      static const std::vector<std::string> transportations{"HLAreliable", "HLAbestEffort"};
      const bool order = call.service <= Service::get_order_name;
      const bool by_name = call.service == Service::get_order_type ||
                           call.service == Service::get_transportation_type;
      const Lookup found = row_named(order ? orders : transportations, call.choice);
      judge_name(found, {}, by_name, verdict);
      if (found.exists) return;
      verdict.errors = {order
                            ? (by_name ? ErrorCode::InvalidOrderName : ErrorCode::InvalidOrderType)
                            : (by_name ? ErrorCode::InvalidTransportationName
                                       : ErrorCode::InvalidTransportationType)};
      return;
    }
    case Service::get_dimension_handle:         // 10.25
    case Service::get_dimension_name:           // 10.26
    case Service::get_dimension_upper_bound: {  // 10.27
      Lookup found = row_named(fom::dimensions(), call.choice);
      if (call.service == Service::get_dimension_upper_bound && found.exists)
        found.name = std::to_string(fom::upper_bounds()[static_cast<std::size_t>(call.choice)]);
      judge_name(found, ErrorCode::InvalidDimensionHandle,
                 call.service == Service::get_dimension_handle, verdict);
      return;
    }
    case Service::normalize_service_group:  // 10.32
      if (call.choice > static_cast<int>(last_service_group))
        verdict.errors.insert(ErrorCode::InvalidServiceGroup);
      return;
    case Service::get_known_object_class_handle:        // 10.8
    case Service::get_object_instance_handle:           // 10.9
    case Service::get_object_instance_name:             // 10.10
    case Service::get_update_rate_value_for_attribute:  // 10.14
      judge_known(call, me, verdict);
      return;
    default:
      judge_names(call, me, verdict);
  }
}

void Model::judge_known(const Call& call, Joined& me, Verdict& verdict) {
  if (call.service == Service::get_update_rate_value_for_attribute) {
    if (check_object_attributes(call, me, verdict, false)) judge_attribute_rate(call, me, verdict);
    return;
  }
  int number = call.subject;
  if (call.service == Service::get_object_instance_handle) {
    number = unknown;
    // A name may have been used by several objects, one after another.
    for (const auto& [object, as] : me.known) {
      const ObjectInstance& each = federation_.objects.at(object);
      if (each.name == call.name && (number == unknown || !each.deleted)) number = object;
    }
  }
  const auto known = me.known.find(number);
  if (known == me.known.end()) {
    verdict.errors.insert(ErrorCode::ObjectInstanceNotKnown);
    return;
  }
  const ObjectInstance& object = federation_.objects.at(number);
  if (may_be_unknown(object)) {
    verdict.errors.insert(ErrorCode::ObjectInstanceNotKnown);
    verdict.either = true;
  }
  if (call.service == Service::get_known_object_class_handle) {
    verdict.wrong_value = exactly(std::to_string(known->second));
  } else if (call.service == Service::get_object_instance_handle) {
    verdict.wrong_value = exactly(std::to_string(number));
  } else if (object.name != unknown) {
    verdict.wrong_value = exactly(name_text(object.name));
  }
}

void Model::judge_names(const Call& call, const Joined& me, Verdict& verdict) {
  if (call.attributes.empty()) verdict.errors.insert(ErrorCode::NameSetWasEmpty);
  if (call.service == Service::reserve_multiple_object_instance_names) {  // 6.5
    if (std::ranges::find(call.attributes, 0) != call.attributes.end())
      verdict.errors.insert(ErrorCode::IllegalName);
    return;
  }
  for (const int name : call.attributes) {  // 6.7
    if (!me.reserved.contains(name))
      verdict.errors.insert(ErrorCode::ObjectInstanceNameNotReserved);
  }
}

void Model::commit_support(const Call& call, Joined& me) {
  switch (call.service) {
    case Service::set_automatic_resign_directive:
      me.automatic_resign = call.choice;
      return;
    case Service::reserve_multiple_object_instance_names: {  // 6.5, 6.6: all or none
      Callback answer;
      answer.attributes = {call.attributes.begin(), call.attributes.end()};
      bool taken = false;
      bool freed = false;
      for (const int name : answer.attributes) {
        const auto holder = federation_.names.find(name);
        if (holder == federation_.names.end()) continue;
        (holder->second == Federation::freed ? freed : taken) = true;
      }
      answer.kind = taken ? CallbackKind::multiple_object_instance_name_reservation_failed
                          : CallbackKind::multiple_object_instance_name_reservation_succeeded;
      expect(me, answer).either = freed && !taken;
      if (taken) return;
      // Until it is told whether the names are reserved nobody knows of any of them whether it is free.
      for (const int name : answer.attributes)
        federation_.names[name] = freed ? Federation::freed : me.id;
      return;
    }
    case Service::release_multiple_object_instance_names:
      for (const int name : call.attributes) {
        federation_.names.erase(name);
        me.reserved.erase(name);
      }
      return;
    default:
      return;
  }
}

// Is the callback about a reservation of this name?
bool is_reservation_of(const Callback& callback, int name) {
  if (callback.kind == CallbackKind::object_instance_name_reservation_succeeded ||
      callback.kind == CallbackKind::object_instance_name_reservation_failed) {
    return callback.text == name_text(name);
  }
  return (callback.kind == CallbackKind::multiple_object_instance_name_reservation_succeeded ||
          callback.kind == CallbackKind::multiple_object_instance_name_reservation_failed) &&
         callback.attributes.contains(name);
}

}  // namespace orrery::rti::testing
