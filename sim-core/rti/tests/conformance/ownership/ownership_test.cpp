// IEEE 1516.1-2010, clause 7: ownership management.
#include "conformance/shared_object.hpp"

namespace orrery::rti::testing::conformance {
namespace {

using Clause7 = SharedObject;
CONFORMANCE_SUITE(Clause7);

// 7.2
TEST_P(Clause7, AnUnconditionalDivestitureIsOfferedToThePublishers) {
  ASSERT_OK(c().unpub("A"));
  ASSERT_OK(a().divest("x", "a1"));
  EXPECT_HEARD(b(), "assume x a1");
  EXPECT_SILENCE(c());
  a().heard();
  EXPECT_ERROR(a().upd("x", "a1=1"), AttributeNotOwned);
  ASSERT_OK(a().query("x", "a1"));
  EXPECT_HEARD(a(), "owner x a1 none");
}

TEST_P(Clause7, ADivestitureOfWhatIsNotOwnedChangesNothing) {
  EXPECT_ERROR(b().divest("x", "a1"), AttributeNotOwned);
  ASSERT_OK(a().divest("x", "a1"));
  EXPECT_ERROR(a().divest("x", "a1 a2"), AttributeNotOwned);
  EXPECT_TRUE(a().owns("x", "a2"));
  const AttributeHandle undefined{777};
  EXPECT_ERROR(a().rti->unconditional_attribute_ownership_divestiture(a().object("x"),
                                                                      std::span(&undefined, 1)),
               AttributeNotDefined);
  EXPECT_ERROR(a().divest("nothing", "a1"), ObjectInstanceNotKnown);
}

TEST_P(Clause7, APendingAcquisitionGetsWhatIsDivested) {
  ASSERT_OK(b().acquire("x", "a1", "want"));
  EXPECT_HEARD(a(), "release x a1 tag=want");
  ASSERT_OK(a().divest("x", "a1"));
  EXPECT_HEARD(b(), "acquired x a1");
  EXPECT_SILENCE(c()) << "it has a new owner";
  ASSERT_OK(c().query("x", "a1"));
  EXPECT_HEARD(c(), "owner x a1 b");
}

// 7.3: the attributes stay owned until the divestiture is confirmed.
TEST_P(Clause7, WhatIsBeingDivestedIsStillUpdated) {
  ASSERT_OK(a().negotiate("x", "a1", "offer"));
  EXPECT_HEARD(b(), "assume x a1 tag=offer");
  EXPECT_HEARD(c(), "assume x a1 tag=offer");
  EXPECT_TRUE(a().owns("x", "a1"));
  ASSERT_OK(a().upd("x", "a1=1"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  c().heard();
  ASSERT_OK(b().acquire("x", "a1"));
  EXPECT_HEARD(a(), "confirm x a1");
  EXPECT_TRUE(a().owns("x", "a1"));
  ASSERT_OK(a().upd("x", "a1=2"));
  EXPECT_HEARD(b(), "reflect x a1=2");
  ASSERT_OK(a().confirm("x", "a1", "done"));
  EXPECT_HEARD(b(), "acquired x a1 tag=done");
  EXPECT_FALSE(a().owns("x", "a1"));
}

TEST_P(Clause7, APendingAcquisitionIsConfirmedAtOnceWhenTheOwnerNegotiates) {
  ASSERT_OK(b().acquire("x", "a1"));
  skip();
  ASSERT_OK(a().negotiate("x", "a1", "offer"));
  EXPECT_HEARD(a(), "confirm x a1");
  EXPECT_SILENCE(b());
}

TEST_P(Clause7, ANegotiationIsNotStartedTwice) {
  ASSERT_OK(a().negotiate("x", "a1"));
  EXPECT_ERROR(a().negotiate("x", "a1 a2"), AttributeAlreadyBeingDivested);
  EXPECT_ERROR(b().negotiate("x", "a2"), AttributeNotOwned);
  skip();
  ASSERT_OK(a().negotiate("x", "a2", "second"));
  EXPECT_HEARD(b(), "assume x a2 tag=second");
}

// 7.2: an unconditional divestiture ends a negotiated one.
TEST_P(Clause7, AnUnconditionalDivestitureEndsANegotiation) {
  ASSERT_OK(a().negotiate("x", "a1"));
  skip();
  ASSERT_OK(a().divest("x", "a1"));
  EXPECT_FALSE(a().owns("x", "a1"));
  EXPECT_ERROR(a().cancel_negotiation("x", "a1"), AttributeNotOwned);
  ASSERT_OK(b().acquire("x", "a1"));
  EXPECT_EQ(b().heard("acquired"), (Lines{"acquired x a1"}));
  EXPECT_EQ(a().heard("confirm"), Lines{});
}

// 7.6 exceptions
TEST_P(Clause7, AConfirmationNeedsANegotiationAndAnAcquirer) {
  EXPECT_ERROR(a().confirm("x", "a1"), AttributeDivestitureWasNotRequested);
  ASSERT_OK(a().negotiate("x", "a1"));
  EXPECT_ERROR(a().confirm("x", "a1"), NoAcquisitionPending);
  EXPECT_ERROR(b().confirm("x", "a1"), AttributeNotOwned);
  ASSERT_OK(b().acquire("x", "a1"));
  skip();
  ASSERT_OK(b().cancel_acquisition("x", "a1"));
  EXPECT_HEARD(b(), "cancelled x a1");
  EXPECT_ERROR(a().confirm("x", "a1"), NoAcquisitionPending);
  EXPECT_TRUE(a().owns("x", "a1"));
  ASSERT_OK(c().acquire("x", "a1"));
  EXPECT_HEARD(a(), "confirm x a1") << "the negotiation goes on";
}

// 7.14: the attributes are no longer offered; 7.8 the owner is asked to release.
TEST_P(Clause7, AfterANegotiationIsCancelledAnAcquisitionAsksForTheRelease) {
  ASSERT_OK(a().negotiate("x", "a1"));
  skip();
  ASSERT_OK(a().cancel_negotiation("x", "a1"));
  EXPECT_ERROR(a().cancel_negotiation("x", "a1"), AttributeDivestitureWasNotRequested);
  ASSERT_OK(b().acquire("x", "a1", "want"));
  EXPECT_HEARD(a(), "release x a1 tag=want");
  ASSERT_OK(c().acquire_free("x", "a1"));
  EXPECT_HEARD(c(), "unavailable x a1");
}

// 7.9 exceptions
TEST_P(Clause7, AcquisitionsAreChecked) {
  ASSERT_OK(c().unpub("A", "a2"));
  EXPECT_ERROR(c().acquire("x", "a1 a2"), AttributeNotPublished);
  EXPECT_ERROR(c().acquire_free("x", "a1 a2"), AttributeNotPublished);
  ASSERT_OK(c().unpub("A"));
  EXPECT_ERROR(c().acquire("x", "a1"), ObjectClassNotPublished);
  EXPECT_ERROR(c().acquire_free("x", "a1"), ObjectClassNotPublished);
  EXPECT_ERROR(a().acquire("x", "a1"), FederateOwnsAttributes);
  EXPECT_ERROR(a().acquire_free("x", "a1"), FederateOwnsAttributes);
  EXPECT_ERROR(b().acquire("nothing", "a1"), ObjectInstanceNotKnown);
  ASSERT_OK(b().acquire("x", "a1"));
  EXPECT_ERROR(b().acquire_free("x", "a1"), AttributeAlreadyBeingAcquired);
  EXPECT_SILENCE(c());
}

TEST_P(Clause7, AnAcquisitionOfFreeAndOwnedAttributesIsDivided) {
  ASSERT_OK(a().divest("x", "a1"));
  skip();
  ASSERT_OK(b().acquire("x", "a1 a2", "want"));
  EXPECT_HEARD(a(), "release x a2 tag=want");
  EXPECT_EQ(b().heard("acquired").size(), 1U);
  EXPECT_TRUE(b().owns("x", "a1"));
  ASSERT_OK(a().divest("x", "a2"));
  EXPECT_HEARD(b(), "acquired x a2");
}

TEST_P(Clause7, AnAcquisitionIfAvailableOfFreeAndOwnedAttributesIsDivided) {
  ASSERT_OK(a().divest("x", "a1"));
  skip();
  ASSERT_OK(b().acquire_free("x", "a1 a2"));
  EXPECT_HEARD_SORTED(b(), "acquired x a1", "unavailable x a2");
  EXPECT_SILENCE(a()) << "the owner is not asked";
  ASSERT_OK(a().divest("x", "a2"));
  EXPECT_HEARD(b(), "assume x a2");
  EXPECT_FALSE(b().owns("x", "a2")) << "the request has ended";
}

// 7.13
TEST_P(Clause7, OnlyWhatIsWantedIsDivestedIfWanted) {
  ASSERT_OK(b().acquire("x", "a2", "want"));
  skip();
  EXPECT_EQ(*a().give("x", "a1 a2"), "a2");
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_FALSE(a().owns("x", "a2"));
  EXPECT_HEARD(b(), "acquired x a2");
  EXPECT_ERROR(a().give("x", "a2"), AttributeNotOwned);
  EXPECT_ERROR(a().give("nothing", "a2"), ObjectInstanceNotKnown);
}

TEST_P(Clause7, WhoStillWaitsAsksTheNewOwner) {
  ASSERT_OK(b().acquire("x", "a1", "b"));
  ASSERT_OK(c().acquire("x", "a1", "c"));
  skip();
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_HEARD(b(), "acquired x a1", "release x a1 tag=c");
  EXPECT_SILENCE(a());
  EXPECT_EQ(*b().give("x", "a1"), "a1");
  EXPECT_HEARD(c(), "acquired x a1");
}

// 7.12
TEST_P(Clause7, ADeniedReleaseAnswersTheAcquirer) {
  ASSERT_OK(b().acquire("x", "a1 a2"));
  skip();
  EXPECT_ERROR(b().deny("x", "a1"), AttributeNotOwned);
  ASSERT_OK(a().deny("x", "a1"));
  EXPECT_HEARD(b(), "unavailable x a1");
  EXPECT_EQ(*a().give("x", "a1 a2"), "a2");
  EXPECT_HEARD(b(), "acquired x a2");
}

// 7.15
TEST_P(Clause7, ACancelledAcquisitionIsConfirmedOrGranted) {
  EXPECT_ERROR(b().cancel_acquisition("x", "a1"), AttributeAcquisitionWasNotRequested);
  EXPECT_ERROR(a().cancel_acquisition("x", "a1"), AttributeAlreadyOwned);
  ASSERT_OK(b().acquire("x", "a1 a2"));
  skip();
  ASSERT_OK(b().cancel_acquisition("x", "a1"));
  EXPECT_HEARD(b(), "cancelled x a1");
  EXPECT_EQ(*a().give("x", "a1 a2"), "a2");
  EXPECT_HEARD(b(), "acquired x a2");
  EXPECT_ERROR(b().cancel_acquisition("x", "a2"), AttributeAlreadyOwned);
}

TEST_P(Clause7, AfterACancellationTheAcquirerMayAskAgain) {
  ASSERT_OK(b().acquire("x", "a1", "one"));
  skip();
  ASSERT_OK(b().cancel_acquisition("x", "a1"));
  skip();
  ASSERT_OK(b().acquire("x", "a1", "two"));
  EXPECT_HEARD(a(), "release x a1 tag=two");
  ASSERT_OK(a().divest("x", "a1"));
  EXPECT_HEARD(b(), "acquired x a1");
}

// 7.17, 7.18
TEST_P(Clause7, AQueryIsAnsweredToTheFederateThatAsked) {
  ASSERT_OK(b().query("x", "priv"));
  EXPECT_HEARD(b(), "owner x priv a");
  ASSERT_OK(b().query("x", "a3"));
  EXPECT_HEARD(b(), "owner x a3 none");
  EXPECT_SILENCE(a());
  EXPECT_SILENCE(c());
  EXPECT_ERROR(b().rti->query_attribute_ownership(b().object("x"), AttributeHandle{777}),
               AttributeNotDefined);
  EXPECT_ERROR(b().query("nothing", "a1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(b().rti->is_attribute_owned_by_federate(b().object("x"), AttributeHandle{777}),
               AttributeNotDefined);
  EXPECT_ERROR(b().rti->is_attribute_owned_by_federate({123456}, b().attribute("A", "a1")),
               ObjectInstanceNotKnown);
}

// 6.14: a deletion ends what is being negotiated.
TEST_P(Clause7, ADeletionEndsNegotiationsAndAcquisitions) {
  ASSERT_OK(b().acquire("x", "a1"));
  skip();
  ASSERT_OK(a().negotiate("x", "a2"));
  ASSERT_OK(a().del("x"));
  EXPECT_EQ(b().heard("acquired"), Lines{});
  EXPECT_ERROR(b().cancel_acquisition("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_OK(b().unpub("A")) << "no acquisition is pending";
}

TEST_P(Clause7, ANewOwnerMayBeAnyAcquirerOfTheDivestiture) {
  ASSERT_OK(a().negotiate("x", "a1 a2", "offer"));
  skip();
  ASSERT_OK(b().acquire("x", "a1"));
  ASSERT_OK(c().acquire("x", "a2"));
  EXPECT_HEARD_SORTED(a(), "confirm x a1", "confirm x a2");
  ASSERT_OK(a().confirm("x", "a1 a2", "done"));
  EXPECT_HEARD(b(), "acquired x a1 tag=done");
  EXPECT_HEARD(c(), "acquired x a2 tag=done");
}

// 7.4: not to a federate that owns or already acquires the attribute, nor again while it is offered.
TEST_P(Clause7, WhoPublishesLaterIsOfferedOnceWhatIsNotOwned) {
  ASSERT_OK(b().unpub("A"));
  ASSERT_OK(c().unpub("A"));
  ASSERT_OK(a().divest("x", "a1"));
  skip();
  ASSERT_OK(b().pub("A", "a2"));
  EXPECT_SILENCE(b());
  ASSERT_OK(b().pub("A", "a1"));
  EXPECT_HEARD(b(), "assume x a1");
  ASSERT_OK(c().pub("A", "a1"));
  EXPECT_SILENCE(b());
  EXPECT_HEARD(c(), "assume x a1");
}

TEST_P(Clause7, WhoDiscoversLaterIsOfferedWhatIsNotOwned) {
  ASSERT_OK(a().reg("A", "y"));
  skip();
  ASSERT_OK(b().forget("y"));
  ASSERT_OK(b().unsub("A"));
  ASSERT_OK(a().divest("y", "a1"));
  EXPECT_SILENCE(b()) << "it does not know the object";
  EXPECT_HEARD(c(), "assume y a1");
  ASSERT_OK(b().sub("A", "a1 a2"));
  EXPECT_HEARD(b(), "discover y A", "assume y a1");
}

// 7.1: updates that wait for their time come although their sender does not own the attribute any more.
TEST_P(Clause7, QueuedUpdatesSurviveATransferOfOwnership) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().upd_at(5, "x", "a2=old"));
  ASSERT_OK(a().divest("x", "a2"));
  ASSERT_OK(c().acquire("x", "a2"));
  skip();
  regulate(c(), 1);
  ASSERT_OK(c().upd_at(6, "x", "a2=new"));
  ASSERT_OK(a().tar(10));
  ASSERT_OK(c().tar(10));
  ASSERT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x a2=old @5 tso", "reflect x a2=new @6 tso", "grant 10");
}

// 4.10: a resignation that divests offers the attributes to those that wait.
TEST_P(Clause7, AResigningOwnerLeavesItsAttributesToTheAcquirers) {
  ASSERT_OK(b().acquire("x", "a1"));
  skip();
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  EXPECT_HEARD_SORTED(b(), "acquired x a1", "assume x priv a2");
  EXPECT_HEARD(c(), "assume x priv a2");
}

// 4.10: an acquirer that resigns is no longer waited for.
TEST_P(Clause7, AResigningAcquirerIsNoLongerWaitedFor) {
  ASSERT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_ERROR(b().rti->resign_federation_execution(ResignAction::no_action),
               OwnershipAcquisitionPending);
  EXPECT_ERROR(b().rti->resign_federation_execution(ResignAction::delete_objects_then_divest),
               OwnershipAcquisitionPending);
  ASSERT_OK(
      b().rti->resign_federation_execution(ResignAction::cancel_pending_ownership_acquisitions));
  EXPECT_EQ(*a().give("x", "a1"), "");
  EXPECT_TRUE(a().owns("x", "a1"));
  ASSERT_OK(a().negotiate("x", "a1"));
  EXPECT_SILENCE(a());
}

TEST_P(Clause7, ANegotiationWhoseAcquirerResignsGoesOn) {
  ASSERT_OK(a().negotiate("x", "a1"));
  ASSERT_OK(b().acquire("x", "a1"));
  EXPECT_HEARD(a(), "confirm x a1");
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::cancel_then_delete_then_divest));
  EXPECT_ERROR(a().confirm("x", "a1"), NoAcquisitionPending);
  ASSERT_OK(c().acquire("x", "a1"));
  EXPECT_HEARD(a(), "confirm x a1");
  ASSERT_OK(a().confirm("x", "a1"));
  EXPECT_TRUE((settle(), c().owns("x", "a1")));
}

// The object's creator keeps nothing special: whoever holds the privilege deletes.
TEST_P(Clause7, WhoAcquiresThePrivilegeDeletesAndTheRegistrantHearsOfIt) {
  ASSERT_OK(a().divest("x", "priv"));
  ASSERT_OK(b().acquire("x", "priv"));
  skip();
  EXPECT_ERROR(a().del("x"), DeletePrivilegeNotHeld);
  ASSERT_OK(b().del("x", "gone"));
  EXPECT_HEARD(a(), "remove x tag=gone");
  EXPECT_HEARD(c(), "remove x tag=gone");
  EXPECT_SILENCE(b());
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
