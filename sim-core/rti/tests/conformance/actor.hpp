// A federate of the conformance checks: it calls services by names, and writes each callback down as a line.
//
// Lines: "discover x A", "reflect x a1=1 a2=2", "receive K k1=1", "remove x"; then " tag=t" for a tag, " @3" for a time, and " tso"
// for a message in timestamp order. Others have the verb, the object and the attributes: "acquired x a1 a2 tag=t".
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../world.hpp"
#include "labels.hpp"

namespace orrery::rti::testing::conformance {

using Lines = std::vector<std::string>;

// A report of the management object model.
struct Report {
  std::string name;  // HLAreportMOMexception
  std::map<std::string, std::vector<std::byte>> values;
};

class Actor : public FederateAmbassador {
 public:
  Actor(Node& node, Labels& labels, std::function<void()> settle)
      : labels_(labels),
        settle_(std::move(settle)),
        rti(node.connect(*this, CallbackModel::evoked)) {}

  // The callbacks since the last call, after all federates have evoked theirs.
  Lines heard() {
    settle_();
    return std::exchange(lines, {});
  }
  // The same in alphabetical order.
  Lines heard_sorted();
  // Of them, those that begin with the verb; the others are dropped.
  Lines heard(const std::string& verb);

  Status join(const std::string& name, const std::vector<FomModule>& modules = {});

  // Declaration management. Attributes are words: "a1 a2".
  Status pub(const std::string& object_class, const std::string& names);
  Status unpub(const std::string& object_class, const std::string& names);
  Status unpub(const std::string& object_class);
  Status sub(const std::string& object_class, const std::string& names, bool active = true);
  Status unsub(const std::string& object_class, const std::string& names);
  Status unsub(const std::string& object_class);
  Status pubi(const std::string& interaction);
  Status unpubi(const std::string& interaction);
  Status subi(const std::string& interaction, bool active = true);
  Status unsubi(const std::string& interaction);

  // Object management. Values are words with '=': "a1=1 a2=2". `message` is the label of the retraction handle.
  Status reg(const std::string& object_class, const std::string& label,
             const std::string& name = "");
  Status upd(const std::string& object, const std::string& values, const std::string& tag = "");
  Status upd_at(std::int64_t time, const std::string& object, const std::string& values,
                const std::string& message = "", const std::string& tag = "");
  Status send(const std::string& interaction, const std::string& values = "",
              const std::string& tag = "");
  Status send_at(std::int64_t time, const std::string& interaction, const std::string& values = "",
                 const std::string& message = "", const std::string& tag = "");
  Status del(const std::string& object, const std::string& tag = "");
  Status del_at(std::int64_t time, const std::string& object, const std::string& message = "",
                const std::string& tag = "");
  Status forget(const std::string& object);
  Status request(const std::string& object, const std::string& names, const std::string& tag = "");
  Status request_class(const std::string& object_class, const std::string& names,
                       const std::string& tag = "");
  Status retract(const std::string& message);

  // Ownership management
  Status divest(const std::string& object, const std::string& names);
  Status negotiate(const std::string& object, const std::string& names,
                   const std::string& tag = "");
  Status confirm(const std::string& object, const std::string& names, const std::string& tag = "");
  Status acquire(const std::string& object, const std::string& names, const std::string& tag = "");
  Status acquire_free(const std::string& object, const std::string& names);
  Status deny(const std::string& object, const std::string& names);
  // The attributes that were divested.
  Result<std::string> give(const std::string& object, const std::string& names);
  Status cancel_negotiation(const std::string& object, const std::string& names);
  Status cancel_acquisition(const std::string& object, const std::string& names);
  Status query(const std::string& object, const std::string& attribute);
  bool owns(const std::string& object, const std::string& attribute);

  // Time management
  Status regulate(std::int64_t lookahead) { return rti->enable_time_regulation({lookahead}); }
  Status constrain() { return rti->enable_time_constrained(); }
  Status tar(std::int64_t time) { return rti->time_advance_request({time}); }
  Status tara(std::int64_t time) { return rti->time_advance_request_available({time}); }
  Status nmr(std::int64_t time) { return rti->next_message_request({time}); }
  Status nmra(std::int64_t time) { return rti->next_message_request_available({time}); }
  Status fqr(std::int64_t time) { return rti->flush_queue_request({time}); }
  std::string galt();  // "undefined" if there is none
  std::string lits();
  std::int64_t time() { return rti->query_logical_time()->value; }
  // -1 if the federate does not regulate.
  std::int64_t lookahead() {
    const auto found = rti->query_lookahead();
    return found ? found->value : -1;
  }

