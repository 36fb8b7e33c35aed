// Declaration management.
#include "federates.hpp"

namespace orrery::rti::testing {
namespace {

using Declaration = Federates;
INSTANTIATE_TEST_SUITE_P(Groups, Declaration, every_layout, layout_name);

TEST_P(Declaration, UnknownClassesAndAttributesAreRefused) {
  join_all();
  const AttributeHandle none{99};
  EXPECT_ERROR(a().rti->publish_object_class_attributes({9999}, {}), ObjectClassNotDefined);
  EXPECT_ERROR(a().rti->subscribe_object_class_attributes({9999}, {}), ObjectClassNotDefined);
  EXPECT_ERROR(
      a().rti->publish_object_class_attributes(a().object_class("Ship"), std::span(&none, 1)),
      AttributeNotDefined);
  EXPECT_ERROR(
      a().rti->subscribe_object_class_attributes(a().object_class("Ship"), std::span(&none, 1)),
      AttributeNotDefined);
  EXPECT_ERROR(a().rti->unpublish_object_class({9999}), ObjectClassNotDefined);
  EXPECT_ERROR(a().rti->publish_interaction_class({9999}), InteractionClassNotDefined);
  EXPECT_ERROR(a().rti->subscribe_interaction_class({9999}), InteractionClassNotDefined);
  EXPECT_ERROR(a().rti->unsubscribe_interaction_class({9999}), InteractionClassNotDefined);
}

TEST_P(Declaration, RegistrationNeedsPublication) {
  join_all();
  EXPECT_ERROR(a().rti->register_object_instance(a().object_class("Ship")),
               ObjectClassNotPublished);
  a().publish("Vehicle", {"Position"});
  EXPECT_ERROR(a().rti->register_object_instance(a().object_class("Vehicle.Tank")),
               ObjectClassNotPublished);
  EXPECT_TRUE(a().rti->register_object_instance(a().object_class("Vehicle")).ok());
  ASSERT_OK(a().rti->unpublish_object_class(a().object_class("Vehicle")));
  EXPECT_ERROR(a().rti->register_object_instance(a().object_class("Vehicle")),
               ObjectClassNotPublished);
}

// 5.2, 5.6: a class is published or subscribed to if some of its attributes are.
TEST_P(Declaration, EmptySetsDeclareNothing) {
  join_all();
  const auto ship = a().object_class("Ship");
  ASSERT_OK(a().rti->publish_object_class_attributes(ship, {}));
  EXPECT_ERROR(a().rti->register_object_instance(ship), ObjectClassNotPublished);
  ASSERT_OK(b().rti->subscribe_object_class_attributes(ship, {}));
  ASSERT_OK(c().rti->subscribe_object_class_attributes_with_regions(ship, {}));
  a().publish("Ship", {"Course"});
  ASSERT_OK(a().rti->publish_object_class_attributes(ship, {}));
  auto made = a().rti->register_object_instance(ship);
  ASSERT_OK(made);
  drain();
  EXPECT_TRUE(a().started.empty());
  EXPECT_TRUE(b().discovered.empty());
  EXPECT_TRUE(c().discovered.empty());
  b().subscribe("Ship", {"Course"});
  ASSERT_OK(b().rti->subscribe_object_class_attributes(ship, {}, false));
  drain();
  EXPECT_EQ(b().discovered.size(), 1U);
  EXPECT_TRUE(a().started.contains(ship)) << "the attributes are subscribed to actively as before";
}

TEST_P(Declaration, TakingAllAttributesBackEndsPublicationAndSubscription) {
  join_all();
  const auto vehicle = a().object_class("Vehicle");
  a().publish("Vehicle", {"Position", "Speed"});
  b().subscribe("Vehicle", {"Position", "Speed"});
  for (const char* each : {"Position", "Speed"}) {
    EXPECT_TRUE(a().rti->register_object_instance(vehicle).ok());
    const auto attribute = a().attribute("Vehicle", each);
    ASSERT_OK(a().rti->unpublish_object_class_attributes(vehicle, std::span(&attribute, 1)));
    ASSERT_OK(b().rti->unsubscribe_object_class_attributes(vehicle, std::span(&attribute, 1)));
  }
  EXPECT_ERROR(a().rti->register_object_instance(vehicle), ObjectClassNotPublished);
  drain();
  EXPECT_EQ(b().discovered.size(), 2U);
  ASSERT_OK(
      c().rti->publish_object_class_attributes(vehicle, c().attributes("Vehicle", {"Speed"})));
  EXPECT_TRUE(c().rti->register_object_instance(vehicle).ok());
  drain();
  EXPECT_EQ(b().discovered.size(), 2U);
}

// 5.10, 5.12: the advisory is of a publication.
TEST_P(Declaration, WhatIsPublishedAgainIsAdvisedOfAgain) {
  join_all();
  const auto ship = a().object_class("Ship");
  const auto hail = a().interaction_class("Hail");
  b().subscribe("Ship", {"Course"});
  ASSERT_OK(b().rti->subscribe_interaction_class(hail));
  for (int round = 0; round < 2; ++round) {
    a().publish("Ship", {"Course"});
    ASSERT_OK(a().rti->publish_interaction_class(hail));
    drain();
    EXPECT_TRUE(a().started.contains(ship)) << "round " << round;
    EXPECT_TRUE(a().on.contains(hail)) << "round " << round;
    ASSERT_OK(a().rti->unpublish_object_class(ship));
    ASSERT_OK(a().rti->unpublish_interaction_class(hail));
    drain();
    a().started.clear();
    a().on.clear();
  }
}

TEST_P(Declaration, UnpublishingLosesOwnership) {
  join_all();
  a().publish("Vehicle", {"Position", "Speed"});
  auto car = a().rti->register_object_instance(a().object_class("Vehicle"));
  const auto speed = a().attribute("Vehicle", "Speed");
  ASSERT_OK(a().rti->unpublish_object_class_attributes(a().object_class("Vehicle"),
                                                       std::span(&speed, 1)));
  EXPECT_ERROR(a().update(*car, speed, "1"), AttributeNotOwned);
  ASSERT_OK(a().update(*car, a().attribute("Vehicle", "Position"), "1"));
}

// 5.2, 5.3: the privilege to delete is published with the first attribute of a class and unpublished with the last, unless the
// federate publishes it by name.
TEST_P(Declaration, UnpublishingTheLastAttributeGivesUpThePrivilegeToDelete) {
  join_all();
  const auto vehicle = a().object_class("Vehicle");
  const auto privilege = a().attribute("Vehicle", "HLAprivilegeToDeleteObject");
  const auto unpublish = [&](const std::vector<std::string>& names) {
    ASSERT_OK(
        a().rti->unpublish_object_class_attributes(vehicle, a().attributes("Vehicle", names)));
  };
  for (const bool by_name : {false, true}) {
    a().publish("Vehicle", {"Position", "Speed"});
    if (by_name) a().publish("Vehicle", {"HLAprivilegeToDeleteObject"});
    const auto car = a().rti->register_object_instance(vehicle);
    ASSERT_OK(car);
    unpublish({"Position"});
    EXPECT_TRUE(*a().rti->is_attribute_owned_by_federate(*car, privilege));
    unpublish({"Speed"});
    EXPECT_EQ(*a().rti->is_attribute_owned_by_federate(*car, privilege), by_name);
    if (by_name) unpublish({"HLAprivilegeToDeleteObject"});
    EXPECT_ERROR(a().rti->delete_object_instance(*car), DeletePrivilegeNotHeld);
    ASSERT_OK(a().rti->local_delete_object_instance(*car));
  }
}

TEST_P(Declaration, SubclassesAreDiscoveredAsTheSubscribedClass) {
  join_all();
  a().publish("Vehicle.Tank", {"Position", "Turret"});
  b().subscribe("Vehicle", {"Position"});
  c().subscribe("Vehicle", {"Speed"});
  c().subscribe("Vehicle.Tank", {"Turret"});
  auto tank = a().rti->register_object_instance(a().object_class("Vehicle.Tank"));
  drain();
  ASSERT_EQ(b().discovered.size(), 1U);
  EXPECT_EQ(b().discovered[0].of, b().object_class("Vehicle"));
  EXPECT_EQ(b().discovered[0].producer, a().handle);
  EXPECT_EQ(b().discovered[0].name, *a().rti->get_object_instance_name(*tank));
  ASSERT_EQ(c().discovered.size(), 1U);
  EXPECT_EQ(c().discovered[0].of, c().object_class("Vehicle.Tank"));
  EXPECT_EQ(*b().rti->get_known_object_class_handle(*tank), b().object_class("Vehicle"));
  const std::vector<AttributeValue> values{{a().attribute("Vehicle.Tank", "Position"), bytes("p")},
                                           {a().attribute("Vehicle.Tank", "Turret"), bytes("t")}};
  ASSERT_OK(a().rti->update_attribute_values(*tank, values, bytes("tag")));
  drain();
  ASSERT_EQ(b().reflected.size(), 1U);
  EXPECT_EQ(b().reflected[0].values.size(), 1U);
  EXPECT_EQ(b().reflected[0].values[b().attribute("Vehicle", "Position").value], "p");
  ASSERT_EQ(c().reflected.size(), 1U);
  EXPECT_EQ(c().reflected[0].values[c().attribute("Vehicle.Tank", "Turret").value], "t");
  EXPECT_EQ(c().reflected[0].values.size(), 1U);
}

TEST_P(Declaration, SubscribingLaterDiscoversWhatIsThere) {
  join_all();
  a().publish("Ship", {"Course"});
  auto ship = a().rti->register_object_instance(a().object_class("Ship"));
  drain();
  EXPECT_TRUE(b().discovered.empty());
  b().subscribe("Ship", {"Course"});
  drain();
  ASSERT_EQ(b().discovered.size(), 1U);
  EXPECT_EQ(b().discovered[0].object, *ship);
  b().subscribe("Ship", {"Course"});
  drain();
  EXPECT_EQ(b().discovered.size(), 1U);
}

TEST_P(Declaration, UnsubscribingEndsReflections) {
  join_all();
  a().publish("Vehicle", {"Position", "Speed"});
  b().subscribe("Vehicle", {"Position", "Speed"});
  auto car = a().rti->register_object_instance(a().object_class("Vehicle"));
  drain();
  const auto speed = b().attribute("Vehicle", "Speed");
  ASSERT_OK(b().rti->unsubscribe_object_class_attributes(b().object_class("Vehicle"),
                                                         std::span(&speed, 1)));
  ASSERT_OK(a().update(*car, speed, "1"));
  ASSERT_OK(a().update(*car, a().attribute("Vehicle", "Position"), "2"));
  drain();
  ASSERT_EQ(b().reflected.size(), 1U);
  ASSERT_OK(b().rti->unsubscribe_object_class(b().object_class("Vehicle")));
  ASSERT_OK(a().update(*car, a().attribute("Vehicle", "Position"), "3"));
  drain();
  EXPECT_EQ(b().reflected.size(), 1U);
}

TEST_P(Declaration, InteractionsComeAsTheNearestSubscribedClass) {
  join_all();
  ASSERT_OK(a().rti->publish_interaction_class(a().interaction_class("Fire.Missile")));
  ASSERT_OK(b().rti->subscribe_interaction_class(b().interaction_class("Fire")));
  ASSERT_OK(c().rti->subscribe_interaction_class(c().interaction_class("Fire.Missile")));
  const auto missile = a().interaction_class("Fire.Missile");
  const std::vector<ParameterValue> values{
      {*a().rti->get_parameter_handle(missile, "Target"), bytes("t")},
      {*a().rti->get_parameter_handle(missile, "Range"), bytes("9")}};
  ASSERT_OK(a().rti->send_interaction(missile, values, bytes("tag")));
  drain();
  ASSERT_EQ(b().received.size(), 1U);
  EXPECT_EQ(b().received[0].of, b().interaction_class("Fire"));
  EXPECT_EQ(b().received[0].values.size(), 1U);
  ASSERT_EQ(c().received.size(), 1U);
  EXPECT_EQ(c().received[0].of, missile);
  EXPECT_EQ(c().received[0].values.size(), 2U);
  EXPECT_EQ(c().received[0].tag, "tag");
  EXPECT_TRUE(a().received.empty());
  ASSERT_OK(c().rti->unsubscribe_interaction_class(missile));
  ASSERT_OK(a().rti->send_interaction(missile, values));
  drain();
  EXPECT_EQ(c().received.size(), 1U);
  EXPECT_EQ(b().received.size(), 2U);
}

TEST_P(Declaration, AdvisoriesFollowActiveSubscriptions) {
  join_all();
  a().publish("Ship", {"Course"});
  ASSERT_OK(a().rti->publish_interaction_class(a().interaction_class("Hail")));
  drain();
  EXPECT_TRUE(a().started.empty());
  const auto course = b().attribute("Ship", "Course");
  ASSERT_OK(b().rti->subscribe_object_class_attributes(b().object_class("Ship"),
                                                       std::span(&course, 1), false));
  ASSERT_OK(b().rti->subscribe_interaction_class(b().interaction_class("Hail"), false));
  drain();
  EXPECT_TRUE(a().started.empty());
  EXPECT_TRUE(a().on.empty());
  b().subscribe("Ship", {"Course"});
  ASSERT_OK(b().rti->subscribe_interaction_class(b().interaction_class("Hail")));
  drain();
  EXPECT_TRUE(a().started.contains(a().object_class("Ship")));
  EXPECT_TRUE(a().on.contains(a().interaction_class("Hail")));
  ASSERT_OK(b().rti->unsubscribe_object_class(b().object_class("Ship")));
  ASSERT_OK(b().rti->unsubscribe_interaction_class(b().interaction_class("Hail")));
  drain();
  EXPECT_TRUE(a().started.empty());
  EXPECT_TRUE(a().on.empty());
}

// 5.6: a subscription is active or passive for each attribute of it: a later one changes only its own attributes.
TEST_P(Declaration, EachAttributeIsSubscribedActivelyOrPassively) {
  join_all();
  a().publish("Vehicle", {"Position"});
  const auto vehicle = a().object_class("Vehicle");
  const auto subscribe = [&](const std::string& name, bool active) {
    ASSERT_OK(b().rti->subscribe_object_class_attributes(vehicle, b().attributes("Vehicle", {name}),
                                                         active));
    drain();
  };
  subscribe("Speed", true);
  subscribe("Position", false);
  EXPECT_FALSE(a().started.contains(vehicle));
  subscribe("Position", true);
  EXPECT_TRUE(a().started.contains(vehicle));
  subscribe("Speed", false);
  EXPECT_TRUE(a().started.contains(vehicle));
  const auto position = b().attribute("Vehicle", "Position");
  ASSERT_OK(b().rti->unsubscribe_object_class_attributes(vehicle, std::span(&position, 1)));
  subscribe("Position", false);
  EXPECT_FALSE(a().started.contains(vehicle));
}

}  // namespace
}  // namespace orrery::rti::testing
