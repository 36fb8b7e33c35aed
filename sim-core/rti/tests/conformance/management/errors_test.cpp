// IEEE 1516.1-2010, 11.4: adjustments and services in a federate's name that are refused or have bounds, and how that is reported.
#include "conformance/managed_services.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause11Errors : public ManagedServices {};
CONFORMANCE_SUITE(Clause11Errors);

// 11.4: the name is fully qualified.
TEST_P(Clause11Errors, TheNameInAReportIsFullyQualified) {
  ASSERT_OK(manage("HLAservice.HLAdisableTimeRegulation", b()));
  const auto found = reports("HLAreportMOMexception");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(text_of(found[0], "HLAservice"),
            "HLAinteractionRoot.HLAmanager.HLAfederate.HLAservice.HLAdisableTimeRegulation");
}

// 11.4: the preconditions are those of the services, and what is refused changes nothing.
TEST_P(Clause11Errors, DeclarationsAreRefusedAsTheServicesAre) {
  EXPECT_EQ(error_of_service(
                "HLAservice.HLApublishObjectClassAttributes", b(),
                {{"HLAobjectClass", class_handle("A")}, {"HLAattributeList", list({{999}})}}),
            "AttributeNotDefined");
  EXPECT_EQ(error_of_service("HLAservice.HLApublishObjectClassAttributes", b(),
                             {{"HLAobjectClass", handle(9999)},
                              {"HLAattributeList", list(a().attributes("A", "a1"))}}),
            "ObjectClassNotDefined");
  EXPECT_EQ(error_of_service("HLAservice.HLAsubscribeObjectClassAttributes", b(),
                             {{"HLAobjectClass", class_handle("A")},
                              {"HLAattributeList", list(a().attributes("A.B", "b1"))},
                              {"HLAactive", number(1)}}),
            "AttributeNotDefined");
  EXPECT_EQ(error_of_service("HLAservice.HLApublishInteractionClass", b(),
                             {{"HLAinteractionClass", handle(9999)}}),
            "InteractionClassNotDefined");
  EXPECT_EQ(error_of_service(
                "HLAservice.HLAsubscribeInteractionClass", b(),
                {{"HLAinteractionClass", interaction_handle("K")}, {"HLAactive", number(2)}}),
            "parameter");
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(a().send("K"));
  EXPECT_SILENCE(b());
}

// 5.3: not while an acquisition of the attribute is pending.
TEST_P(Clause11Errors, UnpublishingIsRefusedDuringAnAcquisition) {
  ASSERT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_EQ(error_of_service("HLAservice.HLAunpublishObjectClassAttributes", b(),
                             {{"HLAobjectClass", class_handle("A")},
                              {"HLAattributeList", list(a().attributes("A", "a1"))}}),
            "OwnershipAcquisitionPending");
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_HEARD(b(), "acquired x a1");
}

// 5.3: unpublishing in its name makes an owner lose its attributes.
TEST_P(Clause11Errors, UnpublishingInAFederatesNameDivests) {
  EXPECT_EQ(error_of_service("HLAservice.HLAunpublishObjectClassAttributes", a(),
                             {{"HLAobjectClass", class_handle("A")},
                              {"HLAattributeList", list(a().attributes("A", "a2"))}}),
            "");
  EXPECT_EQ(b().heard("assume"), Lines{"assume x a2"});
  EXPECT_ERROR(a().upd("x", "a2=1"), AttributeNotOwned);
  EXPECT_OK(a().upd("x", "a1=1"));
}

// 5.8 with 11.4: the subscription that a report of services excludes is refused in its name too.
TEST_P(Clause11Errors, WhoIsReportedIsNotSubscribedToTheReports) {
  EXPECT_EQ(
      error_of_service("HLAadjust.HLAsetServiceReporting", b(), {{"HLAreportingState", number(1)}}),
      "");
  EXPECT_EQ(
      error_of_service(
          "HLAservice.HLAsubscribeInteractionClass", b(),
          {{"HLAinteractionClass",
            interaction_handle("HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation")},
           {"HLAactive", number(1)}}),
      "FederateServiceInvocationsAreBeingReportedViaMOM");
  EXPECT_EQ(
      error_of_service("HLAadjust.HLAsetServiceReporting", b(), {{"HLAreportingState", number(1)}}),
      "")
      << "it is on already";
  EXPECT_EQ(
      error_of_service("HLAadjust.HLAsetServiceReporting", b(), {{"HLAreportingState", number(2)}}),
      "parameter");
  EXPECT_EQ(error_of_service("HLAadjust.HLAsetExceptionReporting", b(),
                             {{"HLAreportingState", number(-1)}}),
            "parameter");
}

