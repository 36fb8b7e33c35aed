// Requests to the RTI and what it reports; docs/formats/rti-management.md.
#include <algorithm>
#include <cmath>

#include "orrery/rti/encoding.hpp"

#include "federation/known_objects.hpp"
#include "management/mom.hpp"

namespace orrery::rti {
namespace {

std::string report_name(const char* name) {
  return std::string("HLAmanager.HLAfederate.HLAreport.") + name;
}

std::vector<std::byte> integer32(std::size_t value) {
  return Encoder().integer32(static_cast<std::int32_t>(value)).take();
}

std::vector<std::byte> handles(const AttributeSet& attributes) {
  Encoder out;
  out.integer32(static_cast<std::int32_t>(attributes.count()));
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (attributes.test(i)) out.handle(i);
  }
  return out.take();
}

}  // namespace

const std::vector<Mom::Order>& Mom::requests() {
  static const std::vector<Order> all = {
      {"HLAmanager.HLAfederate.HLAadjust.HLAsetTiming", &Mom::set_timing},
      {"HLAmanager.HLAfederate.HLAadjust.HLAsetServiceReporting", &Mom::set_service_reporting},
      {"HLAmanager.HLAfederate.HLAadjust.HLAsetExceptionReporting", &Mom::set_exception_reporting},
      {"HLAmanager.HLAfederate.HLAadjust.HLAsetSwitches", &Mom::set_switches},
      {"HLAmanager.HLAfederate.HLAadjust.HLAmodifyAttributeState", &Mom::modify_attribute_state},
      {"HLAmanager.HLAfederation.HLAadjust.HLAsetSwitches", &Mom::set_federation_switches},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestFOMmoduleData", &Mom::report_federate_module},
      {"HLAmanager.HLAfederation.HLArequest.HLArequestFOMmoduleData",
       &Mom::report_federation_module},
      {"HLAmanager.HLAfederation.HLArequest.HLArequestMIMdata", &Mom::report_mim},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestPublications", &Mom::report_publications},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestSubscriptions", &Mom::report_subscriptions},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestObjectInstancesThatCanBeDeleted",
       &Mom::report_deletable},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestObjectInstancesUpdated", &Mom::report_updated},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestObjectInstancesReflected",
       &Mom::report_reflected},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestUpdatesSent", &Mom::report_updates_sent},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestInteractionsSent",
       &Mom::report_interactions_sent},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestReflectionsReceived",
       &Mom::report_reflections_received},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestInteractionsReceived",
       &Mom::report_interactions_received},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestObjectInstanceInformation",
       &Mom::report_object},
      {"HLAmanager.HLAfederate.HLArequest.OrreryRequestDataPaths", &Mom::report_data_paths},
      {"HLAmanager.HLAfederation.HLArequest.HLArequestSynchronizationPoints", &Mom::report_points},
      {"HLAmanager.HLAfederation.HLArequest.HLArequestSynchronizationPointStatus",
       &Mom::report_point},
  };
  return all;
}

Status Mom::report_publications(Local& local, const Values& /*values*/) {
  const Member& member = federation_.members.at(local.handle);
  for (const auto& [object_class, attributes] : member.published) {
    report(report_name("HLAreportObjectClassPublication").c_str(), local.handle,
           {{"HLAnumberOfClasses", integer32(member.published.size())},
            {"HLAobjectClass", Encoder().handle(object_class).take()},
            {"HLAattributeList", handles(attributes)}});
  }
  if (member.published.empty()) {
    report(report_name("HLAreportObjectClassPublication").c_str(), local.handle,
           {{"HLAnumberOfClasses", integer32(0)}});
  }
  Encoder classes;
  classes.integer32(static_cast<std::int32_t>(member.published_interactions.size()));
  for (const std::uint16_t interaction_class : member.published_interactions)
    classes.handle(interaction_class);
  report(report_name("HLAreportInteractionPublication").c_str(), local.handle,
         {{"HLAinteractionClassList", classes.take()}});
  return {};
}

// The name of the greatest update rate; empty if some attribute is not reduced.
std::string Mom::max_update_rate(const Subscription& subscription) const {
  const UpdateRate* greatest = nullptr;
  for (std::uint16_t i = 0; i < subscription.attributes.size(); ++i) {
    if (!subscription.attributes.test(i)) continue;
    const auto found = subscription.rates.find(i);
    if (found == subscription.rates.end() || found->second == 0) return {};
    const UpdateRate& rate = federation_.model.update_rates()[found->second - 1];
    if (greatest == nullptr || rate.per_second > greatest->per_second) greatest = &rate;
  }
  return greatest == nullptr ? std::string() : greatest->name;
}

