// Data distribution management (9.1 to 9.13).
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause9Regions : public Conformance {
 protected:
  void publish() {
    EXPECT_OK(a().pub("D", "d1 d2 d3 d4"));
    EXPECT_OK(a().pubi("R"));
    EXPECT_OK(a().pubi("Q"));
  }
  DimensionHandle dimension(const std::string& name) {
    return *a().rti->get_dimension_handle(name);
  }
};

// 9.1.2 Half-open: regions that touch do not overlap.
TEST_P(Clause9Regions, RangesAreHalfOpen) {
  publish();
  EXPECT_OK(b().subi_in("R", {b().region("X 10 20 Y 0 50")}));
  EXPECT_OK(a().send_in("R", "r1=touch", {a().region("X 0 10 Y 0 50")}));
  EXPECT_OK(a().send_in("R", "r1=after", {a().region("X 20 30 Y 0 50")}));
  EXPECT_OK(a().send_in("R", "r1=first", {a().region("X 9 11 Y 0 50")}));
  EXPECT_OK(a().send_in("R", "r1=last", {a().region("X 19 20 Y 0 50")}));
  EXPECT_OK(a().send_in("R", "r1=around", {a().region("X 0 100 Y 0 50")}));
  EXPECT_HEARD(b(), "receive R r1=first", "receive R r1=last", "receive R r1=around");
}
// 9.1 In all dimensions; a dimension that a region does not have is its whole range.
TEST_P(Clause9Regions, RegionsOverlapInAllDimensions) {
  publish();
  EXPECT_OK(b().subi_in("R", {b().region("X 10 20 Y 10 20")}));
  EXPECT_OK(c().subi_in("R", {c().region("Y 10 20")}));
  EXPECT_OK(a().send_in("R", "r1=both", {a().region("X 15 16 Y 15 16")}));
  EXPECT_OK(a().send_in("R", "r1=x", {a().region("X 15 16 Y 30 31")}));
  EXPECT_OK(a().send_in("R", "r1=y", {a().region("X 50 51 Y 15 16")}));
  EXPECT_OK(a().send_in("R", "r1=anyy", {a().region("X 15 16")}));
  EXPECT_HEARD(b(), "receive R r1=both", "receive R r1=anyy");
  EXPECT_HEARD(c(), "receive R r1=both", "receive R r1=y", "receive R r1=anyy");
}
// 9.1 What is sent without regions reaches all; who subscribes without receives all.
TEST_P(Clause9Regions, TheDefaultRegionIsEverywhere) {
  publish();
  EXPECT_OK(b().subi_in("R", {b().region("X 10 20")}));
  EXPECT_OK(c().subi("R"));
  EXPECT_OK(a().send("R", "r1=plain"));
  EXPECT_OK(a().send_in("R", "r1=far", {a().region("X 90 91")}));
  EXPECT_HEARD(b(), "receive R r1=plain");
  EXPECT_HEARD(c(), "receive R r1=plain", "receive R r1=far");
}
// 9.12 Several regions: received once.
TEST_P(Clause9Regions, AnInteractionInSeveralRegionsComesOnce) {
  publish();
  EXPECT_OK(b().subi_in("R", {b().region("X 0 10"), b().region("X 5 20")}));
  EXPECT_OK(a().send_in("R", "r1=1", {a().region("X 7 8"), a().region("X 15 16")}));
  EXPECT_OK(a().send_in("R", "r1=2", {a().region("X 50 60"), a().region("X 15 16")}));
  EXPECT_OK(a().send_in("R", "r1=3", {a().region("X 50 60"), a().region("X 70 80")}));
  EXPECT_HEARD(b(), "receive R r1=1", "receive R r1=2");
}
// 9.12 An interaction of a subclass, to a subscriber of the superclass in a region.
TEST_P(Clause9Regions, SubclassesFollowTheSubscribedRegions) {
  EXPECT_OK(a().pubi("R.S"));
  EXPECT_OK(b().subi_in("R", {b().region("X 10 20")}));
  EXPECT_OK(a().send_in("R.S", "r1=1 s1=2", {a().region("X 15 16")}));
  EXPECT_OK(a().send_in("R.S", "r1=1 s1=2", {a().region("X 25 26")}));
  EXPECT_HEARD(b(), "receive R r1=1");
}
// 10.30 Bounds: lower less than upper, upper within the dimension.
TEST_P(Clause9Regions, BoundsAreWithinTheDimension) {
  const RegionHandle region = a().region("X 0 10");
  const auto set = [&](std::uint64_t lower, std::uint64_t upper) {
    return a().rti->set_range_bounds(region, dimension("X"), {lower, upper});
  };
  EXPECT_ERROR(set(5, 5), InvalidRangeBound);
  EXPECT_ERROR(set(6, 5), InvalidRangeBound);
  EXPECT_ERROR(set(0, 101), InvalidRangeBound);
  EXPECT_OK(set(0, 100));
  EXPECT_OK(set(99, 100));
  EXPECT_ERROR(a().rti->set_range_bounds(region, dimension("Y"), {0, 1}),
               RegionDoesNotContainSpecifiedDimension);
  EXPECT_ERROR(a().rti->get_range_bounds(region, dimension("Y")),
               RegionDoesNotContainSpecifiedDimension);
  EXPECT_ERROR(a().rti->set_range_bounds({9999}, dimension("X"), {0, 1}), InvalidRegion);
  EXPECT_ERROR(b().rti->set_range_bounds(region, dimension("X"), {0, 1}),
               RegionNotCreatedByThisFederate);
  const DimensionHandle wrong{999};
  EXPECT_ERROR(a().rti->create_region(std::span(&wrong, 1)), InvalidDimensionHandle);
  const auto dimensions = *a().rti->get_dimension_handle_set(region);
  EXPECT_EQ(dimensions, std::vector{dimension("X")});
}
// 9.3 Bounds take effect when they are committed.
TEST_P(Clause9Regions, BoundsTakeEffectOnCommit) {
  publish();
  const RegionHandle region = b().region("X 0 10");
  const RegionHandle there = a().region("X 50 51");
  EXPECT_OK(b().subi_in("R", {region}));
  EXPECT_OK(b().bounds(region, "X 50 60"));
  EXPECT_OK(a().send_in("R", "r1=1", {there}));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().commit(region));
  EXPECT_OK(a().send_in("R", "r1=2", {there}));
  EXPECT_HEARD(b(), "receive R r1=2");
  EXPECT_OK(a().move(there, "X 0 1"));
  EXPECT_OK(a().send_in("R", "r1=3", {there}));
  EXPECT_SILENCE(b());
}
// 9.4
TEST_P(Clause9Regions, RegionsInUseAreNotDeleted) {
  publish();
  const RegionHandle one = b().region("X 0 10");
  const RegionHandle two = b().region("X 0 10");
  EXPECT_OK(b().subi_in("R", {one}));
  EXPECT_OK(b().sub_in("D", "d1", {two}));
  EXPECT_ERROR(b().rti->delete_region(one), RegionInUseForUpdateOrSubscription);
  EXPECT_ERROR(b().rti->delete_region(two), RegionInUseForUpdateOrSubscription);
  EXPECT_ERROR(a().rti->delete_region(one), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(a().rti->delete_region({9999}), InvalidRegion);
  EXPECT_OK(b().unsubi_in("R", {one}));
  EXPECT_OK(b().rti->delete_region(one));
  EXPECT_ERROR(b().rti->delete_region(one), InvalidRegion);
  EXPECT_OK(b().unsub_in("D", "d1", {two}));
  EXPECT_OK(b().rti->delete_region(two));
  const RegionHandle mine = a().region("X 0 10");
  EXPECT_OK(a().reg_in("D", "x", "d1", {mine}));
  EXPECT_ERROR(a().rti->delete_region(mine), RegionInUseForUpdateOrSubscription);
  EXPECT_OK(a().unassociate("x", "d1", {mine}));
  EXPECT_OK(a().rti->delete_region(mine));
}
// 9.4 The deletion of the object frees its region.
TEST_P(Clause9Regions, DeletingAnObjectFreesItsRegion) {
  publish();
  const RegionHandle mine = a().region("X 0 10");
  EXPECT_OK(a().reg_in("D", "x", "d1", {mine}));
  EXPECT_OK(a().del("x"));
  EXPECT_OK(a().rti->delete_region(mine));
}
// 9.5, 9.8 "invalid region context": of a dimension that the attribute or class does not have.
TEST_P(Clause9Regions, RegionsMustFitTheAttribute) {
  publish();
  const RegionHandle y = a().region("Y 0 10");
  const RegionHandle x = a().region("X 0 10");
  const RegionHandle theirs = b().region("X 0 10");
  EXPECT_ERROR(a().reg_in("D", "x", "d2", {y}), InvalidRegionContext);
  EXPECT_ERROR(a().reg_in("D", "x", "d3", {x}), InvalidRegionContext);
  EXPECT_ERROR(a().sub_in("D", "d1 d2", {y}), InvalidRegionContext);
  EXPECT_ERROR(a().subi_in("Q", {y}), InvalidRegionContext);
  EXPECT_ERROR(a().subi_in("K", {x}), InvalidRegionContext);
  EXPECT_ERROR(a().send_in("Q", "", {y}), InvalidRegionContext);
  EXPECT_ERROR(a().send_in("R", "", {theirs}), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(a().subi_in("R", {theirs}), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(a().sub_in("D", "d1", {theirs}), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(a().reg_in("D", "x", "d1", {theirs}), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(a().send_in("R", "", {{9999}}), InvalidRegion);
  EXPECT_OK(a().reg_in("D", "x", "d2", {x}));
  EXPECT_ERROR(a().associate("x", "d2", {y}), InvalidRegionContext);
  EXPECT_ERROR(a().associate("x", "d2", {theirs}), RegionNotCreatedByThisFederate);
}
// 9.5, 6.9 Discovery by overlap; moving a region brings it.
TEST_P(Clause9Regions, DiscoveryNeedsOverlap) {
  publish();
  EXPECT_OK(b().rti->enable_attribute_scope_advisory_switch());
  const RegionHandle here = b().region("X 0 10");
  const RegionHandle there = a().region("X 50 60");
  EXPECT_OK(b().sub_in("D", "d1 d2", {here}));
  EXPECT_OK(a().reg_in("D", "x", "d1 d2", {there}));
  EXPECT_OK(a().upd("x", "d1=1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().move(here, "X 55 65"));
  EXPECT_HEARD(b(), "discover x D", "in_scope x d1 d2");
  EXPECT_OK(a().upd("x", "d1=2"));
  EXPECT_HEARD(b(), "reflect x d1=2");
  EXPECT_OK(a().move(there, "X 0 10"));
  EXPECT_HEARD(b(), "out_of_scope x d1 d2");
  EXPECT_OK(a().upd("x", "d1=3"));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().move(there, "X 60 70"));
  EXPECT_HEARD(b(), "in_scope x d1 d2");
  // 6.15 Known objects are removed, in scope or not.
  EXPECT_OK(a().move(there, "X 0 10"));
  EXPECT_OK(a().del("x"));
  EXPECT_HEARD(b(), "out_of_scope x d1 d2", "remove x");
}
// 9.1 Attributes of one object may be in different regions.
TEST_P(Clause9Regions, EachAttributeHasItsOwnRegions) {
  publish();
  EXPECT_OK(b().sub_in("D", "d1 d2", {b().region("X 0 10")}));
  EXPECT_OK(a().reg_in("D", "x", "d1", {a().region("X 0 10")}));
  EXPECT_OK(a().associate("x", "d2", {a().region("X 50 60")}));
  skip();
  EXPECT_OK(a().upd("x", "d1=1 d2=2 d3=3"));
  EXPECT_HEARD(b(), "reflect x d1=1");
  // 9.6 Associations add up.
  EXPECT_OK(a().associate("x", "d2", {a().region("X 5 6")}));
  EXPECT_OK(a().upd("x", "d1=1 d2=2 d3=3"));
  EXPECT_HEARD(b(), "reflect x d1=1 d2=2");
}
// 9.7 Without any region left the attribute is everywhere again.
TEST_P(Clause9Regions, TheLastUnassociationLeavesTheDefaultRegion) {
  publish();
  EXPECT_OK(b().sub_in("D", "d1", {b().region("X 0 10")}));
  const RegionHandle one = a().region("X 50 60");
  const RegionHandle two = a().region("X 70 80");
  EXPECT_OK(a().reg_in("D", "x", "d1", {one, two}));
  EXPECT_OK(a().unassociate("x", "d1", {one}));
  EXPECT_OK(a().upd("x", "d1=1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().unassociate("x", "d1", {two}));
  EXPECT_HEARD(b(), "discover x D");
  EXPECT_OK(a().upd("x", "d1=2"));
  EXPECT_HEARD(b(), "reflect x d1=2");
}
// 9.8, 9.9 Subscriptions with several regions end one by one; a plain one is beside them.
TEST_P(Clause9Regions, SubscriptionsInRegionsEndOneByOne) {
  publish();
  const RegionHandle one = b().region("X 0 10");
  const RegionHandle two = b().region("X 20 30");
  EXPECT_OK(b().sub_in("D", "d1", {one, two}));
  const RegionHandle at = a().region("X 5 6");
  EXPECT_OK(a().reg_in("D", "x", "d1", {at}));
  skip();
  EXPECT_OK(b().unsub_in("D", "d1", {one}));
  EXPECT_OK(a().upd("x", "d1=1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().move(at, "X 25 26"));
  EXPECT_OK(a().upd("x", "d1=2"));
  EXPECT_HEARD(b(), "reflect x d1=2");
  EXPECT_OK(b().unsub_in("D", "d1", {two}));
  EXPECT_OK(a().upd("x", "d1=3"));
  EXPECT_SILENCE(b());
}
// 9.10, 9.11 The same of interactions.
TEST_P(Clause9Regions, InteractionSubscriptionsInRegionsEndOneByOne) {
  publish();
  const RegionHandle one = b().region("X 0 10");
  const RegionHandle two = b().region("X 20 30");
  EXPECT_OK(b().subi_in("R", {one, two}));
  const RegionHandle at = a().region("X 5 6");
  EXPECT_OK(b().unsubi_in("R", {one}));
  EXPECT_OK(a().send_in("R", "r1=1", {at}));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().send("R", "r1=2"));
  EXPECT_HEARD(b(), "receive R r1=2");
  EXPECT_OK(b().unsubi_in("R", {two}));
  EXPECT_OK(a().send("R", "r1=3"));
  EXPECT_SILENCE(b());
}
// 9.8 Of a superclass: subclasses' objects are discovered by overlap too.
TEST_P(Clause9Regions, SubclassObjectsAreDiscoveredByOverlap) {
  EXPECT_OK(a().pub("D.E", "d1 e1"));
  EXPECT_OK(b().sub_in("D", "d1", {b().region("X 0 10")}));
  EXPECT_OK(c().sub_in("D.E", "e1", {c().region("X 50 60")}));
  EXPECT_OK(a().reg_in("D.E", "x", "d1 e1", {a().region("X 5 6")}));
  EXPECT_OK(a().reg_in("D.E", "y", "e1", {a().region("X 55 56")}));
  EXPECT_HEARD_SORTED(b(), "discover x D", "discover y D");
  EXPECT_HEARD(c(), "discover y D.E");
}
// 9.13 Those objects whose attributes are in overlapping regions.
TEST_P(Clause9Regions, RequestsWithRegionsAskByOverlap) {
  publish();
  EXPECT_OK(b().pub("D", "d1"));
  const RegionHandle ask = c().region("X 0 10");
  EXPECT_OK(a().reg_in("D", "x", "d1", {a().region("X 5 6")}));
  EXPECT_OK(a().reg_in("D", "y", "d1", {a().region("X 50 60")}));
  EXPECT_OK(b().reg("D", "z"));
  EXPECT_OK(c().request_in("D", "d1", {ask}, "q"));
  EXPECT_HEARD(a(), "provide x d1 tag=q");
  EXPECT_HEARD(b(), "provide z d1 tag=q");
  EXPECT_ERROR(c().request_in("D", "d2", {c().region("Y 0 1")}), InvalidRegionContext);
}
// 9.6, 7.7 Regions of a former owner do not hold for the next.
TEST_P(Clause9Regions, RegionsGoWithTheOwnership) {
  publish();
  EXPECT_OK(b().pub("D", "d1"));
  EXPECT_OK(b().sub("D", "d2"));
  EXPECT_OK(c().sub_in("D", "d1", {c().region("X 0 10")}));
  EXPECT_OK(a().reg_in("D", "x", "d1", {a().region("X 50 60")}));
  EXPECT_HEARD(b(), "discover x D");
  EXPECT_SILENCE(c());
  EXPECT_OK(a().divest("x", "d1"));
  skip();
  EXPECT_OK(b().acquire_free("x", "d1"));
  skip();
  c().lines.clear();
  EXPECT_OK(b().upd("x", "d1=1"));
  EXPECT_HEARD(c(), "reflect x d1=1");
}
// 9.8 A region subscription in timestamp order.
TEST_P(Clause9Regions, TimestampOrderInRegions) {
  publish();
  regulate(a(), 1);
  constrain(b());
  const RegionHandle sub = b().region("X 0 10");
  EXPECT_OK(b().subi_in("Q", {sub}));
  EXPECT_OK(b().sub_in("D", "d4", {sub}));
  const RegionHandle in = a().region("X 5 6");
  const RegionHandle out = a().region("X 50 60");
  EXPECT_OK(a().reg_in("D", "x", "d4", {in}));
  EXPECT_OK(a().rti->send_interaction_with_regions(a().interaction("Q"), {}, std::span(&in, 1), {},
                                                   LogicalTime{5}));
  EXPECT_OK(a().rti->send_interaction_with_regions(a().interaction("Q"), {}, std::span(&out, 1), {},
                                                   LogicalTime{4}));
  EXPECT_OK(a().upd_at(3, "x", "d4=1"));
  EXPECT_OK(a().tar(10));
  skip();
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x d4=1 @3 tso", "receive Q @5 tso", "grant 10");
}
// 9.1.5 Regions that a message was sent in, conveyed if the switch is on.
TEST_P(Clause9Regions, SentRegionsAreConveyed) {
  publish();
  EXPECT_OK(b().rti->set_convey_region_designator_sets_switch(true));
  EXPECT_OK(b().subi("R"));
  const RegionHandle region = a().region("X 5 6 Y 1 2");
  EXPECT_OK(a().send_in("R", "", {region}));
  settle();
  ASSERT_TRUE(b().last.sent_regions);
  EXPECT_EQ(b().last.sent_regions->size(), 1U);
  const RegionHandle conveyed = b().last.sent_regions->at(0);
  EXPECT_EQ(*b().rti->get_range_bounds(conveyed, dimension("X")), (RangeBounds{5, 6}));
  EXPECT_EQ(b().rti->get_dimension_handle_set(conveyed)->size(), 2U);
  EXPECT_ERROR(b().rti->delete_region(conveyed), RegionNotCreatedByThisFederate);
  EXPECT_OK(a().send("R"));
  settle();
  ASSERT_TRUE(b().last.sent_regions);
  EXPECT_TRUE(b().last.sent_regions->empty());
  EXPECT_OK(b().rti->set_convey_region_designator_sets_switch(false));
  EXPECT_OK(a().send_in("R", "", {region}));
  settle();
  EXPECT_FALSE(b().last.sent_regions);
}
// 9.2 A region that was never committed is none yet.
TEST_P(Clause9Regions, ANewRegionMustBeCommitted) {
  publish();
  const DimensionHandle x = dimension("X");
  const RegionHandle region = *a().rti->create_region(std::span(&x, 1));
  EXPECT_OK(a().rti->set_range_bounds(region, x, {1, 2}));
  EXPECT_ERROR(a().send_in("R", "", {region}), InvalidRegion);
  EXPECT_OK(a().commit(region));
  EXPECT_OK(a().send_in("R", "", {region}));
  EXPECT_EQ(*a().rti->get_range_bounds(region, x), (RangeBounds{1, 2}));
}
// 6.21 Relevance counts regions.
TEST_P(Clause9Regions, UpdatesTurnOnByOverlap) {
  publish();
  EXPECT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  const RegionHandle sub = b().region("X 0 10");
  const RegionHandle at = a().region("X 50 60");
  EXPECT_OK(a().reg_in("D", "x", "d1", {at}));
  EXPECT_OK(b().sub_in("D", "d1", {sub}));
  EXPECT_SILENCE(a());
  EXPECT_OK(a().move(at, "X 5 6"));
  EXPECT_HEARD(a(), "updates_on x d1");
  EXPECT_OK(b().move(sub, "X 90 91"));
  EXPECT_HEARD(a(), "updates_off x d1");
}
// 4.10 Regions go with their federate.
TEST_P(Clause9Regions, RegionsOfAResignedFederateAreGone) {
  publish();
  const RegionHandle sub = b().region("X 0 10");
  EXPECT_OK(b().subi_in("R", {sub}));
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_OK(b().join("b"));
  EXPECT_ERROR(b().subi_in("R", {sub}), InvalidRegion);
  EXPECT_OK(a().send("R"));
  EXPECT_SILENCE(b());
}
// 10.23, 10.24, 10.27
TEST_P(Clause9Regions, AvailableDimensions) {
  const auto names = [&](const std::vector<DimensionHandle>& all) {
    std::set<std::string> found;
    for (const DimensionHandle each : all) found.insert(*a().rti->get_dimension_name(each));
    return found;
  };
  const auto of = [&](const std::string& object_class, const std::string& attribute) {
    return names(*a().rti->get_available_dimensions_for_class_attribute(
        a().object_class(object_class), a().attribute(object_class, attribute)));
  };
  EXPECT_EQ(of("D", "d1"), (std::set<std::string>{"X", "Y"}));
  EXPECT_EQ(of("D.E", "d2"), (std::set<std::string>{"X"}));
  EXPECT_EQ(of("D", "d3"), (std::set<std::string>{}));
  EXPECT_EQ(names(*a().rti->get_available_dimensions_for_interaction_class(a().interaction("R.S"))),
            (std::set<std::string>{"X", "Y"}));
  EXPECT_EQ(*a().rti->get_dimension_upper_bound(dimension("Y")), 50U);
  EXPECT_ERROR(a().rti->get_dimension_upper_bound({999}), InvalidDimensionHandle);
  EXPECT_ERROR(a().rti->get_dimension_name({999}), InvalidDimensionHandle);
  EXPECT_ERROR(a().rti->get_dimension_handle("Z"), NameNotFound);
}
CONFORMANCE_SUITE(Clause9Regions);

}  // namespace
}  // namespace orrery::rti::testing::conformance
