// Deletions in timestamp order meet ownership, local deletion and late subscriptions (clause 6 with 7 and 8).
#include "conformance/shared_object.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// b owns x.a2, a all else. a and b regulate with lookahead 1; b and c are constrained.
class DeletionsInTime : public SharedObject {
 protected:
  void begin() override {
    SharedObject::begin();
    ASSERT_OK(b().acquire("x", "a2"));
    settle();
    ASSERT_OK(a().give("x", "a2"));
    skip();
    ASSERT_TRUE(b().owns("x", "a2"));
    regulate(a(), 1);
    regulate(b(), 1);
    constrain(b());
    constrain(c());
  }
  void advance(std::int64_t time) {
    for (auto& each : actors()) EXPECT_OK(each->tar(time));
  }
};

// 6.14, 6.11 Another owner updates until the deletion's time; what is later than the removal is not reflected.
TEST_P(DeletionsInTime, AnotherOwnerUpdatesUntilThen) {
  EXPECT_OK(a().del_at(10, "x"));
  settle();
  EXPECT_OK(b().upd_at(5, "x", "a2=1"));
  EXPECT_OK(b().upd_at(15, "x", "a2=2"));
  advance(30);
  EXPECT_HEARD(c(), "reflect x a2=1 @5 tso", "remove x @10 tso", "grant 30");
  EXPECT_HEARD(b(), "remove x @10 tso", "grant 30");
  EXPECT_ERROR(b().upd_at(40, "x", "a2=3"), ObjectInstanceNotKnown);
}
// 7.8, 6.15 An acquisition that is pending ends with the removal.
TEST_P(DeletionsInTime, APendingAcquisitionEnds) {
  EXPECT_OK(c().acquire("x", "a2"));
  EXPECT_HEARD(b(), "release x a2");
  EXPECT_OK(a().del_at(10, "x"));
  advance(12);
  EXPECT_HEARD(c(), "remove x @10 tso", "grant 12");
  EXPECT_HEARD(b(), "remove x @10 tso", "grant 12");
  EXPECT_ERROR(b().give("x", "a2"), ObjectInstanceNotKnown);
  EXPECT_ERROR(c().cancel_acquisition("x", "a2"), ObjectInstanceNotKnown);
  EXPECT_OK(c().unpub("A", "a2"));
  EXPECT_SILENCE(c());
}
// 7.13, 6.14 Two federates that still know the object hand an attribute over while the deletion waits.
TEST_P(DeletionsInTime, AnAttributeChangesHandsBeforeTheRemoval) {
  regulate(c(), 1);
  EXPECT_OK(a().del_at(10, "x"));
  settle();
  EXPECT_OK(c().acquire("x", "a2"));
  EXPECT_HEARD(b(), "release x a2");
  EXPECT_EQ(*b().give("x", "a2"), "a2");
  EXPECT_HEARD(c(), "acquired x a2");
  EXPECT_ERROR(b().upd_at(6, "x", "a2=1"), AttributeNotOwned);
  EXPECT_OK(c().upd_at(7, "x", "a2=2"));
  advance(20);
  EXPECT_HEARD(b(), "reflect x a2=2 @7 tso", "remove x @10 tso", "grant 20");
  EXPECT_HEARD(c(), "remove x @10 tso", "grant 20");
}
// 8.21 The object is there again, with the owners that others have given it meanwhile.
TEST_P(DeletionsInTime, ARetractedDeletionKeepsOwnersThatChanged) {
  EXPECT_OK(a().del_at(10, "x", "d"));
  settle();
  EXPECT_OK(c().acquire("x", "a2"));
  settle();
  EXPECT_OK(b().give("x", "a2"));
  EXPECT_HEARD(c(), "acquired x a2");
  EXPECT_OK(a().retract("d"));
  skip();
  EXPECT_TRUE(c().owns("x", "a2"));
  EXPECT_FALSE(b().owns("x", "a2"));
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_OK(b().query("x", "a2"));
  EXPECT_HEARD(b(), "owner x a2 c");
  EXPECT_OK(a().upd_at(12, "x", "a1=1"));
  EXPECT_OK(a().del_at(14, "x"));
  advance(20);
  const Lines heard = c().heard();
  EXPECT_EQ(heard.back(), "grant 20");
  EXPECT_EQ(heard.at(heard.size() - 2), "remove x @14 tso");
}
// 6.14 A federate that is not constrained is told at once, in receive order; constrained ones at the time.
TEST_P(DeletionsInTime, AnUnconstrainedFederateLosesItFirst) {
  EXPECT_OK(b().rti->disable_time_constrained());
  EXPECT_OK(a().del_at(10, "x"));
  EXPECT_HEARD(b(), "remove x @10");
  EXPECT_SILENCE(c());
  EXPECT_ERROR(b().query("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_OK(c().rti->get_object_instance_name(c().object("x")));
  advance(11);
  EXPECT_HEARD(c(), "remove x @10 tso", "grant 11");
}
// 6.9, 6.15 Who subscribes while the deletion waits discovers the object, and is told of its removal in its time.
TEST_P(DeletionsInTime, ASubscriberMeanwhile) {
  EXPECT_OK(c().unsub("A"));
  EXPECT_OK(c().forget("x"));
  EXPECT_OK(a().del_at(10, "x"));
  EXPECT_SILENCE(c());
  EXPECT_OK(c().sub("A", "a2"));
  EXPECT_HEARD(c(), "discover x A");
  EXPECT_OK(b().upd_at(5, "x", "a2=1"));
  advance(20);
  EXPECT_HEARD(c(), "reflect x a2=1 @5 tso", "remove x @10 tso", "grant 20");
}
// 4.10, 6.14 The deletion outlives the federate that sent it.
TEST_P(DeletionsInTime, TheDeleterResigns) {
  EXPECT_OK(a().del_at(10, "x"));
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  skip();
  EXPECT_OK(b().upd_at(5, "x", "a2=1"));
  EXPECT_OK(b().tar(20));
  EXPECT_OK(c().tar(20));
  EXPECT_HEARD(b(), "remove x @10 tso", "grant 20");
  EXPECT_HEARD(c(), "reflect x a2=1 @5 tso", "remove x @10 tso", "grant 20");
}
// 6.16 After a local deletion an update is reflected only once the object has been discovered again.
TEST_P(DeletionsInTime, ALocalDeletionBeforeAnUpdateInFlight) {
  EXPECT_OK(b().upd_at(5, "x", "a2=1"));
  settle();
  EXPECT_OK(c().forget("x"));
  advance(6);
  const Lines heard = c().heard();
  if (heard.size() > 1) {
    EXPECT_EQ(heard, (Lines{"discover x A", "reflect x a2=1 @5 tso", "grant 6"}));
  } else {
    EXPECT_EQ(heard, Lines{"grant 6"});
  }
}
// 6.16 Rediscovered with an update in flight: that one may be lost, the next may not.
TEST_P(DeletionsInTime, RediscoveredWithAnUpdateInFlight) {
  EXPECT_OK(b().upd_at(5, "x", "a2=1"));
  settle();
  EXPECT_OK(c().forget("x"));
  EXPECT_OK(c().unsub("A"));
  EXPECT_OK(c().sub("A", "a1 a2"));
  EXPECT_HEARD(c(), "discover x A");
  EXPECT_OK(b().upd_at(6, "x", "a2=2"));
  advance(7);
  Lines heard = c().heard();
  std::erase(heard, "reflect x a2=1 @5 tso");
  EXPECT_EQ(heard, (Lines{"reflect x a2=2 @6 tso", "grant 7"}));
}
// 6.16 A removal that waits is not told to a federate that has deleted the object locally.
TEST_P(DeletionsInTime, ALocalDeletionBeforeARemovalInFlight) {
  EXPECT_OK(a().del_at(5, "x"));
  settle();
  EXPECT_OK(c().forget("x"));
  advance(6);
  const Lines heard = c().heard();
  EXPECT_TRUE((heard == Lines{"grant 6"}) ||
              (heard == Lines{"discover x A", "remove x @5 tso", "grant 6"}));
  EXPECT_HEARD(b(), "remove x @5 tso", "grant 6");
}
// 6.16 An owner may not delete locally; nor may a federate that waits for ownership.
TEST_P(DeletionsInTime, NoLocalDeletionByOwnersAndAcquirers) {
  EXPECT_OK(a().del_at(10, "x"));
  settle();
  EXPECT_ERROR(b().forget("x"), FederateOwnsAttributes);
  EXPECT_OK(c().acquire("x", "a2"));
  EXPECT_ERROR(c().forget("x"), OwnershipAcquisitionPending);
  EXPECT_OK(c().cancel_acquisition("x", "a2"));
  skip();
  EXPECT_OK(c().forget("x"));
}
// 6.15 Without a time: gone at once for all, with whatever waits for it.
TEST_P(DeletionsInTime, ADeletionWithoutATimeOverlapsOneWithATime) {
  EXPECT_OK(c().rti->enable_asynchronous_delivery());
  EXPECT_OK(a().del_at(10, "x", "d"));
  settle();
  EXPECT_OK(a().retract("d"));
  skip();
  EXPECT_OK(a().del("x"));
  EXPECT_HEARD(c(), "remove x");
  advance(20);
  EXPECT_HEARD(c(), "grant 20");
  EXPECT_HEARD(b(), "remove x", "grant 20");
}

CONFORMANCE_SUITE(DeletionsInTime);

}  // namespace
}  // namespace orrery::rti::testing::conformance
