// Services that others invoke in a federate's name (HLAmanager.HLAfederate.HLAservice).
#include <algorithm>
#include <array>
#include <tuple>
#include <type_traits>

#include "orrery/rti/encoding.hpp"

#include "management/requests.hpp"
#include "ownership/owned_attributes.hpp"

namespace orrery::rti {
namespace {

// What an argument is kept as while a service is called with it.
template <class Argument>
struct Kept {
  using Type = std::remove_cvref_t<Argument>;
};
template <>
struct Kept<std::span<const AttributeHandle>> {
  using Type = std::vector<AttributeHandle>;
};
template <class Argument>
using KeptAs = Kept<Argument>::Type;

// Parameters of the interaction, by the type of the service's argument. What is missing or malformed is remembered.
class Parameters {
 public:
  Parameters(const Local& local, const Values& values) : local_(local), values_(values) {}

  template <class T>
  T take();
  // The service, if all it needs was there.
  template <class Service>
  Status then(const Service& service) const {
    if (!wrong_.empty()) {
      return error(ErrorCode::RTIinternalError, wrong_ + " is missing or malformed");
    }
    const auto result = service();
    return result ? Status() : result.error();
  }
  bool success() { return boolean("HLAsuccessIndicator"); }
  std::int32_t action() { return integer32("HLAresignAction"); }

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
  std::int32_t integer32(const char* name) {
    Decoder in(bytes(name));
    const std::int32_t value = in.integer32();
    return settle(in, name, value);
  }
  bool boolean(const char* name) {
    const std::int32_t value = integer32(name);
    if (value < 0 || value > 1) wrong_ = name;
    return value == 1;
  }
  std::string unicode(const char* name) {
    Decoder in(bytes(name));
    std::string value = in.unicode();
    return settle(in, name, std::move(value));
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

template <>
ObjectClassHandle Parameters::take() {
  return {narrow(handle("HLAobjectClass"))};
}
template <>
InteractionClassHandle Parameters::take() {
  return {narrow(handle("HLAinteractionClass"))};
}
template <>
ObjectInstanceHandle Parameters::take() {
  return {handle("HLAobjectInstance")};
}
template <>
std::vector<AttributeHandle> Parameters::take() {
  Decoder in(bytes("HLAattributeList"));
  const auto count = static_cast<std::uint32_t>(in.integer32());
  std::vector<AttributeHandle> all;
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) all.push_back({narrow(in.handle())});
  return settle(in, "HLAattributeList", all);
}
// Of a subscription: active, if nothing else is said.
template <>
bool Parameters::take() {
  return !values_.contains("HLAactive") || boolean("HLAactive");
}
template <>
Bytes Parameters::take() {
  if (!values_.contains("HLAtag")) return {};
  Decoder in(bytes("HLAtag"));
  const Bytes tag = in.opaque();
  return settle(in, "HLAtag", tag);
}
// A name that there is not is a type that there is not.
template <>
TransportationType Parameters::take() {
  const auto type = local_.federation->model.transportation(unicode("HLAtransportation"));
  return type ? *type : TransportationType{UINT8_MAX};
}
template <>
OrderType Parameters::take() {
  const std::int32_t order = integer32("HLAsendOrder");
  if (order < 0 || order > 1) wrong_ = "HLAsendOrder";
  return order == 0 ? OrderType::receive : OrderType::timestamp;
}
template <>
LogicalTime Parameters::take() {
  return {time_in("HLAtimeStamp")};
}
template <>
LogicalTimeInterval Parameters::take() {
  return {time_in("HLAlookahead")};
}
template <>
std::string Parameters::take() {
  return unicode("HLAlabel");
}

// Without waiting for it: nobody stands behind this call.
Status resign(Net& net, const Local& local, std::int32_t action) {
  // HLAresignAction counts from 1.
  if (action < 1 || action > static_cast<std::int32_t>(ResignAction::no_action) + 1) {
    return error(ErrorCode::InvalidResignAction, "HLAresignAction: give 1 to 6");
  }
  if (auto may = may_resign(local, static_cast<ResignAction>(action - 1)); !may) return may;
  Operation resign{.kind = OperationKind::resign};
  resign.federation = local.federation->id;
  resign.federate = local.handle;
  resign.flag = static_cast<std::uint8_t>(action - 1);
  (void)net.submit(resign, SubmitPermit::of_the_rti());
  return {};
}

// With the parameters that its arguments' types name, in their order.
template <class Returned, class Services, class... Arguments>
Status invoke(Returned (Services::*service)(Arguments...), Local& local, const Values& values) {
  Parameters parameters(local, values);
  const std::tuple<KeptAs<Arguments>...> arguments{parameters.take<KeptAs<Arguments>>()...};
  return parameters.then([&] {
    return std::apply([&](const auto&... each) { return (local.services->*service)(each...); },
                      arguments);
  });
}
template <auto service>
Status invoked(const Management&, Local& local, const Values& values) {
  return invoke(service, local, values);
}

template <auto complete, auto not_complete>
Status by_success(const Management& rti, Local& local, const Values& values) {
  Parameters parameters(local, values);
  const bool success = parameters.success();
  return parameters.then([&] {
    return success ? invoked<complete>(rti, local, values)
                   : invoked<not_complete>(rti, local, values);
  });
}

constexpr auto subscribe_object_class_attributes =
    static_cast<Status (BasicServices::*)(ObjectClassHandle, std::span<const AttributeHandle>,
                                          bool)>(&BasicServices::subscribe_object_class_attributes);
constexpr auto delete_object_instance =
    static_cast<Status (RtiAmbassador::*)(ObjectInstanceHandle, Bytes)>(
        &RtiAmbassador::delete_object_instance);
constexpr auto delete_object_instance_with_time =
    static_cast<Result<std::optional<MessageRetractionHandle>> (RtiAmbassador::*)(
        ObjectInstanceHandle, Bytes, LogicalTime)>(&RtiAmbassador::delete_object_instance);

Status remove(const Management& /*rti*/, Local& local, const Values& values) {
  return values.contains("HLAtimeStamp") ? invoke(delete_object_instance_with_time, local, values)
                                         : invoke(delete_object_instance, local, values);
}

}  // namespace

#define ORRERY_SERVICE(name) "HLAmanager.HLAfederate.HLAservice." name

// Services that are invoked while federates save or restore. 11.4: HLAresignFederationExecution may be sent at any time.
constexpr std::array saves = {
    ORRERY_SERVICE("HLAfederateSaveBegun"), ORRERY_SERVICE("HLAfederateSaveComplete"),
    ORRERY_SERVICE("HLAfederateRestoreComplete"), ORRERY_SERVICE("HLAresignFederationExecution")};

bool is_of_saves(const Meaning& meaning) {
  return std::ranges::find(saves, std::string_view(meaning.name)) != saves.end();
}

std::span<const Meaning> invoked_services() {
  static constexpr Meaning all[] = {
      {saves[3],
       [](const Management& rti, Local& local, const Values& values) {
         Parameters parameters(local, values);
         const std::int32_t action = parameters.action();
         return parameters.then([&] { return resign(rti.net, local, action); });
       }},
      {ORRERY_SERVICE("HLAsynchronizationPointAchieved"),
       invoked<&RtiAmbassador::synchronization_point_achieved>},
      {saves[0], invoked<&RtiAmbassador::federate_save_begun>},
      {saves[1], by_success<&RtiAmbassador::federate_save_complete,
                            &RtiAmbassador::federate_save_not_complete>},
      {saves[2], by_success<&RtiAmbassador::federate_restore_complete,
                            &RtiAmbassador::federate_restore_not_complete>},
      {ORRERY_SERVICE("HLApublishObjectClassAttributes"),
       invoked<&RtiAmbassador::publish_object_class_attributes>},
      {ORRERY_SERVICE("HLAunpublishObjectClassAttributes"),
       invoked<&RtiAmbassador::unpublish_object_class_attributes>},
      {ORRERY_SERVICE("HLApublishInteractionClass"),
       invoked<&RtiAmbassador::publish_interaction_class>},
      {ORRERY_SERVICE("HLAunpublishInteractionClass"),
       invoked<&RtiAmbassador::unpublish_interaction_class>},
      {ORRERY_SERVICE("HLAsubscribeObjectClassAttributes"),
       invoked<subscribe_object_class_attributes>},
      {ORRERY_SERVICE("HLAunsubscribeObjectClassAttributes"),
       invoked<&RtiAmbassador::unsubscribe_object_class_attributes>},
      {ORRERY_SERVICE("HLAsubscribeInteractionClass"),
       invoked<&RtiAmbassador::subscribe_interaction_class>},
      {ORRERY_SERVICE("HLAunsubscribeInteractionClass"),
       invoked<&RtiAmbassador::unsubscribe_interaction_class>},
      {ORRERY_SERVICE("HLAdeleteObjectInstance"), remove},
      {ORRERY_SERVICE("HLAlocalDeleteObjectInstance"),
       invoked<&RtiAmbassador::local_delete_object_instance>},
      {ORRERY_SERVICE("HLArequestAttributeTransportationTypeChange"),
       invoked<&RtiAmbassador::request_attribute_transportation_type_change>},
      {ORRERY_SERVICE("HLArequestInteractionTransportationTypeChange"),
       invoked<&RtiAmbassador::request_interaction_transportation_type_change>},
      {ORRERY_SERVICE("HLAchangeAttributeOrderType"),
       invoked<&RtiAmbassador::change_attribute_order_type>},
      {ORRERY_SERVICE("HLAchangeInteractionOrderType"),
       invoked<&RtiAmbassador::change_interaction_order_type>},
      {ORRERY_SERVICE("HLAunconditionalAttributeOwnershipDivestiture"),
       invoked<&RtiAmbassador::unconditional_attribute_ownership_divestiture>},
      {ORRERY_SERVICE("HLAenableTimeRegulation"), invoked<&RtiAmbassador::enable_time_regulation>},
      {ORRERY_SERVICE("HLAdisableTimeRegulation"),
       invoked<&RtiAmbassador::disable_time_regulation>},
      {ORRERY_SERVICE("HLAenableTimeConstrained"),
       invoked<&RtiAmbassador::enable_time_constrained>},
      {ORRERY_SERVICE("HLAdisableTimeConstrained"),
       invoked<&RtiAmbassador::disable_time_constrained>},
      {ORRERY_SERVICE("HLAtimeAdvanceRequest"), invoked<&RtiAmbassador::time_advance_request>},
      {ORRERY_SERVICE("HLAtimeAdvanceRequestAvailable"),
       invoked<&RtiAmbassador::time_advance_request_available>},
      {ORRERY_SERVICE("HLAnextMessageRequest"), invoked<&RtiAmbassador::next_message_request>},
      {ORRERY_SERVICE("HLAnextMessageRequestAvailable"),
       invoked<&RtiAmbassador::next_message_request_available>},
      {ORRERY_SERVICE("HLAflushQueueRequest"), invoked<&RtiAmbassador::flush_queue_request>},
      {ORRERY_SERVICE("HLAenableAsynchronousDelivery"),
       invoked<&RtiAmbassador::enable_asynchronous_delivery>},
      {ORRERY_SERVICE("HLAdisableAsynchronousDelivery"),
       invoked<&RtiAmbassador::disable_asynchronous_delivery>},
      {ORRERY_SERVICE("HLAmodifyLookahead"), invoked<&RtiAmbassador::modify_lookahead>},
  };
  return all;
}

#undef ORRERY_SERVICE

}  // namespace orrery::rti
