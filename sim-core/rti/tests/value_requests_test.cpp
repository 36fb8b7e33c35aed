// Requests for values (IEEE 1516.1-2010, 6.19, 6.20, 9.13): who is asked to provide what.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "federates.hpp"
#include "region_world.hpp"

namespace orrery::rti::testing {
namespace {

using Asked = std::vector<std::pair<ObjectInstanceHandle, AttributeHandle>>;

// a and b own vehicles and a tank, c asks.
class ValueRequests : public Federates {
 protected:
  void begin() override {
    Federates::begin();
    join_all();
    vehicle = a().object_class("Vehicle");
    position = a().attribute("Vehicle", "Position");
    speed = a().attribute("Vehicle", "Speed");
    for (Federate* each : {&a(), &b()}) {
      each->publish("Vehicle", {"Position", "Speed"});
      each->publish("Vehicle.Tank", {"Position", "Speed", "Turret"});
      each->publish("Ship", {"Course"});
    }
    a_car = *a().rti->register_object_instance(vehicle);
    b_tank = *b().rti->register_object_instance(b().object_class("Vehicle.Tank"));
    ASSERT_OK(a().rti->register_object_instance(a().object_class("Ship")));
    drain();
  }
  static Asked sorted(Asked asked) {
    std::ranges::sort(
        asked, {}, [](const auto& each) { return std::pair(each.first.value, each.second.value); });
    return asked;
  }
  ObjectClassHandle vehicle;
  AttributeHandle position;
  AttributeHandle speed;
  ObjectInstanceHandle a_car;
  ObjectInstanceHandle b_tank;
};
INSTANTIATE_TEST_SUITE_P(Groups, ValueRequests, every_layout, layout_name);

TEST_P(ValueRequests, AClassMeansItsInstancesAndThoseOfItsSubclasses) {
  const std::vector<AttributeHandle> both{position, speed};
  ASSERT_OK(c().rti->request_attribute_value_update(vehicle, both, bytes("now")));
  drain();
  EXPECT_EQ(sorted(a().provide), (Asked{{a_car, position}, {a_car, speed}}));
  EXPECT_EQ(sorted(b().provide), (Asked{{b_tank, position}, {b_tank, speed}}));
  EXPECT_EQ(a().provide_tag, "now");
  EXPECT_EQ(b().provide_tag, "now");
  const auto turret = c().attributes("Vehicle.Tank", {"Turret"});
  ASSERT_OK(c().rti->request_attribute_value_update(c().object_class("Vehicle.Tank"), turret));
  drain();
  EXPECT_EQ(a().provide.size(), 2U);
  EXPECT_EQ(b().provide.back(), (std::pair(b_tank, turret[0])));
}

TEST_P(ValueRequests, EachOwnerIsAskedForWhatItOwns) {
  const std::vector<AttributeHandle> both{position, speed};
  b().subscribe("Vehicle", {"Position"});
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(a_car, std::span(&speed, 1)));
  drain();
  ASSERT_OK(b().rti->attribute_ownership_acquisition(a_car, std::span(&speed, 1)));
  ASSERT_OK(b().rti->unconditional_attribute_ownership_divestiture(b_tank, both));
  drain();
  ASSERT_OK(c().rti->request_attribute_value_update(vehicle, both));
  drain();
  EXPECT_EQ(a().provide, (Asked{{a_car, position}}));
  EXPECT_EQ(b().provide, (Asked{{a_car, speed}}));
}

TEST_P(ValueRequests, WhoAsksIsNotAsked) {
  ASSERT_OK(a().rti->request_attribute_value_update(vehicle, std::span(&position, 1)));
  drain();
  EXPECT_TRUE(a().provide.empty());
  EXPECT_EQ(b().provide, (Asked{{b_tank, position}}));
}

TEST_P(ValueRequests, OfWhatIsNotDefinedNobodyIsAsked) {
  const AttributeHandle none{99};
  EXPECT_ERROR(c().rti->request_attribute_value_update(vehicle, std::span(&none, 1)),
               AttributeNotDefined);
  EXPECT_ERROR(
      c().rti->request_attribute_value_update(ObjectClassHandle{9999}, std::span(&none, 1)),
      ObjectClassNotDefined);
  ASSERT_OK(c().rti->request_attribute_value_update(vehicle, {}));
  ASSERT_OK(a().rti->delete_object_instance(a_car));
  ASSERT_OK(c().rti->request_attribute_value_update(vehicle, std::span(&position, 1)));
  drain();
  EXPECT_TRUE(a().provide.empty());
  EXPECT_EQ(b().provide.size(), 1U);
}

TEST_P(ValueRequests, TheManagementObjectsAnswerByTheirClass) {
  const auto federate = c().object_class("HLAmanager.HLAfederate");
  const std::vector<AttributeHandle> name{
      *c().rti->get_attribute_handle(federate, "HLAfederateName")};
  ASSERT_OK(c().rti->subscribe_object_class_attributes(federate, name));
  c().until([&] { return c().reflected.size() >= 3; }, "values at first");
  drain();
  const std::size_t before = c().reflected.size();
  ASSERT_OK(c().rti->request_attribute_value_update(federate, name));
  c().until([&] { return c().reflected.size() >= before + 3; }, "values of three federates");
}

const std::vector<FomModule>& providing_modules() {
  static const std::vector<FomModule> modules = [] {
    auto read = parse_fom(R"(<objectModel>
      <objects><objectClass><name>HLAobjectRoot</name>
        <objectClass><name>Bird</name>
          <attribute><name>Place</name><dimensions><dimension>x</dimension></dimensions></attribute>
          <attribute><name>Song</name></attribute>
          <objectClass><name>Owl</name><attribute><name>Prey</name></attribute></objectClass>
        </objectClass></objectClass></objects>
      <dimensions><dimension><name>x</name><upperBound>1000</upperBound></dimension></dimensions>
      <switches><autoProvide isEnabled="true"/></switches></objectModel>)",
                          "providing.xml");
    EXPECT_TRUE(read.ok()) << (read ? "" : read.error().message);
    return std::vector<FomModule>{std::move(*read)};
  }();
  return modules;
}

