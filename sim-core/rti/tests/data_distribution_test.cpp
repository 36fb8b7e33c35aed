// Data distribution management, service by service.
#include "federates.hpp"
#include "region_world.hpp"

namespace orrery::rti::testing {
namespace {

class DataDistribution : public Federates {
 protected:
  const std::vector<FomModule>& modules() const override { return region_modules(); }
  void begin() override {
    Federates::begin();
    join_all();
    bird = a().object_class("Bird");
    place = a().attribute("Bird", "Place");
    song = a().attribute("Bird", "Song");
    ring = a().attribute("Bird", "Ring");
    call = a().interaction_class("Call");
    a().publish("Bird", {"Place", "Song", "Ring"});
    ASSERT_OK(a().rti->publish_interaction_class(call));
  }
  Status subscribe(Federate& who, const std::vector<AttributeHandle>& attributes,
                   const std::vector<RegionHandle>& regions, bool active = true) {
    const AttributeRegions each{attributes, regions};
    return who.rti->subscribe_object_class_attributes_with_regions(bird, std::span(&each, 1),
                                                                   active);
  }
  ObjectInstanceHandle register_in(const std::vector<AttributeHandle>& attributes,
                                   const std::vector<RegionHandle>& regions) {
    const AttributeRegions each{attributes, regions};
    auto made = a().rti->register_object_instance_with_regions(bird, std::span(&each, 1));
    EXPECT_TRUE(made.ok()) << made.error().message;
    return *made;
  }
  Status send(const std::vector<RegionHandle>& regions, const std::string& tag = "") {
    return a().rti->send_interaction_with_regions(call, {}, regions, bytes(tag));
  }
  ObjectClassHandle bird;
  AttributeHandle place;
  AttributeHandle song;
  AttributeHandle ring;
  InteractionClassHandle call;
};
INSTANTIATE_TEST_SUITE_P(Groups, DataDistribution, every_layout, layout_name);

TEST_P(DataDistribution, DimensionsAreThoseOfTheModel) {
  const auto x = a().rti->get_dimension_handle("x");
  ASSERT_OK(x);
  EXPECT_EQ(*a().rti->get_dimension_name(*x), "x");
  EXPECT_EQ(*a().rti->get_dimension_upper_bound(*x), 1000U);
  const auto y = *a().rti->get_dimension_handle("y");
  EXPECT_EQ(*a().rti->get_available_dimensions_for_class_attribute(bird, place),
            (std::vector{*x, y}));
  EXPECT_EQ(
      *a().rti->get_available_dimensions_for_class_attribute(a().object_class("Bird.Owl"), song),
      std::vector{*x});
  EXPECT_TRUE(a().rti->get_available_dimensions_for_class_attribute(bird, ring)->empty());
  EXPECT_EQ(*a().rti->get_available_dimensions_for_interaction_class(call), (std::vector{*x, y}));
  EXPECT_ERROR(a().rti->get_dimension_handle("none"), NameNotFound);
  EXPECT_ERROR(a().rti->get_dimension_name({99}), InvalidDimensionHandle);
  EXPECT_ERROR(a().rti->get_dimension_upper_bound({99}), InvalidDimensionHandle);
  EXPECT_ERROR(a().rti->get_available_dimensions_for_class_attribute({999}, place),
               InvalidObjectClassHandle);
  EXPECT_ERROR(a().rti->get_available_dimensions_for_class_attribute(bird, {99}),
               InvalidAttributeHandle);
  EXPECT_ERROR(a().rti->get_available_dimensions_for_interaction_class({999}),
               InvalidInteractionClassHandle);
}

TEST_P(DataDistribution, BoundsOfRegionsAreChecked) {
  const auto x = *a().rti->get_dimension_handle("x");
  const auto y = *a().rti->get_dimension_handle("y");
  const DimensionHandle unknown{99};
  EXPECT_ERROR(a().rti->create_region(std::span(&unknown, 1)), InvalidDimensionHandle);
  const auto made = *a().rti->create_region(std::span(&x, 1));
  EXPECT_EQ(*a().rti->get_range_bounds(made, x), (RangeBounds{0, 1000}));
  EXPECT_EQ(*a().rti->get_dimension_handle_set(made), std::vector{x});
  EXPECT_ERROR(a().rti->set_range_bounds(made, y, {0, 1}), RegionDoesNotContainSpecifiedDimension);
  EXPECT_ERROR(a().rti->get_range_bounds(made, y), RegionDoesNotContainSpecifiedDimension);
  EXPECT_ERROR(a().rti->set_range_bounds(made, x, {5, 5}), InvalidRangeBound);
  EXPECT_ERROR(a().rti->set_range_bounds(made, x, {6, 5}), InvalidRangeBound);
  EXPECT_ERROR(a().rti->set_range_bounds(made, x, {0, 1001}), InvalidRangeBound);
  ASSERT_OK(a().rti->set_range_bounds(made, x, {999, 1000}));
  EXPECT_EQ(*a().rti->get_range_bounds(made, x), (RangeBounds{999, 1000}));
  EXPECT_ERROR(a().rti->get_range_bounds({1}, x), InvalidRegion);
}

TEST_P(DataDistribution, RegionsOfOthersUnknownAndUncommittedOnesAreRefused) {
  const auto of_b = region(b(), {{"x", {0, 10}}});
  const auto x = *a().rti->get_dimension_handle("x");
  const auto draft = *a().rti->create_region(std::span(&x, 1));
  const RegionHandle none{12345};
  EXPECT_ERROR(a().rti->delete_region(of_b), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(a().rti->delete_region(none), InvalidRegion);
  EXPECT_ERROR(a().rti->commit_region_modifications(std::span(&of_b, 1)),
               RegionNotCreatedByThisFederate);
  EXPECT_ERROR(a().rti->commit_region_modifications(std::span(&none, 1)), InvalidRegion);
  EXPECT_ERROR(a().rti->set_range_bounds(of_b, x, {0, 1}), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(subscribe(a(), {place}, {of_b}), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(subscribe(a(), {place}, {none}), InvalidRegion);
  EXPECT_ERROR(subscribe(a(), {place}, {draft}), InvalidRegion);
  EXPECT_ERROR(send({draft}), InvalidRegion);
  EXPECT_ERROR(send({of_b}), RegionNotCreatedByThisFederate);
  const AttributeRegions wrong{{place}, {of_b}};
  EXPECT_ERROR(a().rti->register_object_instance_with_regions(bird, std::span(&wrong, 1)),
               RegionNotCreatedByThisFederate);
  EXPECT_ERROR(a().rti->request_attribute_value_update_with_regions(bird, std::span(&wrong, 1)),
               RegionNotCreatedByThisFederate);
}

TEST_P(DataDistribution, RegionsMustBeOfAvailableDimensions) {
  const auto deep = region(a(), {{"x", {0, 10}}, {"z", {0, 1}}});
  const auto flat = region(a(), {{"x", {0, 10}}, {"y", {0, 10}}});
  EXPECT_ERROR(subscribe(a(), {place}, {deep}), InvalidRegionContext);
  EXPECT_ERROR(subscribe(a(), {song}, {flat}), InvalidRegionContext);
  EXPECT_ERROR(subscribe(a(), {ring}, {flat}), InvalidRegionContext);
  EXPECT_ERROR(send({deep}), InvalidRegionContext);
  EXPECT_ERROR(a().rti->subscribe_interaction_class_with_regions(a().interaction_class("Quiet"),
                                                                 std::span(&flat, 1)),
               InvalidRegionContext);
  ASSERT_OK(subscribe(a(), {place}, {flat}));
}

TEST_P(DataDistribution, ClassesAttributesAndPublicationAreChecked) {
  const auto here = region(a(), {{"x", {0, 10}}});
  const AttributeRegions unknown{{{99}}, {here}};
  const AttributeRegions known{{place}, {here}};
  EXPECT_ERROR(
      a().rti->subscribe_object_class_attributes_with_regions(bird, std::span(&unknown, 1)),
      AttributeNotDefined);
  EXPECT_ERROR(a().rti->subscribe_object_class_attributes_with_regions({999}, std::span(&known, 1)),
               ObjectClassNotDefined);
  EXPECT_ERROR(a().rti->subscribe_interaction_class_with_regions({999}, std::span(&here, 1)),
               InteractionClassNotDefined);
  EXPECT_ERROR(a().rti->register_object_instance_with_regions(a().object_class("Bird.Owl"),
                                                              std::span(&known, 1)),
               ObjectClassNotPublished);
  EXPECT_ERROR(a().rti->associate_regions_for_updates({77}, std::span(&known, 1)),
               ObjectInstanceNotKnown);
  const auto of_c = region(c(), {{"x", {0, 10}}});
  EXPECT_ERROR(c().rti->send_interaction_with_regions(call, {}, std::span(&of_c, 1)),
               InteractionClassNotPublished);
  c().publish("Bird", {"Song"});
  const AttributeRegions unpublished{{place}, {of_c}};
  EXPECT_ERROR(c().rti->register_object_instance_with_regions(bird, std::span(&unpublished, 1)),
               AttributeNotPublished);
}

TEST_P(DataDistribution, OnlyOverlappingObjectsAreDiscoveredAndReflected) {
  ASSERT_OK(subscribe(b(), {place}, {region(b(), {{"x", {0, 500}}, {"y", {0, 500}}})}));
  const auto near = register_in({place}, {region(a(), {{"x", {499, 600}}, {"y", {0, 10}}})});
  const auto far = register_in({place}, {region(a(), {{"x", {500, 600}}, {"y", {0, 10}}})});
  drain();
  ASSERT_EQ(b().discovered.size(), 1U);
  EXPECT_EQ(b().discovered[0].object, near);
  ASSERT_OK(a().update(near, place, "here"));
  ASSERT_OK(a().update(far, place, "there"));
  drain();
  ASSERT_EQ(b().reflected.size(), 1U);
  EXPECT_EQ(b().reflected[0].object, near);
}

TEST_P(DataDistribution, AttributesWithoutRegionsAreEverywhere) {
  ASSERT_OK(subscribe(b(), {place, song}, {region(b(), {{"x", {0, 5}}})}));
  const auto object = register_in({place}, {region(a(), {{"x", {900, 901}}})});
  drain();
  ASSERT_EQ(b().discovered.size(), 1U) << "its song is everywhere";
  ASSERT_OK(a().update(object, song, "la"));
  ASSERT_OK(a().update(object, place, "far"));
  drain();
  ASSERT_EQ(b().reflected.size(), 1U);
  EXPECT_EQ(b().reflected[0].values.at(song.value), "la");
}

TEST_P(DataDistribution, APlainSubscriptionGetsAllAndIsEndedAlone) {
  const auto here = region(b(), {{"x", {0, 5}}});
  b().subscribe("Bird", {"Place"});
  ASSERT_OK(subscribe(b(), {place}, {here}));
  const auto object = register_in({place}, {region(a(), {{"x", {900, 901}}})});
  ASSERT_OK(a().update(object, place, "far"));
  drain();
  EXPECT_EQ(b().reflected.size(), 1U);
  ASSERT_OK(b().rti->unsubscribe_object_class(bird));
  ASSERT_OK(a().update(object, place, "far"));
  drain();
  EXPECT_EQ(b().reflected.size(), 1U);
  move(b(), here, "x", {900, 950});
  ASSERT_OK(a().update(object, place, "far"));
  drain();
  EXPECT_EQ(b().reflected.size(), 2U) << "the subscription in regions is still there";
}

TEST_P(DataDistribution, AnUpdateIsCutToTheAttributesThatOverlap) {
  ASSERT_OK(subscribe(b(), {place}, {region(b(), {{"x", {0, 5}}})}));
  ASSERT_OK(subscribe(b(), {song}, {region(b(), {{"x", {900, 950}}})}));
  b().subscribe("Bird", {"Ring"});
  const auto object = register_in({place, song}, {region(a(), {{"x", {900, 901}}})});
  const std::string value = "v";
  const std::vector<AttributeValue> all{
      {place, bytes(value)}, {song, bytes(value)}, {ring, bytes(value)}};
  ASSERT_OK(a().rti->update_attribute_values(object, all, bytes("tag")));
  drain();
  ASSERT_EQ(b().reflected.size(), 1U);
  EXPECT_FALSE(b().reflected[0].values.contains(place.value));
  EXPECT_TRUE(b().reflected[0].values.contains(song.value));
  EXPECT_TRUE(b().reflected[0].values.contains(ring.value));
  EXPECT_EQ(b().reflected[0].tag, "tag");
}

TEST_P(DataDistribution, BoundsTakeEffectOnCommit) {
  const auto mine = region(a(), {{"x", {900, 901}}});
  const auto theirs = region(b(), {{"x", {0, 5}}});
  ASSERT_OK(subscribe(b(), {place}, {theirs}));
  const auto object = register_in({place}, {mine});
  ASSERT_OK(a().rti->set_range_bounds(mine, *a().rti->get_dimension_handle("x"), {3, 4}));
  ASSERT_OK(a().update(object, place, "1"));
  drain();
  EXPECT_TRUE(b().discovered.empty());
  ASSERT_OK(a().rti->commit_region_modifications(std::span(&mine, 1)));
  ASSERT_OK(a().update(object, place, "2"));
  drain();
  EXPECT_EQ(b().discovered.size(), 1U);
  ASSERT_EQ(b().reflected.size(), 1U);
  move(b(), theirs, "x", {4, 5});
  ASSERT_OK(a().update(object, place, "3"));
  drain();
  EXPECT_EQ(b().reflected.size(), 1U) << "ranges are half-open";
  EXPECT_TRUE(b().removed.empty()) << "what was discovered stays known";
}

TEST_P(DataDistribution, AssociationsAreMadeAndEnded) {
  ASSERT_OK(subscribe(b(), {place}, {region(b(), {{"x", {0, 5}}})}));
  const auto near = region(a(), {{"x", {0, 5}}});
  const auto far = region(a(), {{"x", {50, 51}}});
  const auto object = register_in({place}, {far});
  const AttributeRegions with_near{{place}, {near}};
  const AttributeRegions with_far{{place}, {far}};
  ASSERT_OK(a().rti->associate_regions_for_updates(object, std::span(&with_near, 1)));
  ASSERT_OK(a().update(object, place, "1"));
  drain();
  EXPECT_EQ(b().reflected.size(), 1U);
  ASSERT_OK(a().rti->unassociate_regions_for_updates(object, std::span(&with_near, 1)));
  ASSERT_OK(a().update(object, place, "2"));
  drain();
  EXPECT_EQ(b().reflected.size(), 1U);
  ASSERT_OK(a().rti->unassociate_regions_for_updates(object, std::span(&with_far, 1)));
  ASSERT_OK(a().update(object, place, "3"));
  drain();
  EXPECT_EQ(b().reflected.size(), 2U) << "without regions it is everywhere";
}

TEST_P(DataDistribution, RegionsInUseAreNotDeleted) {
  const auto for_updates = region(a(), {{"x", {0, 5}}});
  const auto for_subscription = region(b(), {{"x", {0, 5}}});
  const auto for_calls = region(b(), {{"x", {0, 5}}});
  const auto object = register_in({place}, {for_updates});
  ASSERT_OK(subscribe(b(), {place}, {for_subscription}));
  ASSERT_OK(b().rti->subscribe_interaction_class_with_regions(call, std::span(&for_calls, 1)));
  EXPECT_ERROR(a().rti->delete_region(for_updates), RegionInUseForUpdateOrSubscription);
  EXPECT_ERROR(b().rti->delete_region(for_subscription), RegionInUseForUpdateOrSubscription);
  EXPECT_ERROR(b().rti->delete_region(for_calls), RegionInUseForUpdateOrSubscription);
  ASSERT_OK(a().rti->delete_object_instance(object));
  const AttributeRegions each{{place}, {for_subscription}};
  ASSERT_OK(b().rti->unsubscribe_object_class_attributes_with_regions(bird, std::span(&each, 1)));
  ASSERT_OK(b().rti->unsubscribe_interaction_class_with_regions(call, std::span(&for_calls, 1)));
  ASSERT_OK(a().rti->delete_region(for_updates));
  ASSERT_OK(b().rti->delete_region(for_subscription));
  ASSERT_OK(b().rti->delete_region(for_calls));
  EXPECT_ERROR(a().rti->delete_region(for_updates), InvalidRegion);
}

TEST_P(DataDistribution, InteractionsGoWhereRegionsOverlap) {
  const auto west = region(b(), {{"x", {0, 500}}});
  const auto north = region(c(), {{"y", {0, 500}}});
  ASSERT_OK(b().rti->subscribe_interaction_class_with_regions(call, std::span(&west, 1)));
  ASSERT_OK(c().rti->subscribe_interaction_class_with_regions(call, std::span(&north, 1)));
  ASSERT_OK(send({region(a(), {{"x", {0, 9}}, {"y", {900, 901}}})}, "west"));
  ASSERT_OK(send({region(a(), {{"x", {900, 901}}, {"y", {0, 9}}})}, "north"));
  ASSERT_OK(send({region(a(), {{"x", {900, 901}}, {"y", {900, 901}}})}, "nowhere"));
  ASSERT_OK(a().rti->send_interaction(call, {}, bytes("everywhere")));
  drain();
  ASSERT_EQ(b().received.size(), 2U);
  EXPECT_EQ(b().received[0].tag, "west");
  EXPECT_EQ(b().received[1].tag, "everywhere");
  ASSERT_EQ(c().received.size(), 2U);
  EXPECT_EQ(c().received[0].tag, "north");
  EXPECT_TRUE(b().received[0].values.empty()) << "regions are no parameter";
  // Where they are on one node that wants some of it, or not sent at all.
  EXPECT_GT(on_one_node() ? node_of(0).counters().filtered : node_of(0).counters().spared, 0U);
}

TEST_P(DataDistribution, SubclassesComeAsTheClassWhoseRegionOverlaps) {
  const auto alarm = a().interaction_class("Call.Alarm");
  ASSERT_OK(a().rti->publish_interaction_class(alarm));
  const auto near = region(b(), {{"x", {0, 10}}});
  const auto wide = region(b(), {{"x", {0, 500}}});
  ASSERT_OK(b().rti->subscribe_interaction_class_with_regions(alarm, std::span(&near, 1)));
  ASSERT_OK(b().rti->subscribe_interaction_class_with_regions(call, std::span(&wide, 1)));
  const auto at = region(a(), {{"x", {5, 6}}});
  const auto words = *a().rti->get_parameter_handle(alarm, "Words");
  const auto cause = *a().rti->get_parameter_handle(alarm, "Cause");
  const std::vector<ParameterValue> values{{words, bytes("w")}, {cause, bytes("c")}};
  ASSERT_OK(a().rti->send_interaction_with_regions(alarm, values, std::span(&at, 1)));
  move(a(), at, "x", {400, 401});
  ASSERT_OK(a().rti->send_interaction_with_regions(alarm, values, std::span(&at, 1)));
  move(a(), at, "x", {800, 801});
  ASSERT_OK(a().rti->send_interaction_with_regions(alarm, values, std::span(&at, 1)));
  drain();
  ASSERT_EQ(b().received.size(), 2U);
  EXPECT_EQ(b().received[0].of, alarm);
  EXPECT_EQ(b().received[0].values.size(), 2U);
  EXPECT_EQ(b().received[1].of, call);
  EXPECT_EQ(b().received[1].values.size(), 1U);
}

TEST_P(DataDistribution, TimeStampedInteractionsInRegionsKeepTheirOrder) {
  ASSERT_OK(b().rti->subscribe_interaction_class_with_regions(
      call, std::vector{region(b(), {{"x", {0, 10}}})}));
  a().regulate(1);
  b().constrain();
  const auto at = region(a(), {{"x", {5, 6}}});
  const auto late = a().rti->send_interaction_with_regions(call, {}, std::span(&at, 1),
                                                           bytes("late"), float64_time(3));
  ASSERT_OK(late);
  EXPECT_TRUE(late->has_value());
  ASSERT_OK(a().rti->send_interaction_with_regions(call, {}, std::span(&at, 1), bytes("early"),
                                                   float64_time(2)));
  // What counts is where it was sent, and who was there then.
  move(a(), at, "x", {800, 801});
  ASSERT_OK(a().rti->time_advance_request(float64_time(9)));
  ASSERT_OK(b().rti->time_advance_request(float64_time(5)));
  drain();
  ASSERT_EQ(b().received.size(), 2U);
  EXPECT_EQ(b().received[0].tag, "early");
  EXPECT_EQ(b().received[1].tag, "late");
  EXPECT_ERROR(
      a().rti->send_interaction_with_regions(call, {}, std::span(&at, 1), {}, float64_time(1)),
      InvalidLogicalTime);
}

TEST_P(DataDistribution, ValuesAreAskedOfOwnersWhoseRegionsOverlap) {
  const auto near = register_in({place}, {region(a(), {{"x", {0, 5}}})});
  (void)register_in({place}, {region(a(), {{"x", {700, 705}}})});
  const AttributeRegions where{{place}, {region(b(), {{"x", {4, 50}}})}};
  ASSERT_OK(b().rti->request_attribute_value_update_with_regions(bird, std::span(&where, 1)));
  drain();
  ASSERT_EQ(a().provide.size(), 1U);
  EXPECT_EQ(a().provide[0], std::pair(near, place));
}

// 9.13: without a region the default region is meant, which overlaps all others.
TEST_P(DataDistribution, ValuesAreAskedEverywhereWithoutARegion) {
  const auto near = register_in({place}, {region(a(), {{"x", {0, 5}}})});
  const auto far = register_in({place}, {region(a(), {{"x", {700, 705}}})});
  const std::vector<AttributeRegions> where{in({place}, {}),
                                            in({song}, {region(b(), {{"x", {4, 50}}})})};
  ASSERT_OK(b().rti->request_attribute_value_update_with_regions(bird, where));
  drain();
  std::set<std::pair<std::uint64_t, std::uint16_t>> asked;
  for (const auto& [object, attribute] : a().provide) {
    EXPECT_TRUE(asked.emplace(object.value, attribute.value).second);
  }
  EXPECT_EQ(asked, (std::set<std::pair<std::uint64_t, std::uint16_t>>{{near.value, place.value},
                                                                      {far.value, place.value},
                                                                      {near.value, song.value},
                                                                      {far.value, song.value}}));
  a().provide.clear();
  ASSERT_OK(b().rti->request_attribute_value_update_with_regions(bird, {}));
  drain();
  EXPECT_TRUE(a().provide.empty()) << "of no attribute";
}

TEST_P(DataDistribution, ValuesAreAskedOfWhoeverUpdatesEverywhere) {
  const AttributeRegions far{{place}, {region(c(), {{"x", {700, 705}}})}};
  b().publish("Bird", {"Place"});
  b().subscribe("Bird", {"Place"});
  const auto object = register_in({place}, {region(a(), {{"x", {0, 5}}})});
  const auto boundless = register_in({}, {});
  drain();
  const auto asked_of = [&](Federate& owner, ObjectInstanceHandle one) {
    a().provide.clear();
    b().provide.clear();
    const auto sent =
        c().rti->request_attribute_value_update_with_regions(bird, std::span(&far, 1));
    EXPECT_TRUE(sent.ok());
    drain();
    return std::ranges::count(owner.provide, std::pair(one, place)) == 1;
  };
  EXPECT_FALSE(asked_of(a(), object));
  EXPECT_TRUE(asked_of(a(), boundless));
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(object, std::span(&place, 1)));
  ASSERT_OK(b().rti->attribute_ownership_acquisition(object, std::span(&place, 1)));
  drain();
  EXPECT_TRUE(asked_of(b(), object)) << "its new owner has no regions for it";
  const AttributeRegions near{{place}, {region(b(), {{"x", {0, 5}}})}};
  ASSERT_OK(b().rti->associate_regions_for_updates(object, std::span(&near, 1)));
  drain();
  EXPECT_FALSE(asked_of(b(), object));
  ASSERT_OK(a().rti->delete_object_instance(boundless, {}));
  drain();
  EXPECT_FALSE(asked_of(a(), boundless));
}

TEST_P(DataDistribution, RegionsFollowTheOwner) {
  ASSERT_OK(subscribe(c(), {place}, {region(c(), {{"x", {0, 5}}})}));
  b().publish("Bird", {"Place"});
  b().subscribe("Bird", {"Place"});
  const auto object = register_in({place}, {region(a(), {{"x", {0, 5}}})});
  drain();
  const AttributeRegions far{{place}, {region(b(), {{"x", {700, 705}}})}};
  ASSERT_OK(b().rti->associate_regions_for_updates(object, std::span(&far, 1)));
  ASSERT_OK(a().update(object, place, "a's"));
  drain();
  EXPECT_EQ(c().reflected.size(), 1U);
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(object, std::span(&place, 1)));
  ASSERT_OK(b().rti->attribute_ownership_acquisition(object, std::span(&place, 1)));
  drain();
  ASSERT_OK(b().update(object, place, "b's"));
  drain();
  EXPECT_EQ(c().reflected.size(), 1U) << "the owner's regions count";
}

TEST_P(DataDistribution, AFederatesRegionsGoWithIt) {
  const auto theirs = region(b(), {{"x", {0, 5}}});
  ASSERT_OK(subscribe(b(), {place}, {theirs}));
  const auto object = register_in({place}, {region(a(), {{"x", {0, 5}}})});
  drain();
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(a().update(object, place, "1"));
  EXPECT_ERROR(a().rti->get_range_bounds(theirs, *a().rti->get_dimension_handle("x")),
               InvalidRegion);
  b().join("again");
  EXPECT_ERROR(b().rti->get_range_bounds(theirs, *b().rti->get_dimension_handle("x")),
               InvalidRegion);
  ASSERT_OK(subscribe(b(), {place}, {region(b(), {{"x", {0, 5}}})}));
  b().discovered.clear();
  drain();
  EXPECT_EQ(b().discovered.size(), 1U);
}

TEST_P(DataDistribution, PassiveSubscriptionsReceiveAndDoNotTurnOn) {
  ASSERT_OK(subscribe(b(), {place}, {region(b(), {{"x", {0, 5}}})}, false));
  drain();
  EXPECT_FALSE(a().started.contains(bird));
  const auto object = register_in({place}, {region(a(), {{"x", {0, 5}}})});
  ASSERT_OK(a().update(object, place, "1"));
  drain();
  EXPECT_EQ(b().reflected.size(), 1U);
  ASSERT_OK(subscribe(c(), {place}, {region(c(), {{"x", {800, 805}}})}));
  ASSERT_OK(c().rti->subscribe_interaction_class_with_regions(
      call, std::vector{region(c(), {{"x", {800, 805}}})}));
  drain();
  EXPECT_TRUE(a().started.contains(bird)) << "classes are relevant whatever the region";
  EXPECT_TRUE(a().on.contains(call));
}

TEST_P(DataDistribution, ScopeIsAdvisedOfAsRegionsMove) {
  ASSERT_OK(b().rti->enable_attribute_scope_advisory_switch());
  const auto theirs = region(b(), {{"x", {0, 5}}});
  ASSERT_OK(subscribe(b(), {place, song}, {theirs}));
  const auto mine = region(a(), {{"x", {0, 5}}});
  const auto object = register_in({place}, {mine});
  drain();
  EXPECT_TRUE(b().in_scope.contains({object, place}));
  EXPECT_TRUE(b().in_scope.contains({object, song}));
  EXPECT_FALSE(b().in_scope.contains({object, ring}));
  move(a(), mine, "x", {700, 701});
  drain();
  EXPECT_FALSE(b().in_scope.contains({object, place}));
  EXPECT_TRUE(b().in_scope.contains({object, song}));
  move(b(), theirs, "x", {700, 701});
  drain();
  EXPECT_TRUE(b().in_scope.contains({object, place}));
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(object, std::span(&place, 1)));
  drain();
  EXPECT_FALSE(b().in_scope.contains({object, place})) << "nobody owns it";
}

TEST_P(DataDistribution, RelevanceOfAttributesIsAdvisedOfAsRegionsMove) {
  ASSERT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  const auto object = register_in({place}, {region(a(), {{"x", {0, 5}}})});
  const auto theirs = region(b(), {{"x", {700, 701}}});
  ASSERT_OK(subscribe(b(), {place}, {theirs}));
  drain();
  EXPECT_TRUE(a().updates_on.empty());
  move(b(), theirs, "x", {4, 9});
  drain();
  EXPECT_TRUE(a().updates_on.contains({object, place}));
  b().subscribe("Bird", {"Ring"});
  drain();
  EXPECT_TRUE(a().updates_on.contains({object, ring}));
  ASSERT_OK(b().rti->unsubscribe_object_class(bird));
  move(b(), theirs, "x", {700, 701});
  drain();
  EXPECT_TRUE(a().updates_on.empty());
}

TEST_P(DataDistribution, SwitchesOfAdvisoriesAreTurnedOnce) {
  RtiAmbassador& rti = *a().rti;
  EXPECT_ERROR(rti.enable_object_class_relevance_advisory_switch(),
               ObjectClassRelevanceAdvisorySwitchIsOn);
  EXPECT_ERROR(rti.enable_interaction_relevance_advisory_switch(),
               InteractionRelevanceAdvisorySwitchIsOn);
  EXPECT_ERROR(rti.disable_attribute_relevance_advisory_switch(),
               AttributeRelevanceAdvisorySwitchIsOff);
  EXPECT_ERROR(rti.disable_attribute_scope_advisory_switch(), AttributeScopeAdvisorySwitchIsOff);
  ASSERT_OK(rti.disable_object_class_relevance_advisory_switch());
  ASSERT_OK(rti.disable_interaction_relevance_advisory_switch());
  ASSERT_OK(rti.enable_attribute_relevance_advisory_switch());
  ASSERT_OK(rti.enable_attribute_scope_advisory_switch());
  EXPECT_ERROR(rti.disable_object_class_relevance_advisory_switch(),
               ObjectClassRelevanceAdvisorySwitchIsOff);
  EXPECT_ERROR(rti.disable_interaction_relevance_advisory_switch(),
               InteractionRelevanceAdvisorySwitchIsOff);
  EXPECT_ERROR(rti.enable_attribute_relevance_advisory_switch(),
               AttributeRelevanceAdvisorySwitchIsOn);
  EXPECT_ERROR(rti.enable_attribute_scope_advisory_switch(), AttributeScopeAdvisorySwitchIsOn);
  b().subscribe("Bird", {"Ring"});
  drain();
  EXPECT_TRUE(a().started.empty());
  ASSERT_OK(rti.enable_object_class_relevance_advisory_switch());
  drain();
  EXPECT_TRUE(a().started.contains(bird)) << "what happened meanwhile is told";
}

}  // namespace
}  // namespace orrery::rti::testing
