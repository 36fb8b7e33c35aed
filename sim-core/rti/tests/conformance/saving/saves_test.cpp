// IEEE 1516.1-2010, clause 4: saving and restoring a federation.
#include "conformance/saving_federation.hpp"

namespace orrery::rti::testing::conformance {
namespace {

using Clause4Saves = SavingFederation;
CONFORMANCE_SUITE(Clause4Saves);

// 4.16 to 4.20
TEST_P(Clause4Saves, ASaveIsInitiatedAtAllAndEndsWhenAllHaveSaved) {
  EXPECT_ERROR(a().rti->federate_save_begun(), SaveNotInitiated);
  EXPECT_ERROR(a().rti->abort_federation_save(), SaveNotInProgress);
  ASSERT_OK(request(b(), "s"));
  for (auto& each : actors()) EXPECT_HEARD(*each, "save s");
  EXPECT_ERROR(a().rti->federate_save_complete(), FederateHasNotBegunSave);
  EXPECT_ERROR(a().rti->federate_save_not_complete(), FederateHasNotBegunSave);
  ASSERT_OK(a().rti->federate_save_begun());
  ASSERT_OK(a().rti->federate_save_complete());
  EXPECT_ERROR(a().pub("A", "a1"), SaveInProgress);  // others have not saved yet
  EXPECT_SILENCE(a());
  for (Actor* each : {&b(), &c()}) {
    ASSERT_OK(each->rti->federate_save_begun());
    ASSERT_OK(each->rti->federate_save_complete());
  }
  for (auto& each : actors()) EXPECT_HEARD(*each, "saved");
  EXPECT_OK(a().pub("A", "a1"));
}

// 4.24 with 4.10: a removal waits at the save, and the object's owner has resigned. The removal is delivered after the restore.
TEST_P(Clause4Saves, ARemovalThatWaitsOutlivesItsOwner) {
  for (const bool at_resignation : {false, true}) {
    const std::string label = at_resignation ? "resigned" : "deleted";
    Actor& b = this->b();
    const auto owner = actor(2);
    ASSERT_OK(owner->join("owner of " + label));
    ASSERT_OK(owner->pub("A", "a1 a2"));
    ASSERT_OK(b.sub("A", "a1"));
    ASSERT_OK(owner->reg("A", "x"));
    EXPECT_HEARD(b, "discover x A");
    if (!at_resignation) constrain(b);  // it does not advance: what is in receive order waits
    if (!at_resignation) ASSERT_OK(owner->del("x"));
    ASSERT_OK(owner->rti->resign_federation_execution(ResignAction::delete_objects_then_divest));
    skip();
    save(label);
    restore(label);
    ASSERT_OK(b.tar(at_resignation ? 2 : 1));
    EXPECT_HEARD(b, "remove x", at_resignation ? "grant 2" : "grant 1");
  }
}

// 4.14, 4.15: who did not synchronize successfully has resigned before the save; the others are still to be synchronized.
TEST_P(Clause4Saves, AFailureToSynchronizeOutlivesItsFederate) {
  actors().push_back(actor(2));
  ASSERT_OK(actors().back()->join("other"));
  skip();
  ASSERT_OK(a().rti->register_federation_synchronization_point("p", bytes("t")));
  skip();
  ASSERT_OK(actors().back()->rti->synchronization_point_achieved("p", false));
  ASSERT_OK(actors().back()->rti->resign_federation_execution(ResignAction::no_action));
  actors().pop_back();
  skip();
  const auto synchronize = [&](const char* when) {
    SCOPED_TRACE(when);
    for (auto& each : actors()) ASSERT_OK(each->rti->synchronization_point_achieved("p"));
    settle();
    for (auto& each : actors()) {
      ASSERT_EQ(each->lines.size(), 1U);
      EXPECT_TRUE(each->lines[0].starts_with("synchronized p ")) << each->lines[0];
      each->lines.clear();
    }
  };
  save("s");
  synchronize("before the restore");
  restore("s");
  synchronize("after it");
}

TEST_P(Clause4Saves, WhileASaveIsInProgressNoOtherIsRequested) {
  ASSERT_OK(request(a(), "s"));
  settle();
  EXPECT_ERROR(request(b(), "t"), SaveInProgress);
  EXPECT_ERROR(b().rti->request_federation_restore("s"), SaveInProgress);
  EXPECT_ERROR(b().rti->abort_federation_restore(), RestoreNotInProgress);
  EXPECT_ERROR(b().rti->federate_restore_complete(), RestoreNotRequested);
  EXPECT_ERROR(b().tar(5), SaveInProgress);
  EXPECT_ERROR(b().reg("A", "x"), SaveInProgress);
  EXPECT_ERROR(b().rti->register_federation_synchronization_point("p", {}), SaveInProgress);
  actors().push_back(actor(2));
  EXPECT_ERROR(actors().back()->join("late"), SaveInProgress);
}

TEST_P(Clause4Saves, ThatOneFederateFailsIsReportedToAll) {
  ASSERT_OK(request(a(), "s"));
  skip();
  for (auto& each : actors()) ASSERT_OK(each->rti->federate_save_begun());
  ASSERT_OK(a().rti->federate_save_complete());
  ASSERT_OK(c().rti->federate_save_complete());
  ASSERT_OK(b().rti->federate_save_not_complete());
  for (auto& each : actors()) EXPECT_HEARD(*each, "not_saved federate_reported_failure");
  ASSERT_OK(a().rti->request_federation_restore("s"));
  EXPECT_HEARD(a(), "restore_refused s");
}

// 4.21
TEST_P(Clause4Saves, AnyFederateAbortsASave) {
  ASSERT_OK(request(a(), "s"));
  skip();
  ASSERT_OK(a().rti->federate_save_begun());
  ASSERT_OK(c().rti->abort_federation_save());
  for (auto& each : actors()) EXPECT_HEARD(*each, "not_saved save_aborted");
  EXPECT_ERROR(a().rti->federate_save_complete(), FederateHasNotBegunSave);
  save("t");
}

TEST_P(Clause4Saves, AResignationEndsASave) {
  ASSERT_OK(request(a(), "s"));
  skip();
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_HEARD(a(), "not_saved federate_resigned");
  EXPECT_HEARD(c(), "not_saved federate_resigned");
  EXPECT_SILENCE(b());
}

// 4.17, 4.20: between the two a federate hears of the save alone.
TEST_P(Clause4Saves, WhatFollowsFromAResignationComesAfterTheEndOfTheSave) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  skip();
  ASSERT_OK(request(c(), "s"));
  settle();
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects_then_divest));
  EXPECT_HEARD(b(), "save s", "not_saved federate_resigned", "remove x");
}

