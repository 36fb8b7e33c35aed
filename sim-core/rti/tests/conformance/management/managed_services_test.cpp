// IEEE 1516.1-2010, 11.4: services that a manager invokes in the name of a federate, and requests of counts.
#include "conformance/managed_federation.hpp"
#include "keeper.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause11Services : public ManagedFederation {
 protected:
  std::vector<std::byte> time(std::int64_t value) {
    return encode_time(TimeRepresentation::integer64, value);
  }
  std::vector<std::byte> of_class(const std::string& name) {
    return handle(a().object_class(name).value);
  }
  std::vector<std::byte> of_interaction(const std::string& name) {
    return handle(a().interaction(name).value);
  }
  std::vector<std::byte> of_object(const std::string& label) {
    return handle(a().object(label).value);
  }
  void expect_no_exception() {
    const auto found = reports("HLAreportMOMexception");
    EXPECT_EQ(found.size(), 0U);
    for (const Values& each : found) {
      ADD_FAILURE() << text_of(each, "HLAservice") << ": " << text_of(each, "HLAexception");
    }
  }
  // The class counts of a list: pairs of a handle and a count.
  static std::map<std::uint64_t, std::int32_t> counts(const Values& values,
                                                      const std::string& name) {
    std::map<std::uint64_t, std::int32_t> all;
    if (!values.contains(name)) return all;
    Decoder in(values.at(name));
    for (std::int32_t left = in.integer32(); left > 0; --left) {
      const std::uint64_t of = in.handle();
      all[of] = in.integer32();
    }
    return all;
  }
};
CONFORMANCE_SUITE(Clause11Services);

TEST_P(Clause11Services, TimeIsManagedInAFederatesName) {
  ASSERT_OK(a().pubi("T"));
  ASSERT_OK(b().subi("T"));
  ASSERT_OK(manage("HLAservice.HLAenableTimeRegulation", a(), {{"HLAlookahead", time(2)}}));
  ASSERT_OK(manage("HLAservice.HLAenableTimeConstrained", b()));
  EXPECT_HEARD(a(), "regulating 0");
  EXPECT_HEARD(b(), "constrained 0");
  EXPECT_EQ(a().lookahead(), 2);
  ASSERT_OK(manage("HLAservice.HLAmodifyLookahead", a(), {{"HLAlookahead", time(5)}}));
  settle();
  EXPECT_EQ(a().lookahead(), 5);
  ASSERT_OK(manage("HLAservice.HLAtimeAdvanceRequest", a(), {{"HLAtimeStamp", time(4)}}));
  EXPECT_HEARD(a(), "grant 4");
  ASSERT_OK(a().send_at(9, "T"));
  ASSERT_OK(manage("HLAservice.HLAnextMessageRequest", b(), {{"HLAtimeStamp", time(20)}}));
  settle();
  ASSERT_OK(manage("HLAservice.HLAtimeAdvanceRequest", b(), {{"HLAtimeStamp", time(20)}}));
  const auto found = reports("HLAreportMOMexception");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(text_of(found[0], "HLAexception").starts_with("InTimeAdvancingState"));
  ASSERT_OK(manage("HLAservice.HLAtimeAdvanceRequestAvailable", a(), {{"HLAtimeStamp", time(8)}}));
  EXPECT_HEARD(b(), "receive T @9 tso", "grant 9");
  ASSERT_OK(manage("HLAservice.HLAflushQueueRequest", b(), {{"HLAtimeStamp", time(10)}}));
  EXPECT_HEARD(b(), "grant 10");
  ASSERT_OK(manage("HLAservice.HLAdisableTimeRegulation", a()));
  ASSERT_OK(manage("HLAservice.HLAdisableTimeConstrained", b()));
  settle();
  EXPECT_ERROR(a().rti->query_lookahead(), TimeRegulationIsNotEnabled);
  EXPECT_ERROR(b().rti->disable_time_constrained(), TimeConstrainedIsNotEnabled);
  expect_no_exception();
}

