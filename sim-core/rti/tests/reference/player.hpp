// Plays a history on the RTI, and compares it with the model.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "orrery/rti/node.hpp"

#include "model.hpp"
#include "values.hpp"

namespace orrery::rti::testing {

// The times and intervals of a history are numbers. What they are for the face, and back.
struct Times {
  TimeRepresentation representation = TimeRepresentation::float64;
  [[nodiscard]] LogicalTime time(double number) const;
  [[nodiscard]] LogicalTimeInterval interval(double number) const;
  [[nodiscard]] double number(LogicalTime time) const;
  [[nodiscard]] double number(LogicalTimeInterval interval) const;
};

// The handles of what a history names, and back.
struct Handles {
  explicit Handles(TimeRepresentation representation);
  // A new federation execution uses the same numbers again.
  void forget();
  [[nodiscard]] ObjectClassHandle object_class(int row) const;
  [[nodiscard]] InteractionClassHandle interaction(int row) const;
  [[nodiscard]] AttributeHandle attribute(int object_class, int member) const;
  [[nodiscard]] ParameterHandle parameter(int interaction, int member) const;
  [[nodiscard]] DimensionHandle dimension(int row) const;

  [[nodiscard]] int row_of(ObjectClassHandle handle) const;
  [[nodiscard]] int row_of(InteractionClassHandle handle) const;
  [[nodiscard]] int member_of(int object_class, AttributeHandle handle) const;
  [[nodiscard]] int member_of(int interaction, ParameterHandle handle) const;
  [[nodiscard]] int row_of(DimensionHandle handle) const;

