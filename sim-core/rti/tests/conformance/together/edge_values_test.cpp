// Tags, sets and times at their limits (IEEE 1516.1-2010, 4 to 9).
#include <limits>

#include "conformance/scribe.hpp"

namespace orrery::rti::testing::scribed {
namespace {

using EdgeValues = Exam<Scribe>;
INSTANTIATE_TEST_SUITE_P(Examined, EdgeValues, every_layout, layout_name);

// 9.3: all regions of a commit, or none.
TEST_P(EdgeValues, ACommitWithOneWrongRegionChangesNothing) {
  a().publish("Bird", {"Song"});
  const auto seen = region(b(), {{"x", {0, 100}}});
  const AttributeRegions wanted = in({song}, {seen});
  ASSERT_OK(b().rti->subscribe_object_class_attributes_with_regions(b().object_class("Bird"),
                                                                    std::span(&wanted, 1)));
  const auto of_a = region(a(), {{"x", {50, 60}}});
  const AttributeRegions at = in({song}, {of_a});
  bird =
      *a().rti->register_object_instance_with_regions(a().object_class("Bird"), std::span(&at, 1));
  drain();
  ASSERT_OK(a().rti->set_range_bounds(of_a, *a().rti->get_dimension_handle("x"), {500, 600}));
  const std::vector<RegionHandle> some{of_a, {0}};
  EXPECT_ERROR(a().rti->commit_region_modifications(some), InvalidRegion);
  ASSERT_OK(a().update(bird, song, "here"));
  drain();
  EXPECT_EQ(b().count("reflect"), 1) << b().all();
}

// Tags: none, and 64 kB with all byte values, of every service that has one.
TEST_P(EdgeValues, Tags) {
  std::string large(65536, '\0');
  for (std::size_t i = 0; i < large.size(); ++i) large[i] = static_cast<char>(i * 7);
  settle_bird();
  a().speak("Quiet");
  b().listen("Quiet");
  b().publish("Bird", {"Song"});
  drain();
  for (const std::string& tag : {std::string(), large}) {
    forget();
    ASSERT_OK(a().update(bird, ring, "", tag));
    ASSERT_OK(a().send("Quiet", tag));
    ASSERT_OK(a().rti->register_federation_synchronization_point("p" + std::to_string(tag.size()),
                                                                 bytes(tag)));
    ASSERT_OK(c().rti->request_attribute_value_update(bird, std::span(&ring, 1), bytes(tag)));
    drain();
    ASSERT_EQ(b().reflected.size(), 1U);
    EXPECT_TRUE(b().reflected[0].tag == tag);
    EXPECT_EQ(b().reflected[0].values.at(ring.value), "");
    ASSERT_EQ(b().received.size(), 1U);
    EXPECT_TRUE(b().received[0].tag == tag);
    EXPECT_TRUE(b().announced.at("p" + std::to_string(tag.size())) == tag);
    EXPECT_TRUE(a().provide_tag == tag);
    ASSERT_OK(b().rti->attribute_ownership_acquisition(bird, std::span(&song, 1), bytes(tag)));
    drain();
    EXPECT_EQ(a().log.back(),
              "release " + std::to_string(song.value) + (tag.empty() ? "" : " " + tag));
    ASSERT_OK(b().rti->cancel_attribute_ownership_acquisition(bird, std::span(&song, 1)));
    drain();
  }
  ASSERT_OK(a().rti->delete_object_instance(bird, bytes(large)));
  drain();
  EXPECT_TRUE(b().removed.at(bird) == large);
}

// Empty sets: nothing, not everything.
TEST_P(EdgeValues, EmptySets) {
  settle_bird();
  const auto bird_class = a().object_class("Bird");
  ASSERT_OK(a().rti->update_attribute_values(bird, {}, bytes("none")));
  ASSERT_OK(b().rti->unsubscribe_object_class_attributes(bird_class, {}));
  ASSERT_OK(a().rti->unpublish_object_class_attributes(bird_class, {}));
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(bird, {}));
  ASSERT_OK(c().rti->request_attribute_value_update(bird, {}));
  ASSERT_OK(a().rti->change_attribute_order_type(bird, {}, OrderType::receive));
  ASSERT_OK(a().rti->commit_region_modifications({}));
  drain();
  EXPECT_TRUE(a().log.empty()) << a().all();
  EXPECT_EQ(c().count("assume"), 0);
  EXPECT_EQ(b().count("reflect"), 0) << b().all();
  ASSERT_OK(a().update(bird, ring, "x"));
  drain();
  EXPECT_EQ(b().count("reflect"), 1);
  const auto given = a().rti->attribute_ownership_divestiture_if_wanted(bird, {});
  ASSERT_OK(given);
  EXPECT_TRUE(given->empty());
}

// 5.6 with no attributes is no subscription; 5.2 with none publishes nothing but the class's privilege at most.
TEST_P(EdgeValues, ASubscriptionToNothing) {
  const auto bird_class = a().object_class("Bird");
  ASSERT_OK(b().rti->subscribe_object_class_attributes(bird_class, {}));
  a().publish("Bird", {"Song"});
  drain();
  EXPECT_EQ(a().count("start"), 0) << a().all();
  ASSERT_OK(a().rti->register_object_instance(bird_class));
  drain();
  EXPECT_EQ(b().count("discover"), 0) << b().all();
}

// Sets: who is given one member twice takes it once.
TEST_P(EdgeValues, MembersTwice) {
  settle_bird();
  ASSERT_OK(b().rti->enable_attribute_scope_advisory_switch());
  const AttributeList twice{song, ring, song};
  b().publish("Bird", {"Song", "Ring", "Song"});
  ASSERT_OK(c().rti->request_attribute_value_update(bird, twice));
  drain();
  EXPECT_EQ(a().provide.size(), 2U) << a().all();
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(bird, twice));
  drain();
  ASSERT_OK(b().rti->attribute_ownership_acquisition(bird, twice));
  drain();
  EXPECT_EQ(b().count("acquired"), 1) << b().all();
  EXPECT_EQ(b().log.back(),
            "acquired " + std::to_string(song.value) + "," + std::to_string(ring.value))
      << b().all();
  ASSERT_OK(b().rti->negotiated_attribute_ownership_divestiture(bird, twice));
  drain();
  ASSERT_OK(a().rti->attribute_ownership_acquisition(bird, twice));
  drain();
  EXPECT_EQ(b().log.back(),
            "confirm " + std::to_string(song.value) + "," + std::to_string(ring.value))
      << b().all();
  ASSERT_OK(b().rti->confirm_divestiture(bird, twice));
  drain();
  EXPECT_TRUE(*a().rti->is_attribute_owned_by_federate(bird, ring));
  const std::vector<AttributeValue> values{{ring, bytes("1")}, {ring, bytes("2")}};
  forget();
  const auto sent = a().rti->update_attribute_values(bird, values, {});
  drain();
  if (sent.ok()) {
    ASSERT_EQ(c().reflected.size(), 1U);
    EXPECT_EQ(c().reflected[0].values.size(), 1U);
  }
}

