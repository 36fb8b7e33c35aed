// IEEE 1516.1-2010, clause 8: corner cases of time advances.
#include <limits>

#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause8Advances : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    for (auto& each : actors()) {
      ASSERT_OK(each->pubi("T"));
      ASSERT_OK(each->pubi("K"));
      ASSERT_OK(each->subi("T"));
      ASSERT_OK(each->subi("K"));
    }
    skip();
  }
};
CONFORMANCE_SUITE(Clause8Advances);

// 8.8: all messages up to the time come before the grant, and none after it is for that time or before.
TEST_P(Clause8Advances, AGrantWaitsForTheGaltToPassItsTime) {
  regulate(a(), 2);
  constrain(b());
  ASSERT_OK(b().tar(2));
  EXPECT_SILENCE(b()) << "the GALT is 2: a message at 2 may come";
  ASSERT_OK(a().send_at(2, "T"));
  ASSERT_OK(a().tar(1));
  EXPECT_HEARD(b(), "receive T @2 tso", "grant 2");
}

TEST_P(Clause8Advances, AnAvailableGrantIsGivenAtTheGalt) {
  regulate(a(), 2);
  constrain(b());
  ASSERT_OK(a().send_at(2, "T", "t1=1"));
  ASSERT_OK(a().send_at(2, "T", "t1=2"));
  ASSERT_OK(b().tara(2));
  EXPECT_HEARD(b(), "receive T t1=1 @2 tso", "receive T t1=2 @2 tso", "grant 2");
  ASSERT_OK(b().tara(3));
  EXPECT_SILENCE(b());
}

// 8.8: the present time may be requested.
TEST_P(Clause8Advances, TheCurrentTimeMayBeRequestedAgain) {
  regulate(a(), 5);
  constrain(b());
  ASSERT_OK(b().tar(3));
  EXPECT_HEARD(b(), "grant 3");
  ASSERT_OK(b().tar(3));
  EXPECT_HEARD(b(), "grant 3");
  ASSERT_OK(b().nmr(3));
  EXPECT_HEARD(b(), "grant 3");
  ASSERT_OK(b().fqr(3));
  EXPECT_HEARD(b(), "grant 3");
  EXPECT_ERROR(b().nmra(2), LogicalTimeAlreadyPassed);
  EXPECT_EQ(b().time(), 3);
}

// 8.10: a message beyond the requested time is not delivered.
TEST_P(Clause8Advances, AMessageBeyondTheRequestWaits) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(15, "T"));
  ASSERT_OK(a().tar(30));
  ASSERT_OK(b().nmr(10));
  EXPECT_HEARD(b(), "grant 10");
  ASSERT_OK(b().nmra(15));
  EXPECT_HEARD(b(), "receive T @15 tso", "grant 15");
}

// 8.10: without lookahead, a message at the time of the request is followed by others of that time after the grant of an
// available request alone.
TEST_P(Clause8Advances, WithoutLookaheadANextMessageGrantClosesItsTime) {
  regulate(a(), 0);
  constrain(b());
  regulate(b(), 0);
  ASSERT_OK(a().send_at(5, "T"));
  ASSERT_OK(b().nmr(9));
  ASSERT_OK(a().tar(5));
  EXPECT_HEARD(b(), "receive T @5 tso", "grant 5");
  EXPECT_ERROR(b().send_at(5, "T"), InvalidLogicalTime);
  ASSERT_OK(a().send_at(7, "T"));
  ASSERT_OK(b().nmra(9));
  ASSERT_OK(a().tara(7));
  EXPECT_HEARD(b(), "receive T @7 tso", "grant 7");
  EXPECT_OK(b().send_at(7, "T"));
}

// 8.3: the GALT of others does not go back when a federate begins to regulate.
TEST_P(Clause8Advances, ANewRegulatorIsBoundToTheTimesOfOthers) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().tar(20));
  ASSERT_OK(b().tar(15));
  EXPECT_HEARD(b(), "grant 15");
  skip();
  ASSERT_OK(c().regulate(0));
  settle();
  EXPECT_GE(c().time(), 15);
  ASSERT_OK(b().tar(18));
  settle();
  ASSERT_OK(c().send_at(c().time() + 1, "T"));
  ASSERT_OK(c().tar(40));
  const Lines heard = b().heard();
  ASSERT_FALSE(heard.empty());
  EXPECT_EQ(heard.back(), "grant 18");
}

