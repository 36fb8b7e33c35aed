// The services of one federate: checks of its own state, then the node's work.
#pragma once

#include "core/core.hpp"
#include "face/services.hpp"
#include "federation/known_objects.hpp"
#include "ownership/owned_attributes.hpp"

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

#define OVERLOAD(row, clause, result, function, standard, ...) \
  result function(ORRERY_PARAMETERS(__VA_ARGS__)) override;
#include "face/services.def"

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
  // To a query: a callback, or Congested. `content` as of Inboxes::post().
  Status answer(Call with, std::size_t content = 0);
  // Likewise, as Snapshots::tell().
  Status answer_of_snapshots(Call with, std::size_t content);
  // Likewise, as Inboxes::post_about().
  Status answer_about(ObjectInstanceHandle object, Call with);
  Status request_snapshot(OperationKind kind, const std::string& label,
                          std::optional<LogicalTime> time = {});
  [[nodiscard]] Status may_save_at(LogicalTime time);
  Status save_ended(SnapshotStep how);
  Status restore_ended(SnapshotStep how);
  void step(SnapshotStep step, SubmitPermit permit);
  Status report(SnapshotStep what, SnapshotPart::State next, SubmitPermit permit);
  [[nodiscard]] Status no_other(ErrorCode other) const;
  [[nodiscard]] Status may_wait() const;  // not within a callback
  Status check(ObjectClassHandle object_class) const;
  Status check(ObjectClassHandle object_class, std::span<const AttributeHandle> attributes) const;
  Status check(InteractionClassHandle interaction_class) const;
  // In the object model, whatever is being saved or restored.
  [[nodiscard]] Status defined(ObjectClassHandle object_class) const;
  [[nodiscard]] Status defined(ObjectClassHandle object_class,
                               std::span<const AttributeHandle> attributes) const;
  [[nodiscard]] Status defined(InteractionClassHandle interaction_class) const;
  [[nodiscard]] Status publishes(InteractionClassHandle interaction_class) const;
  // The same, whatever is being saved or restored.
  [[nodiscard]] Status published(InteractionClassHandle interaction_class) const;
  [[nodiscard]] bool may_steer_save(InteractionClassHandle interaction_class) const;
  [[nodiscard]] Status not_reported(InteractionClassHandle interaction_class) const;
  Result<Object*> known(ObjectInstanceHandle object, State required = &Ambassador::joined) const;
  // Known, and all the attributes are available at its known class.
  Result<Object*> known(ObjectInstanceHandle object, std::span<const AttributeHandle> attributes,
                        State required = &Ambassador::joined) const;
  Result<Object*> owned(ObjectInstanceHandle object,
                        std::span<const AttributeHandle> attributes) const;
  void divest(ObjectInstanceHandle object, std::span<const AttributeHandle> attributes,
              Divestiture how, Bytes tag, SubmitPermit permit);
  Status acquire(ObjectInstanceHandle object, std::span<const AttributeHandle> attributes,
                 Acquisition how, Bytes tag);
  // `own_mim` null: the standard's.
  Status create(const std::string& name, const std::vector<FomModule>& modules,
                const FomModule* own_mim, TimeRepresentation time);
  Status declare(OperationKind kind, ObjectClassHandle object_class,
                 std::span<const AttributeHandle> attributes, std::uint8_t flag,
                 UpdateRateNumber rate = 0);
  // 0 of an empty designator.
  [[nodiscard]] Result<UpdateRateNumber> update_rate(std::string_view designator) const;
  [[nodiscard]] double rate_value(UpdateRateNumber rate) const;
  // Each once. Errors: NameSetWasEmpty.
  static Result<std::vector<std::string>> set_of(std::span<const std::string> names);
  Status reserve_names(std::vector<std::string> names, bool as_set, SubmitPermit permit);
  Status release_names(std::vector<std::string> names, SubmitPermit permit);
  Status declare(OperationKind kind, InteractionClassHandle interaction_class, std::uint8_t flag);

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
  Status check(InteractionClassHandle interaction_class, std::span<const RegionHandle> regions,
               RegionUsage usage);
  Result<std::vector<AttributeRegion>> pairs_of(ObjectClassHandle object_class,
                                                std::span<const AttributeRegions> regions,
                                                RegionUsage usage);
  Status associate(ObjectInstanceHandle object, std::span<const AttributeRegions> regions,
                   bool associated);
  Status declare_regions(ObjectClassHandle object_class, std::span<const AttributeRegions> regions,
                         std::uint8_t flag, UpdateRateNumber rate = 0);
  Status declare_regions(InteractionClassHandle interaction_class,
                         std::span<const RegionHandle> regions, std::uint8_t flag);
  Status turn(bool AdvisorySwitches::* which, bool on, ErrorCode already, const char* name);

  Result<ObjectInstanceHandle> register_object(ObjectClassHandle object_class,
                                               const std::string& name,
                                               std::span<const AttributeRegion> regions,
                                               SubmitPermit permit);
  // Owners are asked to provide these.
  Status ask(const Object& object, std::span<const AttributeHandle> attributes, Bytes tag);
  // The same of all instances of a class: in regions, or everywhere if there are none.
  Status ask(ObjectClassHandle object_class,
             const std::map<std::uint16_t, std::vector<RegionId>>& attributes, Bytes tag);
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
  Status interact(InteractionClassHandle interaction_class, std::span<const ParameterValue> values,
                  std::span<const RegionHandle> regions, Bytes tag, Stamp* stamp);
  Status remove(ObjectInstanceHandle object, Bytes tag, Stamp* stamp);
  Status update_part(Object& object, std::span<const Item> items, Bytes tag, AttributeWay way,
                     Stamp* stamp, Refusal refusal);
  Status update_in_parts(Object& object, Bytes tag, std::uint32_t ways, bool ordered, Stamp* stamp);
  // Completes a head with transportation, time and order.
  Status send(DataHead& head, std::span<const Item> items, Bytes tag, NodeSet nodes,
              AttributeWay way, Stamp* stamp, Refusal refusal = {});

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
