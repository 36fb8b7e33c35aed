// IEEE 1516.1-2010, clause 11: the management object model.
#include <algorithm>
#include <set>

#include "conformance/managed_federation.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause11 : public ManagedFederation {};
CONFORMANCE_SUITE(Clause11);

// 11.2: one object for each joined federate, which the RTI registers, owns and deletes.
TEST_P(Clause11, EachFederateIsAnObjectOfTheRti) {
  ASSERT_OK(c().sub("HLAmanager.HLAfederate", "HLAfederateName HLAfederateHandle"));
  EXPECT_EQ(discoveries(), (Lines{"discover HLAfederate.a HLAmanager.HLAfederate",
                                  "discover HLAfederate.b HLAmanager.HLAfederate",
                                  "discover HLAfederate.c HLAmanager.HLAfederate"}));
  EXPECT_EQ(Decoder(c().managed["HLAfederate.b"]["HLAfederateHandle"]).handle(), b().handle.value);
  ASSERT_OK(c().query("HLAfederate.b", "HLAfederateName"));
  EXPECT_HEARD(c(), "owner HLAfederate.b HLAfederateName RTI");
  EXPECT_ERROR(c().del("HLAfederate.b"), DeletePrivilegeNotHeld);
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_HEARD(c(), "remove HLAfederate.b");
}

TEST_P(Clause11, AttributesAreAskedForByThoseThatKnowTheObject) {
  ASSERT_OK(c().sub("HLAmanager.HLAfederate", "HLAfederateName HLAupdatesSent"));
  skip();
  ASSERT_OK(c().request("HLAfederate.a", "HLAfederateName"));
  EXPECT_HEARD(c(), "reflect HLAfederate.a HLAfederateName");
  EXPECT_EQ(c().last.producer, FederateHandle{});
}

TEST_P(Clause11, CountsFollowWhatAFederateDoes) {
  watch_federates();
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().subi("K"));
  ASSERT_OK(a().reg("A", "x"));
  ASSERT_OK(a().reg("A", "y"));
  ASSERT_OK(a().upd("x", "a1=1"));
  ASSERT_OK(a().upd("x", "a1=2"));
  ASSERT_OK(a().send("K"));
  settle();
  ASSERT_OK(a().del("y"));
  settle();
  EXPECT_EQ(asked("a", "HLAobjectInstancesRegistered"), 2);
  EXPECT_EQ(asked("a", "HLAobjectInstancesDeleted"), 1);
  EXPECT_EQ(asked("a", "HLAobjectInstancesThatCanBeDeleted"), 1);
  EXPECT_EQ(asked("a", "HLAobjectInstancesUpdated"), 1);
  EXPECT_EQ(asked("a", "HLAupdatesSent"), 2);
  EXPECT_EQ(asked("a", "HLAinteractionsSent"), 1);
  EXPECT_EQ(asked("b", "HLAobjectInstancesDiscovered"), 2);
  EXPECT_EQ(asked("b", "HLAobjectInstancesRemoved"), 1);
  EXPECT_EQ(asked("b", "HLAobjectInstancesReflected"), 1);
  EXPECT_EQ(asked("b", "HLAreflectionsReceived"), 2);
  EXPECT_EQ(asked("b", "HLAinteractionsReceived"), 1);
}

TEST_P(Clause11, QueueLengthsAreOfWhatWaits) {
  watch_federates();
  ASSERT_OK(a().pubi("T"));
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(b().subi("T"));
  ASSERT_OK(b().subi("K"));
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(5, "T"));
  ASSERT_OK(a().send_at(6, "T"));
  ASSERT_OK(a().send("K"));
  settle();
  EXPECT_EQ(asked("b", "HLATSOlength"), 2);
  EXPECT_EQ(asked("b", "HLAROlength"), 1);
  ASSERT_OK(b().tar(5));
  ASSERT_OK(a().tar(5));
  settle();
  EXPECT_EQ(asked("b", "HLATSOlength"), 1);
  EXPECT_EQ(asked("b", "HLAROlength"), 0);
  EXPECT_EQ(asked("b", "HLAtimeManagerState"), 0);
  ASSERT_OK(b().tar(20));
  settle();
  EXPECT_EQ(asked("b", "HLAtimeManagerState"), 1);
}

