// IEEE 1516.1-2010, 8.2 to 8.24: lookahead that changes over several grants, delivery switches, retractions and queries at their bounds.
#include "conformance/timed_federates.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class ClausesOfLookahead : public TimedFederates {
 protected:
  Status modify(std::int64_t lookahead) { return a().rti->modify_lookahead({lookahead}); }
  // a is granted the time.
  void advance(std::int64_t time) {
    ASSERT_OK(a().tar(time));
    EXPECT_EQ(a().heard("grant"), Lines{"grant " + std::to_string(time)});
  }
};
CONFORMANCE_SUITE(ClausesOfLookahead);

// 8.19: a smaller lookahead takes effect as time advances; what may be sent and others' GALT stay until then.
TEST_P(ClausesOfLookahead, ASmallerLookaheadIsReachedOverSeveralGrants) {
  regulate(a(), 10);
  ASSERT_OK(modify(2));
  EXPECT_EQ(a().lookahead(), 10);
  for (const std::int64_t time : {3, 5, 8}) {
    advance(time);
    EXPECT_EQ(a().lookahead(), 10 - time);
    EXPECT_ERROR(a().send_at(9, "T"), InvalidLogicalTime);
    EXPECT_OK(a().send_at(10, "T"));
    EXPECT_EQ(b().galt(), "10");
  }
  advance(9);
  EXPECT_EQ(a().lookahead(), 2);
  EXPECT_EQ(b().galt(), "11");
  EXPECT_ERROR(a().send_at(10, "T"), InvalidLogicalTime);
}

// 8.19: one grant that goes far enough reaches it at once, and while it is pending the later bound counts.
TEST_P(ClausesOfLookahead, AFarRequestReachesASmallerLookahead) {
  regulate(a(), 10);
  constrain(a());
  regulate(c(), 1);
  ASSERT_OK(modify(0));
  ASSERT_OK(a().tar(4));
  EXPECT_SILENCE(a());
  EXPECT_EQ(b().galt(), "1");
  ASSERT_OK(c().tar(30));
  EXPECT_EQ(a().heard("grant"), Lines{"grant 4"});
  EXPECT_EQ(a().lookahead(), 6);
  EXPECT_EQ(b().galt(), "10");
  advance(20);
  EXPECT_EQ(a().lookahead(), 0);
  EXPECT_ERROR(a().send_at(20, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(21, "T"));
}

// 8.19, 8.9: with zero lookahead after an available request the time itself may be sent at.
TEST_P(ClausesOfLookahead, AVanishedLookaheadAfterAnAvailableRequest) {
  regulate(a(), 5);
  ASSERT_OK(modify(0));
  ASSERT_OK(a().tara(5));
  EXPECT_EQ(a().heard("grant"), Lines{"grant 5"});
  EXPECT_EQ(a().lookahead(), 0);
  EXPECT_EQ(b().galt(), "5");
  EXPECT_OK(a().send_at(5, "T"));
  constrain(b());
  ASSERT_OK(b().tar(5));
  EXPECT_SILENCE(b()) << "a may still send at 5";
  ASSERT_OK(a().tar(5));
  EXPECT_EQ(b().heard("grant"), Lines{"grant 5"});
}

// 8.19: a lookahead between the promised one and the wanted one replaces the wanted one.
TEST_P(ClausesOfLookahead, ALaterChangeReplacesTheOneUnderWay) {
  regulate(a(), 10);
  ASSERT_OK(modify(2));
  advance(4);
  ASSERT_OK(modify(5));
  EXPECT_EQ(a().lookahead(), 6);
  advance(8);
  EXPECT_EQ(a().lookahead(), 5) << "2 is not wanted any more";
  ASSERT_OK(modify(5));
  EXPECT_EQ(a().lookahead(), 5);
  ASSERT_OK(modify(7));
  EXPECT_EQ(a().lookahead(), 7);
  ASSERT_OK(modify(6));
  EXPECT_EQ(b().galt(), "15");
}

// 8.4, 8.2: a requested lookahead does not outlive the regulation.
TEST_P(ClausesOfLookahead, AChangeEndsWithTheRegulation) {
  regulate(a(), 10);
  ASSERT_OK(modify(2));
  ASSERT_OK(a().rti->disable_time_regulation());
  EXPECT_EQ(b().galt(), "undefined");
  regulate(a(), 1);
  EXPECT_EQ(a().lookahead(), 1);
  EXPECT_OK(a().send_at(1, "T"));
}

// 8.19 with 8.10: a greater lookahead frees one that waits.
TEST_P(ClausesOfLookahead, AGreaterLookaheadIsForNextMessagesToo) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(6, "T", "t1=1"));
  ASSERT_OK(b().nmr(20));
  EXPECT_SILENCE(b());
  ASSERT_OK(modify(6));
  EXPECT_SILENCE(b()) << "another message at 6 may come";
  ASSERT_OK(modify(7));
  EXPECT_HEARD(b(), "receive T t1=1 @6 tso", "grant 6");
}

