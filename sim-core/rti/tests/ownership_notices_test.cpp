// Callbacks of ownership: when a federate owns what it has asked for, what it is offered, and about which objects it is called
// (IEEE 1516.1-2010, 7.4, 7.7, 6.15).
#include "owner.hpp"

namespace orrery::rti::testing {
namespace {

class OwnershipNotices : public Ownership {
 protected:
  static std::ptrdiff_t heard(const Owner& who, const std::string& what) {
    return std::ranges::count(who.told, what);
  }
};
INSTANTIATE_TEST_SUITE_P(Groups, OwnershipNotices, every_layout, layout_name);

// 7.7: the federate owns the attributes from the notification on. Until then its acquisition is pending.
TEST_P(OwnershipNotices, OwnershipBeginsWithTheNotification) {
  ASSERT_OK(b().rti->attribute_ownership_acquisition(ship, course));
  drain();
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(ship, course));
  a().drain();
  RtiAmbassador& rti = *b().rti;
  EXPECT_FALSE(owns(b()));
  EXPECT_ERROR(b().update(ship, course[0], "x"), AttributeNotOwned);
  EXPECT_ERROR(rti.negotiated_attribute_ownership_divestiture(ship, course), AttributeNotOwned);
  EXPECT_ERROR(rti.attribute_ownership_acquisition_if_available(ship, course),
               AttributeAlreadyBeingAcquired);
  EXPECT_TRUE(rti.attribute_ownership_acquisition(ship, course).ok());
  EXPECT_ERROR(rti.unpublish_object_class(b().object_class("Ship")), OwnershipAcquisitionPending);
  EXPECT_ERROR(rti.local_delete_object_instance(ship), OwnershipAcquisitionPending);
  EXPECT_ERROR(rti.resign_federation_execution(ResignAction::no_action),
               OwnershipAcquisitionPending);
  drain();
  EXPECT_EQ(heard(b(), "acquired 1"), 1);
  EXPECT_TRUE(owns(b()));
  EXPECT_TRUE(b().update(ship, course[0], "x").ok());
  EXPECT_TRUE(rti.unpublish_object_class(b().object_class("Ship")).ok());
}

// 7.4: a registrant that gives some of its attributes up is not asked twice to take them back.
TEST_P(OwnershipNotices, EachDivestitureIsOfferedOnce) {
  auto boat = a().rti->register_object_instance(a().object_class("Ship"));
  ASSERT_OK(boat);
  drain();
  for (auto& each : feds) each->told.clear();
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(*boat, course));
  drain();
  for (auto& each : feds) EXPECT_LE(heard(*each, "assume 1"), 1);
  EXPECT_EQ(heard(b(), "assume 1"), 1);
  b().publish("Ship", {"Course"});
  b().publish("Vehicle", {"Position"});
  drain();
  EXPECT_EQ(heard(b(), "assume 1"), 1) << "it has published Course before";
}

// 5.2, 7.4: the privilege to delete is published with the first attribute, and offered then.
TEST_P(OwnershipNotices, ThePrivilegeToDeleteIsOfferedToWhoPublishesLater) {
  const std::vector<AttributeHandle> privilege{{0}};
  ASSERT_OK(c().rti->unpublish_object_class(c().object_class("Ship")));
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(ship, privilege));
  drain();
  EXPECT_EQ(c().told.size(), 0U);
  c().publish("Ship", {"Course"});
  drain();
  EXPECT_EQ(heard(c(), "assume 0"), 1);
}

// 7.2, 7.17: what a federate has given up is not reported as its own.
TEST_P(OwnershipNotices, AQueryAfterADivestitureDoesNotNameTheFormerOwner) {
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(ship, course));
  ASSERT_OK(a().rti->query_attribute_ownership(ship, course[0]));
  drain();
  EXPECT_EQ(heard(a(), "not owned 1"), 1);
}

// 5.1.2, 6.11: the registrant knows the object as the class that it has registered, whatever it is subscribed to.
TEST_P(OwnershipNotices, ARegistrantReceivesByItsSubscriptionToTheRegisteredClass) {
  a().publish("Vehicle.Tank", {"Position"});
  a().subscribe("Vehicle", {"Position"});
  b().publish("Vehicle.Tank", {"Position"});
  b().subscribe("Vehicle.Tank", {"Position"});
  const auto tank = a().rti->register_object_instance(a().object_class("Vehicle.Tank"));
  ASSERT_OK(tank);
  drain();
  const std::vector<AttributeHandle> position{a().attribute("Vehicle.Tank", "Position")};
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(*tank, position));
  ASSERT_OK(b().rti->attribute_ownership_acquisition(*tank, position));
  drain();
  ASSERT_OK(b().update(*tank, position[0], "here"));
  drain();
  EXPECT_EQ(a().reflected.size(), 0U);
  a().subscribe("Vehicle.Tank", {"Position"});
  drain();
  ASSERT_OK(b().update(*tank, position[0], "there"));
  drain();
  EXPECT_EQ(a().reflected.size(), 1U);
}

// 6.15, 6.16: no callback names an object that the federate has deleted, or that it knows no longer.
TEST_P(OwnershipNotices, NothingIsToldOfAnObjectThatIsNotKnown) {
  ASSERT_OK(c().rti->query_attribute_ownership(ship, course[0]));
  ASSERT_OK(c().rti->query_attribute_transportation_type(ship, course[0]));
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(ship, course));
  b().drain();
  ASSERT_OK(c().rti->local_delete_object_instance(ship));
  const std::vector<AttributeHandle> privilege{{0}};
  ASSERT_OK(b().rti->request_attribute_value_update(ship, privilege));
  ASSERT_OK(a().rti->query_attribute_ownership(ship, course[0]));
  ASSERT_OK(a().rti->delete_object_instance(ship));
  for (auto& each : feds) each->told.clear();
  drain();
  EXPECT_EQ(a().told.size(), 0U) << a().told.front();
  EXPECT_EQ(c().told.size(), 0U) << c().told.front();
}

// 7.4: a federate is asked to assume only what it publishes, of an object that is there, when it is asked.
TEST_P(OwnershipNotices, NothingIsOfferedThatTheFederateNoLongerPublishes) {
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(ship, course));
  a().drain();
  ASSERT_OK(b().rti->unpublish_object_class_attributes(b().object_class("Ship"), course));
  ASSERT_OK(c().rti->unpublish_object_class(c().object_class("Ship")));
  drain();
  EXPECT_FALSE(b().heard("assume 1"));
  EXPECT_FALSE(c().heard("assume 1"));
}

TEST_P(OwnershipNotices, NothingIsOfferedOfAnObjectThatIsDeletedMeanwhile) {
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(ship, course));
  ASSERT_OK(a().rti->delete_object_instance(ship));
  a().drain();
  drain();
  EXPECT_FALSE(b().heard("assume 1"));
  EXPECT_FALSE(c().heard("assume 1"));
}

}  // namespace
}  // namespace orrery::rti::testing
