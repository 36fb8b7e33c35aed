// What a check says to a node that is served elsewhere, and what it hears from it.
//
// A request is answered by a reply. Before that, callbacks may come, if the request evokes: each is answered with
// `heard` when it begins and `returned` when it ends; requests in between are from within the callback. An immediate callback
// may come at any time, also when a request is on its way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "orrery/rti/federate_ambassador.hpp"
#include "orrery/rti/rti_ambassador.hpp"

namespace orrery::rti::testing {

enum class Frame : std::uint8_t {
  begin,       // directory of saves, most bytes of one: the node is made
  connect,     // the reply: which ambassador
  disconnect,  // which ambassador
  call,        // which ambassador, which service, its arguments; the reply: its result
  told,        // which ambassador, which callback, its arguments
  heard,       // of the callback, which begins
  returned,    // from the callback
  settle,      // the reply: Settled
  counters,    // the reply: NodeCounters
  end,         // the node is no more; flag: another will be wanted
  reply,
};

// What a node has sent and taken so far, when it has nothing to do.
struct Settled {
  struct Moved {
    std::uint64_t sent = 0;
    std::uint64_t came = 0;
    bool operator==(const Moved&) const = default;
  };
  Moved channels;
  Moved reliable;             // over the port
  Moved best_effort;          // over the port
  std::uint64_t waiting = 0;  // to be sent, or to be taken
  bool order_lost = false;
  bool operator==(const Settled&) const = default;
};

// Functions that go by their place.
template <auto... All>
struct Table {
  static constexpr std::size_t size = sizeof...(All);
  template <auto One>
  static constexpr std::uint16_t place() {
    constexpr std::array<bool, size> same{
        std::is_same_v<std::integral_constant<decltype(One), One>,
                       std::integral_constant<decltype(All), All>>...};
    for (std::uint16_t i = 0; i < size; ++i) {
      if (same[i]) return i;
    }
    throw "it is not in the table";  // at compile time
  }
  // By place, what the template makes of each.
  template <class Made, template <auto> class Make>
  static constexpr std::array<Made, size> map() {
    return {&Make<All>::run...};
  }
};

// Services and callbacks of one name, with a time and without.
namespace timed {
using Sent = Result<std::optional<MessageRetractionHandle>>;
inline constexpr auto update_attribute_values = static_cast<Sent (RtiAmbassador::*)(
    ObjectInstanceHandle, std::span<const AttributeValue>, Bytes, LogicalTime)>(
    &RtiAmbassador::update_attribute_values);
inline constexpr auto send_interaction =
    static_cast<Sent (RtiAmbassador::*)(InteractionClassHandle, std::span<const ParameterValue>,
                                        Bytes, LogicalTime)>(&RtiAmbassador::send_interaction);
inline constexpr auto delete_object_instance =
    static_cast<Sent (RtiAmbassador::*)(ObjectInstanceHandle, Bytes, LogicalTime)>(
        &RtiAmbassador::delete_object_instance);
inline constexpr auto send_interaction_with_regions =
    static_cast<Sent (DataDistribution::*)(InteractionClassHandle, std::span<const ParameterValue>,
                                           std::span<const RegionHandle>, Bytes, LogicalTime)>(
        &DataDistribution::send_interaction_with_regions);
inline constexpr auto request_federation_save =
    static_cast<Status (SaveRestore::*)(const std::string&, LogicalTime)>(
        &SaveRestore::request_federation_save);
inline constexpr auto initiate_federate_save =
    static_cast<void (FederateAmbassador::*)(const std::string&, LogicalTime)>(
        &FederateAmbassador::initiate_federate_save);
}  // namespace timed
// With an update rate, and without.
namespace rated {
inline constexpr auto subscribe_object_class_attributes = static_cast<Status (RtiAmbassador::*)(
    ObjectClassHandle, std::span<const AttributeHandle>, bool, const std::string&)>(
    &RtiAmbassador::subscribe_object_class_attributes);
inline constexpr auto turn_updates_on_for_object_instance =
    static_cast<void (FederateAmbassador::*)(ObjectInstanceHandle, std::span<const AttributeHandle>,
                                             const std::string&)>(
        &FederateAmbassador::turn_updates_on_for_object_instance);
}  // namespace rated
namespace unrated {
inline constexpr auto subscribe_object_class_attributes =
    static_cast<Status (BasicServices::*)(ObjectClassHandle, std::span<const AttributeHandle>,
                                          bool)>(&BasicServices::subscribe_object_class_attributes);
inline constexpr auto turn_updates_on_for_object_instance = static_cast<void (
    FederateAmbassador::*)(ObjectInstanceHandle, std::span<const AttributeHandle>)>(
    &FederateAmbassador::turn_updates_on_for_object_instance);
}  // namespace unrated
namespace untimed {
inline constexpr auto update_attribute_values =
    static_cast<Status (BasicServices::*)(ObjectInstanceHandle, std::span<const AttributeValue>,
                                          Bytes)>(&BasicServices::update_attribute_values);
inline constexpr auto send_interaction =
    static_cast<Status (BasicServices::*)(InteractionClassHandle, std::span<const ParameterValue>,
                                          Bytes)>(&BasicServices::send_interaction);
inline constexpr auto delete_object_instance =
    static_cast<Status (RtiAmbassador::*)(ObjectInstanceHandle, Bytes)>(
        &RtiAmbassador::delete_object_instance);
inline constexpr auto send_interaction_with_regions = static_cast<Status (DataDistribution::*)(
    InteractionClassHandle, std::span<const ParameterValue>, std::span<const RegionHandle>, Bytes)>(
    &DataDistribution::send_interaction_with_regions);
inline constexpr auto request_federation_save =
    static_cast<Status (SaveRestore::*)(const std::string&)>(&SaveRestore::request_federation_save);
inline constexpr auto initiate_federate_save =
    static_cast<void (FederateAmbassador::*)(const std::string&)>(
        &FederateAmbassador::initiate_federate_save);
}  // namespace untimed

namespace request_values {
inline constexpr auto of_object =
    static_cast<Status (RtiAmbassador::*)(ObjectInstanceHandle, std::span<const AttributeHandle>,
                                          Bytes)>(&RtiAmbassador::request_attribute_value_update);
inline constexpr auto of_class =
    static_cast<Status (RtiAmbassador::*)(ObjectClassHandle, std::span<const AttributeHandle>,
                                          Bytes)>(&RtiAmbassador::request_attribute_value_update);
}  // namespace request_values

using Services = Table<
    &RtiAmbassador::create_federation_execution, &RtiAmbassador::list_federation_executions,
    &RtiAmbassador::join_federation_execution, &RtiAmbassador::resign_federation_execution,
    &RtiAmbassador::register_federation_synchronization_point,
    &RtiAmbassador::synchronization_point_achieved, &RtiAmbassador::publish_object_class_attributes,
    &RtiAmbassador::publish_interaction_class, unrated::subscribe_object_class_attributes,
    &RtiAmbassador::subscribe_interaction_class, &RtiAmbassador::register_object_instance,
    untimed::update_attribute_values, untimed::send_interaction,
    &RtiAmbassador::enable_time_regulation, &RtiAmbassador::enable_time_constrained,
    &RtiAmbassador::enable_asynchronous_delivery, &RtiAmbassador::time_advance_request,
    &RtiAmbassador::get_object_class_handle, &RtiAmbassador::get_attribute_handle,
    &RtiAmbassador::get_interaction_class_handle, &RtiAmbassador::get_parameter_handle,
    &RtiAmbassador::get_federate_handle, &RtiAmbassador::evoke_multiple_callbacks,
    &RtiAmbassador::destroy_federation_execution, &RtiAmbassador::unpublish_object_class,
    &RtiAmbassador::unpublish_object_class_attributes, &RtiAmbassador::unpublish_interaction_class,
    &RtiAmbassador::unsubscribe_object_class, &RtiAmbassador::unsubscribe_object_class_attributes,
    &RtiAmbassador::unsubscribe_interaction_class, &RtiAmbassador::reserve_object_instance_name,
    &RtiAmbassador::release_object_instance_name, timed::update_attribute_values,
    timed::send_interaction, untimed::delete_object_instance, timed::delete_object_instance,
    &RtiAmbassador::local_delete_object_instance, request_values::of_object,
    request_values::of_class, &RtiAmbassador::disconnect,
    &RtiAmbassador::change_attribute_order_type, &RtiAmbassador::change_interaction_order_type,
    &RtiAmbassador::unconditional_attribute_ownership_divestiture,
    &RtiAmbassador::negotiated_attribute_ownership_divestiture, &RtiAmbassador::confirm_divestiture,
    &RtiAmbassador::attribute_ownership_acquisition,
    &RtiAmbassador::attribute_ownership_acquisition_if_available,
    &RtiAmbassador::attribute_ownership_release_denied,
    &RtiAmbassador::attribute_ownership_divestiture_if_wanted,
    &RtiAmbassador::cancel_negotiated_attribute_ownership_divestiture,
    &RtiAmbassador::cancel_attribute_ownership_acquisition,
    &RtiAmbassador::query_attribute_ownership, &RtiAmbassador::is_attribute_owned_by_federate,
    &RtiAmbassador::disable_time_regulation, &RtiAmbassador::disable_time_constrained,
    &RtiAmbassador::time_advance_request_available, &RtiAmbassador::next_message_request,
    &RtiAmbassador::next_message_request_available, &RtiAmbassador::flush_queue_request,
    &RtiAmbassador::disable_asynchronous_delivery, &RtiAmbassador::query_galt,
    &RtiAmbassador::query_lits, &RtiAmbassador::query_logical_time,
    &RtiAmbassador::modify_lookahead, &RtiAmbassador::query_lookahead, &RtiAmbassador::retract,
    &RtiAmbassador::get_object_class_name, &RtiAmbassador::get_interaction_class_name,
    &RtiAmbassador::get_attribute_name, &RtiAmbassador::get_parameter_name,
    &RtiAmbassador::get_object_instance_handle, &RtiAmbassador::get_object_instance_name,
    &RtiAmbassador::get_known_object_class_handle, &RtiAmbassador::get_federate_name,
    &RtiAmbassador::evoke_callback, &RtiAmbassador::create_region,
    &RtiAmbassador::commit_region_modifications, &RtiAmbassador::delete_region,
    &RtiAmbassador::register_object_instance_with_regions,
    &RtiAmbassador::associate_regions_for_updates, &RtiAmbassador::unassociate_regions_for_updates,
    &RtiAmbassador::subscribe_object_class_attributes_with_regions,
    &RtiAmbassador::unsubscribe_object_class_attributes_with_regions,
    &RtiAmbassador::subscribe_interaction_class_with_regions,
    &RtiAmbassador::unsubscribe_interaction_class_with_regions,
    untimed::send_interaction_with_regions, timed::send_interaction_with_regions,
    &RtiAmbassador::request_attribute_value_update_with_regions,
    &RtiAmbassador::get_available_dimensions_for_class_attribute,
    &RtiAmbassador::get_available_dimensions_for_interaction_class,
    &RtiAmbassador::get_dimension_handle, &RtiAmbassador::get_dimension_name,
    &RtiAmbassador::get_dimension_upper_bound, &RtiAmbassador::get_dimension_handle_set,
    &RtiAmbassador::get_range_bounds, &RtiAmbassador::set_range_bounds,
    &RtiAmbassador::enable_object_class_relevance_advisory_switch,
    &RtiAmbassador::disable_object_class_relevance_advisory_switch,
    &RtiAmbassador::enable_attribute_relevance_advisory_switch,
    &RtiAmbassador::disable_attribute_relevance_advisory_switch,
    &RtiAmbassador::enable_attribute_scope_advisory_switch,
    &RtiAmbassador::disable_attribute_scope_advisory_switch,
    &RtiAmbassador::enable_interaction_relevance_advisory_switch,
    &RtiAmbassador::disable_interaction_relevance_advisory_switch, untimed::request_federation_save,
    timed::request_federation_save, &RtiAmbassador::federate_save_begun,
    &RtiAmbassador::federate_save_complete, &RtiAmbassador::federate_save_not_complete,
    &RtiAmbassador::abort_federation_save, &RtiAmbassador::query_federation_save_status,
    &RtiAmbassador::request_federation_restore, &RtiAmbassador::federate_restore_complete,
    &RtiAmbassador::federate_restore_not_complete, &RtiAmbassador::abort_federation_restore,
    &RtiAmbassador::query_federation_restore_status,
    &RtiAmbassador::request_attribute_transportation_type_change,
    &RtiAmbassador::query_attribute_transportation_type,
    &RtiAmbassador::request_interaction_transportation_type_change,
    &RtiAmbassador::query_interaction_transportation_type, &RtiAmbassador::get_transportation_type,
    &RtiAmbassador::get_transportation_name, &RtiAmbassador::congestion,
    &RtiAmbassador::change_bundling, &RtiAmbassador::change_rate_limit,
    &RtiAmbassador::change_congestion_avoidance, &RtiAmbassador::change_intent,
    &RtiAmbassador::intent_report, &RtiAmbassador::create_federation_execution_with_mim,
    &RtiAmbassador::list_federation_execution_members, rated::subscribe_object_class_attributes,
    &RtiAmbassador::reserve_multiple_object_instance_names,
    &RtiAmbassador::release_multiple_object_instance_names,
    &RtiAmbassador::get_automatic_resign_directive, &RtiAmbassador::set_automatic_resign_directive,
    &RtiAmbassador::get_update_rate_value, &RtiAmbassador::get_update_rate_value_for_attribute,
    &RtiAmbassador::get_order_type, &RtiAmbassador::get_order_name,
    &RtiAmbassador::normalize_federate_handle, &RtiAmbassador::normalize_service_group,
    &RtiAmbassador::enable_callbacks, &RtiAmbassador::disable_callbacks,
    &RtiAmbassador::get_convey_region_designator_sets_switch,
    &RtiAmbassador::set_convey_region_designator_sets_switch,
    &RtiAmbassador::get_time_representation, &RtiAmbassador::get_hla_version>;

// Those that ask the own node alone. Not queries: while services are reported, checks look for the reports of these.
using Questions =
    Table<&RtiAmbassador::list_federation_executions, &RtiAmbassador::get_object_class_handle,
          &RtiAmbassador::get_attribute_handle, &RtiAmbassador::get_interaction_class_handle,
          &RtiAmbassador::get_parameter_handle, &RtiAmbassador::get_federate_handle,
          &RtiAmbassador::get_object_class_name, &RtiAmbassador::get_interaction_class_name,
          &RtiAmbassador::get_attribute_name, &RtiAmbassador::get_parameter_name,
          &RtiAmbassador::get_object_instance_handle, &RtiAmbassador::get_object_instance_name,
          &RtiAmbassador::get_known_object_class_handle, &RtiAmbassador::get_federate_name,
          &RtiAmbassador::get_available_dimensions_for_class_attribute,
          &RtiAmbassador::get_available_dimensions_for_interaction_class,
          &RtiAmbassador::get_dimension_handle, &RtiAmbassador::get_dimension_name,
          &RtiAmbassador::get_dimension_upper_bound, &RtiAmbassador::get_dimension_handle_set,
          &RtiAmbassador::get_range_bounds, &RtiAmbassador::get_transportation_type,
          &RtiAmbassador::get_transportation_name,
          &RtiAmbassador::list_federation_execution_members,
          &RtiAmbassador::get_automatic_resign_directive, &RtiAmbassador::get_update_rate_value,
          &RtiAmbassador::get_update_rate_value_for_attribute, &RtiAmbassador::get_order_type,
          &RtiAmbassador::get_order_name, &RtiAmbassador::normalize_federate_handle,
          &RtiAmbassador::normalize_service_group,
          &RtiAmbassador::get_convey_region_designator_sets_switch,
          &RtiAmbassador::get_time_representation, &RtiAmbassador::get_hla_version>;

using Callbacks = Table<
    &FederateAmbassador::connection_lost, &FederateAmbassador::federate_lost,
    &FederateAmbassador::synchronization_point_registration_succeeded,
    &FederateAmbassador::synchronization_point_registration_failed,
    &FederateAmbassador::announce_synchronization_point,
    &FederateAmbassador::federation_synchronized, untimed::initiate_federate_save,
    timed::initiate_federate_save, &FederateAmbassador::federation_saved,
    &FederateAmbassador::federation_not_saved, &FederateAmbassador::federation_save_status_response,
    &FederateAmbassador::request_federation_restore_succeeded,
    &FederateAmbassador::request_federation_restore_failed,
    &FederateAmbassador::federation_restore_begun, &FederateAmbassador::initiate_federate_restore,
    &FederateAmbassador::federation_restored, &FederateAmbassador::federation_not_restored,
    &FederateAmbassador::federation_restore_status_response,
    &FederateAmbassador::start_registration_for_object_class,
    &FederateAmbassador::stop_registration_for_object_class,
    &FederateAmbassador::turn_interactions_on, &FederateAmbassador::turn_interactions_off,
    &FederateAmbassador::object_instance_name_reservation_succeeded,
    &FederateAmbassador::object_instance_name_reservation_failed,
    &FederateAmbassador::multiple_object_instance_name_reservation_succeeded,
    &FederateAmbassador::multiple_object_instance_name_reservation_failed,
    &FederateAmbassador::discover_object_instance, &FederateAmbassador::reflect_attribute_values,
    &FederateAmbassador::receive_interaction, &FederateAmbassador::remove_object_instance,
    &FederateAmbassador::provide_attribute_value_update,
    &FederateAmbassador::confirm_attribute_transportation_type_change,
    &FederateAmbassador::report_attribute_transportation_type,
    &FederateAmbassador::confirm_interaction_transportation_type_change,
    &FederateAmbassador::report_interaction_transportation_type,
    &FederateAmbassador::attributes_in_scope, &FederateAmbassador::attributes_out_of_scope,
    unrated::turn_updates_on_for_object_instance, rated::turn_updates_on_for_object_instance,
    &FederateAmbassador::turn_updates_off_for_object_instance,
    &FederateAmbassador::request_attribute_ownership_assumption,
    &FederateAmbassador::request_divestiture_confirmation,
    &FederateAmbassador::attribute_ownership_acquisition_notification,
    &FederateAmbassador::attribute_ownership_unavailable,
    &FederateAmbassador::request_attribute_ownership_release,
    &FederateAmbassador::confirm_attribute_ownership_acquisition_cancellation,
    &FederateAmbassador::inform_attribute_ownership, &FederateAmbassador::attribute_is_owned_by_rti,
    &FederateAmbassador::attribute_is_not_owned, &FederateAmbassador::time_regulation_enabled,
    &FederateAmbassador::time_constrained_enabled, &FederateAmbassador::time_advance_grant,
    &FederateAmbassador::request_retraction>;

}  // namespace orrery::rti::testing
