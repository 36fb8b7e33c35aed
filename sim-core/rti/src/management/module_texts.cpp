// The texts of FOM modules and of the MIM, as they were given (HLAreportFOMmoduleData, HLAreportMIMdata).
#include <algorithm>

#include "orrery/rti/encoding.hpp"

#include "management/requests.hpp"

namespace orrery::rti {
namespace {

// Counts from 0 in HLAFOMmoduleDesignatorList.
Result<std::size_t> indicator(const Values& values, std::size_t modules) {
  const auto found = values.find("HLAFOMmoduleIndicator");
  Decoder in(found == values.end() ? Bytes() : Bytes(found->second));
  const std::int32_t stated = in.integer32();
  if (in.ok() && stated >= 0 && static_cast<std::size_t>(stated) < modules) {
    return static_cast<std::size_t>(stated);
  }
  return error(ErrorCode::RTIinternalError, "HLAFOMmoduleIndicator: give 0 to " +
                                                std::to_string(modules) +
                                                " - 1, the place in HLAFOMmoduleDesignatorList");
}

Status report_module(const Management& rti, const char* name, std::uint32_t federate,
                     const Values& values, std::span<const std::string> designators) {
  const auto& modules = rti.federation.model.modules();
  const auto at = indicator(values, designators.size());
  if (!at) return at.error();
  const auto found = std::ranges::find_if(
      modules, [&](const auto& each) { return each->designator == designators[*at]; });
  const std::string text = found == modules.end() ? std::string() : (*found)->source;
  rti.reports.add(
      name, federate,
      {{"HLAFOMmoduleIndicator", Encoder().integer32(static_cast<std::int32_t>(*at)).take()},
       {"HLAFOMmoduleData", Encoder().unicode(text).take()}});
  return {};
}

Status report_federate_module(const Management& rti, Local& local, const Values& values) {
  return report_module(rti, "HLAmanager.HLAfederate.HLAreport.HLAreportFOMmoduleData", local.handle,
                       values, rti.federation.members.at(local.handle).modules);
}

Status report_federation_module(const Management& rti, Local& /*local*/, const Values& values) {
  std::vector<std::string> designators;
  for (const auto& each : rti.federation.model.modules()) designators.push_back(each->designator);
  return report_module(rti, "HLAmanager.HLAfederation.HLAreport.HLAreportFOMmoduleData", 0, values,
                       designators);
}

Status report_mim(const Management& rti, Local& /*local*/, const Values& /*values*/) {
  rti.reports.add(
      "HLAmanager.HLAfederation.HLAreport.HLAreportMIMdata", 0,
      {{"HLAMIMdata", Encoder().unicode(rti.federation.model.mim_text().source).take()}});
  return {};
}

}  // namespace

std::span<const Meaning> module_texts() {
  static constexpr Meaning all[] = {
      {"HLAmanager.HLAfederate.HLArequest.HLArequestFOMmoduleData", report_federate_module},
      {"HLAmanager.HLAfederation.HLArequest.HLArequestFOMmoduleData", report_federation_module},
      {"HLAmanager.HLAfederation.HLArequest.HLArequestMIMdata", report_mim},
  };
  return all;
}

}  // namespace orrery::rti
