// Time management: which messages come when, retraction and order types (8.1, 8.14, 8.15, 8.21 to 8.24).
#include "conformance/timed_federates.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a sends T and updates x.a2 in timestamp order; b and c are subscribed to both.
class Clause8Messages : public TimedFederates {};

// 8.14, 8.15, 8.1 Receive order waits for an advance, unless delivery is asynchronous.
TEST_P(Clause8Messages, ReceiveOrderComesWhileAdvancing) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send("K", "k1=1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().tar(5));
  EXPECT_HEARD(b(), "receive K k1=1");
  EXPECT_OK(a().send("K", "k1=2"));
  EXPECT_HEARD(b(), "receive K k1=2");
  EXPECT_OK(a().tar(10));
  EXPECT_HEARD(b(), "grant 5");
  EXPECT_OK(a().send("K", "k1=3"));
  EXPECT_SILENCE(b());
  EXPECT_ERROR(b().rti->disable_asynchronous_delivery(), AsynchronousDeliveryAlreadyDisabled);
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_ERROR(b().rti->enable_asynchronous_delivery(), AsynchronousDeliveryAlreadyEnabled);
  EXPECT_HEARD(b(), "receive K k1=3");
  EXPECT_OK(a().send("K", "k1=4"));
  EXPECT_HEARD(b(), "receive K k1=4");
  EXPECT_OK(b().rti->disable_asynchronous_delivery());
  EXPECT_OK(a().send("K", "k1=5"));
  EXPECT_SILENCE(b());
  // 8.7 No longer constrained: all comes.
  EXPECT_OK(b().rti->disable_time_constrained());
  EXPECT_HEARD(b(), "receive K k1=5");
}
// 8.1 Other callbacks than messages do not wait.
TEST_P(Clause8Messages, DiscoveriesAndAnnouncementsDoNotWait) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().rti->register_federation_synchronization_point("s", {}));
  EXPECT_HEARD(b(), "discover y A", "announce s");
}
// 8.21 Before its delivery: as if it had not been sent.
TEST_P(Clause8Messages, ARetractedMessageIsNotDelivered) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m1"));
  EXPECT_OK(a().upd_at(6, "x", "a2=1", "m2"));
  EXPECT_OK(a().del_at(7, "x", "m3"));
  EXPECT_OK(a().send_at(8, "T", "t1=2", "m4"));
  settle();
  for (const char* each : {"m1", "m2", "m3"}) EXPECT_OK(a().retract(each));
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "receive T t1=2 @8 tso", "grant 10");
  // c is not constrained: it has it, and is told (8.22).
  Lines heard = c().heard();
  EXPECT_EQ(std::ranges::count(heard, "retract m1"), 1);
  EXPECT_EQ(std::ranges::count(heard, "retract m4"), 0);
  EXPECT_OK(a().upd("x", "a1=there"));
}
// 8.21 Exceptions.
TEST_P(Clause8Messages, RetractionNeedsARetractableMessage) {
  EXPECT_ERROR(a().rti->retract({12345}), TimeRegulationIsNotEnabled);
  regulate(a(), 1);
  regulate(b(), 1);
  EXPECT_ERROR(a().rti->retract({12345}), InvalidMessageRetractionHandle);
  EXPECT_OK(a().send_at(5, "T", "", "m"));
  EXPECT_ERROR(b().retract("m"), InvalidMessageRetractionHandle);
  EXPECT_OK(a().tar(10));
  skip();
  EXPECT_ERROR(a().retract("m"), MessageCanNoLongerBeRetracted);
}
// 8.21 A retraction lets a next message request go on.
TEST_P(Clause8Messages, ARetractionMovesTheLits) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T", "", "m"));
  EXPECT_OK(a().send_at(9, "T", "t1=9"));
  EXPECT_OK(b().nmr(20));
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().tar(9));
  EXPECT_HEARD(b(), "receive T t1=9 @9 tso", "grant 9");
}
// 8.23 Of an instance's attributes, by the owner.
TEST_P(Clause8Messages, AnAttributesOrderChanges) {
  regulate(a(), 1);
  constrain(b());
  const AttributeHandle a1 = a().attribute("A", "a1");
  const AttributeHandle a2 = a().attribute("A", "a2");
  EXPECT_ERROR(b().rti->change_attribute_order_type(b().object("x"), std::span(&a1, 1),
                                                    OrderType::timestamp),
               AttributeNotOwned);
  EXPECT_OK(a().rti->change_attribute_order_type(a().object("x"), std::span(&a1, 1),
                                                 OrderType::timestamp));
  EXPECT_OK(
      a().rti->change_attribute_order_type(a().object("x"), std::span(&a2, 1), OrderType::receive));
  EXPECT_OK(a().upd_at(3, "x", "a1=1 a2=2"));
  EXPECT_OK(b().tar(5));
  EXPECT_HEARD(b(), "reflect x a2=2 @3");
  EXPECT_OK(a().tar(10));
  EXPECT_HEARD(b(), "reflect x a1=1 @3 tso", "grant 5");
  // Another instance is as the object model says.
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().upd_at(12, "y", "a1=1"));
  EXPECT_OK(b().tar(6));
  EXPECT_HEARD(b(), "discover y A", "reflect y a1=1 @12", "grant 6");
}
// 8.24 Of what the federate itself sends.
TEST_P(Clause8Messages, AnInteractionsOrderChanges) {
  regulate(a(), 1);
  regulate(c(), 1);
  constrain(b());
  EXPECT_ERROR(b().rti->change_interaction_order_type(b().interaction("R"), OrderType::timestamp),
               InteractionClassNotPublished);
  EXPECT_OK(a().rti->change_interaction_order_type(a().interaction("T"), OrderType::receive));
  EXPECT_OK(a().rti->change_interaction_order_type(a().interaction("K"), OrderType::timestamp));
  EXPECT_OK(a().send_at(3, "T", "t1=1"));
  EXPECT_OK(a().send_at(4, "K", "k1=1"));
  EXPECT_OK(c().send_at(5, "T", "t1=c"));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "receive T t1=1 @3");
  EXPECT_OK(a().tar(20));
  EXPECT_OK(c().tar(20));
  EXPECT_HEARD(b(), "receive K k1=1 @4 tso", "receive T t1=c @5 tso", "grant 10");
}
// 6.14 A deletion in timestamp order: updates before it come before it.
TEST_P(Clause8Messages, ADeletionKeepsItsTime) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  EXPECT_OK(a().del_at(6, "x", "m", "bye"));
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(5));
  EXPECT_HEARD(b(), "reflect x a2=1 @5 tso", "grant 5");
  EXPECT_OK(b().rti->get_object_instance_name(b().object("x")));
  EXPECT_OK(b().tar(6));
  EXPECT_HEARD(b(), "remove x tag=bye @6 tso", "grant 6");
  EXPECT_ERROR(b().rti->get_object_instance_name(b().object("x")), ObjectInstanceNotKnown);
}
// 4.10, 8.1 What was sent stays sent when its sender resigns.
TEST_P(Clause8Messages, MessagesOutliveTheirSender) {
  regulate(a(), 1);
  regulate(c(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  EXPECT_OK(b().tar(10));
  EXPECT_SILENCE(b());
  EXPECT_OK(c().tar(10));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 10");
}
// 8.1 Declarations of others between sending and delivery do not change what comes.
TEST_P(Clause8Messages, QueuedMessagesAreUntouchedByDeclarations) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  EXPECT_OK(c().unsubi("T"));
  EXPECT_OK(c().unsub("A"));
  EXPECT_OK(c().subi("T.U"));
  EXPECT_OK(a().unpubi("T"));
  EXPECT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_OK(c().join("c"));
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "reflect x a2=1 @5 tso", "grant 10");
}
CONFORMANCE_SUITE(Clause8Messages);

}  // namespace
}  // namespace orrery::rti::testing::conformance
