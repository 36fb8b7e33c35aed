// IEEE 1516.1-2010, clause 5: declaration management.
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause5 : public Conformance {};
CONFORMANCE_SUITE(Clause5);

class Clause5Advisories : public Conformance {
  bool advised() override { return true; }
};
CONFORMANCE_SUITE(Clause5Advisories);

// 5.1.2: the known class is the candidate discovery class at the discovery, and does not change.
TEST_P(Clause5, ASubscriptionToASubclassDoesNotChangeTheKnownClass) {
  ASSERT_OK(a().pub("A.B", "a1 b1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A.B", "x"));
  EXPECT_HEARD(b(), "discover x A");
  ASSERT_OK(b().sub("A.B", "a1 b1"));
  EXPECT_SILENCE(b());
  EXPECT_EQ(*b().rti->get_known_object_class_handle(b().object("x")), b().object_class("A"));
  ASSERT_OK(a().upd("x", "a1=1 b1=2"));
  EXPECT_HEARD(b(), "reflect x a1=1");
}

// 6.1: an attribute is in scope if it is subscribed to at the known class.
TEST_P(Clause5, OfTheKnownClassTheSubscriptionCounts) {
  ASSERT_OK(a().pub("A.B", "a1 b1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A.B", "x"));
  skip();
  ASSERT_OK(b().sub("A.B", "a1 b1"));
  ASSERT_OK(b().unsub("A", "a1"));
  ASSERT_OK(a().upd("x", "a1=1 b1=2"));
  EXPECT_SILENCE(b());
  ASSERT_OK(a().reg("A.B", "y"));
  EXPECT_HEARD(b(), "discover y A.B");
}