TEST_P(Clause11Services, DeclarationsAreMadeInAFederatesName) {
  ASSERT_OK(manage("HLAservice.HLApublishInteractionClass", a(),
                   {{"HLAinteractionClass", of_interaction("K")}}));
  ASSERT_OK(manage("HLAservice.HLAsubscribeInteractionClass", b(),
                   {{"HLAinteractionClass", of_interaction("K")}, {"HLAactive", number(1)}}));
  settle();
  ASSERT_OK(a().send("K", "k1=1"));
  EXPECT_HEARD(b(), "receive K k1=1");
  ASSERT_OK(manage("HLAservice.HLAunsubscribeInteractionClass", b(),
                   {{"HLAinteractionClass", of_interaction("K")}}));
  settle();
  ASSERT_OK(a().send("K", "k1=2"));
  EXPECT_SILENCE(b());
  ASSERT_OK(manage("HLAservice.HLAunpublishInteractionClass", a(),
                   {{"HLAinteractionClass", of_interaction("K")}}));
  settle();
  EXPECT_ERROR(a().send("K"), InteractionClassNotPublished);
  ASSERT_OK(a().pub("A", "a1 a2"));
  ASSERT_OK(manage(
      "HLAservice.HLAunpublishObjectClassAttributes", a(),
      {{"HLAobjectClass", of_class("A")}, {"HLAattributeList", list(a().attributes("A", "a2"))}}));
  ASSERT_OK(b().sub("A", "a1 a2"));
  ASSERT_OK(manage(
      "HLAservice.HLAunsubscribeObjectClassAttributes", b(),
      {{"HLAobjectClass", of_class("A")}, {"HLAattributeList", list(a().attributes("A", "a1"))}}));
  settle();
  ASSERT_OK(a().reg("A", "x"));
  EXPECT_FALSE(a().owns("x", "a2"));
  EXPECT_SILENCE(b()) << "nothing that is owned is subscribed to";
  expect_no_exception();
}

TEST_P(Clause11Services, ObjectsAreManagedInAFederatesName) {
  ASSERT_OK(a().pub("A", "a1 a2"));
  ASSERT_OK(b().sub("A", "a1 a2"));
  ASSERT_OK(b().pub("A", "a1 a2"));
  ASSERT_OK(a().reg("A", "x"));
  skip();
  ASSERT_OK(manage("HLAservice.HLAunconditionalAttributeOwnershipDivestiture", a(),
                   {{"HLAobjectInstance", of_object("x")},
                    {"HLAattributeList", list(a().attributes("A", "a2"))}}));
  EXPECT_HEARD(b(), "assume x a2");
  EXPECT_FALSE(a().owns("x", "a2"));
  ASSERT_OK(manage("HLAservice.HLArequestAttributeTransportationTypeChange", a(),
                   {{"HLAobjectInstance", of_object("x")},
                    {"HLAattributeList", list(a().attributes("A", "a1"))},
                    {"HLAtransportation", Encoder().unicode("HLAbestEffort").take()}}));
  EXPECT_EQ(a().heard("transport_changed"), (Lines{"transport_changed x a1 HLAbestEffort"}));
  ASSERT_OK(manage("HLAservice.HLAchangeAttributeOrderType", a(),
                   {{"HLAobjectInstance", of_object("x")},
                    {"HLAattributeList", list(a().attributes("A", "a1"))},
                    {"HLAsendOrder", number(1)}}));
  settle();
  regulate(a(), 1);
  ASSERT_OK(a().upd_at(5, "x", "a1=1"));
  EXPECT_HEARD(b(), "reflect x a1=1 @5");
  EXPECT_EQ(b().last.sent, OrderType::timestamp);
  ASSERT_OK(manage("HLAservice.HLAlocalDeleteObjectInstance", b(),
                   {{"HLAobjectInstance", of_object("x")}}));
  settle();
  expect_no_exception();
}

TEST_P(Clause11Services, PointsAreAchievedInAFederatesName) {
  ASSERT_OK(a().rti->register_federation_synchronization_point("p", {}));
  skip();
  ASSERT_OK(a().rti->synchronization_point_achieved("p"));
  ASSERT_OK(c().rti->synchronization_point_achieved("p"));
  ASSERT_OK(manage("HLAservice.HLAsynchronizationPointAchieved", b(),
                   {{"HLAlabel", Encoder().unicode("p").take()}}));
  EXPECT_HEARD(b(), "synchronized p");
  expect_no_exception();
}

