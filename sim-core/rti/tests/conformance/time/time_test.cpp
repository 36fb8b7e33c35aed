// IEEE 1516.1-2010, clause 8: time regulation, time constraint and time advance.
#include "conformance/timed_federates.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause8 : public TimedFederates {};
CONFORMANCE_SUITE(Clause8);

// 8.2 exceptions
TEST_P(Clause8, TimeRegulationIsEnabledOnce) {
  EXPECT_ERROR(a().regulate(-1), InvalidLookahead);
  EXPECT_ERROR(a().rti->disable_time_regulation(), TimeRegulationIsNotEnabled);
  EXPECT_ERROR(a().rti->query_lookahead(), TimeRegulationIsNotEnabled);
  EXPECT_ERROR(a().rti->modify_lookahead({1}), TimeRegulationIsNotEnabled);
  a().silent = true;
  ASSERT_OK(a().regulate(1));
  EXPECT_ERROR(a().regulate(1), RequestForTimeRegulationPending);
  EXPECT_ERROR(a().tar(3), RequestForTimeRegulationPending);
  a().silent = false;
  EXPECT_HEARD(a(), "regulating 0");
  EXPECT_ERROR(a().regulate(1), TimeRegulationAlreadyEnabled);
  EXPECT_EQ(a().lookahead(), 1);
}

TEST_P(Clause8, TimeConstraintIsEnabledOnce) {
  EXPECT_ERROR(b().rti->disable_time_constrained(), TimeConstrainedIsNotEnabled);
  b().silent = true;
  ASSERT_OK(b().constrain());
  EXPECT_ERROR(b().constrain(), RequestForTimeConstrainedPending);
  EXPECT_ERROR(b().nmr(3), RequestForTimeConstrainedPending);
  b().silent = false;
  EXPECT_HEARD(b(), "constrained 0");
  EXPECT_ERROR(b().constrain(), TimeConstrainedAlreadyEnabled);
}

TEST_P(Clause8, WhileAdvancingNothingOfTimeIsRequested) {
  regulate(a(), 2);
  constrain(b());
  regulate(b(), 2);
  ASSERT_OK(b().tar(9));
  settle();
  EXPECT_ERROR(b().tar(9), InTimeAdvancingState);
  EXPECT_ERROR(b().tara(9), InTimeAdvancingState);
  EXPECT_ERROR(b().nmr(9), InTimeAdvancingState);
  EXPECT_ERROR(b().nmra(9), InTimeAdvancingState);
  EXPECT_ERROR(b().fqr(9), InTimeAdvancingState);
  EXPECT_ERROR(b().rti->modify_lookahead({3}), InTimeAdvancingState);
  EXPECT_EQ(b().time(), 0);
  ASSERT_OK(a().tar(9));
  EXPECT_HEARD(b(), "grant 9");
  EXPECT_ERROR(b().tar(8), LogicalTimeAlreadyPassed);
  EXPECT_ERROR(b().fqr(8), LogicalTimeAlreadyPassed);
  EXPECT_OK(b().tar(9));
}

TEST_P(Clause8, EnablingWaitsForTheEndOfAnAdvance) {
  regulate(a(), 2);
  constrain(b());
  ASSERT_OK(b().tar(9));
  settle();
  EXPECT_ERROR(b().regulate(1), InTimeAdvancingState);
  ASSERT_OK(b().rti->disable_time_constrained());
  EXPECT_HEARD(b(), "grant 9");
}

// 8.5, 8.6: the constraint is enabled when the GALT has reached the federate's time.
TEST_P(Clause8, TheConstraintWaitsUntilTheGaltIsAtTheFederatesTime) {
  regulate(a(), 1);
  ASSERT_OK(b().tar(10));
  EXPECT_HEARD(b(), "grant 10");
  ASSERT_OK(b().constrain());
  EXPECT_SILENCE(b());
  EXPECT_ERROR(b().tar(12), RequestForTimeConstrainedPending);
  ASSERT_OK(a().send_at(5, "T"));
  EXPECT_HEARD(b(), "receive T @5");
  ASSERT_OK(a().tar(20));
  EXPECT_HEARD(b(), "constrained 10");
  EXPECT_EQ(b().time(), 10);
}

// 8.2, 8.3: a new regulator's time is such that it sends nothing into the past of others.
TEST_P(Clause8, ANewRegulatorSendsNothingIntoThePast) {
  constrain(b());
  ASSERT_OK(b().tar(10));
  EXPECT_HEARD(b(), "grant 10");
  ASSERT_OK(a().regulate(3));
  const Lines heard = a().heard();
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_GE(a().time() + 3, 10);
  EXPECT_EQ(heard.front(), "regulating " + std::to_string(a().time()));
  EXPECT_ERROR(a().send_at(9, "T"), InvalidLogicalTime);
  ASSERT_OK(a().send_at(a().time() + 3 + 1, "T"));
}