  // Regions: "X 10 20 Y 0 5", committed.
  RegionHandle region(const std::string& ranges);
  Status bounds(RegionHandle region, const std::string& ranges);  // not committed
  Status commit(RegionHandle region) {
    return rti->commit_region_modifications(std::span(&region, 1));
  }
  Status move(RegionHandle region, const std::string& ranges);  // committed
  Status sub_in(const std::string& object_class, const std::string& names,
                const std::vector<RegionHandle>& regions, bool active = true);
  Status unsub_in(const std::string& object_class, const std::string& names,
                  const std::vector<RegionHandle>& regions);
  Status subi_in(const std::string& interaction, const std::vector<RegionHandle>& regions,
                 bool active = true);
  Status unsubi_in(const std::string& interaction, const std::vector<RegionHandle>& regions);
  Status reg_in(const std::string& object_class, const std::string& label, const std::string& names,
                const std::vector<RegionHandle>& regions, const std::string& name = "");
  Status associate(const std::string& object, const std::string& names,
                   const std::vector<RegionHandle>& regions);
  Status unassociate(const std::string& object, const std::string& names,
                     const std::vector<RegionHandle>& regions);
  Status send_in(const std::string& interaction, const std::string& values,
                 const std::vector<RegionHandle>& regions, const std::string& tag = "");
  Status request_in(const std::string& object_class, const std::string& names,
                    const std::vector<RegionHandle>& regions, const std::string& tag = "");

  [[nodiscard]] ObjectClassHandle object_class(const std::string& name) const;
  [[nodiscard]] InteractionClassHandle interaction(const std::string& name) const;
  [[nodiscard]] ObjectInstanceHandle object(const std::string& label) const {
    return labels_.object(label);
  }
  [[nodiscard]] std::vector<AttributeHandle> attributes(const std::string& object_class,
                                                        const std::string& names) const;
  [[nodiscard]] std::vector<AttributeHandle> of_object(const std::string& label,
                                                       const std::string& names) const;
  [[nodiscard]] AttributeHandle attribute(const std::string& object_class,
                                          const std::string& name) const {
    return attributes(object_class, name).at(0);
  }

