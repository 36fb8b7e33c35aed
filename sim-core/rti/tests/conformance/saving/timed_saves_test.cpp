// IEEE 1516.1-2010, clauses 4 and 8: saves at a logical time.
#include "conformance/saving_federation.hpp"

namespace orrery::rti::testing::conformance {
namespace {

using Clause4TimedSaves = SavingFederation;
CONFORMANCE_SUITE(Clause4TimedSaves);

// 4.16 with a time: what is at the time is delivered before, what is later is saved.
TEST_P(Clause4TimedSaves, ASaveAtATimeSplitsTheMessages) {
  ASSERT_OK(a().pubi("T"));
  ASSERT_OK(b().subi("T"));
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(5, "T", "t1=5"));
  ASSERT_OK(a().send_at(6, "T", "t1=6"));
  EXPECT_ERROR(a().rti->request_federation_save("s", LogicalTime{0}), LogicalTimeAlreadyPassed);
  ASSERT_OK(a().rti->request_federation_save("s", LogicalTime{5}));
  ASSERT_OK(b().tar(10));
  ASSERT_OK(a().tar(10));
  EXPECT_HEARD(b(), "receive T t1=5 @5 tso", "save s @5");
  complete_all();
  EXPECT_HEARD(b(), "saved", "receive T t1=6 @6 tso", "grant 10");
  ASSERT_OK(a().rti->request_federation_restore("s"));
  EXPECT_HEARD(b(), "restore_begun", "restore s b");
  for (auto& each : actors()) ASSERT_OK(each->rti->federate_restore_complete());
  EXPECT_HEARD(b(), "restored", "receive T t1=6 @6 tso", "grant 10");
}

// 4.16: a flush that waits for the save does not keep others from coming to the save's time.
TEST_P(Clause4TimedSaves, AFlushThatWaitsForASaveLetsOthersComeToIt) {
  regulate(a(), 0);
  constrain(a());
  constrain(b());
  ASSERT_OK(b().nmr(1));
  ASSERT_OK(a().rti->request_federation_save("s", LogicalTime{1}));
  ASSERT_OK(a().fqr(4));
  settle();
  EXPECT_HEARD(b(), "grant 1", "save s @1");
  EXPECT_HEARD(a(), "save s @1");
  complete_all();
  EXPECT_HEARD(a(), "saved", "grant 4");
}

struct Advancing {
  const char* name;
  Status (Actor::*request)(std::int64_t);
};
constexpr Advancing advancing[] = {{"tar", &Actor::tar},
                                   {"tara", &Actor::tara},
                                   {"nmr", &Actor::nmr},
                                   {"nmra", &Actor::nmra},
                                   {"fqr", &Actor::fqr}};

// 8.20: a federate that waits for a save keeps its lookahead, whatever it asked for.
TEST_P(Clause4TimedSaves, WhoWaitsForASaveKeepsItsLookahead) {
  regulate(a(), 2);
  constrain(a());
  constrain(b());
  std::int64_t time = 0;
  for (const Advancing& each : advancing) {
    SCOPED_TRACE(each.name);
    ASSERT_OK(a().rti->request_federation_save("s", LogicalTime{time + 4}));
    ASSERT_OK((a().*each.request)(time + 5));
    EXPECT_SILENCE(a());
    EXPECT_EQ(a().rti->query_lookahead()->value, 2);
    ASSERT_OK(b().tar(time + 4));
    settle();
    complete_all();
    time += 5;
    EXPECT_HEARD(a(), "save s @" + std::to_string(time - 1), "saved",
                 "grant " + std::to_string(time));
    EXPECT_EQ(a().rti->query_lookahead()->value, 2);
    skip();
  }
}

// 4.16, 8.3: a federate that waits for a save has all messages up to the save's time, so one that begins to regulate then sends
// only later ones.
TEST_P(Clause4TimedSaves, WhoBeginsToRegulateSendsNothingBeforeASaveThatIsWaitedFor) {
  regulate(a(), 10);
  constrain(a());
  constrain(b());
  std::int64_t time = 0;
  for (const Advancing& each : advancing) {
    SCOPED_TRACE(each.name);
    ASSERT_OK(a().rti->request_federation_save("s", LogicalTime{time + 12}));
    ASSERT_OK(a().tar(time + 5));
    settle();
    ASSERT_OK((b().*each.request)(time + 14));
    EXPECT_SILENCE(b());
    ASSERT_OK(c().regulate(0));
    EXPECT_HEARD(c(), "regulating " + std::to_string(time + 13));
    ASSERT_OK(a().tar(time + 12));
    settle();
    complete_all();
    settle();
    ASSERT_OK(c().rti->disable_time_regulation());
    // 8.12: a flush is granted no more than c let it come to.
    const std::int64_t granted = time + (each.request == &Actor::fqr ? 13 : 14);
    EXPECT_HEARD(b(), "save s @" + std::to_string(time + 12), "saved",
                 "grant " + std::to_string(granted));
    time += 20;
    for (auto& other : actors()) ASSERT_OK(other->tar(time));
    skip();
  }
}

// 4.16: a federate that asks for a later time waits for the save, whatever its GALT.
TEST_P(Clause4TimedSaves, ASaveDoesNotWaitForMoreThanItsTime) {
  regulate(a(), 1);
  constrain(a());
  constrain(b());
  std::int64_t time = 0;
  for (const Advancing& each : advancing) {
    SCOPED_TRACE(each.name);
    const std::string told = "save s @" + std::to_string(time + 4);
    ASSERT_OK(a().rti->request_federation_save("s", LogicalTime{time + 4}));
    ASSERT_OK(a().tar(time + 5));
    ASSERT_OK((b().*each.request)(time + 10));
    EXPECT_HEARD(a(), told);
    EXPECT_HEARD(b(), told);
    complete_all();
    EXPECT_HEARD(a(), "saved", "grant " + std::to_string(time + 5));
    time += 20;
    ASSERT_OK(a().tar(time));
    skip();
    ASSERT_OK(b().tar(time));
    skip();
  }
}

// 4.16: a federate that becomes constrained after the time of a save does not wait for that save, whatever it asks for.
TEST_P(Clause4TimedSaves, WhoBecomesConstrainedAfterTheTimeOfASaveDoesNotWaitForIt) {
  ASSERT_OK(c().pubi("T"));
  ASSERT_OK(b().subi("T"));
  constrain(a());
  regulate(b(), 1);
  regulate(c(), 1);
  std::int64_t time = 0;
  for (const Advancing& each : advancing) {
    SCOPED_TRACE(each.name);
    ASSERT_OK(b().rti->request_federation_save("s", LogicalTime{time + 4}));
    ASSERT_OK(c().tar(time + 8));
    ASSERT_OK(b().tar(time + 8));
    settle();
    constrain(b());
    ASSERT_OK(c().send_at(time + 10, "T", "t1=1"));
    ASSERT_OK(c().tar(time + 12));
    skip();
    ASSERT_OK((b().*each.request)(time + 10));
    const std::string at = std::to_string(time + 10);
    EXPECT_HEARD(b(), "receive T t1=1 @" + at + " tso", "grant " + at);
    ASSERT_OK((b().*each.request)(time + 11));
    EXPECT_HEARD(b(), "grant " + std::to_string(time + 11));
    EXPECT_EQ(a().galt(), std::to_string(time + 12));
    const std::string told = "save s @" + std::to_string(time + 4);
    ASSERT_OK(a().tar(time + 4));
    EXPECT_HEARD(a(), "grant " + std::to_string(time + 4), told);
    EXPECT_HEARD(b(), told);
    complete_all();
    EXPECT_HEARD(b(), "saved");
    ASSERT_OK(b().rti->disable_time_constrained());
    time += 20;
    for (auto& other : actors()) ASSERT_OK(other->tar(time));
    skip();
  }
}

// 8.2, 8.9: once the save is over, who begins to regulate may send at its time to those that TARA, NMRA or a flush brought to it.
TEST_P(Clause4TimedSaves, ASaveThatIsOverKeepsNoRegulatorFromItsTime) {
  ASSERT_OK(a().pubi("T"));
  ASSERT_OK(b().subi("T"));
  constrain(b());
  std::int64_t time = 0;
  for (const Advancing& each : advancing) {
    SCOPED_TRACE(each.name);
    const std::string at = std::to_string(time + 2);
    const bool is_complete = each.request == &Actor::tar || each.request == &Actor::nmr;
    regulate(a(), 1);
    ASSERT_OK(b().rti->request_federation_save("s", LogicalTime{time + 2}));
    ASSERT_OK(a().rti->disable_time_regulation());
    ASSERT_OK((b().*each.request)(time + 2));
    EXPECT_HEARD(b(), "grant " + at, "save s @" + at);
    complete_all();
    skip();
    ASSERT_OK(a().regulate(2));
    EXPECT_HEARD(a(), "regulating " + std::to_string(time + (is_complete ? 1 : 0)));
    const std::string sent = std::to_string(time + (is_complete ? 3 : 2));
    ASSERT_OK(a().send_at(time + (is_complete ? 3 : 2), "T", "t1=1"));
    ASSERT_OK(a().tar(time + 10));
    ASSERT_OK(b().tar(time + 3));
    EXPECT_HEARD(b(), "receive T t1=1 @" + sent + " tso", "grant " + std::to_string(time + 3));
    ASSERT_OK(a().rti->disable_time_regulation());
    time += 20;
    for (auto* other : {&a(), &b()}) ASSERT_OK(other->tar(time));
    skip();
  }
}

// 4.16: a federate that is at the time of the save receives all messages with that time stamp before it saves.
TEST_P(Clause4TimedSaves, WhatIsAtTheTimeOfASaveComesBefore) {
  ASSERT_OK(a().pubi("T"));
  ASSERT_OK(b().subi("T"));
  regulate(a(), 2);
  constrain(b());
  std::int64_t time = 0;
  for (const Advancing& each : advancing) {
    if (each.request == &Actor::tar || each.request == &Actor::nmr)
      continue;  // after it comes nothing
    SCOPED_TRACE(each.name);
    const std::string at = std::to_string(time + 4);
    ASSERT_OK(a().tar(time + 2));
    skip();
    ASSERT_OK((b().*each.request)(time + 4));
    EXPECT_HEARD(b(), "grant " + at);
    ASSERT_OK(b().tara(time + 7));
    ASSERT_OK(a().rti->request_federation_save("s", LogicalTime{time + 4}));
    EXPECT_SILENCE(b());
    ASSERT_OK(a().send_at(time + 4, "T", "t1=1"));
    ASSERT_OK(a().tar(time + 3));
    EXPECT_HEARD(b(), "receive T t1=1 @" + at + " tso", "save s @" + at);
    settle();
    complete_all();
    settle();
    time += 10;
    ASSERT_OK(a().tar(time));
    EXPECT_HEARD(b(), "saved", "grant " + std::to_string(time - 3));
    skip();
  }
}

// 4.16, 4.25: a save at a time outlives a request for a restore that fails.
TEST_P(Clause4TimedSaves, ARestoreThatIsRefusedEndsNoSave) {
  regulate(a(), 1);
  ASSERT_OK(a().rti->request_federation_save("s", LogicalTime{4}));
  const Status restore = a().rti->request_federation_restore("never");
  EXPECT_HEARD(c(), "save s @4");
  Lines heard = a().heard();
  if (restore) {
    ASSERT_FALSE(heard.empty());
    EXPECT_EQ(heard.front(), "restore_refused never");
    heard.erase(heard.begin());
  }
  EXPECT_EQ(heard, (Lines{"save s @4"}));
}

// 4.16: a federate whose time regulation has not been enabled yet does not regulate; its logical time is that of its last grant.
TEST_P(Clause4TimedSaves, WhatAFederateHasNotBeenToldDoesNotCountForTheTimeOfASave) {
  ASSERT_OK(a().rti->enable_time_regulation(LogicalTimeInterval{0}));
  EXPECT_ERROR(a().rti->request_federation_save("s", LogicalTime{5}), FederateUnableToUseTime);
  skip();
  a().silent = true;
  ASSERT_OK(a().rti->time_advance_request_available(LogicalTime{4}));
  settle();
  EXPECT_OK(a().rti->request_federation_save("s", LogicalTime{4}));
}

// 4.10, 4.16, 4.25: with its last federate goes a save that outlived the request for a restore.
TEST_P(Clause4TimedSaves, ASaveThatOutlivesARefusedRestoreGoesWithTheLastFederate) {
  for (Actor* each : {&b(), &c()}) {
    ASSERT_OK(each->rti->resign_federation_execution(ResignAction::no_action));
  }
  settle();
  regulate(a(), 1);
  ASSERT_OK(a().rti->request_federation_save("s", LogicalTime{4}));
  (void)a().rti->request_federation_restore("never");  // an error if the save has begun
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  settle();
  ASSERT_OK(b().join("b"));
  ASSERT_OK(b().pubi("T"));
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