// Floating-point times at their limits.
TEST_P(EdgeValues, TimesOfFloatingPoint) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double most = std::numeric_limits<double>::max();
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(float64_time(-0.0), float64_time(0.0));
  EXPECT_LT(float64_time(-1), float64_time(0));
  EXPECT_LT(float64_time(0), float64_time(least));
  for (const double bad : {inf, nan, -1.0}) {
    EXPECT_ERROR(a().rti->enable_time_regulation(float64_interval(bad)), InvalidLookahead);
  }
  a().speak("Call");
  for (Scribe* each : {&b(), &c()}) each->listen("Call");
  ASSERT_OK(a().rti->enable_time_regulation(float64_interval(least)));
  b().constrain();
  drain();
  EXPECT_EQ(to_float64(**b().rti->query_galt()), least);
  for (const double bad : {inf, -inf, nan}) {
    EXPECT_ERROR(a().advance(bad), InvalidLogicalTime);
    EXPECT_ERROR(a().send("Call", "x", bad), InvalidLogicalTime);
    EXPECT_ERROR(a().rti->flush_queue_request(float64_time(bad)), InvalidLogicalTime);
  }
  const auto back = a().advance(-1);
  ASSERT_FALSE(back.ok());
  ASSERT_OK(a().advance(-0.0));
  drain();
  EXPECT_EQ(a().count("grant @0"), 1) << a().all();
  EXPECT_ERROR(a().send("Call", "x", 0), InvalidLogicalTime);
  ASSERT_OK(a().send("Call", "soon", least));
  ASSERT_OK(a().send("Call", "far", most));
  // 1 + denorm_min is 1: a message at 1 must not come after a grant of 1.
  ASSERT_OK(a().advance(1));
  ASSERT_OK(b().advance(1));
  drain();
  const bool granted = b().count("grant @1") == 1;
  const auto late = a().send("Call", "late", 1);
  drain();
  if (granted && late.ok()) {
    EXPECT_EQ(b().count("receive late TSO"), 0) << b().all();
  }
  if (!granted) {
    EXPECT_EQ(b().count("grant"), 0);
  }
  ASSERT_OK(a().advance(most));
  drain();
  EXPECT_EQ(b().count("grant @1"), 1) << b().all();
  EXPECT_EQ(b().count("receive soon TSO"), 1) << b().all();
  EXPECT_LT(b().place("receive soon"), b().place("grant")) << b().all();
}

