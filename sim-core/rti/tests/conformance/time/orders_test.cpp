// IEEE 1516.1-2010, clause 8: retraction, asynchronous delivery and order types.
#include "conformance/timed_federates.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause8Orders : public TimedFederates {};
CONFORMANCE_SUITE(Clause8Orders);

// 8.21, 8.22
TEST_P(Clause8Orders, AMessageIsRetractedWhileItsTimeCanStillBeSent) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(3, "T", "t1=1", "early"));
  ASSERT_OK(a().send_at(9, "T", "t1=2", "late"));
  ASSERT_OK(a().tar(3));
  settle();
  EXPECT_ERROR(a().retract("early"), MessageCanNoLongerBeRetracted);
  ASSERT_OK(a().retract("late"));
  EXPECT_FALSE(a().retract("late").ok());
  ASSERT_OK(a().tar(20));
  ASSERT_OK(b().tar(15));
  EXPECT_HEARD(b(), "receive T t1=1 @3 tso", "grant 15");
}

TEST_P(Clause8Orders, ARetractionHandleIsOfItsSender) {
  regulate(a(), 1);
  ASSERT_OK(a().send_at(5, "T", "", "m"));
  EXPECT_ERROR(b().retract("m"), TimeRegulationIsNotEnabled);
  regulate(b(), 1);
  EXPECT_ERROR(b().retract("m"), InvalidMessageRetractionHandle);
  EXPECT_ERROR(a().rti->retract({424242}), InvalidMessageRetractionHandle);
  ASSERT_OK(a().rti->disable_time_regulation());
  EXPECT_ERROR(a().retract("m"), TimeRegulationIsNotEnabled);
}

TEST_P(Clause8Orders, ARetractionOfAMessageThatWasFlushedIsRequested) {
  regulate(a(), 1);
  constrain(b());
  constrain(c());
  ASSERT_OK(a().send_at(9, "T", "t1=1", "m"));
  ASSERT_OK(b().fqr(20));
  EXPECT_HEARD(b(), "receive T t1=1 @9 tso", "grant 1");
  EXPECT_TRUE(b().last.retraction.has_value());
  ASSERT_OK(a().retract("m"));
  EXPECT_HEARD(b(), "retract m");
  EXPECT_SILENCE(c()) << "it was still queued there";
  ASSERT_OK(a().tar(20));
  ASSERT_OK(c().tar(20));
  EXPECT_HEARD(c(), "grant 20");
}

TEST_P(Clause8Orders, ARetractedDeletionLeavesTheObject) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().del_at(9, "x", "m", "t"));
  ASSERT_OK(a().retract("m"));
  EXPECT_OK(a().upd_at(10, "x", "a2=1"));
  ASSERT_OK(a().tar(20));
  ASSERT_OK(b().tar(20));
  EXPECT_HEARD(b(), "reflect x a2=1 @10 tso", "grant 20");
}

// 8.14, 8.15
TEST_P(Clause8Orders, AsynchronousDeliveryIsSwitchedOnce) {
  EXPECT_ERROR(b().rti->disable_asynchronous_delivery(), AsynchronousDeliveryAlreadyDisabled);
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_ERROR(b().rti->enable_asynchronous_delivery(), AsynchronousDeliveryAlreadyEnabled);
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send("K", "k1=1"));
  ASSERT_OK(a().send_at(5, "T"));
  EXPECT_HEARD(b(), "receive K k1=1");
}

// 8.1.4: a constrained federate gets receive order in the advancing state.
TEST_P(Clause8Orders, ReceiveOrderComesWhileAdvancingAndBeforeTheGrant) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send("K", "k1=1"));
  EXPECT_SILENCE(b());
  ASSERT_OK(b().tar(9));
  EXPECT_HEARD(b(), "receive K k1=1");
  ASSERT_OK(a().send("K", "k1=2"));
  EXPECT_HEARD(b(), "receive K k1=2");
  ASSERT_OK(a().tar(9));
  EXPECT_HEARD(b(), "grant 9");
  ASSERT_OK(a().send("K", "k1=3"));
  EXPECT_SILENCE(b());
}

