// Changes of time regulation, constraint, order and delivery while advances and messages are under
// way (clause 8).
#include "conformance/timed_federates.hpp"
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class StatesOfTime : public TimedFederates {};

// 8.2, 8.5 Not while an advance is pending; 8.8 not while they are pending.
TEST_P(StatesOfTime, WhileAdvancing) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().tar(10));
  EXPECT_ERROR(b().regulate(1), InTimeAdvancingState);
  EXPECT_ERROR(b().rti->enable_time_constrained(), TimeConstrainedAlreadyEnabled);
  EXPECT_OK(a().tar(30));
  EXPECT_HEARD(b(), "grant 10");
  EXPECT_OK(c().regulate(1));
  EXPECT_ERROR(c().tar(5), RequestForTimeRegulationPending);
  EXPECT_ERROR(c().nmra(5), RequestForTimeRegulationPending);
  EXPECT_ERROR(c().regulate(1), RequestForTimeRegulationPending);
  EXPECT_EQ(c().heard().size(), 1U);
}
// 8.7 Disabled while an advance is pending: nothing holds it back, and what waits comes in receive
// order.
TEST_P(StatesOfTime, ConstraintEndsWhileAdvancing) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T"));
  EXPECT_OK(a().send_at(15, "T"));
  EXPECT_OK(b().tar(10));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->disable_time_constrained());
  const Lines lines = b().heard();
  EXPECT_EQ(std::ranges::count(lines, "grant 10"), 1);
  EXPECT_EQ(lines.size(), 3U);
  EXPECT_EQ(b().time(), 10);
}
// 8.4 Regulation disabled while its advance is pending: the others are held back no more.
TEST_P(StatesOfTime, RegulationEndsWhileAdvancing) {
  for (Actor* each : {&a(), &b()}) {
    regulate(*each, 1);
    constrain(*each);
  }
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(100));
  EXPECT_SILENCE(b());
  EXPECT_HEARD(a(), "grant 10");
  EXPECT_OK(a().tar(20));
  settle();
  EXPECT_OK(a().rti->disable_time_regulation());
  EXPECT_EQ(b().heard(), Lines{"grant 100"});
}
// 8.5 Constrained anew: earlier messages of the sender that are still to come are in timestamp
// order.
TEST_P(StatesOfTime, ConstrainedAnew) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().rti->disable_time_constrained());
  EXPECT_OK(a().send_at(5, "T", "", "", "1"));
  EXPECT_HEARD(b(), "receive T tag=1 @5");
  constrain(b());
  EXPECT_OK(a().send_at(5, "T", "", "", "2"));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(9));
  EXPECT_OK(b().tar(6));
  EXPECT_HEARD(b(), "receive T tag=2 @5 tso", "grant 6");
}
// 8.6 Enabled while others have advanced: the federate's time is not set back, nor beyond the GALT.
TEST_P(StatesOfTime, ConstrainedLate) {
  regulate(a(), 1);
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(30));
  EXPECT_HEARD(b(), "grant 30");
  EXPECT_OK(b().constrain());
  EXPECT_SILENCE(b());  // 30 is beyond the GALT of 11
  EXPECT_OK(a().tar(40));
  EXPECT_HEARD(b(), "constrained 30");
  EXPECT_OK(a().send_at(41, "T"));
  EXPECT_OK(b().tar(40));
  EXPECT_HEARD(b(), "grant 40");
}
// 8.14, 8.15 Receive order while granted only with asynchronous delivery; while advancing always.
TEST_P(StatesOfTime, ReceiveOrder) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send("K", "", "1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_HEARD(b(), "receive K tag=1");
  EXPECT_OK(b().rti->disable_asynchronous_delivery());
  EXPECT_OK(a().send("K", "", "2"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().tar(5));
  EXPECT_HEARD(b(), "receive K tag=2");
  EXPECT_OK(a().send("K", "", "3"));
  EXPECT_HEARD(b(), "receive K tag=3");
  EXPECT_OK(a().tar(9));
  EXPECT_HEARD(b(), "grant 5");
  EXPECT_OK(a().send("K", "", "4"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->disable_time_constrained());
  EXPECT_HEARD(b(), "receive K tag=4");
}
// 8.21 Only by its sender, only a message in timestamp order, and one part of a mixed update.
TEST_P(StatesOfTime, WhatIsRetracted) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_OK(a().upd_at(5, "x", "a1=1 a2=2", "mixed"));
  EXPECT_HEARD(b(), "reflect x a1=1 @5");
  EXPECT_ERROR(b().retract("mixed"), TimeRegulationIsNotEnabled);
  regulate(c(), 1);
  EXPECT_ERROR(c().retract("mixed"), InvalidMessageRetractionHandle);
  EXPECT_OK(a().retract("mixed"));
  EXPECT_ERROR(a().retract("mixed"), MessageCanNoLongerBeRetracted);
  EXPECT_ERROR(a().rti->retract({123456}), InvalidMessageRetractionHandle);
  EXPECT_OK(a().tar(9));
  EXPECT_OK(c().tar(9));
  EXPECT_OK(b().tar(6));
  EXPECT_EQ(b().heard("grant"), Lines{"grant 6"});
}
// 8.22 A message that has come in receive order is retracted: the receiver is asked.
TEST_P(StatesOfTime, RetractedAfterItCame) {
  regulate(a(), 1);
  EXPECT_OK(a().send_at(5, "T", "", "m"));
  EXPECT_HEARD(b(), "receive T @5");
  EXPECT_OK(a().retract("m"));
  EXPECT_EQ(b().heard().size(), 1U);
  EXPECT_EQ(c().heard().back().substr(0, 7), "retract");
}
// 8.24 A class that is changed to receive order: what was sent before keeps its order.
TEST_P(StatesOfTime, OrderChanges) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T", "", "", "1"));
  EXPECT_OK(a().rti->change_interaction_order_type(a().interaction("T"), OrderType::receive));
  EXPECT_OK(a().send_at(4, "T", "", "", "2"));
  EXPECT_OK(a().rti->change_interaction_order_type(a().interaction("K"), OrderType::timestamp));
  EXPECT_OK(a().send_at(3, "K", "", "", "3"));
  EXPECT_OK(a().tar(9));
  EXPECT_OK(b().tar(6));
  EXPECT_HEARD(b(), "receive T tag=2 @4", "receive K tag=3 @3 tso", "receive T tag=1 @5 tso",
               "grant 6");
  EXPECT_OK(a().unpubi("T"));
  EXPECT_OK(a().pubi("T"));
  EXPECT_OK(a().send_at(12, "T"));
  EXPECT_SILENCE(b());
}
// 6.12, 8.1 A receiver that is constrained and one that is not, and a sender that receives.
TEST_P(StatesOfTime, MixedReceivers) {
  regulate(a(), 1);
  constrain(b());
  constrain(a());
  EXPECT_OK(a().subi("T"));
  EXPECT_OK(b().send_at(3, "T"));  // b does not regulate
  EXPECT_HEARD(c(), "receive T @3");
  EXPECT_SILENCE(a());
  EXPECT_OK(a().send_at(5, "T"));
  EXPECT_HEARD(c(), "receive T @5");
  EXPECT_OK(a().tar(10));
  EXPECT_HEARD(a(), "receive T @3", "grant 10");
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "receive T @5 tso", "grant 10");
}
// 8.8 A federate that neither regulates nor is constrained advances freely, and sends at any time.
TEST_P(StatesOfTime, Neither) {
  EXPECT_OK(c().tar(100));
  EXPECT_HEARD(c(), "grant 100");
  EXPECT_ERROR(c().tar(99), LogicalTimeAlreadyPassed);
  EXPECT_OK(c().nmr(200));
  EXPECT_HEARD(c(), "grant 200");
  EXPECT_OK(c().fqr(300));
  EXPECT_HEARD(c(), "grant 300");
  EXPECT_OK(c().send_at(1, "T"));
  EXPECT_HEARD(b(), "receive T @1");
  EXPECT_OK(c().regulate(5));
  EXPECT_HEARD(c(), "regulating 300");
  EXPECT_ERROR(c().send_at(304, "T"), InvalidLogicalTime);
  EXPECT_OK(c().send_at(305, "T"));
}
// 8.3 A new regulating federate with lookahead zero among constrained federates that wait.
TEST_P(StatesOfTime, RegulatingWhileOthersWait) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().tar(10));
  EXPECT_OK(a().tar(7));
  settle();
  EXPECT_OK(c().regulate(0));
  EXPECT_EQ(c().heard().size(), 1U);
  EXPECT_EQ(b().heard("grant"), Lines{});
  EXPECT_OK(a().tar(20));
  EXPECT_EQ(b().heard("grant"), Lines{});
  EXPECT_OK(c().send_at(9, "T"));
  EXPECT_OK(c().tar(c().time() + 20));
  EXPECT_HEARD(b(), "receive T @9 tso", "grant 10");
}
// 8.12 A flush while regulating: granted no later than the others allow, and the bound holds.
TEST_P(StatesOfTime, FlushOfARegulator) {
  for (Actor* each : {&a(), &b()}) {
    regulate(*each, 1);
    constrain(*each);
  }
  EXPECT_OK(a().send_at(4, "T"));
  EXPECT_OK(b().fqr(10));
  EXPECT_HEARD(b(), "receive T @4 tso", "grant 1");
  EXPECT_ERROR(b().send_at(1, "T"), InvalidLogicalTime);
  EXPECT_OK(b().send_at(2, "T"));
  EXPECT_EQ(a().galt(), "2");
  EXPECT_OK(a().nmr(50));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().fqr(10));
  EXPECT_EQ(b().heard("grant").size(), 1U);
}
// 8.19 Lookahead changed while an advance is pending.
TEST_P(StatesOfTime, LookaheadWhileAdvancing) {
  for (Actor* each : {&a(), &b()}) {
    regulate(*each, 2);
    constrain(*each);
  }
  EXPECT_OK(a().tar(10));
  EXPECT_ERROR(a().rti->modify_lookahead({5}), InTimeAdvancingState);
  EXPECT_EQ(a().lookahead(), 2);
  EXPECT_OK(b().tar(9));
  EXPECT_HEARD(b(), "grant 9");
  EXPECT_HEARD(a(), "grant 10");
}
// 8.2 Regulating twice, and disabled and enabled with another lookahead.
TEST_P(StatesOfTime, RegulatingAgain) {
  regulate(a(), 5);
  constrain(b());
  EXPECT_ERROR(a().regulate(5), TimeRegulationAlreadyEnabled);
  EXPECT_OK(b().tar(4));
  EXPECT_HEARD(b(), "grant 4");
  EXPECT_OK(a().rti->disable_time_regulation());
  EXPECT_ERROR(a().rti->query_lookahead(), TimeRegulationIsNotEnabled);
  EXPECT_OK(b().tar(8));
  EXPECT_HEARD(b(), "grant 8");
  EXPECT_OK(a().regulate(1));
  settle();
  EXPECT_GE(a().time() + 1, 8);
  EXPECT_EQ(a().lookahead(), 1);
}

CONFORMANCE_SUITE(StatesOfTime);

}  // namespace
}  // namespace orrery::rti::testing::conformance
