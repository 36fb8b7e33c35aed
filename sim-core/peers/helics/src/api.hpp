// The functions of HELICS' C interface that are used here, loaded from the library.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "orrery/rti/errors.hpp"

namespace orrery::peers::helics {

extern "C" {
struct HelicsError {
  std::int32_t error_code;
  const char* message;
};
}

using Object = void*;  // of HELICS: a broker, a federate, an endpoint, ...

// X(result, name without "helics", parameters)
#define ORRERY_HELICS_FUNCTIONS(X)                                                          \
  X(const char*, GetVersion, (void))                                                        \
  X(void, Abort, (int, const char*))                                                        \
  X(Object, CreateBroker, (const char*, const char*, const char*, HelicsError*))            \
  X(int, BrokerIsConnected, (Object))                                                       \
  X(int, BrokerWaitForDisconnect, (Object, int, HelicsError*))                              \
  X(void, BrokerFree, (Object))                                                             \
  X(Object, CreateFederateInfo, (void))                                                     \
  X(void, FederateInfoFree, (Object))                                                       \
  X(void, FederateInfoSetCoreTypeFromString, (Object, const char*, HelicsError*))           \
  X(void, FederateInfoSetCoreName, (Object, const char*, HelicsError*))                     \
  X(void, FederateInfoSetCoreInitString, (Object, const char*, HelicsError*))               \
  X(Object, CreateCombinationFederate, (const char*, Object, HelicsError*))                 \
  X(void, FederateSetFlagOption, (Object, int, int, HelicsError*))                          \
  X(void, FederateSetTimeProperty, (Object, int, double, HelicsError*))                     \
  X(void, FederateSetIntegerProperty, (Object, int, int, HelicsError*))                     \
  X(Object, FederateRegisterGlobalTargetedEndpoint,                                         \
    (Object, const char*, const char*, HelicsError*))                                       \
  X(Object, FederateRegisterGlobalPublication,                                              \
    (Object, const char*, int, const char*, HelicsError*))                                  \
  X(Object, FederateRegisterSubscription, (Object, const char*, const char*, HelicsError*)) \
  X(void, EndpointAddSourceTarget, (Object, const char*, HelicsError*))                     \
  X(void, FederateEnterInitializingModeIterative, (Object, HelicsError*))                   \
  X(void, FederateEnterInitializingMode, (Object, HelicsError*))                            \
  X(void, FederateEnterExecutingMode, (Object, HelicsError*))                               \
  X(double, FederateRequestTime, (Object, double, HelicsError*))                            \
  X(void, FederateDisconnect, (Object, HelicsError*))                                       \
  X(void, FederateFree, (Object))                                                           \
  X(Object, CreateQuery, (const char*, const char*))                                        \
  X(const char*, QueryExecute, (Object, Object, HelicsError*))                              \
  X(void, QueryFree, (Object))                                                              \
  X(void, EndpointSendBytes, (Object, const void*, int, HelicsError*))                      \
  X(int, EndpointHasMessage, (Object))                                                      \
  X(Object, EndpointGetMessage, (Object))                                                   \
  X(int, MessageGetByteCount, (Object))                                                     \
  X(void*, MessageGetBytesPointer, (Object))                                                \
  X(void, MessageFree, (Object))                                                            \
  X(void, PublicationPublishBytes, (Object, const void*, int, HelicsError*))                \
  X(int, InputIsUpdated, (Object))                                                          \
  X(int, InputGetByteCount, (Object))                                                       \
  X(void, InputGetBytes, (Object, void*, int, int*, HelicsError*))

struct Api {
#define ORRERY_HELICS_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  ORRERY_HELICS_FUNCTIONS(ORRERY_HELICS_MEMBER)
#undef ORRERY_HELICS_MEMBER

  // Loaded once for a process and never unloaded: its threads may outlive its last user. Errors: RTIinternalError.
  static rti::Result<Api> load();
};

// HELICS says how a call went in an error that is passed to it: `Call call("sending"); f(..., call);`
class Call {
 public:
  explicit Call(const char* doing) : doing_(doing) {}
  operator HelicsError*() { return &error_; }
  [[nodiscard]] rti::Status status() const {
    if (error_.error_code == 0) return {};
    return rti::Error{rti::ErrorCode::RTIinternalError,
                      std::string("HELICS, ") + doing_ + ": " +
                          (error_.message != nullptr ? error_.message : "no reason given")};
  }

 private:
  const char* doing_;
  HelicsError error_{0, nullptr};
};

}  // namespace orrery::peers::helics
