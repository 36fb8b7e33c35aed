// HLAinteger64Time: small values, values near its limits, and lookahead of zero (clause 8).
#include <limits>

#include "conformance/timed_federates.hpp"
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

class IntegerTime : public TimedFederates {};

// 8.8, 8.13 With lookahead zero a federate that was granted t may send later than t, not at t.
TEST_P(IntegerTime, ZeroLookaheadAfterARequest) {
  regulate(a(), 0);
  constrain(b());
  EXPECT_OK(a().send_at(0, "T"));
  EXPECT_OK(a().tar(5));
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_ERROR(a().send_at(5, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(6, "T"));
  EXPECT_OK(b().tar(5));
  EXPECT_HEARD(b(), "receive T @0 tso", "grant 5");
  EXPECT_OK(b().tar(6));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tara(6));
  EXPECT_HEARD(a(), "grant 6");
  EXPECT_SILENCE(b());  // a may still send at 6
  EXPECT_OK(a().send_at(6, "T", "", "", "2"));
  EXPECT_OK(a().tar(6));
  EXPECT_HEARD(b(), "receive T @6 tso", "receive T tag=2 @6 tso", "grant 6");
}
// 8.9, 8.13 After an available request a federate with lookahead zero may send at t, again and
// again.
TEST_P(IntegerTime, ZeroLookaheadAfterAnAvailableRequest) {
  regulate(a(), 0);
  constrain(b());
  EXPECT_OK(a().tara(5));
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_OK(b().tara(5));
  EXPECT_HEARD(b(), "grant 5");
  for (int round = 0; round < 3; ++round) {
    EXPECT_OK(a().send_at(5, "T"));
    EXPECT_OK(b().tara(5));
    EXPECT_HEARD(b(), "receive T @5 tso", "grant 5");
    EXPECT_OK(a().tara(5));
    EXPECT_HEARD(a(), "grant 5");
  }
  EXPECT_OK(b().tar(5));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().nmra(5));
  EXPECT_SILENCE(b());
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_OK(a().nmr(5));
  EXPECT_HEARD(b(), "grant 5");
  EXPECT_ERROR(a().send_at(5, "T"), InvalidLogicalTime);
}
// 8.16 The GALT of two federates with lookahead zero; both are granted in turn.
TEST_P(IntegerTime, TwoWithZeroLookahead) {
  for (Actor* each : {&a(), &b()}) {
    regulate(*each, 0);
    constrain(*each);
  }
  EXPECT_EQ(a().galt(), "0");
  EXPECT_OK(a().tar(1));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().tar(1));
  EXPECT_HEARD(a(), "grant 1");
  EXPECT_HEARD(b(), "grant 1");
  EXPECT_OK(a().tara(2));
  EXPECT_OK(b().nmra(3));
  EXPECT_HEARD(a(), "grant 2");
  EXPECT_EQ(b().galt(), "2");
  EXPECT_SILENCE(b());
  EXPECT_OK(a().send_at(2, "T"));
  EXPECT_HEARD(b(), "receive T @2 tso", "grant 2");
}
// 8.8 The greatest times: an advance to one before the greatest.
TEST_P(IntegerTime, NearTheGreatest) {
  regulate(a(), 1);
  constrain(b());
  const std::string text = std::to_string(greatest - 2);
  EXPECT_OK(a().send_at(greatest - 2, "T"));
  EXPECT_OK(b().tar(greatest - 2));
  EXPECT_EQ(b().galt(), "1");
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(greatest - 2));
  EXPECT_HEARD(b(), "receive T @" + text + " tso", "grant " + text);
  EXPECT_EQ(b().galt(), std::to_string(greatest - 1));
  EXPECT_OK(b().tara(greatest - 1));
  EXPECT_HEARD(b(), "grant " + std::to_string(greatest - 1));
}
// 8.16 A bound beyond the greatest time is no small one: nobody is held back, nothing goes
// backwards.
TEST_P(IntegerTime, LookaheadBeyondTheGreatest) {
  regulate(a(), 1000);
  constrain(b());
  constrain(c());
  EXPECT_OK(a().tar(greatest - 10));
  EXPECT_HEARD(a(), "grant " + std::to_string(greatest - 10));
  const std::string galt = b().galt();
  EXPECT_TRUE(galt == "undefined" || galt == std::to_string(greatest)) << galt;
  EXPECT_OK(b().tar(greatest - 5));
  EXPECT_HEARD(b(), "grant " + std::to_string(greatest - 5));
  EXPECT_OK(c().nmr(greatest - 1));
  EXPECT_HEARD(c(), "grant " + std::to_string(greatest - 1));
  EXPECT_FALSE(a().send_at(greatest - 1, "T").ok());
  EXPECT_SILENCE(b());
}
// 8.2 A lookahead that is as great as a time can be.
TEST_P(IntegerTime, AGreatLookahead) {
  regulate(a(), greatest - 1);
  constrain(b());
  EXPECT_EQ(b().galt(), std::to_string(greatest - 1));
  EXPECT_EQ(a().lookahead(), greatest - 1);
  EXPECT_OK(b().tar(1000));
  EXPECT_HEARD(b(), "grant 1000");
  EXPECT_ERROR(a().send_at(1000, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(greatest - 1, "T"));
  EXPECT_OK(a().tar(50));
  EXPECT_HEARD(a(), "grant 50");
  EXPECT_OK(b().nmr(greatest - 1));
  EXPECT_HEARD(b(), "receive T @" + std::to_string(greatest - 1) + " tso",
               "grant " + std::to_string(greatest - 1));
}
// 8.19 From the greatest lookahead to zero: it shrinks as time advances, and the bound stays.
TEST_P(IntegerTime, AGreatLookaheadShrinks) {
  regulate(a(), greatest - 1);
  constrain(b());
  EXPECT_OK(a().rti->modify_lookahead({0}));
  EXPECT_EQ(a().lookahead(), greatest - 1);
  EXPECT_OK(a().tar(1000));
  EXPECT_HEARD(a(), "grant 1000");
  EXPECT_EQ(a().lookahead(), greatest - 1001);
  EXPECT_EQ(b().galt(), std::to_string(greatest - 1));
  EXPECT_ERROR(a().send_at(greatest - 2, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(greatest - 1, "T"));
}
// 8.2, 8.19 A new regulating federate with a great lookahead late in time.
TEST_P(IntegerTime, AGreatLookaheadLateInTime) {
  constrain(b());
  EXPECT_OK(b().tar(greatest - 100));
  EXPECT_HEARD(b(), "grant " + std::to_string(greatest - 100));
  regulate(a(), 50);
  EXPECT_GE(a().time(), greatest - 150);
  EXPECT_OK(a().rti->modify_lookahead({greatest - 1}));
  EXPECT_EQ(a().lookahead(), greatest - 1);
  const std::string galt = b().galt();
  EXPECT_TRUE(galt == "undefined" || galt == std::to_string(greatest)) << galt;
  EXPECT_OK(b().tar(greatest - 50));
  EXPECT_HEARD(b(), "grant " + std::to_string(greatest - 50));
}
// 8.8 to 8.12 A negative time has passed; times are kept.
TEST_P(IntegerTime, NegativeValues) {
  regulate(a(), 1);
  constrain(b());
  for (const std::int64_t time : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::min()}) {
    for (Actor* each : {&a(), &b()}) {
      EXPECT_FALSE(each->tar(time).ok());
      EXPECT_FALSE(each->tara(time).ok());
      EXPECT_FALSE(each->nmr(time).ok());
      EXPECT_FALSE(each->nmra(time).ok());
      EXPECT_FALSE(each->fqr(time).ok());
    }
    EXPECT_ERROR(a().rti->modify_lookahead({time}), InvalidLookahead);
    EXPECT_ERROR(c().regulate(time), InvalidLookahead);
    EXPECT_ERROR(a().send_at(time, "T"), InvalidLogicalTime);
    EXPECT_ERROR(a().upd_at(time, "x", "a2=1"), InvalidLogicalTime);
    EXPECT_ERROR(a().del_at(time, "x"), InvalidLogicalTime);
    EXPECT_FALSE(a().rti->request_federation_save("s", {time}).ok());
  }
  EXPECT_EQ(a().time(), 0);
  EXPECT_EQ(a().lookahead(), 1);
  EXPECT_SILENCE(b());
}
// 6.12 Of a federate that does not regulate any time is only a note, but it is a time.
TEST_P(IntegerTime, TimesOfWhoDoesNotRegulate) {
  constrain(b());
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_OK(a().send_at(0, "T"));
  EXPECT_OK(a().send_at(greatest - 1, "T"));
  EXPECT_HEARD(b(), "receive T @0", "receive T @" + std::to_string(greatest - 1));
  EXPECT_EQ(b().lits(), "undefined");
}
// 8.19 A greater lookahead counts at once, also for the GALT of others.
TEST_P(IntegerTime, AGreaterLookahead) {
  regulate(a(), 2);
  constrain(b());
  EXPECT_OK(a().rti->modify_lookahead({7}));
  settle();
  EXPECT_EQ(b().galt(), "7");
  EXPECT_ERROR(a().send_at(6, "T"), InvalidLogicalTime);
  EXPECT_OK(a().send_at(7, "T"));
  EXPECT_OK(b().tar(6));
  EXPECT_HEARD(b(), "grant 6");
  EXPECT_OK(a().rti->modify_lookahead({1}));
  EXPECT_EQ(a().lookahead(), 7);
  EXPECT_OK(a().tar(4));
  EXPECT_HEARD(a(), "grant 4");
  EXPECT_EQ(a().lookahead(), 3);
  EXPECT_EQ(b().galt(), "7");
  EXPECT_OK(a().rti->modify_lookahead({5}));
  EXPECT_EQ(a().lookahead(), 5);
  EXPECT_OK(a().tar(5));
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_EQ(b().galt(), "10");
}
// 8.19 The lookahead shrinks to zero: at the time granted by 8.8 nothing may be sent any more.
TEST_P(IntegerTime, ShrinkingToZero) {
  regulate(a(), 3);
  constrain(b());
  EXPECT_OK(a().rti->modify_lookahead({0}));
  EXPECT_OK(a().tar(3));
  EXPECT_HEARD(a(), "grant 3");
  EXPECT_EQ(a().lookahead(), 0);
  EXPECT_ERROR(a().send_at(3, "T"), InvalidLogicalTime);
  EXPECT_OK(b().tar(3));
  EXPECT_HEARD(b(), "grant 3");
  EXPECT_OK(a().send_at(4, "T"));
  EXPECT_OK(b().nmr(9));
  EXPECT_OK(a().tara(4));
  EXPECT_EQ(b().heard("grant"), Lines{});
  EXPECT_OK(a().tar(4));
  EXPECT_EQ(b().heard("grant"), Lines{"grant 4"});
}
// 8.21 What may be retracted: messages later than the time and the lookahead, or for zero at the
// time after 8.9.
TEST_P(IntegerTime, Retraction) {
  regulate(a(), 2);
  constrain(b());
  EXPECT_OK(a().send_at(4, "T", "", "m"));
  EXPECT_OK(a().send_at(9, "T", "", "n"));
  EXPECT_OK(a().tar(3));
  EXPECT_HEARD(a(), "grant 3");
  EXPECT_ERROR(a().retract("m"), MessageCanNoLongerBeRetracted);
  EXPECT_OK(a().retract("n"));
  EXPECT_FALSE(a().retract("n").ok());
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().nmr(15));
  EXPECT_HEARD(b(), "receive T @4 tso", "grant 4");
  EXPECT_OK(b().nmr(15));
  EXPECT_HEARD(b(), "grant 15");
}
// 8.21 While the advance is pending the time asked for counts.
TEST_P(IntegerTime, RetractionWhileAdvancing) {
  for (Actor* each : {&a(), &b()}) {
    regulate(*each, 1);
    constrain(*each);
  }
  EXPECT_OK(a().send_at(5, "T", "", "m"));
  EXPECT_OK(a().send_at(11, "T", "", "n"));
  EXPECT_OK(a().send_at(12, "T", "", "o"));
  EXPECT_OK(a().tar(10));
  EXPECT_ERROR(a().retract("m"), MessageCanNoLongerBeRetracted);
  EXPECT_OK(a().retract("o"));
  EXPECT_OK(b().tar(11));
  EXPECT_HEARD(a(), "grant 10");
  EXPECT_OK(a().tar(30));
  EXPECT_HEARD(b(), "receive T @5 tso", "receive T @11 tso", "grant 11");
}
// 8.12 Flush: granted at the least of the request, the GALT and the messages; never backwards.
TEST_P(IntegerTime, Flush) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().tar(4));
  EXPECT_OK(a().send_at(7, "T"));
  EXPECT_OK(a().send_at(greatest - 1, "T"));
  settle();
  EXPECT_OK(b().fqr(greatest - 1));
  EXPECT_HEARD(b(), "receive T @7 tso", "receive T @" + std::to_string(greatest - 1) + " tso",
               "grant 5");
  EXPECT_OK(b().fqr(5));
  EXPECT_HEARD(b(), "grant 5");
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().fqr(9));
  EXPECT_HEARD(b(), "grant 9");
}
// 4.16 A save at a great time waits for it.
class IntegerSaves : public SavingFederation {};
TEST_P(IntegerSaves, AtAGreatTime) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_ERROR(a().rti->request_federation_save("s", {greatest}), InvalidLogicalTime);
  EXPECT_OK(a().rti->request_federation_save("s", {greatest - 2}));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().tar(greatest - 1));
  EXPECT_OK(a().tara(greatest - 1));
  settle();
  const std::string save = "save s @" + std::to_string(greatest - 2);
  EXPECT_EQ(b().heard(), Lines{save});
  EXPECT_EQ(c().heard(), Lines{save});
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_begun());
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_complete());
  EXPECT_HEARD(b(), "saved", "grant " + std::to_string(greatest - 1));
}
// 4.16 At a time that has passed, by whom it may not be asked for.
TEST_P(IntegerSaves, AtTimesThatHavePassed) {
  EXPECT_ERROR(c().rti->request_federation_save("s", {5}), FederateUnableToUseTime);
  regulate(a(), 2);
  constrain(b());
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(8));
  EXPECT_HEARD(b(), "grant 8");
  EXPECT_ERROR(a().rti->request_federation_save("s", {9}), LogicalTimeAlreadyPassed);
  EXPECT_ERROR(b().rti->request_federation_save("s", {8}), LogicalTimeAlreadyPassed);
  EXPECT_OK(b().rti->request_federation_save("s", {15}));
  EXPECT_SILENCE(b());
}

CONFORMANCE_SUITE(IntegerTime);
CONFORMANCE_SUITE(IntegerSaves);

}  // namespace
}  // namespace orrery::rti::testing::conformance
