// Time management where lookahead, several regulators and requests of several kinds meet (clause 8).
#include "stranger.hpp"

namespace orrery::rti::testing::stranger {
namespace {

// a, b and c send and receive Note (timestamp order) and Talk (receive order).
class StrangerTime : public World {
 protected:
  void begin() override {
    for (Fed* each : {&a(), &b(), &c()}) speak(*each);
    hush();
    skip();
  }
  void speak(Fed& fed) {
    for (const char* of : {"Note", "Note.Call", "Note.Call.Urgent", "Talk"})
      STRANGER_OK(fed.pubi(of));
    STRANGER_OK(fed.subi("Note"));
    STRANGER_OK(fed.subi("Talk"));
  }
};

// 8.19, 8.20 A smaller lookahead is reached as the federate advances; no promise is broken.
TEST_P(StrangerTime, ASmallerLookaheadComesWithTheAdvances) {
  regulate(a(), 10);
  STRANGER_OK(a().modify(4));
  EXPECT_EQ(a().lookahead(), "10");
  STRANGER_ERR(a().send_at(9, "Note", "n2=x"), InvalidLogicalTime);
  drain();
  EXPECT_EQ(c().galt(), "10");
  STRANGER_OK(a().tar(3));
  STRANGER_HEARD(a(), "grant 3");
  EXPECT_EQ(a().lookahead(), "7");
  STRANGER_ERR(a().send_at(9, "Note", "n2=x"), InvalidLogicalTime);
  drain();
  EXPECT_EQ(c().galt(), "10");
  STRANGER_OK(a().tar(8));
  STRANGER_HEARD(a(), "grant 8");
  EXPECT_EQ(a().lookahead(), "4");
  EXPECT_EQ(c().galt(), "12");
  STRANGER_ERR(a().send_at(11, "Note", "n2=x"), InvalidLogicalTime);
  STRANGER_OK(a().send_at(12, "Note", "n2=x"));
}
// 8.19 The last of several decreases counts.
TEST_P(StrangerTime, TwoDecreases) {
  regulate(a(), 10);
  STRANGER_OK(a().modify(6));
  STRANGER_OK(a().modify(2));
  STRANGER_OK(a().tar(5));
  STRANGER_HEARD(a(), "grant 5");
  EXPECT_EQ(a().lookahead(), "5");
  STRANGER_OK(a().modify(3));
  STRANGER_OK(a().tar(7));
  STRANGER_HEARD(a(), "grant 7");
  EXPECT_EQ(a().lookahead(), "3");
  EXPECT_EQ(c().galt(), "10");
}
// 8.4, 8.19 A decrease under way ends with the regulation.
TEST_P(StrangerTime, ADecreaseEndsWithTheRegulation) {
  regulate(a(), 10);
  STRANGER_OK(a().modify(2));
  STRANGER_OK(a().rti->disable_time_regulation());
  EXPECT_EQ(a().lookahead(), "TimeRegulationIsNotEnabled");
  STRANGER_ERR(a().modify(3), TimeRegulationIsNotEnabled);
  regulate(a(), 5);
  EXPECT_EQ(a().lookahead(), "5");
  drain();
  EXPECT_EQ(c().galt(), "5");
}
// 8.19, 8.9 Zero lookahead reached by a decrease: at the time granted after 8.9, later after 8.8.
TEST_P(StrangerTime, ZeroLookaheadByADecrease) {
  regulate(a(), 1);
  STRANGER_OK(a().modify(0));
  STRANGER_OK(a().tara(1));
  STRANGER_HEARD(a(), "grant 1");
  EXPECT_EQ(a().lookahead(), "0");
  STRANGER_OK(a().send_at(1, "Note", "n2=x"));
  STRANGER_ERR(a().send_at(0.5, "Note", "n2=x"), InvalidLogicalTime);
  STRANGER_OK(a().tar(1));
  STRANGER_HEARD(a(), "grant 1");
  STRANGER_ERR(a().send_at(1, "Note", "n2=x"), InvalidLogicalTime);
  STRANGER_OK(a().send_at(1.5, "Note", "n2=x"));
}
// 8.19 One that waits is granted when the shrinking lookahead lets it.
TEST_P(StrangerTime, OneWaitsForAShrinkingLookahead) {
  regulate(a(), 10);
  constrain(b());
  STRANGER_OK(b().tar(12));
  STRANGER_OK(a().modify(2));
  STRANGER_OK(a().tar(3));
  STRANGER_HEARD(b());
  STRANGER_OK(a().tar(9));
  STRANGER_HEARD(b());
  drain();
  EXPECT_EQ(b().galt(), "11");
  STRANGER_OK(a().tar(11));
  STRANGER_HEARD(b(), "grant 12");
}
// 8.16 The bounds of a chain: a goes ahead of b, b waits for a, c for both.
TEST_P(StrangerTime, BoundsOfAChain) {
  regulate(a(), 1);
  constrain(b());
  regulate(b(), 2);
  constrain(c());
  STRANGER_OK(b().tar(10));
  drain();
  EXPECT_EQ(c().galt(), "1");
  STRANGER_OK(a().tar(5));
  drain();
  EXPECT_EQ(c().galt(), "6");
  STRANGER_OK(a().tar(20));
  skip();
  EXPECT_EQ(b().now(), "10");
  EXPECT_EQ(c().galt(), "12");
  EXPECT_EQ(c().lits(), "12");
  EXPECT_EQ(b().galt(), "21");
}
// 8.10 What the answer to a message brings forward is waited for.
TEST_P(StrangerTime, AnAnswerComesBeforeTheNextMessage) {
  regulate(a(), 1);
  constrain(b());
  regulate(b(), 1);
  constrain(c());
  STRANGER_OK(a().send_at(5, "Note", "n2=first"));
  STRANGER_OK(a().send_at(9, "Note", "n2=last"));
  STRANGER_OK(c().nmr(20));
  STRANGER_OK(b().nmr(20));
  STRANGER_OK(a().tar(30));
  b().when["grant"] = [&] { STRANGER_OK(b().send_at(6, "Note", "n2=answer")); };
  STRANGER_HEARD(b(), "receive Note n2=first @5", "grant 5");
  b().when.clear();
  STRANGER_HEARD(c(), "receive Note n2=first @5", "grant 5");
  STRANGER_OK(c().nmr(20));
  STRANGER_HEARD(c());
  STRANGER_OK(b().nmr(20));
  STRANGER_HEARD(b(), "receive Note n2=last @9", "grant 9");
  STRANGER_HEARD(c(), "receive Note n2=answer @6", "grant 6");
}
// 8.11 At the GALT: granted, and more of that time later.
TEST_P(StrangerTime, NextMessagesAvailableAtOneTime) {
  regulate(a(), 1);
  constrain(c());
  STRANGER_OK(a().tar(4));
  STRANGER_OK(a().send_at(5, "Note", "n2=one"));
  STRANGER_OK(c().nmra(20));
  STRANGER_HEARD(c(), "receive Note n2=one @5", "grant 5");
  STRANGER_OK(a().send_at(5, "Note", "n2=two"));
  STRANGER_OK(c().nmra(20));
  STRANGER_HEARD(c(), "receive Note n2=two @5", "grant 5");
  STRANGER_OK(c().nmr(5));
  STRANGER_HEARD(c());
  STRANGER_OK(a().send_at(5, "Note", "n2=three"));
  STRANGER_OK(a().tar(6));
  STRANGER_HEARD(c(), "receive Note n2=three @5", "grant 5");
}
// 8.8, 8.9 The same time by both requests: the second waits until nothing can come at that time.
TEST_P(StrangerTime, AvailableThenWhole) {
  regulate(a(), 1);
  constrain(b());
  STRANGER_OK(a().tar(4));
  STRANGER_OK(b().tara(5));
  STRANGER_HEARD(b(), "grant 5");
  STRANGER_OK(b().tar(5));
  STRANGER_HEARD(b());
  STRANGER_OK(a().send_at(5, "Note", "n2=x"));
  STRANGER_HEARD(b());
  STRANGER_OK(a().tar(4.5));
  STRANGER_HEARD(b(), "receive Note n2=x @5", "grant 5");
}
// 8.3 Regulation that begins beside a federate that is ahead: what is sent can still be delivered in order.
TEST_P(StrangerTime, RegulationBeginsBehindAFederate) {
  constrain(b());
  STRANGER_OK(b().tar(10));
  STRANGER_HEARD(b(), "grant 10");
  regulate(a(), 1);
  const double time = std::stod(a().now());
  EXPECT_GE(time, 9);
  EXPECT_LT(time, 11);
  STRANGER_OK(a().send_at(time + 2, "Note", "n2=x"));
  STRANGER_OK(b().nmr(30));
  STRANGER_OK(a().tar(40));
  STRANGER_HEARD(b(), "receive Note n2=x @" + number(time + 2), "grant " + number(time + 2));
}
// 8.3 The same beside one that was granted by 8.9: the time itself may still be sent at.
TEST_P(StrangerTime, RegulationBeginsBehindAnAvailableAdvance) {
  constrain(b());
  STRANGER_OK(b().tara(10));
  STRANGER_HEARD(b(), "grant 10");
  regulate(a(), 1);
  EXPECT_EQ(a().now(), "9");
  STRANGER_OK(a().send_at(10, "Note", "n2=x"));
  arrive();
  STRANGER_OK(b().tara(10));
  STRANGER_HEARD(b(), "receive Note n2=x @10", "grant 10");
}
// 8.2, 8.5 Both are asked for at once.
TEST_P(StrangerTime, RegulationAndConstraintAtOnce) {
  regulate(a(), 1);
  STRANGER_OK(b().regulation(1));
  STRANGER_OK(b().rti->enable_time_constrained());
  STRANGER_ERRS(b().tar(3), RequestForTimeRegulationPending, RequestForTimeConstrainedPending);
  STRANGER_HEARD_SORTED(b(), "regulating 0", "constrained 0");
  STRANGER_OK(b().send_at(1, "Note", "n2=x"));
  STRANGER_OK(b().tar(0.5));
  STRANGER_HEARD(b(), "grant 0.5");
}
// 8.12 A flush brings what waits in receive order, then all messages, and is granted at the GALT.
TEST_P(StrangerTime, AFlushOfBothOrders) {
  regulate(a(), 1);
  constrain(b());
  STRANGER_OK(a().send("Talk", "s1=t"));
  STRANGER_OK(a().send_at(10, "Note", "n2=late"));
  STRANGER_OK(a().send_at(7, "Note", "n2=early"));
  STRANGER_HEARD(b());
  STRANGER_OK(b().fqr(20));
  const Lines all = heard(b());
  EXPECT_EQ(sorted(all), sorted({"receive Talk s1=t", "receive Note n2=early @7",
                                 "receive Note n2=late @10", "grant 1"}));
  EXPECT_EQ(all.back(), "grant 1");
  STRANGER_OK(a().send_at(5, "Note", "n2=x"));
  STRANGER_OK(a().tar(20));
  STRANGER_OK(b().tar(12));
  STRANGER_HEARD(b(), "receive Note n2=x @5", "grant 12");
}
// 8.12 A flush to a time before the GALT; the lookahead counts from there.
TEST_P(StrangerTime, AFlushOfARegulator) {
  regulate(a(), 5);
  constrain(b());
  regulate(b(), 1);
  STRANGER_OK(a().send_at(9, "Note", "n2=x"));
  STRANGER_OK(b().fqr(3));
  STRANGER_HEARD(b(), "receive Note n2=x @9", "grant 3");
  STRANGER_ERR(b().send_at(3.5, "Note", "n2=y"), InvalidLogicalTime);
  STRANGER_OK(b().send_at(4, "Note", "n2=y"));
  drain();
  EXPECT_EQ(a().galt(), "4");
}
// 8.21 Only the sender's own handles, once.
TEST_P(StrangerTime, HandlesOfOthers) {
  regulate(a(), 1);
  regulate(b(), 1);
  constrain(c());
  STRANGER_OK(a().send_at(5, "Note", "n2=x"));
  const auto handle = *a().sent;
  STRANGER_OK(b().send_at(6, "Note", "n2=y"));
  const auto other = *b().sent;
  if (handle != other)
    STRANGER_ERRS(b().rti->retract(handle), InvalidMessageRetractionHandle,
                  MessageCanNoLongerBeRetracted);
  STRANGER_OK(a().rti->retract(handle));
  STRANGER_ERRS(a().rti->retract(handle), InvalidMessageRetractionHandle,
                MessageCanNoLongerBeRetracted);
  STRANGER_OK(a().tar(20));
  STRANGER_OK(b().tar(20));
  STRANGER_OK(c().tar(10));
  STRANGER_HEARD(c(), "receive Note n2=y @6", "grant 10");
}
// 6.12, 8.21 A time without regulation, or for a class in receive order, gives no handle; receivers get the time.
TEST_P(StrangerTime, TimesWithoutTimestampOrder) {
  STRANGER_OK(a().send_at(5, "Note", "n2=x"));
  EXPECT_FALSE(a().sent.has_value());
  STRANGER_HEARD(b(), "receive Note n2=x @5 ro");
  EXPECT_EQ(b().delivery.sent, OrderType::receive);
  regulate(a(), 1);
  STRANGER_OK(a().send_at(5, "Talk", "s1=x"));
  EXPECT_FALSE(a().sent.has_value());
  STRANGER_HEARD(b(), "receive Talk s1=x @5 ro");
  STRANGER_ERR(a().send_at(0.5, "Note", "n2=x"), InvalidLogicalTime);
}
// 8.21, 8.10 Everything before the message is retracted, one by one: the bound of one that waits moves.
TEST_P(StrangerTime, RetractedOneByOne) {
  regulate(a(), 1);
  constrain(b());
  std::vector<MessageRetractionHandle> all;
  for (const double time : {5., 6., 7., 8.}) {
    STRANGER_OK(a().send_at(time, "Note", "n2=x"));
    all.push_back(*a().sent);
  }
  drain();
  STRANGER_OK(b().nmr(20));
  for (std::size_t i = 0; i < 3; ++i) {
    STRANGER_OK(a().rti->retract(all[i]));
    STRANGER_HEARD(b());
  }
  STRANGER_OK(a().tar(8));
  STRANGER_HEARD(b(), "receive Note n2=x @8", "grant 8");
}
// 8.21 At exactly the earliest time that could be sent at, a message can still be retracted, or no more; after that surely not.
TEST_P(StrangerTime, TooLateToRetract) {
  regulate(a(), 2);
  constrain(c());
  STRANGER_OK(a().send_at(5, "Note", "n2=x"));
  STRANGER_OK(a().tar(3.5));
  STRANGER_HEARD(a(), "grant 3.5");
  STRANGER_ERR(a().rti->retract(*a().sent), MessageCanNoLongerBeRetracted);
  STRANGER_OK(c().tar(5));
  STRANGER_HEARD(c(), "receive Note n2=x @5", "grant 5");
}
// 8.17, 4.9 One that joins again begins at zero, and regulates from the others' time on.
TEST_P(StrangerTime, JoinedAgain) {
  regulate(a(), 1);
  constrain(b());
  STRANGER_OK(a().tar(60));
  STRANGER_OK(b().tar(50));
  STRANGER_HEARD(b(), "grant 50");
  STRANGER_OK(resign(a()));
  STRANGER_OK(join(a()));
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
TEST_P(StrangerTime, HandedOn) {
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
          STRANGER_OK(fed.send_at(std::stod(fed.now()) + 1, of, values));
      }
    };
  };
  hand_on(b(), "n2=a ", "Note.Call", "n2=b");
  hand_on(c(), "n2=b ", "Note.Call.Urgent", "n2=c");
  STRANGER_OK(a().send_at(2, "Note", "n2=a"));
  STRANGER_OK(a().send_at(10, "Note", "n2=a"));
  STRANGER_OK(a().tar(100));
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
TEST_P(StrangerTime, ConstraintGoesAndComes) {
  regulate(a(), 1);
  constrain(b());
  STRANGER_OK(a().send_at(5, "Note", "n2=x"));
  const auto first = *a().sent;
  STRANGER_HEARD(b());
  STRANGER_OK(b().rti->disable_time_constrained());
  STRANGER_HEARD(b(), "receive Note n2=x @5 ro");
  constrain(b());
  STRANGER_OK(a().send_at(6, "Note", "n2=y"));
  drain();
  STRANGER_OK(a().rti->retract(first));
  STRANGER_OK(a().rti->retract(*a().sent));
  STRANGER_HEARD(b(), "retraction");
  STRANGER_OK(a().tar(20));
  STRANGER_OK(b().tar(10));
  STRANGER_HEARD(b(), "grant 10");
}
// 8.8 to 8.12 No request of any kind during an advance of any kind; the first is granted.
TEST_P(StrangerTime, OneRequestAtATime) {
  regulate(a(), 1);
  constrain(b());
  using Request = Status (Fed::*)(double);
  const Request all[] = {&Fed::tar, &Fed::tara, &Fed::nmr, &Fed::nmra};
  double time = 5;
  for (const Request first : all) {
    STRANGER_OK((b().*first)(time));
    for (const Request second : all) STRANGER_ERR((b().*second)(time + 1), InTimeAdvancingState);
    STRANGER_ERR(b().fqr(time), InTimeAdvancingState);
    STRANGER_ERR(b().regulation(1), InTimeAdvancingState);
    STRANGER_OK(a().tar(time + 1));
    STRANGER_HEARD(b(), "grant " + number(time));
    time += 5;
  }
}
// 8.16 GALT with a lookahead that grows while another shrinks: the least of all counts.
TEST_P(StrangerTime, TheLeastOfThree) {
  regulate(a(), 4);
  regulate(b(), 6);
  constrain(c());
  EXPECT_EQ(c().galt(), "4");
  STRANGER_OK(a().modify(9));
  drain();
  EXPECT_EQ(c().galt(), "6");
  STRANGER_OK(b().modify(1));
  STRANGER_OK(b().tara(5));
  drain();
  EXPECT_EQ(c().galt(), "6");
  EXPECT_EQ(a().galt(), "6");
  EXPECT_EQ(b().galt(), "9");
  STRANGER_OK(b().tara(8.5));
  drain();
  EXPECT_EQ(c().galt(), "9");
}
// 8.9 Two with zero lookahead exchange at one time, a third waits for the time to be over.
TEST_P(StrangerTime, TwoExchangeAndAThirdWaits) {
  for (Fed* each : {&a(), &b()}) {
    constrain(*each);
    regulate(*each, 0);
  }
  constrain(c());
  STRANGER_OK(c().tar(5));
  STRANGER_OK(a().tara(5));
  STRANGER_OK(b().tara(5));
  STRANGER_HEARD(a(), "grant 5");
  STRANGER_HEARD(b(), "grant 5");
  STRANGER_OK(a().send_at(5, "Note", "n2=a"));
  STRANGER_OK(b().send_at(5, "Note", "n2=b"));
  arrive();
  STRANGER_OK(a().tara(5));
  STRANGER_OK(b().tara(5));
  STRANGER_HEARD(a(), "receive Note n2=b @5", "grant 5");
  STRANGER_HEARD(b(), "receive Note n2=a @5", "grant 5");
  STRANGER_HEARD(c());
  STRANGER_OK(a().tar(5));
  STRANGER_HEARD(c());
  STRANGER_OK(b().tar(5));
  STRANGER_HEARD(a(), "grant 5");
  STRANGER_HEARD(b(), "grant 5");
  STRANGER_HEARD_SORTED(c(), "receive Note n2=a @5", "receive Note n2=b @5", "grant 5");
}
// 8.10 With zero lookahead: who is granted by 8.10 sends later than that.
TEST_P(StrangerTime, NextMessageAndZeroLookahead) {
  regulate(a(), 1);
  constrain(b());
  regulate(b(), 0);
  STRANGER_OK(a().send_at(5, "Note", "n2=x"));
  STRANGER_OK(a().tar(20));
  STRANGER_OK(b().nmr(10));
  STRANGER_HEARD(b(), "receive Note n2=x @5", "grant 5");
  STRANGER_ERR(b().send_at(5, "Note", "n2=y"), InvalidLogicalTime);
  STRANGER_OK(b().send_at(5.25, "Note", "n2=y"));
  STRANGER_OK(b().nmra(10));
  STRANGER_HEARD(b(), "grant 10");
  STRANGER_OK(b().send_at(10, "Note", "n2=y"));
}
// 8.13 Two regulators that resign in turn free one that waits only when the last has gone.
TEST_P(StrangerTime, RegulatorsLeaveOneByOne) {
  regulate(a(), 1);
  regulate(c(), 2);
  constrain(b());
  STRANGER_OK(c().send_at(4, "Note", "n2=x"));
  STRANGER_OK(b().nmr(10));
  STRANGER_OK(resign(c()));
  STRANGER_HEARD(b());
  EXPECT_EQ(b().galt(), "1");
  STRANGER_OK(resign(a()));
  STRANGER_HEARD(b(), "receive Note n2=x @4", "grant 4");
  EXPECT_EQ(b().galt(), "none");
  EXPECT_EQ(b().lits(), "none");
  STRANGER_OK(b().nmr(10));
  STRANGER_HEARD(b(), "grant 10");
}
// 8.14 Receive order during an advance and between them, with and without asynchronous delivery.
TEST_P(StrangerTime, ReceiveOrderAroundAnAdvance) {
  regulate(a(), 1);
  constrain(b());
  STRANGER_OK(b().tar(3));
  STRANGER_OK(a().send("Talk", "s1=during"));
  STRANGER_HEARD(b(), "receive Talk s1=during");
  STRANGER_OK(a().tar(5));
  STRANGER_HEARD(b(), "grant 3");
  STRANGER_OK(a().send("Talk", "s1=between"));
  STRANGER_HEARD(b());
  STRANGER_OK(b().tar(4));
  STRANGER_HEARD(b(), "receive Talk s1=between", "grant 4");
  STRANGER_OK(b().rti->enable_asynchronous_delivery());
  STRANGER_OK(a().send("Talk", "s1=async"));
  STRANGER_HEARD(b(), "receive Talk s1=async");
  STRANGER_OK(b().rti->disable_asynchronous_delivery());
  STRANGER_OK(a().send("Talk", "s1=later"));
  STRANGER_HEARD(b());
  STRANGER_OK(b().rti->disable_time_constrained());
  STRANGER_HEARD(b(), "receive Talk s1=later");
}
// 8.18 Messages that do not concern the federate move no LITS; those that do, do.
TEST_P(StrangerTime, LitsOfWhatConcernsTheFederate) {
  regulate(a(), 1);
  constrain(b());
  STRANGER_OK(a().send_at(30, "Note", "n2=x"));
  STRANGER_OK(a().tar(20));
  drain();
  EXPECT_EQ(b().lits(), "21");
  STRANGER_OK(a().tar(40));
  drain();
  EXPECT_EQ(b().lits(), "30");
  EXPECT_EQ(b().galt(), "41");
  STRANGER_OK(b().tar(30));
  STRANGER_HEARD(b(), "receive Note n2=x @30", "grant 30");
  EXPECT_EQ(b().lits(), "41");
}

STRANGER_SUITE(StrangerTime);

}  // namespace
}  // namespace orrery::rti::testing::stranger
