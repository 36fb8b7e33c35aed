// IEEE 1516.1-2010, 4.10 to 4.15, 6.2 to 6.7, 10.3, 10.43, 10.44 and 11: resignations, synchronization sets, names and callbacks.
#include "conformance/managed_federation.hpp"

namespace orrery::rti::testing::conformance {
namespace {

Status resign(Actor& each, ResignAction action) {
  return each.rti->resign_federation_execution(action);
}

// a registers x and y; b owns x.a2, and waits for y.a1. c watches.
class ClausesOfResignation : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    for (auto& each : actors()) ASSERT_OK(each->pub("A", "a1 a2"));
    for (auto& each : actors()) ASSERT_OK(each->sub("A", "a1 a2"));
    ASSERT_OK(a().reg("A", "x"));
    ASSERT_OK(a().reg("A", "y"));
    ASSERT_OK(b().reg("A", "z"));
    skip();
    ASSERT_OK(b().acquire("x", "a2"));
    settle();
    ASSERT_OK(a().give("x", "a2"));
    skip();
  }
  void want() {
    ASSERT_OK(b().acquire("y", "a1"));
    skip();
  }
};
CONFORMANCE_SUITE(ClausesOfResignation);

// 4.10: objects are deleted by the privilege, and nothing else may be owned.
TEST_P(ClausesOfResignation, DeletingObjectsIsRefusedWhileOthersAttributesAreOwned) {
  EXPECT_ERROR(resign(b(), ResignAction::delete_objects), FederateOwnsAttributes);
  EXPECT_ERROR(resign(b(), ResignAction::no_action), FederateOwnsAttributes);
  EXPECT_ERROR(resign(b(), ResignAction::cancel_pending_ownership_acquisitions),
               FederateOwnsAttributes);
  EXPECT_SILENCE(c());
  ASSERT_OK(b().upd("z", "a1=1"));
  EXPECT_HEARD(c(), "reflect z a1=1");
}

// 4.10: what b owns of objects of its own goes with them.
TEST_P(ClausesOfResignation, DeletingObjectsResignsWhoOwnsOnlyItsObjects) {
  ASSERT_OK(b().divest("x", "a2"));
  skip();
  ASSERT_OK(resign(b(), ResignAction::delete_objects));
  EXPECT_HEARD(c(), "remove z");
  EXPECT_HEARD(a(), "remove z");
}

// 4.10: an action without a cancellation needs that nothing is pending.
TEST_P(ClausesOfResignation, APendingAcquisitionIsToBeCancelled) {
  want();
  EXPECT_ERROR(resign(b(), ResignAction::unconditionally_divest_attributes),
               OwnershipAcquisitionPending);
  EXPECT_ERROR(resign(b(), ResignAction::delete_objects_then_divest), OwnershipAcquisitionPending);
  EXPECT_SILENCE(c());
  EXPECT_EQ(*a().give("y", "a1"), "a1");
  EXPECT_HEARD(b(), "acquired y a1") << "the acquisition is pending still";
}

// 4.10
TEST_P(ClausesOfResignation, AllActionsTogether) {
  want();
  ASSERT_OK(resign(b(), ResignAction::cancel_then_delete_then_divest));
  EXPECT_HEARD_SORTED(c(), "assume x a2", "remove z");
  EXPECT_EQ(*a().give("y", "a1"), "") << "its acquisition ended with b";
}

// 4.10: divesting leaves the objects.
TEST_P(ClausesOfResignation, DivestingLeavesObjectsWithoutAnOwner) {
  ASSERT_OK(resign(b(), ResignAction::unconditionally_divest_attributes));
  EXPECT_HEARD_SORTED(c(), "assume x a2", "assume z priv a1 a2");
  ASSERT_OK(c().query("z", "priv"));
  EXPECT_HEARD(c(), "owner z priv none");
  ASSERT_OK(c().acquire_free("z", "priv a1"));
  EXPECT_HEARD(c(), "acquired z priv a1");
  ASSERT_OK(c().del("z"));
  EXPECT_EQ(a().heard("remove"), (Lines{"remove z"}));
}

