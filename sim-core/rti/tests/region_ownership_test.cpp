// Regions count while their federate owns the attribute: what a new owner brings with it, at once.
#include "federates.hpp"
#include "region_world.hpp"

namespace orrery::rti::testing {
namespace {

// `a` updates a bird's Song far from where `b` looks; `c` is to own it.
class RegionOwnership : public Federates {
 protected:
  const std::vector<FomModule>& modules() const override { return region_modules(); }
  void begin() override {
    Federates::begin();
    join_all();
    song = a().attribute("Bird", "Song");
    ring = a().attribute("Bird", "Ring");
    a().publish("Bird", {"Song", "Ring"});
    c().publish("Bird", {"Song"});
    c().subscribe("Bird", {"Ring"});
    ASSERT_OK(b().rti->enable_attribute_scope_advisory_switch());
    const AttributeRegions seen = in({song}, {region(b(), {{"x", {100, 200}}})});
    ASSERT_OK(b().rti->subscribe_object_class_attributes_with_regions(b().object_class("Bird"),
                                                                      std::span(&seen, 1)));
  }
  void register_in(RangeBounds bounds) {
    const AttributeRegions at = in({song}, {region(a(), {{"x", bounds}})});
    bird = *a().rti->register_object_instance_with_regions(a().object_class("Bird"),
                                                           std::span(&at, 1));
    drain();
  }
  void give_to_c() {
    ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(bird, std::span(&song, 1)));
    drain();
    ASSERT_OK(c().rti->attribute_ownership_acquisition(bird, std::span(&song, 1)));
    drain();
    ASSERT_TRUE(*c().rti->is_attribute_owned_by_federate(bird, song));
  }
  void associate_of_c(RangeBounds bounds) {
    const AttributeRegions at = in({song}, {region(c(), {{"x", bounds}})});
    ASSERT_OK(c().rti->associate_regions_for_updates(bird, std::span(&at, 1)));
    drain();
  }
  [[nodiscard]] bool in_scope() { return b().in_scope.contains({bird, song}); }

  AttributeHandle song;
  AttributeHandle ring;
  ObjectInstanceHandle bird;
};
INSTANTIATE_TEST_SUITE_P(Groups, RegionOwnership, every_layout, layout_name);

TEST_P(RegionOwnership, ANewOwnerWithoutRegionsIsDiscoveredByAll) {
  register_in({700, 800});
  ASSERT_TRUE(b().discovered.empty());
  give_to_c();
  ASSERT_EQ(b().discovered.size(), 1U) << "it is everywhere now";
  EXPECT_TRUE(in_scope());
  ASSERT_OK(c().update(bird, song, "hello"));
  drain();
  ASSERT_EQ(b().reflected.size(), 1U);
}

TEST_P(RegionOwnership, ANewOwnersRegionsCountFromThenOn) {
  register_in({700, 800});
  associate_of_c({150, 160});
  EXPECT_TRUE(b().discovered.empty()) << "they are not of the owner";
  ASSERT_OK(c().rti->attribute_ownership_acquisition(bird, std::span(&song, 1)));
  drain();
  ASSERT_EQ(*a().rti->attribute_ownership_divestiture_if_wanted(bird, std::span(&song, 1)),
            std::vector{song});
  drain();
  ASSERT_EQ(b().discovered.size(), 1U);
  EXPECT_TRUE(in_scope());
}

TEST_P(RegionOwnership, WhatANewOwnerUpdatesElsewhereGoesOutOfScope) {
  register_in({100, 120});
  ASSERT_EQ(b().discovered.size(), 1U);
  ASSERT_TRUE(in_scope());
  associate_of_c({500, 600});
  give_to_c();
  EXPECT_FALSE(in_scope());
  ASSERT_OK(c().update(bird, song, "far"));
  drain();
  EXPECT_TRUE(b().reflected.empty());
}

TEST_P(RegionOwnership, AnOwnerThatResignsLeavesNoRegionsBehind) {
  register_in({700, 800});
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  drain();
  EXPECT_TRUE(b().discovered.empty()) << "6.9: nobody owns it";
  ASSERT_OK(c().rti->attribute_ownership_acquisition(bird, std::span(&song, 1)));
  drain();
  ASSERT_EQ(b().discovered.size(), 1U) << "nobody's regions keep it away";
  EXPECT_TRUE(in_scope());
}

}  // namespace
}  // namespace orrery::rti::testing
