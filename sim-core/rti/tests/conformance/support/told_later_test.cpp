// Callbacks that wait while others act: what is told is whole, in order, and fits what the federate may still do.
#include <algorithm>

#include "conformance/shared_object.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class ToldLater : public SharedObject {
 protected:
  void begin() override {
    SharedObject::begin();
    for (auto& each : actors()) {
      ASSERT_OK(each->pubi("T"));
      ASSERT_OK(each->subi("T"));
    }
  }
};

// 6.15, 8.13 Between an update and a removal of one advance the object is known.
TEST_P(ToldLater, KnownUntilItsRemovalWithinAnAdvance) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  EXPECT_OK(a().del_at(7, "x"));
  EXPECT_OK(a().tar(20));
  b().silent = true;
  EXPECT_OK(b().tar(10));
  settle();
  (void)b().rti->evoke_callback(1);
  EXPECT_EQ(b().lines, Lines{"reflect x a2=1 @5 tso"});
  EXPECT_OK(b().rti->get_object_instance_name(b().object("x")));
  EXPECT_OK(b().rti->get_known_object_class_handle(b().object("x")));
  b().silent = false;
  EXPECT_HEARD(b(), "reflect x a2=1 @5 tso", "remove x @7 tso", "grant 10");
}
// 6.15, 4.10 The same when the object goes because its owner resigns.
TEST_P(ToldLater, KnownUntilTheResignationIsTold) {
  b().silent = true;
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects));
  settle();
  (void)b().rti->evoke_callback(1);
  EXPECT_EQ(b().lines, Lines{"reflect x a1=1"});
  EXPECT_OK(b().rti->get_object_instance_name(b().object("x")));
  b().silent = false;
  EXPECT_HEARD(b(), "reflect x a1=1", "remove x");
}
// 6.9, 6.15 An object that came and went untold: told both, or neither.
TEST_P(ToldLater, AnObjectThatCameAndWent) {
  b().silent = true;
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().upd("y", "a1=1"));
  settle();
  EXPECT_OK(a().del("y"));
  settle();
  b().silent = false;
  const Lines heard = b().heard();
  EXPECT_TRUE(heard.empty() || heard == (Lines{"discover y A", "reflect y a1=1", "remove y"}) ||
              heard == (Lines{"discover y A", "remove y"}));
}
// 8.21, 8.22 A message in receive order that is retracted before it is told: told both in order, or neither.
TEST_P(ToldLater, ARetractionBeforeTheMessageIsTold) {
  regulate(a(), 1);
  b().silent = true;
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_OK(a().send_at(5, "T", "t1=2", "n"));
  settle();
  EXPECT_OK(a().retract("m"));
  settle();
  b().silent = false;
  const Lines heard = b().heard();
  EXPECT_TRUE(heard == Lines{"receive T t1=2 @5"} ||
              heard == (Lines{"receive T t1=1 @5", "receive T t1=2 @5", "retract m"}));
}
// 8.12, 8.22 The same of a flush.
TEST_P(ToldLater, ARetractionBeforeAFlushIsTold) {
  regulate(a(), 1);
  constrain(b());
  b().silent = true;
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  settle();
  EXPECT_OK(b().fqr(9));
  settle();
  EXPECT_OK(a().retract("m"));
  settle();
  b().silent = false;
  const Lines heard = b().heard();
  EXPECT_TRUE(heard == Lines{"grant 1"} ||
              heard == (Lines{"receive T t1=1 @5 tso", "grant 1", "retract m"}));
}
// 7.7, 7.10 With an acquisition that was decided but not told: it still counts as pending.
TEST_P(ToldLater, APendingAcquisitionThatIsDecided) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  b().silent = true;
  EXPECT_OK(a().give("x", "a1"));
  settle();
  EXPECT_ERROR(b().unpub("A", "a1"), OwnershipAcquisitionPending);
  EXPECT_ERROR(b().forget("x"), OwnershipAcquisitionPending);
  b().silent = false;
  EXPECT_HEARD(b(), "acquired x a1");
}
// 7.10, 7.15 A denial that is not told: the acquisition can be cancelled; one answer comes.
TEST_P(ToldLater, ADenialBeforeACancellation) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  b().silent = true;
  EXPECT_OK(a().deny("x", "a1"));
  settle();
  EXPECT_OK(b().cancel_acquisition("x", "a1"));
  b().silent = false;
  const Lines heard = b().heard();
  EXPECT_TRUE(heard == Lines{"cancelled x a1"} || heard == Lines{"unavailable x a1"} ||
              heard == (Lines{"unavailable x a1", "cancelled x a1"}));
}
// 7.15, 7.16 A cancellation that is not told: acquired again meanwhile, or refused; never lost.
TEST_P(ToldLater, AcquiredAgainBeforeTheCancellationIsTold) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  b().silent = true;
  EXPECT_OK(b().cancel_acquisition("x", "a1"));
  settle();
  const Status again = b().acquire("x", "a1");
  b().silent = false;
  EXPECT_HEARD(b(), "cancelled x a1");
  const auto given = a().give("x", "a1");
  ASSERT_OK(given);
  EXPECT_EQ(*given, again.ok() ? "a1" : "");
  EXPECT_EQ(b().heard("acquired").size(), again.ok() ? 1U : 0U);
}
// 7.5, 7.6 Two confirmations wait: each attribute goes to the one who asked.
TEST_P(ToldLater, TwoConfirmations) {
  EXPECT_OK(a().negotiate("x", "a1 a2"));
  skip();
  a().silent = true;
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_OK(c().acquire("x", "a2"));
  settle();
  a().silent = false;
  EXPECT_HEARD_SORTED(a(), "confirm x a1", "confirm x a2");
  EXPECT_OK(a().confirm("x", "a1 a2", "t"));
  EXPECT_HEARD(b(), "acquired x a1 tag=t");
  EXPECT_HEARD(c(), "acquired x a2 tag=t");
}
// 4.13, 4.15 A point that all others have achieved waits for the one who has not been told.
TEST_P(ToldLater, PointsAnnouncedAndGone) {
  b().silent = true;
  EXPECT_OK(a().rti->register_federation_synchronization_point("p", {}));
  settle();
  EXPECT_OK(a().rti->synchronization_point_achieved("p"));
  EXPECT_OK(c().rti->synchronization_point_achieved("p"));
  settle();
  EXPECT_EQ(a().lines, (Lines{"registered p", "announce p"}));
  b().silent = false;
  EXPECT_HEARD(b(), "announce p");
  EXPECT_OK(b().rti->synchronization_point_achieved("p"));
  EXPECT_HEARD(b(), "synchronized p");
}
// 6.9, 5.7 Subscribed to no longer before the discovery is told.
TEST_P(ToldLater, UnsubscribedBeforeTheDiscovery) {
  b().silent = true;
  EXPECT_OK(a().reg("A", "y"));
  settle();
  EXPECT_OK(b().unsub("A"));
  b().silent = false;
  const Lines heard = b().heard();
  EXPECT_TRUE(heard.empty() || heard == Lines{"discover y A"});
  EXPECT_EQ(b().rti->get_object_instance_name(b().object("y")).ok(), !heard.empty());
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_EQ(b().heard(), heard.empty() ? Lines{"discover y A"} : Lines{});
}
// 6.19, 6.20 Asked, and then no longer the owner: the request is not told, or harmless.
TEST_P(ToldLater, GivenAwayBeforeTheProvisionIsTold) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  a().silent = true;
  EXPECT_OK(c().request("x", "a1 a2", "q"));
  settle();
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  a().silent = false;
  const Lines heard = a().heard();
  EXPECT_TRUE(heard == Lines{"provide x a1 a2 tag=q"} || heard == Lines{"provide x a2 tag=q"});
  EXPECT_HEARD(b(), "acquired x a1");
}

