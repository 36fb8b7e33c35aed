// The texts of FOM modules and of the MIM, as they were given (HLAreportFOMmoduleData, HLAreportMIMdata).
#include <algorithm>

#include "orrery/rti/encoding.hpp"

#include "management/mom.hpp"

namespace orrery::rti {
namespace {

using Values = std::map<std::string, std::vector<std::byte>>;

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

}  // namespace

Status Mom::report_module(const char* name, std::uint32_t federate, const Values& values,
                          std::span<const std::string> designators) {
  const auto& modules = federation_.model.modules();
  const auto at = indicator(values, designators.size());
  if (!at) return at.error();
  const auto found = std::ranges::find_if(
      modules, [&](const auto& each) { return each->designator == designators[*at]; });
  const std::string text = found == modules.end() ? std::string() : (*found)->source;
  report(name, federate,
         {{"HLAFOMmoduleIndicator", Encoder().integer32(static_cast<std::int32_t>(*at)).take()},
          {"HLAFOMmoduleData", Encoder().unicode(text).take()}});
  return {};
}

Status Mom::report_federate_module(Local& local, const Values& values) {
  return report_module("HLAmanager.HLAfederate.HLAreport.HLAreportFOMmoduleData", local.handle,
                       values, federation_.members.at(local.handle).modules);
}

Status Mom::report_federation_module(Local& /*local*/, const Values& values) {
  std::vector<std::string> designators;
  for (const auto& each : federation_.model.modules()) designators.push_back(each->designator);
  return report_module("HLAmanager.HLAfederation.HLAreport.HLAreportFOMmoduleData", 0, values,
                       designators);
}

Status Mom::report_mim(Local& /*local*/, const Values& /*values*/) {
  report("HLAmanager.HLAfederation.HLAreport.HLAreportMIMdata", 0,
         {{"HLAMIMdata", Encoder().unicode(federation_.model.mim_text().source).take()}});
  return {};
}

}  // namespace orrery::rti
