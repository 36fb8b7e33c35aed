// IEEE 1516.1-2010, 11.2 and 11.4: when the values of the RTI's objects are updated, and what they are.
#include <chrono>
#include <thread>

#include "conformance/managed_federation.hpp"
#include "keeper.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause11Values : public ManagedFederation {
 protected:
  void wait(int milliseconds) {
    for (int left = milliseconds; left > 0; left -= 10) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      settle();
    }
  }
  void set_timing(const Actor& whom, std::int32_t seconds) {
    ASSERT_OK(manage("HLAadjust.HLAsetTiming", whom, {{"HLAreportPeriod", number(seconds)}}));
    settle();
    EXPECT_EQ(reports("HLAreportMOMexception").size(), 0U);
    c().lines.clear();
  }
  // Of all that c has heard, the reflections.
  Lines reflections() {
    settle();
    return c().heard("reflect");
  }
  static std::vector<std::string> texts(const std::vector<std::byte>& value) {
    Decoder in(value);
    std::vector<std::string> all;
    for (std::int32_t left = in.integer32(); left > 0; --left) all.push_back(in.unicode());
    EXPECT_TRUE(in.ok() && in.at_end());
    return all;
  }
};
CONFORMANCE_SUITE(Clause11Values);

// 11.2: "If this value is never set or is set to zero, no periodic updates shall be performed by the RTI."
TEST_P(Clause11Values, WithoutAPeriodNothingIsUpdatedPeriodically) {
  ASSERT_OK(c().sub("HLAmanager.HLAfederate", "HLAROlength"));
  skip();
  wait(1200);
  EXPECT_EQ(reflections(), Lines{});
}

// 11.4: HLAsetTiming is of the federate that it names, and of what is subscribed to.
TEST_P(Clause11Values, APeriodIsOfTheFederateThatItNames) {
  ASSERT_OK(c().sub("HLAmanager.HLAfederate", "HLAROlength HLATSOlength"));
  skip();
  set_timing(b(), 1);
  wait(1500);
  const Lines found = reflections();
  ASSERT_FALSE(found.empty());
  for (const std::string& each : found) {
    EXPECT_EQ(each, "reflect HLAfederate.b HLAROlength HLATSOlength");
  }
  set_timing(b(), 0);
  wait(1300);
  EXPECT_EQ(reflections(), Lines{}) << "zero ends them";
}

// 11.2: the interval is of the attributes whose update type is periodic; the others have update policies of their own.
TEST_P(Clause11Values, APeriodIsOfPeriodicAttributes) {
  ASSERT_OK(c().sub("HLAmanager.HLAfederate",
                    "HLAfederateName HLAfederateType HLAtimeRegulating HLAlogicalTime HLAGALT"));
  skip();
  set_timing(b(), 1);
  wait(1500);
  const Lines found = reflections();
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front(), "reflect HLAfederate.b HLAlogicalTime HLAGALT");
}

// 11.2: of a federate that joins again the period was never set.
TEST_P(Clause11Values, APeriodEndsWithTheMembership) {
  ASSERT_OK(c().sub("HLAmanager.HLAfederate", "HLAROlength"));
  skip();
  set_timing(b(), 1);
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(b().join("b"));
  skip();
  wait(1300);
  EXPECT_EQ(reflections(), Lines{});
}

// 11.4: a period that is refused leaves the one before.
TEST_P(Clause11Values, ARefusedPeriodLeavesTheOneBefore) {
  ASSERT_OK(c().sub("HLAmanager.HLAfederate", "HLAROlength"));
  skip();
  set_timing(b(), 1);
  ASSERT_OK(manage("HLAadjust.HLAsetTiming", b(), {{"HLAreportPeriod", number(-1)}}));
  ASSERT_OK(manage("HLAadjust.HLAsetTiming", b()));
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 2U);
  c().lines.clear();
  wait(1500);
  EXPECT_FALSE(reflections().empty());
}

