// The management object model after and beside other services (clause 11).
#include "staged/staged.hpp"

namespace orrery::rti::testing::staged {
namespace {

using Bytes8 = std::vector<std::byte>;

// c watches; a and b do things.
class StagedManagement : public World {
 protected:
  void begin() override {
    hush();
    for (const char* each :
         {"HLAreportObjectClassPublication", "HLAreportInteractionPublication",
          "HLAreportObjectInstanceInformation", "HLAreportMOMexception", "HLAreportException",
          "HLAreportServiceInvocation", "HLAreportUpdatesSent"}) {
      STAGED_OK(c().rti->subscribe_interaction_class(
          c().ic(std::string("HLAmanager.HLAfederate.HLAreport.") + each)));
    }
    settle("Thing.Craft", "t1 c1 c2");
    for (Fed* each : {&a(), &b()}) {
      STAGED_OK(each->pubi("Note"));
      STAGED_OK(each->subi("Note"));
      STAGED_OK(each->pub("Thing.Craft", "c1 c2"));
    }
    for (const char* each :
         {"HLArequest.HLArequestPublications", "HLArequest.HLArequestSubscriptions",
          "HLArequest.HLArequestObjectInstancesThatCanBeDeleted",
          "HLArequest.HLArequestObjectInstancesUpdated", "HLArequest.HLArequestUpdatesSent",
          "HLArequest.HLArequestReflectionsReceived", "HLArequest.HLArequestInteractionsSent",
          "HLArequest.HLArequestInteractionsReceived",
          "HLArequest.HLArequestObjectInstanceInformation", "HLAadjust.HLAsetServiceReporting",
          "HLAadjust.HLAsetExceptionReporting", "HLAadjust.HLAmodifyAttributeState",
          "HLAservice.HLAresignFederationExecution", "HLAservice.HLAenableTimeRegulation",
          "HLAservice.HLAtimeAdvanceRequest", "HLAservice.HLApublishInteractionClass",
          "HLAservice.HLAunsubscribeInteractionClass", "HLAservice.HLAdeleteObjectInstance"}) {
      STAGED_OK(c().rti->publish_interaction_class(
          c().ic(std::string("HLAmanager.HLAfederate.") + each)));
    }
    skip();
    c().reports.clear();
  }
  // The values of a count of a federate, asked for now.
  std::int32_t count(const Fed& of, const std::string& attribute) {
    const std::string object = "HLAfederate." + of.name;
    c().managed[object].clear();
    STAGED_OK(c().ask_managed(object, attribute));
    drain();
    const auto found = c().managed[object].find(attribute);
    if (found == c().managed[object].end()) return -1;
    return Decoder(found->second).integer32();
  }
  void watch(const std::string& attributes) {
    STAGED_OK(c().sub_managed("HLAfederate", attributes));
    skip();
  }
  Status manage(const Fed& of, const std::string& what, std::map<std::string, Bytes8> values = {}) {
    values["HLAfederate"] = of_federate(of);
    return c().manage("HLAfederate." + what, values);
  }
  // The reports of that name since the last call, all others dropped.
  std::vector<Fed::Report> reported(const std::string& name) {
    drain();
    std::vector<Fed::Report> all;
    for (auto& each : c().reports) {
      if (each.name == name) all.push_back(each);
    }
    c().reports.clear();
    return all;
  }
  static std::string text(const Fed::Report& report, const std::string& parameter) {
    const auto found = report.values.find(parameter);
    return found == report.values.end() ? "-" : Decoder(found->second).unicode();
  }
};

// 11.2 Counts of updates, reflections and interactions, as they were sent and received.
TEST_P(StagedManagement, CountsOfMessages) {
  watch("HLAupdatesSent HLAreflectionsReceived HLAinteractionsSent HLAinteractionsReceived");
  EXPECT_EQ(count(a(), "HLAupdatesSent"), 0);
  STAGED_OK(a().upd("x", "c1=1"));
  STAGED_OK(a().upd("x", "c1=1 t1=2"));
  STAGED_ERR(a().upd("x", "b1=1"), AttributeNotDefined);
  STAGED_OK(a().send("Note", "n2=1"));
  skip();
  EXPECT_EQ(count(a(), "HLAupdatesSent"), 2);
  EXPECT_EQ(count(b(), "HLAreflectionsReceived"), 2);
  EXPECT_EQ(count(a(), "HLAinteractionsSent"), 1);
  EXPECT_EQ(count(b(), "HLAinteractionsReceived"), 1);
  EXPECT_EQ(count(a(), "HLAinteractionsReceived"), 0);
  EXPECT_EQ(count(b(), "HLAupdatesSent"), 0);
}
// 11.2 What waits for its time is no reflection yet; a retracted message never becomes one.
TEST_P(StagedManagement, CountsOfWhatWaits) {
  watch("HLAreflectionsReceived HLATSOlength HLAROlength");
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().upd_at(5, "x", "c2=1"));
  STAGED_OK(a().upd_at(6, "x", "c2=2"));
  STAGED_OK(a().upd("x", "c1=3"));
  skip();
  EXPECT_EQ(count(b(), "HLATSOlength"), 2);
  EXPECT_EQ(count(b(), "HLAROlength"), 1);
  EXPECT_EQ(count(b(), "HLAreflectionsReceived"), 0);
  STAGED_OK(a().rti->retract(*a().sent));
  skip();
  EXPECT_EQ(count(b(), "HLATSOlength"), 1);
  STAGED_OK(a().tar(20));
  STAGED_OK(b().tar(10));
  skip();
  EXPECT_EQ(count(b(), "HLATSOlength"), 0);
  EXPECT_EQ(count(b(), "HLAROlength"), 0);
  EXPECT_EQ(count(b(), "HLAreflectionsReceived"), 2);
}
// 11.2 Counts of objects over registration, discovery, ownership and removal.
TEST_P(StagedManagement, CountsOfObjectsOverTheirLives) {
  watch(
      "HLAobjectInstancesThatCanBeDeleted HLAobjectInstancesUpdated HLAobjectInstancesReflected "
      "HLAobjectInstancesDeleted HLAobjectInstancesRemoved HLAobjectInstancesRegistered "
      "HLAobjectInstancesDiscovered");
  STAGED_OK(a().reg("Thing.Craft", "y"));
  STAGED_OK(a().upd("x", "c1=1"));
  STAGED_OK(a().upd("x", "c1=2"));
  STAGED_OK(a().upd("y", "c1=2"));
  skip();
  EXPECT_EQ(count(a(), "HLAobjectInstancesRegistered"), 2);
  EXPECT_EQ(count(a(), "HLAobjectInstancesThatCanBeDeleted"), 2);
  EXPECT_EQ(count(a(), "HLAobjectInstancesUpdated"), 2);
  EXPECT_EQ(count(b(), "HLAobjectInstancesDiscovered"), 2);
  EXPECT_EQ(count(b(), "HLAobjectInstancesReflected"), 2);
  STAGED_OK(b().acquire("x", "priv"));
  drain();
  EXPECT_EQ(a().give("x", "priv"), "priv");
  skip();
  EXPECT_EQ(count(a(), "HLAobjectInstancesThatCanBeDeleted"), 1);
  EXPECT_EQ(count(b(), "HLAobjectInstancesThatCanBeDeleted"), 1);
  STAGED_OK(b().del("x"));
  skip();
  EXPECT_EQ(count(b(), "HLAobjectInstancesDeleted"), 1);
  EXPECT_EQ(count(a(), "HLAobjectInstancesRemoved"), 1);
  EXPECT_EQ(count(a(), "HLAobjectInstancesDeleted"), 0);
  EXPECT_EQ(count(b(), "HLAobjectInstancesRemoved"), 0);
  EXPECT_EQ(count(b(), "HLAobjectInstancesThatCanBeDeleted"), 0);
}
// 11.2 The states of time management, told when they change.
TEST_P(StagedManagement, StatesOfTime) {
  watch("HLAtimeRegulating HLAtimeConstrained HLAtimeManagerState HLAasynchronousDelivery");
  const auto is = [&](const Fed& of, const std::string& attribute) {
    drain();
    return Decoder(c().managed["HLAfederate." + of.name][attribute]).integer32();
  };
  EXPECT_EQ(is(b(), "HLAtimeConstrained"), 0);
  regulate(a(), 1);
  constrain(b());
  EXPECT_EQ(is(a(), "HLAtimeRegulating"), 1);
  EXPECT_EQ(is(b(), "HLAtimeConstrained"), 1);
  EXPECT_EQ(is(b(), "HLAtimeRegulating"), 0);
  STAGED_OK(b().tar(5));
  EXPECT_EQ(is(b(), "HLAtimeManagerState"), 1);
  STAGED_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_EQ(is(b(), "HLAasynchronousDelivery"), 1);
  STAGED_OK(a().tar(20));
  EXPECT_EQ(is(b(), "HLAtimeManagerState"), 0);
  STAGED_OK(a().rti->disable_time_regulation());
  STAGED_OK(b().rti->disable_time_constrained());
  EXPECT_EQ(is(a(), "HLAtimeRegulating"), 0);
  EXPECT_EQ(is(b(), "HLAtimeConstrained"), 0);
}
// 11.2 The object of a federate comes with its joining and goes with its resignation.
TEST_P(StagedManagement, ObjectsOfFederates) {
  watch("HLAfederateName HLAfederateType");
  EXPECT_EQ(c().managed.count("HLAfederate.a"), 1U);
  Fed& late = enter("d");
  skip();
  ASSERT_EQ(c().managed.count("HLAfederate.d"), 1U);
  EXPECT_EQ(Decoder(c().managed["HLAfederate.d"]["HLAfederateType"]).unicode(), "type-d");
  STAGED_OK(resign(late));
  skip();
  EXPECT_EQ(c().managed.count("HLAfederate.d"), 0U);
  STAGED_ERR(c().ask_managed("HLAfederate.d", "HLAfederateName"), ObjectInstanceNotKnown);
}
// 11.4 Publications and subscriptions as they are now.
TEST_P(StagedManagement, Publications) {
  STAGED_OK(b().pub("Thing.Craft.Boat", "b1"));
  STAGED_OK(b().pubi("Talk"));
  STAGED_OK(b().unpubi("Note"));
  drain();
  STAGED_OK(manage(b(), "HLArequest.HLArequestPublications"));
  drain();
  std::set<std::uint64_t> classes;
  for (const auto& each : c().reports) {
    if (each.name == "HLAreportObjectClassPublication" && each.values.contains("HLAobjectClass"))
      classes.insert(Decoder(each.values.at("HLAobjectClass")).handle());
    if (each.name == "HLAreportInteractionPublication") {
      Decoder list(each.values.at("HLAinteractionClassList"));
      EXPECT_EQ(list.integer32(), 1);
      EXPECT_EQ(list.handle(), c().ic("Talk").value);
    }
  }
  EXPECT_EQ(classes, (std::set<std::uint64_t>{c().oc("Thing.Craft").value,
                                              c().oc("Thing.Craft.Boat").value}));
}
// 11.4 Requests about one who has resigned are errors of a parameter.
TEST_P(StagedManagement, RequestsAboutNobody) {
  STAGED_OK(resign(b()));
  drain();
  c().reports.clear();
  STAGED_OK(manage(b(), "HLArequest.HLArequestPublications"));
  STAGED_OK(manage(b(), "HLAservice.HLAtimeAdvanceRequest"));
  const auto all = reported("HLAreportMOMexception");
  ASSERT_EQ(all.size(), 2U);
  for (const auto& each : all) {
    EXPECT_EQ(Decoder(each.values.at("HLAparameterError")).integer32(), 1);
    EXPECT_NE(text(each, "HLAservice"), "-");
  }
}
// 11.4 A service called in a federate's name that fails: reported, and nothing has changed.
TEST_P(StagedManagement, AFailingServiceInAName) {
  STAGED_OK(manage(b(), "HLAservice.HLAdeleteObjectInstance",
                   {{"HLAobjectInstance", Encoder().handle(b().ob("x").value).take()},
                    {"HLAtag", Encoder().opaque({}).take()}}));
  const auto all = reported("HLAreportMOMexception");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NE(text(all[0], "HLAexception").find("DeletePrivilegeNotHeld"), std::string::npos)
      << text(all[0], "HLAexception");
  EXPECT_TRUE(b().knows("x"));
}
// 11.4, 6.14 The same in the owner's name: removed at the others, not at the owner.
TEST_P(StagedManagement, ADeletionInTheOwnersName) {
  STAGED_OK(manage(a(), "HLAservice.HLAdeleteObjectInstance",
                   {{"HLAobjectInstance", Encoder().handle(a().ob("x").value).take()},
                    {"HLAtag", Encoder().opaque({}).take()}}));
  STAGED_HEARD(b(), "remove x");
  STAGED_ERR(a().upd("x", "c1=1"), ObjectInstanceNotKnown);
}
// 11.4, 5.9 Unsubscribed in its name: no messages any more, and its own unsubscription does no harm.
TEST_P(StagedManagement, UnsubscribedInItsName) {
  STAGED_OK(manage(b(), "HLAservice.HLAunsubscribeInteractionClass",
                   {{"HLAinteractionClass", Encoder().handle(c().ic("Note").value).take()}}));
  drain();
  STAGED_OK(a().send("Note", "n2=1"));
  STAGED_HEARD(b());
  STAGED_OK(b().unsubi("Note"));
  STAGED_OK(b().subi("Note"));
  drain();
  STAGED_OK(a().send("Note", "n2=2"));
  STAGED_HEARD(b(), "receive Note n2=2");
}
// 11.4, 5.4 Published in its name: it may send.
TEST_P(StagedManagement, PublishedInItsName) {
  STAGED_OK(c().subi("Talk"));
  STAGED_ERR(b().send("Talk", "s1=1"), InteractionClassNotPublished);
  STAGED_OK(manage(b(), "HLAservice.HLApublishInteractionClass",
                   {{"HLAinteractionClass", Encoder().handle(c().ic("Talk").value).take()}}));
  skip();
  STAGED_OK(b().send("Talk", "s1=1"));
  STAGED_HEARD(c(), "receive Talk s1=1");
}
// 11.4, 4.10 Resigned in its name: everything is over for it, others are told as of any resignation.
TEST_P(StagedManagement, ResignedInItsName) {
  STAGED_OK(c().pub("Thing.Craft", "c1"));
  STAGED_OK(
      manage(a(), "HLAservice.HLAresignFederationExecution", {{"HLAresignAction", number32(4)}}));
  drain();
  STAGED_ERR(a().rti->query_logical_time(), FederateNotExecutionMember);
  a().joined = false;
  skip();
  STAGED_OK(join(a()));
  STAGED_ERRS(a().upd("x", "c1=1"), ObjectInstanceNotKnown, AttributeNotOwned);
}
// 11.4 Exceptions are reported while the switch is on, with the service and the error.
TEST_P(StagedManagement, ExceptionsAreReported) {
  STAGED_ERR(a().upd("x", "b1=1"), AttributeNotDefined);
  EXPECT_TRUE(reported("HLAreportException").empty());
  STAGED_OK(
      manage(a(), "HLAadjust.HLAsetExceptionReporting", {{"HLAreportingState", number32(1)}}));
  drain();
  STAGED_ERR(a().upd("x", "b1=1"), AttributeNotDefined);
  STAGED_ERR(a().tar(-1), LogicalTimeAlreadyPassed);
  STAGED_ERR(b().upd("x", "c1=1"), AttributeNotOwned);
  STAGED_OK(a().upd("x", "c1=1"));
  auto all = reported("HLAreportException");
  std::erase_if(all, [](const auto& each) { return text(each, "HLAservice").starts_with("get"); });
  ASSERT_EQ(all.size(), 2U);
  EXPECT_NE(text(all[0], "HLAexception").find("AttributeNotDefined"), std::string::npos);
  EXPECT_NE(text(all[1], "HLAexception").find("LogicalTimeAlreadyPassed"), std::string::npos);
  STAGED_OK(
      manage(a(), "HLAadjust.HLAsetExceptionReporting", {{"HLAreportingState", number32(0)}}));
  drain();
  STAGED_ERR(a().tar(-1), LogicalTimeAlreadyPassed);
  EXPECT_TRUE(reported("HLAreportException").empty());
}
// 11.4 Services and callbacks of a federate, with serial numbers without gaps.
TEST_P(StagedManagement, ServicesAreReported) {
  STAGED_OK(manage(b(), "HLAadjust.HLAsetServiceReporting", {{"HLAreportingState", number32(1)}}));
  drain();
  c().reports.clear();
  STAGED_OK(a().upd("x", "c1=1"));
  drain();
  STAGED_ERR(b().upd("x", "c1=1"), AttributeNotOwned);
  STAGED_OK(b().acquire("x", "c1"));
  drain();
  EXPECT_EQ(a().give("x", "c1"), "c1");
  const auto all = reported("HLAreportServiceInvocation");
  Lines names;
  std::int32_t serial = -1;
  for (const auto& each : all) {
    names.push_back(text(each, "HLAservice") +
                    (Decoder(each.values.at("HLAsuccessIndicator")).integer32() == 1 ? "" : "!"));
    const std::int32_t next = Decoder(each.values.at("HLAserialNumber")).integer32();
    EXPECT_TRUE(serial < 0 || next == serial + 1) << next;
    serial = next;
  }
  std::erase_if(names, [](const std::string& each) { return each.starts_with("get"); });
  EXPECT_EQ(names,
            (Lines{"reflectAttributeValues", "updateAttributeValues!",
                   "attributeOwnershipAcquisition", "attributeOwnershipAcquisitionNotification"}));
}
// 11.4, 11.2 Attributes change hands by the manager: nobody is notified.
TEST_P(StagedManagement, TheManagerMovesAnAttribute) {
  const auto state = [&](const Fed& of, bool owned) {
    return manage(of, "HLAadjust.HLAmodifyAttributeState",
                  {{"HLAobjectInstance", Encoder().handle(c().ob("x").value).take()},
                   {"HLAattribute", Encoder().handle(c().at("c1").value).take()},
                   {"HLAattributeState", number32(owned ? 1 : 0)}});
  };
  STAGED_OK(state(b(), true));
  STAGED_HEARD(a());
  STAGED_HEARD(b());
  EXPECT_TRUE(b().owns("x", "c1"));
  EXPECT_FALSE(a().owns("x", "c1"));
  STAGED_OK(b().upd("x", "c1=1"));
  STAGED_HEARD(c(), "reflect x c1=1");
  STAGED_OK(state(b(), false));
  drain();
  EXPECT_FALSE(b().owns("x", "c1"));
  STAGED_OK(b().query_owner("x", "c1"));
  drain();
  EXPECT_EQ(std::ranges::count(b().log, "unowned x c1"), 1);
}
// 11.4, 8.2 Regulation and an advance in a federate's name: it gets the callbacks.
TEST_P(StagedManagement, TimeInItsName) {
  STAGED_OK(
      manage(a(), "HLAservice.HLAenableTimeRegulation",
             {{"HLAlookahead", encode_time(TimeRepresentation::float64, float64_time(2).value)}}));
  STAGED_HEARD(a(), "regulating 0");
  for (const auto& each : reported("HLAreportMOMexception"))
    ADD_FAILURE() << text(each, "HLAexception");
  EXPECT_EQ(a().lookahead(), "2");
  STAGED_OK(
      manage(a(), "HLAservice.HLAtimeAdvanceRequest",
             {{"HLAtimeStamp", encode_time(TimeRepresentation::float64, float64_time(7).value)}}));
  STAGED_HEARD(a(), "grant 7");
  STAGED_ERR(a().send_at(8, "Note", "n2=1"), InvalidLogicalTime);
}
// 11.4 Updates sent and reflections received, by class.
TEST_P(StagedManagement, CountsByClass) {
  STAGED_OK(a().pub("Thing.Craft.Boat", "c1 b1"));
  STAGED_OK(a().reg("Thing.Craft.Boat", "y"));
  skip();
  STAGED_OK(a().upd("x", "c1=1"));
  STAGED_OK(a().upd("y", "c1=1"));
  STAGED_OK(a().upd("y", "c1=2"));
  drain();
  c().reports.clear();
  STAGED_OK(manage(a(), "HLArequest.HLArequestUpdatesSent"));
  const auto all = reported("HLAreportUpdatesSent");
  ASSERT_FALSE(all.empty());
  std::map<std::uint64_t, std::int32_t> counts;
  for (const auto& each : all) {
    Decoder list(each.values.at("HLAupdateCounts"));
    const std::int32_t size = list.integer32();
    for (std::int32_t i = 0; i < size; ++i) {
      const std::uint64_t of = list.handle();
      const std::int32_t number_of = list.integer32();
      if (number_of != 0) counts[of] = number_of;
    }
  }
  EXPECT_EQ(counts, (std::map<std::uint64_t, std::int32_t>{{c().oc("Thing.Craft").value, 1},
                                                           {c().oc("Thing.Craft.Boat").value, 2}}));
}
// 11.4, 6.16 An object's information at two federates that know it as two classes, and at one that has forgotten it.
TEST_P(StagedManagement, InformationAtTwoClasses) {
  STAGED_OK(a().pub("Thing.Craft.Boat", "c1 b1"));
  STAGED_OK(a().reg("Thing.Craft.Boat", "y"));
  skip();
  c().reports.clear();
  const auto ask = [&](const Fed& of) {
    STAGED_OK(manage(of, "HLArequest.HLArequestObjectInstanceInformation",
                     {{"HLAobjectInstance", Encoder().handle(c().ob("y").value).take()}}));
    return reported("HLAreportObjectInstanceInformation");
  };
  const auto at_b = ask(b());
  ASSERT_EQ(at_b.size(), 1U);
  EXPECT_EQ(Decoder(at_b[0].values.at("HLAregisteredClass")).handle(),
            c().oc("Thing.Craft.Boat").value);
  EXPECT_EQ(Decoder(at_b[0].values.at("HLAknownClass")).handle(), c().oc("Thing.Craft").value);
  const auto at_a = ask(a());
  ASSERT_EQ(at_a.size(), 1U);
  EXPECT_EQ(Decoder(at_a[0].values.at("HLAknownClass")).handle(), c().oc("Thing.Craft.Boat").value);
  EXPECT_EQ(Decoder(at_a[0].values.at("HLAownedInstanceAttributeList")).integer32(), 3);
}

STAGED_SUITE(StagedManagement);

}  // namespace
}  // namespace orrery::rti::testing::staged
