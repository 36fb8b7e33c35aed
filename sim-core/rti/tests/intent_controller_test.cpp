// The controller of intents on a simulated path: it comes to rest, and follows a change of the load.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "intents/controller.hpp"

namespace orrery::rti::testing {
namespace {

constexpr std::int64_t micro = 1'000;
constexpr std::int64_t milli = 1'000 * micro;

// A path to a receiver that takes a message in `service_ns`. A sender that is faster keeps as many waiting as it may.
class SimulatedPath {
 public:
  SimulatedPath(std::uint64_t seed, const Intent& intent, const IntentSettings& settings = {})
      : random_(seed), controller(intent, settings) {}

  double service_ns = 10.0 * micro;
  double delay_ns = 100.0 * micro;
  double waits = 1e9;  // messages that would wait without a bound
  double noise = 0.1;  // of the latency, on both sides

  // One round. Returns its greatest latency as a share of `bound_ns`.
  double round(std::int64_t bound_ns) {
    const IntentSettings& now = controller.settings();
    const double bound = now.most_waiting == 0 ? 1e9 : now.most_waiting;
    const double waiting = std::min(waits, bound);
    if (waits > bound) ++refused_;
    double greatest = 0;
    for (std::size_t i = 0; i < IntentController::samples_of_a_round; ++i) {
      const double held = now.bundling.past_evokes
                              ? spread_(random_) * static_cast<double>(now.bundling.timeout_ns)
                              : 0;
      const double exact = delay_ns + waiting * service_ns + held;
      const double latency = exact * (1 + noise * (2 * spread_(random_) - 1));
      greatest = std::max(greatest, latency);
      controller.took(static_cast<std::int64_t>(latency));
    }
    now_ns_ += 10 * milli;
    changes += controller.work(now_ns_, refused_) ? 1 : 0;
    return greatest / static_cast<double>(bound_ns);
  }
  double rounds(int count, std::int64_t bound_ns) {
    double last = 0;
    for (int i = 0; i < count; ++i) last = round(bound_ns);
    return last;
  }

 private:
  std::mt19937_64 random_;
  std::uniform_real_distribution<double> spread_{0, 1};
  std::uint64_t refused_ = 0;
  std::int64_t now_ns_ = 0;

 public:
  IntentController controller;
  int changes = 0;
};

Intent latency(std::int64_t bound_ns) { return {IntentKind::keep_latency, 0.99, bound_ns}; }
Intent bandwidth(std::int64_t bound_ns) { return {IntentKind::save_bandwidth, 0.99, bound_ns}; }

TEST(IntentController, KeepsLatencyWithTheWidestBoundThatDoesAndComesToRest) {
  for (const std::int64_t bound : {2 * milli, 5 * milli, 50 * milli, 1'000 * milli}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      SimulatedPath path(seed, latency(bound));
      path.rounds(60, bound);
      path.changes = 0;
      for (int i = 0; i < 200; ++i) {
        const double share = path.round(bound);
        ASSERT_LE(share, 1) << bound << ", seed " << seed;
        ASSERT_GE(share, 0.4) << bound << ", seed " << seed;
      }
      EXPECT_LE(path.changes, 4) << "it does not come to rest";
    }
  }
}

TEST(IntentController, FollowsAReceiverThatGetsSlowerAndFasterAgain) {
  SimulatedPath path(1, latency(5 * milli));
  path.rounds(60, 5 * milli);
  const std::uint32_t before = path.controller.settings().most_waiting;
  path.service_ns *= 10;
  EXPECT_GT(path.round(5 * milli), 1);
  path.rounds(10, 5 * milli);
  EXPECT_LE(path.round(5 * milli), 1);
  EXPECT_LT(path.controller.settings().most_waiting, before / 5);
  path.service_ns /= 10;
  path.rounds(40, 5 * milli);
  EXPECT_GE(path.controller.settings().most_waiting, before / 2);
  EXPECT_LE(path.round(5 * milli), 1);
}

TEST(IntentController, ASenderThatIsNotHeldUpIsLeftAlone) {
  SimulatedPath path(1, latency(5 * milli));
  path.waits = 3;
  const IntentSettings first = path.controller.settings();
  path.rounds(100, 5 * milli);
  EXPECT_EQ(path.controller.settings(), first);
}

TEST(IntentController, HoldsLessThanMayWait) {
  SimulatedPath path(1, latency(200 * micro));
  path.rounds(60, 200 * micro);
  const IntentSettings& slow = path.controller.settings();
  EXPECT_LE(slow.bundling.bytes, 64 * (slow.most_waiting + 1));
  EXPECT_FALSE(slow.bundling.past_evokes);
}

TEST(IntentController, SavesBandwidthByHoldingAsLongAsTheBoundAllowsAndComesToRest) {
  for (const std::int64_t bound : {2 * milli, 20 * milli, 500 * milli}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      SimulatedPath path(seed, bandwidth(bound));
      path.waits = 1;
      path.rounds(60, bound);
      path.changes = 0;
      for (int i = 0; i < 200; ++i) ASSERT_LE(path.round(bound), 1) << bound << ", seed " << seed;
      EXPECT_LE(path.changes, 10) << "it does not come to rest";
      const IntentSettings& now = path.controller.settings();
      EXPECT_TRUE(now.bundling.past_evokes);
      EXPECT_GE(now.bundling.timeout_ns, bound / 3);
    }
  }
}

TEST(IntentController, SavesBandwidthAndKeepsQueuesShort) {
  SimulatedPath path(1, bandwidth(20 * milli));
  path.rounds(100, 20 * milli);
  for (int i = 0; i < 100; ++i) ASSERT_LE(path.round(20 * milli), 1);
  // A longer delay leaves less time to hold.
  const std::int64_t before = path.controller.settings().bundling.timeout_ns;
  path.waits = 1;
  path.delay_ns = 10.0 * milli;
  path.rounds(60, 20 * milli);
  EXPECT_LE(path.round(20 * milli), 1);
  EXPECT_LE(path.controller.settings().bundling.timeout_ns, std::max(before, 8 * milli));
}

TEST(IntentController, OnlyMeasuringChangesNothing) {
  const IntentSettings fixed{{.bytes = 1'024, .timeout_ns = 5}, 7};
  SimulatedPath path(1, {IntentKind::measure, 0.5, 0}, fixed);
  path.rounds(50, milli);
  EXPECT_EQ(path.controller.settings(), fixed);
  EXPECT_EQ(path.changes, 0);
}

// A slow sender gives few samples: a round ends by time too.
TEST(IntentController, ARoundEndsWithFewSamplesAfterATime) {
  IntentController controller(latency(5 * milli), {});
  for (int i = 0; i < 16; ++i) controller.took(50 * milli);
  EXPECT_FALSE(controller.work(1 * milli, 0));
  EXPECT_TRUE(controller.work(200 * milli, 0));
  EXPECT_LT(controller.settings().most_waiting, 64U);
}

}  // namespace
}  // namespace orrery::rti::testing
