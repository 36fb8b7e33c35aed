// IEEE 1516.1-2010, 6.21 and 6.22: the owner of an attribute is told whether federates that know the object are actively subscribed
// to the attribute at their known class of it.
#include "conformance/saving_federation.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a owns what it publishes and is advised; b subscribes.
template <class Base>
class OfRelevance : public Base {
 protected:
  void begin() override {
    Base::begin();
    ASSERT_OK(this->a().rti->enable_attribute_relevance_advisory_switch());
    ASSERT_OK(this->a().pub("A", "a1"));
    ASSERT_OK(this->a().pub("A.B", "a1 b1"));
    ASSERT_OK(this->a().pub("A.B.C", "a1 b1 c1"));
  }
  // b knows x, of class A.B, as A.
  void know_as_superclass() {
    ASSERT_OK(this->b().sub("A", "a1"));
    ASSERT_OK(this->a().reg("A.B", "x"));
    EXPECT_HEARD(this->b(), "discover x A");
    EXPECT_HEARD(this->a(), "updates_on x a1");
  }
};

class ClausesOfRelevance : public OfRelevance<Conformance> {};
CONFORMANCE_SUITE(ClausesOfRelevance);

TEST_P(ClausesOfRelevance, ASubclassSubscribedToAfterTheDiscoveryDoesNotCount) {
  know_as_superclass();
  ASSERT_OK(b().sub("A.B", "b1"));
  EXPECT_SILENCE(a());
  ASSERT_OK(a().reg("A.B", "y"));
  EXPECT_HEARD(b(), "discover y A.B");
  EXPECT_HEARD(a(), "updates_on y b1");
  ASSERT_OK(b().unsub("A"));
  EXPECT_HEARD(a(), "updates_off x a1");
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(a(), "updates_on x a1");
}

TEST_P(ClausesOfRelevance, ASubclassBetweenDoesNotCountEither) {
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A.B.C", "z"));
  EXPECT_HEARD(a(), "updates_on z a1");
  ASSERT_OK(b().sub("A.B", "b1"));
  ASSERT_OK(b().sub("A.B.C", "c1"));
  EXPECT_SILENCE(a());
  ASSERT_OK(a().reg("A.B.C", "w"));
  EXPECT_HEARD(a(), "updates_on w c1");
}

TEST_P(ClausesOfRelevance, ASuperclassDoesNotCountBesideTheKnownClass) {
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().sub("A.B", "b1"));
  ASSERT_OK(a().reg("A.B", "x"));
  EXPECT_HEARD(a(), "updates_on x b1");
  ASSERT_OK(b().unsub("A"));
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_SILENCE(a());
}

TEST_P(ClausesOfRelevance, ASuperclassDoesNotCountInPlaceOfTheKnownClass) {
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().sub("A.B", "b1"));
  ASSERT_OK(a().reg("A.B", "x"));
  EXPECT_HEARD(a(), "updates_on x b1");
  ASSERT_OK(b().unsub("A.B"));
  EXPECT_HEARD(a(), "updates_off x b1");
  ASSERT_OK(b().unsub("A"));
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_SILENCE(a()) << "x stays known as A.B";
  ASSERT_OK(b().sub("A.B", "a1"));
  EXPECT_HEARD(a(), "updates_on x a1");
}

// As above, but between the two subscriptions b is subscribed to nothing.
TEST_P(ClausesOfRelevance, TheKnownClassOutlivesAllSubscriptions) {
  ASSERT_OK(b().sub("A.B", "b1"));
  ASSERT_OK(a().reg("A.B", "x"));
  EXPECT_HEARD(a(), "updates_on x b1");
  ASSERT_OK(b().unsub("A.B"));
  EXPECT_HEARD(a(), "updates_off x b1");
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_SILENCE(a());
  EXPECT_EQ(b().heard("discover"), (Lines{"discover x A.B"}));
}

TEST_P(ClausesOfRelevance, APassiveSubscriptionAtTheKnownClassHidesAnActiveOneAbove) {
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().sub("A.B", "a1", false));
  ASSERT_OK(a().reg("A.B", "x"));
  EXPECT_SILENCE(a());
  ASSERT_OK(b().sub("A.B", "a1"));
  EXPECT_HEARD(a(), "updates_on x a1");
  ASSERT_OK(b().sub("A.B", "a1", false));
  EXPECT_HEARD(a(), "updates_off x a1");
}

