// IEEE 1516.1-2010, 4.16 to 4.32: saves and restores that meet time, ownership, regions and the management object model.
#include <algorithm>

#include "conformance/managed_federation.hpp"
#include "keeper.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class SaveMeetings : public ManagedFederation {
 protected:
  SavesOfNode saves() override { return {.directory = folder_.path()}; }
  void complete_save() {
    for (auto& each : actors()) {
      ASSERT_OK(each->rti->federate_save_begun());
      ASSERT_OK(each->rti->federate_save_complete());
    }
    settle();
  }
  void save(const std::string& label = "s") {
    ASSERT_OK(a().rti->request_federation_save(label));
    settle();
    complete_save();
    for (auto& each : actors()) {
      ASSERT_FALSE(each->lines.empty());
      EXPECT_TRUE(std::ranges::count(each->lines, "saved"));
      each->lines.clear();
    }
  }
  void restore(const std::string& label = "s") {
    ASSERT_OK(b().rti->request_federation_restore(label));
    settle();
    for (auto& each : actors()) ASSERT_OK(each->rti->federate_restore_complete());
    settle();
    for (auto& each : actors()) {
      ASSERT_FALSE(each->lines.empty());
      EXPECT_TRUE(std::ranges::count(each->lines, "restored"));
      each->lines.clear();
    }
  }
  // a owns x and regulates; b, constrained, and c receive T and A.
  void exchange() {
    EXPECT_OK(a().pubi("T"));
    EXPECT_OK(a().pubi("K"));
    EXPECT_OK(a().pub("A", "a1 a2"));
    for (Actor* each : {&b(), &c()}) {
      EXPECT_OK(each->subi("T"));
      EXPECT_OK(each->subi("K"));
      EXPECT_OK(each->sub("A", "a1 a2"));
    }
    EXPECT_OK(a().reg("A", "x"));
    skip();
    regulate(a(), 2);
    constrain(b());
  }

 private:
  Folder folder_;
};
CONFORMANCE_SUITE(SaveMeetings);

