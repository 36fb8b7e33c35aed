// Callbacks as lines of text.
#include <algorithm>

#include "actor.hpp"

namespace orrery::rti::testing::conformance {

namespace {

std::string tagged(Bytes tag) { return tag.empty() ? "" : " tag=" + text(tag); }

std::string_view name(SnapshotStatus status) {
  switch (status) {
    case SnapshotStatus::none:
      return "none";
    case SnapshotStatus::instructed:
      return "instructed";
    case SnapshotStatus::working:
      return "working";
    case SnapshotStatus::waiting_for_federation:
      return "waiting";
  }
  return "?";
}
std::string_view name(SaveFailure why) {
  switch (why) {
    case SaveFailure::rti_unable_to_save:
      return "rti_unable_to_save";
    case SaveFailure::federate_reported_failure:
      return "federate_reported_failure";
    case SaveFailure::federate_resigned:
      return "federate_resigned";
    case SaveFailure::save_aborted:
      return "save_aborted";
    case SaveFailure::save_time_cannot_be_honored:
      return "save_time_cannot_be_honored";
  }
  return "?";
}
std::string_view name(RestoreFailure why) {
  switch (why) {
    case RestoreFailure::federate_reported_failure:
      return "federate_reported_failure";
    case RestoreFailure::federate_resigned:
      return "federate_resigned";
    case RestoreFailure::restore_aborted:
      return "restore_aborted";
  }
  return "?";
}

std::string statuses(const Labels& labels, std::span<const FederateSnapshotStatus> all) {
  Lines each;
  for (const auto& [federate, status] : all) {
    each.push_back(" " + labels.name(federate) + "=" + std::string(name(status)));
  }
  std::ranges::sort(each);
  std::string line;
  for (const std::string& one : each) line += one;
  return line;
}

std::string joined(std::span<const std::string> names) {
  std::string all;
  for (const std::string& each : names) all += " " + each;
  return all;
}

}  // namespace

std::string Actor::list(ObjectInstanceHandle object,
                        std::span<const AttributeHandle> attributes) const {
  std::vector<AttributeHandle> sorted(attributes.begin(), attributes.end());
  std::ranges::sort(sorted);
  return " " + labels_.name(object) + labels_.names(object, sorted);
}

bool Actor::is_managed(ObjectInstanceHandle object) const {
  const auto found = labels_.object_classes.find(object);
  return found != labels_.object_classes.end() &&
         labels_.name(found->second).starts_with("HLAmanager.");
}

void Actor::message(std::string line, Bytes tag, const Delivery& delivery) {
  line += tagged(tag);
  if (delivery.time) line += " @" + std::to_string(delivery.time->value);
  if (delivery.received == OrderType::timestamp) line += " tso";
  last = delivery;
  write(line);
}

void Actor::connection_lost(const std::string& /*why*/) { write("connection_lost"); }
void Actor::federate_lost(FederateHandle /*federate*/, const std::string& name) {
  write("federate_lost " + name);
}
void Actor::synchronization_point_registration_succeeded(const std::string& label) {
  write("registered " + label);
}
void Actor::synchronization_point_registration_failed(const std::string& label,
                                                      SynchronizationPointFailure why) {
  write("not_registered " + label +
        (why == SynchronizationPointFailure::label_not_unique ? " label_not_unique"
                                                              : " set_member_not_joined"));
}
void Actor::announce_synchronization_point(const std::string& label, Bytes tag) {
  write("announce " + label + tagged(tag));
}
void Actor::federation_synchronized(const std::string& label,
                                    std::span<const FederateHandle> failed) {
  std::string line = "synchronized " + label;
  for (const FederateHandle each : failed) line += " " + labels_.name(each);
  write(line);
}

void Actor::initiate_federate_save(const std::string& label) { write("save " + label); }
void Actor::initiate_federate_save(const std::string& label, LogicalTime time) {
  write("save " + label + " @" + std::to_string(time.value));
}
void Actor::federation_saved() { write("saved"); }
void Actor::federation_not_saved(SaveFailure why) { write("not_saved " + std::string(name(why))); }
void Actor::federation_save_status_response(std::span<const FederateSnapshotStatus> all) {
  write("save_status" + statuses(labels_, all));
}
void Actor::request_federation_restore_succeeded(const std::string& label) {
  write("restore_confirmed " + label);
}
void Actor::request_federation_restore_failed(const std::string& label,
                                              const std::string& /*why*/) {
  write("restore_refused " + label);
}
void Actor::federation_restore_begun() { write("restore_begun"); }
void Actor::initiate_federate_restore(const std::string& label, const std::string& name,
                                      FederateHandle federate) {
  labels_.federates[federate] = name;
  restored_as.push_back(federate);
  write("restore " + label + " " + name);
}
void Actor::federation_restored() { write("restored"); }
void Actor::federation_not_restored(RestoreFailure why) {
  write("not_restored " + std::string(name(why)));
}
void Actor::federation_restore_status_response(std::span<const FederateSnapshotStatus> all) {
  write("restore_status" + statuses(labels_, all));
}

void Actor::start_registration_for_object_class(ObjectClassHandle of) {
  write("start " + labels_.name(of));
}
void Actor::stop_registration_for_object_class(ObjectClassHandle of) {
  write("stop " + labels_.name(of));
}
void Actor::turn_interactions_on(InteractionClassHandle of) { write("on " + labels_.name(of)); }
void Actor::turn_interactions_off(InteractionClassHandle of) { write("off " + labels_.name(of)); }

void Actor::object_instance_name_reservation_succeeded(const std::string& name) {
  write("reserved " + name);
}
void Actor::object_instance_name_reservation_failed(const std::string& name) {
  write("not_reserved " + name);
}
void Actor::multiple_object_instance_name_reservation_succeeded(
    std::span<const std::string> names) {
  write("reserved_set" + joined(names));
}
void Actor::multiple_object_instance_name_reservation_failed(std::span<const std::string> names) {
  write("not_reserved_set" + joined(names));
}
void Actor::discover_object_instance(ObjectInstanceHandle object, ObjectClassHandle of,
                                     const std::string& name, FederateHandle producer) {
  if (!labels_.object_labels.contains(object)) {
    labels_.objects[name] = object;
    labels_.object_labels[object] = name;
    labels_.object_classes[object] = of;
  }
  last = Delivery{};
  last.producer = producer;
  write("discover " + labels_.name(object) + " " + labels_.name(of));
}
void Actor::reflect_attribute_values(ObjectInstanceHandle object,
                                     std::span<const AttributeValue> values, Bytes tag,
                                     const Delivery& delivery) {
  std::vector<std::pair<AttributeHandle, std::string>> sorted;
  for (const AttributeValue& each : values) sorted.emplace_back(each.attribute, text(each.value));
  std::ranges::sort(sorted);
  std::string line = "reflect " + labels_.name(object);
  for (const auto& [attribute, value] : sorted) {
    line += " " + labels_.name(object, attribute);
    if (is_managed(object)) {
      const Bytes raw = bytes(value);
      managed[labels_.name(object)][labels_.name(object, attribute)] = {raw.begin(), raw.end()};
    } else {
      line += "=" + value;
    }
  }
  message(line, tag, delivery);
}
void Actor::receive_interaction(InteractionClassHandle of, std::span<const ParameterValue> values,
                                Bytes tag, const Delivery& delivery) {
  std::vector<std::pair<ParameterHandle, std::string>> sorted;
  for (const ParameterValue& each : values) sorted.emplace_back(each.parameter, text(each.value));
  std::ranges::sort(sorted);
  if (labels_.name(of).starts_with("HLAmanager.")) {
    Report& report = reports.emplace_back();
    report.name = labels_.name(of).substr(labels_.name(of).rfind('.') + 1);
    for (const ParameterValue& each : values) {
      report.values[labels_.name(of, each.parameter)] = {each.value.begin(), each.value.end()};
    }
    write("report " + report.name);
    return;
  }
  std::string line = "receive " + labels_.name(of);
  for (const auto& [parameter, value] : sorted) {
    line += " " + labels_.name(of, parameter) + "=" + value;
  }
  message(line, tag, delivery);
}
void Actor::remove_object_instance(ObjectInstanceHandle object, Bytes tag,
                                   const Delivery& delivery) {
  message("remove " + labels_.name(object), tag, delivery);
}
void Actor::provide_attribute_value_update(ObjectInstanceHandle object,
                                           std::span<const AttributeHandle> attributes, Bytes tag) {
  write("provide" + list(object, attributes) + tagged(tag));
}

void Actor::confirm_attribute_transportation_type_change(
    ObjectInstanceHandle object, std::span<const AttributeHandle> attributes,
    TransportationType type) {
  write("transport_changed" + list(object, attributes) + " " + std::string(to_string(type)));
}
void Actor::report_attribute_transportation_type(ObjectInstanceHandle object,
                                                 AttributeHandle attribute,
                                                 TransportationType type) {
  write("transport" + list(object, std::span(&attribute, 1)) + " " + std::string(to_string(type)));
}
void Actor::confirm_interaction_transportation_type_change(InteractionClassHandle of,
                                                           TransportationType type) {
  write("transport_changed " + labels_.name(of) + " " + std::string(to_string(type)));
}
void Actor::report_interaction_transportation_type(FederateHandle federate,
                                                   InteractionClassHandle of,
                                                   TransportationType type) {
  write("transport " + labels_.name(federate) + " " + labels_.name(of) + " " +
        std::string(to_string(type)));
}

void Actor::attributes_in_scope(ObjectInstanceHandle object,
                                std::span<const AttributeHandle> attributes) {
  write("in_scope" + list(object, attributes));
}
void Actor::attributes_out_of_scope(ObjectInstanceHandle object,
                                    std::span<const AttributeHandle> attributes) {
  write("out_of_scope" + list(object, attributes));
}
void Actor::turn_updates_on_for_object_instance(ObjectInstanceHandle object,
                                                std::span<const AttributeHandle> attributes) {
  write("updates_on" + list(object, attributes));
}
void Actor::turn_updates_on_for_object_instance(ObjectInstanceHandle object,
                                                std::span<const AttributeHandle> attributes,
                                                const std::string& rate) {
  write("updates_on" + list(object, attributes) + (rate.empty() ? "" : " rate=" + rate));
}
void Actor::turn_updates_off_for_object_instance(ObjectInstanceHandle object,
                                                 std::span<const AttributeHandle> attributes) {
  write("updates_off" + list(object, attributes));
}

void Actor::request_attribute_ownership_assumption(ObjectInstanceHandle object,
                                                   std::span<const AttributeHandle> attributes,
                                                   Bytes tag) {
  write("assume" + list(object, attributes) + tagged(tag));
}
void Actor::request_divestiture_confirmation(ObjectInstanceHandle object,
                                             std::span<const AttributeHandle> attributes) {
  write("confirm" + list(object, attributes));
}
void Actor::attribute_ownership_acquisition_notification(
    ObjectInstanceHandle object, std::span<const AttributeHandle> attributes, Bytes tag) {
  write("acquired" + list(object, attributes) + tagged(tag));
}
void Actor::attribute_ownership_unavailable(ObjectInstanceHandle object,
                                            std::span<const AttributeHandle> attributes) {
  write("unavailable" + list(object, attributes));
}
void Actor::request_attribute_ownership_release(ObjectInstanceHandle object,
                                                std::span<const AttributeHandle> attributes,
                                                Bytes tag) {
  write("release" + list(object, attributes) + tagged(tag));
}
void Actor::confirm_attribute_ownership_acquisition_cancellation(
    ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) {
  write("cancelled" + list(object, attributes));
}
void Actor::inform_attribute_ownership(ObjectInstanceHandle object, AttributeHandle attribute,
                                       FederateHandle owner) {
  write("owner" + list(object, std::span(&attribute, 1)) + " " + labels_.name(owner));
}
void Actor::attribute_is_owned_by_rti(ObjectInstanceHandle object, AttributeHandle attribute) {
  write("owner" + list(object, std::span(&attribute, 1)) + " RTI");
}
void Actor::attribute_is_not_owned(ObjectInstanceHandle object, AttributeHandle attribute) {
  write("owner" + list(object, std::span(&attribute, 1)) + " none");
}

void Actor::time_regulation_enabled(LogicalTime time) {
  write("regulating " + std::to_string(time.value));
}
void Actor::time_constrained_enabled(LogicalTime time) {
  write("constrained " + std::to_string(time.value));
}
void Actor::time_advance_grant(LogicalTime time) { write("grant " + std::to_string(time.value)); }
void Actor::request_retraction(MessageRetractionHandle retraction) {
  write("retract " + labels_.name(retraction));
}

}  // namespace orrery::rti::testing::conformance