// 6.9: b does not discover x, since nobody owns what b is subscribed to at its candidate class.
TEST_P(ClausesOfRelevance, WhoHasNotDiscoveredTheObjectDoesNotCount) {
  ASSERT_OK(a().unpub("A.B", "b1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().sub("A.B", "b1"));
  ASSERT_OK(a().reg("A.B", "x"));
  EXPECT_SILENCE(a());
  EXPECT_SILENCE(b());
  ASSERT_OK(b().unsub("A.B"));
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_HEARD(a(), "updates_on x a1");
}

TEST_P(ClausesOfRelevance, EachSubscriberCountsAtItsOwnKnownClass) {
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(c().sub("A.B", "b1"));
  ASSERT_OK(a().reg("A.B", "x"));
  EXPECT_HEARD(a(), "updates_on x a1 b1");
  ASSERT_OK(b().sub("A.B", "a1 b1"));
  ASSERT_OK(c().sub("A", "a1"));
  EXPECT_SILENCE(a());
  ASSERT_OK(c().unsub("A.B"));
  EXPECT_HEARD(a(), "updates_off x b1") << "b knows x as A";
  ASSERT_OK(b().unsub("A"));
  EXPECT_HEARD(a(), "updates_off x a1") << "c knows x as A.B";
}

// 6.16
TEST_P(ClausesOfRelevance, WhoHasDeletedTheObjectLocallyDoesNotCount) {
  know_as_superclass();
  ASSERT_OK(c().sub("A", "a1"));
  ASSERT_OK(b().forget("x"));
  EXPECT_SILENCE(a()) << "c counts";
  ASSERT_OK(c().forget("x"));
  EXPECT_HEARD(a(), "updates_off x a1");
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_EQ(b().heard("discover"), (Lines{"discover x A"}));
  EXPECT_HEARD(a(), "updates_on x a1");
}

// 6.21: of a subscription that also changes the former one.
TEST_P(ClausesOfRelevance, ADiscoveryByAPassiveSubscriptionTurnsNothingOn) {
  know_as_superclass();
  ASSERT_OK(b().forget("x"));
  EXPECT_HEARD(a(), "updates_off x a1");
  ASSERT_OK(b().sub("A", "a1", false));
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_SILENCE(a());
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(a(), "updates_on x a1");
}

// 6.16: it may be discovered again as another class.
TEST_P(ClausesOfRelevance, ANewDiscoveryBringsANewKnownClass) {
  know_as_superclass();
  ASSERT_OK(b().sub("A.B", "b1"));
  ASSERT_OK(b().forget("x"));
  EXPECT_HEARD(a(), "updates_off x a1");
  ASSERT_OK(b().sub("A.B", "b1"));
  EXPECT_HEARD(b(), "discover x A.B");
  EXPECT_HEARD(a(), "updates_on x b1");
  ASSERT_OK(b().unsub("A.B"));
  EXPECT_HEARD(a(), "updates_off x b1");
}

// 4.10: with its membership ends what the federate knew.
TEST_P(ClausesOfRelevance, WhoJoinsAnewKnowsNothingOfBefore) {
  know_as_superclass();
  ASSERT_OK(b().sub("A.B", "b1"));
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_HEARD(a(), "updates_off x a1");
  ASSERT_OK(b().join("b"));
  ASSERT_OK(b().sub("A.B", "b1"));
  EXPECT_EQ(b().heard("discover"), (Lines{"discover x A.B"}));
  EXPECT_HEARD(a(), "updates_on x b1");
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_SILENCE(a());
}

// 5.1.2: whoever registers an object knows it as its class.
TEST_P(ClausesOfRelevance, TheRegistrantCountsAtTheRegisteredClass) {
  ASSERT_OK(b().pub("A.B", "a1 b1"));
  ASSERT_OK(a().sub("A.B", "b1"));
  ASSERT_OK(b().reg("A.B", "x"));
  skip();
  ASSERT_OK(a().acquire("x", "a1"));
  settle();
  EXPECT_EQ(*b().give("x", "a1"), "a1");
  EXPECT_HEARD(a(), "acquired x a1");
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_SILENCE(a());
  ASSERT_OK(b().sub("A.B", "a1"));
  EXPECT_HEARD(a(), "updates_on x a1");
}

TEST_P(ClausesOfRelevance, TheRegistrantForgetsItsObjectLikeAnyOther) {
  ASSERT_OK(b().pub("A.B", "a1 b1"));
  ASSERT_OK(a().sub("A.B", "b1"));
  ASSERT_OK(b().reg("A.B", "x"));
  skip();
  ASSERT_OK(a().acquire("x", "priv a1 b1"));
  settle();
  EXPECT_OK(b().give("x", "priv a1 b1"));
  skip();
  ASSERT_OK(b().sub("A.B", "a1"));
  EXPECT_HEARD(a(), "updates_on x a1");
  ASSERT_OK(b().forget("x"));
  EXPECT_HEARD(a(), "updates_off x a1");
}

// 7.7: a new owner is told of the known classes that were there before it.
TEST_P(ClausesOfRelevance, ANewOwnerIsAdvisedByKnownClassesToo) {
  know_as_superclass();
  ASSERT_OK(b().sub("A.B", "b1"));
  ASSERT_OK(c().rti->enable_attribute_relevance_advisory_switch());
  ASSERT_OK(c().pub("A.B", "a1 b1"));
  ASSERT_OK(c().sub("A.B", "a2"));
  ASSERT_OK(c().sub("A.B", "a1", false));
  skip();
  ASSERT_OK(c().acquire("x", "a1 b1"));
  settle();
  EXPECT_EQ(*a().give("x", "a1 b1"), "a1 b1");
  EXPECT_HEARD(c(), "acquired x a1 b1", "updates_on x a1");
}

// x is deleted at a time that b has reached and c, who owns a1 of x, has not.
class ClausesOfRelevanceInTime : public OfRelevance<Conformance> {
 protected:
  void begin() override {
    OfRelevance<Conformance>::begin();
    regulate(a(), 1);
    constrain(b());
    constrain(c());
    ASSERT_OK(c().rti->enable_attribute_relevance_advisory_switch());
    ASSERT_OK(c().pub("A.B", "a1"));
    ASSERT_OK(c().sub("A.B", "b1"));
    ASSERT_OK(a().reg("A.B", "x"));
    skip();
    ASSERT_OK(c().acquire("x", "a1"));
    settle();
    EXPECT_EQ(*a().give("x", "a1"), "a1");
    skip();
  }
  void delete_and_advance() {
    ASSERT_OK(a().del_at(5, "x", "m"));
    ASSERT_OK(a().tara(4));
    ASSERT_OK(b().tara(5));
    settle();
  }
};
CONFORMANCE_SUITE(ClausesOfRelevanceInTime);

// 6.15
TEST_P(ClausesOfRelevanceInTime, WhoHasBeenRemovedTheObjectDoesNotCount) {
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_HEARD(c(), "updates_on x a1");
  delete_and_advance();
  EXPECT_HEARD(b(), "remove x @5 tso", "grant 5");
  EXPECT_HEARD(c(), "updates_off x a1");
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_SILENCE(c());
}

// 8.22: a federate that discovers the object again counts again.
TEST_P(ClausesOfRelevanceInTime, ARetractedDeletionLetsItCountAgain) {
  ASSERT_OK(b().sub("A", "a1"));
  delete_and_advance();
  skip();
  ASSERT_OK(a().retract("m"));
  EXPECT_EQ(b().heard("discover"), (Lines{"discover x A"}));
  EXPECT_HEARD(c(), "updates_on x a1");
}

// 6.9: beyond the time of its deletion the object is not discovered any more.
TEST_P(ClausesOfRelevanceInTime, WhoIsBeyondTheDeletionDoesNotCount) {
  ASSERT_OK(a().del_at(5, "x"));
  ASSERT_OK(a().tar(20));
  ASSERT_OK(b().tar(10));
  skip();
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_SILENCE(b());
  EXPECT_SILENCE(c());
  ASSERT_OK(c().tar(10));
  EXPECT_HEARD(c(), "remove x @5 tso", "grant 10");
}

// b is subscribed to D everywhere, and to its subclass in a region.
class ClausesOfRelevanceInRegions : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    ASSERT_OK(a().rti->enable_attribute_relevance_advisory_switch());
    ASSERT_OK(a().pub("D.E", "d1 d2 e1"));
    wanted = b().region("X 0 20");
    moving = a().region("X 50 60");
    ASSERT_OK(b().sub("D", "d1"));
    ASSERT_OK(b().sub_in("D.E", "d2 e1", {wanted}));
  }
  RegionHandle wanted, moving;
};
CONFORMANCE_SUITE(ClausesOfRelevanceInRegions);

