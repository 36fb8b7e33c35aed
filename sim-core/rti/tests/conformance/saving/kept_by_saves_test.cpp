// What a save keeps: queued messages, negotiations, open points, regions, names, retraction handles (4.16 to 4.32).
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "conformance/shared_object.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// All publish and are subscribed to A, T, K. a regulates with lookahead 1, b is constrained.
class KeptBySaves : public SharedObject {
 protected:
  SavesOfNode saves() override {
    std::filesystem::create_directories(directory());
    return {.directory = directory()};
  }
  void begin() override {
    SharedObject::begin();
    for (auto& each : actors()) {
      ASSERT_OK(each->pubi("T"));
      ASSERT_OK(each->subi("T"));
    }
    regulate(a(), 1);
    constrain(b());
  }
  void leave() override {
    SharedObject::leave();
    std::filesystem::remove_all(directory());
  }
  static std::string directory() {
    return ::testing::TempDir() + "kept_by_saves_" + std::to_string(::getpid());
  }
  void save(const std::string& label) {
    EXPECT_OK(a().rti->request_federation_save(label));
    finish_save();
  }
  void finish_save() {
    skip();
    for (auto& each : actors()) {
      EXPECT_OK(each->rti->federate_save_begun());
      EXPECT_OK(each->rti->federate_save_complete());
    }
    settle();
    for (auto& each : actors()) drop_first(*each, "saved");
  }
  static void drop_first(Actor& each, const std::string& line) {
    ASSERT_FALSE(each.lines.empty());
    EXPECT_EQ(each.lines.front(), line);
    each.lines.erase(each.lines.begin());
  }
  void restore(const std::string& label) {
    skip();
    EXPECT_OK(c().rti->request_federation_restore(label));
    skip();
    for (auto& each : actors()) EXPECT_OK(each->rti->federate_restore_complete());
    settle();
    for (auto& each : actors()) drop_first(*each, "restored");
  }
  Status point(Actor& each, const std::string& label) {
    return each.rti->register_federation_synchronization_point(label, {});
  }
};