// 11.4: a federate without publications or subscriptions is reported by one report of none.
TEST_P(Clause11, NoPublicationIsReportedAsNone) {
  listen("HLAfederate.HLAreport.HLAreportObjectClassPublication");
  listen("HLAfederate.HLAreport.HLAreportInteractionPublication");
  ASSERT_OK(manage("HLArequest.HLArequestPublications", b()));
  const auto classes = reports("HLAreportObjectClassPublication");
  ASSERT_EQ(classes.size(), 1U);
  EXPECT_EQ(number_of(classes[0], "HLAnumberOfClasses"), 0);
  EXPECT_EQ(handle_of(classes[0], "HLAfederate"), b().handle.value);
  const auto interactions = reports("HLAreportInteractionPublication");
  ASSERT_EQ(interactions.size(), 1U);
  EXPECT_EQ(number_of(interactions[0], "HLAinteractionClassList"), 0);
}

TEST_P(Clause11, EachPublishedClassIsReportedWithItsAttributes) {
  ASSERT_OK(b().pub("A", "a1 a2"));
  ASSERT_OK(b().pub("A.B", "b1"));
  ASSERT_OK(b().pubi("K"));
  listen("HLAfederate.HLAreport.HLAreportObjectClassPublication");
  listen("HLAfederate.HLAreport.HLAreportInteractionPublication");
  ASSERT_OK(manage("HLArequest.HLArequestPublications", b()));
  const auto classes = reports("HLAreportObjectClassPublication");
  ASSERT_EQ(classes.size(), 2U);
  for (const Values& each : classes) {
    EXPECT_EQ(number_of(each, "HLAnumberOfClasses"), 2);
    const auto found = handles(each, "HLAattributeList");
    const bool is_a = handle_of(each, "HLAobjectClass") == b().object_class("A").value;
    EXPECT_EQ(std::ranges::count(found, b().attribute("A", "a1").value), is_a ? 1 : 0);
    EXPECT_EQ(std::ranges::count(found, b().attribute("A.B", "b1").value), is_a ? 0 : 1);
  }
  const auto interactions = reports("HLAreportInteractionPublication");
  ASSERT_EQ(interactions.size(), 1U);
  EXPECT_EQ(handles(interactions[0], "HLAinteractionClassList"),
            (std::vector<std::uint64_t>{b().interaction("K").value}));
}

// 11.4: "One of these interactions shall be sent for each combination of object class and passive subscription indicator."
TEST_P(Clause11, EachSubscriptionIsReportedWithItsKind) {
  ASSERT_OK(b().sub("A", "a1", false));
  ASSERT_OK(b().sub("A", "a2 a3"));
  ASSERT_OK(b().sub("D", "d1 d2"));
  listen("HLAfederate.HLAreport.HLAreportObjectClassSubscription");
  ASSERT_OK(manage("HLArequest.HLArequestSubscriptions", b()));
  const auto classes = reports("HLAreportObjectClassSubscription");
  ASSERT_EQ(classes.size(), 3U);
  std::set<std::string> found;
  for (const Values& each : classes) {
    EXPECT_EQ(number_of(each, "HLAnumberOfClasses"), 2);
    const bool is_a = handle_of(each, "HLAobjectClass") == b().object_class("A").value;
    found.insert((is_a ? "A " : "D ") + std::to_string(number_of(each, "HLAactive")) + " " +
                 std::to_string(handles(each, "HLAattributeList").size()));
  }
  EXPECT_EQ(found, (std::set<std::string>{"A 0 1", "A 1 2", "D 1 2"}));
}

