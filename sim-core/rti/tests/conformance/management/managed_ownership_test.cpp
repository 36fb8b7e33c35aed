// IEEE 1516.1-2010, 11.4: HLAmodifyAttributeState among negotiations, regions and messages, autoProvide, and single objects that are
// asked about.
#include "conformance/managed_services.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause11Ownership : public ManagedServices {
 protected:
  std::string modify(const Actor& whom, const std::string& attribute, std::int32_t state) {
    return error_of_service("HLAadjust.HLAmodifyAttributeState", whom,
                            {{"HLAobjectInstance", handle(a().object("x").value)},
                             {"HLAattribute", handle(a().attribute("A", attribute).value)},
                             {"HLAattributeState", number(state)}});
  }
};
CONFORMANCE_SUITE(Clause11Ownership);

// 11.4: what is owned by the RTI, of an unknown object or not published is not given.
TEST_P(Clause11Ownership, AnAttributeIsGivenUnderConditions) {
  EXPECT_NE(modify(c(), "a1", 1), "") << "c does not know x";
  EXPECT_NE(modify(b(), "a3", 1), "") << "b does not publish a3";
  EXPECT_EQ(modify(b(), "a1", 2), "parameter");
  ASSERT_OK(b().sub("HLAmanager.HLAfederate", "HLAfederateName"));
  ASSERT_OK(b().pub("HLAmanager.HLAfederate", "HLAfederateName"));
  settle();
  EXPECT_NE(
      error_of_service("HLAadjust.HLAmodifyAttributeState", b(),
                       {{"HLAobjectInstance", handle(b().object("HLAfederate.a").value)},
                        {"HLAattribute",
                         handle(b().attribute("HLAmanager.HLAfederate", "HLAfederateName").value)},
                        {"HLAattributeState", number(1)}}),
      "")
      << "it is the RTI's";
  EXPECT_TRUE(a().owns("x", "a1"));
}

// 11.4: the new owner has all that an owner has.
TEST_P(Clause11Ownership, WhoIsGivenAnAttributeUpdatesIt) {
  ASSERT_OK(a().sub("A", "a1"));
  EXPECT_EQ(modify(b(), "a1", 1), "");
  ASSERT_OK(b().upd("x", "a1=1"));
  EXPECT_HEARD(a(), "reflect x a1=1");
  EXPECT_ERROR(a().upd("x", "a1=2"), AttributeNotOwned);
  ASSERT_OK(a().query("x", "a1"));
  EXPECT_HEARD(a(), "owner x a1 b");
}

// 6.14 with 11.4: the privilege is given as any attribute is.
TEST_P(Clause11Ownership, WhoIsGivenThePrivilegeDeletes) {
  EXPECT_EQ(modify(b(), "priv", 1), "") << "it is published with the class";
  EXPECT_ERROR(a().del("x"), DeletePrivilegeNotHeld);
  ASSERT_OK(b().del("x"));
  EXPECT_EQ(a().heard("remove"), Lines{"remove x"});
}

// 11.4: a former owner's negotiation ends with its ownership.
TEST_P(Clause11Ownership, ANegotiationEndsWithTheOwnership) {
  ASSERT_OK(a().negotiate("x", "a1"));
  skip();
  EXPECT_EQ(modify(b(), "a1", 1), "");
  EXPECT_SILENCE(a());
  EXPECT_SILENCE(b());
  EXPECT_ERROR(a().confirm("x", "a1"), AttributeNotOwned);
  EXPECT_ERROR(a().cancel_negotiation("x", "a1"), AttributeNotOwned);
  EXPECT_ERROR(b().cancel_negotiation("x", "a1"), AttributeDivestitureWasNotRequested);
}

// 11.4: who is given what it wants to acquire acquires no more.
TEST_P(Clause11Ownership, AnAcquisitionEndsWithTheOwnership) {
  ASSERT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_EQ(modify(b(), "a1", 1), "");
  EXPECT_SILENCE(b());
  EXPECT_ERROR(b().cancel_acquisition("x", "a1"), AttributeAlreadyOwned);
  EXPECT_OK(b().divest("x", "a1"));
  skip();
  EXPECT_FALSE(b().owns("x", "a1")) << "the acquisition is not pending any more";
}

// 11.4: an attribute that a manager has made unowned can be acquired.
TEST_P(Clause11Ownership, WhatIsTakenMayBeAcquired) {
  EXPECT_EQ(modify(a(), "a1", 0), "");
  EXPECT_FALSE(a().owns("x", "a1"));
  ASSERT_OK(b().query("x", "a1"));
  EXPECT_EQ(b().heard("owner"), Lines{"owner x a1 none"});
  ASSERT_OK(b().acquire_free("x", "a1"));
  EXPECT_HEARD(b(), "acquired x a1");
}

