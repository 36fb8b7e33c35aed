// IEEE 1516.1-2010, 5.1.2, 6.1 and 6.16 to 6.22: the class an object is discovered as, scope and relevance that follow from it.
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class ClausesOfTheKnownClass : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    ASSERT_OK(a().pub("A", "a1"));
    ASSERT_OK(a().pub("A.B", "a1 b1"));
    ASSERT_OK(a().pub("A.B.C", "a1 b1 c1"));
  }
};
CONFORMANCE_SUITE(ClausesOfTheKnownClass);

// 6.11: of three subscriptions the one at the known class counts.
TEST_P(ClausesOfTheKnownClass, AttributesSubscribedToAtSuperclassesAreNotReflected) {
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().sub("A.B", "b1"));
  ASSERT_OK(b().sub("A.B.C", "c1"));
  for (const auto& [of, label] : {std::pair("A", "x"), {"A.B", "y"}, {"A.B.C", "z"}}) {
    ASSERT_OK(a().reg(of, label));
  }
  EXPECT_HEARD(b(), "discover x A", "discover y A.B", "discover z A.B.C");
  ASSERT_OK(a().upd("x", "a1=1"));
  ASSERT_OK(a().upd("y", "a1=1 b1=2"));
  ASSERT_OK(a().upd("z", "a1=1 b1=2 c1=3"));
  EXPECT_HEARD(b(), "reflect x a1=1", "reflect y b1=2", "reflect z c1=3");
}

// 6.9: the candidate is the closest subscribed class, also where none of its subscribed attributes has an owner.
TEST_P(ClausesOfTheKnownClass, TheClosestClassIsTheCandidateAlsoWithoutAnOwnedAttribute) {
  ASSERT_OK(a().unpub("A.B.C", "b1 c1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().sub("A.B", "b1", false));
  ASSERT_OK(a().reg("A.B.C", "z"));
  EXPECT_SILENCE(b());
  ASSERT_OK(b().unsub("A.B"));
  EXPECT_HEARD(b(), "discover z A");
}

// 6.9: the known class of each object is that of its discovery.
TEST_P(ClausesOfTheKnownClass, AnUnsubscribedSubclassLeavesItsObjectsKnownAsIt) {
  ASSERT_OK(b().rti->enable_attribute_scope_advisory_switch());
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().sub("A.B", "a1"));
  ASSERT_OK(a().reg("A.B", "x"));
  EXPECT_HEARD(b(), "discover x A.B", "in_scope x a1");
  ASSERT_OK(b().unsub("A.B"));
  EXPECT_HEARD(b(), "out_of_scope x a1");
  ASSERT_OK(a().reg("A.B", "y"));
  EXPECT_HEARD(b(), "discover y A", "in_scope y a1");
  ASSERT_OK(a().upd("x", "a1=1"));
  ASSERT_OK(a().upd("y", "a1=2"));
  EXPECT_HEARD(b(), "reflect y a1=2");
  ASSERT_OK(b().sub("A.B", "b1"));
  EXPECT_HEARD(b(), "in_scope x b1");
}

// 6.21, 6.22: of subscribers that know the object as different classes.
TEST_P(ClausesOfTheKnownClass, UpdatesAreTurnedOnForSubscribersOfSeveralClasses) {
  ASSERT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(c().sub("A.B", "b1"));
  ASSERT_OK(a().reg("A.B", "x"));
  EXPECT_HEARD(a(), "updates_on x a1 b1");
  ASSERT_OK(b().sub("A", "a2"));
  EXPECT_SILENCE(a()) << "a2 has no owner";
  ASSERT_OK(c().unsub("A.B"));
  EXPECT_HEARD(a(), "updates_off x b1");
  ASSERT_OK(b().unsub("A"));
  EXPECT_HEARD(a(), "updates_off x a1");
}

// 5.8: an interaction comes as the closest class, also where that subscription is passive.
TEST_P(ClausesOfTheKnownClass, APassiveSubscriptionToASubclassCounts) {
  ASSERT_OK(a().pubi("K.L"));
  ASSERT_OK(b().subi("K"));
  ASSERT_OK(b().subi("K.L", false));
  ASSERT_OK(c().subi("K", false));
  ASSERT_OK(a().send("K.L", "k1=1 l1=2"));
  EXPECT_HEARD(b(), "receive K.L k1=1 l1=2");
  EXPECT_HEARD(c(), "receive K k1=1");
  ASSERT_OK(b().unsubi("K.L"));
  ASSERT_OK(a().send("K.L", "k1=1 l1=2"));
  EXPECT_HEARD(b(), "receive K k1=1");
}

// 7.4: an offer names what the receiver publishes at its known class.
TEST_P(ClausesOfTheKnownClass, AnOfferIsOfWhatIsPublishedAtTheKnownClass) {
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().pub("A", "a1"));
  ASSERT_OK(b().pub("A.B", "b1"));
  ASSERT_OK(c().sub("A.B", "b1"));
  ASSERT_OK(c().pub("A.B", "b1"));
  ASSERT_OK(a().reg("A.B", "x"));
  skip();
  ASSERT_OK(a().divest("x", "a1 b1"));
  EXPECT_HEARD(b(), "assume x a1");
  EXPECT_HEARD(c(), "assume x b1");
}