TEST_P(Clause11, AnObjectIsReportedWithWhatTheFederateOwns) {
  ASSERT_OK(a().pub("A.B", "a1"));
  ASSERT_OK(b().pub("A", "a2"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A.B", "x"));
  settle();
  ASSERT_OK(b().acquire("x", "a2"));
  settle();
  listen("HLAfederate.HLAreport.HLAreportObjectInstanceInformation");
  ASSERT_OK(manage("HLArequest.HLArequestObjectInstanceInformation", b(),
                   {{"HLAobjectInstance", handle(b().object("x").value)}}));
  const auto found = reports("HLAreportObjectInstanceInformation");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(handles(found[0], "HLAownedInstanceAttributeList"),
            (std::vector<std::uint64_t>{b().attribute("A", "a2").value}));
  EXPECT_EQ(handle_of(found[0], "HLAregisteredClass"), b().object_class("A.B").value);
  EXPECT_EQ(handle_of(found[0], "HLAknownClass"), b().object_class("A").value);
}

// 11.4: services in the name of a federate have the preconditions of the services.
TEST_P(Clause11, AServiceInAFederatesNameHasItsEffect) {
  listen("HLAfederate.HLAreport.HLAreportException");
  ASSERT_OK(manage("HLAservice.HLApublishObjectClassAttributes", a(),
                   {{"HLAobjectClass", handle(a().object_class("A").value)},
                    {"HLAattributeList", list(a().attributes("A", "a1 a2"))}}));
  settle();
  ASSERT_OK(a().reg("A", "x"));
  EXPECT_TRUE(a().owns("x", "a2"));
  ASSERT_OK(manage("HLAservice.HLAsubscribeObjectClassAttributes", b(),
                   {{"HLAobjectClass", handle(a().object_class("A").value)},
                    {"HLAattributeList", list(a().attributes("A", "a1"))},
                    {"HLAactive", number(1)}}));
  EXPECT_HEARD(b(), "discover x A");
  ASSERT_OK(manage("HLAservice.HLAenableTimeConstrained", b()));
  EXPECT_HEARD(b(), "constrained 0");
  ASSERT_OK(manage("HLAservice.HLAdeleteObjectInstance", a(),
                   {{"HLAobjectInstance", handle(a().object("x").value)},
                    {"HLAtag", Encoder().opaque(bytes("bye")).take()}}));
  settle();
  EXPECT_ERROR(a().upd("x", "a1=1"), ObjectInstanceNotKnown);
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 0U);
  ASSERT_OK(
      manage("HLAservice.HLAresignFederationExecution", a(), {{"HLAresignAction", number(3)}}));
  settle();
  EXPECT_ERROR(c().rti->get_federate_handle("a"), NameNotFound);
}

// 11.4: an exception is reported with the service's name and whether a parameter was wrong.
TEST_P(Clause11, WhatCannotBeDoneIsReported) {
  struct Case {
    std::string service;
    Values values;
    std::string exception;
    bool parameter_error;
  };
  const std::vector<Case> cases{
      {"HLAservice.HLAdisableTimeRegulation", {}, "TimeRegulationIsNotEnabled", false},
      {"HLAservice.HLAdisableTimeConstrained", {}, "TimeConstrainedIsNotEnabled", false},
      {"HLAservice.HLAdisableAsynchronousDelivery",
       {},
       "AsynchronousDeliveryAlreadyDisabled",
       false},
      {"HLAservice.HLAdeleteObjectInstance",
       {{"HLAobjectInstance", handle(424242)}, {"HLAtag", Encoder().opaque({}).take()}},
       "ObjectInstanceNotKnown",
       false},
      {"HLAservice.HLApublishInteractionClass", {}, "", true},
      {"HLAservice.HLApublishInteractionClass", {{"HLAinteractionClass", {}}}, "", true},
      {"HLAadjust.HLAsetTiming", {{"HLAreportPeriod", number(-1)}}, "", true},
      {"HLAadjust.HLAsetServiceReporting", {}, "", true},
      {"HLAadjust.HLAmodifyAttributeState", {}, "", true},
      {"HLArequest.HLArequestObjectInstanceInformation", {}, "", true},
      {"HLAservice.HLAsynchronizationPointAchieved",
       {{"HLAlabel", Encoder().unicode("never").take()}},
       "SynchronizationPointLabelNotAnnounced",
       false},
      {"HLAservice.HLAmodifyLookahead", {}, "", true},
      {"HLAservice.HLAtimeAdvanceRequest", {{"HLAtimeStamp", number(1)}}, "", true},
  };
  for (const Case& each : cases) {
    ASSERT_OK(manage(each.service, b(), each.values));
    const auto found = reports("HLAreportMOMexception");
    ASSERT_EQ(found.size(), 1U) << each.service;
    EXPECT_EQ(handle_of(found[0], "HLAfederate"), b().handle.value) << each.service;
    EXPECT_EQ(number_of(found[0], "HLAparameterError"), each.parameter_error ? 1 : 0)
        << each.service;
    EXPECT_TRUE(text_of(found[0], "HLAexception").starts_with(each.exception))
        << each.service << ": " << text_of(found[0], "HLAexception");
    const std::string name = each.service.substr(each.service.find('.') + 1);
    EXPECT_NE(text_of(found[0], "HLAservice").find(name.substr(3, 5)), std::string::npos)
        << each.service << ": " << text_of(found[0], "HLAservice");
  }
}

TEST_P(Clause11, AnInteractionWithoutAFederateIsAParameterError) {
  ASSERT_OK(manage("HLAfederate.HLArequest.HLArequestPublications", Values{}));
  const auto found = reports("HLAreportMOMexception");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(number_of(found[0], "HLAparameterError"), 1);
  ASSERT_OK(manage("HLAfederate.HLArequest.HLArequestPublications",
                   Values{{"HLAfederate", handle(424242)}}));
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 1U);
}

