// Adjustments of a federate and of the federation (HLAadjust); docs/formats/rti-management.md.
#include <algorithm>
#include <optional>

#include "orrery/rti/encoding.hpp"

#include "federation/known_objects.hpp"
#include "management/requests.hpp"
#include "management/service_reports.hpp"

namespace orrery::rti {
namespace {

// A parameter of type HLAswitch; nothing if it was not sent.
Result<std::optional<bool>> switch_in(const Values& values, const char* name) {
  const auto found = values.find(name);
  if (found == values.end()) return std::optional<bool>();
  Decoder in(found->second);
  const std::int32_t state = in.integer32();
  if (in.ok() && (state == 0 || state == 1)) return std::optional(state == 1);
  return error(ErrorCode::RTIinternalError, std::string(name) + ": give 0 or 1");
}

Error missing(const char* name) {
  return error(ErrorCode::RTIinternalError, std::string(name) + " is missing or malformed");
}

Result<bool> reporting_state(const Values& values) {
  const auto state = switch_in(values, "HLAreportingState");
  if (state && *state) return **state;
  return error(ErrorCode::RTIinternalError, "HLAreportingState: give 0 or 1");
}

// Seconds between two updates of the periodic attributes; 0: no more.
Status set_timing(const Management& rti, Local& local, const Values& values) {
  const auto stated = values.find("HLAreportPeriod");
  Decoder in(stated == values.end() ? Bytes() : Bytes(stated->second));
  const std::int32_t period = in.integer32();
  if (!in.ok() || period < 0 || period > longest_report_period_s) {
    return error(ErrorCode::RTIinternalError, "HLAreportPeriod: give 0 to 86400 seconds");
  }
  rti.objects.set_period(local, std::int64_t{period} * 1'000'000'000);
  return {};
}

Status set_switches(const Management& rti, Local& local, const Values& values) {
  const auto regions = switch_in(values, "HLAconveyRegionDesignatorSets");
  if (!regions) return regions.error();
  const auto producer = switch_in(values, "HLAconveyProducingFederate");
  if (!producer) return producer.error();
  if (!*regions && !*producer) {
    return missing("HLAconveyRegionDesignatorSets or HLAconveyProducingFederate");
  }
  if (*producer) local.conveys.producing_federate = **producer;
  if (!*regions) return {};
  local.conveys.region_designator_sets = **regions;
  rti.discovery.review_objects(rti.federation, local);
  return {};
}

// By an operation, so that every node changes it at the same place among registrations and discoveries.
Status set_federation_switches(const Management& rti, Local& local, const Values& values) {
  const auto provide = switch_in(values, "HLAautoProvide");
  if (!provide) return provide.error();
  if (!*provide) return missing("HLAautoProvide");
  Operation change{.kind = OperationKind::set_auto_provide};
  change.federation = rti.federation.id;
  change.federate = local.handle;
  change.flag = **provide ? 1 : 0;
  (void)rti.net.submit(change, SubmitPermit::of_the_rti());
  return {};
}

Status modify_attribute_state(const Management& rti, Local& local, const Values& values) {
  const auto number = [&](const char* name) {
    const auto found = values.find(name);
    Decoder in(found == values.end() ? Bytes() : Bytes(found->second));
    const std::uint64_t value = in.handle();
    return in.ok() ? std::optional(value) : std::nullopt;
  };
  const auto object = number("HLAobjectInstance");
  if (!object) return missing("HLAobjectInstance");
  const auto attribute = number("HLAattribute");
  if (!attribute) return missing("HLAattribute");
  const auto state = switch_in(values, "HLAattributeState");
  if (!state || !*state) return missing("HLAattributeState");
  const bool owned = **state;
  const auto found = known(rti.federation, local, {*object});
  if (!found) return found.error();
  const Object& instance = **found;
  const ObjectClassHandle known_as = known_class(local, instance);
  const auto& attributes = rti.federation.model[known_as].attributes;
  if (*attribute >= attributes.size()) {
    return error(ErrorCode::AttributeNotDefined,
                 "the known class has no attribute with handle " + std::to_string(*attribute));
  }
  const std::string item = instance.name + "." + attributes[*attribute].name;
  const std::uint32_t owner = instance.owners[*attribute];
  if (owner == rti_as_owner) {
    return error(ErrorCode::AttributeAlreadyOwned, "the RTI owns " + item + " and keeps it");
  }
  if (!owned && owner != local.handle) {
    return error(ErrorCode::AttributeNotOwned, "the federate does not own " + item);
  }
  const AttributeSet published =
      rti.federation.members.at(local.handle).published_at(known_as.value);
  if (owned && !published.test(*attribute)) {
    return error(ErrorCode::AttributeNotPublished, "the federate does not publish " + item);
  }
  Operation change{.kind = OperationKind::set_owner};
  change.federation = rti.federation.id;
  change.federate = local.handle;
  change.object = *object;
  change.items = {static_cast<std::uint32_t>(*attribute)};
  change.flag = owned ? 1 : 0;
  (void)rti.net.submit(change, SubmitPermit::of_the_rti());
  return {};
}

Status set_service_reporting(const Management& rti, Local& local, const Values& values) {
  const auto on = reporting_state(values);
  if (!on) return on.error();
  const std::uint16_t service_report = service_report_class(rti.federation.model).value;
  const Member& member = rti.federation.members.at(local.handle);
  if (*on && (member.subscribed_interactions.contains(service_report) ||
              member.interaction_regions.contains(service_report))) {
    return error(
        ErrorCode::ReportServiceInvocationsAreSubscribed,
        "the federate subscribes to HLAreportServiceInvocation: it would report the reports; "
        "unsubscribe first");
  }
  local.reporting.services = *on;
  local.ambassador = *on ? local.reporter.get() : local.federate;
  return {};
}

Status set_exception_reporting(const Management& /*rti*/, Local& local, const Values& values) {
  const auto on = reporting_state(values);
  if (!on) return on.error();
  local.reporting.exceptions = *on;
  return {};
}

}  // namespace

std::span<const Meaning> adjustments() {
  static constexpr Meaning all[] = {
      {"HLAmanager.HLAfederate.HLAadjust.HLAsetTiming", set_timing},
      {"HLAmanager.HLAfederate.HLAadjust.HLAsetServiceReporting", set_service_reporting},
      {"HLAmanager.HLAfederate.HLAadjust.HLAsetExceptionReporting", set_exception_reporting},
      {"HLAmanager.HLAfederate.HLAadjust.HLAsetSwitches", set_switches},
      {"HLAmanager.HLAfederate.HLAadjust.HLAmodifyAttributeState", modify_attribute_state},
      {"HLAmanager.HLAfederation.HLAadjust.HLAsetSwitches", set_federation_switches},
  };
  return all;
}

}  // namespace orrery::rti