// 8.14: what waits is delivered when asynchronous delivery begins; it waits again when that ends.
TEST_P(ClausesOfLookahead, WhatWaitsComesWithAsynchronousDelivery) {
  constrain(b());
  ASSERT_OK(a().send("K", "k1=1"));
  ASSERT_OK(a().upd("x", "a1=1"));
  EXPECT_SILENCE(b());
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_HEARD(b(), "receive K k1=1", "reflect x a1=1");
  ASSERT_OK(b().rti->disable_asynchronous_delivery());
  ASSERT_OK(a().send("K", "k1=2"));
  EXPECT_SILENCE(b());
  ASSERT_OK(b().tar(1));
  EXPECT_HEARD(b(), "receive K k1=2", "grant 1");
}

// 8.14: the switch may be set before the constraint, and counts then.
TEST_P(ClausesOfLookahead, TheSwitchIsKeptForALaterConstraint) {
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_ERROR(b().rti->enable_asynchronous_delivery(), AsynchronousDeliveryAlreadyEnabled);
  ASSERT_OK(a().send("K", "k1=1"));
  EXPECT_HEARD(b(), "receive K k1=1");
  constrain(b());
  ASSERT_OK(a().send("K", "k1=2"));
  EXPECT_HEARD(b(), "receive K k1=2");
  ASSERT_OK(b().rti->disable_time_constrained());
  constrain(b());
  ASSERT_OK(a().send("K", "k1=3"));
  EXPECT_HEARD(b(), "receive K k1=3");
}

// 8.7: what waits in timestamp order is delivered when the constraint ends, also while the federate advances, which is then granted.
TEST_P(ClausesOfLookahead, TheConstraintEndsWithMessagesQueued) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(5, "T", "t1=5"));
  ASSERT_OK(a().upd_at(7, "x", "a2=7"));
  ASSERT_OK(a().del_at(9, "x"));
  settle();
  ASSERT_OK(b().rti->disable_time_constrained());
  EXPECT_HEARD_SORTED(b(), "receive T t1=5 @5", "reflect x a2=7 @7", "remove x @9");
  EXPECT_EQ(b().last.received, OrderType::receive);
  EXPECT_EQ(b().last.sent, OrderType::timestamp);
  constrain(b());
  ASSERT_OK(b().tar(20));
  ASSERT_OK(a().tar(30));
  EXPECT_HEARD(b(), "grant 20");
}

// 8.22: a message that came before its time, because the constraint ended, is asked back.
TEST_P(ClausesOfLookahead, WhatTheEndOfTheConstraintDeliveredIsAskedBack) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(5, "T", "t1=5", "m"));
  ASSERT_OK(b().rti->disable_time_constrained());
  EXPECT_HEARD(b(), "receive T t1=5 @5");
  ASSERT_OK(a().retract("m"));
  EXPECT_HEARD(b(), "retract m");
}