// 11.4: reported to each federate that is subscribed, from the first service on that the federate invokes.
TEST_P(Clause11, ServiceInvocationsAreReportedWithTheirSerialNumbers) {
  listen("HLAfederate.HLAreport.HLAreportServiceInvocation");
  ASSERT_OK(b().pub("A", "a1"));
  EXPECT_EQ(reports("HLAreportServiceInvocation").size(), 0U);
  ASSERT_OK(manage("HLAadjust.HLAsetServiceReporting", b(), {{"HLAreportingState", number(1)}}));
  settle();
  reports("HLAreportServiceInvocation");
  ASSERT_OK(b().pub("A", "a2"));
  EXPECT_ERROR(b().unpubi("nothing"), InteractionClassNotDefined);
  ASSERT_OK(b().reg("A", "x"));
  const auto found = reports("HLAreportServiceInvocation");
  ASSERT_EQ(found.size(), 3U);
  std::vector<std::int32_t> success;
  for (const Values& each : found) success.push_back(number_of(each, "HLAsuccessIndicator"));
  EXPECT_EQ(success, (std::vector<std::int32_t>{1, 0, 1}));
  EXPECT_EQ(number_of(found[1], "HLAserialNumber"), number_of(found[0], "HLAserialNumber") + 1);
  EXPECT_EQ(text_of(found[0], "HLAexception"), "");
  EXPECT_TRUE(text_of(found[1], "HLAexception").starts_with("InteractionClassNotDefined"));
  EXPECT_EQ(number_of(found[2], "HLAreturnedArguments"), 1) << "the object's handle";
  ASSERT_OK(manage("HLAadjust.HLAsetServiceReporting", b(), {{"HLAreportingState", number(0)}}));
  settle();
  reports("HLAreportServiceInvocation");
  ASSERT_OK(b().pub("A", "a3"));
  EXPECT_EQ(reports("HLAreportServiceInvocation").size(), 0U);
}

TEST_P(Clause11, WhoIsReportedDoesNotSubscribeToTheReports) {
  ASSERT_OK(manage("HLAadjust.HLAsetServiceReporting", b(), {{"HLAreportingState", number(1)}}));
  settle();
  EXPECT_ERROR(b().subi("HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation"),
               FederateServiceInvocationsAreBeingReportedViaMOM);
  EXPECT_OK(b().subi("HLAmanager.HLAfederate.HLAreport.HLAreportException"));
  ASSERT_OK(manage("HLAadjust.HLAsetServiceReporting", b(), {{"HLAreportingState", number(0)}}));
  settle();
  EXPECT_OK(b().subi("HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation"));
  ASSERT_OK(manage("HLAadjust.HLAsetServiceReporting", b(), {{"HLAreportingState", number(1)}}));
  const auto found = reports("HLAreportMOMexception");
  ASSERT_EQ(found.size(), 1U) << "11.4.3: it is subscribed to the reports";
}