// 11.4: one report for the active subscriptions to a class, one for the passive ones; with subscriptions in regions.
Status Mom::report_subscriptions(Local& local, const Values& /*values*/) {
  const Member& member = federation_.members.at(local.handle);
  std::map<std::uint16_t, Subscription> classes = member.subscribed;
  for (const auto& [object_class, regional] : member.subscribed_regions) {
    const auto at = classes.try_emplace(object_class).first;
    for (const auto& [attribute, uses] : regional) {
      at->second.attributes.set(attribute);
      at->second.active[attribute] =
          at->second.active[attribute] || std::ranges::any_of(uses, &RegionUse::active);
    }
  }
  for (const auto& [object_class, subscription] : classes) {
    for (const bool active : {true, false}) {
      Subscription part = subscription;
      part.attributes &= active ? subscription.active : ~subscription.active;
      if (part.attributes.none()) continue;
      std::erase_if(part.rates,
                    [&](const auto& each) { return !part.attributes.test(each.first); });
      report(report_name("HLAreportObjectClassSubscription").c_str(), local.handle,
             {{"HLAnumberOfClasses", integer32(classes.size())},
              {"HLAobjectClass", Encoder().handle(object_class).take()},
              {"HLAactive", integer32(active ? 1 : 0)},
              {"HLAmaxUpdateRate", Encoder().unicode(max_update_rate(part)).take()},
              {"HLAattributeList", handles(part.attributes)}});
    }
  }
  if (classes.empty()) {
    report(report_name("HLAreportObjectClassSubscription").c_str(), local.handle,
           {{"HLAnumberOfClasses", integer32(0)}});
  }
  std::map<std::uint16_t, bool> interactions = member.subscribed_interactions;
  for (const auto& [interaction_class, uses] : member.interaction_regions) {
    bool& active = interactions[interaction_class];
    active = active || std::ranges::any_of(uses, &RegionUse::active);
  }
  Encoder list;
  list.integer32(static_cast<std::int32_t>(interactions.size()));
  for (const auto& [interaction_class, active] : interactions)
    list.handle(interaction_class).integer32(active ? 1 : 0);
  report(report_name("HLAreportInteractionSubscription").c_str(), local.handle,
         {{"HLAinteractionClassList", list.take()}});
  return {};
}

Status Mom::report_instances(const char* name, const Local& local,
                             const std::map<std::uint16_t, std::int32_t>& counts) {
  Encoder list;
  list.integer32(static_cast<std::int32_t>(counts.size()));
  for (const auto& [class_handle, count] : counts) list.handle(class_handle).integer32(count);
  report(report_name(name).c_str(), local.handle, {{"HLAobjectInstanceCounts", list.take()}});
  return {};
}

Status Mom::report_deletable(Local& local, const Values& /*values*/) {
  std::map<std::uint16_t, std::int32_t> counts;
  for (const auto& [id, object] : federation_.objects) {
    if (!object.deleted && object.owners[0] == local.handle) ++counts[object.object_class];
  }
  return report_instances("HLAreportObjectInstancesThatCanBeDeleted", local, counts);
}

Status Mom::report_updated(Local& local, const Values& /*values*/) {
  std::map<std::uint16_t, std::int32_t> counts;
  for (const auto& [id, object] : federation_.objects) {
    if (!object.deleted && object.updated_by(local.handle)) ++counts[object.object_class];
  }
  return report_instances("HLAreportObjectInstancesUpdated", local, counts);
}

Status Mom::report_reflected(Local& local, const Values& /*values*/) {
  std::map<std::uint16_t, std::int32_t> counts;
  for (const auto& [id, object] : federation_.objects) {
    if (!object.deleted && object.reflected_by(local.handle)) ++counts[object.object_class];
  }
  return report_instances("HLAreportObjectInstancesReflected", local, counts);
}

// One report for each transportation of the standard, and those of ours that were used.
Status Mom::report_tally(const char* name, const char* parameter, const Local& local,
                         const Tally& tally) {
  for (std::size_t i = 0; i < tally.by_class.size(); ++i) {
    const auto transportation = static_cast<TransportationType>(i);
    const auto& by_class = tally.by_class[i];
    if (by_class.empty() && transportation > TransportationType::best_effort) continue;
    const auto sent = std::ranges::count_if(by_class, [](std::uint32_t each) { return each > 0; });
    Encoder list;
    list.integer32(static_cast<std::int32_t>(sent));
    for (std::size_t handle = 0; handle < by_class.size(); ++handle) {
      if (by_class[handle] > 0)
        list.handle(handle).integer32(static_cast<std::int32_t>(by_class[handle]));
    }
    report(report_name(name).c_str(), local.handle,
           {{"HLAtransportation", Encoder().unicode(to_string(transportation)).take()},
            {parameter, list.take()}});
  }
  return {};
}

Status Mom::report_updates_sent(Local& local, const Values& /*values*/) {
  return report_tally("HLAreportUpdatesSent", "HLAupdateCounts", local, local.updates);
}

Status Mom::report_interactions_sent(Local& local, const Values& /*values*/) {
  return report_tally("HLAreportInteractionsSent", "HLAinteractionCounts", local,
                      local.interactions_sent);
}

Status Mom::report_reflections_received(Local& local, const Values& /*values*/) {
  return report_tally("HLAreportReflectionsReceived", "HLAreflectCounts", local, local.reflections);
}

