#include "federate/reporting_ambassador.hpp"

#include <type_traits>

#include "face/services.hpp"
#include "federate/argument_text.hpp"
#include "management/service_reports.hpp"

namespace orrery::rti {
namespace {

// Every callback by its name in the standard: the RTI invokes it at the federate.
class ReportingFederate final : public FederateAmbassador {
 public:
  explicit ReportingFederate(Local& local) : local_(local) {}

#define CALLBACK_OVERLOAD(row, clause, function, standard, ...)            \
  void function(ORRERY_PARAMETERS(__VA_ARGS__)) override {                 \
    report(clause, #standard __VA_OPT__(, ORRERY_ARGUMENTS(__VA_ARGS__))); \
    local_.federate->function(ORRERY_ARGUMENTS(__VA_ARGS__));              \
  }
#include "face/services.def"

 private:
  template <class... Arguments>
  void report(const char* clause, const char* service, const Arguments&... arguments) {
    if (local_.federation == nullptr || reports_service(arguments...)) return;
    const ServiceText text(local_.rules.as);
    report_service(local_.federation->mom->reports(), local_,
                   {.service = service, .clause = clause, .supplied = {text(arguments)...}});
  }
  // A report of a service, received as what is above it, is not reported: it would go on for ever.
  [[nodiscard]] bool reports_service(InteractionClassHandle interaction_class,
                                     std::span<const ParameterValue> /*values*/, Bytes /*tag*/,
                                     const Delivery& delivery) const {
    return delivery.producer.value == 0 &&
           local_.federation->model.is_a(service_report_class(local_.federation->model),
                                         interaction_class);
  }
  template <class... Arguments>
  [[nodiscard]] bool reports_service(const Arguments&... /*arguments*/) const {
    return false;
  }

  Local& local_;
};

// Every service by its name in the standard, reported by the federate that invokes it.
class ReportingAmbassador final : public Ambassador {
 public:
  ReportingAmbassador(Core& core, FederateAmbassador& federate, CallbackModel model)
      : Ambassador(core, federate, model) {
    local().reporter = std::make_shared<ReportingFederate>(local());
  }

#define UNREPORTED(...)
#define OVERLOAD(row, clause, result, function, standard, ...)    \
  result function(ORRERY_PARAMETERS(__VA_ARGS__)) override {      \
    return invoke(clause, #standard, [&] {                        \
      return Ambassador::function(ORRERY_ARGUMENTS(__VA_ARGS__)); \
    } __VA_OPT__(, ORRERY_ARGUMENTS(__VA_ARGS__)));               \
  }
#include "face/services.def"

 private:
  template <class Call, class... Arguments>
  std::invoke_result_t<Call> invoke(const char* clause, const char* service, Call&& call,
                                    const Arguments&... arguments) {
    if (!local().reporting.any()) [[likely]]
      return call();
    return invoke_reported(clause, service, call, arguments...);
  }

  template <class Call, class... Arguments>
  [[gnu::noinline]] std::invoke_result_t<Call> invoke_reported(const char* clause,
                                                               const char* service, Call&& call,
                                                               const Arguments&... arguments) {
    const Federation* const federation = local().federation;
    const ServiceText text(local().rules.as);
    ServiceInvocation invocation{
        .service = service, .clause = clause, .supplied = {text(arguments)...}};
    auto result = call();
    // With the federate, whoever watches it has gone.
    if (federation == nullptr || local().federation != federation) return result;
    if (!result) {
      invocation.error = &result.error();
    } else if constexpr (!std::is_same_v<decltype(result), Status>) {
      invocation.returned.push_back(text(*result));
    }
    report_service(local().federation->mom->reports(), local(), invocation);
    return result;
  }
};

}  // namespace

std::unique_ptr<Ambassador> make_ambassador(Core& core, FederateAmbassador& federate,
                                            CallbackModel model) {
  return std::make_unique<ReportingAmbassador>(core, federate, model);
}

}  // namespace orrery::rti
