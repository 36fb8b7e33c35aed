// What a history consists of: calls of federates, and the callbacks that they bring.
//
// Calls name things by numbers of the history, never by handles, so that a call means the same after others were left
// out: an object or message is named by the id of the call that made it, a federate by its place.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "orrery/rti/errors.hpp"
#include "orrery/rti/types.hpp"

namespace orrery::rti::testing {

// Clause 7.
#define ORRERY_REFERENCE_OWNERSHIP_SERVICES(X)         \
  X(unconditional_attribute_ownership_divestiture)     \
  X(negotiated_attribute_ownership_divestiture)        \
  X(confirm_divestiture)                               \
  X(attribute_ownership_acquisition)                   \
  X(attribute_ownership_acquisition_if_available)      \
  X(attribute_ownership_release_denied)                \
  X(attribute_ownership_divestiture_if_wanted)         \
  X(cancel_negotiated_attribute_ownership_divestiture) \
  X(cancel_attribute_ownership_acquisition)            \
  X(query_attribute_ownership)                         \
  X(is_attribute_owned_by_federate)

// Clause 9, with the support services of regions (10.23, 10.24, 10.28 to 10.30), and requests by class (6.19).
#define ORRERY_REFERENCE_REGION_SERVICES(X)                  \
  X(create_region)                                           \
  X(commit_region_modifications)                             \
  X(delete_region)                                           \
  X(register_object_instance_with_regions)                   \
  X(associate_regions_for_updates)                           \
  X(unassociate_regions_for_updates)                         \
  X(subscribe_object_class_attributes_with_regions)          \
  X(subscribe_object_class_attributes_with_regions_and_rate) \
  X(unsubscribe_object_class_attributes_with_regions)        \
  X(subscribe_interaction_class_with_regions)                \
  X(unsubscribe_interaction_class_with_regions)              \
  X(send_interaction_with_regions)                           \
  X(send_interaction_with_regions_timed)                     \
  X(request_class_attribute_value_update)                    \
  X(request_attribute_value_update_with_regions)             \
  X(get_available_dimensions_for_class_attribute)            \
  X(get_available_dimensions_for_interaction_class)          \
  X(get_dimension_handle_set)                                \
  X(get_range_bounds)                                        \
  X(set_range_bounds)

// 10.33 to 10.40.
#define ORRERY_REFERENCE_SWITCH_SERVICES(X)         \
  X(enable_object_class_relevance_advisory_switch)  \
  X(disable_object_class_relevance_advisory_switch) \
  X(enable_attribute_relevance_advisory_switch)     \
  X(disable_attribute_relevance_advisory_switch)    \
  X(enable_attribute_scope_advisory_switch)         \
  X(disable_attribute_scope_advisory_switch)        \
  X(enable_interaction_relevance_advisory_switch)   \
  X(disable_interaction_relevance_advisory_switch)

// 4.16 to 4.32.
#define ORRERY_REFERENCE_SAVE_SERVICES(X) \
  X(request_federation_save)              \
  X(request_federation_save_timed)        \
  X(federate_save_begun)                  \
  X(federate_save_complete)               \
  X(federate_save_not_complete)           \
  X(abort_federation_save)                \
  X(query_federation_save_status)         \
  X(request_federation_restore)           \
  X(federate_restore_complete)            \
  X(federate_restore_not_complete)        \
  X(abort_federation_restore)             \
  X(query_federation_restore_status)

// Clause 11, as services with names of their own: of an object class of the RTI, a report, or a request.
#define ORRERY_REFERENCE_MANAGEMENT_SERVICES(X) \
  X(subscribe_management_objects)               \
  X(unsubscribe_management_objects)             \
  X(request_management_values)                  \
  X(subscribe_reports)                          \
  X(unsubscribe_reports)                        \
  X(publish_requests)                           \
  X(send_request)

// The services, by their names in the face. A service with a timestamp, or with an update rate, is one of its own.
#define ORRERY_REFERENCE_SERVICES(X)                \
  X(create_federation_execution)                    \
  X(destroy_federation_execution)                   \
  X(list_federation_executions)                     \
  X(join_federation_execution)                      \
  X(resign_federation_execution)                    \
  X(register_federation_synchronization_point)      \
  X(synchronization_point_achieved)                 \
  X(publish_object_class_attributes)                \
  X(unpublish_object_class)                         \
  X(unpublish_object_class_attributes)              \
  X(publish_interaction_class)                      \
  X(unpublish_interaction_class)                    \
  X(subscribe_object_class_attributes)              \
  X(subscribe_object_class_attributes_with_rate)    \
  X(unsubscribe_object_class)                       \
  X(unsubscribe_object_class_attributes)            \
  X(subscribe_interaction_class)                    \
  X(unsubscribe_interaction_class)                  \
  X(reserve_object_instance_name)                   \
  X(release_object_instance_name)                   \
  X(register_object_instance)                       \
  X(update_attribute_values)                        \
  X(update_attribute_values_timed)                  \
  X(send_interaction)                               \
  X(send_interaction_timed)                         \
  X(delete_object_instance)                         \
  X(delete_object_instance_timed)                   \
  X(local_delete_object_instance)                   \
  X(request_attribute_value_update)                 \
  X(change_attribute_order_type)                    \
  X(change_interaction_order_type)                  \
  X(request_attribute_transportation_type_change)   \
  X(query_attribute_transportation_type)            \
  X(request_interaction_transportation_type_change) \
  X(query_interaction_transportation_type)          \
  ORRERY_REFERENCE_OWNERSHIP_SERVICES(X)            \
  ORRERY_REFERENCE_REGION_SERVICES(X)               \
  ORRERY_REFERENCE_SWITCH_SERVICES(X)               \
  X(enable_time_regulation)                         \
  X(disable_time_regulation)                        \
  X(enable_time_constrained)                        \
  X(disable_time_constrained)                       \
  X(time_advance_request)                           \
  X(time_advance_request_available)                 \
  X(next_message_request)                           \
  X(next_message_request_available)                 \
  X(flush_queue_request)                            \
  X(enable_asynchronous_delivery)                   \
  X(disable_asynchronous_delivery)                  \
  X(query_galt)                                     \
  X(query_lits)                                     \
  X(query_logical_time)                             \
  X(modify_lookahead)                               \
  X(query_lookahead)                                \
  X(retract)                                        \
  X(evoke_callback)                                 \
  X(evoke_multiple_callbacks)                       \
  X(connect)                                        \
  X(disconnect)                                     \
  X(reserve_multiple_object_instance_names)         \
  X(release_multiple_object_instance_names)         \
  X(get_automatic_resign_directive)                 \
  X(set_automatic_resign_directive)                 \
  X(get_federate_handle)                            \
  X(get_federate_name)                              \
  X(get_object_class_handle)                        \
  X(get_object_class_name)                          \
  X(get_known_object_class_handle)                  \
  X(get_object_instance_handle)                     \
  X(get_object_instance_name)                       \
  X(get_attribute_handle)                           \
  X(get_attribute_name)                             \
  X(get_update_rate_value)                          \
  X(get_update_rate_value_for_attribute)            \
  X(get_interaction_class_handle)                   \
  X(get_interaction_class_name)                     \
  X(get_parameter_handle)                           \
  X(get_parameter_name)                             \
  X(get_order_type)                                 \
  X(get_order_name)                                 \
  X(get_transportation_type)                        \
  X(get_transportation_name)                        \
  X(get_dimension_handle)                           \
  X(get_dimension_name)                             \
  X(get_dimension_upper_bound)                      \
  X(normalize_federate_handle)                      \
  X(normalize_service_group)                        \
  X(enable_callbacks)                               \
  X(disable_callbacks)                              \
  ORRERY_REFERENCE_SAVE_SERVICES(X)                 \
  ORRERY_REFERENCE_MANAGEMENT_SERVICES(X)

enum class Service : std::uint8_t {
#define X(name) name,
  ORRERY_REFERENCE_SERVICES(X)
#undef X
};
inline constexpr std::size_t service_count = 0
#define X(name) +1
    ORRERY_REFERENCE_SERVICES(X)
#undef X
    ;
std::string_view to_string(Service service);

// 4.3, 4.9, 4.10, 10.41, 10.42: services that are refused within a callback.
inline constexpr Service refused_within[] = {
    Service::disconnect, Service::join_federation_execution, Service::resign_federation_execution,
    Service::evoke_callback, Service::evoke_multiple_callbacks};

inline bool is_management(Service service) {
  return service >= Service::subscribe_management_objects && service <= Service::send_request;
}

// What the subject of a call is.
enum class Subject : std::uint8_t { none, object_class, interaction, object, message, region };
Subject subject_of(Service service);

inline constexpr int no_transportation = 100;  // a transportation type that no module states
inline constexpr int no_update_rate = 101;     // an update rate designator that no module states
inline constexpr int unknown = -1;             // a thing that never was: its handle is invalid

struct Call {
  int id = 0;  // unique in its history; values and tags carry it
  int federate = 0;
  Service service = Service::evoke_multiple_callbacks;
  int subject = 0;                   // class, object, message or region, as the service needs it
  int name = 0;                      // of a pool: object names, labels, federate names
  std::vector<int> attributes = {};  // or parameters
  std::vector<int> federates = {};
  std::vector<int> regions = {};
  std::vector<int> dimensions = {};
  std::uint64_t lower = 0;  // of a range
  std::uint64_t upper = 0;
  double time = 0;  // or lookahead
  // Resign action, order type, transportation type, update rate (model_rates.hpp), FOM modules; of an evoking service: which of
  // `refused_within` is called within the first callback, from 1.
  int choice = 0;
  bool flag = false;
};
std::string to_string(const Call& call);

struct Answer {
  std::optional<ErrorCode> error = {};
  std::string value = {};    // the result in words of the history
  std::string message = {};  // of the error
};

// Callbacks, by their names in the face.
#define ORRERY_REFERENCE_CALLBACKS(X)                     \
  X(connection_lost)                                      \
  X(federate_lost)                                        \
  X(synchronization_point_registration_succeeded)         \
  X(synchronization_point_registration_failed)            \
  X(announce_synchronization_point)                       \
  X(federation_synchronized)                              \
  X(initiate_federate_save)                               \
  X(federation_saved)                                     \
  X(federation_not_saved)                                 \
  X(federation_save_status_response)                      \
  X(request_federation_restore_succeeded)                 \
  X(request_federation_restore_failed)                    \
  X(federation_restore_begun)                             \
  X(initiate_federate_restore)                            \
  X(federation_restored)                                  \
  X(federation_not_restored)                              \
  X(federation_restore_status_response)                   \
  X(start_registration_for_object_class)                  \
  X(stop_registration_for_object_class)                   \
  X(turn_interactions_on)                                 \
  X(turn_interactions_off)                                \
  X(object_instance_name_reservation_succeeded)           \
  X(object_instance_name_reservation_failed)              \
  X(multiple_object_instance_name_reservation_succeeded)  \
  X(multiple_object_instance_name_reservation_failed)     \
  X(discover_object_instance)                             \
  X(reflect_attribute_values)                             \
  X(receive_interaction)                                  \
  X(remove_object_instance)                               \
  X(provide_attribute_value_update)                       \
  X(confirm_attribute_transportation_type_change)         \
  X(report_attribute_transportation_type)                 \
  X(confirm_interaction_transportation_type_change)       \
  X(report_interaction_transportation_type)               \
  X(attributes_in_scope)                                  \
  X(attributes_out_of_scope)                              \
  X(turn_updates_on_for_object_instance)                  \
  X(turn_updates_off_for_object_instance)                 \
  X(request_attribute_ownership_assumption)               \
  X(request_divestiture_confirmation)                     \
  X(attribute_ownership_acquisition_notification)         \
  X(attribute_ownership_unavailable)                      \
  X(request_attribute_ownership_release)                  \
  X(confirm_attribute_ownership_acquisition_cancellation) \
  X(inform_attribute_ownership)                           \
  X(attribute_is_owned_by_rti)                            \
  X(attribute_is_not_owned)                               \
  X(time_regulation_enabled)                              \
  X(time_constrained_enabled)                             \
  X(time_advance_grant)                                   \
  X(request_retraction)                                   \
  X(discover_managed)                                     \
  X(reflect_managed)                                      \
  X(remove_managed)                                       \
  X(managed_in_scope)                                     \
  X(managed_out_of_scope)                                 \
  X(receive_report)

enum class CallbackKind : std::uint8_t {
#define X(name) name,
  ORRERY_REFERENCE_CALLBACKS(X)
#undef X
};

std::string_view to_string(CallbackKind kind);

struct Callback {
  CallbackKind kind = CallbackKind::time_advance_grant;
  int subject = unknown;  // object, interaction class, message
  int object_class = unknown;
  int federate = unknown;                  // join number: producer, owner; of a restore: the handle
  std::set<int> attributes = {};           // or parameters
  std::map<int, std::string> values = {};  // by attribute or parameter
  std::string tag = {};
  std::string text = {};  // label, name
  std::optional<double> time = {};
  OrderType sent = OrderType::receive;
  OrderType received = OrderType::receive;
  int choice = 0;  // transportation, failure, status
  int retraction = unknown;
  std::map<int, int> statuses = {};  // by federate handle
};
std::string to_string(const Callback& callback);

}  // namespace orrery::rti::testing
