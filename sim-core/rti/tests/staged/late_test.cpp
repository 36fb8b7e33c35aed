// What changes between the sending of a message and its delivery (clauses 5 to 9).
#include "staged/staged.hpp"

namespace orrery::rti::testing::staged {
namespace {

// a owns x, a Craft that b and c know. Callbacks wait until drain().
class StagedLate : public World {
 protected:
  void begin() override {
    hush();
    settle("Thing.Craft", "t1 t2 c1 c2 c3");
    for (const char* of : {"Note", "Note.Call", "Talk", "Zone", "Zone.Inner"})
      STAGED_OK(a().pubi(of));
  }
};

// 5.6, 6.9 One that discovers an object after an update does not reflect that update.
TEST_P(StagedLate, DiscoveredAfterTheUpdate) {
  STAGED_OK(b().unsub("Thing.Craft"));
  STAGED_OK(a().reg("Thing.Craft", "y"));
  skip();
  STAGED_OK(a().upd("y", "c1=old"));
  STAGED_OK(b().sub("Thing.Craft", "c1"));
  STAGED_HEARD(b(), "discover y Thing.Craft");
  STAGED_OK(a().upd("y", "c1=new"));
  STAGED_HEARD(b(), "reflect y c1=new");
}
// The same in timestamp order, for a constrained federate.
TEST_P(StagedLate, DiscoveredAfterTheTimedUpdate) {
  STAGED_OK(b().unsub("Thing.Craft"));
  STAGED_OK(a().reg("Thing.Craft", "y"));
  regulate(a(), 1);
  constrain(b());
  skip();
  STAGED_OK(a().upd_at(5, "y", "c2=old"));
  arrive();
  STAGED_OK(b().sub("Thing.Craft", "c2"));
  STAGED_HEARD(b(), "discover y Thing.Craft");
  STAGED_OK(a().upd_at(6, "y", "c2=new"));
  STAGED_OK(a().tar(20));
  STAGED_OK(b().tar(10));
  STAGED_HEARD(b(), "reflect y c2=new @6", "grant 10");
}
// 9.8 An attribute subscribed to in a region after the update was sent does not come with it.
TEST_P(StagedLate, ARegionSubscribedAfterTheUpdate) {
  STAGED_OK(b().unsub("Thing.Craft", "c3"));
  STAGED_OK(a().order("x", "c3", OrderType::receive));
  skip();
  STAGED_OK(a().upd("x", "c1=1 c3=1"));
  arrive();
  STAGED_OK(b().sub_in("Thing.Craft", "c3", {b().region("X 0 10 Y 0 10")}));
  STAGED_HEARD(b(), "reflect x c1=1");
}
// 9.3 An attribute whose region is committed over the update after it was sent does not come with it.
TEST_P(StagedLate, ARegionMovedAfterTheUpdate) {
  STAGED_OK(b().unsub("Thing.Craft", "c3"));
  const RegionHandle mine = b().region("X 50 60 Y 0 10");
  STAGED_OK(b().sub_in("Thing.Craft", "c3", {mine}));
  STAGED_OK(a().order("x", "c3", OrderType::receive));
  STAGED_OK(a().associate("x", "c3", {a().region("X 0 10 Y 0 10")}));
  skip();
  STAGED_OK(a().upd("x", "c1=1 c3=1"));
  arrive();
  STAGED_OK(b().move(mine, "X 0 10"));
  STAGED_HEARD(b(), "reflect x c1=1");
  STAGED_OK(a().upd("x", "c1=2 c3=2"));
  STAGED_HEARD(b(), "reflect x c1=2 c3=2");
}
// 9.3, 9.12 The same of an interaction: sent elsewhere, not received.
TEST_P(StagedLate, ARegionMovedAfterTheInteraction) {
  const RegionHandle mine = b().region("X 50 60");
  STAGED_OK(b().subi_in("Zone", {mine}));
  STAGED_OK(a().rti->change_interaction_order_type(a().ic("Zone"), OrderType::receive));
  skip();
  STAGED_OK(a().send_in("Zone", "z2=1", {a().region("X 0 10")}));
  arrive();
  STAGED_OK(b().move(mine, "X 0 10"));
  STAGED_HEARD(b());
}
// 9.10 An interaction in a region subscribed to afterwards.
TEST_P(StagedLate, ARegionSubscribedAfterTheInteraction) {
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().send_in_at(5, "Zone", "z2=1", {a().region("X 0 10")}));
  arrive();
  STAGED_OK(b().subi_in("Zone", {b().region("X 0 10")}));
  STAGED_OK(a().tar(20));
  STAGED_OK(b().tar(10));
  STAGED_HEARD(b(), "grant 10");
}
// 5.8 A subclass subscribed to after the sending: what was sent to the superclass comes as that or lower, never twice; its
// parameters are those of a class that was subscribed to.
TEST_P(StagedLate, ANearerClassAfterTheSending) {
  STAGED_OK(b().subi("Note"));
  skip();
  STAGED_OK(a().send("Note.Call", "n2=1 k2=1"));
  arrive();
  STAGED_OK(b().subi("Note.Call"));
  STAGED_HEARD(b(), "receive Note n2=1");
}
// 6.16, 6.9 Forgotten and discovered again below: the update of before is not reflected with attributes that were not
// subscribed to at the known class of then.
TEST_P(StagedLate, KnownAnewAfterTheUpdate) {
  STAGED_OK(b().unsub("Thing.Craft"));
  STAGED_OK(b().sub("Thing", "t1"));
  STAGED_OK(a().reg("Thing.Craft", "y"));
  STAGED_HEARD(b(), "discover y Thing");
  STAGED_OK(a().order("y", "c1 t1", OrderType::receive));
  STAGED_OK(a().upd("y", "t1=1 c1=1"));
  arrive();
  STAGED_OK(b().forget("y"));
  STAGED_OK(b().sub("Thing.Craft", "t1 c1"));
  const Lines told = heard(b());
  EXPECT_EQ(std::ranges::count(told, "discover y Thing.Craft"), 1)
      << ::testing::PrintToString(told);
  for (const auto& each : told)
    EXPECT_TRUE(each.find("c1=1") == std::string::npos) << ::testing::PrintToString(told);
}
// 5.7 The attribute unsubscribed from and subscribed to again while the update waits.
TEST_P(StagedLate, OneAttributeAgainAroundAnUpdate) {
  STAGED_OK(a().upd("x", "c1=1 t1=1"));
  arrive();
  STAGED_OK(b().unsub("Thing.Craft", "c1"));
  const Lines told = heard(b());
  EXPECT_TRUE(told == Lines{"reflect x t1=1"} || told == Lines{"reflect x c1=1 t1=1"})
      << ::testing::PrintToString(told);
}
// 6.11, 8.23 The order is that of the sending, though it has changed twice since.
TEST_P(StagedLate, TheOrderOfTheSending) {
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().upd_at(5, "x", "c2=1"));
  STAGED_OK(a().order("x", "c2", OrderType::receive));
  STAGED_OK(a().upd_at(6, "x", "c2=2"));
  STAGED_OK(a().order("x", "c2", OrderType::timestamp));
  STAGED_OK(a().upd_at(7, "x", "c2=3"));
  arrive();
  STAGED_OK(a().tar(20));
  STAGED_OK(b().tar(10));
  STAGED_HEARD(b(), "reflect x c2=2 @6 ro", "reflect x c2=1 @5", "reflect x c2=3 @7", "grant 10");
}
// 7.2, 6.11 Sent by an owner who has since divested: reflected.
TEST_P(StagedLate, DivestedAfterTheUpdate) {
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().upd_at(5, "x", "c2=1"));
  STAGED_OK(a().divest("x", "c2"));
  STAGED_OK(a().unpub("Thing.Craft"));
  arrive();
  STAGED_OK(a().tar(20));
  STAGED_OK(b().tar(10));
  const Lines told = heard(b());
  EXPECT_EQ(std::ranges::count(told, "reflect x c2=1 @5"), 1) << ::testing::PrintToString(told);
}
// 4.10, 6.15 One resigns after its timed messages: they come before its object's removal only if the removal waits; afterwards
// the object is gone for good.
TEST_P(StagedLate, ResignedAfterTheInteraction) {
  STAGED_OK(b().subi("Note"));
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().send_at(5, "Note", "n2=1"));
  STAGED_OK(a().send_at(6, "Note", "n2=2"));
  STAGED_OK(resign(a(), ResignAction::delete_objects_then_divest));
  STAGED_OK(b().nmr(10));
  Lines told = heard(b());
  std::erase_if(told, [](const std::string& each) { return each.starts_with("remove"); });
  EXPECT_EQ(told, (Lines{"receive Note n2=1 @5", "grant 5"}));
  STAGED_OK(b().nmr(10));
  STAGED_HEARD(b(), "receive Note n2=2 @6", "grant 6");
  EXPECT_FALSE(b().knows("x"));
}
// 4.10, 4.9 One that has resigned and joined again gets nothing that was sent before.
TEST_P(StagedLate, JoinedAgainAfterTheSending) {
  STAGED_OK(b().subi("Note"));
  STAGED_OK(b().subi("Talk"));
  regulate(a(), 1);
  skip();
  STAGED_OK(a().send("Talk", "s1=old"));
  STAGED_OK(a().send_at(5, "Note", "n2=old"));
  STAGED_OK(resign(b()));
  b().log.clear();
  STAGED_OK(join(b()));
  hush(b());
  STAGED_OK(b().subi("Note"));
  STAGED_OK(b().subi("Talk"));
  STAGED_HEARD(b());
  STAGED_OK(a().send("Talk", "s1=new"));
  STAGED_HEARD(b(), "receive Talk s1=new");
}
// 8.5 Constraint that is enabled after the sending: the message of before comes in receive order or in timestamp order, once.
TEST_P(StagedLate, ConstrainedAfterTheSending) {
  STAGED_OK(b().subi("Note"));
  regulate(a(), 1);
  skip();
  STAGED_OK(a().send_at(5, "Note", "n2=1"));
  STAGED_OK(b().rti->enable_time_constrained());
  STAGED_OK(a().tar(20));
  drain();
  STAGED_OK(b().tar(10));
  const Lines told = heard(b());
  const auto times = std::ranges::count(told, "receive Note n2=1 @5") +
                     std::ranges::count(told, "receive Note n2=1 @5 ro");
  EXPECT_EQ(times, 1) << ::testing::PrintToString(told);
  EXPECT_EQ(told.back(), "grant 10");
}
// 8.2 Regulation ends after the sending: the message keeps its order, and cannot be retracted.
TEST_P(StagedLate, RegulationEndsAfterTheSending) {
  STAGED_OK(b().subi("Note"));
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().send_at(5, "Note", "n2=1"));
  const auto handle = *a().sent;
  STAGED_OK(a().rti->disable_time_regulation());
  STAGED_ERR(a().rti->retract(handle), TimeRegulationIsNotEnabled);
  STAGED_OK(a().send_at(3, "Note", "n2=2"));
  arrive();
  STAGED_OK(b().nmr(10));
  STAGED_HEARD(b(), "receive Note n2=2 @3 ro", "receive Note n2=1 @5", "grant 5");
}
// 6.15, 10.9, 10.10 Deleted by another: known by name and by handle until the removal.
TEST_P(StagedLate, KnownByNameUntilTheRemoval) {
  STAGED_OK(a().rti->reserve_object_instance_name("N"));
  skip();
  STAGED_OK(a().reg("Thing.Craft", "y", "N"));
  STAGED_OK(a().upd("y", "c1=1"));
  skip();
  const ObjectInstanceHandle first = b().ob("y");
  STAGED_OK(a().del("y"));
  arrive();
  // Known to b until the removal.
  STAGED_OK(b().rti->get_known_object_class_handle(first));
  EXPECT_EQ(outcome(b().rti->get_object_instance_name(first)), "ok");
  const auto found = b().rti->get_object_instance_handle("N");
  EXPECT_EQ(outcome(found), "ok");
  EXPECT_TRUE(!found || *found == first);
  STAGED_HEARD(b(), "remove y");
  STAGED_ERR(b().rti->get_object_instance_handle("N"), ObjectInstanceNotKnown);
}
// 6.19 A request that arrives when the owner has divested is not answered by it.
TEST_P(StagedLate, RequestedBeforeTheDivestiture) {
  STAGED_OK(b().request("x", "c1 c2"));
  arrive();
  STAGED_OK(a().divest("x", "c1"));
  const Lines told = heard(a());
  for (const auto& each : told) EXPECT_EQ(each, "provide x c2") << ::testing::PrintToString(told);
  EXPECT_EQ(told.size(), 1U);
}
// 5.10 Subscribed to and unsubscribed from while the publisher evokes nothing: the advisories end where the state is.
TEST_P(StagedLate, AdvisoriesEndWhereTheStateIs) {
  STAGED_OK(a().rti->enable_object_class_relevance_advisory_switch());
  STAGED_OK(a().pub("Thing.Craft.Plane", "p2"));
  skip();
  for (int i = 0; i < 3; ++i) {
    STAGED_OK(b().sub("Thing.Craft.Plane", "p2"));
    STAGED_OK(b().unsub("Thing.Craft.Plane"));
  }
  Lines told = heard(a());
  EXPECT_TRUE(told.empty() || told.back() == "stop Thing.Craft.Plane")
      << ::testing::PrintToString(told);
  for (std::size_t i = 1; i < told.size(); ++i) EXPECT_NE(told[i], told[i - 1]);
  STAGED_OK(b().sub("Thing.Craft.Plane", "p2"));
  told = heard(a());
  EXPECT_EQ(told, Lines{"start Thing.Craft.Plane"});
}
// 6.21 The same of updates.
TEST_P(StagedLate, RelevanceEndsWhereTheStateIs) {
  STAGED_OK(a().rti->enable_attribute_relevance_advisory_switch());
  skip();
  STAGED_OK(b().unsub("Thing.Craft", "c1"));
  STAGED_OK(c().unsub("Thing.Craft", "c1"));
  STAGED_OK(b().sub("Thing.Craft", "c1"));
  arrive();
  STAGED_OK(c().sub("Thing.Craft", "c1"));
  STAGED_OK(b().unsub("Thing.Craft"));
  STAGED_OK(c().unsub("Thing.Craft"));
  Lines told = heard(a());
  std::map<char, bool> on;
  for (const auto& each : told) {
    if (each.find("c1") != std::string::npos) on['1'] = each.starts_with("on");
  }
  EXPECT_FALSE(on['1']) << ::testing::PrintToString(told);
  STAGED_OK(c().sub("Thing.Craft", "c1"));
  STAGED_HEARD(a(), "on x c1");
}
// 6.17 Scope that changes and changes back while nothing is evoked.
TEST_P(StagedLate, ScopeEndsWhereTheStateIs) {
  STAGED_OK(b().rti->enable_attribute_scope_advisory_switch());
  skip();
  for (int i = 0; i < 3; ++i) {
    STAGED_OK(b().unsub("Thing.Craft", "c1"));
    STAGED_OK(b().sub("Thing.Craft", "c1"));
  }
  STAGED_OK(b().unsub("Thing.Craft", "c1"));
  const Lines told = heard(b());
  EXPECT_TRUE(!told.empty() && told.back() == "out x c1") << ::testing::PrintToString(told);
  for (std::size_t i = 1; i < told.size(); ++i) EXPECT_NE(told[i], told[i - 1]);
}

STAGED_EVOKED_SUITE(StagedLate);

}  // namespace
}  // namespace orrery::rti::testing::staged
