// Ownership that changes while messages, deletions and resignations are under way (clause 7 with
// 4.10, 6.14, 8.1, 9.6).
#include "conformance/shared_object.hpp"
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class OwnersInTime : public SharedObject {
 protected:
  void timed() {
    regulate(a(), 1);
    constrain(b());
    constrain(c());
  }
};

// 7.13, 8.1 Updates that the former owner has sent come in their order beside those of the new
// owner.
TEST_P(OwnersInTime, UpdatesOfBothOwners) {
  timed();
  regulate(b(), 1);
  EXPECT_OK(a().upd_at(9, "x", "a2=9"));
  EXPECT_OK(b().acquire("x", "a2"));
  settle();
  EXPECT_OK(a().give("x", "a2"));
  EXPECT_HEARD(b(), "acquired x a2");
  EXPECT_OK(b().upd_at(5, "x", "a2=5"));
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(20));
  EXPECT_OK(c().tar(15));
  settle();
  EXPECT_EQ(c().heard("reflect"), (Lines{"reflect x a2=5 @5 tso", "reflect x a2=9 @9 tso"}));
}
// 8.21 The former owner retracts an update after it has given the attribute.
TEST_P(OwnersInTime, TheFormerOwnerRetracts) {
  timed();
  EXPECT_OK(a().upd_at(9, "x", "a2=9", "m"));
  EXPECT_OK(b().acquire("x", "a2"));
  settle();
  EXPECT_OK(a().give("x", "a2"));
  skip();
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().tar(20));
  EXPECT_OK(c().tar(15));
  EXPECT_HEARD(c(), "grant 15");
}
// 6.11 An owner does not reflect what another sent before it owned the attribute, or it does: the
// reflection of an attribute
// that is owned is not made.
TEST_P(OwnersInTime, AnUpdateForItsNewOwner) {
  timed();
  EXPECT_OK(a().upd_at(9, "x", "a2=9"));
  EXPECT_OK(b().acquire("x", "a2"));
  settle();
  EXPECT_OK(a().give("x", "a2"));
  skip();
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(15));
  EXPECT_OK(c().tar(15));
  EXPECT_HEARD(c(), "reflect x a2=9 @9 tso", "grant 15");
  EXPECT_EQ(b().heard().back(), "grant 15");
}
// 6.14 A deletion that waits for its time: the attributes of other owners are still theirs until
// then.
TEST_P(OwnersInTime, ADeletionThatWaits) {
  timed();
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_OK(a().give("x", "a1"));
  skip();
  EXPECT_OK(a().del_at(10, "x"));
  settle();
  EXPECT_TRUE(b().owns("x", "a1"));
  EXPECT_OK(b().upd("x", "a1=1"));
  EXPECT_OK(b().acquire_free("x", "a2"));
  settle();
  EXPECT_OK(a().tar(30));
  EXPECT_OK(c().tar(20));
  const Lines heard = c().heard();
  EXPECT_EQ(heard.back(), "grant 20");
  EXPECT_EQ(std::ranges::count(heard, "remove x @10 tso"), 1);
  EXPECT_OK(b().tar(20));
  EXPECT_EQ(b().heard("remove"), Lines{"remove x @10 tso"});
  EXPECT_ERROR(b().upd("x", "a1=2"), ObjectInstanceNotKnown);
}
// 6.14, 8.21 A retracted deletion: everything is as it was, for owners too.
TEST_P(OwnersInTime, ARetractedDeletion) {
  timed();
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_OK(a().give("x", "a1"));
  skip();
  EXPECT_OK(a().del_at(10, "x", "d"));
  settle();
  EXPECT_OK(a().retract("d"));
  settle();
  EXPECT_TRUE(b().owns("x", "a1"));
  EXPECT_TRUE(a().owns("x", "a2"));
  EXPECT_OK(c().acquire("x", "a2 HLAprivilegeToDeleteObject"));
  EXPECT_HEARD(a(), "release x priv a2");
  EXPECT_EQ(*a().give("x", "a2 HLAprivilegeToDeleteObject"), "a2 priv");
  EXPECT_HEARD(c(), "acquired x priv a2");
  EXPECT_OK(c().del("x"));
  EXPECT_HEARD(a(), "remove x");
}
// 6.14 The object is deleted while an acquisition and a divestiture are pending: nothing is said
// about them afterwards.
TEST_P(OwnersInTime, DeletedWhileNegotiated) {
  EXPECT_OK(a().negotiate("x", "a1"));
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_OK(c().acquire("x", "a2"));
  skip();
  EXPECT_OK(a().del("x"));
  EXPECT_HEARD(b(), "remove x");
  EXPECT_HEARD(c(), "remove x");
  EXPECT_SILENCE(a());
  EXPECT_ERROR(b().cancel_acquisition("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_OK(resign_federate(b()));
  EXPECT_OK(resign_federate(c()));
}
// 4.10 After the object is gone no acquisition is pending: the federate may unpublish and resign.
TEST_P(OwnersInTime, UnpublishingAfterADeletion) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_ERROR(b().unpub("A"), OwnershipAcquisitionPending);
  EXPECT_OK(a().del("x"));
  skip();
  EXPECT_OK(b().unpub("A"));
  EXPECT_OK(resign_federate(b()));
}
// 5.3 Unpublishing divests: the others are asked, and one who waits gets the attribute.
TEST_P(OwnersInTime, Unpublishing) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_OK(a().unpub("A", "a1"));
  EXPECT_EQ(b().heard("acquired"), Lines{"acquired x a1"});
  EXPECT_FALSE(a().owns("x", "a1"));
  EXPECT_TRUE(a().owns("x", "a2"));
  EXPECT_OK(a().unpub("A", "a2"));
  EXPECT_EQ(c().heard("assume"), Lines{"assume x priv a2"});
  EXPECT_OK(c().acquire_free("x", "a2"));
  EXPECT_HEARD(c(), "acquired x a2");
}
// 4.10 The owner divests as it resigns: the federate that waits acquires, and is notified once.
TEST_P(OwnersInTime, TheOwnerResigns) {
  EXPECT_OK(b().acquire("x", "a1", "t"));
  EXPECT_OK(c().acquire("x", "HLAprivilegeToDeleteObject"));
  skip();
  EXPECT_OK(resign_federate(a(), ResignAction::unconditionally_divest_attributes));
  const Lines of_b = b().heard();
  EXPECT_EQ(std::ranges::count(of_b, "acquired x a1"), 1);
  const Lines of_c = c().heard();
  EXPECT_EQ(std::ranges::count(of_c, "acquired x priv"), 1);
  EXPECT_TRUE(b().owns("x", "a1"));
  EXPECT_OK(b().query("x", "a2"));
  EXPECT_EQ(b().heard("owner"), Lines{"owner x a2 none"});
  EXPECT_OK(c().del("x"));
  EXPECT_EQ(b().heard("remove"), Lines{"remove x"});
}
// 4.10 The owner resigns and deletes: who waits is only told of the removal.
TEST_P(OwnersInTime, TheOwnerDeletes) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_OK(resign_federate(a(), ResignAction::delete_objects));
  EXPECT_HEARD(b(), "remove x");
  EXPECT_OK(resign_federate(b()));
}
// 4.10 CANCEL: it owns, and a cancellation is all it asks for: refused; the acquisition is still
// pending.
TEST_P(OwnersInTime, CancellingDoesNotDivest) {
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_OK(a().give("x", "a1"));
  settle();
  EXPECT_OK(b().acquire("x", "a2"));
  skip();
  EXPECT_ERROR(resign_federate(b(), ResignAction::cancel_pending_ownership_acquisitions),
               FederateOwnsAttributes);
  EXPECT_EQ(*a().give("x", "a2"), "a2");
  EXPECT_HEARD(b(), "acquired x a2");
  EXPECT_OK(resign_federate(b(), ResignAction::cancel_then_delete_then_divest));
  const Lines heard = a().heard("assume");
  EXPECT_EQ(heard, Lines{"assume x a1 a2"});
}
// 4.10 The acquirer resigns while the owner is asked to confirm: no confirmation is possible.
TEST_P(OwnersInTime, TheAcquirerResigns) {
  EXPECT_OK(a().negotiate("x", "a1"));
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_HEARD(a(), "confirm x a1");
  EXPECT_OK(resign_federate(b(), ResignAction::cancel_pending_ownership_acquisitions));
  settle();
  EXPECT_ERROR(a().confirm("x", "a1"), NoAcquisitionPending);
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_OK(c().acquire("x", "a1"));
  EXPECT_HEARD(a(), "confirm x a1");
  EXPECT_OK(a().confirm("x", "a1"));
  EXPECT_EQ(c().heard("acquired"), Lines{"acquired x a1"});
}
// 9.6 The regions of the former owner are not those of the new one, which sends everywhere.
TEST_P(OwnersInTime, RegionsOfTheFormerOwner) {
  for (Actor* each : {&a(), &b()}) EXPECT_OK(each->pub("D", "d1"));
  EXPECT_OK(b().sub("D", "d1"));
  EXPECT_OK(c().sub_in("D", "d1", {c().region("X 0 10")}));
  const RegionHandle far = a().region("X 50 60");
  EXPECT_OK(a().reg_in("D", "d", "d1", {far}));
  skip();
  EXPECT_OK(a().upd("d", "d1=1"));
  EXPECT_SILENCE(c());
  EXPECT_OK(b().acquire("d", "d1"));
  settle();
  EXPECT_OK(a().give("d", "d1"));
  settle();
  EXPECT_EQ(c().heard(), Lines{"discover d D"});
  EXPECT_OK(b().upd("d", "d1=2"));
  EXPECT_HEARD(c(), "reflect d d1=2");
}
// 9.6 Associated before it owns the attribute: the association counts from the ownership on.
TEST_P(OwnersInTime, AssociatedBefore) {
  for (Actor* each : {&a(), &b()}) {
    EXPECT_OK(each->pub("D", "d1"));
    EXPECT_OK(each->sub("D", "d1"));
  }
  EXPECT_OK(c().sub_in("D", "d1", {c().region("X 0 10")}));
  EXPECT_OK(a().reg("D", "d"));
  skip();
  const RegionHandle far = b().region("X 50 60");
  EXPECT_OK(b().associate("d", "d1", {far}));
  EXPECT_OK(a().upd("d", "d1=1"));
  EXPECT_HEARD(c(), "reflect d d1=1");
  EXPECT_OK(b().acquire("d", "d1"));
  settle();
  EXPECT_OK(a().give("d", "d1"));
  settle();
  EXPECT_OK(b().upd("d", "d1=2"));
  EXPECT_EQ(c().heard("reflect"), Lines{});
  EXPECT_OK(b().move(far, "X 5 6"));
  EXPECT_OK(b().upd("d", "d1=3"));
  EXPECT_EQ(c().heard("reflect"), Lines{"reflect d d1=3"});
}
// 8.23, 6.23 A changed order and transportation end with the ownership, also when it comes back.
TEST_P(OwnersInTime, OrderEndsWithTheOwnership) {
  timed();
  const auto a2 = a().of_object("x", "a2");
  EXPECT_OK(a().rti->change_attribute_order_type(a().object("x"), a2, OrderType::receive));
  EXPECT_OK(c().rti->enable_asynchronous_delivery());
  EXPECT_OK(a().upd_at(5, "x", "a2=5"));
  EXPECT_HEARD(c(), "reflect x a2=5 @5");
  EXPECT_OK(b().acquire("x", "a2"));
  settle();
  EXPECT_OK(a().give("x", "a2"));
  settle();
  EXPECT_OK(a().acquire("x", "a2"));
  settle();
  EXPECT_OK(b().give("x", "a2"));
  skip();
  EXPECT_TRUE(a().owns("x", "a2"));
  EXPECT_OK(a().upd_at(6, "x", "a2=6"));
  EXPECT_SILENCE(c());
  EXPECT_OK(a().tar(9));
  EXPECT_OK(c().tar(7));
  EXPECT_HEARD(c(), "reflect x a2=6 @6 tso", "grant 7");
}

CONFORMANCE_SUITE(OwnersInTime);

}  // namespace
}  // namespace orrery::rti::testing::conformance