// Table 6: the time granted and the time advancing are counted from the last update of the attribute.
TEST_P(Clause11Values, TimesInAStateAreThoseSinceTheLastUpdate) {
  watch_federates();
  regulate(a(), 1);
  constrain(b());
  (void)asked("b", "HLAtimeGrantedTime");
  (void)asked("b", "HLAtimeAdvancingTime");
  wait(150);
  const std::int32_t granted = asked("b", "HLAtimeGrantedTime");
  EXPECT_GE(granted, 100);
  EXPECT_LT(asked("b", "HLAtimeAdvancingTime"), 100);
  ASSERT_OK(b().tar(5));
  settle();
  (void)asked("b", "HLAtimeGrantedTime");
  (void)asked("b", "HLAtimeAdvancingTime");
  wait(150);
  EXPECT_GE(asked("b", "HLAtimeAdvancingTime"), 100);
  EXPECT_LT(asked("b", "HLAtimeGrantedTime"), 100);
}

// Table 6: HLAtimeRegulating follows Time Regulation Enabled and Disable Time Regulation.
TEST_P(Clause11Values, RegulationIsUpdatedWithItsCallback) {
  ASSERT_OK(c().sub("HLAmanager.HLAfederate", "HLAtimeRegulating HLAtimeConstrained"));
  skip();
  b().silent = true;
  ASSERT_OK(b().regulate(1));
  EXPECT_EQ(reflections(), Lines{}) << "it is not enabled yet";
  b().silent = false;
  EXPECT_EQ(reflections(), Lines{"reflect HLAfederate.b HLAtimeRegulating"});
  EXPECT_EQ(Decoder(c().managed["HLAfederate.b"]["HLAtimeRegulating"]).integer32(), 1);
  ASSERT_OK(manage("HLAservice.HLAdisableTimeRegulation", b()));
  EXPECT_EQ(reflections(), Lines{"reflect HLAfederate.b HLAtimeRegulating"});
  EXPECT_EQ(Decoder(c().managed["HLAfederate.b"]["HLAtimeRegulating"]).integer32(), 0);
}

// Table 6: a service that fails changes nothing, and updates nothing.
TEST_P(Clause11Values, ARefusedServiceUpdatesNothing) {
  ASSERT_OK(c().sub("HLAmanager.HLAfederate",
                    "HLAtimeRegulating HLAtimeConstrained HLAasynchronousDelivery"));
  skip();
  EXPECT_ERROR(b().rti->disable_time_regulation(), TimeRegulationIsNotEnabled);
  EXPECT_ERROR(b().rti->disable_time_constrained(), TimeConstrainedIsNotEnabled);
  EXPECT_ERROR(b().rti->disable_asynchronous_delivery(), AsynchronousDeliveryAlreadyDisabled);
  EXPECT_EQ(reflections(), Lines{});
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_EQ(reflections(), Lines{"reflect HLAfederate.b HLAasynchronousDelivery"});
}

// Table 6: the state of the time manager, from the request to the grant.
TEST_P(Clause11Values, TheStateOfTimeFollowsRequestAndGrant) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(c().sub("HLAmanager.HLAfederate", "HLAtimeManagerState"));
  skip();
  ASSERT_OK(b().nmr(10));
  EXPECT_EQ(reflections(), Lines{"reflect HLAfederate.b HLAtimeManagerState"});
  EXPECT_EQ(Decoder(c().managed["HLAfederate.b"]["HLAtimeManagerState"]).integer32(), 1);
  ASSERT_OK(a().tar(20));
  settle();
  EXPECT_EQ(Decoder(c().managed["HLAfederate.b"]["HLAtimeManagerState"]).integer32(), 0);
}

// Table 6: the lookahead has no value while the federate does not regulate.
TEST_P(Clause11Values, WhatIsUndefinedIsAnEmptyArray) {
  watch_federates();
  for (const char* each : {"HLAlookahead", "HLAGALT", "HLALITS"}) {
    (void)asked("b", each);
    EXPECT_EQ(c().managed["HLAfederate.b"][each], number(0)) << each;
  }
  (void)asked("b", "HLAlogicalTime");
  EXPECT_EQ(c().managed["HLAfederate.b"]["HLAlogicalTime"],
            encode_time(TimeRepresentation::integer64, 0));
}

