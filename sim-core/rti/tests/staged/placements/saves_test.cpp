// Synchronization points, saves and restores among four and more federates, with time, ownership and regions under way
// (clauses 4.11 to 4.32), wherever the federates are placed.
#include "staged/placements/placed.hpp"

namespace orrery::rti::testing::staged {
namespace {

class PlacedSaves : public PlacedWorld {
 protected:
  void begin() override {
    for (auto& each : feds) declare(*each);
    skip();
  }
  static void declare(Fed& fed) {
    STAGED_OK(fed.pubi("Note"));
    STAGED_OK(fed.subi("Note"));
    STAGED_OK(fed.pub("Thing.Craft", "t2 t3 c2 c3"));
    STAGED_OK(fed.sub("Thing.Craft", "t2 c2"));
  }
  // Each federate saves and restores at once when it is told to.
  void obey() {
    for (auto& each : feds) {
      Fed* fed = each.get();
      fed->when["save"] = [fed] {
        STAGED_OK(fed->rti->federate_save_begun());
        STAGED_OK(fed->rti->federate_save_complete());
      };
      fed->when["restore"] = [fed] { STAGED_OK(fed->rti->federate_restore_complete()); };
    }
  }
  void save(const std::string& label) {
    obey();
    STAGED_OK(b().rti->request_federation_save(label));
    drain();
    for (auto& each : feds) {
      if (each->joined) {
        EXPECT_EQ(each->log, (Lines{"save " + label, "saved"})) << each->name;
      }
    }
    clear();
  }
  void restore(const std::string& label) {
    clear();
    STAGED_OK(c().rti->request_federation_restore(label));
    drain();
    for (auto& each : feds) {
      if (!each->joined) continue;
      Lines want{"begun", "restore " + label + " " + each->name, "restored"};
      if (each.get() == &c()) want.insert(want.begin(), "accepted " + label);
      EXPECT_EQ(each->log, want) << each->name;
      for (auto& [object, handle] : each->objects) {
        auto found = each->rti->get_object_instance_handle(labels.name_of_label[object]);
        if (found) handle = *found;
        each->texts[handle.value] = object;
      }
    }
    clear();
  }
};
PLACED_SUITE(PlacedSaves);

// 4.11 to 4.15 A federate that joins is asked to achieve an announced point of all; not one of a set.
TEST_P(PlacedSaves, AJoinerMeetsPoints) {
  const std::vector<FederateHandle> some{b().handle, c().handle};
  STAGED_OK(a().rti->register_federation_synchronization_point("all", raw("T")));
  STAGED_OK(d().rti->register_federation_synchronization_point("some", raw("S"), some));
  drain();
  EXPECT_EQ(sorted(a().log), (Lines{"announce all tag=T", "registered all"}));
  EXPECT_EQ(sorted(b().log), (Lines{"announce all tag=T", "announce some tag=S"}));
  EXPECT_EQ(sorted(d().log), (Lines{"announce all tag=T", "registered some"}));
  clear();
  for (Fed* each : {&a(), &b(), &c(), &d()}) {
    if (each != &d()) STAGED_OK(each->rti->synchronization_point_achieved("all", each != &b()));
  }
  Fed& late = enter("e");
  STAGED_HEARD(late, "announce all tag=T");
  STAGED_OK(d().rti->synchronization_point_achieved("all"));
  nobody_heard_more();
  STAGED_ERR(d().rti->synchronization_point_achieved("some"),
             SynchronizationPointLabelNotAnnounced);
  STAGED_OK(b().rti->synchronization_point_achieved("some"));
  STAGED_OK(late.rti->synchronization_point_achieved("all"));
  for (auto& each : feds) STAGED_HEARD(*each, "synchronized all b");
  STAGED_OK(resign(c()));
  STAGED_HEARD(b(), "synchronized some");
  STAGED_HEARD(d());
  STAGED_ERR(late.rti->synchronization_point_achieved("all"),
             SynchronizationPointLabelNotAnnounced);
  STAGED_OK(join(c()));
}
// 4.12 A label in use, or a federate that has not joined.
TEST_P(PlacedSaves, PointsThatFail) {
  STAGED_OK(a().rti->register_federation_synchronization_point("p", {}));
  skip();
  STAGED_OK(b().rti->register_federation_synchronization_point("p", {}));
  STAGED_HEARD(b(), "unregistered p label");
  const FederateHandle gone = d().handle;
  STAGED_OK(resign(d()));
  const std::vector<FederateHandle> set{a().handle, gone};
  const std::string result =
      outcome(c().rti->register_federation_synchronization_point("q", {}, set));
  if (result == "ok") {
    STAGED_HEARD(c(), "unregistered q set");
  } else {
    EXPECT_EQ(result, "InvalidFederateHandle");
  }
  for (Fed* each : {&a(), &b(), &c()}) STAGED_OK(each->rti->synchronization_point_achieved("p"));
  for (Fed* each : {&a(), &b(), &c()}) STAGED_HEARD(*each, "synchronized p");
  STAGED_OK(join(d()));
}
// 4.16, 4.17 A save at a time: constrained federates reach it one by one; messages later than it wait.
TEST_P(PlacedSaves, AScheduledSave) {
  regulate(a(), 1);
  constrain(c());
  constrain(d());
  obey();
  STAGED_OK(a().send_at(4, "Note", "n2=4"));
  STAGED_OK(a().send_at(8, "Note", "n2=8"));
  skip();
  STAGED_OK(a().rti->request_federation_save("s", float64_time(6)));
  nobody_heard_more();
  STAGED_OK(a().tar(7));
  STAGED_OK(c().tar(10));
  STAGED_OK(d().tar(5));
  drain();
  EXPECT_EQ(d().log, (Lines{"receive Note n2=4 @4", "grant 5"}));
  EXPECT_EQ(std::ranges::count(b().log, "saved"), 0);
  clear();
  STAGED_OK(d().nmr(9));
  drain();
  STAGED_OK(a().tar(20));
  drain();
  for (auto& each : feds) {
    EXPECT_EQ(std::ranges::count(each->log, "save s @6"), 1) << each->name;
    EXPECT_EQ(std::ranges::count(each->log, "saved"), 1) << each->name;
  }
  EXPECT_EQ(d().log, (Lines{"save s @6", "saved", "receive Note n2=8 @8", "grant 8"}));
  EXPECT_EQ(c().log.back(), "grant 10");
  clear();
}
// 4.16, 4.24 After a restore of a scheduled save the messages later than it come again.
TEST_P(PlacedSaves, RestoringAScheduledSave) {
  regulate(a(), 1);
  constrain(c());
  constrain(d());
  obey();
  STAGED_OK(a().send_at(4, "Note", "n2=4"));
  STAGED_OK(a().send_at(8, "Note", "n2=8"));
  const auto eight = a().sent;
  STAGED_OK(a().rti->request_federation_save("s", float64_time(6)));
  STAGED_OK(c().tar(6));
  STAGED_OK(d().tar(6));
  STAGED_OK(a().tar(6));
  drain();
  STAGED_OK(c().tar(9));
  STAGED_OK(d().tar(9));
  STAGED_OK(a().tar(30));
  drain();
  EXPECT_EQ(d().log.back(), "grant 9");
  EXPECT_EQ(std::ranges::count(d().log, "saved"), 1);
  STAGED_ERR(a().rti->retract(*eight), MessageCanNoLongerBeRetracted);
  restore("s");
  for (Fed* each : {&c(), &d()}) {
    const double now = to_float64(*each->rti->query_logical_time());
    EXPECT_EQ(now, 6) << each->name;
  }
  EXPECT_EQ(d().lits(), "7");
  STAGED_OK(a().tar(30));
  STAGED_OK(d().tar(9));
  STAGED_OK(c().tar(9));
  STAGED_HEARD(d(), "receive Note n2=8 @8", "grant 9");
  STAGED_HEARD(c(), "receive Note n2=8 @8", "grant 9");
}
// 4.10, 4.20 Who resigns during a save ends it; then another succeeds.
TEST_P(PlacedSaves, ResigningWhileSaving) {
  STAGED_OK(a().rti->request_federation_save("s"));
  for (Fed* each : {&a(), &b(), &c(), &d()}) STAGED_HEARD(*each, "save s");
  STAGED_ERR(b().send("Note", "n2=x"), SaveInProgress);
  STAGED_ERR(b().rti->federate_save_complete(), FederateHasNotBegunSave);
  STAGED_OK(b().rti->federate_save_begun());
  STAGED_ERR(c().sub("Thing", "t2"), SaveInProgress);
  STAGED_OK(b().rti->federate_save_complete());
  STAGED_OK(c().rti->federate_save_begun());
  nobody_heard_more();
  STAGED_OK(d().rti->query_federation_save_status());
  STAGED_HEARD(d(), "save-status a=instructed b=waiting c=working d=instructed");
  STAGED_OK(resign(d()));
  for (Fed* each : {&a(), &b(), &c()}) STAGED_HEARD(*each, "not-saved resigned");
  STAGED_OK(b().send("Note", "n2=x"));
  STAGED_HEARD(a(), "receive Note n2=x");
  STAGED_OK(join(d()));
  skip();
  save("s");
}
// 4.24 to 4.29 Time, lookahead, messages that wait, regions, subscriptions, orders and offers are as when saved.
TEST_P(PlacedSaves, EverythingAsWhenSaved) {
  const auto sub = d().region("X 0 10");
  STAGED_OK(d().sub_in("Thing.Craft", "c3", {sub}));
  const auto r = a().region("X 5 6");
  STAGED_OK(a().reg_in("Thing.Craft", "x", "c3", {r}));
  STAGED_OK(b().reg("Thing.Craft", "y"));
  skip();
  regulate(a(), 2);
  constrain(d());
  STAGED_OK(a().order("x", "c2", OrderType::receive));
  STAGED_OK(a().tar(1));
  STAGED_OK(a().send_at(5, "Note", "n2=five"));
  STAGED_OK(b().offer("y", "t2", "o"));
  STAGED_OK(c().acquire("x", "t2", "w"));
  skip();
  save("s");
  // All of it changes.
  STAGED_OK(a().modify(7));
  STAGED_OK(a().move(r, "X 90 91"));
  STAGED_OK(d().move(sub, "X 50 51"));
  STAGED_OK(a().order("x", "c2", OrderType::timestamp));
  STAGED_OK(b().withdraw("y", "t2"));
  STAGED_OK(c().cancel("x", "t2"));
  STAGED_OK(a().tar(20));
  STAGED_OK(d().tar(8));
  STAGED_OK(a().reg("Thing.Craft", "later"));
  STAGED_OK(c().unsubi("Note"));
  skip();
  STAGED_OK(b().del("y"));
  skip();
  restore("s");
  EXPECT_EQ(a().now(), "1");
  EXPECT_EQ(a().lookahead(), "2");
  EXPECT_EQ(d().now(), "0");
  EXPECT_EQ(d().galt(), "3");
  EXPECT_FALSE(c().knows("later"));
  EXPECT_TRUE(c().knows("y"));
  STAGED_ERR(c().upd("y", "t2=1"), AttributeNotOwned);
  // The offer and the acquisition are open.
  STAGED_OK(c().acquire("y", "t2"));
  STAGED_HEARD(b(), "confirm y t2");
  EXPECT_EQ(a().give("x", "t2"), "t2");
  STAGED_HEARD(c(), "acquired x t2");
  // Regions and orders.
  STAGED_OK(d().rti->enable_asynchronous_delivery());
  STAGED_OK(a().upd_at(4, "x", "c2=1 c3=2"));
  STAGED_HEARD(d(), "reflect x c2=1 @4 ro");
  STAGED_OK(a().tar(9));
  STAGED_OK(d().tar(6));
  STAGED_HEARD(d(), "reflect x c3=2 @4", "receive Note n2=five @5", "grant 6");
  STAGED_OK(b().send("Note", "n2=z"));
  Lines got = heard(c());
  EXPECT_EQ(got.back(), "receive Note n2=z");
}
// 4.24 A restore while others advance, with messages retracted since.
TEST_P(PlacedSaves, RestoringInTheMiddleOfAdvances) {
  regulate(a(), 1);
  regulate(b(), 1);
  constrain(c());
  constrain(d());
  STAGED_OK(a().send_at(5, "Note", "n2=p"));
  const auto p = a().sent;
  STAGED_OK(b().send_at(7, "Note", "n2=q"));
  STAGED_OK(c().nmr(20));
  skip();
  save("s");
  STAGED_OK(a().rti->retract(*p));
  STAGED_OK(a().tar(30));
  STAGED_OK(b().rti->disable_time_regulation());
  STAGED_HEARD(c(), "receive Note n2=q @7", "grant 7");
  restore("s");
  EXPECT_EQ(c().now(), "0");
  EXPECT_EQ(b().lookahead(), "1");
  EXPECT_EQ(c().lits(), "1");
  STAGED_ERR(c().tar(2), InTimeAdvancingState);
  STAGED_OK(a().tar(30));
  STAGED_OK(b().tar(30));
  drain();
  EXPECT_EQ(c().log, (Lines{"receive Note n2=p @5", "grant 5"}));
  STAGED_OK(d().tar(10));
  STAGED_HEARD(d(), "receive Note n2=p @5", "receive Note n2=q @7", "grant 10");
  clear();
}
// 4.25 A label that was never saved is refused; nothing changes.
TEST_P(PlacedSaves, AnUnknownLabel) {
  obey();
  regulate(a(), 1);
  STAGED_OK(a().rti->request_federation_restore("never"));
  STAGED_HEARD(a(), "refused never");
  nobody_heard_more();
  EXPECT_EQ(a().lookahead(), "1");
  STAGED_ERR(a().rti->federate_restore_complete(), RestoreNotRequested);
  STAGED_ERR(a().rti->abort_federation_restore(), RestoreNotInProgress);
  STAGED_ERR(a().rti->abort_federation_save(), SaveNotInProgress);
}
// 4.30 A restore that is aborted: all may go on.
TEST_P(PlacedSaves, AnAbortedRestore) {
  STAGED_OK(a().reg("Thing.Craft", "x"));
  skip();
  save("s");
  for (auto& each : feds) each->when.clear();
  STAGED_OK(c().rti->request_federation_restore("s"));
  drain();
  for (auto& each : feds) EXPECT_EQ(each->log.back(), "restore s " + each->name);
  clear();
  STAGED_ERR(a().upd("x", "t2=1"), RestoreInProgress);
  STAGED_OK(a().rti->federate_restore_complete());
  STAGED_OK(b().rti->abort_federation_restore());
  for (auto& each : feds) STAGED_HEARD(*each, "not-restored aborted");
  STAGED_OK(a().send("Note", "n2=y"));
  for (Fed* each : {&b(), &c(), &d()}) STAGED_HEARD(*each, "receive Note n2=y");
}

}  // namespace
}  // namespace orrery::rti::testing::staged