// 8.7: a pending advance of a federate that is no longer constrained is granted.
TEST_P(Clause8Advances, WithoutTheConstraintAnAdvanceIsGranted) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(12, "T"));
  ASSERT_OK(b().nmr(30));
  EXPECT_SILENCE(b());
  ASSERT_OK(b().rti->disable_time_constrained());
  const Lines heard = b().heard_sorted();
  ASSERT_EQ(heard.size(), 2U);
  EXPECT_EQ(heard[0], "grant 30");
  EXPECT_EQ(heard[1], "receive T @12");
}

// 8.16: a federate in an advance counts with the requested time and its lookahead.
TEST_P(Clause8Advances, TheGaltFollowsRequestsNotGrants) {
  regulate(a(), 1);
  regulate(b(), 3);
  constrain(b());
  ASSERT_OK(b().tar(7));
  settle();
  EXPECT_EQ(b().time(), 0);
  EXPECT_EQ(a().galt(), "10");
  ASSERT_OK(a().tar(9));
  EXPECT_HEARD(b(), "grant 7");
  EXPECT_EQ(a().galt(), "10");
}

// 8.10: one that waits for its next message counts with what it can still be granted at.
TEST_P(Clause8Advances, AWaiterForItsNextMessageCountsWithItsGalt) {
  regulate(a(), 1);
  regulate(b(), 3);
  constrain(b());
  ASSERT_OK(b().nmr(50));
  settle();
  const std::string before = c().galt();
  EXPECT_EQ(before, "1");
  ASSERT_OK(a().tar(6));
  settle();
  EXPECT_EQ(c().galt(), "7") << "b may be granted at 7, and send at 10";
}

// 8.19: a greater lookahead counts at once, in the GALT of the others too.
TEST_P(Clause8Advances, AGreaterLookaheadFreesOthers) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(b().tar(8));
  EXPECT_SILENCE(b());
  ASSERT_OK(a().rti->modify_lookahead({9}));
  EXPECT_HEARD(b(), "grant 8");
  ASSERT_OK(a().rti->modify_lookahead({0}));
  EXPECT_ERROR(a().send_at(8, "T"), InvalidLogicalTime);
  EXPECT_EQ(b().galt(), "9");
  ASSERT_OK(a().tar(5));
  settle();
  EXPECT_EQ(a().lookahead(), 4);
  ASSERT_OK(a().tar(12));
  settle();
  EXPECT_EQ(a().lookahead(), 0);
}

// 8.14: with asynchronous delivery receive order comes in both states, timestamp order only in an advance.
TEST_P(Clause8Advances, AsynchronousDeliveryConcernsReceiveOrderAlone) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  ASSERT_OK(a().send_at(5, "T"));
  ASSERT_OK(a().tar(20));
  ASSERT_OK(a().send("K"));
  EXPECT_HEARD(b(), "receive K");
  ASSERT_OK(b().rti->disable_asynchronous_delivery());
  ASSERT_OK(a().send("K", "k1=2"));
  EXPECT_SILENCE(b());
  ASSERT_OK(b().tar(3));
  EXPECT_HEARD(b(), "receive K k1=2", "grant 3");
}

// 8.12 in a federate that others wait for.
TEST_P(Clause8Advances, AFlushDoesNotPassWhatOthersMaySend) {
  for (Actor* each : {&a(), &b()}) {
    regulate(*each, 2);
    constrain(*each);
  }
  ASSERT_OK(a().send_at(6, "T"));
  ASSERT_OK(b().fqr(10));
  EXPECT_HEARD(b(), "receive T @6 tso", "grant 2");
  EXPECT_EQ(a().galt(), "4");
  ASSERT_OK(b().send_at(4, "T"));
  ASSERT_OK(a().nmra(10));
  EXPECT_HEARD(a(), "receive T @4 tso", "grant 4");
}