  Times times;
  ObjectModel model;
  std::map<int, ObjectInstanceHandle> objects;  // by the call that registered it
  std::map<ObjectInstanceHandle, int> object_ids;
  std::map<int, int> classes;           // of objects, as registered
  std::map<int, RegionHandle> regions;  // by the call that created it
  std::map<int, MessageRetractionHandle> messages;
  std::map<MessageRetractionHandle, int> message_ids;
  std::map<int, FederateHandle> federates;  // by place, newest
  std::map<FederateHandle, int> joins;
  std::map<std::string, int> join_names;  // joins by the name of the RTI's object, newest
  std::map<ObjectInstanceHandle, int> managed_objects;
  std::vector<ObjectClassHandle> managed_classes;      // of management::object_classes()
  std::vector<InteractionClassHandle> report_classes;  // of management::reports()
};

// What the federates are told, in order, each with its place.
using Told = std::vector<std::pair<std::size_t, Callback>>;

// Writes down what a federate is told.
class CallbackRecorder : public FederateAmbassador {
 public:
  CallbackRecorder(Handles& handles, std::size_t place, Told& told)
      : handles_(handles), place_(place), told_(told) {}
  // Called within the next callback.
  void within_next(std::function<void()> call) { within_next_ = std::move(call); }

#define OVERRIDE_TEXT(name) \
  void name(const std::string& text) override { tell({.kind = CallbackKind::name, .text = text}); }
  OVERRIDE_TEXT(connection_lost)
  OVERRIDE_TEXT(synchronization_point_registration_succeeded)
  OVERRIDE_TEXT(initiate_federate_save)
  OVERRIDE_TEXT(request_federation_restore_succeeded)
  OVERRIDE_TEXT(object_instance_name_reservation_succeeded)
  OVERRIDE_TEXT(object_instance_name_reservation_failed)
#undef OVERRIDE_TEXT
  void federate_lost(FederateHandle federate, const std::string& name) override;
  void synchronization_point_registration_failed(const std::string& label,
                                                 SynchronizationPointFailure why) override;
  void announce_synchronization_point(const std::string& label, Bytes tag) override;
  void federation_synchronized(const std::string& label,
                               std::span<const FederateHandle> failed) override;
  void initiate_federate_save(const std::string& label, LogicalTime time) override;
  void federation_saved() override { tell({.kind = CallbackKind::federation_saved}); }
  void federation_not_saved(SaveFailure why) override;
  void federation_save_status_response(std::span<const FederateSnapshotStatus> all) override;
  void request_federation_restore_failed(const std::string& label, const std::string& why) override;
  void federation_restore_begun() override {
    tell({.kind = CallbackKind::federation_restore_begun});
  }
  void initiate_federate_restore(const std::string& label, const std::string& name,
                                 FederateHandle federate) override;
  void federation_restored() override { tell({.kind = CallbackKind::federation_restored}); }
  void federation_not_restored(RestoreFailure why) override;
  void federation_restore_status_response(std::span<const FederateSnapshotStatus> all) override;
  void multiple_object_instance_name_reservation_succeeded(
      std::span<const std::string> names) override {
    name_set(CallbackKind::multiple_object_instance_name_reservation_succeeded, names);
  }
  void multiple_object_instance_name_reservation_failed(
      std::span<const std::string> names) override {
    name_set(CallbackKind::multiple_object_instance_name_reservation_failed, names);
  }
  void start_registration_for_object_class(ObjectClassHandle object_class) override;
  void stop_registration_for_object_class(ObjectClassHandle object_class) override;
  void turn_interactions_on(InteractionClassHandle interaction) override;
  void turn_interactions_off(InteractionClassHandle interaction) override;
  void discover_object_instance(ObjectInstanceHandle object, ObjectClassHandle object_class,
                                const std::string& name, FederateHandle producer) override;
  void reflect_attribute_values(ObjectInstanceHandle object, std::span<const AttributeValue> values,
                                Bytes tag, const Delivery& delivery) override;
  void receive_interaction(InteractionClassHandle interaction,
                           std::span<const ParameterValue> values, Bytes tag,
                           const Delivery& delivery) override;
  void remove_object_instance(ObjectInstanceHandle object, Bytes tag,
                              const Delivery& delivery) override;
  void confirm_interaction_transportation_type_change(InteractionClassHandle interaction,
                                                      TransportationType type) override;
  void report_interaction_transportation_type(FederateHandle federate,
                                              InteractionClassHandle interaction,
                                              TransportationType type) override;
  void confirm_attribute_transportation_type_change(ObjectInstanceHandle object,
                                                    std::span<const AttributeHandle> attributes,
                                                    TransportationType type) override;
  void report_attribute_transportation_type(ObjectInstanceHandle object, AttributeHandle attribute,
                                            TransportationType type) override;

#define OVERRIDE_ATTRIBUTES(name)                                                                \
  void name(ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override { \
    if (handles_.managed_objects.contains(object)) return;                                       \
    tell(about(CallbackKind::name, object, attributes));                                         \
  }
  OVERRIDE_ATTRIBUTES(turn_updates_on_for_object_instance)
  OVERRIDE_ATTRIBUTES(turn_updates_off_for_object_instance)
  OVERRIDE_ATTRIBUTES(request_divestiture_confirmation)
  OVERRIDE_ATTRIBUTES(attribute_ownership_unavailable)
  OVERRIDE_ATTRIBUTES(confirm_attribute_ownership_acquisition_cancellation)
#undef OVERRIDE_ATTRIBUTES
#define OVERRIDE_ATTRIBUTES(name)                                                                \
  void name(ObjectInstanceHandle object, std::span<const AttributeHandle> attributes, Bytes tag) \
      override {                                                                                 \
    tell(about(CallbackKind::name, object, attributes, tag));                                    \
  }
  OVERRIDE_ATTRIBUTES(provide_attribute_value_update)
  OVERRIDE_ATTRIBUTES(request_attribute_ownership_assumption)
  OVERRIDE_ATTRIBUTES(attribute_ownership_acquisition_notification)
  OVERRIDE_ATTRIBUTES(request_attribute_ownership_release)
#undef OVERRIDE_ATTRIBUTES
  void attributes_in_scope(ObjectInstanceHandle object,
                           std::span<const AttributeHandle> attributes) override {
    tell_scope(CallbackKind::attributes_in_scope, CallbackKind::managed_in_scope, object,
               attributes);
  }
  void attributes_out_of_scope(ObjectInstanceHandle object,
                               std::span<const AttributeHandle> attributes) override {
    tell_scope(CallbackKind::attributes_out_of_scope, CallbackKind::managed_out_of_scope, object,
               attributes);
  }
  void inform_attribute_ownership(ObjectInstanceHandle object, AttributeHandle attribute,
                                  FederateHandle owner) override;
  void attribute_is_owned_by_rti(ObjectInstanceHandle object, AttributeHandle attribute) override {
    tell(about(CallbackKind::attribute_is_owned_by_rti, object, std::span(&attribute, 1)));
  }
  void attribute_is_not_owned(ObjectInstanceHandle object, AttributeHandle attribute) override {
    tell(about(CallbackKind::attribute_is_not_owned, object, std::span(&attribute, 1)));
  }
  void time_regulation_enabled(LogicalTime time) override {
    tell({.kind = CallbackKind::time_regulation_enabled, .time = handles_.times.number(time)});
  }
  void time_constrained_enabled(LogicalTime time) override {
    tell({.kind = CallbackKind::time_constrained_enabled, .time = handles_.times.number(time)});
  }
  void time_advance_grant(LogicalTime time) override {
    tell({.kind = CallbackKind::time_advance_grant, .time = handles_.times.number(time)});
  }
  void request_retraction(MessageRetractionHandle retraction) override;
  void turn_updates_on_for_object_instance(ObjectInstanceHandle object,
                                           std::span<const AttributeHandle> attributes,
                                           const std::string& update_rate) override;

 private:
  void tell(Callback callback) {
    told_.emplace_back(place_, std::move(callback));
    if (const auto call = std::exchange(within_next_, {})) call();
  }
  void tell_scope(CallbackKind kind, CallbackKind kind_if_managed, ObjectInstanceHandle object,
                  std::span<const AttributeHandle> attributes) {
    const auto managed = handles_.managed_objects.find(object);
    if (managed == handles_.managed_objects.end()) {
      tell(about(kind, object, attributes));
    } else {
      tell({.kind = kind_if_managed, .subject = managed->second});
    }
  }
  Callback about(CallbackKind kind, ObjectInstanceHandle object,
                 std::span<const AttributeHandle> attributes, Bytes tag = {}) const;
  [[nodiscard]] int object_id(ObjectInstanceHandle object) const;
  [[nodiscard]] int join_id(FederateHandle federate) const;
  void deliver(Callback& callback, Bytes tag, const Delivery& delivery) const;
  void report(CallbackKind kind, std::span<const FederateSnapshotStatus> all);
  void name_set(CallbackKind kind, std::span<const std::string> names);

  Handles& handles_;
  const std::size_t place_;
  Told& told_;
  std::function<void()> within_next_;
};

// Makes the call, and keeps the handles that it brings.
Answer make(const Call& call, RtiAmbassador& rti, Handles& handles);

struct Step {
  Call call;
  Answer answer;
  std::vector<Callback> told;  // to the caller, and to others if callbacks are immediate
  std::optional<std::pair<Service, Answer>> within;  // a call within a callback
};

struct Played {
  std::vector<Step> lines;
  std::string wrong;  // with the last of the lines; empty: model and RTI agree
};

struct Stage {
  std::size_t places = 3;
  CallbackModel callbacks = CallbackModel::evoked;
  TimeRepresentation times = TimeRepresentation::float64;  // of the federation
  std::function<Node&(std::size_t)> node;                  // of a place
  std::size_t nodes = 1;                                   // places are spread over them
  bool connects_late = false;  // each place before its first call, not at the start
  // Brings to all nodes what the calls so far have caused. Empty: that comes by itself.
  std::function<void()> settle = {};
  // The clock of all nodes, in ns. Empty: the host's, which the model does not know.
  std::function<std::int64_t()> now_ns = {};
  // Lets time pass before a call. Empty: it passes by itself.
  std::function<void(const Call&)> pass = {};
  std::uint64_t seed = 0;
};

// Calls `next` for each call until it has no more. Ends at the first disagreement.
Played play(const Stage& stage, const std::function<std::optional<Call>(Model&)>& next);

std::string print(const Played& played);

}  // namespace orrery::rti::testing