  // Callbacks
  void connection_lost(const std::string& why) override;
  void federate_lost(FederateHandle federate, const std::string& name) override;
  void synchronization_point_registration_succeeded(const std::string& label) override;
  void synchronization_point_registration_failed(const std::string& label,
                                                 SynchronizationPointFailure why) override;
  void announce_synchronization_point(const std::string& label, Bytes tag) override;
  void federation_synchronized(const std::string& label,
                               std::span<const FederateHandle> failed) override;
  void initiate_federate_save(const std::string& label) override;
  void initiate_federate_save(const std::string& label, LogicalTime time) override;
  void federation_saved() override;
  void federation_not_saved(SaveFailure why) override;
  void federation_save_status_response(std::span<const FederateSnapshotStatus> all) override;
  void request_federation_restore_succeeded(const std::string& label) override;
  void request_federation_restore_failed(const std::string& label, const std::string& why) override;
  void federation_restore_begun() override;
  void initiate_federate_restore(const std::string& label, const std::string& name,
                                 FederateHandle federate) override;
  void federation_restored() override;
  void federation_not_restored(RestoreFailure why) override;
  void federation_restore_status_response(std::span<const FederateSnapshotStatus> all) override;
  void start_registration_for_object_class(ObjectClassHandle object_class) override;
  void stop_registration_for_object_class(ObjectClassHandle object_class) override;
  void turn_interactions_on(InteractionClassHandle interaction) override;
  void turn_interactions_off(InteractionClassHandle interaction) override;
  void object_instance_name_reservation_succeeded(const std::string& name) override;
  void object_instance_name_reservation_failed(const std::string& name) override;
  void multiple_object_instance_name_reservation_succeeded(
      std::span<const std::string> names) override;
  void multiple_object_instance_name_reservation_failed(
      std::span<const std::string> names) override;
  void discover_object_instance(ObjectInstanceHandle object, ObjectClassHandle object_class,
                                const std::string& name, FederateHandle producer) override;
  void reflect_attribute_values(ObjectInstanceHandle object, std::span<const AttributeValue> values,
                                Bytes tag, const Delivery& delivery) override;
  void receive_interaction(InteractionClassHandle interaction,
                           std::span<const ParameterValue> values, Bytes tag,
                           const Delivery& delivery) override;
  void remove_object_instance(ObjectInstanceHandle object, Bytes tag,
                              const Delivery& delivery) override;
  void provide_attribute_value_update(ObjectInstanceHandle object,
                                      std::span<const AttributeHandle> attributes,
                                      Bytes tag) override;
  void confirm_attribute_transportation_type_change(ObjectInstanceHandle object,
                                                    std::span<const AttributeHandle> attributes,
                                                    TransportationType type) override;
  void report_attribute_transportation_type(ObjectInstanceHandle object, AttributeHandle attribute,
                                            TransportationType type) override;
  void confirm_interaction_transportation_type_change(InteractionClassHandle interaction,
                                                      TransportationType type) override;
  void report_interaction_transportation_type(FederateHandle federate,
                                              InteractionClassHandle interaction,
                                              TransportationType type) override;
  void attributes_in_scope(ObjectInstanceHandle object,
                           std::span<const AttributeHandle> attributes) override;
  void attributes_out_of_scope(ObjectInstanceHandle object,
                               std::span<const AttributeHandle> attributes) override;
  void turn_updates_on_for_object_instance(ObjectInstanceHandle object,
                                           std::span<const AttributeHandle> attributes) override;
  void turn_updates_on_for_object_instance(ObjectInstanceHandle object,
                                           std::span<const AttributeHandle> attributes,
                                           const std::string& rate) override;
  void turn_updates_off_for_object_instance(ObjectInstanceHandle object,
                                            std::span<const AttributeHandle> attributes) override;
  void request_attribute_ownership_assumption(ObjectInstanceHandle object,
                                              std::span<const AttributeHandle> attributes,
                                              Bytes tag) override;
  void request_divestiture_confirmation(ObjectInstanceHandle object,
                                        std::span<const AttributeHandle> attributes) override;
  void attribute_ownership_acquisition_notification(ObjectInstanceHandle object,
                                                    std::span<const AttributeHandle> attributes,
                                                    Bytes tag) override;
  void attribute_ownership_unavailable(ObjectInstanceHandle object,
                                       std::span<const AttributeHandle> attributes) override;
  void request_attribute_ownership_release(ObjectInstanceHandle object,
                                           std::span<const AttributeHandle> attributes,
                                           Bytes tag) override;
  void confirm_attribute_ownership_acquisition_cancellation(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override;
  void inform_attribute_ownership(ObjectInstanceHandle object, AttributeHandle attribute,
                                  FederateHandle owner) override;
  void attribute_is_owned_by_rti(ObjectInstanceHandle object, AttributeHandle attribute) override;
  void attribute_is_not_owned(ObjectInstanceHandle object, AttributeHandle attribute) override;
  void time_regulation_enabled(LogicalTime time) override;
  void time_constrained_enabled(LogicalTime time) override;
  void time_advance_grant(LogicalTime time) override;
  void request_retraction(MessageRetractionHandle retraction) override;

 private:
  void write(const std::string& line) {
    lines.push_back(line);
    if (on_line) on_line(line);
  }
  // " a1 a2"
  [[nodiscard]] std::string list(ObjectInstanceHandle object,
                                 std::span<const AttributeHandle> attributes) const;
  [[nodiscard]] bool is_managed(ObjectInstanceHandle object) const;
  void message(std::string line, Bytes tag, const Delivery& delivery);
  std::vector<AttributeValue> values_of(const std::string& object, const std::string& values,
                                        std::vector<std::string>& kept) const;
  std::vector<ParameterValue> parameters_of(const std::string& interaction,
                                            const std::string& values,
                                            std::vector<std::string>& kept) const;
  Status sent(const Result<std::optional<MessageRetractionHandle>>& result,
              const std::string& message);
  Status registered(const Result<ObjectInstanceHandle>& result, const std::string& object_class,
                    const std::string& label);

  Labels& labels_;
  std::function<void()> settle_;

 public:
  FederateHandle handle;
  Lines lines;
  std::vector<FederateHandle> restored_as;  // the handle of each initiate_federate_restore()
  Delivery last;                            // of the last message
  // Of the management object model, whose values are no text: lines have "report HLAreportMOMexception" and the names of attributes.
  std::vector<Report> reports;
  std::map<std::string, std::map<std::string, std::vector<std::byte>>> managed;  // by object
  bool silent = false;  // it does not evoke when the check settles
  std::function<void(const std::string& line)> on_line;
  // Last: what it delivers while it is destroyed is written above.
  std::unique_ptr<RtiAmbassador> rti;
};

}  // namespace orrery::rti::testing::conformance