// 6.17, 6.18: scope in regions, of attributes with different owners.
class ClausesOfScope : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    ASSERT_OK(b().rti->enable_attribute_scope_advisory_switch());
    ASSERT_OK(a().rti->enable_attribute_relevance_advisory_switch());
    ASSERT_OK(c().rti->enable_attribute_relevance_advisory_switch());
    for (Actor* each : {&a(), &c()}) ASSERT_OK(each->pub("D", "d1 d2"));
    wanted = b().region("X 0 20");
    near = a().region("X 0 10");
    ASSERT_OK(a().reg_in("D", "x", "d1 d2", {near}));
    ASSERT_OK(c().sub("D", "d1", false));  // a passive subscription turns nothing on
  }
  RegionHandle wanted, near;
};
CONFORMANCE_SUITE(ClausesOfScope);

// 6.18: each attribute has the regions of its own.
TEST_P(ClausesOfScope, OneAttributesRegionTakesThatAttributeOut) {
  ASSERT_OK(b().sub_in("D", "d1 d2", {wanted}));
  EXPECT_HEARD(b(), "discover x D", "in_scope x d1 d2");
  EXPECT_HEARD(a(), "updates_on x d1 d2");
  const RegionHandle far = a().region("X 50 60");
  ASSERT_OK(a().associate("x", "d2", {far}));
  EXPECT_SILENCE(b()) << "d2 is in two regions";
  ASSERT_OK(a().unassociate("x", "d2", {near}));
  EXPECT_HEARD(b(), "out_of_scope x d2");
  EXPECT_HEARD(a(), "updates_off x d2");
  ASSERT_OK(a().unassociate("x", "d2", {far}));
  EXPECT_HEARD(b(), "in_scope x d2") << "in the default region";
  EXPECT_HEARD(a(), "updates_on x d2");
}

// 6.17, 9.6: the regions of the owner count, and a new owner has others.
TEST_P(ClausesOfScope, ANewOwnersRegionDecides) {
  ASSERT_OK(b().sub_in("D", "d1", {wanted}));
  const RegionHandle far = c().region("X 50 60");
  skip();
  ASSERT_OK(c().associate("x", "d1", {far}));
  ASSERT_OK(c().acquire("x", "d1"));
  EXPECT_SILENCE(b());
  EXPECT_EQ(*a().give("x", "d1"), "d1");
  EXPECT_HEARD(b(), "out_of_scope x d1");
  EXPECT_EQ(c().heard("updates_on"), Lines{});
  ASSERT_OK(c().move(far, "X 15 60"));
  EXPECT_HEARD(b(), "in_scope x d1");
  EXPECT_HEARD(c(), "updates_on x d1");
}