TEST_P(Clause5, AnObjectIsDiscoveredAsTheClosestSubscribedClass) {
  ASSERT_OK(a().pub("A.B.C", "a1 b1 c1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().sub("A.B", "b1"));
  ASSERT_OK(a().reg("A.B.C", "x"));
  EXPECT_HEARD(b(), "discover x A.B");
  ASSERT_OK(a().upd("x", "a1=1 b1=2 c1=3"));
  EXPECT_HEARD(b(), "reflect x b1=2");
}

// 5.6: a subscription adds to those of the class.
TEST_P(Clause5, SubscriptionsToAClassAdd) {
  ASSERT_OK(a().pub("A", "a1 a2"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().sub("A", "a2"));
  ASSERT_OK(a().reg("A", "x"));
  skip();
  ASSERT_OK(a().upd("x", "a1=1"));
  ASSERT_OK(a().upd("x", "a2=2"));
  EXPECT_HEARD(b(), "reflect x a1=1", "reflect x a2=2");
}

TEST_P(Clause5, UnsubscribingFromSomeAttributesLeavesTheOthers) {
  ASSERT_OK(a().pub("A", "a1 a2"));
  ASSERT_OK(b().sub("A", "a1 a2"));
  ASSERT_OK(a().reg("A", "x"));
  skip();
  ASSERT_OK(b().unsub("A", "a2 a3"));
  ASSERT_OK(a().upd("x", "a1=1 a2=2"));
  EXPECT_HEARD(b(), "reflect x a1=1");
}

// 5.7: the object stays known, and is removed when it is deleted.
TEST_P(Clause5, AfterUnsubscribingAnObjectIsKnownUntilItIsDeleted) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  skip();
  ASSERT_OK(b().unsub("A"));
  EXPECT_EQ(*b().rti->get_known_object_class_handle(b().object("x")), b().object_class("A"));
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_SILENCE(b()) << "it is not discovered again";
  ASSERT_OK(b().unsub("A"));
  ASSERT_OK(a().del("x", "bye"));
  EXPECT_HEARD(b(), "remove x tag=bye");
}

TEST_P(Clause5, UnsubscribingFromASubclassLeavesTheSuperclass) {
  ASSERT_OK(a().pub("A.B", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().sub("A.B", "a1"));
  ASSERT_OK(b().unsub("A.B"));
  ASSERT_OK(a().reg("A.B", "x"));
  EXPECT_HEARD(b(), "discover x A");
}

TEST_P(Clause5, ASubscriptionToTheSuperclassIsNotOneToTheSubclassOfAnother) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A.B", "a1 b1"));
  ASSERT_OK(a().reg("A", "x"));
  ASSERT_OK(a().upd("x", "a1=1"));
  EXPECT_SILENCE(b());
}

TEST_P(Clause5, AFailedDeclarationChangesNothing) {
  ASSERT_OK(a().pub("A", "a1"));
  EXPECT_ERROR(b().sub("A", "a1 b1"), AttributeNotDefined);
  EXPECT_ERROR(a().pub("A", "a2 b1"), AttributeNotDefined);
  EXPECT_ERROR(a().unpub("A", "a1 b1"), AttributeNotDefined);
  const auto a1 = b().attributes("A", "a1");
  EXPECT_ERROR(b().rti->subscribe_object_class_attributes(b().object_class("A"), a1, true, "never"),
               InvalidUpdateRateDesignator);
  ASSERT_OK(a().reg("A", "x"));
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_FALSE(a().owns("x", "a2"));
  ASSERT_OK(a().upd("x", "a1=1"));
  EXPECT_SILENCE(b());
}

TEST_P(Clause5, ClassesMustBeDefined) {
  const ObjectClassHandle no_class{9999};
  const InteractionClassHandle no_interaction{9999};
  EXPECT_ERROR(a().rti->publish_object_class_attributes(no_class, {}), ObjectClassNotDefined);
  EXPECT_ERROR(a().rti->unpublish_object_class(no_class), ObjectClassNotDefined);
  EXPECT_ERROR(a().rti->subscribe_object_class_attributes(no_class, {}), ObjectClassNotDefined);
  EXPECT_ERROR(a().rti->unsubscribe_object_class(no_class), ObjectClassNotDefined);
  EXPECT_ERROR(a().rti->publish_interaction_class(no_interaction), InteractionClassNotDefined);
  EXPECT_ERROR(a().rti->unpublish_interaction_class(no_interaction), InteractionClassNotDefined);
  EXPECT_ERROR(a().rti->subscribe_interaction_class(no_interaction), InteractionClassNotDefined);
  EXPECT_ERROR(a().rti->unsubscribe_interaction_class(no_interaction), InteractionClassNotDefined);
}

// 5.2: a federate that publishes attributes of a class publishes HLAprivilegeToDeleteObject there.
TEST_P(Clause5, ThePrivilegeToDeleteIsPublishedWithTheClass) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().pub("A", "a2"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  EXPECT_TRUE(a().owns("x", "priv"));
  skip();
  ASSERT_OK(b().acquire("x", "priv", "mine"));
  EXPECT_HEARD(a(), "release x priv tag=mine");
}

TEST_P(Clause5, PublishingMoreLaterGivesNoOwnership) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  ASSERT_OK(a().pub("A", "a2"));
  EXPECT_FALSE(a().owns("x", "a2"));
  EXPECT_ERROR(a().upd("x", "a1=1 a2=2"), AttributeNotOwned);
  ASSERT_OK(a().reg("A", "y"));
  EXPECT_TRUE(a().owns("y", "a1") && a().owns("y", "a2"));
}

// 5.3: the attributes that the federate owns of instances it knows by that class are divested without condition.
TEST_P(Clause5, UnpublishingOffersTheAttributesToOtherPublishers) {
  ASSERT_OK(a().pub("A", "a1 a2"));
  ASSERT_OK(b().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  skip();
  ASSERT_OK(a().unpub("A", "a1"));
  EXPECT_HEARD(b(), "assume x a1");
  EXPECT_FALSE(a().owns("x", "a1"));
  EXPECT_TRUE(a().owns("x", "a2") && a().owns("x", "priv"));
  ASSERT_OK(a().pub("A", "a1"));
  EXPECT_FALSE(a().owns("x", "a1"));
}

TEST_P(Clause5, UnpublishingIsRefusedWhileAnAcquisitionOfTheAttributeIsPending) {
  ASSERT_OK(a().pub("A", "a1 a2"));
  ASSERT_OK(b().pub("A", "a1 a2"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  skip();
  ASSERT_OK(b().acquire("x", "a1"));
  EXPECT_ERROR(b().unpub("A", "a1"), OwnershipAcquisitionPending);
  EXPECT_ERROR(b().unpub("A"), OwnershipAcquisitionPending);
  ASSERT_OK(b().unpub("A", "a2"));
  ASSERT_OK(b().cancel_acquisition("x", "a1"));
  EXPECT_HEARD(b(), "cancelled x a1");
  EXPECT_OK(b().unpub("A"));
}

TEST_P(Clause5, UnpublishingWhatIsNotPublishedIsNoError) {
  EXPECT_OK(a().unpub("A"));
  EXPECT_OK(a().unpub("A", "a1"));
  EXPECT_OK(a().unpubi("K"));
  EXPECT_OK(a().unsub("A"));
  EXPECT_OK(a().unsub("A", "a1"));
  EXPECT_OK(a().unsubi("K"));
}

TEST_P(Clause5, PublicationIsOfTheClassAloneAndNotOfItsSubclasses) {
  ASSERT_OK(a().pub("A", "a1"));
  EXPECT_ERROR(a().reg("A.B", "x"), ObjectClassNotPublished);
  ASSERT_OK(a().pubi("K"));
  EXPECT_ERROR(a().send("K.L"), InteractionClassNotPublished);
  ASSERT_OK(b().pub("A.B", "a1"));
  EXPECT_ERROR(b().reg("A", "x"), ObjectClassNotPublished);
}

// 5.8 with 6.13: as the closest subscribed class, with the parameters that are available there, and once.
TEST_P(Clause5, AnInteractionIsReceivedOnceAsTheClosestSubscribedClass) {
  ASSERT_OK(a().pubi("K.L"));
  ASSERT_OK(b().subi("K"));
  ASSERT_OK(b().subi("K.L"));
  ASSERT_OK(c().subi("K"));
  ASSERT_OK(a().send("K.L", "k1=1 l1=2", "t"));
  EXPECT_HEARD(b(), "receive K.L k1=1 l1=2 tag=t");
  EXPECT_HEARD(c(), "receive K k1=1 tag=t");
  ASSERT_OK(b().unsubi("K.L"));
  ASSERT_OK(a().send("K.L", "l1=2"));
  EXPECT_HEARD(b(), "receive K");
  ASSERT_OK(b().unsubi("K"));
  ASSERT_OK(a().send("K.L", "l1=2"));
  EXPECT_SILENCE(b());
}

TEST_P(Clause5, ASenderDoesNotReceiveItsOwn) {
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(a().subi("K"));
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().sub("A", "a1"));
  ASSERT_OK(a().send("K", "k1=1"));
  ASSERT_OK(a().reg("A", "x"));
  ASSERT_OK(a().upd("x", "a1=1"));
  EXPECT_SILENCE(a());
}

// 5.5: after it, nothing of the class is sent; its subscriptions stay.
TEST_P(Clause5, UnpublishingAnInteractionClassLeavesItsSubscription) {
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(a().subi("K"));
  ASSERT_OK(b().pubi("K"));
  ASSERT_OK(a().unpubi("K"));
  EXPECT_ERROR(a().send("K"), InteractionClassNotPublished);
  ASSERT_OK(b().send("K", "k1=1"));
  EXPECT_HEARD(a(), "receive K k1=1");
}

// 5.10: one of the published attributes is actively subscribed to at the class or at a superclass.
TEST_P(Clause5Advisories, RegistrationStartsWhenAPublishedAttributeIsSubscribedTo) {
  ASSERT_OK(a().pub("A.B", "b1"));
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_SILENCE(a()) << "another attribute";
  ASSERT_OK(b().sub("A.B.C", "b1"));
  EXPECT_SILENCE(a()) << "a subclass";
  ASSERT_OK(b().sub("A.B", "b1"));
  EXPECT_HEARD(a(), "start A.B");
  ASSERT_OK(c().sub("A.B", "b1"));
  EXPECT_SILENCE(a());
}

TEST_P(Clause5Advisories, RegistrationStartsForASubscriptionToTheSuperclass) {
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().pub("A.B.C", "a1"));
  EXPECT_HEARD(a(), "start A.B.C");
  ASSERT_OK(a().pub("A", "a1"));
  EXPECT_HEARD(a(), "start A");
}

// 5.2: HLAprivilegeToDeleteObject is published with any other attribute.
TEST_P(Clause5Advisories, RegistrationStartsForASubscriptionToThePrivilegeToDelete) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "HLAprivilegeToDeleteObject"));
  EXPECT_HEARD(a(), "start A");
  ASSERT_OK(b().unsub("A"));
  EXPECT_HEARD(a(), "stop A");
}

