// Ownership meets deletion, resignation, publication and subscription (clause 7 with 4, 5 and 6).
#include "conformance/shared_object.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class CrossingOwnership : public SharedObject {
 protected:
  Status resign(Actor& each, ResignAction how) {
    return each.rti->resign_federation_execution(how);
  }
  // b owns the attribute.
  void hand_over(const std::string& names) {
    ASSERT_OK(b().acquire("x", names));
    settle();
    ASSERT_OK(a().give("x", names));
    skip();
  }
  std::string owner(const std::string& object, const std::string& attribute) {
    skip();
    EXPECT_OK(c().query(object, attribute));
    const Lines lines = c().heard("owner");
    return lines.size() == 1 ? words(lines[0]).at(3) : "?";
  }
};

// 4.10 All three parts of CANCEL_THEN_DELETE_THEN_DIVEST.
TEST_P(CrossingOwnership, CancelThenDeleteThenDivest) {
  EXPECT_OK(b().reg("A", "y"));
  EXPECT_OK(a().reg("A", "z"));
  skip();
  EXPECT_OK(b().acquire("z", "priv"));
  settle();
  EXPECT_OK(a().give("z", "priv"));
  EXPECT_OK(a().acquire("y", "a2"));
  skip();
  EXPECT_OK(resign(a(), ResignAction::cancel_then_delete_then_divest));
  EXPECT_EQ(b().heard("remove"), Lines{"remove x"});
  const auto given = b().give("y", "a2");
  EXPECT_EQ(given.ok() ? *given : "?", "");
  EXPECT_EQ(owner("z", "a1"), "none");
  EXPECT_EQ(owner("z", "priv"), "b");
}
// 7.14 The owner cancels its divestiture. A federate that asked if it is available is told that it is not.
TEST_P(CrossingOwnership, IfAvailableAfterACancellation) {
  EXPECT_OK(a().negotiate("x", "a1 a2"));
  EXPECT_OK(b().acquire_free("x", "a1"));
  EXPECT_OK(c().acquire("x", "a1"));
  skip();
  EXPECT_OK(a().cancel_negotiation("x", "a1"));
  EXPECT_HEARD(b(), "unavailable x a1");
  EXPECT_SILENCE(c());
  EXPECT_ERROR(a().confirm("x", "a1"), AttributeDivestitureWasNotRequested);
  EXPECT_OK(a().give("x", "a1"));
  EXPECT_EQ(c().heard("acquired").size(), 1U);
  EXPECT_OK(a().cancel_negotiation("x", "a2"));
}
// 7.12 After a denial nothing is pending.
TEST_P(CrossingOwnership, ADenialEndsAllAcquisitions) {
  EXPECT_OK(b().acquire("x", "a1 a2"));
  EXPECT_OK(c().acquire("x", "a1"));
  skip();
  EXPECT_OK(a().deny("x", "a1"));
  EXPECT_HEARD(b(), "unavailable x a1");
  EXPECT_HEARD(c(), "unavailable x a1");
  EXPECT_ERROR(c().cancel_acquisition("x", "a1"), AttributeAcquisitionWasNotRequested);
  EXPECT_OK(c().unpub("A"));
  EXPECT_OK(b().unpub("A", "a1"));
  EXPECT_ERROR(b().unpub("A", "a2"), OwnershipAcquisitionPending);
  const auto given = a().give("x", "a1 a2");
  EXPECT_EQ(given.ok() ? *given : "?", "a2");
}
// 5.3 Only the attributes that are being acquired are bound.
TEST_P(CrossingOwnership, UnpublishingDuringAnAcquisition) {
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_ERROR(b().unpub("A"), OwnershipAcquisitionPending);
  EXPECT_ERROR(b().unpub("A", "a1 a2"), OwnershipAcquisitionPending);
  EXPECT_OK(b().unpub("A", "a2"));
  EXPECT_OK(b().cancel_acquisition("x", "a1"));
  EXPECT_HEARD(b(), "cancelled x a1");
  EXPECT_OK(b().unpub("A"));
  EXPECT_ERROR(b().acquire("x", "a1"), ObjectClassNotPublished);
}
// 7.8 Publication counts at the class by which the acquirer knows the object.
TEST_P(CrossingOwnership, PublicationAtTheKnownClass) {
  EXPECT_OK(c().unsub("A"));
  EXPECT_OK(c().sub("A.B", "a1 b1"));
  EXPECT_OK(a().pub("A.B", "a1 b1"));
  EXPECT_OK(a().reg("A.B", "y"));
  EXPECT_EQ(b().heard("discover"), Lines{"discover y A"});
  EXPECT_EQ(c().heard("discover"), Lines{"discover y A.B"});
  EXPECT_ERROR(c().acquire("y", "a1"), ObjectClassNotPublished);
  EXPECT_OK(c().pub("A.B", "b1"));
  EXPECT_ERROR(c().acquire("y", "a1"), AttributeNotPublished);
  EXPECT_OK(b().acquire("y", "a1"));
  EXPECT_HEARD(a(), "release y a1");
  EXPECT_OK(a().give("y", "a1"));
  skip();
  EXPECT_OK(b().upd("y", "a1=7"));
  EXPECT_HEARD(c(), "reflect y a1=7");
  EXPECT_OK(c().query("y", "a1"));
  EXPECT_HEARD(c(), "owner y a1 b");
  EXPECT_ERROR(b().rti->query_attribute_ownership(b().object("y"), b().attribute("A.B", "b1")),
               AttributeNotDefined);
  EXPECT_OK(b().unpub("A"));
  skip();
  EXPECT_OK(c().query("y", "a1"));
  EXPECT_HEARD(c(), "owner y a1 none");
}
// 7.15 An acquisition if available cannot be cancelled.
TEST_P(CrossingOwnership, OnlyAnAcquisitionIsCancelled) {
  EXPECT_OK(a().negotiate("x", "a1"));
  EXPECT_OK(b().acquire_free("x", "a1"));
  skip();
  EXPECT_ERROR(b().cancel_acquisition("x", "a1"), AttributeAcquisitionWasNotRequested);
  EXPECT_OK(a().confirm("x", "a1"));
  EXPECT_HEARD(b(), "acquired x a1");
}
// 7.8, 7.9 Owned and free attributes in one request.
TEST_P(CrossingOwnership, RequestsForOwnedAndFreeAttributes) {
  EXPECT_OK(a().divest("x", "a1"));
  skip();
  EXPECT_OK(b().acquire_free("x", "a1 a2"));
  EXPECT_HEARD_SORTED(b(), "acquired x a1", "unavailable x a2");
  EXPECT_OK(b().divest("x", "a1"));
  skip();
  EXPECT_OK(c().acquire("x", "a1 a2", "t"));
  EXPECT_EQ(c().heard("acquired").size(), 1U);
  EXPECT_OK(c().cancel_acquisition("x", "a2"));
  EXPECT_HEARD(c(), "cancelled x a2");
  EXPECT_ERROR(c().acquire("x", "a1 a2"), FederateOwnsAttributes);
  const auto given = a().give("x", "a2");
  EXPECT_EQ(given.ok() ? *given : "?", "");
}
// 5.7, 7.8 A federate that no longer subscribes still knows the object.
TEST_P(CrossingOwnership, AcquiringWithoutASubscription) {
  EXPECT_OK(b().unsub("A"));
  hand_over("a1");
  EXPECT_TRUE(b().owns("x", "a1"));
  EXPECT_OK(b().upd("x", "a1=5"));
  EXPECT_HEARD(a(), "reflect x a1=5");
  EXPECT_OK(a().upd("x", "a2=6"));
  EXPECT_SILENCE(b());
}
// 6.16 Not with owned attributes nor a pending acquisition.
TEST_P(CrossingOwnership, LocalDeletionAndOwnership) {
  hand_over("a1");
  EXPECT_ERROR(b().forget("x"), FederateOwnsAttributes);
  EXPECT_OK(c().acquire("x", "a2"));
  EXPECT_ERROR(c().forget("x"), OwnershipAcquisitionPending);
  EXPECT_OK(c().cancel_acquisition("x", "a2"));
  skip();
  EXPECT_OK(c().unsub("A"));
  EXPECT_OK(c().forget("x"));
  EXPECT_ERROR(c().acquire("x", "a2"), ObjectInstanceNotKnown);
  EXPECT_OK(a().negotiate("x", "a2"));
  EXPECT_SILENCE(c());
}
// 6.17, 6.18 Scope follows ownership: not of own attributes, nor of unowned ones.
TEST_P(CrossingOwnership, ScopeFollowsOwnership) {
  EXPECT_OK(a().rti->enable_attribute_scope_advisory_switch());
  EXPECT_OK(b().rti->enable_attribute_scope_advisory_switch());
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_OK(a().give("x", "a1"));
  EXPECT_HEARD(a(), "in_scope x a1");
  EXPECT_HEARD_SORTED(b(), "acquired x a1", "out_of_scope x a1");
  EXPECT_OK(b().divest("x", "a1"));
  EXPECT_EQ(a().heard("out_of_scope"), Lines{"out_of_scope x a1"});
  EXPECT_EQ(b().heard("in_scope"), Lines{});
  EXPECT_OK(c().acquire("x", "a1"));
  EXPECT_EQ(a().heard("in_scope"), Lines{"in_scope x a1"});
  EXPECT_EQ(b().heard("in_scope"), Lines{"in_scope x a1"});
}

CONFORMANCE_SUITE(CrossingOwnership);

}  // namespace
}  // namespace orrery::rti::testing::conformance
