// Errors of the services, as values, by the names of the standard's exceptions (IEEE 1516.1-2010).
//
// A service that answers with an error has changed nothing. `Congested` is not the standard's: receivers are slower than the
// sender, or the sender has submitted more than the other nodes have applied. Nothing was sent; evoke callbacks and try again.
// `services.def` lists the errors of each service.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "orrery/base/result.hpp"

namespace orrery::rti {

enum class ErrorCode : std::uint8_t {
  AlreadyConnected,
  AttributeAcquisitionWasNotRequested,
  AttributeAlreadyBeingAcquired,
  AttributeAlreadyBeingChanged,
  AttributeAlreadyBeingDivested,
  AttributeAlreadyOwned,
  AttributeDivestitureWasNotRequested,
  AttributeNotDefined,
  AttributeNotOwned,
  AttributeNotPublished,
  AttributeRelevanceAdvisorySwitchIsOff,
  AttributeRelevanceAdvisorySwitchIsOn,
  AttributeScopeAdvisorySwitchIsOff,
  AttributeScopeAdvisorySwitchIsOn,
  AsynchronousDeliveryAlreadyDisabled,
  AsynchronousDeliveryAlreadyEnabled,
  CallNotAllowedFromWithinCallback,
  Congested,
  CouldNotOpenFDD,
  CouldNotOpenMIM,
  DeletePrivilegeNotHeld,
  DesignatorIsHLAstandardMIM,
  ErrorReadingFDD,
  ErrorReadingMIM,
  FederateAlreadyExecutionMember,
  FederateHandleNotKnown,
  FederateHasNotBegunSave,
  FederateIsExecutionMember,
  FederateNameAlreadyInUse,
  FederateNotExecutionMember,
  FederateOwnsAttributes,
  FederateServiceInvocationsAreBeingReportedViaMOM,
  FederateUnableToUseTime,
  FederatesCurrentlyJoined,
  FederationExecutionAlreadyExists,
  FederationExecutionDoesNotExist,
  IllegalName,
  InTimeAdvancingState,
  InconsistentFDD,
  InteractionClassAlreadyBeingChanged,
  InteractionClassNotDefined,
  InteractionClassNotPublished,
  InteractionParameterNotDefined,
  InteractionRelevanceAdvisorySwitchIsOff,
  InteractionRelevanceAdvisorySwitchIsOn,
  InvalidAttributeHandle,
  InvalidDimensionHandle,
  InvalidFederateHandle,
  InvalidInteractionClassHandle,
  InvalidLogicalTime,
  InvalidLookahead,
  InvalidMessageRetractionHandle,
  InvalidObjectClassHandle,
  InvalidOrderName,
  InvalidOrderType,
  InvalidParameterHandle,
  InvalidRangeBound,
  InvalidRegion,
  InvalidRegionContext,
  InvalidResignAction,
  InvalidServiceGroup,
  InvalidTransportationName,
  InvalidTransportationType,
  InvalidUpdateRateDesignator,
  LogicalTimeAlreadyPassed,
  MessageCanNoLongerBeRetracted,
  NameNotFound,
  NameSetWasEmpty,
  NoAcquisitionPending,
  NotConnected,
  ObjectClassNotDefined,
  ObjectClassNotPublished,
  ObjectClassRelevanceAdvisorySwitchIsOff,
  ObjectClassRelevanceAdvisorySwitchIsOn,
  ObjectInstanceNameInUse,
  ObjectInstanceNameNotReserved,
  ObjectInstanceNotKnown,
  OwnershipAcquisitionPending,
  RTIinternalError,
  RegionDoesNotContainSpecifiedDimension,
  RegionInUseForUpdateOrSubscription,
  RegionNotCreatedByThisFederate,
  ReportServiceInvocationsAreSubscribed,
  RequestForTimeConstrainedPending,
  RequestForTimeRegulationPending,
  RestoreInProgress,
  RestoreNotInProgress,
  RestoreNotRequested,
  SaveInProgress,
  SaveNotInProgress,
  SaveNotInitiated,
  SynchronizationPointLabelNotAnnounced,
  TimeConstrainedAlreadyEnabled,
  TimeConstrainedIsNotEnabled,
  TimeRegulationAlreadyEnabled,
  TimeRegulationIsNotEnabled,
  UnsupportedCallbackModel,
};

std::string_view to_string(ErrorCode code);

struct Error {
  ErrorCode code = ErrorCode::RTIinternalError;
  std::string message;  // names what was given, and the remedy
};

template <class T>
using Result = base::Expected<T, Error>;
using Status = Result<void>;

}  // namespace orrery::rti