// 8.8 with lookahead zero: after a grant of a time advance request messages are later than that time.
TEST_P(Clause8, WithoutLookaheadARequestExcludesItsTimeAndAnAvailableOneDoesNot) {
  regulate(a(), 0);
  ASSERT_OK(a().send_at(0, "T"));
  ASSERT_OK(a().tara(4));
  EXPECT_HEARD(a(), "grant 4");
  EXPECT_OK(a().send_at(4, "T"));
  ASSERT_OK(a().tar(4));
  EXPECT_HEARD(a(), "grant 4");
  EXPECT_ERROR(a().send_at(4, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(5, "T"));
}

// 8.9: messages at the time of the grant may come with the next advance.
TEST_P(Clause8, AfterAnAvailableGrantMessagesOfItsTimeMayStillCome) {
  regulate(a(), 0);
  constrain(b());
  ASSERT_OK(a().tara(4));
  settle();
  ASSERT_OK(b().tara(4));
  EXPECT_HEARD(b(), "grant 4");
  ASSERT_OK(a().send_at(4, "T", "t1=late"));
  EXPECT_SILENCE(b());
  ASSERT_OK(b().tara(4));
  EXPECT_HEARD(b(), "receive T t1=late @4 tso", "grant 4");
  ASSERT_OK(b().tar(4));
  EXPECT_SILENCE(b()) << "more may come at 4";
  ASSERT_OK(a().tar(4));
  EXPECT_HEARD(b(), "grant 4");
}

// 8.10: the grant is the time of the next message, and all messages of that time come before it.
TEST_P(Clause8, ANextMessageRequestDeliversAllOfTheSameTime) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(5, "T", "t1=1"));
  ASSERT_OK(a().upd_at(5, "x", "a2=2"));
  ASSERT_OK(a().send_at(6, "T", "t1=3"));
  ASSERT_OK(b().nmr(9));
  EXPECT_SILENCE(b()) << "the GALT is 1";
  ASSERT_OK(a().tar(4));
  EXPECT_SILENCE(b()) << "the GALT is 5: more may come at 5";
  ASSERT_OK(a().tar(5));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "reflect x a2=2 @5 tso", "grant 5");
  EXPECT_EQ(b().lits(), "6");
}

TEST_P(Clause8, AnAvailableNextMessageRequestIsGrantedAtTheGalt) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(5, "T", "t1=1"));
  ASSERT_OK(b().nmra(9));
  ASSERT_OK(a().tar(4));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 5");
  ASSERT_OK(a().send_at(5, "T", "t1=2"));
  ASSERT_OK(b().nmra(9));
  EXPECT_HEARD(b(), "receive T t1=2 @5 tso", "grant 5");
}

TEST_P(Clause8, WithoutMessagesANextMessageRequestIsGrantedAsRequested) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(b().nmr(3));
  ASSERT_OK(a().tar(2));
  EXPECT_SILENCE(b()) << "the GALT is 3: a message at 3 may come";
  ASSERT_OK(a().tar(3));
  EXPECT_HEARD(b(), "grant 3");
}

TEST_P(Clause8, AMessageInReceiveOrderBringsNoGrant) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(b().nmr(9));
  ASSERT_OK(a().send("K", "k1=1"));
  EXPECT_HEARD(b(), "receive K k1=1");
  EXPECT_EQ(b().time(), 0);
}

// 8.12: the least of the requested time, the GALT, and the times of the messages that are delivered.
TEST_P(Clause8, AFlushDeliversAllAndIsGrantedAtTheLeastTime) {
  regulate(a(), 10);
  constrain(b());
  ASSERT_OK(a().send_at(12, "T", "t1=2"));
  ASSERT_OK(b().fqr(20));
  EXPECT_HEARD(b(), "receive T t1=2 @12 tso", "grant 10");
  ASSERT_OK(a().tar(4));
  ASSERT_OK(a().send_at(14, "T", "t1=3"));
  ASSERT_OK(b().fqr(11));
  EXPECT_HEARD(b(), "receive T t1=3 @14 tso", "grant 11");
  ASSERT_OK(b().fqr(30));
  EXPECT_HEARD(b(), "grant 14");
}

TEST_P(Clause8, AFlushIsGrantedBeforeTheGaltIfAMessageIs) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(3, "T", "t1=1"));
  ASSERT_OK(a().tar(8));
  ASSERT_OK(b().fqr(20));
  EXPECT_HEARD(b(), "receive T t1=1 @3 tso", "grant 3");
}

// 8.16, 8.18
TEST_P(Clause8, TheGaltIsOfTheOtherRegulators) {
  EXPECT_EQ(a().galt(), "undefined");
  regulate(a(), 3);
  EXPECT_EQ(a().galt(), "undefined") << "it does not limit itself";
  EXPECT_EQ(b().galt(), "3");
  regulate(b(), 1);
  EXPECT_EQ(a().galt(), "1");
  EXPECT_EQ(c().galt(), "1");
  ASSERT_OK(b().tar(5));
  settle();
  EXPECT_EQ(c().galt(), "3");
  ASSERT_OK(a().rti->disable_time_regulation());
  settle();
  EXPECT_EQ(c().galt(), "6");
}