// 5.11: it stops when no other federate is subscribed actively any more.
TEST_P(Clause5Advisories, RegistrationStopsWithTheLastActiveSubscription) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(c().sub("A", "a1"));
  EXPECT_HEARD(a(), "start A");
  ASSERT_OK(b().unsub("A"));
  EXPECT_SILENCE(a());
  ASSERT_OK(c().sub("A", "a1", false));
  EXPECT_HEARD(a(), "stop A");
  ASSERT_OK(c().sub("A", "a1", true));
  EXPECT_HEARD(a(), "start A");
  ASSERT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_HEARD(a(), "stop A");
}

TEST_P(Clause5Advisories, RegistrationDependsOnTheAttributesPublished) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a2"));
  EXPECT_SILENCE(a());
  ASSERT_OK(a().pub("A", "a2"));
  EXPECT_HEARD(a(), "start A");
  ASSERT_OK(a().unpub("A", "a2"));
  EXPECT_HEARD(a(), "stop A");
}

// 5.10, 5.12: an advisory is about a publication. One that waits when its class is unpublished is not about the next.
TEST_P(Clause5Advisories, WhatWaitedWhenAClassWasUnpublishedIsNotTold) {
  a().silent = true;
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().subi("K"));
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().pubi("K"));
  settle();
  ASSERT_OK(a().unpub("A"));
  ASSERT_OK(a().unpubi("K"));
  a().silent = false;
  EXPECT_SILENCE(a());
  a().silent = true;
  ASSERT_OK(a().pub("A", "a1"));
  settle();
  ASSERT_OK(a().unpub("A", "a1"));
  ASSERT_OK(a().pub("A", "a2"));
  settle();
  a().silent = false;
  EXPECT_SILENCE(a()) << "nobody is subscribed to what is published now";
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().pubi("K"));
  EXPECT_HEARD_SORTED(a(), "on K", "start A");
}

