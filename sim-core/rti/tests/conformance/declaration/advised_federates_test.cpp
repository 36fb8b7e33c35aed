// Advisories under changes of regions, owners and members (5.10 to 5.13, 6.17, 6.18, 6.21, 6.22).
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// All switches are on for all. a publishes A and D and K, T, Q.
class AdvisedFederates : public SavingFederation {
 protected:
  bool advised() override { return true; }
  void begin() override {
    SavingFederation::begin();
    for (auto& each : actors()) switch_on(*each);
    ASSERT_OK(a().pub("A", "a1 a2"));
    ASSERT_OK(a().pub("D", "d1 d2"));
    ASSERT_OK(a().pubi("Q"));
    skip();
  }
  static void switch_on(Actor& each) {
    (void)each.rti->enable_attribute_relevance_advisory_switch();
    (void)each.rti->enable_attribute_scope_advisory_switch();
    (void)each.rti->enable_object_class_relevance_advisory_switch();
    (void)each.rti->enable_interaction_relevance_advisory_switch();
  }
};

// 6.17, 6.21 A subscription region that moves over the object's region and away.
TEST_P(AdvisedFederates, ARegionMoves) {
  const RegionHandle sent = a().region("X 40 50");
  const RegionHandle wanted = b().region("X 0 10");
  EXPECT_OK(b().sub_in("D", "d1", {wanted}));
  EXPECT_EQ(a().heard(), Lines{"start D"});
  EXPECT_OK(a().reg_in("D", "d", "d1", {sent}));
  EXPECT_SILENCE(a());
  EXPECT_SILENCE(b());
  EXPECT_OK(b().move(wanted, "X 45 55"));
  EXPECT_HEARD(a(), "updates_on d d1");
  EXPECT_HEARD(b(), "discover d D", "in_scope d d1");
  EXPECT_OK(b().move(wanted, "X 42 43"));
  EXPECT_SILENCE(a());
  EXPECT_SILENCE(b());
  EXPECT_OK(b().move(wanted, "X 0 10"));
  EXPECT_HEARD(a(), "updates_off d d1");
  EXPECT_HEARD(b(), "out_of_scope d d1");
  EXPECT_OK(a().move(sent, "X 9 12"));
  EXPECT_HEARD(a(), "updates_on d d1");
  EXPECT_HEARD(b(), "in_scope d d1");
}
// 6.22 Of two that want it, one goes: the updates stay on; the other goes: off.
TEST_P(AdvisedFederates, TwoSubscribers) {
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_EQ(a().heard("updates_on"), Lines{"updates_on x a1"});
  EXPECT_OK(c().sub("A", "a1 a2"));
  EXPECT_EQ(a().heard(), Lines{"updates_on x a2"});
  EXPECT_OK(b().unsub("A"));
  EXPECT_SILENCE(a());
  EXPECT_OK(resign_federate(c()));
  EXPECT_HEARD_SORTED(a(), "stop A", "updates_off x a1 a2");
  EXPECT_EQ(b().heard(), (Lines{"discover x A", "in_scope x a1", "out_of_scope x a1"}));
}
// 5.10 A federate that joins again and subscribes turns registrations on again.
TEST_P(AdvisedFederates, ASubscriberComesBack) {
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(a(), "start A");
  EXPECT_OK(resign_federate(b()));
  EXPECT_HEARD(a(), "stop A");
  EXPECT_OK(b().join("b"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().sub("A", "a1", false));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(a(), "start A");
}
// 5.12 Interactions with regions: on while anybody is actively subscribed, wherever.
TEST_P(AdvisedFederates, InteractionsInRegions) {
  const RegionHandle wanted = b().region("X 0 10");
  EXPECT_OK(b().subi_in("Q", {wanted}));
  EXPECT_HEARD(a(), "on Q");
  EXPECT_OK(c().subi("Q"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().unsubi_in("Q", {wanted}));
  EXPECT_SILENCE(a());
  EXPECT_OK(c().unsubi("Q"));
  EXPECT_HEARD(a(), "off Q");
  EXPECT_OK(a().unpubi("Q"));
  EXPECT_OK(c().subi("Q"));
  EXPECT_SILENCE(a());
  EXPECT_OK(a().pubi("Q"));
  EXPECT_HEARD(a(), "on Q");
}
// 5.12 A subscription to the class above counts; the publisher's own does not.
TEST_P(AdvisedFederates, InteractionsOfTheClassAbove) {
  EXPECT_OK(a().pubi("K.L"));
  EXPECT_OK(a().subi("K"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().subi("K"));
  EXPECT_HEARD(a(), "on K.L");
  EXPECT_OK(b().subi("K.L"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().unsubi("K"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().unsubi("K.L"));
  EXPECT_HEARD(a(), "off K.L");
}
// 5.10 A subscription to the class above starts the registration of the class below.
TEST_P(AdvisedFederates, ClassesBelow) {
  EXPECT_OK(a().pub("A.B", "a1 b1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_HEARD_SORTED(a(), "start A", "start A.B");
  EXPECT_OK(c().sub("A.B", "b1"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().unsub("A"));
  EXPECT_HEARD(a(), "stop A");
  EXPECT_OK(a().unpub("A.B", "b1"));
  EXPECT_HEARD(a(), "stop A.B");
}
// 6.21 The advisory goes to the owner: it follows the attribute.
TEST_P(AdvisedFederates, TheOwnerChanges) {
  EXPECT_OK(b().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(c().sub("A", "a1"));
  skip();
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_EQ(a().heard("updates_on"), Lines{"updates_on x a1"});
  skip();
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_OK(a().give("x", "a1"));
  settle();
  const Lines of_b = b().heard();
  EXPECT_EQ(std::ranges::count(of_b, "acquired x a1"), 1);
  EXPECT_EQ(std::ranges::count(of_b, "updates_on x a1"), 1);
  EXPECT_EQ(std::ranges::count(of_b, "out_of_scope x a1"), 1);
  skip();
  EXPECT_OK(c().unsub("A"));
  EXPECT_EQ(b().heard("updates_off"), Lines{"updates_off x a1"});
  EXPECT_EQ(a().heard("updates"), Lines{});
}
// 6.18 The owner resigns and divests: the attributes go out of scope, and in again with a new
// owner.
TEST_P(AdvisedFederates, TheOwnerResigns) {
  EXPECT_OK(b().sub("A", "a1 a2"));
  EXPECT_OK(c().pub("A", "a1 a2"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_HEARD(b(), "discover x A", "in_scope x a1 a2");
  skip();
  EXPECT_OK(resign_federate(a(), ResignAction::unconditionally_divest_attributes));
  EXPECT_HEARD(b(), "out_of_scope x a1 a2");
  skip();
  EXPECT_OK(c().acquire_free("x", "a2"));
  EXPECT_HEARD(b(), "in_scope x a2");
  EXPECT_EQ(c().heard("updates_on"), Lines{"updates_on x a2"});
}
// 6.18 The object is deleted: nothing goes out of scope, it is removed.
TEST_P(AdvisedFederates, Deleted) {
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(a().del("x"));
  EXPECT_HEARD(b(), "remove x");
  EXPECT_EQ(a().heard("updates"), Lines{});
}
// 9.6, 9.7 Associated out of the region that is wanted, and unassociated: everywhere again.
TEST_P(AdvisedFederates, Associations) {
  EXPECT_OK(b().sub_in("D", "d1", {b().region("X 0 10")}));
  EXPECT_OK(a().reg("D", "d"));
  EXPECT_EQ(a().heard("updates_on"), Lines{"updates_on d d1"});
  EXPECT_HEARD(b(), "discover d D", "in_scope d d1");
  const RegionHandle far = a().region("X 50 60");
  EXPECT_OK(a().associate("d", "d1", {far}));
  EXPECT_HEARD(a(), "updates_off d d1");
  EXPECT_HEARD(b(), "out_of_scope d d1");
  const RegionHandle near = a().region("X 9 11");
  EXPECT_OK(a().associate("d", "d1", {near}));
  EXPECT_HEARD(a(), "updates_on d d1");
  EXPECT_HEARD(b(), "in_scope d d1");
  EXPECT_OK(a().unassociate("d", "d1", {near}));
  EXPECT_HEARD(a(), "updates_off d d1");
  EXPECT_HEARD(b(), "out_of_scope d d1");
  EXPECT_OK(a().unassociate("d", "d1", {far}));
  EXPECT_HEARD(a(), "updates_on d d1");
  EXPECT_HEARD(b(), "in_scope d d1");
}
// 9.8 Two subscription regions, and one without: scope ends with the last of them.
TEST_P(AdvisedFederates, SeveralSubscriptions) {
  const RegionHandle one = b().region("X 0 10");
  const RegionHandle two = b().region("X 5 20");
  EXPECT_OK(b().sub_in("D", "d1", {one, two}));
  EXPECT_OK(a().reg_in("D", "d", "d1", {a().region("X 6 7")}));
  EXPECT_HEARD(b(), "discover d D", "in_scope d d1");
  EXPECT_OK(b().unsub_in("D", "d1", {one}));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().sub("D", "d1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().unsub_in("D", "d1", {two}));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().unsub("D", "d1"));
  EXPECT_HEARD(b(), "out_of_scope d d1");
  EXPECT_EQ(a().heard().back(), "updates_off d d1");
}
// 10.35 to 10.40 A federate gets no advisory that it has switched off; other federates still get theirs.
TEST_P(AdvisedFederates, SwitchedOff) {
  EXPECT_OK(a().rti->disable_attribute_relevance_advisory_switch());
  EXPECT_OK(a().rti->disable_object_class_relevance_advisory_switch());
  EXPECT_OK(a().rti->disable_interaction_relevance_advisory_switch());
  EXPECT_OK(b().rti->disable_attribute_scope_advisory_switch());
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_OK(b().subi("Q"));
  EXPECT_SILENCE(a());
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_HEARD(c(), "discover x A", "in_scope x a1");
}
// 6.17 A constrained federate hears that attributes are in scope before it gets their updates.
TEST_P(AdvisedFederates, ScopeBeforeReflections) {
  const RegionHandle wanted = b().region("X 0 10");
  EXPECT_OK(b().sub_in("D", "d1", {wanted}));
  EXPECT_OK(a().reg_in("D", "d", "d1", {a().region("X 20 30")}));
  skip();
  EXPECT_OK(b().move(wanted, "X 25 26"));
  settle();
  EXPECT_OK(a().upd("d", "d1=1"));
  EXPECT_HEARD(b(), "discover d D", "in_scope d d1", "reflect d d1=1");
  EXPECT_OK(b().move(wanted, "X 0 10"));
  settle();
  EXPECT_OK(a().upd("d", "d1=2"));
  EXPECT_HEARD(b(), "out_of_scope d d1");
}
// 4.29 After a restore the advisories go on from the state of the save.
TEST_P(AdvisedFederates, Restored) {
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(save_now(a(), "s"));
  settle();
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_begun());
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_complete());
  settle();
  EXPECT_OK(b().unsub("A"));
  skip();
  EXPECT_OK(a().rti->request_federation_restore("s"));
  settle();
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_restore_complete());
  skip();
  EXPECT_OK(b().unsub("A"));
  EXPECT_HEARD_SORTED(a(), "stop A", "updates_off x a1");
  EXPECT_HEARD(b(), "out_of_scope x a1");
}

CONFORMANCE_SUITE(AdvisedFederates);

}  // namespace
}  // namespace orrery::rti::testing::conformance
