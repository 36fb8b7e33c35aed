// What the attributes value the RTI's objects hold; docs/formats/rti-management.md.
#include <unistd.h>

#include <algorithm>
#include <array>

#include "orrery/rti/encoding.hpp"

#include "galt/galt.hpp"
#include "management/mom.hpp"
#include "saving/snapshots.hpp"

namespace orrery::rti {
namespace {

using Value = std::vector<std::byte>;

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
Value objects(const Mom&, const Federation& federation, Counts&& counts) {
  return number(
      static_cast<std::uint64_t>(std::ranges::count_if(federation.objects, [&](const auto& each) {
        return !each.second.deleted && counts(each.second);
      })));
}

}  // namespace

const std::vector<std::pair<const char*, Mom::FederationValue>>& Mom::federation_values() {
  static const std::vector<std::pair<const char*, FederationValue>> all = {
      {"HLAfederationName", [](const Mom& mom) { return text(mom.federation_.name); }},
      {"HLAfederatesInFederation",
       [](const Mom& mom) {
         Encoder out;
         out.integer32(static_cast<std::int32_t>(mom.federation_.members.size()));
         for (const auto& [handle, member] : mom.federation_.members) out.handle(handle);
         return out.take();
       }},
      {"HLARTIversion", [](const Mom&) { return text(version); }},
      {"HLAMIMdesignator",
       [](const Mom& mom) { return text(mom.federation_.model.mim_text().designator); }},
      {"HLAFOMmoduleDesignatorList",
       [](const Mom& mom) {
         std::vector<std::string> designators;
         for (const auto& each : mom.federation_.model.modules()) {
           designators.push_back(each->designator);
         }
         return texts(designators);
       }},
      {"HLAcurrentFDD", [](const Mom& mom) { return text(mom.federation_.model.description()); }},
      {"HLAautoProvide", [](const Mom& mom) { return boolean(mom.federation_.auto_provide); }},
      {"HLAtimeImplementationName",
       [](const Mom& mom) {
         return text(mom.federation_.as == TimeRepresentation::float64 ? "HLAfloat64Time"
                                                                       : "HLAinteger64Time");
       }},
      {"HLAlastSaveName",
       [](const Mom& mom) { return text(mom.federation_.snapshots->last().label); }},
      {"HLAlastSaveTime",
       [](const Mom& mom) {
         return time_of(mom.federation_.as, mom.federation_.snapshots->last().time);
       }},
      {"HLAnextSaveName",
       [](const Mom& mom) { return text(mom.federation_.snapshots->next().label); }},
      {"HLAnextSaveTime",
       [](const Mom& mom) {
         return time_of(mom.federation_.as, mom.federation_.snapshots->next().time);
       }},
  };
  return all;
}

const std::vector<std::pair<const char*, Mom::FederateValue>>& Mom::federate_values() {
  static const std::vector<std::pair<const char*, FederateValue>> all = {
      {"HLAfederateHandle", [](const Mom&, const Member& member,
                               const Local&) { return Encoder().handle(member.handle).take(); }},
      {"HLAfederateName",
       [](const Mom&, const Member& member, const Local&) { return text(member.name); }},
      {"HLAfederateType",
       [](const Mom&, const Member& member, const Local&) { return text(member.type); }},
      {"HLAfederateHost", [](const Mom&, const Member&, const Local&) { return text(host()); }},
      {"HLARTIversion", [](const Mom&, const Member&, const Local&) { return text(version); }},
      {"HLAFOMmoduleDesignatorList",
       [](const Mom&, const Member& member, const Local&) { return texts(member.modules); }},
      {"HLAtimeConstrained",
       [](const Mom&, const Member&, const Local& local) {
         return boolean(conditions_of(local).constrained);
       }},
      {"HLAtimeRegulating",
       [](const Mom&, const Member&, const Local& local) {
         return boolean(conditions_of(local).regulating);
       }},
      {"HLAasynchronousDelivery",
       [](const Mom&, const Member&, const Local& local) {
         return boolean(local.rules.asynchronous);
       }},
      {"HLAfederateState",
       [](const Mom& mom, const Member&, const Local&) {
         // 1: active; 3, 5: the federation is being saved, or restored.
         const Snapshots& snapshots = *mom.federation_.snapshots;
         return number(!snapshots.active() ? 1 : snapshots.restores() ? 5 : 3);
       }},
      {"HLAtimeManagerState",
       [](const Mom&, const Member&, const Local& local) {
         return boolean(conditions_of(local).advancing);
       }},
      {"HLAlogicalTime",
       [](const Mom&, const Member&, const Local& local) {
         return encode_time(local.rules.as, local.told_time);
       }},
      {"HLAlookahead",
       [](const Mom&, const Member&, const Local& local) {
         // Undefined for a federate that does not regulate.
         if (!conditions_of(local).regulating) return time_of(local.rules.as, std::nullopt);
         return encode_time(local.rules.as, local.rules.lookahead);
       }},
      {"HLAGALT", [](const Mom& mom, const Member&,
                     const Local& local) { return time_of(local, galt(mom.federation_, local)); }},
      {"HLALITS", [](const Mom& mom, const Member&,
                     const Local& local) { return time_of(local, lits(mom.federation_, local)); }},
      {"HLAROlength",
       [](const Mom&, const Member&, const Local& local) {
         return number(local.queue.size() - local.calls.size() + local.gated.size());
       }},
      {"HLATSOlength",
       [](const Mom&, const Member&, const Local& local) { return number(local.stamped.size()); }},
      {"HLAreflectionsReceived",
       [](const Mom&, const Member&, const Local& local) { return number(local.reflections.all); }},
      {"HLAupdatesSent",
       [](const Mom&, const Member&, const Local& local) { return number(local.updates.all); }},
      {"HLAinteractionsReceived",
       [](const Mom&, const Member&, const Local& local) {
         return number(local.interactions_received.all);
       }},
      {"HLAinteractionsSent",
       [](const Mom&, const Member&, const Local& local) {
         return number(local.interactions_sent.all);
       }},
      {"HLAobjectInstancesThatCanBeDeleted",
       [](const Mom& mom, const Member& member, const Local&) {
         return objects(mom, mom.federation_,
                        [&](const Object& each) { return each.owners[0] == member.handle; });
       }},
      {"HLAobjectInstancesUpdated",
       [](const Mom& mom, const Member& member, const Local&) {
         return objects(mom, mom.federation_,
                        [&](const Object& each) { return each.updated_by(member.handle); });
       }},
      {"HLAobjectInstancesReflected",
       [](const Mom& mom, const Member& member, const Local&) {
         return objects(mom, mom.federation_,
                        [&](const Object& each) { return each.reflected_by(member.handle); });
       }},
      {"HLAobjectInstancesDeleted",
       [](const Mom&, const Member&, const Local& local) { return number(local.objects_deleted); }},
      {"HLAobjectInstancesRemoved",
       [](const Mom&, const Member&, const Local& local) { return number(local.objects_removed); }},
      {"HLAobjectInstancesRegistered",
       [](const Mom&, const Member&, const Local& local) { return number(local.next_object); }},
      {"HLAobjectInstancesDiscovered",
       [](const Mom&, const Member&, const Local& local) {
         return number(local.objects_discovered);
       }},
      {"HLAconveyRegionDesignatorSets",
       [](const Mom&, const Member&, const Local& local) {
         return boolean(local.conveys.region_designator_sets);
       }},
      {"HLAconveyProducingFederate",
       [](const Mom&, const Member&, const Local& local) {
         return boolean(local.conveys.producing_federate);
       }},
      {"HLAtimeGrantedTime", [](const Mom&, const Member&,
                                const Local& local) { return number(milliseconds(local, false)); }},
      {"HLAtimeAdvancingTime",
       [](const Mom&, const Member&, const Local& local) {
         return number(milliseconds(local, true));
       }},
  };
  return all;
}

}  // namespace orrery::rti