// 6.17, 6.18 with 11.4: scope follows ownership.
TEST_P(Clause11Ownership, ScopeFollowsWhatIsGiven) {
  ASSERT_OK(a().sub("A", "a1"));
  for (Actor* each : {&a(), &b()}) {
    ASSERT_OK(each->rti->enable_attribute_scope_advisory_switch());
  }
  skip();
  EXPECT_EQ(modify(b(), "a1", 1), "");
  EXPECT_HEARD(a(), "in_scope x a1");
  EXPECT_HEARD(b(), "out_of_scope x a1");
}

// 11.4 with 7.8: an acquirer that waits gets what is taken from its owner.
TEST_P(Clause11Ownership, WhatIsTakenGoesToWhoWaitsForIt) {
  ASSERT_OK(b().acquire("x", "a1", "t"));
  skip();
  EXPECT_EQ(modify(a(), "a1", 0), "");
  EXPECT_EQ(b().heard("acquired").size(), 1U);
  EXPECT_TRUE(b().owns("x", "a1"));
}

// 11.4 with 7.11: another acquirer waits for the new owner.
TEST_P(Clause11Ownership, WhoWaitsForTheFormerOwnerWaitsForTheNewOne) {
  ASSERT_OK(c().pub("A", "a1"));
  ASSERT_OK(c().sub("A", "a1"));
  skip();
  ASSERT_OK(c().acquire("x", "a1"));
  skip();
  EXPECT_EQ(modify(b(), "a1", 1), "");
  EXPECT_EQ(*b().give("x", "a1"), "a1");
  EXPECT_EQ(c().heard("acquired"), Lines{"acquired x a1"});
}

// 7.6 with 11.4: a confirmation that the former owner was asked for is not given any more.
TEST_P(Clause11Ownership, AConfirmationIsNotGivenAfterTheOwnership) {
  ASSERT_OK(c().pub("A", "a1"));
  ASSERT_OK(c().sub("A", "a1"));
  ASSERT_OK(a().negotiate("x", "a1"));
  skip();
  ASSERT_OK(c().acquire("x", "a1"));
  EXPECT_HEARD(a(), "confirm x a1");
  EXPECT_EQ(modify(b(), "a1", 1), "");
  EXPECT_ERROR(a().confirm("x", "a1"), AttributeNotOwned);
  EXPECT_FALSE(c().owns("x", "a1"));
  EXPECT_EQ(*b().give("x", "a1"), "a1");
  EXPECT_EQ(c().heard("acquired"), Lines{"acquired x a1"});
}

// 11.4: "publishing the corresponding class attribute at the known class".
TEST_P(Clause11Ownership, ThePublicationIsThatOfTheKnownClass) {
  ASSERT_OK(a().pub("A.B", "a1"));
  ASSERT_OK(c().pub("A.B", "a1"));
  ASSERT_OK(c().sub("A", "a1"));
  ASSERT_OK(a().reg("A.B", "y"));
  skip();
  const Values values{{"HLAobjectInstance", handle(a().object("y").value)},
                      {"HLAattribute", handle(a().attribute("A", "a1").value)},
                      {"HLAattributeState", number(1)}};
  EXPECT_NE(error_of_service("HLAadjust.HLAmodifyAttributeState", c(), values), "");
  EXPECT_TRUE(a().owns("y", "a1"));
  EXPECT_EQ(error_of_service("HLAadjust.HLAmodifyAttributeState", b(), values), "");
  EXPECT_TRUE(b().owns("y", "a1"));
}

// 6.9 with 11.4: an object without owners is discovered when it has one.
TEST_P(Clause11Ownership, WhatIsGivenMakesAnObjectDiscovered) {
  ASSERT_OK(a().divest("x", "priv a1 a2"));
  skip();
  ASSERT_OK(c().sub("A", "a1"));
  EXPECT_SILENCE(c());
  EXPECT_EQ(modify(b(), "a1", 1), "");
  EXPECT_EQ(c().heard("discover"), Lines{"discover x A"});
  ASSERT_OK(b().upd("x", "a1=1"));
  EXPECT_EQ(c().heard("reflect"), Lines{"reflect x a1=1"});
}

