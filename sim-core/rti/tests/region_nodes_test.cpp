// Data distribution among nodes, against an oracle: every federate gets what overlaps and nothing else.
#include <algorithm>

#include "orrery/base/random.hpp"

#include "region_world.hpp"

namespace orrery::rti::testing {
namespace {

using transport::Kind;

class RegionNodes : public ::testing::TestWithParam<Kind> {
 protected:
  static int scaled(int count) { return GetParam() == Kind::tcp_per_message ? count / 5 : count; }
};
INSTANTIATE_TEST_SUITE_P(Kinds, RegionNodes, all_kinds, kind_name);

// Where a federate looks and where its bird is: everybody can compute everybody's.
struct Spot {
  RangeBounds x;
  RangeBounds y;
};
Spot spot(std::uint32_t rank, int round, std::uint64_t what) {
  base::Random random(what, rank * 1000 + static_cast<std::uint64_t>(round));
  const std::uint64_t x = random.below(950);
  const std::uint64_t y = random.below(950);
  return {{x, x + 50 + random.below(400) % (1000 - x - 49)},
          {y, y + 50 + random.below(400) % (1000 - y - 49)}};
}
bool overlaps(const Spot& a, const Spot& b) {
  return a.x.lower < b.x.upper && b.x.lower < a.x.upper && a.y.lower < b.y.upper &&
         b.y.lower < a.y.upper;
}
void move_to(Federate& me, RegionHandle region, const Spot& to) {
  ASSERT_OK(me.rti->set_range_bounds(region, *me.rti->get_dimension_handle("x"), to.x));
  move(me, region, "y", to.y);
}

TEST_P(RegionNodes, EverybodyGetsWhatOverlapsAndNothingElse) {
  constexpr std::uint32_t nodes = 4;
  const int rounds = scaled(30);
  with_federates(
      GetParam(), nodes,
      [rounds](std::uint32_t rank, Federate& me) {
        const auto place = me.attribute("Bird", "Place");
        const auto call = me.interaction_class("Call");
        me.publish("Bird", {"Place"});
        ASSERT_OK(me.rti->publish_interaction_class(call));
        const auto eyes = region(me, {{"x", {0, 1000}}, {"y", {0, 1000}}});
        const auto wings = region(me, {{"x", {0, 1000}}, {"y", {0, 1000}}});
        const AttributeRegions seen{{place}, {eyes}};
        const AttributeRegions at{{place}, {wings}};
        ASSERT_OK(me.rti->subscribe_object_class_attributes_with_regions(me.object_class("Bird"),
                                                                         std::span(&seen, 1)));
        ASSERT_OK(me.rti->subscribe_interaction_class_with_regions(call, std::span(&eyes, 1)));
        auto bird = me.rti->register_object_instance_with_regions(me.object_class("Bird"),
                                                                  std::span(&at, 1));
        ASSERT_OK(bird);
        me.synchronize("middle");
        std::uint64_t needless = 0;
        for (int round = 0; round < rounds; ++round) {
          const std::string name = std::to_string(round);
          move_to(me, eyes, spot(rank, round, 1));
          move_to(me, wings, spot(rank, round, 2));
          // All have committed; then all send; then all have what was sent.
          if (rank == 0) {
            for (const char* when : {"moved", "sent"}) {
              ASSERT_OK(me.rti->register_federation_synchronization_point(when + name, {}));
            }
          }
          me.synchronize("moved" + name);
          const std::string value = std::to_string(rank);
          while (!me.update(*bird, place, value)) me.drain();
          while (!me.rti->send_interaction_with_regions(call, {}, std::span(&wings, 1),
                                                        bytes(value))) {
            me.drain();
          }
          me.synchronize("sent" + name);
          std::multiset<std::string> expected;
          for (std::uint32_t other = 0; other < nodes; ++other) {
            if (other == rank) continue;
            if (overlaps(spot(rank, round, 1), spot(other, round, 2))) {
              expected.insert(std::to_string(other));
            } else {
              ++needless;
            }
          }
          std::multiset<std::string> reflected;
          for (const Reflected& each : me.reflected) reflected.insert(each.values.at(place.value));
          std::multiset<std::string> received;
          for (const Received& each : me.received) received.insert(each.tag);
          ASSERT_EQ(reflected, expected) << "round " << round << " at " << rank;
          ASSERT_EQ(received, expected) << "round " << round << " at " << rank;
          me.reflected.clear();
          me.received.clear();
        }
        // What nobody wants stays where it is, but for some of the same cells.
        const NodeCounters& counters = me.node.counters();
        EXPECT_GT(needless, 0U);
        EXPECT_GT(counters.spared, 0U);
        EXPECT_LT(counters.filtered, needless) << "most of it was not sent";
        EXPECT_EQ(counters.malformed, 0U);
      },
      region_modules());
}

TEST_P(RegionNodes, OwnersElsewhereAreAskedByRegion) {
  with_federates(
      GetParam(), 3,
      [](std::uint32_t rank, Federate& me) {
        const auto place = me.attribute("Bird", "Place");
        me.publish("Bird", {"Place"});
        const AttributeRegions at{{place}, {region(me, {{"x", {100 * rank, 100 * rank + 10}}})}};
        ASSERT_OK(me.rti->register_object_instance_with_regions(me.object_class("Bird"),
                                                                std::span(&at, 1)));
        me.synchronize("middle");
        if (rank == 0) {
          const AttributeRegions where{{place}, {region(me, {{"x", {150, 1000}}})}};
          ASSERT_OK(me.rti->request_attribute_value_update_with_regions(me.object_class("Bird"),
                                                                        std::span(&where, 1)));
        }
        if (rank == 2) me.until([&] { return !me.provide.empty(); }, "asked");
        if (rank == 1) {
          EXPECT_TRUE(me.provide.empty());
        }
      },
      region_modules());
}

}  // namespace
}  // namespace orrery::rti::testing
