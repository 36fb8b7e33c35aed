// Ownership management (7.2 to 7.19).
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a owns x: a1, a2, a3 and the privilege. b and c publish and are subscribed to the same.
class Clause7Ownership : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    for (auto& each : actors()) {
      ASSERT_OK(each->pub("A", "a1 a2 a3"));
      ASSERT_OK(each->sub("A", "a1 a2 a3"));
    }
    ASSERT_OK(a().reg("A", "x"));
    skip();
  }
  std::string owner(const std::string& attribute) {
    EXPECT_OK(c().query("x", attribute));
    const Lines heard = c().heard("owner");
    return heard.empty() ? "(nothing)" : words(heard.back()).at(3);
  }
};

// 7.2, 7.4 Unconditional: unowned at once, offered to all others that publish it.
TEST_P(Clause7Ownership, UnconditionalDivestitureOffersToAllOthers) {
  EXPECT_OK(a().divest("x", "a1 a2"));
  EXPECT_FALSE(a().owns("x", "a1"));
  EXPECT_ERROR(a().upd("x", "a1=1"), AttributeNotOwned);
  EXPECT_HEARD(b(), "assume x a1 a2");
  EXPECT_HEARD(c(), "assume x a1 a2");
  EXPECT_SILENCE(a());
  EXPECT_EQ(owner("a1"), "none");
  EXPECT_EQ(owner("a3"), "a");
  EXPECT_ERROR(a().divest("x", "a1"), AttributeNotOwned);
  EXPECT_ERROR(a().divest("x", "a3 a1"), AttributeNotOwned);
  EXPECT_TRUE(a().owns("x", "a3"));
  EXPECT_ERROR(b().divest("x", "a3"), AttributeNotOwned);
}
// 7.4 Only to those that publish the attribute at the known class.
TEST_P(Clause7Ownership, OffersGoToPublishersAlone) {
  EXPECT_OK(b().unpub("A", "a2"));
  EXPECT_OK(c().unpub("A"));
  EXPECT_OK(a().divest("x", "a1 a2"));
  EXPECT_HEARD(b(), "assume x a1");
  EXPECT_SILENCE(c());
  // 7.4 Who begins to publish while it is unowned is offered it.
  EXPECT_OK(c().pub("A", "a2"));
  EXPECT_HEARD(c(), "assume x a2");
}
// 7.3 to 7.7 Negotiated, all steps.
TEST_P(Clause7Ownership, ANegotiatedDivestiture) {
  EXPECT_OK(a().negotiate("x", "a1", "offer"));
  EXPECT_HEARD(b(), "assume x a1 tag=offer");
  EXPECT_HEARD(c(), "assume x a1 tag=offer");
  EXPECT_ERROR(a().negotiate("x", "a1"), AttributeAlreadyBeingDivested);
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_ERROR(a().confirm("x", "a1"), NoAcquisitionPending);
  skip();
  EXPECT_OK(b().acquire("x", "a1", "take"));
  EXPECT_HEARD(a(), "confirm x a1");
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_OK(a().confirm("x", "a1", "done"));
  EXPECT_HEARD(b(), "acquired x a1 tag=done");
  EXPECT_FALSE(a().owns("x", "a1"));
  EXPECT_TRUE(b().owns("x", "a1"));
  EXPECT_SILENCE(a());
  EXPECT_SILENCE(c());
  EXPECT_EQ(owner("a1"), "b");
  EXPECT_ERROR(a().confirm("x", "a1"), AttributeNotOwned);
}
// 7.3 Others were waiting for it already: the owner is asked to confirm at once.
TEST_P(Clause7Ownership, NegotiatingWhatIsWantedAsksToConfirm) {
  EXPECT_OK(b().acquire("x", "a1", "p"));
  EXPECT_HEARD(a(), "release x a1 tag=p");
  EXPECT_OK(a().negotiate("x", "a1 a2"));
  EXPECT_HEARD(a(), "confirm x a1");
  EXPECT_OK(a().confirm("x", "a1"));
  EXPECT_HEARD(b(), "assume x a2", "acquired x a1");
}
// 7.6 Only what is divested and wanted can be confirmed.
TEST_P(Clause7Ownership, ConfirmingNeedsADivestiture) {
  EXPECT_ERROR(a().confirm("x", "a1"), AttributeDivestitureWasNotRequested);
  EXPECT_ERROR(b().confirm("x", "a1"), AttributeNotOwned);
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_ERROR(a().confirm("x", "a1"), AttributeDivestitureWasNotRequested);
  EXPECT_OK(a().negotiate("x", "a1 a2"));
  EXPECT_ERROR(a().confirm("x", "a1 a2"), NoAcquisitionPending);
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_OK(a().confirm("x", "a1"));
  EXPECT_FALSE(a().owns("x", "a1"));
}
// 7.9 "or it is in the process of being divested by its owner"
TEST_P(Clause7Ownership, IfAvailableTakesWhatIsBeingDivested) {
  EXPECT_OK(a().negotiate("x", "a1"));
  skip();
  EXPECT_OK(b().acquire_free("x", "a1"));
  EXPECT_HEARD(a(), "confirm x a1");
  EXPECT_OK(a().confirm("x", "a1", "t"));
  EXPECT_HEARD(b(), "acquired x a1 tag=t");
}
// 7.9, 7.10 Owned: unavailable, and the owner is not asked.
TEST_P(Clause7Ownership, IfAvailableIsAnsweredAtOnce) {
  EXPECT_OK(a().divest("x", "a1"));
  skip();
  EXPECT_OK(b().acquire_free("x", "a1 a2"));
  EXPECT_HEARD_SORTED(b(), "acquired x a1", "unavailable x a2");
  EXPECT_SILENCE(a());
  EXPECT_OK(b().acquire_free("x", "a2"));
  EXPECT_HEARD(b(), "unavailable x a2");
}
// 7.8, 7.9 Exceptions.
TEST_P(Clause7Ownership, AcquiringNeedsPublicationAndAnotherOwner) {
  EXPECT_ERROR(a().acquire("x", "a1"), FederateOwnsAttributes);
  EXPECT_ERROR(a().acquire_free("x", "a1"), FederateOwnsAttributes);
  EXPECT_OK(b().unpub("A", "a2"));
  EXPECT_ERROR(b().acquire("x", "a1 a2"), AttributeNotPublished);
  EXPECT_ERROR(b().acquire_free("x", "a2"), AttributeNotPublished);
  EXPECT_OK(c().unpub("A"));
  EXPECT_ERROR(c().acquire("x", "a1"), ObjectClassNotPublished);
  EXPECT_ERROR(c().acquire_free("x", "a1"), ObjectClassNotPublished);
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_ERROR(b().acquire_free("x", "a1"), AttributeAlreadyBeingAcquired);
  EXPECT_HEARD(a(), "release x a1");
}
// 7.8 Unowned: acquired at once, with no callback but one. 7.7 The tag is that of a divesting federate: none.
TEST_P(Clause7Ownership, AcquiringWhatIsUnowned) {
  EXPECT_OK(a().divest("x", "a1"));
  skip();
  EXPECT_OK(b().acquire("x", "a1", "mine"));
  EXPECT_SILENCE(a());
  settle();
  EXPECT_EQ(b().lines.size(), 1U);
  EXPECT_TRUE(b().lines.at(0).starts_with("acquired x a1"));
}
// 7.8 Partly owned by others: those of each owner are asked for.
TEST_P(Clause7Ownership, AcquiringFromSeveralOwners) {
  EXPECT_OK(a().divest("x", "a2 a3"));
  skip();
  EXPECT_OK(b().acquire_free("x", "a2"));
  skip();
  EXPECT_OK(c().acquire("x", "a1 a2 a3", "t"));
  EXPECT_HEARD(a(), "release x a1 tag=t");
  EXPECT_HEARD(b(), "release x a2 tag=t");
  settle();
  EXPECT_EQ(c().lines.size(), 1U);
  EXPECT_TRUE(c().lines.at(0).starts_with("acquired x a3"));
  c().lines.clear();
  EXPECT_OK(b().divest("x", "a2"));
  EXPECT_HEARD(c(), "acquired x a2");
  EXPECT_ERROR(a().give("x", "a1 a2"), AttributeNotOwned);
  EXPECT_TRUE(a().owns("x", "a1"));
}
// 7.13 "AttributeNotOwned": of one of the attributes, and nothing is given.
TEST_P(Clause7Ownership, GivingIfWantedGivesWhatIsWanted) {
  EXPECT_OK(b().acquire("x", "a1 a2"));
  skip();
  EXPECT_ERROR(c().give("x", "a1"), AttributeNotOwned);
  EXPECT_EQ(*a().give("x", "a1 a3"), "a1");
  EXPECT_HEARD(b(), "acquired x a1");
  EXPECT_TRUE(a().owns("x", "a2"));
  EXPECT_TRUE(a().owns("x", "a3"));
  EXPECT_EQ(*a().give("x", "a2 a3"), "a2");
  EXPECT_HEARD(b(), "acquired x a2");
  EXPECT_EQ(*a().give("x", "a3"), "");
}
// 7.12 Denied: the acquirers are told, the owner keeps it and may be asked again.
TEST_P(Clause7Ownership, AReleaseIsDenied) {
  EXPECT_OK(b().acquire("x", "a1", "1"));
  EXPECT_HEARD(a(), "release x a1 tag=1");
  EXPECT_OK(a().deny("x", "a1"));
  EXPECT_HEARD(b(), "unavailable x a1");
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_ERROR(b().deny("x", "a1"), AttributeNotOwned);
  EXPECT_OK(b().acquire("x", "a1", "2"));
  EXPECT_HEARD(a(), "release x a1 tag=2");
}
// 7.15, 7.16
TEST_P(Clause7Ownership, AnAcquisitionIsCancelled) {
  EXPECT_ERROR(b().cancel_acquisition("x", "a1"), AttributeAcquisitionWasNotRequested);
  EXPECT_ERROR(a().cancel_acquisition("x", "a1"), AttributeAlreadyOwned);
  EXPECT_OK(b().acquire("x", "a1 a2"));
  skip();
  EXPECT_OK(b().cancel_acquisition("x", "a1"));
  EXPECT_HEARD(b(), "cancelled x a1");
  EXPECT_EQ(*a().give("x", "a1 a2"), "a2");
  EXPECT_HEARD(b(), "acquired x a2");
  EXPECT_ERROR(b().cancel_acquisition("x", "a1"), AttributeAcquisitionWasNotRequested);
  EXPECT_ERROR(b().cancel_acquisition("x", "a2"), AttributeAlreadyOwned);
}
// 7.15 In the middle of a negotiation: after the owner was asked to confirm.
TEST_P(Clause7Ownership, AnAcquisitionIsCancelledBeforeItIsConfirmed) {
  EXPECT_OK(a().negotiate("x", "a1"));
  skip();
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_HEARD(a(), "confirm x a1");
  EXPECT_OK(b().cancel_acquisition("x", "a1"));
  EXPECT_HEARD(b(), "cancelled x a1");
  EXPECT_ERROR(a().confirm("x", "a1"), NoAcquisitionPending);
  EXPECT_TRUE(a().owns("x", "a1"));
  // It is still being divested: the next one that asks makes the owner confirm.
  EXPECT_OK(c().acquire("x", "a1"));
  EXPECT_HEARD(a(), "confirm x a1");
  EXPECT_OK(a().confirm("x", "a1"));
  EXPECT_HEARD(c(), "acquired x a1");
}
// 7.14
TEST_P(Clause7Ownership, ANegotiationIsCancelled) {
  EXPECT_ERROR(a().cancel_negotiation("x", "a1"), AttributeDivestitureWasNotRequested);
  EXPECT_ERROR(b().cancel_negotiation("x", "a1"), AttributeNotOwned);
  EXPECT_OK(a().negotiate("x", "a1"));
  skip();
  EXPECT_OK(a().cancel_negotiation("x", "a1"));
  EXPECT_ERROR(a().cancel_negotiation("x", "a1"), AttributeDivestitureWasNotRequested);
  EXPECT_OK(b().acquire("x", "a1", "t"));
  EXPECT_HEARD(a(), "release x a1 tag=t");
  EXPECT_OK(a().negotiate("x", "a1"));
  EXPECT_HEARD(a(), "confirm x a1");
}
// 7.8 Several wait: each is asked for in turn; the next owner is asked by the one that waits still (7.11).
TEST_P(Clause7Ownership, SeveralAcquirersComeOneAfterAnother) {
  EXPECT_OK(b().acquire("x", "a1", "b"));
  EXPECT_HEARD(a(), "release x a1 tag=b");
  EXPECT_OK(c().acquire("x", "a1", "c"));
  EXPECT_HEARD(a(), "release x a1 tag=c");
  EXPECT_OK(a().divest("x", "a1"));
  settle();
  const bool b_has = b().owns("x", "a1");
  Actor& first = b_has ? b() : c();
  Actor& second = b_has ? c() : b();
  EXPECT_TRUE(first.owns("x", "a1"));
  EXPECT_FALSE(second.owns("x", "a1"));
  EXPECT_HEARD(first, "acquired x a1", b_has ? "release x a1 tag=c" : "release x a1 tag=b");
  EXPECT_SILENCE(second);
  EXPECT_OK(first.divest("x", "a1"));
  EXPECT_HEARD(second, "acquired x a1");
}
// 4.10 in the middle: the owner resigns while another waits.
TEST_P(Clause7Ownership, AResigningOwnerGivesToWhoWaits) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  EXPECT_HEARD_SORTED(b(), "acquired x a1", "assume x priv a2 a3");
  EXPECT_HEARD(c(), "assume x priv a2 a3");
}
TEST_P(Clause7Ownership, AResigningAcquirerIsForgotten) {
  EXPECT_OK(b().acquire("x", "a1", "b"));
  EXPECT_OK(c().acquire("x", "a1", "c"));
  skip();
  EXPECT_OK(
      b().rti->resign_federation_execution(ResignAction::cancel_pending_ownership_acquisitions));
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_HEARD(c(), "acquired x a1");
}
// 7.3 A negotiating owner resigns: unowned, as by an unconditional divestiture.
TEST_P(Clause7Ownership, AResigningNegotiatorGivesToWhoWaits) {
  EXPECT_OK(a().negotiate("x", "a1"));
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  EXPECT_HEARD_SORTED(b(), "acquired x a1", "assume x priv a2 a3");
}
// 5.3 in the middle: the owner unpublishes while another waits.
TEST_P(Clause7Ownership, AnUnpublishingOwnerGivesToWhoWaits) {
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_OK(a().negotiate("x", "a2"));
  skip();
  EXPECT_OK(a().unpub("A", "a1 a2"));
  EXPECT_HEARD_SORTED(b(), "acquired x a1", "assume x a2");
  EXPECT_FALSE(a().owns("x", "a1"));
  EXPECT_FALSE(a().owns("x", "a2"));
}
// 6.14 in the middle: the object is deleted while another waits.
TEST_P(Clause7Ownership, DeletionEndsAcquisitions) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_OK(a().del("x"));
  EXPECT_HEARD(b(), "remove x");
  EXPECT_ERROR(b().cancel_acquisition("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_OK(b().unpub("A"));
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
}
// 7.17 to 7.19
TEST_P(Clause7Ownership, OwnersAreTold) {
  EXPECT_EQ(owner("a1"), "a");
  EXPECT_EQ(owner("priv"), "a");
  EXPECT_OK(a().query("x", "a1"));
  EXPECT_HEARD(a(), "owner x a1 a");
  EXPECT_OK(a().divest("x", "a1"));
  EXPECT_EQ(owner("a1"), "none");
  EXPECT_FALSE(c().owns("x", "a1"));
  EXPECT_TRUE(a().owns("x", "a2"));
  const AttributeHandle b1 = c().attribute("A.B", "b1");
  EXPECT_ERROR(c().rti->query_attribute_ownership(c().object("x"), b1), AttributeNotDefined);
  EXPECT_ERROR(c().rti->is_attribute_owned_by_federate(c().object("x"), b1), AttributeNotDefined);
}
// 7.9 then 7.8: an acquisition overrides a request if available that waits for a negotiating owner.
TEST_P(Clause7Ownership, AnAcquisitionReplacesARequestIfAvailable) {
  EXPECT_OK(a().negotiate("x", "a1"));
  skip();
  EXPECT_OK(b().acquire_free("x", "a1"));
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  // 7.14 The owner withdraws: who asked if available is told unavailable, who acquires waits.
  EXPECT_OK(a().cancel_negotiation("x", "a1"));
  settle();
  EXPECT_EQ(std::ranges::count(b().lines, "unavailable x a1"), 0);
  EXPECT_OK(b().cancel_acquisition("x", "a1"));
}
// 7.14 The owner withdraws its offer: a request if available ends with unavailable (7.10).
TEST_P(Clause7Ownership, AWithdrawnOfferIsUnavailable) {
  EXPECT_OK(a().negotiate("x", "a1"));
  skip();
  EXPECT_OK(b().acquire_free("x", "a1"));
  skip();
  EXPECT_OK(a().cancel_negotiation("x", "a1"));
  EXPECT_HEARD(b(), "unavailable x a1");
  EXPECT_TRUE(a().owns("x", "a1"));
}
// 7.7 Whoever acquires can update at once; the former owner reflects.
TEST_P(Clause7Ownership, TheNewOwnerUpdatesTheFormerReflects) {
  b().on_line = [&](const std::string& line) {
    if (!line.starts_with("acquired")) return;
    EXPECT_OK(b().upd("x", "a1=new"));
  };
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_OK(a().give("x", "a1"));
  EXPECT_HEARD(a(), "reflect x a1=new");
  b().on_line = nullptr;
  EXPECT_HEARD(c(), "reflect x a1=new");
}
// 7.11 The tag and only the attributes that the owner has.
TEST_P(Clause7Ownership, ReleaseIsAskedForWithinOneCallbackForAllAttributes) {
  EXPECT_OK(b().acquire("x", "a1 a2 a3", "t"));
  EXPECT_HEARD(a(), "release x a1 a2 a3 tag=t");
  EXPECT_OK(a().divest("x", "a1 a2 a3"));
  EXPECT_HEARD(b(), "acquired x a1 a2 a3");
}
// 7.2 Of an object at a class that another knows as its superclass: offered are attributes of the known class.
TEST_P(Clause7Ownership, OffersAreOfTheKnownClass) {
  EXPECT_OK(a().pub("A.B", "a1 b1"));
  EXPECT_OK(a().reg("A.B", "y"));
  skip();
  EXPECT_OK(a().divest("y", "a1 b1"));
  EXPECT_HEARD(b(), "assume y a1");
  EXPECT_OK(b().acquire_free("y", "a1"));
  EXPECT_HEARD(b(), "acquired y a1");
  const AttributeHandle b1 = c().attribute("A.B", "b1");
  EXPECT_ERROR(
      b().rti->attribute_ownership_acquisition_if_available(b().object("y"), std::span(&b1, 1)),
      AttributeNotDefined);
}
CONFORMANCE_SUITE(Clause7Ownership);

}  // namespace
}  // namespace orrery::rti::testing::conformance
