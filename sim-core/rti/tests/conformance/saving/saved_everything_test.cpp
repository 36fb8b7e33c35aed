// What a save keeps and a restore brings back (4.16 to 4.29).
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a registers x with a1, a2 and the privilege; all publish A and subscribe to it; b and c to T.
class SavedEverything : public SavingFederation {
 protected:
  void begin() override {
    SavingFederation::begin();
    for (auto& each : actors()) {
      ASSERT_OK(each->pub("A", "a1 a2"));
      ASSERT_OK(each->sub("A", "a1 a2"));
      ASSERT_OK(each->pubi("T"));
      ASSERT_OK(each->pubi("K"));
    }
    for (Actor* each : {&b(), &c()}) {
      ASSERT_OK(each->subi("T"));
      ASSERT_OK(each->subi("K"));
    }
    ASSERT_OK(a().reg("A", "x"));
    skip();
  }
  void save(const std::string& label) {
    ASSERT_OK(save_now(a(), label));
    settle();
    for (auto& each : actors()) ASSERT_OK(each->rti->federate_save_begun());
    for (auto& each : actors()) ASSERT_OK(each->rti->federate_save_complete());
    settle();
    for (auto& each : actors()) {
      const bool saved = std::ranges::find(each->lines, "saved") != each->lines.end();
      EXPECT_TRUE(saved) << label;
      std::erase(each->lines, "saved");
      std::erase(each->lines, "save " + label);
    }
  }
  void restore(const std::string& label) {
    skip();
    ASSERT_OK(a().rti->request_federation_restore(label));
    settle();
    for (auto& each : actors()) {
      ASSERT_FALSE(each->restored_as.empty());
      each->handle = each->restored_as.back();
      ASSERT_OK(each->rti->federate_restore_complete());
    }
    settle();
    for (auto& each : actors()) {
      EXPECT_TRUE(std::ranges::find(each->lines, "restored") != each->lines.end()) << label;
      std::erase_if(each->lines, [](const auto& line) { return line.starts_with("restore"); });
    }
  }
};

