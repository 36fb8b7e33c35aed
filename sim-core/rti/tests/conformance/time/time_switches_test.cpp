// Regulation, constraint and asynchronous delivery go on and off while messages wait (8.2 to 8.7, 8.14, 8.15).
#include <algorithm>

#include "conformance/timed_federates.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class TimeSwitches : public TimedFederates {
 protected:
  std::string state(Actor& each) { return each.galt() + " " + each.lits(); }
};

// 8.7 What waits in timestamp order is delivered in receive order, all of it.
TEST_P(TimeSwitches, ConstraintEndsWithAQueue) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(9, "T", "t1=1"));
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->disable_time_constrained());
  EXPECT_HEARD_SORTED(b(), "receive T t1=1 @9", "reflect x a2=1 @5");
  EXPECT_EQ(b().last.sent, OrderType::timestamp);
  EXPECT_EQ(b().last.received, OrderType::receive);
  constrain(b());
  EXPECT_OK(a().send_at(3, "T", "t1=2"));
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "receive T t1=2 @3 tso", "grant 10");
}
// 8.5, 8.6 Constrained again while later messages are under way.
TEST_P(TimeSwitches, OffAndOnBetweenMessages) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(b().rti->disable_time_constrained());
  EXPECT_HEARD(b(), "receive T t1=1 @5");
  EXPECT_OK(a().send_at(6, "T", "t1=2"));
  EXPECT_HEARD(b(), "receive T t1=2 @6");
  constrain(b());
  EXPECT_OK(a().send_at(7, "T", "t1=3"));
  EXPECT_SILENCE(b());
  EXPECT_EQ(state(b()), "1 1");
  EXPECT_OK(a().tar(9));
  EXPECT_OK(b().nmr(20));
  EXPECT_HEARD(b(), "receive T t1=3 @7 tso", "grant 7");
}
// 8.7 In the middle of an advance: the grant comes all the same.
TEST_P(TimeSwitches, ConstraintEndsDuringAnAdvance) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(b().tar(20));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->disable_time_constrained());
  EXPECT_HEARD_SORTED(b(), "grant 20", "receive T t1=1 @5");
  EXPECT_EQ(b().time(), 20);
}
// 8.2, 8.3 A constrained federate with messages waiting begins to regulate late: nothing comes in its past.
TEST_P(TimeSwitches, RegulationBeginsWithAQueue) {
  regulate(a(), 1);
  constrain(b());
  constrain(c());
  EXPECT_OK(a().send_at(7, "T", "t1=1"));
  EXPECT_OK(a().tar(30));
  EXPECT_OK(b().tar(20));
  EXPECT_EQ(b().heard().back(), "grant 20");
  EXPECT_OK(c().regulate(1));
  const Lines heard = c().heard();
  ASSERT_FALSE(heard.empty());
  EXPECT_EQ(words(heard.back()).at(0), "regulating");
  const std::int64_t now = c().time();
  EXPECT_GE(now + 1, 20);
  if (now >= 7) {
    EXPECT_TRUE(std::ranges::count(heard, "receive T t1=1 @7 tso") == 1);
  }
  EXPECT_OK(c().send_at(std::max<std::int64_t>(now + 1, 21), "T"));
  EXPECT_OK(c().tar(50));
  EXPECT_OK(b().tar(25));
  const Lines after = b().heard();
  EXPECT_EQ(after.back(), "grant 25");
  EXPECT_EQ(
      std::ranges::count_if(after, [](const auto& each) { return each.starts_with("receive T"); }),
      std::max<std::int64_t>(now + 1, 21) <= 25 ? 1 : 0);
}
// 8.4, 8.16 Without regulation there is no bound, though its messages wait.
TEST_P(TimeSwitches, RegulationEndsWithAQueue) {
  regulate(a(), 2);
  constrain(b());
  EXPECT_OK(a().send_at(7, "T", "t1=1"));
  EXPECT_OK(a().rti->disable_time_regulation());
  settle();
  EXPECT_EQ(state(b()), "undefined 7");
  EXPECT_OK(a().send_at(3, "T", "t1=2"));
  EXPECT_OK(b().nmr(20));
  EXPECT_HEARD(b(), "receive T t1=2 @3", "receive T t1=1 @7 tso", "grant 7");
  EXPECT_OK(b().nmr(20));
  EXPECT_HEARD(b(), "grant 20");
}
// 8.3, 8.4 Regulation off and on with another lookahead: the bound is the new one.
TEST_P(TimeSwitches, RegulationOffAndOn) {
  regulate(a(), 9);
  constrain(b());
  EXPECT_EQ(b().galt(), "9");
  EXPECT_OK(b().tar(6));
  EXPECT_HEARD(b(), "grant 6");
  EXPECT_OK(a().rti->disable_time_regulation());
  settle();
  EXPECT_OK(a().regulate(2));
  settle();
  const std::int64_t now = a().time();
  EXPECT_GE(now + 2, 6);
  EXPECT_EQ(b().galt(), std::to_string(now + 2));
  EXPECT_ERROR(a().send_at(now + 1, "T"), InvalidLogicalTime);
}
// 8.14 Asynchronous delivery is of receive order alone, also between two messages in timestamp order.
TEST_P(TimeSwitches, AsynchronousDeliveryInTheMiddle) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send("K", "k1=1"));
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_HEARD(b(), "receive K k1=1");
  EXPECT_OK(a().send("K", "k1=2"));
  EXPECT_HEARD(b(), "receive K k1=2");
  EXPECT_OK(b().rti->disable_asynchronous_delivery());
  EXPECT_OK(a().send("K", "k1=3"));
  EXPECT_OK(a().send_at(8, "T", "t1=2"));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().nmr(20));
  EXPECT_HEARD(b(), "receive K k1=3", "receive T t1=1 @5 tso", "grant 5");
  EXPECT_OK(b().nmr(20));
  EXPECT_HEARD(b(), "receive T t1=2 @8 tso", "grant 8");
}
// 8.14, 4.13 Callbacks that are no receive-order messages do not wait for an advance.
TEST_P(TimeSwitches, WhatDoesNotWait) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send("K", "k1=1"));
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().rti->register_federation_synchronization_point("p", {}));
  const Lines heard = b().heard_sorted();
  EXPECT_EQ(heard, (Lines{"announce p", "discover y A"}));
}
// 6.15, 8.14 A removal in receive order waits as a message does.
TEST_P(TimeSwitches, ARemovalWaits) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().del("x"));
  EXPECT_SILENCE(b());
  EXPECT_HEARD(c(), "reflect x a1=1", "remove x");
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(5));
  const Lines heard = b().heard();
  EXPECT_EQ(heard.back(), "grant 5");
  EXPECT_EQ(heard.at(heard.size() - 2), "remove x");
}
// 8.5, 8.6 Constraint is asked for in the middle of an advance, and twice; it waits until GALT is not before the federate.
TEST_P(TimeSwitches, StatesThatExclude) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().tar(5));
  EXPECT_ERROR(b().regulate(1), InTimeAdvancingState);
  EXPECT_ERROR(b().constrain(), TimeConstrainedAlreadyEnabled);
  EXPECT_OK(a().tar(5));
  EXPECT_HEARD(b(), "grant 5");
  EXPECT_ERROR(b().constrain(), TimeConstrainedAlreadyEnabled);
  EXPECT_ERROR(a().regulate(1), TimeRegulationAlreadyEnabled);
  EXPECT_OK(c().tar(8));
  EXPECT_ERROR(c().constrain(), InTimeAdvancingState);
  EXPECT_HEARD(c(), "grant 8");
  EXPECT_OK(c().constrain());
  EXPECT_SILENCE(c());
  EXPECT_OK(a().tar(9));
  EXPECT_HEARD(c(), "constrained 8");
}

CONFORMANCE_SUITE(TimeSwitches);

}  // namespace
}  // namespace orrery::rti::testing::conformance
