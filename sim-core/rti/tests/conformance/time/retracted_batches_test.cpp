// Messages are retracted out of batches, after deliveries of all kinds, and by senders who have changed (8.21, 8.22).
#include "conformance/timed_federates.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class RetractedBatches : public TimedFederates {
 protected:
  void begin() override {
    TimedFederates::begin();
    regulate(a(), 1);
    constrain(b());
  }
};

// 8.21 One of several messages with the same time: the others are delivered, to each receiver.
TEST_P(RetractedBatches, OutOfABatch) {
  constrain(c());
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m1"));
  EXPECT_OK(a().upd_at(5, "x", "a2=2", "m2"));
  EXPECT_OK(a().send_at(5, "T", "t1=3", "m3"));
  settle();
  EXPECT_OK(a().retract("m2"));
  EXPECT_OK(a().tar(10));
  for (Actor* each : {&b(), &c()}) {
    EXPECT_OK(each->tar(5));
    EXPECT_HEARD_SORTED(*each, "grant 5", "receive T t1=1 @5 tso", "receive T t1=3 @5 tso");
  }
}
// 8.22 Only those who have had the message are asked to forget it.
TEST_P(RetractedBatches, OneOfTwoReceiversHasIt) {
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_HEARD(c(), "receive T t1=1 @5");
  EXPECT_OK(a().retract("m"));
  EXPECT_HEARD(c(), "retract m");
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "grant 10");
}
// 8.22 Received after the constraint ended: in receive order, and then retracted.
TEST_P(RetractedBatches, TheReceiverIsNoLongerConstrained) {
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_OK(a().send_at(6, "T", "t1=2", "n"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->disable_time_constrained());
  EXPECT_HEARD_SORTED(b(), "receive T t1=1 @5", "receive T t1=2 @6");
  EXPECT_OK(a().retract("n"));
  EXPECT_HEARD(b(), "retract n");
  constrain(b());
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "retract m", "grant 10");
}
// 8.10 The message that a request would have been granted at is retracted while the request waits.
TEST_P(RetractedBatches, DuringANextMessageRequest) {
  regulate(c(), 1);
  EXPECT_OK(b().nmr(20));
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_OK(a().send_at(8, "T", "t1=2"));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().tar(30));
  EXPECT_SILENCE(b());
  EXPECT_OK(c().tar(30));
  EXPECT_HEARD(b(), "receive T t1=2 @8 tso", "grant 8");
}
// 8.21 The handle of a former membership is worth nothing, and the message is delivered.
TEST_P(RetractedBatches, TheSenderResignsAndJoinsAgain) {
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  settle();
  EXPECT_OK(a().join("a"));
  EXPECT_ERROR(a().retract("m"), TimeRegulationIsNotEnabled);
  regulate(a(), 1);
  EXPECT_ERROR(a().retract("m"), InvalidMessageRetractionHandle);
  EXPECT_OK(a().tar(30));
  skip();
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 10");
}
// 8.21 Without regulation nothing can be retracted; with it again, what is late enough can.
TEST_P(RetractedBatches, TheSenderStopsRegulating) {
  EXPECT_OK(a().send_at(9, "T", "t1=1", "m"));
  EXPECT_OK(a().rti->disable_time_regulation());
  EXPECT_ERROR(a().retract("m"), TimeRegulationIsNotEnabled);
  settle();
  EXPECT_OK(b().tar(12));
  EXPECT_HEARD(b(), "receive T t1=1 @9 tso", "grant 12");
}
// 8.21 Too late, twice, or another's.
TEST_P(RetractedBatches, WhatCannotBeRetracted) {
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_OK(a().send_at(20, "T", "t1=2", "n"));
  regulate(c(), 1);
  EXPECT_ERROR(c().retract("n"), InvalidMessageRetractionHandle);
  EXPECT_OK(a().tar(6));
  EXPECT_EQ(a().heard(), Lines{"grant 6"});
  EXPECT_ERROR(a().retract("m"), MessageCanNoLongerBeRetracted);
  EXPECT_OK(a().retract("n"));
  const Status again = a().retract("n");
  EXPECT_FALSE(again.ok());
  EXPECT_ERROR(a().rti->retract(MessageRetractionHandle{~0ULL}), InvalidMessageRetractionHandle);
}
// 8.21 While the sender advances, what its request does not reach can be retracted.
TEST_P(RetractedBatches, DuringTheSendersAdvance) {
  constrain(a());
  regulate(c(), 1);
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_OK(a().send_at(15, "T", "t1=2", "n"));
  EXPECT_OK(a().tar(10));
  EXPECT_SILENCE(a());
  EXPECT_OK(a().retract("n"));
  EXPECT_OK(c().tar(40));
  EXPECT_HEARD(a(), "grant 10");
  EXPECT_OK(a().tar(30));
  EXPECT_OK(b().tar(30));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 30");
}
// 8.22 A flushed message that is retracted, while the receiver's callbacks are off.
TEST_P(RetractedBatches, FlushedAndNotYetTold) {
  EXPECT_OK(a().send_at(9, "T", "t1=1", "m"));
  EXPECT_OK(a().send_at(10, "T", "t1=2", "n"));
  settle();
  EXPECT_OK(b().fqr(4));
  EXPECT_HEARD(b(), "receive T t1=1 @9 tso", "receive T t1=2 @10 tso", "grant 1");
  EXPECT_OK(b().rti->disable_callbacks());
  EXPECT_OK(a().retract("n"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->enable_callbacks());
  EXPECT_EQ(b().heard("retract"), Lines{"retract n"});
}
// 8.21, 9.12 An interaction with regions has a handle too; receivers that did not overlap hear nothing.
TEST_P(RetractedBatches, OfAnInteractionWithRegions) {
  EXPECT_OK(a().pubi("Q"));
  EXPECT_OK(b().subi_in("Q", {b().region("X 0 10")}));
  EXPECT_OK(c().subi_in("Q", {c().region("X 50 60")}));
  const RegionHandle here = a().region("X 5 6");
  const auto sent = a().rti->send_interaction_with_regions(a().interaction("Q"), {},
                                                           std::span(&here, 1), {}, LogicalTime{5});
  ASSERT_TRUE(sent.ok() && sent->has_value());
  settle();
  EXPECT_OK(a().rti->retract(**sent));
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "grant 10");
  EXPECT_SILENCE(c());
}
// 8.21 A retraction frees the bound of others: LITS goes back to GALT.
TEST_P(RetractedBatches, LitsAfterARetraction) {
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_OK(a().send_at(7, "T", "t1=2", "n"));
  EXPECT_OK(a().rti->modify_lookahead({20}));
  settle();
  EXPECT_EQ(b().galt() + " " + b().lits(), "20 5");
}

CONFORMANCE_SUITE(RetractedBatches);

}  // namespace
}  // namespace orrery::rti::testing::conformance