// 7.8, 4.29 A pending acquisition is pending again, though it was decided after the save.
TEST_P(SavedEverything, APendingAcquisition) {
  EXPECT_OK(b().acquire("x", "a1", "t"));
  EXPECT_HEARD(a(), "release x a1 tag=t");
  save("s");
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_HEARD(b(), "acquired x a1");
  restore("s");
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_FALSE(b().owns("x", "a1"));
  skip();
  EXPECT_ERROR(b().acquire_free("x", "a1"), AttributeAlreadyBeingAcquired);
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_HEARD(b(), "acquired x a1");
}
// 7.3, 7.5 A negotiated divestiture, and a confirmation that is waited for.
TEST_P(SavedEverything, ANegotiation) {
  EXPECT_OK(a().negotiate("x", "a1 a2"));
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_HEARD(a(), "confirm x a1");
  skip();
  save("s");
  EXPECT_OK(a().confirm("x", "a1"));
  EXPECT_HEARD(b(), "acquired x a1");
  restore("s");
  skip();
  EXPECT_ERROR(a().negotiate("x", "a2"), AttributeAlreadyBeingDivested);
  EXPECT_OK(c().acquire("x", "a2"));
  EXPECT_EQ(a().heard("confirm"), Lines{"confirm x a2"});
  EXPECT_OK(a().confirm("x", "a1 a2", "u"));
  EXPECT_HEARD(b(), "acquired x a1 tag=u");
  EXPECT_HEARD(c(), "acquired x a2 tag=u");
}
// 8.1 Messages that waited wait again, those retracted after the save too; their handles are good.
TEST_P(SavedEverything, MessagesThatWait) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T", "", "m"));
  EXPECT_OK(a().send_at(6, "T", "", "n"));
  EXPECT_OK(a().upd_at(7, "x", "a2=7"));
  EXPECT_OK(a().del_at(9, "x", "d"));
  settle();
  save("s");
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().retract("d"));
  EXPECT_OK(a().tar(30));
  EXPECT_OK(b().tar(20));
  EXPECT_HEARD(b(), "receive T @6 tso", "reflect x a2=7 @7 tso", "grant 20");
  restore("s");
  EXPECT_EQ(b().time(), 0);
  EXPECT_EQ(a().time(), 0);
  EXPECT_OK(a().retract("n"));
  EXPECT_OK(a().tar(30));
  EXPECT_OK(b().tar(20));
  EXPECT_HEARD(b(), "receive T @5 tso", "reflect x a2=7 @7 tso", "remove x @9 tso", "grant 20");
}
// 8.8 An advance that is pending at the save is pending after the restore.
TEST_P(SavedEverything, APendingAdvance) {
  regulate(a(), 1);
  constrain(b());
  constrain(c());
  EXPECT_OK(b().tar(10));
  EXPECT_OK(c().nmr(12));
  settle();
  save("s");
  EXPECT_OK(a().send_at(4, "T"));
  EXPECT_OK(a().tar(20));
  EXPECT_HEARD(b(), "receive T @4 tso", "grant 10");
  EXPECT_HEARD(c(), "receive T @4 tso", "grant 4");
  restore("s");
  EXPECT_ERROR(b().tar(11), InTimeAdvancingState);
  EXPECT_ERROR(c().tar(13), InTimeAdvancingState);
  EXPECT_EQ(b().galt(), "1");
  EXPECT_OK(a().send_at(6, "T"));
  EXPECT_OK(a().tar(20));
  EXPECT_HEARD(b(), "receive T @6 tso", "grant 10");
  EXPECT_HEARD(c(), "receive T @6 tso", "grant 6");
}
// 4.11 A point that some had achieved.
TEST_P(SavedEverything, ASynchronizationPoint) {
  EXPECT_OK(a().rti->register_federation_synchronization_point("p", {}));
  settle();
  EXPECT_OK(b().rti->synchronization_point_achieved("p", false));
  skip();
  save("s");
  EXPECT_OK(a().rti->synchronization_point_achieved("p"));
  EXPECT_OK(c().rti->synchronization_point_achieved("p"));
  EXPECT_HEARD(c(), "synchronized p b");
  EXPECT_OK(a().rti->register_federation_synchronization_point("q", {}));
  skip();
  restore("s");
  EXPECT_ERROR(b().rti->synchronization_point_achieved("p"), SynchronizationPointLabelNotAnnounced);
  EXPECT_ERROR(a().rti->synchronization_point_achieved("q"), SynchronizationPointLabelNotAnnounced);
  EXPECT_OK(a().rti->synchronization_point_achieved("p"));
  EXPECT_SILENCE(c());
  EXPECT_OK(c().rti->synchronization_point_achieved("p", false));
  EXPECT_HEARD(a(), "synchronized p b c");
}
// 4.24 An older label after a newer one, and the newer again.
TEST_P(SavedEverything, TwoLabels) {
  EXPECT_OK(a().reg("A", "y"));
  skip();
  save("one");
  EXPECT_OK(a().del("y"));
  EXPECT_OK(b().reg("A", "z"));
  skip();
  save("two");
  restore("one");
  EXPECT_OK(a().upd("y", "a1=1"));
  EXPECT_HEARD(b(), "reflect y a1=1");
  EXPECT_ERROR(a().request("z", "a1"), ObjectInstanceNotKnown);
  restore("two");
  EXPECT_ERROR(b().request("y", "a1"), ObjectInstanceNotKnown);
  EXPECT_OK(b().upd("z", "a1=2"));
  EXPECT_HEARD(a(), "reflect z a1=2");
  restore("one");
  EXPECT_ERROR(b().upd("z", "a1=1"), ObjectInstanceNotKnown);
  EXPECT_OK(a().upd("y", "a1=3"));
  EXPECT_HEARD(c(), "reflect y a1=3");
}
// 4.24, 4.27 The federates have resigned, and others with their names and types have joined.
TEST_P(SavedEverything, OthersOfTheSameNames) {
  regulate(a(), 2);
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  skip();
  save("s");
  const FederateHandle a_before = a().handle;
  const FederateHandle b_before = b().handle;
  EXPECT_OK(resign_federate(a(), ResignAction::cancel_then_delete_then_divest));
  EXPECT_OK(resign_federate(b(), ResignAction::unconditionally_divest_attributes));
  EXPECT_OK(b().join("b"));
  EXPECT_OK(a().join("a"));
  EXPECT_NE(b().handle, b_before);
  restore("s");
  EXPECT_EQ(a().handle, a_before);
  EXPECT_EQ(b().handle, b_before);
  EXPECT_EQ(*c().rti->get_federate_name(b_before), "b");
  EXPECT_EQ(*c().rti->get_federate_handle("a"), a_before);
  EXPECT_EQ(a().lookahead(), 2);
  EXPECT_OK(b().upd("x", "a1=1"));
  EXPECT_HEARD(a(), "reflect x a1=1");
  EXPECT_HEARD(c(), "reflect x a1=1");
  EXPECT_OK(resign_federate(b(), ResignAction::unconditionally_divest_attributes));
  EXPECT_OK(b().join("b"));
  EXPECT_NE(b().handle, b_before);
}
// 4.24 Others have joined besides, or one is missing: refused, and the federation goes on.
TEST_P(SavedEverything, NotTheSameFederates) {
  save("s");
  actors().push_back(actor(0));
  EXPECT_OK(actors().back()->join("d"));
  skip();
  EXPECT_OK(a().rti->request_federation_restore("s"));
  EXPECT_HEARD(a(), "restore_refused s");
  EXPECT_OK(resign_federate(*actors().back()));
  actors().pop_back();
  EXPECT_OK(resign_federate(c()));
  EXPECT_OK(a().rti->request_federation_restore("s"));
  EXPECT_HEARD(a(), "restore_refused s");
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  EXPECT_OK(c().join("c"));
  skip();
  restore("s");
  EXPECT_OK(a().upd("x", "a1=2"));
  EXPECT_HEARD(c(), "reflect x a1=2");
}
// 10.33 to 10.40, 10.3, 8.14, 8.24, 6.23 Switches, orders and transportations.
TEST_P(SavedEverything, Switches) {
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_OK(b().rti->enable_attribute_scope_advisory_switch());
  EXPECT_OK(b().rti->set_automatic_resign_directive(ResignAction::delete_objects));
  EXPECT_OK(a().rti->change_interaction_order_type(a().interaction("T"), OrderType::receive));
  EXPECT_OK(a().rti->change_attribute_order_type(a().object("x"), a().of_object("x", "a1"),
                                                 OrderType::timestamp));
  EXPECT_OK(a().rti->request_attribute_transportation_type_change(
      a().object("x"), a().of_object("x", "a1"), TransportationType::best_effort));
  skip();
  save("s");
  EXPECT_OK(b().rti->disable_asynchronous_delivery());
  EXPECT_OK(b().rti->disable_attribute_scope_advisory_switch());
  EXPECT_OK(b().rti->set_automatic_resign_directive(ResignAction::no_action));
  EXPECT_OK(a().rti->change_interaction_order_type(a().interaction("T"), OrderType::timestamp));
  EXPECT_OK(a().rti->request_attribute_transportation_type_change(
      a().object("x"), a().of_object("x", "a1"), TransportationType::reliable));
  skip();
  restore("s");
  EXPECT_ERROR(b().rti->enable_asynchronous_delivery(), AsynchronousDeliveryAlreadyEnabled);
  EXPECT_ERROR(b().rti->enable_attribute_scope_advisory_switch(), AttributeScopeAdvisorySwitchIsOn);
  EXPECT_EQ(*b().rti->get_automatic_resign_directive(), ResignAction::delete_objects);
  regulate(a(), 1);
  constrain(b());
  skip();
  EXPECT_OK(a().send_at(4, "T"));
  EXPECT_HEARD(b(), "receive T @4");
  EXPECT_OK(a().upd_at(5, "x", "a1=5"));
  EXPECT_OK(a().tar(9));
  EXPECT_OK(b().tar(6));
  EXPECT_HEARD(b(), "reflect x a1=5 @5 tso", "grant 6");
  EXPECT_EQ(b().last.transportation, TransportationType::best_effort);
}
// 6.2, 6.8 Reserved names, names in use, and names that were free.
TEST_P(SavedEverything, Names) {
  EXPECT_OK(a().rti->reserve_object_instance_name("mine"));
  EXPECT_OK(b().rti->reserve_object_instance_name("used"));
  skip();
  EXPECT_OK(b().reg("A", "u", "used"));
  skip();
  save("s");
  EXPECT_OK(a().rti->release_object_instance_name("mine"));
  EXPECT_OK(b().del("u"));
  EXPECT_OK(c().rti->reserve_object_instance_name("late"));
  EXPECT_OK(c().rti->reserve_object_instance_name("mine"));
  skip();
  restore("s");
  EXPECT_OK(c().rti->reserve_object_instance_name("late"));
  EXPECT_HEARD(c(), "reserved late");
  EXPECT_OK(c().rti->reserve_object_instance_name("mine"));
  EXPECT_HEARD(c(), "not_reserved mine");
  EXPECT_OK(c().rti->reserve_object_instance_name("used"));
  EXPECT_HEARD(c(), "not_reserved used");
  EXPECT_OK(a().reg("A", "m", "mine"));
  EXPECT_HEARD(b(), "discover m A");
  EXPECT_EQ(*c().rti->get_object_instance_handle("used"), c().object("u"));
}
// 9.3 Regions: associations, subscriptions, and bounds that are set but not committed.
TEST_P(SavedEverything, Regions) {
  EXPECT_OK(a().pub("D", "d1"));
  const RegionHandle sent = a().region("X 0 10");
  const RegionHandle wanted = b().region("X 5 20");
  EXPECT_OK(b().sub_in("D", "d1", {wanted}));
  EXPECT_OK(a().reg_in("D", "d", "d1", {sent}));
  EXPECT_OK(a().bounds(sent, "X 50 60"));
  skip();
  save("s");
  EXPECT_OK(a().commit(sent));
  EXPECT_OK(b().unsub_in("D", "d1", {wanted}));
  EXPECT_OK(b().rti->delete_region(wanted));
  skip();
  EXPECT_OK(a().upd("d", "d1=0"));
  EXPECT_SILENCE(b());
  restore("s");
  EXPECT_OK(a().upd("d", "d1=1"));
  EXPECT_HEARD(b(), "reflect d d1=1");
  EXPECT_ERROR(b().rti->delete_region(wanted), RegionInUseForUpdateOrSubscription);
  EXPECT_ERROR(a().rti->delete_region(sent), RegionInUseForUpdateOrSubscription);
  EXPECT_OK(a().commit(sent));
  EXPECT_OK(a().upd("d", "d1=2"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().move(wanted, "X 55 56"));
  EXPECT_OK(a().upd("d", "d1=3"));
  EXPECT_HEARD(b(), "reflect d d1=3");
}
// 8.19 A lookahead that is shrinking goes on shrinking.
TEST_P(SavedEverything, AShrinkingLookahead) {
  regulate(a(), 10);
  constrain(b());
  EXPECT_OK(a().rti->modify_lookahead({2}));
  EXPECT_OK(a().tar(3));
  skip();
  save("s");
  EXPECT_OK(a().tar(50));
  EXPECT_EQ(a().heard("grant"), Lines{"grant 50"});
  restore("s");
  EXPECT_EQ(a().lookahead(), 7);
  EXPECT_EQ(b().galt(), "10");
  EXPECT_OK(a().tar(9));
  EXPECT_HEARD(a(), "grant 9");
  EXPECT_EQ(a().lookahead(), 2);
  EXPECT_EQ(b().galt(), "11");
}
// 8.14 Messages in receive order that wait for a granted, constrained federate come after the save
// and after the restore.
TEST_P(SavedEverything, MessagesInReceiveOrder) {
  constrain(b());
  EXPECT_OK(a().send("K", "", "t"));
  settle();
  save("s");
  EXPECT_OK(b().tar(5));
  EXPECT_HEARD(b(), "receive K tag=t", "grant 5");
  restore("s");
  EXPECT_EQ(b().time(), 0);
  EXPECT_OK(b().tar(5));
  EXPECT_HEARD(b(), "receive K tag=t", "grant 5");
}
// 6.16, 6.9 Objects that are known, forgotten, and discovered as a superclass.
TEST_P(SavedEverything, KnownObjects) {
  EXPECT_OK(a().pub("A.B", "a1 b1"));
  EXPECT_OK(a().reg("A.B", "y"));
  EXPECT_HEARD(b(), "discover y A", "assume y a2");
  EXPECT_OK(c().forget("x"));
  skip();
  save("s");
  EXPECT_OK(b().forget("y"));
  EXPECT_OK(b().sub("A.B", "a1 b1"));
  EXPECT_EQ(b().heard("discover"), Lines{"discover y A.B"});
  EXPECT_OK(a().del("x"));
  skip();
  restore("s");
  EXPECT_EQ(*b().rti->get_known_object_class_handle(b().object("y")), b().object_class("A"));
  EXPECT_ERROR(c().rti->get_object_instance_name(c().object("x")), ObjectInstanceNotKnown);
  EXPECT_OK(a().upd("y", "a1=1 b1=1"));
  EXPECT_HEARD(b(), "reflect y a1=1");
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_HEARD(b(), "reflect x a1=1");
}
// 6.8 What is registered after a restore has handles and names of its own.
TEST_P(SavedEverything, RegisteredAfterwards) {
  save("s");
  EXPECT_OK(b().reg("A", "y"));
  const ObjectInstanceHandle first = b().object("y");
  restore("s");
  EXPECT_OK(a().reg("A", "z"));
  EXPECT_OK(b().reg("A", "w"));
  EXPECT_OK(c().reg("A", "v"));
  settle();
  EXPECT_NE(a().object("z"), b().object("w"));
  EXPECT_NE(c().object("v"), b().object("w"));
  EXPECT_NE(*a().rti->get_object_instance_name(a().object("z")),
            *a().rti->get_object_instance_name(a().object("w")));
  EXPECT_NE(c().object("v"), a().object("x"));
  (void)first;
  EXPECT_EQ(b().heard("discover").size(), 2U);
}

CONFORMANCE_SUITE(SavedEverything);

}  // namespace
}  // namespace orrery::rti::testing::conformance
