// What a federate has not been told is not so for it yet: states change with the callbacks (4.1, 6.1, 7.1).
#include "conformance/shared_object.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class ToldStates : public SharedObject {};

// 6.9 An object is unknown until its discovery is told.
TEST_P(ToldStates, ADiscovery) {
  b().silent = true;
  EXPECT_OK(a().reg("A", "y", ""));
  settle();
  EXPECT_ERROR(b().query("y", "a1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(b().rti->get_object_instance_name(b().object("y")), ObjectInstanceNotKnown);
  EXPECT_ERROR(b().forget("y"), ObjectInstanceNotKnown);
  b().silent = false;
  EXPECT_HEARD(b(), "discover y A");
  EXPECT_OK(b().query("y", "a1"));
}
// 6.15 An object is known until its removal is told.
TEST_P(ToldStates, ARemoval) {
  b().silent = true;
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().del("x"));
  settle();
  EXPECT_OK(b().rti->get_object_instance_name(b().object("x")));
  EXPECT_OK(b().rti->get_known_object_class_handle(b().object("x")));
  EXPECT_OK(b().rti->is_attribute_owned_by_federate(b().object("x"), b().attribute("A", "a1")));
  EXPECT_OK(b().request("x", "a1"));
  b().silent = false;
  EXPECT_HEARD(b(), "reflect x a1=1", "remove x");
  EXPECT_ERROR(b().rti->get_object_instance_name(b().object("x")), ObjectInstanceNotKnown);
}
// 6.15, 8.14 A removal in receive order waits until a constrained federate advances: until then it knows the object.
TEST_P(ToldStates, ARemovalThatWaitsForAnAdvance) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().del("x"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->get_object_instance_name(b().object("x")));
  EXPECT_OK(b().rti->get_known_object_class_handle(b().object("x")));
  EXPECT_OK(a().tar(5));
  EXPECT_OK(b().tar(5));
  EXPECT_HEARD(b(), "remove x", "grant 5");
  EXPECT_ERROR(b().rti->get_object_instance_name(b().object("x")), ObjectInstanceNotKnown);
}
// 6.11, 6.16 In the callback of an update that came before the removal the object is known, and can be deleted locally.
TEST_P(ToldStates, ARemovalBehindAnUpdate) {
  b().on_line = [this](const std::string& line) {
    if (line != "reflect x a1=1") return;
    EXPECT_OK(b().rti->get_object_instance_name(b().object("x")));
    EXPECT_OK(b().rti->get_known_object_class_handle(b().object("x")));
    EXPECT_OK(b().unsub("A"));
    EXPECT_OK(b().forget("x"));
  };
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().del("x"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  EXPECT_HEARD(c(), "reflect x a1=1", "remove x");
}
// 7.7 The new owner owns from the notification on.
TEST_P(ToldStates, AnAcquisition) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  b().silent = true;
  EXPECT_OK(a().give("x", "a1"));
  settle();
  EXPECT_FALSE(a().owns("x", "a1"));
  EXPECT_FALSE(b().owns("x", "a1"));
  EXPECT_ERROR(b().upd("x", "a1=1"), AttributeNotOwned);
  EXPECT_ERROR(b().acquire_free("x", "a1"), AttributeAlreadyBeingAcquired);
  b().silent = false;
  EXPECT_HEARD(b(), "acquired x a1");
  EXPECT_TRUE(b().owns("x", "a1"));
}
// 7.15 A cancellation may come too late: then the acquisition is told and not the cancellation.
TEST_P(ToldStates, ACancellationThatIsLate) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  b().silent = true;
  EXPECT_OK(a().give("x", "a1"));
  settle();
  EXPECT_OK(b().cancel_acquisition("x", "a1"));
  b().silent = false;
  EXPECT_HEARD(b(), "acquired x a1");
  EXPECT_TRUE(b().owns("x", "a1"));
}
// 4.14 A point cannot be achieved before its announcement.
TEST_P(ToldStates, AnAnnouncement) {
  b().silent = true;
  EXPECT_OK(a().rti->register_federation_synchronization_point("p", {}));
  settle();
  EXPECT_ERROR(b().rti->synchronization_point_achieved("p"), SynchronizationPointLabelNotAnnounced);
  b().silent = false;
  EXPECT_HEARD(b(), "announce p");
  EXPECT_OK(b().rti->synchronization_point_achieved("p"));
}
// 6.8 A name is reserved when the federate has been told so.
TEST_P(ToldStates, AReservation) {
  EXPECT_OK(b().rti->reserve_object_instance_name("n"));
  b().silent = true;
  settle();
  const Status early = b().reg("A", "y", "n");
  if (!early.ok()) {
    EXPECT_EQ(early.error().code, ErrorCode::ObjectInstanceNameNotReserved);
  }
  b().silent = false;
  EXPECT_EQ(b().heard("reserved"), Lines{"reserved n"});
}
// 8.13, 8.8 A grant that waits behind other callbacks: the federate is advancing until it is told.
TEST_P(ToldStates, AGrantBehindMessages) {
  for (auto& each : actors()) {
    ASSERT_OK(each->pubi("T"));
    ASSERT_OK(each->subi("T"));
  }
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(a().tar(20));
  b().silent = true;
  EXPECT_OK(b().tar(10));
  settle();
  EXPECT_EQ(b().time(), 0);
  EXPECT_ERROR(b().tar(12), InTimeAdvancingState);
  (void)b().rti->evoke_callback(1);
  EXPECT_EQ(b().lines, Lines{"receive T t1=1 @5 tso"});
  EXPECT_EQ(b().time(), 0);
  EXPECT_ERROR(b().tar(12), InTimeAdvancingState);
  b().silent = false;
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 10");
  EXPECT_EQ(b().time(), 10);
}
// 5.7 What waits untold for a class that is no longer subscribed to: told or not, but nothing that is sent later.
TEST_P(ToldStates, AnUnsubscriptionBeforeAReflection) {
  b().silent = true;
  EXPECT_OK(a().upd("x", "a1=1"));
  settle();
  EXPECT_OK(b().unsub("A"));
  settle();
  EXPECT_OK(a().upd("x", "a1=2"));
  b().silent = false;
  const Lines heard = b().heard();
  EXPECT_TRUE(heard.empty() || heard == Lines{"reflect x a1=1"});
}
// 6.16 An update that waits untold is not told of an object that was deleted locally.
TEST_P(ToldStates, ALocalDeletionBeforeAReflection) {
  b().silent = true;
  EXPECT_OK(a().upd("x", "a1=1"));
  settle();
  EXPECT_OK(b().forget("x"));
  b().silent = false;
  const Lines heard = b().heard();
  EXPECT_TRUE(heard.empty() || heard == (Lines{"discover x A", "reflect x a1=1"}));
}

CONFORMANCE_SUITE(ToldStates);

}  // namespace
}  // namespace orrery::rti::testing::conformance
