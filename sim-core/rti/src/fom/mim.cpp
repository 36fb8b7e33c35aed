// The standard's own classes, as far as they are used here, written in the short form that HLA 1.3 had.
#include <cstdlib>

#include "reading.hpp"

namespace orrery::rti {
namespace {

constexpr std::string_view text = R"mim((FED
(objects
 (class HLAobjectRoot
  (class HLAmanager
   (class HLAfederation
    (attribute HLAfederationName reliable receive)
    (attribute HLAfederatesInFederation reliable receive)
    (attribute HLARTIversion reliable receive)
    (attribute HLAMIMdesignator reliable receive)
    (attribute HLAFOMmoduleDesignatorList reliable receive)
    (attribute HLAtimeImplementationName reliable receive)
    (attribute HLAlastSaveName reliable receive)
    (attribute HLAlastSaveTime reliable receive)
    (attribute HLAnextSaveName reliable receive)
    (attribute HLAnextSaveTime reliable receive))
   (class HLAfederate
    (attribute HLAfederateHandle reliable receive)
    (attribute HLAfederateName reliable receive)
    (attribute HLAfederateType reliable receive)
    (attribute HLAfederateHost reliable receive)
    (attribute HLARTIversion reliable receive)
    (attribute HLAFOMmoduleDesignatorList reliable receive)
    (attribute HLAtimeConstrained reliable receive)
    (attribute HLAtimeRegulating reliable receive)
    (attribute HLAasynchronousDelivery reliable receive)
    (attribute HLAfederateState reliable receive)
    (attribute HLAtimeManagerState reliable receive)
    (attribute HLAlogicalTime reliable receive)
    (attribute HLAlookahead reliable receive)
    (attribute HLAGALT reliable receive)
    (attribute HLALITS reliable receive)
    (attribute HLAROlength reliable receive)
    (attribute HLATSOlength reliable receive)
    (attribute HLAreflectionsReceived reliable receive)
    (attribute HLAupdatesSent reliable receive)
    (attribute HLAinteractionsReceived reliable receive)
    (attribute HLAinteractionsSent reliable receive)
    (attribute HLAobjectInstancesThatCanBeDeleted reliable receive)
    (attribute HLAobjectInstancesUpdated reliable receive)
    (attribute HLAobjectInstancesReflected reliable receive)
    (attribute HLAobjectInstancesDeleted reliable receive)
    (attribute HLAobjectInstancesRemoved reliable receive)
    (attribute HLAobjectInstancesRegistered reliable receive)
    (attribute HLAobjectInstancesDiscovered reliable receive)
    (attribute HLAtimeGrantedTime reliable receive)
    (attribute HLAtimeAdvancingTime reliable receive)))))
(interactions
 (class HLAinteractionRoot
  (class HLAmanager reliable receive
   (class HLAfederate reliable receive
    (parameter HLAfederate)
    (class HLAadjust reliable receive
     (class HLAsetTiming reliable receive (parameter HLAreportPeriod))
     (class HLAsetServiceReporting reliable receive (parameter HLAreportingState))
     (class HLAsetExceptionReporting reliable receive (parameter HLAreportingState)))
    (class HLArequest reliable receive
     (class HLArequestPublications reliable receive)
     (class HLArequestSubscriptions reliable receive)
     (class HLArequestObjectInstancesThatCanBeDeleted reliable receive)
     (class HLArequestObjectInstancesUpdated reliable receive)
     (class HLArequestObjectInstancesReflected reliable receive)
     (class HLArequestUpdatesSent reliable receive)
     (class HLArequestInteractionsSent reliable receive)
     (class HLArequestReflectionsReceived reliable receive)
     (class HLArequestInteractionsReceived reliable receive)
     (class HLArequestObjectInstanceInformation reliable receive (parameter HLAobjectInstance))
     (class OrreryRequestDataPaths reliable receive))
    (class HLAreport reliable receive
     (class HLAreportObjectClassPublication reliable receive
      (parameter HLAnumberOfClasses) (parameter HLAobjectClass) (parameter HLAattributeList))
     (class HLAreportInteractionPublication reliable receive (parameter HLAinteractionClassList))
     (class HLAreportObjectClassSubscription reliable receive
      (parameter HLAnumberOfClasses) (parameter HLAobjectClass) (parameter HLAactive)
      (parameter HLAattributeList))
     (class HLAreportInteractionSubscription reliable receive (parameter HLAinteractionClassList))
     (class HLAreportObjectInstancesThatCanBeDeleted reliable receive
      (parameter HLAobjectInstanceCounts))
     (class HLAreportObjectInstancesUpdated reliable receive (parameter HLAobjectInstanceCounts))
     (class HLAreportObjectInstancesReflected reliable receive (parameter HLAobjectInstanceCounts))
     (class HLAreportUpdatesSent reliable receive
      (parameter HLAtransportation) (parameter HLAupdateCounts))
     (class HLAreportInteractionsSent reliable receive
      (parameter HLAtransportation) (parameter HLAinteractionCounts))
     (class HLAreportReflectionsReceived reliable receive
      (parameter HLAtransportation) (parameter HLAreflectCounts))
     (class HLAreportInteractionsReceived reliable receive
      (parameter HLAtransportation) (parameter HLAinteractionCounts))
     (class HLAreportObjectInstanceInformation reliable receive
      (parameter HLAobjectInstance) (parameter HLAownedInstanceAttributeList)
      (parameter HLAregisteredClass) (parameter HLAknownClass))
     (class OrreryReportDataPath reliable receive
      (parameter OrreryPath) (parameter OrrerySent) (parameter OrreryReceived)
      (parameter OrreryLost) (parameter OrreryDropped) (parameter OrreryRefused)
      (parameter OrreryWaiting) (parameter OrreryNaksSent) (parameter OrreryRepairsSent)
      (parameter OrreryRepairsReceived) (parameter OrreryPacketsSent)
      (parameter OrreryPacketsReceived) (parameter OrreryBytesSent)
      (parameter OrreryBytesReceived) (parameter OrrerySystemCalls))
     (class HLAreportServiceInvocation reliable receive
      (parameter HLAservice) (parameter HLAsuccessIndicator) (parameter HLAsuppliedArguments)
      (parameter HLAreturnedArguments) (parameter HLAexception) (parameter HLAserialNumber))
     (class HLAreportException reliable receive (parameter HLAservice) (parameter HLAexception))
     (class HLAreportFederateLost reliable receive
      (parameter HLAfederateName) (parameter HLAtimeStamp) (parameter HLAfaultDescription))
     (class HLAreportMOMexception reliable receive
      (parameter HLAservice) (parameter HLAexception) (parameter HLAparameterError)))
    (class HLAservice reliable receive
     (class HLAresignFederationExecution reliable receive (parameter HLAresignAction))
     (class HLAsynchronizationPointAchieved reliable receive (parameter HLAlabel))
     (class HLAfederateSaveBegun reliable receive)
     (class HLAfederateSaveComplete reliable receive (parameter HLAsuccessIndicator))
     (class HLAfederateRestoreComplete reliable receive (parameter HLAsuccessIndicator))
     (class HLApublishObjectClassAttributes reliable receive
      (parameter HLAobjectClass) (parameter HLAattributeList))
     (class HLAunpublishObjectClassAttributes reliable receive
      (parameter HLAobjectClass) (parameter HLAattributeList))
     (class HLApublishInteractionClass reliable receive (parameter HLAinteractionClass))
     (class HLAunpublishInteractionClass reliable receive (parameter HLAinteractionClass))
     (class HLAsubscribeObjectClassAttributes reliable receive
      (parameter HLAobjectClass) (parameter HLAattributeList) (parameter HLAactive))
     (class HLAunsubscribeObjectClassAttributes reliable receive
      (parameter HLAobjectClass) (parameter HLAattributeList))
     (class HLAsubscribeInteractionClass reliable receive
      (parameter HLAinteractionClass) (parameter HLAactive))
     (class HLAunsubscribeInteractionClass reliable receive (parameter HLAinteractionClass))
     (class HLAdeleteObjectInstance reliable receive
      (parameter HLAobjectInstance) (parameter HLAtag))
     (class HLAlocalDeleteObjectInstance reliable receive (parameter HLAobjectInstance))
     (class HLArequestAttributeTransportationTypeChange reliable receive
      (parameter HLAobjectInstance) (parameter HLAattributeList) (parameter HLAtransportation))
     (class HLArequestInteractionTransportationTypeChange reliable receive
      (parameter HLAinteractionClass) (parameter HLAtransportation))
     (class HLAchangeAttributeOrderType reliable receive
      (parameter HLAobjectInstance) (parameter HLAattributeList) (parameter HLAsendOrder))
     (class HLAchangeInteractionOrderType reliable receive
      (parameter HLAinteractionClass) (parameter HLAsendOrder))
     (class HLAunconditionalAttributeOwnershipDivestiture reliable receive
      (parameter HLAobjectInstance) (parameter HLAattributeList))
     (class HLAenableTimeRegulation reliable receive (parameter HLAlookahead))
     (class HLAdisableTimeRegulation reliable receive)
     (class HLAenableTimeConstrained reliable receive)
     (class HLAdisableTimeConstrained reliable receive)
     (class HLAtimeAdvanceRequest reliable receive (parameter HLAtimeStamp))
     (class HLAtimeAdvanceRequestAvailable reliable receive (parameter HLAtimeStamp))
     (class HLAnextMessageRequest reliable receive (parameter HLAtimeStamp))
     (class HLAnextMessageRequestAvailable reliable receive (parameter HLAtimeStamp))
     (class HLAflushQueueRequest reliable receive (parameter HLAtimeStamp))
     (class HLAenableAsynchronousDelivery reliable receive)
     (class HLAdisableAsynchronousDelivery reliable receive)
     (class HLAmodifyLookahead reliable receive (parameter HLAlookahead))))
   (class HLAfederation reliable receive
    (class HLArequest reliable receive
     (class HLArequestSynchronizationPoints reliable receive)
     (class HLArequestSynchronizationPointStatus reliable receive (parameter HLAsyncPointName)))
    (class HLAreport reliable receive
     (class HLAreportSynchronizationPoints reliable receive (parameter HLAsyncPoints))
     (class HLAreportSynchronizationPointStatus reliable receive
      (parameter HLAsyncPointName) (parameter HLAsyncPointFederates)))))))))mim";

FomModule read_mim() {
  auto read = read_fed(text, "HLAstandardMIM");
  if (!read) std::abort();  // a programming error
  read->object_classes.front().attributes = {{"HLAprivilegeToDeleteObject",
                                              "HLAtoken",
                                              TransportationType::reliable,
                                              OrderType::timestamp,
                                              {}}};
  return std::move(*read);
}

}  // namespace

const FomModule& mim() {
  static const FomModule module = read_mim();
  return module;
}

}  // namespace orrery::rti
