// Time management where lookahead, several regulators and requests of several kinds meet (clause 8).
#include "newcomer.hpp"

namespace orrery::rti::testing::newcomer {
namespace {

// a, b and c send and receive Note (timestamp order) and Talk (receive order).
class NewcomerTime : public World {
 protected:
  void begin() override {
    for (Fed* each : {&a(), &b(), &c()}) speak(*each);
    hush();
    skip();
  }
  void speak(Fed& fed) {
    for (const char* of : {"Note", "Note.Call", "Note.Call.Urgent", "Talk"}) NC_OK(fed.pubi(of));
    NC_OK(fed.subi("Note"));
    NC_OK(fed.subi("Talk"));
  }
};

// 8.19, 8.20 A smaller lookahead is reached as the federate advances; no promise is broken.
TEST_P(NewcomerTime, ASmallerLookaheadComesWithTheAdvances) {
  regulate(a(), 10);
  NC_OK(a().modify(4));
  EXPECT_EQ(a().lookahead(), "10");
  NC_ERR(a().send_at(9, "Note", "n2=x"), InvalidLogicalTime);
  drain();
  EXPECT_EQ(c().galt(), "10");
  NC_OK(a().tar(3));
  NC_HEARD(a(), "grant 3");
  EXPECT_EQ(a().lookahead(), "7");
  NC_ERR(a().send_at(9, "Note", "n2=x"), InvalidLogicalTime);
  drain();
  EXPECT_EQ(c().galt(), "10");
  NC_OK(a().tar(8));
  NC_HEARD(a(), "grant 8");
  EXPECT_EQ(a().lookahead(), "4");
  EXPECT_EQ(c().galt(), "12");
  NC_ERR(a().send_at(11, "Note", "n2=x"), InvalidLogicalTime);
  NC_OK(a().send_at(12, "Note", "n2=x"));
}
// 8.19 The last of several decreases counts.
TEST_P(NewcomerTime, TwoDecreases) {
  regulate(a(), 10);
  NC_OK(a().modify(6));
  NC_OK(a().modify(2));
  NC_OK(a().tar(5));
  NC_HEARD(a(), "grant 5");
  EXPECT_EQ(a().lookahead(), "5");
  NC_OK(a().modify(3));
  NC_OK(a().tar(7));
  NC_HEARD(a(), "grant 7");
  EXPECT_EQ(a().lookahead(), "3");
  EXPECT_EQ(c().galt(), "10");
}
// 8.4, 8.19 A decrease under way ends with the regulation.
TEST_P(NewcomerTime, ADecreaseEndsWithTheRegulation) {
  regulate(a(), 10);
  NC_OK(a().modify(2));
  NC_OK(a().rti->disable_time_regulation());
  EXPECT_EQ(a().lookahead(), "TimeRegulationIsNotEnabled");
  NC_ERR(a().modify(3), TimeRegulationIsNotEnabled);
  regulate(a(), 5);
  EXPECT_EQ(a().lookahead(), "5");
  drain();
  EXPECT_EQ(c().galt(), "5");
}
// 8.19, 8.9 Zero lookahead reached by a decrease: at the time granted after 8.9, later after 8.8.
TEST_P(NewcomerTime, ZeroLookaheadByADecrease) {
  regulate(a(), 1);
  NC_OK(a().modify(0));
  NC_OK(a().tara(1));
  NC_HEARD(a(), "grant 1");
  EXPECT_EQ(a().lookahead(), "0");
  NC_OK(a().send_at(1, "Note", "n2=x"));
  NC_ERR(a().send_at(0.5, "Note", "n2=x"), InvalidLogicalTime);
  NC_OK(a().tar(1));
  NC_HEARD(a(), "grant 1");
  NC_ERR(a().send_at(1, "Note", "n2=x"), InvalidLogicalTime);
  NC_OK(a().send_at(1.5, "Note", "n2=x"));
}
// 8.19 One that waits is granted when the shrinking lookahead lets it.
TEST_P(NewcomerTime, OneWaitsForAShrinkingLookahead) {
  regulate(a(), 10);
  constrain(b());
  NC_OK(b().tar(12));
  NC_OK(a().modify(2));
  NC_OK(a().tar(3));
  NC_HEARD(b());
  NC_OK(a().tar(9));
  NC_HEARD(b());
  drain();
  EXPECT_EQ(b().galt(), "11");
  NC_OK(a().tar(11));
  NC_HEARD(b(), "grant 12");
}
// 8.16 The bounds of a chain: a goes ahead of b, b waits for a, c for both.
TEST_P(NewcomerTime, BoundsOfAChain) {
  regulate(a(), 1);
  constrain(b());
  regulate(b(), 2);
  constrain(c());
  NC_OK(b().tar(10));
  drain();
  EXPECT_EQ(c().galt(), "1");
  NC_OK(a().tar(5));
  drain();
  EXPECT_EQ(c().galt(), "6");
  NC_OK(a().tar(20));
  skip();
  EXPECT_EQ(b().now(), "10");
  EXPECT_EQ(c().galt(), "12");
  EXPECT_EQ(c().lits(), "12");
  EXPECT_EQ(b().galt(), "21");
}
// 8.10 What the answer to a message brings forward is waited for.
TEST_P(NewcomerTime, AnAnswerComesBeforeTheNextMessage) {
  regulate(a(), 1);
  constrain(b());
  regulate(b(), 1);
  constrain(c());
  NC_OK(a().send_at(5, "Note", "n2=first"));
  NC_OK(a().send_at(9, "Note", "n2=last"));
  NC_OK(c().nmr(20));
  NC_OK(b().nmr(20));
  NC_OK(a().tar(30));
  b().when["grant"] = [&] { NC_OK(b().send_at(6, "Note", "n2=answer")); };
  NC_HEARD(b(), "receive Note n2=first @5", "grant 5");
  b().when.clear();
  NC_HEARD(c(), "receive Note n2=first @5", "grant 5");
  NC_OK(c().nmr(20));
  NC_HEARD(c());
  NC_OK(b().nmr(20));
  NC_HEARD(b(), "receive Note n2=last @9", "grant 9");
  NC_HEARD(c(), "receive Note n2=answer @6", "grant 6");
}
// 8.11 At the GALT: granted, and more of that time later.
TEST_P(NewcomerTime, NextMessagesAvailableAtOneTime) {
  regulate(a(), 1);
  constrain(c());
  NC_OK(a().tar(4));
  NC_OK(a().send_at(5, "Note", "n2=one"));
  NC_OK(c().nmra(20));
  NC_HEARD(c(), "receive Note n2=one @5", "grant 5");
  NC_OK(a().send_at(5, "Note", "n2=two"));
  NC_OK(c().nmra(20));
  NC_HEARD(c(), "receive Note n2=two @5", "grant 5");
  NC_OK(c().nmr(5));
  NC_HEARD(c());
  NC_OK(a().send_at(5, "Note", "n2=three"));
  NC_OK(a().tar(6));
  NC_HEARD(c(), "receive Note n2=three @5", "grant 5");
}
// 8.8, 8.9 The same time by both requests: the second waits until nothing can come at that time.
TEST_P(NewcomerTime, AvailableThenWhole) {
  regulate(a(), 1);
  constrain(b());
  NC_OK(a().tar(4));
  NC_OK(b().tara(5));
  NC_HEARD(b(), "grant 5");
  NC_OK(b().tar(5));
  NC_HEARD(b());
  NC_OK(a().send_at(5, "Note", "n2=x"));
  NC_HEARD(b());
  NC_OK(a().tar(4.5));
  NC_HEARD(b(), "receive Note n2=x @5", "grant 5");
}
// 8.3 Regulation that begins beside a federate that is ahead: what is sent can still be delivered in order.
TEST_P(NewcomerTime, RegulationBeginsBehindAFederate) {
  constrain(b());
  NC_OK(b().tar(10));
  NC_HEARD(b(), "grant 10");
  regulate(a(), 1);
  const double time = std::stod(a().now());
  EXPECT_GE(time, 9);
  EXPECT_LT(time, 11);
  NC_OK(a().send_at(time + 2, "Note", "n2=x"));
  NC_OK(b().nmr(30));
  NC_OK(a().tar(40));
  NC_HEARD(b(), "receive Note n2=x @" + number(time + 2), "grant " + number(time + 2));
}
// 8.3 The same beside one that was granted by 8.9: the time itself may still be sent at.
TEST_P(NewcomerTime, RegulationBeginsBehindAnAvailableAdvance) {
  constrain(b());
  NC_OK(b().tara(10));
  NC_HEARD(b(), "grant 10");
  regulate(a(), 1);
  EXPECT_EQ(a().now(), "9");
  NC_OK(a().send_at(10, "Note", "n2=x"));
  arrive();
  NC_OK(b().tara(10));
  NC_HEARD(b(), "receive Note n2=x @10", "grant 10");
}
// 8.2, 8.5 Both are asked for at once.
TEST_P(NewcomerTime, RegulationAndConstraintAtOnce) {
  regulate(a(), 1);
  NC_OK(b().regulation(1));
  NC_OK(b().rti->enable_time_constrained());
  NC_ERRS(b().tar(3), RequestForTimeRegulationPending, RequestForTimeConstrainedPending);
  NC_HEARD_SORTED(b(), "regulating 0", "constrained 0");
  NC_OK(b().send_at(1, "Note", "n2=x"));
  NC_OK(b().tar(0.5));
  NC_HEARD(b(), "grant 0.5");
}
// 8.12 A flush brings what waits in receive order, then all messages, and is granted at the GALT.
TEST_P(NewcomerTime, AFlushOfBothOrders) {
  regulate(a(), 1);
  constrain(b());
  NC_OK(a().send("Talk", "s1=t"));
  NC_OK(a().send_at(10, "Note", "n2=late"));
  NC_OK(a().send_at(7, "Note", "n2=early"));
  NC_HEARD(b());
  NC_OK(b().fqr(20));
  const Lines all = heard(b());
  EXPECT_EQ(sorted(all), sorted({"receive Talk s1=t", "receive Note n2=early @7",
                                 "receive Note n2=late @10", "grant 1"}));
  EXPECT_EQ(all.back(), "grant 1");
  NC_OK(a().send_at(5, "Note", "n2=x"));
  NC_OK(a().tar(20));
  NC_OK(b().tar(12));
  NC_HEARD(b(), "receive Note n2=x @5", "grant 12");
}
// 8.12 A flush to a time before the GALT; the lookahead counts from there.
TEST_P(NewcomerTime, AFlushOfARegulator) {
  regulate(a(), 5);
  constrain(b());
  regulate(b(), 1);
  NC_OK(a().send_at(9, "Note", "n2=x"));
  NC_OK(b().fqr(3));
  NC_HEARD(b(), "receive Note n2=x @9", "grant 3");
  NC_ERR(b().send_at(3.5, "Note", "n2=y"), InvalidLogicalTime);
  NC_OK(b().send_at(4, "Note", "n2=y"));
  drain();
  EXPECT_EQ(a().galt(), "4");
}
// 8.21 Only the sender's own handles, once.
TEST_P(NewcomerTime, HandlesOfOthers) {
  regulate(a(), 1);
  regulate(b(), 1);
  constrain(c());
  NC_OK(a().send_at(5, "Note", "n2=x"));
  const auto handle = *a().sent;
  NC_OK(b().send_at(6, "Note", "n2=y"));
  const auto other = *b().sent;
  if (handle != other)
    NC_ERRS(b().rti->retract(handle), InvalidMessageRetractionHandle,
            MessageCanNoLongerBeRetracted);
  NC_OK(a().rti->retract(handle));
  NC_ERRS(a().rti->retract(handle), InvalidMessageRetractionHandle, MessageCanNoLongerBeRetracted);
  NC_OK(a().tar(20));
  NC_OK(b().tar(20));
  NC_OK(c().tar(10));
  NC_HEARD(c(), "receive Note n2=y @6", "grant 10");
}
// 6.12, 8.21 A time without regulation, or for a class in receive order, gives no handle; receivers get the time.
TEST_P(NewcomerTime, TimesWithoutTimestampOrder) {
  NC_OK(a().send_at(5, "Note", "n2=x"));
  EXPECT_FALSE(a().sent.has_value());
  NC_HEARD(b(), "receive Note n2=x @5 ro");
  EXPECT_EQ(b().delivery.sent, OrderType::receive);
  regulate(a(), 1);
  NC_OK(a().send_at(5, "Talk", "s1=x"));
  EXPECT_FALSE(a().sent.has_value());
  NC_HEARD(b(), "receive Talk s1=x @5 ro");
  NC_ERR(a().send_at(0.5, "Note", "n2=x"), InvalidLogicalTime);
}
// 8.21, 8.10 Everything before the message is retracted, one by one: the bound of one that waits moves.
TEST_P(NewcomerTime, RetractedOneByOne) {
  regulate(a(), 1);
  constrain(b());
  std::vector<MessageRetractionHandle> all;
  for (const double time : {5., 6., 7., 8.}) {
    NC_OK(a().send_at(time, "Note", "n2=x"));
    all.push_back(*a().sent);
  }
  drain();
  NC_OK(b().nmr(20));
  for (std::size_t i = 0; i < 3; ++i) {
    NC_OK(a().rti->retract(all[i]));
    NC_HEARD(b());
  }
  NC_OK(a().tar(8));
  NC_HEARD(b(), "receive Note n2=x @8", "grant 8");
}
// 8.21 At exactly the earliest time that could be sent at, a message can still be retracted, or no more; after that surely not.
TEST_P(NewcomerTime, TooLateToRetract) {
  regulate(a(), 2);
  constrain(c());
  NC_OK(a().send_at(5, "Note", "n2=x"));
  NC_OK(a().tar(3.5));
  NC_HEARD(a(), "grant 3.5");
  NC_ERR(a().rti->retract(*a().sent), MessageCanNoLongerBeRetracted);
  NC_OK(c().tar(5));
  NC_HEARD(c(), "receive Note n2=x @5", "grant 5");
}
// 8.17, 4.9 One that joins again begins at zero, and regulates from the others' time on.
TEST_P(NewcomerTime, JoinedAgain) {
  regulate(a(), 1);
  constrain(b());
  NC_OK(a().tar(60));
  NC_OK(b().tar(50));
  NC_HEARD(b(), "grant 50");
  NC_OK(resign(a()));
  NC_OK(join(a()));
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
TEST_P(NewcomerTime, HandedOn) {
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
          NC_OK(fed.send_at(std::stod(fed.now()) + 1, of, values));
      }
    };
  };
  hand_on(b(), "n2=a ", "Note.Call", "n2=b");
  hand_on(c(), "n2=b ", "Note.Call.Urgent", "n2=c");
  NC_OK(a().send_at(2, "Note", "n2=a"));
  NC_OK(a().send_at(10, "Note", "n2=a"));
  NC_OK(a().tar(100));
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
TEST_P(NewcomerTime, ConstraintGoesAndComes) {
  regulate(a(), 1);
  constrain(b());
  NC_OK(a().send_at(5, "Note", "n2=x"));
  const auto first = *a().sent;
  NC_HEARD(b());
  NC_OK(b().rti->disable_time_constrained());
  NC_HEARD(b(), "receive Note n2=x @5 ro");
  constrain(b());
  NC_OK(a().send_at(6, "Note", "n2=y"));
  drain();
  NC_OK(a().rti->retract(first));
  NC_OK(a().rti->retract(*a().sent));
  NC_HEARD(b(), "retraction");
  NC_OK(a().tar(20));
  NC_OK(b().tar(10));
  NC_HEARD(b(), "grant 10");
}
// 8.8 to 8.12 No request of any kind during an advance of any kind; the first is granted.
TEST_P(NewcomerTime, OneRequestAtATime) {
  regulate(a(), 1);
  constrain(b());
  using Request = Status (Fed::*)(double);
  const Request all[] = {&Fed::tar, &Fed::tara, &Fed::nmr, &Fed::nmra};
  double time = 5;
  for (const Request first : all) {
    NC_OK((b().*first)(time));
    for (const Request second : all) NC_ERR((b().*second)(time + 1), InTimeAdvancingState);
    NC_ERR(b().fqr(time), InTimeAdvancingState);
    NC_ERR(b().regulation(1), InTimeAdvancingState);
    NC_OK(a().tar(time + 1));
    NC_HEARD(b(), "grant " + number(time));
    time += 5;
  }
}
// 8.16 GALT with a lookahead that grows while another shrinks: the least of all counts.
TEST_P(NewcomerTime, TheLeastOfThree) {
  regulate(a(), 4);
  regulate(b(), 6);
  constrain(c());
  EXPECT_EQ(c().galt(), "4");
  NC_OK(a().modify(9));
  drain();
  EXPECT_EQ(c().galt(), "6");
  NC_OK(b().modify(1));
  NC_OK(b().tara(5));
  drain();
  EXPECT_EQ(c().galt(), "6");
  EXPECT_EQ(a().galt(), "6");
  EXPECT_EQ(b().galt(), "9");
  NC_OK(b().tara(8.5));
  drain();
  EXPECT_EQ(c().galt(), "9");
}
// 8.9 Two with zero lookahead exchange at one time, a third waits for the time to be over.
TEST_P(NewcomerTime, TwoExchangeAndAThirdWaits) {
  for (Fed* each : {&a(), &b()}) {
    constrain(*each);
    regulate(*each, 0);
  }
  constrain(c());
  NC_OK(c().tar(5));
  NC_OK(a().tara(5));
  NC_OK(b().tara(5));
  NC_HEARD(a(), "grant 5");
  NC_HEARD(b(), "grant 5");
  NC_OK(a().send_at(5, "Note", "n2=a"));
  NC_OK(b().send_at(5, "Note", "n2=b"));
  arrive();
  NC_OK(a().tara(5));
  NC_OK(b().tara(5));
  NC_HEARD(a(), "receive Note n2=b @5", "grant 5");
  NC_HEARD(b(), "receive Note n2=a @5", "grant 5");
  NC_HEARD(c());
  NC_OK(a().tar(5));
  NC_HEARD(c());
  NC_OK(b().tar(5));
  NC_HEARD(a(), "grant 5");
  NC_HEARD(b(), "grant 5");
  NC_HEARD_SORTED(c(), "receive Note n2=a @5", "receive Note n2=b @5", "grant 5");
}
// 8.10 With zero lookahead: who is granted by 8.10 sends later than that.
TEST_P(NewcomerTime, NextMessageAndZeroLookahead) {
  regulate(a(), 1);
  constrain(b());
  regulate(b(), 0);
  NC_OK(a().send_at(5, "Note", "n2=x"));
  NC_OK(a().tar(20));
  NC_OK(b().nmr(10));
  NC_HEARD(b(), "receive Note n2=x @5", "grant 5");
  NC_ERR(b().send_at(5, "Note", "n2=y"), InvalidLogicalTime);
  NC_OK(b().send_at(5.25, "Note", "n2=y"));
  NC_OK(b().nmra(10));
  NC_HEARD(b(), "grant 10");
  NC_OK(b().send_at(10, "Note", "n2=y"));
}
// 8.13 Two regulators that resign in turn free one that waits only when the last has gone.
TEST_P(NewcomerTime, RegulatorsLeaveOneByOne) {
  regulate(a(), 1);
  regulate(c(), 2);
  constrain(b());
  NC_OK(c().send_at(4, "Note", "n2=x"));
  NC_OK(b().nmr(10));
  NC_OK(resign(c()));
  NC_HEARD(b());
  EXPECT_EQ(b().galt(), "1");
  NC_OK(resign(a()));
  NC_HEARD(b(), "receive Note n2=x @4", "grant 4");
  EXPECT_EQ(b().galt(), "none");
  EXPECT_EQ(b().lits(), "none");
  NC_OK(b().nmr(10));
  NC_HEARD(b(), "grant 10");
}
// 8.14 Receive order during an advance and between them, with and without asynchronous delivery.
TEST_P(NewcomerTime, ReceiveOrderAroundAnAdvance) {
  regulate(a(), 1);
  constrain(b());
  NC_OK(b().tar(3));
  NC_OK(a().send("Talk", "s1=during"));
  NC_HEARD(b(), "receive Talk s1=during");
  NC_OK(a().tar(5));
  NC_HEARD(b(), "grant 3");
  NC_OK(a().send("Talk", "s1=between"));
  NC_HEARD(b());
  NC_OK(b().tar(4));
  NC_HEARD(b(), "receive Talk s1=between", "grant 4");
  NC_OK(b().rti->enable_asynchronous_delivery());
  NC_OK(a().send("Talk", "s1=async"));
  NC_HEARD(b(), "receive Talk s1=async");
  NC_OK(b().rti->disable_asynchronous_delivery());
  NC_OK(a().send("Talk", "s1=later"));
  NC_HEARD(b());
  NC_OK(b().rti->disable_time_constrained());
  NC_HEARD(b(), "receive Talk s1=later");
}
// 8.18 Messages that do not concern the federate move no LITS; those that do, do.
TEST_P(NewcomerTime, LitsOfWhatConcernsTheFederate) {
  regulate(a(), 1);
  constrain(b());
  NC_OK(a().send_at(30, "Note", "n2=x"));
  NC_OK(a().tar(20));
  drain();
  EXPECT_EQ(b().lits(), "21");
  NC_OK(a().tar(40));
  drain();
  EXPECT_EQ(b().lits(), "30");
  EXPECT_EQ(b().galt(), "41");
  NC_OK(b().tar(30));
  NC_HEARD(b(), "receive Note n2=x @30", "grant 30");
  EXPECT_EQ(b().lits(), "41");
}

NEWCOMER_SUITE(NewcomerTime);

}  // namespace
}  // namespace orrery::rti::testing::newcomer
