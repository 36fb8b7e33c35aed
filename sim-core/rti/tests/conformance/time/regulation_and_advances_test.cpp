// Time management: regulation, constraint, advances, lookahead, queries (8.2 to 8.13, 8.16 to 8.20).
#include "conformance/timed_federates.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a sends T and updates x.a2 in timestamp order; b and c are subscribed to both.
class Clause8Time : public TimedFederates {
 protected:
  // All three regulate and are constrained.
  void all_timed(std::int64_t lookahead = 1) {
    for (auto& each : actors()) {
      regulate(*each, lookahead);
      constrain(*each);
    }
  }
};

// 8.2, 8.4 to 8.7 Exceptions of the switches of time.
TEST_P(Clause8Time, RegulationAndConstraintAreEnabledOnce) {
  EXPECT_ERROR(a().rti->disable_time_regulation(), TimeRegulationIsNotEnabled);
  EXPECT_ERROR(a().rti->disable_time_constrained(), TimeConstrainedIsNotEnabled);
  EXPECT_ERROR(a().regulate(-1), InvalidLookahead);
  EXPECT_OK(a().regulate(1));
  EXPECT_ERROR(a().regulate(1), RequestForTimeRegulationPending);
  EXPECT_OK(a().constrain());
  EXPECT_ERROR(a().constrain(), RequestForTimeConstrainedPending);
  skip();
  EXPECT_ERROR(a().regulate(1), TimeRegulationAlreadyEnabled);
  EXPECT_ERROR(a().constrain(), TimeConstrainedAlreadyEnabled);
  EXPECT_OK(a().tar(5));
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_OK(a().rti->disable_time_regulation());
  EXPECT_OK(a().rti->disable_time_constrained());
  EXPECT_EQ(a().time(), 5);
  EXPECT_ERROR(a().rti->query_lookahead(), TimeRegulationIsNotEnabled);
}
// 8.2 Not while an advance is pending.
TEST_P(Clause8Time, NothingIsEnabledDuringAnAdvance) {
  regulate(b(), 1);
  constrain(a());
  EXPECT_OK(a().tar(5));
  EXPECT_ERROR(a().regulate(1), InTimeAdvancingState);
  EXPECT_ERROR(a().tar(6), InTimeAdvancingState);
  EXPECT_ERROR(a().tara(6), InTimeAdvancingState);
  EXPECT_ERROR(a().nmr(6), InTimeAdvancingState);
  EXPECT_ERROR(a().nmra(6), InTimeAdvancingState);
  EXPECT_ERROR(a().fqr(6), InTimeAdvancingState);
  EXPECT_SILENCE(a());
  EXPECT_OK(b().tar(5));
  EXPECT_HEARD(a(), "grant 5");
}
// 8.8 "request for time regulation pending"
TEST_P(Clause8Time, NoAdvanceWhileARequestIsPending) {
  EXPECT_OK(a().regulate(1));
  EXPECT_ERROR(a().tar(5), RequestForTimeRegulationPending);
  EXPECT_ERROR(a().nmra(5), RequestForTimeRegulationPending);
  skip();
  EXPECT_OK(a().constrain());
  EXPECT_ERROR(a().tara(5), RequestForTimeConstrainedPending);
  EXPECT_ERROR(a().fqr(5), RequestForTimeConstrainedPending);
  skip();
  EXPECT_OK(a().tar(5));
}
// 8.8 to 8.12 "logical time already passed"
TEST_P(Clause8Time, TimesOfThePastAreRefused) {
  EXPECT_OK(a().tar(5));
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_ERROR(a().tar(4), LogicalTimeAlreadyPassed);
  EXPECT_ERROR(a().tara(4), LogicalTimeAlreadyPassed);
  EXPECT_ERROR(a().nmr(4), LogicalTimeAlreadyPassed);
  EXPECT_ERROR(a().nmra(4), LogicalTimeAlreadyPassed);
  EXPECT_ERROR(a().fqr(4), LogicalTimeAlreadyPassed);
  EXPECT_OK(a().tar(5));
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_ERROR(a().tar(-1), LogicalTimeAlreadyPassed);
}
// 8.1 A federate that neither regulates nor is constrained advances by itself.
TEST_P(Clause8Time, AnUntimedFederateAdvancesFreely) {
  regulate(a(), 1);
  for (const auto request : {&Actor::tar, &Actor::tara, &Actor::nmr, &Actor::nmra, &Actor::fqr}) {
    const std::int64_t to = b().time() + 100;
    EXPECT_OK((b().*request)(to));
    EXPECT_HEARD(b(), "grant " + std::to_string(to));
  }
  // A regulating one that is not constrained too.
  EXPECT_OK(a().tar(1'000'000));
  EXPECT_HEARD(a(), "grant 1000000");
}
// 8.1 The least time that may be sent at.
TEST_P(Clause8Time, MessagesKeepTheLookahead) {
  regulate(a(), 3);
  EXPECT_ERROR(a().send_at(2, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(3, "T"));
  EXPECT_ERROR(a().upd_at(2, "x", "a2=1"), InvalidLogicalTime);
  EXPECT_ERROR(a().del_at(2, "x"), InvalidLogicalTime);
  regulate(b(), 1);
  constrain(a());
  EXPECT_OK(a().tar(10));
  EXPECT_ERROR(a().send_at(12, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(13, "T"));
  EXPECT_OK(b().tar(20));
  skip();
  EXPECT_EQ(a().time(), 10);
  EXPECT_ERROR(a().send_at(12, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(13, "T"));
}
// 8.1 During a next message request too: the time that was asked for counts.
TEST_P(Clause8Time, MessagesKeepTheLookaheadOfANextMessageRequest) {
  regulate(a(), 3);
  regulate(b(), 1);
  constrain(a());
  EXPECT_OK(a().nmr(10));
  EXPECT_ERROR(a().send_at(12, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(13, "T"));
  EXPECT_OK(b().tar(20));
  EXPECT_HEARD(a(), "grant 10");
}
// 8.8, 8.9 Zero lookahead: after TAR strictly later, after TARA at the time itself.
TEST_P(Clause8Time, ZeroLookaheadAfterEachRequest) {
  regulate(a(), 0);
  EXPECT_OK(a().send_at(0, "T"));
  EXPECT_OK(a().tar(5));
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_ERROR(a().send_at(5, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(6, "T"));
  EXPECT_OK(a().tara(8));
  EXPECT_HEARD(a(), "grant 8");
  EXPECT_OK(a().send_at(8, "T"));
  EXPECT_OK(a().nmr(9));
  EXPECT_HEARD(a(), "grant 9");
  EXPECT_ERROR(a().send_at(9, "T"), InvalidLogicalTime);
  EXPECT_OK(a().nmra(10));
  EXPECT_HEARD(a(), "grant 10");
  EXPECT_OK(a().send_at(10, "T"));
}
// 8.1 Two regulating and constrained federates with zero lookahead: TAR comes through.
TEST_P(Clause8Time, ZeroLookaheadAdvancesInStep) {
  all_timed(0);
  for (std::int64_t t : {1, 2, 3}) {
    EXPECT_OK(a().tar(t));
    EXPECT_OK(b().tar(t));
    EXPECT_SILENCE(a());
    EXPECT_OK(c().tar(t));
    for (auto& each : actors()) EXPECT_HEARD(*each, "grant " + std::to_string(t));
  }
}
// 8.9 With TARA messages at the granted time may come in several rounds.
TEST_P(Clause8Time, ZeroLookaheadExchangesAtOneTime) {
  all_timed(0);
  for (auto& each : actors()) EXPECT_OK(each->tara(5));
  for (auto& each : actors()) EXPECT_HEARD(*each, "grant 5");
  EXPECT_OK(a().send_at(5, "T", "t1=ping"));
  for (auto& each : actors()) EXPECT_OK(each->tara(5));
  EXPECT_HEARD(b(), "receive T t1=ping @5 tso", "grant 5");
  EXPECT_HEARD(c(), "receive T t1=ping @5 tso", "grant 5");
  EXPECT_OK(b().send_at(5, "T", "t1=pong"));
  for (auto& each : actors()) EXPECT_OK(each->tar(5));
  EXPECT_HEARD(c(), "receive T t1=pong @5 tso", "grant 5");
  EXPECT_ERROR(b().send_at(5, "T"), InvalidLogicalTime);
}
// 8.8 All messages up to the time, none later, in order; then the grant.
TEST_P(Clause8Time, AnAdvanceDeliversAllUpToItsTime) {
  regulate(a(), 1);
  constrain(b());
  for (std::int64_t t : {7, 3, 5, 9, 5, 11}) {
    EXPECT_OK(a().send_at(t, "T", "t1=" + std::to_string(t)));
  }
  EXPECT_OK(b().tar(9));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(8));
  EXPECT_SILENCE(b());  // a may send at 9 still
  EXPECT_OK(a().tar(9));
  EXPECT_HEARD(b(), "receive T t1=3 @3 tso", "receive T t1=5 @5 tso", "receive T t1=5 @5 tso",
               "receive T t1=7 @7 tso", "receive T t1=9 @9 tso", "grant 9");
  EXPECT_EQ(b().lits(), "10");
  EXPECT_OK(a().tar(20));
  EXPECT_EQ(b().lits(), "11");
  EXPECT_OK(b().tar(20));
  EXPECT_HEARD(b(), "receive T t1=11 @11 tso", "grant 20");
}
// 8.9 TARA is granted at the GALT itself.
TEST_P(Clause8Time, AvailableIsGrantedAtTheGalt) {
  regulate(a(), 5);
  constrain(b());
  EXPECT_EQ(b().galt(), "5");
  EXPECT_OK(a().send_at(5, "T", "t1=x"));
  EXPECT_OK(b().tara(5));
  EXPECT_HEARD(b(), "receive T t1=x @5 tso", "grant 5");
  EXPECT_OK(a().send_at(5, "T", "t1=y"));
  EXPECT_OK(b().tar(5));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(1));
  EXPECT_HEARD(b(), "receive T t1=y @5 tso", "grant 5");
}
// 8.10 NMR: to the time of the next message, with all of that time.
TEST_P(Clause8Time, NextMessageGrantsTheTimeOfTheMessage) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(4, "T", "t1=1"));
  EXPECT_OK(a().send_at(4, "T", "t1=2"));
  EXPECT_OK(a().send_at(6, "T", "t1=3"));
  EXPECT_OK(b().nmr(10));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(4));
  EXPECT_HEARD(b(), "receive T t1=1 @4 tso", "receive T t1=2 @4 tso", "grant 4");
  EXPECT_OK(b().nmr(5));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(20));
  EXPECT_HEARD(b(), "grant 5");
  EXPECT_OK(b().nmr(30));
  EXPECT_HEARD(b(), "receive T t1=3 @6 tso", "grant 6");
  EXPECT_OK(b().nmr(20));
  EXPECT_HEARD(b(), "grant 20");
}
// 8.10 A message that comes while the request is pending shortens it.
TEST_P(Clause8Time, NextMessageIsShortenedByALaterMessage) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().nmr(10));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().send_at(7, "T", "t1=1"));
  EXPECT_OK(a().tar(6));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().send_at(7, "T", "t1=2"));
  EXPECT_OK(a().tar(7));
  EXPECT_HEARD(b(), "receive T t1=1 @7 tso", "receive T t1=2 @7 tso", "grant 7");
}
// 8.11 NMRA: at the GALT too.
TEST_P(Clause8Time, NextMessageAvailableIsGrantedAtTheGalt) {
  regulate(a(), 2);
  constrain(b());
  EXPECT_OK(a().send_at(2, "T", "t1=1"));
  EXPECT_OK(b().nmra(10));
  EXPECT_HEARD(b(), "receive T t1=1 @2 tso", "grant 2");
  EXPECT_OK(a().send_at(2, "T", "t1=2"));
  EXPECT_OK(b().nmra(10));
  EXPECT_HEARD(b(), "receive T t1=2 @2 tso", "grant 2");
  EXPECT_OK(b().nmra(2));
  EXPECT_HEARD(b(), "grant 2");
}
// 8.12 FQR delivers all that is queued, and is granted at once.
TEST_P(Clause8Time, AFlushDeliversAll) {
  regulate(a(), 3);
  constrain(b());
  EXPECT_OK(a().send_at(9, "T", "t1=9"));
  EXPECT_OK(a().send_at(5, "T", "t1=5"));
  EXPECT_OK(b().fqr(7));
  EXPECT_HEARD(b(), "receive T t1=5 @5 tso", "receive T t1=9 @9 tso", "grant 3");
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().fqr(7));
  EXPECT_HEARD(b(), "grant 7");
}
// 8.8 A federate that has no message and no regulator is granted at once.
TEST_P(Clause8Time, WithoutRegulatorsAConstrainedFederateAdvances) {
  constrain(b());
  EXPECT_EQ(b().galt(), "undefined");
  EXPECT_EQ(b().lits(), "undefined");
  EXPECT_OK(b().tar(50));
  EXPECT_HEARD(b(), "grant 50");
  // Its own regulation does not bind it.
  regulate(b(), 1);
  EXPECT_EQ(b().galt(), "undefined");
  EXPECT_OK(b().nmr(60));
  EXPECT_HEARD(b(), "grant 60");
}
// 8.16, 8.18
TEST_P(Clause8Time, GaltAndLitsAreQueried) {
  regulate(a(), 5);
  regulate(c(), 7);
  EXPECT_EQ(b().galt(), "5");
  EXPECT_EQ(a().galt(), "7");
  EXPECT_EQ(c().galt(), "5");
  EXPECT_OK(a().tar(10));
  skip();
  EXPECT_EQ(b().galt(), "7");
  EXPECT_EQ(c().galt(), "15");
  EXPECT_OK(c().rti->disable_time_regulation());
  EXPECT_EQ(b().galt(), "15");
  EXPECT_EQ(a().galt(), "undefined");
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects));
  EXPECT_EQ(b().galt(), "undefined");
}
// 8.7 What was queued comes in receive order when the federate is no longer constrained.
TEST_P(Clause8Time, DisablingConstraintReleasesTheQueue) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(a().send_at(4, "T", "t1=2"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->disable_time_constrained());
  EXPECT_HEARD_SORTED(b(), "receive T t1=1 @5", "receive T t1=2 @4");
}
// 8.7 So does what an advance has brought and the federate has not evoked yet; 8.18: it no longer counts for its LITS.
TEST_P(Clause8Time, DisablingConstraintDuringAnAdvanceReleasesWhatItBrought) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(a().send_at(4, "T", "t1=2"));
  EXPECT_OK(a().tar(20));
  skip();
  EXPECT_OK(b().tar(10));
  EXPECT_OK(b().rti->disable_callbacks());
  settle();
  EXPECT_OK(b().rti->disable_time_constrained());
  EXPECT_OK(b().rti->enable_callbacks());
  EXPECT_EQ(b().lits(), "21");
  EXPECT_HEARD_SORTED(b(), "grant 10", "receive T t1=1 @5", "receive T t1=2 @4");
}
TEST_P(Clause8Time, DisablingConstraintWhileRegulationIsPendingReleasesWhatItBrought) {
  regulate(a(), 0);
  constrain(b());
  EXPECT_OK(a().send_at(0, "T", "t1=1"));
  EXPECT_OK(a().tar(1));
  skip();
  EXPECT_OK(b().regulate(0));
  EXPECT_OK(b().rti->disable_callbacks());
  settle();
  EXPECT_OK(b().rti->disable_time_constrained());
  EXPECT_OK(b().rti->enable_callbacks());
  EXPECT_EQ(b().lits(), "2");
  EXPECT_HEARD_SORTED(b(), "receive T t1=1 @0", "regulating 0");
}
// 8.4 Who no longer regulates sends in receive order, and binds nobody.
TEST_P(Clause8Time, DisablingRegulationFreesTheOthers) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_OK(b().tar(10));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().rti->disable_time_regulation());
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 10");
  EXPECT_OK(a().send_at(3, "T", "t1=2"));
  EXPECT_OK(b().tar(11));
  EXPECT_HEARD(b(), "receive T t1=2 @3", "grant 11");
  EXPECT_ERROR(a().retract("m"), TimeRegulationIsNotEnabled);
}
// 8.3 Late regulation: nothing can come to a federate at or before its time.
TEST_P(Clause8Time, LateRegulationDoesNotReachThePast) {
  regulate(c(), 1);
  constrain(b());
  EXPECT_OK(c().tar(100));
  EXPECT_OK(b().tar(100));
  skip();
  EXPECT_OK(a().regulate(10));
  settle();
  const std::int64_t at = a().time();
  EXPECT_EQ(a().lines, Lines{"regulating " + std::to_string(at)});
  a().lines.clear();
  EXPECT_GE(at + 10, 100);
  EXPECT_ERROR(a().send_at(100, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(at + 11, "T", "t1=1"));
  EXPECT_OK(c().tar(200));
  EXPECT_OK(b().nmr(200));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(200));
  EXPECT_HEARD(b(), "receive T t1=1 @" + std::to_string(at + 11) + " tso",
               "grant " + std::to_string(at + 11));
}
// 8.5, 8.6 Late constraint: the federate's time stays, and the next advance waits as any.
TEST_P(Clause8Time, LateConstraintKeepsTheTime) {
  regulate(a(), 1);
  EXPECT_OK(a().tar(50));
  EXPECT_OK(b().tar(20));
  skip();
  EXPECT_OK(b().constrain());
  EXPECT_HEARD(b(), "constrained 20");
  EXPECT_EQ(b().galt(), "51");
  EXPECT_OK(b().tar(50));
  EXPECT_HEARD(b(), "grant 50");
  EXPECT_OK(b().tar(51));
  EXPECT_SILENCE(b());
}
// 8.5 A federate ahead of the regulators becomes constrained when they have come to it.
TEST_P(Clause8Time, ConstraintAheadOfTheRegulatorsWaits) {
  regulate(a(), 1);
  EXPECT_OK(b().tar(20));
  skip();
  EXPECT_OK(b().constrain());
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(30));
  EXPECT_HEARD(b(), "constrained 20");
}
// 8.19, 8.20 Lookahead grows at once, and shrinks with time.
TEST_P(Clause8Time, LookaheadIsModified) {
  EXPECT_ERROR(a().rti->modify_lookahead({1}), TimeRegulationIsNotEnabled);
  regulate(a(), 2);
  EXPECT_ERROR(a().rti->modify_lookahead({-1}), InvalidLookahead);
  EXPECT_OK(a().rti->modify_lookahead({6}));
  EXPECT_EQ(a().lookahead(), 6);
  EXPECT_EQ(b().galt(), "6");
  EXPECT_ERROR(a().send_at(5, "T"), InvalidLogicalTime);
  EXPECT_OK(a().rti->modify_lookahead({1}));
  EXPECT_EQ(a().lookahead(), 6);
  EXPECT_ERROR(a().send_at(5, "T"), InvalidLogicalTime);
  EXPECT_OK(a().tar(3));
  skip();
  EXPECT_EQ(a().lookahead(), 3);
  EXPECT_EQ(b().galt(), "6");
  EXPECT_OK(a().tar(8));
  skip();
  EXPECT_EQ(a().lookahead(), 1);
  EXPECT_EQ(b().galt(), "9");
}
// 8.19 "in time advancing state"
TEST_P(Clause8Time, LookaheadIsNotModifiedDuringAnAdvance) {
  regulate(a(), 2);
  regulate(b(), 2);
  constrain(a());
  EXPECT_OK(a().tar(5));
  EXPECT_ERROR(a().rti->modify_lookahead({1}), InTimeAdvancingState);
  EXPECT_EQ(a().lookahead(), 2);
}
// 8.13 A grant within whose callback the next advance is asked for.
TEST_P(Clause8Time, TheNextAdvanceIsAskedForWithinTheGrant) {
  all_timed(1);
  for (auto& each : actors()) {
    Actor* who = each.get();
    who->on_line = [who](const std::string& line) {
      if (!line.starts_with("grant") || who->time() >= 10) return;
      EXPECT_OK(who->tar(who->time() + 1));
    };
    EXPECT_OK(who->tar(1));
  }
  settle();
  Lines expected;
  for (int i = 1; i <= 10; ++i) expected.push_back("grant " + std::to_string(i));
  for (auto& each : actors()) {
    each->on_line = nullptr;
    EXPECT_EQ(each->lines, expected);
  }
}
// 8.17
TEST_P(Clause8Time, TheLogicalTimeIsThatOfTheLastGrant) {
  regulate(b(), 1);
  constrain(a());
  EXPECT_EQ(a().time(), 0);
  EXPECT_OK(a().tar(5));
  EXPECT_EQ(a().time(), 0);
  EXPECT_OK(b().tar(9));
  skip();
  EXPECT_EQ(a().time(), 5);
}
CONFORMANCE_SUITE(Clause8Time);

}  // namespace
}  // namespace orrery::rti::testing::conformance