// 10.3: a lost federate's directive deletes, and what it could not delete has no owner any more.
TEST_P(ClausesOfResignation, ADirectiveToDeleteLeavesTheRestWithoutAnOwner) {
  want();
  ASSERT_OK(b().rti->set_automatic_resign_directive(ResignAction::delete_objects));
  EXPECT_EQ(*b().rti->get_automatic_resign_directive(), ResignAction::delete_objects);
  actors().erase(actors().begin() + 1);
  EXPECT_EQ(a().heard("remove"), (Lines{"remove z"}));
  ASSERT_OK(a().query("x", "a2"));
  EXPECT_EQ(a().heard("owner"), (Lines{"owner x a2 none"}));
  EXPECT_EQ(*a().give("y", "a1"), "");
}

// 10.3: an action that deletes nothing leaves the objects, without owners.
TEST_P(ClausesOfResignation, ADirectiveOfNoActionKeepsTheObjects) {
  want();
  ASSERT_OK(b().rti->set_automatic_resign_directive(ResignAction::no_action));
  actors().erase(actors().begin() + 1);
  EXPECT_EQ(a().heard("remove"), Lines{});
  ASSERT_OK(a().query("z", "a1"));
  EXPECT_EQ(a().heard("owner"), (Lines{"owner z a1 none"}));
}

class ClausesOfMembership : public Conformance {
 protected:
  static Status point(Actor& each, const std::string& label,
                      const std::vector<FederateHandle>& set = {}) {
    return each.rti->register_federation_synchronization_point(label, {}, set);
  }
  static Status achieve(Actor& each, const std::string& label) {
    return each.rti->synchronization_point_achieved(label);
  }
  static Status reserve(Actor& each, const std::vector<std::string>& names) {
    return each.rti->reserve_multiple_object_instance_names(names);
  }
  static Status release(Actor& each, const std::vector<std::string>& names) {
    return each.rti->release_multiple_object_instance_names(names);
  }
};
CONFORMANCE_SUITE(ClausesOfMembership);

// 4.11: a label in use by a set is not free for those outside the set.
TEST_P(ClausesOfMembership, ALabelOfASetIsTakenForAll) {
  ASSERT_OK(point(a(), "p", {a().handle}));
  settle();
  ASSERT_OK(point(c(), "p"));
  EXPECT_HEARD(c(), "not_registered p label_not_unique");
  EXPECT_HEARD(a(), "registered p", "announce p");
  ASSERT_OK(achieve(a(), "p"));
  EXPECT_HEARD(a(), "synchronized p");
  ASSERT_OK(point(c(), "p"));
  EXPECT_EQ(c().heard("registered"), (Lines{"registered p"}));
}

// 4.13: who resigns and joins again under its name is not the member of the set.
TEST_P(ClausesOfMembership, ARejoinedFederateIsNoMemberOfTheSet) {
  ASSERT_OK(point(a(), "p", {b().handle, c().handle}));
  skip();
  ASSERT_OK(resign(b(), ResignAction::no_action));
  ASSERT_OK(b().join("b"));
  EXPECT_SILENCE(b());
  EXPECT_ERROR(achieve(b(), "p"), SynchronizationPointLabelNotAnnounced);
  ASSERT_OK(achieve(c(), "p"));
  EXPECT_HEARD(c(), "synchronized p");
  EXPECT_SILENCE(b());
}

// 4.13: of a point for all, it is announced and waited for again.
TEST_P(ClausesOfMembership, ARejoinedFederateAchievesAPointOfAllAgain) {
  ASSERT_OK(point(a(), "p"));
  skip();
  ASSERT_OK(achieve(a(), "p"));
  ASSERT_OK(achieve(b(), "p"));
  ASSERT_OK(resign(b(), ResignAction::no_action));
  ASSERT_OK(b().join("b"));
  EXPECT_HEARD(b(), "announce p");
  ASSERT_OK(achieve(c(), "p"));
  EXPECT_SILENCE(a());
  ASSERT_OK(achieve(b(), "p"));
  EXPECT_HEARD(a(), "synchronized p");
  EXPECT_HEARD(b(), "synchronized p");
}

