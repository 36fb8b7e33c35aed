// When bundled data leaves, in simulated time.
#include "net/bundler.hpp"

#include <gtest/gtest.h>

namespace orrery::rti::testing {
namespace {

struct StoppedTime final : SimulatedTime {
  [[nodiscard]] std::int64_t now_ns() const override { return now; }
  bool wait(std::uint32_t /*self*/, std::int64_t deadline_ns) override {
    now = deadline_ns;
    return false;
  }
  std::int64_t now = 1;
};

TEST(Bundler, DataIsHeldUntilTheBytesOrTheTimeHaveBeenReached) {
  StoppedTime time;
  Bundler bundler{Clock(&time)};
  bundler.written();
  EXPECT_FALSE(bundler.hold(10)) << "no bundling";
  bundler.set({.bytes = 100, .timeout_ns = 50, .past_evokes = true});
  EXPECT_TRUE(bundler.hold(60));
  EXPECT_FALSE(bundler.due());
  EXPECT_FALSE(bundler.hold(60)) << "120 bytes";
  bundler.flushed(false);
  EXPECT_EQ(bundler.deadline_ns(), INT64_MAX);
  bundler.written();
  EXPECT_TRUE(bundler.hold(60));
  time.now += 50;
  EXPECT_TRUE(bundler.due());
}

TEST(Bundler, WhatIsNoDataMakesHeldDataLeave) {
  StoppedTime time;
  Bundler bundler{Clock(&time)};
  bundler.set({.bytes = 100, .timeout_ns = 50, .past_evokes = true});
  bundler.written();
  EXPECT_TRUE(bundler.hold(60));
  bundler.must_leave();
  EXPECT_TRUE(bundler.due());
}

}  // namespace
}  // namespace orrery::rti::testing
