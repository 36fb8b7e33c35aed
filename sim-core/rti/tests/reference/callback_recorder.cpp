#include <algorithm>
#include <limits>
#include <stdexcept>

#include "calls_management.hpp"

namespace orrery::rti::testing {

namespace {

constexpr std::uint16_t invalid = 60'000;
// Handles are numbers within their class: some classes of the management object model have one with this number.
constexpr std::uint16_t of_another_class = 8;

std::string text_of(Bytes raw) { return {reinterpret_cast<const char*>(raw.data()), raw.size()}; }

template <class Map, class Key>
int find_id(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? unknown : found->second;
}

constexpr double past_integers = 9e18;

}  // namespace

LogicalTime Times::time(double number) const { return {interval(number).value}; }
LogicalTimeInterval Times::interval(double number) const {
  if (representation == TimeRepresentation::float64) return float64_interval(number);
  if (number >= past_integers) return {std::numeric_limits<std::int64_t>::max()};
  return {static_cast<std::int64_t>(number)};
}
double Times::number(LogicalTime time) const { return number(LogicalTimeInterval{time.value}); }
double Times::number(LogicalTimeInterval interval) const {
  if (representation == TimeRepresentation::float64) return to_float64(interval);
  return static_cast<double>(interval.value);
}

Handles::Handles(TimeRepresentation representation)
    : times{representation}, model(*ObjectModel::merge(fom::modules())) {
  for (const management::Class& each : management::object_classes())
    managed_classes.push_back(*model.object_class("HLAmanager." + each.name));
  for (const management::Class& each : management::reports())
    report_classes.push_back(*model.interaction_class("HLAmanager." + each.name));
}

void Handles::forget() {
  federates.clear();
  objects.clear();
  object_ids.clear();
  regions.clear();
  messages.clear();
  message_ids.clear();
  managed_objects.clear();
}

ObjectClassHandle Handles::object_class(int row) const {
  if (row == unknown) return {invalid};
  return *model.object_class(fom::object_classes()[static_cast<std::size_t>(row)].name);
}
InteractionClassHandle Handles::interaction(int row) const {
  if (row == unknown) return {invalid};
  return *model.interaction_class(fom::interaction_classes()[static_cast<std::size_t>(row)].name);
}
AttributeHandle Handles::attribute(int object_class, int member) const {
  if (member == unknown || object_class == unknown) return {invalid};
  if (!fom::has_member(fom::object_classes(), object_class, member)) return {of_another_class};
  return *model.attribute(this->object_class(object_class),
                          fom::attributes()[static_cast<std::size_t>(member)].name);
}
ParameterHandle Handles::parameter(int interaction, int member) const {
  if (member == unknown || interaction == unknown) return {invalid};
  if (!fom::has_member(fom::interaction_classes(), interaction, member)) return {of_another_class};
  return *model.parameter(this->interaction(interaction),
                          fom::parameters()[static_cast<std::size_t>(member)]);
}
DimensionHandle Handles::dimension(int row) const {
  if (row == unknown) return {invalid};
  return *model.dimension(fom::dimensions()[static_cast<std::size_t>(row)]);
}

int Handles::row_of(ObjectClassHandle handle) const {
  for (int row = 0; row < static_cast<int>(fom::object_classes().size()); ++row)
    if (object_class(row) == handle) return row;
  return unknown;
}
int Handles::row_of(InteractionClassHandle handle) const {
  for (int row = 0; row < static_cast<int>(fom::interaction_classes().size()); ++row)
    if (interaction(row) == handle) return row;
  return unknown;
}
int Handles::member_of(int object_class, AttributeHandle handle) const {
  for (const int member : fom::members(fom::object_classes(), object_class))
    if (attribute(object_class, member) == handle) return member;
  return unknown;
}
int Handles::member_of(int interaction, ParameterHandle handle) const {
  for (const int member : fom::members(fom::interaction_classes(), interaction))
    if (parameter(interaction, member) == handle) return member;
  return unknown;
}
int Handles::row_of(DimensionHandle handle) const {
  for (int row = 0; row < static_cast<int>(fom::dimensions().size()); ++row)
    if (dimension(row) == handle) return row;
  return unknown;
}

int CallbackRecorder::object_id(ObjectInstanceHandle object) const {
  return find_id(handles_.object_ids, object);
}
int CallbackRecorder::join_id(FederateHandle federate) const {
  return find_id(handles_.joins, federate);
}

Callback CallbackRecorder::about(CallbackKind kind, ObjectInstanceHandle object,
                                 std::span<const AttributeHandle> attributes, Bytes tag) const {
  Callback made{.kind = kind, .subject = object_id(object), .tag = text_of(tag)};
  const int row = find_id(handles_.classes, made.subject);
  for (const AttributeHandle each : attributes)
    made.attributes.insert(row == unknown ? unknown : handles_.member_of(row, each));
  return made;
}

void CallbackRecorder::deliver(Callback& callback, Bytes tag, const Delivery& delivery) const {
  callback.tag = text_of(tag);
  callback.federate = join_id(delivery.producer);
  callback.choice = static_cast<int>(delivery.transportation);
  callback.sent = delivery.sent;
  callback.received = delivery.received;
  if (delivery.time) callback.time = handles_.times.number(*delivery.time);
  if (delivery.retraction)
    callback.retraction = find_id(handles_.message_ids, *delivery.retraction);
}

void CallbackRecorder::federate_lost(FederateHandle federate, const std::string& name) {
  tell({.kind = CallbackKind::federate_lost, .federate = join_id(federate), .text = name});
}
void CallbackRecorder::synchronization_point_registration_failed(
    const std::string& label, SynchronizationPointFailure /*why*/) {
  tell({.kind = CallbackKind::synchronization_point_registration_failed, .text = label});
}
void CallbackRecorder::announce_synchronization_point(const std::string& label, Bytes tag) {
  tell({.kind = CallbackKind::announce_synchronization_point, .tag = text_of(tag), .text = label});
}
void CallbackRecorder::federation_synchronized(const std::string& label,
                                               std::span<const FederateHandle> failed) {
  Callback made{.kind = CallbackKind::federation_synchronized, .text = label};
  for (const FederateHandle each : failed) made.attributes.insert(join_id(each));
  tell(made);
}
void CallbackRecorder::initiate_federate_save(const std::string& label, LogicalTime time) {
  tell({.kind = CallbackKind::initiate_federate_save,
        .text = label,
        .time = handles_.times.number(time)});
}
void CallbackRecorder::federation_not_saved(SaveFailure why) {
  tell({.kind = CallbackKind::federation_not_saved, .choice = static_cast<int>(why)});
}
void CallbackRecorder::report(CallbackKind kind, std::span<const FederateSnapshotStatus> all) {
  Callback made{.kind = kind};
  for (const FederateSnapshotStatus& each : all)
    made.statuses[static_cast<int>(each.federate.value)] = static_cast<int>(each.status);
  tell(made);
}
void CallbackRecorder::federation_save_status_response(
    std::span<const FederateSnapshotStatus> all) {
  report(CallbackKind::federation_save_status_response, all);
}
void CallbackRecorder::federation_restore_status_response(
    std::span<const FederateSnapshotStatus> all) {
  report(CallbackKind::federation_restore_status_response, all);
}
void CallbackRecorder::request_federation_restore_failed(const std::string& label,
                                                         const std::string& /*why*/) {
  tell({.kind = CallbackKind::request_federation_restore_failed, .text = label});
}
void CallbackRecorder::initiate_federate_restore(const std::string& label, const std::string& name,
                                                 FederateHandle federate) {
  tell({.kind = CallbackKind::initiate_federate_restore,
        .federate = static_cast<int>(federate.value),
        .tag = name,
        .text = label});
}
void CallbackRecorder::federation_not_restored(RestoreFailure why) {
  tell({.kind = CallbackKind::federation_not_restored, .choice = static_cast<int>(why)});
}
void CallbackRecorder::name_set(CallbackKind kind, std::span<const std::string> names) {
  Callback made{.kind = kind};
  for (const std::string& name : names) {
    int number = 0;
    while (number < 100 && name_text(number) != name) ++number;
    made.attributes.insert(number);
  }
  tell(made);
}
void CallbackRecorder::start_registration_for_object_class(ObjectClassHandle object_class) {
  tell({.kind = CallbackKind::start_registration_for_object_class,
        .subject = handles_.row_of(object_class)});
}
void CallbackRecorder::stop_registration_for_object_class(ObjectClassHandle object_class) {
  tell({.kind = CallbackKind::stop_registration_for_object_class,
        .subject = handles_.row_of(object_class)});
}
void CallbackRecorder::turn_interactions_on(InteractionClassHandle interaction) {
  tell({.kind = CallbackKind::turn_interactions_on, .subject = handles_.row_of(interaction)});
}
void CallbackRecorder::turn_interactions_off(InteractionClassHandle interaction) {
  tell({.kind = CallbackKind::turn_interactions_off, .subject = handles_.row_of(interaction)});
}
void CallbackRecorder::discover_object_instance(ObjectInstanceHandle object,
                                                ObjectClassHandle object_class,
                                                const std::string& name, FederateHandle producer) {
  if (managed_class_of(handles_, object_class) != unknown) {
    const int managed = managed_object_named(handles_, name);
    handles_.managed_objects[object] = managed;
    tell({.kind = CallbackKind::discover_managed, .subject = managed, .text = name});
    return;
  }
  tell({.kind = CallbackKind::discover_object_instance,
        .subject = object_id(object),
        .object_class = handles_.row_of(object_class),
        .federate = join_id(producer),
        .text = name});
}
void CallbackRecorder::reflect_attribute_values(ObjectInstanceHandle object,
                                                std::span<const AttributeValue> values, Bytes tag,
                                                const Delivery& delivery) {
  const auto managed = handles_.managed_objects.find(object);
  if (managed != handles_.managed_objects.end()) {
    const int object_class =
        managed->second == management::federation ? management::federation : management::federate;
    tell({.kind = CallbackKind::reflect_managed,
          .subject = managed->second,
          .values = managed_values(handles_, object_class, values)});
    return;
  }
  Callback made{.kind = CallbackKind::reflect_attribute_values, .subject = object_id(object)};
  const int row = find_id(handles_.classes, made.subject);
  for (const AttributeValue& each : values) {
    const int member = row == unknown ? unknown : handles_.member_of(row, each.attribute);
    made.values[member] = text_of(each.value);
  }
  deliver(made, tag, delivery);
  tell(made);
}
void CallbackRecorder::receive_interaction(InteractionClassHandle interaction,
                                           std::span<const ParameterValue> values, Bytes tag,
                                           const Delivery& delivery) {
  if (const int report = report_of(handles_, interaction); report != unknown) {
    tell({.kind = CallbackKind::receive_report,
          .subject = report,
          .values = report_values(handles_, report, values)});
    return;
  }
  Callback made{.kind = CallbackKind::receive_interaction, .subject = handles_.row_of(interaction)};
  for (const ParameterValue& each : values) {
    const int member =
        made.subject == unknown ? unknown : handles_.member_of(made.subject, each.parameter);
    made.values[member] = text_of(each.value);
  }
  deliver(made, tag, delivery);
  tell(made);
}
void CallbackRecorder::remove_object_instance(ObjectInstanceHandle object, Bytes tag,
                                              const Delivery& delivery) {
  if (handles_.managed_objects.contains(object)) {
    tell({.kind = CallbackKind::remove_managed, .subject = handles_.managed_objects.at(object)});
    return;
  }
  Callback made{.kind = CallbackKind::remove_object_instance, .subject = object_id(object)};
  deliver(made, tag, delivery);
  tell(made);
}
void CallbackRecorder::confirm_attribute_transportation_type_change(
    ObjectInstanceHandle object, std::span<const AttributeHandle> attributes,
    TransportationType type) {
  Callback made =
      about(CallbackKind::confirm_attribute_transportation_type_change, object, attributes);
  made.choice = static_cast<int>(type);
  tell(made);
}
void CallbackRecorder::report_attribute_transportation_type(ObjectInstanceHandle object,
                                                            AttributeHandle attribute,
                                                            TransportationType type) {
  Callback made =
      about(CallbackKind::report_attribute_transportation_type, object, std::span(&attribute, 1));
  made.choice = static_cast<int>(type);
  tell(made);
}
void CallbackRecorder::confirm_interaction_transportation_type_change(
    InteractionClassHandle interaction, TransportationType type) {
  tell({.kind = CallbackKind::confirm_interaction_transportation_type_change,
        .subject = handles_.row_of(interaction),
        .choice = static_cast<int>(type)});
}
void CallbackRecorder::report_interaction_transportation_type(FederateHandle federate,
                                                              InteractionClassHandle interaction,
                                                              TransportationType type) {
  tell({.kind = CallbackKind::report_interaction_transportation_type,
        .subject = handles_.row_of(interaction),
        .federate = join_id(federate),
        .choice = static_cast<int>(type)});
}
void CallbackRecorder::turn_updates_on_for_object_instance(
    ObjectInstanceHandle object, std::span<const AttributeHandle> attributes,
    const std::string& update_rate) {
  Callback made = about(CallbackKind::turn_updates_on_for_object_instance, object, attributes);
  const auto& rates = fom::update_rates();
  made.choice = static_cast<int>(std::ranges::find(rates, update_rate) - rates.begin()) + 1;
  tell(made);
}
void CallbackRecorder::inform_attribute_ownership(ObjectInstanceHandle object,
                                                  AttributeHandle attribute, FederateHandle owner) {
  Callback made = about(CallbackKind::inform_attribute_ownership, object, std::span(&attribute, 1));
  made.federate = join_id(owner);
  tell(made);
}
void CallbackRecorder::request_retraction(MessageRetractionHandle retraction) {
  tell({.kind = CallbackKind::request_retraction,
        .retraction = find_id(handles_.message_ids, retraction)});
}

}  // namespace orrery::rti::testing
