// Regions that change while objects live and messages wait (clause 9 with 5, 6, 7 and 8).
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class CrossingRegions : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    for (Actor* each : {&a(), &b()}) ASSERT_OK(each->pub("D", "d1 d2 d3 d4"));
    for (const char* each : {"R", "R.S", "Q", "K"}) ASSERT_OK(a().pubi(each));
  }
};

// 9.12 A class without dimensions, or with fewer than the region has.
TEST_P(CrossingRegions, RegionsThatDoNotFit) {
  const RegionHandle both = a().region("X 0 5 Y 0 5");
  EXPECT_ERROR(a().send_in("K", "", {both}), InvalidRegionContext);
  EXPECT_ERROR(a().send_in("Q", "", {both}), InvalidRegionContext);
  EXPECT_ERROR(a().subi_in("Q", {both}), InvalidRegionContext);
  EXPECT_ERROR(a().sub_in("D", "d1 d2", {both}), InvalidRegionContext);
  EXPECT_ERROR(a().sub_in("D", "d3", {both}), InvalidRegionContext);
  EXPECT_ERROR(a().reg_in("D", "x", "d2", {both}), InvalidRegionContext);
  EXPECT_OK(a().rti->delete_region(both));
}
// 9.6, 9.8 Only the federate that made a region may use it.
TEST_P(CrossingRegions, RegionsOfOthers) {
  const RegionHandle its = a().region("X 0 5");
  settle();
  EXPECT_ERROR(b().subi_in("Q", {its}), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(b().sub_in("D", "d1", {its}), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(b().reg_in("D", "y", "d1", {its}), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(b().commit(its), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(b().rti->delete_region(its), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(b().request_in("D", "d1", {its}), RegionNotCreatedByThisFederate);
}
// 6.17, 6.18 As regions move on both sides, with the switch changed in between.
TEST_P(CrossingRegions, ScopeFollowsRegions) {
  const RegionHandle mine = c().region("X 0 10");
  EXPECT_OK(c().sub_in("D", "d1 d2", {mine}));
  const RegionHandle its = a().region("X 5 6");
  EXPECT_OK(a().reg_in("D", "x", "d1 d2", {its}));
  EXPECT_HEARD(c(), "discover x D");
  EXPECT_OK(c().rti->enable_attribute_scope_advisory_switch());
  skip();
  EXPECT_OK(a().move(its, "X 50 60"));
  EXPECT_HEARD(c(), "out_of_scope x d1 d2");
  EXPECT_OK(a().unassociate("x", "d1", {its}));
  EXPECT_HEARD(c(), "in_scope x d1");
  EXPECT_OK(c().move(mine, "X 0 51"));
  EXPECT_HEARD(c(), "in_scope x d2");
  EXPECT_OK(c().rti->disable_attribute_scope_advisory_switch());
  EXPECT_OK(c().move(mine, "X 0 1"));
  EXPECT_SILENCE(c());
  EXPECT_OK(c().rti->enable_attribute_scope_advisory_switch());
  skip();
  EXPECT_OK(a().move(its, "X 0 1"));
  EXPECT_HEARD(c(), "in_scope x d2");
  EXPECT_OK(c().unsub_in("D", "d1", {mine}));
  EXPECT_HEARD(c(), "out_of_scope x d1");
}
// 6.18 The owner resigns and leaves the object: out of scope.
TEST_P(CrossingRegions, ScopeEndsWithTheOwner) {
  EXPECT_OK(c().sub_in("D", "d1", {c().region("X 0 10")}));
  EXPECT_OK(c().rti->enable_attribute_scope_advisory_switch());
  EXPECT_OK(a().reg_in("D", "x", "d1", {a().region("X 5 6")}));
  EXPECT_HEARD(c(), "discover x D", "in_scope x d1");
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  EXPECT_HEARD(c(), "out_of_scope x d1");
}
// 9.8 Attributes by regions and attributes without, in one update.
TEST_P(CrossingRegions, AMixedUpdate) {
  EXPECT_OK(c().sub_in("D", "d1", {c().region("Y 0 10")}));
  EXPECT_OK(c().sub("D", "d3"));
  EXPECT_OK(a().reg_in("D", "x", "d1", {a().region("Y 20 30")}));
  EXPECT_HEARD(c(), "discover x D");
  EXPECT_OK(a().upd("x", "d1=1 d2=2 d3=3"));
  EXPECT_HEARD(c(), "reflect x d3=3");
}
// 8.21, 9.12 A message in a region is retracted; one in timestamp order to others is not.
TEST_P(CrossingRegions, TimestampedUpdatesInRegions) {
  regulate(a(), 1);
  constrain(c());
  EXPECT_OK(c().sub_in("D", "d4", {c().region("X 0 10")}));
  const RegionHandle its = a().region("X 5 6");
  EXPECT_OK(a().reg_in("D", "x", "d4", {its}));
  skip();
  EXPECT_OK(a().upd_at(10, "x", "d4=1", "m"));
  EXPECT_OK(a().move(its, "X 50 60"));
  EXPECT_OK(a().upd_at(11, "x", "d4=2"));
  EXPECT_OK(a().move(its, "X 0 1"));
  EXPECT_OK(a().upd_at(12, "x", "d4=3"));
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().tar(20));
  EXPECT_OK(c().tar(20));
  EXPECT_HEARD(c(), "reflect x d4=3 @12 tso", "grant 20");
}
// 9.5 An error in one of the lists: no object, and the name stays reserved.
TEST_P(CrossingRegions, ARegistrationThatFails) {
  EXPECT_OK(a().rti->reserve_object_instance_name("n"));
  EXPECT_HEARD(a(), "reserved n");
  const RegionHandle both = a().region("X 0 5 Y 0 5");
  EXPECT_ERROR(a().reg_in("D", "x", "d2", {both}, "n"), InvalidRegionContext);
  EXPECT_OK(a().unpub("D", "d1"));
  EXPECT_ERROR(a().reg_in("D", "x", "d1", {both}, "n"), AttributeNotPublished);
  EXPECT_ERROR(b().reg_in("D", "x", "d1", {b().region("X 0 5")}, "n"),
               ObjectInstanceNameNotReserved);
  EXPECT_OK(a().reg_in("D", "x", "d4", {both}, "n"));
}

CONFORMANCE_SUITE(CrossingRegions);

}  // namespace
}  // namespace orrery::rti::testing::conformance