// 4.22, 4.23: to the federate that asked, of every joined federate.
TEST_P(Clause4Saves, TheStatusOfASaveFollowsTheFederates) {
  ASSERT_OK(b().rti->query_federation_save_status());
  EXPECT_HEARD(b(), "save_status a=none b=none c=none");
  ASSERT_OK(request(a(), "s"));
  skip();
  ASSERT_OK(a().rti->federate_save_begun());
  ASSERT_OK(c().rti->federate_save_begun());
  ASSERT_OK(c().rti->federate_save_complete());
  ASSERT_OK(b().rti->query_federation_save_status());
  EXPECT_HEARD(b(), "save_status a=working b=instructed c=waiting");
  EXPECT_SILENCE(a());
}

// 4.24 to 4.29
TEST_P(Clause4Saves, ARestoreIsConfirmedBegunAndInitiated) {
  save("s");
  EXPECT_ERROR(a().rti->federate_restore_complete(), RestoreNotRequested);
  ASSERT_OK(b().rti->request_federation_restore("s"));
  EXPECT_HEARD(b(), "restore_confirmed s", "restore_begun", "restore s b");
  EXPECT_HEARD(a(), "restore_begun", "restore s a");
  EXPECT_ERROR(a().pub("A", "a1"), RestoreInProgress);
  EXPECT_ERROR(request(a(), "t"), RestoreInProgress);
  EXPECT_ERROR(a().rti->request_federation_restore("s"), RestoreInProgress);
  ASSERT_OK(a().rti->federate_restore_complete());
  ASSERT_OK(c().rti->query_federation_restore_status());
  EXPECT_EQ(c().heard("restore_status"),
            (Lines{"restore_status a=waiting b=instructed c=instructed"}));
  ASSERT_OK(b().rti->federate_restore_complete());
  ASSERT_OK(c().rti->federate_restore_complete());
  for (auto& each : actors()) EXPECT_HEARD(*each, "restored");
}

