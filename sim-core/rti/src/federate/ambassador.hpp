// The services of one federate: checks of its own state, then the node's work.
#pragma once

#include "node/core.hpp"

namespace orrery::rti {

Error of_attribute(ErrorCode code, const Object& object, AttributeHandle attribute,
                   const std::string& what);

class Ambassador : public RtiAmbassador {
 public:
  Ambassador(Core& core, FederateAmbassador& federate, CallbackModel model) : core_(core) {
    local_.federate = local_.ambassador = &federate;
    local_.services = this;
    local_.model = model;
  }
  Ambassador(const Ambassador&) = delete;
  Ambassador& operator=(const Ambassador&) = delete;
  ~Ambassador() override;
  Local& local() { return local_; }

  Status disconnect() override;
  Status create_federation_execution(const std::string& name, const std::vector<FomModule>& modules,
                                     TimeRepresentation time) override;
  Status create_federation_execution_with_mim(const std::string& name,
                                              const std::vector<FomModule>& modules,
                                              const FomModule& mim,
                                              TimeRepresentation time) override;
  Status destroy_federation_execution(const std::string& name) override;
  Result<std::vector<FederationMember>> list_federation_execution_members(
      const std::string& federation_name) override;
  Result<std::vector<FederationInformation>> list_federation_executions() override;
  Result<FederateHandle> join_federation_execution(
      const std::string& federate_name, const std::string& federate_type,
      const std::string& federation_name,
      const std::vector<FomModule>& additional_modules) override;
  Status resign_federation_execution(ResignAction action) override;
  // May the federate resign by this action (4.10)? Errors: FederateNotExecutionMember, InvalidResignAction,
  // OwnershipAcquisitionPending, FederateOwnsAttributes.
  [[nodiscard]] Status may_resign(ResignAction action) const;
  Status register_federation_synchronization_point(const std::string& label, Bytes tag,
                                                   std::span<const FederateHandle> set) override;
  Status synchronization_point_achieved(const std::string& label, bool success) override;

  Status publish_object_class_attributes(ObjectClassHandle of,
                                         std::span<const AttributeHandle> attributes) override;
  Status unpublish_object_class(ObjectClassHandle of) override;
  Status unpublish_object_class_attributes(ObjectClassHandle of,
                                           std::span<const AttributeHandle> attributes) override;
  Status publish_interaction_class(InteractionClassHandle of) override;
  Status unpublish_interaction_class(InteractionClassHandle of) override;
  Status subscribe_object_class_attributes(ObjectClassHandle of,
                                           std::span<const AttributeHandle> attributes,
                                           bool active) override;
  Status subscribe_object_class_attributes(ObjectClassHandle of,
                                           std::span<const AttributeHandle> attributes, bool active,
                                           const std::string& update_rate) override;
  Status unsubscribe_object_class(ObjectClassHandle of) override;
  Status unsubscribe_object_class_attributes(ObjectClassHandle of,
                                             std::span<const AttributeHandle> attributes) override;
  Status subscribe_interaction_class(InteractionClassHandle of, bool active) override;
  Status unsubscribe_interaction_class(InteractionClassHandle of) override;

  Status reserve_object_instance_name(const std::string& name) override;
  Status release_object_instance_name(const std::string& name) override;
  Status reserve_multiple_object_instance_names(std::span<const std::string> names) override;
  Status release_multiple_object_instance_names(std::span<const std::string> names) override;
  Result<ObjectInstanceHandle> register_object_instance(ObjectClassHandle of,
                                                        const std::string& name) override;
  Status update_attribute_values(ObjectInstanceHandle object,
                                 std::span<const AttributeValue> values, Bytes tag) override;
  Result<std::optional<MessageRetractionHandle>> update_attribute_values(
      ObjectInstanceHandle object, std::span<const AttributeValue> values, Bytes tag,
      LogicalTime time) override;
  Status send_interaction(InteractionClassHandle of, std::span<const ParameterValue> values,
                          Bytes tag) override;
  Result<std::optional<MessageRetractionHandle>> send_interaction(
      InteractionClassHandle of, std::span<const ParameterValue> values, Bytes tag,
      LogicalTime time) override;
  Status delete_object_instance(ObjectInstanceHandle object, Bytes tag) override;
  Result<std::optional<MessageRetractionHandle>> delete_object_instance(ObjectInstanceHandle object,
                                                                        Bytes tag,
                                                                        LogicalTime time) override;
  Status local_delete_object_instance(ObjectInstanceHandle object) override;
  Status request_attribute_value_update(ObjectInstanceHandle object,
                                        std::span<const AttributeHandle> attributes,
                                        Bytes tag) override;
  Status request_attribute_value_update(ObjectClassHandle of,
                                        std::span<const AttributeHandle> attributes,
                                        Bytes tag) override;
  Status change_attribute_order_type(ObjectInstanceHandle object,
                                     std::span<const AttributeHandle> attributes,
                                     OrderType order) override;
  Status change_interaction_order_type(InteractionClassHandle of, OrderType order) override;