// 6.9, 9.8
TEST_P(ClausesOfRelevanceInRegions, AnObjectThatComesIntoTheRegionStaysKnownAsBefore) {
  ASSERT_OK(a().reg_in("D.E", "x", "d2 e1", {moving}));
  EXPECT_HEARD(b(), "discover x D");
  EXPECT_HEARD(a(), "updates_on x d1");
  ASSERT_OK(a().move(moving, "X 10 11"));
  EXPECT_SILENCE(a());
  ASSERT_OK(a().reg_in("D.E", "y", "d2 e1", {moving}));
  EXPECT_HEARD(b(), "discover y D.E");
  EXPECT_HEARD(a(), "updates_on y d2 e1");
  ASSERT_OK(b().unsub("D"));
  EXPECT_EQ(a().heard("updates_off"), (Lines{"updates_off x d1"}));
}

TEST_P(ClausesOfRelevanceInRegions, AnObjectThatLeavesTheRegionStaysKnownAsBefore) {
  ASSERT_OK(a().move(moving, "X 10 11"));
  ASSERT_OK(a().reg_in("D.E", "x", "d2 e1", {moving}));
  EXPECT_HEARD(b(), "discover x D.E");
  EXPECT_HEARD(a(), "updates_on x d2 e1");
  ASSERT_OK(a().move(moving, "X 50 60"));
  EXPECT_HEARD(a(), "updates_off x d2 e1") << "and d1 is not wanted at D";
  ASSERT_OK(b().move(wanted, "X 55 56"));
  EXPECT_HEARD(a(), "updates_on x d2 e1");
}

