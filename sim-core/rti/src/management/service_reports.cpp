// Reports of single services and of what went wrong in them, switched on for each federate; docs/formats/rti-management.md.
#include <algorithm>
#include <cstdlib>

#include "orrery/rti/encoding.hpp"

#include "management/mom.hpp"

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

Result<bool> state_in(const std::map<std::string, std::vector<std::byte>>& values) {
  const auto given = values.find("HLAreportingState");
  Decoder in(given == values.end() ? Bytes() : Bytes(given->second));
  const std::int32_t state = in.integer32();
  if (in.ok() && (state == 0 || state == 1)) return state == 1;
  return error(ErrorCode::RTIinternalError, "HLAreportingState: give 0 or 1");
}

}  // namespace

Status Mom::set_service_reporting(Local& local, const Values& values) {
  const auto on = state_in(values);
  if (!on) return on.error();
  const Member& member = federation_.members.at(local.handle);
  if (*on && (member.subscribed_interactions.contains(service_report_) ||
              member.interaction_regions.contains(service_report_))) {
    return error(
        ErrorCode::ReportServiceInvocationsAreSubscribed,
        "the federate subscribes to HLAreportServiceInvocation: it would report the reports; "
        "unsubscribe first");
  }
  local.reporting.services = *on;
  local.ambassador = *on ? local.reporter.get() : local.federate;
  return {};
}

Status Mom::set_exception_reporting(Local& local, const Values& values) {
  const auto on = state_in(values);
  if (!on) return on.error();
  local.reporting.exceptions = *on;
  return {};
}

bool Mom::may_be_service_report(InteractionClassHandle interaction_class) const {
  return federation_.model.is_a(InteractionClassHandle{service_report_}, interaction_class);
}

void Mom::report_service(Local& local, const ServiceInvocation& invocation) {
  const std::string wrong =
      invocation.error == nullptr
          ? std::string()
          : std::string(to_string(invocation.error->code)) + ": " + invocation.error->message;
  if (local.reporting.services) {
    report(invocation_report, local.handle,
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
    report(exception_report, local.handle,
           {{"HLAservice", Encoder().unicode(invocation.service).take()},
            {"HLAexception", Encoder().unicode(wrong).take()}});
  }
}

}  // namespace orrery::rti