// 9.10 with 11.4: nor in a region.
TEST_P(Clause11Errors, WhoIsReportedIsNotSubscribedToTheReportsInARegion) {
  const std::string report = "HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation";
  ASSERT_OK(manage("HLAadjust.HLAsetServiceReporting", b(), {{"HLAreportingState", number(1)}}));
  settle();
  EXPECT_ERROR(b().subi_in(report, {b().region("HLAserviceGroup 0 1")}),
               FederateServiceInvocationsAreBeingReportedViaMOM);
  ASSERT_OK(a().subi_in(report, {a().region("HLAserviceGroup 0 1")}));
  EXPECT_NE(
      error_of_service("HLAadjust.HLAsetServiceReporting", a(), {{"HLAreportingState", number(1)}}),
      "");
  EXPECT_EQ(
      error_of_service("HLAadjust.HLAsetServiceReporting", a(), {{"HLAreportingState", number(0)}}),
      "")
      << "attempts to enable fail, others do not";
}

TEST_P(Clause11Errors, DeletionsAreRefusedAsTheServicesAre) {
  const auto tag = Encoder().opaque(bytes("t")).take();
  EXPECT_EQ(error_of_service("HLAservice.HLAdeleteObjectInstance", b(), with(x(), "HLAtag", tag)),
            "DeletePrivilegeNotHeld");
  EXPECT_EQ(error_of_service("HLAservice.HLAlocalDeleteObjectInstance", a(), x()),
            "FederateOwnsAttributes");
  ASSERT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_EQ(error_of_service("HLAservice.HLAlocalDeleteObjectInstance", b(), x()),
            "OwnershipAcquisitionPending");
  EXPECT_EQ(error_of_service("HLAservice.HLAlocalDeleteObjectInstance", c(), x()),
            "ObjectInstanceNotKnown");
  regulate(a(), 5);
  EXPECT_EQ(error_of_service("HLAservice.HLAdeleteObjectInstance", a(),
                             with(with(x(), "HLAtag", tag), "HLAtimeStamp", at(4))),
            "InvalidLogicalTime");
  EXPECT_EQ(error_of_service("HLAservice.HLAdeleteObjectInstance", a(),
                             with(with(x(), "HLAtag", tag), "HLAtimeStamp", number(4))),
            "parameter");
  EXPECT_EQ(b().heard("remove"), Lines{});
  EXPECT_OK(a().upd("x", "a1=1"));
}

TEST_P(Clause11Errors, ChangesOfObjectsAreRefusedAsTheServicesAre) {
  EXPECT_EQ(
      error_of_service("HLAservice.HLAunconditionalAttributeOwnershipDivestiture", b(), x("a1")),
      "AttributeNotOwned");
  EXPECT_EQ(error_of_service("HLAservice.HLArequestAttributeTransportationTypeChange", b(),
                             with(x("a1"), "HLAtransportation", unicode("HLAreliable"))),
            "AttributeNotOwned");
  EXPECT_NE(error_of_service("HLAservice.HLArequestAttributeTransportationTypeChange", a(),
                             with(x("a1"), "HLAtransportation", unicode("none"))),
            "");
  EXPECT_EQ(error_of_service("HLAservice.HLAchangeAttributeOrderType", b(),
                             with(x("a1"), "HLAsendOrder", number(1))),
            "AttributeNotOwned");
  EXPECT_NE(error_of_service("HLAservice.HLAchangeAttributeOrderType", a(),
                             with(x("a1"), "HLAsendOrder", number(2))),
            "");
  EXPECT_EQ(error_of_service("HLAservice.HLAchangeAttributeOrderType", a(), x("a1")), "parameter");
  EXPECT_EQ(error_of_service(
                "HLAservice.HLAchangeInteractionOrderType", b(),
                {{"HLAinteractionClass", interaction_handle("K")}, {"HLAsendOrder", number(1)}}),
            "InteractionClassNotPublished");
  EXPECT_EQ(error_of_service("HLAservice.HLArequestInteractionTransportationTypeChange", b(),
                             {{"HLAinteractionClass", interaction_handle("K")},
                              {"HLAtransportation", unicode("HLAbestEffort")}}),
            "InteractionClassNotPublished");
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_EQ(a().heard("transport_changed"), Lines{});
}