// Integer times at their limits: time plus lookahead does not wrap.
TEST_P(EdgeValues, TimesOfIntegers) {
  for (auto& each : feds)
    ASSERT_OK(each->rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(a().rti->create_federation_execution("whole", region_modules(),
                                                 TimeRepresentation::integer64));
  const char* names[] = {"a", "b", "c"};
  for (std::size_t i = 0; i < 3; ++i) feds[i]->join(names[i], "whole");
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(*c().rti->get_time_representation(), TimeRepresentation::integer64);
  EXPECT_ERROR(a().rti->enable_time_regulation({-1}), InvalidLookahead);
  EXPECT_ERROR(a().rti->enable_time_regulation({most}), InvalidLookahead);
  ASSERT_OK(a().rti->enable_time_regulation({most - 1}));
  ASSERT_OK(b().rti->enable_time_constrained());
  drain();
  EXPECT_EQ((*b().rti->query_galt())->value, most - 1);
  EXPECT_ERROR(a().rti->time_advance_request({most}), InvalidLogicalTime);
  ASSERT_OK(a().rti->time_advance_request({1000}));
  drain();
  EXPECT_EQ(a().granted->value, 1000);
  ASSERT_OK(b().rti->time_advance_request({most - 2}));
  drain();
  ASSERT_TRUE(b().granted.has_value()) << b().all();
  EXPECT_EQ(b().granted->value, most - 2);
  const auto galt = *b().rti->query_galt();
  if (galt) {
    EXPECT_GE(galt->value, most - 1);
  }
  EXPECT_EQ(a().rti->query_lookahead()->value, most - 1);
  EXPECT_FALSE(a().rti->time_advance_request({-5}).ok());
  ASSERT_OK(a().rti->modify_lookahead({0}));
  ASSERT_OK(a().rti->time_advance_request({most - 1}));
  drain();
  EXPECT_EQ(a().granted->value, most - 1);
  ASSERT_OK(b().rti->time_advance_request_available({most - 1}));
  drain();
  EXPECT_EQ(b().granted->value, most - 1);
  for (auto& each : feds)
    ASSERT_OK(each->rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(a().rti->destroy_federation_execution("whole"));
}

}  // namespace
}  // namespace orrery::rti::testing::scribed
