// Clause 11: what the RTI counts of a federate, and the invocations that it reports.
#include <algorithm>

#include "management.hpp"
#include "model.hpp"

namespace orrery::rti::testing {

namespace {

constexpr int reliable = static_cast<int>(TransportationType::reliable);

bool is_sending(Service service) {
  return service == Service::send_interaction || service == Service::send_interaction_timed ||
         service == Service::send_interaction_with_regions ||
         service == Service::send_interaction_with_regions_timed;
}

// The name of the standard's service in small letters: services of histories have names of their own.
std::string service_name(Service service) {
  switch (service) {
    case Service::subscribe_management_objects:
    case Service::subscribe_object_class_attributes_with_rate:
      return "subscribeobjectclassattributes";
    case Service::subscribe_object_class_attributes_with_regions_and_rate:
      return "subscribeobjectclassattributeswithregions";
    case Service::unsubscribe_management_objects:
      return "unsubscribeobjectclass";
    case Service::request_management_values:
    case Service::request_class_attribute_value_update:
      return "requestattributevalueupdate";
    case Service::subscribe_reports:
      return "subscribeinteractionclass";
    case Service::unsubscribe_reports:
      return "unsubscribeinteractionclass";
    case Service::publish_requests:
      return "publishinteractionclass";
    case Service::send_request:
      return "sendinteraction";
    default:
      break;
  }
  std::string name(to_string(service));
  if (name.ends_with("_timed")) name.resize(name.size() - std::string("_timed").size());
  std::erase(name, '_');
  return name;
}

std::string callback_name(const Callback& callback) {
  switch (callback.kind) {
    case CallbackKind::discover_managed:
      return "discoverobjectinstance";
    case CallbackKind::reflect_managed:
      return "reflectattributevalues";
    case CallbackKind::remove_managed:
      return "removeobjectinstance";
    case CallbackKind::managed_in_scope:
      return "attributesinscope";
    case CallbackKind::managed_out_of_scope:
      return "attributesoutofscope";
    case CallbackKind::receive_report:
      return "receiveinteraction";
    default:
      break;
  }
  std::string name = to_string(callback);
  name.resize(name.find('('));
  std::erase(name, '_');
  return name;
}

bool is_evoking(Service service) {
  return service == Service::evoke_callback || service == Service::evoke_multiple_callbacks;
}

}  // namespace

// Before the call takes effect.
void Model::count_call(const Call& call) {
  Joined* const me = caller(call);
  if (me == nullptr) return;
  ManagedFederate& counts = me->managed;
  if (call.service == Service::update_attribute_values ||
      call.service == Service::update_attribute_values_timed) {
    if (call.attributes.empty()) {
      ++counts.empty_updates;
      return;
    }
    ++counts.updates;
    counts.objects_updated.insert(call.subject);
    const ObjectInstance& object = federation_.objects.at(call.subject);
    std::set<int> transportations;
    for (const int each : call.attributes)
      transportations.insert(static_cast<int>(object.attributes.at(each).transportation));
    for (const int each : transportations)
      ++counts.updates_by[each][fom::object_class_name(object.object_class)];
  } else if (is_sending(call.service)) {
    ++counts.interactions_sent;
    const auto changed = me->interaction_transportations.find(call.subject);
    const TransportationType transportation =
        changed != me->interaction_transportations.end()
            ? changed->second
            : fom::interactions()[static_cast<std::size_t>(call.subject)].transportation;
    ++counts.sent_by[static_cast<int>(transportation)][fom::interaction_class_name(call.subject)];
  } else if (call.service == Service::send_request) {
    ++counts.interactions_sent;
    const auto& row = management::requests()[static_cast<std::size_t>(call.subject)];
    ++counts.sent_by[reliable]["HLAinteractionRoot.HLAmanager." + row.name];
  } else if (call.service == Service::delete_object_instance ||
             call.service == Service::delete_object_instance_timed) {
    ++counts.deleted;
  } else if (call.service == Service::register_object_instance ||
             call.service == Service::register_object_instance_with_regions) {
    ++counts.registered;
  }
}

void Model::count_callback(Joined& of, const Callback& callback) {
  ManagedFederate& counts = of.managed;
  switch (callback.kind) {
    case CallbackKind::reflect_attribute_values: {
      ++counts.reflections;
      counts.objects_reflected.insert(callback.subject);
      const auto object = federation_.objects.find(callback.subject);
      if (object != federation_.objects.end())
        ++counts
              .reflections_by[callback.choice][fom::object_class_name(object->second.object_class)];
      break;
    }
    case CallbackKind::reflect_managed: {
      ++counts.reflections;
      counts.objects_reflected.insert(callback.subject);
      const std::size_t row = callback.subject == management::federation ? 0 : 1;
      ++counts.reflections_by[reliable]
                             ["HLAobjectRoot.HLAmanager." + management::object_classes()[row].name];
      break;
    }
    case CallbackKind::receive_interaction:
      ++counts.interactions_received;
      if (callback.subject != unknown)
        ++counts.received_by[callback.choice][fom::interaction_class_name(callback.subject)];
      break;
    case CallbackKind::receive_report: {
      ++counts.interactions_received;
      const auto& row = management::reports()[static_cast<std::size_t>(callback.subject)];
      ++counts.received_by[reliable]["HLAinteractionRoot.HLAmanager." + row.name];
      break;
    }
    case CallbackKind::discover_object_instance:
    case CallbackKind::discover_managed:
      ++counts.discovered;
      break;
    case CallbackKind::remove_object_instance:
    case CallbackKind::remove_managed:
      ++counts.removed;
      break;
    default:
      break;
  }
  const bool is_invocation =
      callback.kind == CallbackKind::receive_report &&
      callback.subject == management::report_named(management::service_invocation);
  if (counts.is_logged && !is_invocation) counts.invocations.push_back({callback_name(callback)});
}

// Before the call takes effect.
void Model::note_invocation(const Call& call, const Answer& answer) {
  Joined* const me = caller(call);
  if (me == nullptr || !me->managed.is_logged || is_evoking(call.service)) return;
  const std::string error = answer.error ? std::string(to_string(*answer.error)) : "";
  me->managed.invocations.push_back({service_name(call.service), error});
}

}  // namespace orrery::rti::testing
