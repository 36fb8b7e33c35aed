// Requests for ownership (IEEE 1516.1-2010, 7.7 to 7.15): whose tag goes with them, and how each of them ends.
#include "owner.hpp"

namespace orrery::rti::testing {
namespace {

class OwnershipRequests : public Ownership {
 protected:
  Status acquire(Owner& who, const std::string& tag) {
    return who.rti->attribute_ownership_acquisition(ship, course, bytes(tag));
  }
  Status acquire_if_available(Owner& who) {
    return who.rti->attribute_ownership_acquisition_if_available(ship, course);
  }
  static std::ptrdiff_t heard(const Owner& who, const std::string& what) {
    return std::ranges::count(who.told, what);
  }
};
INSTANTIATE_TEST_SUITE_P(Groups, OwnershipRequests, every_layout, layout_name);

// 7.8, 7.11: the tag of a release request is that of the acquisition which it stands for.
TEST_P(OwnershipRequests, EachAcquirersTagReachesTheOwner) {
  ASSERT_OK(acquire(b(), "from b"));
  ASSERT_OK(acquire(c(), "from c"));
  drain();
  EXPECT_EQ(heard(a(), "release 1 from b"), 1);
  EXPECT_EQ(heard(a(), "release 1 from c"), 1);
}

TEST_P(OwnershipRequests, TheNextOwnerHearsTheTagOfWhoStillWaits) {
  ASSERT_OK(acquire(b(), "from b"));
  ASSERT_OK(acquire(c(), "from c"));
  ASSERT_OK(a().rti->attribute_ownership_divestiture_if_wanted(ship, course));
  drain();
  EXPECT_TRUE(owns(b()));
  EXPECT_EQ(heard(b(), "release 1 from c"), 1);
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  drain();
  EXPECT_TRUE(owns(c()));
}

TEST_P(OwnershipRequests, AConfirmedDivestitureKeepsItsTagFromTheOthersRequests) {
  ASSERT_OK(a().rti->negotiated_attribute_ownership_divestiture(ship, course, bytes("offer")));
  ASSERT_OK(acquire(b(), "from b"));
  ASSERT_OK(acquire(c(), "from c"));
  drain();
  ASSERT_OK(a().rti->confirm_divestiture(ship, course, bytes("yours")));
  drain();
  EXPECT_EQ(heard(b(), "acquired 1 yours"), 1) << "7.7: the tag of Confirm Divestiture";
  EXPECT_EQ(heard(b(), "release 1 from c"), 1);
  EXPECT_EQ(heard(b(), "release 1 yours"), 0);
}

// 7.3, 7.6, 7.14: an owner's word counts from its call on, before other nodes have heard of it.
TEST_P(OwnershipRequests, NegotiationsBeginAndEndWithTheirCalls) {
  for (auto& each : feds) {
    const auto made = each->rti->register_object_instance(each->object_class("Ship"));
    ASSERT_OK(made);
    const auto negotiate = [&] {
      return each->rti->negotiated_attribute_ownership_divestiture(*made, course);
    };
    const auto cancel = [&] {
      return each->rti->cancel_negotiated_attribute_ownership_divestiture(*made, course);
    };
    for (int round = 0; round < 3; ++round) {
      EXPECT_ERROR(cancel(), AttributeDivestitureWasNotRequested);
      EXPECT_ERROR(each->rti->confirm_divestiture(*made, course, {}),
                   AttributeDivestitureWasNotRequested);
      ASSERT_OK(negotiate());
      EXPECT_ERROR(negotiate(), AttributeAlreadyBeingDivested);
      EXPECT_ERROR(each->rti->confirm_divestiture(*made, course, {}), NoAcquisitionPending);
      ASSERT_OK(cancel());
    }
    ASSERT_OK(negotiate());
    drain();
    EXPECT_ERROR(negotiate(), AttributeAlreadyBeingDivested);
    ASSERT_OK(cancel());
    drain();
    EXPECT_ERROR(cancel(), AttributeDivestitureWasNotRequested);
  }
}

// 7.2: what an owner has given up it does not own, whatever else it has said before.
TEST_P(OwnershipRequests, ADenialBeforeADivestitureDoesNotUndoIt) {
  for (auto& each : feds) {
    const auto made = each->rti->register_object_instance(each->object_class("Ship"));
    ASSERT_OK(made);
    drain();
    ASSERT_OK(each->rti->attribute_ownership_release_denied(*made, course));
    ASSERT_OK(each->rti->unconditional_attribute_ownership_divestiture(*made, course));
    EXPECT_FALSE(*each->rti->is_attribute_owned_by_federate(*made, course[0]));
    drain();
    EXPECT_FALSE(*each->rti->is_attribute_owned_by_federate(*made, course[0]));
  }
}

// Attributes whose requests came with different tags.
TEST_P(OwnershipRequests, TagsAreKeptApartByAttribute) {
  for (auto& each : feds) each->publish("Vehicle", {"Position", "Speed"});
  for (auto& each : feds) each->subscribe("Vehicle", {"Position", "Speed"});
  auto made = a().rti->register_object_instance(a().object_class("Vehicle"));
  ASSERT_OK(made);
  drain();
  const std::vector<AttributeHandle> position{a().attribute("Vehicle", "Position")};
  const std::vector<AttributeHandle> speed{a().attribute("Vehicle", "Speed")};
  const auto both = a().attributes("Vehicle", {"Position", "Speed"});
  ASSERT_OK(b().rti->attribute_ownership_acquisition(*made, both));
  ASSERT_OK(c().rti->attribute_ownership_acquisition(*made, position, bytes("p")));
  ASSERT_OK(c().rti->attribute_ownership_acquisition(*made, speed, bytes("s")));
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(*made, both));
  drain();
  EXPECT_EQ(heard(b(), "release " + std::to_string(position[0].value) + " p"), 1);
  EXPECT_EQ(heard(b(), "release " + std::to_string(speed[0].value) + " s"), 1);
}

// 7.3, 7.4: who discovers or publishes later is offered it with the divestiture's tag.
TEST_P(OwnershipRequests, ANegotiatedDivestitureIsOfferedLaterWithItsTag) {
  ASSERT_OK(c().rti->unpublish_object_class(c().object_class("Ship")));
  ASSERT_OK(a().rti->negotiated_attribute_ownership_divestiture(ship, course, bytes("take it")));
  drain();
  EXPECT_EQ(heard(b(), "assume 1 take it"), 1);
  EXPECT_EQ(c().told.size(), 0U);
  c().publish("Ship", {"Course"});
  drain();
  EXPECT_EQ(heard(c(), "assume 1 take it"), 1);
}

TEST_P(OwnershipRequests, AnUnconditionalDivestitureIsOfferedWithoutATag) {
  ASSERT_OK(a().rti->negotiated_attribute_ownership_divestiture(ship, course, bytes("take it")));
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(ship, course));
  drain();
  EXPECT_EQ(heard(b(), "assume 1"), 1);
}

