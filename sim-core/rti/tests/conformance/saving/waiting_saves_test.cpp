// Saves that wait for their time, while federates come, go and change (4.16, 4.17, 8.13).
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a regulates with lookahead 1; b is constrained; all send and receive T.
class WaitingSaves : public SavingFederation {
 protected:
  void begin() override {
    SavingFederation::begin();
    for (auto& each : actors()) {
      ASSERT_OK(each->pubi("T"));
      ASSERT_OK(each->subi("T"));
    }
    regulate(a(), 1);
    constrain(b());
    skip();
  }
  void finish() {
    for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_begun());
    for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_complete());
    settle();
  }
  Status save_at(Actor& each, std::int64_t time, const std::string& label = "s") {
    return each.rti->request_federation_save(label, {time});
  }
};

// 4.17 Messages up to the time are delivered before, none later than it; the advance goes on
// afterwards.
TEST_P(WaitingSaves, BetweenMessages) {
  for (const int time : {5, 10, 11, 20}) EXPECT_OK(a().send_at(time, "T"));
  EXPECT_OK(save_at(a(), 10));
  EXPECT_OK(b().tar(30));
  EXPECT_OK(a().tar(40));
  EXPECT_HEARD(b(), "receive T @5 tso", "receive T @10 tso", "save s @10");
  finish();
  EXPECT_HEARD(b(), "saved", "receive T @11 tso", "receive T @20 tso", "grant 30");
}
// 4.17 The federate is granted the time of the save: the save comes with or after its grant.
TEST_P(WaitingSaves, AtTheGrant) {
  EXPECT_OK(a().send_at(10, "T"));
  EXPECT_OK(save_at(a(), 10));
  EXPECT_OK(b().tar(10));
  EXPECT_OK(a().tar(40));
  settle();
  Lines lines = b().heard();
  if (std::ranges::count(lines, "save s @10") == 1) finish();
  const Lines more = b().heard();
  lines.insert(lines.end(), more.begin(), more.end());
  EXPECT_EQ(std::ranges::count(lines, "receive T @10 tso"), 1);
  if (std::ranges::count(lines, "saved") == 0) {
    EXPECT_OK(b().tar(11));
    EXPECT_EQ(b().heard("save"), Lines{"save s @10"});
    finish();
    EXPECT_EQ(b().heard("saved"), Lines{"saved"});
  }
}
// 8.10 Requests for the next message across the time of the save.
TEST_P(WaitingSaves, NextMessages) {
  EXPECT_OK(a().send_at(5, "T"));
  EXPECT_OK(a().send_at(15, "T"));
  EXPECT_OK(save_at(a(), 10));
  EXPECT_OK(a().tar(40));
  EXPECT_OK(b().nmr(30));
  EXPECT_EQ(b().heard(), (Lines{"receive T @5 tso", "grant 5"}));
  EXPECT_OK(b().nmr(30));
  EXPECT_HEARD(b(), "save s @10");
  finish();
  EXPECT_HEARD(b(), "saved", "receive T @15 tso", "grant 15");
}
// 4.16 The requester resigns before: the save may come or not, but nobody hangs.
TEST_P(WaitingSaves, TheRequesterResigns) {
  EXPECT_OK(save_at(a(), 10));
  settle();
  EXPECT_OK(resign_federate(a()));
  EXPECT_OK(b().tar(30));
  settle();
  actors().erase(actors().begin());
  Actor& constrained = *actors().at(0);
  const Lines lines = constrained.heard();
  if (lines == Lines{"save s @10"}) {
    finish();
    EXPECT_HEARD(constrained, "saved", "grant 30");
  } else {
    EXPECT_EQ(lines, Lines{"grant 30"});
  }
}
// 4.16 A federate that joins while the save waits is told to save too.
TEST_P(WaitingSaves, ALateJoiner) {
  EXPECT_OK(save_at(a(), 10));
  settle();
  actors().push_back(actor(0));
  Actor& d = *actors().back();
  EXPECT_OK(d.join("d"));
  skip();
  EXPECT_OK(b().tar(30));
  EXPECT_OK(a().tar(40));
  EXPECT_HEARD(b(), "save s @10");
  EXPECT_HEARD(d, "save s @10");
  finish();
  EXPECT_HEARD(d, "saved");
  EXPECT_HEARD(b(), "saved", "grant 30");
}
// 4.16 A federate that becomes constrained while the save waits holds it until its own time has
// come.
TEST_P(WaitingSaves, ConstrainedMeanwhile) {
  EXPECT_OK(save_at(a(), 10));
  settle();
  constrain(c());
  EXPECT_OK(b().tar(30));
  EXPECT_OK(a().tar(40));
  EXPECT_SILENCE(b());
  EXPECT_SILENCE(c());
  EXPECT_OK(c().tar(12));
  EXPECT_HEARD(c(), "save s @10");
  EXPECT_HEARD(b(), "save s @10");
  finish();
  EXPECT_HEARD(c(), "saved", "grant 12");
  EXPECT_HEARD(b(), "saved", "grant 30");
}
// 4.16 The constraint ends while the save waits: the save goes on without it.
TEST_P(WaitingSaves, NotConstrainedAnyMore) {
  EXPECT_OK(save_at(a(), 10));
  settle();
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->disable_time_constrained());
  EXPECT_EQ(b().heard("save"), Lines{"save s @10"});
  finish();
  EXPECT_EQ(c().heard("saved"), Lines{"saved"});
}
// 4.16 A save now takes the place of one that waits.
TEST_P(WaitingSaves, SavedNow) {
  EXPECT_OK(save_at(a(), 10));
  EXPECT_OK(save_now(c(), "now"));
  EXPECT_HEARD(b(), "save now");
  finish();
  EXPECT_EQ(b().heard("saved"), Lines{"saved"});
  EXPECT_OK(b().tar(30));
  EXPECT_OK(a().tar(40));
  EXPECT_HEARD(b(), "grant 30");
}
// 4.16 A restore of an older save drops the one that waits, and what has been saved while waiting
// is not in it.
TEST_P(WaitingSaves, RestoredMeanwhile) {
  EXPECT_OK(save_now(a(), "old"));
  settle();
  finish();
  EXPECT_OK(save_at(a(), 10));
  skip();
  EXPECT_OK(a().rti->request_federation_restore("old"));
  settle();
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_restore_complete());
  skip();
  EXPECT_OK(b().tar(30));
  EXPECT_OK(a().tar(40));
  EXPECT_HEARD(b(), "grant 30");
}
// 4.24 The restored federation is at the time of the save, with what came after it still to come.
TEST_P(WaitingSaves, RestoredToTheTime) {
  for (const int time : {5, 15}) EXPECT_OK(a().send_at(time, "T"));
  EXPECT_OK(save_at(a(), 10));
  EXPECT_OK(b().tar(30));
  EXPECT_OK(a().tar(40));
  EXPECT_HEARD(b(), "receive T @5 tso", "save s @10");
  finish();
  EXPECT_HEARD(b(), "saved", "receive T @15 tso", "grant 30");
  for (int round = 0; round < 2; ++round) {
    EXPECT_OK(c().rti->request_federation_restore("s"));
    settle();
    for (auto& each : actors()) EXPECT_OK(each->rti->federate_restore_complete());
    settle();
    const Lines lines = b().heard();
    ASSERT_GE(lines.size(), 2U);
    EXPECT_EQ(Lines(lines.end() - 2, lines.end()), (Lines{"receive T @15 tso", "grant 30"}));
    EXPECT_EQ(std::ranges::count(lines, "receive T @5 tso"), 0);
    EXPECT_EQ(a().time(), 40);
  }
}
// 4.20 The save is aborted at its time: the advance goes on, and the next save at a later time
// works.
TEST_P(WaitingSaves, AbortedAtItsTime) {
  EXPECT_OK(a().send_at(15, "T"));
  EXPECT_OK(save_at(a(), 10));
  EXPECT_OK(b().tar(30));
  EXPECT_OK(a().tar(20));
  EXPECT_HEARD(b(), "save s @10");
  EXPECT_OK(b().rti->abort_federation_save());
  EXPECT_HEARD(b(), "not_saved save_aborted");
  EXPECT_OK(save_at(a(), 25));
  EXPECT_OK(a().tar(40));
  EXPECT_HEARD(b(), "receive T @15 tso", "save s @25");
  skip();
  finish();
  EXPECT_HEARD(b(), "saved", "grant 30");
}
// 4.16 Two constrained federates at different times; the one ahead of the save's time makes it
// impossible.
TEST_P(WaitingSaves, OneIsAhead) {
  constrain(c());
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(15));
  EXPECT_HEARD(b(), "grant 15");
  skip();
  EXPECT_ERROR(save_at(a(), 12), LogicalTimeAlreadyPassed);
  EXPECT_ERROR(save_at(c(), 12), LogicalTimeAlreadyPassed);
  EXPECT_OK(save_at(c(), 30));
  EXPECT_OK(c().tar(50));
  EXPECT_OK(b().tar(31));
  EXPECT_OK(a().tar(60));
  EXPECT_HEARD(c(), "save s @30");
  finish();
  EXPECT_HEARD(c(), "saved", "grant 50");
}

CONFORMANCE_SUITE(WaitingSaves);

}  // namespace
}  // namespace orrery::rti::testing::conformance