// Table 6: "Total number of times the Register Object Instance or Register Object Instance with Region service were invoked".
TEST_P(Clause11Values, RegistrationsInRegionsAndTimedDeletionsAreCounted) {
  watch_federates();
  ASSERT_OK(a().pub("D", "d1"));
  ASSERT_OK(b().sub("D", "d1"));
  ASSERT_OK(a().reg_in("D", "x", "d1", {a().region("X 0 5")}));
  EXPECT_ERROR(a().reg("A", "y"), ObjectClassNotPublished);
  skip();
  regulate(a(), 1);
  constrain(b());
  EXPECT_EQ(asked("a", "HLAobjectInstancesRegistered"), 1);
  EXPECT_ERROR(a().del_at(0, "x"), InvalidLogicalTime);
  EXPECT_EQ(asked("a", "HLAobjectInstancesDeleted"), 0);
  ASSERT_OK(a().del_at(5, "x"));
  EXPECT_EQ(asked("a", "HLAobjectInstancesDeleted"), 1);
  EXPECT_EQ(asked("b", "HLAobjectInstancesRemoved"), 0) << "it is not removed yet";
  ASSERT_OK(a().tar(20));
  ASSERT_OK(b().tar(10));
  settle();
  EXPECT_EQ(asked("b", "HLAobjectInstancesRemoved"), 1);
}

// Table 6: an object that is discovered again after a local deletion counts again.
TEST_P(Clause11Values, EachDiscoveryIsCounted) {
  watch_federates();
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  settle();
  EXPECT_EQ(asked("b", "HLAobjectInstancesDiscovered"), 1);
  ASSERT_OK(b().forget("x"));
  ASSERT_OK(b().sub("A", "a1"));
  settle();
  EXPECT_EQ(asked("b", "HLAobjectInstancesDiscovered"), 2);
  EXPECT_EQ(asked("b", "HLAobjectInstancesRemoved"), 0);
}

// Table 6: what is counted is the callback, not what waits for it.
TEST_P(Clause11Values, ADiscoveryThatWaitsIsNotCounted) {
  watch_federates();
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  settle();
  ASSERT_OK(b().rti->disable_callbacks());
  ASSERT_OK(a().reg("A", "x"));
  settle();
  EXPECT_EQ(asked("b", "HLAobjectInstancesDiscovered"), 0);
  ASSERT_OK(b().rti->enable_callbacks());
  settle();
  EXPECT_EQ(asked("b", "HLAobjectInstancesDiscovered"), 1);
}

// Table 6: updates are counted by service, reflections by callback, and failed services not at all.
TEST_P(Clause11Values, AnUpdateInTwoPartsIsOneUpdateAndTwoReflections) {
  watch_federates();
  ASSERT_OK(a().pub("A", "a1 a3"));
  ASSERT_OK(b().sub("A", "a1 a3"));
  ASSERT_OK(a().reg("A", "x"));
  settle();
  ASSERT_OK(a().upd("x", "a1=1 a3=1"));
  EXPECT_ERROR(a().upd("x", "a2=1"), AttributeNotOwned);
  settle();
  EXPECT_EQ(asked("a", "HLAupdatesSent"), 1);
  EXPECT_EQ(asked("b", "HLAreflectionsReceived"), 2) << "of two transportations";
  EXPECT_EQ(asked("b", "HLAobjectInstancesReflected"), 1);
}

// Table 6: an object that was reflected, deleted locally and discovered again is one object.
TEST_P(Clause11Values, AnObjectThatIsDeletedLocallyStaysReflected) {
  watch_federates();
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  settle();
  ASSERT_OK(a().upd("x", "a1=1"));
  settle();
  ASSERT_OK(b().forget("x"));
  settle();
  EXPECT_EQ(asked("b", "HLAobjectInstancesReflected"), 1);
  ASSERT_OK(b().sub("A", "a1"));
  settle();
  ASSERT_OK(a().upd("x", "a1=2"));
  settle();
  EXPECT_EQ(asked("b", "HLAobjectInstancesReflected"), 1);
}

