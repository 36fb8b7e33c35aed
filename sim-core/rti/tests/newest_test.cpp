// Transportations of this RTI's own: the newest value repeated, or brought to all, and what is held until its time.
#include "newest/newest.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "federates.hpp"
#include "region_world.hpp"

namespace orrery::rti::testing {
namespace {

using rti::Newest;
using transport::Kind;
constexpr auto minimum_rate = TransportationType::minimum_rate;
constexpr auto state_consistent = TransportationType::state_consistent;
constexpr auto one_shot = TransportationType::one_shot;

Newest::Kept kept(TransportationType type, std::uint64_t number, std::int64_t sent_ns) {
  return {
      .type = type, .federate = 1, .number = number, .value = {}, .tag = {}, .sent_ns = sent_ns};
}

TEST(NewestValues, ARateIsKeptByRepeatingWhatWasNotSentMeanwhile) {
  Newest newest(100, 10);
  const Newest::Key key{7, 1};
  newest.keep(key, kept(minimum_rate, 1, 0));
  EXPECT_EQ(newest.next_ns(), 100);
  EXPECT_FALSE(newest.due(99).has_value());
  newest.keep(key, kept(minimum_rate, 2, 60));
  EXPECT_FALSE(newest.due(100).has_value());
  EXPECT_EQ(newest.next_ns(), 160);
  EXPECT_EQ(newest.due(160), key);
  EXPECT_EQ(newest.find(key)->number, 2U);
  EXPECT_FALSE(newest.due(160).has_value());
  newest.again(key, 160);
  EXPECT_EQ(newest.next_ns(), 260);
  newest.forget_object(7);
  EXPECT_FALSE(newest.due(1000).has_value());
  EXPECT_TRUE(newest.empty());
}

TEST(NewestValues, AStateIsToldOnceAfterChangesAndWhenOthersWantIt) {
  Newest newest(100, 10);
  for (std::uint64_t i = 0; i < 5; ++i) {
    newest.keep({7, 1}, kept(state_consistent, i, static_cast<std::int64_t>(i)));
    newest.keep({8, 1}, kept(state_consistent, i, static_cast<std::int64_t>(i)));
  }
  EXPECT_EQ(newest.due(10), Newest::Key(7, 1));
  EXPECT_EQ(newest.due(10), Newest::Key(8, 1));
  EXPECT_EQ(newest.next_ns(), INT64_MAX);
  newest.want_all(50);
  EXPECT_FALSE(newest.due(59).has_value());
  EXPECT_TRUE(newest.due(60).has_value());
  EXPECT_TRUE(newest.due(60).has_value());
  newest.want(std::array<std::uint64_t, 1>{8}, 60);
  EXPECT_EQ(newest.due(70), Newest::Key(8, 1));
  EXPECT_FALSE(newest.due(70).has_value());
  // Of another type now: the old place in the queue means nothing.
  newest.keep({7, 1}, kept(state_consistent, 6, 70));
  newest.keep({7, 1}, kept(minimum_rate, 7, 71));
  EXPECT_FALSE(newest.due(81).has_value());
  EXPECT_EQ(newest.due(171), Newest::Key(7, 1));
}

Result<ObjectModel> merged(const std::string& source) {
  auto module = parse_fom(source, "test.xml");
  if (!module) return module.error();
  return ObjectModel::merge({*module});
}

TEST(NewestValues, ObjectModelsNameTheirTransportations) {
  const auto type_of = [](const char* said) {
    const auto model = merged(std::string(R"(<objectModel>
<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>Ship</name>
<attribute><name>Course</name><transportation>)") +
                              said +
                              R"(</transportation><order>Receive</order></attribute>
</objectClass></objectClass></objects>
<transportations>
<transportation><name>LowLatency</name><reliable>No</reliable></transportation>
<transportation><name>Sure</name><reliable>Yes</reliable></transportation>
</transportations></objectModel>)");
    EXPECT_TRUE(model.ok()) << model.error().message;
    const ObjectClassHandle ship = *model->object_class("Ship");
    return (*model)[ship].attributes[model->attribute(ship, "Course")->value].transportation;
  };
  EXPECT_EQ(type_of("StateConsistent"), state_consistent);
  EXPECT_EQ(type_of("MinimumRate"), minimum_rate);
  EXPECT_EQ(type_of("OneShot"), one_shot);
  EXPECT_EQ(type_of("LowLatency"), TransportationType::best_effort);
  EXPECT_EQ(type_of("Sure"), TransportationType::reliable);
  const auto fed = parse_fom(
      "(FED (objects (class ObjectRoot (class Ship (attribute Course state_consistent receive)))))",
      "test.fed");
  ASSERT_OK(fed);
  EXPECT_EQ(fed->object_classes.back().attributes.at(0).transportation, "StateConsistent");
  EXPECT_ERROR(parse_fom("(FED (interactions (class InteractionRoot best_effort receive "
                         "(class Hail minimum_rate receive))))",
                         "test.fed"),
               ErrorReadingFDD);
  EXPECT_ERROR(
      parse_fom("<objectModel><interactions><interactionClass><name>HLAinteractionRoot</name>"
                "<interactionClass><name>Hail</name>"
                "<transportation>StateConsistent</transportation></interactionClass>"
                "</interactionClass></interactions></objectModel>",
                "test.xml"),
      ErrorReadingFDD);
}

void change(Federate& by, ObjectInstanceHandle object, AttributeHandle at, TransportationType to) {
  ASSERT_OK(by.rti->request_attribute_transportation_type_change(object, std::span(&at, 1), to));
  const auto confirmed = by.transportations.size();
  by.until([&] { return by.transportations.size() > confirmed; }, "confirmation");
}

using NewestNode = Federates;
INSTANTIATE_TEST_SUITE_P(Groups, NewestNode, every_layout, layout_name);

TEST_P(NewestNode, WhoSubscribesLaterHoldsTheStateToo) {
  join_all();
  a().publish("Ship", {"Course"});
  b().subscribe("Ship", {"Course"});
  auto ship = a().rti->register_object_instance(a().object_class("Ship"));
  ASSERT_OK(ship);
  drain();
  const auto course = a().attribute("Ship", "Course");
  change(a(), *ship, course, state_consistent);
  for (const char* value : {"north", "east"}) ASSERT_OK(a().update(*ship, course, value, "tag"));
  drain();
  ASSERT_EQ(b().reflected.size(), 2U);
  EXPECT_EQ(b().reflected[1].delivery.transportation, state_consistent);
  c().subscribe("Ship", {"Course"});
  c().until([&] { return c().reflected.size() == 1; }, "the state");
  EXPECT_EQ(c().reflected[0].values.at(course.value), "east");
  EXPECT_EQ(c().reflected[0].tag, "tag");
  drain();
  EXPECT_EQ(b().reflected.size(), 2U);  // nobody else is told again
}

class NewestInRegions : public Federates {
 protected:
  const std::vector<FomModule>& modules() const override { return region_modules(); }
};
INSTANTIATE_TEST_SUITE_P(Groups, NewestInRegions, every_layout, layout_name);

TEST_P(NewestInRegions, WhoComesNearHoldsTheStateToo) {
  join_all();
  const auto bird = a().object_class("Bird");
  const auto song = a().attribute("Bird", "Song");
  const auto subscribe = [&](Federate& who, RegionHandle where) {
    const AttributeRegions wanted = in({song}, {where});
    ASSERT_OK(who.rti->subscribe_object_class_attributes_with_regions(bird, std::span(&wanted, 1)));
  };
  a().publish("Bird", {"Song"});
  const AttributeRegions at = in({song}, {region(a(), {{"x", {0, 5}}})});
  const auto one = a().rti->register_object_instance_with_regions(bird, std::span(&at, 1));
  ASSERT_OK(one);
  change(a(), *one, song, state_consistent);
  ASSERT_OK(a().update(*one, song, "trill"));
  subscribe(b(), region(b(), {{"x", {500, 505}}}));
  const auto far = region(c(), {{"x", {700, 705}}});
  subscribe(c(), far);
  drain();
  EXPECT_TRUE(b().reflected.empty() && c().reflected.empty());
  subscribe(b(), region(b(), {{"x", {2, 7}}}));
  b().until([&] { return b().reflected.size() == 1; }, "the state, in one more region");
  EXPECT_EQ(b().reflected[0].values.at(song.value), "trill");
  move(c(), far, "x", {1, 2});
  c().until([&] { return c().reflected.size() == 1; }, "the state, in a region that moved");
  const auto moved = in({song}, {region(a(), {{"x", {900, 905}}})});
  ASSERT_OK(a().update(*one, song, "call"));
  ASSERT_OK(a().rti->unassociate_regions_for_updates(*one, std::span(&at, 1)));
  ASSERT_OK(a().rti->associate_regions_for_updates(*one, std::span(&moved, 1)));
  subscribe(c(), region(c(), {{"x", {900, 905}}}));
  c().until(
      [&] {
        return !c().reflected.empty() && c().reflected.back().values.at(song.value) == "call";
      },
      "the state, at an object that moved");
}

TEST_P(NewestNode, InteractionsHaveNoNewestValue) {
  join_all();
  const auto hail = a().interaction_class("Hail");
  ASSERT_OK(a().rti->publish_interaction_class(hail));
  for (const auto type : {minimum_rate, state_consistent}) {
    EXPECT_ERROR(a().rti->request_interaction_transportation_type_change(hail, type),
                 InvalidTransportationType);
  }
  for (const auto type : {minimum_rate, state_consistent, one_shot}) {
    EXPECT_EQ(*a().rti->get_transportation_type(*a().rti->get_transportation_name(type)), type);
  }
}

TEST_P(NewestNode, AOneShotLeavesAtItsTime) {
  join_all();
  a().publish("Ship", {"Course"});
  b().subscribe("Ship", {"Course"});
  auto ship = a().rti->register_object_instance(a().object_class("Ship"));
  auto doomed = a().rti->register_object_instance(a().object_class("Ship"));
  ASSERT_OK(ship);
  ASSERT_OK(doomed);
  drain();
  const auto course = a().attribute("Ship", "Course");
  change(a(), *ship, course, one_shot);
  change(a(), *doomed, course, one_shot);
  a().regulate(1);
  const auto send = [&](ObjectInstanceHandle object, const char* value, double time) {
    const auto sent = a().update(object, course, value, float64_time(time));
    EXPECT_TRUE(sent.ok());
    EXPECT_TRUE(sent->has_value());  // held here: it can be retracted
  };
  send(*ship, "at 5", 5);
  send(*ship, "at 3", 3);
  send(*doomed, "never", 3);
  ASSERT_OK(a().update(*ship, course, "now"));
  ASSERT_OK(a().rti->delete_object_instance(*doomed));
  EXPECT_ERROR(a().update(*ship, course, "x", float64_time(0.5)), InvalidLogicalTime);
  drain();
  ASSERT_EQ(b().reflected.size(), 1U);
  EXPECT_EQ(b().reflected[0].values.at(course.value), "now");
  for (const double to : {2.0, 3.0, 9.0}) {
    ASSERT_OK(a().rti->time_advance_request(float64_time(to)));
    EXPECT_EQ(a().await_grant(), to);
    drain();
    EXPECT_EQ(b().reflected.size(), to < 3 ? 1U : to < 5 ? 2U : 3U);
  }
  EXPECT_EQ(b().reflected[1].values.at(course.value), "at 3");
  EXPECT_EQ(to_float64(*b().reflected[1].delivery.time), 3);
  EXPECT_EQ(b().reflected[1].delivery.transportation, one_shot);
  EXPECT_EQ(b().reflected[2].values.at(course.value), "at 5");
}

TEST_P(NewestNode, AOneShotThatIsHeldCanBeRetracted) {
  join_all();
  a().publish("Vehicle", {"Position", "Speed"});
  b().subscribe("Vehicle", {"Position", "Speed"});
  auto car = a().rti->register_object_instance(a().object_class("Vehicle"));
  ASSERT_OK(car);
  drain();
  const auto position = a().attribute("Vehicle", "Position");
  const auto speed = a().attribute("Vehicle", "Speed");
  change(a(), *car, speed, one_shot);
  const auto first = a().update(*car, speed, "first", float64_time(2));
  ASSERT_OK(first);
  ASSERT_OK(a().update(*car, speed, "second", float64_time(2)));
  // Who does not regulate has nothing else to retract.
  ASSERT_OK(a().rti->retract(**first));
  EXPECT_ERROR(a().rti->retract(**first), TimeRegulationIsNotEnabled);
  a().regulate(1);
  b().constrain();
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_ERROR(a().rti->retract(**first), MessageCanNoLongerBeRetracted);
  // An update of which one part is in time-stamp order and one is held is retracted as a whole.
  const AttributeValue both[] = {{position, bytes("there")}, {speed, bytes("third")}};
  const auto mixed = a().rti->update_attribute_values(*car, both, {}, float64_time(3));
  ASSERT_OK(mixed);
  ASSERT_OK(a().rti->retract(**mixed));
  const auto late = a().update(*car, speed, "fourth", float64_time(4));
  ASSERT_OK(a().rti->time_advance_request(float64_time(9)));
  ASSERT_OK(b().rti->time_advance_request(float64_time(9)));
  drain();
  std::multiset<std::string> came;
  for (const Reflected& each : b().reflected) {
    for (const auto& [attribute, value] : each.values) came.insert(value);
  }
  EXPECT_EQ(came, (std::multiset<std::string>{"fourth", "second"}));
  EXPECT_ERROR(a().rti->retract(**late), MessageCanNoLongerBeRetracted);
}

// A region that is new or has moved concerns the objects near it alone: the sender does not tell of all others.
TEST(NewestRegions, OnlyWhatHasComeNearIsToldAnew) {
  constexpr std::uint64_t near = 40;
  with_federates(
      Kind::thread, 2,
      [](std::uint32_t rank, Federate& me) {
        const auto bird = me.object_class("Bird");
        const auto song = me.attribute("Bird", "Song");
        const auto quiet = me.interaction_class("Quiet");
        ASSERT_OK(me.rti->publish_interaction_class(quiet));
        ASSERT_OK(me.rti->subscribe_interaction_class(quiet));
        const auto look = [&](RangeBounds x) {
          const AttributeRegions seen = in({song}, {region(me, {{"x", x}})});
          ASSERT_OK(
              me.rti->subscribe_object_class_attributes_with_regions(bird, std::span(&seen, 1)));
        };
        if (rank == 1) look({100, 200});
        if (rank == 0) me.publish("Bird", {"Song"});
        me.synchronize("middle");
        if (rank == 1) {
          me.until([&] { return me.reflected.size() == near; }, "what is near");
          look({690, 720});
          me.until([&] { return me.reflected.size() == near + 1; }, "what came near");
          EXPECT_EQ(me.reflected.back().values.at(song.value), "far");
          ASSERT_OK(me.rti->send_interaction(quiet, {}));
          return;
        }
        for (std::uint64_t i = 0; i <= near; ++i) {
          const std::uint64_t x = i == 0 ? 700 : 150;
          const AttributeRegions at = in({song}, {region(me, {{"x", {x, x + 10}}})});
          const auto one = me.rti->register_object_instance_with_regions(bird, std::span(&at, 1));
          ASSERT_OK(one);
          change(me, *one, song, state_consistent);
          ASSERT_OK(me.update(*one, song, i == 0 ? "far" : "near"));
        }
        me.until([&] { return me.received.size() == 1; }, "the other holds it");
        // Each was sent, and each told of once after that. Then the far one was told of, asked for and sent.
        EXPECT_LT(me.node.counters().data_sent, 2 * near + 10);
      },
      region_modules());
}

class NewestPaths : public ::testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Ways, NewestPaths,
                         ::testing::ValuesIn(ways({{Kind::thread},
                                                   {Kind::tcp},
                                                   {Kind::shm, Data::udp, 0.3},
                                                   {Kind::thread, Data::multicast, 0.3},
                                                   {Kind::thread, Data::groups, 0.3},
                                                   {Kind::tcp, Data::both, 0.1}})),
                         [](const auto& each) {
                           return std::string(to_string(each.param.kind)) + "_" +
                                  std::string(to_string(each.param.data));
                         });

// The numbers in the values that came, of one object.
std::vector<int> numbers(const Federate& me, AttributeHandle at) {
  std::vector<int> all;
  for (const Reflected& each : me.reflected) all.push_back(std::stoi(each.values.at(at.value)));
  return all;
}

TEST_P(NewestPaths, EverySubscriberHoldsTheNewestStateInTheEnd) {
  constexpr std::uint32_t nodes = 4;
  constexpr int rounds = 5;
  constexpr int in_round = 40;
  with_federates(GetParam(), nodes, [](std::uint32_t rank, Federate& me) {
    me.publish("Vehicle", {"Speed"});
    // One comes later than all values.
    if (rank != nodes - 1) me.subscribe("Vehicle", {"Speed"});
    const auto speed = me.attribute("Vehicle", "Speed");
    // It waits for the first one's word, which may come as soon as all have met.
    if (rank == nodes - 1) {
      ASSERT_OK(me.rti->subscribe_interaction_class(me.interaction_class("Fire")));
    }
    me.synchronize("middle");
    if (rank == 0) {
      auto car = me.rti->register_object_instance(me.object_class("Vehicle"));
      ASSERT_OK(car);
      change(me, *car, speed, state_consistent);
      const auto fire = me.interaction_class("Fire");
      ASSERT_OK(me.rti->publish_interaction_class(fire));
      ASSERT_OK(me.rti->subscribe_interaction_class(fire));
      for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < in_round; ++i) {
          while (!me.update(*car, speed, std::to_string(round * in_round + i))) me.drain();
        }
        // All say that they hold it before there is a newer one.
        me.until([&] { return me.received.size() == std::size_t{nodes - 2} * (round + 1U); },
                 "all hold it");
      }
      ASSERT_OK(me.rti->send_interaction(fire, {}));
      me.until([&] { return me.received.size() == std::size_t{nodes - 2} * rounds + 1; },
               "the last holds it");
      return;
    }
    const auto fire = me.interaction_class("Fire");
    ASSERT_OK(me.rti->publish_interaction_class(fire));
    const bool late = rank == nodes - 1;
    const auto holds = [&](int number) {
      me.until(
          [&] {
            return !me.reflected.empty() &&
                   me.reflected.back().values.at(speed.value) == std::to_string(number);
          },
          "the newest");
      ASSERT_OK(me.rti->send_interaction(fire, {}));
    };
    if (late) {
      const auto first = *me.rti->get_federate_handle("f0");
      me.until(
          [&] {
            return std::ranges::any_of(
                me.received, [&](const Received& each) { return each.delivery.producer == first; });
          },
          "the end of all values");
      me.subscribe("Vehicle", {"Speed"});
      holds(rounds * in_round - 1);
    }
    for (int round = 0; !late && round < rounds; ++round) holds((round + 1) * in_round - 1);
    const std::vector<int> came = numbers(me, speed);
    // Newer ones only, and each once.
    EXPECT_TRUE(std::ranges::adjacent_find(came, std::greater_equal<>()) == came.end());
    for (const Reflected& each : me.reflected) {
      EXPECT_EQ(each.delivery.transportation, state_consistent);
    }
  });
}