// 9.3: regions that are committed together change at once.
TEST_P(ClausesOfScope, RegionsThatSwapInOneCommitMoveNoScope) {
  const RegionHandle other = b().region("X 50 60");
  ASSERT_OK(b().sub_in("D", "d1", {wanted, other}));
  EXPECT_HEARD(b(), "discover x D", "in_scope x d1");
  skip();
  ASSERT_OK(b().bounds(wanted, "X 50 60"));
  ASSERT_OK(b().bounds(other, "X 0 20"));
  const std::vector both{wanted, other};
  ASSERT_OK(b().rti->commit_region_modifications(both));
  EXPECT_SILENCE(b());
  EXPECT_SILENCE(a());
  ASSERT_OK(b().unsub_in("D", "d1", {other}));
  EXPECT_HEARD(b(), "out_of_scope x d1");
  EXPECT_HEARD(a(), "updates_off x d1");
}

// 9.3: a commit concerns all objects of the region, each by a callback.
TEST_P(ClausesOfScope, ACommitAdvisesOfEachObject) {
  ASSERT_OK(a().reg_in("D", "y", "d1", {near}));
  ASSERT_OK(b().sub_in("D", "d1", {wanted}));
  skip();
  ASSERT_OK(a().move(near, "X 30 40"));
  EXPECT_HEARD_SORTED(b(), "out_of_scope x d1", "out_of_scope y d1");
  EXPECT_HEARD_SORTED(a(), "updates_off x d1", "updates_off y d1");
  ASSERT_OK(b().move(wanted, "X 35 36"));
  EXPECT_HEARD_SORTED(b(), "in_scope x d1", "in_scope y d1");
  EXPECT_HEARD_SORTED(a(), "updates_on x d1", "updates_on y d1");
}

// 9.8: a subscription without regions and one with them are two.
TEST_P(ClausesOfScope, AnAttributeIsInScopeByEitherSubscription) {
  ASSERT_OK(b().sub_in("D", "d1", {wanted}));
  ASSERT_OK(b().sub("D", "d1"));
  skip();
  ASSERT_OK(a().move(near, "X 30 40"));
  EXPECT_SILENCE(b());
  EXPECT_SILENCE(a());
  ASSERT_OK(b().unsub("D", "d1"));
  EXPECT_HEARD(b(), "out_of_scope x d1");
  EXPECT_HEARD(a(), "updates_off x d1");
}

// 6.21, 9.8: a passive subscription in a region brings scope, and turns nothing on.
TEST_P(ClausesOfScope, APassiveSubscriptionInARegionBringsScopeAlone) {
  ASSERT_OK(b().sub_in("D", "d1", {wanted}, false));
  EXPECT_HEARD(b(), "discover x D", "in_scope x d1");
  EXPECT_SILENCE(a());
  ASSERT_OK(c().sub_in("D", "d1", {c().region("X 5 6")}));
  EXPECT_HEARD(a(), "updates_on x d1");
  ASSERT_OK(c().unsub("D"));
  settle();
  ASSERT_OK(a().move(near, "X 30 40"));
  EXPECT_HEARD(b(), "out_of_scope x d1");
  EXPECT_EQ(a().heard("updates_off"), (Lines{"updates_off x d1"}));
}

// 6.16, 6.17: after a local deletion the object is discovered again and comes into scope again.
TEST_P(ClausesOfScope, AForgottenObjectComesIntoScopeWithItsNextDiscovery) {
  ASSERT_OK(b().sub_in("D", "d1", {wanted}));
  skip();
  ASSERT_OK(b().unsub_in("D", "d1", {wanted}));
  EXPECT_HEARD(b(), "out_of_scope x d1");
  ASSERT_OK(b().forget("x"));
  EXPECT_SILENCE(b());
  ASSERT_OK(b().sub_in("D", "d1", {wanted}));
  EXPECT_HEARD(b(), "discover x D", "in_scope x d1");
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
