// Services that others invoke in a federate's name (HLAmanager.HLAfederate.HLAservice).
#include <algorithm>
#include <array>

#include "orrery/rti/encoding.hpp"

#include "federate/ambassador.hpp"

namespace orrery::rti {
namespace {

using Values = std::map<std::string, std::vector<std::byte>>;

// Parameters as the services want them. What is missing or malformed is remembered.
class Given {
 public:
  Given(const Local& local, const Values& values) : local_(local), values_(values) {}

  ObjectClassHandle object_class() { return {narrow(handle("HLAobjectClass"))}; }
  InteractionClassHandle interaction_class() { return {narrow(handle("HLAinteractionClass"))}; }
  ObjectInstanceHandle object() { return {handle("HLAobjectInstance")}; }
  std::vector<AttributeHandle> attributes() {
    Decoder in(bytes("HLAattributeList"));
    const auto count = static_cast<std::uint32_t>(in.integer32());
    std::vector<AttributeHandle> all;
    for (std::uint32_t i = 0; i < count && in.ok(); ++i) all.push_back({narrow(in.handle())});
    return settle(in, "HLAattributeList", all);
  }
  bool active() {
    if (!values_.contains("HLAactive")) return true;
    Decoder in(bytes("HLAactive"));
    return settle(in, "HLAactive", in.integer32()) != 0;
  }
  bool success() {
    Decoder in(bytes("HLAsuccessIndicator"));
    return settle(in, "HLAsuccessIndicator", in.integer32()) != 0;
  }
  std::string label() {
    Decoder in(bytes("HLAlabel"));
    return settle(in, "HLAlabel", in.unicode());
  }
  std::int32_t action() {
    Decoder in(bytes("HLAresignAction"));
    return settle(in, "HLAresignAction", in.integer32());
  }
  Bytes tag() {
    if (!values_.contains("HLAtag")) return {};
    Decoder in(bytes("HLAtag"));
    return settle(in, "HLAtag", in.opaque());
  }
  // A name that there is not is a type that there is not.
  TransportationType transportation() {
    Decoder in(bytes("HLAtransportation"));
    const auto type =
        static_cast<Ambassador*>(local_.services)
            ->Ambassador::get_transportation_type(settle(in, "HLAtransportation", in.unicode()));
    return type ? *type : TransportationType{UINT8_MAX};
  }
  OrderType order() {
    Decoder in(bytes("HLAsendOrder"));
    const std::int32_t said = in.integer32();
    if (!in.ok() || said < 0 || said > 1) wrong_ = "HLAsendOrder";
    return said == 0 ? OrderType::receive : OrderType::timestamp;
  }
  LogicalTime time() { return {time_in("HLAtimeStamp")}; }
  LogicalTimeInterval lookahead() { return {time_in("HLAlookahead")}; }

  // The service, if all it needs was there.
  Status then(const std::function<Status()>& service) const {
    if (wrong_.empty()) return service();
    return error(ErrorCode::RTIinternalError, wrong_ + " is missing or malformed");
  }

 private:
  static std::uint16_t narrow(std::uint64_t handle) {
    return static_cast<std::uint16_t>(std::min<std::uint64_t>(handle, UINT16_MAX));
  }
  Bytes bytes(const char* name) {
    const auto found = values_.find(name);
    if (found != values_.end()) return found->second;
    wrong_ = name;
    return {};
  }
  template <class T>
  T settle(const Decoder& in, const char* name, T value) {
    if (!in.ok()) wrong_ = name;
    return value;
  }
  std::uint64_t handle(const char* name) {
    Decoder in(bytes(name));
    const std::uint64_t value = in.handle();
    return settle(in, name, value);
  }
  std::int64_t time_in(const char* name) {
    const auto time = decode_time(local_.rules.as, bytes(name));
    if (!time) wrong_ = name;
    return time.value_or(0);
  }