// 4.11: a set names members of now; the point of a refused set is not announced.
TEST_P(ClausesOfMembership, ARefusedSetIsAnnouncedToNobody) {
  const FederateHandle gone = c().handle;
  ASSERT_OK(resign(c(), ResignAction::no_action));
  ASSERT_OK(point(a(), "p", {b().handle, gone}));
  EXPECT_HEARD(a(), "not_registered p set_member_not_joined");
  EXPECT_SILENCE(b());
  ASSERT_OK(point(b(), "p"));
  EXPECT_HEARD(b(), "registered p", "announce p");
}

// 6.6: one taken name refuses the whole set.
TEST_P(ClausesOfMembership, ASetWithATakenNameReservesNone) {
  ASSERT_OK(a().rti->reserve_object_instance_name("two"));
  settle();
  ASSERT_OK(reserve(b(), {"one", "two"}));
  EXPECT_HEARD(b(), "not_reserved_set one two");
  ASSERT_OK(c().rti->reserve_object_instance_name("one"));
  EXPECT_HEARD(c(), "reserved one");
  ASSERT_OK(b().pub("A", "a1"));
  EXPECT_ERROR(b().reg("A", "x", "one"), ObjectInstanceNameNotReserved);
}

// 6.7: a set with a name that is not reserved releases none.
TEST_P(ClausesOfMembership, ASetWithAForeignNameReleasesNone) {
  ASSERT_OK(reserve(a(), {"one", "two"}));
  ASSERT_OK(b().rti->reserve_object_instance_name("three"));
  skip();
  EXPECT_ERROR(release(a(), {"one", "three"}), ObjectInstanceNameNotReserved);
  ASSERT_OK(c().rti->reserve_object_instance_name("one"));
  EXPECT_HEARD(c(), "not_reserved one");
  ASSERT_OK(release(a(), {"one"}));
  ASSERT_OK(reserve(c(), {"one"}));
  EXPECT_HEARD(c(), "reserved_set one");
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().reg("A", "x", "two"));
}

// 4.10 with 6.2: names that a resigned federate has reserved and not used are free.
TEST_P(ClausesOfMembership, AResignationReleasesUnusedNames) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(reserve(a(), {"one", "two"}));
  settle();
  ASSERT_OK(a().reg("A", "x", "two"));
  ASSERT_OK(resign(a(), ResignAction::unconditionally_divest_attributes));
  skip();
  ASSERT_OK(b().rti->reserve_object_instance_name("one"));
  ASSERT_OK(b().rti->reserve_object_instance_name("two"));
  EXPECT_HEARD(b(), "reserved one", "not_reserved two");
}

// 10.44: services go on, and their callbacks wait in order.
TEST_P(ClausesOfMembership, ServicesGoOnWhileCallbacksAreDisabled) {
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(b().subi("K"));
  ASSERT_OK(b().rti->disable_callbacks());
  ASSERT_OK(b().pub("A", "a1"));
  ASSERT_OK(b().rti->reserve_object_instance_name("one"));
  EXPECT_SILENCE(b());
  ASSERT_OK(c().sub("A", "a1"));
  ASSERT_OK(b().reg("A", "y"));
  ASSERT_OK(b().upd("y", "a1=1"));
  EXPECT_HEARD(c(), "discover y A", "reflect y a1=1");
  ASSERT_OK(a().send("K"));
  EXPECT_SILENCE(b());
  ASSERT_OK(b().rti->enable_callbacks());
  EXPECT_HEARD(b(), "reserved one", "receive K");
  ASSERT_OK(b().reg("A", "x", "one"));
}

// 10.44 with 8.13: until the grant is delivered the federate advances.
TEST_P(ClausesOfMembership, WithoutItsGrantAFederateStillAdvances) {
  ASSERT_OK(b().rti->disable_callbacks());
  ASSERT_OK(b().tar(5));
  EXPECT_SILENCE(b());
  EXPECT_EQ(b().time(), 0);
  EXPECT_ERROR(b().tar(6), InTimeAdvancingState);
  ASSERT_OK(b().rti->enable_callbacks());
  EXPECT_HEARD(b(), "grant 5");
  EXPECT_EQ(b().time(), 5);
}

