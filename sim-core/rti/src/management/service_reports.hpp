// Reports of single services and of what went wrong in them, switched on for each federate; docs/formats/rti-management.md.
#pragma once

#include <string>
#include <vector>

#include "face/error.hpp"
#include "management/reports.hpp"

namespace orrery::rti {

// A service that a federate has invoked, or the RTI at it; arguments as texts.
struct ServiceInvocation {
  const char* service = "";
  const char* clause = "";  // of IEEE 1516.1-2010: "6.10"
  std::vector<std::string> supplied = {};
  std::vector<std::string> returned = {};
  const Error* error = nullptr;  // none
};

// Of a federate of which services or exceptions are to be reported.
void report_service(Reports& reports, Local& local, const ServiceInvocation& invocation);
// HLAreportServiceInvocation.
InteractionClassHandle service_report_class(const ObjectModel& model);

}  // namespace orrery::rti
