// Regions where they meet classes, ownership and changes of interest (clause 9).
#include "staged/staged.hpp"

namespace orrery::rti::testing::staged {
namespace {

// a publishes Craft and Zone.
class StagedRegions : public World {
 protected:
  void begin() override {
    hush();
    STAGED_OK(a().pub("Thing.Craft", "t1 t3 c1 c2 c3"));
    STAGED_OK(a().pub("Thing.Craft.Boat", "t1 t3 c1 c3 b1"));
    STAGED_OK(a().pubi("Zone"));
    STAGED_OK(a().pubi("Zone.Inner"));
  }
};

// 9.1, 9.6, 9.7 Without a region everywhere; with one there alone; without it everywhere again.
TEST_P(StagedRegions, ThereAndEverywhere) {
  STAGED_OK(b().sub_in("Thing.Craft", "c3", {b().region("X 0 10 Y 0 10")}));
  STAGED_OK(a().reg("Thing.Craft", "x"));
  STAGED_HEARD(b(), "discover x Thing.Craft");
  const RegionHandle far = a().region("X 50 60 Y 0 10");
  const RegionHandle near = a().region("X 5 6 Y 0 10");
  STAGED_OK(a().upd("x", "c3=1"));
  STAGED_HEARD(b(), "reflect x c3=1");
  STAGED_OK(a().associate("x", "c3", {far}));
  STAGED_OK(a().upd("x", "c3=2"));
  STAGED_HEARD(b());
  STAGED_OK(a().associate("x", "c3", {near}));
  STAGED_OK(a().upd("x", "c3=3"));
  STAGED_HEARD(b(), "reflect x c3=3");
  STAGED_OK(a().unassociate("x", "c3", {near}));
  STAGED_OK(a().upd("x", "c3=4"));
  STAGED_HEARD(b());
  STAGED_OK(a().unassociate("x", "c3", {far}));
  STAGED_OK(a().upd("x", "c3=5"));
  STAGED_HEARD(b(), "reflect x c3=5");
}
// 9.6, 9.8 Each attribute in its own regions.
TEST_P(StagedRegions, TwoAttributesInTwoRegions) {
  STAGED_OK(b().sub_in("Thing.Craft", "t3", {b().region("X 0 10")}));
  STAGED_OK(b().sub_in("Thing.Craft", "c3", {b().region("X 50 60 Y 0 10")}));
  STAGED_OK(a().reg("Thing.Craft", "x"));
  skip();
  STAGED_OK(a().associate("x", "t3", {a().region("X 0 5")}));
  STAGED_OK(a().associate("x", "c3", {a().region("X 0 5 Y 0 5")}));
  STAGED_OK(a().upd("x", "t3=1 c3=1"));
  STAGED_HEARD(b(), "reflect x t3=1");
  STAGED_OK(a().associate("x", "c3", {a().region("X 59 61 Y 9 11")}));
  STAGED_OK(a().upd("x", "t3=2 c3=2 c1=2"));
  const Lines told = heard(b());
  EXPECT_EQ(told, (Lines{"reflect x c3=2 t3=2"}));
}
// 9.6, 9.8, 9.5, 9.13 A dimension that the attribute lacks.
TEST_P(StagedRegions, ADimensionTooMany) {
  const RegionHandle both = a().region("X 0 10 Y 0 10");
  STAGED_OK(a().reg("Thing.Craft", "x"));
  STAGED_ERR(a().associate("x", "t3", {both}), InvalidRegionContext);
  STAGED_ERR(a().associate("x", "c1", {both}), InvalidRegionContext);
  STAGED_ERR(a().sub_in("Thing.Craft", "t3", {both}), InvalidRegionContext);
  STAGED_ERR(a().reg_in("Thing.Craft", "y", "t3", {both}), InvalidRegionContext);
  STAGED_ERR(a().request_in("Thing.Craft", "t3", {both}), InvalidRegionContext);
  STAGED_ERR(a().subi_in("Zone", {both}), InvalidRegionContext);
  STAGED_ERR(a().send_in("Zone", "z2=1", {both}), InvalidRegionContext);
  STAGED_OK(a().rti->delete_region(both));
}
// 9.3, 9.4 A region that was not committed, or is deleted, is none for any service.
TEST_P(StagedRegions, NotARegion) {
  const DimensionHandle x = *a().rti->get_dimension_handle("X");
  const RegionHandle fresh = *a().rti->create_region(std::span(&x, 1));
  const RegionHandle gone = a().region("X 0 10");
  STAGED_OK(a().rti->delete_region(gone));
  STAGED_OK(a().reg("Thing.Craft", "x"));
  for (const RegionHandle each : {fresh, gone}) {
    STAGED_ERR(a().associate("x", "t3", {each}), InvalidRegion);
    STAGED_ERR(a().sub_in("Thing.Craft", "t3", {each}), InvalidRegion);
    STAGED_ERR(a().reg_in("Thing.Craft", "y", "t3", {each}), InvalidRegion);
    STAGED_ERR(a().subi_in("Zone", {each}), InvalidRegion);
    STAGED_ERR(a().send_in("Zone", "z2=1", {each}), InvalidRegion);
    STAGED_ERR(a().request_in("Thing.Craft", "t3", {each}), InvalidRegion);
  }
  STAGED_ERR(a().commit(gone), InvalidRegion);
  STAGED_ERR(a().rti->delete_region(gone), InvalidRegion);
  STAGED_ERR(a().rti->set_range_bounds(gone, x, {0, 5}), InvalidRegion);
}
// 9.4, 9.8 to 9.11 In use until the last use ends, each by its own service.
TEST_P(StagedRegions, InUseUntilTheLastUse) {
  const RegionHandle one = b().region("X 0 10");
  STAGED_OK(b().sub_in("Thing.Craft", "t3", {one}));
  STAGED_OK(b().subi_in("Zone", {one}));
  STAGED_ERR(b().rti->delete_region(one), RegionInUseForUpdateOrSubscription);
  STAGED_OK(b().unsubi("Zone"));
  STAGED_OK(b().unsub("Thing.Craft"));
  STAGED_ERR(b().rti->delete_region(one), RegionInUseForUpdateOrSubscription);
  STAGED_OK(b().unsubi_in("Zone", {one}));
  STAGED_ERR(b().rti->delete_region(one), RegionInUseForUpdateOrSubscription);
  STAGED_OK(b().unsub_in("Thing.Craft", "t3", {one}));
  STAGED_OK(b().rti->delete_region(one));
}
// 9.10, 5.8 A subclass interaction: at the nearest class whose subscription it overlaps.
TEST_P(StagedRegions, InteractionsOfTwoLevels) {
  STAGED_OK(b().subi_in("Zone", {b().region("X 0 10")}));
  STAGED_OK(c().subi("Zone"));
  STAGED_OK(c().subi_in("Zone.Inner", {c().region("X 5 20")}));
  drain();
  STAGED_OK(a().send_in("Zone.Inner", "z2=1 i2=1", {a().region("X 6 7")}));
  STAGED_HEARD(b(), "receive Zone z2=1");
  STAGED_HEARD(c(), "receive Zone.Inner i2=1 z2=1");
  STAGED_OK(a().send("Zone.Inner", "z2=2 i2=2"));
  STAGED_HEARD(b(), "receive Zone z2=2");
  STAGED_HEARD(c(), "receive Zone.Inner i2=2 z2=2");
  STAGED_OK(a().send_in("Zone", "z2=3", {a().region("X 50 60"), a().region("X 9 10")}));
  STAGED_HEARD(b(), "receive Zone z2=3");
  STAGED_HEARD(c(), "receive Zone z2=3");
}
// 6.17, 6.18 Scope follows every change of either side's regions.
TEST_P(StagedRegions, ScopeFollowsBothSides) {
  STAGED_OK(b().rti->enable_attribute_scope_advisory_switch());
  const RegionHandle mine = b().region("X 0 10 Y 0 10");
  STAGED_OK(b().sub_in("Thing.Craft", "c3", {mine}));
  const RegionHandle its = a().region("X 0 10 Y 0 10");
  STAGED_OK(a().reg_in("Thing.Craft", "x", "c3", {its}));
  STAGED_HEARD(b(), "discover x Thing.Craft", "in x c3");
  STAGED_OK(a().move(its, "X 20 30"));
  STAGED_HEARD(b(), "out x c3");
  STAGED_OK(b().move(mine, "X 25 26"));
  STAGED_HEARD(b(), "in x c3");
  STAGED_OK(a().move(its, "Y 50 60"));
  STAGED_HEARD(b(), "out x c3");
  STAGED_OK(b().sub("Thing.Craft", "c3"));
  STAGED_HEARD(b(), "in x c3");
  STAGED_OK(b().unsub_in("Thing.Craft", "c3", {mine}));
  STAGED_HEARD(b());
  STAGED_OK(b().unsub("Thing.Craft", "c3"));
  STAGED_HEARD(b(), "out x c3");
  STAGED_OK(b().sub_in("Thing.Craft", "c3", {mine}));
  STAGED_HEARD(b());
  STAGED_OK(a().unassociate("x", "c3", {its}));
  STAGED_HEARD(b(), "in x c3");
  STAGED_OK(a().divest("x", "c3"));
  STAGED_HEARD(b(), "out x c3");
}
// 6.21, 9.8 Updates are turned on while an active subscription overlaps.
TEST_P(StagedRegions, UpdatesAreTurnedOnByOverlap) {
  STAGED_OK(a().rti->enable_attribute_relevance_advisory_switch());
  const RegionHandle its = a().region("X 0 10 Y 0 10");
  STAGED_OK(a().reg_in("Thing.Craft", "x", "c3", {its}));
  const RegionHandle mine = b().region("X 50 60 Y 0 10");
  STAGED_OK(b().sub_in("Thing.Craft", "c3", {mine}));
  STAGED_HEARD(a());
  STAGED_OK(b().move(mine, "X 5 15"));
  STAGED_HEARD(a(), "on x c3");
  STAGED_OK(c().sub_in("Thing.Craft", "c3", {c().region("X 9 10 Y 9 10")}));
  STAGED_HEARD(a());
  STAGED_OK(b().move(mine, "X 15 16"));
  STAGED_HEARD(a());
  STAGED_OK(a().move(its, "X 0 5"));
  STAGED_HEARD(a(), "off x c3");
  STAGED_OK(a().unassociate("x", "c3", {its}));
  STAGED_HEARD(a(), "on x c3");
}
// 10.30, 9.3 Wrong bounds change nothing; right ones count when they are committed.
TEST_P(StagedRegions, WrongBounds) {
  const DimensionHandle x = *a().rti->get_dimension_handle("X");
  const DimensionHandle y = *a().rti->get_dimension_handle("Y");
  const RegionHandle one = a().region("X 10 20");
  const RangeBounds wrong[] = {{20, 10}, {5, 5}, {0, 101}, {100, 100}};
  for (const RangeBounds& each : wrong)
    STAGED_ERR(a().rti->set_range_bounds(one, x, each), InvalidRangeBound);
  STAGED_ERR(a().rti->set_range_bounds(one, y, {0, 5}), RegionDoesNotContainSpecifiedDimension);
  EXPECT_EQ(*a().rti->get_range_bounds(one, x), (RangeBounds{10, 20}));
  STAGED_OK(a().rti->set_range_bounds(one, x, {99, 100}));
  STAGED_OK(b().subi_in("Zone", {b().region("X 15 16")}));
  drain();
  STAGED_OK(a().send_in("Zone", "z2=1", {one}));
  STAGED_HEARD(b(), "receive Zone z2=1");
  STAGED_OK(a().commit(one));
  STAGED_OK(a().send_in("Zone", "z2=2", {one}));
  STAGED_HEARD(b());
}
// 9.1, 6.9 A known object stays known while nothing overlaps; one of no known class is discovered when it first does.
TEST_P(StagedRegions, KnownWhileElsewhere) {
  const RegionHandle mine = b().region("X 0 10 Y 0 10");
  STAGED_OK(b().sub_in("Thing.Craft", "c3", {mine}));
  STAGED_OK(a().reg_in("Thing.Craft.Boat", "x", "c3", {a().region("X 0 10 Y 0 10")}));
  STAGED_OK(a().reg_in("Thing.Craft.Boat", "y", "c3", {a().region("X 50 60 Y 0 10")}));
  STAGED_HEARD(b(), "discover x Thing.Craft");
  STAGED_OK(b().move(mine, "X 55 56"));
  STAGED_HEARD(b(), "discover y Thing.Craft");
  STAGED_OK(a().upd("x", "c3=1"));
  STAGED_OK(a().upd("y", "c3=2"));
  STAGED_HEARD(b(), "reflect y c3=2");
  STAGED_OK(a().del("x"));
  STAGED_HEARD(b(), "remove x");
}
// 9.8, 5.6 Some attributes by class, some by region: discovered by either, reflected by each.
TEST_P(StagedRegions, ByClassAndByRegion) {
  STAGED_OK(b().sub("Thing.Craft", "c1"));
  STAGED_OK(b().sub_in("Thing.Craft", "c3", {b().region("X 0 10 Y 0 10")}));
  STAGED_OK(a().reg_in("Thing.Craft", "x", "c3", {a().region("X 50 60 Y 0 10")}));
  STAGED_HEARD(b(), "discover x Thing.Craft");
  STAGED_OK(a().upd("x", "c1=1"));
  STAGED_OK(a().upd("x", "c3=1"));
  STAGED_HEARD(b(), "reflect x c1=1");
  STAGED_OK(b().unsub("Thing.Craft", "c1"));
  STAGED_OK(a().reg_in("Thing.Craft", "y", "c3", {a().region("X 50 60 Y 0 10")}));
  STAGED_HEARD(b());
}
// 9.8, 9.9 Two regions of one attribute: each ends alone.
TEST_P(StagedRegions, OneOfTwoRegionsEnds) {
  const RegionHandle left = b().region("X 0 10 Y 0 99");
  const RegionHandle right = b().region("X 50 60 Y 0 99");
  STAGED_OK(b().sub_in("Thing.Craft", "c3", {left, right}));
  const RegionHandle its = a().region("X 5 6 Y 0 9");
  STAGED_OK(a().reg_in("Thing.Craft", "x", "c3", {its}));
  skip();
  STAGED_OK(b().unsub_in("Thing.Craft", "c3", {left}));
  drain();
  STAGED_OK(a().upd("x", "c3=1"));
  STAGED_HEARD(b());
  STAGED_OK(a().move(its, "X 0 100"));
  STAGED_OK(a().upd("x", "c3=2"));
  STAGED_HEARD(b(), "reflect x c3=2");
  STAGED_OK(b().unsub_in("Thing.Craft", "c3", {left}));
  STAGED_OK(b().unsub_in("Thing.Craft", "c3", {right}));
  drain();
  STAGED_OK(a().upd("x", "c3=3"));
  STAGED_HEARD(b());
}
// 9.8 A late joiner with regions discovers what overlaps them.
TEST_P(StagedRegions, ALateJoiner) {
  STAGED_OK(a().reg_in("Thing.Craft", "x", "c3", {a().region("X 0 10 Y 0 10")}));
  STAGED_OK(a().reg_in("Thing.Craft", "y", "c3", {a().region("X 50 60 Y 0 10")}));
  Fed& late = enter("d");
  STAGED_OK(late.sub_in("Thing", "t3", {late.region("X 55 56")}));
  STAGED_HEARD_SORTED(late, "discover x Thing", "discover y Thing");
  Fed& later = enter("e");
  STAGED_OK(later.sub_in("Thing.Craft", "c3", {later.region("X 55 56 Y 0 10")}));
  STAGED_HEARD(later, "discover y Thing.Craft");
}
// 9.3, 8.5 Committed bounds of the subscriber count for messages sent after them, in timestamp order too.
TEST_P(StagedRegions, CommittedBetweenTwoMessages) {
  const RegionHandle mine = b().region("X 0 10");
  STAGED_OK(b().subi_in("Zone", {mine}));
  regulate(a(), 1);
  constrain(b());
  const RegionHandle low = a().region("X 5 6");
  const RegionHandle high = a().region("X 50 51");
  STAGED_OK(a().send_in_at(5, "Zone", "z2=1", {low}));
  STAGED_OK(a().send_in_at(6, "Zone", "z2=2", {high}));
  drain();
  STAGED_OK(b().move(mine, "X 50 60"));
  drain();
  STAGED_OK(a().send_in_at(7, "Zone", "z2=3", {low}));
  STAGED_OK(a().send_in_at(8, "Zone", "z2=4", {high}));
  STAGED_OK(a().tar(20));
  STAGED_OK(b().tar(10));
  const Lines told = heard(b());
  EXPECT_EQ(std::ranges::count(told, "receive Zone z2=2 @6"), 0);
  EXPECT_EQ(std::ranges::count(told, "receive Zone z2=3 @7"), 0);
  EXPECT_EQ(std::ranges::count(told, "receive Zone z2=4 @8"), 1);
}
// 9.5 A registration with regions that fails leaves no object and no use of the region.
TEST_P(StagedRegions, AFailedRegistration) {
  STAGED_OK(b().sub("Thing.Craft", "c3 c2"));
  const RegionHandle one = a().region("X 0 10 Y 0 10");
  STAGED_OK(a().unpub("Thing.Craft", "c3"));
  STAGED_ERR(a().reg_in("Thing.Craft", "x", "c3", {one}), AttributeNotPublished);
  STAGED_ERR(a().reg_in("Thing.Craft.Boat.Tug", "x", "c3", {one}), ObjectClassNotPublished);
  STAGED_HEARD(b());
  STAGED_OK(a().rti->delete_region(one));
}
// 9.2 to 9.12 Another's region.
TEST_P(StagedRegions, AnothersRegion) {
  const RegionHandle others = b().region("X 0 10");
  STAGED_OK(a().reg("Thing.Craft", "x"));
  skip();
  STAGED_ERRS(a().associate("x", "t3", {others}), RegionNotCreatedByThisFederate, InvalidRegion);
  STAGED_ERRS(a().sub_in("Thing.Craft", "t3", {others}), RegionNotCreatedByThisFederate,
              InvalidRegion);
  STAGED_ERRS(a().subi_in("Zone", {others}), RegionNotCreatedByThisFederate, InvalidRegion);
  STAGED_ERRS(a().send_in("Zone", "z2=1", {others}), RegionNotCreatedByThisFederate, InvalidRegion);
  STAGED_ERRS(a().request_in("Thing.Craft", "t3", {others}), RegionNotCreatedByThisFederate,
              InvalidRegion);
  STAGED_ERRS(a().commit(others), RegionNotCreatedByThisFederate, InvalidRegion);
  STAGED_ERRS(a().rti->delete_region(others), RegionNotCreatedByThisFederate, InvalidRegion);
}
// 9.6, 7.7 The regions of the owner and of an acquirer who associated before it owned.
TEST_P(StagedRegions, AssociatedBeforeOwning) {
  STAGED_OK(b().sub("Thing.Craft", "c3"));
  STAGED_OK(b().pub("Thing.Craft", "c3"));
  STAGED_OK(c().sub_in("Thing.Craft", "c3", {c().region("X 0 10 Y 0 10")}));
  STAGED_OK(a().reg_in("Thing.Craft", "x", "c3", {a().region("X 0 10 Y 0 10")}));
  skip();
  STAGED_OK(b().associate("x", "c3", {b().region("X 50 60 Y 0 10")}));
  STAGED_OK(a().upd("x", "c3=1"));
  STAGED_HEARD(c(), "reflect x c3=1");
  STAGED_OK(b().acquire("x", "c3"));
  drain();
  EXPECT_EQ(a().give("x", "c3"), "c3");
  skip();
  STAGED_OK(b().upd("x", "c3=2"));
  STAGED_HEARD(c());
}
// 9.13 Requests with regions: only who overlaps is asked, a subclass's owner too; without associations always.
TEST_P(StagedRegions, RequestsOverClasses) {
  STAGED_OK(a().reg_in("Thing.Craft.Boat", "x", "t3", {a().region("X 0 10")}));
  STAGED_OK(a().reg_in("Thing.Craft", "y", "t3", {a().region("X 50 60")}));
  STAGED_OK(a().reg("Thing.Craft", "z"));
  skip();
  STAGED_OK(b().request_in("Thing", "t3", {b().region("X 5 6")}, "q"));
  STAGED_HEARD_SORTED(a(), "provide x t3 tag=q", "provide z t3 tag=q");
  STAGED_OK(b().request_in("Thing.Craft", "t3", {b().region("X 5 6"), b().region("X 59 60")}, "r"));
  STAGED_HEARD_SORTED(a(), "provide x t3 tag=r", "provide y t3 tag=r", "provide z t3 tag=r");
}
// 9.10, 5.12 Interactions are turned on by subscriptions with regions, and off when the last has gone.
TEST_P(StagedRegions, TurnedOnByRegions) {
  STAGED_OK(a().rti->enable_interaction_relevance_advisory_switch());
  skip();
  const RegionHandle one = b().region("X 0 10");
  const RegionHandle two = b().region("X 50 60");
  STAGED_OK(b().subi_in("Zone", {one, two}));
  STAGED_HEARD_SORTED(a(), "turn-on Zone", "turn-on Zone.Inner");
  STAGED_OK(b().unsubi_in("Zone", {one}));
  STAGED_HEARD(a());
  STAGED_OK(b().subi("Zone.Inner"));
  STAGED_OK(b().unsubi_in("Zone", {two}));
  STAGED_HEARD(a(), "turn-off Zone");
  STAGED_OK(b().unsubi("Zone.Inner"));
  STAGED_HEARD(a(), "turn-off Zone.Inner");
}
// 9.8, 6.16 Forgotten, then a region moves over it: discovered again, at the present class.
TEST_P(StagedRegions, ForgottenAndMet) {
  const RegionHandle mine = b().region("X 0 10 Y 0 10");
  STAGED_OK(b().sub_in("Thing.Craft", "c3", {mine}));
  STAGED_OK(a().reg_in("Thing.Craft.Boat", "x", "c3", {a().region("X 0 10 Y 0 10")}));
  STAGED_HEARD(b(), "discover x Thing.Craft");
  STAGED_OK(b().forget("x"));
  STAGED_ERR(b().forget("x"), ObjectInstanceNotKnown);
  STAGED_OK(b().sub("Thing.Craft.Boat", "b1"));
  STAGED_HEARD(b(), "discover x Thing.Craft.Boat");
  STAGED_OK(a().upd("x", "c3=1 b1=1"));
  STAGED_HEARD(b(), "reflect x b1=1");
}
// 4.10, 9.4 A federate that has resigned and joined again has no regions; its old handles are none.
TEST_P(StagedRegions, HandlesOfBeforeTheResignation) {
  const RegionHandle one = b().region("X 0 10");
  STAGED_OK(b().subi_in("Zone", {one}));
  STAGED_OK(resign(b()));
  STAGED_OK(join(b()));
  hush(b());
  STAGED_ERRS(b().subi_in("Zone", {one}), InvalidRegion, RegionNotCreatedByThisFederate);
  STAGED_ERRS(b().rti->delete_region(one), InvalidRegion, RegionNotCreatedByThisFederate);
  STAGED_OK(a().send_in("Zone", "z2=1", {a().region("X 0 10")}));
  STAGED_HEARD(b());
}

STAGED_SUITE(StagedRegions);

}  // namespace
}  // namespace orrery::rti::testing::staged
