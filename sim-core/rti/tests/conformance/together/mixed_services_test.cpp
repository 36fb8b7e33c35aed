// Where service groups meet: order, regions, ownership and deletion together.
#include "conformance/timed_federates.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a sends T and updates x.a2 in timestamp order; b and c are subscribed to both.
class MixedServices : public TimedFederates {};

// 8.12, 8.22 A flush delivers early: a retraction afterwards is told.
TEST_P(MixedServices, ARetractionAfterAFlushIsTold) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(9, "T", "t1=1", "m"));
  EXPECT_OK(b().fqr(5));
  EXPECT_HEARD(b(), "receive T t1=1 @9 tso", "grant 1");
  EXPECT_OK(a().retract("m"));
  EXPECT_HEARD(b(), "retract m");
}
// 8.1, 7.2 An update stays on its way when its attribute is divested.
TEST_P(MixedServices, QueuedUpdatesOutliveTheOwnership) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  EXPECT_OK(a().divest("x", "a2"));
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x a2=1 @5 tso", "grant 10");
}
// 8.1 To one constrained and one unconstrained receiver the same message goes in different orders.
TEST_P(MixedServices, EachReceiverHasItsOwnOrder) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T", "t1=5"));
  EXPECT_OK(a().send_at(3, "T", "t1=3"));
  EXPECT_HEARD(c(), "receive T t1=5 @5", "receive T t1=3 @3");
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "receive T t1=3 @3 tso", "receive T t1=5 @5 tso", "grant 10");
}
// 8.5 What was sent before a federate became constrained has come in receive order, what comes later waits.
TEST_P(MixedServices, ConstraintCountsFromItsBeginning) {
  regulate(a(), 1);
  EXPECT_OK(a().send_at(5, "T", "t1=before"));
  EXPECT_HEARD(b(), "receive T t1=before @5");
  constrain(b());
  EXPECT_OK(a().send_at(4, "T", "t1=after"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().tar(10));
  EXPECT_OK(a().tar(10));
  EXPECT_HEARD(b(), "receive T t1=after @4 tso", "grant 10");
}
// 6.16, 8.1 After a local deletion nothing of the object comes that was queued.
TEST_P(MixedServices, ALocallyDeletedObjectIsNotReflected) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  EXPECT_OK(b().unsub("A"));
  EXPECT_OK(b().forget("x"));
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "grant 10");
}
// 6.14 In receive order an object goes at once, for constrained federates with their advance.
TEST_P(MixedServices, ADeletionInReceiveOrderWaitsForAnAdvance) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().del("x", "bye"));
  EXPECT_HEARD(c(), "remove x tag=bye");
  EXPECT_SILENCE(b());
  EXPECT_OK(b().tar(1));
  EXPECT_HEARD(b(), "remove x tag=bye");
}
// 5.3, 6.12 Published again after a while: subscribers are as before.
TEST_P(MixedServices, PublishingAgainFindsTheSubscribers) {
  EXPECT_OK(a().unpubi("K"));
  EXPECT_ERROR(a().send("K"), InteractionClassNotPublished);
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(a().send("K", "k1=1"));
  EXPECT_HEARD(b(), "receive K k1=1");
}
// 8.13, 4.11 Synchronization and time do not wait for each other.
TEST_P(MixedServices, APointIsReachedDuringAnAdvance) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().tar(10));
  EXPECT_OK(c().rti->register_federation_synchronization_point("s", {}));
  skip();
  for (auto& each : actors()) EXPECT_OK(each->rti->synchronization_point_achieved("s"));
  EXPECT_HEARD(b(), "synchronized s");
  EXPECT_OK(a().tar(20));
  EXPECT_HEARD(b(), "grant 10");
}
// 4.10 A constrained federate that waits for a regulator which resigns is granted.
TEST_P(MixedServices, AResigningRegulatorFreesTheOthers) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().nmr(10));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects));
  const Lines heard = b().heard();
  EXPECT_EQ(std::ranges::count(heard, "grant 10"), 1);
  EXPECT_EQ(std::ranges::count(heard, "remove x"), 1);
}
// 7.7, 8.23 A new owner's order is that of the object model, whatever the former had changed.
TEST_P(MixedServices, AChangedOrderEndsWithTheOwnership) {
  EXPECT_OK(c().pub("A", "a2"));
  const AttributeHandle a2 = a().attribute("A", "a2");
  EXPECT_OK(
      a().rti->change_attribute_order_type(a().object("x"), std::span(&a2, 1), OrderType::receive));
  EXPECT_OK(a().divest("x", "a2"));
  skip();
  EXPECT_OK(c().acquire_free("x", "a2"));
  skip();
  regulate(c(), 1);
  constrain(b());
  EXPECT_OK(c().upd_at(5, "x", "a2=1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(c().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x a2=1 @5 tso", "grant 10");
}
CONFORMANCE_SUITE(MixedServices);

}  // namespace
}  // namespace orrery::rti::testing::conformance