TEST_P(Clause4Saves, AnUnknownSaveIsRefusedToTheRequesterAlone) {
  ASSERT_OK(a().rti->request_federation_restore("never"));
  EXPECT_HEARD(a(), "restore_refused never");
  EXPECT_SILENCE(b());
  EXPECT_OK(b().pub("A", "a1"));
}

TEST_P(Clause4Saves, TheSameFederatesMustHaveJoined) {
  save("s");
  ASSERT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(a().rti->request_federation_restore("s"));
  EXPECT_HEARD(a(), "restore_refused s");
  ASSERT_OK(c().join("c2"));
  ASSERT_OK(a().rti->request_federation_restore("s"));
  EXPECT_HEARD(a(), "restore_refused s");
  EXPECT_SILENCE(b());
}

TEST_P(Clause4Saves, AnyFederateEndsARestore) {
  save("s");
  EXPECT_ERROR(a().rti->abort_federation_restore(), RestoreNotInProgress);
  ASSERT_OK(a().rti->request_federation_restore("s"));
  skip();
  ASSERT_OK(b().rti->abort_federation_restore());
  for (auto& each : actors()) EXPECT_HEARD(*each, "not_restored restore_aborted");
  ASSERT_OK(a().rti->request_federation_restore("s"));
  skip();
  ASSERT_OK(a().rti->federate_restore_complete());
  ASSERT_OK(c().rti->federate_restore_complete());
  ASSERT_OK(b().rti->federate_restore_not_complete());
  for (auto& each : actors()) EXPECT_HEARD(*each, "not_restored federate_reported_failure");
}

// 4.20, 4.25, 4.29: each save and restore ends for each federate, and each request is answered, whenever the federate evokes.
TEST_P(Clause4Saves, WhatIsToldOfSavesAndRestoresIsNotLostWithARestore) {
  ASSERT_OK(request(a(), "s"));
  settle();
  c().silent = true;
  complete_all();
  settle();
  ASSERT_OK(c().rti->request_federation_restore("never"));
  settle();
  ASSERT_OK(c().rti->request_federation_restore("s"));
  settle();
  ASSERT_OK(b().rti->abort_federation_restore());
  settle();
  ASSERT_OK(a().rti->request_federation_restore("s"));
  settle();
  ASSERT_OK(a().rti->federate_restore_not_complete());
  c().silent = false;
  EXPECT_HEARD(c(), "save s", "saved", "restore_refused never", "restore_confirmed s",
               "restore_begun", "restore s c", "not_restored restore_aborted", "restore_begun",
               "restore s c", "not_restored federate_reported_failure");
}

// 4.27: each restore names the handle that the federate has in it, whenever the federate evokes.
TEST_P(Clause4Saves, ARestoreNamesTheHandleOfItsSaveAlsoBesideAnother) {
  const FederateHandle before = *c().rti->get_federate_handle("c");
  save("s");
  ASSERT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(c().join("c"));
  const FederateHandle after = *c().rti->get_federate_handle("c");
  ASSERT_NE(before, after);
  save("t");
  c().silent = true;
  ASSERT_OK(a().rti->request_federation_restore("t"));
  settle();
  ASSERT_OK(b().rti->abort_federation_restore());
  settle();
  ASSERT_OK(a().rti->request_federation_restore("s"));
  settle();
  c().silent = false;
  EXPECT_HEARD(c(), "restore_begun", "restore t c", "not_restored restore_aborted", "restore_begun",
               "restore s c");
  EXPECT_EQ(c().restored_as, (std::vector{after, before}));
}