TEST_P(Clause11, ExceptionsAreReportedWhileTheReportIsOn) {
  listen("HLAfederate.HLAreport.HLAreportException");
  EXPECT_ERROR(b().unpubi("nothing"), InteractionClassNotDefined);
  EXPECT_EQ(reports("HLAreportException").size(), 0U);
  ASSERT_OK(manage("HLAadjust.HLAsetExceptionReporting", b(), {{"HLAreportingState", number(1)}}));
  settle();
  EXPECT_ERROR(b().unpubi("nothing"), InteractionClassNotDefined);
  ASSERT_OK(b().pub("A", "a1"));
  const auto found = reports("HLAreportException");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(handle_of(found[0], "HLAfederate"), b().handle.value);
  EXPECT_TRUE(text_of(found[0], "HLAexception").starts_with("InteractionClassNotDefined"));
}

TEST_P(Clause11, SynchronizationPointsAreReportedByLabelAndFederate) {
  ASSERT_OK(a().rti->register_federation_synchronization_point("p", {}));
  skip();
  ASSERT_OK(b().rti->synchronization_point_achieved("p"));
  listen("HLAfederation.HLAreport.HLAreportSynchronizationPoints");
  listen("HLAfederation.HLAreport.HLAreportSynchronizationPointStatus");
  ASSERT_OK(manage("HLAfederation.HLArequest.HLArequestSynchronizationPoints", Values{}));
  ASSERT_OK(manage("HLAfederation.HLArequest.HLArequestSynchronizationPointStatus",
                   Values{{"HLAsyncPointName", Encoder().unicode("p").take()}}));
  EXPECT_EQ(reports("HLAreportSynchronizationPoints").size(), 1U);
  const auto status = reports("HLAreportSynchronizationPointStatus");
  ASSERT_EQ(status.size(), 1U);
  EXPECT_EQ(text_of(status[0], "HLAsyncPointName"), "p");
  EXPECT_EQ(number_of(status[0], "HLAsyncPointFederates"), 3);
}

// 11.4: ownership is modified without the callbacks of clause 7.
TEST_P(Clause11, AnAttributeStateIsModified) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  skip();
  const Values at{{"HLAobjectInstance", handle(a().object("x").value)},
                  {"HLAattribute", handle(a().attribute("A", "a1").value)}};
  Values owned = at;
  owned["HLAattributeState"] = number(1);
  ASSERT_OK(manage("HLAadjust.HLAmodifyAttributeState", b(), owned));
  EXPECT_SILENCE(b());
  EXPECT_TRUE(b().owns("x", "a1"));
  EXPECT_FALSE(a().owns("x", "a1"));
  Values unowned = at;
  unowned["HLAattributeState"] = number(0);
  ASSERT_OK(manage("HLAadjust.HLAmodifyAttributeState", b(), unowned));
  settle();
  EXPECT_FALSE(b().owns("x", "a1"));
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 0U);
}

// 11.2: the federation's object is one, and lists those that are joined.
TEST_P(Clause11, TheFederationIsOneObject) {
  ASSERT_OK(c().sub("HLAmanager.HLAfederation", "HLAfederationName HLAfederatesInFederation"));
  EXPECT_EQ(c().heard("discover"), (Lines{"discover HLAfederation.test HLAmanager.HLAfederation"}));
  EXPECT_EQ(handles(c().managed["HLAfederation.test"], "HLAfederatesInFederation").size(), 3U);
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  settle();
  EXPECT_EQ(handles(c().managed["HLAfederation.test"], "HLAfederatesInFederation"),
            (std::vector<std::uint64_t>{a().handle.value, c().handle.value}));
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
