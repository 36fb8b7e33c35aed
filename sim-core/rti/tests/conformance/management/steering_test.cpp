// A manager calls services in the name of federates, in the middle of what they do (11.4.1).
#include <algorithm>

#include "conformance/managed_federation.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a owns x, b waits for x.a1 or receives in timestamp order, c manages.
class SteeringManager : public ManagedFederation {
 protected:
  void begin() override {
    ManagedFederation::begin();
    for (Actor* each : {&a(), &b()}) {
      ASSERT_OK(each->pub("A", "a1 a2"));
      ASSERT_OK(each->sub("A", "a1 a2"));
      ASSERT_OK(each->pubi("T"));
      ASSERT_OK(each->subi("T"));
    }
    ASSERT_OK(a().reg("A", "x"));
    skip();
  }
  std::vector<std::byte> x() { return handle(c().object("x").value); }
  static std::vector<std::byte> class_handle(ObjectClassHandle of) { return handle(of.value); }
  static std::vector<std::byte> at(std::int64_t time) {
    return encode_time(TimeRepresentation::integer64, time);
  }
};

// 8.23 The order of an attribute changes between two updates of its owner.
TEST_P(SteeringManager, AnOrderBetweenUpdates) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  EXPECT_OK(manage("HLAservice.HLAchangeAttributeOrderType", a(),
                   {{"HLAobjectInstance", x()},
                    {"HLAattributeList", list(c().attributes("A", "a2"))},
                    {"HLAsendOrder", number(0)}}));
  settle();
  EXPECT_OK(a().upd_at(6, "x", "a2=2"));
  EXPECT_HEARD(b(), "reflect x a2=2 @6");
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x a2=1 @5 tso", "grant 10");
  EXPECT_TRUE(reports("HLAreportMOMexception").empty());
}
// 6.16 A local deletion in another's name; an owner cannot be made to.
TEST_P(SteeringManager, ALocalDeletion) {
  EXPECT_OK(manage("HLAservice.HLAlocalDeleteObjectInstance", b(), {{"HLAobjectInstance", x()}}));
  settle();
  EXPECT_ERROR(b().query("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_EQ(b().heard("reflect"), Lines{});
  EXPECT_OK(manage("HLAservice.HLAlocalDeleteObjectInstance", a(), {{"HLAobjectInstance", x()}}));
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 1U);
  EXPECT_TRUE(a().owns("x", "a1"));
}
// 5.3 Unpublished in the owner's name: the one who waits becomes the owner.
TEST_P(SteeringManager, UnpublishedWhileOneWaits) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_OK(manage("HLAservice.HLAunpublishObjectClassAttributes", a(),
                   {{"HLAobjectClass", class_handle(c().object_class("A"))},
                    {"HLAattributeList", list(c().attributes("A", "a1"))}}));
  settle();
  EXPECT_EQ(b().heard("acquired"), Lines{"acquired x a1"});
  EXPECT_FALSE(a().owns("x", "a1"));
}
// 4.14 A point is achieved in another's name; that federate cannot achieve it again.
TEST_P(SteeringManager, APointAchieved) {
  EXPECT_OK(a().rti->register_federation_synchronization_point("p", {}));
  skip();
  EXPECT_OK(manage("HLAservice.HLAsynchronizationPointAchieved", b(),
                   {{"HLAlabel", Encoder().unicode("p").take()}}));
  settle();
  EXPECT_ERROR(b().rti->synchronization_point_achieved("p"), SynchronizationPointLabelNotAnnounced);
  EXPECT_OK(a().rti->synchronization_point_achieved("p"));
  EXPECT_OK(c().rti->synchronization_point_achieved("p"));
  EXPECT_EQ(b().heard(), Lines{"synchronized p"});
}
// 6.14 A deletion in timestamp order in the owner's name.
TEST_P(SteeringManager, ADeletionInTimestampOrder) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(manage("HLAservice.HLAdeleteObjectInstance", a(),
                   {{"HLAobjectInstance", x()},
                    {"HLAtag", Encoder().opaque(bytes("t")).take()},
                    {"HLAtimeStamp", at(5)}}));
  EXPECT_SILENCE(b());
  EXPECT_TRUE(reports("HLAreportMOMexception").empty());
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "remove x tag=t @5 tso", "grant 10");
}
// 5.6, 5.7 Subscribed and unsubscribed in another's name.
TEST_P(SteeringManager, SubscribedInAnothersName) {
  EXPECT_OK(a().pub("D", "d3"));
  EXPECT_OK(a().reg("D", "y"));
  const Values what{{"HLAobjectClass", class_handle(c().object_class("D"))},
                    {"HLAattributeList", list(c().attributes("D", "d3"))}};
  Values active = what;
  active["HLAactive"] = number(1);
  EXPECT_OK(manage("HLAservice.HLAsubscribeObjectClassAttributes", b(), active));
  EXPECT_EQ(b().heard("discover"), Lines{"discover y D"});
  EXPECT_OK(manage("HLAservice.HLAunsubscribeObjectClassAttributes", b(), what));
  settle();
  EXPECT_OK(a().upd("y", "d3=1"));
  EXPECT_SILENCE(b());
}
// 8.4, 8.16 Regulation is ended in a federate's name while another waits for it.
TEST_P(SteeringManager, RegulationIsEnded) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().tar(50));
  EXPECT_SILENCE(b());
  EXPECT_OK(manage("HLAservice.HLAdisableTimeRegulation", a()));
  EXPECT_HEARD(b(), "grant 50");
  EXPECT_EQ(a().lookahead(), -1);
  EXPECT_OK(manage("HLAservice.HLAdisableTimeRegulation", a()));
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 1U);
}
// 7.2 Divested in the owner's name while another negotiation waits.
TEST_P(SteeringManager, DivestedInTheOwnersName) {
  EXPECT_OK(a().negotiate("x", "a1"));
  skip();
  EXPECT_OK(
      manage("HLAservice.HLAunconditionalAttributeOwnershipDivestiture", a(),
             {{"HLAobjectInstance", x()}, {"HLAattributeList", list(c().attributes("A", "a1"))}}));
  settle();
  EXPECT_FALSE(a().owns("x", "a1"));
  EXPECT_OK(b().acquire_free("x", "a1"));
  EXPECT_EQ(b().heard("acquired"), Lines{"acquired x a1"});
}
// 11.4.2 Objects that can be deleted, are updated and are reflected, as classes and counts.
TEST_P(SteeringManager, ReportsOfObjects) {
  listen("HLAfederate.HLAreport.HLAreportObjectInstancesThatCanBeDeleted");
  listen("HLAfederate.HLAreport.HLAreportUpdatesSent");
  EXPECT_OK(a().reg("A", "y"));
  settle();
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().upd("y", "a1=1"));
  EXPECT_OK(a().del("y"));
  settle();
  EXPECT_OK(manage("HLArequest.HLArequestObjectInstancesThatCanBeDeleted", a()));
  const auto deletable = reports("HLAreportObjectInstancesThatCanBeDeleted");
  ASSERT_EQ(deletable.size(), 1U);
  Decoder in(deletable[0].at("HLAobjectInstanceCounts"));
  EXPECT_EQ(in.integer32(), 1);
  EXPECT_EQ(in.handle(), c().object_class("A").value);
  EXPECT_EQ(in.integer32(), 1);
  EXPECT_OK(manage("HLArequest.HLArequestUpdatesSent", a()));
  std::int32_t sent = 0;
  for (const Values& each : reports("HLAreportUpdatesSent")) {
    Decoder counts(each.at("HLAupdateCounts"));
    for (std::int32_t left = counts.integer32(); left > 0; --left) {
      (void)counts.handle();
      sent += counts.integer32();
    }
  }
  EXPECT_EQ(sent, 2);
}

CONFORMANCE_SUITE(SteeringManager);

}  // namespace
}  // namespace orrery::rti::testing::conformance
