// IEEE 1516.1-2010, clause 9: data distribution management.
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause9 : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    ASSERT_OK(a().pub("D", "d1 d2 d3 d4"));
    ASSERT_OK(a().pubi("R"));
    ASSERT_OK(a().pubi("R.S"));
    ASSERT_OK(a().pubi("Q"));
  }
};
CONFORMANCE_SUITE(Clause9);

// 9.2
TEST_P(Clause9, ARegionIsNotUsedBeforeItIsCommitted) {
  const DimensionHandle x = *a().rti->get_dimension_handle("X");
  const RegionHandle made = *a().rti->create_region(std::span(&x, 1));
  EXPECT_ERROR(a().send_in("R", "", {made}), InvalidRegion);
  EXPECT_ERROR(a().reg_in("D", "x", "d1", {made}), InvalidRegion);
  EXPECT_ERROR(a().sub_in("D", "d1", {made}), InvalidRegion);
  ASSERT_OK(a().commit(made));
  EXPECT_OK(a().send_in("R", "", {made}));
}

TEST_P(Clause9, BoundsAreWithinTheDimension) {
  const RegionHandle region = a().region("X 0 10");
  EXPECT_ERROR(a().bounds(region, "X 0 101"), InvalidRangeBound);
  EXPECT_ERROR(a().bounds(region, "X 20 10"), InvalidRangeBound);
  EXPECT_ERROR(a().bounds(region, "X 10 10"), InvalidRangeBound);
  EXPECT_ERROR(a().bounds(region, "Y 0 10"), RegionDoesNotContainSpecifiedDimension);
  EXPECT_OK(a().bounds(region, "X 0 100"));
  const auto bounds = a().rti->get_range_bounds(region, *a().rti->get_dimension_handle("X"));
  EXPECT_EQ(*bounds, (RangeBounds{0, 100}));
}

