// Advisories with three federates: relevance and scope as subscriptions, regions, owners and members change (5.10 to 5.13, 6.17 to 6.22).
#include <algorithm>

#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class RelevanceAmongThree : public Conformance {
 protected:
  bool advised() override { return true; }
  void begin() override {
    Conformance::begin();
    for (auto& each : actors()) {
      ASSERT_OK(each->rti->enable_attribute_relevance_advisory_switch());
      ASSERT_OK(each->rti->enable_attribute_scope_advisory_switch());
    }
    skip();
  }
  void resign(Actor& each) {
    ASSERT_OK(each.rti->resign_federation_execution(ResignAction::delete_objects_then_divest));
    settle();
  }
};

// 5.10, 5.11 The last active subscriber of two resigns.
TEST_P(RelevanceAmongThree, SubscribersResign) {
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_HEARD(a(), "start A");
  resign(b());
  EXPECT_SILENCE(a());
  resign(c());
  EXPECT_HEARD(a(), "stop A");
}
// 5.10 Passive subscriptions start nothing; active ones at a superclass do.
TEST_P(RelevanceAmongThree, PassiveThenActive) {
  EXPECT_OK(a().pub("A.B", "a1 b1"));
  EXPECT_OK(b().sub("A.B", "b1", false));
  EXPECT_SILENCE(a());
  EXPECT_OK(c().sub("A", "a2"));
  EXPECT_SILENCE(a());
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_HEARD(a(), "start A.B");
  EXPECT_OK(c().sub("A", "a1", false));
  EXPECT_HEARD(a(), "stop A.B");
}
// 5.12, 5.13 Interactions: subscribers of the superclass count, and each only once.
TEST_P(RelevanceAmongThree, Interactions) {
  EXPECT_OK(a().pubi("T.U"));
  EXPECT_OK(b().subi("T"));
  EXPECT_HEARD(a(), "on T.U");
  EXPECT_OK(c().subi("T.U"));
  EXPECT_OK(b().unsubi("T"));
  EXPECT_SILENCE(a());
  EXPECT_OK(c().subi("T.U", false));
  EXPECT_HEARD(a(), "off T.U");
  EXPECT_OK(a().subi("T.U"));
  EXPECT_SILENCE(a());
}
// 6.17, 6.18 Scope by regions that move at either end.
TEST_P(RelevanceAmongThree, ScopeByRegions) {
  EXPECT_OK(a().pub("D", "d2 d3"));
  const RegionHandle update = a().region("X 0 10");
  const RegionHandle interest = b().region("X 5 20");
  EXPECT_OK(b().sub_in("D", "d2", {interest}));
  EXPECT_OK(a().reg_in("D", "y", "d2", {update}));
  EXPECT_HEARD(b(), "discover y D", "in_scope y d2");
  EXPECT_OK(b().move(interest, "X 10 20"));
  EXPECT_HEARD(b(), "out_of_scope y d2");
  EXPECT_OK(a().move(update, "X 0 11"));
  EXPECT_HEARD(b(), "in_scope y d2");
  EXPECT_OK(a().unassociate("y", "d2", {update}));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().move(interest, "X 99 100"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().unsub_in("D", "d2", {interest}));
  EXPECT_HEARD(b(), "out_of_scope y d2");
}
// 6.17, 6.18 Scope by ownership: one's own attributes and unowned ones are out of scope.
TEST_P(RelevanceAmongThree, ScopeByOwners) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(b().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_OK(a().give("x", "a1"));
  const Lines heard = b().heard_sorted();
  EXPECT_EQ(std::ranges::count(heard, "out_of_scope x a1"), 1);
  EXPECT_EQ(std::ranges::count(heard, "acquired x a1"), 1);
  EXPECT_EQ(std::ranges::count(heard, "updates_on x a1"), 1);
  EXPECT_SILENCE(c());
  EXPECT_OK(b().divest("x", "a1"));
  EXPECT_HEARD(c(), "out_of_scope x a1");
  EXPECT_OK(b().acquire_free("x", "a1"));
  EXPECT_HEARD(c(), "in_scope x a1");
}
// 6.21, 6.22 Updates on and off as subscribers come, become passive, and resign.
TEST_P(RelevanceAmongThree, Updates) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().sub("A", "a1 a2"));
  EXPECT_HEARD_SORTED(a(), "start A", "updates_on x a1 a2");
  EXPECT_OK(c().sub("A", "a2"));
  EXPECT_OK(b().unsub("A", "a1 a2"));
  EXPECT_HEARD(a(), "updates_off x a1");
  resign(c());
  EXPECT_HEARD_SORTED(a(), "stop A", "updates_off x a2");
}
// 6.21 With regions: on when they overlap.
TEST_P(RelevanceAmongThree, UpdatesByRegions) {
  EXPECT_OK(a().pub("D", "d2"));
  const RegionHandle update = a().region("X 0 10");
  EXPECT_OK(a().reg_in("D", "y", "d2", {update}));
  const RegionHandle interest = b().region("X 50 60");
  EXPECT_OK(b().sub_in("D", "d2", {interest}));
  EXPECT_EQ(a().heard("updates_on"), Lines{});
  EXPECT_OK(a().move(update, "X 50 51"));
  EXPECT_EQ(a().heard("updates_on"), Lines{"updates_on y d2"});
  EXPECT_OK(b().move(interest, "X 52 60"));
  EXPECT_EQ(a().heard("updates_off"), Lines{"updates_off y d2"});
}
// 6.18, 6.15 A removal says it all: no scope is left afterwards.
TEST_P(RelevanceAmongThree, ScopeOfWhatIsRemoved) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_HEARD(b(), "discover x A", "in_scope x a1");
  EXPECT_OK(a().del("x"));
  EXPECT_EQ(b().heard().back(), "remove x");
  EXPECT_OK(b().unsub("A"));
  EXPECT_SILENCE(b());
}
// 10.33 to 10.40 Switched off and on: nothing is told in between, and changes after it are.
TEST_P(RelevanceAmongThree, SwitchesInTheMiddle) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(a().rti->disable_attribute_relevance_advisory_switch());
  EXPECT_OK(a().rti->disable_object_class_relevance_advisory_switch());
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().unsub("A"));
  settle();
  EXPECT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  EXPECT_OK(a().rti->enable_object_class_relevance_advisory_switch());
  EXPECT_ERROR(a().rti->enable_object_class_relevance_advisory_switch(),
               ObjectClassRelevanceAdvisorySwitchIsOn);
  skip();
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_HEARD_SORTED(a(), "start A", "updates_on x a1");
}
// 6.19, 6.20 A request by class: each owner is asked for his attributes of each object, those of subclasses too.
TEST_P(RelevanceAmongThree, RequestsByClass) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(b().pub("A.B", "a1 a2 b1"));
  EXPECT_OK(a().sub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(b().pub("A", "a2"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(b().reg("A.B", "z"));
  skip();
  EXPECT_OK(b().acquire("x", "a2"));
  settle();
  EXPECT_OK(a().give("x", "a2"));
  skip();
  EXPECT_OK(c().request_class("A", "a1 a2", "q"));
  EXPECT_EQ(a().heard("provide"), Lines{"provide x a1 tag=q"});
  Lines asked = b().heard("provide");
  std::ranges::sort(asked);
  EXPECT_EQ(asked, (Lines{"provide x a2 tag=q", "provide z a1 a2 tag=q"}));
}

CONFORMANCE_SUITE(RelevanceAmongThree);

}  // namespace
}  // namespace orrery::rti::testing::conformance
