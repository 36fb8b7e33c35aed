// Declarations over three and four levels of classes, and their changes between sending and receiving (clause 5 with 6).
#include "staged/staged.hpp"

namespace orrery::rti::testing::staged {
namespace {

const char* const all_of_tug = "t1 t2 t3 c1 c2 c3 c4 b1 b2 u2";

class StagedDeclaration : public World {};

// 5.1.2, 6.11 Only what is subscribed to at the known class is reflected, not what is subscribed to at its superclasses.
TEST_P(StagedDeclaration, FourLevelsOfSubscriptions) {
  STAGED_OK(a().pub("Thing.Craft.Boat.Tug", all_of_tug));
  STAGED_OK(b().sub("Thing", "t1"));
  STAGED_OK(b().sub("Thing.Craft", "c1"));
  STAGED_OK(b().sub("Thing.Craft.Boat", "b1"));
  STAGED_OK(b().sub("Thing.Craft.Boat.Tug", "u2 c1"));
  STAGED_OK(c().sub("Thing", "t1"));
  STAGED_OK(c().sub("Thing.Craft", "c1"));
  STAGED_OK(a().reg("Thing.Craft.Boat.Tug", "x"));
  STAGED_HEARD(b(), "discover x Thing.Craft.Boat.Tug");
  STAGED_HEARD(c(), "discover x Thing.Craft");
  skip();
  STAGED_OK(a().upd("x", "t1=1 c1=2 b1=3"));
  STAGED_HEARD(b(), "reflect x c1=2");
  STAGED_HEARD(c(), "reflect x c1=2");
  STAGED_OK(b().unsub("Thing.Craft.Boat.Tug"));
  STAGED_OK(a().upd("x", "t1=1 c1=2 b1=3"));
  skip();
  STAGED_OK(a().upd("x", "t1=1 c1=2 b1=3"));
  STAGED_HEARD(b());
  STAGED_OK(a().reg("Thing.Craft.Boat.Tug", "y"));
  STAGED_HEARD(b(), "discover y Thing.Craft.Boat");
  STAGED_OK(a().upd("y", "t1=1 c1=2 b1=3"));
  STAGED_HEARD(b(), "reflect y b1=3");
}
// 5.7 A subscription in the middle of the chain ends: objects of then stay as they are known, new ones come higher up.
TEST_P(StagedDeclaration, TheMiddleOfTheChainEnds) {
  STAGED_OK(a().pub("Thing.Craft.Boat", "t1 c1 b1"));
  STAGED_OK(b().sub("Thing", "t1"));
  STAGED_OK(b().sub("Thing.Craft", "t1 c1"));
  STAGED_OK(a().reg("Thing.Craft.Boat", "x"));
  STAGED_HEARD(b(), "discover x Thing.Craft");
  STAGED_OK(b().unsub("Thing.Craft", "t1"));
  skip();
  STAGED_OK(a().upd("x", "t1=1 c1=1"));
  STAGED_HEARD(b(), "reflect x c1=1");
  STAGED_OK(b().unsub("Thing.Craft", "c1"));
  STAGED_OK(a().reg("Thing.Craft.Boat", "y"));
  STAGED_HEARD(b(), "discover y Thing");
  STAGED_OK(a().upd("x", "t1=2 c1=2"));
  STAGED_OK(a().upd("y", "t1=3 c1=3"));
  STAGED_HEARD(b(), "reflect y t1=3");
  STAGED_OK(b().sub("Thing.Craft", "t1"));
  skip();
  STAGED_OK(a().upd("x", "t1=4"));
  STAGED_OK(a().upd("y", "t1=5"));
  STAGED_HEARD(b(), "reflect x t1=4", "reflect y t1=5");
}
// 5.8, 6.13 The same of interactions: at the nearest subscribed class, with the parameters of that.
TEST_P(StagedDeclaration, ThreeLevelsOfInteractions) {
  hush();
  STAGED_OK(a().pubi("Note.Call.Urgent"));
  STAGED_OK(b().subi("Note.Call"));
  STAGED_OK(b().subi("Note"));
  STAGED_OK(c().subi("Note"));
  drain();
  STAGED_OK(a().send("Note.Call.Urgent", "n2=1 k2=2 g2=3"));
  STAGED_HEARD(b(), "receive Note.Call k2=2 n2=1");
  STAGED_HEARD(c(), "receive Note n2=1");
  STAGED_OK(b().unsubi("Note.Call"));
  STAGED_OK(c().subi("Note.Call.Urgent"));
  drain();
  STAGED_OK(a().send("Note.Call.Urgent", "k2=2 g2=3"));
  STAGED_HEARD(b(), "receive Note");
  STAGED_HEARD(c(), "receive Note.Call.Urgent g2=3 k2=2");
  STAGED_ERR(a().send("Note.Call", "k2=2"), InteractionClassNotPublished);
  STAGED_ERR(a().send("Note", "n2=2"), InteractionClassNotPublished);
}
// 5.10, 5.11 A publisher of a subclass starts and stops by what is subscribed to above it.
TEST_P(StagedDeclaration, RegistrationByWhatIsSubscribedAbove) {
  STAGED_OK(a().pub("Thing.Craft.Boat", "t1 c1"));
  STAGED_HEARD(a());
  STAGED_OK(b().sub("Thing", "t1 t2"));
  STAGED_HEARD(a(), "start Thing.Craft.Boat");
  STAGED_OK(c().sub("Thing.Craft", "c1 c2"));
  STAGED_HEARD(a());
  STAGED_OK(b().unsub("Thing", "t1"));
  STAGED_HEARD(a());
  STAGED_OK(c().unsub("Thing.Craft", "c1"));
  STAGED_HEARD(a(), "stop Thing.Craft.Boat");
  STAGED_OK(c().sub("Thing.Craft.Boat.Tug", "c1 u2"));
  STAGED_HEARD(a());
  STAGED_OK(a().pub("Thing.Craft.Boat.Tug", "u2"));
  STAGED_HEARD(a(), "start Thing.Craft.Boat.Tug");
  STAGED_OK(resign(c()));
  STAGED_HEARD(a(), "stop Thing.Craft.Boat.Tug");
}
// 5.10 Active, passive, active again: as the last subscription of the class says.
TEST_P(StagedDeclaration, ActivePassiveActive) {
  STAGED_OK(a().pub("Thing.Craft", "c1"));
  STAGED_OK(b().sub("Thing.Craft", "c1", false));
  STAGED_HEARD(a());
  STAGED_OK(b().sub("Thing.Craft", "c1", true));
  STAGED_HEARD(a(), "start Thing.Craft");
  STAGED_OK(b().sub("Thing.Craft", "c1", false));
  STAGED_HEARD(a(), "stop Thing.Craft");
  STAGED_OK(a().reg("Thing.Craft", "x"));
  STAGED_HEARD(b(), "discover x Thing.Craft");
  STAGED_OK(a().upd("x", "c1=1"));
  STAGED_HEARD(b(), "reflect x c1=1");
}
// 5.12, 5.13 The same of interactions, with subscribers of several levels.
TEST_P(StagedDeclaration, InteractionsAreTurnedOnByTheFirstOfAnyLevel) {
  STAGED_OK(a().pubi("Note.Call.Urgent"));
  STAGED_OK(b().subi("Note", false));
  STAGED_HEARD(a());
  STAGED_OK(b().subi("Note"));
  STAGED_HEARD(a(), "turn-on Note.Call.Urgent");
  STAGED_OK(c().subi("Note.Call.Urgent"));
  STAGED_OK(a().pubi("Note.Call"));
  STAGED_HEARD(a(), "turn-on Note.Call");
  STAGED_OK(b().unsubi("Note"));
  STAGED_HEARD(a(), "turn-off Note.Call");
  STAGED_OK(resign(c(), ResignAction::no_action));
  STAGED_HEARD(a(), "turn-off Note.Call.Urgent");
  STAGED_OK(b().subi("Note.Call"));
  STAGED_HEARD_SORTED(a(), "turn-on Note.Call", "turn-on Note.Call.Urgent");
  STAGED_OK(a().unpubi("Note.Call"));
  STAGED_OK(b().unsubi("Note.Call"));
  STAGED_HEARD(a(), "turn-off Note.Call.Urgent");
}
// 5.2, 6.8 Publishing a class publishes neither its subclasses nor its superclasses.
TEST_P(StagedDeclaration, OnlyThePublishedClassIsRegistered) {
  STAGED_OK(a().pub("Thing.Craft.Boat", "t1 c1 b1"));
  STAGED_ERR(a().reg("Thing.Craft", "x"), ObjectClassNotPublished);
  STAGED_ERR(a().reg("Thing.Craft.Boat.Tug", "x"), ObjectClassNotPublished);
  STAGED_OK(a().reg("Thing.Craft.Boat", "x"));
  STAGED_OK(a().unpub("Thing.Craft.Boat", "t1 c1 b1"));
  drain();
  STAGED_ERR(a().upd("x", "b1=1"), AttributeNotOwned);
}
// 5.6 A wrong attribute among right ones: nothing is subscribed to.
TEST_P(StagedDeclaration, AWrongAttributeSubscribesNothing) {
  hush();
  STAGED_OK(a().pub("Thing", "t1"));
  const std::vector<AttributeHandle> wrong{b().at("t1"), b().at("u2")};
  STAGED_ERR(b().rti->subscribe_object_class_attributes(b().oc("Thing"), wrong),
             AttributeNotDefined);
  STAGED_OK(a().reg("Thing", "x"));
  STAGED_HEARD(b());
  STAGED_OK(b().sub("Thing", "t1"));
  STAGED_HEARD(b(), "discover x Thing");
  STAGED_ERR(b().rti->unsubscribe_object_class_attributes(b().oc("Thing"), wrong),
             AttributeNotDefined);
  STAGED_OK(a().upd("x", "t1=1"));
  STAGED_HEARD(b(), "reflect x t1=1");
}
// 5.2, 5.3 Publications of two levels are independent of each other.
TEST_P(StagedDeclaration, PublicationsOfTwoLevels) {
  hush();
  STAGED_OK(a().pub("Thing.Craft", "c1"));
  STAGED_OK(a().pub("Thing.Craft.Boat", "c1 b1"));
  STAGED_OK(b().sub("Thing.Craft", "c1"));
  STAGED_OK(a().reg("Thing.Craft", "x"));
  STAGED_OK(a().reg("Thing.Craft.Boat", "y"));
  STAGED_HEARD(b(), "discover x Thing.Craft", "discover y Thing.Craft");
  STAGED_OK(a().unpub("Thing.Craft"));
  drain();
  STAGED_ERR(a().upd("x", "c1=1"), AttributeNotOwned);
  STAGED_OK(a().upd("y", "c1=1"));
  STAGED_HEARD(b(), "reflect y c1=1");
  EXPECT_TRUE(a().owns("y", "priv"));
  EXPECT_FALSE(a().owns("x", "priv"));
}
// 5.6 Subscriptions to a class and to its sibling: each object at its own.
TEST_P(StagedDeclaration, Siblings) {
  hush();
  STAGED_OK(a().pub("Thing.Craft.Boat", "t1 c1 b1"));
  STAGED_OK(a().pub("Thing.Craft.Plane", "t1 c1 p2"));
  STAGED_OK(b().sub("Thing.Craft.Boat", "c1"));
  STAGED_OK(b().sub("Thing", "t1"));
  STAGED_OK(a().reg("Thing.Craft.Boat", "x"));
  STAGED_OK(a().reg("Thing.Craft.Plane", "y"));
  STAGED_HEARD(b(), "discover x Thing.Craft.Boat", "discover y Thing");
  STAGED_OK(b().unsub("Thing.Craft.Boat"));
  STAGED_OK(b().sub("Thing.Craft.Plane", "p2"));
  STAGED_OK(a().reg("Thing.Craft.Boat", "z"));
  STAGED_OK(a().reg("Thing.Craft.Plane", "w"));
  STAGED_HEARD(b(), "discover z Thing", "discover w Thing.Craft.Plane");
  EXPECT_TRUE(b().knows("y"));
}
// 6.21, 6.22 Updates are turned on by active subscriptions of any level, for the attributes of that level.
TEST_P(StagedDeclaration, UpdatesAreTurnedOnByAnyLevel) {
  hush();
  STAGED_OK(a().rti->enable_attribute_relevance_advisory_switch());
  STAGED_OK(a().pub("Thing.Craft.Boat", "t1 c1 b1"));
  STAGED_OK(a().reg("Thing.Craft.Boat", "x"));
  STAGED_HEARD(a());
  STAGED_OK(b().sub("Thing", "t1"));
  STAGED_HEARD(a(), "on x t1");
  STAGED_OK(c().sub("Thing.Craft", "t1 c1", false));
  STAGED_HEARD(a());
  STAGED_OK(c().sub("Thing.Craft", "t1 c1"));
  STAGED_HEARD(a(), "on x c1");
  STAGED_OK(b().unsub("Thing"));
  STAGED_HEARD(a());
  STAGED_OK(resign(c()));
  STAGED_HEARD(a(), "off x c1,t1");
}
// 5.3 Unpublished and published again between a registration and its discovery: the attributes are nobody's.
TEST_P(StagedDeclaration, UnpublishedAtOnce) {
  hush();
  STAGED_OK(b().sub("Thing.Craft", "c1"));
  drain();
  STAGED_OK(a().pub("Thing.Craft", "c1"));
  STAGED_OK(a().reg("Thing.Craft", "x"));
  STAGED_OK(a().unpub("Thing.Craft"));
  STAGED_OK(a().pub("Thing.Craft", "c1"));
  drain();
  EXPECT_FALSE(a().owns("x", "c1"));
  STAGED_OK(a().acquire_free("x", "c1"));
  drain();
  EXPECT_TRUE(a().owns("x", "c1"));
  EXPECT_TRUE(b().knows("x"));
  b().log.clear();
  STAGED_OK(a().upd("x", "c1=1"));
  STAGED_HEARD(b(), "reflect x c1=1");
}
// 5.6, 6.9 A later, lower subscription does not change a known class; after a local deletion it counts.
TEST_P(StagedDeclaration, LowerAfterALocalDeletion) {
  hush();
  STAGED_OK(a().pub("Thing.Craft.Boat", "t1 c1 b1"));
  STAGED_OK(b().sub("Thing", "t1"));
  STAGED_OK(a().reg("Thing.Craft.Boat", "x"));
  STAGED_HEARD(b(), "discover x Thing");
  STAGED_OK(b().sub("Thing.Craft.Boat", "b1"));
  STAGED_HEARD(b());
  STAGED_OK(a().upd("x", "b1=1 t1=1"));
  STAGED_HEARD(b(), "reflect x t1=1");
  STAGED_OK(b().forget("x"));
  STAGED_OK(b().sub("Thing.Craft.Boat", "c1"));
  STAGED_HEARD(b(), "discover x Thing.Craft.Boat");
  STAGED_OK(a().upd("x", "b1=1 t1=1 c1=1"));
  STAGED_HEARD(b(), "reflect x b1=1 c1=1");
}
// 6.19 A request by class reaches the owners of instances of all levels below, for what is available there.
TEST_P(StagedDeclaration, RequestsOfALevel) {
  hush();
  STAGED_OK(a().pub("Thing", "t1 t2"));
  STAGED_OK(a().pub("Thing.Craft.Boat.Tug", "t1 t2 c1 u2"));
  STAGED_OK(b().pub("Thing.Craft", "t1 c1"));
  STAGED_OK(a().reg("Thing", "x"));
  STAGED_OK(a().reg("Thing.Craft.Boat.Tug", "y"));
  STAGED_OK(b().reg("Thing.Craft", "z"));
  skip();
  STAGED_OK(c().request_of("Thing", "t1 t2", "q"));
  STAGED_HEARD_SORTED(a(), "provide x t1,t2 tag=q", "provide y t1,t2 tag=q");
  STAGED_HEARD(b(), "provide z t1 tag=q");
  STAGED_OK(c().request_of("Thing.Craft", "t1 c1", "r"));
  STAGED_HEARD(a(), "provide y c1,t1 tag=r");
  STAGED_HEARD(b(), "provide z c1,t1 tag=r");
  STAGED_OK(c().request_of("Thing.Craft.Plane", "t1"));
  STAGED_HEARD(a());
}
// 5.4, 5.5 A class whose publication ends and comes again between messages in timestamp order.
TEST_P(StagedDeclaration, PublishedAgainBetweenMessages) {
  hush();
  STAGED_OK(a().pubi("Note"));
  STAGED_OK(b().subi("Note"));
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().send_at(5, "Note", "n2=1"));
  const auto first = *a().sent;
  STAGED_OK(a().unpubi("Note"));
  STAGED_ERR(a().send_at(6, "Note", "n2=2"), InteractionClassNotPublished);
  STAGED_OK(a().pubi("Note"));
  STAGED_OK(a().send_at(4, "Note", "n2=3"));
  STAGED_OK(a().rti->retract(first));
  STAGED_OK(a().tar(10));
  STAGED_OK(b().tar(8));
  STAGED_HEARD(b(), "receive Note n2=3 @4", "grant 8");
}
// 10.33, 10.34 Twice the same switch.
TEST_P(StagedDeclaration, SwitchesTwice) {
  STAGED_ERR(a().rti->enable_object_class_relevance_advisory_switch(),
             ObjectClassRelevanceAdvisorySwitchIsOn);
  STAGED_ERR(a().rti->enable_interaction_relevance_advisory_switch(),
             InteractionRelevanceAdvisorySwitchIsOn);
  STAGED_ERR(a().rti->disable_attribute_relevance_advisory_switch(),
             AttributeRelevanceAdvisorySwitchIsOff);
  STAGED_ERR(a().rti->disable_attribute_scope_advisory_switch(), AttributeScopeAdvisorySwitchIsOff);
  hush(a());
  STAGED_OK(a().pub("Thing", "t1"));
  STAGED_OK(b().sub("Thing", "t1"));
  STAGED_HEARD(a());
  STAGED_ERR(a().rti->disable_object_class_relevance_advisory_switch(),
             ObjectClassRelevanceAdvisorySwitchIsOff);
  STAGED_OK(a().rti->enable_object_class_relevance_advisory_switch());
  skip();
  STAGED_OK(b().unsub("Thing"));
  STAGED_HEARD(a(), "stop Thing");
}

STAGED_SUITE(StagedDeclaration);

// While callbacks wait.
class StagedLateDeclaration : public World {
 protected:
  void begin() override {
    hush();
    settle("Thing.Craft", "c1 c2");
    for (const char* of : {"Note", "Note.Call", "Talk"}) STAGED_OK(a().pubi(of));
  }
};

// 5.6, 6.11 An attribute subscribed to after the update was sent does not come with it.
TEST_P(StagedLateDeclaration, AnAttributeSubscribedAfterTheUpdate) {
  STAGED_OK(b().unsub("Thing.Craft", "c2"));
  skip();
  STAGED_OK(a().order("x", "c1 c2", OrderType::receive));
  STAGED_OK(a().upd("x", "c1=1 c2=1"));
  STAGED_OK(b().sub("Thing.Craft", "c2"));
  STAGED_HEARD(b(), "reflect x c1=1");
  STAGED_OK(a().upd("x", "c1=2 c2=2"));
  STAGED_HEARD(b(), "reflect x c1=2 c2=2");
}
// The same when the update has arrived and waits.
TEST_P(StagedLateDeclaration, AnAttributeSubscribedWhileTheUpdateWaits) {
  STAGED_OK(b().unsub("Thing.Craft", "c2"));
  skip();
  STAGED_OK(a().order("x", "c1 c2", OrderType::receive));
  STAGED_OK(a().upd("x", "c1=1 c2=1"));
  arrive();
  STAGED_OK(b().sub("Thing.Craft", "c2"));
  STAGED_HEARD(b(), "reflect x c1=1");
}
// The same of an update in timestamp order that waits for an advance.
TEST_P(StagedLateDeclaration, AnAttributeSubscribedBeforeTheAdvance) {
  STAGED_OK(b().unsub("Thing.Craft", "c2"));
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().order("x", "c1", OrderType::timestamp));
  STAGED_OK(a().upd_at(5, "x", "c1=1 c2=1"));
  arrive();
  STAGED_OK(b().sub("Thing.Craft", "c2"));
  STAGED_OK(a().upd_at(6, "x", "c2=2"));
  STAGED_OK(a().tar(20));
  STAGED_OK(b().tar(10));
  const Lines told = heard(b());
  ASSERT_GE(told.size(), 2U);
  EXPECT_EQ(told.front(), "reflect x c1=1 @5");
  EXPECT_EQ(told.back(), "grant 10");
}
// 5.8 An interaction that was sent before its subscription does not come.
TEST_P(StagedLateDeclaration, AnInteractionSubscribedAfterTheSending) {
  STAGED_OK(a().send("Talk", "s1=1"));
  STAGED_OK(b().subi("Talk"));
  STAGED_HEARD(b());
  STAGED_OK(a().send("Talk", "s1=2"));
  STAGED_HEARD(b(), "receive Talk s1=2");
}
// 5.8 A nearer class subscribed to while the interaction waits: it comes once.
TEST_P(StagedLateDeclaration, ANearerClassWhileTheInteractionWaits) {
  STAGED_OK(b().subi("Note"));
  skip();
  STAGED_OK(a().send("Note.Call", "n2=1 k2=2"));
  arrive();
  STAGED_OK(b().subi("Note.Call"));
  const Lines told = heard(b());
  ASSERT_EQ(told.size(), 1U);
  EXPECT_TRUE(told.front().starts_with("receive Note")) << told.front();
}
// 5.7, 5.6 Unsubscribed and subscribed again around an update that waits: at most once, never another value.
TEST_P(StagedLateDeclaration, AgainAroundAnUpdate) {
  STAGED_OK(a().upd("x", "c1=1"));
  arrive();
  STAGED_OK(b().unsub("Thing.Craft"));
  STAGED_OK(b().sub("Thing.Craft", "c1"));
  STAGED_OK(a().upd("x", "c1=2"));
  const Lines told = heard(b());
  EXPECT_TRUE(told.size() <= 2) << ::testing::PrintToString(told);
  STAGED_OK(a().upd("x", "c1=3"));
  STAGED_HEARD(b(), "reflect x c1=3");
}
// 6.9 An object registered, unsubscribed from and subscribed to: discovered once, then reflected.
TEST_P(StagedLateDeclaration, DiscoveredOnceAfterChanges) {
  STAGED_OK(a().reg("Thing.Craft", "y"));
  arrive();
  STAGED_OK(b().unsub("Thing.Craft"));
  STAGED_OK(b().sub("Thing.Craft", "c1"));
  STAGED_OK(b().unsub("Thing.Craft"));
  STAGED_OK(b().sub("Thing.Craft", "c1"));
  STAGED_OK(a().upd("y", "c1=1"));
  const Lines told = heard(b());
  EXPECT_EQ(std::ranges::count(told, "discover y Thing.Craft"), 1)
      << ::testing::PrintToString(told);
  EXPECT_EQ(told.front(), "discover y Thing.Craft");
}

STAGED_EVOKED_SUITE(StagedLateDeclaration);

}  // namespace
}  // namespace orrery::rti::testing::staged
