#include "exceptions.hpp"

#include <iostream>
#include <stdexcept>
#include <vector>

namespace orrery::rti::testing {

namespace {

using enum ErrorCode;

using Codes = std::set<ErrorCode>;

struct Row {
  Service service;
  std::string_view clause;
  Codes own;
};

// What the services of a group have in common.
const Codes common{NotConnected, FederateNotExecutionMember, SaveInProgress, RestoreInProgress};
const Codes support{NotConnected, FederateNotExecutionMember};
const Codes advance{LogicalTimeAlreadyPassed, InvalidLogicalTime, InTimeAdvancingState,
                    RequestForTimeRegulationPending, RequestForTimeConstrainedPending};
const Codes object_attributes{AttributeNotDefined, ObjectInstanceNotKnown};
const Codes owned_attributes{AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown};
const Codes acquired_attributes{AttributeNotPublished, ObjectClassNotPublished,
                                FederateOwnsAttributes, AttributeNotDefined,
                                ObjectInstanceNotKnown};
const Codes class_attributes{AttributeNotDefined, ObjectClassNotDefined};
const Codes sent_interaction{InteractionClassNotPublished, InteractionParameterNotDefined,
                             InteractionClassNotDefined};
const Codes given_regions{RegionNotCreatedByThisFederate, InvalidRegion};
const Codes used_regions{InvalidRegionContext, RegionNotCreatedByThisFederate, InvalidRegion};

Codes operator+(Codes all, const Codes& more) {
  all.insert(more.begin(), more.end());
  return all;
}

std::vector<Row> federation_rows() {
  return {
      {Service::connect, "4.2", {}},
      {Service::disconnect, "4.3", {FederateIsExecutionMember, CallNotAllowedFromWithinCallback}},
      {Service::create_federation_execution,
       "4.5",
       {NotConnected, InconsistentFDD, ErrorReadingFDD, CouldNotOpenFDD,
        FederationExecutionAlreadyExists}},
      {Service::destroy_federation_execution,
       "4.6",
       {NotConnected, FederatesCurrentlyJoined, FederationExecutionDoesNotExist}},
      {Service::list_federation_executions, "4.7", {NotConnected}},
      {Service::join_federation_execution,
       "4.9",
       {NotConnected, FederateNameAlreadyInUse, FederationExecutionDoesNotExist, InconsistentFDD,
        ErrorReadingFDD, SaveInProgress, RestoreInProgress, FederateAlreadyExecutionMember,
        CallNotAllowedFromWithinCallback}},
      {Service::resign_federation_execution, "4.10",
       support + Codes{InvalidResignAction, OwnershipAcquisitionPending, FederateOwnsAttributes,
                       CallNotAllowedFromWithinCallback}},
      {Service::register_federation_synchronization_point, "4.11",
       common + Codes{InvalidFederateHandle}},
      {Service::synchronization_point_achieved, "4.14",
       common + Codes{SynchronizationPointLabelNotAnnounced}},
  };
}

std::vector<Row> declaration_rows() {
  const Codes of_class{ObjectClassNotDefined};
  const Codes of_interaction{InteractionClassNotDefined};
  return {
      {Service::publish_object_class_attributes, "5.2", common + class_attributes},
      {Service::unpublish_object_class, "5.3",
       common + of_class + Codes{OwnershipAcquisitionPending}},
      {Service::unpublish_object_class_attributes, "5.3",
       common + class_attributes + Codes{OwnershipAcquisitionPending}},
      {Service::publish_interaction_class, "5.4", common + of_interaction},
      {Service::unpublish_interaction_class, "5.5", common + of_interaction},
      {Service::subscribe_object_class_attributes, "5.6",
       common + class_attributes + Codes{InvalidUpdateRateDesignator}},
      {Service::subscribe_object_class_attributes_with_rate, "5.6",
       common + class_attributes + Codes{InvalidUpdateRateDesignator}},
      {Service::unsubscribe_object_class, "5.7", common + of_class},
      {Service::unsubscribe_object_class_attributes, "5.7", common + class_attributes},
      {Service::subscribe_interaction_class, "5.8",
       common + of_interaction},  // and that of subscribe_reports
      {Service::unsubscribe_interaction_class, "5.9", common + of_interaction},
  };
}

std::vector<Row> object_rows() {
  const Codes named{ObjectInstanceNameInUse, ObjectInstanceNameNotReserved, ObjectClassNotPublished,
                    ObjectClassNotDefined};
  const Codes deleted{DeletePrivilegeNotHeld, ObjectInstanceNotKnown};
  const Codes stamped{InvalidLogicalTime};
  return {
      {Service::reserve_object_instance_name, "6.2", common + Codes{IllegalName}},
      {Service::release_object_instance_name, "6.4", common + Codes{ObjectInstanceNameNotReserved}},
      {Service::reserve_multiple_object_instance_names, "6.5",
       common + Codes{IllegalName, NameSetWasEmpty}},
      // That of an empty set is this RTI's own, as in 6.5.
      {Service::release_multiple_object_instance_names, "6.7",
       common + Codes{ObjectInstanceNameNotReserved, NameSetWasEmpty}},
      {Service::register_object_instance, "6.8", common + named},
      {Service::update_attribute_values, "6.10", common + owned_attributes},
      {Service::update_attribute_values_timed, "6.10", common + owned_attributes + stamped},
      {Service::send_interaction, "6.12", common + sent_interaction},
      {Service::send_interaction_timed, "6.12", common + sent_interaction + stamped},
      {Service::delete_object_instance, "6.14", common + deleted},
      {Service::delete_object_instance_timed, "6.14", common + deleted + stamped},
      {Service::local_delete_object_instance, "6.16",
       common + Codes{OwnershipAcquisitionPending, FederateOwnsAttributes, ObjectInstanceNotKnown}},
      {Service::request_attribute_value_update, "6.19", common + object_attributes},
      {Service::request_class_attribute_value_update, "6.19", common + class_attributes},
      {Service::request_attribute_transportation_type_change, "6.23",
       common + owned_attributes + Codes{AttributeAlreadyBeingChanged, InvalidTransportationType}},
      {Service::query_attribute_transportation_type, "6.25", common + object_attributes},
      {Service::request_interaction_transportation_type_change, "6.27",
       common + Codes{InteractionClassAlreadyBeingChanged, InteractionClassNotPublished,
                      InteractionClassNotDefined, InvalidTransportationType}},
      {Service::query_interaction_transportation_type, "6.29",
       // Those of the federate are this RTI's own: the standard says nothing of a federate that has not joined.
       common + Codes{InteractionClassNotDefined, FederateHandleNotKnown, InvalidFederateHandle}},
  };
}

std::vector<Row> ownership_rows() {
  return {
      {Service::unconditional_attribute_ownership_divestiture, "7.2", common + owned_attributes},
      {Service::negotiated_attribute_ownership_divestiture, "7.3",
       common + owned_attributes + Codes{AttributeAlreadyBeingDivested}},
      {Service::confirm_divestiture, "7.6",
       common + owned_attributes +
           Codes{NoAcquisitionPending, AttributeDivestitureWasNotRequested}},
      {Service::attribute_ownership_acquisition, "7.8", common + acquired_attributes},
      {Service::attribute_ownership_acquisition_if_available, "7.9",
       common + acquired_attributes + Codes{AttributeAlreadyBeingAcquired}},
      {Service::attribute_ownership_release_denied, "7.12", common + owned_attributes},
      {Service::attribute_ownership_divestiture_if_wanted, "7.13", common + owned_attributes},
      {Service::cancel_negotiated_attribute_ownership_divestiture, "7.14",
       common + owned_attributes + Codes{AttributeDivestitureWasNotRequested}},
      {Service::cancel_attribute_ownership_acquisition, "7.15",
       common + object_attributes +
           Codes{AttributeAcquisitionWasNotRequested, AttributeAlreadyOwned}},
      {Service::query_attribute_ownership, "7.17", common + object_attributes},
      {Service::is_attribute_owned_by_federate, "7.19", common + object_attributes},
  };
}

std::vector<Row> time_rows() {
  return {
      {Service::enable_time_regulation, "8.2",
       common + Codes{InvalidLookahead, InTimeAdvancingState, RequestForTimeRegulationPending,
                      TimeRegulationAlreadyEnabled}},
      {Service::disable_time_regulation, "8.4", common + Codes{TimeRegulationIsNotEnabled}},
      {Service::enable_time_constrained, "8.5",
       common + Codes{InTimeAdvancingState, RequestForTimeConstrainedPending,
                      TimeConstrainedAlreadyEnabled}},
      {Service::disable_time_constrained, "8.7", common + Codes{TimeConstrainedIsNotEnabled}},
      {Service::time_advance_request, "8.8", common + advance},
      {Service::time_advance_request_available, "8.9", common + advance},
      {Service::next_message_request, "8.10", common + advance},
      {Service::next_message_request_available, "8.11", common + advance},
      {Service::flush_queue_request, "8.12", common + advance},
      {Service::enable_asynchronous_delivery, "8.14",
       common + Codes{AsynchronousDeliveryAlreadyEnabled}},
      {Service::disable_asynchronous_delivery, "8.15",
       common + Codes{AsynchronousDeliveryAlreadyDisabled}},
      {Service::query_galt, "8.16", common},
      {Service::query_logical_time, "8.17", common},
      {Service::query_lits, "8.18", common},
      {Service::modify_lookahead, "8.19",
       common + Codes{InvalidLookahead, InTimeAdvancingState, TimeRegulationIsNotEnabled}},
      {Service::query_lookahead, "8.20", common + Codes{TimeRegulationIsNotEnabled}},
      {Service::retract, "8.21",
       common + Codes{MessageCanNoLongerBeRetracted, InvalidMessageRetractionHandle,
                      TimeRegulationIsNotEnabled}},
      {Service::change_attribute_order_type, "8.23", common + owned_attributes},
      {Service::change_interaction_order_type, "8.24",
       common + Codes{InteractionClassNotPublished, InteractionClassNotDefined}},
  };
}

std::vector<Row> region_rows() {
  const Codes stamped{InvalidLogicalTime};
  return {
      {Service::create_region, "9.2", common + Codes{InvalidDimensionHandle}},
      {Service::commit_region_modifications, "9.3", common + given_regions},
      {Service::delete_region, "9.4",
       common + given_regions + Codes{RegionInUseForUpdateOrSubscription}},
      {Service::register_object_instance_with_regions, "9.5",
       common + used_regions + class_attributes +
           Codes{ObjectInstanceNameInUse, ObjectInstanceNameNotReserved, AttributeNotPublished,
                 ObjectClassNotPublished}},
      {Service::associate_regions_for_updates, "9.6", common + used_regions + object_attributes},
      {Service::unassociate_regions_for_updates, "9.7", common + given_regions + object_attributes},
      {Service::subscribe_object_class_attributes_with_regions, "9.8",
       common + used_regions + class_attributes + Codes{InvalidUpdateRateDesignator}},
      {Service::subscribe_object_class_attributes_with_regions_and_rate, "9.8",
       common + used_regions + class_attributes + Codes{InvalidUpdateRateDesignator}},
      {Service::unsubscribe_object_class_attributes_with_regions, "9.9",
       common + given_regions + class_attributes},
      {Service::subscribe_interaction_class_with_regions, "9.10",
       common + used_regions + Codes{InteractionClassNotDefined}},
      {Service::unsubscribe_interaction_class_with_regions, "9.11",
       common + given_regions + Codes{InteractionClassNotDefined}},
      {Service::send_interaction_with_regions, "9.12", common + used_regions + sent_interaction},
      {Service::send_interaction_with_regions_timed, "9.12",
       common + used_regions + sent_interaction + stamped},
      {Service::request_attribute_value_update_with_regions, "9.13",
       common + used_regions + class_attributes},
      {Service::get_dimension_handle_set, "10.28", common + Codes{InvalidRegion}},
      {Service::get_range_bounds, "10.29",
       common + Codes{RegionDoesNotContainSpecifiedDimension, InvalidRegion}},
      {Service::set_range_bounds, "10.30",
       common + given_regions + Codes{InvalidRangeBound, RegionDoesNotContainSpecifiedDimension}},
  };
}

std::vector<Row> support_rows() {
  const Codes on_or_off = common;
  return {
      {Service::get_automatic_resign_directive, "10.2", support},
      {Service::set_automatic_resign_directive, "10.3", support + Codes{InvalidResignAction}},
      {Service::get_federate_handle, "10.4", support + Codes{NameNotFound}},
      {Service::get_federate_name, "10.5",
       support + Codes{InvalidFederateHandle, FederateHandleNotKnown}},
      {Service::get_object_class_handle, "10.6", support + Codes{NameNotFound}},
      {Service::get_object_class_name, "10.7", support + Codes{InvalidObjectClassHandle}},
      {Service::get_known_object_class_handle, "10.8", support + Codes{ObjectInstanceNotKnown}},
      {Service::get_object_instance_handle, "10.9", support + Codes{ObjectInstanceNotKnown}},
      {Service::get_object_instance_name, "10.10", support + Codes{ObjectInstanceNotKnown}},
      {Service::get_attribute_handle, "10.11",
       support + Codes{NameNotFound, InvalidObjectClassHandle}},
      {Service::get_attribute_name, "10.12",
       support + Codes{AttributeNotDefined, InvalidAttributeHandle, InvalidObjectClassHandle}},
      {Service::get_update_rate_value, "10.13", support + Codes{InvalidUpdateRateDesignator}},
      {Service::get_update_rate_value_for_attribute, "10.14", support + object_attributes},
      {Service::get_interaction_class_handle, "10.15", support + Codes{NameNotFound}},
      {Service::get_interaction_class_name, "10.16",
       support + Codes{InvalidInteractionClassHandle}},
      {Service::get_parameter_handle, "10.17",
       support + Codes{NameNotFound, InvalidInteractionClassHandle}},
      {Service::get_parameter_name, "10.18",
       support + Codes{InteractionParameterNotDefined, InvalidParameterHandle,
                       InvalidInteractionClassHandle}},
      {Service::get_order_type, "10.19", support + Codes{InvalidOrderName}},
      {Service::get_order_name, "10.20", support + Codes{InvalidOrderType}},
      {Service::get_transportation_type, "10.21", support + Codes{InvalidTransportationName}},
      {Service::get_transportation_name, "10.22", support + Codes{InvalidTransportationType}},
      {Service::get_available_dimensions_for_class_attribute, "10.23",
       support + Codes{AttributeNotDefined, InvalidAttributeHandle, InvalidObjectClassHandle}},
      {Service::get_available_dimensions_for_interaction_class, "10.24",
       support + Codes{InvalidInteractionClassHandle}},
      {Service::get_dimension_handle, "10.25", support + Codes{NameNotFound}},
      {Service::get_dimension_name, "10.26", support + Codes{InvalidDimensionHandle}},
      {Service::get_dimension_upper_bound, "10.27", support + Codes{InvalidDimensionHandle}},
      {Service::normalize_federate_handle, "10.31", support + Codes{InvalidFederateHandle}},
      {Service::normalize_service_group, "10.32", support + Codes{InvalidServiceGroup}},
      {Service::enable_object_class_relevance_advisory_switch, "10.33",
       on_or_off + Codes{ObjectClassRelevanceAdvisorySwitchIsOn}},
      {Service::disable_object_class_relevance_advisory_switch, "10.34",
       on_or_off + Codes{ObjectClassRelevanceAdvisorySwitchIsOff}},
      {Service::enable_attribute_relevance_advisory_switch, "10.35",
       on_or_off + Codes{AttributeRelevanceAdvisorySwitchIsOn}},
      {Service::disable_attribute_relevance_advisory_switch, "10.36",
       on_or_off + Codes{AttributeRelevanceAdvisorySwitchIsOff}},
      {Service::enable_attribute_scope_advisory_switch, "10.37",
       on_or_off + Codes{AttributeScopeAdvisorySwitchIsOn}},
      {Service::disable_attribute_scope_advisory_switch, "10.38",
       on_or_off + Codes{AttributeScopeAdvisorySwitchIsOff}},
      {Service::enable_interaction_relevance_advisory_switch, "10.39",
       on_or_off + Codes{InteractionRelevanceAdvisorySwitchIsOn}},
      {Service::disable_interaction_relevance_advisory_switch, "10.40",
       on_or_off + Codes{InteractionRelevanceAdvisorySwitchIsOff}},
      {Service::evoke_callback, "10.41", {CallNotAllowedFromWithinCallback}},
      {Service::evoke_multiple_callbacks, "10.42", {CallNotAllowedFromWithinCallback}},
      {Service::enable_callbacks, "10.43", {SaveInProgress, RestoreInProgress}},
      {Service::disable_callbacks, "10.44", {SaveInProgress, RestoreInProgress}},
  };
}

std::vector<Row> save_rows() {
  const Codes no_restore = support + Codes{RestoreInProgress};
  const Codes no_save = support + Codes{SaveInProgress};
  return {
      // IllegalName, of a label without characters, is this RTI's own, as in 4.24.
      {Service::request_federation_save, "4.16", common + Codes{IllegalName}},
      {Service::request_federation_save_timed, "4.16",
       common + Codes{IllegalName, LogicalTimeAlreadyPassed, InvalidLogicalTime,
                      FederateUnableToUseTime}},
      {Service::federate_save_begun, "4.18", no_restore + Codes{SaveNotInitiated}},
      {Service::federate_save_complete, "4.19", no_restore + Codes{FederateHasNotBegunSave}},
      {Service::federate_save_not_complete, "4.19", no_restore + Codes{FederateHasNotBegunSave}},
      {Service::abort_federation_save, "4.21", support + Codes{SaveNotInProgress}},
      {Service::query_federation_save_status, "4.22", no_restore},
      {Service::request_federation_restore, "4.24", common + Codes{IllegalName}},
      {Service::federate_restore_complete, "4.28", no_save + Codes{RestoreNotRequested}},
      {Service::federate_restore_not_complete, "4.28", no_save + Codes{RestoreNotRequested}},
      {Service::abort_federation_restore, "4.30", support + Codes{RestoreNotInProgress}},
      {Service::query_federation_restore_status, "4.31", no_save},
  };
}

// Clause 11: the services that are called by other names in histories.
std::vector<Row> management_rows() {
  return {
      {Service::subscribe_management_objects, "5.6", common},
      {Service::unsubscribe_management_objects, "5.7", common},
      {Service::request_management_values, "6.19", common},
      {Service::subscribe_reports, "5.8",
       common + Codes{FederateServiceInvocationsAreBeingReportedViaMOM}},
      {Service::unsubscribe_reports, "5.9", common},
      {Service::publish_requests, "5.4", common},
      {Service::send_request, "6.12", common + Codes{InteractionClassNotPublished}},
  };
}

const Row& row_of(Service service) {
  static const std::map<Service, Row> rows = [] {
    std::map<Service, Row> all;
    for (const auto& group :
         {federation_rows(), declaration_rows(), object_rows(), ownership_rows(), time_rows(),
          region_rows(), support_rows(), save_rows(), management_rows()}) {
      for (const Row& each : group) all.emplace(each.service, each);
    }
    return all;
  }();
  const auto found = rows.find(service);
  if (found == rows.end())
    throw std::logic_error("no exceptions are listed of " + std::string(to_string(service)));
  return found->second;
}

}  // namespace

const std::set<ErrorCode>& exceptions_of(Service service) { return row_of(service).own; }

std::string_view clause_of(Service service) { return row_of(service).clause; }

std::string_view why_never(const ServiceAnswer& answer) {
  const auto& [service, error] = answer;
  if (error == ErrorReadingFDD)
    return "modules are given as the reader has read them: parse_fom() answers with it";
  const bool without_rate = service == Service::subscribe_object_class_attributes ||
                            service == Service::subscribe_object_class_attributes_with_regions;
  if (without_rate && error == InvalidUpdateRateDesignator)
    return "with a rate the service is counted as another";
  const bool ends_save = service == Service::federate_save_begun ||
                         service == Service::federate_save_complete ||
                         service == Service::federate_save_not_complete;
  const bool ends_restore = service == Service::federate_restore_complete ||
                            service == Service::federate_restore_not_complete;
  if ((ends_save && error == RestoreInProgress) || (ends_restore && error == SaveInProgress))
    return "two errors apply, and the service answers with its own";
  return {};
}

const std::vector<ServiceAnswer>& answers_to_meet() {
  static const std::vector<ServiceAnswer> all = [] {
    std::vector<ServiceAnswer> made;
    const auto add = [&](const ServiceAnswer& each) {
      if (why_never(each).empty()) made.push_back(each);
    };
    for (std::size_t each = 0; each < service_count; ++each) {
      const auto service = static_cast<Service>(each);
      add({service, {}});
      for (const ErrorCode error : exceptions_of(service)) add({service, error});
    }
    return made;
  }();
  return all;
}

void Coverage::count(Service service, const Answer& answer) {
  ++times_[{service, answer.error}];
  ++calls_;
}

void Coverage::print(std::uint64_t histories) const {
  const auto times = [&](Service service, std::optional<ErrorCode> error) {
    const auto found = times_.find({service, error});
    return found == times_.end() ? 0 : found->second;
  };
  std::cout << histories << " histories, " << calls_ << " calls\n";
  std::vector<std::string> seldom;
  std::vector<std::string> unmet;
  for (std::size_t each = 0; each < service_count; ++each) {
    const auto service = static_cast<Service>(each);
    if (is_management(service) && times(service, {}) == 0) continue;  // no history was about it
    const auto print_one = [&](std::optional<ErrorCode> error) {
      const std::string text = std::string(clause_of(service)) + " " +
                               std::string(to_string(service)) + " " +
                               (error ? std::string(to_string(*error)) : "legal");
      const std::uint64_t count = times(service, error);
      std::cout << text << " " << count << "\n";
      if (const std::string_view why = why_never({service, error}); !why.empty())
        unmet.push_back(text + " " + std::to_string(count) + ": " + std::string(why));
      else if (count * 200 < histories)
        seldom.push_back(text + " " + std::to_string(count));
    };
    print_one({});
    for (const ErrorCode error : exceptions_of(service)) print_one(error);
  }
  std::cout << seldom.size() << " below 1,000 times in 200,000 histories\n";
  for (const std::string& each : seldom) std::cout << "seldom: " << each << "\n";
  for (const std::string& each : unmet) std::cout << "unmet: " << each << "\n";
}

}  // namespace orrery::rti::testing
