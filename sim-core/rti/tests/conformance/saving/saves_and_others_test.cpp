// Synchronization points, saves and restores meet the other services (clause 4 with 5 to 9).
#include "conformance/saving_federation.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class CrossingSaves : public SavingFederation {
 protected:
  Status point(Actor& who, const std::string& label, const std::vector<FederateHandle>& set = {}) {
    return who.rti->register_federation_synchronization_point(label, {}, set);
  }
};

// 4.15 A point whose only member resigns is over: its label is free.
TEST_P(CrossingSaves, TheOnlyMemberOfAPointResigns) {
  EXPECT_OK(point(a(), "s", {c().handle}));
  skip();
  EXPECT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_SILENCE(a());
  EXPECT_OK(point(b(), "s"));
  EXPECT_HEARD(b(), "registered s", "announce s");
  EXPECT_HEARD(a(), "announce s");
}
// 4.11 The federate that registered a point resigns: it goes on.
TEST_P(CrossingSaves, TheRegistrarOfAPointResigns) {
  EXPECT_OK(point(a(), "s"));
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_HEARD(b(), "announce s");
  EXPECT_OK(b().rti->synchronization_point_achieved("s", false));
  EXPECT_OK(c().rti->synchronization_point_achieved("s"));
  EXPECT_HEARD(c(), "announce s", "synchronized s b");
  EXPECT_OK(a().join("a"));
  EXPECT_ERROR(a().rti->synchronization_point_achieved("s"), SynchronizationPointLabelNotAnnounced);
}
// 4.26 Points are as they were when the federation was saved.
TEST_P(CrossingSaves, PointsAreRestored) {
  EXPECT_OK(point(a(), "s"));
  skip();
  EXPECT_OK(a().rti->synchronization_point_achieved("s", false));
  save("l");
  EXPECT_OK(b().rti->synchronization_point_achieved("s"));
  EXPECT_OK(c().rti->synchronization_point_achieved("s"));
  skip();
  EXPECT_OK(point(a(), "later"));
  skip();
  restore("l");
  EXPECT_ERROR(b().rti->synchronization_point_achieved("later"),
               SynchronizationPointLabelNotAnnounced);
  EXPECT_OK(b().rti->synchronization_point_achieved("s"));
  EXPECT_SILENCE(b());
  EXPECT_OK(c().rti->synchronization_point_achieved("s"));
  EXPECT_HEARD(b(), "synchronized s a");
  EXPECT_OK(point(b(), "later"));
  EXPECT_EQ(b().heard("registered"), Lines{"registered later"});
}
// 4.26 Ownership, with an acquisition and a negotiation under way.
TEST_P(CrossingSaves, AcquisitionsAreRestored) {
  for (auto& each : actors()) {
    EXPECT_OK(each->pub("A", "a1 a2"));
    EXPECT_OK(each->sub("A", "a1 a2"));
  }
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_OK(a().negotiate("x", "a2"));
  skip();
  save("l");
  EXPECT_OK(a().give("x", "a1"));
  EXPECT_OK(c().acquire("x", "a2"));
  skip();
  EXPECT_OK(a().confirm("x", "a2"));
  skip();
  restore("l");
  EXPECT_TRUE(a().owns("x", "a2"));
  EXPECT_ERROR(a().confirm("x", "a2"), NoAcquisitionPending);
  EXPECT_ERROR(b().unpub("A", "a1"), OwnershipAcquisitionPending);
  EXPECT_OK(a().give("x", "a1"));
  EXPECT_EQ(b().heard("acquired").size(), 1U);
  EXPECT_OK(c().acquire("x", "a2"));
  EXPECT_HEARD(a(), "confirm x a2");
}
// 4.26 Declarations of both kinds.
TEST_P(CrossingSaves, DeclarationsAreRestored) {
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().subi("K"));
  EXPECT_OK(a().pub("A", "a1"));
  save("l");
  EXPECT_OK(b().unsubi("K"));
  EXPECT_OK(c().subi("K"));
  EXPECT_OK(a().unpubi("K"));
  EXPECT_OK(a().unpub("A"));
  skip();
  restore("l");
  EXPECT_OK(a().send("K", "k1=1"));
  EXPECT_HEARD(b(), "receive K k1=1");
  EXPECT_SILENCE(c());
  EXPECT_OK(a().reg("A", "x"));
}
// 4.26 Regions with the bounds that were committed; those made later are unknown.
TEST_P(CrossingSaves, RegionsAreRestored) {
  EXPECT_OK(a().pubi("Q"));
  const RegionHandle mine = c().region("X 0 10");
  EXPECT_OK(c().subi_in("Q", {mine}));
  skip();
  save("l");
  EXPECT_OK(c().move(mine, "X 50 60"));
  const RegionHandle later = c().region("X 0 1");
  skip();
  restore("l");
  EXPECT_OK(a().send_in("Q", "q1=1", {a().region("X 50 60")}));
  EXPECT_OK(a().send_in("Q", "q1=2", {a().region("X 5 6")}));
  EXPECT_HEARD(c(), "receive Q q1=2");
  EXPECT_ERROR(c().commit(later), InvalidRegion);
}
// 4.26 A pending advance is pending again, with messages in the queue, lookahead and switches.
TEST_P(CrossingSaves, APendingAdvanceIsRestored) {
  EXPECT_OK(a().pubi("T"));
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().subi("T"));
  EXPECT_OK(b().subi("K"));
  regulate(a(), 5);
  constrain(b());
  EXPECT_OK(a().rti->modify_lookahead({2}));
  EXPECT_OK(a().send_at(20, "T", "t1=1", "m"));
  EXPECT_OK(b().nmr(50));
  skip();
  save("l");
  EXPECT_OK(a().tar(60));
  EXPECT_HEARD(b(), "receive T t1=1 @20 tso", "grant 20");
  EXPECT_OK(a().rti->disable_time_regulation());
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  skip();
  restore("l");
  EXPECT_EQ(a().time(), 0);
  EXPECT_EQ(a().lookahead(), 5);
  EXPECT_ERROR(b().tar(60), InTimeAdvancingState);
  EXPECT_OK(a().tar(3));
  EXPECT_HEARD(a(), "grant 3");
  EXPECT_EQ(a().lookahead(), 2);
  EXPECT_OK(a().tar(60));
  EXPECT_HEARD(b(), "receive T t1=1 @20 tso", "grant 20");
  EXPECT_OK(a().send("K"));
  EXPECT_SILENCE(b());
}
// 4.26 Advisory switches are the federate's state in the RTI.
TEST_P(CrossingSaves, SwitchesAreRestored) {
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(a().rti->enable_interaction_relevance_advisory_switch());
  skip();
  save("l");
  EXPECT_OK(a().rti->disable_interaction_relevance_advisory_switch());
  skip();
  restore("l");
  EXPECT_ERROR(a().rti->enable_interaction_relevance_advisory_switch(),
               InteractionRelevanceAdvisorySwitchIsOn);
  EXPECT_OK(c().subi("K"));
  EXPECT_HEARD(a(), "on K");
}
// 4.16 A later request replaces one whose time has not come.
TEST_P(CrossingSaves, ALaterRequestReplacesATimedOne) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().rti->request_federation_save("timed", LogicalTime{20}));
  skip();
  save("now");
  EXPECT_OK(a().tar(30));
  EXPECT_OK(b().tar(25));
  EXPECT_HEARD(b(), "grant 25");
  EXPECT_HEARD(a(), "grant 30");
}

CONFORMANCE_SUITE(CrossingSaves);

}  // namespace
}  // namespace orrery::rti::testing::conformance
