// IEEE 1516.1-2010, 4.10 to 4.15, 7 and 11: federates that resign in the middle of negotiations, points and saves.
#include "conformance/saving_federation.hpp"
#include "conformance/shared_object.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class ClausesOfNegotiators : public SharedObject {
 protected:
  static Status leave_by(Actor& each, ResignAction action) {
    return each.rti->resign_federation_execution(action);
  }
  static Status divesting(Actor& each) {
    return leave_by(each, ResignAction::unconditionally_divest_attributes);
  }
  static Status with_all(Actor& each) {
    return leave_by(each, ResignAction::cancel_then_delete_then_divest);
  }
};
CONFORMANCE_SUITE(ClausesOfNegotiators);

// 4.10: who negotiates is the owner until it has divested.
TEST_P(ClausesOfNegotiators, ANegotiatingOwnerOwns) {
  ASSERT_OK(a().negotiate("x", "priv a1 a2"));
  skip();
  EXPECT_ERROR(leave_by(a(), ResignAction::no_action), FederateOwnsAttributes);
  EXPECT_ERROR(leave_by(a(), ResignAction::cancel_pending_ownership_acquisitions),
               FederateOwnsAttributes);
  ASSERT_OK(b().acquire("x", "a1"));
  EXPECT_HEARD(a(), "confirm x a1") << "the negotiation goes on";
}

// 4.10: what is asked to be confirmed goes to the acquirer when the owner divests by resigning.
TEST_P(ClausesOfNegotiators, AResignationConfirms) {
  ASSERT_OK(a().negotiate("x", "a1"));
  skip();
  ASSERT_OK(b().acquire("x", "a1"));
  EXPECT_HEARD(a(), "confirm x a1");
  ASSERT_OK(divesting(a()));
  EXPECT_EQ(b().heard("acquired"), Lines{"acquired x a1"});
  EXPECT_TRUE(b().owns("x", "a1"));
}

// 4.10: an owner that deletes its objects ends what others negotiate and acquire.
TEST_P(ClausesOfNegotiators, ADeletionByResignationEndsAcquisitions) {
  ASSERT_OK(b().acquire("x", "a1"));
  ASSERT_OK(c().acquire_free("x", "a2"));
  skip();
  ASSERT_OK(leave_by(a(), ResignAction::delete_objects));
  EXPECT_HEARD(b(), "remove x");
  EXPECT_HEARD(c(), "remove x");
  EXPECT_OK(leave_by(b(), ResignAction::no_action)) << "nothing is pending";
}

// 4.10: a cancelled acquirer is not waited for, and the next one is asked about.
TEST_P(ClausesOfNegotiators, TheNextAcquirerTakesThePlace) {
  ASSERT_OK(b().acquire("x", "a1"));
  settle();
  ASSERT_OK(c().acquire("x", "a1"));
  skip();
  ASSERT_OK(leave_by(b(), ResignAction::cancel_pending_ownership_acquisitions));
  skip();
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_HEARD(c(), "acquired x a1");
}

// 4.10, 7.15: a cancellation that waits for its confirmation ends with the membership.
TEST_P(ClausesOfNegotiators, ACancellationUnderWayEndsWithTheMembership) {
  ASSERT_OK(b().acquire("x", "a1"));
  skip();
  b().silent = true;
  ASSERT_OK(b().cancel_acquisition("x", "a1"));
  settle();
  ASSERT_OK(with_all(b()));
  b().silent = false;
  ASSERT_OK(b().join("b"));
  EXPECT_SILENCE(b());
  EXPECT_EQ(*a().give("x", "a1"), "");
}

// 4.10: an acquisition that was given but not told yet is the federate's, and goes on to the next.
TEST_P(ClausesOfNegotiators, WhatWasGivenButNotToldIsDivested) {
  ASSERT_OK(b().acquire("x", "a1"));
  skip();
  b().silent = true;
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  settle();
  ASSERT_OK(c().acquire("x", "a1"));
  settle();
  ASSERT_OK(with_all(b()));
  b().silent = false;
  EXPECT_EQ(c().heard("acquired"), Lines{"acquired x a1"});
}

