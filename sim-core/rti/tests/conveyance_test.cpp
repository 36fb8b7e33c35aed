// What comes with a message beyond its values: the regions that it was sent in, and who sent it (IEEE 1516.1-2010, 6.9, 6.11,
// 6.13, 6.15; the switches conveyRegionDesignatorSets and conveyProducingFederate of 1516.2-2010).
#include "federates.hpp"
#include "region_world.hpp"

namespace orrery::rti::testing {
namespace {

std::vector<FomModule> with_switches(const std::string& switches) {
  auto read =
      parse_fom("<objectModel><switches>" + switches + "</switches></objectModel>", "switches.xml");
  EXPECT_TRUE(read.ok());
  std::vector<FomModule> modules = region_modules();
  modules.push_back(std::move(*read));
  return modules;
}

class Conveyance : public Federates {
 protected:
  const std::vector<FomModule>& modules() const override { return region_modules(); }
  void begin() override {
    Federates::begin();
    join_all();
    ASSERT_OK(b().rti->set_convey_region_designator_sets_switch(true));
    bird = a().object_class("Bird");
    place = a().attribute("Bird", "Place");
    song = a().attribute("Bird", "Song");
    ring = a().attribute("Bird", "Ring");
    call = a().interaction_class("Call");
    a().publish("Bird", {"Place", "Song", "Ring"});
    ASSERT_OK(a().rti->publish_interaction_class(call));
    for (auto* each : {&b(), &c()}) {
      each->subscribe("Bird", {"Place", "Song", "Ring"});
      ASSERT_OK(each->rti->subscribe_interaction_class(call));
    }
    here = region(a(), {{"x", {0, 10}}});
    there = region(a(), {{"x", {20, 30}}});
  }
  using Regions = std::optional<std::vector<RegionHandle>>;
  // Of the one update that came to b.
  Regions regions_of_update() {
    EXPECT_EQ(b().reflected.size(), 1U);
    return b().reflected.empty() ? Regions() : b().reflected[0].delivery.sent_regions;
  }
  ObjectClassHandle bird;
  AttributeHandle place, song, ring;
  InteractionClassHandle call;
  RegionHandle here, there;
};
INSTANTIATE_TEST_SUITE_P(Groups, Conveyance, every_layout, layout_name);

TEST_P(Conveyance, IsOffAtFirstAndOfEachFederate) {
  EXPECT_FALSE(*a().rti->get_convey_region_designator_sets_switch());
  EXPECT_TRUE(*b().rti->get_convey_region_designator_sets_switch());
  const AttributeRegions used = in({place}, {here});
  const auto owl = *a().rti->register_object_instance_with_regions(bird, std::span(&used, 1));
  drain();
  ASSERT_OK(a().update(owl, place, "1"));
  ASSERT_OK(a().rti->send_interaction_with_regions(call, {}, std::span(&here, 1)));
  drain();
  ASSERT_EQ(c().reflected.size(), 1U);
  EXPECT_FALSE(c().reflected[0].delivery.sent_regions);
  ASSERT_EQ(c().received.size(), 1U);
  EXPECT_FALSE(c().received[0].delivery.sent_regions);
}

TEST_P(Conveyance, TellsTheRegionsOfUpdates) {
  const AttributeRegions used = in({place}, {here, there});
  const auto owl = *a().rti->register_object_instance_with_regions(bird, std::span(&used, 1));
  drain();
  ASSERT_OK(a().update(owl, place, "1"));
  drain();
  EXPECT_EQ(regions_of_update(), Regions({here, there}));
}

TEST_P(Conveyance, TellsThatAnUpdateIsEverywhere) {
  const auto owl = *a().rti->register_object_instance(bird);
  drain();
  ASSERT_OK(a().update(owl, place, "1"));
  drain();
  EXPECT_EQ(regions_of_update(), Regions(std::vector<RegionHandle>()));
}

TEST_P(Conveyance, TellsNothingOfAttributesWithoutDimensions) {
  const auto owl = *a().rti->register_object_instance(bird);
  drain();
  ASSERT_OK(a().update(owl, ring, "1"));
  drain();
  EXPECT_EQ(regions_of_update(), Regions());
}

// 6.10: attributes that were sent in different regions are reflected apart.
TEST_P(Conveyance, ReflectsEachSetOfRegionsByItself) {
  const std::vector<AttributeRegions> used{in({place}, {here}), in({song}, {there})};
  const auto owl = *a().rti->register_object_instance_with_regions(bird, used);
  drain();
  const std::vector<AttributeValue> all{
      {place, bytes("p")}, {song, bytes("s")}, {ring, bytes("r")}};
  ASSERT_OK(a().rti->update_attribute_values(owl, all, bytes("tag")));
  drain();
  EXPECT_EQ(c().reflected.size(), 1U);
  ASSERT_EQ(b().reflected.size(), 3U);
  std::map<std::uint16_t, Regions> regions;
  for (const Reflected& each : b().reflected) {
    ASSERT_EQ(each.values.size(), 1U);
    EXPECT_EQ(each.tag, "tag");
    regions[each.values.begin()->first] = each.delivery.sent_regions;
  }
  EXPECT_EQ(regions[place.value], Regions({here}));
  EXPECT_EQ(regions[song.value], Regions({there}));
  EXPECT_EQ(regions[ring.value], Regions());
}

TEST_P(Conveyance, FollowsAssociations) {
  const auto owl = *a().rti->register_object_instance(bird);
  drain();
  const AttributeRegions used = in({place}, {here});
  ASSERT_OK(a().rti->associate_regions_for_updates(owl, std::span(&used, 1)));
  ASSERT_OK(a().update(owl, place, "1"));
  ASSERT_OK(a().rti->unassociate_regions_for_updates(owl, std::span(&used, 1)));
  ASSERT_OK(a().update(owl, place, "2"));
  drain();
  ASSERT_EQ(b().reflected.size(), 2U);
  EXPECT_EQ(b().reflected[0].delivery.sent_regions, Regions({here}));
  EXPECT_EQ(b().reflected[1].delivery.sent_regions, Regions(std::vector<RegionHandle>()));
}

TEST_P(Conveyance, TellsTheRegionsOfMessagesThatWaitForTheirTime) {
  a().regulate(1);
  b().constrain();
  const AttributeRegions used = in({place}, {here});
  const auto owl = *a().rti->register_object_instance_with_regions(bird, std::span(&used, 1));
  drain();
  ASSERT_OK(a().update(owl, place, "1", float64_time(2)));
  ASSERT_OK(
      a().rti->send_interaction_with_regions(call, {}, std::span(&there, 1), {}, float64_time(3)));
  ASSERT_OK(a().rti->unassociate_regions_for_updates(owl, std::span(&used, 1)));
  drain();
  EXPECT_TRUE(b().reflected.empty());
  ASSERT_OK(a().rti->time_advance_request(float64_time(10)));
  ASSERT_OK(b().rti->time_advance_request(float64_time(5)));
  drain();
  EXPECT_EQ(regions_of_update(), Regions({here})) << "those that it was sent in";
  ASSERT_EQ(b().received.size(), 1U);
  EXPECT_EQ(b().received[0].delivery.sent_regions, Regions({there}));
}

TEST_P(Conveyance, TellsTheRegionsOfInteractions) {
  ASSERT_OK(a().rti->send_interaction_with_regions(call, {}, std::vector{here, there}));
  ASSERT_OK(a().rti->send_interaction(call, {}));
  const auto quiet = a().interaction_class("Quiet");
  ASSERT_OK(a().rti->publish_interaction_class(quiet));
  ASSERT_OK(b().rti->subscribe_interaction_class(quiet));
  drain();
  ASSERT_OK(a().rti->send_interaction(quiet, {}));
  drain();
  ASSERT_EQ(b().received.size(), 3U);
  EXPECT_EQ(b().received[0].delivery.sent_regions, Regions({here, there}));
  EXPECT_EQ(b().received[1].delivery.sent_regions, Regions(std::vector<RegionHandle>()));
  EXPECT_EQ(b().received[2].delivery.sent_regions, Regions()) << "it has no dimensions";
}

TEST_P(Conveyance, TellsThemToWhoSubscribesInRegionsToo) {
  ASSERT_OK(b().rti->unsubscribe_interaction_class(call));
  const auto mine = region(b(), {{"x", {5, 6}}});
  ASSERT_OK(b().rti->subscribe_interaction_class_with_regions(call, std::span(&mine, 1)));
  drain();
  ASSERT_OK(a().rti->send_interaction_with_regions(call, {}, std::span(&here, 1)));
  ASSERT_OK(a().rti->send_interaction_with_regions(call, {}, std::span(&there, 1)));
  drain();
  ASSERT_EQ(b().received.size(), 1U);
  EXPECT_EQ(b().received[0].delivery.sent_regions, Regions({here}));
}

// 10.28, 10.29: conveyed designators are good for these two.
TEST_P(Conveyance, LetsReceiversAskForDimensionsAndBounds) {
  const auto x = *b().rti->get_dimension_handle("x");
  const auto y = *b().rti->get_dimension_handle("y");
  EXPECT_EQ(*b().rti->get_dimension_handle_set(there), std::vector{x});
  EXPECT_EQ(*b().rti->get_range_bounds(there, x), (RangeBounds{20, 30}));
  EXPECT_ERROR(b().rti->get_range_bounds(there, y), RegionDoesNotContainSpecifiedDimension);
  EXPECT_ERROR(b().rti->set_range_bounds(there, x, {0, 1}), RegionNotCreatedByThisFederate);
  move(a(), there, "x", {40, 50});
  EXPECT_EQ(*b().rti->get_range_bounds(there, x), (RangeBounds{40, 50}));
}

class SwitchesOfTheModel : public Federates {
 protected:
  void begin() override {
    connect();
    ASSERT_OK(a().rti->create_federation_execution(
        "test", with_switches("<conveyRegionDesignatorSets isEnabled=\"true\"/>"
                              "<conveyProducingFederate isEnabled=\"false\"/>")));
    join_all();
  }
};
INSTANTIATE_TEST_SUITE_P(Groups, SwitchesOfTheModel, every_layout, layout_name);

TEST_P(SwitchesOfTheModel, SayWhatIsConveyed) {
  EXPECT_TRUE(*b().rti->get_convey_region_designator_sets_switch());
  const auto call = a().interaction_class("Call");
  a().publish("Bird", {"Ring"});
  b().subscribe("Bird", {"Ring"});
  ASSERT_OK(a().rti->publish_interaction_class(call));
  ASSERT_OK(b().rti->subscribe_interaction_class(call));
  const auto owl = *a().rti->register_object_instance(a().object_class("Bird"));
  drain();
  ASSERT_OK(a().update(owl, a().attribute("Bird", "Ring"), "1"));
  ASSERT_OK(a().rti->send_interaction(call, {}));
  drain();
  ASSERT_EQ(b().discovered.size(), 1U);
  EXPECT_EQ(b().discovered[0].producer, FederateHandle{});
  ASSERT_EQ(b().reflected.size(), 1U);
  EXPECT_EQ(b().reflected[0].delivery.producer, FederateHandle{});
  ASSERT_EQ(b().received.size(), 1U);
  EXPECT_EQ(b().received[0].delivery.producer, FederateHandle{});
}

}  // namespace
}  // namespace orrery::rti::testing