// 7.10, 5.3 An acquisition that was denied, but not told so, is pending for the federate.
TEST_P(ToldLater, ADenialBeforeUnpublishing) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  b().silent = true;
  EXPECT_OK(a().deny("x", "a1"));
  settle();
  EXPECT_ERROR(b().unpub("A", "a1"), OwnershipAcquisitionPending);
  b().silent = false;
  EXPECT_HEARD(b(), "unavailable x a1");
  EXPECT_OK(b().unpub("A", "a1"));
}
// 6.15, 7.19 An owner of some attributes is told of a removal: until then he updates, in vain.
TEST_P(ToldLater, AnOwnerUntilTheRemovalIsTold) {
  EXPECT_OK(b().acquire("x", "a2"));
  settle();
  EXPECT_OK(a().give("x", "a2"));
  skip();
  b().silent = true;
  EXPECT_OK(a().del("x"));
  settle();
  EXPECT_TRUE(b().owns("x", "a2"));
  EXPECT_OK(b().upd("x", "a2=1"));
  b().silent = false;
  EXPECT_HEARD(b(), "remove x");
  EXPECT_FALSE(b().owns("x", "a2"));
  EXPECT_EQ(c().heard(), Lines{"remove x"});
}

// 5.7, 6.15 What it has unsubscribed from is not reflected, also if the object is deleted meanwhile.
TEST_P(ToldLater, UnsubscribedBeforeTheRemovalIsTold) {
  b().silent = true;
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().del("x"));
  settle();
  EXPECT_OK(b().unsub("A"));
  b().silent = false;
  EXPECT_HEARD(b(), "remove x");
}

CONFORMANCE_SUITE(ToldLater);

}  // namespace
}  // namespace orrery::rti::testing::conformance