// Table 6: interactions sent with regions count, and those that fail do not.
TEST_P(Clause11Values, InteractionsInRegionsAreCounted) {
  watch_federates();
  ASSERT_OK(a().pubi("R"));
  ASSERT_OK(b().subi_in("R", {b().region("X 0 10")}));
  const RegionHandle near = a().region("X 5 6");
  const RegionHandle far = a().region("X 50 60");
  ASSERT_OK(a().send_in("R", "r1=1", {near}));
  ASSERT_OK(a().send_in("R", "r1=2", {far}));
  EXPECT_ERROR(a().send_in("Q", "", {near}), InteractionClassNotPublished);
  settle();
  EXPECT_EQ(asked("a", "HLAinteractionsSent"), 2);
  EXPECT_EQ(asked("b", "HLAinteractionsReceived"), 1);
}

// Table 6: "since the federate joined the federation".
TEST_P(Clause11Values, CountsBeginWithTheMembership) {
  watch_federates();
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  ASSERT_OK(a().upd("x", "a1=1"));
  settle();
  EXPECT_EQ(asked("a", "HLAupdatesSent"), 1);
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects));
  ASSERT_OK(a().join("a"));
  skip();
  for (const char* each : {"HLAupdatesSent", "HLAobjectInstancesRegistered",
                           "HLAobjectInstancesDeleted", "HLAobjectInstancesUpdated"}) {
    EXPECT_EQ(asked("a", each), 0) << each;
  }
}

// Table 6: the modules that a federate brings are of its object, and of the federation's.
TEST_P(Clause11Values, ModulesOfAJoinerAreListed) {
  ASSERT_OK(c().sub("HLAmanager.HLAfederation", "HLAFOMmoduleDesignatorList HLAcurrentFDD"));
  ASSERT_OK(c().sub("HLAmanager.HLAfederate", "HLAFOMmoduleDesignatorList"));
  skip();
  EXPECT_EQ(texts(c().managed["HLAfederation.test"]["HLAFOMmoduleDesignatorList"]),
            std::vector<std::string>{"conformance.xml"});
  EXPECT_EQ(texts(c().managed["HLAfederate.b"]["HLAFOMmoduleDesignatorList"]),
            std::vector<std::string>{});
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  skip();
  const FomModule more = module_of(
      "<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>Z</name>"
      "<attribute><name>z1</name></attribute></objectClass></objectClass></objects>",
      "odd.xml");
  ASSERT_OK(b().join("b", {more, more}));
  settle();
  EXPECT_EQ(texts(c().managed["HLAfederate.b"]["HLAFOMmoduleDesignatorList"]),
            std::vector<std::string>{"odd.xml"})
      << "of two identical modules the first";
  EXPECT_EQ(texts(c().managed["HLAfederation.test"]["HLAFOMmoduleDesignatorList"]),
            (std::vector<std::string>{"conformance.xml", "odd.xml"}));
  const auto read =
      parse_fom(Decoder(c().managed["HLAfederation.test"]["HLAcurrentFDD"]).unicode(), "fdd.xml");
  ASSERT_TRUE(read.ok());
  const auto merged = ObjectModel::merge({*read});
  ASSERT_TRUE(merged.ok());
  EXPECT_TRUE(merged->object_class("Z").ok());
}

// 11.2: only the RTI updates, deletes and gives away its objects.
TEST_P(Clause11Values, TheRtisObjectsAreNotAcquired) {
  watch_federates();
  EXPECT_ERROR(c().upd("HLAfederate.b", "HLAfederateName=x"), AttributeNotOwned);
  EXPECT_ERROR(c().divest("HLAfederate.b", "HLAfederateName"), AttributeNotOwned);
  EXPECT_ERROR(c().acquire("HLAfederate.b", "HLAfederateName"), ObjectClassNotPublished);
  ASSERT_OK(c().query("HLAfederate.b", "priv"));
  EXPECT_HEARD(c(), "owner HLAfederate.b priv RTI");
  EXPECT_OK(c().forget("HLAfederate.b"));
  ASSERT_OK(c().sub("HLAmanager.HLAfederate", "HLAfederateName"));
  EXPECT_EQ(c().heard("discover"), Lines{"discover HLAfederate.b HLAmanager.HLAfederate"});
}