// 11.4: of a federate that is subscribed in regions too.
TEST_P(Clause11Services, InteractionsInRegionsAreCountedBySentClass) {
  ASSERT_OK(a().pubi("R"));
  ASSERT_OK(a().pubi("R.S"));
  ASSERT_OK(b().subi_in("R", {b().region("X 0 50")}));
  ASSERT_OK(a().send_in("R.S", "r1=1", {a().region("X 10 20")}));
  ASSERT_OK(a().send_in("R.S", "r1=2", {a().region("X 60 70")}));
  ASSERT_OK(a().send("R.S", "r1=3"));
  ASSERT_OK(a().send("R", "r1=4"));
  EXPECT_HEARD(b(), "receive R r1=1", "receive R r1=3", "receive R r1=4");
  listen("HLAfederate.HLAreport.HLAreportInteractionsReceived");
  ASSERT_OK(manage("HLArequest.HLArequestInteractionsReceived", b()));
  std::map<std::uint64_t, std::int32_t> all;
  for (const Values& each : reports("HLAreportInteractionsReceived"))
    all.merge(counts(each, "HLAinteractionCounts"));
  EXPECT_EQ(all, (std::map<std::uint64_t, std::int32_t>{{a().interaction("R").value, 1},
                                                        {a().interaction("R.S").value, 2}}));
}

// 11.4: one report for each transportation type, of none too.
TEST_P(Clause11Services, WhatWasSentIsCountedByClass) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().pub("A.B", "a1"));
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(a().pubi("K.L"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().subi("K"));
  ASSERT_OK(a().reg("A", "x"));
  ASSERT_OK(a().reg("A.B", "y"));
  ASSERT_OK(a().upd("x", "a1=1"));
  ASSERT_OK(a().upd("y", "a1=1"));
  ASSERT_OK(a().upd("y", "a1=2"));
  ASSERT_OK(a().send("K"));
  ASSERT_OK(a().send("K.L"));
  ASSERT_OK(a().send("K.L"));
  skip();
  const std::uint64_t class_a = a().object_class("A").value;
  const std::uint64_t class_b = a().object_class("A.B").value;
  const std::uint64_t k = a().interaction("K").value;
  const std::uint64_t l = a().interaction("K.L").value;
  for (const char* each :
       {"HLAreportUpdatesSent", "HLAreportInteractionsSent", "HLAreportReflectionsReceived",
        "HLAreportInteractionsReceived", "HLAreportObjectInstancesUpdated",
        "HLAreportObjectInstancesReflected", "HLAreportObjectInstancesThatCanBeDeleted"}) {
    listen("HLAfederate.HLAreport." + std::string(each));
  }
  // Of all reports, the one that counts something.
  const auto counted = [&](const std::string& request, const Actor& whom, const std::string& report,
                           const std::string& parameter) {
    EXPECT_OK(manage("HLArequest." + request, whom));
    std::map<std::uint64_t, std::int32_t> all;
    for (const Values& each : reports(report)) {
      EXPECT_EQ(handle_of(each, "HLAfederate"), whom.handle.value);
      all.merge(counts(each, parameter));
    }
    return all;
  };
  using Counts = std::map<std::uint64_t, std::int32_t>;
  EXPECT_EQ(counted("HLArequestUpdatesSent", a(), "HLAreportUpdatesSent", "HLAupdateCounts"),
            (Counts{{class_a, 1}, {class_b, 2}}));
  EXPECT_EQ(counted("HLArequestInteractionsSent", a(), "HLAreportInteractionsSent",
                    "HLAinteractionCounts"),
            (Counts{{k, 1}, {l, 2}}));
  EXPECT_EQ(counted("HLArequestReflectionsReceived", b(), "HLAreportReflectionsReceived",
                    "HLAreflectCounts"),
            (Counts{{class_a, 1}, {class_b, 2}}))
      << "by registered class";
  EXPECT_EQ(counted("HLArequestInteractionsReceived", b(), "HLAreportInteractionsReceived",
                    "HLAinteractionCounts"),
            (Counts{{k, 1}, {l, 2}}))
      << "by sent class";
  EXPECT_EQ(counted("HLArequestObjectInstancesUpdated", a(), "HLAreportObjectInstancesUpdated",
                    "HLAobjectInstanceCounts"),
            (Counts{{class_a, 1}, {class_b, 1}}));
  EXPECT_EQ(counted("HLArequestObjectInstancesReflected", b(), "HLAreportObjectInstancesReflected",
                    "HLAobjectInstanceCounts"),
            (Counts{{class_a, 1}, {class_b, 1}}));
  EXPECT_EQ(counted("HLArequestObjectInstancesThatCanBeDeleted", a(),
                    "HLAreportObjectInstancesThatCanBeDeleted", "HLAobjectInstanceCounts"),
            (Counts{{class_a, 1}, {class_b, 1}}));
  EXPECT_EQ(counted("HLArequestInteractionsSent", b(), "HLAreportInteractionsSent",
                    "HLAinteractionCounts"),
            Counts{});
}