// 8.24, 6.27: the order and the transportation of a class, in a publisher's name.
TEST_P(Clause11Errors, InteractionsAreChangedInAFederatesName) {
  ASSERT_OK(a().pubi("T"));
  ASSERT_OK(b().subi("T"));
  EXPECT_EQ(error_of_service(
                "HLAservice.HLAchangeInteractionOrderType", a(),
                {{"HLAinteractionClass", interaction_handle("T")}, {"HLAsendOrder", number(0)}}),
            "");
  EXPECT_EQ(error_of_service("HLAservice.HLArequestInteractionTransportationTypeChange", a(),
                             {{"HLAinteractionClass", interaction_handle("T")},
                              {"HLAtransportation", unicode("HLAbestEffort")}}),
            "");
  EXPECT_EQ(a().heard("transport_changed"), Lines{"transport_changed T HLAbestEffort"});
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  ASSERT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_HEARD(b(), "receive T t1=1 @5");
  EXPECT_EQ(b().last.sent, OrderType::receive);
  EXPECT_EQ(b().last.transportation, TransportationType::best_effort);
}

TEST_P(Clause11Errors, TimeIsRefusedAsTheServicesAre) {
  EXPECT_EQ(error_of_service("HLAservice.HLAenableTimeRegulation", a(), {{"HLAlookahead", at(-1)}}),
            "InvalidLookahead");
  EXPECT_EQ(error_of_service("HLAservice.HLAenableTimeRegulation", a()), "parameter");
  regulate(a(), 1);
  constrain(b());
  EXPECT_EQ(error_of_service("HLAservice.HLAenableTimeRegulation", a(), {{"HLAlookahead", at(1)}}),
            "TimeRegulationAlreadyEnabled");
  EXPECT_EQ(error_of_service("HLAservice.HLAenableTimeConstrained", b()),
            "TimeConstrainedAlreadyEnabled");
  EXPECT_EQ(error_of_service("HLAservice.HLAmodifyLookahead", a(), {{"HLAlookahead", at(-2)}}),
            "InvalidLookahead");
  for (const char* each :
       {"HLAtimeAdvanceRequest", "HLAtimeAdvanceRequestAvailable", "HLAnextMessageRequest",
        "HLAnextMessageRequestAvailable", "HLAflushQueueRequest"}) {
    const std::string name = "HLAservice." + std::string(each);
    EXPECT_EQ(error_of_service(name, b()), "parameter") << each;
    EXPECT_EQ(error_of_service(name, b(), {{"HLAtimeStamp", at(-1)}}), "LogicalTimeAlreadyPassed")
        << each;
  }
  ASSERT_OK(b().tar(9));
  EXPECT_EQ(error_of_service("HLAservice.HLAenableTimeRegulation", b(), {{"HLAlookahead", at(1)}}),
            "InTimeAdvancingState");
  ASSERT_OK(a().tar(20));
  EXPECT_EQ(b().heard("grant"), Lines{"grant 9"});
}

// 8.11 and 8.14, 8.15 in a federate's name.
TEST_P(Clause11Errors, AvailableRequestsAndDeliveryAreManaged) {
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(b().subi("K"));
  regulate(a(), 1);
  constrain(b());
  EXPECT_EQ(error_of_service("HLAservice.HLAenableAsynchronousDelivery", b()), "");
  EXPECT_EQ(error_of_service("HLAservice.HLAenableAsynchronousDelivery", b()),
            "AsynchronousDeliveryAlreadyEnabled");
  EXPECT_EQ(error_of_service("HLAservice.HLAdisableAsynchronousDelivery", b()), "");
  ASSERT_OK(a().send("K"));
  EXPECT_SILENCE(b());
  EXPECT_EQ(
      error_of_service("HLAservice.HLAnextMessageRequestAvailable", b(), {{"HLAtimeStamp", at(1)}}),
      "");
  EXPECT_HEARD(b(), "receive K", "grant 1") << "at the GALT";
}