// 4.20, 4.23: likewise of a save that another save follows, and of the answer to a query.
TEST_P(Clause4Saves, WhatIsToldOfASaveIsNotLostWithTheNext) {
  ASSERT_OK(request(a(), "s"));
  settle();
  c().silent = true;
  complete_all();
  settle();
  ASSERT_OK(c().rti->query_federation_save_status());
  ASSERT_OK(request(a(), "t"));
  settle();
  ASSERT_OK(b().rti->abort_federation_save());
  settle();
  ASSERT_OK(a().rti->request_federation_restore("s"));
  c().silent = false;
  EXPECT_HEARD(c(), "save s", "saved", "save_status a=none b=none c=none", "save t",
               "not_saved save_aborted", "restore_begun", "restore s c");
}

// 4.29: the state is that of the save.
TEST_P(Clause4Saves, ObjectsAndOwnershipAreThoseOfTheSave) {
  ASSERT_OK(a().pub("A", "a1 a2"));
  ASSERT_OK(b().pub("A", "a1 a2"));
  ASSERT_OK(b().sub("A", "a1 a2"));
  ASSERT_OK(a().reg("A", "kept"));
  ASSERT_OK(a().reg("A", "given"));
  skip();
  save("s");
  ASSERT_OK(a().del("kept"));
  ASSERT_OK(b().acquire("given", "a1"));
  settle();
  EXPECT_EQ(*a().give("given", "a1"), "a1");
  ASSERT_OK(a().reg("A", "new"));
  ASSERT_OK(b().unsub("A"));
  skip();
  restore("s");
  EXPECT_TRUE(a().owns("given", "a1"));
  EXPECT_FALSE(b().owns("given", "a1"));
  ASSERT_OK(a().upd("kept", "a1=1"));
  EXPECT_HEARD(b(), "reflect kept a1=1");
  EXPECT_ERROR(b().rti->get_object_instance_name(b().object("new")), ObjectInstanceNotKnown);
  EXPECT_ERROR(a().upd("new", "a1=1"), ObjectInstanceNotKnown);
  ASSERT_OK(a().reg("A", "newer"));
  EXPECT_HEARD(b(), "discover newer A");
}

TEST_P(Clause4Saves, TimesAndQueuedMessagesAreThoseOfTheSave) {
  ASSERT_OK(a().pubi("T"));
  ASSERT_OK(b().subi("T"));
  regulate(a(), 2);
  constrain(b());
  ASSERT_OK(a().tar(3));
  ASSERT_OK(a().send_at(7, "T", "t1=7", "m"));
  ASSERT_OK(b().tar(4));
  skip();
  save("s");
  ASSERT_OK(a().retract("m"));
  ASSERT_OK(a().rti->modify_lookahead({9}));
  ASSERT_OK(a().tar(30));
  ASSERT_OK(b().tar(20));
  EXPECT_HEARD(b(), "grant 20");
  skip();
  restore("s");
  EXPECT_EQ(a().time(), 3);
  EXPECT_EQ(b().time(), 4);
  EXPECT_EQ(a().lookahead(), 2);
  EXPECT_EQ(b().galt(), "5");
  ASSERT_OK(b().nmr(20));
  ASSERT_OK(a().tar(8));
  EXPECT_HEARD(b(), "receive T t1=7 @7 tso", "grant 7");
  EXPECT_ERROR(a().retract("m"), MessageCanNoLongerBeRetracted);
}

