// IEEE 1516.1-2010, clauses 5 to 8 together: what becomes of messages while declarations, ownership and lookahead change.
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a regulates with lookahead 1, b is constrained; both know x of A.B with a1, a2 and b2, as A. c knows it too.
class ClausesOfMessages : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    for (auto& each : actors()) {
      ASSERT_OK(each->pub("A.B", "a1 a2 b2"));
      ASSERT_OK(each->pub("A", "a1 a2"));
      ASSERT_OK(each->pubi("T.U"));
    }
    for (Actor* each : {&b(), &c()}) ASSERT_OK(each->sub("A", "a1 a2"));
    ASSERT_OK(a().reg("A.B", "x"));
    regulate(a(), 1);
    constrain(b());
    skip();
  }
  // All that was sent is delivered to b, up to 50.
  void advance() {
    ASSERT_OK(a().tar(60));
    ASSERT_OK(b().tar(50));
  }
};
CONFORMANCE_SUITE(ClausesOfMessages);

// 8.21: the sender retracts what it sent although the attribute is another's by then.
TEST_P(ClausesOfMessages, AFormerOwnerRetractsItsUpdate) {
  ASSERT_OK(a().upd_at(9, "x", "a2=1", "m"));
  ASSERT_OK(a().divest("x", "a2"));
  ASSERT_OK(c().acquire("x", "a2"));
  skip();
  ASSERT_OK(a().retract("m"));
  advance();
  EXPECT_HEARD(b(), "grant 50");
}

// 8.21: up to the time plus the lookahead nothing is retracted.
TEST_P(ClausesOfMessages, AGreaterLookaheadEndsRetraction) {
  ASSERT_OK(a().upd_at(5, "x", "a2=1", "m"));
  ASSERT_OK(a().upd_at(20, "x", "a2=2", "later"));
  ASSERT_OK(a().rti->modify_lookahead({8}));
  EXPECT_ERROR(a().retract("m"), MessageCanNoLongerBeRetracted);
  EXPECT_OK(a().retract("later"));
  advance();
  EXPECT_HEARD(b(), "reflect x a2=1 @5 tso", "grant 50");
}

TEST_P(ClausesOfMessages, ARetractedMessageEndsWhatWaitsForIt) {
  ASSERT_OK(a().upd_at(5, "x", "a2=1", "m"));
  ASSERT_OK(b().nmr(20));
  ASSERT_OK(a().tar(3));
  settle();
  EXPECT_EQ(b().lits(), "4");
  ASSERT_OK(a().retract("m"));
  ASSERT_OK(a().tar(30));
  EXPECT_HEARD(b(), "grant 20");
}

TEST_P(ClausesOfMessages, AMessageRetractedInTheAdvanceIsNotDelivered) {
  ASSERT_OK(a().upd_at(9, "x", "a2=1", "m"));
  ASSERT_OK(b().tar(20));
  ASSERT_OK(a().tar(4));
  EXPECT_SILENCE(b());
  ASSERT_OK(a().retract("m"));
  ASSERT_OK(a().tar(40));
  EXPECT_HEARD(b(), "grant 20");
}

// 6.12: a message goes to those that are subscribed when it is sent.
TEST_P(ClausesOfMessages, ALaterSubscriptionBringsNoEarlierMessage) {
  ASSERT_OK(c().subi("T"));
  settle();
  ASSERT_OK(a().send_at(5, "T.U", "t1=1"));
  settle();
  ASSERT_OK(b().subi("T"));
  settle();
  ASSERT_OK(a().send_at(6, "T.U", "t1=2"));
  advance();
  EXPECT_HEARD(b(), "receive T t1=2 @6 tso", "grant 50");
}

TEST_P(ClausesOfMessages, ALaterSubscriptionToAnAttributeBringsNoEarlierUpdate) {
  ASSERT_OK(b().unsub("A", "a2"));
  settle();
  ASSERT_OK(a().upd_at(5, "x", "a2=1"));
  settle();
  ASSERT_OK(b().sub("A", "a2"));
  settle();
  ASSERT_OK(a().upd_at(6, "x", "a2=2"));
  advance();
  EXPECT_HEARD(b(), "reflect x a2=2 @6 tso", "grant 50");
}