// 4.10 with 7.4: what a resigned federate owned is offered to who publishes it later.
TEST_P(ClausesOfNegotiators, WhatIsLeftIsOfferedToLaterPublishers) {
  ASSERT_OK(b().unpub("A"));
  ASSERT_OK(c().unpub("A"));
  skip();
  ASSERT_OK(divesting(a()));
  EXPECT_EQ(b().heard("assume"), Lines{});
  ASSERT_OK(b().pub("A", "a2"));
  EXPECT_EQ(b().heard("assume"), Lines{"assume x priv a2"});
}

// 4.10 with 6.9: an object without owners is not discovered. It is discovered once it has an owner again.
TEST_P(ClausesOfNegotiators, AnObjectThatIsLeftIsDiscoveredWithItsNextOwner) {
  ASSERT_OK(divesting(a()));
  skip();
  actors().push_back(actor(1));
  Actor& late = *actors().back();
  ASSERT_OK(late.join("late"));
  ASSERT_OK(late.sub("A", "a1"));
  EXPECT_SILENCE(late);
  ASSERT_OK(b().acquire_free("x", "a1"));
  EXPECT_HEARD(late, "discover x A");
}

// 4.15: a resignation that completes a point does not count as a failure.
TEST_P(ClausesOfNegotiators, AResignationCompletesAPoint) {
  ASSERT_OK(a().rti->register_federation_synchronization_point("p", {}));
  skip();
  ASSERT_OK(a().rti->synchronization_point_achieved("p"));
  ASSERT_OK(b().rti->synchronization_point_achieved("p", false));
  EXPECT_SILENCE(a());
  ASSERT_OK(leave_by(c(), ResignAction::no_action));
  EXPECT_EQ(a().heard("synchronized"), Lines{"synchronized p b"});
  ASSERT_OK(a().rti->register_federation_synchronization_point("p", {}));
  EXPECT_EQ(a().heard("registered"), Lines{"registered p"});
}

// 4.13: a late joiner is announced the point with its tag, and each point in progress.
TEST_P(ClausesOfNegotiators, ALateJoinerIsAnnouncedAllThatIsInProgress) {
  ASSERT_OK(a().rti->register_federation_synchronization_point("p", bytes("t")));
  ASSERT_OK(a().rti->register_federation_synchronization_point("q", {}));
  ASSERT_OK(b().rti->register_federation_synchronization_point("r", {}, std::vector{b().handle}));
  skip();
  actors().push_back(actor(2));
  Actor& late = *actors().back();
  ASSERT_OK(late.join("late"));
  EXPECT_HEARD_SORTED(late, "announce p tag=t", "announce q");
  EXPECT_ERROR(late.rti->synchronization_point_achieved("r"),
               SynchronizationPointLabelNotAnnounced);
}

// 4.11: the registrant need not be of the set.
TEST_P(ClausesOfNegotiators, TheRegistrantNeedNotBeOfTheSet) {
  ASSERT_OK(a().rti->register_federation_synchronization_point(
      "p", bytes("t"), std::vector{b().handle, c().handle}));
  EXPECT_HEARD(a(), "registered p");
  EXPECT_ERROR(a().rti->synchronization_point_achieved("p"), SynchronizationPointLabelNotAnnounced);
  EXPECT_HEARD(b(), "announce p tag=t");
  for (Actor* each : {&b(), &c()}) ASSERT_OK(each->rti->synchronization_point_achieved("p"));
  EXPECT_HEARD(b(), "synchronized p");
  EXPECT_SILENCE(a());
}

class ClausesOfSavedNegotiations : public SavingFederation {};
CONFORMANCE_SUITE(ClausesOfSavedNegotiations);