// 7.12, 7.10: a denied release ends the request; the acquirer is told that the attribute is unavailable.
TEST_P(OwnershipRequests, ADeniedReleaseEndsEveryRequest) {
  ASSERT_OK(acquire(b(), "from b"));
  ASSERT_OK(acquire(c(), "from c"));
  drain();
  ASSERT_OK(a().rti->attribute_ownership_release_denied(ship, course));
  drain();
  EXPECT_TRUE(owns(a()));
  for (Owner* each : {&b(), &c()}) {
    EXPECT_EQ(heard(*each, "unavailable 1"), 1);
    EXPECT_ERROR(each->rti->cancel_attribute_ownership_acquisition(ship, course),
                 AttributeAcquisitionWasNotRequested);
  }
  auto gone = a().rti->attribute_ownership_divestiture_if_wanted(ship, course);
  ASSERT_OK(gone);
  EXPECT_TRUE(gone->empty()) << "nobody waits any longer";
  ASSERT_OK(acquire(b(), "again"));
  drain();
  EXPECT_EQ(heard(a(), "release 1 again"), 1);
  ASSERT_OK(b().rti->cancel_attribute_ownership_acquisition(ship, course));
  drain();
  EXPECT_EQ(heard(b(), "cancelled 1"), 1);
}

TEST_P(OwnershipRequests, ADenialThatNobodyAskedForDoesNothing) {
  ASSERT_OK(a().rti->attribute_ownership_release_denied(ship, course));
  ASSERT_OK(acquire(b(), "later"));
  drain();
  EXPECT_EQ(heard(b(), "unavailable 1"), 0);
  EXPECT_EQ(heard(a(), "release 1 later"), 1);
}