// 10.44 with 4.13, 4.14: a point that was not announced is not achieved.
TEST_P(ClausesOfMembership, WithoutItsAnnouncementAPointIsNotAchieved) {
  ASSERT_OK(b().rti->disable_callbacks());
  ASSERT_OK(point(a(), "p"));
  settle();
  EXPECT_ERROR(achieve(b(), "p"), SynchronizationPointLabelNotAnnounced);
  ASSERT_OK(achieve(a(), "p"));
  ASSERT_OK(achieve(c(), "p"));
  ASSERT_OK(b().rti->enable_callbacks());
  EXPECT_HEARD(b(), "announce p");
  ASSERT_OK(achieve(b(), "p"));
  EXPECT_HEARD(b(), "synchronized p");
}

// 11.2: the state of a federate's time, as its object has it.
class ClausesOfManagedTime : public ManagedFederation {
 protected:
  std::string managed_time(const std::string& federate, const std::string& name) {
    (void)asked(federate, name);
    const auto& all = c().managed["HLAfederate." + federate];
    if (!all.contains(name)) return "none";
    const Bytes raw = Decoder(all.at(name)).opaque();
    return raw.empty() ? "undefined" : std::to_string(Decoder(raw).integer64());
  }
};
CONFORMANCE_SUITE(ClausesOfManagedTime);

TEST_P(ClausesOfManagedTime, TheTimesOfAFederateFollowItsAdvances) {
  watch_federates();
  EXPECT_EQ(managed_time("b", "HLAGALT"), "undefined");
  regulate(a(), 3);
  constrain(b());
  EXPECT_EQ(asked("a", "HLAtimeRegulating"), 1);
  EXPECT_EQ(asked("a", "HLAtimeConstrained"), 0);
  EXPECT_EQ(asked("b", "HLAtimeConstrained"), 1);
  EXPECT_EQ(managed_time("a", "HLAlookahead"), "3");
  EXPECT_EQ(managed_time("b", "HLAGALT"), "3");
  EXPECT_EQ(managed_time("b", "HLALITS"), "3");
  ASSERT_OK(b().tar(7));
  settle();
  EXPECT_EQ(asked("b", "HLAtimeManagerState"), 1);
  EXPECT_EQ(managed_time("b", "HLAlogicalTime"), "0");
  ASSERT_OK(a().tar(5));
  settle();
  EXPECT_EQ(asked("b", "HLAtimeManagerState"), 0);
  EXPECT_EQ(managed_time("b", "HLAlogicalTime"), "7");
  EXPECT_EQ(managed_time("a", "HLAlogicalTime"), "5");
  ASSERT_OK(a().rti->disable_time_regulation());
  EXPECT_EQ(asked("a", "HLAtimeRegulating"), 0);
  EXPECT_EQ(managed_time("b", "HLAGALT"), "undefined");
}

// 11.4: what cannot be is reported, and changes nothing.
TEST_P(ClausesOfManagedTime, ALookaheadOfWhoDoesNotRegulateIsAnException) {
  ASSERT_OK(manage("HLAservice.HLAmodifyLookahead", a(),
                   {{"HLAlookahead", encode_time(TimeRepresentation::integer64, 5)}}));
  const auto found = reports("HLAreportMOMexception");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(text_of(found[0], "HLAexception").starts_with("TimeRegulationIsNotEnabled"));
  EXPECT_EQ(a().lookahead(), -1);
}

// 11.4: asynchronous delivery in a federate's name has its effect, and is a value of its object.
TEST_P(ClausesOfManagedTime, AsynchronousDeliveryIsEnabledInAFederatesName) {
  watch_federates();
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(b().subi("K"));
  constrain(b());
  ASSERT_OK(a().send("K"));
  EXPECT_SILENCE(b());
  ASSERT_OK(manage("HLAservice.HLAenableAsynchronousDelivery", b()));
  EXPECT_HEARD(b(), "receive K");
  EXPECT_EQ(asked("b", "HLAasynchronousDelivery"), 1);
  ASSERT_OK(manage("HLAservice.HLAenableAsynchronousDelivery", b()));
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 1U);
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