// 6.9 with 11.2: objects of the RTI are discovered as the closest subscribed superclass.
TEST_P(Clause11Values, TheRtisObjectsHaveSuperclasses) {
  ASSERT_OK(c().sub("HLAmanager", "priv"));
  EXPECT_EQ(discoveries(),
            (Lines{"discover HLAfederate.a HLAmanager", "discover HLAfederate.b HLAmanager",
                   "discover HLAfederate.c HLAmanager", "discover HLAfederation.test HLAmanager"}));
  ASSERT_OK(c().sub("HLAmanager.HLAfederate", "HLAfederateName"));
  EXPECT_SILENCE(c()) << "they are known as what they were discovered as";
}

// 11.2, 6.19: the RTI answers requests of values by class.
TEST_P(Clause11Values, ValuesAreRequestedByClass) {
  ASSERT_OK(c().sub("HLAmanager.HLAfederate", "HLAfederateName HLAROlength"));
  skip();
  ASSERT_OK(c().request_class("HLAmanager.HLAfederate", "HLAfederateName"));
  EXPECT_HEARD_SORTED(c(), "reflect HLAfederate.a HLAfederateName",
                      "reflect HLAfederate.b HLAfederateName",
                      "reflect HLAfederate.c HLAfederateName");
  EXPECT_EQ(Decoder(c().managed["HLAfederate.a"]["HLAfederateName"]).unicode(), "a");
}

// 6.19: what the RTI updates is for all that are subscribed.
TEST_P(Clause11Values, AnsweredValuesAreReflectedToAllSubscribers) {
  for (Actor* each : {&b(), &c()}) {
    ASSERT_OK(each->sub("HLAmanager.HLAfederate", "HLAfederateName"));
  }
  skip();
  ASSERT_OK(c().request("HLAfederate.a", "HLAfederateName"));
  EXPECT_HEARD(c(), "reflect HLAfederate.a HLAfederateName");
  EXPECT_HEARD(b(), "reflect HLAfederate.a HLAfederateName");
}

// 11.2 with 8.1: its messages are in receive order, so a constrained federate that has not asked for them waits.
TEST_P(Clause11Values, UpdatesOfTheRtiAreInReceiveOrder) {
  regulate(a(), 1);
  constrain(c());
  ASSERT_OK(c().sub("HLAmanager.HLAfederate", "HLAasynchronousDelivery"));
  skip();
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_EQ(reflections(), Lines{});
  ASSERT_OK(c().tar(1));
  const Lines found = reflections();
  ASSERT_EQ(found.size(), 4U) << "the first values of three federates, and the change";
  EXPECT_EQ(found.back(), "reflect HLAfederate.b HLAasynchronousDelivery");
  EXPECT_EQ(Decoder(c().managed["HLAfederate.b"]["HLAasynchronousDelivery"]).integer32(), 1);
  EXPECT_EQ(c().last.sent, OrderType::receive);
}

class Clause11States : public ManagedFederation {
  SavesOfNode saves() override { return {.directory = folder_.path()}; }
  Folder folder_;

 protected:
  std::int32_t state(const std::string& federate) {
    const auto& all = c().managed["HLAfederate." + federate];
    return all.contains("HLAfederateState") ? Decoder(all.at("HLAfederateState")).integer32() : -1;
  }
};
CONFORMANCE_SUITE(Clause11States);