// 7.9, 7.14: what was available while its owner negotiated is not any longer.
TEST_P(OwnershipRequests, CancellingADivestitureAnswersWhoWaits) {
  ASSERT_OK(a().rti->negotiated_attribute_ownership_divestiture(ship, course));
  ASSERT_OK(acquire_if_available(b()));
  ASSERT_OK(acquire(c(), "from c"));
  drain();
  EXPECT_EQ(heard(a(), "release 1 from c"), 0);
  ASSERT_OK(a().rti->cancel_negotiated_attribute_ownership_divestiture(ship, course));
  drain();
  EXPECT_EQ(heard(b(), "unavailable 1"), 1);
  EXPECT_EQ(heard(a(), "release 1 from c"), 1) << "7.11: the owner has not been asked before";
  auto gone = a().rti->attribute_ownership_divestiture_if_wanted(ship, course);
  ASSERT_OK(gone);
  EXPECT_EQ(*gone, course);
  drain();
  EXPECT_TRUE(owns(c()));
}

// 7.9: the new owner does not negotiate.
TEST_P(OwnershipRequests, WhoAskedIfAvailableDoesNotWaitForTheNextOwner) {
  ASSERT_OK(a().rti->negotiated_attribute_ownership_divestiture(ship, course));
  ASSERT_OK(acquire(c(), "from c"));
  ASSERT_OK(acquire_if_available(b()));
  drain();
  ASSERT_OK(a().rti->confirm_divestiture(ship, course));
  drain();
  EXPECT_TRUE(owns(c()));
  EXPECT_EQ(heard(b(), "unavailable 1"), 1);
  EXPECT_EQ(std::ranges::count_if(
                c().told, [](const std::string& each) { return each.starts_with("release"); }),
            0);
  ASSERT_OK(acquire_if_available(b()));
  drain();
  EXPECT_EQ(heard(b(), "unavailable 1"), 2);
}

// 7.15: cancels what was asked for by Attribute Ownership Acquisition alone.
TEST_P(OwnershipRequests, AnAcquisitionIfAvailableIsNotCancelled) {
  ASSERT_OK(a().rti->negotiated_attribute_ownership_divestiture(ship, course));
  ASSERT_OK(acquire_if_available(b()));
  drain();
  EXPECT_ERROR(b().rti->cancel_attribute_ownership_acquisition(ship, course),
               AttributeAcquisitionWasNotRequested);
  EXPECT_ERROR(b().rti->unpublish_object_class(b().object_class("Ship")),
               OwnershipAcquisitionPending);
}

// 7.8: a request that waits takes the place of one that is met if it can be.
TEST_P(OwnershipRequests, AnAcquisitionFollowsOneIfAvailable) {
  ASSERT_OK(acquire_if_available(b()));
  ASSERT_OK(acquire(b(), "please"));
  drain();
  EXPECT_EQ(heard(a(), "release 1 please"), 1);
  EXPECT_ERROR(acquire_if_available(b()), AttributeAlreadyBeingAcquired);
  ASSERT_OK(b().rti->cancel_attribute_ownership_acquisition(ship, course));
  drain();
  EXPECT_EQ(heard(b(), "cancelled 1"), 1);
}

TEST_P(OwnershipRequests, AnAcquisitionReplacesOneIfAvailableThatWaits) {
  ASSERT_OK(a().rti->negotiated_attribute_ownership_divestiture(ship, course));
  ASSERT_OK(acquire_if_available(b()));
  drain();
  ASSERT_OK(acquire(b(), "please"));
  ASSERT_OK(a().rti->cancel_negotiated_attribute_ownership_divestiture(ship, course));
  drain();
  EXPECT_EQ(heard(b(), "unavailable 1"), 0);
  EXPECT_EQ(heard(a(), "release 1 please"), 1);
}

// Clauses 6 and 7: attributes are those of the class as which the federate knows the object, which is the one to be published.
class KnownClass : public FederatesOf<Owner> {
 protected:
  void begin() override {
    FederatesOf<Owner>::begin();
    join_all();
    a().publish("Vehicle.Tank", {"Position", "Turret"});
    b().publish("Vehicle", {"Position"});
    b().subscribe("Vehicle", {"Position"});
    tank = *a().rti->register_object_instance(a().object_class("Vehicle.Tank"));
    position = {a().attribute("Vehicle", "Position")};
    turret = {a().attribute("Vehicle.Tank", "Turret")};
    drain();
  }
  ObjectInstanceHandle tank;
  std::vector<AttributeHandle> position;
  std::vector<AttributeHandle> turret;
};
INSTANTIATE_TEST_SUITE_P(Groups, KnownClass, every_layout, layout_name);