TEST_P(NewestPaths, AValueIsRepeatedUntilThereIsANewerOne) {
  with_federates(GetParam(), 3, [](std::uint32_t rank, Federate& me) {
    me.publish("Vehicle", {"Speed"});
    me.subscribe("Vehicle", {"Speed"});
    const auto speed = me.attribute("Vehicle", "Speed");
    const auto fire = me.interaction_class("Fire");
    ASSERT_OK(me.rti->publish_interaction_class(fire));
    if (rank == 0) ASSERT_OK(me.rti->subscribe_interaction_class(fire));
    me.synchronize("middle");
    if (rank != 0) {
      for (int value = 0; value < 3; ++value) {
        me.until([&] { return std::ranges::count(numbers(me, speed), value) >= 3; },
                 "signs of life");
        ASSERT_OK(me.rti->send_interaction(fire, {}));
      }
      EXPECT_TRUE(std::ranges::is_sorted(numbers(me, speed)));
      return;
    }
    auto car = me.rti->register_object_instance(me.object_class("Vehicle"));
    ASSERT_OK(car);
    change(me, *car, speed, minimum_rate);
    for (std::size_t value = 0; value < 3; ++value) {
      while (!me.update(*car, speed, std::to_string(value))) me.drain();
      me.until([&] { return me.received.size() == 2 * (value + 1); }, "both have seen it thrice");
    }
    EXPECT_GT(me.node.counters().repeated, 0U);
  });
}

}  // namespace
}  // namespace orrery::rti::testing
