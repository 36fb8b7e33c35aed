// Regions where they meet classes, ownership and changes of interest (clause 9).
#include "newcomer.hpp"

namespace orrery::rti::testing::newcomer {
namespace {

// a publishes Craft and Zone.
class NewcomerRegions : public World {
 protected:
  void begin() override {
    hush();
    NC_OK(a().pub("Thing.Craft", "t1 t3 c1 c2 c3"));
    NC_OK(a().pub("Thing.Craft.Boat", "t1 t3 c1 c3 b1"));
    NC_OK(a().pubi("Zone"));
    NC_OK(a().pubi("Zone.Inner"));
  }
};

// 9.1, 9.6, 9.7 Without a region everywhere; with one there alone; without it everywhere again.
TEST_P(NewcomerRegions, ThereAndEverywhere) {
  NC_OK(b().sub_in("Thing.Craft", "c3", {b().region("X 0 10 Y 0 10")}));
  NC_OK(a().reg("Thing.Craft", "x"));
  NC_HEARD(b(), "discover x Thing.Craft");
  const RegionHandle far = a().region("X 50 60 Y 0 10");
  const RegionHandle near = a().region("X 5 6 Y 0 10");
  NC_OK(a().upd("x", "c3=1"));
  NC_HEARD(b(), "reflect x c3=1");
  NC_OK(a().associate("x", "c3", {far}));
  NC_OK(a().upd("x", "c3=2"));
  NC_HEARD(b());
  NC_OK(a().associate("x", "c3", {near}));
  NC_OK(a().upd("x", "c3=3"));
  NC_HEARD(b(), "reflect x c3=3");
  NC_OK(a().unassociate("x", "c3", {near}));
  NC_OK(a().upd("x", "c3=4"));
  NC_HEARD(b());
  NC_OK(a().unassociate("x", "c3", {far}));
  NC_OK(a().upd("x", "c3=5"));
  NC_HEARD(b(), "reflect x c3=5");
}
// 9.6, 9.8 Each attribute in its own regions.
TEST_P(NewcomerRegions, TwoAttributesInTwoRegions) {
  NC_OK(b().sub_in("Thing.Craft", "t3", {b().region("X 0 10")}));
  NC_OK(b().sub_in("Thing.Craft", "c3", {b().region("X 50 60 Y 0 10")}));
  NC_OK(a().reg("Thing.Craft", "x"));
  skip();
  NC_OK(a().associate("x", "t3", {a().region("X 0 5")}));
  NC_OK(a().associate("x", "c3", {a().region("X 0 5 Y 0 5")}));
  NC_OK(a().upd("x", "t3=1 c3=1"));
  NC_HEARD(b(), "reflect x t3=1");
  NC_OK(a().associate("x", "c3", {a().region("X 59 61 Y 9 11")}));
  NC_OK(a().upd("x", "t3=2 c3=2 c1=2"));
  const Lines told = heard(b());
  EXPECT_EQ(told, (Lines{"reflect x c3=2 t3=2"}));
}
// 9.6, 9.8, 9.5, 9.13 A dimension that the attribute lacks.
TEST_P(NewcomerRegions, ADimensionTooMany) {
  const RegionHandle both = a().region("X 0 10 Y 0 10");
  NC_OK(a().reg("Thing.Craft", "x"));
  NC_ERR(a().associate("x", "t3", {both}), InvalidRegionContext);
  NC_ERR(a().associate("x", "c1", {both}), InvalidRegionContext);
  NC_ERR(a().sub_in("Thing.Craft", "t3", {both}), InvalidRegionContext);
  NC_ERR(a().reg_in("Thing.Craft", "y", "t3", {both}), InvalidRegionContext);
  NC_ERR(a().request_in("Thing.Craft", "t3", {both}), InvalidRegionContext);
  NC_ERR(a().subi_in("Zone", {both}), InvalidRegionContext);
  NC_ERR(a().send_in("Zone", "z2=1", {both}), InvalidRegionContext);
  NC_OK(a().rti->delete_region(both));
}
// 9.3, 9.4 A region that was not committed, or is deleted, is none for any service.
TEST_P(NewcomerRegions, NotARegion) {
  const DimensionHandle x = *a().rti->get_dimension_handle("X");
  const RegionHandle fresh = *a().rti->create_region(std::span(&x, 1));
  const RegionHandle gone = a().region("X 0 10");
  NC_OK(a().rti->delete_region(gone));
  NC_OK(a().reg("Thing.Craft", "x"));
  for (const RegionHandle each : {fresh, gone}) {
    NC_ERR(a().associate("x", "t3", {each}), InvalidRegion);
    NC_ERR(a().sub_in("Thing.Craft", "t3", {each}), InvalidRegion);
    NC_ERR(a().reg_in("Thing.Craft", "y", "t3", {each}), InvalidRegion);
    NC_ERR(a().subi_in("Zone", {each}), InvalidRegion);
    NC_ERR(a().send_in("Zone", "z2=1", {each}), InvalidRegion);
    NC_ERR(a().request_in("Thing.Craft", "t3", {each}), InvalidRegion);
  }
  NC_ERR(a().commit(gone), InvalidRegion);
  NC_ERR(a().rti->delete_region(gone), InvalidRegion);
  NC_ERR(a().rti->set_range_bounds(gone, x, {0, 5}), InvalidRegion);
}
// 9.4, 9.8 to 9.11 In use until the last use ends, each by its own service.
TEST_P(NewcomerRegions, InUseUntilTheLastUse) {
  const RegionHandle one = b().region("X 0 10");
  NC_OK(b().sub_in("Thing.Craft", "t3", {one}));
  NC_OK(b().subi_in("Zone", {one}));
  NC_ERR(b().rti->delete_region(one), RegionInUseForUpdateOrSubscription);
  NC_OK(b().unsubi("Zone"));
  NC_OK(b().unsub("Thing.Craft"));
  NC_ERR(b().rti->delete_region(one), RegionInUseForUpdateOrSubscription);
  NC_OK(b().unsubi_in("Zone", {one}));
  NC_ERR(b().rti->delete_region(one), RegionInUseForUpdateOrSubscription);
  NC_OK(b().unsub_in("Thing.Craft", "t3", {one}));
  NC_OK(b().rti->delete_region(one));
}
// 9.10, 5.8 A subclass interaction: at the nearest class whose subscription it overlaps.
TEST_P(NewcomerRegions, InteractionsOfTwoLevels) {
  NC_OK(b().subi_in("Zone", {b().region("X 0 10")}));
  NC_OK(c().subi("Zone"));
  NC_OK(c().subi_in("Zone.Inner", {c().region("X 5 20")}));
  drain();
  NC_OK(a().send_in("Zone.Inner", "z2=1 i2=1", {a().region("X 6 7")}));
  NC_HEARD(b(), "receive Zone z2=1");
  NC_HEARD(c(), "receive Zone.Inner i2=1 z2=1");
  NC_OK(a().send("Zone.Inner", "z2=2 i2=2"));
  NC_HEARD(b(), "receive Zone z2=2");
  NC_HEARD(c(), "receive Zone.Inner i2=2 z2=2");
  NC_OK(a().send_in("Zone", "z2=3", {a().region("X 50 60"), a().region("X 9 10")}));
  NC_HEARD(b(), "receive Zone z2=3");
  NC_HEARD(c(), "receive Zone z2=3");
}
// 6.17, 6.18 Scope follows every change of either side's regions.
TEST_P(NewcomerRegions, ScopeFollowsBothSides) {
  NC_OK(b().rti->enable_attribute_scope_advisory_switch());
  const RegionHandle mine = b().region("X 0 10 Y 0 10");
  NC_OK(b().sub_in("Thing.Craft", "c3", {mine}));
  const RegionHandle its = a().region("X 0 10 Y 0 10");
  NC_OK(a().reg_in("Thing.Craft", "x", "c3", {its}));
  NC_HEARD(b(), "discover x Thing.Craft", "in x c3");
  NC_OK(a().move(its, "X 20 30"));
  NC_HEARD(b(), "out x c3");
  NC_OK(b().move(mine, "X 25 26"));
  NC_HEARD(b(), "in x c3");
  NC_OK(a().move(its, "Y 50 60"));
  NC_HEARD(b(), "out x c3");
  NC_OK(b().sub("Thing.Craft", "c3"));
  NC_HEARD(b(), "in x c3");
  NC_OK(b().unsub_in("Thing.Craft", "c3", {mine}));
  NC_HEARD(b());
  NC_OK(b().unsub("Thing.Craft", "c3"));
  NC_HEARD(b(), "out x c3");
  NC_OK(b().sub_in("Thing.Craft", "c3", {mine}));
  NC_HEARD(b());
  NC_OK(a().unassociate("x", "c3", {its}));
  NC_HEARD(b(), "in x c3");
  NC_OK(a().divest("x", "c3"));
  NC_HEARD(b(), "out x c3");
}
// 6.21, 9.8 Updates are turned on while an active subscription overlaps.
TEST_P(NewcomerRegions, UpdatesAreTurnedOnByOverlap) {
  NC_OK(a().rti->enable_attribute_relevance_advisory_switch());
  const RegionHandle its = a().region("X 0 10 Y 0 10");
  NC_OK(a().reg_in("Thing.Craft", "x", "c3", {its}));
  const RegionHandle mine = b().region("X 50 60 Y 0 10");
  NC_OK(b().sub_in("Thing.Craft", "c3", {mine}));
  NC_HEARD(a());
  NC_OK(b().move(mine, "X 5 15"));
  NC_HEARD(a(), "on x c3");
  NC_OK(c().sub_in("Thing.Craft", "c3", {c().region("X 9 10 Y 9 10")}));
  NC_HEARD(a());
  NC_OK(b().move(mine, "X 15 16"));
  NC_HEARD(a());
  NC_OK(a().move(its, "X 0 5"));
  NC_HEARD(a(), "off x c3");
  NC_OK(a().unassociate("x", "c3", {its}));
  NC_HEARD(a(), "on x c3");
}
// 10.30, 9.3 Wrong bounds change nothing; right ones count when they are committed.
TEST_P(NewcomerRegions, WrongBounds) {
  const DimensionHandle x = *a().rti->get_dimension_handle("X");
  const DimensionHandle y = *a().rti->get_dimension_handle("Y");
  const RegionHandle one = a().region("X 10 20");
  const RangeBounds wrong[] = {{20, 10}, {5, 5}, {0, 101}, {100, 100}};
  for (const RangeBounds& each : wrong)
    NC_ERR(a().rti->set_range_bounds(one, x, each), InvalidRangeBound);
  NC_ERR(a().rti->set_range_bounds(one, y, {0, 5}), RegionDoesNotContainSpecifiedDimension);
  EXPECT_EQ(*a().rti->get_range_bounds(one, x), (RangeBounds{10, 20}));
  NC_OK(a().rti->set_range_bounds(one, x, {99, 100}));
  NC_OK(b().subi_in("Zone", {b().region("X 15 16")}));
  drain();
  NC_OK(a().send_in("Zone", "z2=1", {one}));
  NC_HEARD(b(), "receive Zone z2=1");
  NC_OK(a().commit(one));
  NC_OK(a().send_in("Zone", "z2=2", {one}));
  NC_HEARD(b());
}
// 9.1, 6.9 A known object stays known while nothing overlaps; one of no known class is discovered when it first does.
TEST_P(NewcomerRegions, KnownWhileElsewhere) {
  const RegionHandle mine = b().region("X 0 10 Y 0 10");
  NC_OK(b().sub_in("Thing.Craft", "c3", {mine}));
  NC_OK(a().reg_in("Thing.Craft.Boat", "x", "c3", {a().region("X 0 10 Y 0 10")}));
  NC_OK(a().reg_in("Thing.Craft.Boat", "y", "c3", {a().region("X 50 60 Y 0 10")}));
  NC_HEARD(b(), "discover x Thing.Craft");
  NC_OK(b().move(mine, "X 55 56"));
  NC_HEARD(b(), "discover y Thing.Craft");
  NC_OK(a().upd("x", "c3=1"));
  NC_OK(a().upd("y", "c3=2"));
  NC_HEARD(b(), "reflect y c3=2");
  NC_OK(a().del("x"));
  NC_HEARD(b(), "remove x");
}
// 9.8, 5.6 Some attributes by class, some by region: discovered by either, reflected by each.
TEST_P(NewcomerRegions, ByClassAndByRegion) {
  NC_OK(b().sub("Thing.Craft", "c1"));
  NC_OK(b().sub_in("Thing.Craft", "c3", {b().region("X 0 10 Y 0 10")}));
  NC_OK(a().reg_in("Thing.Craft", "x", "c3", {a().region("X 50 60 Y 0 10")}));
  NC_HEARD(b(), "discover x Thing.Craft");
  NC_OK(a().upd("x", "c1=1"));
  NC_OK(a().upd("x", "c3=1"));
  NC_HEARD(b(), "reflect x c1=1");
  NC_OK(b().unsub("Thing.Craft", "c1"));
  NC_OK(a().reg_in("Thing.Craft", "y", "c3", {a().region("X 50 60 Y 0 10")}));
  NC_HEARD(b());
}
// 9.8, 9.9 Two regions of one attribute: each ends alone.
TEST_P(NewcomerRegions, OneOfTwoRegionsEnds) {
  const RegionHandle left = b().region("X 0 10 Y 0 99");
  const RegionHandle right = b().region("X 50 60 Y 0 99");
  NC_OK(b().sub_in("Thing.Craft", "c3", {left, right}));
  const RegionHandle its = a().region("X 5 6 Y 0 9");
  NC_OK(a().reg_in("Thing.Craft", "x", "c3", {its}));
  skip();
  NC_OK(b().unsub_in("Thing.Craft", "c3", {left}));
  drain();
  NC_OK(a().upd("x", "c3=1"));
  NC_HEARD(b());
  NC_OK(a().move(its, "X 0 100"));
  NC_OK(a().upd("x", "c3=2"));
  NC_HEARD(b(), "reflect x c3=2");
  NC_OK(b().unsub_in("Thing.Craft", "c3", {left}));
  NC_OK(b().unsub_in("Thing.Craft", "c3", {right}));
  drain();
  NC_OK(a().upd("x", "c3=3"));
  NC_HEARD(b());
}
// 9.8 A late joiner with regions discovers what overlaps them.
TEST_P(NewcomerRegions, ALateJoiner) {
  NC_OK(a().reg_in("Thing.Craft", "x", "c3", {a().region("X 0 10 Y 0 10")}));
  NC_OK(a().reg_in("Thing.Craft", "y", "c3", {a().region("X 50 60 Y 0 10")}));
  Fed& late = enter("d");
  NC_OK(late.sub_in("Thing", "t3", {late.region("X 55 56")}));
  NC_HEARD_SORTED(late, "discover x Thing", "discover y Thing");
  Fed& later = enter("e");
  NC_OK(later.sub_in("Thing.Craft", "c3", {later.region("X 55 56 Y 0 10")}));
  NC_HEARD(later, "discover y Thing.Craft");
}
// 9.3, 8.5 Committed bounds of the subscriber count for messages sent after them, in timestamp order too.
TEST_P(NewcomerRegions, CommittedBetweenTwoMessages) {
  const RegionHandle mine = b().region("X 0 10");
  NC_OK(b().subi_in("Zone", {mine}));
  regulate(a(), 1);
  constrain(b());
  const RegionHandle low = a().region("X 5 6");
  const RegionHandle high = a().region("X 50 51");
  NC_OK(a().send_in_at(5, "Zone", "z2=1", {low}));
  NC_OK(a().send_in_at(6, "Zone", "z2=2", {high}));
  drain();
  NC_OK(b().move(mine, "X 50 60"));
  drain();
  NC_OK(a().send_in_at(7, "Zone", "z2=3", {low}));
  NC_OK(a().send_in_at(8, "Zone", "z2=4", {high}));
  NC_OK(a().tar(20));
  NC_OK(b().tar(10));
  const Lines told = heard(b());
  EXPECT_EQ(std::ranges::count(told, "receive Zone z2=2 @6"), 0);
  EXPECT_EQ(std::ranges::count(told, "receive Zone z2=3 @7"), 0);
  EXPECT_EQ(std::ranges::count(told, "receive Zone z2=4 @8"), 1);
}
// 9.5 A registration with regions that fails leaves no object and no use of the region.
TEST_P(NewcomerRegions, AFailedRegistration) {
  NC_OK(b().sub("Thing.Craft", "c3 c2"));
  const RegionHandle one = a().region("X 0 10 Y 0 10");
  NC_OK(a().unpub("Thing.Craft", "c3"));
  NC_ERR(a().reg_in("Thing.Craft", "x", "c3", {one}), AttributeNotPublished);
  NC_ERR(a().reg_in("Thing.Craft.Boat.Tug", "x", "c3", {one}), ObjectClassNotPublished);
  NC_HEARD(b());
  NC_OK(a().rti->delete_region(one));
}
// 9.2 to 9.12 Another's region.
TEST_P(NewcomerRegions, AnothersRegion) {
  const RegionHandle others = b().region("X 0 10");
  NC_OK(a().reg("Thing.Craft", "x"));
  skip();
  NC_ERRS(a().associate("x", "t3", {others}), RegionNotCreatedByThisFederate, InvalidRegion);
  NC_ERRS(a().sub_in("Thing.Craft", "t3", {others}), RegionNotCreatedByThisFederate, InvalidRegion);
  NC_ERRS(a().subi_in("Zone", {others}), RegionNotCreatedByThisFederate, InvalidRegion);
  NC_ERRS(a().send_in("Zone", "z2=1", {others}), RegionNotCreatedByThisFederate, InvalidRegion);
  NC_ERRS(a().request_in("Thing.Craft", "t3", {others}), RegionNotCreatedByThisFederate,
          InvalidRegion);
  NC_ERRS(a().commit(others), RegionNotCreatedByThisFederate, InvalidRegion);
  NC_ERRS(a().rti->delete_region(others), RegionNotCreatedByThisFederate, InvalidRegion);
}
// 9.6, 7.7 The regions of the owner and of an acquirer who associated before it owned.
TEST_P(NewcomerRegions, AssociatedBeforeOwning) {
  NC_OK(b().sub("Thing.Craft", "c3"));
  NC_OK(b().pub("Thing.Craft", "c3"));
  NC_OK(c().sub_in("Thing.Craft", "c3", {c().region("X 0 10 Y 0 10")}));
  NC_OK(a().reg_in("Thing.Craft", "x", "c3", {a().region("X 0 10 Y 0 10")}));
  skip();
  NC_OK(b().associate("x", "c3", {b().region("X 50 60 Y 0 10")}));
  NC_OK(a().upd("x", "c3=1"));
  NC_HEARD(c(), "reflect x c3=1");
  NC_OK(b().acquire("x", "c3"));
  drain();
  EXPECT_EQ(a().give("x", "c3"), "c3");
  skip();
  NC_OK(b().upd("x", "c3=2"));
  NC_HEARD(c());
}
// 9.13 Requests with regions: only who overlaps is asked, a subclass's owner too; without associations always.
TEST_P(NewcomerRegions, RequestsOverClasses) {
  NC_OK(a().reg_in("Thing.Craft.Boat", "x", "t3", {a().region("X 0 10")}));
  NC_OK(a().reg_in("Thing.Craft", "y", "t3", {a().region("X 50 60")}));
  NC_OK(a().reg("Thing.Craft", "z"));
  skip();
  NC_OK(b().request_in("Thing", "t3", {b().region("X 5 6")}, "q"));
  NC_HEARD_SORTED(a(), "provide x t3 tag=q", "provide z t3 tag=q");
  NC_OK(b().request_in("Thing.Craft", "t3", {b().region("X 5 6"), b().region("X 59 60")}, "r"));
  NC_HEARD_SORTED(a(), "provide x t3 tag=r", "provide y t3 tag=r", "provide z t3 tag=r");
}
// 9.10, 5.12 Interactions are turned on by subscriptions with regions, and off when the last has gone.
TEST_P(NewcomerRegions, TurnedOnByRegions) {
  NC_OK(a().rti->enable_interaction_relevance_advisory_switch());
  skip();
  const RegionHandle one = b().region("X 0 10");
  const RegionHandle two = b().region("X 50 60");
  NC_OK(b().subi_in("Zone", {one, two}));
  NC_HEARD_SORTED(a(), "turn-on Zone", "turn-on Zone.Inner");
  NC_OK(b().unsubi_in("Zone", {one}));
  NC_HEARD(a());
  NC_OK(b().subi("Zone.Inner"));
  NC_OK(b().unsubi_in("Zone", {two}));
  NC_HEARD(a(), "turn-off Zone");
  NC_OK(b().unsubi("Zone.Inner"));
  NC_HEARD(a(), "turn-off Zone.Inner");
}
// 9.8, 6.16 Forgotten, then a region moves over it: discovered again, at the present class.
TEST_P(NewcomerRegions, ForgottenAndMet) {
  const RegionHandle mine = b().region("X 0 10 Y 0 10");
  NC_OK(b().sub_in("Thing.Craft", "c3", {mine}));
  NC_OK(a().reg_in("Thing.Craft.Boat", "x", "c3", {a().region("X 0 10 Y 0 10")}));
  NC_HEARD(b(), "discover x Thing.Craft");
  NC_OK(b().forget("x"));
  NC_ERR(b().forget("x"), ObjectInstanceNotKnown);
  NC_OK(b().sub("Thing.Craft.Boat", "b1"));
  NC_HEARD(b(), "discover x Thing.Craft.Boat");
  NC_OK(a().upd("x", "c3=1 b1=1"));
  NC_HEARD(b(), "reflect x b1=1");
}
// 4.10, 9.4 A federate that has resigned and joined again has no regions; its old handles are none.
TEST_P(NewcomerRegions, HandlesOfBeforeTheResignation) {
  const RegionHandle one = b().region("X 0 10");
  NC_OK(b().subi_in("Zone", {one}));
  NC_OK(resign(b()));
  NC_OK(join(b()));
  hush(b());
  NC_ERRS(b().subi_in("Zone", {one}), InvalidRegion, RegionNotCreatedByThisFederate);
  NC_ERRS(b().rti->delete_region(one), InvalidRegion, RegionNotCreatedByThisFederate);
  NC_OK(a().send_in("Zone", "z2=1", {a().region("X 0 10")}));
  NC_HEARD(b());
}

NEWCOMER_SUITE(NewcomerRegions);

}  // namespace
}  // namespace orrery::rti::testing::newcomer
