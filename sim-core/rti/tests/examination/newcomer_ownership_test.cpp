// Ownership of attributes where it meets other services (clause 7).
#include "newcomer.hpp"

namespace orrery::rti::testing::newcomer {
namespace {

// a owns x, a Craft; b and c know it, publish and subscribe to the same attributes.
class NewcomerOwnership : public World {
 protected:
  void begin() override {
    settle("Thing.Craft", "t1 t2 t3 c1 c2 c3");
    NC_OK(a().sub("Thing.Craft", "t1 t2 t3 c1 c2 c3"));
    NC_OK(b().pub("Thing.Craft", "t1 t2 t3 c1 c2 c3"));
    NC_OK(c().pub("Thing.Craft", "t1 t2 t3 c1 c2 c3"));
    hush();
    skip();
  }
  // From the owner to another.
  void pass(Fed& from, Fed& to, const std::string& attributes) {
    NC_OK(to.acquire("x", attributes));
    drain();
    EXPECT_NE(from.give("x", attributes), "");
    skip();
    EXPECT_TRUE(to.owns("x", words(attributes).front()));
  }
};

// 7.14, 7.11 An offer is withdrawn: who acquires later asks for a release.
TEST_P(NewcomerOwnership, AnOfferIsWithdrawn) {
  NC_OK(a().offer("x", "c1", "o"));
  NC_HEARD(b(), "assume x c1 tag=o");
  NC_HEARD(c(), "assume x c1 tag=o");
  NC_ERR(a().offer("x", "c1"), AttributeAlreadyBeingDivested);
  NC_OK(a().withdraw("x", "c1"));
  NC_ERR(a().withdraw("x", "c1"), AttributeDivestitureWasNotRequested);
  NC_HEARD(a());
  NC_OK(b().acquire("x", "c1", "t"));
  NC_HEARD(a(), "release x c1 tag=t");
}
// 7.14, 7.6 Withdrawn when the confirmation was asked for: nothing can be confirmed, the acquirer can still cancel.
TEST_P(NewcomerOwnership, WithdrawnBeforeTheConfirmation) {
  NC_OK(a().offer("x", "c1"));
  skip();
  NC_OK(b().acquire("x", "c1"));
  NC_HEARD(a(), "confirm x c1");
  NC_OK(a().withdraw("x", "c1"));
  NC_ERR(a().confirm("x", "c1"), AttributeDivestitureWasNotRequested);
  skip();
  NC_OK(b().cancel("x", "c1"));
  NC_HEARD(b(), "cancelled x c1");
  EXPECT_TRUE(a().owns("x", "c1"));
  EXPECT_EQ(a().give("x", "c1"), "");
}
// 7.15, 7.5 The acquirer cancels when the confirmation was asked for; the next acquirer is confirmed anew.
TEST_P(NewcomerOwnership, CancelledBeforeTheConfirmation) {
  NC_OK(a().offer("x", "c1"));
  skip();
  NC_OK(b().acquire("x", "c1"));
  NC_HEARD(a(), "confirm x c1");
  NC_OK(b().cancel("x", "c1"));
  NC_HEARD(b(), "cancelled x c1");
  NC_ERR(a().confirm("x", "c1"), NoAcquisitionPending);
  NC_OK(c().acquire("x", "c1"));
  NC_HEARD(a(), "confirm x c1");
  NC_OK(a().confirm("x", "c1", "done"));
  NC_HEARD(c(), "acquired x c1 tag=done");
  NC_ERR(a().confirm("x", "c1"), AttributeNotOwned);
}
// 7.13 Given away while it is offered and wanted.
TEST_P(NewcomerOwnership, GivenWhileOffered) {
  NC_OK(a().offer("x", "c1 c2"));
  skip();
  NC_OK(b().acquire("x", "c1"));
  NC_HEARD(a(), "confirm x c1");
  EXPECT_EQ(a().give("x", "c1 c2"), "c1");
  NC_HEARD(b(), "acquired x c1");
  NC_ERR(a().confirm("x", "c1"), AttributeNotOwned);
  NC_ERR(a().withdraw("x", "c1"), AttributeNotOwned);
  NC_OK(a().withdraw("x", "c2"));
}
// 7.2 Divested without condition while the confirmation was asked for.
TEST_P(NewcomerOwnership, DivestedWhileOffered) {
  NC_OK(a().offer("x", "c1"));
  skip();
  NC_OK(b().acquire("x", "c1"));
  NC_HEARD(a(), "confirm x c1");
  NC_OK(a().divest("x", "c1"));
  NC_HEARD(b(), "acquired x c1");
  NC_ERR(a().confirm("x", "c1"), AttributeNotOwned);
  NC_ERR(a().upd("x", "c1=1"), AttributeNotOwned);
}
// 5.3, 7.3 Unpublished while it is offered: nobody's, and who waits has it.
TEST_P(NewcomerOwnership, UnpublishedWhileOffered) {
  NC_OK(a().offer("x", "c1"));
  skip();
  NC_OK(a().unpub("Thing.Craft", "c1"));
  skip();
  NC_OK(c().query_owner("x", "c1"));
  NC_HEARD(c(), "unowned x c1");
  NC_OK(b().acquire_free("x", "c1"));
  NC_HEARD(b(), "acquired x c1");
  NC_ERR(a().acquire("x", "c1"), AttributeNotPublished);
}
// 7.8 One of the attributes is the acquirer's own: nothing is asked for.
TEST_P(NewcomerOwnership, PartlyOnesOwn) {
  pass(a(), b(), "c2");
  NC_ERR(b().acquire("x", "c1 c2"), FederateOwnsAttributes);
  NC_ERR(b().acquire_free("x", "c1 c2"), FederateOwnsAttributes);
  NC_HEARD(a());
  NC_ERRS(b().cancel("x", "c1"), AttributeAcquisitionWasNotRequested,
          AttributeAcquisitionWasNotRequested);
  NC_ERRS(b().cancel("x", "c2"), AttributeAlreadyOwned, AttributeAcquisitionWasNotRequested);
}
// 6.14, 6.15 Deleted while another federate owns some of it.
TEST_P(NewcomerOwnership, DeletedAboveOtherOwners) {
  pass(a(), b(), "c1");
  NC_OK(c().acquire("x", "c1"));
  NC_HEARD(b(), "release x c1");
  NC_OK(a().del("x"));
  NC_HEARD(b(), "remove x");
  NC_HEARD(c(), "remove x");
  NC_ERR(b().upd("x", "c1=1"), ObjectInstanceNotKnown);
  NC_OK(resign(b(), ResignAction::no_action));
  NC_OK(resign(c(), ResignAction::no_action));
}
// 6.19 Values are asked of the present owners; nobody's attribute is asked of nobody.
TEST_P(NewcomerOwnership, ValuesOfThePresentOwners) {
  pass(a(), b(), "c1");
  NC_OK(a().divest("x", "c2"));
  skip();
  NC_OK(c().request("x", "t1 c1 c2", "q"));
  NC_HEARD(a(), "provide x t1 tag=q");
  NC_HEARD(b(), "provide x c1 tag=q");
  NC_OK(a().request("x", "c1 c2", "r"));
  NC_HEARD(b(), "provide x c1 tag=r");
  NC_HEARD(a());
}
// 6.8, 7.9 What the registering federate did not publish is nobody's.
TEST_P(NewcomerOwnership, OnlyThePublishedIsOwned) {
  NC_OK(a().unpub("Thing.Craft", "c1 c2 c3"));
  NC_OK(a().reg("Thing.Craft", "y"));
  skip();
  EXPECT_TRUE(a().owns("y", "t1"));
  EXPECT_FALSE(a().owns("y", "c1"));
  NC_OK(a().pub("Thing.Craft", "c1"));
  skip();
  EXPECT_FALSE(a().owns("y", "c1"));
  NC_OK(b().acquire_free("y", "t1 c1"));
  NC_HEARD_SORTED(b(), "acquired y c1", "unavailable y t1");
  NC_ERR(a().acquire_free("y", "c2 c1"), AttributeNotPublished);
}
// 7.17, 11.2 Attributes of the RTI's objects are the RTI's.
TEST_P(NewcomerOwnership, TheRtisAttributes) {
  NC_OK(b().sub_managed("HLAfederate", "HLAfederateName HLAlookahead"));
  skip();
  const ObjectInstanceHandle of = b().ob("HLAfederate.a");
  const ObjectClassHandle known = b().oc("HLAmanager.HLAfederate");
  const AttributeHandle name = *b().rti->get_attribute_handle(known, "HLAfederateName");
  NC_OK(b().rti->query_attribute_ownership(of, name));
  NC_HEARD(b(), "rti-owned");
  EXPECT_FALSE(*b().rti->is_attribute_owned_by_federate(of, name));
  NC_ERR(b().rti->delete_object_instance(of), DeletePrivilegeNotHeld);
  const AttributeValue value{name, raw("x")};
  NC_ERR(b().rti->update_attribute_values(of, std::span(&value, 1)), AttributeNotOwned);
  NC_ERR(b().rti->unconditional_attribute_ownership_divestiture(of, std::span(&name, 1)),
         AttributeNotOwned);
  NC_ERRS(b().rti->attribute_ownership_acquisition_if_available(of, std::span(&name, 1)),
          ObjectClassNotPublished, AttributeNotPublished);
}
// 7.4 The new owner resigns: all others that publish are asked.
TEST_P(NewcomerOwnership, TheNewOwnerResigns) {
  pass(a(), b(), "c1");
  NC_OK(resign(b(), ResignAction::unconditionally_divest_attributes));
  NC_HEARD(a(), "assume x c1");
  NC_HEARD(c(), "assume x c1");
  NC_OK(a().acquire_free("x", "c1"));
  NC_HEARD(a(), "acquired x c1");
  NC_OK(a().upd("x", "c1=1"));
  NC_HEARD(c(), "reflect x c1=1");
}
// 4.10, 7.13 An acquirer that has resigned wants nothing.
TEST_P(NewcomerOwnership, NobodyWantsAfterAResignation) {
  NC_OK(b().acquire("x", "c1"));
  skip();
  NC_ERR(resign(b(), ResignAction::no_action), OwnershipAcquisitionPending);
  NC_ERR(resign(b(), ResignAction::delete_objects), OwnershipAcquisitionPending);
  NC_OK(resign(b(), ResignAction::cancel_pending_ownership_acquisitions));
  skip();
  EXPECT_EQ(a().give("x", "c1"), "");
  EXPECT_TRUE(a().owns("x", "c1"));
}
// 7.7, 5.7 An acquirer that no longer subscribes gets the ownership all the same.
TEST_P(NewcomerOwnership, AnAcquirerThatUnsubscribes) {
  NC_OK(b().acquire("x", "c1"));
  skip();
  NC_OK(b().unsub("Thing.Craft"));
  skip();
  EXPECT_EQ(a().give("x", "c1"), "c1");
  NC_HEARD(b(), "acquired x c1");
  NC_OK(b().upd("x", "c1=1"));
  NC_HEARD(c(), "reflect x c1=1");
  NC_HEARD(a(), "reflect x c1=1");
}
// 7.13 Several want several.
TEST_P(NewcomerOwnership, SeveralWantSeveral) {
  NC_OK(b().acquire("x", "c1 t1"));
  skip();
  NC_OK(c().acquire("x", "c2 t1"));
  skip();
  EXPECT_EQ(a().give("x", "c1 c2 c3 t1"), "c1,c2,t1");
  NC_HEARD(a());
  EXPECT_EQ(sorted(heard(b())), sorted({"acquired x c1,t1", "release x t1"}));
  NC_HEARD(c(), "acquired x c2");
  EXPECT_TRUE(a().owns("x", "c3"));
}
// 7.3, 6.14 The privilege to delete is negotiated.
TEST_P(NewcomerOwnership, ThePrivilegeIsNegotiated) {
  NC_OK(a().offer("x", "priv"));
  skip();
  NC_OK(b().acquire("x", "priv"));
  NC_HEARD(a(), "confirm x priv");
  NC_ERR(b().del("x"), DeletePrivilegeNotHeld);
  NC_OK(a().confirm("x", "priv"));
  NC_ERR(a().del("x"), DeletePrivilegeNotHeld);
  NC_HEARD(b(), "acquired x priv");
  NC_OK(b().del("x"));
  NC_HEARD(a(), "remove x");
  NC_HEARD(c(), "remove x");
}
// 5.3, 7.8 Unpublishing the class gives up the privilege too.
TEST_P(NewcomerOwnership, UnpublishingGivesUpThePrivilege) {
  NC_OK(a().unpub("Thing.Craft"));
  skip();
  NC_ERR(a().del("x"), DeletePrivilegeNotHeld);
  NC_OK(c().acquire("x", "priv"));
  NC_HEARD(c(), "acquired x priv");
  NC_OK(c().del("x"));
  NC_HEARD(a(), "remove x");
}
// 7.7, 6.11 A subclass object known as two superclasses: ownership below reaches both.
TEST_P(NewcomerOwnership, KnownAsTwoClasses) {
  NC_OK(a().pub("Thing.Craft.Boat.Tug", "t1 t2 t3 c1 c2 c3 b1 u2"));
  NC_OK(c().unsub("Thing.Craft"));
  NC_OK(c().sub("Thing", "t1"));
  NC_OK(c().pub("Thing", "t1"));
  NC_OK(a().reg("Thing.Craft.Boat.Tug", "y"));
  NC_HEARD(b(), "discover y Thing.Craft");
  NC_HEARD(c(), "discover y Thing");
  NC_ERR(c().acquire("y", "c1"), AttributeNotDefined);
  NC_ERR(b().acquire("y", "b1"), AttributeNotDefined);
  NC_OK(c().acquire("y", "t1"));
  NC_HEARD(a(), "release y t1");
  EXPECT_EQ(a().give("y", "t1"), "t1");
  NC_HEARD(c(), "acquired y t1");
  NC_OK(c().upd("y", "t1=1"));
  NC_HEARD(b(), "reflect y t1=1");
  NC_HEARD(a());
  NC_OK(a().sub("Thing.Craft.Boat.Tug", "t1"));
  skip();
  NC_OK(c().upd("y", "t1=2"));
  NC_HEARD(a(), "reflect y t1=2");
}
// 7.2, 7.4 What is divested is offered to each at its known class, as far as it publishes there.
TEST_P(NewcomerOwnership, OfferedAtTheKnownClass) {
  NC_OK(a().pub("Thing.Craft.Boat", "t1 c1 b1"));
  NC_OK(b().unpub("Thing.Craft"));
  NC_OK(b().pub("Thing.Craft.Boat", "t1 b1"));
  NC_OK(c().sub("Thing.Craft.Boat", "b1"));
  NC_OK(c().unpub("Thing.Craft"));
  NC_OK(c().pub("Thing.Craft.Boat", "b1 c1"));
  NC_OK(a().reg("Thing.Craft.Boat", "y"));
  NC_HEARD(b(), "discover y Thing.Craft");
  NC_HEARD(c(), "discover y Thing.Craft.Boat");
  NC_OK(a().divest("y", "t1 c1 b1"));
  NC_HEARD(b());
  NC_HEARD(c(), "assume y b1,c1");
}
// 6.23, 7.7 The former owner's confirmed change of transportation is not the new owner's.
TEST_P(NewcomerOwnership, TransportationOfTheNewOwner) {
  const auto all = a().ats("c1");
  NC_OK(a().rti->request_attribute_transportation_type_change(a().ob("x"), all,
                                                              TransportationType::best_effort));
  NC_HEARD(a(), "transport x c1 HLAbestEffort");
  pass(a(), b(), "c1");
  NC_ERR(a().rti->request_attribute_transportation_type_change(a().ob("x"), all,
                                                               TransportationType::reliable),
         AttributeNotOwned);
  NC_OK(c().rti->query_attribute_transportation_type(c().ob("x"), all.front()));
  NC_HEARD(c(), "by x c1 HLAreliable");
}
// 8.23, 7.7 Order changed by the owner, given away and taken back: the FOM's order again.
TEST_P(NewcomerOwnership, OrderAfterComingBack) {
  regulate(a(), 1);
  constrain(c());
  NC_OK(a().order("x", "c2", OrderType::receive));
  pass(a(), b(), "c2");
  NC_ERR(a().order("x", "c2", OrderType::receive), AttributeNotOwned);
  pass(b(), a(), "c2");
  NC_OK(a().upd_at(5, "x", "c2=1"));
  EXPECT_TRUE(a().sent.has_value());
  NC_HEARD(c());
  NC_OK(a().tar(10));
  NC_OK(c().tar(5));
  NC_HEARD(c(), "reflect x c2=1 @5", "grant 5");
}
// 9.6, 7.7 Associations count while the federate owns the attribute; unassociated, they are gone.
TEST_P(NewcomerOwnership, RegionsAfterComingBack) {
  NC_OK(c().unsub("Thing.Craft"));
  NC_OK(c().sub_in("Thing.Craft", "c3", {c().region("X 0 10 Y 0 10")}));
  const RegionHandle far = a().region("X 50 60 Y 50 60");
  NC_OK(a().associate("x", "c3", {far}));
  skip();
  NC_OK(a().upd("x", "c3=1"));
  NC_HEARD(c());
  pass(a(), b(), "c3");
  NC_OK(b().upd("x", "c3=2"));
  NC_HEARD(c(), "reflect x c3=2");
  NC_OK(a().unassociate("x", "c3", {far}));
  pass(b(), a(), "c3");
  NC_OK(a().upd("x", "c3=3"));
  NC_HEARD(c(), "reflect x c3=3");
  NC_OK(a().rti->delete_region(far));
}
// 7.8, 7.9 The two acquisitions of one federate: the stronger takes the weaker's place, not the other way round.
TEST_P(NewcomerOwnership, StrongerAndWeaker) {
  NC_OK(b().acquire("x", "c1"));
  NC_ERR(b().acquire_free("x", "c1"), AttributeAlreadyBeingAcquired);
  NC_ERR(b().acquire_free("x", "c1 c2"), AttributeAlreadyBeingAcquired);
  NC_HEARD(b());
  NC_HEARD(a(), "release x c1");
  NC_OK(a().deny("x", "c1"));
  NC_HEARD(b(), "unavailable x c1");
  NC_OK(b().acquire_free("x", "c1"));
  NC_HEARD(b(), "unavailable x c1");
}
// 7.12 A denial leaves later acquisitions alone.
TEST_P(NewcomerOwnership, ADenialIsOfThePresentAcquirers) {
  NC_OK(b().acquire("x", "c1 c2"));
  skip();
  NC_OK(a().deny("x", "c1"));
  NC_HEARD(b(), "unavailable x c1");
  NC_OK(b().acquire("x", "c1", "again"));
  NC_HEARD(a(), "release x c1 tag=again");
  EXPECT_EQ(a().give("x", "c1 c2"), "c1,c2");
  const Lines told = heard(b());
  EXPECT_TRUE(told == Lines{"acquired x c1,c2"} ||
              sorted(told) == sorted({"acquired x c1", "acquired x c2"}))
      << ::testing::PrintToString(told);
}
// 7.2 Divested piece by piece: each once offered, each gone.
TEST_P(NewcomerOwnership, PieceByPiece) {
  NC_OK(a().divest("x", "c1"));
  NC_ERR(a().divest("x", "c1 c2"), AttributeNotOwned);
  EXPECT_TRUE(a().owns("x", "c2"));
  NC_OK(a().divest("x", "c2"));
  NC_HEARD(b(), "assume x c1", "assume x c2");
  NC_ERR(a().upd("x", "c1=1 c3=1"), AttributeNotOwned);
  NC_OK(a().upd("x", "c3=1"));
  NC_HEARD(b(), "reflect x c3=1");
}
// 7.19, 7.17 After everybody has gone but the last, who did never own anything.
TEST_P(NewcomerOwnership, OwnersAreGone) {
  pass(a(), b(), "c1");
  NC_OK(resign(a(), ResignAction::unconditionally_divest_attributes));
  NC_OK(resign(b(), ResignAction::delete_objects_then_divest));
  skip();
  EXPECT_TRUE(c().knows("x"));
  for (const char* each : {"c1", "c2", "t1"}) {
    NC_OK(c().query_owner("x", each));
    NC_HEARD(c(), std::string("unowned x ") + each);
  }
  NC_OK(c().acquire("x", "c1 priv"));
  NC_HEARD(c(), "acquired x c1,priv");
  NC_OK(c().del("x"));
  EXPECT_FALSE(c().knows("x"));
}

NEWCOMER_SUITE(NewcomerOwnership);

}  // namespace
}  // namespace orrery::rti::testing::newcomer
