#include "management/values.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "orrery/rti/encoding.hpp"

#include "galt/galt.hpp"
#include "saving/snapshots.hpp"

namespace orrery::rti {
namespace {

constexpr const char* version = "Orrery, IEEE 1516-2010";

Value text(std::string_view value) { return Encoder().unicode(value).take(); }
Value number(std::uint64_t value) {
  return Encoder()
      .integer32(static_cast<std::int32_t>(std::min<std::uint64_t>(value, INT32_MAX)))
      .take();
}
Value boolean(bool value) { return number(value ? 1 : 0); }

std::string host() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

Value texts(const std::vector<std::string>& list) {
  Encoder out;
  out.integer32(static_cast<std::int32_t>(list.size()));
  for (const std::string& each : list) out.unicode(each);
  return out.take();
}

// Undefined times are empty.
Value time_of(TimeRepresentation as, std::optional<std::int64_t> time) {
  return time ? encode_time(as, *time) : Encoder().opaque({}).take();
}
Value time_of(const Local& local, const std::optional<LogicalTime>& time) {
  return time_of(local.rules.as, time ? std::optional(time->value) : std::nullopt);
}

std::uint64_t milliseconds(const Local& local, bool advancing) {
  std::int64_t spent = advancing ? local.advancing_ns : local.granted_ns;
  if (advancing == (local.rules.advance != Advance::none))
    spent += local.federation->clock.now_ns() - local.since_ns;
  return static_cast<std::uint64_t>(spent / 1'000'000);
}

template <class Counts>
Value objects(const Federation& federation, Counts&& counts) {
  return number(
      static_cast<std::uint64_t>(std::ranges::count_if(federation.objects, [&](const auto& each) {
        return !each.second.deleted && counts(each.second);
      })));
}

}  // namespace

std::span<const FederationValue> federation_values() {
  static constexpr FederationValue all[] = {
      {"HLAfederationName", [](const Federation& federation) { return text(federation.name); }},
      {"HLAfederatesInFederation",
       [](const Federation& federation) {
         Encoder out;
         out.integer32(static_cast<std::int32_t>(federation.members.size()));
         for (const auto& [handle, member] : federation.members) out.handle(handle);
         return out.take();
       }},
      {"HLARTIversion", [](const Federation&) { return text(version); }},
      {"HLAMIMdesignator",
       [](const Federation& federation) { return text(federation.model.mim_text().designator); }},
      {"HLAFOMmoduleDesignatorList",
       [](const Federation& federation) {
         std::vector<std::string> designators;
         for (const auto& each : federation.model.modules()) {
           designators.push_back(each->designator);
         }
         return texts(designators);
       }},
      {"HLAcurrentFDD",
       [](const Federation& federation) { return text(federation.model.description()); }},
      {"HLAautoProvide",
       [](const Federation& federation) { return boolean(federation.auto_provide); }},
      {"HLAtimeImplementationName",
       [](const Federation& federation) {
         return text(federation.as == TimeRepresentation::float64 ? "HLAfloat64Time"
                                                                  : "HLAinteger64Time");
       }},
      {"HLAlastSaveName",
       [](const Federation& federation) { return text(federation.snapshots->last().label); }},
      {"HLAlastSaveTime",
       [](const Federation& federation) {
         return time_of(federation.as, federation.snapshots->last().time);
       }},
      {"HLAnextSaveName",
       [](const Federation& federation) { return text(federation.snapshots->next().label); }},
      {"HLAnextSaveTime",
       [](const Federation& federation) {
         return time_of(federation.as, federation.snapshots->next().time);
       }},
  };
  return all;
}

std::span<const FederateValue> federate_values() {
  static constexpr FederateValue all[] = {
      {"HLAfederateHandle",
       [](const Joined& federate) { return Encoder().handle(federate.member.handle).take(); }},
      {"HLAfederateName", [](const Joined& federate) { return text(federate.member.name); }},
      {"HLAfederateType", [](const Joined& federate) { return text(federate.member.type); }},
      {"HLAfederateHost", [](const Joined&) { return text(host()); }},
      {"HLARTIversion", [](const Joined&) { return text(version); }},
      {"HLAFOMmoduleDesignatorList",
       [](const Joined& federate) { return texts(federate.member.modules); }},
      {"HLAtimeConstrained",
       [](const Joined& federate) { return boolean(conditions_of(federate.local).constrained); }},
      {"HLAtimeRegulating",
       [](const Joined& federate) { return boolean(conditions_of(federate.local).regulating); }},
      {"HLAasynchronousDelivery",
       [](const Joined& federate) { return boolean(federate.local.rules.asynchronous); }},
      {"HLAfederateState",
       [](const Joined& federate) {
         // 1: active; 3, 5: the federation is being saved, or restored.
         const Snapshots& snapshots = *federate.federation().snapshots;
         return number(!snapshots.active() ? 1 : snapshots.restores() ? 5 : 3);
       }},
      {"HLAtimeManagerState",
       [](const Joined& federate) { return boolean(conditions_of(federate.local).advancing); }},
      {"HLAlogicalTime",
       [](const Joined& federate) {
         return encode_time(federate.local.rules.as, federate.local.told_time);
       }},
      {"HLAlookahead",
       [](const Joined& federate) {
         // Undefined for a federate that does not regulate.
         if (!conditions_of(federate.local).regulating)
           return time_of(federate.local.rules.as, std::nullopt);
         return encode_time(federate.local.rules.as, federate.local.rules.lookahead);
       }},
      {"HLAGALT",
       [](const Joined& federate) {
         return time_of(federate.local, galt(federate.federation(), federate.local));
       }},
      {"HLALITS",
       [](const Joined& federate) {
         return time_of(federate.local, lits(federate.federation(), federate.local));
       }},
      {"HLAROlength",
       [](const Joined& federate) {
         return number(federate.local.queue.size() - federate.local.calls.size() +
                       federate.local.gated.size());
       }},
      {"HLATSOlength",
       [](const Joined& federate) { return number(federate.local.stamped.size()); }},
      {"HLAreflectionsReceived",
       [](const Joined& federate) { return number(federate.local.reflections.all); }},
      {"HLAupdatesSent", [](const Joined& federate) { return number(federate.local.updates.all); }},
      {"HLAinteractionsReceived",
       [](const Joined& federate) { return number(federate.local.interactions_received.all); }},
      {"HLAinteractionsSent",
       [](const Joined& federate) { return number(federate.local.interactions_sent.all); }},
      {"HLAobjectInstancesThatCanBeDeleted",
       [](const Joined& federate) {
         return objects(federate.federation(), [&](const Object& each) {
           return each.owners[0] == federate.member.handle;
         });
       }},
      {"HLAobjectInstancesUpdated",
       [](const Joined& federate) {
         return objects(federate.federation(), [&](const Object& each) {
           return each.updated_by(federate.member.handle);
         });
       }},
      {"HLAobjectInstancesReflected",
       [](const Joined& federate) {
         return objects(federate.federation(), [&](const Object& each) {
           return each.reflected_by(federate.member.handle);
         });
       }},
      {"HLAobjectInstancesDeleted",
       [](const Joined& federate) { return number(federate.local.objects_deleted); }},
      {"HLAobjectInstancesRemoved",
       [](const Joined& federate) { return number(federate.local.objects_removed); }},
      {"HLAobjectInstancesRegistered",
       [](const Joined& federate) { return number(federate.local.next_object); }},
      {"HLAobjectInstancesDiscovered",
       [](const Joined& federate) { return number(federate.local.objects_discovered); }},
      {"HLAconveyRegionDesignatorSets",
       [](const Joined& federate) {
         return boolean(federate.local.conveys.region_designator_sets);
       }},
      {"HLAconveyProducingFederate",
       [](const Joined& federate) { return boolean(federate.local.conveys.producing_federate); }},
      {"HLAtimeGrantedTime",
       [](const Joined& federate) { return number(milliseconds(federate.local, false)); }},
      {"HLAtimeAdvancingTime",
       [](const Joined& federate) { return number(milliseconds(federate.local, true)); }},
  };
  return all;
}

}  // namespace orrery::rti
