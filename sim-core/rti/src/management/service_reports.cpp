#include "management/service_reports.hpp"

#include <algorithm>
#include <cstdlib>

#include "orrery/rti/encoding.hpp"

namespace orrery::rti {
namespace {

constexpr const char* invocation_report =
    "HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation";
constexpr const char* exception_report = "HLAmanager.HLAfederate.HLAreport.HLAreportException";

// Clauses 4 to 10 are the groups in their order.
ServiceGroup group_of(const char* clause) {
  const int number = std::atoi(clause) - 4;
  constexpr int last = static_cast<int>(last_service_group);
  return static_cast<ServiceGroup>(std::clamp(number, 0, last));
}

std::vector<std::byte> list_of(const std::vector<std::string>& texts) {
  Encoder out;
  out.integer32(static_cast<std::int32_t>(texts.size()));
  for (const std::string& each : texts) out.unicode(each);
  return out.take();
}

}  // namespace

InteractionClassHandle service_report_class(const ObjectModel& model) {
  return *model.interaction_class(invocation_report);
}

void report_service(Reports& reports, Local& local, const ServiceInvocation& invocation) {
  const std::string wrong =
      invocation.error == nullptr
          ? std::string()
          : std::string(to_string(invocation.error->code)) + ": " + invocation.error->message;
  if (local.reporting.services) {
    reports.add(invocation_report, local.handle,
                {{"HLAservice", Encoder().unicode(invocation.service).take()},
                 {"HLAsuccessIndicator", Encoder().integer32(wrong.empty() ? 1 : 0).take()},
                 {"HLAsuppliedArguments", list_of(invocation.supplied)},
                 {"HLAreturnedArguments", list_of(invocation.returned)},
                 {"HLAexception", Encoder().unicode(wrong).take()},
                 {"HLAserialNumber", Encoder().integer32(local.reporting.next_serial).take()}},
                group_of(invocation.clause));
    local.reporting.next_serial = (local.reporting.next_serial + 1) & INT32_MAX;
  }
  if (local.reporting.exceptions && !wrong.empty()) {
    reports.add(exception_report, local.handle,
                {{"HLAservice", Encoder().unicode(invocation.service).take()},
                 {"HLAexception", Encoder().unicode(wrong).take()}});
  }
}

}  // namespace orrery::rti