TEST_P(Clause4Saves, AnAdvanceThatWasPendingIsPendingAfterTheRestore) {
  ASSERT_OK(a().pubi("T"));
  ASSERT_OK(b().subi("T"));
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(b().nmr(20));
  skip();
  save("s");
  ASSERT_OK(a().tar(40));
  EXPECT_HEARD(b(), "grant 20");
  restore("s");
  EXPECT_ERROR(b().tar(5), InTimeAdvancingState);
  ASSERT_OK(a().send_at(9, "T"));
  ASSERT_OK(a().tar(30));
  EXPECT_HEARD(b(), "receive T @9 tso", "grant 9");
}

TEST_P(Clause4Saves, NamesPointsAndSwitchesAreThoseOfTheSave) {
  ASSERT_OK(a().rti->reserve_object_instance_name("mine"));
  ASSERT_OK(a().rti->register_federation_synchronization_point("p", bytes("t")));
  ASSERT_OK(b().rti->enable_attribute_scope_advisory_switch());
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  ASSERT_OK(b().rti->set_automatic_resign_directive(ResignAction::no_action));
  skip();
  ASSERT_OK(b().rti->synchronization_point_achieved("p", false));
  save("s");
  ASSERT_OK(a().rti->release_object_instance_name("mine"));
  ASSERT_OK(a().rti->synchronization_point_achieved("p"));
  ASSERT_OK(c().rti->synchronization_point_achieved("p"));
  ASSERT_OK(b().rti->disable_attribute_scope_advisory_switch());
  ASSERT_OK(b().rti->disable_asynchronous_delivery());
  ASSERT_OK(b().rti->set_automatic_resign_directive(ResignAction::delete_objects));
  EXPECT_HEARD(c(), "synchronized p b");
  skip();
  restore("s");
  ASSERT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().reg("A", "x", "mine"));
  EXPECT_ERROR(b().rti->enable_attribute_scope_advisory_switch(), AttributeScopeAdvisorySwitchIsOn);
  EXPECT_ERROR(b().rti->enable_asynchronous_delivery(), AsynchronousDeliveryAlreadyEnabled);
  EXPECT_EQ(*b().rti->get_automatic_resign_directive(), ResignAction::no_action);
  ASSERT_OK(a().rti->synchronization_point_achieved("p"));
  EXPECT_SILENCE(a());
  ASSERT_OK(c().rti->synchronization_point_achieved("p"));
  EXPECT_HEARD(a(), "synchronized p b");
}

TEST_P(Clause4Saves, NegotiationsOrdersAndTransportationsAreThoseOfTheSave) {
  for (Actor* each : {&a(), &b()}) ASSERT_OK(each->pub("A", "a1 a2"));
  ASSERT_OK(b().sub("A", "a1 a2"));
  ASSERT_OK(a().reg("A", "x"));
  skip();
  const auto a1 = a().of_object("x", "a1");
  ASSERT_OK(a().rti->change_attribute_order_type(a().object("x"), a1, OrderType::timestamp));
  ASSERT_OK(a().rti->request_attribute_transportation_type_change(a().object("x"), a1,
                                                                  TransportationType::best_effort));
  skip();
  ASSERT_OK(b().acquire("x", "a2", "want"));
  EXPECT_HEARD(a(), "release x a2 tag=want");
  save("s");
  ASSERT_OK(a().rti->change_attribute_order_type(a().object("x"), a1, OrderType::receive));
  ASSERT_OK(a().rti->request_attribute_transportation_type_change(a().object("x"), a1,
                                                                  TransportationType::reliable));
  ASSERT_OK(b().cancel_acquisition("x", "a2"));
  skip();
  restore("s");
  ASSERT_OK(b().rti->query_attribute_transportation_type(b().object("x"), a1.at(0)));
  EXPECT_HEARD(b(), "transport x a1 HLAbestEffort");
  EXPECT_EQ(*a().give("x", "a1 a2"), "a2");
  EXPECT_HEARD(b(), "acquired x a2");
  regulate(a(), 1);
  ASSERT_OK(a().upd_at(5, "x", "a1=1"));
  EXPECT_HEARD(b(), "reflect x a1=1 @5");
  EXPECT_EQ(b().last.sent, OrderType::timestamp);
}