TEST_P(ClausesOfMessages, ALateJoinerReceivesNoEarlierMessage) {
  ASSERT_OK(c().subi("T"));
  ASSERT_OK(a().send_at(5, "T.U", "t1=1"));
  ASSERT_OK(a().upd_at(5, "x", "a2=1"));
  settle();
  actors().push_back(actor(1));
  Actor& late = *actors().back();
  ASSERT_OK(late.join("late"));
  ASSERT_OK(late.constrain());
  ASSERT_OK(late.subi("T"));
  ASSERT_OK(late.sub("A", "a2"));
  EXPECT_HEARD_SORTED(late, "constrained 0", "discover x A");
  ASSERT_OK(late.tar(40));
  advance();
  EXPECT_HEARD(late, "grant 40");
}

// 6.16: what waits for an object that the federate forgets is not reflected.
TEST_P(ClausesOfMessages, AForgottenObjectsUpdatesDoNotCome) {
  ASSERT_OK(a().upd_at(5, "x", "a2=1"));
  settle();
  ASSERT_OK(b().unsub("A"));
  ASSERT_OK(b().forget("x"));
  advance();
  EXPECT_HEARD(b(), "grant 50");
}

// 6.14, 6.15: a deletion without a time takes what waits for its time with it.
TEST_P(ClausesOfMessages, ADeletionComesInItsOrder) {
  ASSERT_OK(a().upd_at(5, "x", "a2=1"));
  ASSERT_OK(a().del_at(5, "x", "", "t"));
  EXPECT_TRUE(b().rti->get_object_instance_name(b().object("x")).ok());
  advance();
  EXPECT_HEARD(b(), "reflect x a2=1 @5 tso", "remove x tag=t @5 tso", "grant 50");
  EXPECT_EQ(b().last.sent, OrderType::timestamp);
  EXPECT_HEARD(c(), "reflect x a2=1 @5", "remove x tag=t @5");
}

// 8.1.2: without a preference for timestamp order a message with a time is in receive order.
TEST_P(ClausesOfMessages, OrderIsOfTheMessageNotOfTheReceiver) {
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  ASSERT_OK(a().upd_at(5, "x", "a1=1"));
  EXPECT_HEARD(b(), "reflect x a1=1 @5");
  EXPECT_EQ(b().last.sent, OrderType::receive);
}

// 8.4 then 8.21
TEST_P(ClausesOfMessages, WhoRegulatesAgainDoesNotRetractWhatItSentBefore) {
  ASSERT_OK(a().upd_at(9, "x", "a2=1", "m"));
  ASSERT_OK(a().rti->disable_time_regulation());
  EXPECT_ERROR(a().retract("m"), TimeRegulationIsNotEnabled);
  ASSERT_OK(b().tar(20));
  EXPECT_HEARD(b(), "reflect x a2=1 @9 tso", "grant 20");
  ASSERT_OK(a().regulate(1));
  settle();
  EXPECT_GE(a().time() + 1, 20) << "b is at 20";
  EXPECT_ERROR(a().retract("m"), MessageCanNoLongerBeRetracted);
}

// 8.12: what a flush has delivered is not delivered again.
TEST_P(ClausesOfMessages, AFlushDeliversOnce) {
  ASSERT_OK(a().upd_at(9, "x", "a2=1"));
  ASSERT_OK(a().upd_at(7, "x", "a2=2"));
  ASSERT_OK(b().fqr(30));
  EXPECT_HEARD(b(), "reflect x a2=2 @7 tso", "reflect x a2=1 @9 tso", "grant 1");
  advance();
  EXPECT_HEARD(b(), "grant 50");
}