// 8.21: a deletion that waits is retracted where it waits, and asked back where it came.
TEST_P(ClausesOfLookahead, ADeletionIsRetractedForEachReceiver) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().del_at(9, "x", "m"));
  EXPECT_HEARD(c(), "remove x @9");
  ASSERT_OK(a().retract("m"));
  EXPECT_EQ(c().heard("retract"), Lines{"retract m"});
  ASSERT_OK(a().upd_at(12, "x", "a2=1"));
  ASSERT_OK(a().tar(30));
  ASSERT_OK(b().tar(20));
  EXPECT_HEARD(b(), "reflect x a2=1 @12 tso", "grant 20");
}

// 8.21: not beyond the sender's time plus its lookahead.
TEST_P(ClausesOfLookahead, RetractionIsPossibleBeforeTheBound) {
  regulate(a(), 2);
  ASSERT_OK(a().send_at(10, "T", "", "ten"));
  ASSERT_OK(a().send_at(10, "T", "", "another"));
  advance(7);
  EXPECT_OK(a().retract("another"));
  advance(9);
  EXPECT_ERROR(a().retract("ten"), MessageCanNoLongerBeRetracted);
}

// 8.21 with 8.8: while advancing the bound is that of the request.
TEST_P(ClausesOfLookahead, RetractionFollowsTheRequest) {
  regulate(a(), 2);
  constrain(a());
  regulate(c(), 1);
  ASSERT_OK(a().send_at(10, "T", "", "ten"));
  ASSERT_OK(a().send_at(20, "T", "", "twenty"));
  ASSERT_OK(a().tar(15));
  settle();
  EXPECT_ERROR(a().retract("ten"), MessageCanNoLongerBeRetracted);
  EXPECT_OK(a().retract("twenty"));
}

// 8.16 to 8.18: at their bounds.
TEST_P(ClausesOfLookahead, QueriesAreAnsweredInEveryState) {
  EXPECT_EQ(b().galt(), "undefined");
  EXPECT_EQ(b().lits(), "undefined");
  regulate(a(), 3);
  EXPECT_EQ(a().galt(), "undefined") << "no other regulates";
  EXPECT_EQ(b().galt(), "3") << "the constraint does not matter";
  EXPECT_EQ(b().lits(), "3");
  constrain(b());
  ASSERT_OK(a().send_at(3, "T"));
  ASSERT_OK(b().tar(8));
  settle();
  EXPECT_EQ(b().galt(), "3");
  EXPECT_EQ(b().lits(), "3");
  EXPECT_EQ(b().time(), 0);
  ASSERT_OK(a().tar(5));
  EXPECT_EQ(b().heard("grant"), Lines{}) << "8 is not passed yet";
  EXPECT_EQ(b().galt(), "8");
}

// 8.18: without regulators the LITS is that of what waits.
TEST_P(ClausesOfLookahead, WhatWaitsHasALitsWithoutAGalt) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(7, "T"));
  settle();
  ASSERT_OK(a().rti->disable_time_regulation());
  settle();
  EXPECT_EQ(b().galt(), "undefined");
  EXPECT_EQ(b().lits(), "7");
  ASSERT_OK(b().nmr(20));
  EXPECT_HEARD(b(), "receive T @7 tso", "grant 7");
  EXPECT_EQ(b().lits(), "undefined");
}

// 8.10: messages of the next time come together, from all senders.
TEST_P(ClausesOfLookahead, MessagesOfOneTimeOfSeveralSendersComeTogether) {
  actors().push_back(actor(1));
  Actor& d = *actors().back();
  ASSERT_OK(d.join("d"));
  ASSERT_OK(d.pubi("T"));
  for (Actor* each : {&a(), &c(), &d}) regulate(*each, 1);
  constrain(b());
  ASSERT_OK(a().send_at(5, "T", "t1=a"));
  ASSERT_OK(c().send_at(5, "T", "t1=c"));
  ASSERT_OK(d.send_at(5, "T", "t1=d"));
  ASSERT_OK(a().upd_at(6, "x", "a2=1"));
  ASSERT_OK(a().tar(10));
  ASSERT_OK(c().tar(10));
  ASSERT_OK(b().nmr(9));
  EXPECT_SILENCE(b()) << "d may still send at 5";
  ASSERT_OK(d.tar(4));
  EXPECT_SILENCE(b()) << "d may still send at 5";
  ASSERT_OK(d.tar(5));
  EXPECT_HEARD_SORTED(b(), "grant 5", "receive T t1=a @5 tso", "receive T t1=c @5 tso",
                      "receive T t1=d @5 tso");
}

