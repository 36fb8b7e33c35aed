// Ownership of attributes where it meets other services (clause 7).
#include "staged/staged.hpp"

namespace orrery::rti::testing::staged {
namespace {

// a owns x, a Craft; b and c know it, publish and subscribe to the same attributes.
class StagedOwnership : public World {
 protected:
  void begin() override {
    settle("Thing.Craft", "t1 t2 t3 c1 c2 c3");
    STAGED_OK(a().sub("Thing.Craft", "t1 t2 t3 c1 c2 c3"));
    STAGED_OK(b().pub("Thing.Craft", "t1 t2 t3 c1 c2 c3"));
    STAGED_OK(c().pub("Thing.Craft", "t1 t2 t3 c1 c2 c3"));
    hush();
    skip();
  }
  // From the owner to another.
  void pass(Fed& from, Fed& to, const std::string& attributes) {
    STAGED_OK(to.acquire("x", attributes));
    drain();
    EXPECT_NE(from.give("x", attributes), "");
    skip();
    EXPECT_TRUE(to.owns("x", words(attributes).front()));
  }
};

// 7.14, 7.11 An offer is withdrawn: who acquires later asks for a release.
TEST_P(StagedOwnership, AnOfferIsWithdrawn) {
  STAGED_OK(a().offer("x", "c1", "o"));
  STAGED_HEARD(b(), "assume x c1 tag=o");
  STAGED_HEARD(c(), "assume x c1 tag=o");
  STAGED_ERR(a().offer("x", "c1"), AttributeAlreadyBeingDivested);
  STAGED_OK(a().withdraw("x", "c1"));
  STAGED_ERR(a().withdraw("x", "c1"), AttributeDivestitureWasNotRequested);
  STAGED_HEARD(a());
  STAGED_OK(b().acquire("x", "c1", "t"));
  STAGED_HEARD(a(), "release x c1 tag=t");
}
// 7.14, 7.6 Withdrawn when the confirmation was asked for: nothing can be confirmed, the acquirer can still cancel.
TEST_P(StagedOwnership, WithdrawnBeforeTheConfirmation) {
  STAGED_OK(a().offer("x", "c1"));
  skip();
  STAGED_OK(b().acquire("x", "c1"));
  STAGED_HEARD(a(), "confirm x c1");
  STAGED_OK(a().withdraw("x", "c1"));
  STAGED_ERR(a().confirm("x", "c1"), AttributeDivestitureWasNotRequested);
  skip();
  STAGED_OK(b().cancel("x", "c1"));
  STAGED_HEARD(b(), "cancelled x c1");
  EXPECT_TRUE(a().owns("x", "c1"));
  EXPECT_EQ(a().give("x", "c1"), "");
}
// 7.15, 7.5 The acquirer cancels when the confirmation was asked for; the next acquirer is confirmed anew.
TEST_P(StagedOwnership, CancelledBeforeTheConfirmation) {
  STAGED_OK(a().offer("x", "c1"));
  skip();
  STAGED_OK(b().acquire("x", "c1"));
  STAGED_HEARD(a(), "confirm x c1");
  STAGED_OK(b().cancel("x", "c1"));
  STAGED_HEARD(b(), "cancelled x c1");
  STAGED_ERR(a().confirm("x", "c1"), NoAcquisitionPending);
  STAGED_OK(c().acquire("x", "c1"));
  STAGED_HEARD(a(), "confirm x c1");
  STAGED_OK(a().confirm("x", "c1", "done"));
  STAGED_HEARD(c(), "acquired x c1 tag=done");
  STAGED_ERR(a().confirm("x", "c1"), AttributeNotOwned);
}
// 7.13 Given away while it is offered and wanted.
TEST_P(StagedOwnership, GivenWhileOffered) {
  STAGED_OK(a().offer("x", "c1 c2"));
  skip();
  STAGED_OK(b().acquire("x", "c1"));
  STAGED_HEARD(a(), "confirm x c1");
  EXPECT_EQ(a().give("x", "c1 c2"), "c1");
  STAGED_HEARD(b(), "acquired x c1");
  STAGED_ERR(a().confirm("x", "c1"), AttributeNotOwned);
  STAGED_ERR(a().withdraw("x", "c1"), AttributeNotOwned);
  STAGED_OK(a().withdraw("x", "c2"));
}
// 7.2 Divested without condition while the confirmation was asked for.
TEST_P(StagedOwnership, DivestedWhileOffered) {
  STAGED_OK(a().offer("x", "c1"));
  skip();
  STAGED_OK(b().acquire("x", "c1"));
  STAGED_HEARD(a(), "confirm x c1");
  STAGED_OK(a().divest("x", "c1"));
  STAGED_HEARD(b(), "acquired x c1");
  STAGED_ERR(a().confirm("x", "c1"), AttributeNotOwned);
  STAGED_ERR(a().upd("x", "c1=1"), AttributeNotOwned);
}
// 5.3, 7.3 Unpublished while it is offered: nobody's, and who waits has it.
TEST_P(StagedOwnership, UnpublishedWhileOffered) {
  STAGED_OK(a().offer("x", "c1"));
  skip();
  STAGED_OK(a().unpub("Thing.Craft", "c1"));
  skip();
  STAGED_OK(c().query_owner("x", "c1"));
  STAGED_HEARD(c(), "unowned x c1");
  STAGED_OK(b().acquire_free("x", "c1"));
  STAGED_HEARD(b(), "acquired x c1");
  STAGED_ERR(a().acquire("x", "c1"), AttributeNotPublished);
}
// 7.8 One of the attributes is the acquirer's own: nothing is asked for.
TEST_P(StagedOwnership, PartlyOnesOwn) {
  pass(a(), b(), "c2");
  STAGED_ERR(b().acquire("x", "c1 c2"), FederateOwnsAttributes);
  STAGED_ERR(b().acquire_free("x", "c1 c2"), FederateOwnsAttributes);
  STAGED_HEARD(a());
  STAGED_ERRS(b().cancel("x", "c1"), AttributeAcquisitionWasNotRequested,
              AttributeAcquisitionWasNotRequested);
  STAGED_ERRS(b().cancel("x", "c2"), AttributeAlreadyOwned, AttributeAcquisitionWasNotRequested);
}
// 6.14, 6.15 Deleted while another federate owns some of it.
TEST_P(StagedOwnership, DeletedAboveOtherOwners) {
  pass(a(), b(), "c1");
  STAGED_OK(c().acquire("x", "c1"));
  STAGED_HEARD(b(), "release x c1");
  STAGED_OK(a().del("x"));
  STAGED_HEARD(b(), "remove x");
  STAGED_HEARD(c(), "remove x");
  STAGED_ERR(b().upd("x", "c1=1"), ObjectInstanceNotKnown);
  STAGED_OK(resign(b(), ResignAction::no_action));
  STAGED_OK(resign(c(), ResignAction::no_action));
}
// 6.19 Values are asked of the present owners; nobody's attribute is asked of nobody.
TEST_P(StagedOwnership, ValuesOfThePresentOwners) {
  pass(a(), b(), "c1");
  STAGED_OK(a().divest("x", "c2"));
  skip();
  STAGED_OK(c().request("x", "t1 c1 c2", "q"));
  STAGED_HEARD(a(), "provide x t1 tag=q");
  STAGED_HEARD(b(), "provide x c1 tag=q");
  STAGED_OK(a().request("x", "c1 c2", "r"));
  STAGED_HEARD(b(), "provide x c1 tag=r");
  STAGED_HEARD(a());
}
// 6.8, 7.9 What the registering federate did not publish is nobody's.
TEST_P(StagedOwnership, OnlyThePublishedIsOwned) {
  STAGED_OK(a().unpub("Thing.Craft", "c1 c2 c3"));
  STAGED_OK(a().reg("Thing.Craft", "y"));
  skip();
  EXPECT_TRUE(a().owns("y", "t1"));
  EXPECT_FALSE(a().owns("y", "c1"));
  STAGED_OK(a().pub("Thing.Craft", "c1"));
  skip();
  EXPECT_FALSE(a().owns("y", "c1"));
  STAGED_OK(b().acquire_free("y", "t1 c1"));
  STAGED_HEARD_SORTED(b(), "acquired y c1", "unavailable y t1");
  STAGED_ERR(a().acquire_free("y", "c2 c1"), AttributeNotPublished);
}
// 7.17, 11.2 Attributes of the RTI's objects are the RTI's.
TEST_P(StagedOwnership, TheRtisAttributes) {
  STAGED_OK(b().sub_managed("HLAfederate", "HLAfederateName HLAlookahead"));
  skip();
  const ObjectInstanceHandle of = b().ob("HLAfederate.a");
  const ObjectClassHandle known = b().oc("HLAmanager.HLAfederate");
  const AttributeHandle name = *b().rti->get_attribute_handle(known, "HLAfederateName");
  STAGED_OK(b().rti->query_attribute_ownership(of, name));
  STAGED_HEARD(b(), "rti-owned");
  EXPECT_FALSE(*b().rti->is_attribute_owned_by_federate(of, name));
  STAGED_ERR(b().rti->delete_object_instance(of), DeletePrivilegeNotHeld);
  const AttributeValue value{name, raw("x")};
  STAGED_ERR(b().rti->update_attribute_values(of, std::span(&value, 1)), AttributeNotOwned);
  STAGED_ERR(b().rti->unconditional_attribute_ownership_divestiture(of, std::span(&name, 1)),
             AttributeNotOwned);
  STAGED_ERRS(b().rti->attribute_ownership_acquisition_if_available(of, std::span(&name, 1)),
              ObjectClassNotPublished, AttributeNotPublished);
}
// 7.4 The new owner resigns: all others that publish are asked.
TEST_P(StagedOwnership, TheNewOwnerResigns) {
  pass(a(), b(), "c1");
  STAGED_OK(resign(b(), ResignAction::unconditionally_divest_attributes));
  STAGED_HEARD(a(), "assume x c1");
  STAGED_HEARD(c(), "assume x c1");
  STAGED_OK(a().acquire_free("x", "c1"));
  STAGED_HEARD(a(), "acquired x c1");
  STAGED_OK(a().upd("x", "c1=1"));
  STAGED_HEARD(c(), "reflect x c1=1");
}
// 4.10, 7.13 An acquirer that has resigned wants nothing.
TEST_P(StagedOwnership, NobodyWantsAfterAResignation) {
  STAGED_OK(b().acquire("x", "c1"));
  skip();
  STAGED_ERR(resign(b(), ResignAction::no_action), OwnershipAcquisitionPending);
  STAGED_ERR(resign(b(), ResignAction::delete_objects), OwnershipAcquisitionPending);
  STAGED_OK(resign(b(), ResignAction::cancel_pending_ownership_acquisitions));
  skip();
  EXPECT_EQ(a().give("x", "c1"), "");
  EXPECT_TRUE(a().owns("x", "c1"));
}
// 7.7, 5.7 An acquirer that no longer subscribes gets the ownership all the same.
TEST_P(StagedOwnership, AnAcquirerThatUnsubscribes) {
  STAGED_OK(b().acquire("x", "c1"));
  skip();
  STAGED_OK(b().unsub("Thing.Craft"));
  skip();
  EXPECT_EQ(a().give("x", "c1"), "c1");
  STAGED_HEARD(b(), "acquired x c1");
  STAGED_OK(b().upd("x", "c1=1"));
  STAGED_HEARD(c(), "reflect x c1=1");
  STAGED_HEARD(a(), "reflect x c1=1");
}
// 7.13 Several want several.
TEST_P(StagedOwnership, SeveralWantSeveral) {
  STAGED_OK(b().acquire("x", "c1 t1"));
  skip();
  STAGED_OK(c().acquire("x", "c2 t1"));
  skip();
  EXPECT_EQ(a().give("x", "c1 c2 c3 t1"), "c1,c2,t1");
  STAGED_HEARD(a());
  EXPECT_EQ(sorted(heard(b())), sorted({"acquired x c1,t1", "release x t1"}));
  STAGED_HEARD(c(), "acquired x c2");
  EXPECT_TRUE(a().owns("x", "c3"));
}
// 7.3, 6.14 The privilege to delete is negotiated.
TEST_P(StagedOwnership, ThePrivilegeIsNegotiated) {
  STAGED_OK(a().offer("x", "priv"));
  skip();
  STAGED_OK(b().acquire("x", "priv"));
  STAGED_HEARD(a(), "confirm x priv");
  STAGED_ERR(b().del("x"), DeletePrivilegeNotHeld);
  STAGED_OK(a().confirm("x", "priv"));
  STAGED_ERR(a().del("x"), DeletePrivilegeNotHeld);
  STAGED_HEARD(b(), "acquired x priv");
  STAGED_OK(b().del("x"));
  STAGED_HEARD(a(), "remove x");
  STAGED_HEARD(c(), "remove x");
}
// 5.3, 7.8 Unpublishing the class gives up the privilege too.
TEST_P(StagedOwnership, UnpublishingGivesUpThePrivilege) {
  STAGED_OK(a().unpub("Thing.Craft"));
  skip();
  STAGED_ERR(a().del("x"), DeletePrivilegeNotHeld);
  STAGED_OK(c().acquire("x", "priv"));
  STAGED_HEARD(c(), "acquired x priv");
  STAGED_OK(c().del("x"));
  STAGED_HEARD(a(), "remove x");
}
// 7.7, 6.11 A subclass object known as two superclasses: ownership below reaches both.
TEST_P(StagedOwnership, KnownAsTwoClasses) {
  STAGED_OK(a().pub("Thing.Craft.Boat.Tug", "t1 t2 t3 c1 c2 c3 b1 u2"));
  STAGED_OK(c().unsub("Thing.Craft"));
  STAGED_OK(c().sub("Thing", "t1"));
  STAGED_OK(c().pub("Thing", "t1"));
  STAGED_OK(a().reg("Thing.Craft.Boat.Tug", "y"));
  STAGED_HEARD(b(), "discover y Thing.Craft");
  STAGED_HEARD(c(), "discover y Thing");
  STAGED_ERR(c().acquire("y", "c1"), AttributeNotDefined);
  STAGED_ERR(b().acquire("y", "b1"), AttributeNotDefined);
  STAGED_OK(c().acquire("y", "t1"));
  STAGED_HEARD(a(), "release y t1");
  EXPECT_EQ(a().give("y", "t1"), "t1");
  STAGED_HEARD(c(), "acquired y t1");
  STAGED_OK(c().upd("y", "t1=1"));
  STAGED_HEARD(b(), "reflect y t1=1");
  STAGED_HEARD(a());
  STAGED_OK(a().sub("Thing.Craft.Boat.Tug", "t1"));
  skip();
  STAGED_OK(c().upd("y", "t1=2"));
  STAGED_HEARD(a(), "reflect y t1=2");
}
// 7.2, 7.4 What is divested is offered to each at its known class, as far as it publishes there.
TEST_P(StagedOwnership, OfferedAtTheKnownClass) {
  STAGED_OK(a().pub("Thing.Craft.Boat", "t1 c1 b1"));
  STAGED_OK(b().unpub("Thing.Craft"));
  STAGED_OK(b().pub("Thing.Craft.Boat", "t1 b1"));
  STAGED_OK(c().sub("Thing.Craft.Boat", "b1"));
  STAGED_OK(c().unpub("Thing.Craft"));
  STAGED_OK(c().pub("Thing.Craft.Boat", "b1 c1"));
  STAGED_OK(a().reg("Thing.Craft.Boat", "y"));
  STAGED_HEARD(b(), "discover y Thing.Craft");
  STAGED_HEARD(c(), "discover y Thing.Craft.Boat");
  STAGED_OK(a().divest("y", "t1 c1 b1"));
  STAGED_HEARD(b());
  STAGED_HEARD(c(), "assume y b1,c1");
}
// 6.23, 7.7 The former owner's confirmed change of transportation is not the new owner's.
TEST_P(StagedOwnership, TransportationOfTheNewOwner) {
  const auto all = a().ats("c1");
  STAGED_OK(a().rti->request_attribute_transportation_type_change(a().ob("x"), all,
                                                                  TransportationType::best_effort));
  STAGED_HEARD(a(), "transport x c1 HLAbestEffort");
  pass(a(), b(), "c1");
  STAGED_ERR(a().rti->request_attribute_transportation_type_change(a().ob("x"), all,
                                                                   TransportationType::reliable),
             AttributeNotOwned);
  STAGED_OK(c().rti->query_attribute_transportation_type(c().ob("x"), all.front()));
  STAGED_HEARD(c(), "by x c1 HLAreliable");
}
// 8.23, 7.7 Order changed by the owner, given away and taken back: the FOM's order again.
TEST_P(StagedOwnership, OrderAfterComingBack) {
  regulate(a(), 1);
  constrain(c());
  STAGED_OK(a().order("x", "c2", OrderType::receive));
  pass(a(), b(), "c2");
  STAGED_ERR(a().order("x", "c2", OrderType::receive), AttributeNotOwned);
  pass(b(), a(), "c2");
  STAGED_OK(a().upd_at(5, "x", "c2=1"));
  EXPECT_TRUE(a().sent.has_value());
  STAGED_HEARD(c());
  STAGED_OK(a().tar(10));
  STAGED_OK(c().tar(5));
  STAGED_HEARD(c(), "reflect x c2=1 @5", "grant 5");
}
// 9.6, 7.7 Associations count while the federate owns the attribute; unassociated, they are gone.
TEST_P(StagedOwnership, RegionsAfterComingBack) {
  STAGED_OK(c().unsub("Thing.Craft"));
  STAGED_OK(c().sub_in("Thing.Craft", "c3", {c().region("X 0 10 Y 0 10")}));
  const RegionHandle far = a().region("X 50 60 Y 50 60");
  STAGED_OK(a().associate("x", "c3", {far}));
  skip();
  STAGED_OK(a().upd("x", "c3=1"));
  STAGED_HEARD(c());
  pass(a(), b(), "c3");
  STAGED_OK(b().upd("x", "c3=2"));
  STAGED_HEARD(c(), "reflect x c3=2");
  STAGED_OK(a().unassociate("x", "c3", {far}));
  pass(b(), a(), "c3");
  STAGED_OK(a().upd("x", "c3=3"));
  STAGED_HEARD(c(), "reflect x c3=3");
  STAGED_OK(a().rti->delete_region(far));
}
// 7.8, 7.9 The two acquisitions of one federate: the stronger takes the weaker's place, not the other way round.
TEST_P(StagedOwnership, StrongerAndWeaker) {
  STAGED_OK(b().acquire("x", "c1"));
  STAGED_ERR(b().acquire_free("x", "c1"), AttributeAlreadyBeingAcquired);
  STAGED_ERR(b().acquire_free("x", "c1 c2"), AttributeAlreadyBeingAcquired);
  STAGED_HEARD(b());
  STAGED_HEARD(a(), "release x c1");
  STAGED_OK(a().deny("x", "c1"));
  STAGED_HEARD(b(), "unavailable x c1");
  STAGED_OK(b().acquire_free("x", "c1"));
  STAGED_HEARD(b(), "unavailable x c1");
}
// 7.12 A denial leaves later acquisitions alone.
TEST_P(StagedOwnership, ADenialIsOfThePresentAcquirers) {
  STAGED_OK(b().acquire("x", "c1 c2"));
  skip();
  STAGED_OK(a().deny("x", "c1"));
  STAGED_HEARD(b(), "unavailable x c1");
  STAGED_OK(b().acquire("x", "c1", "again"));
  STAGED_HEARD(a(), "release x c1 tag=again");
  EXPECT_EQ(a().give("x", "c1 c2"), "c1,c2");
  const Lines told = heard(b());
  EXPECT_TRUE(told == Lines{"acquired x c1,c2"} ||
              sorted(told) == sorted({"acquired x c1", "acquired x c2"}))
      << ::testing::PrintToString(told);
}
// 7.2 Divested piece by piece: each once offered, each gone.
TEST_P(StagedOwnership, PieceByPiece) {
  STAGED_OK(a().divest("x", "c1"));
  STAGED_ERR(a().divest("x", "c1 c2"), AttributeNotOwned);
  EXPECT_TRUE(a().owns("x", "c2"));
  STAGED_OK(a().divest("x", "c2"));
  STAGED_HEARD(b(), "assume x c1", "assume x c2");
  STAGED_ERR(a().upd("x", "c1=1 c3=1"), AttributeNotOwned);
  STAGED_OK(a().upd("x", "c3=1"));
  STAGED_HEARD(b(), "reflect x c3=1");
}
// 7.19, 7.17 After everybody has gone but the last, who did never own anything.
TEST_P(StagedOwnership, OwnersAreGone) {
  pass(a(), b(), "c1");
  STAGED_OK(resign(a(), ResignAction::unconditionally_divest_attributes));
  STAGED_OK(resign(b(), ResignAction::delete_objects_then_divest));
  skip();
  EXPECT_TRUE(c().knows("x"));
  for (const char* each : {"c1", "c2", "t1"}) {
    STAGED_OK(c().query_owner("x", each));
    STAGED_HEARD(c(), std::string("unowned x ") + each);
  }
  STAGED_OK(c().acquire("x", "c1 priv"));
  STAGED_HEARD(c(), "acquired x c1,priv");
  STAGED_OK(c().del("x"));
  EXPECT_FALSE(c().knows("x"));
}

STAGED_SUITE(StagedOwnership);

}  // namespace
}  // namespace orrery::rti::testing::staged
