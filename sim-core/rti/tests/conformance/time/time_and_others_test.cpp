// Time management meets deletion, ownership, switches and resignation (clause 8 with 4, 6 and 7).
#include "conformance/timed_federates.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class CrossingTime : public TimedFederates {
 protected:
  std::string state(Actor& each) { return each.galt() + " " + each.lits(); }
  void resign(Actor& each, ResignAction how = ResignAction::delete_objects) {
    ASSERT_OK(each.rti->resign_federation_execution(how));
    settle();
  }
};

// 8.19 After the advance with zero lookahead by 8.8 an increase does not allow less than time plus lookahead.
TEST_P(CrossingTime, AnIncreaseFromZeroLookahead) {
  regulate(a(), 0);
  EXPECT_OK(a().tar(5));
  skip();
  EXPECT_ERROR(a().send_at(5, "T"), InvalidLogicalTime);
  EXPECT_OK(a().rti->modify_lookahead({3}));
  EXPECT_ERROR(a().send_at(7, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(8, "T"));
}
// 8.8, 8.9 With zero lookahead, 8.9 at the time that 8.8 was granted does not bring the right to send at it back.
TEST_P(CrossingTime, ZeroLookaheadStaysStrictAfterAnAdvance) {
  regulate(a(), 0);
  constrain(b());
  EXPECT_OK(a().tar(5));
  EXPECT_OK(b().tar(5));
  EXPECT_HEARD(b(), "grant 5");
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_OK(a().tara(5));
  EXPECT_ERROR(a().send_at(5, "T"), InvalidLogicalTime);
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_ERROR(a().send_at(5, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(6, "T"));
}
// 8.4 Regulation ends in the middle of an advance: others are freed.
TEST_P(CrossingTime, RegulationEndsWhileAdvancing) {
  regulate(a(), 5);
  regulate(c(), 1);
  constrain(a());
  constrain(b());
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(50));
  EXPECT_SILENCE(a());
  EXPECT_OK(a().rti->disable_time_regulation());
  EXPECT_OK(c().tar(49));
  EXPECT_HEARD(a(), "grant 20");
  EXPECT_SILENCE(b());
  EXPECT_OK(c().rti->disable_time_regulation());
  EXPECT_HEARD(b(), "grant 50");
}
// 8.7 Receive-order messages that waited for the next advance need wait no longer.
TEST_P(CrossingTime, ConstraintEndsWithReceiveOrderWaiting) {
  regulate(a(), 5);
  constrain(b());
  EXPECT_OK(a().send("K", "k1=1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->disable_time_constrained());
  EXPECT_HEARD(b(), "receive K k1=1");
}
// 8.2 Until the callback the federate does not regulate.
TEST_P(CrossingTime, RegulationCountsFromItsCallback) {
  EXPECT_OK(a().regulate(3));
  EXPECT_ERROR(a().regulate(3), RequestForTimeRegulationPending);
  EXPECT_ERROR(a().tar(5), RequestForTimeRegulationPending);
  EXPECT_ERROR(a().fqr(5), RequestForTimeRegulationPending);
  EXPECT_ERROR(a().rti->disable_time_regulation(), TimeRegulationIsNotEnabled);
  EXPECT_ERROR(a().rti->query_lookahead(), TimeRegulationIsNotEnabled);
  EXPECT_ERROR(a().rti->modify_lookahead({4}), TimeRegulationIsNotEnabled);
  EXPECT_OK(a().constrain());
  EXPECT_HEARD_SORTED(a(), "constrained 0", "regulating 0");
  EXPECT_EQ(a().lookahead(), 3);
}
// 8.5 Until the callback the federate is not constrained.
TEST_P(CrossingTime, ConstraintCountsFromItsCallback) {
  EXPECT_OK(b().constrain());
  EXPECT_ERROR(b().constrain(), RequestForTimeConstrainedPending);
  EXPECT_ERROR(b().tara(5), RequestForTimeConstrainedPending);
  EXPECT_ERROR(b().nmr(5), RequestForTimeConstrainedPending);
  EXPECT_ERROR(b().rti->disable_time_constrained(), TimeConstrainedIsNotEnabled);
  EXPECT_HEARD(b(), "constrained 0");
}
// 8.8 Until the callback of the grant the federate is advancing, and its time is the old one.
TEST_P(CrossingTime, AGrantCountsFromItsCallback) {
  regulate(a(), 1);
  EXPECT_OK(a().tar(5));
  EXPECT_EQ(a().time(), 0);
  EXPECT_ERROR(a().tar(6), InTimeAdvancingState);
  EXPECT_ERROR(a().send_at(5, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(6, "T"));
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_EQ(a().time(), 5);
}
// 8.15 Receive-order messages that have come but are not delivered wait again.
TEST_P(CrossingTime, AsynchronousDeliveryEndsBeforeAMessageIsDelivered) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  b().silent = true;
  EXPECT_OK(a().send("K", "k1=1"));
  settle();
  EXPECT_OK(b().rti->disable_asynchronous_delivery());
  b().silent = false;
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(9));
  EXPECT_OK(b().tar(5));
  EXPECT_HEARD(b(), "receive K k1=1", "grant 5");
}
// 8.14 While a federate advances, receive order is delivered; after the grant it waits, unless asynchronous delivery is on.
TEST_P(CrossingTime, AsynchronousDeliveryChangesDuringAnAdvance) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().tar(5));
  EXPECT_OK(a().send("K", "k1=1"));
  EXPECT_HEARD(b(), "receive K k1=1");
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_OK(b().rti->disable_asynchronous_delivery());
  EXPECT_OK(a().send("K", "k1=2"));
  EXPECT_HEARD(b(), "receive K k1=2");
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_OK(a().tar(5));
  EXPECT_HEARD(b(), "grant 5");
  EXPECT_OK(a().send("K", "k1=3"));
  EXPECT_HEARD(b(), "receive K k1=3");
  EXPECT_OK(b().rti->disable_asynchronous_delivery());
  EXPECT_OK(a().send("K", "k1=4"));
  EXPECT_SILENCE(b());
}
// 8.16, 8.18 When the regulators resign, what they sent stays in the queue.
TEST_P(CrossingTime, BoundsAfterResignations) {
  regulate(a(), 5);
  regulate(c(), 1);
  constrain(b());
  EXPECT_EQ(state(b()), "1 1");
  EXPECT_OK(a().send_at(7, "T"));
  resign(c());
  EXPECT_EQ(state(b()), "5 5");
  resign(a());
  EXPECT_EQ(b().heard("receive"), Lines{});
  EXPECT_EQ(state(b()), "undefined 7");
  EXPECT_OK(b().tar(20));
  EXPECT_HEARD(b(), "remove x", "receive T @7 tso", "grant 20");
  EXPECT_EQ(state(b()), "undefined undefined");
}
// 8.21 An update and the deletion after it are retracted each by itself.
TEST_P(CrossingTime, AnUpdateBeforeADeletionIsRetracted) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().upd_at(10, "x", "a2=1", "m"));
  EXPECT_OK(a().del_at(20, "x", "d"));
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().tar(15));
  EXPECT_OK(b().tar(15));
  EXPECT_HEARD(b(), "grant 15");
  EXPECT_OK(a().retract("d"));
  EXPECT_OK(a().tar(40));
  EXPECT_OK(b().tar(40));
  EXPECT_HEARD(b(), "grant 40");
  EXPECT_OK(a().upd_at(50, "x", "a2=3"));
  EXPECT_OK(a().tar(60));
  EXPECT_OK(b().tar(60));
  EXPECT_HEARD(b(), "reflect x a2=3 @50 tso", "grant 60");
}
// 8.12 A flush to a time before all messages delivers them all the same.
TEST_P(CrossingTime, AFlushToANearTime) {
  regulate(a(), 5);
  constrain(b());
  EXPECT_OK(a().send_at(30, "T"));
  EXPECT_OK(b().fqr(3));
  EXPECT_HEARD(b(), "receive T @30 tso", "grant 3");
  EXPECT_OK(b().fqr(3));
  EXPECT_HEARD(b(), "grant 3");
  EXPECT_OK(b().fqr(9));
  EXPECT_HEARD(b(), "grant 5");
}
// 8.12 A flushed deletion is received at once, and its retraction reported.
TEST_P(CrossingTime, AFlushWithADeletion) {
  regulate(a(), 1);
  constrain(b());
  constrain(c());
  EXPECT_OK(a().upd_at(9, "x", "a2=1"));
  EXPECT_OK(a().del_at(10, "x", "d"));
  EXPECT_OK(b().fqr(4));
  EXPECT_HEARD(b(), "reflect x a2=1 @9 tso", "remove x @10 tso", "grant 1");
  EXPECT_ERROR(b().query("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_OK(c().query("x", "a1"));
  EXPECT_OK(a().retract("d"));
  EXPECT_EQ(b().heard("retract"), Lines{"retract d"});
}
// 8.11 With GALT equal to the message's time 8.11 is granted, 8.10 is not.
TEST_P(CrossingTime, NextMessageAtGalt) {
  regulate(a(), 0);
  constrain(b());
  constrain(c());
  EXPECT_OK(a().tara(8));
  skip();
  EXPECT_OK(a().send_at(8, "T", "t1=1"));
  EXPECT_OK(b().nmra(20));
  EXPECT_OK(c().nmr(20));
  EXPECT_HEARD(b(), "receive T t1=1 @8 tso", "grant 8");
  EXPECT_SILENCE(c());
  EXPECT_OK(a().send_at(8, "T", "t1=2"));
  EXPECT_OK(b().nmra(20));
  EXPECT_HEARD(b(), "receive T t1=2 @8 tso", "grant 8");
  EXPECT_OK(a().tar(8));
  EXPECT_OK(b().tar(8));
  EXPECT_HEARD(b(), "grant 8");
  EXPECT_HEARD_SORTED(c(), "grant 8", "receive T t1=1 @8 tso", "receive T t1=2 @8 tso");
}
// 8.8, 8.10 Two regulators with zero lookahead wait for each other.
TEST_P(CrossingTime, ZeroLookaheadOnBothSides) {
  for (Actor* each : {&a(), &b()}) {
    regulate(*each, 0);
    constrain(*each);
  }
  EXPECT_OK(a().tar(5));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().tar(5));
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_HEARD(b(), "grant 5");
  EXPECT_OK(a().nmr(9));
  EXPECT_OK(b().tar(7));
  EXPECT_HEARD(b(), "grant 7");
  EXPECT_SILENCE(a());
  EXPECT_OK(b().send_at(8, "T"));
  EXPECT_OK(b().nmr(9));
  EXPECT_HEARD(b(), "grant 9");
  EXPECT_HEARD(a(), "grant 9");
}
// 8.3 A federate that begins to regulate holds back an advance that is pending.
TEST_P(CrossingTime, ANewRegulatorDuringAnAdvance) {
  regulate(a(), 5);
  constrain(b());
  EXPECT_OK(b().tar(100));
  regulate(c(), 1);
  EXPECT_OK(a().tar(200));
  EXPECT_SILENCE(b());
  EXPECT_EQ(b().galt(), "1");
  EXPECT_OK(c().send_at(50, "T"));
  EXPECT_OK(c().tar(99));
  EXPECT_SILENCE(b());
  resign(c(), ResignAction::no_action);
  EXPECT_HEARD(b(), "receive T @50 tso", "grant 100");
}
// 4.10 A regulator that resigns with its objects: they are removed in receive order, its messages keep theirs.
TEST_P(CrossingTime, ResigningWithAnObjectUnderWay) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_OK(a().send_at(10, "T"));
  resign(a());
  EXPECT_HEARD(b(), "remove x");
  EXPECT_OK(b().nmr(30));
  EXPECT_HEARD(b(), "receive T @10 tso", "grant 10");
}
// 6.12 With a time but without regulation: in receive order, with the time and without a handle.
TEST_P(CrossingTime, ATimeWithoutRegulation) {
  constrain(b());
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  const auto sent = a().rti->send_interaction(a().interaction("T"), std::vector<ParameterValue>{},
                                              {}, LogicalTime{-3});
  EXPECT_OK(sent);
  EXPECT_FALSE(sent.ok() && sent->has_value());
  EXPECT_HEARD(b(), "receive T @-3");
  EXPECT_EQ(b().last.sent, OrderType::receive);
  EXPECT_FALSE(b().last.retraction.has_value());
  EXPECT_OK(a().del_at(-5, "x"));
  EXPECT_HEARD(b(), "remove x @-5");
}
// 8.2, 8.3 A federate that regulates again begins at its own time.
TEST_P(CrossingTime, RegulationBeginsAnew) {
  regulate(a(), 10);
  constrain(b());
  EXPECT_OK(a().tar(4));
  EXPECT_OK(b().tar(13));
  EXPECT_HEARD(b(), "grant 13");
  skip();
  EXPECT_OK(a().rti->disable_time_regulation());
  EXPECT_OK(a().regulate(2));
  settle();
  const std::int64_t now = a().time();
  EXPECT_EQ(a().lines, Lines{"regulating " + std::to_string(now)});
  EXPECT_GE(now + 2, 13);
  EXPECT_GE(std::stoll(b().galt()), 13);
  EXPECT_OK(a().send_at(now + 3, "T"));
  EXPECT_OK(a().tar(now + 9));
  EXPECT_OK(b().tar(now + 3));
  EXPECT_HEARD(b(), "receive T @" + std::to_string(now + 3) + " tso",
               "grant " + std::to_string(now + 3));
}

CONFORMANCE_SUITE(CrossingTime);

}  // namespace
}  // namespace orrery::rti::testing::conformance
