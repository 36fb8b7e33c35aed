// The management object model: the RTI's objects, requests and services.
#include "orrery/base/random.hpp"

#include "federates.hpp"
#include "manager.hpp"

namespace orrery::rti::testing {
namespace {

constexpr const char* federate_class = "HLAmanager.HLAfederate";
constexpr const char* federation_class = "HLAmanager.HLAfederation";

class Management : public Federates {
 protected:
  void begin() override {
    Federates::begin();
    join_all();
    manager = std::make_unique<Manager>(a());
  }
  std::vector<std::byte> handles(const std::vector<std::uint64_t>& list) {
    Encoder out;
    out.integer32(static_cast<std::int32_t>(list.size()));
    for (const std::uint64_t each : list) out.handle(each);
    return out.take();
  }
  std::vector<Manager::Values> exceptions() {
    drain();
    return manager->reports("HLAfederate.HLAreport.HLAreportMOMexception");
  }
  std::unique_ptr<Manager> manager;
};
INSTANTIATE_TEST_SUITE_P(Groups, Management, every_layout, layout_name);

TEST_P(Management, TheFederationIsAnObjectThatAnyFederateDiscovers) {
  manager->subscribe(federation_class);
  drain();
  ASSERT_EQ(a().discovered.size(), 1U);
  EXPECT_EQ(a().discovered[0].name, "HLAfederation.test");
  EXPECT_EQ(a().discovered[0].producer, FederateHandle{0});
  EXPECT_EQ(manager->text_of("HLAfederation.test", "HLAfederationName"), "test");
  EXPECT_EQ(manager->text_of("HLAfederation.test", "HLAtimeImplementationName"), "HLAfloat64Time");
  EXPECT_EQ(manager->text_of("HLAfederation.test", "HLAMIMdesignator"), "HLAstandardMIM");
  Decoder members(*manager->value("HLAfederation.test", "HLAfederatesInFederation"));
  EXPECT_EQ(members.integer32(), 3);
  EXPECT_EQ(members.handle(), a().handle.value);
  EXPECT_EQ(members.handle(), b().handle.value);
  EXPECT_EQ(members.handle(), c().handle.value);
  EXPECT_TRUE(members.ok() && members.at_end());
  Decoder modules(*manager->value("HLAfederation.test", "HLAFOMmoduleDesignatorList"));
  EXPECT_GT(modules.integer32(), 0);
}

TEST_P(Management, EveryFederateIsAnObjectWhileItIsThere) {
  manager->subscribe(federate_class);
  manager->subscribe(federation_class);
  drain();
  EXPECT_EQ(a().discovered.size(), 4U);
  EXPECT_EQ(manager->text_of("HLAfederate.b", "HLAfederateName"), "b");
  EXPECT_EQ(manager->text_of("HLAfederate.b", "HLAfederateType"), "tester");
  EXPECT_NE(manager->text_of("HLAfederate.b", "HLAfederateHost"), "");
  EXPECT_EQ(Decoder(*manager->value("HLAfederate.b", "HLAfederateHandle")).handle(),
            b().handle.value);
  const auto object = *a().rti->get_object_instance_handle("HLAfederate.c");
  ASSERT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  drain();
  EXPECT_TRUE(a().removed.contains(object));
  EXPECT_EQ(Decoder(*manager->value("HLAfederation.test", "HLAfederatesInFederation")).integer32(),
            2);
  c().join("late");
  drain();
  EXPECT_EQ(manager->text_of("HLAfederate.late", "HLAfederateName"), "late");
}

// Two bytes a letter: more than nodes say in one message.
TEST_P(Management, AValueThatIsTooLargeHoldsUpNoOther) {
  ASSERT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(c().rti->join_federation_execution("large", std::string(200'000, 'x'), "test"));
  manager->subscribe(federate_class);
  drain();
  EXPECT_EQ(manager->text_of("HLAfederate.large", "HLAfederateName"), "large");
  ASSERT_OK(manager->ask("HLAfederate.large"));
  drain();
  EXPECT_EQ(manager->number("HLAfederate.large", "HLAfederateState"), 1);
  ASSERT_OK(manager->ask("HLAfederate.b"));
  drain();
  EXPECT_EQ(manager->text_of("HLAfederate.b", "HLAfederateName"), "b");
}

TEST_P(Management, ItsObjectsBelongToTheRti) {
  manager->subscribe(federate_class);
  drain();
  const auto object = *a().rti->get_object_instance_handle("HLAfederate.a");
  const auto name = a().attribute(federate_class, "HLAfederateName");
  EXPECT_ERROR(a().update(object, name, "x"), AttributeNotOwned);
  EXPECT_ERROR(a().rti->delete_object_instance(object), DeletePrivilegeNotHeld);
  ASSERT_OK(a().rti->query_attribute_ownership(object, name));
  drain();
  EXPECT_EQ(a().owned_by_rti, (std::vector{std::pair(object, name)}));
  a().publish(federate_class, {"HLAfederateName"});
  ASSERT_OK(a().rti->attribute_ownership_acquisition_if_available(object, std::span(&name, 1)));
  drain();
  EXPECT_FALSE(*a().rti->is_attribute_owned_by_federate(object, name));
}

TEST_P(Management, TimeAndCountsAreToldOnRequest) {
  manager->subscribe(federate_class);
  b().publish("Ship", {"Course"});
  c().subscribe("Ship", {"Course"});
  auto ship = b().rti->register_object_instance(b().object_class("Ship"));
  for (int i = 0; i < 3; ++i) ASSERT_OK(b().update(*ship, b().attribute("Ship", "Course"), "n"));
  b().regulate(2);
  ASSERT_OK(b().rti->time_advance_request(float64_time(7)));
  drain();
  ASSERT_OK(manager->ask("HLAfederate.b"));
  drain();
  EXPECT_EQ(manager->number("HLAfederate.b", "HLAupdatesSent"), 3);
  EXPECT_EQ(manager->number("HLAfederate.b", "HLAobjectInstancesRegistered"), 1);
  EXPECT_EQ(manager->number("HLAfederate.b", "HLAobjectInstancesUpdated"), 1);
  EXPECT_EQ(manager->number("HLAfederate.b", "HLAobjectInstancesThatCanBeDeleted"), 1);
  EXPECT_EQ(manager->number("HLAfederate.b", "HLAtimeRegulating"), 1);
  EXPECT_EQ(manager->number("HLAfederate.b", "HLAtimeConstrained"), 0);
  EXPECT_EQ(manager->number("HLAfederate.b", "HLAtimeManagerState"), 0);
  EXPECT_EQ(manager->number("HLAfederate.b", "HLAfederateState"), 1);
  const auto time = *manager->value("HLAfederate.b", "HLAlogicalTime");
  EXPECT_EQ(to_float64(LogicalTime{*decode_time(TimeRepresentation::float64, time)}), 7);
  const auto lookahead = *manager->value("HLAfederate.b", "HLAlookahead");
  EXPECT_EQ(to_float64(LogicalTime{*decode_time(TimeRepresentation::float64, lookahead)}), 2);
  EXPECT_EQ(Decoder(*manager->value("HLAfederate.b", "HLAGALT")).integer32(), 0) << "undefined";
  ASSERT_OK(manager->ask("HLAfederate.c"));
  drain();
  EXPECT_EQ(manager->number("HLAfederate.c", "HLAreflectionsReceived"), 3);
  EXPECT_EQ(manager->number("HLAfederate.c", "HLAobjectInstancesDiscovered"), 1);
  EXPECT_EQ(manager->number("HLAfederate.c", "HLAobjectInstancesReflected"), 1);
}

TEST_P(Management, ChangesOfTimeManagementAreToldUnasked) {
  manager->subscribe(federate_class);
  drain();
  EXPECT_EQ(manager->number("HLAfederate.c", "HLAtimeConstrained"), 0);
  c().constrain();
  drain();
  (void)c().rti->query_logical_time();
  EXPECT_EQ(manager->number("HLAfederate.c", "HLAtimeConstrained"), 1);
}

TEST_P(Management, ReportsComeInTheIntervalThatIsSet) {
  manager->subscribe(federate_class);
  drain();
  a().reflected.clear();
  ASSERT_OK(manager->send("HLAfederate.HLAadjust.HLAsetTiming", b().handle,
                          {{"HLAreportPeriod", Encoder().integer32(1).take()}}));
  a().until([&] { return manager->number("HLAfederate.b", "HLAROlength") >= 0; }, "a report");
  ASSERT_OK(manager->send("HLAfederate.HLAadjust.HLAsetTiming", b().handle,
                          {{"HLAreportPeriod", Encoder().integer32(0).take()}}));
  manager->listen("HLAfederate.HLAreport.HLAreportMOMexception");
  ASSERT_OK(manager->send("HLAfederate.HLAadjust.HLAsetTiming", b().handle,
                          {{"HLAreportPeriod", Encoder().integer32(-5).take()}}));
  EXPECT_EQ(exceptions().size(), 1U);
}

TEST_P(Management, PublicationsAndSubscriptionsAreReported) {
  manager->listen("HLAfederate.HLAreport.HLAreportObjectClassPublication");
  manager->listen("HLAfederate.HLAreport.HLAreportInteractionPublication");
  manager->listen("HLAfederate.HLAreport.HLAreportObjectClassSubscription");
  manager->listen("HLAfederate.HLAreport.HLAreportInteractionSubscription");
  b().publish("Ship", {"Course"});
  ASSERT_OK(b().rti->publish_interaction_class(b().interaction_class("Hail")));
  b().subscribe("Vehicle", {"Position", "Speed"});
  ASSERT_OK(b().rti->subscribe_interaction_class(b().interaction_class("Fire"), false));
  ASSERT_OK(manager->send("HLAfederate.HLArequest.HLArequestPublications", b().handle));
  ASSERT_OK(manager->send("HLAfederate.HLArequest.HLArequestSubscriptions", b().handle));
  drain();
  const auto published = manager->reports("HLAfederate.HLAreport.HLAreportObjectClassPublication");
  ASSERT_EQ(published.size(), 1U);
  EXPECT_EQ(Decoder(published[0].at("HLAfederate")).handle(), b().handle.value);
  EXPECT_EQ(Decoder(published[0].at("HLAobjectClass")).handle(), b().object_class("Ship").value);
  const auto subscribed =
      manager->reports("HLAfederate.HLAreport.HLAreportObjectClassSubscription");
  ASSERT_EQ(subscribed.size(), 1U);
  EXPECT_EQ(Decoder(subscribed[0].at("HLAattributeList")).integer32(), 2);
  EXPECT_EQ(Decoder(subscribed[0].at("HLAactive")).integer32(), 1);
  const auto interactions =
      manager->reports("HLAfederate.HLAreport.HLAreportInteractionSubscription");
  ASSERT_EQ(interactions.size(), 1U);
  Decoder list(interactions[0].at("HLAinteractionClassList"));
  EXPECT_EQ(list.integer32(), 1);
  EXPECT_EQ(list.handle(), b().interaction_class("Fire").value);
  EXPECT_EQ(list.integer32(), 0) << "passive";
  EXPECT_EQ(manager->reports("HLAfederate.HLAreport.HLAreportInteractionPublication").size(), 1U);
}

TEST_P(Management, WhatWasSentIsReportedByClassAndTransportation) {
  manager->listen("HLAfederate.HLAreport.HLAreportUpdatesSent");
  manager->listen("HLAfederate.HLAreport.HLAreportInteractionsSent");
  manager->listen("HLAfederate.HLAreport.HLAreportObjectInstancesUpdated");
  b().publish("Vehicle", {"Position", "Speed"});
  ASSERT_OK(b().rti->publish_interaction_class(b().interaction_class("Hail")));
  auto car = b().rti->register_object_instance(b().object_class("Vehicle"));
  ASSERT_OK(b().update(*car, b().attribute("Vehicle", "Position"), "x"));
  ASSERT_OK(b().update(*car, b().attribute("Vehicle", "Speed"), "x"));
  ASSERT_OK(b().update(*car, b().attribute("Vehicle", "Speed"), "x"));
  ASSERT_OK(b().rti->send_interaction(b().interaction_class("Hail"), {}));
  for (const char* each : {"HLArequestUpdatesSent", "HLArequestInteractionsSent",
                           "HLArequestObjectInstancesUpdated"}) {
    ASSERT_OK(manager->send(std::string("HLAfederate.HLArequest.") + each, b().handle));
  }
  drain();
  const auto updates = manager->reports("HLAfederate.HLAreport.HLAreportUpdatesSent");
  ASSERT_EQ(updates.size(), 2U);
  for (const auto& each : updates) {
    Decoder list(each.at("HLAupdateCounts"));
    EXPECT_EQ(list.integer32(), 1);
    EXPECT_EQ(list.handle(), b().object_class("Vehicle").value);
    const bool reliable = Decoder(each.at("HLAtransportation")).unicode() == "HLAreliable";
    EXPECT_EQ(list.integer32(), reliable ? 1 : 2);
  }
  EXPECT_EQ(manager->reports("HLAfederate.HLAreport.HLAreportInteractionsSent").size(), 2U);
  const auto objects = manager->reports("HLAfederate.HLAreport.HLAreportObjectInstancesUpdated");
  ASSERT_EQ(objects.size(), 1U);
  EXPECT_EQ(Decoder(objects[0].at("HLAobjectInstanceCounts")).integer32(), 1);
}

TEST_P(Management, ReceivedAndDeletableAreReported) {
  manager->listen("HLAfederate.HLAreport.HLAreportReflectionsReceived");
  manager->listen("HLAfederate.HLAreport.HLAreportInteractionsReceived");
  manager->listen("HLAfederate.HLAreport.HLAreportObjectInstancesReflected");
  manager->listen("HLAfederate.HLAreport.HLAreportObjectInstancesThatCanBeDeleted");
  a().publish("Ship", {"Course"});
  b().subscribe("Ship", {"Course"});
  auto ship = a().rti->register_object_instance(a().object_class("Ship"));
  ASSERT_OK(a().update(*ship, a().attribute("Ship", "Course"), "x"));
  drain();
  for (const char* each : {"HLArequestReflectionsReceived", "HLArequestInteractionsReceived",
                           "HLArequestObjectInstancesReflected"}) {
    ASSERT_OK(manager->send(std::string("HLAfederate.HLArequest.") + each, b().handle));
  }
  ASSERT_OK(manager->send("HLAfederate.HLArequest.HLArequestObjectInstancesThatCanBeDeleted",
                          a().handle));
  drain();
  EXPECT_EQ(manager->reports("HLAfederate.HLAreport.HLAreportReflectionsReceived").size(), 2U);
  EXPECT_EQ(manager->reports("HLAfederate.HLAreport.HLAreportInteractionsReceived").size(), 2U);
  const auto reflected =
      manager->reports("HLAfederate.HLAreport.HLAreportObjectInstancesReflected");
  ASSERT_EQ(reflected.size(), 1U);
  Decoder list(reflected[0].at("HLAobjectInstanceCounts"));
  EXPECT_EQ(list.integer32(), 1);
  EXPECT_EQ(list.handle(), a().object_class("Ship").value);
  EXPECT_EQ(list.integer32(), 1);
  EXPECT_EQ(
      manager->reports("HLAfederate.HLAreport.HLAreportObjectInstancesThatCanBeDeleted").size(),
      1U);
}

TEST_P(Management, ObjectsAndSynchronizationPointsAreReported) {
  manager->listen("HLAfederate.HLAreport.HLAreportObjectInstanceInformation");
  manager->listen("HLAfederation.HLAreport.HLAreportSynchronizationPoints");
  manager->listen("HLAfederation.HLAreport.HLAreportSynchronizationPointStatus");
  b().publish("Vehicle.Tank", {"Position"});
  c().subscribe("Vehicle", {"Position"});
  auto tank = b().rti->register_object_instance(b().object_class("Vehicle.Tank"));
  ASSERT_OK(b().rti->register_federation_synchronization_point("go", {}));
  drain();
  ASSERT_OK(b().rti->synchronization_point_achieved("go"));
  ASSERT_OK(manager->send("HLAfederate.HLArequest.HLArequestObjectInstanceInformation", c().handle,
                          {{"HLAobjectInstance", Encoder().handle(tank->value).take()}}));
  ASSERT_OK(manager->send("HLAfederation.HLArequest.HLArequestSynchronizationPoints", {}));
  ASSERT_OK(manager->send("HLAfederation.HLArequest.HLArequestSynchronizationPointStatus", {},
                          {{"HLAsyncPointName", Encoder().unicode("go").take()}}));
  drain();
  const auto objects = manager->reports("HLAfederate.HLAreport.HLAreportObjectInstanceInformation");
  ASSERT_EQ(objects.size(), 1U);
  EXPECT_EQ(Decoder(objects[0].at("HLAknownClass")).handle(), c().object_class("Vehicle").value);
  EXPECT_EQ(Decoder(objects[0].at("HLAregisteredClass")).handle(),
            c().object_class("Vehicle.Tank").value);
  const auto points = manager->reports("HLAfederation.HLAreport.HLAreportSynchronizationPoints");
  ASSERT_EQ(points.size(), 1U);
  Decoder labels(points[0].at("HLAsyncPoints"));
  EXPECT_EQ(labels.integer32(), 1);
  EXPECT_EQ(labels.unicode(), "go");
  const auto status =
      manager->reports("HLAfederation.HLAreport.HLAreportSynchronizationPointStatus");
  ASSERT_EQ(status.size(), 1U);
  Decoder federates(status[0].at("HLAsyncPointFederates"));
  EXPECT_EQ(federates.integer32(), 3);
  for (int i = 0; i < 3; ++i) {
    const bool achieved = federates.handle() == b().handle.value;
    EXPECT_EQ(federates.integer32(), achieved ? 3 : 2);
  }
}

TEST_P(Management, AttributesAreDivestedInAFederatesName) {
  manager->listen("HLAfederate.HLAreport.HLAreportMOMexception");
  b().publish("Ship", {"Course"});
  c().publish("Ship", {"Course"});
  c().subscribe("Ship", {"Course"});
  const auto course = b().attribute("Ship", "Course");
  const auto ship = b().rti->register_object_instance(b().object_class("Ship"));
  drain();
  const auto divest = [&](FederateHandle whom) {
    return manager->send("HLAfederate.HLAservice.HLAunconditionalAttributeOwnershipDivestiture",
                         whom,
                         {{"HLAobjectInstance", Encoder().handle(ship->value).take()},
                          {"HLAattributeList", handles({course.value})}});
  };
  ASSERT_OK(divest(c().handle));
  EXPECT_EQ(exceptions().size(), 1U) << "it owns nothing of it";
  ASSERT_OK(divest(b().handle));
  EXPECT_EQ(exceptions().size(), 1U);
  EXPECT_FALSE(*b().rti->is_attribute_owned_by_federate(*ship, course));
  ASSERT_OK(c().rti->attribute_ownership_acquisition_if_available(*ship, std::span(&course, 1)));
  drain();
  EXPECT_TRUE(*c().rti->is_attribute_owned_by_federate(*ship, course));
}

TEST_P(Management, ServicesAreInvokedInAFederatesName) {
  const auto ship = b().object_class("Ship");
  const auto course = b().attribute("Ship", "Course");
  ASSERT_OK(manager->send("HLAfederate.HLAservice.HLApublishObjectClassAttributes", b().handle,
                          {{"HLAobjectClass", Encoder().handle(ship.value).take()},
                           {"HLAattributeList", handles({course.value})}}));
  ASSERT_OK(manager->send("HLAfederate.HLAservice.HLAenableTimeConstrained", b().handle));
  ASSERT_OK(manager->send(
      "HLAfederate.HLAservice.HLAenableTimeRegulation", b().handle,
      {{"HLAlookahead", encode_time(TimeRepresentation::float64, float64_interval(1.5).value)}}));
  drain();
  EXPECT_TRUE(b().rti->register_object_instance(ship).ok());
  EXPECT_TRUE(b().constrained.has_value());
  EXPECT_EQ(to_float64(*b().rti->query_lookahead()), 1.5);
  ASSERT_OK(manager->send(
      "HLAfederate.HLAservice.HLAtimeAdvanceRequest", b().handle,
      {{"HLAtimeStamp", encode_time(TimeRepresentation::float64, float64_time(4).value)}}));
  drain();
  EXPECT_EQ(b().await_grant(), 4);
  ASSERT_OK(manager->send("HLAfederate.HLAservice.HLAresignFederationExecution", c().handle,
                          {{"HLAresignAction", Encoder().integer32(6).take()}}));
  drain();
  EXPECT_ERROR(c().rti->query_logical_time(), FederateNotExecutionMember);
}

TEST_P(Management, WhatCannotBeDoneIsReportedAsException) {
  manager->listen("HLAfederate.HLAreport.HLAreportMOMexception");
  ASSERT_OK(manager->send("HLAfederate.HLAservice.HLAdisableTimeRegulation", b().handle));
  auto told = exceptions();
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(Decoder(told[0].at("HLAfederate")).handle(), b().handle.value);
  EXPECT_NE(Decoder(told[0].at("HLAexception")).unicode().find("TimeRegulationIsNotEnabled"),
            std::string::npos);
  EXPECT_EQ(Decoder(told[0].at("HLAparameterError")).integer32(), 0);
  ASSERT_OK(manager->send("HLAfederate.HLAservice.HLAtimeAdvanceRequest", b().handle,
                          {{"HLAtimeStamp", handles({1})}}));
  told = exceptions();
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(Decoder(told[1].at("HLAparameterError")).integer32(), 1);
  ASSERT_OK(manager->send("HLAfederate.HLAservice.HLAresignFederationExecution", b().handle,
                          {{"HLAresignAction", Encoder().integer32(7).take()}}));
  EXPECT_EQ(exceptions().size(), 3U);
  ASSERT_OK(
      manager->send("HLAfederate.HLArequest.HLArequestObjectInstanceInformation", b().handle));
  EXPECT_EQ(exceptions().size(), 4U);
  // 11.4: the preconditions of a service are not met for a federate that has not joined.
  ASSERT_OK(manager->send("HLAfederate.HLAservice.HLAdisableTimeRegulation", {99}));
  told = exceptions();
  ASSERT_EQ(told.size(), 5U);
  EXPECT_FALSE(told[4].contains("HLAfederate"));
  EXPECT_EQ(Decoder(told[4].at("HLAparameterError")).integer32(), 1);
}

TEST_P(Management, GarbageInParametersIsRefused) {
  manager->listen("HLAfederate.HLAreport.HLAreportMOMexception");
  base::Random random(5, 5);
  const std::vector<std::pair<std::string, std::vector<std::string>>> all = {
      {"HLAservice.HLApublishObjectClassAttributes", {"HLAobjectClass", "HLAattributeList"}},
      {"HLAservice.HLAsubscribeObjectClassAttributes",
       {"HLAobjectClass", "HLAattributeList", "HLAactive"}},
      {"HLAservice.HLAdeleteObjectInstance", {"HLAobjectInstance", "HLAtag"}},
      {"HLAservice.HLAsynchronizationPointAchieved", {"HLAlabel"}},
      {"HLAservice.HLAmodifyLookahead", {"HLAlookahead"}},
      {"HLArequest.HLArequestObjectInstanceInformation", {"HLAobjectInstance"}},
      {"HLAadjust.HLAsetTiming", {"HLAreportPeriod"}},
  };
  for (int i = 0; i < 300; ++i) {
    const auto& [name, parameters] = all[random.below(all.size())];
    Manager::Values values;
    for (const std::string& each : parameters) {
      auto& value = values[each];
      value.resize(random.below(20));
      for (std::byte& byte : value) byte = static_cast<std::byte>(random.below(256));
    }
    ASSERT_OK(manager->send("HLAfederate." + name, b().handle, std::move(values)));
    if (i % 20 == 0) drain();
  }
  EXPECT_GT(exceptions().size(), 100U);
  EXPECT_TRUE(b().rti->query_logical_time().ok());
}

TEST(Encoding, ValuesReadAsTheyWereWritten) {
  const std::string words = "fish \xc3\xa9 \xe2\x82\xac \xf0\x9f\x90\x9f";
  const auto made = Encoder()
                        .unicode(words)
                        .integer32(-7)
                        .handle(1234567890123)
                        .integer64(-1)
                        .float64(2.5)
                        .opaque(bytes("xyz"))
                        .take();
  Decoder in(made);
  EXPECT_EQ(in.unicode(), words);
  EXPECT_EQ(in.integer32(), -7);
  EXPECT_EQ(in.handle(), 1234567890123U);
  EXPECT_EQ(in.integer64(), -1);
  EXPECT_EQ(in.float64(), 2.5);
  EXPECT_EQ(text(in.opaque()), "xyz");
  EXPECT_TRUE(in.ok() && in.at_end());
  for (std::size_t cut = 0; cut < made.size(); ++cut) {
    Decoder part(Bytes(made).first(cut));
    (void)part.unicode();
    (void)part.integer32();
    (void)part.handle();
    (void)part.integer64();
    (void)part.float64();
    (void)part.opaque();
    EXPECT_FALSE(part.ok()) << cut;
  }
  EXPECT_FALSE(decode_time(TimeRepresentation::float64, bytes("short")).has_value());
  EXPECT_EQ(
      decode_time(TimeRepresentation::integer64, encode_time(TimeRepresentation::integer64, 42)),
      42);
}

// The RTI's parts at different nodes speak for their own federates.
class ManagementNodes : public ::testing::TestWithParam<transport::Kind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, ManagementNodes, all_kinds, kind_name);

TEST_P(ManagementNodes, FederatesOfOtherNodesAreSeenAndSteered) {
  with_federates(GetParam(), 3, [](std::uint32_t rank, Federate& me) {
    Manager manager(me);
    me.synchronize("middle");
    if (rank == 1) {
      manager.subscribe(federate_class);
      manager.subscribe(federation_class);
      manager.listen("HLAfederate.HLAreport.HLAreportMOMexception");
      me.until(
          [&] {
            return manager.text_of("HLAfederate.f0", "HLAfederateName") == "f0" &&
                   manager.text_of("HLAfederate.f1", "HLAfederateName") == "f1" &&
                   manager.text_of("HLAfederate.f2", "HLAfederateName") == "f2" &&
                   manager.text_of("HLAfederation.test", "HLAfederationName") == "test";
          },
          "all names");
      const auto other = *me.rti->get_federate_handle("f2");
      ASSERT_OK(manager.send("HLAfederate.HLAservice.HLAenableAsynchronousDelivery", other));
      ASSERT_OK(manager.send("HLAfederate.HLAservice.HLAenableTimeConstrained", other));
      me.until([&] { return manager.number("HLAfederate.f2", "HLAtimeConstrained") == 1; },
               "f2 is constrained");
      ASSERT_OK(manager.ask("HLAfederate.f2"));
      me.until([&] { return manager.number("HLAfederate.f2", "HLAasynchronousDelivery") == 1; },
               "asynchronous delivery");
      ASSERT_OK(manager.send("HLAfederate.HLAservice.HLAdisableTimeRegulation", other));
      me.until(
          [&] { return !manager.reports("HLAfederate.HLAreport.HLAreportMOMexception").empty(); },
          "exception");
    }
  });
}

}  // namespace
}  // namespace orrery::rti::testing
