// Callbacks that wait while the federate itself takes away their ground: then they are not made (preconditions of 5.10, 5.12, 6.17 to 7.18).
#include <algorithm>

#include "conformance/shared_object.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class StaleCallbacks : public SharedObject {
 protected:
  Lines told(Actor& each) {
    settle();
    each.silent = false;
    return each.heard();
  }
};

// 7.4, 6.16 Nobody is asked to assume attributes of an object that he does not know.
TEST_P(StaleCallbacks, AnAssumptionOfAForgottenObject) {
  b().silent = true;
  EXPECT_OK(a().negotiate("x", "a1"));
  settle();
  EXPECT_OK(b().forget("x"));
  EXPECT_EQ(told(b()), Lines{});
}
// 7.4, 5.3 Nor who does not publish.
TEST_P(StaleCallbacks, AnAssumptionAfterUnpublishing) {
  b().silent = true;
  EXPECT_OK(a().negotiate("x", "a1"));
  settle();
  EXPECT_OK(b().unpub("A"));
  EXPECT_EQ(told(b()), Lines{});
}
// 7.11, 7.2 Nobody is asked to release what he has divested.
TEST_P(StaleCallbacks, AReleaseAfterADivestiture) {
  a().silent = true;
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_OK(a().divest("x", "a1"));
  EXPECT_EQ(told(a()), Lines{});
  EXPECT_HEARD(b(), "acquired x a1");
}
// 7.11, 5.3 Nor what he has lost by unpublishing.
TEST_P(StaleCallbacks, AReleaseAfterUnpublishing) {
  a().silent = true;
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_OK(a().unpub("A", "a1"));
  EXPECT_EQ(told(a()), Lines{});
  EXPECT_HEARD(b(), "acquired x a1");
}
// 7.11, 7.13 Nor what he gave to whom wanted it, before the request was told.
TEST_P(StaleCallbacks, AReleaseAfterGivingIt) {
  a().silent = true;
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_EQ(told(a()), Lines{});
  EXPECT_HEARD(b(), "acquired x a1");
}
// 7.11, 7.15 Nor what nobody wants any more.
TEST_P(StaleCallbacks, AReleaseAfterTheCancellation) {
  a().silent = true;
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_OK(b().cancel_acquisition("x", "a1"));
  const Lines heard = told(a());
  EXPECT_TRUE(heard.empty() || heard == Lines{"release x a1"});
  EXPECT_OK(a().deny("x", "a1"));
  EXPECT_HEARD(b(), "cancelled x a1");
}
// 7.5, 7.14 Nobody is asked to confirm what he negotiates no more. The release that follows is right.
TEST_P(StaleCallbacks, AConfirmationAfterCancelling) {
  EXPECT_OK(a().negotiate("x", "a1"));
  skip();
  a().silent = true;
  EXPECT_OK(b().acquire("x", "a1", "t"));
  settle();
  EXPECT_OK(a().cancel_negotiation("x", "a1"));
  EXPECT_EQ(told(a()), Lines{"release x a1 tag=t"});
}
// 7.5, 7.15 The acquirer cancels before the owner is asked to confirm: he is not asked, or confirms in vain.
TEST_P(StaleCallbacks, AConfirmationWhoseAcquirerIsGone) {
  EXPECT_OK(a().negotiate("x", "a1"));
  skip();
  a().silent = true;
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_OK(b().cancel_acquisition("x", "a1"));
  const Lines heard = told(a());
  EXPECT_TRUE(heard.empty() || heard == Lines{"confirm x a1"});
  EXPECT_ERROR(a().confirm("x", "a1"), NoAcquisitionPending);
  EXPECT_HEARD(b(), "cancelled x a1");
}
// 6.20, 7.2 Nobody is asked for values of what he has divested.
TEST_P(StaleCallbacks, ARequestAfterADivestiture) {
  a().silent = true;
  EXPECT_OK(c().request("x", "a1", "q"));
  settle();
  EXPECT_OK(a().divest("x", "a1"));
  EXPECT_EQ(told(a()), Lines{});
}
// 7.10, 7.16, 6.16 An answer that waits belongs to the acquisition: the object cannot be forgotten before, or the answer is not given.
TEST_P(StaleCallbacks, AnAnswerAboutAForgottenObject) {
  EXPECT_OK(b().acquire("x", "a1 a2"));
  skip();
  b().silent = true;
  EXPECT_OK(a().deny("x", "a1"));
  EXPECT_OK(b().cancel_acquisition("x", "a2"));
  settle();
  const Status forgotten = b().forget("x");
  const Lines heard = told(b());
  if (forgotten.ok()) {
    EXPECT_EQ(heard, Lines{});
  } else {
    EXPECT_EQ(forgotten.error().code, ErrorCode::OwnershipAcquisitionPending);
    EXPECT_EQ(heard.size(), 2U);
  }
}
// 7.18, 6.16 The answer to a query about an object that is no longer known.
TEST_P(StaleCallbacks, AnOwnerOfAForgottenObject) {
  b().silent = true;
  EXPECT_OK(b().query("x", "a1"));
  settle();
  EXPECT_OK(b().forget("x"));
  const Lines heard = told(b());
  EXPECT_EQ(heard, Lines{});
}
// 6.17, 6.16 The scope of an object that is no longer known.
TEST_P(StaleCallbacks, TheScopeOfAForgottenObject) {
  EXPECT_OK(b().rti->enable_attribute_scope_advisory_switch());
  EXPECT_OK(b().unsub("A", "a2"));
  skip();
  b().silent = true;
  EXPECT_OK(b().sub("A", "a2"));
  settle();
  EXPECT_OK(b().unsub("A"));
  EXPECT_OK(b().forget("x"));
  EXPECT_EQ(told(b()), Lines{});
}
// 5.10, 5.3 No registration is started of a class that is no longer published.
TEST_P(StaleCallbacks, ARegistrationAfterUnpublishing) {
  EXPECT_OK(a().pub("D", "d3"));
  EXPECT_OK(a().rti->enable_object_class_relevance_advisory_switch());
  skip();
  a().silent = true;
  EXPECT_OK(c().sub("D", "d3"));
  settle();
  EXPECT_OK(a().unpub("D"));
  EXPECT_EQ(told(a()), Lines{});
}
// 5.12, 5.5 Nor interactions turned on.
TEST_P(StaleCallbacks, InteractionsAfterUnpublishing) {
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(a().rti->enable_interaction_relevance_advisory_switch());
  skip();
  a().silent = true;
  EXPECT_OK(c().subi("K"));
  settle();
  EXPECT_OK(a().unpubi("K"));
  EXPECT_EQ(told(a()), Lines{});
}
// 6.21, 7.2 Nor updates of what was divested.
TEST_P(StaleCallbacks, UpdatesAfterADivestiture) {
  EXPECT_OK(a().pub("A", "a3"));
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  skip();
  a().silent = true;
  EXPECT_OK(c().sub("A", "a3"));
  settle();
  EXPECT_OK(a().divest("y", "a3"));
  const Lines heard = told(a());
  EXPECT_EQ(std::ranges::count(heard, "updates_on y a3"), 0) << ::testing::PrintToString(heard);
}

CONFORMANCE_SUITE(StaleCallbacks);

}  // namespace
}  // namespace orrery::rti::testing::conformance