TEST_P(Clause8Orders, DisablingTheConstraintDeliversWhatWaitsInReceiveOrder) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(7, "T", "t1=7"));
  ASSERT_OK(a().send_at(5, "T", "t1=5"));
  ASSERT_OK(a().send("K"));
  ASSERT_OK(b().rti->disable_time_constrained());
  const Lines heard = b().heard_sorted();
  EXPECT_EQ(heard, (Lines{"receive K", "receive T t1=5 @5", "receive T t1=7 @7"}));
}

// 8.23, 8.24
TEST_P(Clause8Orders, OrdersAreChangedByTheOwnerAndThePublisher) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_ERROR(b().rti->change_attribute_order_type(b().object("x"), b().of_object("x", "a1"),
                                                    OrderType::timestamp),
               AttributeNotOwned);
  EXPECT_ERROR(a().rti->change_interaction_order_type(a().interaction("T.U"), OrderType::receive),
               InteractionClassNotPublished);
  ASSERT_OK(a().rti->change_attribute_order_type(a().object("x"), a().of_object("x", "a1"),
                                                 OrderType::timestamp));
  ASSERT_OK(a().rti->change_interaction_order_type(a().interaction("T"), OrderType::receive));
  ASSERT_OK(a().rti->change_interaction_order_type(a().interaction("K"), OrderType::timestamp));
  ASSERT_OK(a().upd_at(5, "x", "a1=1"));
  ASSERT_OK(a().send_at(5, "T", "t1=1"));
  ASSERT_OK(a().send_at(6, "K", "k1=1"));
  ASSERT_OK(b().tar(9));
  EXPECT_HEARD(b(), "receive T t1=1 @5");
  ASSERT_OK(a().tar(9));
  EXPECT_HEARD(b(), "reflect x a1=1 @5 tso", "receive K k1=1 @6 tso", "grant 9");
}

TEST_P(Clause8Orders, AChangedOrderDoesNotConcernWhatWasSent) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(5, "T", "t1=1"));
  ASSERT_OK(a().rti->change_interaction_order_type(a().interaction("T"), OrderType::receive));
  ASSERT_OK(b().tar(9));
  EXPECT_SILENCE(b());
  ASSERT_OK(a().tar(9));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 9");
}

// 8.23: a new owner's updates have the order of the object model again.
TEST_P(Clause8Orders, TheOrderOfAnAttributeIsOfItsOwner) {
  ASSERT_OK(a().rti->change_attribute_order_type(a().object("x"), a().of_object("x", "a1"),
                                                 OrderType::timestamp));
  ASSERT_OK(b().pub("A", "a1"));
  ASSERT_OK(a().divest("x", "a1"));
  ASSERT_OK(b().acquire("x", "a1"));
  settle();
  ASSERT_TRUE(b().owns("x", "a1"));
  regulate(b(), 1);
  constrain(c());
  ASSERT_OK(c().rti->enable_asynchronous_delivery());
  skip();
  ASSERT_OK(b().upd_at(5, "x", "a1=1"));
  EXPECT_HEARD(c(), "reflect x a1=1 @5");
}

// 5.6, 6.11, 8.14: an update in receive order waits for the next advance. What its receiver subscribes to meanwhile is not of
// it, also if it came to the receiver's node for another federate, while the receiver was evoking.
TEST_P(Clause8Orders, WhatIsSubscribedWhileAnUpdateWaitsIsNotOfIt) {
  actors().push_back(actor(1));
  Actor& neighbour = *actors().back();
  ASSERT_OK(neighbour.join("neighbour"));
  ASSERT_OK(a().pub("A.B", "a1 b1"));
  ASSERT_OK(b().sub("A.B", "a1"));
  ASSERT_OK(neighbour.sub("A.B", "b1"));
  ASSERT_OK(a().reg("A.B", "y"));
  settle();
  constrain(b());
  skip();
  ASSERT_OK(a().upd("y", "b1=before"));
  EXPECT_SILENCE(b());
  EXPECT_HEARD(neighbour, "reflect y b1=before");
  ASSERT_OK(b().sub("A.B", "b1"));
  settle();
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_SILENCE(b());
  ASSERT_OK(a().upd("y", "b1=after"));
  EXPECT_HEARD(b(), "reflect y b1=after");
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