// 4.10: actions have the numbers 1 to 6.
TEST_P(Clause11Errors, AResignationNeedsAnAction) {
  for (const std::int32_t each : {0, 7, -1}) {
    EXPECT_NE(error_of_service("HLAservice.HLAresignFederationExecution", b(),
                               {{"HLAresignAction", number(each)}}),
              "")
        << each;
  }
  EXPECT_EQ(error_of_service("HLAservice.HLAresignFederationExecution", b()), "parameter");
  ASSERT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_EQ(error_of_service("HLAservice.HLAresignFederationExecution", b(),
                             {{"HLAresignAction", number(1)}}),
            "OwnershipAcquisitionPending");
  EXPECT_TRUE(c().rti->get_federate_handle("b").ok());
  EXPECT_EQ(error_of_service("HLAservice.HLAresignFederationExecution", b(),
                             {{"HLAresignAction", number(5)}}),
            "");
  EXPECT_ERROR(c().rti->get_federate_handle("b"), NameNotFound);
  EXPECT_EQ(*a().give("x", "a1"), "");
}

// 11.4: a manager acts in its own name too.
TEST_P(Clause11Errors, AManagerActsInItsOwnName) {
  EXPECT_EQ(error_of_service("HLAservice.HLAsubscribeObjectClassAttributes", c(),
                             {{"HLAobjectClass", class_handle("A")},
                              {"HLAattributeList", list(a().attributes("A", "a1"))},
                              {"HLAactive", number(0)}}),
            "");
  EXPECT_EQ(c().heard("discover"), Lines{"discover x A"});
  ASSERT_OK(a().upd("x", "a1=1"));
  EXPECT_HEARD(c(), "reflect x a1=1");
}

// 6.12: what is not published is not sent, so it has no effect.
TEST_P(Clause11Errors, AnAdjustmentIsPublishedFirst) {
  const InteractionClassHandle of =
      c().interaction("HLAmanager.HLAfederate.HLAservice.HLAenableTimeConstrained");
  const auto whom = handle(b().handle.value);
  const std::vector<ParameterValue> parameters{
      {*labels().model.parameter(of, "HLAfederate"), whom}};
  EXPECT_ERROR(c().rti->send_interaction(of, parameters), InteractionClassNotPublished);
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->enable_time_constrained());
}

// 11.4: of the switches one or both are given, with the values 0 and 1.
TEST_P(Clause11Errors, SwitchesAreGivenOneByOne) {
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(b().subi("K"));
  EXPECT_EQ(error_of_service("HLAadjust.HLAsetSwitches", b(),
                             {{"HLAconveyProducingFederate", number(2)}}),
            "parameter");
  EXPECT_EQ(error_of_service("HLAadjust.HLAsetSwitches", b(),
                             {{"HLAconveyProducingFederate", number(0)}}),
            "");
  ASSERT_OK(a().send("K"));
  EXPECT_HEARD(b(), "receive K");
  EXPECT_EQ(b().last.producer, FederateHandle{});
  EXPECT_FALSE(*b().rti->get_convey_region_designator_sets_switch());
  EXPECT_EQ(error_of_service("HLAadjust.HLAsetSwitches", b(),
                             {{"HLAconveyProducingFederate", number(1)},
                              {"HLAconveyRegionDesignatorSets", number(1)}}),
            "");
  ASSERT_OK(a().send("K"));
  EXPECT_HEARD(b(), "receive K");
  EXPECT_EQ(b().last.producer, a().handle);
  EXPECT_TRUE(*b().rti->get_convey_region_designator_sets_switch());
}

// 11.4: if one of two switches has a wrong value, neither changes.
TEST_P(Clause11Errors, AWrongSwitchLeavesTheOther) {
  EXPECT_EQ(error_of_service("HLAadjust.HLAsetSwitches", b(),
                             {{"HLAconveyProducingFederate", number(5)},
                              {"HLAconveyRegionDesignatorSets", number(1)}}),
            "parameter");
  EXPECT_FALSE(*b().rti->get_convey_region_designator_sets_switch());
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
