// Saves and restores: each step, each way out of it, and what is there afterwards (4.16 to 4.32).
#include "staged/staged.hpp"

namespace orrery::rti::testing::staged {
namespace {

// a owns x, a Craft that b and c know.
class StagedSaves : public World {
 protected:
  void begin() override {
    hush();
    settle("Thing.Craft", "c1 c2");
    for (Fed* each : {&a(), &b(), &c()}) {
      STAGED_OK(each->pubi("Note"));
      STAGED_OK(each->subi("Note"));
      STAGED_OK(each->pub("Thing.Craft", "c1 c2"));
    }
    skip();
  }
  void save(const std::string& label) {
    STAGED_OK(a().rti->request_federation_save(label));
    skip();
    for (auto& each : feds) STAGED_OK(each->rti->federate_save_begun());
    for (auto& each : feds) STAGED_OK(each->rti->federate_save_complete());
    for (auto& each : feds) STAGED_HEARD(*each, "saved");
  }
  void begin_restore(const std::string& label) {
    skip();
    STAGED_OK(a().rti->request_federation_restore(label));
    drain();
    EXPECT_EQ(a().log.empty() ? "" : a().log.front(), "accepted " + label);
    for (auto& each : feds) {
      EXPECT_EQ(each->log.empty() ? "" : each->log.back(), "restore " + label + " " + each->name);
    }
    clear();
  }
  void restore(const std::string& label) {
    begin_restore(label);
    for (auto& each : feds) STAGED_OK(each->rti->federate_restore_complete());
    drain();
    for (auto& each : feds) {
      EXPECT_EQ(each->log.empty() ? "" : each->log.front(), "restored");
      if (!each->log.empty()) each->log.erase(each->log.begin());
    }
  }
  // Nothing is left of a save or restore.
  void works() {
    STAGED_ERR(a().rti->abort_federation_save(), SaveNotInProgress);
    STAGED_ERR(b().rti->abort_federation_restore(), RestoreNotInProgress);
    STAGED_ERR(a().rti->federate_save_begun(), SaveNotInitiated);
    STAGED_ERR(a().rti->federate_save_complete(), FederateHasNotBegunSave);
    STAGED_ERR(a().rti->federate_restore_complete(), RestoreNotRequested);
    STAGED_OK(a().upd("x", "c1=works"));
    STAGED_HEARD(b(), "reflect x c1=works");
    skip();
  }
  static Lines all_of(const std::string& line) { return {line}; }
};

// 4.21 Aborted when it was initiated.
TEST_P(StagedSaves, AbortedWhenInitiated) {
  STAGED_OK(a().rti->request_federation_save("one"));
  drain();
  for (auto& each : feds) STAGED_HEARD(*each, "save one");
  STAGED_OK(b().rti->abort_federation_save());
  for (auto& each : feds) STAGED_HEARD(*each, "not-saved aborted");
  works();
  save("two");
}
// 4.21 Aborted when some have begun and some are complete.
TEST_P(StagedSaves, AbortedInTheMiddle) {
  STAGED_OK(a().rti->request_federation_save("one"));
  skip();
  STAGED_OK(a().rti->federate_save_begun());
  STAGED_OK(a().rti->federate_save_complete());
  STAGED_OK(b().rti->federate_save_begun());
  STAGED_HEARD(a());
  STAGED_OK(a().rti->abort_federation_save());
  for (auto& each : feds) STAGED_HEARD(*each, "not-saved aborted");
  works();
  STAGED_OK(a().rti->request_federation_restore("one"));
  STAGED_HEARD(a(), "refused one");
  works();
}
// 4.20 One has failed: all are told when all have answered, or at once.
TEST_P(StagedSaves, OneFails) {
  STAGED_OK(a().rti->request_federation_save("one"));
  skip();
  for (auto& each : feds) STAGED_OK(each->rti->federate_save_begun());
  STAGED_OK(b().rti->federate_save_not_complete());
  drain();
  if (a().log.empty()) {
    STAGED_OK(a().rti->federate_save_complete());
    STAGED_OK(c().rti->federate_save_complete());
  }
  for (auto& each : feds) STAGED_HEARD(*each, "not-saved failure");
  works();
}
// 4.10, 4.20 One resigns at each step.
TEST_P(StagedSaves, OneResigns) {
  for (int step = 0; step < 3; ++step) {
    STAGED_OK(a().rti->request_federation_save("one"));
    skip();
    if (step > 0) STAGED_OK(c().rti->federate_save_begun());
    if (step > 1) STAGED_OK(c().rti->federate_save_complete());
    STAGED_OK(resign(c()));
    STAGED_HEARD(a(), "not-saved resigned");
    STAGED_HEARD(b(), "not-saved resigned");
    works();
    STAGED_OK(join(c()));
    skip();
  }
}
// 4.22, 4.23 The statuses of each step.
TEST_P(StagedSaves, Statuses) {
  const auto ask = [&] {
    STAGED_OK(c().rti->query_federation_save_status());
    return heard(c()).back();
  };
  EXPECT_EQ(ask(), "save-status a=none b=none c=none");
  STAGED_OK(a().rti->request_federation_save("one"));
  skip();
  EXPECT_EQ(ask(), "save-status a=instructed b=instructed c=instructed");
  STAGED_OK(a().rti->federate_save_begun());
  drain();
  EXPECT_EQ(ask(), "save-status a=working b=instructed c=instructed");
  STAGED_OK(a().rti->federate_save_complete());
  STAGED_OK(b().rti->federate_save_begun());
  drain();
  EXPECT_EQ(ask(), "save-status a=waiting b=working c=instructed");
  STAGED_OK(c().rti->abort_federation_save());
  skip();
  EXPECT_EQ(ask(), "save-status a=none b=none c=none");
}
// 4.31, 4.32 The same of a restore.
TEST_P(StagedSaves, StatusesOfARestore) {
  save("one");
  const auto ask = [&] {
    STAGED_OK(c().rti->query_federation_restore_status());
    return heard(c()).back();
  };
  EXPECT_EQ(ask(), "restore-status a=none b=none c=none");
  begin_restore("one");
  STAGED_OK(b().rti->federate_restore_complete());
  drain();
  const std::string status = ask();
  EXPECT_TRUE(status.find("b=waiting") != std::string::npos) << status;
  EXPECT_TRUE(status.find("a=waiting") == std::string::npos) << status;
  STAGED_OK(c().rti->abort_federation_restore());
  for (auto& each : feds) STAGED_HEARD(*each, "not-restored aborted");
  EXPECT_EQ(ask(), "restore-status a=none b=none c=none");
}
// 4.28, 4.29 One cannot restore; one resigns while restoring.
TEST_P(StagedSaves, ARestoreFails) {
  save("one");
  begin_restore("one");
  STAGED_OK(b().rti->federate_restore_not_complete());
  drain();
  if (a().log.empty()) {
    STAGED_OK(a().rti->federate_restore_complete());
    STAGED_OK(c().rti->federate_restore_complete());
  }
  for (auto& each : feds) STAGED_HEARD(*each, "not-restored failure");
  restore("one");
  works();
  begin_restore("one");
  STAGED_OK(a().rti->federate_restore_complete());
  STAGED_OK(resign(c()));
  STAGED_HEARD(a(), "not-restored resigned");
  STAGED_HEARD(b(), "not-restored resigned");
}
// 4.16, 4.24 No other service during a save, nor during a restore.
TEST_P(StagedSaves, NoOtherServices) {
  using Call = std::function<std::string()>;
  const std::vector<Call> calls{
      [&] { return outcome(b().sub("Thing", "t1")); },
      [&] { return outcome(b().unsub("Thing")); },
      [&] { return outcome(b().pub("Thing", "t1")); },
      [&] { return outcome(b().unpub("Thing")); },
      [&] { return outcome(b().pubi("Talk")); },
      [&] { return outcome(b().subi("Talk")); },
      [&] { return outcome(b().reg("Thing.Craft", "y")); },
      [&] { return outcome(a().upd("x", "c1=1")); },
      [&] { return outcome(a().upd_at(99, "x", "c1=1")); },
      [&] { return outcome(a().send("Note", "n2=1")); },
      [&] { return outcome(a().del("x")); },
      [&] { return outcome(b().forget("x")); },
      [&] { return outcome(b().request("x", "c1")); },
      [&] { return outcome(b().rti->reserve_object_instance_name("n")); },
      [&] { return outcome(b().rti->release_object_instance_name("n")); },
      [&] { return outcome(a().divest("x", "c1")); },
      [&] { return outcome(a().offer("x", "c1")); },
      [&] { return outcome(b().acquire("x", "c1")); },
      [&] { return outcome(b().acquire_free("x", "c1")); },
      [&] { return outcome(a().deny("x", "c1")); },
      [&] { return a().give("x", "c1"); },
      [&] { return outcome(b().query_owner("x", "c1")); },
      [&] { return outcome(b().regulation(1)); },
      [&] { return outcome(b().rti->enable_time_constrained()); },
      [&] { return outcome(b().tar(1)); },
      [&] { return outcome(b().tara(1)); },
      [&] { return outcome(b().nmr(1)); },
      [&] { return outcome(b().nmra(1)); },
      [&] { return outcome(b().fqr(1)); },
      [&] { return outcome(b().rti->enable_asynchronous_delivery()); },
      [&] { return b().galt(); },
      [&] { return b().now(); },
      [&] { return b().lits(); },
      [&] { return outcome(b().rti->create_region({})); },
      [&] { return outcome(b().rti->register_federation_synchronization_point("p", {})); },
      [&] { return outcome(b().rti->synchronization_point_achieved("p")); },
      [&] { return outcome(b().rti->enable_attribute_scope_advisory_switch()); },
      [&] { return outcome(b().rti->request_federation_save("other")); },
      [&] { return outcome(b().rti->request_federation_restore("one")); },
  };
  save("one");
  STAGED_OK(a().rti->request_federation_save("two"));
  skip();
  for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(calls[i](), "SaveInProgress") << i;
  STAGED_OK(a().rti->abort_federation_save());
  skip();
  begin_restore("one");
  for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(calls[i](), "RestoreInProgress") << i;
  STAGED_OK(a().rti->abort_federation_restore());
  skip();
  EXPECT_FALSE(b().knows("y"));
  works();
}
// 4.9, 4.16, 4.24 Nobody joins during a save or a restore.
TEST_P(StagedSaves, NobodyJoinsMeanwhile) {
  save("one");
  Fed& late = connect("d");
  STAGED_OK(a().rti->request_federation_save("two"));
  skip();
  STAGED_ERR(join(late), SaveInProgress);
  STAGED_OK(a().rti->abort_federation_save());
  skip();
  STAGED_OK(a().rti->request_federation_restore("one"));
  skip();
  STAGED_ERR(join(late), RestoreInProgress);
  STAGED_OK(a().rti->abort_federation_restore());
  skip();
  STAGED_OK(join(late));
  STAGED_OK(a().rti->request_federation_restore("one"));
  STAGED_HEARD(a(), "refused one");
  works();
}
// 4.16 Requested again with the same label: the later state is restored.
TEST_P(StagedSaves, TheSameLabel) {
  save("one");
  STAGED_OK(b().acquire("x", "c1"));
  drain();
  EXPECT_EQ(a().give("x", "c1"), "c1");
  skip();
  save("one");
  EXPECT_TRUE(b().owns("x", "c1"));
  STAGED_OK(b().divest("x", "c1"));
  skip();
  restore("one");
  EXPECT_TRUE(b().owns("x", "c1"));
  EXPECT_FALSE(a().owns("x", "c1"));
  STAGED_OK(b().upd("x", "c1=1"));
  STAGED_HEARD(c(), "reflect x c1=1");
}
// 4.24 Restored twice, with an older save in between.
TEST_P(StagedSaves, BackAndForth) {
  save("one");
  STAGED_OK(a().reg("Thing.Craft", "y"));
  skip();
  save("two");
  STAGED_OK(a().del("x"));
  skip();
  restore("one");
  EXPECT_TRUE(b().knows("x"));
  EXPECT_FALSE(b().knows("y"));
  restore("two");
  EXPECT_TRUE(b().knows("y"));
  STAGED_OK(a().upd("y", "c1=1"));
  STAGED_OK(a().upd("x", "c1=2"));
  STAGED_HEARD(b(), "reflect y c1=1", "reflect x c1=2");
  restore("two");
  STAGED_OK(a().del("y"));
  STAGED_HEARD(b(), "remove y");
}
// 8.16 to 8.20 Times, lookahead and what waits are those of the save.
TEST_P(StagedSaves, TimesOfTheSave) {
  regulate(a(), 4);
  constrain(b());
  STAGED_OK(a().modify(1));
  STAGED_OK(a().send_at(9, "Note", "n2=1"));
  STAGED_OK(a().tar(2));
  STAGED_OK(b().tar(3));
  skip();
  save("one");
  STAGED_OK(a().tar(30));
  STAGED_OK(b().tar(20));
  STAGED_HEARD(b(), "receive Note n2=1 @9", "grant 20");
  STAGED_OK(b().rti->enable_asynchronous_delivery());
  STAGED_OK(a().modify(9));
  restore("one");
  clear();
  EXPECT_EQ(a().now(), "2");
  EXPECT_EQ(a().lookahead(), "2");
  EXPECT_EQ(b().now(), "3");
  drain();
  EXPECT_EQ(b().galt(), "4");
  EXPECT_EQ(b().lits(), "4");
  STAGED_OK(b().rti->enable_asynchronous_delivery());
  STAGED_OK(a().tar(8));
  skip();
  EXPECT_EQ(a().lookahead(), "1");
  STAGED_OK(b().nmr(20));
  STAGED_HEARD(b());
  STAGED_OK(a().tar(9));
  STAGED_HEARD(b(), "receive Note n2=1 @9", "grant 9");
}
// 4.24 In new processes, which join in another order: the handles are those of the save.
TEST_P(StagedSaves, JoinedInAnotherOrder) {
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(b().acquire("x", "c1"));
  drain();
  EXPECT_EQ(a().give("x", "c1"), "c1");
  STAGED_OK(a().send_at(7, "Note", "n2=1"));
  const auto message = *a().sent;
  STAGED_OK(a().send_at(8, "Note", "n2=2"));
  skip();
  save("one");
  const auto texts = a().texts;
  const auto objects = a().objects;
  const std::uint32_t handles[] = {a().handle.value, b().handle.value, c().handle.value};
  stop();
  make_nodes();
  for (const char* each : {"a", "b", "c"}) connect(each);
  FomModule module = *parse_fom(fom_text(false), "staged");
  STAGED_OK(
      (wait_for<Status>(0, [&] { return a().rti->create_federation_execution("F", {module}); })));
  for (Fed* each : {&c(), &b(), &a()}) STAGED_OK(join(*each));
  skip();
  restore("one");
  for (auto& each : feds) {
    each->texts = texts;
    each->objects = objects;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(feds[i]->handle.value, handles[i]);
    for (auto& each : feds) {
      EXPECT_EQ(*each->rti->get_federate_name({handles[i]}), feds[i]->name);
      EXPECT_EQ(each->rti->get_federate_handle(feds[i]->name)->value, handles[i]);
    }
  }
  clear();
  EXPECT_TRUE(b().owns("x", "c1"));
  STAGED_OK(a().rti->retract(message));
  STAGED_OK(a().tar(20));
  STAGED_OK(b().nmr(20));
  STAGED_HEARD(b(), "receive Note n2=2 @8", "grant 8");
  EXPECT_EQ(b().delivery.producer.value, handles[0]);
}
// 4.24 Refused: no such save, or another federate in the federation.
TEST_P(StagedSaves, Refused) {
  STAGED_OK(a().rti->request_federation_restore("nothing"));
  STAGED_HEARD(a(), "refused nothing");
  STAGED_HEARD(b());
  save("one");
  STAGED_OK(resign(c()));
  skip();
  STAGED_OK(a().rti->request_federation_restore("one"));
  STAGED_HEARD(a(), "refused one");
  works();
}
// 4.16, 8.8 A save at a time: each is told after what comes before it, none is granted beyond it before.
TEST_P(StagedSaves, AtATime) {
  regulate(a(), 1);
  constrain(b());
  constrain(c());
  STAGED_OK(a().send_at(4, "Note", "n2=before"));
  STAGED_OK(a().send_at(6, "Note", "n2=after"));
  STAGED_OK(a().rti->request_federation_save("noon", float64_time(5)));
  STAGED_OK(a().tar(20));
  skip();
  STAGED_OK(b().tar(10));
  drain();
  STAGED_HEARD(c());
  STAGED_HEARD(a());
  STAGED_OK(c().nmr(10));
  STAGED_HEARD(c(), "receive Note n2=before @4", "grant 4");
  STAGED_OK(c().nmr(10));
  STAGED_HEARD(c(), "save noon @5");
  STAGED_HEARD(a(), "save noon @5");
  STAGED_HEARD(b(), "receive Note n2=before @4", "save noon @5");
  for (auto& each : feds) STAGED_OK(each->rti->federate_save_begun());
  for (auto& each : feds) STAGED_OK(each->rti->federate_save_complete());
  STAGED_HEARD(a(), "saved");
  STAGED_HEARD(b(), "saved", "receive Note n2=after @6", "grant 10");
  STAGED_HEARD(c(), "saved", "receive Note n2=after @6", "grant 6");
  restore("noon");
  STAGED_HEARD(b(), "receive Note n2=after @6", "grant 10");
  STAGED_HEARD(c(), "receive Note n2=after @6", "grant 6");
}
// 4.16 Times that cannot be honoured.
TEST_P(StagedSaves, TimesThatCannotBe) {
  STAGED_ERR(a().rti->request_federation_save("one", float64_time(5)), FederateUnableToUseTime);
  regulate(b(), 1);
  STAGED_OK(b().tar(10));
  skip();
  STAGED_ERR(b().rti->request_federation_save("one", float64_time(5)), LogicalTimeAlreadyPassed);
  works();
}
// 4.18, 4.19 Out of turn.
TEST_P(StagedSaves, OutOfTurn) {
  STAGED_ERR(a().rti->federate_save_begun(), SaveNotInitiated);
  STAGED_ERR(a().rti->federate_save_complete(), FederateHasNotBegunSave);
  STAGED_OK(a().rti->request_federation_save("one"));
  skip();
  STAGED_ERR(a().rti->federate_save_complete(), FederateHasNotBegunSave);
  STAGED_ERR(a().rti->federate_save_not_complete(), FederateHasNotBegunSave);
  STAGED_OK(a().rti->federate_save_begun());
  STAGED_ERR(a().rti->federate_save_begun(), SaveNotInitiated);
  STAGED_ERRS(a().rti->federate_restore_complete(), RestoreNotRequested, SaveInProgress);
  STAGED_ERRS(a().rti->abort_federation_restore(), RestoreNotInProgress, SaveInProgress);
  STAGED_OK(a().rti->federate_save_complete());
  STAGED_ERR(a().rti->federate_save_complete(), FederateHasNotBegunSave);
  STAGED_OK(a().rti->abort_federation_save());
  skip();
}
// 4.11, 4.29 A point that was registered after the save is gone; one of before can be achieved.
TEST_P(StagedSaves, PointsOfBeforeAndAfter) {
  STAGED_OK(a().rti->register_federation_synchronization_point("before", {}));
  skip();
  STAGED_OK(b().rti->synchronization_point_achieved("before", false));
  save("one");
  STAGED_OK(a().rti->synchronization_point_achieved("before"));
  STAGED_OK(a().rti->register_federation_synchronization_point("after", {}));
  skip();
  STAGED_OK(c().rti->synchronization_point_achieved("before"));
  STAGED_HEARD(a(), "synchronized before b");
  restore("one");
  clear();
  STAGED_ERR(b().rti->synchronization_point_achieved("after"),
             SynchronizationPointLabelNotAnnounced);
  STAGED_ERR(b().rti->synchronization_point_achieved("before"),
             SynchronizationPointLabelNotAnnounced);
  STAGED_OK(c().rti->synchronization_point_achieved("before", false));
  STAGED_HEARD(a());
  STAGED_OK(a().rti->synchronization_point_achieved("before"));
  STAGED_HEARD(a(), "synchronized before b c");
  STAGED_OK(b().rti->register_federation_synchronization_point("after", {}));
  STAGED_HEARD(c(), "synchronized before b c", "announce after");
}
// 6.2, 7.8 Names and acquisitions under way at the save go on after the restore.
TEST_P(StagedSaves, WhatWasUnderWay) {
  STAGED_OK(b().rti->reserve_object_instance_name("Name-1"));
  STAGED_OK(b().acquire("x", "c1", "t"));
  STAGED_HEARD(b(), "reserved Name-1");
  STAGED_HEARD(a(), "release x c1 tag=t");
  STAGED_OK(c().acquire("x", "c1"));
  skip();
  save("one");
  STAGED_OK(b().rti->release_object_instance_name("Name-1"));
  STAGED_OK(b().cancel("x", "c1"));
  STAGED_HEARD(b(), "cancelled x c1");
  restore("one");
  clear();
  STAGED_OK(c().rti->reserve_object_instance_name("Name-1"));
  STAGED_HEARD(c(), "taken Name-1");
  STAGED_OK(b().reg("Thing.Craft", "y", "Name-1"));
  EXPECT_EQ(a().give("x", "c1 c2"), "c1");
  STAGED_HEARD(b(), "acquired x c1", "release x c1");
}
// 9.3, 4.24 Regions, uncommitted bounds and what overlaps are those of the save.
TEST_P(StagedSaves, RegionsOfTheSave) {
  STAGED_OK(a().pubi("Zone"));
  const RegionHandle mine = b().region("X 0 10");
  STAGED_OK(b().subi_in("Zone", {mine}));
  const RegionHandle its = a().region("X 5 6");
  b().bounds(mine, "X 50 60");
  skip();
  save("one");
  STAGED_OK(b().commit(mine));
  const RegionHandle later = b().region("X 0 99");
  STAGED_OK(b().subi_in("Zone", {later}));
  skip();
  restore("one");
  clear();
  STAGED_OK(a().send_in("Zone", "z2=1", {its}));
  STAGED_HEARD(b(), "receive Zone z2=1");
  STAGED_OK(b().commit(mine));
  STAGED_OK(a().send_in("Zone", "z2=2", {its}));
  STAGED_HEARD(b());
  STAGED_ERR(b().subi_in("Zone", {later}), InvalidRegion);
}

STAGED_SUITE(StagedSaves);

}  // namespace
}  // namespace orrery::rti::testing::staged
