// Declaration management (5.2 to 5.13).
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause5Declaration : public Conformance {};

// 5.2 "the specified class attributes are available at the specified object class"
TEST_P(Clause5Declaration, AttributesMustBeAvailableAtTheClass) {
  const auto b1 = c().attribute("A.B", "b1");
  EXPECT_ERROR(a().rti->publish_object_class_attributes(a().object_class("A"), std::span(&b1, 1)),
               AttributeNotDefined);
  EXPECT_ERROR(a().rti->subscribe_object_class_attributes(a().object_class("A"), std::span(&b1, 1)),
               AttributeNotDefined);
  const auto a1 = c().attribute("A", "a1");
  EXPECT_ERROR(a().rti->publish_object_class_attributes({9999}, std::span(&a1, 1)),
               ObjectClassNotDefined);
  EXPECT_ERROR(a().rti->subscribe_object_class_attributes({9999}, std::span(&a1, 1)),
               ObjectClassNotDefined);
  EXPECT_ERROR(a().rti->unpublish_object_class({9999}), ObjectClassNotDefined);
  EXPECT_ERROR(a().rti->unsubscribe_object_class({9999}), ObjectClassNotDefined);
  EXPECT_ERROR(a().rti->publish_interaction_class({9999}), InteractionClassNotDefined);
  EXPECT_ERROR(a().rti->subscribe_interaction_class({9999}), InteractionClassNotDefined);
  EXPECT_ERROR(a().rti->unpublish_interaction_class({9999}), InteractionClassNotDefined);
  EXPECT_ERROR(a().rti->unsubscribe_interaction_class({9999}), InteractionClassNotDefined);
}
// A set with one wrong attribute: nothing of it is published.
TEST_P(Clause5Declaration, AWrongAttributeAmongRightOnesPublishesNothing) {
  const AttributeHandle both[] = {c().attribute("A", "a1"), c().attribute("A.B", "b1")};
  EXPECT_ERROR(a().rti->publish_object_class_attributes(a().object_class("A"), both),
               AttributeNotDefined);
  EXPECT_ERROR(a().reg("A", "x"), ObjectClassNotPublished);
}
// 5.2 Publication adds; it does not replace.
TEST_P(Clause5Declaration, PublishingAgainAdds) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().pub("A", "a2"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_TRUE(a().owns("x", "a2"));
  EXPECT_FALSE(a().owns("x", "a3"));
  EXPECT_TRUE(a().owns("x", "priv"));
}
// 5.2 Publishing after the registration gives no ownership.
TEST_P(Clause5Declaration, PublishingLaterGivesNoOwnership) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(a().pub("A", "a2"));
  EXPECT_FALSE(a().owns("x", "a2"));
  EXPECT_ERROR(a().upd("x", "a2=1"), AttributeNotOwned);
  EXPECT_ERROR(a().upd("x", "a1=1 a2=1"), AttributeNotOwned);
  skip();  // it may be offered what it publishes now (7.4)
  EXPECT_OK(a().acquire_free("x", "a2"));
  EXPECT_HEARD(a(), "acquired x a2");
}
// 5.2 Of a class, not of its subclasses.
TEST_P(Clause5Declaration, PublishingIsOfTheClassAlone) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_ERROR(a().reg("A.B", "x"), ObjectClassNotPublished);
  EXPECT_OK(a().pub("A.B", "b1"));
  EXPECT_OK(a().reg("A.B", "x"));
  EXPECT_TRUE(a().owns("x", "b1"));
  EXPECT_FALSE(a().owns("x", "a1"));
  EXPECT_OK(a().unpub("A"));
  EXPECT_TRUE(a().owns("x", "b1"));
  EXPECT_OK(a().reg("A.B", "y"));
  EXPECT_ERROR(a().reg("A", "z"), ObjectClassNotPublished);
}
// 5.3 Instance attributes of what is unpublished are divested unconditionally.
TEST_P(Clause5Declaration, UnpublishingDivests) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(b().pub("A", "a1 a2"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(a().unpub("A", "a1"));
  EXPECT_FALSE(a().owns("x", "a1"));
  EXPECT_TRUE(a().owns("x", "a2"));
  EXPECT_TRUE(a().owns("x", "priv"));
  EXPECT_HEARD(b(), "assume x a1");
  EXPECT_OK(a().unpub("A"));
  EXPECT_FALSE(a().owns("x", "a2"));
  EXPECT_FALSE(a().owns("x", "priv"));
  EXPECT_HEARD(b(), "assume x priv a2");
  EXPECT_ERROR(a().reg("A", "y"), ObjectClassNotPublished);
  EXPECT_ERROR(a().del("x"), DeletePrivilegeNotHeld);
}
// 5.3 Unpublishing one of two attributes leaves the class published.
TEST_P(Clause5Declaration, UnpublishingPartLeavesTheRest) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(a().unpub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_FALSE(a().owns("x", "a1"));
  EXPECT_TRUE(a().owns("x", "a2"));
}
// 5.3 "ownership acquisition pending"
TEST_P(Clause5Declaration, UnpublishingWhatIsBeingAcquiredIsRefused) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(b().pub("A", "a1 a2"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_ERROR(b().unpub("A", "a1"), OwnershipAcquisitionPending);
  EXPECT_ERROR(b().unpub("A"), OwnershipAcquisitionPending);
  EXPECT_OK(b().unpub("A", "a2"));
}
// 5.3, 5.7 What is not published or subscribed to can be ended too.
TEST_P(Clause5Declaration, EndingWhatWasNotBegunDoesNothing) {
  EXPECT_OK(a().unpub("A", "a1"));
  EXPECT_OK(a().unpub("A"));
  EXPECT_OK(a().unsub("A", "a1"));
  EXPECT_OK(a().unsub("A"));
  EXPECT_OK(a().unpubi("K"));
  EXPECT_OK(a().unsubi("K"));
  EXPECT_SILENCE(a());
}
// 5.5 "The interaction class is not published."
TEST_P(Clause5Declaration, SendingNeedsPublicationOfThatClass) {
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(a().send("K"));
  EXPECT_ERROR(a().send("K.L"), InteractionClassNotPublished);
  EXPECT_OK(a().pubi("K.L"));
  EXPECT_OK(a().unpubi("K"));
  EXPECT_ERROR(a().send("K"), InteractionClassNotPublished);
  EXPECT_OK(a().send("K.L"));
}
// 5.8 A subclass's interaction comes as the superclass, with its parameters alone.
TEST_P(Clause5Declaration, ASubclassComesAsTheSubscribedSuperclass) {
  EXPECT_OK(a().pubi("K.L"));
  EXPECT_OK(b().subi("K"));
  EXPECT_OK(c().subi("K"));
  EXPECT_OK(c().subi("K.L"));
  EXPECT_OK(a().send("K.L", "k1=1 l1=2", "t"));
  EXPECT_HEARD(b(), "receive K k1=1 tag=t");
  EXPECT_HEARD(c(), "receive K.L k1=1 l1=2 tag=t");
  EXPECT_OK(a().send("K.L", "l1=2"));
  EXPECT_HEARD(b(), "receive K");
  EXPECT_HEARD(c(), "receive K.L l1=2");
  EXPECT_OK(c().unsubi("K.L"));
  EXPECT_OK(a().send("K.L", "l1=2"));
  EXPECT_HEARD(c(), "receive K");
  EXPECT_OK(c().unsubi("K"));
  EXPECT_OK(a().send("K.L", "l1=2"));
  EXPECT_SILENCE(c());
}
// 5.8 Not the superclass's to a subscriber of the subclass; not one's own.
TEST_P(Clause5Declaration, NeitherSuperclassNorOwnInteractionsCome) {
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(a().subi("K"));
  EXPECT_OK(b().subi("K.L"));
  EXPECT_OK(a().send("K", "k1=1"));
  EXPECT_SILENCE(a());
  EXPECT_SILENCE(b());
}
// 5.8 The root of interactions brings all, without parameters.
TEST_P(Clause5Declaration, TheRootOfInteractionsBringsAll) {
  EXPECT_OK(a().pubi("K.L"));
  EXPECT_OK(a().pubi("T"));
  EXPECT_OK(b().rti->subscribe_interaction_class(
      *b().rti->get_interaction_class_handle("HLAinteractionRoot")));
  EXPECT_OK(a().send("K.L", "k1=1"));
  EXPECT_OK(a().send("T", "t1=1"));
  EXPECT_HEARD(b(), "receive HLAinteractionRoot", "receive HLAinteractionRoot");
}
// 5.8 A passive subscription receives as an active one.
TEST_P(Clause5Declaration, PassiveSubscriptionsReceive) {
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().subi("K", false));
  EXPECT_OK(b().sub("A", "a1", false));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().send("K"));
  EXPECT_HEARD(b(), "discover x A", "reflect x a1=1", "receive K");
}
// 5.6 Subscriptions add, and are ended one by one.
TEST_P(Clause5Declaration, SubscriptionsAddUp) {
  EXPECT_OK(a().pub("A", "a1 a2 a3"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(b().sub("A", "a2"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(a().upd("x", "a1=1 a2=2 a3=3"));
  EXPECT_HEARD(b(), "reflect x a1=1 a2=2");
  EXPECT_OK(b().unsub("A", "a1 a3"));
  EXPECT_OK(a().upd("x", "a1=1 a2=2 a3=3"));
  EXPECT_HEARD(b(), "reflect x a2=2");
  EXPECT_OK(b().unsub("A"));
  EXPECT_OK(a().upd("x", "a1=1 a2=2 a3=3"));
  EXPECT_SILENCE(b());
  // 5.7 "does not cause the object to be removed"
  EXPECT_EQ(*b().rti->get_known_object_class_handle(b().object("x")), b().object_class("A"));
  EXPECT_OK(b().sub("A", "a3"));
  EXPECT_OK(a().upd("x", "a1=1 a2=2 a3=3"));
  EXPECT_HEARD(b(), "reflect x a3=3");
}

CONFORMANCE_SUITE(Clause5Declaration);

class Clause5Relevance : public Conformance {
  bool advised() override { return true; }
};

// 5.10, 5.11 The first active subscription starts, the end of the last one stops.
TEST_P(Clause5Relevance, TheFirstStartsAndTheLastStops) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(a(), "start A");
  EXPECT_OK(c().sub("A", "a2"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().unsub("A"));
  EXPECT_SILENCE(a());
  EXPECT_OK(c().unsub("A", "a2"));
  EXPECT_HEARD(a(), "stop A");
  EXPECT_OK(b().sub("A", "a2"));
  EXPECT_HEARD(a(), "start A");
}
// 5.10 Passive subscriptions and one's own do not count.
TEST_P(Clause5Relevance, PassiveAndOwnSubscriptionsDoNotStart) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1", false));
  EXPECT_OK(a().sub("A", "a1"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().sub("A", "a1", true));
  EXPECT_HEARD(a(), "start A");
  EXPECT_OK(b().sub("A", "a1", false));
  EXPECT_HEARD(a(), "stop A");
}
// 5.10 A subscription to an attribute that is not published does not start.
TEST_P(Clause5Relevance, OnlyPublishedAttributesCount) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a2"));
  EXPECT_SILENCE(a());
  EXPECT_OK(a().pub("A", "a2"));
  EXPECT_HEARD(a(), "start A");
}
// 5.10 A subscription to a superclass starts; one to a subclass does not.
TEST_P(Clause5Relevance, SuperclassSubscriptionsStart) {
  EXPECT_OK(a().pub("A.B", "a1 b1"));
  EXPECT_OK(b().sub("A.B.C", "a1 c1"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(a(), "start A.B");
  EXPECT_OK(c().sub("A.B", "b1"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().unsub("A"));
  EXPECT_SILENCE(a());
  EXPECT_OK(c().unsub("A.B"));
  EXPECT_HEARD(a(), "stop A.B");
}
// 5.10 Publishing what is subscribed to already starts.
TEST_P(Clause5Relevance, PublishingLateStartsAtOnce) {
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_HEARD(a(), "start A");
  EXPECT_OK(a().unpub("A"));
  EXPECT_SILENCE(a());
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_HEARD(a(), "start A");
}
// 5.11 A subscriber that resigns.
TEST_P(Clause5Relevance, AResignationStops) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(b().subi("K"));
  EXPECT_HEARD_SORTED(a(), "on K", "start A");
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_HEARD_SORTED(a(), "off K", "stop A");
}
// 5.12, 5.13 The same of interactions.
TEST_P(Clause5Relevance, InteractionsTurnOnAndOff) {
  EXPECT_OK(a().pubi("K.L"));
  EXPECT_OK(b().subi("K.L", false));
  EXPECT_OK(a().subi("K.L"));
  EXPECT_SILENCE(a());
  EXPECT_OK(c().subi("K"));
  EXPECT_HEARD(a(), "on K.L");
  EXPECT_OK(b().subi("K.L", true));
  EXPECT_SILENCE(a());
  EXPECT_OK(c().unsubi("K"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().subi("K.L", false));
  EXPECT_HEARD(a(), "off K.L");
  EXPECT_OK(b().unsubi("K.L"));
  EXPECT_SILENCE(a());
}
// 5.12 Of a subclass: not for the publisher of the superclass.
TEST_P(Clause5Relevance, ASubscriptionToASubclassDoesNotTurnOn) {
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().subi("K.L"));
  EXPECT_SILENCE(a());
}
// 10.33, 10.34 Nothing is told while the switch is off.
TEST_P(Clause5Relevance, SwitchedOffAdvisoriesAreNotMade) {
  EXPECT_OK(a().rti->disable_object_class_relevance_advisory_switch());
  EXPECT_OK(a().rti->disable_interaction_relevance_advisory_switch());
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(b().subi("K"));
  EXPECT_SILENCE(a());
}
// 5.10 Each publisher is told, of its class.
TEST_P(Clause5Relevance, EachPublisherIsTold) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().pub("A.B.C", "a1"));
  EXPECT_OK(b().pub("A", "a2"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_HEARD(a(), "start A");
  EXPECT_HEARD(b(), "start A.B.C");
}
// 9.8 A subscription with regions starts too.
TEST_P(Clause5Relevance, SubscriptionsWithRegionsStartAndStop) {
  EXPECT_OK(a().pub("D", "d1"));
  EXPECT_OK(a().pubi("R"));
  const RegionHandle region = b().region("X 0 10");
  EXPECT_OK(b().sub_in("D", "d1", {region}));
  EXPECT_OK(b().subi_in("R", {region}));
  EXPECT_HEARD_SORTED(a(), "on R", "start D");
  EXPECT_OK(b().unsub_in("D", "d1", {region}));
  EXPECT_OK(b().unsubi_in("R", {region}));
  EXPECT_HEARD_SORTED(a(), "off R", "stop D");
}
CONFORMANCE_SUITE(Clause5Relevance);

}  // namespace
}  // namespace orrery::rti::testing::conformance