TEST_P(Clause5Advisories, OwnAndPassiveSubscriptionsStartNothing) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().sub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1", false));
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(a().subi("K"));
  ASSERT_OK(b().subi("K", false));
  EXPECT_SILENCE(a());
  ASSERT_OK(a().reg("A", "x"));
  ASSERT_OK(a().send("K"));
  EXPECT_HEARD(b(), "discover x A", "receive K");
}

// 5.12: the class or a superclass is subscribed to actively.
TEST_P(Clause5Advisories, InteractionsAreTurnedOnForTheClassAndItsSuperclasses) {
  ASSERT_OK(a().pubi("K.L"));
  ASSERT_OK(c().pubi("K"));
  ASSERT_OK(b().subi("K"));
  EXPECT_HEARD(a(), "on K.L");
  EXPECT_HEARD(c(), "on K");
  ASSERT_OK(b().subi("K.L"));
  EXPECT_SILENCE(a());
  ASSERT_OK(b().unsubi("K"));
  EXPECT_HEARD(c(), "off K");
  EXPECT_SILENCE(a()) << "K.L is subscribed to";
  ASSERT_OK(b().subi("K.L", false));
  EXPECT_HEARD(a(), "off K.L");
}

TEST_P(Clause5Advisories, ASubscriptionInARegionCountsToo) {
  ASSERT_OK(a().pubi("R"));
  ASSERT_OK(a().pub("D", "d1"));
  const RegionHandle region = b().region("X 0 10");
  ASSERT_OK(b().subi_in("R", {region}));
  EXPECT_HEARD(a(), "on R");
  ASSERT_OK(b().sub_in("D", "d1", {region}));
  EXPECT_HEARD(a(), "start D");
  ASSERT_OK(b().subi("R"));
  ASSERT_OK(b().unsubi_in("R", {region}));
  EXPECT_SILENCE(a()) << "R is subscribed to without a region";
  ASSERT_OK(b().unsub_in("D", "d1", {region}));
  EXPECT_HEARD(a(), "stop D");
}

// 10.33, 10.39 with the switch off nothing is advised.
TEST_P(Clause5Advisories, SwitchesTurnAdvisoriesOff) {
  ASSERT_OK(a().rti->disable_object_class_relevance_advisory_switch());
  ASSERT_OK(a().rti->disable_interaction_relevance_advisory_switch());
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().subi("K"));
  EXPECT_SILENCE(a());
}

TEST_P(Clause5Advisories, TheObjectModelSaysWhetherTheyAreOn) {
  for (auto& each : actors())
    ASSERT_OK(each->rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(a().rti->destroy_federation_execution("test"));
  ASSERT_OK(a().rti->create_federation_execution(
      "test",
      conformance_modules("<objectClassRelevanceAdvisory isEnabled=\"false\"/>"
                          "<interactionRelevanceAdvisory isEnabled=\"false\"/>"
                          "<attributeScopeAdvisory isEnabled=\"true\"/>"
                          "<attributeRelevanceAdvisory isEnabled=\"true\"/>"),
      TimeRepresentation::integer64));
  ASSERT_OK(a().join("a"));
  ASSERT_OK(b().join("b"));
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().subi("K"));
  EXPECT_SILENCE(a());
  EXPECT_ERROR(a().rti->disable_object_class_relevance_advisory_switch(),
               ObjectClassRelevanceAdvisorySwitchIsOff);
  EXPECT_ERROR(a().rti->disable_interaction_relevance_advisory_switch(),
               InteractionRelevanceAdvisorySwitchIsOff);
  ASSERT_OK(a().reg("A", "x"));
  EXPECT_HEARD(b(), "discover x A", "in_scope x a1");
  EXPECT_HEARD(a(), "updates_on x a1");
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