  Result<RegionHandle> create_region(std::span<const DimensionHandle> dimensions) override;
  Status commit_region_modifications(std::span<const RegionHandle> regions) override;
  Status delete_region(RegionHandle region) override;
  Result<ObjectInstanceHandle> register_object_instance_with_regions(
      ObjectClassHandle of, std::span<const AttributeRegions> regions,
      const std::string& name) override;
  Status associate_regions_for_updates(ObjectInstanceHandle object,
                                       std::span<const AttributeRegions> regions) override;
  Status unassociate_regions_for_updates(ObjectInstanceHandle object,
                                         std::span<const AttributeRegions> regions) override;
  Status subscribe_object_class_attributes_with_regions(ObjectClassHandle of,
                                                        std::span<const AttributeRegions> regions,
                                                        bool active,
                                                        const std::string& update_rate) override;
  Status unsubscribe_object_class_attributes_with_regions(
      ObjectClassHandle of, std::span<const AttributeRegions> regions) override;
  Status subscribe_interaction_class_with_regions(InteractionClassHandle of,
                                                  std::span<const RegionHandle> regions,
                                                  bool active) override;
  Status unsubscribe_interaction_class_with_regions(InteractionClassHandle of,
                                                    std::span<const RegionHandle> regions) override;
  Status send_interaction_with_regions(InteractionClassHandle of,
                                       std::span<const ParameterValue> values,
                                       std::span<const RegionHandle> regions, Bytes tag) override;
  Result<std::optional<MessageRetractionHandle>> send_interaction_with_regions(
      InteractionClassHandle of, std::span<const ParameterValue> values,
      std::span<const RegionHandle> regions, Bytes tag, LogicalTime time) override;
  Status request_attribute_value_update_with_regions(ObjectClassHandle of,
                                                     std::span<const AttributeRegions> regions,
                                                     Bytes tag) override;
  Result<std::vector<DimensionHandle>> get_available_dimensions_for_class_attribute(
      ObjectClassHandle of, AttributeHandle attribute) override;
  Result<std::vector<DimensionHandle>> get_available_dimensions_for_interaction_class(
      InteractionClassHandle of) override;
  Result<DimensionHandle> get_dimension_handle(std::string_view name) override;
  Result<std::string> get_dimension_name(DimensionHandle dimension) override;
  Result<std::uint64_t> get_dimension_upper_bound(DimensionHandle dimension) override;
  Result<std::vector<DimensionHandle>> get_dimension_handle_set(RegionHandle region) override;
  Result<RangeBounds> get_range_bounds(RegionHandle region, DimensionHandle dimension) override;
  Status set_range_bounds(RegionHandle region, DimensionHandle dimension,
                          RangeBounds bounds) override;

  Status enable_object_class_relevance_advisory_switch() override;
  Status disable_object_class_relevance_advisory_switch() override;
  Status enable_attribute_relevance_advisory_switch() override;
  Status disable_attribute_relevance_advisory_switch() override;
  Status enable_attribute_scope_advisory_switch() override;
  Status disable_attribute_scope_advisory_switch() override;
  Status enable_interaction_relevance_advisory_switch() override;
  Status disable_interaction_relevance_advisory_switch() override;

  Status request_federation_save(const std::string& label) override;
  Status request_federation_save(const std::string& label, LogicalTime time) override;
  Status federate_save_begun() override;
  Status federate_save_complete() override { return save_ended(SnapshotStep::complete); }
  Status federate_save_not_complete() override { return save_ended(SnapshotStep::not_complete); }
  Status abort_federation_save() override;
  Status query_federation_save_status() override;
  Status request_federation_restore(const std::string& label) override;
  Status federate_restore_complete() override { return restore_ended(SnapshotStep::complete); }
  Status federate_restore_not_complete() override {
    return restore_ended(SnapshotStep::not_complete);
  }
  Status abort_federation_restore() override;
  Status query_federation_restore_status() override;