Status Mom::report_interactions_received(Local& local, const Values& /*values*/) {
  return report_tally("HLAreportInteractionsReceived", "HLAinteractionCounts", local,
                      local.interactions_received);
}

Status Mom::report_object(Local& local, const Values& values) {
  const auto given = values.find("HLAobjectInstance");
  Decoder in(given == values.end() ? Bytes() : Bytes(given->second));
  const std::uint64_t handle = in.handle();
  if (!in.ok()) {
    return error(ErrorCode::RTIinternalError, "HLAobjectInstance is missing or malformed");
  }
  // A federate that does not know the object instance is reported without the classes.
  const auto found = known(federation_, local, {handle});
  AttributeSet owned;
  Values values_of_report;
  if (found) {
    const Object& object = **found;
    for (std::size_t i = 0; i < object.owners.size(); ++i) {
      owned[i] = object.owners[i] == local.handle;
    }
    values_of_report["HLAregisteredClass"] = Encoder().handle(object.object_class).take();
    values_of_report["HLAknownClass"] = Encoder().handle(known_class(local, object).value).take();
  }
  values_of_report["HLAobjectInstance"] = Encoder().handle(handle).take();
  values_of_report["HLAownedInstanceAttributeList"] = handles(owned);
  report(report_name("HLAreportObjectInstanceInformation").c_str(), local.handle, values_of_report);
  return {};
}

// Beyond the standard: one report for each way of data of the federate's node.
Status Mom::report_data_paths(Local& local, const Values& /*values*/) {
  const NodeCounters& counted = owner_.counters();
  const std::pair<const char*, const PathCounters&> ways[] = {{"channels", counted.channels},
                                                              {"best_effort", counted.best_effort},
                                                              {"reliable", counted.reliable}};
  const auto count = [](std::uint64_t value) {
    return Encoder().integer64(static_cast<std::int64_t>(value)).take();
  };
  for (const auto& [name, way] : ways) {
    report(report_name("OrreryReportDataPath").c_str(), local.handle,
           {{"OrreryPath", Encoder().unicode(name).take()},
            {"OrrerySent", count(way.sent)},
            {"OrreryReceived", count(way.received)},
            {"OrreryLost", count(way.lost)},
            {"OrreryDropped", count(way.dropped)},
            {"OrreryRefused", count(way.refused)},
            {"OrreryWaiting", count(way.waiting)},
            {"OrreryNaksSent", count(way.naks)},
            {"OrreryRepairsSent", count(way.repairs)},
            {"OrreryRepairsReceived", count(way.repairs_received)},
            {"OrreryPacketsSent", count(way.packets_sent)},
            {"OrreryPacketsReceived", count(way.packets_received)},
            {"OrreryBytesSent", count(way.bytes_sent)},
            {"OrreryBytesReceived", count(way.bytes_received)},
            {"OrrerySystemCalls", count(way.system_calls)}});
  }
  return {};
}

// By the node that speaks for the federation; its logical time is known to its node alone.
void Mom::report_lost(std::uint32_t federate, const std::string& name, const std::string& why) {
  if ((speaker(federation_object) & only(net_.self())) == 0) return;
  report(report_name("HLAreportFederateLost").c_str(), federate,
         {{"HLAfederateName", Encoder().unicode(name).take()},
          {"HLAtimeStamp", Encoder().opaque({}).take()},
          {"HLAfaultDescription", Encoder().unicode(why).take()}});
}

Status Mom::report_points(Local& /*local*/, const Values& /*values*/) {
  Encoder list;
  list.integer32(static_cast<std::int32_t>(federation_.points.size()));
  for (const auto& [label, point] : federation_.points) list.unicode(label);
  report("HLAmanager.HLAfederation.HLAreport.HLAreportSynchronizationPoints", 0,
         {{"HLAsyncPoints", list.take()}});
  return {};
}

Status Mom::report_point(Local& /*local*/, const Values& values) {
  const auto given = values.find("HLAsyncPointName");
  Decoder in(given == values.end() ? Bytes() : Bytes(given->second));
  const std::string label = in.unicode();
  if (!in.ok()) {
    return error(ErrorCode::RTIinternalError, "HLAsyncPointName is missing or malformed");
  }
  const auto found = federation_.points.find(label);
  if (found == federation_.points.end()) {
    return error(ErrorCode::SynchronizationPointLabelNotAnnounced,
                 "HLAsyncPointName: '" + label + "' is no synchronization point now");
  }
  constexpr std::int32_t moving_to = 2;
  constexpr std::int32_t waiting_for_rest = 3;
  Encoder list;
  list.integer32(static_cast<std::int32_t>(found->second.all.size()));
  for (const std::uint32_t each : found->second.all) {
    list.handle(each).integer32(found->second.waiting.contains(each) ? moving_to
                                                                     : waiting_for_rest);
  }
  report("HLAmanager.HLAfederation.HLAreport.HLAreportSynchronizationPointStatus", 0,
         {{"HLAsyncPointName", given->second}, {"HLAsyncPointFederates", list.take()}});
  return {};
}

}  // namespace orrery::rti