// 4.16 Messages in timestamp order are queued again, with the bounds of that time.
TEST_P(KeptBySaves, QueuedMessages) {
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(a().upd_at(7, "x", "a2=2"));
  save("s");
  EXPECT_OK(a().send_at(6, "T", "t1=3"));
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "receive T t1=3 @6 tso", "reflect x a2=2 @7 tso",
               "grant 10");
  restore("s");
  EXPECT_EQ(b().time(), 0);
  EXPECT_EQ(b().galt() + " " + b().lits(), "1 1");
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().nmr(10));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 5");
  EXPECT_OK(b().nmr(10));
  EXPECT_HEARD(b(), "reflect x a2=2 @7 tso", "grant 7");
}
// 8.21, 4.24 A handle of before the save retracts after the restore; one of after it does not.
TEST_P(KeptBySaves, RetractableMessages) {
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_OK(a().send_at(6, "T", "t1=2", "k"));
  save("s");
  EXPECT_OK(a().send_at(7, "T", "t1=3", "n"));
  EXPECT_OK(a().retract("k"));
  restore("s");
  EXPECT_OK(a().retract("m"));
  EXPECT_ERROR(a().retract("n"), InvalidMessageRetractionHandle);
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  EXPECT_EQ(b().heard(), (Lines{"receive T t1=2 @6 tso", "grant 10"}));
}
// 7.8 A pending acquisition is pending again, whatever became of it.
TEST_P(KeptBySaves, APendingAcquisition) {
  EXPECT_OK(c().acquire("x", "a1", "t"));
  skip();
  save("s");
  EXPECT_OK(a().give("x", "a1"));
  EXPECT_HEARD(c(), "acquired x a1");
  restore("s");
  skip();
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_ERROR(c().forget("x"), OwnershipAcquisitionPending);
  EXPECT_ERROR(c().acquire_free("x", "a1"), AttributeAlreadyBeingAcquired);
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_HEARD(c(), "acquired x a1");
}
// 7.3, 7.5 A negotiation in each of its states.
TEST_P(KeptBySaves, ANegotiation) {
  EXPECT_OK(a().negotiate("x", "a1 a2"));
  EXPECT_OK(c().acquire("x", "a1"));
  skip();
  save("s");
  EXPECT_OK(a().cancel_negotiation("x", "a1 a2"));
  EXPECT_OK(c().cancel_acquisition("x", "a1"));
  settle();
  restore("s");
  skip();
  EXPECT_ERROR(a().negotiate("x", "a2"), AttributeAlreadyBeingDivested);
  EXPECT_ERROR(a().confirm("x", "a2"), NoAcquisitionPending);
  EXPECT_OK(a().confirm("x", "a1", "t"));
  EXPECT_HEARD(c(), "acquired x a1 tag=t");
  EXPECT_OK(c().acquire("x", "a2"));
  EXPECT_HEARD(a(), "confirm x a2");
}
// 4.11 An open point is open again, achieved by those who had; one of after the save is forgotten.
TEST_P(KeptBySaves, OpenPoints) {
  EXPECT_OK(point(a(), "p"));
  skip();
  EXPECT_OK(a().rti->synchronization_point_achieved("p", false));
  save("s");
  EXPECT_OK(b().rti->synchronization_point_achieved("p"));
  EXPECT_OK(c().rti->synchronization_point_achieved("p"));
  EXPECT_HEARD(b(), "synchronized p a");
  EXPECT_OK(point(a(), "q"));
  skip();
  restore("s");
  skip();
  EXPECT_ERROR(b().rti->synchronization_point_achieved("q"), SynchronizationPointLabelNotAnnounced);
  EXPECT_ERROR(a().rti->synchronization_point_achieved("p"), SynchronizationPointLabelNotAnnounced);
  EXPECT_OK(b().rti->synchronization_point_achieved("p"));
  EXPECT_SILENCE(b());
  EXPECT_OK(c().rti->synchronization_point_achieved("p"));
  EXPECT_HEARD(a(), "synchronized p a");
  EXPECT_OK(point(b(), "q"));
  EXPECT_EQ(c().heard("announce"), Lines{"announce q"});
}
// 9.3 Regions as they were: committed bounds, uncommitted bounds, associations and subscriptions.
TEST_P(KeptBySaves, Regions) {
  EXPECT_OK(a().pub("D", "d2"));
  const RegionHandle update = a().region("X 0 10");
  const RegionHandle interest = c().region("X 0 10");
  EXPECT_OK(c().sub_in("D", "d2", {interest}));
  EXPECT_OK(a().reg_in("D", "y", "d2", {update}));
  skip();
  EXPECT_OK(a().bounds(update, "X 50 60"));
  save("s");
  EXPECT_OK(c().unsub_in("D", "d2", {interest}));
  EXPECT_OK(c().rti->delete_region(interest));
  EXPECT_OK(a().unassociate("y", "d2", {update}));
  const RegionHandle late = a().region("X 0 1");
  restore("s");
  EXPECT_ERROR(a().rti->delete_region(late), InvalidRegion);
  EXPECT_ERROR(c().rti->delete_region(interest), RegionInUseForUpdateOrSubscription);
  EXPECT_OK(a().upd("y", "d2=1"));
  EXPECT_EQ(c().heard("reflect"), Lines{"reflect y d2=1"});
  EXPECT_OK(a().commit(update));
  settle();
  EXPECT_OK(a().upd("y", "d2=2"));
  EXPECT_EQ(c().heard("reflect"), Lines{});
}
// 6.2 A reserved name is reserved again, and free where it was free.
TEST_P(KeptBySaves, ReservedNames) {
  EXPECT_OK(c().rti->reserve_object_instance_name("one"));
  skip();
  save("s");
  EXPECT_OK(c().reg("A", "y", "one"));
  EXPECT_OK(b().rti->reserve_object_instance_name("two"));
  skip();
  restore("s");
  skip();
  EXPECT_ERROR(c().upd("y", "a1=1"), ObjectInstanceNotKnown);
  EXPECT_OK(b().rti->reserve_object_instance_name("one"));
  EXPECT_HEARD(b(), "not_reserved one");
  EXPECT_ERROR(b().rti->release_object_instance_name("two"), ObjectInstanceNameNotReserved);
  EXPECT_OK(c().rti->reserve_object_instance_name("two"));
  EXPECT_HEARD(c(), "reserved two");
  EXPECT_OK(c().reg("A", "y", "one"));
  EXPECT_EQ(b().heard("discover"), Lines{"discover y A"});
}
// 4.24 Objects that were deleted are back, with their owners; those of after the save are gone.
TEST_P(KeptBySaves, Objects) {
  save("s");
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().del("x"));
  skip();
  restore("s");
  skip();
  EXPECT_ERROR(a().upd("y", "a1=1"), ObjectInstanceNotKnown);
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_EQ(c().heard(), Lines{"reflect x a1=1"});
  EXPECT_OK(a().del_at(5, "x", "d"));
  EXPECT_EQ(c().heard(), Lines{"remove x @5"});
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_EQ(b().heard().back(), "grant 10");
}
// 6.14, 4.16 A deletion that waits in timestamp order waits again, and can be retracted.
TEST_P(KeptBySaves, ADeletionInFlight) {
  EXPECT_OK(a().del_at(5, "x", "d"));
  skip();
  save("s");
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "remove x @5 tso", "grant 10");
  restore("s");
  skip();
  EXPECT_OK(b().query("x", "a1"));
  skip();
  EXPECT_OK(a().retract("d"));
  skip();
  EXPECT_OK(a().upd_at(6, "x", "a2=1"));
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_EQ(b().heard(), (Lines{"reflect x a2=1 @6 tso", "grant 10"}));
}
// 8.19, 8.23, 8.14 Switches, orders and lookahead as they were.
TEST_P(KeptBySaves, OrdersAndLookahead) {
  EXPECT_OK(a().rti->change_attribute_order_type(a().object("x"), a().of_object("x", "a2"),
                                                 OrderType::receive));
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_OK(a().rti->modify_lookahead({4}));
  save("s");
  EXPECT_OK(a().rti->change_attribute_order_type(a().object("x"), a().of_object("x", "a2"),
                                                 OrderType::timestamp));
  EXPECT_OK(b().rti->disable_asynchronous_delivery());
  EXPECT_OK(a().rti->disable_time_regulation());
  EXPECT_OK(b().unsub("A"));
  restore("s");
  skip();
  EXPECT_EQ(a().lookahead(), 4);
  EXPECT_EQ(b().galt(), "4");
  EXPECT_OK(a().upd_at(9, "x", "a2=1"));
  EXPECT_EQ(b().heard(), Lines{"reflect x a2=1 @9"});
  EXPECT_ERROR(b().rti->enable_asynchronous_delivery(), AsynchronousDeliveryAlreadyEnabled);
}
// 4.16, 8.8 An advance that is pending is pending again.
TEST_P(KeptBySaves, AnAdvanceThatIsPending) {
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(b().tar(8));
  skip();
  save("s");
  EXPECT_OK(a().tar(30));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 8");
  restore("s");
  EXPECT_ERROR(b().tar(9), InTimeAdvancingState);
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(30));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 8");
}
// 4.16, 8.10 A save at a time: told after the messages up to it and before the grant; later messages wait.
TEST_P(KeptBySaves, ATimedSaveMeetsNextMessageRequests) {
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(a().send_at(12, "T", "t1=2"));
  EXPECT_OK(a().rti->request_federation_save("s", LogicalTime{8}));
  EXPECT_OK(a().tar(30));
  skip();
  EXPECT_OK(b().nmr(20));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 5");
  EXPECT_OK(b().nmr(20));
  const Lines told = b().heard();
  ASSERT_EQ(told.size(), 1U);
  EXPECT_TRUE(told.at(0).starts_with("save s"));
  finish_save();
  EXPECT_HEARD(b(), "receive T t1=2 @12 tso", "grant 12");
  restore("s");
  EXPECT_HEARD(b(), "receive T t1=2 @12 tso", "grant 12");
}
// 4.16, 8.12 A save at a time: a flush does not deliver what is later than it before it.
TEST_P(KeptBySaves, ATimedSaveMeetsAFlush) {
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(a().send_at(12, "T", "t1=2"));
  EXPECT_OK(a().rti->request_federation_save("s", LogicalTime{8}));
  EXPECT_OK(a().tar(30));
  skip();
  EXPECT_OK(b().fqr(20));
  Lines heard = b().heard();
  ASSERT_FALSE(heard.empty());
  EXPECT_EQ(heard.at(0), "receive T t1=1 @5 tso");
  EXPECT_EQ(std::ranges::count(heard, "receive T t1=2 @12 tso"), 0);
  if (heard.back() == "grant 5") {
    EXPECT_OK(b().fqr(20));
    heard = b().heard();
  }
  EXPECT_TRUE(heard.back().starts_with("save s"));
  finish_save();
  EXPECT_HEARD(b(), "receive T t1=2 @12 tso", "grant 12");
}
// 4.16 A retraction takes away the message that lies before the save.
TEST_P(KeptBySaves, ATimedSaveAndARetraction) {
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_OK(a().rti->request_federation_save("s", LogicalTime{8}));
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().tar(30));
  skip();
  EXPECT_OK(b().tar(20));
  const Lines told = b().heard();
  ASSERT_EQ(told.size(), 1U);
  EXPECT_TRUE(told.at(0).starts_with("save s"));
  finish_save();
  EXPECT_HEARD(b(), "grant 20");
}
// 4.20, 4.21 A federate fails, one resigns, one aborts: everything goes on as before.
TEST_P(KeptBySaves, SavesThatFail) {
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_OK(a().rti->request_federation_save("s"));
  skip();
  EXPECT_ERROR(b().tar(4), SaveInProgress);
  EXPECT_ERROR(a().retract("m"), SaveInProgress);
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_begun());
  EXPECT_OK(a().rti->federate_save_complete());
  EXPECT_OK(c().rti->federate_save_complete());
  EXPECT_OK(b().rti->federate_save_not_complete());
  EXPECT_HEARD(a(), "not_saved federate_reported_failure");
  EXPECT_OK(a().rti->request_federation_save("s"));
  skip();
  EXPECT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_EQ(a().heard("not_saved"), Lines{"not_saved federate_resigned"});
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(4));
  EXPECT_EQ(b().heard().back(), "grant 4");
  EXPECT_OK(b().rti->request_federation_restore("s"));
  EXPECT_EQ(b().heard(), Lines{"restore_refused s"});
}

