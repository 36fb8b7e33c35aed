// Saves and restores: each step, each way out of it, and what is there afterwards (4.16 to 4.32).
#include "stranger.hpp"

namespace orrery::rti::testing::stranger {
namespace {

// a owns x, a Craft that b and c know.
class StrangerSaves : public World {
 protected:
  void begin() override {
    hush();
    settle("Thing.Craft", "c1 c2");
    for (Fed* each : {&a(), &b(), &c()}) {
      STRANGER_OK(each->pubi("Note"));
      STRANGER_OK(each->subi("Note"));
      STRANGER_OK(each->pub("Thing.Craft", "c1 c2"));
    }
    skip();
  }
  void save(const std::string& label) {
    STRANGER_OK(a().rti->request_federation_save(label));
    skip();
    for (auto& each : feds) STRANGER_OK(each->rti->federate_save_begun());
    for (auto& each : feds) STRANGER_OK(each->rti->federate_save_complete());
    for (auto& each : feds) STRANGER_HEARD(*each, "saved");
  }
  void begin_restore(const std::string& label) {
    skip();
    STRANGER_OK(a().rti->request_federation_restore(label));
    drain();
    EXPECT_EQ(a().log.empty() ? "" : a().log.front(), "accepted " + label);
    for (auto& each : feds) {
      EXPECT_EQ(each->log.empty() ? "" : each->log.back(), "restore " + label + " " + each->name);
    }
    clear();
  }
  void restore(const std::string& label) {
    begin_restore(label);
    for (auto& each : feds) STRANGER_OK(each->rti->federate_restore_complete());
    drain();
    for (auto& each : feds) {
      EXPECT_EQ(each->log.empty() ? "" : each->log.front(), "restored");
      if (!each->log.empty()) each->log.erase(each->log.begin());
    }
  }
  // Nothing is left of a save or restore.
  void works() {
    STRANGER_ERR(a().rti->abort_federation_save(), SaveNotInProgress);
    STRANGER_ERR(b().rti->abort_federation_restore(), RestoreNotInProgress);
    STRANGER_ERR(a().rti->federate_save_begun(), SaveNotInitiated);
    STRANGER_ERR(a().rti->federate_save_complete(), FederateHasNotBegunSave);
    STRANGER_ERR(a().rti->federate_restore_complete(), RestoreNotRequested);
    STRANGER_OK(a().upd("x", "c1=works"));
    STRANGER_HEARD(b(), "reflect x c1=works");
    skip();
  }
  static Lines all_of(const std::string& line) { return {line}; }
};

// 4.21 Aborted when it was initiated.
TEST_P(StrangerSaves, AbortedWhenInitiated) {
  STRANGER_OK(a().rti->request_federation_save("one"));
  drain();
  for (auto& each : feds) STRANGER_HEARD(*each, "save one");
  STRANGER_OK(b().rti->abort_federation_save());
  for (auto& each : feds) STRANGER_HEARD(*each, "not-saved aborted");
  works();
  save("two");
}
// 4.21 Aborted when some have begun and some are complete.
TEST_P(StrangerSaves, AbortedInTheMiddle) {
  STRANGER_OK(a().rti->request_federation_save("one"));
  skip();
  STRANGER_OK(a().rti->federate_save_begun());
  STRANGER_OK(a().rti->federate_save_complete());
  STRANGER_OK(b().rti->federate_save_begun());
  STRANGER_HEARD(a());
  STRANGER_OK(a().rti->abort_federation_save());
  for (auto& each : feds) STRANGER_HEARD(*each, "not-saved aborted");
  works();
  STRANGER_OK(a().rti->request_federation_restore("one"));
  STRANGER_HEARD(a(), "refused one");
  works();
}
// 4.20 One has failed: all are told when all have answered, or at once.
TEST_P(StrangerSaves, OneFails) {
  STRANGER_OK(a().rti->request_federation_save("one"));
  skip();
  for (auto& each : feds) STRANGER_OK(each->rti->federate_save_begun());
  STRANGER_OK(b().rti->federate_save_not_complete());
  drain();
  if (a().log.empty()) {
    STRANGER_OK(a().rti->federate_save_complete());
    STRANGER_OK(c().rti->federate_save_complete());
  }
  for (auto& each : feds) STRANGER_HEARD(*each, "not-saved failure");
  works();
}
// 4.10, 4.20 One resigns at each step.
TEST_P(StrangerSaves, OneResigns) {
  for (int step = 0; step < 3; ++step) {
    STRANGER_OK(a().rti->request_federation_save("one"));
    skip();
    if (step > 0) STRANGER_OK(c().rti->federate_save_begun());
    if (step > 1) STRANGER_OK(c().rti->federate_save_complete());
    STRANGER_OK(resign(c()));
    STRANGER_HEARD(a(), "not-saved resigned");
    STRANGER_HEARD(b(), "not-saved resigned");
    works();
    STRANGER_OK(join(c()));
    skip();
  }
}
// 4.22, 4.23 The statuses of each step.
TEST_P(StrangerSaves, Statuses) {
  const auto ask = [&] {
    STRANGER_OK(c().rti->query_federation_save_status());
    return heard(c()).back();
  };
  EXPECT_EQ(ask(), "save-status a=none b=none c=none");
  STRANGER_OK(a().rti->request_federation_save("one"));
  skip();
  EXPECT_EQ(ask(), "save-status a=instructed b=instructed c=instructed");
  STRANGER_OK(a().rti->federate_save_begun());
  drain();
  EXPECT_EQ(ask(), "save-status a=working b=instructed c=instructed");
  STRANGER_OK(a().rti->federate_save_complete());
  STRANGER_OK(b().rti->federate_save_begun());
  drain();
  EXPECT_EQ(ask(), "save-status a=waiting b=working c=instructed");
  STRANGER_OK(c().rti->abort_federation_save());
  skip();
  EXPECT_EQ(ask(), "save-status a=none b=none c=none");
}
// 4.31, 4.32 The same of a restore.
TEST_P(StrangerSaves, StatusesOfARestore) {
  save("one");
  const auto ask = [&] {
    STRANGER_OK(c().rti->query_federation_restore_status());
    return heard(c()).back();
  };
  EXPECT_EQ(ask(), "restore-status a=none b=none c=none");
  begin_restore("one");
  STRANGER_OK(b().rti->federate_restore_complete());
  drain();
  const std::string status = ask();
  EXPECT_TRUE(status.find("b=waiting") != std::string::npos) << status;
  EXPECT_TRUE(status.find("a=waiting") == std::string::npos) << status;
  STRANGER_OK(c().rti->abort_federation_restore());
  for (auto& each : feds) STRANGER_HEARD(*each, "not-restored aborted");
  EXPECT_EQ(ask(), "restore-status a=none b=none c=none");
}
// 4.28, 4.29 One cannot restore; one resigns while restoring.
TEST_P(StrangerSaves, ARestoreFails) {
  save("one");
  begin_restore("one");
  STRANGER_OK(b().rti->federate_restore_not_complete());
  drain();
  if (a().log.empty()) {
    STRANGER_OK(a().rti->federate_restore_complete());
    STRANGER_OK(c().rti->federate_restore_complete());
  }
  for (auto& each : feds) STRANGER_HEARD(*each, "not-restored failure");
  restore("one");
  works();
  begin_restore("one");
  STRANGER_OK(a().rti->federate_restore_complete());
  STRANGER_OK(resign(c()));
  STRANGER_HEARD(a(), "not-restored resigned");
  STRANGER_HEARD(b(), "not-restored resigned");
}
// 4.16, 4.24 No other service during a save, nor during a restore.
TEST_P(StrangerSaves, NoOtherServices) {
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
  STRANGER_OK(a().rti->request_federation_save("two"));
  skip();
  for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(calls[i](), "SaveInProgress") << i;
  STRANGER_OK(a().rti->abort_federation_save());
  skip();
  begin_restore("one");
  for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(calls[i](), "RestoreInProgress") << i;
  STRANGER_OK(a().rti->abort_federation_restore());
  skip();
  EXPECT_FALSE(b().knows("y"));
  works();
}
// 4.9, 4.16, 4.24 Nobody joins during a save or a restore.
TEST_P(StrangerSaves, NobodyJoinsMeanwhile) {
  save("one");
  Fed& late = connect("d");
  STRANGER_OK(a().rti->request_federation_save("two"));
  skip();
  STRANGER_ERR(join(late), SaveInProgress);
  STRANGER_OK(a().rti->abort_federation_save());
  skip();
  STRANGER_OK(a().rti->request_federation_restore("one"));
  skip();
  STRANGER_ERR(join(late), RestoreInProgress);
  STRANGER_OK(a().rti->abort_federation_restore());
  skip();
  STRANGER_OK(join(late));
  STRANGER_OK(a().rti->request_federation_restore("one"));
  STRANGER_HEARD(a(), "refused one");
  works();
}
// 4.16 Requested again with the same label: the later state is restored.
TEST_P(StrangerSaves, TheSameLabel) {
  save("one");
  STRANGER_OK(b().acquire("x", "c1"));
  drain();
  EXPECT_EQ(a().give("x", "c1"), "c1");
  skip();
  save("one");
  EXPECT_TRUE(b().owns("x", "c1"));
  STRANGER_OK(b().divest("x", "c1"));
  skip();
  restore("one");
  EXPECT_TRUE(b().owns("x", "c1"));
  EXPECT_FALSE(a().owns("x", "c1"));
  STRANGER_OK(b().upd("x", "c1=1"));
  STRANGER_HEARD(c(), "reflect x c1=1");
}
// 4.24 Restored twice, with an older save in between.
TEST_P(StrangerSaves, BackAndForth) {
  save("one");
  STRANGER_OK(a().reg("Thing.Craft", "y"));
  skip();
  save("two");
  STRANGER_OK(a().del("x"));
  skip();
  restore("one");
  EXPECT_TRUE(b().knows("x"));
  EXPECT_FALSE(b().knows("y"));
  restore("two");
  EXPECT_TRUE(b().knows("y"));
  STRANGER_OK(a().upd("y", "c1=1"));
  STRANGER_OK(a().upd("x", "c1=2"));
  STRANGER_HEARD(b(), "reflect y c1=1", "reflect x c1=2");
  restore("two");
  STRANGER_OK(a().del("y"));
  STRANGER_HEARD(b(), "remove y");
}
// 8.16 to 8.20 Times, lookahead and what waits are those of the save.
TEST_P(StrangerSaves, TimesOfTheSave) {
  regulate(a(), 4);
  constrain(b());
  STRANGER_OK(a().modify(1));
  STRANGER_OK(a().send_at(9, "Note", "n2=1"));
  STRANGER_OK(a().tar(2));
  STRANGER_OK(b().tar(3));
  skip();
  save("one");
  STRANGER_OK(a().tar(30));
  STRANGER_OK(b().tar(20));
  STRANGER_HEARD(b(), "receive Note n2=1 @9", "grant 20");
  STRANGER_OK(b().rti->enable_asynchronous_delivery());
  STRANGER_OK(a().modify(9));
  restore("one");
  clear();
  EXPECT_EQ(a().now(), "2");
  EXPECT_EQ(a().lookahead(), "2");
  EXPECT_EQ(b().now(), "3");
  drain();
  EXPECT_EQ(b().galt(), "4");
  EXPECT_EQ(b().lits(), "4");
  STRANGER_OK(b().rti->enable_asynchronous_delivery());
  STRANGER_OK(a().tar(8));
  skip();
  EXPECT_EQ(a().lookahead(), "1");
  STRANGER_OK(b().nmr(20));
  STRANGER_HEARD(b());
  STRANGER_OK(a().tar(9));
  STRANGER_HEARD(b(), "receive Note n2=1 @9", "grant 9");
}
// 4.24 In new processes, which join in another order: the handles are those of the save.
TEST_P(StrangerSaves, JoinedInAnotherOrder) {
  regulate(a(), 1);
  constrain(b());
  STRANGER_OK(b().acquire("x", "c1"));
  drain();
  EXPECT_EQ(a().give("x", "c1"), "c1");
  STRANGER_OK(a().send_at(7, "Note", "n2=1"));
  const auto message = *a().sent;
  STRANGER_OK(a().send_at(8, "Note", "n2=2"));
  skip();
  save("one");
  const auto texts = a().texts;
  const auto objects = a().objects;
  const std::uint32_t handles[] = {a().handle.value, b().handle.value, c().handle.value};
  stop();
  make_nodes();
  for (const char* each : {"a", "b", "c"}) connect(each);
  FomModule module = *parse_fom(fom_text(false), "stranger");
  STRANGER_OK(
      (wait_for<Status>(0, [&] { return a().rti->create_federation_execution("F", {module}); })));
  for (Fed* each : {&c(), &b(), &a()}) STRANGER_OK(join(*each));
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
  STRANGER_OK(a().rti->retract(message));
  STRANGER_OK(a().tar(20));
  STRANGER_OK(b().nmr(20));
  STRANGER_HEARD(b(), "receive Note n2=2 @8", "grant 8");
  EXPECT_EQ(b().delivery.producer.value, handles[0]);
}
// 4.24 Refused: no such save, or another federate in the federation.
TEST_P(StrangerSaves, Refused) {
  STRANGER_OK(a().rti->request_federation_restore("nothing"));
  STRANGER_HEARD(a(), "refused nothing");
  STRANGER_HEARD(b());
  save("one");
  STRANGER_OK(resign(c()));
  skip();
  STRANGER_OK(a().rti->request_federation_restore("one"));
  STRANGER_HEARD(a(), "refused one");
  works();
}
// 4.16, 8.8 A save at a time: each is told after what comes before it, none is granted beyond it before.
TEST_P(StrangerSaves, AtATime) {
  regulate(a(), 1);
  constrain(b());
  constrain(c());
  STRANGER_OK(a().send_at(4, "Note", "n2=before"));
  STRANGER_OK(a().send_at(6, "Note", "n2=after"));
  STRANGER_OK(a().rti->request_federation_save("noon", float64_time(5)));
  STRANGER_OK(a().tar(20));
  skip();
  STRANGER_OK(b().tar(10));
  drain();
  STRANGER_HEARD(c());
  STRANGER_HEARD(a());
  STRANGER_OK(c().nmr(10));
  STRANGER_HEARD(c(), "receive Note n2=before @4", "grant 4");
  STRANGER_OK(c().nmr(10));
  STRANGER_HEARD(c(), "save noon @5");
  STRANGER_HEARD(a(), "save noon @5");
  STRANGER_HEARD(b(), "receive Note n2=before @4", "save noon @5");
  for (auto& each : feds) STRANGER_OK(each->rti->federate_save_begun());
  for (auto& each : feds) STRANGER_OK(each->rti->federate_save_complete());
  STRANGER_HEARD(a(), "saved");
  STRANGER_HEARD(b(), "saved", "receive Note n2=after @6", "grant 10");
  STRANGER_HEARD(c(), "saved", "receive Note n2=after @6", "grant 6");
  restore("noon");
  STRANGER_HEARD(b(), "receive Note n2=after @6", "grant 10");
  STRANGER_HEARD(c(), "receive Note n2=after @6", "grant 6");
}
// 4.16 Times that cannot be honoured.
TEST_P(StrangerSaves, TimesThatCannotBe) {
  STRANGER_ERR(a().rti->request_federation_save("one", float64_time(5)), FederateUnableToUseTime);
  regulate(b(), 1);
  STRANGER_OK(b().tar(10));
  skip();
  STRANGER_ERR(b().rti->request_federation_save("one", float64_time(5)), LogicalTimeAlreadyPassed);
  works();
}
// 4.18, 4.19 Out of turn.
TEST_P(StrangerSaves, OutOfTurn) {
  STRANGER_ERR(a().rti->federate_save_begun(), SaveNotInitiated);
  STRANGER_ERR(a().rti->federate_save_complete(), FederateHasNotBegunSave);
  STRANGER_OK(a().rti->request_federation_save("one"));
  skip();
  STRANGER_ERR(a().rti->federate_save_complete(), FederateHasNotBegunSave);
  STRANGER_ERR(a().rti->federate_save_not_complete(), FederateHasNotBegunSave);
  STRANGER_OK(a().rti->federate_save_begun());
  STRANGER_ERR(a().rti->federate_save_begun(), SaveNotInitiated);
  STRANGER_ERRS(a().rti->federate_restore_complete(), RestoreNotRequested, SaveInProgress);
  STRANGER_ERRS(a().rti->abort_federation_restore(), RestoreNotInProgress, SaveInProgress);
  STRANGER_OK(a().rti->federate_save_complete());
  STRANGER_ERR(a().rti->federate_save_complete(), FederateHasNotBegunSave);
  STRANGER_OK(a().rti->abort_federation_save());
  skip();
}
// 4.11, 4.29 A point that was registered after the save is gone; one of before can be achieved.
TEST_P(StrangerSaves, PointsOfBeforeAndAfter) {
  STRANGER_OK(a().rti->register_federation_synchronization_point("before", {}));
  skip();
  STRANGER_OK(b().rti->synchronization_point_achieved("before", false));
  save("one");
  STRANGER_OK(a().rti->synchronization_point_achieved("before"));
  STRANGER_OK(a().rti->register_federation_synchronization_point("after", {}));
  skip();
  STRANGER_OK(c().rti->synchronization_point_achieved("before"));
  STRANGER_HEARD(a(), "synchronized before b");
  restore("one");
  clear();
  STRANGER_ERR(b().rti->synchronization_point_achieved("after"),
               SynchronizationPointLabelNotAnnounced);
  STRANGER_ERR(b().rti->synchronization_point_achieved("before"),
               SynchronizationPointLabelNotAnnounced);
  STRANGER_OK(c().rti->synchronization_point_achieved("before", false));
  STRANGER_HEARD(a());
  STRANGER_OK(a().rti->synchronization_point_achieved("before"));
  STRANGER_HEARD(a(), "synchronized before b c");
  STRANGER_OK(b().rti->register_federation_synchronization_point("after", {}));
  STRANGER_HEARD(c(), "synchronized before b c", "announce after");
}
// 6.2, 7.8 Names and acquisitions under way at the save go on after the restore.
TEST_P(StrangerSaves, WhatWasUnderWay) {
  STRANGER_OK(b().rti->reserve_object_instance_name("Name-1"));
  STRANGER_OK(b().acquire("x", "c1", "t"));
  STRANGER_HEARD(b(), "reserved Name-1");
  STRANGER_HEARD(a(), "release x c1 tag=t");
  STRANGER_OK(c().acquire("x", "c1"));
  skip();
  save("one");
  STRANGER_OK(b().rti->release_object_instance_name("Name-1"));
  STRANGER_OK(b().cancel("x", "c1"));
  STRANGER_HEARD(b(), "cancelled x c1");
  restore("one");
  clear();
  STRANGER_OK(c().rti->reserve_object_instance_name("Name-1"));
  STRANGER_HEARD(c(), "taken Name-1");
  STRANGER_OK(b().reg("Thing.Craft", "y", "Name-1"));
  EXPECT_EQ(a().give("x", "c1 c2"), "c1");
  STRANGER_HEARD(b(), "acquired x c1", "release x c1");
}
// 9.3, 4.24 Regions, uncommitted bounds and what overlaps are those of the save.
TEST_P(StrangerSaves, RegionsOfTheSave) {
  STRANGER_OK(a().pubi("Zone"));
  const RegionHandle mine = b().region("X 0 10");
  STRANGER_OK(b().subi_in("Zone", {mine}));
  const RegionHandle its = a().region("X 5 6");
  b().bounds(mine, "X 50 60");
  skip();
  save("one");
  STRANGER_OK(b().commit(mine));
  const RegionHandle later = b().region("X 0 99");
  STRANGER_OK(b().subi_in("Zone", {later}));
  skip();
  restore("one");
  clear();
  STRANGER_OK(a().send_in("Zone", "z2=1", {its}));
  STRANGER_HEARD(b(), "receive Zone z2=1");
  STRANGER_OK(b().commit(mine));
  STRANGER_OK(a().send_in("Zone", "z2=2", {its}));
  STRANGER_HEARD(b());
  STRANGER_ERR(b().subi_in("Zone", {later}), InvalidRegion);
}

STRANGER_SUITE(StrangerSaves);

}  // namespace
}  // namespace orrery::rti::testing::stranger
