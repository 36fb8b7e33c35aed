// Update rates (IEEE 1516.1-2010, 5.6, 6.21, 9.8, 10.13, 10.14; 1516.2-2010, update rate table).
#include <thread>

#include "federates.hpp"
#include "region_world.hpp"

namespace orrery::rti::testing {
namespace {

// Slow: none but the first update comes within a check.
const std::vector<FomModule>& rated_modules() {
  static const std::vector<FomModule> modules = [] {
    auto read = parse_fom(R"(<objectModel>
      <objects><objectClass><name>HLAobjectRoot</name>
        <objectClass><name>Bird</name>
          <attribute><name>Place</name><transportation>HLAbestEffort</transportation>
            <order>Receive</order></attribute>
          <attribute><name>Speed</name><transportation>HLAbestEffort</transportation>
            <order>Receive</order></attribute>
          <attribute><name>Ring</name><transportation>HLAreliable</transportation>
            <order>Receive</order></attribute>
          <attribute><name>Plan</name><transportation>HLAbestEffort</transportation>
            <order>TimeStamp</order></attribute>
          <attribute><name>Song</name><transportation>HLAbestEffort</transportation>
            <order>Receive</order><dimensions><dimension>x</dimension></dimensions></attribute>
        </objectClass></objectClass></objects>
      <dimensions><dimension><name>x</name><upperBound>100</upperBound></dimension></dimensions>
      <updateRates>
        <updateRate><name>Slow</name><rate>0.001</rate></updateRate>
        <updateRate><name>Quick</name><rate>50</rate></updateRate>
      </updateRates></objectModel>)",
                          "rated.xml");
    EXPECT_TRUE(read.ok()) << (read ? "" : read.error().message);
    return std::vector<FomModule>{std::move(*read)};
  }();
  return modules;
}

class UpdateRates : public Federates {
 protected:
  const std::vector<FomModule>& modules() const override { return rated_modules(); }
  void begin() override {
    Federates::begin();
    join_all();
    bird = a().object_class("Bird");
    place = a().attribute("Bird", "Place");
    speed = a().attribute("Bird", "Speed");
    ring = a().attribute("Bird", "Ring");
    song = a().attribute("Bird", "Song");
    a().publish("Bird", {"Place", "Speed", "Ring", "Plan", "Song"});
  }
  Status subscribe(Federate& federate, std::vector<AttributeHandle> attributes,
                   const std::string& rate) {
    return federate.rti->subscribe_object_class_attributes(bird, attributes, true, rate);
  }
  void register_bird() {
    owl = *a().rti->register_object_instance(bird);
    drain();
  }
  std::size_t seen(Federate& federate, AttributeHandle attribute) {
    return static_cast<std::size_t>(std::ranges::count_if(
        federate.reflected,
        [&](const Reflected& each) { return each.values.contains(attribute.value); }));
  }
  void update(AttributeHandle attribute, int times) {
    for (int i = 0; i < times; ++i) ASSERT_OK(a().update(owl, attribute, std::to_string(i)));
    drain();
  }
  ObjectClassHandle bird;
  AttributeHandle place, speed, ring, song;
  ObjectInstanceHandle owl;
};
INSTANTIATE_TEST_SUITE_P(Groups, UpdateRates, every_layout, layout_name);

TEST_P(UpdateRates, AreThoseOfTheTable) {
  EXPECT_EQ(*a().rti->get_update_rate_value("Slow"), 0.001);
  EXPECT_EQ(*a().rti->get_update_rate_value("Quick"), 50);
  EXPECT_ERROR(a().rti->get_update_rate_value("Other"), InvalidUpdateRateDesignator);
  EXPECT_ERROR(a().rti->get_update_rate_value(""), InvalidUpdateRateDesignator);
  EXPECT_ERROR(subscribe(b(), {place}, "Other"), InvalidUpdateRateDesignator);
  EXPECT_ERROR(parse_fom("<objectModel><updateRates><updateRate><name>N</name><rate>0</rate>"
                         "</updateRate></updateRates></objectModel>",
                         "zero.xml"),
               ErrorReadingFDD);
  auto other = parse_fom(
      "<objectModel><updateRates><updateRate><name>Slow</name><rate>2</rate></updateRate>"
      "</updateRates></objectModel>",
      "other.xml");
  ASSERT_OK(other);
  EXPECT_ERROR(a().rti->create_federation_execution("x", {rated_modules()[0], *other}),
               InconsistentFDD);
}

TEST_P(UpdateRates, ReduceWhatWhoAskedForThemReceives) {
  ASSERT_OK(subscribe(b(), {place}, "Slow"));
  ASSERT_OK(subscribe(c(), {place}, ""));
  register_bird();
  update(place, 10);
  EXPECT_EQ(seen(b(), place), 1U);
  EXPECT_EQ(seen(c(), place), 10U);
}

TEST_P(UpdateRates, AreOfEachAttributeOfEachObject) {
  ASSERT_OK(subscribe(b(), {place, speed}, "Slow"));
  register_bird();
  update(place, 3);
  update(speed, 3);
  EXPECT_EQ(seen(b(), place), 1U);
  EXPECT_EQ(seen(b(), speed), 1U);
  register_bird();
  update(place, 3);
  EXPECT_EQ(seen(b(), place), 2U);
}

TEST_P(UpdateRates, HoldBackNoOtherAttributeOfAnUpdate) {
  ASSERT_OK(subscribe(b(), {place}, "Slow"));
  ASSERT_OK(subscribe(b(), {speed}, ""));
  register_bird();
  const std::vector<AttributeValue> both{{place, bytes("p")}, {speed, bytes("s")}};
  for (int i = 0; i < 4; ++i) ASSERT_OK(a().rti->update_attribute_values(owl, both));
  drain();
  EXPECT_EQ(seen(b(), place), 1U);
  EXPECT_EQ(seen(b(), speed), 4U);
}

TEST_P(UpdateRates, DoNotReduceWhatIsReliable) {
  ASSERT_OK(subscribe(b(), {ring}, "Slow"));
  register_bird();
  update(ring, 5);
  EXPECT_EQ(seen(b(), ring), 5U);
}

TEST_P(UpdateRates, DoNotReduceWhatIsInTimestampOrder) {
  const auto plan = a().attribute("Bird", "Plan");
  ASSERT_OK(subscribe(b(), {plan}, "Slow"));
  a().regulate(1);
  b().constrain();
  register_bird();
  for (int i = 1; i <= 3; ++i) ASSERT_OK(a().update(owl, plan, "v", float64_time(i)));
  ASSERT_OK(a().rti->time_advance_request(float64_time(10)));
  ASSERT_OK(b().rti->time_advance_request(float64_time(5)));
  drain();
  EXPECT_EQ(seen(b(), plan), 3U);
}

TEST_P(UpdateRates, AreReplacedByALaterSubscription) {
  ASSERT_OK(subscribe(b(), {place, speed}, "Slow"));
  register_bird();
  update(place, 3);
  ASSERT_OK(subscribe(b(), {place}, ""));
  update(place, 3);
  EXPECT_EQ(seen(b(), place), 4U);
  update(speed, 3);
  EXPECT_EQ(seen(b(), speed), 1U) << "the rate of the other attribute stays";
}

TEST_P(UpdateRates, ReduceToTheirRate) {
  ASSERT_OK(subscribe(b(), {place}, "Quick"));
  register_bird();
  const std::int64_t begun = base::now_ns();
  std::int64_t now = begun;
  for (int i = 0; seen(b(), place) < 10 && now < begun + watchdog_ns; ++i) {
    ASSERT_OK(a().update(owl, place, std::to_string(i)));
    drain();
    now = base::now_ns();
  }
  EXPECT_EQ(seen(b(), place), 10U);
  EXPECT_LE(10, 50 * static_cast<double>(now - begun) / 1e9 + 2);
}

TEST_P(UpdateRates, OfAnAttributeAreReported) {
  ASSERT_OK(subscribe(b(), {place}, "Slow"));
  register_bird();
  EXPECT_EQ(*b().rti->get_update_rate_value_for_attribute(owl, place), 0.001);
  EXPECT_EQ(*a().rti->get_update_rate_value_for_attribute(owl, place), 0.001) << "to its owner";
  ASSERT_OK(subscribe(c(), {place, ring}, "Quick"));
  drain();
  EXPECT_EQ(*c().rti->get_update_rate_value_for_attribute(owl, place), 50);
  EXPECT_EQ(*b().rti->get_update_rate_value_for_attribute(owl, place), 0.001);
  EXPECT_EQ(*a().rti->get_update_rate_value_for_attribute(owl, place), 50) << "the greatest";
  ASSERT_OK(subscribe(c(), {place}, ""));
  EXPECT_EQ(*a().rti->get_update_rate_value_for_attribute(owl, place), 0) << "not reduced";
  EXPECT_EQ(*b().rti->get_update_rate_value_for_attribute(owl, speed), 0);
  EXPECT_ERROR(b().rti->get_update_rate_value_for_attribute(owl, {99}), AttributeNotDefined);
  EXPECT_ERROR(b().rti->get_update_rate_value_for_attribute({1234567}, place),
               ObjectInstanceNotKnown);
}

TEST_P(UpdateRates, AreToldToTheOwner) {
  ASSERT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  ASSERT_OK(subscribe(b(), {place}, "Slow"));
  ASSERT_OK(subscribe(b(), {ring}, ""));
  register_bird();
  EXPECT_EQ(a().update_rates[place], "Slow");
  EXPECT_EQ(a().update_rates[ring], "");
  EXPECT_TRUE(a().updates_on.contains({owl, ring}));
  ASSERT_OK(subscribe(c(), {place}, "Quick"));
  drain();
  EXPECT_EQ(a().update_rates[place], "Quick") << "told again when the greatest changes";
  ASSERT_OK(c().rti->unsubscribe_object_class(bird));
  drain();
  EXPECT_EQ(a().update_rates[place], "Slow");
  EXPECT_TRUE(a().updates_on.contains({owl, place}));
}

TEST_P(UpdateRates, AreOfSubscriptionsInRegionsToo) {
  const AttributeRegions near = in({song}, {region(b(), {{"x", {0, 10}}})});
  const AttributeRegions far = in({song}, {region(b(), {{"x", {50, 60}}})});
  EXPECT_ERROR(b().rti->subscribe_object_class_attributes_with_regions(bird, std::span(&near, 1),
                                                                       true, "Other"),
               InvalidUpdateRateDesignator);
  ASSERT_OK(b().rti->subscribe_object_class_attributes_with_regions(bird, std::span(&near, 1), true,
                                                                    "Slow"));
  register_bird();
  update(song, 5);
  EXPECT_EQ(seen(b(), song), 1U);
  EXPECT_EQ(*b().rti->get_update_rate_value_for_attribute(owl, song), 0.001);
  ASSERT_OK(
      b().rti->subscribe_object_class_attributes_with_regions(bird, std::span(&far, 1), true, ""));
  update(song, 5);
  EXPECT_EQ(seen(b(), song), 6U) << "the greatest of the rates";
  ASSERT_OK(b().rti->unsubscribe_object_class_attributes_with_regions(bird, std::span(&far, 1)));
  update(song, 5);
  EXPECT_LE(seen(b(), song), 7U);
}

TEST_P(UpdateRates, EndWithTheSubscription) {
  ASSERT_OK(subscribe(b(), {place}, "Slow"));
  register_bird();
  update(place, 2);
  ASSERT_OK(b().rti->unsubscribe_object_class(bird));
  ASSERT_OK(b().rti->subscribe_object_class_attributes(bird, std::vector{place}));
  update(place, 3);
  EXPECT_EQ(seen(b(), place), 4U);
}

}  // namespace
}  // namespace orrery::rti::testing