// 4.19, 4.20 A federate that has begun and is not told of the failure yet is still saving: it may complete.
TEST_P(KeptBySaves, CompleteBeforeTheFailureIsTold) {
  EXPECT_OK(a().rti->request_federation_save("s"));
  skip();
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_begun());
  c().silent = true;
  EXPECT_OK(b().rti->federate_save_not_complete());
  settle();
  EXPECT_OK(c().rti->federate_save_complete());
  c().silent = false;
  EXPECT_EQ(c().heard(), Lines{"not_saved federate_reported_failure"});
}
// 4.18, 4.21 The save was aborted, but this federate is not told yet: it may begin and complete.
TEST_P(KeptBySaves, BegunBeforeTheAbortIsTold) {
  EXPECT_OK(a().rti->request_federation_save("s"));
  skip();
  c().silent = true;
  EXPECT_OK(a().rti->abort_federation_save());
  settle();
  EXPECT_OK(c().rti->federate_save_begun());
  EXPECT_OK(c().rti->federate_save_complete());
  c().silent = false;
  EXPECT_EQ(c().heard(), Lines{"not_saved save_aborted"});
}
// 4.28, 4.29 The restore has failed, but this federate is not told yet: it may complete.
TEST_P(KeptBySaves, RestoredBeforeTheFailureIsTold) {
  save("s");
  EXPECT_OK(a().rti->request_federation_restore("s"));
  skip();
  c().silent = true;
  EXPECT_OK(b().rti->federate_restore_not_complete());
  settle();
  EXPECT_OK(c().rti->federate_restore_complete());
  c().silent = false;
  EXPECT_EQ(c().heard(), Lines{"not_restored federate_reported_failure"});
}
// 4.16, 8.14 Receive-order messages that wait for an advance are not lost by a save, nor by a restore.
TEST_P(KeptBySaves, ReceiveOrderMessagesThatWait) {
  for (auto& each : actors()) {
    EXPECT_OK(each->pubi("K"));
    EXPECT_OK(each->subi("K"));
  }
  EXPECT_OK(a().send("K", "k1=1"));
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_SILENCE(b());
  save("s");
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(4));
  EXPECT_HEARD(b(), "receive K k1=1", "reflect x a1=1", "grant 4");
  restore("s");
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(4));
  EXPECT_HEARD(b(), "receive K k1=1", "reflect x a1=1", "grant 4");
}
// 4.16, 6.15 So with a removal that waits.
TEST_P(KeptBySaves, ARemovalThatWaits) {
  EXPECT_OK(a().del("x"));
  EXPECT_SILENCE(b());
  save("s");
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(4));
  EXPECT_HEARD(b(), "remove x", "grant 4");
  restore("s");
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(4));
  EXPECT_HEARD(b(), "remove x", "grant 4");
}
// 4.17, 8.13 A save in the middle of the callbacks of an advance: the rest is told after it, once.
TEST_P(KeptBySaves, BetweenTheCallbacksOfAnAdvance) {
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(a().send_at(6, "T", "t1=2"));
  EXPECT_OK(a().tar(20));
  b().silent = true;
  EXPECT_OK(b().tar(8));
  settle();
  (void)b().rti->evoke_callback(1);
  EXPECT_EQ(b().lines, Lines{"receive T t1=1 @5 tso"});
  EXPECT_OK(c().rti->request_federation_save("s"));
  settle();
  b().silent = false;
  settle();
  EXPECT_EQ(std::ranges::count_if(b().lines, [](const auto& each) { return each == "save s"; }), 1);
  for (auto& each : actors()) {
    EXPECT_OK(each->rti->federate_save_begun());
    EXPECT_OK(each->rti->federate_save_complete());
  }
  Lines all = b().heard();
  std::erase_if(all, [](const auto& each) { return each.starts_with("save"); });
  EXPECT_EQ(all, (Lines{"receive T t1=1 @5 tso", "receive T t1=2 @6 tso", "grant 8"}));
}
// 6.16, 10.8 What a federate had forgotten, and the classes by which it knew others.
TEST_P(KeptBySaves, KnownClasses) {
  EXPECT_OK(a().pub("A.B", "a1 b1"));
  EXPECT_OK(a().reg("A.B", "z"));
  skip();
  EXPECT_OK(c().forget("x"));
  save("s");
  EXPECT_OK(c().forget("z"));
  EXPECT_OK(c().sub("A.B", "a1 b1"));
  EXPECT_EQ(c().heard().size(), 2U);
  restore("s");
  skip();
  EXPECT_ERROR(c().query("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_EQ(*c().rti->get_known_object_class_handle(c().object("z")), c().object_class("A"));
  EXPECT_OK(a().upd("z", "a1=1 b1=2"));
  EXPECT_HEARD(c(), "reflect z a1=1");
}
// 8.21, 4.24 A message that had been delivered in receive order before the save is retracted after the restore.
TEST_P(KeptBySaves, RetractionsOfDeliveredMessages) {
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_HEARD(c(), "receive T t1=1 @5");
  save("s");
  EXPECT_OK(a().retract("m"));
  EXPECT_HEARD(c(), "retract m");
  restore("s");
  EXPECT_OK(a().retract("m"));
  EXPECT_HEARD(c(), "retract m");
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "grant 10");
}
// 8.2, 8.5 Federates that regulate and are constrained since the save do so no longer.
TEST_P(KeptBySaves, NewRegulators) {
  save("s");
  regulate(c(), 3);
  constrain(c());
  EXPECT_OK(a().tar(50));
  EXPECT_OK(c().tar(40));
  EXPECT_OK(b().tar(40));
  skip();
  restore("s");
  EXPECT_EQ(c().lookahead(), -1);
  EXPECT_ERROR(c().rti->disable_time_constrained(), TimeConstrainedIsNotEnabled);
  EXPECT_EQ(c().time(), 0);
  EXPECT_EQ(b().galt(), "1");
  EXPECT_EQ(a().time(), 0);
  EXPECT_OK(a().send_at(1, "T", "t1=1"));
  EXPECT_OK(a().tar(9));
  EXPECT_OK(b().tar(5));
  EXPECT_HEARD(b(), "receive T t1=1 @1 tso", "grant 5");
}

CONFORMANCE_SUITE(KeptBySaves);

}  // namespace
}  // namespace orrery::rti::testing::conformance