// 5.6 within a callback: services are called from callbacks.
TEST_P(ClausesOfMessages, ACallbackMayEndItsOwnSubscription) {
  ASSERT_OK(a().upd_at(5, "x", "a2=1"));
  ASSERT_OK(a().upd_at(6, "x", "a2=2"));
  b().on_line = [&](const std::string& line) {
    if (line.starts_with("reflect")) {
      EXPECT_OK(b().unsub("A", "a2"));
    }
  };
  advance();
  EXPECT_HEARD(b(), "reflect x a2=1 @5 tso", "grant 50");
  b().on_line = {};
}

TEST_P(ClausesOfMessages, ACallbackMayAdvanceAgain) {
  ASSERT_OK(a().tar(30));
  int grants = 0;
  b().on_line = [&](const std::string& line) {
    if (line.starts_with("grant") && ++grants < 3) {
      EXPECT_OK(b().tar(10 + grants));
    }
  };
  ASSERT_OK(b().tar(10));
  EXPECT_HEARD(b(), "grant 10", "grant 11", "grant 12");
  b().on_line = {};
}

// 6.23 with 8.1: timestamp order is kept whatever the transportation type is.
TEST_P(ClausesOfMessages, BestEffortKeepsTimestampOrder) {
  ASSERT_OK(a().upd_at(9, "x", "a2=9"));
  ASSERT_OK(a().rti->request_attribute_transportation_type_change(
      a().object("x"), a().of_object("x", "a2"), TransportationType::best_effort));
  EXPECT_HEARD(a(), "transport_changed x a2 HLAbestEffort");
  ASSERT_OK(a().upd_at(5, "x", "a2=5"));
  advance();
  EXPECT_HEARD(b(), "reflect x a2=5 @5 tso", "reflect x a2=9 @9 tso", "grant 50");
}

// 8.5: what was sent in timestamp order before the constraint and has not been received is ordered.
TEST_P(ClausesOfMessages, WhatIsReceivedAfterTheConstraintIsInTimestampOrder) {
  c().silent = true;
  ASSERT_OK(a().upd_at(9, "x", "a2=9"));
  ASSERT_OK(a().upd_at(5, "x", "a2=5"));
  c().silent = false;
  EXPECT_HEARD(c(), "reflect x a2=9 @9", "reflect x a2=5 @5");
  constrain(c());
  ASSERT_OK(a().upd_at(9, "x", "a2=9"));
  ASSERT_OK(a().upd_at(5, "x", "a2=5"));
  ASSERT_OK(c().tar(20));
  advance();
  EXPECT_HEARD(c(), "reflect x a2=5 @5 tso", "reflect x a2=9 @9 tso", "grant 20");
}

// 4.10 with 8.13: a resignation with messages for later times.
TEST_P(ClausesOfMessages, WhatWasSentBeforeAResignationComesAtItsTime) {
  ASSERT_OK(a().upd_at(5, "x", "a2=1"));
  ASSERT_OK(b().tar(20));
  EXPECT_SILENCE(b());
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  EXPECT_EQ(b().heard("reflect"), (Lines{"reflect x a2=1 @5 tso"}));
  EXPECT_EQ(b().time(), 20);
}

// 6.9 with 8.1: an object is discovered before what is in timestamp order of it.
TEST_P(ClausesOfMessages, ADiscoveryIsNotHeldBackByTime) {
  ASSERT_OK(a().reg("A", "y"));
  ASSERT_OK(a().upd_at(5, "y", "a2=1"));
  EXPECT_HEARD(b(), "discover y A");
  advance();
  EXPECT_HEARD(b(), "reflect y a2=1 @5 tso", "grant 50");
}

// 7.8 with the known class: a federate acquires what it publishes there.
TEST_P(ClausesOfMessages, AnAcquisitionNeedsThePublicationOfTheKnownClass) {
  ASSERT_OK(b().unpub("A"));
  EXPECT_ERROR(b().acquire("x", "a1"), ObjectClassNotPublished);
  EXPECT_ERROR(b().acquire("x", "b2"), AttributeNotDefined);
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