// 6.21 with 11.4: the new owner is advised of what others want of it.
TEST_P(Clause11Ownership, RelevanceIsToldToWhoIsGivenAnAttribute) {
  ASSERT_OK(c().sub("A", "a1"));
  ASSERT_OK(b().rti->enable_attribute_relevance_advisory_switch());
  skip();
  EXPECT_EQ(modify(b(), "a1", 1), "");
  EXPECT_HEARD(b(), "updates_on x a1");
}

// 6.23, 8.23: changes of the former owner end with its ownership.
TEST_P(Clause11Ownership, ChangesEndWithTheOwnership) {
  ASSERT_OK(c().sub("A", "a1 a2"));
  ASSERT_OK(a().rti->request_attribute_transportation_type_change(
      a().object("x"), a().of_object("x", "a1"), TransportationType::best_effort));
  ASSERT_OK(a().rti->change_attribute_order_type(a().object("x"), a().of_object("x", "a1"),
                                                 OrderType::timestamp));
  skip();
  EXPECT_EQ(modify(b(), "a1", 1), "");
  c().lines.clear();
  regulate(b(), 1);
  ASSERT_OK(b().upd_at(5, "x", "a1=1"));
  EXPECT_HEARD(c(), "reflect x a1=1 @5");
  EXPECT_EQ(c().last.transportation, TransportationType::reliable);
  EXPECT_EQ(c().last.sent, OrderType::receive);
}

// 8.1 with 11.4: what the former owner sent is delivered.
TEST_P(Clause11Ownership, WhatWasSentOutlivesTheOwnership) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().upd_at(5, "x", "a2=1"));
  EXPECT_EQ(modify(b(), "a1", 1), "");
  EXPECT_EQ(modify(a(), "a2", 0), "");
  ASSERT_OK(a().tar(20));
  ASSERT_OK(b().tar(10));
  EXPECT_EQ(b().heard("reflect"), Lines{"reflect x a2=1 @5 tso"});
}

// 7.17 with 11.4: a manager gives an unowned attribute an owner.
TEST_P(Clause11Ownership, AnAttributeWithoutAnOwnerIsGiven) {
  ASSERT_OK(a().divest("x", "a1"));
  skip();
  EXPECT_EQ(modify(b(), "a1", 1), "");
  ASSERT_OK(a().query("x", "a1"));
  EXPECT_EQ(a().heard("owner"), Lines{"owner x a1 b"});
  EXPECT_EQ(modify(a(), "a1", 1), "") << "back to a";
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_FALSE(b().owns("x", "a1"));
}

// 4.10 with 11.4: what a federate was given it owns when it resigns.
TEST_P(Clause11Ownership, WhatIsGivenIsOwnedAtTheResignation) {
  EXPECT_EQ(modify(b(), "priv", 1), "");
  EXPECT_ERROR(b().rti->resign_federation_execution(ResignAction::no_action),
               FederateOwnsAttributes);
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::delete_objects));
  EXPECT_EQ(a().heard("remove"), Lines{"remove x"});
}

// 11.4: of an object that was deleted nothing is modified.
TEST_P(Clause11Ownership, ADeletedObjectIsNotModified) {
  const Values values{{"HLAobjectInstance", handle(a().object("x").value)},
                      {"HLAattribute", handle(a().attribute("A", "a1").value)},
                      {"HLAattributeState", number(1)}};
  ASSERT_OK(a().del("x"));
  settle();
  EXPECT_NE(error_of_service("HLAadjust.HLAmodifyAttributeState", b(), values), "");
}

// 9.6 with 11.4: the new owner updates in its own regions.
TEST_P(Clause11Ownership, RegionsAreThoseOfTheNewOwner) {
  ASSERT_OK(a().pub("D", "d1"));
  ASSERT_OK(b().pub("D", "d1"));
  ASSERT_OK(b().sub("D", "d1"));
  ASSERT_OK(c().sub_in("D", "d1", {c().region("X 0 10")}));
  ASSERT_OK(a().reg_in("D", "y", "d1", {a().region("X 50 60")}));
  skip();
  ASSERT_OK(b().associate("y", "d1", {b().region("X 5 6")}));
  EXPECT_EQ(c().heard("discover"), Lines{}) << "b does not own it";
  EXPECT_EQ(error_of_service("HLAadjust.HLAmodifyAttributeState", b(),
                             {{"HLAobjectInstance", handle(a().object("y").value)},
                              {"HLAattribute", handle(a().attribute("D", "d1").value)},
                              {"HLAattributeState", number(1)}}),
            "");
  EXPECT_EQ(c().heard("discover"), Lines{"discover y D"});
  ASSERT_OK(b().upd("y", "d1=1"));
  EXPECT_EQ(c().heard("reflect"), Lines{"reflect y d1=1"});
}

