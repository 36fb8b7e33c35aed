// Several regulators whose lookahead changes, and every kind of advance against them (clause 8).
#include "conformance/timed_federates.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class BoundsOfRegulators : public TimedFederates {
 protected:
  std::string state(Actor& each) { return each.galt() + " " + each.lits(); }
};

// 8.16 GALT is of the regulator that holds back most, as lookaheads change.
TEST_P(BoundsOfRegulators, TwoRegulatorsAndTheirLookahead) {
  regulate(a(), 5);
  regulate(c(), 2);
  constrain(b());
  EXPECT_EQ(state(b()), "2 2");
  EXPECT_OK(c().rti->modify_lookahead({7}));
  settle();
  EXPECT_EQ(state(b()), "5 5");
  EXPECT_OK(a().tar(10));
  settle();
  EXPECT_EQ(state(b()), "7 7");
  EXPECT_OK(c().rti->disable_time_regulation());
  settle();
  EXPECT_EQ(state(b()), "15 15");
  EXPECT_OK(a().rti->disable_time_regulation());
  settle();
  EXPECT_EQ(state(b()), "undefined undefined");
}
// 8.16 A message bounds its sender only by what its receivers can answer. c, which does not regulate, answers nothing.
TEST_P(BoundsOfRegulators, AMessageToWhoDoesNotRegulate) {
  regulate(a(), 1);
  regulate(b(), 5);
  constrain(b());
  constrain(c());
  EXPECT_OK(b().unsubi("T"));
  EXPECT_OK(b().nmr(20));
  settle();
  EXPECT_EQ(state(a()), "25 25");
  EXPECT_OK(a().send_at(6, "T"));
  EXPECT_EQ(state(a()), "25 25");
  settle();
  EXPECT_EQ(state(a()), "25 25");
}
// Nor does c while it advances to 30. On several nodes that takes another computation, which the query asks for.
TEST_P(BoundsOfRegulators, AMessageToWhoAdvances) {
  regulate(a(), 1);
  regulate(b(), 5);
  regulate(c(), 1);
  constrain(b());
  constrain(c());
  EXPECT_OK(b().unsubi("T"));
  EXPECT_OK(b().nmr(20));
  EXPECT_OK(c().tar(30));
  settle();
  EXPECT_EQ(state(a()), "25 25");
  EXPECT_OK(a().send_at(6, "T"));
  (void)a().galt();
  settle();
  EXPECT_EQ(state(a()), "25 25");
}
// 8.19, 8.20 A decrease takes effect as time passes: what was promised is kept.
TEST_P(BoundsOfRegulators, ADecreaseTakesTime) {
  regulate(a(), 8);
  constrain(b());
  EXPECT_OK(a().rti->modify_lookahead({2}));
  EXPECT_EQ(a().lookahead(), 8);
  EXPECT_ERROR(a().send_at(7, "T"), InvalidLogicalTime);
  EXPECT_OK(a().tar(3));
  EXPECT_HEARD(a(), "grant 3");
  EXPECT_EQ(a().lookahead(), 5);
  EXPECT_EQ(b().galt(), "8");
  EXPECT_ERROR(a().send_at(7, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(8, "T"));
  EXPECT_OK(a().tar(6));
  EXPECT_HEARD(a(), "grant 6");
  EXPECT_EQ(a().lookahead(), 2);
  EXPECT_OK(a().tar(20));
  EXPECT_HEARD(a(), "grant 20");
  EXPECT_EQ(a().lookahead(), 2);
  EXPECT_EQ(b().galt(), "22");
}
// 8.19 An increase in the middle of a decrease.
TEST_P(BoundsOfRegulators, AnIncreaseDuringADecrease) {
  regulate(a(), 8);
  EXPECT_OK(a().rti->modify_lookahead({0}));
  EXPECT_OK(a().tar(4));
  settle();
  EXPECT_EQ(a().lookahead(), 4);
  EXPECT_OK(a().rti->modify_lookahead({6}));
  EXPECT_EQ(a().lookahead(), 6);
  EXPECT_ERROR(a().send_at(9, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(10, "T"));
  EXPECT_ERROR(a().rti->modify_lookahead({-1}), InvalidLookahead);
  EXPECT_EQ(a().lookahead(), 6);
}
// 8.10 Two federates ask for the next message: the time of it is granted to the receiver, and the sender waits for him.
TEST_P(BoundsOfRegulators, TwoNextMessageRequests) {
  EXPECT_OK(a().subi("T"));
  for (Actor* each : {&a(), &b()}) {
    regulate(*each, 1);
    constrain(*each);
  }
  constrain(c());
  EXPECT_OK(b().send_at(7, "T", "t1=1"));
  EXPECT_OK(c().tar(20));
  EXPECT_OK(a().nmr(20));
  EXPECT_OK(b().nmr(20));
  EXPECT_HEARD(a(), "receive T t1=1 @7 tso", "grant 7");
  EXPECT_SILENCE(b());
  EXPECT_SILENCE(c());
  EXPECT_OK(a().nmr(20));
  EXPECT_HEARD(a(), "grant 20");
  EXPECT_HEARD(b(), "grant 20");
  EXPECT_HEARD(c(), "receive T t1=1 @7 tso", "grant 20");
}
// 8.10 Requests of three regulators without a message are all granted.
TEST_P(BoundsOfRegulators, ThreeNextMessageRequestsWithoutMessages) {
  for (auto& each : actors()) {
    regulate(*each, 1);
    constrain(*each);
  }
  EXPECT_OK(a().nmr(50));
  EXPECT_OK(b().nmra(40));
  EXPECT_OK(c().nmr(30));
  EXPECT_HEARD(c(), "grant 30");
  EXPECT_OK(c().tar(100));
  EXPECT_EQ(b().heard(), Lines{"grant 40"});
  EXPECT_OK(b().tar(100));
  EXPECT_HEARD(a(), "grant 50");
}
// 8.11 With zero lookahead: several rounds of messages at one time, then on.
TEST_P(BoundsOfRegulators, RoundsAtOneTime) {
  EXPECT_OK(a().subi("T"));
  for (Actor* each : {&a(), &b()}) {
    regulate(*each, 0);
    constrain(*each);
  }
  EXPECT_OK(a().tara(5));
  EXPECT_OK(b().tara(5));
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_HEARD(b(), "grant 5");
  for (int i = 1; i <= 3; ++i) {
    const std::string value = "t1=" + std::to_string(i);
    EXPECT_OK(a().send_at(5, "T", value));
    EXPECT_OK(b().nmra(20));
    EXPECT_HEARD(b(), "receive T " + value + " @5 tso", "grant 5");
    EXPECT_OK(b().send_at(5, "T", value));
    EXPECT_OK(a().nmra(20));
    EXPECT_HEARD(a(), "receive T " + value + " @5 tso", "grant 5");
  }
  EXPECT_OK(a().tar(5));
  EXPECT_OK(b().tar(5));
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_HEARD(b(), "grant 5");
  EXPECT_ERROR(b().send_at(5, "T"), InvalidLogicalTime);
  EXPECT_OK(b().send_at(6, "T"));
}
// 8.12 Granted is the least of the request, GALT and the messages delivered; later messages come in their order after it.
TEST_P(BoundsOfRegulators, AFlushAndWhatComesAfter) {
  regulate(a(), 3);
  constrain(b());
  EXPECT_OK(a().send_at(20, "T", "t1=1"));
  EXPECT_OK(a().send_at(4, "T", "t1=2"));
  settle();
  EXPECT_OK(b().fqr(10));
  EXPECT_HEARD(b(), "receive T t1=2 @4 tso", "receive T t1=1 @20 tso", "grant 3");
  EXPECT_EQ(state(b()), "3 3");
  EXPECT_OK(a().send_at(5, "T", "t1=3"));
  EXPECT_OK(a().tar(9));
  EXPECT_OK(b().nmr(30));
  EXPECT_HEARD(b(), "receive T t1=3 @5 tso", "grant 5");
  EXPECT_OK(a().send_at(12, "T", "t1=4"));
  settle();
  EXPECT_OK(b().fqr(6));
  EXPECT_HEARD(b(), "receive T t1=4 @12 tso", "grant 6");
  EXPECT_ERROR(b().fqr(5), LogicalTimeAlreadyPassed);
}
// 8.12 The flush may grant less than GALT: at the message.
TEST_P(BoundsOfRegulators, AFlushIsGrantedAtItsFirstMessage) {
  regulate(a(), 10);
  constrain(b());
  EXPECT_OK(a().send_at(12, "T", "t1=1"));
  EXPECT_OK(a().tar(20));
  settle();
  EXPECT_EQ(b().galt(), "30");
  EXPECT_OK(b().fqr(25));
  EXPECT_HEARD(b(), "receive T t1=1 @12 tso", "grant 12");
  EXPECT_OK(b().fqr(25));
  EXPECT_HEARD(b(), "grant 25");
  EXPECT_OK(b().fqr(40));
  EXPECT_HEARD(b(), "grant 30");
}
// 8.18 LITS is the queued message or GALT, whichever is less, after each kind of advance.
TEST_P(BoundsOfRegulators, LitsAfterEachAdvance) {
  regulate(a(), 5);
  constrain(b());
  EXPECT_OK(a().send_at(7, "T"));
  EXPECT_OK(a().send_at(9, "T"));
  settle();
  EXPECT_EQ(state(b()), "5 5");
  EXPECT_OK(a().tar(10));
  settle();
  EXPECT_EQ(state(b()), "15 7");
  EXPECT_OK(b().nmr(8));
  EXPECT_HEARD(b(), "receive T @7 tso", "grant 7");
  EXPECT_EQ(state(b()), "15 9");
  EXPECT_OK(b().tara(8));
  EXPECT_HEARD(b(), "grant 8");
  EXPECT_EQ(state(b()), "15 9");
  EXPECT_OK(b().fqr(12));
  EXPECT_HEARD(b(), "receive T @9 tso", "grant 9");
  EXPECT_EQ(state(b()), "15 15");
}
// 8.8 A request that waits is granted when the slower of two regulators lets go, in whatever way.
TEST_P(BoundsOfRegulators, TheSlowerRegulatorLetsGo) {
  regulate(a(), 0);
  regulate(c(), 4);
  constrain(b());
  EXPECT_OK(b().tar(4));
  EXPECT_OK(a().tar(6));
  EXPECT_SILENCE(b());
  EXPECT_OK(c().rti->modify_lookahead({5}));
  EXPECT_HEARD(b(), "grant 4");
  EXPECT_OK(b().tara(6));
  EXPECT_OK(c().tara(1));
  EXPECT_HEARD(b(), "grant 6");
  EXPECT_OK(b().tar(6));
  EXPECT_SILENCE(b());
  EXPECT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_HEARD(b(), "grant 6");
}

CONFORMANCE_SUITE(BoundsOfRegulators);

}  // namespace
}  // namespace orrery::rti::testing::conformance
