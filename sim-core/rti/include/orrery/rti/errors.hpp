// Errors of the services, by the standard's names (IEEE 1516-2010, its exceptions), as values.
//
// A service called outside its state answers with its error, changes nothing and loses nothing. `Congested`
// is not the standard's: receivers are slower than the sender; nothing was sent, evoke callbacks and try
// again.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace orrery::rti {

enum class ErrorCode : std::uint8_t {
  AlreadyConnected,
  AttributeAcquisitionWasNotRequested,
  AttributeAlreadyBeingAcquired,
  AttributeAlreadyBeingDivested,
  AttributeAlreadyOwned,
  AttributeDivestitureWasNotRequested,
  AttributeNotDefined,
  AttributeNotOwned,
  AttributeNotPublished,
  AsynchronousDeliveryAlreadyDisabled,
  AsynchronousDeliveryAlreadyEnabled,
  CallNotAllowedFromWithinCallback,
  Congested,
  CouldNotOpenFDD,
  DeletePrivilegeNotHeld,
  ErrorReadingFDD,
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
  InteractionClassNotDefined,
  InteractionClassNotPublished,
  InteractionParameterNotDefined,
  InvalidAttributeHandle,
  InvalidDimensionHandle,
  InvalidFederateHandle,
  InvalidInteractionClassHandle,
  InvalidLogicalTime,
  InvalidLookahead,
  InvalidMessageRetractionHandle,
  InvalidObjectClassHandle,
  InvalidParameterHandle,
  InvalidRangeBound,
  InvalidRegion,
  InvalidRegionContext,
  InvalidResignAction,
  LogicalTimeAlreadyPassed,
  MessageCanNoLongerBeRetracted,
  NameNotFound,
  NotConnected,
  ObjectClassNotDefined,
  ObjectClassNotPublished,
  ObjectInstanceNameInUse,
  ObjectInstanceNameNotReserved,
  ObjectInstanceNotKnown,
  OwnershipAcquisitionPending,
  RTIinternalError,
  RegionDoesNotContainSpecifiedDimension,
  RegionInUseForUpdateOrSubscription,
  RegionNotCreatedByThisFederate,
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

// As base::Result: reading value() of a failure is a programming error and ends the process.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& value() & { return *checked(); }
  const T& value() const& { return *const_cast<Result*>(this)->checked(); }
  T&& value() && { return std::move(*checked()); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return checked(); }
  const T* operator->() const { return const_cast<Result*>(this)->checked(); }
  [[nodiscard]] const Error& error() const {
    const Error* error = std::get_if<1>(&state_);
    if (error == nullptr) std::abort();
    return *error;
  }

 private:
  T* checked() {
    T* value = std::get_if<0>(&state_);
    if (value == nullptr) std::abort();
    return value;
  }
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}
  [[nodiscard]] bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  [[nodiscard]] const Error& error() const {
    if (!error_) std::abort();
    return *error_;
  }

 private:
  std::optional<Error> error_;
};
using Status = Result<void>;

}  // namespace orrery::rti
