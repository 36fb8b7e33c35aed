#include "orrery/transport/impairment.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace orrery::transport {
namespace {

struct Tally {
  double lost = 0;
  double doubled = 0;
  double mean_delay = 0;
  double mean_run = 0;  // of losses
  std::uint64_t overtaken = 0;
  std::vector<std::int64_t> dues;
};

Tally tally(const ImpairmentOptions& options, std::uint64_t link = 0, int count = 100'000) {
  Impairment impairment(options, link, false);
  Tally tally;
  double runs = 0;
  bool last_lost = false;
  std::int64_t last_due = 0;
  for (int i = 0; i < count; ++i) {
    const std::int64_t now = std::int64_t{i} * 10'000;
    const auto fate = impairment.next(now, 100);
    if (fate.copies == 0) {
      ++tally.lost;
      if (!last_lost) ++runs;
    } else {
      tally.mean_delay += static_cast<double>(fate.due_ns[0] - now);
      if (fate.due_ns[0] < last_due) ++tally.overtaken;
      last_due = fate.due_ns[0];
      tally.dues.push_back(fate.due_ns[0]);
    }
    last_lost = fate.copies == 0;
    if (fate.copies == 2) ++tally.doubled;
  }
  tally.mean_delay /= count - tally.lost;
  tally.mean_run = runs > 0 ? tally.lost / runs : 0;
  tally.lost /= count;
  tally.doubled /= count;
  return tally;
}

TEST(Impairment, ReplaysFromItsSeedAndTellsLinksApart) {
  const ImpairmentOptions options{
      .seed = 7, .jitter = Jitter::normal, .jitter_ns = 1000, .loss = 0.1};
  EXPECT_EQ(tally(options).dues, tally(options).dues);
  EXPECT_NE(tally(options, 1).dues, tally(options, 2).dues);
}

TEST(Impairment, OneMoreSettingDoesNotTurnTheOtherLossesIntoOthers) {
  const auto lost_of = [](const ImpairmentOptions& options) {
    Impairment impairment(options, 3, false);
    std::vector<unsigned> lost;
    for (int i = 0; i < 1000; ++i) lost.push_back(impairment.next(i, 10).copies == 0);
    return lost;
  };
  EXPECT_EQ(lost_of({.loss = 0.2}), lost_of({.delay_ns = 5, .loss = 0.2, .duplicate = 0.5}));
}

TEST(Impairment, LosesByItsShareAlone) {
  EXPECT_EQ(tally({}).lost, 0);
  EXPECT_NEAR(tally({.loss = 0.05}).lost, 0.05, 0.004);
  EXPECT_EQ(tally({.loss = 1}).lost, 1);
  EXPECT_NEAR(tally({.loss = 0.05}).mean_run, 1 / 0.95, 0.03);
}

TEST(Impairment, LosesInBurstsOfTheLengthAskedFor) {
  const auto burst = tally({.burst = {.enter = 0.01, .leave = 0.25}});
  EXPECT_NEAR(burst.lost, 0.01 / 0.26, 0.006);
  EXPECT_NEAR(burst.mean_run, 4, 0.4);
}

TEST(Impairment, FollowsATrace) {
  Impairment impairment(*std::make_unique<ImpairmentOptions>(ImpairmentOptions{}), 0, false);
  const ImpairmentOptions options{.delay_trace_ns = {5, 6, 7}, .loss_trace = {0, 0, 1, 0}};
  Impairment traced(options, 0, false);
  for (int i = 0; i < 24; ++i) {
    const auto fate = traced.next(1000 * i, 10);
    EXPECT_EQ(fate.copies, i % 4 == 2 ? 0U : 1U);
    EXPECT_EQ(fate.due_ns[0], fate.copies == 0 ? 0 : 1000 * i + 5 + i % 3);
  }
}

TEST(Impairment, DelaysByItsDistributions) {
  for (const auto& [jitter, mean] :
       {std::pair{Jitter::uniform, 1e6}, std::pair{Jitter::normal, 1e6},
        std::pair{Jitter::exponential, 1.1e6}, std::pair{Jitter::gamma, 1.1e6}}) {
    const auto delayed = tally(
        {.delay_ns = 1'000'000, .jitter = jitter, .jitter_ns = 100'000, .jitter_reorders = true});
    EXPECT_NEAR(delayed.mean_delay, mean, 5e3);
    EXPECT_GT(delayed.overtaken, 0U);
  }
}

TEST(Impairment, JitterKeepsTheOrderUnlessToldOtherwise) {
  EXPECT_EQ(tally({.jitter = Jitter::exponential, .jitter_ns = 100'000}).overtaken, 0U);
  EXPECT_GT(tally({.reorder = 0.01}).overtaken, 0U);
}

TEST(Impairment, Doubles) { EXPECT_NEAR(tally({.duplicate = 0.3}).doubled, 0.3, 0.01); }

TEST(Impairment, ASlowLinkQueuesThenDrops) {
  const ImpairmentOptions options{.bandwidth_bytes_per_s = 1e6, .queue_bytes = 1000};
  Impairment slow(options, 0, false);
  int passed = 0;
  std::int64_t last = 0;
  for (int i = 0; i < 100; ++i) {
    const auto fate = slow.next(0, 100);  // all at once
    if (fate.copies == 0) continue;
    ++passed;
    EXPECT_EQ(fate.due_ns[0], last + 100'000);
    last = fate.due_ns[0];
  }
  EXPECT_EQ(passed, 10);
}

TEST(Impairment, OverAReliableTransportALossIsADelayThatHoldsUpWhatFollows) {
  const ImpairmentOptions options{
      .loss = 0.1, .duplicate = 0.5, .reorder = 0.5, .recovery_ns = 777};
  Impairment impairment(options, 0, true);
  std::int64_t last = 0;
  std::uint64_t late = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto fate = impairment.next(i * 10, 10);
    ASSERT_EQ(fate.copies, 1U);
    ASSERT_GE(fate.due_ns[0], last);
    last = fate.due_ns[0];
    late += static_cast<std::uint64_t>(last > i * 10);
  }
  EXPECT_GT(late, 100U);
}

TEST(Impairment, RefusesWhatCannotBe) {
  EXPECT_FALSE(check({.loss = 1.1}).ok());
  EXPECT_FALSE(check({.loss = std::nan("")}).ok());
  EXPECT_FALSE(check({.delay_ns = -1}).ok());
  EXPECT_FALSE(check({.queue_messages = 0}).ok());
  EXPECT_NE(check({.duplicate = 2}).error().message.find("duplicate is 2"), std::string::npos);
  EXPECT_TRUE(check({}).ok());
}

}  // namespace
}  // namespace orrery::transport