// 4.16 to 4.29 with 6.2: names that were reserved and the callbacks that were told are those of the save.
TEST_P(ClausesOfSavedNegotiations, ReservationsAreThoseOfTheSave) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().rti->reserve_object_instance_name("tank"));
  skip();
  save("s");
  ASSERT_OK(a().rti->release_object_instance_name("tank"));
  settle();
  ASSERT_OK(b().rti->reserve_object_instance_name("tank"));
  ASSERT_OK(b().rti->reserve_object_instance_name("jeep"));
  skip();
  restore("s");
  ASSERT_OK(b().pub("A", "a1"));
  EXPECT_ERROR(b().reg("A", "y", "tank"), ObjectInstanceNameNotReserved);
  EXPECT_ERROR(b().reg("A", "y", "jeep"), ObjectInstanceNameNotReserved);
  EXPECT_OK(a().reg("A", "x", "tank"));
}

// 4.27: a change of lookahead under way, asynchronous delivery and orders are those of the save.
TEST_P(ClausesOfSavedNegotiations, TimeSettingsAreThoseOfTheSave) {
  ASSERT_OK(a().pubi("T"));
  ASSERT_OK(b().subi("T"));
  regulate(a(), 10);
  ASSERT_OK(a().rti->modify_lookahead({2}));
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  ASSERT_OK(a().rti->change_interaction_order_type(a().interaction("T"), OrderType::receive));
  skip();
  save("s");
  ASSERT_OK(a().rti->modify_lookahead({20}));
  ASSERT_OK(b().rti->disable_asynchronous_delivery());
  ASSERT_OK(a().rti->change_interaction_order_type(a().interaction("T"), OrderType::timestamp));
  skip();
  restore("s");
  EXPECT_EQ(a().lookahead(), 10);
  EXPECT_ERROR(b().rti->enable_asynchronous_delivery(), AsynchronousDeliveryAlreadyEnabled);
  constrain(b());
  ASSERT_OK(a().send_at(12, "T"));
  EXPECT_HEARD(b(), "receive T @12");
  EXPECT_EQ(b().last.sent, OrderType::receive);
  ASSERT_OK(a().tar(9));
  settle();
  EXPECT_EQ(a().lookahead(), 2);
}

// 4.27: an acquirer that waits at the save waits after the restore.
TEST_P(ClausesOfSavedNegotiations, AcquisitionsAndCancellationsAreThoseOfTheSave) {
  for (Actor* each : {&a(), &b(), &c()}) {
    ASSERT_OK(each->pub("A", "a1 a2"));
    ASSERT_OK(each->sub("A", "a1 a2"));
  }
  ASSERT_OK(a().reg("A", "x"));
  skip();
  ASSERT_OK(b().acquire("x", "a1"));
  settle();
  ASSERT_OK(c().acquire("x", "a1"));
  skip();
  save("s");
  ASSERT_OK(b().cancel_acquisition("x", "a1"));
  skip();
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_HEARD(c(), "acquired x a1");
  skip();
  restore("s");
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_FALSE(c().owns("x", "a1"));
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_EQ(b().heard("acquired"), Lines{"acquired x a1"});
  EXPECT_SILENCE(c());
  EXPECT_EQ(*b().give("x", "a1"), "a1");
  EXPECT_HEARD(c(), "acquired x a1");
}

// 4.27: regions with the bounds that are set and not committed, and rates of subscriptions.
TEST_P(ClausesOfSavedNegotiations, RegionSubscriptionsAreThoseOfTheSave) {
  ASSERT_OK(a().pub("D", "d1"));
  const RegionHandle seen = b().region("X 0 10");
  ASSERT_OK(b().sub_in("D", "d1", {seen}));
  ASSERT_OK(a().reg_in("D", "x", "d1", {a().region("X 5 6")}));
  EXPECT_HEARD(b(), "discover x D");
  skip();
  save("s");
  ASSERT_OK(b().move(seen, "X 20 30"));
  ASSERT_OK(b().unsub_in("D", "d1", {seen}));
  skip();
  restore("s");
  ASSERT_OK(a().upd("x", "d1=1"));
  EXPECT_HEARD(b(), "reflect x d1=1");
  EXPECT_ERROR(b().rti->delete_region(seen), RegionInUseForUpdateOrSubscription);
  ASSERT_OK(b().move(seen, "X 20 30"));
  settle();
  ASSERT_OK(a().upd("x", "d1=2"));
  EXPECT_SILENCE(b());
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
