// The management object model while other services change what it tells (clause 11).
#include <chrono>
#include <thread>

#include "conformance/managed_federation.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class ChangingManagement : public ManagedFederation {
 protected:
  static constexpr const char* federate = "HLAmanager.HLAfederate";
  void settle_for(int milliseconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    while (std::chrono::steady_clock::now() < end) {
      settle();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  RegionHandle region_of(const Actor& whom) {
    const std::uint64_t number = *c().rti->normalize_federate_handle(whom.handle);
    return c().region("HLAfederate " + std::to_string(number) + " " + std::to_string(number + 1));
  }
  void share() {
    for (Actor* each : {&a(), &b()}) {
      ASSERT_OK(each->pub("A", "a1 a2"));
      ASSERT_OK(each->sub("A", "a1 a2"));
    }
    ASSERT_OK(a().reg("A", "x"));
    skip();
  }
};

// 11.4.1, HLAsetTiming: periodic reports of one federate come, and end with the period 0.
TEST_P(ChangingManagement, PeriodicReports) {
  watch_federates();
  EXPECT_OK(manage("HLAadjust.HLAsetTiming", b(), {{"HLAreportPeriod", number(1)}}));
  settle_for(1300);
  EXPECT_GE(c().heard("reflect").size(), 1U);
  EXPECT_OK(manage("HLAadjust.HLAsetTiming", b(), {{"HLAreportPeriod", number(0)}}));
  skip();
  settle_for(1300);
  EXPECT_EQ(c().heard("reflect"), Lines{});
}
// 11.1, 9.8 The dimension HLAfederate: only that federate's object is discovered.
TEST_P(ChangingManagement, AttributesInARegion) {
  EXPECT_OK(c().sub_in(federate, "HLAfederateName HLAfederateState", {region_of(b())}));
  EXPECT_EQ(discoveries(), Lines{"discover HLAfederate.b HLAmanager.HLAfederate"});
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  settle();
  EXPECT_EQ(c().heard("remove"), Lines{"remove HLAfederate.b"});
  EXPECT_OK(b().join("b"));
  EXPECT_EQ(discoveries(), Lines{});
}
// 11.4.3, 9.10 Reports of exceptions in the region of one federate.
TEST_P(ChangingManagement, ReportsInARegion) {
  EXPECT_OK(c().subi_in("HLAmanager.HLAfederate.HLAreport.HLAreportException", {region_of(b())}));
  for (const Actor* each : {&a(), &b()}) {
    EXPECT_OK(
        manage("HLAadjust.HLAsetExceptionReporting", *each, {{"HLAreportingState", number(1)}}));
  }
  settle();
  EXPECT_ERROR(a().rti->disable_time_regulation(), TimeRegulationIsNotEnabled);
  EXPECT_ERROR(b().rti->disable_time_constrained(), TimeConstrainedIsNotEnabled);
  const auto found = reports("HLAreportException");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(handle_of(found[0], "HLAfederate"), b().handle.value);
  EXPECT_TRUE(text_of(found[0], "HLAexception").starts_with("TimeConstrainedIsNotEnabled"));
  EXPECT_OK(manage("HLAadjust.HLAsetExceptionReporting", b(), {{"HLAreportingState", number(0)}}));
  settle();
  EXPECT_ERROR(b().rti->disable_time_constrained(), TimeConstrainedIsNotEnabled);
  EXPECT_TRUE(reports("HLAreportException").empty());
}
// 11.4.3, 9.10 Service reports of one group: dimension HLAserviceGroup.
TEST_P(ChangingManagement, ServiceReportsOfOneGroup) {
  const std::uint64_t group = *c().rti->normalize_service_group(ServiceGroup::time_management);
  EXPECT_OK(c().subi_in(
      "HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation",
      {c().region("HLAserviceGroup " + std::to_string(group) + " " + std::to_string(group + 1))}));
  EXPECT_OK(manage("HLAadjust.HLAsetServiceReporting", b(), {{"HLAreportingState", number(1)}}));
  settle();
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(b().regulate(1));
  skip();
  (void)b().rti->query_lookahead();
  const auto found = reports("HLAreportServiceInvocation");
  std::vector<std::string> services;
  for (const Values& each : found) services.push_back(text_of(each, "HLAservice"));
  ASSERT_FALSE(services.empty());
  for (const std::string& each : services) {
    EXPECT_TRUE(each.find("ubscribe") == std::string::npos) << each;
  }
}
// 11.4.3 The serial numbers of service reports of a federate count from 0 without gaps.
TEST_P(ChangingManagement, SerialNumbers) {
  listen("HLAfederate.HLAreport.HLAreportServiceInvocation");
  EXPECT_OK(manage("HLAadjust.HLAsetServiceReporting", b(), {{"HLAreportingState", number(1)}}));
  settle();
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_ERROR(b().rti->disable_time_regulation(), TimeRegulationIsNotEnabled);
  EXPECT_OK(b().rti->query_logical_time());
  const auto found = reports("HLAreportServiceInvocation");
  ASSERT_GE(found.size(), 3U);
  for (std::size_t i = 1; i < found.size(); ++i) {
    EXPECT_EQ(number_of(found[i], "HLAserialNumber"),
              number_of(found[i - 1], "HLAserialNumber") + 1);
  }
  EXPECT_EQ(number_of(found[1], "HLAsuccessIndicator"), 0);
}
// 11.4.1 Reporting of a federate that is subscribed to the reports, and the reverse.
TEST_P(ChangingManagement, ReportingExcludesTheSubscription) {
  listen("HLAfederate.HLAreport.HLAreportServiceInvocation");
  EXPECT_OK(manage("HLAadjust.HLAsetServiceReporting", c(), {{"HLAreportingState", number(1)}}));
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 1U);
  EXPECT_OK(manage("HLAadjust.HLAsetServiceReporting", b(), {{"HLAreportingState", number(1)}}));
  settle();
  EXPECT_ERROR(b().subi("HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation"),
               FederateServiceInvocationsAreBeingReportedViaMOM);
}
// 11.4.1 An attribute is taken from its owner, and given to another, by a manager.
TEST_P(ChangingManagement, ModifyAttributeState) {
  share();
  const auto modify = [&](const Actor& whom, std::int32_t state) {
    return manage("HLAadjust.HLAmodifyAttributeState", whom,
                  {{"HLAobjectInstance", handle(c().object("x").value)},
                   {"HLAattribute", handle(c().attribute("A", "a1").value)},
                   {"HLAattributeState", number(state)}});
  };
  EXPECT_OK(modify(a(), 0));
  settle();
  EXPECT_FALSE(a().owns("x", "a1"));
  EXPECT_TRUE(a().owns("x", "a2"));
  EXPECT_OK(b().query("x", "a1"));
  EXPECT_EQ(b().heard("owner"), Lines{"owner x a1 none"});
  EXPECT_OK(modify(b(), 1));
  settle();
  EXPECT_TRUE(b().owns("x", "a1"));
  EXPECT_OK(b().upd("x", "a1=1"));
  EXPECT_EQ(a().heard("reflect"), Lines{"reflect x a1=1"});
}
// 11.4.1, 4.10 A manager resigns a federate whose attribute another waits for.
TEST_P(ChangingManagement, ResignedByAManager) {
  share();
  watch_federates();
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_OK(
      manage("HLAservice.HLAresignFederationExecution", a(), {{"HLAresignAction", number(1)}}));
  skip();
  EXPECT_ERROR(a().upd("x", "a1=1"), FederateNotExecutionMember);
  EXPECT_TRUE(b().owns("x", "a1"));
  EXPECT_ERROR(b().rti->get_federate_handle("a"), NameNotFound);
  EXPECT_OK(a().join("a"));
  EXPECT_EQ(discoveries(), Lines{"discover HLAfederate.a HLAmanager.HLAfederate"});
}
// 11.4.1, 4.10 A directive that does not suffice is an exception of the service, reported to managers.
TEST_P(ChangingManagement, ResignedByAManagerInVain) {
  share();
  EXPECT_OK(
      manage("HLAservice.HLAresignFederationExecution", a(), {{"HLAresignAction", number(6)}}));
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 1U);
  EXPECT_OK(a().upd("x", "a1=1"));
}
// 11.3 Counts after a local deletion, a rediscovery and a removal.
TEST_P(ChangingManagement, CountsOfObjects) {
  share();
  watch_federates();
  EXPECT_EQ(asked("b", "HLAobjectInstancesDiscovered"), 1);
  EXPECT_EQ(asked("a", "HLAobjectInstancesRegistered"), 1);
  EXPECT_EQ(asked("a", "HLAobjectInstancesThatCanBeDeleted"), 1);
  EXPECT_OK(b().forget("x"));
  EXPECT_EQ(asked("b", "HLAobjectInstancesRemoved"), 0);
  EXPECT_OK(b().unsub("A"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_EQ(b().heard("discover"), Lines{"discover x A"});
  EXPECT_EQ(asked("b", "HLAobjectInstancesDiscovered"), 2);
  EXPECT_OK(a().upd("x", "a1=1 a2=2"));
  EXPECT_EQ(asked("a", "HLAobjectInstancesUpdated"), 1);
  EXPECT_EQ(asked("b", "HLAobjectInstancesReflected"), 1);
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects));
  settle();
  EXPECT_EQ(asked("b", "HLAobjectInstancesRemoved"), 1);
}
// 11.3 Lengths of the queues of a constrained federate.
TEST_P(ChangingManagement, LengthsOfQueues) {
  for (auto& each : actors()) EXPECT_OK(each->pubi("T"));
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().subi("T"));
  EXPECT_OK(b().subi("K"));
  watch_federates();
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_OK(a().send_at(6, "T"));
  EXPECT_OK(a().send("K"));
  settle();
  EXPECT_EQ(asked("b", "HLATSOlength"), 2);
  EXPECT_EQ(asked("b", "HLAROlength"), 1);
  EXPECT_OK(a().retract("m"));
  settle();
  EXPECT_EQ(asked("b", "HLATSOlength"), 1);
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  skip();
  EXPECT_EQ(asked("b", "HLATSOlength"), 0);
  EXPECT_EQ(asked("b", "HLAROlength"), 0);
  EXPECT_EQ(asked("b", "HLAinteractionsReceived"), 2);
}
// 11.4.2 The points of a federation and who has achieved them.
TEST_P(ChangingManagement, ReportsOfPoints) {
  listen("HLAfederation.HLAreport.HLAreportSynchronizationPoints");
  listen("HLAfederation.HLAreport.HLAreportSynchronizationPointStatus");
  EXPECT_OK(a().rti->register_federation_synchronization_point("p", {}));
  settle();
  EXPECT_OK(b().rti->synchronization_point_achieved("p"));
  settle();
  EXPECT_OK(manage("HLAfederation.HLArequest.HLArequestSynchronizationPoints", Values{}));
  const auto points = reports("HLAreportSynchronizationPoints");
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(number_of(points[0], "HLAsyncPoints"), 1);
  EXPECT_OK(manage("HLAfederation.HLArequest.HLArequestSynchronizationPointStatus",
                   Values{{"HLAsyncPointName", Encoder().unicode("p").take()}}));
  const auto states = reports("HLAreportSynchronizationPointStatus");
  ASSERT_EQ(states.size(), 1U);
  EXPECT_EQ(text_of(states[0], "HLAsyncPointName"), "p");
  EXPECT_EQ(number_of(states[0], "HLAsyncPointFederates"), 3);
}
// 11.4.1 Time management in the name of another federate.
TEST_P(ChangingManagement, TimeInAnothersName) {
  EXPECT_OK(manage("HLAservice.HLAenableTimeConstrained", b()));
  EXPECT_HEARD(b(), "constrained 0");
  EXPECT_OK(manage("HLAservice.HLAenableTimeRegulation", a(),
                   {{"HLAlookahead", encode_time(TimeRepresentation::integer64, 5)}}));
  EXPECT_HEARD(a(), "regulating 0");
  EXPECT_EQ(a().lookahead(), 5);
  EXPECT_OK(manage("HLAservice.HLAtimeAdvanceRequest", b(),
                   {{"HLAtimeStamp", encode_time(TimeRepresentation::integer64, 4)}}));
  EXPECT_HEARD(b(), "grant 4");
  EXPECT_OK(manage("HLAservice.HLAtimeAdvanceRequest", b(),
                   {{"HLAtimeStamp", encode_time(TimeRepresentation::integer64, 3)}}));
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 1U);
  EXPECT_EQ(b().time(), 4);
}

CONFORMANCE_SUITE(ChangingManagement);

}  // namespace
}  // namespace orrery::rti::testing::conformance
