// Declarations that change while objects live and federates come and go (clause 5 with 4, 6 and 7).
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class CrossingDeclarations : public Conformance {};
class CrossingAdvisories : public Conformance {
 protected:
  bool advised() override { return true; }
  void again(Actor& who, const std::string& name) {
    ASSERT_OK(who.rti->resign_federation_execution(ResignAction::delete_objects));
    settle();
    ASSERT_OK(who.join(name));
    settle();
  }
};

// 5.7 A part of the attributes, then the rest.
TEST_P(CrossingDeclarations, UnsubscribingInParts) {
  EXPECT_OK(c().sub("A", "a1 a2"));
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(c().unsub("A", "a1"));
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().upd("x", "a1=2 a2=3"));
  EXPECT_HEARD(c(), "reflect x a2=3");
  EXPECT_OK(c().unsub("A", "a1 a2"));
  EXPECT_OK(a().upd("x", "a2=4"));
  EXPECT_SILENCE(c());
  EXPECT_OK(c().sub("A", "a2"));
  EXPECT_OK(a().upd("x", "a1=5 a2=6"));
  EXPECT_HEARD(c(), "reflect x a2=6");
  EXPECT_OK(a().del("x"));
  EXPECT_HEARD(c(), "remove x");
}
// 5.7 Each class has its own subscription.
TEST_P(CrossingDeclarations, UnsubscribingASuperclass) {
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_OK(c().sub("A.B", "a1"));
  EXPECT_OK(a().pub("A.B", "a1"));
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(c().unsub("A"));
  EXPECT_OK(a().reg("A.B", "x"));
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_HEARD(c(), "discover x A.B");
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_HEARD(c(), "reflect x a1=1");
}
// 6.9 A federate that joins and subscribes late discovers what lives, and only that.
TEST_P(CrossingDeclarations, ALateSubscriber) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().pub("A", "a1"));
  for (const char* each : {"x", "y"}) EXPECT_OK(a().reg("A", each));
  EXPECT_OK(b().reg("A", "z"));
  EXPECT_OK(a().del("x"));
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::delete_objects));
  actors().push_back(actor(2));
  Actor& d = *actors().back();
  EXPECT_OK(d.join("d"));
  EXPECT_OK(d.sub("A", "a1"));
  EXPECT_EQ(d.heard().size(), 1U);
  EXPECT_OK(a().upd("y", "a1=1"));
  EXPECT_HEARD(d, "reflect y a1=1");
}
// 6.13 The class received is the nearest one subscribed to; its superclass' parameters alone.
TEST_P(CrossingDeclarations, InteractionsWhileSubscriptionsChange) {
  EXPECT_OK(a().pubi("K.L"));
  EXPECT_OK(c().subi("K"));
  EXPECT_OK(a().send("K.L", "k1=1 l1=2"));
  EXPECT_HEARD(c(), "receive K k1=1");
  EXPECT_OK(c().subi("K.L"));
  EXPECT_OK(a().send("K.L", "k1=1 l1=2"));
  EXPECT_HEARD(c(), "receive K.L k1=1 l1=2");
  EXPECT_OK(c().unsubi("K"));
  EXPECT_OK(a().send("K.L", "l1=2"));
  EXPECT_HEARD(c(), "receive K.L l1=2");
  EXPECT_OK(c().subi("K"));
  EXPECT_OK(c().unsubi("K.L"));
  EXPECT_OK(a().send("K.L", "l1=2"));
  EXPECT_HEARD(c(), "receive K");
  EXPECT_ERROR(a().send("K"), InteractionClassNotPublished);
  EXPECT_ERROR(a().send("K", "l1=2"), InteractionClassNotPublished);
}
// 6.12 A federate does not receive its own messages; another federate of its node does.
TEST_P(CrossingDeclarations, OnesOwnMessages) {
  actors().push_back(actor(0));
  Actor& d = *actors().back();
  EXPECT_OK(d.join("d"));
  EXPECT_OK(d.rti->disable_object_class_relevance_advisory_switch());
  EXPECT_OK(d.rti->disable_interaction_relevance_advisory_switch());
  for (Actor* each : {&a(), &d}) {
    EXPECT_OK(each->pubi("K"));
    EXPECT_OK(each->subi("K"));
    EXPECT_OK(each->pub("A", "a1"));
    EXPECT_OK(each->sub("A", "a1"));
  }
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().send("K"));
  EXPECT_SILENCE(a());
  EXPECT_EQ(d.heard().size(), 3U);
}
// 5.10 Of subclasses that are published, not of superclasses.
TEST_P(CrossingAdvisories, RegistrationOfSubclasses) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().pub("A.B", "a1"));
  EXPECT_OK(b().sub("A.B", "a1"));
  EXPECT_HEARD(a(), "start A.B");
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_HEARD(a(), "start A");
  EXPECT_OK(b().unsub("A.B"));
  EXPECT_SILENCE(a());
  EXPECT_OK(c().unsub("A"));
  EXPECT_HEARD_SORTED(a(), "stop A", "stop A.B");
}
// 5.10 Only attributes that are both published and subscribed to count.
TEST_P(CrossingAdvisories, RegistrationForCommonAttributes) {
  EXPECT_OK(a().pub("A.B", "b1"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_SILENCE(a());
  EXPECT_OK(a().pub("A.B", "a1"));
  EXPECT_HEARD(a(), "start A.B");
  EXPECT_OK(a().unpub("A.B", "a1"));
  const Lines after = a().heard();
  EXPECT_TRUE(after.empty() || after == Lines{"stop A.B"});
  EXPECT_OK(c().sub("A.B", "b1"));
  settle();
  EXPECT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  const Lines last = a().heard();
  EXPECT_EQ(last.empty() ? "" : last.back(), "stop A.B");
}
// 5.11, 4.10 A resignation ends all subscriptions. The federate that joins again has none.
TEST_P(CrossingAdvisories, RegistrationAfterAResignation) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_HEARD(a(), "start A");
  again(c(), "c");
  EXPECT_HEARD(a(), "stop A");
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_HEARD(a(), "start A");
  again(a(), "a");
  EXPECT_SILENCE(a());
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_HEARD(a(), "start A");
}
// 5.10 One's own subscription does not count.
TEST_P(CrossingAdvisories, OnesOwnSubscriptions) {
  for (Actor* each : {&a(), &b()}) {
    EXPECT_OK(each->pub("A", "a1"));
    EXPECT_OK(each->pubi("K"));
  }
  EXPECT_OK(a().sub("A", "a1"));
  EXPECT_OK(a().subi("K"));
  EXPECT_SILENCE(a());
  EXPECT_HEARD_SORTED(b(), "on K", "start A");
  again(a(), "a");
  EXPECT_HEARD_SORTED(b(), "off K", "stop A");
}
// 5.12, 5.13 Superclass subscriptions turn subclasses on.
TEST_P(CrossingAdvisories, InteractionsOfSubclasses) {
  EXPECT_OK(a().pubi("K.L"));
  EXPECT_OK(c().subi("K"));
  EXPECT_HEARD(a(), "on K.L");
  EXPECT_OK(b().subi("K.L"));
  EXPECT_OK(c().subi("K", false));
  EXPECT_SILENCE(a());
  EXPECT_OK(a().pubi("K"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().unsubi("K.L"));
  EXPECT_HEARD(a(), "off K.L");
  EXPECT_OK(b().subi("K"));
  EXPECT_HEARD_SORTED(a(), "on K", "on K.L");
  again(b(), "b");
  EXPECT_HEARD_SORTED(a(), "off K", "off K.L");
}
// 5.12 A class that is published again is turned on again.
TEST_P(CrossingAdvisories, PublishedAgain) {
  EXPECT_OK(c().subi("K"));
  EXPECT_OK(a().pubi("K"));
  EXPECT_HEARD(a(), "on K");
  EXPECT_OK(a().unpubi("K"));
  skip();
  EXPECT_OK(c().unsubi("K"));
  EXPECT_SILENCE(a());
  EXPECT_OK(a().pubi("K"));
  EXPECT_SILENCE(a());
  EXPECT_OK(c().subi("K"));
  EXPECT_HEARD(a(), "on K");
}
// 6.21, 6.22 The last of several subscribers; resignation; passive subscriptions.
TEST_P(CrossingDeclarations, UpdatesAreTurnedOnAndOff) {
  EXPECT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(b().sub("A", "a1", false));
  EXPECT_SILENCE(a());
  EXPECT_OK(c().sub("A", "a1 a2"));
  EXPECT_HEARD(a(), "updates_on x a1 a2");
  EXPECT_OK(b().sub("A", "a2"));
  EXPECT_OK(c().unsub("A", "a1"));
  const Lines lines = a().heard();
  EXPECT_TRUE(lines.empty() || lines == Lines{"updates_off x a1"});
  EXPECT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().unsub("A"));
  EXPECT_EQ(a().heard("updates_off").empty(), false);
}
// 6.21 By a superclass subscription; not for an unpublished owner's lost attribute.
TEST_P(CrossingDeclarations, UpdatesOfASubclassObject) {
  EXPECT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  EXPECT_OK(a().pub("A.B", "a1 b1"));
  EXPECT_OK(a().reg("A.B", "x"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_HEARD(a(), "updates_on x a1");
  EXPECT_OK(a().unpub("A.B", "a1"));
  skip();
  EXPECT_OK(c().unsub("A"));
  EXPECT_SILENCE(a());
}
// 5.3 Unpublishing the whole class divests, deletes nothing, and forbids registration.
TEST_P(CrossingDeclarations, UnpublishingWithObjects) {
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(a().unpub("A"));
  EXPECT_ERROR(a().reg("A", "y"), ObjectClassNotPublished);
  EXPECT_ERROR(a().upd("x", "a1=1"), AttributeNotOwned);
  EXPECT_EQ(c().heard("remove"), Lines{});
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects_then_divest));
  EXPECT_EQ(c().heard("remove").size(), 0U);
}
// 6.19 A federate that asks does not ask itself.
TEST_P(CrossingDeclarations, ARequestByAnOwner) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(b().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(b().reg("A", "y"));
  skip();
  EXPECT_OK(b().request("x", "a1 a2"));
  EXPECT_HEARD(a(), "provide x a1 a2");
}

CONFORMANCE_SUITE(CrossingDeclarations);
CONFORMANCE_SUITE(CrossingAdvisories);

}  // namespace
}  // namespace orrery::rti::testing::conformance
