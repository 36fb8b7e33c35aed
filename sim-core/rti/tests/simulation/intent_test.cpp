// Intents on nodes in simulated time: the RTI chooses, and its own measurement keeps the bound.
#include <gtest/gtest.h>

#include "fleet.hpp"

namespace orrery::rti::testing {
namespace {

constexpr std::int64_t one_ms = 1'000'000;

// A sender that sends as fast as it may, to a receiver that takes a message each `service_ms`.
class Race {
 public:
  explicit Race(std::uint64_t seed) : fleet_(seed, 2, 1, 0) {}

  [[nodiscard]] Sailor& sender() { return fleet_.sailors()[0]; }
  [[nodiscard]] Sailor& receiver() { return fleet_.sailors()[1]; }

  void run(int steps, int service_ms, int most_sent_at_once) {
    for (int i = 0; i < steps; ++i) {
      for (int left = most_sent_at_once; left > 0 && sender().send(); --left) {
      }
      sender().evoke_all();
      fleet_.nodes().network().pass(one_ms);
      if (i % service_ms == 0) {
        ASSERT_TRUE(receiver().rti->evoke_callback(0).ok());
      }
    }
  }
  [[nodiscard]] std::uint64_t received() { return receiver().received[sender().own]; }
  void drain() { fleet_.drain(); }

 private:
  Fleet fleet_;
};

TEST(IntentInSimulatedTime, LatencyIsKeptAsTheReceiverChangesAndNothingIsLost) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    Race race(seed);
    const Intent intent{IntentKind::keep_latency, 0.99, 400 * one_ms};
    ASSERT_OK(race.sender().rti->change_intent(intent));
    for (const int service_ms : {1, 5, 1}) {
      SCOPED_TRACE(service_ms);
      race.run(12'000, service_ms, 5);
      ASSERT_OK(race.sender().rti->change_intent(intent));  // measures anew
      const std::uint64_t before = race.received();
      race.run(12'000, service_ms, 5);
      const auto report = race.sender().rti->intent_report();
      ASSERT_OK(report);
      EXPECT_GT(report->measured, 100U);
      EXPECT_LE(report->reached_ns, intent.bound_ns);
      EXPECT_GE(report->reached_ns, intent.bound_ns / 4);
      // The receiver always has something to take.
      EXPECT_GE(race.received() - before, 12'000U / static_cast<unsigned>(service_ms) * 9 / 10);
    }
    race.drain();
    EXPECT_EQ(race.received(), race.sender().sent);
    EXPECT_TRUE(race.receiver().is_in_order);
  }
}

TEST(IntentInSimulatedTime, ASlowSenderHoldsMessagesAsLongAsItMay) {
  Race race(1);
  const Intent intent{IntentKind::save_bandwidth, 0.99, 400 * one_ms};
  ASSERT_OK(race.sender().rti->change_intent(intent));
  race.run(20'000, 1, 1);
  ASSERT_OK(race.sender().rti->change_intent(intent));
  race.run(20'000, 1, 1);
  const auto report = race.sender().rti->intent_report();
  ASSERT_OK(report);
  EXPECT_LE(report->reached_ns, intent.bound_ns);
  EXPECT_TRUE(report->bundling.past_evokes);
  EXPECT_GE(report->bundling.timeout_ns, intent.bound_ns / 8);
  ASSERT_OK(race.sender().rti->change_intent({}));
  EXPECT_FALSE(race.sender().rti->intent_report()->bundling.past_evokes);
  race.drain();
  EXPECT_EQ(race.received(), race.sender().sent);
  EXPECT_TRUE(race.receiver().is_in_order);
}

TEST(IntentInSimulatedTime, SettingsOfBeforeAreSetAgain) {
  Race race(1);
  const auto& rti = race.sender().rti;
  ASSERT_OK(rti->change_bundling({.bytes = 777, .timeout_ns = 5}));
  ASSERT_OK(rti->change_congestion_avoidance({33}));
  ASSERT_OK(rti->change_intent({IntentKind::keep_latency, 0.99, 10 * one_ms}));
  EXPECT_NE(rti->intent_report()->most_waiting, 33U);
  ASSERT_OK(rti->change_intent({IntentKind::measure, 0.5, 0}));
  EXPECT_EQ(rti->intent_report()->most_waiting, 33U);
  EXPECT_EQ(rti->intent_report()->bundling, (Bundling{.bytes = 777, .timeout_ns = 5}));
  race.run(1'000, 1, 2);
  EXPECT_GT(rti->intent_report()->measured, 0U);
  EXPECT_GT(rti->intent_report()->reached_ns, 0);
  EXPECT_EQ(rti->intent_report()->changes, 0U);
}

}  // namespace
}  // namespace orrery::rti::testing
