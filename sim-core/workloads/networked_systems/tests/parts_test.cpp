// Tests of the pure parts: hierarchy, users, dead reckoning, delays and error bounds.
#include <gtest/gtest.h>

#include <cmath>

#include "load.hpp"
#include "scenario.hpp"

namespace orrery::workloads::networked {
namespace {

using contracts::Approximation;
using contracts::Delivery;
using contracts::UserMotion;

TEST(Tree, NumbersSystemsLevelByLevel) {
  const Tree tree(8, 2);
  EXPECT_EQ(tree.depth(), 3U);
  EXPECT_EQ(tree.level(2), 1U);
  EXPECT_EQ(tree.parent(7), 3U);
  EXPECT_EQ(tree.hops(7, 6), 5U);  // 3, 1, 0, 2, 6
  EXPECT_EQ(tree.hops(5, 5), 0U);
  EXPECT_EQ(tree.towards(7, 6), Tree::up_from(7));
  EXPECT_EQ(tree.towards(0, 6), Tree::down_to(2));
  EXPECT_EQ(tree.lanes()[Tree::up_from(1)].near, 4U);  // 1, 3, 4, 7
  EXPECT_EQ(tree.lanes()[Tree::down_to(1)].near, 4U);
}

// In every hierarchy, towards() leads to the destination in hops() hops, and `near` counts the systems on the near side.
TEST(Tree, EveryWayLeadsThere) {
  for (std::uint32_t systems = 1; systems <= 40; systems += 3) {
    for (const std::uint32_t fan_out : {1U, 2U, 3U, 7U, 40U}) {
      const Tree tree(systems, fan_out);
      ASSERT_EQ(tree.lanes().size(), 2 * (systems - 1));
      for (SystemId from = 0; from < systems; ++from) {
        for (SystemId to = 0; to < systems; ++to) {
          SystemId at = from;
          for (std::uint32_t hop = 0; hop < tree.hops(from, to); ++hop) {
            const LaneId lane = tree.towards(at, to);
            ASSERT_EQ(tree.lanes()[lane].from, at);
            ASSERT_TRUE(tree.on_near_side(lane, from));
            ASSERT_FALSE(tree.on_near_side(lane, to));
            at = tree.lanes()[lane].to;
          }
          ASSERT_EQ(at, to);
        }
      }
      for (LaneId lane = 0; lane < tree.lanes().size(); ++lane) {
        std::uint32_t near = 0;
        for (SystemId system = 0; system < systems; ++system)
          near += tree.on_near_side(lane, system);
        EXPECT_EQ(near, tree.lanes()[lane].near);
      }
    }
  }
}

TEST(User, KeepsItsSpeed) {
  for (const auto motion : {UserMotion::straight, UserMotion::curved}) {
    User user(5, 3, motion, 10, 0.02);
    const double speed = length(user.velocity());
    EXPECT_GE(speed, 5 * (1 - 1e-12));
    EXPECT_LE(speed, 10 * (1 + 1e-12));
    Vector before = user.position();
    double turned = 0;
    for (int step = 0; step < 10'000; ++step) {
      const Vector ahead = user.velocity();
      user.advance();
      ASSERT_NEAR(length(user.velocity()), speed, 1e-9);
      ASSERT_LE(distance(user.position(), before), speed * 0.02 * (1 + 1e-9));
      turned += distance(ahead, user.velocity());
      before = user.position();
    }
    EXPECT_GT(turned, 0);
  }
}

TEST(User, IsReplayedByItsSeed) {
  User one(5, 3, UserMotion::curved, 10, 0.02);
  User again(5, 3, UserMotion::curved, 10, 0.02);
  User other(6, 3, UserMotion::curved, 10, 0.02);
  for (int step = 0; step < 1'000; ++step) {
    one.advance();
    again.advance();
    other.advance();
  }
  EXPECT_EQ(distance(one.position(), again.position()), 0);
  EXPECT_GT(distance(one.position(), other.position()), 1);
}

// Over a short time, the error of first order grows with the square of the time, and the error of second order with its cube.
TEST(Reckoning, HigherOrderIsNearer) {
  constexpr double step_s = 1e-3;
  User user(11, 0, UserMotion::curved, 10, step_s);
  const Update first = update_of(0, user, 0, Approximation::first_order);
  const Update second = update_of(0, user, 0, Approximation::second_order);
  EXPECT_EQ(length(first.acceleration), 0);
  EXPECT_GT(length(second.acceleration), 0);
  const auto errors_after = [&](int steps) {
    User moved = user;
    for (int step = 0; step < steps; ++step) moved.advance();
    const double seconds = steps * step_s;
    return std::pair(distance(moved.position(), position_after(first, seconds)),
                     distance(moved.position(), position_after(second, seconds)));
  };
  const auto [first_early, second_early] = errors_after(100);
  const auto [first_late, second_late] = errors_after(200);
  EXPECT_LT(second_early, first_early);
  EXPECT_NEAR(first_late / first_early, 4, 0.2);
  EXPECT_NEAR(second_late / second_early, 8, 0.4);
}

contracts::NetworkedSystemsPlan plan(Delivery delivery) {
  contracts::NetworkedSystemsPlan made = networked_systems_testing::load();
  made.users = 10;
  made.delivery = delivery;
  made.link_jitter_ms = 5;
  made.steps = 100;
  return made;
}

TEST(Scenario, RoutedWaysWaitForEveryManager) {
  const Scenario routed(plan(Delivery::routed), 1);
  const Scenario multicast(plan(Delivery::multicast), 1);
  EXPECT_EQ(routed.longest_way(4), 8U);     // four hops of 35 ms, each two steps
  EXPECT_EQ(multicast.longest_way(4), 7U);  // 140 ms take seven steps
  EXPECT_EQ(routed.all_steps(), 108U);
  EXPECT_EQ(routed.look_at(40'000'000, 0), 2U);
  EXPECT_EQ(routed.look_at(40'000'001, 0), 3U);
  EXPECT_EQ(routed.look_at(0, 4), 5U);  // never in the step in which it was sent
}

TEST(Scenario, DealsUsersOut) {
  const Scenario scenario(plan(Delivery::routed), 1);
  std::uint32_t users = 0;
  for (SystemId system = 0; system < 7; ++system) users += scenario.users_of(system);
  EXPECT_EQ(users, 10U);
  EXPECT_EQ(scenario.users_of(2), 2U);
  EXPECT_EQ(scenario.users_of(3), 1U);
  EXPECT_EQ(scenario.copies(Tree::up_from(1)), 4U);
  EXPECT_EQ(scenario.copies(Tree::down_to(3)), 1U);
}

TEST(Scenario, BoundGrowsWithThresholdAndWay) {
  Update update;
  update.velocity = {10, 0};
  const Scenario scenario(plan(Delivery::routed), 1);
  EXPECT_NEAR(scenario.allowed_error(update, 1, 4), 0.5 + 0.02 * 20, 1e-6);
  EXPECT_NEAR(scenario.allowed_error(update, 100, 1), 0.5 + 0.04 * 20, 1e-6);
  EXPECT_NEAR(scenario.allowed_error(update, 100, 4), 0.5 + 0.16 * 20, 1e-6);
}

}  // namespace
}  // namespace orrery::workloads::networked
