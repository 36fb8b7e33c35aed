// Regions where they meet classes, ownership and changes of interest (clause 9).
#include "stranger.hpp"

namespace orrery::rti::testing::stranger {
namespace {

// a publishes Craft and Zone.
class StrangerRegions : public World {
 protected:
  void begin() override {
    hush();
    STRANGER_OK(a().pub("Thing.Craft", "t1 t3 c1 c2 c3"));
    STRANGER_OK(a().pub("Thing.Craft.Boat", "t1 t3 c1 c3 b1"));
    STRANGER_OK(a().pubi("Zone"));
    STRANGER_OK(a().pubi("Zone.Inner"));
  }
};

// 9.1, 9.6, 9.7 Without a region everywhere; with one there alone; without it everywhere again.
TEST_P(StrangerRegions, ThereAndEverywhere) {
  STRANGER_OK(b().sub_in("Thing.Craft", "c3", {b().region("X 0 10 Y 0 10")}));
  STRANGER_OK(a().reg("Thing.Craft", "x"));
  STRANGER_HEARD(b(), "discover x Thing.Craft");
  const RegionHandle far = a().region("X 50 60 Y 0 10");
  const RegionHandle near = a().region("X 5 6 Y 0 10");
  STRANGER_OK(a().upd("x", "c3=1"));
  STRANGER_HEARD(b(), "reflect x c3=1");
  STRANGER_OK(a().associate("x", "c3", {far}));
  STRANGER_OK(a().upd("x", "c3=2"));
  STRANGER_HEARD(b());
  STRANGER_OK(a().associate("x", "c3", {near}));
  STRANGER_OK(a().upd("x", "c3=3"));
  STRANGER_HEARD(b(), "reflect x c3=3");
  STRANGER_OK(a().unassociate("x", "c3", {near}));
  STRANGER_OK(a().upd("x", "c3=4"));
  STRANGER_HEARD(b());
  STRANGER_OK(a().unassociate("x", "c3", {far}));
  STRANGER_OK(a().upd("x", "c3=5"));
  STRANGER_HEARD(b(), "reflect x c3=5");
}
// 9.6, 9.8 Each attribute in its own regions.
TEST_P(StrangerRegions, TwoAttributesInTwoRegions) {
  STRANGER_OK(b().sub_in("Thing.Craft", "t3", {b().region("X 0 10")}));
  STRANGER_OK(b().sub_in("Thing.Craft", "c3", {b().region("X 50 60 Y 0 10")}));
  STRANGER_OK(a().reg("Thing.Craft", "x"));
  skip();
  STRANGER_OK(a().associate("x", "t3", {a().region("X 0 5")}));
  STRANGER_OK(a().associate("x", "c3", {a().region("X 0 5 Y 0 5")}));
  STRANGER_OK(a().upd("x", "t3=1 c3=1"));
  STRANGER_HEARD(b(), "reflect x t3=1");
  STRANGER_OK(a().associate("x", "c3", {a().region("X 59 61 Y 9 11")}));
  STRANGER_OK(a().upd("x", "t3=2 c3=2 c1=2"));
  const Lines told = heard(b());
  EXPECT_EQ(told, (Lines{"reflect x c3=2 t3=2"}));
}
// 9.6, 9.8, 9.5, 9.13 A dimension that the attribute lacks.
TEST_P(StrangerRegions, ADimensionTooMany) {
  const RegionHandle both = a().region("X 0 10 Y 0 10");
  STRANGER_OK(a().reg("Thing.Craft", "x"));
  STRANGER_ERR(a().associate("x", "t3", {both}), InvalidRegionContext);
  STRANGER_ERR(a().associate("x", "c1", {both}), InvalidRegionContext);
  STRANGER_ERR(a().sub_in("Thing.Craft", "t3", {both}), InvalidRegionContext);
  STRANGER_ERR(a().reg_in("Thing.Craft", "y", "t3", {both}), InvalidRegionContext);
  STRANGER_ERR(a().request_in("Thing.Craft", "t3", {both}), InvalidRegionContext);
  STRANGER_ERR(a().subi_in("Zone", {both}), InvalidRegionContext);
  STRANGER_ERR(a().send_in("Zone", "z2=1", {both}), InvalidRegionContext);
  STRANGER_OK(a().rti->delete_region(both));
}
// 9.3, 9.4 A region that was not committed, or is deleted, is none for any service.
TEST_P(StrangerRegions, NotARegion) {
  const DimensionHandle x = *a().rti->get_dimension_handle("X");
  const RegionHandle fresh = *a().rti->create_region(std::span(&x, 1));
  const RegionHandle gone = a().region("X 0 10");
  STRANGER_OK(a().rti->delete_region(gone));
  STRANGER_OK(a().reg("Thing.Craft", "x"));
  for (const RegionHandle each : {fresh, gone}) {
    STRANGER_ERR(a().associate("x", "t3", {each}), InvalidRegion);
    STRANGER_ERR(a().sub_in("Thing.Craft", "t3", {each}), InvalidRegion);
    STRANGER_ERR(a().reg_in("Thing.Craft", "y", "t3", {each}), InvalidRegion);
    STRANGER_ERR(a().subi_in("Zone", {each}), InvalidRegion);
    STRANGER_ERR(a().send_in("Zone", "z2=1", {each}), InvalidRegion);
    STRANGER_ERR(a().request_in("Thing.Craft", "t3", {each}), InvalidRegion);
  }
  STRANGER_ERR(a().commit(gone), InvalidRegion);
  STRANGER_ERR(a().rti->delete_region(gone), InvalidRegion);
  STRANGER_ERR(a().rti->set_range_bounds(gone, x, {0, 5}), InvalidRegion);
}
// 9.4, 9.8 to 9.11 In use until the last use ends, each by its own service.
TEST_P(StrangerRegions, InUseUntilTheLastUse) {
  const RegionHandle one = b().region("X 0 10");
  STRANGER_OK(b().sub_in("Thing.Craft", "t3", {one}));
  STRANGER_OK(b().subi_in("Zone", {one}));
  STRANGER_ERR(b().rti->delete_region(one), RegionInUseForUpdateOrSubscription);
  STRANGER_OK(b().unsubi("Zone"));
  STRANGER_OK(b().unsub("Thing.Craft"));
  STRANGER_ERR(b().rti->delete_region(one), RegionInUseForUpdateOrSubscription);
  STRANGER_OK(b().unsubi_in("Zone", {one}));
  STRANGER_ERR(b().rti->delete_region(one), RegionInUseForUpdateOrSubscription);
  STRANGER_OK(b().unsub_in("Thing.Craft", "t3", {one}));
  STRANGER_OK(b().rti->delete_region(one));
}
// 9.10, 5.8 A subclass interaction: at the nearest class whose subscription it overlaps.
TEST_P(StrangerRegions, InteractionsOfTwoLevels) {
  STRANGER_OK(b().subi_in("Zone", {b().region("X 0 10")}));
  STRANGER_OK(c().subi("Zone"));
  STRANGER_OK(c().subi_in("Zone.Inner", {c().region("X 5 20")}));
  drain();
  STRANGER_OK(a().send_in("Zone.Inner", "z2=1 i2=1", {a().region("X 6 7")}));
  STRANGER_HEARD(b(), "receive Zone z2=1");
  STRANGER_HEARD(c(), "receive Zone.Inner i2=1 z2=1");
  STRANGER_OK(a().send("Zone.Inner", "z2=2 i2=2"));
  STRANGER_HEARD(b(), "receive Zone z2=2");
  STRANGER_HEARD(c(), "receive Zone.Inner i2=2 z2=2");
  STRANGER_OK(a().send_in("Zone", "z2=3", {a().region("X 50 60"), a().region("X 9 10")}));
  STRANGER_HEARD(b(), "receive Zone z2=3");
  STRANGER_HEARD(c(), "receive Zone z2=3");
}
// 6.17, 6.18 Scope follows every change of either side's regions.
TEST_P(StrangerRegions, ScopeFollowsBothSides) {
  STRANGER_OK(b().rti->enable_attribute_scope_advisory_switch());
  const RegionHandle mine = b().region("X 0 10 Y 0 10");
  STRANGER_OK(b().sub_in("Thing.Craft", "c3", {mine}));
  const RegionHandle its = a().region("X 0 10 Y 0 10");
  STRANGER_OK(a().reg_in("Thing.Craft", "x", "c3", {its}));
  STRANGER_HEARD(b(), "discover x Thing.Craft", "in x c3");
  STRANGER_OK(a().move(its, "X 20 30"));
  STRANGER_HEARD(b(), "out x c3");
  STRANGER_OK(b().move(mine, "X 25 26"));
  STRANGER_HEARD(b(), "in x c3");
  STRANGER_OK(a().move(its, "Y 50 60"));
  STRANGER_HEARD(b(), "out x c3");
  STRANGER_OK(b().sub("Thing.Craft", "c3"));
  STRANGER_HEARD(b(), "in x c3");
  STRANGER_OK(b().unsub_in("Thing.Craft", "c3", {mine}));
  STRANGER_HEARD(b());
  STRANGER_OK(b().unsub("Thing.Craft", "c3"));
  STRANGER_HEARD(b(), "out x c3");
  STRANGER_OK(b().sub_in("Thing.Craft", "c3", {mine}));
  STRANGER_HEARD(b());
  STRANGER_OK(a().unassociate("x", "c3", {its}));
  STRANGER_HEARD(b(), "in x c3");
  STRANGER_OK(a().divest("x", "c3"));
  STRANGER_HEARD(b(), "out x c3");
}
// 6.21, 9.8 Updates are turned on while an active subscription overlaps.
TEST_P(StrangerRegions, UpdatesAreTurnedOnByOverlap) {
  STRANGER_OK(a().rti->enable_attribute_relevance_advisory_switch());
  const RegionHandle its = a().region("X 0 10 Y 0 10");
  STRANGER_OK(a().reg_in("Thing.Craft", "x", "c3", {its}));
  const RegionHandle mine = b().region("X 50 60 Y 0 10");
  STRANGER_OK(b().sub_in("Thing.Craft", "c3", {mine}));
  STRANGER_HEARD(a());
  STRANGER_OK(b().move(mine, "X 5 15"));
  STRANGER_HEARD(a(), "on x c3");
  STRANGER_OK(c().sub_in("Thing.Craft", "c3", {c().region("X 9 10 Y 9 10")}));
  STRANGER_HEARD(a());
  STRANGER_OK(b().move(mine, "X 15 16"));
  STRANGER_HEARD(a());
  STRANGER_OK(a().move(its, "X 0 5"));
  STRANGER_HEARD(a(), "off x c3");
  STRANGER_OK(a().unassociate("x", "c3", {its}));
  STRANGER_HEARD(a(), "on x c3");
}
// 10.30, 9.3 Wrong bounds change nothing; right ones count when they are committed.
TEST_P(StrangerRegions, WrongBounds) {
  const DimensionHandle x = *a().rti->get_dimension_handle("X");
  const DimensionHandle y = *a().rti->get_dimension_handle("Y");
  const RegionHandle one = a().region("X 10 20");
  const RangeBounds wrong[] = {{20, 10}, {5, 5}, {0, 101}, {100, 100}};
  for (const RangeBounds& each : wrong)
    STRANGER_ERR(a().rti->set_range_bounds(one, x, each), InvalidRangeBound);
  STRANGER_ERR(a().rti->set_range_bounds(one, y, {0, 5}), RegionDoesNotContainSpecifiedDimension);
  EXPECT_EQ(*a().rti->get_range_bounds(one, x), (RangeBounds{10, 20}));
  STRANGER_OK(a().rti->set_range_bounds(one, x, {99, 100}));
  STRANGER_OK(b().subi_in("Zone", {b().region("X 15 16")}));
  drain();
  STRANGER_OK(a().send_in("Zone", "z2=1", {one}));
  STRANGER_HEARD(b(), "receive Zone z2=1");
  STRANGER_OK(a().commit(one));
  STRANGER_OK(a().send_in("Zone", "z2=2", {one}));
  STRANGER_HEARD(b());
}
// 9.1, 6.9 A known object stays known while nothing overlaps; one of no known class is discovered when it first does.
TEST_P(StrangerRegions, KnownWhileElsewhere) {
  const RegionHandle mine = b().region("X 0 10 Y 0 10");
  STRANGER_OK(b().sub_in("Thing.Craft", "c3", {mine}));
  STRANGER_OK(a().reg_in("Thing.Craft.Boat", "x", "c3", {a().region("X 0 10 Y 0 10")}));
  STRANGER_OK(a().reg_in("Thing.Craft.Boat", "y", "c3", {a().region("X 50 60 Y 0 10")}));
  STRANGER_HEARD(b(), "discover x Thing.Craft");
  STRANGER_OK(b().move(mine, "X 55 56"));
  STRANGER_HEARD(b(), "discover y Thing.Craft");
  STRANGER_OK(a().upd("x", "c3=1"));
  STRANGER_OK(a().upd("y", "c3=2"));
  STRANGER_HEARD(b(), "reflect y c3=2");
  STRANGER_OK(a().del("x"));
  STRANGER_HEARD(b(), "remove x");
}
// 9.8, 5.6 Some attributes by class, some by region: discovered by either, reflected by each.
TEST_P(StrangerRegions, ByClassAndByRegion) {
  STRANGER_OK(b().sub("Thing.Craft", "c1"));
  STRANGER_OK(b().sub_in("Thing.Craft", "c3", {b().region("X 0 10 Y 0 10")}));
  STRANGER_OK(a().reg_in("Thing.Craft", "x", "c3", {a().region("X 50 60 Y 0 10")}));
  STRANGER_HEARD(b(), "discover x Thing.Craft");
  STRANGER_OK(a().upd("x", "c1=1"));
  STRANGER_OK(a().upd("x", "c3=1"));
  STRANGER_HEARD(b(), "reflect x c1=1");
  STRANGER_OK(b().unsub("Thing.Craft", "c1"));
  STRANGER_OK(a().reg_in("Thing.Craft", "y", "c3", {a().region("X 50 60 Y 0 10")}));
  STRANGER_HEARD(b());
}
// 9.8, 9.9 Two regions of one attribute: each ends alone.
TEST_P(StrangerRegions, OneOfTwoRegionsEnds) {
  const RegionHandle left = b().region("X 0 10 Y 0 99");
  const RegionHandle right = b().region("X 50 60 Y 0 99");
  STRANGER_OK(b().sub_in("Thing.Craft", "c3", {left, right}));
  const RegionHandle its = a().region("X 5 6 Y 0 9");
  STRANGER_OK(a().reg_in("Thing.Craft", "x", "c3", {its}));
  skip();
  STRANGER_OK(b().unsub_in("Thing.Craft", "c3", {left}));
  drain();
  STRANGER_OK(a().upd("x", "c3=1"));
  STRANGER_HEARD(b());
  STRANGER_OK(a().move(its, "X 0 100"));
  STRANGER_OK(a().upd("x", "c3=2"));
  STRANGER_HEARD(b(), "reflect x c3=2");
  STRANGER_OK(b().unsub_in("Thing.Craft", "c3", {left}));
  STRANGER_OK(b().unsub_in("Thing.Craft", "c3", {right}));
  drain();
  STRANGER_OK(a().upd("x", "c3=3"));
  STRANGER_HEARD(b());
}
// 9.8 A late joiner with regions discovers what overlaps them.
TEST_P(StrangerRegions, ALateJoiner) {
  STRANGER_OK(a().reg_in("Thing.Craft", "x", "c3", {a().region("X 0 10 Y 0 10")}));
  STRANGER_OK(a().reg_in("Thing.Craft", "y", "c3", {a().region("X 50 60 Y 0 10")}));
  Fed& late = enter("d");
  STRANGER_OK(late.sub_in("Thing", "t3", {late.region("X 55 56")}));
  STRANGER_HEARD_SORTED(late, "discover x Thing", "discover y Thing");
  Fed& later = enter("e");
  STRANGER_OK(later.sub_in("Thing.Craft", "c3", {later.region("X 55 56 Y 0 10")}));
  STRANGER_HEARD(later, "discover y Thing.Craft");
}
// 9.3, 8.5 Committed bounds of the subscriber count for messages sent after them, in timestamp order too.
TEST_P(StrangerRegions, CommittedBetweenTwoMessages) {
  const RegionHandle mine = b().region("X 0 10");
  STRANGER_OK(b().subi_in("Zone", {mine}));
  regulate(a(), 1);
  constrain(b());
  const RegionHandle low = a().region("X 5 6");
  const RegionHandle high = a().region("X 50 51");
  STRANGER_OK(a().send_in_at(5, "Zone", "z2=1", {low}));
  STRANGER_OK(a().send_in_at(6, "Zone", "z2=2", {high}));
  drain();
  STRANGER_OK(b().move(mine, "X 50 60"));
  drain();
  STRANGER_OK(a().send_in_at(7, "Zone", "z2=3", {low}));
  STRANGER_OK(a().send_in_at(8, "Zone", "z2=4", {high}));
  STRANGER_OK(a().tar(20));
  STRANGER_OK(b().tar(10));
  const Lines told = heard(b());
  EXPECT_EQ(std::ranges::count(told, "receive Zone z2=2 @6"), 0);
  EXPECT_EQ(std::ranges::count(told, "receive Zone z2=3 @7"), 0);
  EXPECT_EQ(std::ranges::count(told, "receive Zone z2=4 @8"), 1);
}
// 9.5 A registration with regions that fails leaves no object and no use of the region.
TEST_P(StrangerRegions, AFailedRegistration) {
  STRANGER_OK(b().sub("Thing.Craft", "c3 c2"));
  const RegionHandle one = a().region("X 0 10 Y 0 10");
  STRANGER_OK(a().unpub("Thing.Craft", "c3"));
  STRANGER_ERR(a().reg_in("Thing.Craft", "x", "c3", {one}), AttributeNotPublished);
  STRANGER_ERR(a().reg_in("Thing.Craft.Boat.Tug", "x", "c3", {one}), ObjectClassNotPublished);
  STRANGER_HEARD(b());
  STRANGER_OK(a().rti->delete_region(one));
}
// 9.2 to 9.12 Another's region.
TEST_P(StrangerRegions, AnothersRegion) {
  const RegionHandle others = b().region("X 0 10");
  STRANGER_OK(a().reg("Thing.Craft", "x"));
  skip();
  STRANGER_ERRS(a().associate("x", "t3", {others}), RegionNotCreatedByThisFederate, InvalidRegion);
  STRANGER_ERRS(a().sub_in("Thing.Craft", "t3", {others}), RegionNotCreatedByThisFederate,
                InvalidRegion);
  STRANGER_ERRS(a().subi_in("Zone", {others}), RegionNotCreatedByThisFederate, InvalidRegion);
  STRANGER_ERRS(a().send_in("Zone", "z2=1", {others}), RegionNotCreatedByThisFederate,
                InvalidRegion);
  STRANGER_ERRS(a().request_in("Thing.Craft", "t3", {others}), RegionNotCreatedByThisFederate,
                InvalidRegion);
  STRANGER_ERRS(a().commit(others), RegionNotCreatedByThisFederate, InvalidRegion);
  STRANGER_ERRS(a().rti->delete_region(others), RegionNotCreatedByThisFederate, InvalidRegion);
}
// 9.6, 7.7 The regions of the owner and of an acquirer who associated before it owned.
TEST_P(StrangerRegions, AssociatedBeforeOwning) {
  STRANGER_OK(b().sub("Thing.Craft", "c3"));
  STRANGER_OK(b().pub("Thing.Craft", "c3"));
  STRANGER_OK(c().sub_in("Thing.Craft", "c3", {c().region("X 0 10 Y 0 10")}));
  STRANGER_OK(a().reg_in("Thing.Craft", "x", "c3", {a().region("X 0 10 Y 0 10")}));
  skip();
  STRANGER_OK(b().associate("x", "c3", {b().region("X 50 60 Y 0 10")}));
  STRANGER_OK(a().upd("x", "c3=1"));
  STRANGER_HEARD(c(), "reflect x c3=1");
  STRANGER_OK(b().acquire("x", "c3"));
  drain();
  EXPECT_EQ(a().give("x", "c3"), "c3");
  skip();
  STRANGER_OK(b().upd("x", "c3=2"));
  STRANGER_HEARD(c());
}
// 9.13 Requests with regions: only who overlaps is asked, a subclass's owner too; without associations always.
TEST_P(StrangerRegions, RequestsOverClasses) {
  STRANGER_OK(a().reg_in("Thing.Craft.Boat", "x", "t3", {a().region("X 0 10")}));
  STRANGER_OK(a().reg_in("Thing.Craft", "y", "t3", {a().region("X 50 60")}));
  STRANGER_OK(a().reg("Thing.Craft", "z"));
  skip();
  STRANGER_OK(b().request_in("Thing", "t3", {b().region("X 5 6")}, "q"));
  STRANGER_HEARD_SORTED(a(), "provide x t3 tag=q", "provide z t3 tag=q");
  STRANGER_OK(
      b().request_in("Thing.Craft", "t3", {b().region("X 5 6"), b().region("X 59 60")}, "r"));
  STRANGER_HEARD_SORTED(a(), "provide x t3 tag=r", "provide y t3 tag=r", "provide z t3 tag=r");
}
// 9.10, 5.12 Interactions are turned on by subscriptions with regions, and off when the last has gone.
TEST_P(StrangerRegions, TurnedOnByRegions) {
  STRANGER_OK(a().rti->enable_interaction_relevance_advisory_switch());
  skip();
  const RegionHandle one = b().region("X 0 10");
  const RegionHandle two = b().region("X 50 60");
  STRANGER_OK(b().subi_in("Zone", {one, two}));
  STRANGER_HEARD_SORTED(a(), "turn-on Zone", "turn-on Zone.Inner");
  STRANGER_OK(b().unsubi_in("Zone", {one}));
  STRANGER_HEARD(a());
  STRANGER_OK(b().subi("Zone.Inner"));
  STRANGER_OK(b().unsubi_in("Zone", {two}));
  STRANGER_HEARD(a(), "turn-off Zone");
  STRANGER_OK(b().unsubi("Zone.Inner"));
  STRANGER_HEARD(a(), "turn-off Zone.Inner");
}
// 9.8, 6.16 Forgotten, then a region moves over it: discovered again, at the present class.
TEST_P(StrangerRegions, ForgottenAndMet) {
  const RegionHandle mine = b().region("X 0 10 Y 0 10");
  STRANGER_OK(b().sub_in("Thing.Craft", "c3", {mine}));
  STRANGER_OK(a().reg_in("Thing.Craft.Boat", "x", "c3", {a().region("X 0 10 Y 0 10")}));
  STRANGER_HEARD(b(), "discover x Thing.Craft");
  STRANGER_OK(b().forget("x"));
  STRANGER_ERR(b().forget("x"), ObjectInstanceNotKnown);
  STRANGER_OK(b().sub("Thing.Craft.Boat", "b1"));
  STRANGER_HEARD(b(), "discover x Thing.Craft.Boat");
  STRANGER_OK(a().upd("x", "c3=1 b1=1"));
  STRANGER_HEARD(b(), "reflect x b1=1");
}
// 4.10, 9.4 A federate that has resigned and joined again has no regions; its old handles are none.
TEST_P(StrangerRegions, HandlesOfBeforeTheResignation) {
  const RegionHandle one = b().region("X 0 10");
  STRANGER_OK(b().subi_in("Zone", {one}));
  STRANGER_OK(resign(b()));
  STRANGER_OK(join(b()));
  hush(b());
  STRANGER_ERRS(b().subi_in("Zone", {one}), InvalidRegion, RegionNotCreatedByThisFederate);
  STRANGER_ERRS(b().rti->delete_region(one), InvalidRegion, RegionNotCreatedByThisFederate);
  STRANGER_OK(a().send_in("Zone", "z2=1", {a().region("X 0 10")}));
  STRANGER_HEARD(b());
}

STRANGER_SUITE(StrangerRegions);

}  // namespace
}  // namespace orrery::rti::testing::stranger
