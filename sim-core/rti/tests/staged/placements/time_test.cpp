// Several regulators, advances of every kind and messages that meet them (clause 8), wherever the federates are placed.
#include "staged/placements/placed.hpp"

namespace orrery::rti::testing::staged {
namespace {

// All four send and receive Note (timestamp order) and Talk (receive order).
class PlacedTime : public PlacedWorld {
 protected:
  void begin() override {
    for (auto& each : feds) speak(*each);
    skip();
  }
  static void speak(Fed& fed) {
    for (const char* of : {"Note", "Note.Call", "Note.Call.Urgent", "Talk"})
      STAGED_OK(fed.pubi(of));
    STAGED_OK(fed.subi("Note"));
    STAGED_OK(fed.subi("Talk"));
  }
  void bounds(Fed& fed, const std::string& galt, const std::string& lits) {
    drain();
    EXPECT_EQ(fed.galt(), galt) << fed.name;
    EXPECT_EQ(fed.lits(), lits) << fed.name;
  }
};
PLACED_SUITE(PlacedTime);

// 8.16 GALT depends on the other regulators' times and lookaheads, not on what the federate itself sends.
TEST_P(PlacedTime, OwnMessagesDoNotLowerGalt) {
  regulate(c(), 1);
  STAGED_OK(a().tar(3));
  skip();
  regulate(a(), 2);
  bounds(c(), "5", "5");
  STAGED_OK(c().send_at(2, "Note", "n2=x"));
  skip();
  bounds(c(), "5", "5");
}
// 8.16 As before, and a constrained federate receives the message.
TEST_P(PlacedTime, OwnMessagesToConstrainedDoNotLowerGalt) {
  regulate(c(), 1);
  constrain(d());
  constrain(a());
  STAGED_OK(a().tara(1));
  skip();
  regulate(a(), 4);
  bounds(c(), "5", "5");
  STAGED_OK(c().send_at(2, "Note", "n2=x"));
  skip();
  bounds(c(), "5", "5");
  bounds(d(), "1", "1");
}
// 8.16, 8.8 A federate that is constrained too: what it sends does not delay it.
TEST_P(PlacedTime, OwnMessagesDoNotDelayTheirSender) {
  regulate(c(), 1);
  constrain(c());
  regulate(a(), 5);
  bounds(c(), "5", "5");
  STAGED_OK(c().send_at(2, "Note", "n2=x"));
  STAGED_HEARD(a(), "receive Note n2=x @2 ro");
  bounds(c(), "5", "5");
  STAGED_OK(c().tar(4));
  STAGED_HEARD(c(), "grant 4");
  bounds(c(), "5", "5");
}
// 8.18 LITS with several messages that wait, as they are delivered and retracted.
TEST_P(PlacedTime, LitsFollowsTheQueue) {
  regulate(a(), 1);
  regulate(b(), 2);
  constrain(d());
  STAGED_OK(a().send_at(5, "Note", "n2=five"));
  const auto five = a().sent;
  STAGED_OK(b().send_at(3, "Note", "n2=three"));
  skip();
  bounds(d(), "1", "1");
  STAGED_OK(a().tar(10));
  skip();
  bounds(d(), "2", "2");
  STAGED_OK(b().tar(10));
  skip();
  bounds(d(), "11", "3");
  STAGED_OK(d().tar(3));
  STAGED_HEARD(d(), "receive Note n2=three @3", "grant 3");
  bounds(d(), "11", "5");
  STAGED_ERR(a().rti->retract(*five), MessageCanNoLongerBeRetracted);
  bounds(d(), "11", "5");
  STAGED_OK(a().rti->disable_time_regulation());
  bounds(d(), "12", "5");
  STAGED_OK(b().rti->disable_time_regulation());
  bounds(d(), "none", "5");
  STAGED_OK(d().nmr(30));
  STAGED_HEARD(d(), "receive Note n2=five @5", "grant 5");
  bounds(d(), "none", "none");
}
// 8.18, 4.10 A message stays in the queue when its sender has resigned.
TEST_P(PlacedTime, AMessageOutlivesItsSender) {
  regulate(a(), 1);
  constrain(d());
  STAGED_OK(a().send_at(7, "Note", "n2=x"));
  skip();
  STAGED_OK(resign(a()));
  skip();
  bounds(d(), "none", "7");
  STAGED_OK(d().nmr(6));
  STAGED_HEARD(d(), "grant 6");
  STAGED_OK(d().nmr(9));
  STAGED_HEARD(d(), "receive Note n2=x @7", "grant 7");
}
// 8.12 Flushing again and again; each grant is the least of the request, GALT and what was delivered.
TEST_P(PlacedTime, FlushingRepeatedly) {
  regulate(a(), 1);
  regulate(c(), 2);
  constrain(b());
  STAGED_OK(a().send_at(5, "Note", "n2=p"));
  STAGED_OK(c().send_at(3, "Note", "n2=q"));
  STAGED_OK(b().fqr(10));
  STAGED_HEARD(b(), "receive Note n2=q @3", "receive Note n2=p @5", "grant 1");
  STAGED_OK(b().fqr(10));
  STAGED_HEARD(b(), "grant 1");
  STAGED_OK(a().tar(4));
  STAGED_OK(c().tar(4));
  skip();
  STAGED_OK(a().send_at(7, "Note", "n2=r"));
  STAGED_OK(c().send_at(6, "Note", "n2=s"));
  STAGED_OK(b().fqr(10));
  STAGED_HEARD(b(), "receive Note n2=s @6", "receive Note n2=r @7", "grant 5");
  STAGED_ERR(b().fqr(4), LogicalTimeAlreadyPassed);
  STAGED_OK(a().tar(20));
  STAGED_OK(c().tar(20));
  skip();
  STAGED_OK(b().fqr(8));
  STAGED_HEARD(b(), "grant 8");
  STAGED_OK(c().send_at(25, "Note", "n2=t"));
  STAGED_OK(b().fqr(50));
  STAGED_HEARD(b(), "receive Note n2=t @25", "grant 21");
}
// 8.12, 8.21, 8.22 A flushed message can be retracted: its receiver is asked once.
TEST_P(PlacedTime, AFlushedMessageIsRetracted) {
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().send_at(5, "Note", "n2=p"));
  const auto p = a().sent;
  STAGED_OK(b().fqr(10));
  STAGED_HEARD(b(), "receive Note n2=p @5", "grant 1");
  const auto got = b().got;
  (void)heard(c());
  (void)heard(d());
  STAGED_OK(a().rti->retract(*p));
  STAGED_HEARD(b(), "retraction");
  EXPECT_EQ(b().asked, got);
  STAGED_ERR(a().rti->retract(*p), MessageCanNoLongerBeRetracted);
  STAGED_HEARD(b());
}
// 8.9 Three that regulate with zero lookahead and are constrained: all are granted once all have asked.
TEST_P(PlacedTime, ThreeWithZeroLookahead) {
  for (Fed* each : {&a(), &b(), &c()}) regulate(*each, 0);
  for (Fed* each : {&a(), &b(), &c()}) constrain(*each);
  STAGED_OK(a().tara(5));
  STAGED_OK(b().tara(5));
  nobody_heard_more();
  STAGED_OK(c().tara(5));
  STAGED_HEARD(a(), "grant 5");
  STAGED_HEARD(b(), "grant 5");
  STAGED_HEARD(c(), "grant 5");
  STAGED_OK(a().send_at(5, "Note", "n2=x"));
  skip();
  STAGED_OK(b().tara(5));
  STAGED_HEARD(b(), "receive Note n2=x @5", "grant 5");
  STAGED_OK(c().nmra(9));
  STAGED_HEARD(c(), "receive Note n2=x @5", "grant 5");
  STAGED_OK(c().send_at(5, "Note", "n2=y"));
  // a and b promise not to send at 5 any more; c may still send at 5.
  STAGED_OK(a().tar(5));
  STAGED_OK(b().tar(5));
  STAGED_HEARD(a());
  STAGED_HEARD(b());
  STAGED_OK(c().send_at(5, "Note", "n2=z"));
  STAGED_OK(c().tar(5));
  STAGED_HEARD(a(), "receive Note n2=y @5", "receive Note n2=z @5", "grant 5");
  STAGED_HEARD(b(), "receive Note n2=y @5", "receive Note n2=z @5", "grant 5");
  STAGED_HEARD(c(), "grant 5");
  STAGED_ERR(a().send_at(5, "Note", "n2=x"), InvalidLogicalTime);
  STAGED_OK(a().send_at(5.5, "Note", "n2=x"));
  STAGED_OK(b().nmr(9));
  STAGED_OK(c().nmr(9));
  STAGED_HEARD(b());
  STAGED_OK(a().nmra(9));
  STAGED_HEARD_SORTED(b(), "receive Note n2=x @5.5", "grant 5.5");
  STAGED_HEARD_SORTED(c(), "receive Note n2=x @5.5", "grant 5.5");
}
// 8.16, 8.8, 8.9 A message whose time equals GALT: 8.8 waits, 8.9 does not.
TEST_P(PlacedTime, AMessageAtGalt) {
  regulate(a(), 1);
  regulate(b(), 1);
  constrain(d());
  constrain(c());
  STAGED_OK(a().send_at(1, "Note", "n2=x"));
  skip();
  bounds(d(), "1", "1");
  STAGED_OK(d().tar(1));
  STAGED_OK(c().tara(1));
  STAGED_HEARD(d());
  STAGED_HEARD(c(), "receive Note n2=x @1", "grant 1");
  STAGED_OK(b().send_at(1, "Note", "n2=y"));
  STAGED_HEARD(c());
  STAGED_OK(c().nmra(1));
  STAGED_HEARD(c(), "receive Note n2=y @1", "grant 1");
  STAGED_OK(a().tar(0.5));
  STAGED_HEARD(d());
  STAGED_OK(b().tar(0.25));
  STAGED_HEARD_SORTED(d(), "receive Note n2=x @1", "receive Note n2=y @1", "grant 1");
  bounds(d(), "1.25", "1.25");
  STAGED_OK(c().tar(1));
  STAGED_HEARD(c(), "grant 1");
}
// 8.10, 8.21 Messages are retracted, and sent, while a next message request waits for their time.
TEST_P(PlacedTime, TheNextMessageChangesWhileOneWaits) {
  regulate(a(), 1);
  regulate(b(), 1);
  constrain(d());
  STAGED_OK(a().send_at(5, "Note", "n2=five"));
  const auto five = a().sent;
  STAGED_OK(b().send_at(8, "Note", "n2=eight"));
  STAGED_OK(d().nmr(10));
  STAGED_HEARD(d());
  bounds(d(), "1", "1");
  STAGED_OK(a().rti->retract(*five));
  STAGED_OK(a().tar(20));
  STAGED_HEARD(d());
  STAGED_OK(b().tar(6.5));
  STAGED_HEARD(d());
  bounds(d(), "7.5", "7.5");
  STAGED_OK(b().send_at(7.5, "Note", "n2=earlier"));
  STAGED_OK(b().tar(20));
  STAGED_HEARD(d(), "receive Note n2=earlier @7.5", "grant 7.5");
  STAGED_OK(d().nmr(10));
  STAGED_HEARD(d(), "receive Note n2=eight @8", "grant 8");
  STAGED_OK(d().nmr(10));
  STAGED_HEARD(d(), "grant 10");
}
// 8.10, 8.21 All messages are retracted: the grant is what was requested.
TEST_P(PlacedTime, AllMessagesAreRetractedWhileOneWaits) {
  regulate(a(), 1);
  constrain(d());
  constrain(c());
  STAGED_OK(a().send_at(5, "Note", "n2=p"));
  const auto p = a().sent;
  STAGED_OK(a().send_at(5, "Note", "n2=q"));
  const auto q = a().sent;
  STAGED_OK(d().nmr(10));
  STAGED_OK(c().nmra(10));
  STAGED_HEARD(d());
  STAGED_OK(a().rti->retract(*p));
  STAGED_OK(a().rti->retract(*q));
  STAGED_ERR(a().rti->retract(*q), MessageCanNoLongerBeRetracted);
  STAGED_OK(a().tar(9));
  STAGED_HEARD(d());
  STAGED_HEARD(c(), "grant 10");
  STAGED_OK(a().tar(9.5));
  STAGED_HEARD(d(), "grant 10");
}
// 8.10, 8.16 A regulator that waits for a next message bounds others by what it may still answer to.
TEST_P(PlacedTime, ARegulatorThatWaitsForMessagesBoundsOthers) {
  regulate(a(), 1);
  regulate(b(), 2);
  constrain(b());
  regulate(c(), 10);
  constrain(d());
  STAGED_OK(b().nmr(10));
  bounds(d(), "1", "1");
  STAGED_OK(a().tar(5));
  skip();
  // a bounds b by 6; b may send at 8.
  bounds(b(), "6", "6");
  bounds(d(), "6", "6");
  STAGED_OK(a().send_at(7, "Note", "n2=x"));
  STAGED_OK(a().tar(6.5));
  STAGED_HEARD(b(), "receive Note n2=x @7", "grant 7");
  bounds(a(), "9", "9");
  bounds(d(), "7.5", "7");
  STAGED_OK(a().tar(100));
  skip();
  bounds(d(), "9", "7");
  STAGED_OK(b().tar(30));
  skip();
  bounds(b(), "10", "10");
  bounds(d(), "10", "7");
}
// 8.4, 4.10 Regulators go in the middle of others' advances.
TEST_P(PlacedTime, RegulatorsGoWhileOthersAdvance) {
  regulate(a(), 1);
  regulate(b(), 2);
  regulate(c(), 3);
  constrain(d());
  STAGED_OK(b().send_at(6, "Note", "n2=x"));
  STAGED_OK(d().tar(10));
  STAGED_HEARD(d());
  STAGED_OK(a().tar(20));
  STAGED_HEARD(d());
  bounds(d(), "2", "2");
  STAGED_OK(resign(b()));
  STAGED_HEARD(d());
  bounds(d(), "3", "3");
  STAGED_OK(c().rti->disable_time_regulation());
  STAGED_HEARD(d(), "receive Note n2=x @6", "grant 10");
  bounds(d(), "21", "21");
  STAGED_OK(d().nmr(50));
  STAGED_HEARD(d());
  STAGED_OK(a().rti->disable_time_regulation());
  STAGED_HEARD(d(), "grant 50");
  bounds(d(), "none", "none");
  STAGED_OK(join(b()));
}
// 8.7 A federate that is no longer constrained receives what waits for it in receive order, once.
TEST_P(PlacedTime, AQueueOfOneThatIsNoLongerConstrained) {
  regulate(a(), 1);
  constrain(d());
  STAGED_OK(a().send_at(5, "Note", "n2=p"));
  STAGED_OK(a().send_at(3, "Note", "n2=q"));
  STAGED_OK(a().send("Talk", "s1=r"));
  STAGED_HEARD(d());
  STAGED_OK(d().rti->disable_time_constrained());
  STAGED_HEARD_SORTED(d(), "receive Note n2=p @5 ro", "receive Note n2=q @3 ro",
                      "receive Talk s1=r");
  STAGED_OK(d().tar(9));
  STAGED_HEARD(d(), "grant 9");
  bounds(d(), "1", "1");
}
// 8.19 Lookahead may not change while an advance is pending; later it goes down slowly and up at once.
TEST_P(PlacedTime, LookaheadDownAndUpAroundAnAdvance) {
  regulate(a(), 10);
  constrain(a());
  regulate(b(), 1);
  constrain(d());
  STAGED_OK(a().tar(5));
  STAGED_ERR(a().modify(2), InTimeAdvancingState);
  STAGED_ERR(a().modify(20), InTimeAdvancingState);
  EXPECT_EQ(a().lookahead(), "10");
  STAGED_OK(b().tar(6));
  skip();
  EXPECT_EQ(a().now(), "5");
  EXPECT_EQ(a().lookahead(), "10");
  STAGED_OK(a().modify(2));
  STAGED_OK(b().tar(30));
  skip();
  bounds(d(), "15", "15");
  STAGED_OK(a().nmr(9));
  STAGED_HEARD(a(), "grant 9");
  EXPECT_EQ(a().lookahead(), "6");
  bounds(d(), "15", "15");
  STAGED_OK(a().modify(8));
  EXPECT_EQ(a().lookahead(), "8");
  bounds(d(), "17", "17");
  STAGED_ERR(a().send_at(16, "Note", "n2=x"), InvalidLogicalTime);
  STAGED_OK(a().modify(2));
  STAGED_OK(a().tara(20));
  STAGED_HEARD(a(), "grant 20");
  EXPECT_EQ(a().lookahead(), "2");
  bounds(d(), "22", "22");
}
// 8.5 A federate becomes constrained while messages wait at a silent federate: each comes once, and none after its time.
TEST_P(PlacedTime, MessagesMeetEnablingConstrained) {
  regulate(a(), 1);
  STAGED_OK(a().send_at(5, "Note", "n2=p"));
  STAGED_OK(d().rti->enable_time_constrained());
  STAGED_OK(a().send_at(6, "Note", "n2=q"));
  STAGED_OK(a().tar(10));
  Lines all = heard(d());
  STAGED_OK(d().tar(8));
  for (const auto& each : heard(d())) all.push_back(each);
  std::map<std::string, int> count;
  bool granted = false;
  for (const auto& each : all) {
    ++count[each.substr(0, each.find(" @"))];
    if (each == "grant 8") granted = true;
    EXPECT_FALSE(granted && each.starts_with("receive")) << each;
  }
  EXPECT_EQ(count["receive Note n2=p"], 1) << ::testing::PrintToString(all);
  EXPECT_EQ(count["receive Note n2=q"], 1) << ::testing::PrintToString(all);
  EXPECT_EQ(all.back(), "grant 8");
}
// 8.2 A late regulator starts where it cannot disturb those that are ahead.
TEST_P(PlacedTime, ALateRegulatorStartsAhead) {
  regulate(a(), 1);
  constrain(d());
  constrain(c());
  STAGED_OK(a().tar(20));
  STAGED_OK(d().tar(7));
  STAGED_OK(c().tara(9));
  skip();
  auto& late = enter("e");
  hush(late);
  speak(late);
  STAGED_OK(late.regulation(2));
  drain();
  const double start = to_float64(*late.rti->query_logical_time());
  EXPECT_GE(start + 2, 9);
  EXPECT_LE(start, 21);
  skip();
  STAGED_OK(late.send_at(start + 2, "Note", "n2=x"));
  STAGED_OK(d().tar(15));
  STAGED_OK(late.tar(30));
  STAGED_HEARD(d(), "receive Note n2=x @" + number(start + 2), "grant 15");
  EXPECT_EQ(c().log, Lines{});
  STAGED_OK(c().tar(15));
  STAGED_HEARD(c(), "receive Note n2=x @" + number(start + 2), "grant 15");
}
// 8.14, 8.13 Receive order waits for an advance, and comes during it, before the grant; not with asynchronous delivery.
TEST_P(PlacedTime, ReceiveOrderWaitsForAnAdvance) {
  regulate(a(), 1);
  regulate(b(), 1);
  constrain(c());
  constrain(d());
  STAGED_OK(d().rti->enable_asynchronous_delivery());
  STAGED_OK(a().send("Talk", "s1=p"));
  STAGED_OK(b().send("Note", "n2=q"));
  STAGED_HEARD(c());
  STAGED_HEARD_SORTED(d(), "receive Note n2=q", "receive Talk s1=p");
  STAGED_OK(c().tar(4));
  STAGED_HEARD_SORTED(c(), "receive Note n2=q", "receive Talk s1=p");
  STAGED_OK(a().send("Talk", "s1=r"));
  STAGED_HEARD(c(), "receive Talk s1=r");
  STAGED_OK(a().tar(10));
  STAGED_OK(b().tar(10));
  STAGED_HEARD(c(), "grant 4");
  STAGED_OK(a().send("Talk", "s1=s"));
  STAGED_HEARD(c());
  STAGED_OK(c().rti->enable_asynchronous_delivery());
  STAGED_HEARD(c(), "receive Talk s1=s");
}
// 8.1.2 Errors in the advancing state change nothing.
TEST_P(PlacedTime, RefusedInTheAdvancingState) {
  regulate(a(), 1);
  regulate(b(), 1);
  constrain(b());
  STAGED_OK(b().nmr(5));
  STAGED_ERR(b().tar(6), InTimeAdvancingState);
  STAGED_ERR(b().fqr(6), InTimeAdvancingState);
  STAGED_ERR(b().nmra(2), InTimeAdvancingState);
  STAGED_ERRS(b().regulation(3), InTimeAdvancingState, TimeRegulationAlreadyEnabled);
  STAGED_ERRS(b().rti->enable_time_constrained(), InTimeAdvancingState,
              TimeConstrainedAlreadyEnabled);
  STAGED_ERR(b().modify(3), InTimeAdvancingState);
  STAGED_ERR(b().send_at(0.5, "Note", "n2=x"), InvalidLogicalTime);
  EXPECT_EQ(b().lookahead(), "1");
  EXPECT_EQ(b().now(), "0");
  STAGED_OK(a().send_at(3, "Note", "n2=x"));
  STAGED_OK(a().tar(4));
  STAGED_HEARD(b(), "receive Note n2=x @3", "grant 3");
  EXPECT_EQ(b().now(), "3");
}
// 8.2, 8.4 Regulation ends and begins again within another's advance.
TEST_P(PlacedTime, RegulationAgainWithinAnAdvance) {
  regulate(a(), 1);
  regulate(b(), 1);
  constrain(d());
  STAGED_OK(d().tar(10));
  STAGED_OK(a().tar(4));
  STAGED_OK(b().tar(6));
  skip();
  bounds(d(), "5", "5");
  STAGED_OK(a().rti->disable_time_regulation());
  bounds(d(), "7", "7");
  STAGED_OK(a().regulation(0));
  drain();
  // a may not send before 7: d's GALT has been 7.
  const double start = to_float64(*a().rti->query_logical_time());
  EXPECT_GE(start, 4);
  skip();
  STAGED_OK(a().send_at(start + 1, "Note", "n2=x"));
  STAGED_OK(b().tar(20));
  STAGED_HEARD(d());
  STAGED_OK(a().tar(20));
  if (start + 1 <= 10) {
    STAGED_HEARD(d(), "receive Note n2=x @" + number(start + 1), "grant 10");
  } else {
    STAGED_HEARD(d(), "grant 10");
  }
}

// Times are integers.
class PlacedIntegerTime : public PlacedWorld {
 protected:
  TimeRepresentation time() const override { return TimeRepresentation::integer64; }
  void begin() override {
    for (auto& each : feds) {
      STAGED_OK(each->pubi("Note"));
      STAGED_OK(each->subi("Note"));
    }
    skip();
  }
  static Status send(Fed& fed, std::int64_t at, const std::string& value) {
    const std::vector<ParameterValue> list{
        {*fed.rti->get_parameter_handle(fed.ic("Note"), "n2"), raw(value)}};
    auto result = fed.rti->send_interaction(fed.ic("Note"), list, {}, LogicalTime{at});
    if (!result) return result.error();
    fed.sent = *result;
    return {};
  }
  std::string galt(Fed& fed) {
    drain();
    auto is = fed.rti->query_galt();
    return !is ? outcome(is) : *is ? std::to_string((*is)->value) : "none";
  }
};
PLACED_SUITE(PlacedIntegerTime);

// 8.8, 8.9, 8.10 with HLAinteger64Time.
TEST_P(PlacedIntegerTime, AdvancesAndMessages) {
  STAGED_OK(a().rti->enable_time_regulation({2}));
  STAGED_OK(b().rti->enable_time_regulation({0}));
  STAGED_OK(d().rti->enable_time_constrained());
  skip();
  EXPECT_EQ(galt(d()), "0");
  STAGED_ERR(send(a(), 1, "x"), InvalidLogicalTime);
  STAGED_OK(send(a(), 2, "x"));
  STAGED_OK(send(b(), 1, "y"));
  STAGED_OK(d().rti->time_advance_request({2}));
  STAGED_HEARD(d());
  STAGED_OK(b().rti->time_advance_request({2}));
  STAGED_HEARD(b(), "receive Note n2=x @2 ro", "grant 2");
  STAGED_ERR(send(b(), 2, "z"), InvalidLogicalTime);
  STAGED_OK(a().rti->time_advance_request({1}));
  STAGED_HEARD(d(), "receive Note n2=y @1", "receive Note n2=x @2", "grant 2");
  EXPECT_EQ(galt(c()), galt(d()));
}
// 8.1 Great integers are exact.
TEST_P(PlacedIntegerTime, GreatTimesAreExact) {
  const std::int64_t great = (std::int64_t{1} << 60) + 1;
  STAGED_OK(a().rti->enable_time_regulation({1}));
  STAGED_OK(d().rti->enable_time_constrained());
  skip();
  STAGED_OK(send(a(), great, "p"));
  STAGED_OK(send(a(), great + 1, "q"));
  STAGED_OK(a().rti->time_advance_request({great}));
  EXPECT_EQ(galt(d()), std::to_string(great + 1));
  skip();
  STAGED_OK(d().rti->next_message_request({great + 5}));
  STAGED_HEARD(d(), "receive Note n2=p @" + std::to_string(great),
               "grant " + std::to_string(great));
  STAGED_OK(d().rti->next_message_request_available({great + 5}));
  STAGED_HEARD(d(), "receive Note n2=q @" + std::to_string(great + 1),
               "grant " + std::to_string(great + 1));
  STAGED_ERR(d().rti->time_advance_request({great}), LogicalTimeAlreadyPassed);
}

}  // namespace
}  // namespace orrery::rti::testing::staged