TEST_P(KnownClass, OtherAttributesAreNotDefined) {
  RtiAmbassador& rti = *b().rti;
  EXPECT_ERROR(b().update(tank, turret[0], "x"), AttributeNotDefined);
  EXPECT_ERROR(rti.request_attribute_value_update(tank, turret), AttributeNotDefined);
  EXPECT_ERROR(rti.change_attribute_order_type(tank, turret, OrderType::receive),
               AttributeNotDefined);
  EXPECT_ERROR(
      rti.request_attribute_transportation_type_change(tank, turret, TransportationType::reliable),
      AttributeNotDefined);
  EXPECT_ERROR(rti.query_attribute_transportation_type(tank, turret[0]), AttributeNotDefined);
  EXPECT_ERROR(rti.attribute_ownership_acquisition(tank, turret), AttributeNotDefined);
  EXPECT_ERROR(rti.attribute_ownership_acquisition_if_available(tank, turret), AttributeNotDefined);
  EXPECT_ERROR(rti.cancel_attribute_ownership_acquisition(tank, turret), AttributeNotDefined);
  EXPECT_ERROR(rti.unconditional_attribute_ownership_divestiture(tank, turret),
               AttributeNotDefined);
  EXPECT_ERROR(rti.negotiated_attribute_ownership_divestiture(tank, turret), AttributeNotDefined);
  EXPECT_ERROR(rti.cancel_negotiated_attribute_ownership_divestiture(tank, turret),
               AttributeNotDefined);
  EXPECT_ERROR(rti.confirm_divestiture(tank, turret), AttributeNotDefined);
  EXPECT_ERROR(rti.attribute_ownership_release_denied(tank, turret), AttributeNotDefined);
  EXPECT_ERROR(rti.attribute_ownership_divestiture_if_wanted(tank, turret), AttributeNotDefined);
  EXPECT_ERROR(rti.query_attribute_ownership(tank, turret[0]), AttributeNotDefined);
  EXPECT_ERROR(rti.is_attribute_owned_by_federate(tank, turret[0]), AttributeNotDefined);
}

// 5.3: the class that is unpublished is the known class.
TEST_P(KnownClass, UnpublishingItDivests) {
  ASSERT_OK(b().rti->attribute_ownership_acquisition(tank, position));
  EXPECT_ERROR(b().rti->unpublish_object_class(b().object_class("Vehicle")),
               OwnershipAcquisitionPending);
  ASSERT_OK(a().rti->attribute_ownership_divestiture_if_wanted(tank, position));
  drain();
  ASSERT_TRUE(*b().rti->is_attribute_owned_by_federate(tank, position[0]));
  ASSERT_OK(b().rti->unpublish_object_class(b().object_class("Vehicle")));
  EXPECT_FALSE(*b().rti->is_attribute_owned_by_federate(tank, position[0]));
  drain();
  ASSERT_OK(a().rti->query_attribute_ownership(tank, position[0]));
  drain();
  EXPECT_TRUE(a().heard("not owned " + std::to_string(position[0].value)));
}

TEST_P(KnownClass, UnpublishingAnotherDoesNotDivest) {
  b().publish("Vehicle.Tank", {"Position"});
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(tank, position));
  ASSERT_OK(b().rti->attribute_ownership_acquisition(tank, position));
  drain();
  ASSERT_OK(b().rti->unpublish_object_class(b().object_class("Vehicle.Tank")));
  drain();
  EXPECT_TRUE(*b().rti->is_attribute_owned_by_federate(tank, position[0]));
}

// The registrant knows it as what it registered, whatever it subscribes to.
TEST_P(KnownClass, TheRegistrantsIsTheRegisteredClass) {
  a().subscribe("Vehicle", {"Position"});
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(tank, position));
  drain();
  EXPECT_EQ(*a().rti->get_known_object_class_handle(tank), a().object_class("Vehicle.Tank"));
  ASSERT_OK(a().rti->attribute_ownership_acquisition(tank, position));
  drain();
  EXPECT_TRUE(*a().rti->is_attribute_owned_by_federate(tank, position[0]));
}

}  // namespace
}  // namespace orrery::rti::testing