TEST_P(Clause4Saves, RegionsAreThoseOfTheSave) {
  ASSERT_OK(a().pub("D", "d1"));
  ASSERT_OK(a().pubi("R"));
  const RegionHandle near = a().region("X 0 10");
  const RegionHandle seen = b().region("X 5 15");
  ASSERT_OK(a().reg_in("D", "x", "d1", {near}));
  ASSERT_OK(b().sub_in("D", "d1", {seen}));
  ASSERT_OK(b().subi_in("R", {seen}));
  EXPECT_HEARD(b(), "discover x D");
  save("s");
  ASSERT_OK(a().move(near, "X 80 90"));
  ASSERT_OK(b().unsub_in("D", "d1", {seen}));
  ASSERT_OK(b().unsubi_in("R", {seen}));
  ASSERT_OK(b().rti->delete_region(seen));
  const RegionHandle later = a().region("X 5 6");
  skip();
  restore("s");
  EXPECT_ERROR(a().send_in("R", "r1=1", {later}), InvalidRegion);
  ASSERT_OK(a().upd("x", "d1=1"));
  ASSERT_OK(a().send_in("R", "r1=1", {near}));
  EXPECT_HEARD(b(), "reflect x d1=1", "receive R r1=1");
  ASSERT_OK(b().move(seen, "X 20 30"));
  ASSERT_OK(a().upd("x", "d1=2"));
  EXPECT_SILENCE(b());
}

// 4.18, 4.19, 4.22, 4.28: what a federate has said counts for its own next call.
TEST_P(Clause4Saves, WhatAFederateHasSaidCountsForItsNextCall) {
  ASSERT_OK(request(a(), "s"));
  skip();
  ASSERT_OK(b().rti->federate_save_begun());
  EXPECT_ERROR(b().rti->federate_save_begun(), SaveNotInitiated);
  ASSERT_OK(b().rti->query_federation_save_status());
  EXPECT_HEARD(b(), "save_status a=instructed b=working c=instructed");
  ASSERT_OK(b().rti->federate_save_complete());
  EXPECT_ERROR(b().rti->federate_save_complete(), FederateHasNotBegunSave);
  ASSERT_OK(b().rti->query_federation_save_status());
  EXPECT_HEARD(b(), "save_status a=instructed b=waiting c=instructed");
  for (Actor* each : {&a(), &c()}) {
    ASSERT_OK(each->rti->federate_save_begun());
    ASSERT_OK(each->rti->federate_save_complete());
  }
  skip();
  ASSERT_OK(a().rti->request_federation_restore("s"));
  skip();
  ASSERT_OK(b().rti->federate_restore_complete());
  EXPECT_ERROR(b().rti->federate_restore_complete(), RestoreNotRequested);
  ASSERT_OK(b().rti->query_federation_restore_status());
  EXPECT_HEARD(b(), "restore_status a=instructed b=waiting c=instructed");
}

// 4.16, 4.24: so do its requests.
TEST_P(Clause4Saves, WhoHasRequestedASaveOrRestoreIsRefusedAnother) {
  ASSERT_OK(request(b(), "s"));
  EXPECT_ERROR(request(b(), "t"), SaveInProgress);
  EXPECT_ERROR(b().rti->request_federation_restore("s"), SaveInProgress);
  for (auto& each : actors()) EXPECT_HEARD(*each, "save s");
  complete_all();
  for (auto& each : actors()) EXPECT_HEARD(*each, "saved");
  ASSERT_OK(b().rti->request_federation_restore("s"));
  EXPECT_ERROR(request(b(), "t"), RestoreInProgress);
  EXPECT_ERROR(b().rti->request_federation_restore("s"), RestoreInProgress);
  EXPECT_HEARD(a(), "restore_begun", "restore s a");
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