  const Local& local_;
  const Values& values_;
  std::string wrong_;
};

// Without waiting for it: nobody stands behind this call.
Status resign(Core& core, const Local& local, std::int32_t action) {
  // HLAresignAction counts from 1.
  if (action < 1 || action > static_cast<std::int32_t>(ResignAction::no_action) + 1) {
    return error(ErrorCode::InvalidResignAction, "HLAresignAction: give 1 to 6");
  }
  auto& federate = *static_cast<Ambassador*>(local.services);
  if (auto may = federate.may_resign(static_cast<ResignAction>(action - 1)); !may) return may;
  Operation resign{.kind = OperationKind::resign};
  resign.federation = local.federation->id;
  resign.federate = local.handle;
  resign.flag = static_cast<std::uint8_t>(action - 1);
  (void)core.net().submit(resign, SubmitPermit::of_the_rti());
  return {};
}

// Templates take a service as `auto`: some are BasicServices', the others RtiAmbassador's.
template <auto advance>
Status advance_to(Mom&, Local& local, const Values& values) {
  Given given(local, values);
  const LogicalTime time = given.time();
  return given.then([&] { return (local.services->*advance)(time); });
}

template <auto service>
Status plain(Mom&, Local& local, const Values&) {
  return (local.services->*service)();
}

template <auto complete, auto not_complete>
Status by_success(Mom&, Local& local, const Values& values) {
  Given given(local, values);
  const bool success = given.success();
  return given.then(
      [&] { return success ? (local.services->*complete)() : (local.services->*not_complete)(); });
}

template <auto service>
Status of_class(Mom&, Local& local, const Values& values) {
  Given given(local, values);
  const ObjectClassHandle of = given.object_class();
  const auto attributes = given.attributes();
  return given.then([&] { return (local.services->*service)(of, attributes); });
}

template <auto service>
Status of_interaction(Mom&, Local& local, const Values& values) {
  Given given(local, values);
  const InteractionClassHandle of = given.interaction_class();
  return given.then([&] { return (local.services->*service)(of); });
}

template <auto service>
Status of_lookahead(Mom&, Local& local, const Values& values) {
  Given given(local, values);
  const LogicalTimeInterval lookahead = given.lookahead();
  return given.then([&] { return (local.services->*service)(lookahead); });
}

}  // namespace

#define ORRERY_SERVICE(name) "HLAmanager.HLAfederate.HLAservice." name

// Services that are invoked while federates save or restore. 11.4: HLAresignFederationExecution may be sent at any time.
constexpr std::array saves = {
    ORRERY_SERVICE("HLAfederateSaveBegun"), ORRERY_SERVICE("HLAfederateSaveComplete"),
    ORRERY_SERVICE("HLAfederateRestoreComplete"), ORRERY_SERVICE("HLAresignFederationExecution")};

bool Mom::Meaning::is_of_saves() const {
  return service != nullptr &&
         std::ranges::find(saves, std::string_view(service->name)) != saves.end();
}

const std::vector<Mom::Service>& Mom::services() {
  static const std::vector<Service> all = {
      {saves[3],
       [](Mom& mom, Local& local, const Values& values) {
         Given given(local, values);
         const std::int32_t action = given.action();
         return given.then([&] { return resign(mom.core_, local, action); });
       }},
      {ORRERY_SERVICE("HLAsynchronizationPointAchieved"),
       [](Mom&, Local& local, const Values& values) {
         Given given(local, values);
         const std::string label = given.label();
         return given.then([&] { return local.services->synchronization_point_achieved(label); });
       }},
      {saves[0], plain<&RtiAmbassador::federate_save_begun>},
      {saves[1], by_success<&RtiAmbassador::federate_save_complete,
                            &RtiAmbassador::federate_save_not_complete>},
      {saves[2], by_success<&RtiAmbassador::federate_restore_complete,
                            &RtiAmbassador::federate_restore_not_complete>},
      {ORRERY_SERVICE("HLApublishObjectClassAttributes"),
       of_class<&RtiAmbassador::publish_object_class_attributes>},
      {ORRERY_SERVICE("HLAunpublishObjectClassAttributes"),
       of_class<&RtiAmbassador::unpublish_object_class_attributes>},
      {ORRERY_SERVICE("HLApublishInteractionClass"),
       of_interaction<&RtiAmbassador::publish_interaction_class>},
      {ORRERY_SERVICE("HLAunpublishInteractionClass"),
       of_interaction<&RtiAmbassador::unpublish_interaction_class>},
      {ORRERY_SERVICE("HLAsubscribeObjectClassAttributes"),
       [](Mom&, Local& local, const Values& values) {
         Given given(local, values);
         const ObjectClassHandle of = given.object_class();
         const auto attributes = given.attributes();
         const bool active = given.active();
         return given.then([&] {
           return local.services->subscribe_object_class_attributes(of, attributes, active);
         });
       }},
      {ORRERY_SERVICE("HLAunsubscribeObjectClassAttributes"),
       of_class<&RtiAmbassador::unsubscribe_object_class_attributes>},
      {ORRERY_SERVICE("HLAsubscribeInteractionClass"),
       [](Mom&, Local& local, const Values& values) {
         Given given(local, values);
         const InteractionClassHandle of = given.interaction_class();
         const bool active = given.active();
         return given.then([&] { return local.services->subscribe_interaction_class(of, active); });
       }},
      {ORRERY_SERVICE("HLAunsubscribeInteractionClass"),
       of_interaction<&RtiAmbassador::unsubscribe_interaction_class>},
      {ORRERY_SERVICE("HLAdeleteObjectInstance"),
       [](Mom&, Local& local, const Values& values) {
         Given given(local, values);
         const ObjectInstanceHandle object = given.object();
         const Bytes tag = given.tag();
         if (!values.contains("HLAtimeStamp")) {
           return given.then([&] { return local.services->delete_object_instance(object, tag); });
         }
         const LogicalTime time = given.time();
         return given.then([&]() -> Status {
           const auto deleted = local.services->delete_object_instance(object, tag, time);
           return deleted ? Status() : deleted.error();
         });
       }},
      {ORRERY_SERVICE("HLAlocalDeleteObjectInstance"),
       [](Mom&, Local& local, const Values& values) {
         Given given(local, values);
         const ObjectInstanceHandle object = given.object();
         return given.then([&] { return local.services->local_delete_object_instance(object); });
       }},
      {ORRERY_SERVICE("HLArequestAttributeTransportationTypeChange"),
       [](Mom&, Local& local, const Values& values) {
         Given given(local, values);
         const ObjectInstanceHandle object = given.object();
         const auto attributes = given.attributes();
         const TransportationType type = given.transportation();
         return given.then([&] {
           return local.services->request_attribute_transportation_type_change(object, attributes,
                                                                               type);
         });
       }},
      {ORRERY_SERVICE("HLArequestInteractionTransportationTypeChange"),
       [](Mom&, Local& local, const Values& values) {
         Given given(local, values);
         const InteractionClassHandle of = given.interaction_class();
         const TransportationType type = given.transportation();
         return given.then([&] {
           return local.services->request_interaction_transportation_type_change(of, type);
         });
       }},
      {ORRERY_SERVICE("HLAchangeAttributeOrderType"),
       [](Mom&, Local& local, const Values& values) {
         Given given(local, values);
         const ObjectInstanceHandle object = given.object();
         const auto attributes = given.attributes();
         const OrderType order = given.order();
         return given.then([&] {
           return local.services->change_attribute_order_type(object, attributes, order);
         });
       }},
      {ORRERY_SERVICE("HLAchangeInteractionOrderType"),
       [](Mom&, Local& local, const Values& values) {
         Given given(local, values);
         const InteractionClassHandle of = given.interaction_class();
         const OrderType order = given.order();
         return given.then(
             [&] { return local.services->change_interaction_order_type(of, order); });
       }},
      {ORRERY_SERVICE("HLAunconditionalAttributeOwnershipDivestiture"),
       [](Mom&, Local& local, const Values& values) {
         Given given(local, values);
         const ObjectInstanceHandle object = given.object();
         const auto attributes = given.attributes();
         return given.then([&] {
           return local.services->unconditional_attribute_ownership_divestiture(object, attributes);
         });
       }},
      {ORRERY_SERVICE("HLAenableTimeRegulation"),
       of_lookahead<&RtiAmbassador::enable_time_regulation>},
      {ORRERY_SERVICE("HLAdisableTimeRegulation"), plain<&RtiAmbassador::disable_time_regulation>},
      {ORRERY_SERVICE("HLAenableTimeConstrained"), plain<&RtiAmbassador::enable_time_constrained>},
      {ORRERY_SERVICE("HLAdisableTimeConstrained"),
       plain<&RtiAmbassador::disable_time_constrained>},
      {ORRERY_SERVICE("HLAtimeAdvanceRequest"), advance_to<&RtiAmbassador::time_advance_request>},
      {ORRERY_SERVICE("HLAtimeAdvanceRequestAvailable"),
       advance_to<&RtiAmbassador::time_advance_request_available>},
      {ORRERY_SERVICE("HLAnextMessageRequest"), advance_to<&RtiAmbassador::next_message_request>},
      {ORRERY_SERVICE("HLAnextMessageRequestAvailable"),
       advance_to<&RtiAmbassador::next_message_request_available>},
      {ORRERY_SERVICE("HLAflushQueueRequest"), advance_to<&RtiAmbassador::flush_queue_request>},
      {ORRERY_SERVICE("HLAenableAsynchronousDelivery"),
       plain<&RtiAmbassador::enable_asynchronous_delivery>},
      {ORRERY_SERVICE("HLAdisableAsynchronousDelivery"),
       plain<&RtiAmbassador::disable_asynchronous_delivery>},
      {ORRERY_SERVICE("HLAmodifyLookahead"), of_lookahead<&RtiAmbassador::modify_lookahead>},
  };
  return all;
}

#undef ORRERY_SERVICE

}  // namespace orrery::rti