TEST_P(Clause8, TheLitsIsTheLeastOfTheGaltAndTheNextMessage) {
  EXPECT_EQ(b().lits(), "undefined");
  regulate(a(), 5);
  constrain(b());
  EXPECT_EQ(b().lits(), "5");
  ASSERT_OK(a().send_at(7, "T"));
  settle();
  EXPECT_EQ(b().lits(), "5");
  ASSERT_OK(a().tar(10));
  settle();
  EXPECT_EQ(b().galt(), "15");
  EXPECT_EQ(b().lits(), "7");
}

// 8.19: a smaller lookahead counts as the time advances.
TEST_P(Clause8, ASmallerLookaheadIsReachedByAdvancing) {
  regulate(a(), 5);
  ASSERT_OK(a().rti->modify_lookahead({1}));
  EXPECT_ERROR(a().send_at(4, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(5, "T"));
  EXPECT_EQ(b().galt(), "5");
  ASSERT_OK(a().tar(3));
  settle();
  EXPECT_EQ(a().lookahead(), 2);
  EXPECT_EQ(b().galt(), "5");
  ASSERT_OK(a().tar(4));
  settle();
  EXPECT_EQ(a().lookahead(), 1);
  ASSERT_OK(a().tar(6));
  settle();
  EXPECT_EQ(a().lookahead(), 1);
  EXPECT_EQ(b().galt(), "7");
  ASSERT_OK(a().rti->modify_lookahead({8}));
  EXPECT_EQ(a().lookahead(), 8);
  EXPECT_ERROR(a().send_at(13, "T"), InvalidLogicalTime);
  EXPECT_ERROR(a().rti->modify_lookahead({-1}), InvalidLookahead);
}

// 8.1.3: while it advances, a regulating federate sends from the requested time plus the lookahead on.
TEST_P(Clause8, WhileAdvancingMessagesAreOfTheRequestedTimeAndLater) {
  regulate(a(), 1);
  regulate(b(), 2);
  constrain(b());
  ASSERT_OK(b().tar(6));
  settle();
  EXPECT_ERROR(b().send_at(7, "T"), InvalidLogicalTime);
  EXPECT_OK(b().send_at(8, "T"));
  EXPECT_HEARD(c(), "receive T @8");
}

// 8.4: messages sent before stay in timestamp order.
TEST_P(Clause8, WhatARegulatorSentKeepsItsOrderWhenItEndsRegulating) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(6, "T", "t1=6"));
  ASSERT_OK(a().send_at(4, "T", "t1=4"));
  ASSERT_OK(a().rti->disable_time_regulation());
  ASSERT_OK(b().nmr(20));
  EXPECT_HEARD(b(), "receive T t1=4 @4 tso", "grant 4");
  ASSERT_OK(b().tar(20));
  EXPECT_HEARD(b(), "receive T t1=6 @6 tso", "grant 20");
}

// 8.13: an unconstrained regulator is granted at once, whatever others do.
TEST_P(Clause8, WhoIsNotConstrainedIsGrantedAtOnce) {
  regulate(a(), 1);
  regulate(b(), 1);
  ASSERT_OK(b().nmr(50));
  EXPECT_HEARD(b(), "grant 50");
  EXPECT_EQ(a().galt(), "51");
  ASSERT_OK(b().fqr(60));
  EXPECT_HEARD(b(), "grant 60");
}

// 8.10: a message to one of several that wait for their next message lets both go on.
TEST_P(Clause8, RegulatorsThatWaitForEachOtherGoOn) {
  for (Actor* each : {&b(), &c()}) {
    regulate(*each, 1);
    constrain(*each);
  }
  ASSERT_OK(b().send_at(4, "T", "t1=b"));
  ASSERT_OK(b().nmr(100));
  EXPECT_SILENCE(b());
  ASSERT_OK(c().nmr(100));
  EXPECT_HEARD(c(), "receive T t1=b @4 tso", "grant 4");
  EXPECT_SILENCE(b());
  ASSERT_OK(c().send_at(5, "T", "t1=c"));
  ASSERT_OK(c().nmr(100));
  EXPECT_HEARD(b(), "receive T t1=c @5 tso", "grant 5");
}

TEST_P(Clause8, AJoinerBeginsAtZeroAndConstrainsNobody) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().tar(30));
  ASSERT_OK(b().tar(30));
  settle();
  actors().push_back(actor(2));
  Actor& late = *actors().back();
  ASSERT_OK(late.join("late"));
  EXPECT_EQ(late.time(), 0);
  EXPECT_EQ(late.galt(), "31");
  ASSERT_OK(late.constrain());
  EXPECT_HEARD(late, "constrained 0");
  ASSERT_OK(late.regulate(5));
  const Lines heard = late.heard();
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_GE(late.time() + 5, 30);
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