TEST_P(Clause11Services, NothingSentIsReportedToo) {
  listen("HLAfederate.HLAreport.HLAreportUpdatesSent");
  listen("HLAfederate.HLAreport.HLAreportObjectInstancesUpdated");
  ASSERT_OK(manage("HLArequest.HLArequestUpdatesSent", b()));
  ASSERT_OK(manage("HLArequest.HLArequestObjectInstancesUpdated", b()));
  EXPECT_GE(reports("HLAreportUpdatesSent").size(), 1U);
  EXPECT_EQ(reports("HLAreportObjectInstancesUpdated").size(), 1U);
}

// 11.4: the attribute becomes the federate's only if it publishes it.
TEST_P(Clause11Services, AnAttributeStateThatCannotBeIsReported) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  skip();
  ASSERT_OK(manage("HLAadjust.HLAmodifyAttributeState", b(),
                   {{"HLAobjectInstance", of_object("x")},
                    {"HLAattribute", handle(a().attribute("A", "a1").value)},
                    {"HLAattributeState", number(1)}}));
  const auto found = reports("HLAreportMOMexception");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_FALSE(b().owns("x", "a1"));
}

// 6.12: the interactions of the RTI's class are sent by those that publish them, and received by those that subscribe to them.
TEST_P(Clause11Services, AManagersInteractionIsReceivedBySubscribersToo) {
  ASSERT_OK(a().subi("HLAmanager.HLAfederate.HLArequest.HLArequestPublications"));
  ASSERT_OK(manage("HLArequest.HLArequestPublications", b()));
  EXPECT_HEARD(a(), "report HLArequestPublications");
}

TEST_P(Clause11Services, ASubscriptionToAllReportsReceivesEachAsItsClassAbove) {
  ASSERT_OK(a().subi("HLAmanager.HLAfederate.HLAreport"));
  ASSERT_OK(manage("HLArequest.HLArequestPublications", b()));
  EXPECT_HEARD(a(), "report HLAreport", "report HLAreport");
  ASSERT_EQ(a().reports.size(), 2U);
  EXPECT_EQ(handle_of(a().reports[0].values, "HLAfederate"), b().handle.value);
}

// 4.10 with 11.2
TEST_P(Clause11Services, AResignationIsInvokedInAFederatesName) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  skip();
  ASSERT_OK(
      manage("HLAservice.HLAresignFederationExecution", a(), {{"HLAresignAction", number(6)}}));
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 1U) << "it owns attributes: no action";
  ASSERT_OK(a().upd("x", "a1=1"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  ASSERT_OK(
      manage("HLAservice.HLAresignFederationExecution", a(), {{"HLAresignAction", number(2)}}));
  EXPECT_HEARD(b(), "remove x");
  EXPECT_ERROR(a().upd("x", "a1=1"), FederateNotExecutionMember);
  EXPECT_OK(a().join("a"));
}

class Clause11Saves : public ManagedFederation {
  SavesOfNode saves() override { return {.directory = folder_.path()}; }
  Folder folder_;
};
CONFORMANCE_SUITE(Clause11Saves);

// 11.4: "A joined federate shall be able to send this interaction anytime."
TEST_P(Clause11Saves, AResignationIsInvokedDuringASave) {
  ASSERT_OK(c().pubi("HLAmanager.HLAfederate.HLAservice.HLAresignFederationExecution"));
  ASSERT_OK(a().rti->request_federation_save("s"));
  skip();
  const InteractionClassHandle resign =
      c().interaction("HLAmanager.HLAfederate.HLAservice.HLAresignFederationExecution");
  const auto whom = handle(b().handle.value);
  const auto action = number(6);
  const std::vector<ParameterValue> parameters{
      {*labels().model.parameter(resign, "HLAfederate"), whom},
      {*labels().model.parameter(resign, "HLAresignAction"), action}};
  ASSERT_OK(c().rti->send_interaction(resign, parameters));
  EXPECT_HEARD(a(), "not_saved federate_resigned");
  EXPECT_ERROR(a().rti->get_federate_handle("b"), NameNotFound);
  EXPECT_OK(b().join("b"));
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
