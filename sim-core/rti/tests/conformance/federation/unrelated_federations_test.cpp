// Two federations on the same nodes know nothing of each other (4.1).
#include <algorithm>

#include "conformance/timed_federates.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a, b, c are in "test"; d (node 1) and e (node 2) in "other". The same names are in both.
class UnrelatedFederations : public TimedFederates {
 protected:
  void begin() override {
    TimedFederates::begin();
    ASSERT_OK(a().rti->create_federation_execution("other", conformance_modules(),
                                                   TimeRepresentation::integer64));
    for (std::size_t i = 0; i < 2; ++i) {
      actors().push_back(actor(i + 1));
      Actor& each = *actors().back();
      const auto joined =
          each.rti->join_federation_execution(i == 0 ? "a" : "b", "tester", "other");
      ASSERT_OK(joined);
      each.handle = *joined;
      ASSERT_OK(each.pubi("T"));
      ASSERT_OK(each.subi("T"));
      ASSERT_OK(each.pub("A", "a1 a2"));
      ASSERT_OK(each.sub("A", "a1 a2"));
    }
    skip();
  }
  Actor& d() { return *actors().at(3); }
  Actor& e() { return *actors().at(4); }
};

// 4.5, 4.6 The other one cannot be destroyed while it has members; then it can, and be created again.
TEST_P(UnrelatedFederations, CreatedAndDestroyed) {
  EXPECT_ERROR(a().rti->create_federation_execution("other", conformance_modules()),
               FederationExecutionAlreadyExists);
  EXPECT_ERROR(b().rti->destroy_federation_execution("other"), FederatesCurrentlyJoined);
  EXPECT_OK(d().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_OK(e().rti->resign_federation_execution(ResignAction::no_action));
  settle();
  EXPECT_OK(c().rti->destroy_federation_execution("other"));
  EXPECT_ERROR(a().rti->destroy_federation_execution("other"), FederationExecutionDoesNotExist);
  EXPECT_ERROR(d().rti->join_federation_execution("a", "t", "other"),
               FederationExecutionDoesNotExist);
  EXPECT_OK(e().rti->create_federation_execution("other", conformance_modules()));
  EXPECT_EQ(a().rti->list_federation_executions()->size(), 2U);
}
// 6.9, 6.13 Messages and objects stay where they are.
TEST_P(UnrelatedFederations, MessagesStay) {
  EXPECT_OK(d().send("T", "t1=1"));
  EXPECT_HEARD(e(), "receive T t1=1");
  EXPECT_SILENCE(b());
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_SILENCE(e());
  EXPECT_HEARD(b(), "reflect x a1=1");
  EXPECT_SILENCE(d());
}
// 6.2 Each has its own names.
TEST_P(UnrelatedFederations, NamesOfEach) {
  EXPECT_OK(a().rti->reserve_object_instance_name("n"));
  EXPECT_OK(d().rti->reserve_object_instance_name("n"));
  EXPECT_HEARD(a(), "reserved n");
  EXPECT_HEARD(d(), "reserved n");
  EXPECT_EQ(*d().rti->get_federate_handle("a"), d().handle);
  EXPECT_ERROR(d().rti->get_federate_handle("c"), NameNotFound);
}
// 4.11, 4.15 Each has its own points, with the same label.
TEST_P(UnrelatedFederations, PointsOfEach) {
  EXPECT_OK(a().rti->register_federation_synchronization_point("p", {}));
  EXPECT_OK(d().rti->register_federation_synchronization_point("p", {}));
  EXPECT_HEARD(a(), "registered p", "announce p");
  EXPECT_HEARD(d(), "registered p", "announce p");
  EXPECT_HEARD(e(), "announce p");
  EXPECT_OK(d().rti->synchronization_point_achieved("p"));
  EXPECT_OK(e().rti->synchronization_point_achieved("p"));
  EXPECT_HEARD(e(), "synchronized p");
  EXPECT_EQ(a().heard(), Lines{});
  EXPECT_OK(a().rti->synchronization_point_achieved("p"));
}
// 8.16 Regulators of one do not hold back the other.
TEST_P(UnrelatedFederations, TimesOfEach) {
  regulate(a(), 1);
  constrain(b());
  constrain(e());
  EXPECT_EQ(e().galt(), "undefined");
  EXPECT_OK(e().tar(100));
  EXPECT_HEARD(e(), "grant 100");
  regulate(d(), 7);
  EXPECT_EQ(b().galt(), "1");
  EXPECT_GE(std::stoll(e().galt()), 100);
  EXPECT_OK(b().tar(5));
  EXPECT_OK(d().tar(500));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(10));
  EXPECT_HEARD(b(), "grant 5");
}
// 9.2, 8.21 Handles of one are no handles of the other.
TEST_P(UnrelatedFederations, HandlesOfEach) {
  regulate(a(), 1);
  regulate(d(), 1);
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_OK(d().send_at(5, "T", "t1=2", "n"));
  constrain(b());
  const RegionHandle mine = a().region("X 0 10");
  EXPECT_ERROR(d().subi_in("Q", {mine}), InvalidRegion);
  EXPECT_ERROR(d().query("x", "a1"), ObjectInstanceNotKnown);
}
// 4.10 A federate that resigns from one joins the other under the same name, and begins anew.
TEST_P(UnrelatedFederations, FromOneToTheOther) {
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_ERROR(b().rti->join_federation_execution("b", "tester", "other"),
               FederateNameAlreadyInUse);
  const auto joined = b().rti->join_federation_execution("c", "tester", "other");
  ASSERT_OK(joined);
  EXPECT_OK(b().subi("T"));
  settle();
  EXPECT_OK(d().send("T", "t1=1"));
  EXPECT_HEARD(b(), "receive T t1=1");
  EXPECT_OK(a().send("T", "t1=2"));
  EXPECT_SILENCE(b());
  EXPECT_HEARD(c(), "receive T t1=2");
}

CONFORMANCE_SUITE(UnrelatedFederations);

}  // namespace
}  // namespace orrery::rti::testing::conformance