// 9.6: likewise if the regions of the object change by association.
TEST_P(ClausesOfRelevanceInRegions, AnAssociationDoesNotChangeTheKnownClass) {
  ASSERT_OK(a().reg_in("D.E", "x", "d2 e1", {moving}));
  EXPECT_HEARD(a(), "updates_on x d1");
  const RegionHandle near = a().region("X 10 11");
  ASSERT_OK(a().associate("x", "e1", {near}));
  ASSERT_OK(a().unassociate("x", "d2", {moving}));
  EXPECT_SILENCE(a());
  ASSERT_OK(b().forget("x"));
  EXPECT_HEARD(a(), "updates_off x d1");
}

// 9.8, 9.9: a subscription in a region is one at its class like any other.
TEST_P(ClausesOfRelevanceInRegions, ARegionalSubscriptionAfterTheDiscoveryDoesNotCount) {
  ASSERT_OK(b().unsub_in("D.E", "d2 e1", {wanted}));
  ASSERT_OK(a().reg("D.E", "x"));
  EXPECT_HEARD(b(), "discover x D");
  EXPECT_HEARD(a(), "updates_on x d1");
  ASSERT_OK(b().sub_in("D.E", "d2 e1", {wanted}));
  EXPECT_SILENCE(a());
  ASSERT_OK(b().sub_in("D", "d2", {wanted}));
  EXPECT_HEARD(a(), "updates_on x d2");
  ASSERT_OK(b().unsub_in("D.E", "d2 e1", {wanted}));
  EXPECT_SILENCE(a());
}

class ClausesOfRestoredRelevance : public OfRelevance<SavingFederation> {};
CONFORMANCE_SUITE(ClausesOfRestoredRelevance);

// 4.29: the known classes are those of the save, whatever has followed it.
TEST_P(ClausesOfRestoredRelevance, ARestoreBringsKnownClassesBack) {
  know_as_superclass();
  ASSERT_OK(b().sub("A.B", "b1"));
  skip();
  save("s");
  ASSERT_OK(b().forget("x"));
  ASSERT_OK(b().sub("A.B", "a1 b1"));
  EXPECT_HEARD(b(), "discover x A.B");
  skip();
  restore("s");
  EXPECT_SILENCE(a());
  ASSERT_OK(b().sub("A.B", "a1"));
  EXPECT_SILENCE(a());
  ASSERT_OK(b().unsub("A"));
  EXPECT_HEARD(a(), "updates_off x a1");
}

// 4.29 with 6.16
TEST_P(ClausesOfRestoredRelevance, ARestoreBringsLocalDeletionsBack) {
  know_as_superclass();
  ASSERT_OK(b().forget("x"));
  skip();
  save("s");
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(a(), "updates_on x a1");
  skip();
  restore("s");
  EXPECT_SILENCE(a());
  ASSERT_OK(c().sub("A", "a1", false));
  EXPECT_SILENCE(a());
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(a(), "updates_on x a1");
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