// 8.10: a message at the requested time is one.
TEST_P(ClausesOfLookahead, AMessageAtTheRequestedTimeIsDelivered) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(5, "T", "t1=1"));
  ASSERT_OK(a().send_at(6, "T", "t1=2"));
  ASSERT_OK(a().tar(10));
  ASSERT_OK(b().nmr(5));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 5");
  ASSERT_OK(b().nmr(5));
  EXPECT_HEARD(b(), "grant 5") << "the present time may be asked for";
  ASSERT_OK(b().nmr(20));
  EXPECT_HEARD(b(), "receive T t1=2 @6 tso", "grant 6");
}

// 8.12: a flush delivers deletions too, and is granted at the least time.
TEST_P(ClausesOfLookahead, AFlushDeliversDeletions) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().upd_at(5, "x", "a2=1"));
  ASSERT_OK(a().del_at(8, "x", "m", "bye"));
  ASSERT_OK(b().fqr(20));
  EXPECT_HEARD(b(), "reflect x a2=1 @5 tso", "remove x tag=bye @8 tso", "grant 1");
  EXPECT_ERROR(b().request("x", "a1"), ObjectInstanceNotKnown);
  ASSERT_OK(a().tar(30));
  ASSERT_OK(b().tar(10));
  EXPECT_HEARD(b(), "grant 10") << "nothing comes twice";
}

// 8.12: what is in receive order comes too.
TEST_P(ClausesOfLookahead, AFlushDeliversReceiveOrderToo) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send("K", "k1=1"));
  ASSERT_OK(a().send_at(4, "T", "t1=1"));
  EXPECT_SILENCE(b());
  ASSERT_OK(b().fqr(0));
  EXPECT_HEARD_SORTED(b(), "grant 0", "receive K k1=1", "receive T t1=1 @4 tso");
}

// 8.2: a federate that asks to regulate while others are ahead begins where its messages can be received in order.
TEST_P(ClausesOfLookahead, ALateRegulatorBeginsWhereOthersAre) {
  constrain(b());
  ASSERT_OK(b().tar(30));
  EXPECT_HEARD(b(), "grant 30");
  ASSERT_OK(a().regulate(10));
  const Lines heard = a().heard();
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_GE(a().time() + 10, 30);
  EXPECT_LE(a().time() + 10, 31);
  EXPECT_ERROR(a().send_at(a().time() + 9, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(a().time() + 10, "T"));
}

// 8.23, 8.24: an order counts for messages sent from then on, and what waits keeps its own.
TEST_P(ClausesOfLookahead, ValuesThatWaitKeepTheOrderTheyWereSentIn) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().upd_at(5, "x", "a2=5"));
  ASSERT_OK(a().rti->change_attribute_order_type(a().object("x"), a().of_object("x", "a2"),
                                                 OrderType::receive));
  ASSERT_OK(a().upd_at(4, "x", "a2=4"));
  settle();
  EXPECT_EQ(b().lits(), "1");
  ASSERT_OK(b().tar(1));
  EXPECT_EQ(b().heard("reflect"), Lines{"reflect x a2=4 @4"});
  ASSERT_OK(a().rti->change_attribute_order_type(a().object("x"), a().of_object("x", "a2"),
                                                 OrderType::timestamp));
  ASSERT_OK(a().upd_at(3, "x", "a2=3"));
  ASSERT_OK(a().tar(20));
  settle();
  ASSERT_OK(b().tar(10));
  EXPECT_EQ(b().heard("reflect"), (Lines{"reflect x a2=3 @3 tso", "reflect x a2=5 @5 tso"}));
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