// 11.4: an object of the RTI is known, and nothing of it is the federate's.
TEST_P(Clause11Ownership, AnObjectOfTheRtiIsReported) {
  listen("HLAfederate.HLAreport.HLAreportObjectInstanceInformation");
  ASSERT_OK(b().sub("HLAmanager", "priv"));
  settle();
  ASSERT_OK(manage("HLArequest.HLArequestObjectInstanceInformation", b(),
                   {{"HLAobjectInstance", handle(b().object("HLAfederate.a").value)}}));
  const auto found = reports("HLAreportObjectInstanceInformation");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(handles(found[0], "HLAownedInstanceAttributeList"), std::vector<std::uint64_t>{});
  EXPECT_EQ(handle_of(found[0], "HLAregisteredClass"),
            b().object_class("HLAmanager.HLAfederate").value);
  EXPECT_EQ(handle_of(found[0], "HLAknownClass"), b().object_class("HLAmanager").value);
}

// 11.4: what is given is in the list of what is owned; what a federate registered and gave away it still knows.
TEST_P(Clause11Ownership, AnObjectIsReportedAsItIsOwned) {
  listen("HLAfederate.HLAreport.HLAreportObjectInstanceInformation");
  EXPECT_EQ(modify(b(), "a1", 1), "");
  const auto owned = [&](const Actor& whom) {
    EXPECT_OK(manage("HLArequest.HLArequestObjectInstanceInformation", whom, x()));
    const auto found = reports("HLAreportObjectInstanceInformation");
    EXPECT_EQ(found.size(), 1U);
    return found.empty() ? std::vector<std::uint64_t>{}
                         : handles(found[0], "HLAownedInstanceAttributeList");
  };
  EXPECT_EQ(owned(b()), (std::vector<std::uint64_t>{a().attribute("A", "a1").value}));
  std::vector<std::uint64_t> rest{a().attribute("A", "priv").value, a().attribute("A", "a2").value};
  std::ranges::sort(rest);
  EXPECT_EQ(owned(a()), rest);
}

class Clause11AutoProvide : public ManagedServices {
 protected:
  void provide(std::int32_t state) {
    ASSERT_OK(
        manage("HLAfederation.HLAadjust.HLAsetSwitches", {{"HLAautoProvide", number(state)}}));
    settle();
    EXPECT_EQ(reports("HLAreportMOMexception").size(), 0U);
    for (auto& each : actors()) each->lines.clear();
  }
};
CONFORMANCE_SUITE(Clause11AutoProvide);

// 6.20 with 11.4: of each discovery, also after a local deletion, and of what the discoverer is subscribed to.
TEST_P(Clause11AutoProvide, EachDiscoveryAsksForValues) {
  provide(1);
  ASSERT_OK(b().forget("x"));
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_HEARD(a(), "provide x a1 a2");
  ASSERT_OK(c().sub("A", "a2"));
  EXPECT_HEARD(c(), "discover x A");
  EXPECT_HEARD(a(), "provide x a2");
}

// 9.3 with 6.20: a region that moves over an object.
TEST_P(Clause11AutoProvide, ADiscoveryByAMovedRegionAsksForValues) {
  ASSERT_OK(a().pub("D", "d1 d2"));
  ASSERT_OK(a().reg_in("D", "y", "d1", {a().region("X 50 60")}));
  const RegionHandle seen = b().region("X 0 10");
  ASSERT_OK(b().sub_in("D", "d1", {seen}));
  settle();
  provide(1);
  EXPECT_SILENCE(a());
  ASSERT_OK(b().move(seen, "X 55 56"));
  EXPECT_HEARD(b(), "discover y D");
  EXPECT_HEARD(a(), "provide y d1");
}

// 11.4: a value that is no switch is reported, and without a federate.
TEST_P(Clause11AutoProvide, AWrongValueIsReported) {
  for (const Values& each :
       {Values{}, Values{{"HLAautoProvide", number(2)}}, Values{{"HLAautoProvide", {}}}}) {
    ASSERT_OK(manage("HLAfederation.HLAadjust.HLAsetSwitches", each));
    const auto found = reports("HLAreportMOMexception");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(number_of(found[0], "HLAparameterError"), 1);
    EXPECT_EQ(text_of(found[0], "HLAservice"),
              "HLAinteractionRoot.HLAmanager.HLAfederation.HLAadjust.HLAsetSwitches");
  }
  ASSERT_OK(c().sub("A", "a1"));
  EXPECT_SILENCE(a()) << "it is off";
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
