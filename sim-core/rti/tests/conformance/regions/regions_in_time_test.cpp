// Regions that change between the sending and the delivery of messages in timestamp order (clause 9 with 8).
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a sends D.d4 and Q in timestamp order; b and c are constrained.
class RegionsInTime : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    ASSERT_OK(a().pub("D", "d1 d2 d3 d4"));
    ASSERT_OK(a().pubi("Q"));
    regulate(a(), 1);
    constrain(b());
    constrain(c());
  }
  Status send_at(std::int64_t time, const std::string& value, RegionHandle region) {
    return send_at(time, value, std::vector<RegionHandle>{region});
  }
  Status send_at(std::int64_t time, const std::string& value,
                 const std::vector<RegionHandle>& regions) {
    const InteractionClassHandle of = a().interaction("Q");
    const auto held = bytes(value);
    const ParameterValue one{*labels().model.parameter(of, "q1"), held};
    const auto sent = a().rti->send_interaction_with_regions(of, std::span(&one, 1), regions, {},
                                                             LogicalTime{time});
    if (!sent) return sent.error();
    return {};
  }
  void advance(std::int64_t time) {
    for (auto& each : actors()) EXPECT_OK(each->tar(time));
  }
};

// 9.3, 6.10 The region that was committed when the update was sent decides.
TEST_P(RegionsInTime, AnUpdateRegionMovesAfterTheUpdate) {
  const RegionHandle here = a().region("X 0 10 Y 0 50");
  EXPECT_OK(b().sub_in("D", "d4", {b().region("X 0 10 Y 0 50")}));
  EXPECT_OK(c().sub_in("D", "d4", {c().region("X 50 60 Y 0 50")}));
  EXPECT_OK(a().reg_in("D", "y", "d4", {here}));
  EXPECT_HEARD(b(), "discover y D");
  EXPECT_SILENCE(c());
  EXPECT_OK(a().upd_at(5, "y", "d4=1"));
  EXPECT_OK(a().bounds(here, "X 50 60"));
  EXPECT_OK(a().upd_at(6, "y", "d4=2"));
  EXPECT_OK(a().commit(here));
  EXPECT_HEARD(c(), "discover y D");
  EXPECT_OK(a().upd_at(7, "y", "d4=3"));
  advance(9);
  EXPECT_HEARD(b(), "reflect y d4=1 @5 tso", "reflect y d4=2 @6 tso", "grant 9");
  EXPECT_HEARD(c(), "reflect y d4=3 @7 tso", "grant 9");
}
// 9.12 The region of an interaction may move, and be deleted, before it is received.
TEST_P(RegionsInTime, TheRegionOfAnInteractionIsDeletedMeanwhile) {
  const RegionHandle there = a().region("X 0 10");
  EXPECT_OK(b().subi_in("Q", {b().region("X 5 6")}));
  EXPECT_OK(c().subi_in("Q", {c().region("X 80 90")}));
  EXPECT_OK(send_at(5, "1", there));
  EXPECT_OK(a().move(there, "X 80 81"));
  EXPECT_OK(send_at(6, "2", there));
  EXPECT_OK(a().rti->delete_region(there));
  EXPECT_ERROR(send_at(7, "3", there), InvalidRegion);
  advance(9);
  EXPECT_HEARD(b(), "receive Q q1=1 @5 tso", "grant 9");
  EXPECT_HEARD(c(), "receive Q q1=2 @6 tso", "grant 9");
}
// 9.6, 9.7 Associations that change between updates count for the later one.
TEST_P(RegionsInTime, AssociationsBetweenUpdates) {
  const RegionHandle far = a().region("X 90 99 Y 0 50");
  EXPECT_OK(b().sub_in("D", "d4", {b().region("X 0 10 Y 0 50")}));
  EXPECT_OK(a().reg("D", "y"));
  EXPECT_OK(a().upd_at(5, "y", "d4=1"));
  EXPECT_OK(a().associate("y", "d4", {far}));
  EXPECT_OK(a().upd_at(6, "y", "d4=2"));
  EXPECT_OK(a().unassociate("y", "d4", {far}));
  EXPECT_OK(a().upd_at(7, "y", "d4=3"));
  advance(9);
  EXPECT_HEARD(b(), "discover y D", "reflect y d4=1 @5 tso", "reflect y d4=3 @7 tso", "grant 9");
}
// 8.10 A message that does not overlap is no message to this federate.
TEST_P(RegionsInTime, NextMessageSkipsWhatDoesNotOverlap) {
  EXPECT_OK(b().subi_in("Q", {b().region("X 0 10")}));
  EXPECT_OK(send_at(5, "1", a().region("X 20 30")));
  EXPECT_OK(send_at(8, "2", a().region("X 9 30")));
  EXPECT_OK(a().tar(30));
  EXPECT_OK(b().nmr(20));
  EXPECT_HEARD(b(), "receive Q q1=2 @8 tso", "grant 8");
  EXPECT_OK(b().nmr(20));
  EXPECT_HEARD(b(), "grant 20");
}
// 9.12 Several regions that overlap several others: received once.
TEST_P(RegionsInTime, ManyOverlapsAreOneMessage) {
  EXPECT_OK(b().subi_in("Q", {b().region("X 0 50"), b().region("X 25 75")}));
  EXPECT_OK(b().subi("Q"));
  EXPECT_OK(send_at(5, "1", {a().region("X 30 40"), a().region("X 35 45")}));
  advance(9);
  EXPECT_HEARD(b(), "receive Q q1=1 @5 tso", "grant 9");
}
// 9.1 Ranges are half open.
TEST_P(RegionsInTime, RangesThatOnlyTouch) {
  EXPECT_OK(b().subi_in("Q", {b().region("X 10 20")}));
  EXPECT_OK(send_at(5, "1", a().region("X 0 10")));
  EXPECT_OK(send_at(6, "2", a().region("X 20 21")));
  EXPECT_OK(send_at(7, "3", a().region("X 19 20")));
  EXPECT_OK(send_at(8, "4", a().region("X 0 11")));
  advance(9);
  EXPECT_HEARD(b(), "receive Q q1=3 @7 tso", "receive Q q1=4 @8 tso", "grant 9");
}
// 9.6, 7.7 The new owner's updates are not in the regions of the old one.
TEST_P(RegionsInTime, AnOwnerBringsNoRegions) {
  EXPECT_OK(c().pub("D", "d4"));
  EXPECT_OK(c().sub("D", "d4"));
  EXPECT_OK(b().sub_in("D", "d4", {b().region("X 0 10 Y 0 50")}));
  EXPECT_OK(a().reg_in("D", "y", "d4", {a().region("X 0 5 Y 0 5")}));
  skip();
  EXPECT_OK(c().acquire("y", "d4"));
  settle();
  EXPECT_OK(a().give("y", "d4"));
  skip();
  regulate(c(), 1);
  EXPECT_OK(c().upd_at(5, "y", "d4=1"));
  EXPECT_OK(c().associate("y", "d4", {c().region("X 40 41 Y 0 5")}));
  EXPECT_OK(c().upd_at(6, "y", "d4=2"));
  advance(9);
  EXPECT_HEARD(b(), "reflect y d4=1 @5 tso", "grant 9");
}
// 9.6, 7.7 An owner that comes back finds its attribute without the regions that it had: no association outlives the ownership.
TEST_P(RegionsInTime, RegionsAreFreeAfterTheOwnershipIsGone) {
  EXPECT_OK(c().pub("D", "d4"));
  EXPECT_OK(c().sub("D", "d4"));
  const RegionHandle mine = a().region("X 0 5 Y 0 5");
  EXPECT_OK(a().reg_in("D", "y", "d4", {mine}));
  EXPECT_ERROR(a().rti->delete_region(mine), RegionInUseForUpdateOrSubscription);
  skip();
  EXPECT_OK(a().unassociate("y", "d4", {mine}));
  EXPECT_OK(a().rti->delete_region(mine));
}
// 9.8 With another subscription region committed, only later messages are judged by it.
TEST_P(RegionsInTime, ASubscriptionRegionMovesBetweenSends) {
  const RegionHandle here = b().region("X 0 10");
  EXPECT_OK(b().subi_in("Q", {here}));
  EXPECT_OK(send_at(5, "1", a().region("X 50 51")));
  settle();
  EXPECT_OK(b().move(here, "X 50 60"));
  settle();
  EXPECT_OK(send_at(6, "2", a().region("X 0 10")));
  EXPECT_OK(send_at(7, "3", a().region("X 50 51")));
  advance(9);
  EXPECT_HEARD(b(), "receive Q q1=3 @7 tso", "grant 9");
}
// 9.9, 5.7 Subscriptions with and without regions end each by its own service.
TEST_P(RegionsInTime, TwoKindsOfSubscription) {
  const RegionHandle here = b().region("X 0 10 Y 0 50");
  EXPECT_OK(b().sub_in("D", "d4", {here}));
  EXPECT_OK(b().sub("D", "d4"));
  EXPECT_OK(a().reg_in("D", "y", "d4", {a().region("X 50 60 Y 0 50")}));
  EXPECT_HEARD(b(), "discover y D");
  EXPECT_OK(a().upd_at(5, "y", "d4=1"));
  advance(5);
  EXPECT_HEARD(b(), "reflect y d4=1 @5 tso", "grant 5");
  EXPECT_OK(b().unsub("D", "d4"));
  settle();
  EXPECT_OK(a().upd_at(7, "y", "d4=2"));
  EXPECT_OK(b().move(here, "X 50 55"));
  settle();
  EXPECT_OK(a().upd_at(8, "y", "d4=3"));
  advance(9);
  EXPECT_HEARD(b(), "reflect y d4=3 @8 tso", "grant 9");
}
// 9.13 Owners of objects whose regions overlap are asked, each for the attributes that overlap.
TEST_P(RegionsInTime, RequestsAfterTheRegionsMoved) {
  const RegionHandle here = a().region("X 0 10");
  EXPECT_OK(a().reg_in("D", "y", "d2", {here}));
  EXPECT_OK(a().reg("D", "z"));
  EXPECT_OK(b().request_in("D", "d2", {b().region("X 20 30")}, "q"));
  EXPECT_HEARD(a(), "provide z d2 tag=q");
  EXPECT_OK(a().move(here, "X 25 26"));
  EXPECT_OK(b().request_in("D", "d2", {b().region("X 20 30")}, "r"));
  EXPECT_HEARD_SORTED(a(), "provide y d2 tag=r", "provide z d2 tag=r");
}
// 6.11 The regions of the sending are conveyed, though they have moved since.
TEST_P(RegionsInTime, ConveyedRegions) {
  EXPECT_OK(b().rti->set_convey_region_designator_sets_switch(true));
  EXPECT_OK(b().subi_in("Q", {b().region("X 0 10")}));
  const RegionHandle here = a().region("X 0 10");
  EXPECT_OK(send_at(5, "1", here));
  EXPECT_OK(a().move(here, "X 40 50"));
  advance(9);
  EXPECT_HEARD(b(), "receive Q q1=1 @5 tso", "grant 9");
  ASSERT_TRUE(b().last.sent_regions.has_value());
  ASSERT_EQ(b().last.sent_regions->size(), 1U);
  EXPECT_OK(b().rti->get_dimension_handle_set(b().last.sent_regions->at(0)));
}

CONFORMANCE_SUITE(RegionsInTime);

}  // namespace
}  // namespace orrery::rti::testing::conformance
