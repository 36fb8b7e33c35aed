// Object management and support services.
#include "federates.hpp"

namespace orrery::rti::testing {
namespace {

class Objects : public Federates {
 protected:
  void begin() override {
    Federates::begin();
    join_all();
    a().publish("Ship", {"Course"});
    b().subscribe("Ship", {"Course"});
    course = a().attribute("Ship", "Course");
  }
  ObjectInstanceHandle ship() {
    auto made = a().rti->register_object_instance(a().object_class("Ship"));
    EXPECT_TRUE(made.ok());
    drain();
    return *made;
  }
  AttributeHandle course;
};
INSTANTIATE_TEST_SUITE_P(Groups, Objects, every_layout, layout_name);

TEST_P(Objects, UpdatesAreReflectedWithTagAndProducer) {
  const auto object = ship();
  ASSERT_OK(a().update(object, course, "north", "tag"));
  drain();
  ASSERT_EQ(b().reflected.size(), 1U);
  const Reflected& got = b().reflected[0];
  EXPECT_EQ(got.object, object);
  EXPECT_EQ(got.values.at(course.value), "north");
  EXPECT_EQ(got.tag, "tag");
  EXPECT_EQ(got.delivery.producer, a().handle);
  EXPECT_EQ(got.delivery.sent, OrderType::receive);
  EXPECT_FALSE(got.delivery.time.has_value());
  EXPECT_TRUE(a().reflected.empty());
  EXPECT_TRUE(c().reflected.empty());
}

// 6.9: an object is discovered if another federate owns an attribute of it that is subscribed to.
TEST_P(Objects, WithoutAnAttributeInScopeNothingIsDiscovered) {
  a().publish("Vehicle", {"Position"});
  b().subscribe("Vehicle", {"Speed"});
  c().subscribe("Vehicle", {"Speed", "Position"});
  const auto car = *a().rti->register_object_instance(a().object_class("Vehicle"));
  drain();
  EXPECT_TRUE(b().discovered.empty());
  ASSERT_EQ(c().discovered.size(), 1U);
  ASSERT_OK(a().rti->unpublish_object_class(a().object_class("Vehicle")));
  drain();
  b().subscribe("Vehicle", {"Position"});
  drain();
  EXPECT_TRUE(b().discovered.empty()) << "nobody owns it";
  c().publish("Vehicle", {"Speed"});
  const auto speed = c().attribute("Vehicle", "Speed");
  ASSERT_OK(c().rti->attribute_ownership_acquisition(car, std::span(&speed, 1)));
  drain();
  ASSERT_EQ(b().discovered.size(), 1U) << "an attribute has an owner again";
  EXPECT_EQ(b().discovered[0].object, car);
}

// 6.9: an object is known from the callback on.
TEST_P(Objects, WhatHasNotBeenDiscoveredIsNotKnown) {
  const auto object = *a().rti->register_object_instance(a().object_class("Ship"));
  const std::string name = *a().rti->get_object_instance_name(object);
  b().publish("Ship", {"Course"});
  RtiAmbassador& rti = *b().rti;
  const auto which = std::span(&course, 1);
  EXPECT_ERROR(rti.get_object_instance_handle(name), ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.get_object_instance_name(object), ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.get_known_object_class_handle(object), ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.request_attribute_value_update(object, which), ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.attribute_ownership_acquisition(object, which), ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.query_attribute_ownership(object, course), ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.local_delete_object_instance(object), ObjectInstanceNotKnown);
  EXPECT_ERROR(b().update(object, course, "x"), ObjectInstanceNotKnown);
  drain();
  ASSERT_EQ(b().discovered.size(), 1U);
  EXPECT_EQ(*rti.get_object_instance_handle(name), object);
}

TEST_P(Objects, UpdatingWhatIsNotOwnedOrKnownFails) {
  const auto object = ship();
  EXPECT_ERROR(b().update(object, course, "x"), AttributeNotOwned);
  EXPECT_ERROR(c().update(object, course, "x"), ObjectInstanceNotKnown);
  EXPECT_ERROR(a().update({123}, course, "x"), ObjectInstanceNotKnown);
  EXPECT_ERROR(a().update(object, {99}, "x"), AttributeNotDefined);
}

TEST_P(Objects, ValuesOfManySizesArriveUnaltered) {
  const auto object = ship();
  std::size_t sent = 0;
  for (const std::size_t size : {0U, 1U, 7U, 8U, 9U, 128U, 1000U, 100'000U}) {
    ASSERT_OK(a().update(object, course, std::string(size, 'x')));
    ++sent;
  }
  drain();
  ASSERT_EQ(b().reflected.size(), sent);
  EXPECT_EQ(b().reflected.back().values.at(course.value).size(), 100'000U);
}

TEST_P(Objects, DeletionRemovesOnceAndOnlyForItsOwner) {
  const auto object = ship();
  EXPECT_ERROR(b().rti->delete_object_instance(object), DeletePrivilegeNotHeld);
  EXPECT_ERROR(c().rti->delete_object_instance(object), ObjectInstanceNotKnown);
  ASSERT_OK(a().update(object, course, "last"));
  ASSERT_OK(a().rti->delete_object_instance(object, bytes("bye")));
  EXPECT_ERROR(a().rti->delete_object_instance(object), ObjectInstanceNotKnown);
  EXPECT_ERROR(a().update(object, course, "x"), ObjectInstanceNotKnown);
  drain();
  EXPECT_EQ(b().reflected.size(), 1U);
  ASSERT_EQ(b().removed.size(), 1U);
  EXPECT_EQ(b().removed[object], "bye");
  c().subscribe("Ship", {"Course"});
  drain();
  EXPECT_TRUE(c().discovered.empty());
}

TEST_P(Objects, LocalDeletionForgets) {
  const auto object = ship();
  EXPECT_ERROR(a().rti->local_delete_object_instance(object), FederateOwnsAttributes);
  ASSERT_OK(b().rti->local_delete_object_instance(object));
  EXPECT_ERROR(b().rti->get_object_instance_name(object), ObjectInstanceNotKnown);
  ASSERT_OK(a().update(object, course, "x"));
  drain();
  EXPECT_TRUE(b().reflected.empty());
  b().subscribe("Ship", {"Course"});
  drain();
  EXPECT_EQ(b().discovered.size(), 2U);
}

// 6.16: what waits for a federate that deletes the object locally is of an object that it does not know.
TEST_P(Objects, LocalDeletionForgetsWhatWaits) {
  const auto object = ship();
  ASSERT_OK(a().update(object, course, "x"));
  ASSERT_OK(b().rti->local_delete_object_instance(object));
  b().subscribe("Ship", {"Course"});
  b().on_reflect = [&] { EXPECT_EQ(b().discovered.size(), 2U); };
  drain();
  EXPECT_TRUE(b().reflected.empty());
  EXPECT_EQ(b().discovered.size(), 2U);
  ASSERT_OK(a().update(object, course, "y"));
  drain();
  ASSERT_EQ(b().reflected.size(), 1U);
  EXPECT_EQ(b().reflected[0].values.at(course.value), "y");
}

TEST_P(Objects, NamesAreReservedFirst) {
  EXPECT_ERROR(a().rti->register_object_instance(a().object_class("Ship"), "Bounty"),
               ObjectInstanceNameNotReserved);
  EXPECT_ERROR(a().rti->reserve_object_instance_name("HLAthing"), IllegalName);
  EXPECT_ERROR(a().rti->reserve_object_instance_name(""), IllegalName);
  ASSERT_OK(a().rti->reserve_object_instance_name("Bounty"));
  ASSERT_OK(b().rti->reserve_object_instance_name("Bounty"));
  drain();
  EXPECT_TRUE(a().reserved.at("Bounty"));
  EXPECT_FALSE(b().reserved.at("Bounty"));
  auto made = a().rti->register_object_instance(a().object_class("Ship"), "Bounty");
  ASSERT_OK(made);
  EXPECT_EQ(*a().rti->get_object_instance_handle("Bounty"), *made);
  EXPECT_ERROR(a().rti->register_object_instance(a().object_class("Ship"), "Bounty"),
               ObjectInstanceNameInUse);
  drain();
  EXPECT_EQ(b().discovered.at(0).name, "Bounty");
  EXPECT_EQ(*b().rti->get_object_instance_name(*made), "Bounty");
}

TEST_P(Objects, NamesAreReleased) {
  EXPECT_ERROR(a().rti->release_object_instance_name("x"), ObjectInstanceNameNotReserved);
  ASSERT_OK(a().rti->reserve_object_instance_name("x"));
  drain();
  ASSERT_OK(a().rti->release_object_instance_name("x"));
  ASSERT_OK(b().rti->reserve_object_instance_name("x"));
  drain();
  EXPECT_TRUE(b().reserved.at("x"));
}

TEST_P(Objects, OwnersAreAskedToProvide) {
  const auto object = ship();
  ASSERT_OK(b().rti->request_attribute_value_update(object, std::span(&course, 1)));
  EXPECT_ERROR(c().rti->request_attribute_value_update(object, std::span(&course, 1)),
               ObjectInstanceNotKnown);
  const AttributeHandle none{99};
  EXPECT_ERROR(b().rti->request_attribute_value_update(object, std::span(&none, 1)),
               AttributeNotDefined);
  drain();
  ASSERT_EQ(a().provide.size(), 1U);
  EXPECT_EQ(a().provide[0], std::pair(object, course));
}

TEST_P(Objects, InteractionsNeedPublicationAndKnownParameters) {
  const auto fire = a().interaction_class("Fire");
  EXPECT_ERROR(a().rti->send_interaction(fire, {}), InteractionClassNotPublished);
  ASSERT_OK(a().rti->publish_interaction_class(fire));
  const ParameterValue wrong{{99}, {}};
  EXPECT_ERROR(a().rti->send_interaction(fire, std::span(&wrong, 1)),
               InteractionParameterNotDefined);
  EXPECT_ERROR(a().rti->send_interaction({9999}, {}), InteractionClassNotDefined);
  ASSERT_OK(a().rti->send_interaction(fire, {}));
}

TEST_P(Objects, TransportationIsToldAsTheModelSays) {
  a().publish("Vehicle", {"Speed"});
  b().subscribe("Vehicle", {"Speed"});
  auto car = a().rti->register_object_instance(a().object_class("Vehicle"));
  drain();
  ASSERT_OK(a().update(*car, a().attribute("Vehicle", "Speed"), "1"));
  drain();
  ASSERT_EQ(b().reflected.size(), 1U);
  EXPECT_EQ(b().reflected[0].delivery.transportation, TransportationType::best_effort);
}

TEST_P(Objects, CallbacksMayUseServices) {
  const auto object = ship();
  b().publish("Vehicle", {"Speed"});
  int made = 0;
  b().on_reflect = [&] {
    if (b().rti->register_object_instance(b().object_class("Vehicle")).ok()) ++made;
    if (made == 3) {
      EXPECT_TRUE(b().rti->unsubscribe_object_class(b().object_class("Ship")).ok());
    }
  };
  for (int i = 0; i < 5; ++i) ASSERT_OK(a().update(object, course, "x"));
  drain();
  EXPECT_EQ(made, 3);
}

using ObjectsOnOneNode = Objects;
INSTANTIATE_TEST_SUITE_P(OneNode, ObjectsOnOneNode, one_node_only, layout_name);
TEST_P(ObjectsOnOneNode, AFullInboxIsCongestion) {
  const auto object = ship();
  const std::string value(60'000, 'x');
  int sent = 0;
  for (; sent < 10'000; ++sent) {
    const Status io = a().update(object, course, value);
    if (io.ok()) continue;
    EXPECT_EQ(io.error().code, ErrorCode::Congested);
    break;
  }
  ASSERT_LT(sent, 10'000);
  b().keep = false;
  b().drain();
  EXPECT_EQ(b().reflections, static_cast<std::uint64_t>(sent));
  ASSERT_OK(a().update(object, course, value));
}

TEST_P(Objects, HandlesAndNamesBelongTogether) {
  const auto vehicle = a().object_class("Vehicle");
  EXPECT_EQ(*a().rti->get_object_class_name(vehicle), "HLAobjectRoot.Vehicle");
  EXPECT_EQ(*a().rti->get_attribute_name(vehicle, a().attribute("Vehicle", "Speed")), "Speed");
  const auto fire = a().interaction_class("Fire");
  EXPECT_EQ(*a().rti->get_interaction_class_name(fire), "HLAinteractionRoot.Fire");
  EXPECT_EQ(*a().rti->get_parameter_name(fire, *a().rti->get_parameter_handle(fire, "Target")),
            "Target");
  EXPECT_EQ(*a().rti->get_federate_handle("b"), b().handle);
  EXPECT_EQ(*a().rti->get_federate_name(c().handle), "c");
}

TEST_P(Objects, UnknownNamesAndHandlesAreErrors) {
  EXPECT_ERROR(a().rti->get_object_class_handle("None"), NameNotFound);
  EXPECT_ERROR(a().rti->get_attribute_handle(a().object_class("Ship"), "None"), NameNotFound);
  EXPECT_ERROR(a().rti->get_attribute_handle({9999}, "Course"), InvalidObjectClassHandle);
  EXPECT_ERROR(a().rti->get_interaction_class_handle("None"), NameNotFound);
  EXPECT_ERROR(a().rti->get_parameter_handle({9999}, "x"), InvalidInteractionClassHandle);
  EXPECT_ERROR(a().rti->get_object_class_name({9999}), InvalidObjectClassHandle);
  EXPECT_ERROR(a().rti->get_interaction_class_name({9999}), InvalidInteractionClassHandle);
  EXPECT_ERROR(a().rti->get_attribute_name(a().object_class("Ship"), {99}), InvalidAttributeHandle);
  EXPECT_ERROR(a().rti->get_parameter_name(a().interaction_class("Fire"), {99}),
               InvalidParameterHandle);
  EXPECT_ERROR(a().rti->get_object_instance_handle("None"), ObjectInstanceNotKnown);
  EXPECT_ERROR(a().rti->get_federate_handle("None"), NameNotFound);
  EXPECT_ERROR(a().rti->get_federate_name({0}), InvalidFederateHandle);
  ASSERT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_ERROR(a().rti->get_federate_name({3}), FederateHandleNotKnown);
}

}  // namespace
}  // namespace orrery::rti::testing
