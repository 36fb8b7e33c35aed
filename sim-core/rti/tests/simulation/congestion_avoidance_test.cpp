// Congestion avoidance by the RTI, in simulated time: no more messages wait than the bound allows, none is lost, and every sender goes on.
#include <gtest/gtest.h>

#include <optional>
#include <random>

#include "fleet.hpp"

namespace orrery::rti::testing {
namespace {

constexpr std::int64_t moment_ns = 1'000'000;

TEST(CongestionAvoidanceInSimulatedTime, WhatWaitsStaysWithinTheBoundAndNothingIsLost) {
  std::uint64_t refused = 0;
  std::uint64_t reached = 0;
  std::uint64_t departures = 0;
  for (std::uint64_t seed = 1; seed <= 120 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const auto below = [&random](std::uint64_t count) { return random() % count; };
    const std::uint32_t most = 1U << below(7);
    Fleet fleet(seed, 2 + seed % 4, 1 + below(2), most);
    auto& sailors = fleet.sailors();
    for (int step = 0; step < 600 && !HasFailure(); ++step) {
      Sailor& me = sailors[below(sailors.size())];
      if (me.has_left) continue;
      switch (below(12)) {
        case 0:
          me.evoke_all();
          break;
        case 1:
          ASSERT_TRUE(me.rti->evoke_callback(0).ok());
          break;
        case 2:
        case 3:
          fleet.nodes().network().pass(static_cast<std::int64_t>(below(20)) * moment_ns / 4);
          break;
        case 4:
          if (below(80) != 0 || me.node == 0) break;
          fleet.leave(me);
          ++departures;
          break;
        default:
          for (std::uint64_t left = 1 + below(8); left > 0; --left) (void)me.send();
      }
      fleet.expect_bounded();
    }
    fleet.drain();
    // Who was refused may send again, and all that was sent has come.
    for (Sailor& each : sailors) {
      if (!each.has_left) {
        EXPECT_TRUE(each.send());
      }
      refused += each.refused;
      fleet.drain();
    }
    for (const Sailor& receiver : sailors) {
      EXPECT_TRUE(receiver.is_in_order);
      if (receiver.has_left) continue;
      for (std::size_t node = 0; node < fleet.nodes().count(); ++node) {
        EXPECT_EQ(fleet.waiting(node, receiver), 0U);
      }
    }
    reached += fleet.most_seen() == most ? 1 : 0;
  }
  EXPECT_GT(refused, 10'000U);
  EXPECT_GT(reached, 60U);
  EXPECT_GT(departures, 20U);
}

TEST(CongestionAvoidanceInSimulatedTime, WithoutABoundNothingIsRefusedAndNothingIsAsked) {
  Fleet fleet(8, 2, 1, 0);
  Sailor& sender = fleet.sailors()[0];
  const auto messages = [&] { return sender.rti->congestion()->paths[0].messages_sent; };
  for (int i = 0; i < 2; ++i) (void)messages();  // each asks for a round trip
  fleet.drain();
  const std::uint64_t before = messages();
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(sender.send());
  EXPECT_EQ(messages() - before, 11U);  // and the measurement of the round trip
  EXPECT_EQ(sender.rti->congestion()->waiting, 0U);
  fleet.drain();
  EXPECT_EQ(fleet.waiting(0, fleet.sailors()[1]), 0U);
}

TEST(CongestionAvoidanceInSimulatedTime, TheServiceTellsWhatWaitsAndWhatWasRefused) {
  Fleet fleet(1, 2, 1, 10);
  Sailor& sender = fleet.sailors()[0];
  for (int i = 0; i < 15; ++i) (void)sender.send();
  EXPECT_EQ(sender.sent, 10U);
  EXPECT_EQ(sender.rti->congestion()->waiting, 10U);
  EXPECT_EQ(sender.rti->congestion()->avoided, 5U);
  fleet.drain();
  (void)sender.send();
  EXPECT_EQ(sender.sent, 11U);
  // A bound may be lifted, and set while much waits.
  ASSERT_OK(sender.rti->change_congestion_avoidance({}));
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(sender.send());
  ASSERT_OK(sender.rti->change_congestion_avoidance({5}));
  for (int i = 0; i < 5; ++i) (void)sender.send();
  fleet.drain();
  EXPECT_TRUE(sender.send());
  fleet.drain();
  EXPECT_EQ(fleet.waiting(0, fleet.sailors()[1]), 0U);
}

// A receiver that waits for a grant can take nothing that is in timestamp order, and nothing at all between its advances: a
// sender that waited for it could be what it waits for.
TEST(CongestionAvoidanceInSimulatedTime, MessagesThatWaitForTimeAreNotCongestion) {
  for (const bool stamped : {true, false}) {
    SCOPED_TRACE(stamped);
    Fleet fleet(1, 2, 1, 4);
    Sailor& sender = fleet.sailors()[0];
    Sailor& receiver = fleet.sailors()[1];
    ASSERT_OK(sender.rti->change_attribute_order_type(
        sender.own, {&sender.course, 1}, stamped ? OrderType::timestamp : OrderType::receive));
    ASSERT_OK(sender.rti->enable_time_regulation(float64_interval(1)));
    ASSERT_OK(receiver.rti->enable_time_constrained());
    fleet.drain();
    ASSERT_TRUE(sender.regulates && receiver.is_constrained);
    for (int i = 0; i < 40; ++i) {
      const auto time = stamped ? std::optional(float64_time(2 + i)) : std::optional<LogicalTime>();
      while (!sender.send(time)) {
        ASSERT_LT(sender.refused, 5'000U) << "the sender waits for ever";
        sender.evoke_all();
        fleet.nodes().network().pass(moment_ns);
      }
    }
    EXPECT_EQ(receiver.received[sender.own], 0U);
    receiver.advancing = sender.advancing = true;
    ASSERT_OK(receiver.rti->time_advance_request(float64_time(50)));
    ASSERT_OK(sender.rti->time_advance_request(float64_time(50)));
    fleet.drain();
    EXPECT_FALSE(receiver.advancing);
    EXPECT_EQ(receiver.received[sender.own], 40U);
    EXPECT_TRUE(receiver.is_in_order);
  }
}

// A node whose federates are gone, and one that has died, hold up nobody.
TEST(CongestionAvoidanceInSimulatedTime, WhoLeavesOrDiesHoldsUpNobody) {
  for (const bool dies : {false, true}) {
    SCOPED_TRACE(dies);
    Fleet fleet(1, 3, 1, 3);
    Sailor& sender = fleet.sailors()[0];
    for (int i = 0; i < 10; ++i) (void)sender.send();
    ASSERT_EQ(sender.sent, 3U);
    fleet.sailors()[2].evoke_all();
    if (dies) {
      fleet.sailors()[1].has_left = true;
      ASSERT_TRUE(fleet.nodes().network().kill(1));
      fleet.nodes().network().pass(2 * SimulatedNetwork::silence_ns);
    } else {
      fleet.leave(fleet.sailors()[1]);
    }
    for (int i = 0; i < 30; ++i) {
      fleet.nodes().network().pass(100 * moment_ns);
      sender.evoke_all();
      fleet.sailors()[2].evoke_all();
    }
    EXPECT_TRUE(sender.send());
  }
}

}  // namespace
}  // namespace orrery::rti::testing
