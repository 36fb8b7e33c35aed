// IEEE 1516.1-2010, clause 7: negotiations between three federates, and what ends them.
#include <algorithm>

#include "conformance/shared_object.hpp"

namespace orrery::rti::testing::conformance {
namespace {

using Clause7Negotiations = SharedObject;
CONFORMANCE_SUITE(Clause7Negotiations);

// 7.6: to the acquirer that asked first; the others wait for the new owner.
TEST_P(Clause7Negotiations, OfTwoAcquirersTheOtherWaitsForTheNewOwner) {
  ASSERT_OK(a().negotiate("x", "a1"));
  skip();
  ASSERT_OK(b().acquire("x", "a1", "b"));
  ASSERT_OK(c().acquire("x", "a1", "c"));
  EXPECT_EQ(a().heard("confirm"), (Lines{"confirm x a1"}));
  ASSERT_OK(a().confirm("x", "a1", "done"));
  EXPECT_HEARD(b(), "acquired x a1 tag=done", "release x a1 tag=c");
  EXPECT_SILENCE(c());
}

TEST_P(Clause7Negotiations, IfTheFirstAcquirerCancelsTheSecondGetsIt) {
  ASSERT_OK(a().negotiate("x", "a1"));
  skip();
  ASSERT_OK(b().acquire("x", "a1"));
  ASSERT_OK(c().acquire("x", "a1"));
  skip();
  ASSERT_OK(b().cancel_acquisition("x", "a1"));
  EXPECT_HEARD(b(), "cancelled x a1");
  settle();
  ASSERT_OK(a().confirm("x", "a1", "done"));
  EXPECT_HEARD(c(), "acquired x a1 tag=done");
  EXPECT_SILENCE(b());
}

// 5.3: unpublishing divests without condition, also what is being negotiated.
TEST_P(Clause7Negotiations, UnpublishingEndsANegotiation) {
  ASSERT_OK(a().negotiate("x", "a1"));
  ASSERT_OK(b().acquire("x", "a1"));
  skip();
  ASSERT_OK(a().unpub("A", "a1"));
  EXPECT_HEARD(b(), "acquired x a1");
  EXPECT_ERROR(a().confirm("x", "a1"), AttributeNotOwned);
}

// 7.4: who begins to publish is offered what is being negotiated.
TEST_P(Clause7Negotiations, ALaterPublisherIsOfferedTheNegotiatedAttributes) {
  ASSERT_OK(c().unpub("A"));
  ASSERT_OK(a().negotiate("x", "a1", "offer"));
  EXPECT_HEARD(b(), "assume x a1 tag=offer");
  EXPECT_SILENCE(c());
  ASSERT_OK(c().pub("A", "a1"));
  EXPECT_HEARD(c(), "assume x a1 tag=offer");
}

// 7.14 while a divestiture confirmation has been requested.
TEST_P(Clause7Negotiations, AConfirmationIsNotNeededAfterTheCancellation) {
  ASSERT_OK(a().negotiate("x", "a1"));
  ASSERT_OK(b().acquire("x", "a1", "want"));
  EXPECT_HEARD(a(), "confirm x a1");
  skip();
  ASSERT_OK(a().cancel_negotiation("x", "a1"));
  EXPECT_ERROR(a().confirm("x", "a1"), AttributeDivestitureWasNotRequested);
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_FALSE(b().owns("x", "a1"));
}

// 7.13 while negotiating.
TEST_P(Clause7Negotiations, WhatIsWantedIsGivenDuringANegotiation) {
  ASSERT_OK(a().negotiate("x", "a1 a2"));
  ASSERT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_EQ(*a().give("x", "a1 a2"), "a1");
  EXPECT_HEARD(b(), "acquired x a1");
  ASSERT_OK(c().acquire("x", "a2"));
  EXPECT_HEARD(a(), "confirm x a2") << "a2 is still offered";
}

// 7.8: a second acquisition of the same federate adds attributes.
TEST_P(Clause7Negotiations, AnAcquisitionIsExtended) {
  ASSERT_OK(b().acquire("x", "a1", "one"));
  EXPECT_HEARD(a(), "release x a1 tag=one");
  ASSERT_OK(b().acquire("x", "a2", "two"));
  EXPECT_HEARD(a(), "release x a2 tag=two");
  EXPECT_EQ(*a().give("x", "a1 a2"), "a1 a2");
  settle();
  EXPECT_TRUE(b().owns("x", "a1") && b().owns("x", "a2"));
}

// 7.9: of several that ask for a free attribute one gets it.
TEST_P(Clause7Negotiations, OfTwoThatAskIfAvailableOneIsUnavailable) {
  ASSERT_OK(a().divest("x", "a1"));
  skip();
  ASSERT_OK(b().acquire_free("x", "a1"));
  ASSERT_OK(c().acquire_free("x", "a1"));
  Lines both = b().heard();
  const Lines of_c = c().heard();
  both.insert(both.end(), of_c.begin(), of_c.end());
  std::ranges::sort(both);
  EXPECT_EQ(both, (Lines{"acquired x a1", "unavailable x a1"}));
  EXPECT_NE(b().owns("x", "a1"), c().owns("x", "a1"));
}

TEST_P(Clause7Negotiations, OfTwoThatAskForWhatIsFreeTheOtherAsksTheWinner) {
  ASSERT_OK(a().divest("x", "a1"));
  skip();
  ASSERT_OK(b().acquire("x", "a1", "b"));
  ASSERT_OK(c().acquire("x", "a1", "c"));
  settle();
  Actor& winner = b().owns("x", "a1") ? b() : c();
  EXPECT_TRUE(winner.owns("x", "a1"));
  const std::string tag = &winner == &b() ? "c" : "b";
  EXPECT_EQ(winner.heard("release"), (Lines{"release x a1 tag=" + tag}));
}

// 7.2: of the attributes, each goes its own way.
TEST_P(Clause7Negotiations, EachAttributeGoesItsOwnWay) {
  ASSERT_OK(b().acquire("x", "a1"));
  skip();
  ASSERT_OK(a().divest("x", "a1 a2"));
  EXPECT_HEARD_SORTED(b(), "acquired x a1", "assume x a2");
  EXPECT_HEARD(c(), "assume x a2");
  ASSERT_OK(c().acquire("x", "a2"));
  settle();
  EXPECT_TRUE(b().owns("x", "a1") && c().owns("x", "a2"));
  ASSERT_OK(b().upd("x", "a1=1"));
  ASSERT_OK(c().upd("x", "a2=2"));
  EXPECT_EQ(a().heard("reflect"), (Lines{"reflect x a1=1", "reflect x a2=2"}));
}

// 7.16: after the confirmation the owner is not bound by the request any more.
TEST_P(Clause7Negotiations, ACancelledAcquirerIsNotGivenTheAttribute) {
  ASSERT_OK(b().acquire("x", "a1"));
  skip();
  ASSERT_OK(b().cancel_acquisition("x", "a1"));
  EXPECT_HEARD(b(), "cancelled x a1");
  EXPECT_EQ(*a().give("x", "a1"), "");
  ASSERT_OK(a().divest("x", "a1"));
  EXPECT_HEARD(b(), "assume x a1");
  EXPECT_FALSE(b().owns("x", "a1"));
}

// 7.12: after a denial the acquirer may ask again, and the negotiation of others goes on.
TEST_P(Clause7Negotiations, WhoWasDeniedMayAskAgain) {
  ASSERT_OK(b().acquire("x", "a1", "one"));
  EXPECT_HEARD(a(), "release x a1 tag=one");
  ASSERT_OK(a().deny("x", "a1"));
  EXPECT_HEARD(b(), "unavailable x a1");
  EXPECT_ERROR(b().cancel_acquisition("x", "a1"), AttributeAcquisitionWasNotRequested);
  ASSERT_OK(b().acquire("x", "a1", "two"));
  EXPECT_HEARD(a(), "release x a1 tag=two");
}

// 6.16 with 7.8: a federate that forgets an object owns nothing of it; its requests have ended before.
TEST_P(Clause7Negotiations, AForgottenObjectIsOfferedWhenItIsDiscoveredAgain) {
  ASSERT_OK(a().divest("x", "a1"));
  skip();
  ASSERT_OK(b().forget("x"));
  EXPECT_ERROR(b().acquire("x", "a1"), ObjectInstanceNotKnown);
  ASSERT_OK(a().upd("x", "a2=1"));
  const Lines heard = b().heard();
  if (!heard.empty()) {
    EXPECT_EQ(heard.front(), "discover x A");
    ASSERT_OK(b().acquire("x", "a1"));
    settle();
    EXPECT_TRUE(b().owns("x", "a1"));
  }
}

// 7.17: the answer is of the time of the query.
TEST_P(Clause7Negotiations, WhileNegotiatingTheOwnerIsTheOwner) {
  ASSERT_OK(a().negotiate("x", "a1"));
  ASSERT_OK(b().acquire("x", "a1"));
  skip();
  ASSERT_OK(c().query("x", "a1"));
  EXPECT_HEARD(c(), "owner x a1 a");
  ASSERT_OK(a().confirm("x", "a1"));
  settle();
  ASSERT_OK(c().query("x", "a1"));
  EXPECT_HEARD(c(), "owner x a1 b");
}

// 7.2 then 7.8 by the former owner.
TEST_P(Clause7Negotiations, TheFormerOwnerMayAcquireAgain) {
  ASSERT_OK(a().divest("x", "a1"));
  ASSERT_OK(a().acquire("x", "a1"));
  settle();
  EXPECT_TRUE(a().owns("x", "a1"));
  ASSERT_OK(a().upd("x", "a1=1"));
  EXPECT_EQ(b().heard("reflect"), (Lines{"reflect x a1=1"}));
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
