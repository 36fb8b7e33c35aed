// The MOM and initialization module: the classes of IEEE 1516.1-2010, clause 11, and those of Orrery's own. What all classes
// below HLAmanager have in common is not repeated here: see read_mim(). Other tables: mim_tables.cpp.
#include "fom/mim.hpp"

#include <cstdlib>

#include "fom/reading.hpp"

namespace orrery::rti {
namespace {

constexpr std::string_view mim_classes = R"mim(
<objects><objectClass name="HLAobjectRoot">
 <attribute name="HLAprivilegeToDeleteObject" dataType="HLAtoken" updateType="Static"
  ownership="DivestAcquire" sharing="PublishSubscribe" order="TimeStamp"/>
 <objectClass name="HLAmanager">
  <objectClass name="HLAfederate">
   <attribute name="HLAfederateHandle" dataType="HLAhandle" updateType="Static"/>
   <attribute name="HLAfederateName" dataType="HLAunicodeString" updateType="Static"/>
   <attribute name="HLAfederateType" dataType="HLAunicodeString" updateType="Static"/>
   <attribute name="HLAfederateHost" dataType="HLAunicodeString" updateType="Static"/>
   <attribute name="HLARTIversion" dataType="HLAunicodeString" updateType="Static"/>
   <attribute name="HLAFOMmoduleDesignatorList" dataType="HLAmoduleDesignatorList"
    updateType="Static"/>
   <attribute name="HLAtimeConstrained" dataType="HLAboolean" updateType="Conditional"/>
   <attribute name="HLAtimeRegulating" dataType="HLAboolean" updateType="Conditional"/>
   <attribute name="HLAasynchronousDelivery" dataType="HLAboolean" updateType="Conditional"/>
   <attribute name="HLAfederateState" dataType="HLAfederateState" updateType="Conditional"/>
   <attribute name="HLAtimeManagerState" dataType="HLAtimeState" updateType="Conditional"/>
   <attribute name="HLAlogicalTime" dataType="HLAlogicalTime" updateType="Periodic"/>
   <attribute name="HLAlookahead" dataType="HLAtimeInterval" updateType="Periodic"/>
   <attribute name="HLAGALT" dataType="HLAlogicalTime" updateType="Periodic"/>
   <attribute name="HLALITS" dataType="HLAlogicalTime" updateType="Periodic"/>
   <attribute name="HLAROlength" dataType="HLAcount" updateType="Periodic"/>
   <attribute name="HLATSOlength" dataType="HLAcount" updateType="Periodic"/>
   <attribute name="HLAreflectionsReceived" dataType="HLAcount" updateType="Periodic"/>
   <attribute name="HLAupdatesSent" dataType="HLAcount" updateType="Periodic"/>
   <attribute name="HLAinteractionsReceived" dataType="HLAcount" updateType="Periodic"/>
   <attribute name="HLAinteractionsSent" dataType="HLAcount" updateType="Periodic"/>
   <attribute name="HLAobjectInstancesThatCanBeDeleted" dataType="HLAcount" updateType="Periodic"/>
   <attribute name="HLAobjectInstancesUpdated" dataType="HLAcount" updateType="Periodic"/>
   <attribute name="HLAobjectInstancesReflected" dataType="HLAcount" updateType="Periodic"/>
   <attribute name="HLAobjectInstancesDeleted" dataType="HLAcount" updateType="Periodic"/>
   <attribute name="HLAobjectInstancesRemoved" dataType="HLAcount" updateType="Periodic"/>
   <attribute name="HLAobjectInstancesRegistered" dataType="HLAcount" updateType="Periodic"/>
   <attribute name="HLAobjectInstancesDiscovered" dataType="HLAcount" updateType="Periodic"/>
   <attribute name="HLAtimeGrantedTime" dataType="HLAmsec" updateType="Periodic"/>
   <attribute name="HLAtimeAdvancingTime" dataType="HLAmsec" updateType="Periodic"/>
   <attribute name="HLAconveyRegionDesignatorSets" dataType="HLAswitch" updateType="Conditional"/>
   <attribute name="HLAconveyProducingFederate" dataType="HLAswitch" updateType="Conditional"/>
  </objectClass>
  <objectClass name="HLAfederation">
   <attribute name="HLAfederationName" dataType="HLAunicodeString" updateType="Static"/>
   <attribute name="HLAfederatesInFederation" dataType="HLAhandleList" updateType="Conditional"/>
   <attribute name="HLARTIversion" dataType="HLAunicodeString" updateType="Static"/>
   <attribute name="HLAMIMdesignator" dataType="HLAunicodeString" updateType="Static"/>
   <attribute name="HLAFOMmoduleDesignatorList" dataType="HLAmoduleDesignatorList"
    updateType="Conditional"/>
   <attribute name="HLAcurrentFDD" dataType="HLAunicodeString" updateType="Conditional"/>
   <attribute name="HLAtimeImplementationName" dataType="HLAunicodeString" updateType="Static"/>
   <attribute name="HLAlastSaveName" dataType="HLAunicodeString" updateType="Conditional"/>
   <attribute name="HLAlastSaveTime" dataType="HLAlogicalTime" updateType="Conditional"/>
   <attribute name="HLAnextSaveName" dataType="HLAunicodeString" updateType="Conditional"/>
   <attribute name="HLAnextSaveTime" dataType="HLAlogicalTime" updateType="Conditional"/>
   <attribute name="HLAautoProvide" dataType="HLAswitch" updateType="Conditional"/>
  </objectClass>
 </objectClass>
</objectClass></objects>
<interactions><interactionClass name="HLAinteractionRoot" transportation="HLAreliable" order="TimeStamp">
 <interactionClass name="HLAmanager">
  <interactionClass name="HLAfederate"><parameter name="HLAfederate" dataType="HLAhandle"/>
   <interactionClass name="HLAadjust">
    <interactionClass name="HLAsetTiming"><parameter name="HLAreportPeriod" dataType="HLAseconds"/></interactionClass>
    <interactionClass name="HLAmodifyAttributeState"><parameter name="HLAobjectInstance" dataType="HLAhandle"/>
     <parameter name="HLAattribute" dataType="HLAhandle"/>
     <parameter name="HLAattributeState" dataType="HLAownership"/></interactionClass>
    <interactionClass name="HLAsetServiceReporting"><parameter name="HLAreportingState" dataType="HLAboolean"/></interactionClass>
    <interactionClass name="HLAsetExceptionReporting"><parameter name="HLAreportingState" dataType="HLAboolean"/></interactionClass>
    <interactionClass name="HLAsetSwitches"><parameter name="HLAconveyRegionDesignatorSets" dataType="HLAswitch"/>
     <parameter name="HLAconveyProducingFederate" dataType="HLAswitch"/></interactionClass>
   </interactionClass>
   <interactionClass name="HLArequest">
    <interactionClass name="HLArequestPublications"/>
    <interactionClass name="HLArequestSubscriptions"/>
    <interactionClass name="HLArequestObjectInstancesThatCanBeDeleted"/>
    <interactionClass name="HLArequestObjectInstancesUpdated"/>
    <interactionClass name="HLArequestObjectInstancesReflected"/>
    <interactionClass name="HLArequestUpdatesSent"/>
    <interactionClass name="HLArequestInteractionsSent"/>
    <interactionClass name="HLArequestReflectionsReceived"/>
    <interactionClass name="HLArequestInteractionsReceived"/>
    <interactionClass name="HLArequestObjectInstanceInformation"><parameter name="HLAobjectInstance" dataType="HLAhandle"/></interactionClass>
    <interactionClass name="HLArequestFOMmoduleData"><parameter name="HLAFOMmoduleIndicator" dataType="HLAindex"/></interactionClass>
    <interactionClass name="OrreryRequestDataPaths"/>
   </interactionClass>
   <interactionClass name="HLAreport">
    <interactionClass name="HLAreportObjectClassPublication" dimensions="HLAfederate">
     <parameter name="HLAnumberOfClasses" dataType="HLAcount"/>
     <parameter name="HLAobjectClass" dataType="HLAhandle"/>
     <parameter name="HLAattributeList" dataType="HLAhandleList"/></interactionClass>
    <interactionClass name="HLAreportInteractionPublication" dimensions="HLAfederate">
     <parameter name="HLAinteractionClassList" dataType="HLAhandleList"/></interactionClass>
    <interactionClass name="HLAreportObjectClassSubscription" dimensions="HLAfederate">
     <parameter name="HLAnumberOfClasses" dataType="HLAcount"/>
     <parameter name="HLAobjectClass" dataType="HLAhandle"/>
     <parameter name="HLAactive" dataType="HLAboolean"/>
     <parameter name="HLAmaxUpdateRate" dataType="HLAupdateRateName"/>
     <parameter name="HLAattributeList" dataType="HLAhandleList"/></interactionClass>
    <interactionClass name="HLAreportInteractionSubscription" dimensions="HLAfederate">
     <parameter name="HLAinteractionClassList" dataType="HLAinteractionSubList"/></interactionClass>
    <interactionClass name="HLAreportObjectInstancesThatCanBeDeleted" dimensions="HLAfederate">
     <parameter name="HLAobjectInstanceCounts" dataType="HLAobjectClassBasedCounts"/></interactionClass>
    <interactionClass name="HLAreportObjectInstancesUpdated" dimensions="HLAfederate">
     <parameter name="HLAobjectInstanceCounts" dataType="HLAobjectClassBasedCounts"/></interactionClass>
    <interactionClass name="HLAreportObjectInstancesReflected" dimensions="HLAfederate">
     <parameter name="HLAobjectInstanceCounts" dataType="HLAobjectClassBasedCounts"/></interactionClass>
    <interactionClass name="HLAreportUpdatesSent" dimensions="HLAfederate">
     <parameter name="HLAtransportation" dataType="HLAtransportationName"/>
     <parameter name="HLAupdateCounts" dataType="HLAobjectClassBasedCounts"/></interactionClass>
    <interactionClass name="HLAreportReflectionsReceived" dimensions="HLAfederate">
     <parameter name="HLAtransportation" dataType="HLAtransportationName"/>
     <parameter name="HLAreflectCounts" dataType="HLAobjectClassBasedCounts"/></interactionClass>
    <interactionClass name="HLAreportInteractionsSent" dimensions="HLAfederate">
     <parameter name="HLAtransportation" dataType="HLAtransportationName"/>
     <parameter name="HLAinteractionCounts" dataType="HLAinteractionCounts"/></interactionClass>
    <interactionClass name="HLAreportInteractionsReceived" dimensions="HLAfederate">
     <parameter name="HLAtransportation" dataType="HLAtransportationName"/>
     <parameter name="HLAinteractionCounts" dataType="HLAinteractionCounts"/></interactionClass>
    <interactionClass name="HLAreportObjectInstanceInformation" dimensions="HLAfederate">
     <parameter name="HLAobjectInstance" dataType="HLAhandle"/>
     <parameter name="HLAownedInstanceAttributeList" dataType="HLAhandleList"/>
     <parameter name="HLAregisteredClass" dataType="HLAhandle"/>
     <parameter name="HLAknownClass" dataType="HLAhandle"/></interactionClass>
    <interactionClass name="HLAreportException" dimensions="HLAfederate">
     <parameter name="HLAservice" dataType="HLAunicodeString"/>
     <parameter name="HLAexception" dataType="HLAunicodeString"/></interactionClass>
    <interactionClass name="HLAreportServiceInvocation" dimensions="HLAfederate HLAserviceGroup">
     <parameter name="HLAservice" dataType="HLAunicodeString"/>
     <parameter name="HLAsuccessIndicator" dataType="HLAboolean"/>
     <parameter name="HLAsuppliedArguments" dataType="HLAargumentList"/>
     <parameter name="HLAreturnedArguments" dataType="HLAargumentList"/>
     <parameter name="HLAexception" dataType="HLAunicodeString"/>
     <parameter name="HLAserialNumber" dataType="HLAcount"/></interactionClass>
    <interactionClass name="HLAreportMOMexception" dimensions="HLAfederate">
     <parameter name="HLAservice" dataType="HLAunicodeString"/>
     <parameter name="HLAexception" dataType="HLAunicodeString"/>
     <parameter name="HLAparameterError" dataType="HLAboolean"/></interactionClass>
    <interactionClass name="HLAreportFederateLost" dimensions="HLAfederate">
     <parameter name="HLAfederateName" dataType="HLAunicodeString"/>
     <parameter name="HLAtimeStamp" dataType="HLAlogicalTime"/>
     <parameter name="HLAfaultDescription" dataType="HLAunicodeString"/></interactionClass>
    <interactionClass name="HLAreportFOMmoduleData" dimensions="HLAfederate">
     <parameter name="HLAFOMmoduleIndicator" dataType="HLAindex"/>
     <parameter name="HLAFOMmoduleData" dataType="HLAunicodeString"/></interactionClass>
    <interactionClass name="OrreryReportDataPath">
     <parameter name="OrreryPath" dataType="HLAunicodeString"/>
     <parameter name="OrrerySent" dataType="HLAinteger64BE"/><parameter name="OrreryReceived" dataType="HLAinteger64BE"/>
     <parameter name="OrreryLost" dataType="HLAinteger64BE"/><parameter name="OrreryDropped" dataType="HLAinteger64BE"/>
     <parameter name="OrreryRefused" dataType="HLAinteger64BE"/><parameter name="OrreryWaiting" dataType="HLAinteger64BE"/>
     <parameter name="OrreryNaksSent" dataType="HLAinteger64BE"/><parameter name="OrreryRepairsSent" dataType="HLAinteger64BE"/>
     <parameter name="OrreryRepairsReceived" dataType="HLAinteger64BE"/>
     <parameter name="OrreryPacketsSent" dataType="HLAinteger64BE"/><parameter name="OrreryPacketsReceived" dataType="HLAinteger64BE"/>
     <parameter name="OrreryBytesSent" dataType="HLAinteger64BE"/><parameter name="OrreryBytesReceived" dataType="HLAinteger64BE"/>
     <parameter name="OrrerySystemCalls" dataType="HLAinteger64BE"/></interactionClass>
   </interactionClass>
   <interactionClass name="HLAservice">
    <interactionClass name="HLAresignFederationExecution"><parameter name="HLAresignAction" dataType="HLAresignAction"/></interactionClass>
    <interactionClass name="HLAsynchronizationPointAchieved"><parameter name="HLAlabel" dataType="HLAunicodeString"/></interactionClass>
    <interactionClass name="HLAfederateSaveBegun"/>
    <interactionClass name="HLAfederateSaveComplete"><parameter name="HLAsuccessIndicator" dataType="HLAboolean"/></interactionClass>
    <interactionClass name="HLAfederateRestoreComplete"><parameter name="HLAsuccessIndicator" dataType="HLAboolean"/></interactionClass>
    <interactionClass name="HLApublishObjectClassAttributes"><parameter name="HLAobjectClass" dataType="HLAhandle"/>
     <parameter name="HLAattributeList" dataType="HLAhandleList"/></interactionClass>
    <interactionClass name="HLAunpublishObjectClassAttributes"><parameter name="HLAobjectClass" dataType="HLAhandle"/>
     <parameter name="HLAattributeList" dataType="HLAhandleList"/></interactionClass>
    <interactionClass name="HLApublishInteractionClass"><parameter name="HLAinteractionClass" dataType="HLAhandle"/></interactionClass>
    <interactionClass name="HLAunpublishInteractionClass"><parameter name="HLAinteractionClass" dataType="HLAhandle"/></interactionClass>
    <interactionClass name="HLAsubscribeObjectClassAttributes"><parameter name="HLAobjectClass" dataType="HLAhandle"/>
     <parameter name="HLAattributeList" dataType="HLAhandleList"/>
     <parameter name="HLAactive" dataType="HLAboolean"/></interactionClass>
    <interactionClass name="HLAunsubscribeObjectClassAttributes"><parameter name="HLAobjectClass" dataType="HLAhandle"/>
     <parameter name="HLAattributeList" dataType="HLAhandleList"/></interactionClass>
    <interactionClass name="HLAsubscribeInteractionClass"><parameter name="HLAinteractionClass" dataType="HLAhandle"/>
     <parameter name="HLAactive" dataType="HLAboolean"/></interactionClass>
    <interactionClass name="HLAunsubscribeInteractionClass"><parameter name="HLAinteractionClass" dataType="HLAhandle"/></interactionClass>
    <interactionClass name="HLAdeleteObjectInstance"><parameter name="HLAobjectInstance" dataType="HLAhandle"/>
     <parameter name="HLAtag" dataType="HLAopaqueData"/>
     <parameter name="HLAtimeStamp" dataType="HLAlogicalTime"/></interactionClass>
    <interactionClass name="HLAlocalDeleteObjectInstance"><parameter name="HLAobjectInstance" dataType="HLAhandle"/></interactionClass>
    <interactionClass name="HLArequestAttributeTransportationTypeChange"><parameter name="HLAobjectInstance" dataType="HLAhandle"/>
     <parameter name="HLAattributeList" dataType="HLAhandleList"/>
     <parameter name="HLAtransportation" dataType="HLAtransportationName"/></interactionClass>
    <interactionClass name="HLArequestInteractionTransportationTypeChange"><parameter name="HLAinteractionClass" dataType="HLAhandle"/>
     <parameter name="HLAtransportation" dataType="HLAtransportationName"/></interactionClass>
    <interactionClass name="HLAunconditionalAttributeOwnershipDivestiture"><parameter name="HLAobjectInstance" dataType="HLAhandle"/>
     <parameter name="HLAattributeList" dataType="HLAhandleList"/></interactionClass>
    <interactionClass name="HLAenableTimeRegulation"><parameter name="HLAlookahead" dataType="HLAtimeInterval"/></interactionClass>
    <interactionClass name="HLAdisableTimeRegulation"/>
    <interactionClass name="HLAenableTimeConstrained"/>
    <interactionClass name="HLAdisableTimeConstrained"/>
    <interactionClass name="HLAtimeAdvanceRequest"><parameter name="HLAtimeStamp" dataType="HLAlogicalTime"/></interactionClass>
    <interactionClass name="HLAtimeAdvanceRequestAvailable"><parameter name="HLAtimeStamp" dataType="HLAlogicalTime"/></interactionClass>
    <interactionClass name="HLAnextMessageRequest"><parameter name="HLAtimeStamp" dataType="HLAlogicalTime"/></interactionClass>
    <interactionClass name="HLAnextMessageRequestAvailable"><parameter name="HLAtimeStamp" dataType="HLAlogicalTime"/></interactionClass>
    <interactionClass name="HLAflushQueueRequest"><parameter name="HLAtimeStamp" dataType="HLAlogicalTime"/></interactionClass>
    <interactionClass name="HLAenableAsynchronousDelivery"/>
    <interactionClass name="HLAdisableAsynchronousDelivery"/>
    <interactionClass name="HLAmodifyLookahead"><parameter name="HLAlookahead" dataType="HLAtimeInterval"/></interactionClass>
    <interactionClass name="HLAchangeAttributeOrderType"><parameter name="HLAobjectInstance" dataType="HLAhandle"/>
     <parameter name="HLAattributeList" dataType="HLAhandleList"/>
     <parameter name="HLAsendOrder" dataType="HLAorderType"/></interactionClass>
    <interactionClass name="HLAchangeInteractionOrderType"><parameter name="HLAinteractionClass" dataType="HLAhandle"/>
     <parameter name="HLAsendOrder" dataType="HLAorderType"/></interactionClass>
   </interactionClass>
  </interactionClass>
  <interactionClass name="HLAfederation">
   <interactionClass name="HLAadjust">
    <interactionClass name="HLAsetSwitches"><parameter name="HLAautoProvide" dataType="HLAswitch"/></interactionClass>
   </interactionClass>
   <interactionClass name="HLArequest">
    <interactionClass name="HLArequestSynchronizationPoints"/>
    <interactionClass name="HLArequestSynchronizationPointStatus"><parameter name="HLAsyncPointName" dataType="HLAunicodeString"/></interactionClass>
    <interactionClass name="HLArequestFOMmoduleData"><parameter name="HLAFOMmoduleIndicator" dataType="HLAindex"/></interactionClass>
    <interactionClass name="HLArequestMIMdata"/>
   </interactionClass>
   <interactionClass name="HLAreport">
    <interactionClass name="HLAreportSynchronizationPoints"><parameter name="HLAsyncPoints" dataType="HLAsynchPointList"/></interactionClass>
    <interactionClass name="HLAreportSynchronizationPointStatus"><parameter name="HLAsyncPointName" dataType="HLAunicodeString"/>
     <parameter name="HLAsyncPointFederates" dataType="HLAsynchPointFederateList"/></interactionClass>
    <interactionClass name="HLAreportFOMmoduleData"><parameter name="HLAFOMmoduleIndicator" dataType="HLAindex"/>
     <parameter name="HLAFOMmoduleData" dataType="HLAunicodeString"/></interactionClass>
    <interactionClass name="HLAreportMIMdata"><parameter name="HLAMIMdata" dataType="HLAunicodeString"/></interactionClass>
   </interactionClass>
  </interactionClass>
 </interactionClass>
</interactionClass></interactions>)mim";

// Every attribute of the RTI's own objects stays with the RTI, and every interaction is reliable and in receive order.
FomModule read_mim() {
  std::string text = "<objectModel>";
  text += mim_classes;
  text += mim_tables;
  text += "</objectModel>";
  auto read = read_omt(text, "HLAstandardMIM");
  if (!read) std::abort();  // a programming error
  for (FomObjectClass& each : read->object_classes) {
    for (FomAttribute& attribute : each.attributes) {
      if (each.name == object_root) continue;
      attribute.columns.push_back({"ownership", "NoTransfer"});
      attribute.columns.push_back({"sharing", "Publish"});
      if (each.name.ends_with(".HLAfederate")) attribute.dimensions = {"HLAfederate"};
    }
  }
  for (FomInteractionClass& each : read->interaction_classes) each.scaffold = false;
  read->source = to_omt(*read);
  // Lines as in the document that federates can ask for.
  auto module = read_omt(read->source, "HLAstandardMIM");
  if (!module) std::abort();  // a programming error
  module->source = std::move(read->source);
  return std::move(*module);
}

}  // namespace

const FomModule& mim() {
  static const FomModule module = read_mim();
  return module;
}

}  // namespace orrery::rti
