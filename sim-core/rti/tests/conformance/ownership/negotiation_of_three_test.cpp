// Three federates negotiate for the same attributes (clause 7).
#include <algorithm>

#include "conformance/shared_object.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class NegotiationOfThree : public SharedObject {};

// 7.9, 7.5 Acquisition if available from an owner who is divesting: he is asked to confirm.
TEST_P(NegotiationOfThree, IfAvailableFromADivester) {
  EXPECT_OK(a().negotiate("x", "a1"));
  skip();
  EXPECT_OK(c().acquire_free("x", "a1"));
  EXPECT_HEARD(a(), "confirm x a1");
  EXPECT_SILENCE(c());
  EXPECT_OK(a().confirm("x", "a1", "t"));
  EXPECT_HEARD(c(), "acquired x a1 tag=t");
}
// 7.9, 7.10 The divester cancels: the acquisition if available ends as unavailable.
TEST_P(NegotiationOfThree, IfAvailableFromADivesterWhoCancels) {
  EXPECT_OK(a().negotiate("x", "a1"));
  skip();
  EXPECT_OK(c().acquire_free("x", "a1"));
  EXPECT_HEARD(a(), "confirm x a1");
  EXPECT_OK(a().cancel_negotiation("x", "a1"));
  EXPECT_HEARD(c(), "unavailable x a1");
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_SILENCE(a());
}
// 7.14, 7.11 The divester cancels while one waits by 7.8: the acquisition stays pending.
TEST_P(NegotiationOfThree, TheDivesterCancelsWhileOneWaits) {
  EXPECT_OK(a().negotiate("x", "a1"));
  EXPECT_OK(b().acquire("x", "a1", "t"));
  EXPECT_EQ(a().heard(), Lines{"confirm x a1"});
  EXPECT_OK(a().cancel_negotiation("x", "a1"));
  EXPECT_HEARD(a(), "release x a1 tag=t");
  EXPECT_EQ(b().heard("unavailable"), Lines{});
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_HEARD(b(), "acquired x a1");
}
// 7.12 A denial answers all who wait, and a negotiation later finds none of them.
TEST_P(NegotiationOfThree, ADenialToTwo) {
  EXPECT_OK(b().acquire("x", "a1 a2"));
  EXPECT_OK(c().acquire("x", "a1"));
  skip();
  EXPECT_OK(a().deny("x", "a1"));
  EXPECT_HEARD(b(), "unavailable x a1");
  EXPECT_HEARD(c(), "unavailable x a1");
  EXPECT_EQ(*a().give("x", "a1 a2"), "a2");
  EXPECT_HEARD(b(), "acquired x a2");
  EXPECT_OK(a().negotiate("x", "a1"));
  EXPECT_SILENCE(a());
}
// 7.13 Given to one of two: the other waits on, and the new owner is asked to release.
TEST_P(NegotiationOfThree, TheNewOwnerIsAsked) {
  EXPECT_OK(b().acquire("x", "a1", "b"));
  settle();
  EXPECT_OK(c().acquire("x", "a1", "c"));
  skip();
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  const Lines heard = b().heard();
  EXPECT_EQ(heard, (Lines{"acquired x a1", "release x a1 tag=c"}));
  EXPECT_SILENCE(c());
  EXPECT_EQ(*b().give("x", "a1"), "a1");
  EXPECT_HEARD(c(), "acquired x a1");
}
// 7.8 After 7.9 and before its answer, or of an attribute asked for already: 7.8 may be repeated.
TEST_P(NegotiationOfThree, AcquiringTwice) {
  EXPECT_OK(b().acquire("x", "a1", "1"));
  EXPECT_HEARD(a(), "release x a1 tag=1");
  EXPECT_ERROR(b().acquire_free("x", "a1"), AttributeAlreadyBeingAcquired);
  const Status again = b().acquire("x", "a1 a2", "2");
  EXPECT_OK(again);
  const Lines heard = a().heard();
  EXPECT_TRUE(heard == Lines{"release x a2 tag=2"} || heard == Lines{"release x a1 a2 tag=2"});
  EXPECT_EQ(*a().give("x", "a1 a2"), "a1 a2");
  EXPECT_EQ(b().heard("acquired").size(), 1U);
}
// 7.2 Divested unconditionally while two wait: one gets it, the other waits for him.
TEST_P(NegotiationOfThree, DivestedWhileTwoWait) {
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_OK(c().acquire("x", "a1"));
  skip();
  EXPECT_OK(a().divest("x", "a1"));
  settle();
  const bool first = b().owns("x", "a1");
  EXPECT_NE(first, c().owns("x", "a1"));
  Actor& owner = first ? b() : c();
  Actor& waiting = first ? c() : b();
  EXPECT_EQ(owner.heard(), (Lines{"acquired x a1", "release x a1"}));
  EXPECT_SILENCE(waiting);
}
// 7.3, 7.4 Only those who publish are asked to assume; who publishes later may acquire.
TEST_P(NegotiationOfThree, WhoPublishesLater) {
  EXPECT_OK(c().unpub("A"));
  skip();
  EXPECT_OK(a().negotiate("x", "a1", "n"));
  EXPECT_HEARD(b(), "assume x a1 tag=n");
  EXPECT_SILENCE(c());
  EXPECT_OK(c().pub("A", "a1"));
  skip();
  EXPECT_OK(c().acquire("x", "a1"));
  EXPECT_EQ(a().heard(), Lines{"confirm x a1"});
  EXPECT_OK(a().confirm("x", "a1"));
  EXPECT_HEARD(c(), "acquired x a1");
}
// 7.6 A confirmation of what two wait for, of two attributes in two states: all or nothing.
TEST_P(NegotiationOfThree, AConfirmationIsWhole) {
  EXPECT_OK(a().negotiate("x", "a1"));
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_ERROR(a().confirm("x", "a1 a2"), AttributeDivestitureWasNotRequested);
  EXPECT_SILENCE(b());
  EXPECT_TRUE(a().owns("x", "a1"));
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  EXPECT_OK(a().confirm("x", "a1"));
  EXPECT_HEARD(b(), "acquired x a1");
  EXPECT_ERROR(a().upd("x", "a1=2"), AttributeNotOwned);
}
// 7.17 Asked from three sides while the attribute goes round.
TEST_P(NegotiationOfThree, QueriesWhileItGoesRound) {
  Actor* const ring[] = {&a(), &b(), &c()};
  const char* const names[] = {"a", "b", "c"};
  for (std::size_t i = 0; i < 6; ++i) {
    Actor& owner = *ring[i % 3];
    Actor& next = *ring[(i + 1) % 3];
    EXPECT_OK(next.acquire("x", "a1"));
    skip();
    EXPECT_EQ(*owner.give("x", "a1"), "a1");
    EXPECT_HEARD(next, "acquired x a1");
    EXPECT_OK(ring[(i + 2) % 3]->query("x", "a1"));
    EXPECT_HEARD(*ring[(i + 2) % 3], std::string("owner x a1 ") + names[(i + 1) % 3]);
    EXPECT_OK(next.upd("x", "a1=1"));
    EXPECT_HEARD(owner, "reflect x a1=1");
    skip();
  }
}
// 7.15, 4.10 Whoever resigns with a decided but untold acquisition leaves the attribute unowned, or may not resign so.
TEST_P(NegotiationOfThree, ResigningWithAnAcquisitionThatIsNotTold) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  b().silent = true;
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  settle();
  EXPECT_FALSE(b().rti->resign_federation_execution(ResignAction::no_action).ok());
  const Status gone =
      b().rti->resign_federation_execution(ResignAction::cancel_pending_ownership_acquisitions);
  settle();
  if (gone.ok()) {
    EXPECT_OK(c().query("x", "a1"));
    EXPECT_EQ(c().heard("owner"), Lines{"owner x a1 none"});
  } else {
    EXPECT_EQ(gone.error().code, ErrorCode::FederateOwnsAttributes);
  }
}

CONFORMANCE_SUITE(NegotiationOfThree);

}  // namespace
}  // namespace orrery::rti::testing::conformance
