// Requests to the RTI and what it reports; docs/formats/rti-management.md.
#include <algorithm>
#include <cmath>

#include "orrery/rti/encoding.hpp"

#include "federation/known_objects.hpp"
#include "management/requests.hpp"

namespace orrery::rti {
namespace {

std::string federate_report(const char* name) {
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

Status report_publications(const Management& rti, Local& local, const Values& /*values*/) {
  const Member& member = rti.federation.members.at(local.handle);
  for (const auto& [object_class, attributes] : member.published) {
    rti.reports.add(federate_report("HLAreportObjectClassPublication"), local.handle,
                    {{"HLAnumberOfClasses", integer32(member.published.size())},
                     {"HLAobjectClass", Encoder().handle(object_class).take()},
                     {"HLAattributeList", handles(attributes)}});
  }
  if (member.published.empty()) {
    rti.reports.add(federate_report("HLAreportObjectClassPublication"), local.handle,
                    {{"HLAnumberOfClasses", integer32(0)}});
  }
  Encoder classes;
  classes.integer32(static_cast<std::int32_t>(member.published_interactions.size()));
  for (const std::uint16_t interaction_class : member.published_interactions)
    classes.handle(interaction_class);
  rti.reports.add(federate_report("HLAreportInteractionPublication"), local.handle,
                  {{"HLAinteractionClassList", classes.take()}});
  return {};
}

// The name of the greatest update rate; empty if some attribute is not reduced.
std::string max_update_rate(const ObjectModel& model, const Subscription& subscription) {
  const UpdateRate* greatest = nullptr;
  for (std::uint16_t i = 0; i < subscription.attributes.size(); ++i) {
    if (!subscription.attributes.test(i)) continue;
    const auto found = subscription.rates.find(i);
    if (found == subscription.rates.end() || found->second == 0) return {};
    const UpdateRate& rate = model.update_rates()[found->second - 1];
    if (greatest == nullptr || rate.per_second > greatest->per_second) greatest = &rate;
  }
  return greatest == nullptr ? std::string() : greatest->name;
}

// 11.4: one report for the active subscriptions to a class, one for the passive ones; with subscriptions in regions.
Status report_subscriptions(const Management& rti, Local& local, const Values& /*values*/) {
  const Member& member = rti.federation.members.at(local.handle);
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
      rti.reports.add(federate_report("HLAreportObjectClassSubscription"), local.handle,
                      {{"HLAnumberOfClasses", integer32(classes.size())},
                       {"HLAobjectClass", Encoder().handle(object_class).take()},
                       {"HLAactive", integer32(active ? 1 : 0)},
                       {"HLAmaxUpdateRate",
                        Encoder().unicode(max_update_rate(rti.federation.model, part)).take()},
                       {"HLAattributeList", handles(part.attributes)}});
    }
  }
  if (classes.empty()) {
    rti.reports.add(federate_report("HLAreportObjectClassSubscription"), local.handle,
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
  rti.reports.add(federate_report("HLAreportInteractionSubscription"), local.handle,
                  {{"HLAinteractionClassList", list.take()}});
  return {};
}

Status report_instances(const Management& rti, const char* name, const Local& local,
                        const std::map<std::uint16_t, std::int32_t>& counts) {
  Encoder list;
  list.integer32(static_cast<std::int32_t>(counts.size()));
  for (const auto& [class_handle, count] : counts) list.handle(class_handle).integer32(count);
  rti.reports.add(federate_report(name), local.handle, {{"HLAobjectInstanceCounts", list.take()}});
  return {};
}

Status report_deletable(const Management& rti, Local& local, const Values& /*values*/) {
  std::map<std::uint16_t, std::int32_t> counts;
  for (const auto& [id, object] : rti.federation.objects) {
    if (!object.deleted && object.owners[0] == local.handle) ++counts[object.object_class];
  }
  return report_instances(rti, "HLAreportObjectInstancesThatCanBeDeleted", local, counts);
}

Status report_updated(const Management& rti, Local& local, const Values& /*values*/) {
  std::map<std::uint16_t, std::int32_t> counts;
  for (const auto& [id, object] : rti.federation.objects) {
    if (!object.deleted && object.updated_by(local.handle)) ++counts[object.object_class];
  }
  return report_instances(rti, "HLAreportObjectInstancesUpdated", local, counts);
}

Status report_reflected(const Management& rti, Local& local, const Values& /*values*/) {
  std::map<std::uint16_t, std::int32_t> counts;
  for (const auto& [id, object] : rti.federation.objects) {
    if (!object.deleted && object.reflected_by(local.handle)) ++counts[object.object_class];
  }
  return report_instances(rti, "HLAreportObjectInstancesReflected", local, counts);
}

// One report for each transportation of the standard, and those of ours that were used.
Status report_tally(const Management& rti, const char* name, const char* parameter,
                    const Local& local, const Tally& tally) {
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
    rti.reports.add(federate_report(name), local.handle,
                    {{"HLAtransportation", Encoder().unicode(to_string(transportation)).take()},
                     {parameter, list.take()}});
  }
  return {};
}

Status report_updates_sent(const Management& rti, Local& local, const Values& /*values*/) {
  return report_tally(rti, "HLAreportUpdatesSent", "HLAupdateCounts", local, local.updates);
}

Status report_interactions_sent(const Management& rti, Local& local, const Values& /*values*/) {
  return report_tally(rti, "HLAreportInteractionsSent", "HLAinteractionCounts", local,
                      local.interactions_sent);
}

Status report_reflections_received(const Management& rti, Local& local, const Values& /*values*/) {
  return report_tally(rti, "HLAreportReflectionsReceived", "HLAreflectCounts", local,
                      local.reflections);
}

Status report_interactions_received(const Management& rti, Local& local, const Values& /*values*/) {
  return report_tally(rti, "HLAreportInteractionsReceived", "HLAinteractionCounts", local,
                      local.interactions_received);
}

Status report_object(const Management& rti, Local& local, const Values& values) {
  const auto given = values.find("HLAobjectInstance");
  Decoder in(given == values.end() ? Bytes() : Bytes(given->second));
  const std::uint64_t handle = in.handle();
  if (!in.ok()) {
    return error(ErrorCode::RTIinternalError, "HLAobjectInstance is missing or malformed");
  }
  // A federate that does not know the object instance is reported without the classes.
  const auto found = known(rti.federation, local, {handle});
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
  rti.reports.add(federate_report("HLAreportObjectInstanceInformation"), local.handle,
                  values_of_report);
  return {};
}

// Beyond the standard: one report for each way of data of the federate's node.
Status report_data_paths(const Management& rti, Local& local, const Values& /*values*/) {
  const NodeCounters& counted = rti.port.counters();
  const std::pair<const char*, const PathCounters&> ways[] = {{"channels", counted.channels},
                                                              {"best_effort", counted.best_effort},
                                                              {"reliable", counted.reliable}};
  const auto count = [](std::uint64_t value) {
    return Encoder().integer64(static_cast<std::int64_t>(value)).take();
  };
  for (const auto& [name, way] : ways) {
    rti.reports.add(federate_report("OrreryReportDataPath"), local.handle,
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

Status report_points(const Management& rti, Local& /*local*/, const Values& /*values*/) {
  Encoder list;
  list.integer32(static_cast<std::int32_t>(rti.federation.points.size()));
  for (const auto& [label, point] : rti.federation.points) list.unicode(label);
  rti.reports.add("HLAmanager.HLAfederation.HLAreport.HLAreportSynchronizationPoints", 0,
                  {{"HLAsyncPoints", list.take()}});
  return {};
}

Status report_point(const Management& rti, Local& /*local*/, const Values& values) {
  const auto given = values.find("HLAsyncPointName");
  Decoder in(given == values.end() ? Bytes() : Bytes(given->second));
  const std::string label = in.unicode();
  if (!in.ok()) {
    return error(ErrorCode::RTIinternalError, "HLAsyncPointName is missing or malformed");
  }
  const auto found = rti.federation.points.find(label);
  if (found == rti.federation.points.end()) {
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
  rti.reports.add("HLAmanager.HLAfederation.HLAreport.HLAreportSynchronizationPointStatus", 0,
                  {{"HLAsyncPointName", given->second}, {"HLAsyncPointFederates", list.take()}});
  return {};
}

}  // namespace

std::span<const Meaning> requested_reports() {
  static constexpr Meaning all[] = {
      {"HLAmanager.HLAfederate.HLArequest.HLArequestPublications", report_publications},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestSubscriptions", report_subscriptions},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestObjectInstancesThatCanBeDeleted",
       report_deletable},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestObjectInstancesUpdated", report_updated},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestObjectInstancesReflected", report_reflected},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestUpdatesSent", report_updates_sent},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestInteractionsSent", report_interactions_sent},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestReflectionsReceived",
       report_reflections_received},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestInteractionsReceived",
       report_interactions_received},
      {"HLAmanager.HLAfederate.HLArequest.HLArequestObjectInstanceInformation", report_object},
      {"HLAmanager.HLAfederate.HLArequest.OrreryRequestDataPaths", report_data_paths},
      {"HLAmanager.HLAfederation.HLArequest.HLArequestSynchronizationPoints", report_points},
      {"HLAmanager.HLAfederation.HLArequest.HLArequestSynchronizationPointStatus", report_point},
  };
  return all;
}

}  // namespace orrery::rti