// 6.20, 6.9: with the Auto-Provide switch on, discovery asks the owners.
class AutoProvide : public Federates {
 protected:
  const std::vector<FomModule>& modules() const override { return providing_modules(); }
  void begin() override {
    Federates::begin();
    join_all();
    bird = a().object_class("Bird");
    place = a().attribute("Bird", "Place");
    song = a().attribute("Bird", "Song");
    a().publish("Bird", {"Place", "Song"});
  }
  ObjectInstanceHandle owl() {
    a().publish("Bird.Owl", {"Place", "Song", "Prey"});
    return *a().rti->register_object_instance(a().object_class("Bird.Owl"));
  }
  ObjectClassHandle bird;
  AttributeHandle place;
  AttributeHandle song;
};
INSTANTIATE_TEST_SUITE_P(Groups, AutoProvide, every_layout, layout_name);

TEST_P(AutoProvide, ForWhatTheDiscovererIsSubscribedTo) {
  b().subscribe("Bird", {"Song"});
  drain();
  const auto object = owl();
  drain();
  ASSERT_EQ(b().discovered.size(), 1U);
  EXPECT_EQ(a().provide, (Asked{{object, song}}));
  EXPECT_EQ(a().provide_tag, "");
  c().subscribe("Bird", {"Place", "Song"});
  drain();
  EXPECT_EQ(a().provide, (Asked{{object, song}, {object, place}, {object, song}}));
  c().subscribe("Bird", {"Place"});
  drain();
  EXPECT_EQ(a().provide.size(), 3U) << "it has been discovered before";
}

TEST_P(AutoProvide, OfEachOwner) {
  b().publish("Bird", {"Place", "Song"});
  b().subscribe("Bird", {"Place"});
  const auto object = *a().rti->register_object_instance(bird);
  drain();
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(object, std::span(&song, 1)));
  ASSERT_OK(b().rti->attribute_ownership_acquisition(object, std::span(&song, 1)));
  drain();
  a().provide.clear();
  b().provide.clear();
  c().subscribe("Bird", {"Place", "Song"});
  drain();
  EXPECT_EQ(a().provide, (Asked{{object, place}}));
  EXPECT_EQ(b().provide, (Asked{{object, song}}));
}

TEST_P(AutoProvide, OfWhatOverlapsInRegions) {
  const AttributeRegions here{{place}, {region(a(), {{"x", {0, 10}}})}};
  const auto object = *a().rti->register_object_instance_with_regions(bird, std::span(&here, 1));
  b().subscribe("Bird", {"Song"});
  const AttributeRegions far{{place}, {region(b(), {{"x", {100, 110}}})}};
  ASSERT_OK(b().rti->subscribe_object_class_attributes_with_regions(bird, std::span(&far, 1)));
  drain();
  EXPECT_EQ(a().provide, (Asked{{object, song}}));
}

TEST_P(ValueRequests, WithoutTheSwitchDiscoveryAsksNobody) {
  c().subscribe("Vehicle", {"Position", "Speed"});
  drain();
  EXPECT_EQ(c().discovered.size(), 2U);
  EXPECT_TRUE(a().provide.empty());
  EXPECT_TRUE(b().provide.empty());
}

}  // namespace
}  // namespace orrery::rti::testing
