#include "management.hpp"

#include <algorithm>

namespace orrery::rti::testing::management {

const std::vector<Class>& object_classes() {
  static const std::vector<Class> rows{{"HLAfederation",
                                        {{"HLAfederationName", Form::text},
                                         {"HLAfederatesInFederation", Form::federates, true},
                                         {"HLAautoProvide", Form::number, true},
                                         {"HLAtimeImplementationName", Form::text},
                                         {"HLARTIversion", Form::any}}},
                                       {"HLAfederate",
                                        {{"HLAfederateHandle", Form::federate},
                                         {"HLAfederateName", Form::text},
                                         {"HLAfederateType", Form::text},
                                         {"HLAtimeConstrained", Form::number, true},
                                         {"HLAtimeRegulating", Form::number, true},
                                         {"HLAasynchronousDelivery", Form::number, true},
                                         {"HLAfederateState", Form::number, true},
                                         {"HLAconveyRegionDesignatorSets", Form::number, true},
                                         {"HLAconveyProducingFederate", Form::number, true},
                                         {"HLAtimeManagerState", Form::number},
                                         {"HLAlogicalTime", Form::time},
                                         {"HLAlookahead", Form::time},
                                         {"HLAreflectionsReceived", Form::number},
                                         {"HLAupdatesSent", Form::number},
                                         {"HLAinteractionsReceived", Form::number},
                                         {"HLAinteractionsSent", Form::number},
                                         {"HLAobjectInstancesThatCanBeDeleted", Form::number},
                                         {"HLAobjectInstancesUpdated", Form::number},
                                         {"HLAobjectInstancesReflected", Form::number},
                                         {"HLAobjectInstancesDeleted", Form::number},
                                         {"HLAobjectInstancesRemoved", Form::number},
                                         {"HLAobjectInstancesRegistered", Form::number},
                                         {"HLAobjectInstancesDiscovered", Form::number},
                                         {"HLAROlength", Form::any},
                                         {"HLATSOlength", Form::any}}}};
  return rows;
}

const std::vector<Class>& reports() {
  static const std::vector<Class> rows = [] {
    const auto of_federate = [](const std::string& name, std::vector<Member> members) {
      members.insert(members.begin(), {"HLAfederate", Form::federate});
      return Class{"HLAfederate.HLAreport." + name, std::move(members)};
    };
    const Member counts{"HLAobjectInstanceCounts", Form::class_counts};
    return std::vector<Class>{
        of_federate("HLAreportObjectClassPublication", {{"HLAnumberOfClasses", Form::number},
                                                        {"HLAobjectClass", Form::object_class},
                                                        {"HLAattributeList", Form::attributes}}),
        of_federate("HLAreportInteractionPublication",
                    {{"HLAinteractionClassList", Form::interactions}}),
        of_federate("HLAreportObjectClassSubscription", {{"HLAnumberOfClasses", Form::number},
                                                         {"HLAobjectClass", Form::object_class},
                                                         {"HLAactive", Form::number},
                                                         {"HLAmaxUpdateRate", Form::text},
                                                         {"HLAattributeList", Form::attributes}}),
        of_federate("HLAreportInteractionSubscription",
                    {{"HLAinteractionClassList", Form::subscriptions}}),
        of_federate("HLAreportObjectInstancesThatCanBeDeleted", {counts}),
        of_federate("HLAreportObjectInstancesUpdated", {counts}),
        of_federate("HLAreportObjectInstancesReflected", {counts}),
        of_federate("HLAreportUpdatesSent",
                    {{"HLAtransportation", Form::text}, {"HLAupdateCounts", Form::class_counts}}),
        of_federate("HLAreportReflectionsReceived",
                    {{"HLAtransportation", Form::text}, {"HLAreflectCounts", Form::class_counts}}),
        of_federate("HLAreportInteractionsSent",
                    {{"HLAtransportation", Form::text},
                     {"HLAinteractionCounts", Form::interaction_counts}}),
        of_federate("HLAreportInteractionsReceived",
                    {{"HLAtransportation", Form::text},
                     {"HLAinteractionCounts", Form::interaction_counts}}),
        of_federate("HLAreportException",
                    {{"HLAservice", Form::text}, {"HLAexception", Form::text}}),
        of_federate("HLAreportServiceInvocation", {{"HLAservice", Form::text},
                                                   {"HLAsuccessIndicator", Form::number},
                                                   {"HLAexception", Form::text},
                                                   {"HLAserialNumber", Form::number}}),
        of_federate("HLAreportMOMexception",
                    {{"HLAservice", Form::text}, {"HLAparameterError", Form::number}}),
        Class{"HLAfederation.HLAreport.HLAreportSynchronizationPoints",
              {{"HLAsyncPoints", Form::points}}},
        Class{"HLAfederation.HLAreport.HLAreportMIMdata", {{"HLAMIMdata", Form::any}}}};
  }();
  return rows;
}

int report_named(const std::string& name) {
  const auto found =
      std::ranges::find_if(reports(), [&](const Class& each) { return each.name == name; });
  return found == reports().end() ? -1 : static_cast<int>(found - reports().begin());
}

const std::vector<Request>& requests() {
  using enum Request::Kind;
  static const std::vector<Request> rows = [] {
    const std::string to = "HLAfederate.HLArequest.HLArequest";
    const std::string from = "HLAfederate.HLAreport.HLAreport";
    std::vector<Request> all{
        {"HLAfederate.HLAadjust.HLAsetSwitches", set_switches},
        {"HLAfederate.HLAadjust.HLAsetServiceReporting", set_service_reporting},
        {"HLAfederate.HLAadjust.HLAsetExceptionReporting", set_exception_reporting},
        {to + "Publications", mistake},
        {to + "Publications",
         report,
         {from + "ObjectClassPublication", from + "InteractionPublication"}},
        {to + "Subscriptions",
         report,
         {from + "ObjectClassSubscription", from + "InteractionSubscription"}},
        {"HLAfederation.HLArequest.HLArequestSynchronizationPoints",
         report,
         {"HLAfederation.HLAreport.HLAreportSynchronizationPoints"}},
        {"HLAfederation.HLArequest.HLArequestMIMdata",
         report,
         {"HLAfederation.HLAreport.HLAreportMIMdata"}}};
    for (const std::string each :
         {"ObjectInstancesThatCanBeDeleted", "ObjectInstancesUpdated", "ObjectInstancesReflected",
          "UpdatesSent", "ReflectionsReceived", "InteractionsSent", "InteractionsReceived"}) {
      all.push_back({to + each, report, {from + each}});
    }
    return all;
  }();
  return rows;
}

}  // namespace orrery::rti::testing::management
