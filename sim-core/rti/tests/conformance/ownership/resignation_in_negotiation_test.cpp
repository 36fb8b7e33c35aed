// Federates resign while others negotiate for the same attributes (4.10 with clause 7).
#include "conformance/shared_object.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class ResignationInNegotiation : public SharedObject {
 protected:
  Status resign(Actor& each, ResignAction how) {
    Status done = each.rti->resign_federation_execution(how);
    settle();
    return done;
  }
};

// 4.10 What is pending or owned and not dealt with by the directive is an error, and nothing is changed.
TEST_P(ResignationInNegotiation, DirectivesThatDoNotSuffice) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  for (const ResignAction how :
       {ResignAction::unconditionally_divest_attributes, ResignAction::delete_objects,
        ResignAction::delete_objects_then_divest, ResignAction::no_action}) {
    EXPECT_ERROR(resign(b(), how), OwnershipAcquisitionPending);
  }
  for (const ResignAction how :
       {ResignAction::cancel_pending_ownership_acquisitions, ResignAction::no_action}) {
    EXPECT_ERROR(resign(a(), how), FederateOwnsAttributes);
  }
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_HEARD(b(), "acquired x a1");
}
// 4.10, 7.2 The owner divests by resigning: who waits becomes the owner.
TEST_P(ResignationInNegotiation, TheOwnerResignsWhileOneWaits) {
  EXPECT_OK(a().negotiate("x", "a1"));
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_EQ(a().heard(), Lines{"confirm x a1"});
  skip();
  EXPECT_OK(resign(a(), ResignAction::unconditionally_divest_attributes));
  EXPECT_EQ(b().heard("acquired"), Lines{"acquired x a1"});
  EXPECT_TRUE(b().owns("x", "a1"));
  EXPECT_OK(b().query("x", "a2"));
  EXPECT_EQ(b().heard("owner"), Lines{"owner x a2 none"});
}
// 4.10, 7.15 One of two acquirers resigns: the other gets the attribute.
TEST_P(ResignationInNegotiation, OneOfTwoAcquirersResigns) {
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_OK(c().acquire("x", "a1"));
  skip();
  EXPECT_OK(resign(b(), ResignAction::cancel_pending_ownership_acquisitions));
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_HEARD(c(), "acquired x a1");
}
// 4.10, 6.15 The owner deletes by resigning: who waits gets the removal and nothing else.
TEST_P(ResignationInNegotiation, TheOwnerDeletesWhileOneWaits) {
  EXPECT_OK(b().acquire("x", "a1 a2"));
  skip();
  EXPECT_OK(resign(a(), ResignAction::delete_objects));
  EXPECT_HEARD(b(), "remove x");
  EXPECT_OK(resign(b(), ResignAction::no_action));
}
// 4.10 Objects whose privilege another federate holds are not deleted; the attributes become unowned.
TEST_P(ResignationInNegotiation, DeletesOnlyWithThePrivilege) {
  EXPECT_OK(b().pub("A", "a1 a2 HLAprivilegeToDeleteObject"));
  EXPECT_OK(b().acquire("x", "HLAprivilegeToDeleteObject"));
  settle();
  EXPECT_OK(a().give("x", "HLAprivilegeToDeleteObject"));
  skip();
  EXPECT_ERROR(resign(a(), ResignAction::delete_objects), FederateOwnsAttributes);
  EXPECT_OK(resign(a(), ResignAction::delete_objects_then_divest));
  EXPECT_EQ(b().heard("remove"), Lines{});
  EXPECT_OK(c().acquire_free("x", "a1"));
  EXPECT_EQ(c().heard("acquired"), Lines{"acquired x a1"});
  EXPECT_OK(b().del("x"));
  EXPECT_HEARD(c(), "remove x");
}
// 7.6, 4.10 The one who was to get the attribute resigns before the confirmation.
TEST_P(ResignationInNegotiation, TheAcquirerResignsBeforeTheConfirmation) {
  EXPECT_OK(a().negotiate("x", "a1"));
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_EQ(a().heard(), Lines{"confirm x a1"});
  EXPECT_OK(resign(b(), ResignAction::cancel_then_delete_then_divest));
  EXPECT_ERROR(a().confirm("x", "a1"), NoAcquisitionPending);
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_ERROR(a().negotiate("x", "a1"), AttributeAlreadyBeingDivested);
  skip();
  EXPECT_OK(c().acquire("x", "a1"));
  EXPECT_EQ(a().heard(), Lines{"confirm x a1"});
  EXPECT_OK(a().confirm("x", "a1", "t"));
  EXPECT_HEARD(c(), "acquired x a1 tag=t");
}
// 4.10, 7.11 After a denial the acquirer may resign without a word about acquisitions.
TEST_P(ResignationInNegotiation, NothingPendsAfterADenial) {
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_OK(a().deny("x", "a1"));
  EXPECT_HEARD(b(), "unavailable x a1");
  EXPECT_OK(resign(b(), ResignAction::no_action));
}
// 4.10, 4.9 A federate that joins again under its name is new: it knows nothing and owns nothing.
TEST_P(ResignationInNegotiation, TheSameNameAgain) {
  const FederateHandle before = b().handle;
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_OK(a().give("x", "a1"));
  skip();
  EXPECT_OK(resign(b(), ResignAction::delete_objects_then_divest));
  EXPECT_ERROR(b().upd("x", "a1=1"), FederateNotExecutionMember);
  EXPECT_OK(b().join("b"));
  EXPECT_NE(b().handle, before);
  EXPECT_ERROR(b().query("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_OK(b().sub("A", "a2"));
  EXPECT_EQ(b().heard("discover"), Lines{"discover x A"});
  EXPECT_FALSE(b().owns("x", "a1"));
}
// 7.9, 4.10 An object without owners lives on; its privilege can be acquired, and it be deleted.
TEST_P(ResignationInNegotiation, AnObjectOutlivesItsFederates) {
  EXPECT_OK(b().pub("A", "HLAprivilegeToDeleteObject"));
  EXPECT_OK(resign(a(), ResignAction::unconditionally_divest_attributes));
  EXPECT_OK(resign(c(), ResignAction::no_action));
  EXPECT_ERROR(b().del("x"), DeletePrivilegeNotHeld);
  EXPECT_OK(b().acquire_free("x", "HLAprivilegeToDeleteObject"));
  EXPECT_EQ(b().heard("acquired"), Lines{"acquired x priv"});
  EXPECT_OK(b().del("x"));
  EXPECT_ERROR(b().query("x", "a1"), ObjectInstanceNotKnown);
}
// 10.3, 4.4 The automatic directive of a federate that vanishes in the middle of a negotiation.
TEST_P(ResignationInNegotiation, TheOwnerVanishes) {
  EXPECT_OK(
      a().rti->set_automatic_resign_directive(ResignAction::unconditionally_divest_attributes));
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_EQ(a().heard(), Lines{"release x a1"});
  a().silent = true;
  a().rti.reset();
  settle();
  EXPECT_EQ(b().heard("acquired"), Lines{"acquired x a1"});
  EXPECT_OK(c().query("x", "HLAprivilegeToDeleteObject"));
  EXPECT_EQ(c().heard("owner"), Lines{"owner x priv none"});
}
// 6.2, 4.10 Names that the federate had reserved are free.
TEST_P(ResignationInNegotiation, ReservedNamesAreFree) {
  EXPECT_OK(b().rti->reserve_object_instance_name("name"));
  EXPECT_HEARD(b(), "reserved name");
  EXPECT_OK(resign(b(), ResignAction::no_action));
  EXPECT_OK(c().rti->reserve_object_instance_name("name"));
  EXPECT_HEARD(c(), "reserved name");
}

CONFORMANCE_SUITE(ResignationInNegotiation);

// The same, by unpublishing (5.3 with clause 7).
class UnpublishingInNegotiation : public SharedObject {};

// 5.3 Owned attributes of an unpublished class attribute become unowned, and are offered.
TEST_P(UnpublishingInNegotiation, WhileOwning) {
  EXPECT_OK(a().unpub("A", "a1"));
  EXPECT_HEARD(b(), "assume x a1");
  EXPECT_HEARD(c(), "assume x a1");
  EXPECT_FALSE(a().owns("x", "a1"));
  EXPECT_TRUE(a().owns("x", "a2"));
  EXPECT_OK(a().pub("A", "a1"));
  settle();
  EXPECT_FALSE(a().owns("x", "a1"));
  EXPECT_ERROR(a().upd("x", "a1=1"), AttributeNotOwned);
  EXPECT_OK(b().acquire_free("x", "a1"));
  EXPECT_HEARD(b(), "acquired x a1");
}
// 5.3, 7.3 The negotiation of an attribute ends when it becomes unowned.
TEST_P(UnpublishingInNegotiation, WhileDivesting) {
  EXPECT_OK(a().negotiate("x", "a1"));
  skip();
  EXPECT_OK(a().unpub("A", "a1"));
  skip();
  EXPECT_ERROR(a().cancel_negotiation("x", "a1"), AttributeNotOwned);
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_HEARD(b(), "acquired x a1");
  EXPECT_SILENCE(a());
}
// 5.3, 7.5 An acquirer that waits for the confirmation gets the attribute at once.
TEST_P(UnpublishingInNegotiation, BeforeTheConfirmation) {
  EXPECT_OK(a().negotiate("x", "a1"));
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_EQ(a().heard(), Lines{"confirm x a1"});
  skip();
  EXPECT_OK(a().unpub("A", "a1"));
  EXPECT_EQ(b().heard("acquired"), Lines{"acquired x a1"});
  EXPECT_ERROR(a().confirm("x", "a1"), AttributeNotOwned);
}
// 5.3 Not while an acquisition of such an attribute is pending; others may be unpublished.
TEST_P(UnpublishingInNegotiation, WhileAcquiring) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_ERROR(b().unpub("A", "a1"), OwnershipAcquisitionPending);
  EXPECT_ERROR(b().unpub("A", "a2 a1"), OwnershipAcquisitionPending);
  EXPECT_ERROR(b().unpub("A"), OwnershipAcquisitionPending);
  EXPECT_OK(b().unpub("A", "a2"));
  EXPECT_ERROR(b().acquire("x", "a2"), AttributeNotPublished);
  EXPECT_OK(b().cancel_acquisition("x", "a1"));
  EXPECT_HEARD(b(), "cancelled x a1");
  EXPECT_OK(b().unpub("A", "a1"));
  EXPECT_ERROR(b().acquire("x", "a1"), ObjectClassNotPublished);
}
// 5.3 The whole class: the privilege is gone as well.
TEST_P(UnpublishingInNegotiation, TheWholeClass) {
  EXPECT_OK(a().unpub("A"));
  EXPECT_ERROR(a().del("x"), DeletePrivilegeNotHeld);
  EXPECT_ERROR(a().reg("A", "y"), ObjectClassNotPublished);
  skip();
  EXPECT_OK(a().forget("x"));
  EXPECT_OK(a().sub("A", "a1"));
  settle();
  EXPECT_OK(b().acquire_free("x", "a1 a2"));
  EXPECT_HEARD(b(), "acquired x a1 a2");
}
// 5.3 Objects of subclasses are owned by the publication of their own class.
TEST_P(UnpublishingInNegotiation, ASubclassIsNotTouched) {
  EXPECT_OK(a().pub("A.B", "a1 b1"));
  EXPECT_OK(a().reg("A.B", "z"));
  skip();
  EXPECT_OK(a().unpub("A", "a1"));
  EXPECT_TRUE(a().owns("z", "a1"));
  EXPECT_FALSE(a().owns("x", "a1"));
  EXPECT_OK(a().upd("z", "a1=1"));
  EXPECT_EQ(b().heard("reflect"), Lines{"reflect z a1=1"});
}
// 5.3, 6.11 What was sent before is delivered in its time.
TEST_P(UnpublishingInNegotiation, WithUpdatesInFlight) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().upd_at(5, "x", "a2=1", "m"));
  EXPECT_OK(a().upd_at(6, "x", "a2=2", "n"));
  EXPECT_OK(a().unpub("A", "a2"));
  EXPECT_OK(a().retract("n"));
  EXPECT_OK(a().tar(10));
  skip();
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x a2=1 @5 tso", "grant 10");
}
// 5.5, 6.13 The same of interactions.
TEST_P(UnpublishingInNegotiation, WithInteractionsInFlight) {
  EXPECT_OK(a().pubi("T"));
  EXPECT_OK(b().subi("T"));
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(a().unpubi("T"));
  EXPECT_ERROR(a().send_at(6, "T"), InteractionClassNotPublished);
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 10");
}

CONFORMANCE_SUITE(UnpublishingInNegotiation);

}  // namespace
}  // namespace orrery::rti::testing::conformance