// 4.16, 8.21 A handle of before the save retracts what waits after the restore.
TEST_P(SaveMeetings, AHandleOfBeforeTheSaveRetractsAfterTheRestore) {
  exchange();
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_OK(a().send_at(6, "T", "t1=2", "n"));
  EXPECT_HEARD(c(), "receive T t1=1 @5", "receive T t1=2 @6");
  save();
  EXPECT_OK(a().retract("m"));
  settle();
  restore();
  EXPECT_OK(a().retract("n"));
  EXPECT_HEARD(c(), "retract n");
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 10");
}
// 8.21 A handle of after the save means nothing after the restore.
TEST_P(SaveMeetings, AHandleOfAfterTheSaveIsInvalidAfterTheRestore) {
  exchange();
  save();
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  restore();
  EXPECT_ERROR(a().retract("m"), InvalidMessageRetractionHandle);
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "grant 10");
}
// 8.19 A lookahead that shrinks goes on shrinking.
TEST_P(SaveMeetings, AShrinkingLookaheadIsSaved) {
  regulate(a(), 10);
  EXPECT_OK(a().rti->modify_lookahead({2}));
  EXPECT_OK(a().tar(4));
  settle();
  EXPECT_EQ(a().lookahead(), 6);
  save();
  EXPECT_OK(a().tar(20));
  settle();
  EXPECT_EQ(a().lookahead(), 2);
  restore();
  EXPECT_EQ(a().time(), 4);
  EXPECT_EQ(a().lookahead(), 6);
  EXPECT_OK(a().tar(6));
  settle();
  EXPECT_EQ(a().lookahead(), 4);
  EXPECT_OK(a().tar(30));
  settle();
  EXPECT_EQ(a().lookahead(), 2);
}
// 6.16, 6.9 An object that was deleted locally is not known after the restore, and discovered anew.
TEST_P(SaveMeetings, ALocallyDeletedObjectIsUnknownAfterTheRestore) {
  exchange();
  EXPECT_OK(c().unsub("A"));
  EXPECT_OK(c().forget("x"));
  settle();
  save();
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_HEARD(c(), "discover x A");
  restore();
  EXPECT_ERROR(c().rti->get_object_instance_name(c().object("x")), ObjectInstanceNotKnown);
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_HEARD(c(), "discover x A");
}
// 4.29 Objects of after the save are not there; objects deleted since are.
TEST_P(SaveMeetings, ObjectsComeAndGoWithTheRestore) {
  exchange();
  save();
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().del("x"));
  EXPECT_HEARD(c(), "discover y A", "remove x");
  restore();
  EXPECT_ERROR(a().upd("y", "a1=1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(c().rti->get_object_instance_name(c().object("y")), ObjectInstanceNotKnown);
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_HEARD(c(), "reflect x a1=1");
  EXPECT_OK(a().reg("A", "z"));
  EXPECT_HEARD(c(), "discover z A");
}
// 6.14, 8.1 A deletion that waits for its time is saved.
TEST_P(SaveMeetings, AWaitingDeletionIsSaved) {
  exchange();
  EXPECT_OK(a().upd_at(4, "x", "a2=1"));
  EXPECT_OK(a().del_at(5, "x", "m"));
  save();
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x a2=1 @4 tso", "grant 10");
  restore();
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x a2=1 @4 tso", "remove x @5 tso", "grant 10");
}
// 6.14, 8.21 A deletion that waits is retracted after the restore.
TEST_P(SaveMeetings, AWaitingDeletionIsRetractedAfterTheRestore) {
  exchange();
  EXPECT_OK(a().del_at(5, "x", "m"));
  save();
  restore();
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().upd_at(6, "x", "a2=7"));
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x a2=7 @6 tso", "grant 10");
}
// 8.1 Receive order that waits for a constrained federate waits again.
TEST_P(SaveMeetings, ReceiveOrderThatWaitsIsSaved) {
  exchange();
  EXPECT_OK(a().send("K", "k1=1"));
  EXPECT_OK(a().upd("x", "a1=2"));
  EXPECT_SILENCE(b());
  save();
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(5));
  EXPECT_HEARD(b(), "receive K k1=1", "reflect x a1=2", "grant 5");
  restore();
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(5));
  EXPECT_HEARD(b(), "receive K k1=1", "reflect x a1=2", "grant 5");
}
// 4.21 After an abort the advance goes on, and the label can be saved.
TEST_P(SaveMeetings, AnAdvanceGoesOnAfterAnAbort) {
  exchange();
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(b().tar(10));
  EXPECT_OK(a().rti->request_federation_save("s"));
  settle();
  EXPECT_ERROR(a().tar(20), SaveInProgress);
  EXPECT_OK(c().rti->abort_federation_save());
  EXPECT_EQ(a().heard("not_saved"), Lines{"not_saved save_aborted"});
  b().lines.clear();
  EXPECT_OK(a().tar(20));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 10");
  save();
  restore();
  EXPECT_EQ(b().time(), 10);
}
// 9.3 Bounds that were set but not committed when the federation was saved.
TEST_P(SaveMeetings, UncommittedBoundsAreSaved) {
  EXPECT_OK(a().pub("D", "d1"));
  EXPECT_OK(a().reg_in("D", "x", "d1", {a().region("X 0 5")}));
  const RegionHandle r = b().region("X 50 60");
  EXPECT_OK(b().sub_in("D", "d1", {r}));
  EXPECT_OK(b().bounds(r, "X 0 10"));
  EXPECT_SILENCE(b());
  save();
  EXPECT_OK(b().commit(r));
  EXPECT_HEARD(b(), "discover x D");
  restore();
  EXPECT_ERROR(b().rti->get_object_instance_name(b().object("x")), ObjectInstanceNotKnown);
  EXPECT_OK(b().commit(r));
  EXPECT_HEARD(b(), "discover x D");
}
// 11 The manager's subscriptions and the reporting of services are those of the save.
TEST_P(SaveMeetings, ServiceReportingIsThatOfTheSave) {
  listen("HLAfederate.HLAreport.HLAreportServiceInvocation");
  EXPECT_OK(manage("HLAadjust.HLAsetServiceReporting", a(), {{"HLAreportingState", number(1)}}));
  settle();
  EXPECT_OK(a().pubi("T"));
  ASSERT_FALSE(reports("HLAreportServiceInvocation").empty());
  save();
  (void)reports("HLAreportServiceInvocation");
  EXPECT_OK(manage("HLAadjust.HLAsetServiceReporting", a(), {{"HLAreportingState", number(0)}}));
  settle();
  EXPECT_OK(a().unpubi("T"));
  restore();
  (void)reports("HLAreportServiceInvocation");
  EXPECT_OK(a().pubi("K"));
  EXPECT_EQ(reports("HLAreportServiceInvocation").size(), 1U);
}
// 11.4.1 Counts are those of the save.
TEST_P(SaveMeetings, CountsAreThoseOfTheSave) {
  exchange();
  watch_federates();
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().send("K", "k1=1"));
  settle();
  save();
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().send("K", "k1=1"));
  settle();
  EXPECT_EQ(asked("a", "HLAupdatesSent"), 2);
  restore();
  EXPECT_EQ(asked("a", "HLAupdatesSent"), 1);
  EXPECT_EQ(asked("a", "HLAinteractionsSent"), 1);
  EXPECT_EQ(asked("c", "HLAreflectionsReceived") > 0, true);
  EXPECT_EQ(asked("c", "HLAobjectInstancesDiscovered") > 0, true);
}
// 11, 9.8 A subscription in a federate's region counts after a restore.
TEST_P(SaveMeetings, RegionsOfFederatesAreThereAfterARestore) {
  const std::uint64_t lower = *c().rti->normalize_federate_handle(a().handle);
  EXPECT_OK(c().sub_in(
      "HLAmanager.HLAfederate", "HLAfederateName HLAtimeRegulating",
      {c().region("HLAfederate " + std::to_string(lower) + " " + std::to_string(lower + 1))}));
  skip();
  save();
  restore();
  regulate(b(), 1);
  EXPECT_SILENCE(c());
  regulate(a(), 1);
  EXPECT_HEARD(c(), "reflect HLAfederate.a HLAtimeRegulating");
}
// 11 The manager finds the objects of federates after a restore, and asks for their values.
TEST_P(SaveMeetings, ManagedObjectsAreThereAfterTheRestore) {
  watch_federates();
  regulate(a(), 2);
  save();
  EXPECT_OK(a().rti->disable_time_regulation());
  settle();
  EXPECT_EQ(asked("a", "HLAtimeRegulating"), 0);
  restore();
  EXPECT_EQ(asked("a", "HLAtimeRegulating"), 1);
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_EQ(c().heard("remove"), Lines{"remove HLAfederate.a"});
}
// 4.27 A federate that has resigned and joined again before the restore is the one of the save.
TEST_P(SaveMeetings, ARejoinedFederateIsTheOneOfTheSave) {
  exchange();
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  save();
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects));
  EXPECT_OK(a().join("a"));
  skip();
  restore();
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_EQ(c().heard("reflect"), Lines{"reflect x a1=1"});
  EXPECT_EQ(*c().rti->get_federate_name(c().last.producer), "a");
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_EQ(b().heard("receive"), Lines{"receive T t1=1 @5 tso"});
}
// 4.16, 8.10 A save at a time comes between the messages of a next message request.
TEST_P(SaveMeetings, ASaveAtATimeMeetsANextMessageRequest) {
  exchange();
  EXPECT_OK(a().send_at(5, "T", "t1=5"));
  EXPECT_OK(a().send_at(15, "T", "t1=15"));
  skip();
  EXPECT_OK(a().rti->request_federation_save("s", {10}));
  EXPECT_OK(a().tar(30));
  EXPECT_OK(b().nmr(20));
  EXPECT_HEARD(b(), "receive T t1=5 @5 tso", "grant 5");
  EXPECT_OK(b().nmr(20));
  EXPECT_HEARD(b(), "save s @10");
  complete_save();
  EXPECT_HEARD(b(), "saved", "receive T t1=15 @15 tso", "grant 15");
}
// 11.4.1 The last save and the next.
TEST_P(SaveMeetings, TheFederationObjectNamesItsSaves) {
  exchange();
  EXPECT_OK(c().sub("HLAmanager.HLAfederation",
                    "HLAlastSaveName HLAlastSaveTime HLAnextSaveName HLAnextSaveTime"));
  skip();
  save("now");
  const auto asked_text = [&](const std::string& name) {
    EXPECT_OK(
        c().rti->request_attribute_value_update(c().object_class("HLAmanager.HLAfederation"),
                                                c().attributes("HLAmanager.HLAfederation", name)));
    settle();
    for (const auto& [object, values] : c().managed) {
      if (values.contains(name)) return Decoder(values.at(name)).unicode();
    }
    return std::string("(none)");
  };
  EXPECT_EQ(asked_text("HLAlastSaveName"), "now");
  EXPECT_EQ(asked_text("HLAnextSaveName"), "");
  EXPECT_OK(a().rti->request_federation_save("later", {10}));
  settle();
  EXPECT_EQ(asked_text("HLAnextSaveName"), "later");
  EXPECT_EQ(asked_text("HLAlastSaveName"), "now");
  EXPECT_OK(a().tar(30));
  EXPECT_OK(b().tar(20));
  settle();
  complete_save();
  EXPECT_EQ(asked_text("HLAlastSaveName"), "later");
  EXPECT_EQ(asked_text("HLAnextSaveName"), "");
}
// 4.14, 4.18
TEST_P(SaveMeetings, APointOfBeforeTheSaveIsAchievedAfterIt) {
  EXPECT_OK(a().rti->register_federation_synchronization_point("P", {}));
  EXPECT_OK(a().rti->register_federation_synchronization_point("Q", {}));
  skip();
  EXPECT_OK(a().rti->synchronization_point_achieved("P"));
  EXPECT_OK(a().rti->request_federation_save("s"));
  settle();
  EXPECT_ERROR(b().rti->synchronization_point_achieved("P"), SaveInProgress);
  complete_save();
  skip();
  EXPECT_OK(b().rti->synchronization_point_achieved("P"));
  EXPECT_OK(c().rti->synchronization_point_achieved("P", false));
  EXPECT_HEARD(a(), "synchronized P c");
  restore();
  EXPECT_OK(c().rti->synchronization_point_achieved("P"));
  EXPECT_OK(b().rti->synchronization_point_achieved("P"));
  EXPECT_HEARD(a(), "synchronized P");
}
// 5.10 to 5.13, 6.17, 6.21 Scope and relevance go on from the save: what has been advised is not advised again.
TEST_P(SaveMeetings, AdvisoriesGoOnFromTheSave) {
  EXPECT_OK(b().rti->enable_attribute_scope_advisory_switch());
  EXPECT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_HEARD(b(), "discover x A", "in_scope x a1");
  EXPECT_HEARD(a(), "updates_on x a1");
  save();
  EXPECT_OK(b().unsub("A"));
  EXPECT_HEARD(a(), "updates_off x a1");
  EXPECT_HEARD(b(), "out_of_scope x a1");
  restore();
  EXPECT_SILENCE(a());
  EXPECT_SILENCE(b());
  EXPECT_OK(b().unsub("A"));
  EXPECT_HEARD(a(), "updates_off x a1");
  EXPECT_HEARD(b(), "out_of_scope x a1");
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