TEST_P(Clause9, RegionsAreOfTheirCreator) {
  const RegionHandle region = a().region("X 0 10");
  settle();
  EXPECT_ERROR(b().bounds(region, "X 0 20"), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(b().commit(region), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(b().rti->delete_region(region), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(b().sub_in("D", "d1", {region}), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(b().subi_in("R", {region}), RegionNotCreatedByThisFederate);
}

TEST_P(Clause9, RegionsInUseAreNotDeleted) {
  const RegionHandle region = b().region("X 0 10");
  ASSERT_OK(b().sub_in("D", "d1 d2", {region}));
  ASSERT_OK(b().subi_in("R", {region}));
  EXPECT_ERROR(b().rti->delete_region(region), RegionInUseForUpdateOrSubscription);
  ASSERT_OK(b().unsubi_in("R", {region}));
  ASSERT_OK(b().unsub_in("D", "d1", {region}));
  EXPECT_ERROR(b().rti->delete_region(region), RegionInUseForUpdateOrSubscription);
  ASSERT_OK(b().unsub_in("D", "d2", {region}));
  ASSERT_OK(b().rti->delete_region(region));
  EXPECT_ERROR(b().rti->delete_region(region), InvalidRegion);
  const RegionHandle update = a().region("X 0 10");
  ASSERT_OK(a().reg_in("D", "x", "d1", {update}));
  EXPECT_ERROR(a().rti->delete_region(update), RegionInUseForUpdateOrSubscription);
  ASSERT_OK(a().del("x"));
  EXPECT_OK(a().rti->delete_region(update)) << "no object is in it any more";
}

// 9.1.1: a region that lacks a dimension of the attribute is full in it.
TEST_P(Clause9, AMissingDimensionIsFull) {
  ASSERT_OK(b().sub_in("D", "d1", {b().region("X 0 10")}));
  ASSERT_OK(c().sub_in("D", "d1", {c().region("Y 0 10")}));
  ASSERT_OK(a().reg_in("D", "x", "d1", {a().region("X 5 6 Y 20 30")}));
  EXPECT_HEARD(b(), "discover x D");
  EXPECT_SILENCE(c());
  ASSERT_OK(a().reg_in("D", "y", "d1", {a().region("X 50 60")}));
  EXPECT_SILENCE(b());
  EXPECT_HEARD(c(), "discover y D");
}

TEST_P(Clause9, RangesAreHalfOpen) {
  ASSERT_OK(b().sub_in("D", "d2", {b().region("X 10 20")}));
  ASSERT_OK(a().reg_in("D", "x", "d2", {a().region("X 0 10")}));
  ASSERT_OK(a().reg_in("D", "y", "d2", {a().region("X 20 30")}));
  EXPECT_SILENCE(b());
  ASSERT_OK(a().reg_in("D", "z", "d2", {a().region("X 19 20")}));
  EXPECT_HEARD(b(), "discover z D");
}

TEST_P(Clause9, ARegionWithAForeignDimensionIsNoContext) {
  const RegionHandle both = a().region("X 0 10 Y 0 10");
  EXPECT_ERROR(a().reg_in("D", "x", "d2", {both}), InvalidRegionContext);
  EXPECT_ERROR(a().reg_in("D", "x", "d3", {a().region("X 0 10")}), InvalidRegionContext);
  EXPECT_ERROR(a().send_in("Q", "", {both}), InvalidRegionContext);
  const RegionHandle seen = b().region("X 0 10 Y 0 10");
  EXPECT_ERROR(b().sub_in("D", "d2", {seen}), InvalidRegionContext);
  EXPECT_ERROR(b().subi_in("Q", {seen}), InvalidRegionContext);
  ASSERT_OK(a().reg("D", "y"));
  EXPECT_ERROR(a().associate("y", "d2", {both}), InvalidRegionContext);
}

// 9.7, 9.9 and 9.11 have no InvalidRegionContext: what was not used ends without effect.
TEST_P(Clause9, EndingAUseNeedsNoContext) {
  const RegionHandle both = a().region("X 0 10 Y 0 10");
  ASSERT_OK(a().reg("D", "y"));
  EXPECT_OK(a().unassociate("y", "d2", {both}));
  EXPECT_OK(a().unsub_in("D", "d2", {both}));
  EXPECT_OK(a().unsubi_in("Q", {both}));
}

// 9.5 to 9.13: the regions of a call are valid, also where it names no attribute.
TEST_P(Clause9, RegionsAreCheckedWithoutAttributes) {
  const RegionHandle none{424242};
  const RegionHandle of_b = b().region("X 0 10");
  ASSERT_OK(a().reg("D", "y"));
  settle();
  for (const auto& [region, code] : {std::pair{none, ErrorCode::InvalidRegion},
                                     std::pair{of_b, ErrorCode::RegionNotCreatedByThisFederate}}) {
    for (const Status& made :
         {a().associate("y", "", {region}), a().unassociate("y", "", {region}),
          a().sub_in("D", "", {region}), a().unsub_in("D", "", {region}),
          a().request_in("D", "", {region}), a().reg_in("D", "z", "", {region})}) {
      ASSERT_FALSE(made.ok());
      EXPECT_EQ(made.error().code, code);
    }
  }
}

// 9.5: "the joined federate is not publishing the specified class attribute", also where it has no region.
TEST_P(Clause9, ARegisteredAttributeIsPublished) {
  ASSERT_OK(a().unpub("D", "d2"));
  EXPECT_ERROR(a().reg_in("D", "y", "d1 d2", {}), AttributeNotPublished);
  EXPECT_ERROR(a().reg_in("D", "y", "d1 d2", {a().region("X 0 10")}), AttributeNotPublished);
  EXPECT_OK(a().reg_in("D", "y", "d1", {}));
}

// 9.5: attributes that are not in the list have the default region.
TEST_P(Clause9, AttributesThatAreNotListedAreEverywhere) {
  ASSERT_OK(b().sub_in("D", "d1 d2", {b().region("X 0 10")}));
  ASSERT_OK(a().reg_in("D", "x", "d1", {a().region("X 80 90")}));
  EXPECT_HEARD(b(), "discover x D");
  ASSERT_OK(a().upd("x", "d1=1 d2=2 d3=3"));
  EXPECT_HEARD(b(), "reflect x d2=2");
}

// 9.6: an association adds; 9.7 the last one that ends leaves the default region.
TEST_P(Clause9, AssociationsAddAndEndInTheDefaultRegion) {
  ASSERT_OK(b().sub_in("D", "d1", {b().region("X 0 10")}));
  const RegionHandle far = a().region("X 80 90");
  const RegionHandle near = a().region("X 5 6");
  ASSERT_OK(a().reg_in("D", "x", "d1", {far}));
  EXPECT_EQ(b().heard("discover"), Lines{});
  ASSERT_OK(a().associate("x", "d1", {near}));
  EXPECT_HEARD(b(), "discover x D");
  ASSERT_OK(a().unassociate("x", "d1", {near}));
  ASSERT_OK(a().upd("x", "d1=1"));
  EXPECT_SILENCE(b());
  ASSERT_OK(a().unassociate("x", "d1", {far}));
  ASSERT_OK(a().upd("x", "d1=2"));
  EXPECT_HEARD(b(), "reflect x d1=2");
  EXPECT_OK(a().unassociate("x", "d1", {far})) << "without effect";
}

TEST_P(Clause9, AssociationsAreChecked) {
  const RegionHandle near = a().region("X 5 6");
  ASSERT_OK(a().reg("D", "x"));
  EXPECT_ERROR(a().associate("nothing", "d1", {near}), ObjectInstanceNotKnown);
  const AttributeRegions undefined{{AttributeHandle{777}}, {near}};
  EXPECT_ERROR(a().rti->associate_regions_for_updates(a().object("x"), std::span(&undefined, 1)),
               AttributeNotDefined);
  EXPECT_ERROR(a().associate("x", "d1", {RegionHandle{424242}}), InvalidRegion);
  ASSERT_OK(a().unpub("D", "d2"));
  EXPECT_ERROR(a().reg_in("D", "y", "d2", {near}), AttributeNotPublished);
  EXPECT_ERROR(a().reg_in("D.E", "y", "e1", {near}), ObjectClassNotPublished);
}

// 9.3: bounds take effect with the commit, for updates and subscriptions.
TEST_P(Clause9, AMovedRegionBringsAndTakesScope) {
  ASSERT_OK(b().rti->enable_attribute_scope_advisory_switch());
  const RegionHandle seen = b().region("X 0 10");
  const RegionHandle update = a().region("X 50 60");
  ASSERT_OK(b().sub_in("D", "d1", {seen}));
  ASSERT_OK(a().reg_in("D", "x", "d1", {update}));
  EXPECT_SILENCE(b());
  ASSERT_OK(a().bounds(update, "X 5 15"));
  EXPECT_SILENCE(b()) << "not committed";
  ASSERT_OK(a().commit(update));
  EXPECT_HEARD(b(), "discover x D", "in_scope x d1");
  ASSERT_OK(b().move(seen, "X 20 30"));
  EXPECT_HEARD(b(), "out_of_scope x d1");
  ASSERT_OK(a().upd("x", "d1=1"));
  EXPECT_SILENCE(b());
  ASSERT_OK(b().move(seen, "X 14 15"));
  EXPECT_HEARD(b(), "in_scope x d1");
}

TEST_P(Clause9, SeveralRegionsAreCommittedTogetherOrNotAtAll) {
  const RegionHandle one = a().region("X 0 10");
  ASSERT_OK(a().bounds(one, "X 50 60"));
  const std::vector<RegionHandle> regions{one, RegionHandle{424242}};
  EXPECT_ERROR(a().rti->commit_region_modifications(regions), InvalidRegion);
  ASSERT_OK(b().subi_in("R", {b().region("X 0 10")}));
  ASSERT_OK(a().send_in("R", "r1=1", {one}));
  EXPECT_HEARD(b(), "receive R r1=1");
}

// 9.8: in regions and without are separate subscriptions.
TEST_P(Clause9, SubscriptionsWithAndWithoutRegionsEndByThemselves) {
  const RegionHandle seen = b().region("X 0 10");
  ASSERT_OK(b().sub_in("D", "d1", {seen}));
  ASSERT_OK(b().sub("D", "d1"));
  ASSERT_OK(a().reg_in("D", "x", "d1", {a().region("X 50 60")}));
  EXPECT_HEARD(b(), "discover x D");
  ASSERT_OK(b().unsub("D"));
  ASSERT_OK(a().upd("x", "d1=1"));
  EXPECT_SILENCE(b());
  ASSERT_OK(a().reg_in("D", "y", "d1", {a().region("X 5 6")}));
  EXPECT_HEARD(b(), "discover y D");
  ASSERT_OK(b().unsub_in("D", "d1", {seen}));
  ASSERT_OK(a().upd("y", "d1=1"));
  EXPECT_SILENCE(b());
}

TEST_P(Clause9, RegionsOfAnAttributeAddUp) {
  const RegionHandle low = b().region("X 0 10");
  const RegionHandle high = b().region("X 90 100");
  ASSERT_OK(b().sub_in("D", "d1", {low}));
  ASSERT_OK(b().sub_in("D", "d1", {high}));
  ASSERT_OK(a().reg_in("D", "x", "d1", {a().region("X 5 6")}));
  ASSERT_OK(a().reg_in("D", "y", "d1", {a().region("X 95 96")}));
  EXPECT_HEARD(b(), "discover x D", "discover y D");
  ASSERT_OK(b().unsub_in("D", "d1", {low}));
  ASSERT_OK(a().upd("x", "d1=1"));
  ASSERT_OK(a().upd("y", "d1=2"));
  EXPECT_HEARD(b(), "reflect y d1=2");
}

TEST_P(Clause9, AnUpdateInTwoOverlappingRegionsIsReflectedOnce) {
  ASSERT_OK(b().sub_in("D", "d1", {b().region("X 0 10"), b().region("X 5 15")}));
  ASSERT_OK(a().reg_in("D", "x", "d1", {a().region("X 5 8"), a().region("X 7 9")}));
  EXPECT_HEARD(b(), "discover x D");
  ASSERT_OK(a().upd("x", "d1=1"));
  EXPECT_HEARD(b(), "reflect x d1=1");
  ASSERT_OK(b().subi_in("R", {b().region("X 0 10"), b().region("X 5 15")}));
  ASSERT_OK(a().send_in("R", "r1=1", {a().region("X 5 8"), a().region("X 7 9")}));
  EXPECT_HEARD(b(), "receive R r1=1");
}

TEST_P(Clause9, TheRegionOfASubclassesAttributeIsOfTheKnownClass) {
  ASSERT_OK(a().pub("D.E", "d1 e1"));
  ASSERT_OK(b().sub_in("D", "d1", {b().region("X 0 10")}));
  ASSERT_OK(b().sub_in("D.E", "e1", {b().region("X 50 60")}));
  ASSERT_OK(a().reg_in("D.E", "x", "d1", {a().region("X 5 6")}));
  const Lines heard = b().heard();
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_EQ(heard.front(), "discover x D.E") << "e1 is everywhere: subscribed to at D.E";
  ASSERT_OK(a().upd("x", "d1=1 e1=2"));
  EXPECT_HEARD(b(), "reflect x e1=2");
}

// 9.10 to 9.12
TEST_P(Clause9, AnInteractionWithoutRegionsReachesSubscriptionsInRegions) {
  ASSERT_OK(b().subi_in("R", {b().region("X 0 10")}));
  ASSERT_OK(c().subi("R"));
  ASSERT_OK(a().send("R", "r1=1"));
  EXPECT_HEARD(b(), "receive R r1=1");
  EXPECT_HEARD(c(), "receive R r1=1");
  ASSERT_OK(a().send_in("R", "r1=2", {a().region("X 50 60")}));
  EXPECT_SILENCE(b());
  EXPECT_HEARD(c(), "receive R r1=2");
}

TEST_P(Clause9, AnInteractionComesAsTheClassWhoseRegionOverlaps) {
  ASSERT_OK(b().subi_in("R", {b().region("X 0 50")}));
  ASSERT_OK(b().subi_in("R.S", {b().region("X 40 100")}));
  ASSERT_OK(a().send_in("R.S", "r1=1 s1=1", {a().region("X 10 20")}));
  ASSERT_OK(a().send_in("R.S", "r1=2 s1=2", {a().region("X 45 46")}));
  ASSERT_OK(a().send_in("R.S", "r1=3 s1=3", {a().region("X 80 81")}));
  EXPECT_HEARD(b(), "receive R r1=1", "receive R.S r1=2 s1=2", "receive R.S r1=3 s1=3");
}

// 9.12 with 5.1.3: whatever is declared while it waits, an interaction comes as a class whose region overlaps.
TEST_P(Clause9, AWaitingInteractionDoesNotComeAsAClassOfOtherRegions) {
  const RegionHandle far = b().region("X 50 60");
  ASSERT_OK(b().subi("R"));
  ASSERT_OK(a().send_in("R.S", "r1=1 s1=1", {a().region("X 0 10")}));
  ASSERT_OK(b().subi_in("R.S", {far}));
  EXPECT_HEARD(b(), "receive R r1=1");
}

TEST_P(Clause9, AWaitingInteractionOutlivesTheSubscriptionThatItCameBy) {
  const RegionHandle seen = b().region("X 0 50");
  ASSERT_OK(b().subi_in("R", {seen}));
  ASSERT_OK(a().send_in("R.S", "r1=1 s1=1", {a().region("X 10 20")}));
  ASSERT_OK(b().subi_in("R.S", {seen}));
  ASSERT_OK(b().unsubi_in("R", {seen}));
  EXPECT_HEARD(b(), "receive R.S r1=1 s1=1");
}

// 9.12: what becomes of the region after the message was sent does not concern the message.
TEST_P(Clause9, AWaitingInteractionKeepsTheRegionThatHasMovedOrIsNoMore) {
  constrain(b());
  const RegionHandle seen = b().region("X 0 50");
  ASSERT_OK(b().subi_in("R.S", {seen}));
  const RegionHandle moves = a().region("X 10 20");
  const RegionHandle ends = a().region("X 10 20");
  const RegionHandle comes = a().region("X 80 90");
  ASSERT_OK(a().send_in("R.S", "r1=1 s1=1", {moves}));
  ASSERT_OK(a().send_in("R.S", "r1=2 s1=2", {ends}));
  ASSERT_OK(a().send_in("R.S", "r1=3 s1=3", {comes}));
  settle();
  ASSERT_OK(a().move(moves, "X 80 90"));
  ASSERT_OK(a().move(comes, "X 10 20"));
  ASSERT_OK(a().rti->delete_region(ends));
  ASSERT_OK(b().subi_in("R", {seen}));
  ASSERT_OK(b().unsubi_in("R.S", {seen}));
  ASSERT_OK(b().tar(1));
  EXPECT_HEARD(b(), "receive R r1=1", "receive R r1=2", "grant 1");
}

// 9.12 with 5.1.3: a subscription without regions to a class further up does not hide one in regions.
TEST_P(Clause9, AWaitingInteractionComesAsTheClosestClassThatIsSubscribed) {
  constrain(b());
  ASSERT_OK(b().subi("R.S"));
  ASSERT_OK(a().send_in("R.S", "r1=1 s1=1", {a().region("X 10 20")}));
  settle();
  ASSERT_OK(b().subi_in("R.S", {b().region("X 0 50")}));
  ASSERT_OK(b().subi("R"));
  ASSERT_OK(b().unsubi("R.S"));
  ASSERT_OK(b().tar(1));
  EXPECT_HEARD(b(), "receive R.S r1=1 s1=1", "grant 1");
}

TEST_P(Clause9, SendingInRegionsIsChecked) {
  const RegionHandle region = a().region("X 0 10");
  const RegionHandle of_b = b().region("X 0 10");
  EXPECT_ERROR(b().send_in("R", "", {of_b}), InteractionClassNotPublished);
  EXPECT_ERROR(a().send_in("R", "", {of_b}), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(a().send_in("R", "s1=1", {region}), InteractionParameterNotDefined);
  ASSERT_OK(a().rti->delete_region(region));
  EXPECT_ERROR(a().send_in("R", "", {region}), InvalidRegion);
}

// 9.12 with 8.1: a message waits in its regions as they were when it was sent.
TEST_P(Clause9, AQueuedMessageKeepsTheRegionItWasSentIn) {
  regulate(a(), 1);
  constrain(b());
  const RegionHandle region = a().region("X 5 6");
  ASSERT_OK(b().subi_in("Q", {b().region("X 0 10")}));
  const std::vector<RegionHandle> in{region};
  ASSERT_OK(a().rti->send_interaction_with_regions(a().interaction("Q"), {}, in, bytes("t"),
                                                   LogicalTime{5}));
  ASSERT_OK(a().move(region, "X 80 90"));
  ASSERT_OK(a().tar(10));
  ASSERT_OK(b().tar(8));
  EXPECT_HEARD(b(), "receive Q tag=t @5 tso", "grant 8");
}

// 9.13
TEST_P(Clause9, ValuesAreRequestedWhereRegionsOverlap) {
  ASSERT_OK(a().reg_in("D", "near", "d1 d2", {a().region("X 5 6")}));
  ASSERT_OK(a().reg_in("D", "far", "d1 d2", {a().region("X 50 60")}));
  ASSERT_OK(a().reg("D", "anywhere"));
  skip();
  const RegionHandle seen = b().region("X 0 10");
  ASSERT_OK(b().request_in("D", "d1 d2", {seen}, "now"));
  EXPECT_HEARD_SORTED(a(), "provide anywhere d1 d2 tag=now", "provide near d1 d2 tag=now");
  EXPECT_ERROR(b().request_in("D", "d3", {seen}), InvalidRegionContext);
  EXPECT_ERROR(b().request_in("D", "e1", {seen}), AttributeNotDefined);
  EXPECT_ERROR(a().request_in("D", "d1", {seen}), RegionNotCreatedByThisFederate);
}

// 10.39 with 9.10: interactions are turned on by any active subscription, whatever its region.
TEST_P(Clause9, APassiveSubscriptionInARegionReceivesOnly) {
  ASSERT_OK(a().rti->enable_interaction_relevance_advisory_switch());
  ASSERT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  skip();
  const RegionHandle seen = b().region("X 0 10");
  ASSERT_OK(b().subi_in("R", {seen}, false));
  ASSERT_OK(b().sub_in("D", "d1", {seen}, false));
  ASSERT_OK(a().reg_in("D", "x", "d1", {a().region("X 5 6")}));
  ASSERT_OK(a().send("R", "r1=1"));
  EXPECT_HEARD(b(), "discover x D", "receive R r1=1");
  EXPECT_SILENCE(a());
  ASSERT_OK(b().sub_in("D", "d1", {seen}, true));
  EXPECT_HEARD(a(), "updates_on x d1");
}

// 6.21: updates are wanted where regions overlap.
TEST_P(Clause9, UpdatesAreTurnedOffWhenRegionsPart) {
  ASSERT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  const RegionHandle update = a().region("X 0 10");
  ASSERT_OK(a().reg_in("D", "x", "d1", {update}));
  ASSERT_OK(b().sub_in("D", "d1", {b().region("X 5 15")}));
  EXPECT_HEARD(a(), "updates_on x d1");
  ASSERT_OK(a().move(update, "X 50 60"));
  EXPECT_HEARD(a(), "updates_off x d1");
  ASSERT_OK(a().move(update, "X 14 60"));
  EXPECT_HEARD(a(), "updates_on x d1");
}

// 9.6: the regions are of the owner; a new owner begins with the default region.
TEST_P(Clause9, RegionsDoNotGoWithTheAttribute) {
  ASSERT_OK(c().pub("D", "d1"));
  ASSERT_OK(c().sub("D", "d3"));
  ASSERT_OK(b().sub_in("D", "d1", {b().region("X 50 60")}));
  ASSERT_OK(a().reg_in("D", "x", "d1", {a().region("X 0 10")}));
  skip();
  ASSERT_OK(c().acquire("x", "d1"));
  settle();
  EXPECT_EQ(*a().give("x", "d1"), "d1");
  EXPECT_HEARD(b(), "discover x D");
  ASSERT_OK(c().upd("x", "d1=1"));
  EXPECT_HEARD(b(), "reflect x d1=1");
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