  Status unconditional_attribute_ownership_divestiture(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override;
  Status negotiated_attribute_ownership_divestiture(ObjectInstanceHandle object,
                                                    std::span<const AttributeHandle> attributes,
                                                    Bytes tag) override;
  Status confirm_divestiture(ObjectInstanceHandle object,
                             std::span<const AttributeHandle> attributes, Bytes tag) override;
  Status attribute_ownership_acquisition(ObjectInstanceHandle object,
                                         std::span<const AttributeHandle> attributes,
                                         Bytes tag) override;
  Status attribute_ownership_acquisition_if_available(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override;
  Status attribute_ownership_release_denied(ObjectInstanceHandle object,
                                            std::span<const AttributeHandle> attributes) override;
  Result<std::vector<AttributeHandle>> attribute_ownership_divestiture_if_wanted(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override;
  Status cancel_negotiated_attribute_ownership_divestiture(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override;
  Status cancel_attribute_ownership_acquisition(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override;
  Status query_attribute_ownership(ObjectInstanceHandle object, AttributeHandle attribute) override;
  Result<bool> is_attribute_owned_by_federate(ObjectInstanceHandle object,
                                              AttributeHandle attribute) override;

  Status enable_time_regulation(LogicalTimeInterval lookahead) override;
  Status disable_time_regulation() override;
  Status enable_time_constrained() override;
  Status disable_time_constrained() override;
  Status time_advance_request(LogicalTime time) override { return request(Advance::tar, time); }
  Status time_advance_request_available(LogicalTime time) override {
    return request(Advance::tara, time);
  }
  Status next_message_request(LogicalTime time) override { return request(Advance::nmr, time); }
  Status next_message_request_available(LogicalTime time) override {
    return request(Advance::nmra, time);
  }
  Status flush_queue_request(LogicalTime time) override { return request(Advance::fqr, time); }
  Status enable_asynchronous_delivery() override;
  Status disable_asynchronous_delivery() override;
  Result<std::optional<LogicalTime>> query_galt() override;
  Result<std::optional<LogicalTime>> query_lits() override;
  Result<LogicalTime> query_logical_time() override;
  Status modify_lookahead(LogicalTimeInterval lookahead) override;
  Result<LogicalTimeInterval> query_lookahead() override;
  Status retract(MessageRetractionHandle retraction) override;

  Result<ObjectClassHandle> get_object_class_handle(std::string_view name) override;
  Result<AttributeHandle> get_attribute_handle(ObjectClassHandle of,
                                               std::string_view name) override;
  Result<InteractionClassHandle> get_interaction_class_handle(std::string_view name) override;
  Result<ParameterHandle> get_parameter_handle(InteractionClassHandle of,
                                               std::string_view name) override;
  Result<std::string> get_object_class_name(ObjectClassHandle of) override;
  Result<std::string> get_interaction_class_name(InteractionClassHandle of) override;
  Result<std::string> get_attribute_name(ObjectClassHandle of, AttributeHandle attribute) override;
  Result<std::string> get_parameter_name(InteractionClassHandle of,
                                         ParameterHandle parameter) override;
  Result<ObjectInstanceHandle> get_object_instance_handle(std::string_view name) override;
  Result<std::string> get_object_instance_name(ObjectInstanceHandle object) override;
  Result<ObjectClassHandle> get_known_object_class_handle(ObjectInstanceHandle object) override;
  Result<FederateHandle> get_federate_handle(std::string_view name) override;
  Result<std::string> get_federate_name(FederateHandle federate) override;

  Status request_attribute_transportation_type_change(ObjectInstanceHandle object,
                                                      std::span<const AttributeHandle> attributes,
                                                      TransportationType type) override;
  Status query_attribute_transportation_type(ObjectInstanceHandle object,
                                             AttributeHandle attribute) override;
  Status request_interaction_transportation_type_change(InteractionClassHandle of,
                                                        TransportationType type) override;
  Status query_interaction_transportation_type(FederateHandle federate,
                                               InteractionClassHandle of) override;
  Result<TransportationType> get_transportation_type(std::string_view name) override;
  Result<std::string> get_transportation_name(TransportationType type) override;

  Result<ResignAction> get_automatic_resign_directive() override;
  Status set_automatic_resign_directive(ResignAction directive) override;
  Result<double> get_update_rate_value(std::string_view designator) override;
  Result<double> get_update_rate_value_for_attribute(ObjectInstanceHandle object,
                                                     AttributeHandle attribute) override;
  Result<OrderType> get_order_type(std::string_view name) override;
  Result<std::string> get_order_name(OrderType type) override;
  Result<std::uint64_t> normalize_federate_handle(FederateHandle federate) override;
  Result<std::uint64_t> normalize_service_group(ServiceGroup group) override;
  Status enable_callbacks() override;
  Status disable_callbacks() override;
  Result<bool> get_convey_region_designator_sets_switch() override;
  Status set_convey_region_designator_sets_switch(bool on) override;
  Result<TimeRepresentation> get_time_representation() override;
  Result<std::string> get_hla_version() override;

  Result<Congestion> congestion() override;
  Status change_bundling(const Bundling& bundling) override;
  Status change_rate_limit(const base::Rate& rate) override;

  Result<bool> evoke_callback(double least_s) override;
  Result<bool> evoke_multiple_callbacks(double least_s, double most_s) override;

 private:
  [[nodiscard]] Status connected() const;
  void leave();  // resigns if need be, and disconnects
  [[nodiscard]] Status member_of_federation() const;
  [[nodiscard]] Status joined() const;  // and nothing is being saved or restored
  using State = Status (Ambassador::*)() const;
  // First in a service that makes an operation: in the state required, which for services of saves and restores is less than
  // for others, and not so much said that what waits for others, or for the node to be called, would fill memory. It may call
  // the node: nothing found in the state before is there for sure after.
  [[nodiscard]] Result<SubmitPermit> may_submit(State required = &Ambassador::joined);
  [[nodiscard]] Status has_room_to_submit() const;
  // Is there room for callbacks that the federate itself asks for?
  [[nodiscard]] Status has_room_for_answers() const;
  // To a query: a callback, or Congested. `content` as of Core::post().
  Status answer(Call with, std::size_t content = 0);
  // Likewise, as Snapshots::tell().
  Status answer_of_snapshots(Call with, std::size_t content);
  // Likewise, as Core::post_about().
  Status answer_about(ObjectInstanceHandle object, Call with);
  Status request_snapshot(OperationKind kind, const std::string& label,
                          std::optional<LogicalTime> time = {});
  [[nodiscard]] Status may_save_at(LogicalTime time);
  [[nodiscard]] bool instructed() const;
  Status save_ended(SnapshotStep how);
  Status restore_ended(SnapshotStep how);
  Status step(SnapshotStep step, SubmitPermit permit);
  [[nodiscard]] Status may_wait() const;  // not within a callback
  Status check(ObjectClassHandle of) const;
  Status check(ObjectClassHandle of, std::span<const AttributeHandle> attributes) const;
  Status check(InteractionClassHandle of) const;
  // In the object model, whatever is being saved or restored.
  [[nodiscard]] Status defined(ObjectClassHandle of) const;
  [[nodiscard]] Status defined(ObjectClassHandle of,
                               std::span<const AttributeHandle> attributes) const;
  [[nodiscard]] Status defined(InteractionClassHandle of) const;
  [[nodiscard]] Status publishes(InteractionClassHandle of) const;
  // The same, whatever is being saved or restored.
  [[nodiscard]] Status published(InteractionClassHandle of) const;
  [[nodiscard]] bool may_steer_save(InteractionClassHandle of) const;
  [[nodiscard]] Status not_reported(InteractionClassHandle of) const;
  Result<Object*> known(ObjectInstanceHandle object, State required = &Ambassador::joined) const;
  // The class as which this federate registered or discovered an object that it knows.
  [[nodiscard]] ObjectClassHandle known_class(const Object& object) const;
  // Known, and all the attributes are available at its known class.
  Result<Object*> known(ObjectInstanceHandle object, std::span<const AttributeHandle> attributes,
                        State required = &Ambassador::joined) const;
  [[nodiscard]] bool owns(const Object& object, std::uint16_t attribute) const;
  [[nodiscard]] bool owns_some(const Object& object) const;
  Result<Object*> owned(ObjectInstanceHandle object,
                        std::span<const AttributeHandle> attributes) const;
  void divest(ObjectInstanceHandle object, std::span<const AttributeHandle> attributes,
              Divestiture how, Bytes tag, SubmitPermit permit);
  Status acquire(ObjectInstanceHandle object, std::span<const AttributeHandle> attributes,
                 Acquisition how, Bytes tag);
  // `own_mim` null: the standard's.
  Status create(const std::string& name, const std::vector<FomModule>& modules,
                const FomModule* own_mim, TimeRepresentation time);
  Status declare(OperationKind kind, ObjectClassHandle of,
                 std::span<const AttributeHandle> attributes, std::uint8_t flag,
                 UpdateRateNumber rate = 0);
  // 0 of an empty designator.
  [[nodiscard]] Result<UpdateRateNumber> update_rate(std::string_view designator) const;
  [[nodiscard]] double rate_value(UpdateRateNumber rate) const;
  // Each once. Errors: NameSetWasEmpty.
  static Result<std::vector<std::string>> set_of(std::span<const std::string> names);
  Status reserve_names(std::vector<std::string> names, bool as_set, SubmitPermit permit);
  Status release_names(std::vector<std::string> names, SubmitPermit permit);
  Status declare(OperationKind kind, InteractionClassHandle of, std::uint8_t flag);

  // Regions of this federate
  Result<RegionDraft*> draft(RegionHandle region);
  // The dimensions of a region of this federate, or of another's that is committed. Errors: InvalidRegion.
  Result<std::vector<DimensionHandle>> dimensions_of(RegionHandle region);
  // 9.7, 9.9, 9.11: where a use ends the dimensions of the region do not matter.
  enum class RegionUsage : std::uint8_t { begins, ends };
  Status usable(RegionHandle region, std::span<const DimensionHandle> available,
                const std::string& user, RegionUsage usage);
  Result<group::Range*> range(RegionHandle region, DimensionHandle dimension);
  [[nodiscard]] Result<const Dimension*> defined(DimensionHandle dimension) const;
  Status check(InteractionClassHandle of, std::span<const RegionHandle> regions, RegionUsage usage);
  Result<std::vector<AttributeRegion>> pairs_of(ObjectClassHandle of,
                                                std::span<const AttributeRegions> regions,
                                                RegionUsage usage);
  Status associate(ObjectInstanceHandle object, std::span<const AttributeRegions> regions,
                   bool associated);
  Status declare_regions(ObjectClassHandle of, std::span<const AttributeRegions> regions,
                         std::uint8_t flag, UpdateRateNumber rate = 0);
  Status declare_regions(InteractionClassHandle of, std::span<const RegionHandle> regions,
                         std::uint8_t flag);
  Status turn(bool AdvisorySwitches::* which, bool on, ErrorCode already, const char* name);

  Result<ObjectInstanceHandle> register_object(ObjectClassHandle of, const std::string& name,
                                               std::span<const AttributeRegion> regions,
                                               SubmitPermit permit);
  // Owners are asked to provide these.
  Status ask(const Object& object, std::span<const AttributeHandle> attributes, Bytes tag);
  // The same of all instances of a class: in regions, or everywhere if there are none.
  Status ask(ObjectClassHandle of, const std::map<std::uint16_t, std::vector<RegionId>>& attributes,
             Bytes tag);
  [[nodiscard]] Operation operation(OperationKind kind) const;
  Operation change_of_transportation(OperationKind kind, TransportationType type);
  Member& member() const { return local_.federation->members.at(local_.handle); }

  // What goes with a time stamp; the serial is filled in.
  struct Stamp {
    LogicalTime time;
    std::uint64_t serial = 0;  // of all its parts; 0: not in time-stamp order
  };
  [[nodiscard]] Result<std::optional<MessageRetractionHandle>> stamped(const Status& sent,
                                                                       const Stamp& stamp) const;
  // `stamp` null: without.
  Status update(ObjectInstanceHandle object, std::span<const AttributeValue> values, Bytes tag,
                Stamp* stamp);
  Status interact(InteractionClassHandle of, std::span<const ParameterValue> values,
                  std::span<const RegionHandle> regions, Bytes tag, Stamp* stamp);
  Status remove(ObjectInstanceHandle object, Bytes tag, Stamp* stamp);
  Status update_part(Object& object, std::span<const Item> items, Bytes tag, AttributeWay way,
                     Stamp* stamp, Core::Refusal refusal);
  Status update_in_parts(Object& object, Bytes tag, std::uint32_t ways, bool ordered, Stamp* stamp);
  // Completes a head with transportation, time and order.
  Status send(DataHead& head, std::span<const Item> items, Bytes tag, NodeSet nodes,
              AttributeWay way, Stamp* stamp, Core::Refusal refusal = {});

  Status request(Advance how, LogicalTime time);
  // Errors: InvalidLogicalTime.
  [[nodiscard]] Status valid(LogicalTime time) const;
  // Errors: InvalidLookahead.
  [[nodiscard]] Status valid(LogicalTimeInterval lookahead) const;
  // To the federate: a switch is on once it has been told so, and pending until then.
  [[nodiscard]] bool regulates() const;
  [[nodiscard]] bool awaits_regulation() const;
  [[nodiscard]] bool constrained() const;
  [[nodiscard]] bool awaits_constrained() const;
  void tell_switches(bool regulating, bool constrained, SubmitPermit permit);

  Core& core_;
  bool connected_ = true;
  Local local_;
  std::vector<Item> items_;
  std::vector<std::byte> sent_regions_;  // of the interaction that is being sent
};

}  // namespace orrery::rti