// Table 6: after a save and a restore every federate's state is active, and its object is the same.
TEST_P(Clause11States, TheStateIsActiveAfterASaveAndARestore) {
  ASSERT_OK(c().sub("HLAmanager.HLAfederate", "HLAfederateState"));
  skip();
  EXPECT_EQ(state("b"), 1);
  const ObjectInstanceHandle before = *c().rti->get_object_instance_handle("HLAfederate.b");
  ASSERT_OK(a().rti->request_federation_save("s"));
  skip();
  for (auto& each : actors()) {
    ASSERT_OK(each->rti->federate_save_begun());
    ASSERT_OK(each->rti->federate_save_complete());
  }
  settle();
  EXPECT_EQ(c().heard("saved"), Lines{"saved"});
  settle();
  EXPECT_EQ(state("b"), 1);
  ASSERT_OK(a().rti->request_federation_restore("s"));
  skip();
  for (auto& each : actors()) ASSERT_OK(each->rti->federate_restore_complete());
  settle();
  EXPECT_EQ(state("b"), 1);
  EXPECT_EQ(*c().rti->get_object_instance_handle("HLAfederate.b"), before);
  ASSERT_OK(c().request("HLAfederate.b", "HLAfederateState"));
  skip();
  EXPECT_EQ(state("b"), 1);
}

// 11.4: a save goes on in the names of its federates, and fails in them.
TEST_P(Clause11States, ASaveIsCompletedInAFederatesName) {
  for (const char* each : {"HLAfederateSaveBegun", "HLAfederateSaveComplete"}) {
    ASSERT_OK(c().pubi("HLAmanager.HLAfederate.HLAservice." + std::string(each)));
  }
  const auto send = [&](const std::string& name, const Actor& whom, Values values = {}) {
    const InteractionClassHandle of = c().interaction("HLAmanager.HLAfederate.HLAservice." + name);
    values["HLAfederate"] = handle(whom.handle.value);
    std::vector<ParameterValue> parameters;
    for (const auto& [parameter, value] : values) {
      parameters.push_back({*labels().model.parameter(of, parameter), value});
    }
    return c().rti->send_interaction(of, parameters);
  };
  ASSERT_OK(a().rti->request_federation_save("s"));
  skip();
  for (Actor* each : {&a(), &c()}) {
    ASSERT_OK(each->rti->federate_save_begun());
    ASSERT_OK(each->rti->federate_save_complete());
  }
  ASSERT_OK(send("HLAfederateSaveBegun", b()));
  settle();
  EXPECT_ERROR(b().rti->federate_save_begun(), SaveNotInitiated);
  ASSERT_OK(send("HLAfederateSaveComplete", b(), {{"HLAsuccessIndicator", number(0)}}));
  EXPECT_EQ(b().heard("not_saved"), Lines{"not_saved federate_reported_failure"});
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 0U);
  ASSERT_OK(send("HLAfederateSaveComplete", b(), {{"HLAsuccessIndicator", number(1)}}));
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 1U) << "no save is in progress";
}

// 11.4: services and callbacks of a save are reported after it.
TEST_P(Clause11States, TheServicesOfASaveAreReported) {
  listen("HLAfederate.HLAreport.HLAreportServiceInvocation");
  ASSERT_OK(manage("HLAadjust.HLAsetServiceReporting", b(), {{"HLAreportingState", number(1)}}));
  skip();
  ASSERT_OK(b().pub("A", "a1"));
  ASSERT_EQ(reports("HLAreportServiceInvocation").size(), 1U);
  ASSERT_OK(a().rti->request_federation_save("s"));
  skip();
  for (auto& each : actors()) {
    ASSERT_OK(each->rti->federate_save_begun());
    ASSERT_OK(each->rti->federate_save_complete());
  }
  settle();
  std::vector<std::int32_t> numbers;
  for (const Values& each : reports("HLAreportServiceInvocation")) {
    numbers.push_back(number_of(each, "HLAserialNumber"));
  }
  std::vector<std::int32_t> expected;
  for (std::size_t i = 0; i < numbers.size(); ++i) expected.push_back(static_cast<int>(i) + 1);
  EXPECT_EQ(numbers, expected) << "none of the save's services is left out or out of order";
  EXPECT_GE(numbers.size(), 4U) << "initiate, begun, complete, saved";
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
