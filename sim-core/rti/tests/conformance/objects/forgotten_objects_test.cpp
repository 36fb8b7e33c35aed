// IEEE 1516.1-2010, 6.16, 6.19, 6.20, 6.23 to 6.30: objects that a federate forgets, values that are asked for, and values that wait
// while their transportation changes.
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a registers x of A with a1, a2 and a3; b is subscribed and publishes them too.
class ClausesOfForgetting : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    for (Actor* each : {&a(), &b()}) {
      ASSERT_OK(each->pub("A", "a1 a2 a3"));
      ASSERT_OK(each->pub("D", "d1 d2"));
    }
    ASSERT_OK(b().sub("A", "a1 a2 a3"));
    ASSERT_OK(a().reg("A", "x"));
    skip();
  }
};
CONFORMANCE_SUITE(ClausesOfForgetting);

// 6.16: as if it had never been discovered; so a subscription discovers it again, and it is as any object.
TEST_P(ClausesOfForgetting, AForgottenObjectIsDiscoveredAgain) {
  ASSERT_OK(b().forget("x"));
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(b(), "discover x A");
  ASSERT_OK(a().upd("x", "a1=1"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  ASSERT_OK(b().acquire("x", "a1"));
  EXPECT_HEARD(a(), "release x a1");
}

// 6.16: services on it are refused until then.
TEST_P(ClausesOfForgetting, AForgottenObjectIsNotKnown) {
  ASSERT_OK(b().unsub("A"));
  ASSERT_OK(b().forget("x"));
  EXPECT_ERROR(b().query("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(b().request("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(b().acquire("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(b().forget("x"), ObjectInstanceNotKnown);
  EXPECT_ERROR(b().rti->get_known_object_class_handle(b().object("x")), ObjectInstanceNotKnown);
  ASSERT_OK(a().divest("x", "a1"));
  EXPECT_SILENCE(b());
  ASSERT_OK(b().sub("A", "a2"));
  const Lines heard = b().heard();
  ASSERT_EQ(heard.size(), 2U);
  EXPECT_EQ(heard[0], "discover x A");
  EXPECT_EQ(heard[1], "assume x a1") << "7.4: what is not owned is offered to those that know it";
}

// 6.16: the registrant forgets its object when it owns nothing of it.
TEST_P(ClausesOfForgetting, TheRegistrantForgetsItsObject) {
  ASSERT_OK(a().divest("x", "a1 a2 a3 priv"));
  skip();
  ASSERT_OK(b().acquire_free("x", "a1"));
  EXPECT_HEARD(b(), "acquired x a1");
  ASSERT_OK(a().forget("x"));
  EXPECT_EQ(a().heard("discover"), Lines{});
  EXPECT_ERROR(a().upd("x", "a1=1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(a().forget("x"), ObjectInstanceNotKnown);
  ASSERT_OK(b().upd("x", "a1=1"));
  EXPECT_EQ(a().heard("reflect"), Lines{});
}

// 6.16 with 9.3: where the regions do not overlap it stays forgotten until they do.
TEST_P(ClausesOfForgetting, AForgottenObjectIsDiscoveredWhenRegionsMeet) {
  const RegionHandle place = a().region("X 5 6");
  const RegionHandle seen = b().region("X 0 10");
  ASSERT_OK(b().sub_in("D", "d1", {seen}));
  ASSERT_OK(a().reg_in("D", "y", "d1", {place}));
  EXPECT_HEARD(b(), "discover y D");
  ASSERT_OK(a().move(place, "X 50 60"));
  EXPECT_SILENCE(b());
  ASSERT_OK(b().forget("y"));
  EXPECT_SILENCE(b());
  ASSERT_OK(b().move(seen, "X 40 45"));
  EXPECT_SILENCE(b());
  ASSERT_OK(a().move(place, "X 44 60"));
  EXPECT_HEARD(b(), "discover y D");
}

// 6.16 with 6.17: in a new discovery everything comes into scope again.
TEST_P(ClausesOfForgetting, AssociationsOutliveForgetting) {
  const RegionHandle seen = b().region("X 0 10");
  ASSERT_OK(b().sub_in("D", "d1", {seen}));
  ASSERT_OK(a().reg_in("D", "y", "d1", {a().region("X 5 6")}));
  skip();
  ASSERT_OK(b().associate("y", "d1", {b().region("X 20 30")}));
  ASSERT_OK(b().forget("y"));
  ASSERT_OK(b().sub_in("D", "d1", {seen}));
  EXPECT_HEARD(b(), "discover y D");
  ASSERT_OK(a().upd("y", "d1=1"));
  EXPECT_HEARD(b(), "reflect y d1=1") << "the owner's region counts";
}

// 6.16 with 8.1: a message that waited at the local delete is not delivered after the next discovery. A later one is.
TEST_P(ClausesOfForgetting, LaterMessagesAreOfTheObjectDiscoveredAnew) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().upd_at(5, "x", "a2=1"));
  settle();
  ASSERT_OK(b().forget("x"));
  ASSERT_OK(b().sub("A", "a2"));
  EXPECT_HEARD(b(), "discover x A");
  ASSERT_OK(a().upd_at(6, "x", "a2=2"));
  ASSERT_OK(a().tar(20));
  ASSERT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x a2=2 @6 tso", "grant 10");
}

// 6.16: other federates do not notice.
TEST_P(ClausesOfForgetting, OthersKeepTheirObject) {
  ASSERT_OK(c().sub("A", "a1"));
  skip();
  ASSERT_OK(b().unsub("A"));
  ASSERT_OK(b().forget("x"));
  EXPECT_SILENCE(a());
  EXPECT_SILENCE(c());
  ASSERT_OK(a().upd("x", "a1=1"));
  EXPECT_HEARD(c(), "reflect x a1=1");
}

// 6.19: each owner is asked for what it owns, once, with the tag; who asks is not.
TEST_P(ClausesOfForgetting, AClassIsAskedForOfEachOwner) {
  ASSERT_OK(b().acquire("x", "a2"));
  settle();
  ASSERT_OK(a().give("x", "a2"));
  ASSERT_OK(b().reg("A", "y"));
  skip();
  ASSERT_OK(c().request_class("A", "a1 a2", "now"));
  EXPECT_HEARD(a(), "provide x a1 tag=now");
  EXPECT_HEARD_SORTED(b(), "provide x a2 tag=now", "provide y a1 a2 tag=now");
  ASSERT_OK(b().request_class("A", "a1 a2"));
  EXPECT_HEARD(a(), "provide x a1");
  EXPECT_SILENCE(b());
}

// 6.19: of a class, attributes are of that class; objects of subclasses are asked, of superclasses are not.
TEST_P(ClausesOfForgetting, AClassMeansItsSubclasses) {
  ASSERT_OK(a().pub("A.B", "a1 b1"));
  ASSERT_OK(a().reg("A.B", "z"));
  skip();
  ASSERT_OK(c().request_class("A.B", "a1 b1"));
  EXPECT_HEARD(a(), "provide z a1 b1");
  EXPECT_ERROR(c().request_class("A", "b1"), AttributeNotDefined);
  EXPECT_ERROR(c().request_class("none", "a1"), ObjectClassNotDefined);
  ASSERT_OK(c().request_class("A", ""));
  EXPECT_SILENCE(a());
}

// 6.19: an object that is deleted is not asked for.
TEST_P(ClausesOfForgetting, ADeletedObjectIsNotAskedFor) {
  ASSERT_OK(a().reg("A", "y"));
  ASSERT_OK(a().del("y"));
  settle();
  ASSERT_OK(c().request_class("A", "a1"));
  EXPECT_HEARD(a(), "provide x a1");
}

// 9.13: of several pairs each attribute is asked for in its own region.
TEST_P(ClausesOfForgetting, EachPairOfARequestHasItsRegion) {
  ASSERT_OK(a().reg_in("D", "near", "d1 d2", {a().region("X 5 6")}));
  ASSERT_OK(a().reg_in("D", "far", "d1 d2", {a().region("X 50 60")}));
  skip();
  const std::vector<AttributeRegions> pairs{{c().attributes("D", "d1"), {c().region("X 0 10")}},
                                            {c().attributes("D", "d2"), {c().region("X 55 56")}}};
  ASSERT_OK(c().rti->request_attribute_value_update_with_regions(c().object_class("D"), pairs));
  EXPECT_HEARD_SORTED(a(), "provide far d2", "provide near d1");
}

// 9.13: regions count as they are committed, the requester's and the owner's.
TEST_P(ClausesOfForgetting, ARequestFollowsCommittedRegions) {
  const RegionHandle place = a().region("X 5 6");
  const RegionHandle asked = c().region("X 0 10");
  ASSERT_OK(a().reg_in("D", "y", "d1", {place}));
  skip();
  ASSERT_OK(a().bounds(place, "X 50 60"));
  ASSERT_OK(c().bounds(asked, "X 50 60"));
  ASSERT_OK(c().request_in("D", "d1", {asked}));
  EXPECT_HEARD(a(), "provide y d1");
  ASSERT_OK(c().commit(asked));
  ASSERT_OK(c().request_in("D", "d1", {asked}));
  EXPECT_SILENCE(a());
  ASSERT_OK(a().commit(place));
  settle();
  ASSERT_OK(c().request_in("D", "d1", {asked}));
  EXPECT_HEARD(a(), "provide y d1");
  EXPECT_OK(c().rti->delete_region(asked)) << "a request is no use of a region";
}

// 6.23: a message has the transportation that it was sent with.
TEST_P(ClausesOfForgetting, AWaitingValueKeepsItsTransportation) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().upd_at(5, "x", "a2=1"));
  ASSERT_OK(a().rti->request_attribute_transportation_type_change(
      a().object("x"), a().of_object("x", "a2"), TransportationType::best_effort));
  EXPECT_HEARD(a(), "transport_changed x a2 HLAbestEffort");
  ASSERT_OK(a().upd_at(7, "x", "a2=2"));
  ASSERT_OK(a().tar(20));
  ASSERT_OK(b().tar(6));
  EXPECT_HEARD(b(), "reflect x a2=1 @5 tso", "grant 6");
  EXPECT_EQ(b().last.transportation, TransportationType::reliable);
  ASSERT_OK(b().tar(8));
  EXPECT_HEARD(b(), "reflect x a2=2 @7 tso", "grant 8");
  EXPECT_EQ(b().last.transportation, TransportationType::best_effort);
}

// 6.23: until a change is confirmed another one of the attribute is refused, and of the set nothing is changed.
TEST_P(ClausesOfForgetting, AChangeIsConfirmedBeforeTheNext) {
  const auto change = [&](const std::string& names, TransportationType type) {
    return a().rti->request_attribute_transportation_type_change(a().object("x"),
                                                                 a().of_object("x", names), type);
  };
  a().silent = true;
  ASSERT_OK(change("a1", TransportationType::best_effort));
  EXPECT_ERROR(change("a1 a2", TransportationType::best_effort), AttributeAlreadyBeingChanged);
  settle();
  a().silent = false;
  EXPECT_HEARD(a(), "transport_changed x a1 HLAbestEffort");
  EXPECT_OK(change("a1 a2", TransportationType::reliable));
  EXPECT_HEARD(a(), "transport_changed x a1 a2 HLAreliable");
}

// 6.25, 6.29: anyone that knows the object, or the federate, may ask.
TEST_P(ClausesOfForgetting, TransportationsAreQueriedByAnyone) {
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(
      b().rti->query_attribute_transportation_type(b().object("x"), b().attribute("A", "a3")));
  EXPECT_HEARD(b(), "transport x a3 HLAbestEffort");
  ASSERT_OK(a().rti->request_interaction_transportation_type_change(
      a().interaction("K"), TransportationType::best_effort));
  skip();
  ASSERT_OK(b().rti->query_interaction_transportation_type(a().handle, b().interaction("K")));
  ASSERT_OK(b().rti->query_interaction_transportation_type(c().handle, b().interaction("K")));
  EXPECT_HEARD_SORTED(b(), "transport a K HLAbestEffort", "transport c K HLAreliable");
  ASSERT_OK(a().unpubi("K"));
  ASSERT_OK(a().pubi("K"));
  settle();
  ASSERT_OK(b().rti->query_interaction_transportation_type(a().handle, b().interaction("K")));
  EXPECT_HEARD(b(), "transport a K HLAreliable") << "it ends with the publication";
}

// 6.15, 7.7, 7.8: a federate that is removed an object before it is notified of an acquisition does not acquire. The attribute is
// free for others until the time of the deletion, and after a retraction.
TEST_P(ClausesOfForgetting, WhoIsRemovedAnObjectBeforeItIsNotifiedDoesNotAcquire) {
  ASSERT_OK(c().sub("A", "a1"));
  ASSERT_OK(c().pub("A", "a1"));
  regulate(a(), 1);
  constrain(c());
  for (const bool if_available : {false, true}) {
    SCOPED_TRACE(if_available);
    const std::string object = if_available ? "y" : "z";
    ASSERT_OK(a().reg("A", object));
    settle();
    ASSERT_OK(a().divest(object, "a1"));
    skip();
    ASSERT_OK(b().rti->disable_callbacks());
    ASSERT_OK(a().del_at(5, object, "deletion of " + object));
    settle();
    ASSERT_OK(if_available ? b().acquire_free(object, "a1") : b().acquire(object, "a1"));
    settle();
    ASSERT_OK(b().rti->enable_callbacks());
    EXPECT_HEARD(b(), "remove " + object + " @5");
    EXPECT_EQ(c().heard("assume"), Lines{"assume " + object + " a1"});
    ASSERT_OK(a().retract("deletion of " + object));
    settle();
    ASSERT_OK(c().acquire(object, "a1"));
    EXPECT_EQ(c().heard("acquired"), Lines{"acquired " + object + " a1"});
    settle();
  }
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
}

// 6.11: the regions of an update are those it was sent in, also if it waits and they move or are not associated any more.
TEST_P(ClausesOfForgetting, AWaitingValueConveysTheRegionItWasSentIn) {
  const RegionHandle place = a().region("X 5 6 Y 0 5");
  ASSERT_OK(a().pub("D", "d4"));
  ASSERT_OK(b().sub("D", "d4"));
  ASSERT_OK(a().reg_in("D", "y", "d4", {place}));
  ASSERT_OK(b().rti->set_convey_region_designator_sets_switch(true));
  skip();
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().upd_at(5, "y", "d4=1"));
  ASSERT_OK(a().unassociate("y", "d4", {place}));
  ASSERT_OK(a().tar(20));
  ASSERT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect y d4=1 @5 tso", "grant 10");
  ASSERT_TRUE(b().last.sent_regions.has_value());
  EXPECT_EQ(*b().last.sent_regions, std::vector<RegionHandle>{place});
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
