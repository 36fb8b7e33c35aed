// Time management where lookahead, several regulators and requests of several kinds meet (clause 8).
#include "staged/staged.hpp"

namespace orrery::rti::testing::staged {
namespace {

// a, b and c send and receive Note (timestamp order) and Talk (receive order).
class StagedTime : public World {
 protected:
  void begin() override {
    for (Fed* each : {&a(), &b(), &c()}) speak(*each);
    hush();
    skip();
  }
  void speak(Fed& fed) {
    for (const char* of : {"Note", "Note.Call", "Note.Call.Urgent", "Talk"})
      STAGED_OK(fed.pubi(of));
    STAGED_OK(fed.subi("Note"));
    STAGED_OK(fed.subi("Talk"));
  }
};

// 8.19, 8.20 A smaller lookahead is reached as the federate advances; no promise is broken.
TEST_P(StagedTime, ASmallerLookaheadComesWithTheAdvances) {
  regulate(a(), 10);
  STAGED_OK(a().modify(4));
  EXPECT_EQ(a().lookahead(), "10");
  STAGED_ERR(a().send_at(9, "Note", "n2=x"), InvalidLogicalTime);
  drain();
  EXPECT_EQ(c().galt(), "10");
  STAGED_OK(a().tar(3));
  STAGED_HEARD(a(), "grant 3");
  EXPECT_EQ(a().lookahead(), "7");
  STAGED_ERR(a().send_at(9, "Note", "n2=x"), InvalidLogicalTime);
  drain();
  EXPECT_EQ(c().galt(), "10");
  STAGED_OK(a().tar(8));
  STAGED_HEARD(a(), "grant 8");
  EXPECT_EQ(a().lookahead(), "4");
  EXPECT_EQ(c().galt(), "12");
  STAGED_ERR(a().send_at(11, "Note", "n2=x"), InvalidLogicalTime);
  STAGED_OK(a().send_at(12, "Note", "n2=x"));
}
// 8.19 The last of several decreases counts.
TEST_P(StagedTime, TwoDecreases) {
  regulate(a(), 10);
  STAGED_OK(a().modify(6));
  STAGED_OK(a().modify(2));
  STAGED_OK(a().tar(5));
  STAGED_HEARD(a(), "grant 5");
  EXPECT_EQ(a().lookahead(), "5");
  STAGED_OK(a().modify(3));
  STAGED_OK(a().tar(7));
  STAGED_HEARD(a(), "grant 7");
  EXPECT_EQ(a().lookahead(), "3");
  EXPECT_EQ(c().galt(), "10");
}
// 8.4, 8.19 A decrease under way ends with the regulation.
TEST_P(StagedTime, ADecreaseEndsWithTheRegulation) {
  regulate(a(), 10);
  STAGED_OK(a().modify(2));
  STAGED_OK(a().rti->disable_time_regulation());
  EXPECT_EQ(a().lookahead(), "TimeRegulationIsNotEnabled");
  STAGED_ERR(a().modify(3), TimeRegulationIsNotEnabled);
  regulate(a(), 5);
  EXPECT_EQ(a().lookahead(), "5");
  drain();
  EXPECT_EQ(c().galt(), "5");
}
// 8.19, 8.9 Zero lookahead reached by a decrease: at the time granted after 8.9, later after 8.8.
TEST_P(StagedTime, ZeroLookaheadByADecrease) {
  regulate(a(), 1);
  STAGED_OK(a().modify(0));
  STAGED_OK(a().tara(1));
  STAGED_HEARD(a(), "grant 1");
  EXPECT_EQ(a().lookahead(), "0");
  STAGED_OK(a().send_at(1, "Note", "n2=x"));
  STAGED_ERR(a().send_at(0.5, "Note", "n2=x"), InvalidLogicalTime);
  STAGED_OK(a().tar(1));
  STAGED_HEARD(a(), "grant 1");
  STAGED_ERR(a().send_at(1, "Note", "n2=x"), InvalidLogicalTime);
  STAGED_OK(a().send_at(1.5, "Note", "n2=x"));
}
// 8.19 One that waits is granted when the shrinking lookahead lets it.
TEST_P(StagedTime, OneWaitsForAShrinkingLookahead) {
  regulate(a(), 10);
  constrain(b());
  STAGED_OK(b().tar(12));
  STAGED_OK(a().modify(2));
  STAGED_OK(a().tar(3));
  STAGED_HEARD(b());
  STAGED_OK(a().tar(9));
  STAGED_HEARD(b());
  drain();
  EXPECT_EQ(b().galt(), "11");
  STAGED_OK(a().tar(11));
  STAGED_HEARD(b(), "grant 12");
}
// 8.16 The bounds of a chain: a goes ahead of b, b waits for a, c for both.
TEST_P(StagedTime, BoundsOfAChain) {
  regulate(a(), 1);
  constrain(b());
  regulate(b(), 2);
  constrain(c());
  STAGED_OK(b().tar(10));
  drain();
  EXPECT_EQ(c().galt(), "1");
  STAGED_OK(a().tar(5));
  drain();
  EXPECT_EQ(c().galt(), "6");
  STAGED_OK(a().tar(20));
  skip();
  EXPECT_EQ(b().now(), "10");
  EXPECT_EQ(c().galt(), "12");
  EXPECT_EQ(c().lits(), "12");
  EXPECT_EQ(b().galt(), "21");
}
// 8.10 What the answer to a message brings forward is waited for.
TEST_P(StagedTime, AnAnswerComesBeforeTheNextMessage) {
  regulate(a(), 1);
  constrain(b());
  regulate(b(), 1);
  constrain(c());
  STAGED_OK(a().send_at(5, "Note", "n2=first"));
  STAGED_OK(a().send_at(9, "Note", "n2=last"));
  STAGED_OK(c().nmr(20));
  STAGED_OK(b().nmr(20));
  STAGED_OK(a().tar(30));
  b().when["grant"] = [&] { STAGED_OK(b().send_at(6, "Note", "n2=answer")); };
  STAGED_HEARD(b(), "receive Note n2=first @5", "grant 5");
  b().when.clear();
  STAGED_HEARD(c(), "receive Note n2=first @5", "grant 5");
  STAGED_OK(c().nmr(20));
  STAGED_HEARD(c());
  STAGED_OK(b().nmr(20));
  STAGED_HEARD(b(), "receive Note n2=last @9", "grant 9");
  STAGED_HEARD(c(), "receive Note n2=answer @6", "grant 6");
}
// 8.11 At the GALT: granted, and more of that time later.
TEST_P(StagedTime, NextMessagesAvailableAtOneTime) {
  regulate(a(), 1);
  constrain(c());
  STAGED_OK(a().tar(4));
  STAGED_OK(a().send_at(5, "Note", "n2=one"));
  STAGED_OK(c().nmra(20));
  STAGED_HEARD(c(), "receive Note n2=one @5", "grant 5");
  STAGED_OK(a().send_at(5, "Note", "n2=two"));
  STAGED_OK(c().nmra(20));
  STAGED_HEARD(c(), "receive Note n2=two @5", "grant 5");
  STAGED_OK(c().nmr(5));
  STAGED_HEARD(c());
  STAGED_OK(a().send_at(5, "Note", "n2=three"));
  STAGED_OK(a().tar(6));
  STAGED_HEARD(c(), "receive Note n2=three @5", "grant 5");
}
// 8.8, 8.9 The same time by both requests: the second waits until nothing can come at that time.
TEST_P(StagedTime, AvailableThenWhole) {
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().tar(4));
  STAGED_OK(b().tara(5));
  STAGED_HEARD(b(), "grant 5");
  STAGED_OK(b().tar(5));
  STAGED_HEARD(b());
  STAGED_OK(a().send_at(5, "Note", "n2=x"));
  STAGED_HEARD(b());
  STAGED_OK(a().tar(4.5));
  STAGED_HEARD(b(), "receive Note n2=x @5", "grant 5");
}
// 8.3 Regulation that begins beside a federate that is ahead: what is sent can still be delivered in order.
TEST_P(StagedTime, RegulationBeginsBehindAFederate) {
  constrain(b());
  STAGED_OK(b().tar(10));
  STAGED_HEARD(b(), "grant 10");
  regulate(a(), 1);
  const double time = std::stod(a().now());
  EXPECT_GE(time, 9);
  EXPECT_LT(time, 11);
  STAGED_OK(a().send_at(time + 2, "Note", "n2=x"));
  STAGED_OK(b().nmr(30));
  STAGED_OK(a().tar(40));
  STAGED_HEARD(b(), "receive Note n2=x @" + number(time + 2), "grant " + number(time + 2));
}
// 8.3 The same beside one that was granted by 8.9: the time itself may still be sent at.
TEST_P(StagedTime, RegulationBeginsBehindAnAvailableAdvance) {
  constrain(b());
  STAGED_OK(b().tara(10));
  STAGED_HEARD(b(), "grant 10");
  regulate(a(), 1);
  EXPECT_EQ(a().now(), "9");
  STAGED_OK(a().send_at(10, "Note", "n2=x"));
  arrive();
  STAGED_OK(b().tara(10));
  STAGED_HEARD(b(), "receive Note n2=x @10", "grant 10");
}
// 8.2, 8.5 Both are asked for at once.
TEST_P(StagedTime, RegulationAndConstraintAtOnce) {
  regulate(a(), 1);
  STAGED_OK(b().regulation(1));
  STAGED_OK(b().rti->enable_time_constrained());
  STAGED_ERRS(b().tar(3), RequestForTimeRegulationPending, RequestForTimeConstrainedPending);
  STAGED_HEARD_SORTED(b(), "regulating 0", "constrained 0");
  STAGED_OK(b().send_at(1, "Note", "n2=x"));
  STAGED_OK(b().tar(0.5));
  STAGED_HEARD(b(), "grant 0.5");
}
// 8.12 A flush brings what waits in receive order, then all messages, and is granted at the GALT.
TEST_P(StagedTime, AFlushOfBothOrders) {
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().send("Talk", "s1=t"));
  STAGED_OK(a().send_at(10, "Note", "n2=late"));
  STAGED_OK(a().send_at(7, "Note", "n2=early"));
  STAGED_HEARD(b());
  STAGED_OK(b().fqr(20));
  const Lines all = heard(b());
  EXPECT_EQ(sorted(all), sorted({"receive Talk s1=t", "receive Note n2=early @7",
                                 "receive Note n2=late @10", "grant 1"}));
  EXPECT_EQ(all.back(), "grant 1");
  STAGED_OK(a().send_at(5, "Note", "n2=x"));
  STAGED_OK(a().tar(20));
  STAGED_OK(b().tar(12));
  STAGED_HEARD(b(), "receive Note n2=x @5", "grant 12");
}
// 8.12 A flush to a time before the GALT; the lookahead counts from there.
TEST_P(StagedTime, AFlushOfARegulator) {
  regulate(a(), 5);
  constrain(b());
  regulate(b(), 1);
  STAGED_OK(a().send_at(9, "Note", "n2=x"));
  STAGED_OK(b().fqr(3));
  STAGED_HEARD(b(), "receive Note n2=x @9", "grant 3");
  STAGED_ERR(b().send_at(3.5, "Note", "n2=y"), InvalidLogicalTime);
  STAGED_OK(b().send_at(4, "Note", "n2=y"));
  drain();
  EXPECT_EQ(a().galt(), "4");
}
// 8.21 Only the sender's own handles, once.
TEST_P(StagedTime, HandlesOfOthers) {
  regulate(a(), 1);
  regulate(b(), 1);
  constrain(c());
  STAGED_OK(a().send_at(5, "Note", "n2=x"));
  const auto handle = *a().sent;
  STAGED_OK(b().send_at(6, "Note", "n2=y"));
  const auto other = *b().sent;
  if (handle != other)
    STAGED_ERRS(b().rti->retract(handle), InvalidMessageRetractionHandle,
                MessageCanNoLongerBeRetracted);
  STAGED_OK(a().rti->retract(handle));
  STAGED_ERRS(a().rti->retract(handle), InvalidMessageRetractionHandle,
              MessageCanNoLongerBeRetracted);
  STAGED_OK(a().tar(20));
  STAGED_OK(b().tar(20));
  STAGED_OK(c().tar(10));
  STAGED_HEARD(c(), "receive Note n2=y @6", "grant 10");
}
// 6.12, 8.21 A time without regulation, or for a class in receive order, gives no handle; receivers get the time.
TEST_P(StagedTime, TimesWithoutTimestampOrder) {
  STAGED_OK(a().send_at(5, "Note", "n2=x"));
  EXPECT_FALSE(a().sent.has_value());
  STAGED_HEARD(b(), "receive Note n2=x @5 ro");
  EXPECT_EQ(b().delivery.sent, OrderType::receive);
  regulate(a(), 1);
  STAGED_OK(a().send_at(5, "Talk", "s1=x"));
  EXPECT_FALSE(a().sent.has_value());
  STAGED_HEARD(b(), "receive Talk s1=x @5 ro");
  STAGED_ERR(a().send_at(0.5, "Note", "n2=x"), InvalidLogicalTime);
}
// 8.21, 8.10 Everything before the message is retracted, one by one: the bound of one that waits moves.
TEST_P(StagedTime, RetractedOneByOne) {
  regulate(a(), 1);
  constrain(b());
  std::vector<MessageRetractionHandle> all;
  for (const double time : {5., 6., 7., 8.}) {
    STAGED_OK(a().send_at(time, "Note", "n2=x"));
    all.push_back(*a().sent);
  }
  drain();
  STAGED_OK(b().nmr(20));
  for (std::size_t i = 0; i < 3; ++i) {
    STAGED_OK(a().rti->retract(all[i]));
    STAGED_HEARD(b());
  }
  STAGED_OK(a().tar(8));
  STAGED_HEARD(b(), "receive Note n2=x @8", "grant 8");
}
// 8.21 At exactly the earliest time that could be sent at, a message can still be retracted, or no more; after that surely not.
TEST_P(StagedTime, TooLateToRetract) {
  regulate(a(), 2);
  constrain(c());
  STAGED_OK(a().send_at(5, "Note", "n2=x"));
  STAGED_OK(a().tar(3.5));
  STAGED_HEARD(a(), "grant 3.5");
  STAGED_ERR(a().rti->retract(*a().sent), MessageCanNoLongerBeRetracted);
  STAGED_OK(c().tar(5));
  STAGED_HEARD(c(), "receive Note n2=x @5", "grant 5");
}
// 8.17, 4.9 One that joins again begins at zero, and regulates from the others' time on.
TEST_P(StagedTime, JoinedAgain) {
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().tar(60));
  STAGED_OK(b().tar(50));
  STAGED_HEARD(b(), "grant 50");
  STAGED_OK(resign(a()));
  STAGED_OK(join(a()));
  EXPECT_EQ(a().now(), "0");
  EXPECT_EQ(a().lookahead(), "TimeRegulationIsNotEnabled");
  drain();
  EXPECT_EQ(b().galt(), "none");
  a().log.clear();
  regulate(a(), 1);
  EXPECT_GE(std::stod(a().now()), 49);
  drain();
  EXPECT_GE(std::stod(b().galt()), 50);
}
// 8.10 Four in a row hand a message on; the last hears all of them in order.
TEST_P(StagedTime, HandedOn) {
  Fed& last = enter("d");
  speak(last);
  regulate(a(), 1);
  for (Fed* each : {&b(), &c()}) {
    constrain(*each);
    regulate(*each, 1);
  }
  constrain(last);
  skip();
  const auto hand_on = [](Fed& fed, const std::string& word, const std::string& of,
                          const std::string& values) {
    fed.when["grant"] = [&fed, word, of, values] {
      for (const auto& each : fed.log) {
        if (each == "receive Note " + word + "@" + fed.now())
          STAGED_OK(fed.send_at(std::stod(fed.now()) + 1, of, values));
      }
    };
  };
  hand_on(b(), "n2=a ", "Note.Call", "n2=b");
  hand_on(c(), "n2=b ", "Note.Call.Urgent", "n2=c");
  STAGED_OK(a().send_at(2, "Note", "n2=a"));
  STAGED_OK(a().send_at(10, "Note", "n2=a"));
  STAGED_OK(a().tar(100));
  Lines all;
  for (int i = 0; i < 12; ++i) {
    for (Fed* each : {&b(), &c(), &last}) {
      if (std::stod(each->now()) < 40) (void)each->nmr(40);
    }
    for (const auto& each : heard(last)) {
      if (each.starts_with("receive")) all.push_back(each);
    }
  }
  EXPECT_EQ(last.now(), "40");
  EXPECT_EQ(all,
            (Lines{"receive Note n2=a @2", "receive Note n2=b @3", "receive Note n2=c @4",
                   "receive Note n2=a @10", "receive Note n2=b @11", "receive Note n2=c @12"}));
}
// 8.7, 8.5 Constraint goes and comes during another's retraction window: what was delivered in receive order is retracted by
// 8.22, what waits again is not delivered.
TEST_P(StagedTime, ConstraintGoesAndComes) {
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().send_at(5, "Note", "n2=x"));
  const auto first = *a().sent;
  STAGED_HEARD(b());
  STAGED_OK(b().rti->disable_time_constrained());
  STAGED_HEARD(b(), "receive Note n2=x @5 ro");
  constrain(b());
  STAGED_OK(a().send_at(6, "Note", "n2=y"));
  drain();
  STAGED_OK(a().rti->retract(first));
  STAGED_OK(a().rti->retract(*a().sent));
  STAGED_HEARD(b(), "retraction");
  STAGED_OK(a().tar(20));
  STAGED_OK(b().tar(10));
  STAGED_HEARD(b(), "grant 10");
}
// 8.8 to 8.12 No request of any kind during an advance of any kind; the first is granted.
TEST_P(StagedTime, OneRequestAtATime) {
  regulate(a(), 1);
  constrain(b());
  using Request = Status (Fed::*)(double);
  const Request all[] = {&Fed::tar, &Fed::tara, &Fed::nmr, &Fed::nmra};
  double time = 5;
  for (const Request first : all) {
    STAGED_OK((b().*first)(time));
    for (const Request second : all) STAGED_ERR((b().*second)(time + 1), InTimeAdvancingState);
    STAGED_ERR(b().fqr(time), InTimeAdvancingState);
    STAGED_ERR(b().regulation(1), InTimeAdvancingState);
    STAGED_OK(a().tar(time + 1));
    STAGED_HEARD(b(), "grant " + number(time));
    time += 5;
  }
}
// 8.16 GALT with a lookahead that grows while another shrinks: the least of all counts.
TEST_P(StagedTime, TheLeastOfThree) {
  regulate(a(), 4);
  regulate(b(), 6);
  constrain(c());
  EXPECT_EQ(c().galt(), "4");
  STAGED_OK(a().modify(9));
  drain();
  EXPECT_EQ(c().galt(), "6");
  STAGED_OK(b().modify(1));
  STAGED_OK(b().tara(5));
  drain();
  EXPECT_EQ(c().galt(), "6");
  EXPECT_EQ(a().galt(), "6");
  EXPECT_EQ(b().galt(), "9");
  STAGED_OK(b().tara(8.5));
  drain();
  EXPECT_EQ(c().galt(), "9");
}
// 8.9 Two with zero lookahead exchange at one time, a third waits for the time to be over.
TEST_P(StagedTime, TwoExchangeAndAThirdWaits) {
  for (Fed* each : {&a(), &b()}) {
    constrain(*each);
    regulate(*each, 0);
  }
  constrain(c());
  STAGED_OK(c().tar(5));
  STAGED_OK(a().tara(5));
  STAGED_OK(b().tara(5));
  STAGED_HEARD(a(), "grant 5");
  STAGED_HEARD(b(), "grant 5");
  STAGED_OK(a().send_at(5, "Note", "n2=a"));
  STAGED_OK(b().send_at(5, "Note", "n2=b"));
  arrive();
  STAGED_OK(a().tara(5));
  STAGED_OK(b().tara(5));
  STAGED_HEARD(a(), "receive Note n2=b @5", "grant 5");
  STAGED_HEARD(b(), "receive Note n2=a @5", "grant 5");
  STAGED_HEARD(c());
  STAGED_OK(a().tar(5));
  STAGED_HEARD(c());
  STAGED_OK(b().tar(5));
  STAGED_HEARD(a(), "grant 5");
  STAGED_HEARD(b(), "grant 5");
  STAGED_HEARD_SORTED(c(), "receive Note n2=a @5", "receive Note n2=b @5", "grant 5");
}
// 8.10 With zero lookahead: who is granted by 8.10 sends later than that.
TEST_P(StagedTime, NextMessageAndZeroLookahead) {
  regulate(a(), 1);
  constrain(b());
  regulate(b(), 0);
  STAGED_OK(a().send_at(5, "Note", "n2=x"));
  STAGED_OK(a().tar(20));
  STAGED_OK(b().nmr(10));
  STAGED_HEARD(b(), "receive Note n2=x @5", "grant 5");
  STAGED_ERR(b().send_at(5, "Note", "n2=y"), InvalidLogicalTime);
  STAGED_OK(b().send_at(5.25, "Note", "n2=y"));
  STAGED_OK(b().nmra(10));
  STAGED_HEARD(b(), "grant 10");
  STAGED_OK(b().send_at(10, "Note", "n2=y"));
}
// 8.13 Two regulators that resign in turn free one that waits only when the last has gone.
TEST_P(StagedTime, RegulatorsLeaveOneByOne) {
  regulate(a(), 1);
  regulate(c(), 2);
  constrain(b());
  STAGED_OK(c().send_at(4, "Note", "n2=x"));
  STAGED_OK(b().nmr(10));
  STAGED_OK(resign(c()));
  STAGED_HEARD(b());
  EXPECT_EQ(b().galt(), "1");
  STAGED_OK(resign(a()));
  STAGED_HEARD(b(), "receive Note n2=x @4", "grant 4");
  EXPECT_EQ(b().galt(), "none");
  EXPECT_EQ(b().lits(), "none");
  STAGED_OK(b().nmr(10));
  STAGED_HEARD(b(), "grant 10");
}
// 8.14 Receive order during an advance and between them, with and without asynchronous delivery.
TEST_P(StagedTime, ReceiveOrderAroundAnAdvance) {
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(b().tar(3));
  STAGED_OK(a().send("Talk", "s1=during"));
  STAGED_HEARD(b(), "receive Talk s1=during");
  STAGED_OK(a().tar(5));
  STAGED_HEARD(b(), "grant 3");
  STAGED_OK(a().send("Talk", "s1=between"));
  STAGED_HEARD(b());
  STAGED_OK(b().tar(4));
  STAGED_HEARD(b(), "receive Talk s1=between", "grant 4");
  STAGED_OK(b().rti->enable_asynchronous_delivery());
  STAGED_OK(a().send("Talk", "s1=async"));
  STAGED_HEARD(b(), "receive Talk s1=async");
  STAGED_OK(b().rti->disable_asynchronous_delivery());
  STAGED_OK(a().send("Talk", "s1=later"));
  STAGED_HEARD(b());
  STAGED_OK(b().rti->disable_time_constrained());
  STAGED_HEARD(b(), "receive Talk s1=later");
}
// 8.18 Messages that do not concern the federate move no LITS; those that do, do.
TEST_P(StagedTime, LitsOfWhatConcernsTheFederate) {
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().send_at(30, "Note", "n2=x"));
  STAGED_OK(a().tar(20));
  drain();
  EXPECT_EQ(b().lits(), "21");
  STAGED_OK(a().tar(40));
  drain();
  EXPECT_EQ(b().lits(), "30");
  EXPECT_EQ(b().galt(), "41");
  STAGED_OK(b().tar(30));
  STAGED_HEARD(b(), "receive Note n2=x @30", "grant 30");
  EXPECT_EQ(b().lits(), "41");
}

STAGED_SUITE(StagedTime);

}  // namespace
}  // namespace orrery::rti::testing::staged