// 8.21: the federates that have received the message are asked, and no others.
TEST_P(Clause8Advances, ARetractionIsRequestedWhereTheMessageWasReceived) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(9, "T", "t1=1", "m"));
  EXPECT_HEARD(c(), "receive T t1=1 @9");
  ASSERT_OK(c().unsubi("T"));
  ASSERT_OK(a().retract("m"));
  EXPECT_HEARD(c(), "retract m");
  EXPECT_SILENCE(b());
  EXPECT_SILENCE(a());
}

// 8.21: a retraction that comes before the message is received takes it away.
TEST_P(Clause8Advances, AMessageThatWaitsInTheQueueIsTakenAway) {
  regulate(a(), 1);
  c().silent = true;
  ASSERT_OK(a().send_at(9, "T", "t1=1", "m"));
  settle();
  ASSERT_OK(a().retract("m"));
  settle();
  c().silent = false;
  EXPECT_SILENCE(c());
}

// 8.2 and 8.5 in either order, with times that the federate has reached before.
TEST_P(Clause8Advances, TimeIsKeptThroughTheSwitches) {
  ASSERT_OK(a().tar(10));
  EXPECT_HEARD(a(), "grant 10");
  ASSERT_OK(a().constrain());
  EXPECT_HEARD(a(), "constrained 10");
  ASSERT_OK(a().regulate(3));
  EXPECT_HEARD(a(), "regulating 10");
  ASSERT_OK(a().rti->disable_time_regulation());
  ASSERT_OK(a().rti->disable_time_constrained());
  EXPECT_EQ(a().time(), 10);
  ASSERT_OK(a().regulate(1));
  EXPECT_HEARD(a(), "regulating 10");
  EXPECT_EQ(b().galt(), "11");
}

// 8.1.3: several messages of one time keep the order of their sender.
TEST_P(Clause8Advances, MessagesOfOneTimeKeepTheOrderOfTheirSender) {
  regulate(a(), 1);
  constrain(b());
  for (int i = 0; i < 5; ++i) ASSERT_OK(a().send_at(4, "T", "t1=" + std::to_string(i)));
  ASSERT_OK(a().tar(9));
  ASSERT_OK(b().tar(9));
  EXPECT_HEARD(b(), "receive T t1=0 @4 tso", "receive T t1=1 @4 tso", "receive T t1=2 @4 tso",
               "receive T t1=3 @4 tso", "receive T t1=4 @4 tso", "grant 9");
}

TEST_P(Clause8Advances, MessagesOfSeveralSendersComeInTheOrderOfTheirTimes) {
  regulate(a(), 1);
  regulate(c(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(8, "T", "t1=a8"));
  ASSERT_OK(c().send_at(6, "T", "t1=c6"));
  ASSERT_OK(a().send_at(4, "T", "t1=a4"));
  ASSERT_OK(c().send_at(7, "T", "t1=c7"));
  ASSERT_OK(a().tar(20));
  ASSERT_OK(c().tar(20));
  ASSERT_OK(b().tar(9));
  EXPECT_HEARD(b(), "receive T t1=a4 @4 tso", "receive T t1=c6 @6 tso", "receive T t1=c7 @7 tso",
               "receive T t1=a8 @8 tso", "grant 9");
}

// 8.20, 8.17 while a request is pending: the values of before.
TEST_P(Clause8Advances, TheTimeIsThatOfTheLastGrant) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().tar(20));
  settle();
  b().silent = true;
  ASSERT_OK(b().tar(9));
  settle();
  EXPECT_EQ(b().time(), 0) << "the grant has not been received";
  b().silent = false;
  EXPECT_HEARD(b(), "grant 9");
  EXPECT_EQ(b().time(), 9);
}

TEST_P(Clause8Advances, InvalidTimesAreRefused) {
  regulate(a(), 1);
  constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
  EXPECT_ERROR(a().tar(-1), LogicalTimeAlreadyPassed);
  EXPECT_ERROR(a().tar(greatest), InvalidLogicalTime);
  EXPECT_ERROR(a().send_at(greatest, "T"), InvalidLogicalTime);
  EXPECT_ERROR(a().send_at(0, "T"), InvalidLogicalTime);
  EXPECT_ERROR(a().rti->modify_lookahead({greatest}), InvalidLookahead);
  EXPECT_SILENCE(b());
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
